/* Pictures of boards: SVG, text, and text with the colours of a terminal.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_picture picture = {.size = sizeof picture, .rules = &rules, .has_score = true};
 *     eleven_bytes svg;
 *     eleven_rules_find("classic", &rules);
 *     eleven_game_start(&rules, 4, 4, 7, &picture.game, NULL);
 *     if (eleven_picture_draw(&picture, ELEVEN_PICTURE_SVG, &svg)) return 1;
 *     FILE *file = fopen("board.svg", "wb");
 *     if (!file || fwrite(svg.at, 1, svg.length, file) < svg.length || fclose(file)) return 1;
 *     printf("%.4s\n", svg.at);
 *     eleven_bytes_free(&svg);
 *     // <svg */
#ifndef ELEVEN_PICTURE_H
#define ELEVEN_PICTURE_H

#include "eleven/formats.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum eleven_picture_kind {
    /* A document with rounded tiles, as in the original game. Its title describes the board. */
    ELEVEN_PICTURE_SVG,
    /* Numbers in columns. */
    ELEVEN_PICTURE_TEXT,
    /* Tiles of spaces, with escape sequences of 24-bit colours. UTF-8. */
    ELEVEN_PICTURE_ANSI,
} eleven_picture_kind;

/* What to draw. */
typedef struct eleven_picture {
    /* sizeof the struct. */
    size_t size;

    /* Borrowed. */
    const eleven_rules *rules;

    /* A banner states that the game is won or lost. */
    eleven_game game;

    /* Draw the score, too, and in text the number of moves. */
    bool has_score;

    /* The name of a theme; NULL: the first. */
    const char *theme;
} eleven_picture;

/* Draws the picture and gives its bytes. ELEVEN_BAD_TEXT if no theme has this name; ELEVEN_NO_MEMORY. */
eleven_error eleven_picture_draw(const eleven_picture *picture, eleven_picture_kind kind, eleven_bytes *bytes);

/* The themes by index from 0: "original" "dark" "high-contrast" "colour-blind"; NULL past the last. */
const char *eleven_theme_name(unsigned index);

#ifdef __cplusplus
}
#endif

#endif
