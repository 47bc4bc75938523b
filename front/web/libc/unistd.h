/* For code that opens files, which is not linked. */
#ifndef WEB_UNISTD_H
#define WEB_UNISTD_H

int fsync(int file);

#endif
