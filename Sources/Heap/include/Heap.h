/// Lets all threads share one heap where addresses are limited (`ulimit -v`). glibc reserves 64 MiB
/// for each further heap, which the stacks of threads would lack.
void heap_share_if_limited(void);
