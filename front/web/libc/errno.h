/* For code that opens files, which is not linked. */
extern int errno;
