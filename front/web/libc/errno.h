/* For code that opens files, which is not linked. */
#ifndef WEB_ERRNO_H
#define WEB_ERRNO_H

extern int errno;

#endif
