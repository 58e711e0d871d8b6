/// The arguments that the process was started with, the last followed by NULL. NULL where the C
/// library does not pass them to constructors.
char *const *start_up_arguments(void);

/// Lets all threads share one heap where addresses are limited (`ulimit -v`). glibc reserves 64 MiB
/// for each further heap, which the stacks of threads would lack.
void start_up_share_heap(void);
