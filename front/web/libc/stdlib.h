/* What the library needs of <stdlib.h>; defined in ../libc.c. */
#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);

int abs(int number);
