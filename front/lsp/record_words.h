/* The words of a record, without regard to what they mean: for colours and layout. */
#ifndef LSP_RECORD_WORDS_H
#define LSP_RECORD_WORDS_H

#include "lsp/document.h"

typedef enum word_kind {
    WORD_KEY,     /* the first of a line in the head */
    WORD_VALUE,   /* another one there */
    WORD_NUMBER,  /* "11." */
    WORD_PLY,     /* a move with its tiles, or keep */
    WORD_COMMENT, /* from ';' to the end of the line */
    WORD_BREAK,   /* the end of a line */
    WORD_END,
} word_kind;

typedef struct record_word {
    word_kind kind;
    size_t begin, end; /* bytes in the document */
} record_word;

/* Where the reading stands. */
typedef struct word_reader {
    const lsp_document *document;
    const lsp_game *game;
    size_t at;
    bool is_line_start; /* no word on this line yet */
} word_reader;

word_reader words_of(const lsp_document *document, const lsp_game *game);
record_word next_word(word_reader *reader);

#endif
