/// Declares nothing: on Linux, linking this target replaces functions of libcurl.
