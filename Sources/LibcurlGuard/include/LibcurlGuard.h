/// Nothing is to be called: on Linux, functions of libcurl are replaced by linking this target.
