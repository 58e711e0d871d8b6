/// Nothing here is called by name: on Linux, linking this target replaces a function of the C library.
