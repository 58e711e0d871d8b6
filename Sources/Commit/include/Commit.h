/// The commit that the program was built from, with a `+` where files differed from it; empty when
/// the build did not say.
const char *tickers_commit(void);
