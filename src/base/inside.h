/* A file of the repository inside the program, put there by the assembler. The build runs in the root of the
 * repository. one.c has the bytes as numbers instead, see tools/amalgamate.py. */
#ifndef BASE_INSIDE_H
#define BASE_INSIDE_H

#ifdef __ELF__
/* Declares the bytes [symbol, symbol_end), aligned to 8. */
#define INSIDE_FILE(symbol, path)                                                                                      \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".hidden " #symbol ", " #symbol "_end\n"                                                                   \
            ".globl " #symbol ", " #symbol "_end\n"                                                                    \
            ".balign 8\n" #symbol ": .incbin \"" path "\"\n" #symbol "_end:\n"                                         \
            ".popsection\n");                                                                                          \
    extern const unsigned char symbol[], symbol##_end[];
#endif

#endif
