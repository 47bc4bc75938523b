/* The inside of the language server, from the bottom to the top: messages on the wire, games in a text, documents,
 * edits, the words of a record, the server and its methods. Each part uses only the parts above it. For front/lsp
 * only. */
#ifndef LSP_ROOM_H
#define LSP_ROOM_H

#include "base/buffer.h"
#include "eleven.h"
#include "eleven/interactive.h"
#include "lsp/lsp.h"

#include <jansson.h>

typedef struct lsp_wire {
    int in, out;
    /* What has come; the bytes before `begin` are taken. */
    buffer input;
    size_t begin;
    /* The bytes of a message that is too large which have not come yet, and whether it changes a document. */
    size_t dropping;
    bool drops_change;
    /* Why nothing can be read or written any more; NULL: all is well. */
    const char *trouble;
} lsp_wire;

typedef enum wire_news { WIRE_MESSAGE, WIRE_NOTHING, WIRE_TOO_LARGE, WIRE_BROKEN } wire_news;

/* Reads what has come; if `waits`, at least something. Returns false at the end of the input, or on trouble. */
bool wire_fill(lsp_wire *wire, bool waits);

/* The body of the next message, borrowed until the next fill. WIRE_NOTHING: it has not come completely.
 * WIRE_TOO_LARGE: one was dropped. WIRE_BROKEN: no message can be found any more. */
wire_news wire_take(lsp_wire *wire, char **body, size_t *length);

/* Parses a message, which it may change: half of a surrogate pair becomes U+FFFD. NULL: it is not JSON. */
json_t *lsp_parse(char *body, size_t length, json_error_t *problem);

/* A game in a document is a head and steps, each with the state that it leads to. After an edit, only what follows the
 * edit is read again.
 *
 *     2048(seed=7).Begin.Up.Lift.Down
 *     |head------| step  step step(wrong) step
 *
 * Chains are found anywhere; records in files *.2048 and after a line that begins with "eleven game". */

/* A word of a chain, or a ply of a record. */
typedef struct lsp_step {
    /* Bytes from the begin of the game; a document is smaller than 2^32. */
    uint32_t begin, end;
    /* How many steps lead to the last good state, at this step or before it (game_state). */
    uint32_t good;
    /* Owned; NULL if the step is wrong, or if the state can be found again (document_state). */
    eleven_state *state;
} lsp_step;

typedef struct lsp_game {
    /* Bytes in the document; `head_end` counts from `begin`. */
    size_t begin, end, head_end;
    bool is_record;
    /* It is meant as a game: not just the number 2048 before a dot. */
    bool is_sure;
    /* The text states a seed. */
    bool has_seed;
    /* A chain that ends after a move. */
    bool has_move;
    /* An edit changed the head; only until the next update. */
    bool is_lost;
    /* Of a large document only some games are kept in memory. The others can be played, and have only their places and
     * an owned label; document_game reads them again. */
    bool is_asleep;
    uint64_t seed;
    char *label;
    /* Before the game begins (chain), or at its first position; NULL: the head is wrong. */
    eleven_state *start;
    /* Of a record, after its head. */
    eleven_reader *reader;

    lsp_step *steps;
    size_t step_count, step_capacity;
    /* Steps without a state, and steps that no edit has touched since the last update. */
    size_t wrong_count, kept;
    /* Of the head, or what stops the reading of a record. Its line counts from `begin`; the place in the document is as
     * of the last update. */
    eleven_problem *problem;
    size_t problem_begin, problem_end;
} lsp_game;

/* Whether the step leads to a state. */
bool game_step_is_good(const lsp_game *game, size_t index);

/* Sets the state that a good step leads to. Of every GAME_BLOCK steps only the last state is kept: `before`, how many
 * steps lead to the state before this one, is freed if it is in the same block. */
enum { GAME_BLOCK = 64 };
void game_set_state(const lsp_game *game, size_t index, size_t before, eleven_state *state);

/* The state after all steps, and the byte after the last of them, counted from the begin. */
eleven_state *game_last_state(const lsp_game *game);
size_t game_last_end(const lsp_game *game);

/* Whether all of it can be played. This includes a record whose head states a wrong end: the next edit corrects it. */
bool game_is_right(const lsp_game *game);
bool game_has_wrong_end(const lsp_game *game);

/* Frees all that can be read again. */
void game_sleep(lsp_game *game);

/* "2048 classic 4x4: score 52", and after the NUL "12 moves". */
enum { GAME_LABEL = 128 };
void game_describe(const lsp_game *game, char label[GAME_LABEL]);

/* How many steps end before or at the byte. */
size_t game_steps_before(const lsp_game *game, size_t at);

/* The step that contains the byte or ends at it; NULL if there is none. */
const lsp_step *game_step_at(const lsp_game *game, size_t at);

/* Appends a step and takes the state over. Returns false, with the state freed, when out of memory. */
bool game_add_step(lsp_game *game, size_t begin, size_t end, eleven_state *state);

