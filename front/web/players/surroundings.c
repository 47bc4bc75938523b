/* What the players need of their surroundings: JavaScript's clock and powers, and sentences put together. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
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

/* Knows %s and nothing else: any other conversion stops the module. */
int snprintf(char *text, size_t size, const char *format, ...)
{
    size_t length = 0;
    va_list arguments;
    va_start(arguments, format);
    for (; *format; format++) {
        char one[2] = {*format, '\0'};
        const char *from = one;
        if (*format == '%') {
            if (*++format != 's')
                __builtin_trap();
            from = va_arg(arguments, const char *);
        }
        for (; *from; from++, length++)
            if (length + 1 < size)
                text[length] = *from;
    }
    va_end(arguments);
    if (size)
        text[length < size ? length : size - 1] = '\0';
    return (int)length;
}
