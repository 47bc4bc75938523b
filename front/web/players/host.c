/* What the players need of the C library and JavaScript has: its clock and its powers. */
#include <math.h>
#include <time.h>

#define IMPORT(name) __attribute__((import_module("browser"), import_name(#name)))

extern IMPORT(now) double browser_now(void); /* in milliseconds, from any moment on */
extern IMPORT(power) double browser_power(double base, double exponent);

int clock_gettime(int clock, struct timespec *now)
{
    double milliseconds = browser_now();
    (void)clock;
    now->tv_sec = (long long)(milliseconds / 1000);
    now->tv_nsec = (long)((milliseconds - (double)now->tv_sec * 1000) * 1e6);
    return 0;
}

/* Computed with 53 bits, so that the 24 that remain are the same as everywhere. */
float powf(float base, float exponent)
{
    return (float)browser_power((double)base, (double)exponent);
}

/* As the standard has it: NAN only where both are. */
double fmax(double a, double b)
{
    return isnan(a) || b > a ? b : a;
}
