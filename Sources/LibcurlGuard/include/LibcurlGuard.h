/// Nothing here is called by name: on Linux, linking this target replaces functions of libcurl.
