/* What the library needs of <math.h>. */
#ifndef WEB_MATH_H
#define WEB_MATH_H

#define NAN      __builtin_nanf("")
#define isnan(x) __builtin_isnan(x)

#endif
