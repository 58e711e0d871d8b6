#include "StartUp.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif

static char **arguments = NULL;

#ifdef __GLIBC__
// glibc calls constructors with the arguments of main.
__attribute__((constructor)) static void keep_arguments(int count, char **vector) {
  (void)count;
  arguments = vector;
}
#endif

char *const *start_up_arguments(void) { return arguments; }

void start_up_share_heap(void) {
#ifdef __GLIBC__
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}
