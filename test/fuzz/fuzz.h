/* What the fuzz targets have in common. A target is one function that is given bytes; it must not crash, hang, leak, or
 * break what it expects. With clang, libFuzzer supplies main() and the bytes; otherwise main.c replays files. */
#ifndef FUZZ_H
#define FUZZ_H

#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eleven.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define expect(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

__attribute__((noreturn)) static inline void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: expected: %s\n", file, line, condition);
    abort();
}

/* The bytes that a target takes one by one, as decisions. */
typedef struct fuzz_in {
    const uint8_t *at;
    size_t left;
} fuzz_in;

/* 0 after the end. */
static inline unsigned fuzz_byte(fuzz_in *in)
{
    if (!in->left)
        return 0;
    in->left--;
    return *in->at++;
}

static inline uint64_t fuzz_word(fuzz_in *in)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word = word << 8 | fuzz_byte(in);
    return word;
}

/* One of the shipped rule sets. */
static inline eleven_rules fuzz_rules(fuzz_in *in)
{
    eleven_rules rules;
    unsigned number = fuzz_byte(in) % 4;
    eleven_rules_find(eleven_rules_name(number), &rules);
    return rules;
}

/* Expects what a reader may return, and that a problem has a sentence and a place in the text. */
static inline void fuzz_check(eleven_error error, const eleven_problem *problem, const uint8_t *text, size_t size)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    if (error == ELEVEN_OK || error == ELEVEN_END)
        return;
    size_t length = strnlen(problem->sentence, sizeof problem->sentence);
    expect(length > 0 && length < sizeof problem->sentence);
    expect(!strpbrk(problem->sentence, "\n\r\033"));
    expect(problem->line <= lines && problem->column <= size + 1);
}

/* A file in memory, with a name by which it can be opened. */
typedef struct fuzz_file {
    int descriptor;
    char path[40];
} fuzz_file;

fuzz_file fuzz_file_new(void);
void fuzz_file_fill(const fuzz_file *file, const void *bytes, size_t length);

/* A folder in memory, which is removed at the end. */
const char *fuzz_folder(void);

#endif
