#include "Commit.h"

#ifndef TICKERS_COMMIT
#define TICKERS_COMMIT ""
#endif

const char *tickers_commit(void) { return TICKERS_COMMIT; }
