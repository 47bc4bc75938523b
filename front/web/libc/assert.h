/* A failed assertion stops the module: JavaScript sees a WebAssembly.RuntimeError. */
#ifndef WEB_ASSERT_H
#define WEB_ASSERT_H

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#endif

#endif