/* Removes the steps after the first `count`. */
void game_cut_steps(lsp_game *game, size_t count);

/* Notes a problem at a place in the document; NULL: there is none any more. */
void game_set_problem(lsp_game *game, const eleven_problem *problem, size_t begin, size_t end);

/* Notes that the bytes [begin, end) of the document are replaced by `length` others. */
void game_note_edit(lsp_game *game, size_t begin, size_t end, size_t length);
void game_free(lsp_game *game);

/* Proposed seeds are below this number: easy to read and to say. */
enum { SEEDS = 1000000 };

typedef struct lsp_document {
    char *uri;
    json_int_t version;
    buffer text;
    /* The byte where each line begins; the first at 0. */
    size_t *lines;
    size_t line_count, line_capacity;
    /* The UTF-16 units before every block of the text. */
    uint32_t *units;
    size_t unit_capacity;
    /* The client counts bytes, not UTF-16 units. */
    bool is_utf8;
    /* The name ends in .2048. */
    bool is_record_file;
    /* A CR that no LF follows ends a line. */
    bool has_lone_cr;
    /* It changed since its problems were sent, and since its games were read. */
    bool is_undiagnosed, is_stale;
    lsp_game *games;
    size_t game_count;
    /* The game that was woken last; the places of the last edit and of the last question about a place. */
    size_t awake, focus, used;
    /* What a review found, diagnostics until the next edit; owned; NULL: nothing. */
    json_t *marks;
    /* The seed of its next new game. */
    uint64_t proposal;
} lsp_document;

/* Returns NULL when out of memory. */
lsp_document *document_new(const char *uri, const char *text, size_t length);
void document_free(lsp_document *document);

/* Replaces the bytes [begin, end) by a text. Returns false when out of memory. */
bool document_edit(lsp_document *document, size_t begin, size_t end, const char *text, size_t length);

/* Positions {line, character}; those beyond the end of a line or of the text mean the end. */
size_t document_offset(const lsp_document *document, const json_t *position);
json_t *document_position(const lsp_document *document, size_t offset);
json_t *document_range(const lsp_document *document, size_t begin, size_t end);

/* For records: in them only LF ends a line, and CR is a blank. The byte where the line begins that is `count` lines
 * after that of `begin`, the last line if there are fewer; and the lines from one byte to another. */
size_t document_record_line(const lsp_document *document, size_t begin, size_t count);
size_t document_record_lines(const lsp_document *document, size_t begin, size_t end);

/* The line of a byte, from 0, and the units that the client counts between two bytes. */
size_t document_line(const lsp_document *document, size_t offset);
size_t document_units(const lsp_document *document, size_t begin, size_t end);

/* Brings its games up to date and returns how many there are. */
size_t document_update(lsp_document *document);

/* All games are found and read again by the next update. */
void document_forget(lsp_document *document);

/* One of them, awake until another one is asked for. */
const lsp_game *document_game(lsp_document *document, size_t index);

/* The game that contains the byte or ends at it, awake; NULL if there is none. */
const lsp_game *document_game_at(lsp_document *document, size_t at);

/* The state after the first `count` steps of a game that is awake (wrong ones change nothing), borrowed until the next
 * call. NULL: the head is wrong, or out of memory. */
eleven_state *document_state(const lsp_document *document, const lsp_game *game, size_t count);

/* Read the game at game->begin, from its present steps on, and set everything else. A record ends at `limit`. */
void chain_read(const lsp_document *document, lsp_game *game);
void record_read(const lsp_document *document, lsp_game *game, size_t limit);

/* The state that a good step leads to from the state before it. NULL: out of memory. */
eleven_state *chain_step(const lsp_document *document, const lsp_game *game, size_t index, eleven_state *state);
eleven_state *record_step(const lsp_document *document, const lsp_game *game, size_t index, eleven_state *state);

/* An edit of the bytes [begin, end). Its lines end as those of the document do. */
json_t *edit_of(const lsp_document *document, size_t begin, size_t end, const char *text);

/* Writes the seed into the head of a chain that has none. */
json_t *edit_seed(const lsp_document *document, const lsp_game *game, uint64_t seed);

/* Appends edits that set result, score and moves to those of `end`, if the head of a record states them. */
void edit_stated_end(const lsp_document *document, const lsp_game *game, const eleven_state *end, json_t *edits);

/* The edits that append a text, `moves` that the player chose, to the last step and keep the rest true. `end`: the
 * state that it leads to. */
json_t *edit_extension(const lsp_document *document, const lsp_game *game, const char *text, unsigned moves,
                       const eleven_state *end);

/* The items of a completion in the head of a chain; an empty array anywhere else. */
json_t *lsp_head_completion(const lsp_document *document, size_t at);

