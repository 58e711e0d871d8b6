#include "Heap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif

void heap_share_if_limited(void) {
#ifdef __GLIBC__
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}
