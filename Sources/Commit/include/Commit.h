/// The commit from which the program was built, followed by `+` if files differed from the commit. Empty
/// if the build did not define the commit.
const char *tickers_commit(void);
