/* Files that the program needs besides itself. */
#ifndef BASE_INSTALLED_H
#define BASE_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>

/* Fills in the path of a readable file: `built`, where the program was built, or else `installed`, where it was
 * installed. Both are relative to the folder of the program and begin with a slash. False if there is neither. */
bool installed_find(const char *built, const char *installed, char *path, size_t size);

#endif
