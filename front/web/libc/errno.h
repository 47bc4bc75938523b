/* Set where memory runs out. */
enum { ENOMEM = 12 };
extern int errno;
