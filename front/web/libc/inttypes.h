/* What the library needs of <inttypes.h>. */
#include <stdint.h>

#define PRIu32 "u"
#define PRIu64 "llu"
