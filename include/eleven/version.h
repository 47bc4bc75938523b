/* Which version of the library this is: the one that a program was built with, and the one that it runs with.
 *
 * Example:
 *
 *     bool is_suitable = eleven_abi() == ELEVEN_ABI && eleven_version_number() >= ELEVEN_VERSION_NUMBER;
 *     puts(is_suitable ? "suitable" : "another version is needed");
 *     // suitable */
#ifndef ELEVEN_VERSION_H
#define ELEVEN_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers. */
#define ELEVEN_VERSION "0.2.0"

/* The same as a number: 10000 * major + 100 * minor + patch. */
#define ELEVEN_VERSION_NUMBER 200

/* The number in the name of the shared library, libeleven.so.0. A change that breaks programs increases it. */
#define ELEVEN_ABI 0

/* The same of the library that the program runs with. The library is suitable if its ABI is ELEVEN_ABI and its version
 * number is at least ELEVEN_VERSION_NUMBER. */
const char *eleven_version(void);
unsigned eleven_version_number(void);
unsigned eleven_abi(void);

#ifdef __cplusplus
}
#endif

#endif
