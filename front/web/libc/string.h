/* What the library needs of <string.h>; defined in ../libc.c. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *bytes, int byte, size_t size);
size_t strlen(const char *string);
char *strchr(const char *string, int byte);
int strcmp(const char *a, const char *b);
char *strerror(int error); /* for code that opens files, which is not linked */
char *strncpy(char *restrict to, const char *restrict from, size_t size);