typedef enum word_kind {
    /* In the head: the first word of a line, and any other. */
    WORD_KEY,
    WORD_VALUE,
    /* "11." */
    WORD_NUMBER,
    /* A move with its tiles, or keep. */
    WORD_PLY,
    /* From ';' to the end of the line. */
    WORD_COMMENT,
    /* The end of a line, and of the record. */
    WORD_BREAK,
    WORD_END,
} word_kind;

/* Bytes in the document. */
typedef struct record_word {
    word_kind kind;
    size_t begin, end;
} record_word;

typedef struct word_reader {
    const lsp_document *document;
    const lsp_game *game;
    size_t at;
    /* There has been no word on this line yet. */
    bool is_line_start;
} word_reader;

word_reader words_of(const lsp_document *document, const lsp_game *game);
record_word next_word(word_reader *reader);

/* What the client states about itself in initialize. */
typedef struct lsp_client {
    /* It counts bytes. */
    bool is_utf8;
    /* It shows markdown in hovers, and in the documentation of completion items. */
    bool reads_markdown, lists_markdown;
    /* It asks for the documentation and detail of an item when it shows it, and for the edit of an action when the
     * action is chosen. */
    bool resolves_items, resolves_edits;
    bool nests_symbols;
    /* It takes code actions, not only commands. */
    bool takes_actions;
    /* The kinds of games and of options in its lists. */
    int symbol_kind, item_kind;
    /* A command of its own that it runs after a completion, so that Enter continues; NULL: none. */
    char *after_accept;
} lsp_client;

typedef enum lsp_life { LSP_STARTING, LSP_RUNNING, LSP_SHUT_DOWN, LSP_EXITED } lsp_life;

typedef struct lsp_server {
    lsp_wire wire;
    lsp_life life;
    bool was_shut_down;
    lsp_client client;
    /* Borrowed. It may take a while to open: lsp_ready_player. */
    eleven_player *player;
    bool (*is_ready)(eleven_player *player, const eleven_board *board);
    uint64_t seed, proposals;
    lsp_document **documents;
    size_t document_count, document_capacity;
    /* Messages that have come and wait, an array. */
    json_t *queue;
    /* The client's messages cannot be separated any more. */
    bool is_broken;
} lsp_server;

/* The error codes of JSON-RPC and of the protocol. */
enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_INTERNAL_ERROR = -32603,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_CANCELLED = -32800,
};

/* Code 0: none. */
typedef struct lsp_failure {
    int code;
    const char *sentence;
} lsp_failure;

/* Fills in the failure and returns NULL. */
json_t *lsp_fail(lsp_failure *failure, int code, const char *sentence);

/* The player, if it can answer about a state at once; NULL while it is still being opened. */
eleven_player *lsp_ready_player(const lsp_server *server, const eleven_state *state);

/* Send a notification or a result; both take the JSON over. `id` NULL: the message had none that could be read. */
void lsp_notify(lsp_server *server, const char *method, json_t *params);
void lsp_send_result(lsp_server *server, json_t *id, json_t *result);
void lsp_send_error(lsp_server *server, json_t *id, int code, const char *sentence);

/* What a path of names such as "textDocument.uri" leads to; NULL if there is nothing. */
json_t *lsp_look(const json_t *from, const char *path);

/* The open document with that URI; NULL if there is none. */
lsp_document *lsp_named_document(const lsp_server *server, const char *uri);

/* A text as the client can show it: in markdown the board keeps its columns. */
json_t *lsp_markup(bool is_markdown, const char *text);

/* A method returns its result. It returns NULL after filling in the failure, or when out of memory. The result of a
 * notification is not sent. */
typedef json_t *lsp_method(lsp_server *server, const json_t *params, lsp_failure *failure);
lsp_method lsp_initialize, lsp_shutdown, lsp_exit, lsp_open;
lsp_method lsp_completion_resolve, lsp_action_resolve;

/* A method about the open document that the parameters name. */
typedef json_t *lsp_document_method(lsp_server *server, lsp_document *document, const json_t *params);
lsp_document_method lsp_change, lsp_close;
lsp_document_method lsp_completion;
lsp_document_method lsp_hover, lsp_inlay_hints;
lsp_document_method lsp_actions;
lsp_document_method lsp_symbols, lsp_folds, lsp_definition;
lsp_document_method lsp_formatting;
lsp_document_method lsp_tokens;
lsp_document_method lsp_lenses;
lsp_method lsp_execute;

/* Reviews the chain at a byte of a document: [uri, byte]. */
#define LSP_REVIEW_COMMAND "eleven.review"

/* The modifiers of tokens: "rank1", "rank2" ... */
enum { LSP_TOKEN_RANKS = 20 };

/* Sends the problems of a document to the client. */
void lsp_diagnose(lsp_server *server, lsp_document *document);

/* The word of an option of this state that a mistyped one probably means; NULL if none is close. */
const char *lsp_nearest_word(const eleven_state *state, const char *word, size_t length);

#endif
