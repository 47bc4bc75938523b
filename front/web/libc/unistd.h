/* For code that opens files, which is not linked. */
int fsync(int file);
