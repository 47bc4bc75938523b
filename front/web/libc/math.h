/* What the library needs of <math.h>. Powers are JavaScript's: see ../libc.c. */
#define NAN      __builtin_nanf("")
#define INFINITY __builtin_inff()
#define isnan(x) __builtin_isnan(x)
#define fabs(x)  __builtin_fabs(x)
#define fabsf(x) __builtin_fabsf(x)
#define sqrt(x)  __builtin_sqrt(x)

float powf(float base, float exponent);
double fmax(double a, double b);
