/* What the parts of a solve share. A solve runs through four parts:
 *
 *     solver.c             checks the request, and finds the positions in which games start
 *     solver_enumerate.c   lists all positions, from the smallest sum of tiles up (solver_spawn.c: new tiles)
 *     solver_value.c       computes their values, from the largest sum down (solver_afterstates.c: over new tiles)
 *     elx_write.c          writes the table, which elx.c and elx_player.c read
 *
 * solver_job.c, archive.c, solver_peers.c, solver_mail.c and solver_parts.c are below all of them: the memory of a
 * solve, finished layers, the exchange with other processes, and layers that another number of processes has
 * stored. */
#ifndef SOLVER_ROOM_H
#define SOLVER_ROOM_H

#include "base/file.h"
#include "base/problem.h"
#include "base/workers.h"
#include "solver/keyset.h"
#include "solver/space.h"
#include "eleven/solver.h"

/* ---- Finished layers ------------------------------------------------------------------------------------ */
/* Finished layers until they are needed again. They are in memory as long as the budget allows, and then in the layer
 * store of the caller. */
typedef enum archive_kind { ARCHIVE_KEYS, ARCHIVE_VALUES, ARCHIVE_CODES, ARCHIVE_KINDS } archive_kind;

/* Owned bytes; NULL if they are in the store or nowhere. */
typedef struct archive_item {
    void *bytes;
    size_t length;
} archive_item;

/* One of `of` parts of each layer. Each process keeps one part. */
typedef struct archive_part {
    unsigned index, of;
} archive_part;

/* The numbers of processes that have worked on the solve; the first one is the present one. */
enum { ARCHIVE_LAYOUTS = 64, ARCHIVE_PARTS_MAX = 1 << 20 };
typedef struct archive_layouts {
    uint64_t count, parts[ARCHIVE_LAYOUTS];
} archive_layouts;

typedef struct solve_archive {
    /* The caller's store, or NULL. `stores_all`: everything goes there immediately. The store is marked with the
     * identity of the solve, and the numbers of processes, before it receives anything else. */
    const eleven_layer_store *store;
    bool stores_all;
    uint64_t identity;
    archive_layouts layouts;

    /* What this process keeps. */
    archive_part part;

    /* [kind][layer], with space for `layers` of them; bytes in memory, now and at most. */
    archive_item *items[ARCHIVE_KINDS];
    size_t layers;
    uint64_t held, limit;

    /* Receives the sentence of an error; may be NULL. */
    eleven_problem *problem;
} solve_archive;

/* What the store contains: nothing (ELEVEN_END), layers of this solve (ELEVEN_OK; the solve then continues from
 * them), or layers of another solve (ELEVEN_BAD_TEXT). `layouts` receives what the store knows of them. */
eleven_error archive_open(solve_archive *archive);

/* Adds a number of processes to the layouts. */
void archive_add_layout(solve_archive *archive, uint64_t parts);

/* Marks the store with the identity and the layouts; from now on, everything goes there immediately. */
eleven_error archive_begin(solve_archive *archive);
void archive_close(solve_archive *archive);

/* Takes the bytes (from malloc). ELEVEN_NO_MEMORY if the limit is reached and there is no store; ELEVEN_NO_STORAGE. */
eleven_error archive_put(solve_archive *archive, archive_kind kind, size_t layer, void *bytes, size_t length);

/* ELEVEN_NO_STORAGE with the sentence of the store, or with this one if the store has none. */
eleven_error archive_refuse(const solve_archive *archive, const char *sentence);

/* Sets the limit and moves what exceeds it to the store. Errors as above. */
eleven_error archive_limit(solve_archive *archive, uint64_t limit);

/* Lends the bytes of a layer until archive_release; false if there are none. */
bool archive_get(const solve_archive *archive, archive_kind kind, size_t layer, void **bytes, size_t *length);
void archive_release(const solve_archive *archive, archive_kind kind, size_t layer, void *bytes);

void archive_drop(solve_archive *archive, archive_kind kind, size_t layer);

/* Parts in the store, of any process. archive_get_part gives the caller the bytes to free; false if there are none. */
bool archive_has_part(const solve_archive *archive, archive_kind kind, size_t layer, archive_part part);
bool archive_get_part(const solve_archive *archive, archive_kind kind, size_t layer, archive_part part, void **bytes,
                      size_t *length);

/* Removes all layers from memory and from the store, and where a solve continued, those of other processes that lie
 * there. When all processes have done so, archive_forget removes the marks. */
void archive_clear(solve_archive *archive, size_t layers, bool is_resumed);
void archive_forget(solve_archive *archive);

/* Numbers in the store that are not layers. archive_find_mark: false if there is none. */
eleven_error archive_mark(solve_archive *archive, const char *name, uint64_t mark);
bool archive_find_mark(const solve_archive *archive, const char *name, uint64_t *mark);

/* ---- A solve -------------------------------------------------------------------------------------------- */
/* How many positions or slots a worker takes at once. */
enum { SOLVE_BLOCK = 64 };

/* A position in which a game may start. `key` is canonical. */
typedef struct solve_start {
    uint64_t key, sum;
    double probability;
} solve_start;

/* A layer that is not empty. `own_positions`: those of this process. `own_slots`: how many afterstates its set has,
 * those of other processes included; 0: not known. */
typedef struct solve_layer {
    uint64_t sum;
    eleven_solve_counts counts;
    uint64_t largest;
    uint64_t own_positions, own_slots;
} solve_layer;

/* How many objectives there are: `means` expected values, `reaches` probabilities, and all together. */
typedef struct value_shape {
    unsigned means, reaches, count;
} value_shape;

/* The objectives in the order of the inner loops: expected values, probabilities, those against the adversary.
 * requested[k]: the place of objective k in the request. `first`: the objective that was requested first. */
typedef struct solve_plan {
    value_shape shape;
    unsigned first;
    eleven_objective objective[ELEVEN_OBJECTIVES_MAX];
    unsigned requested[ELEVEN_OBJECTIVES_MAX];
} solve_plan;

/* Keys that processes send each other, by the process at the other end, whose keys begin at the i-th start. `out`:
 * afterstates of others that this process needs; `in`: its own afterstates that others need. */
typedef struct peer_mail {
    uint64_t *out, *in;
    size_t out_capacity, in_capacity;
    size_t *out_start, *in_start;
} peer_mail;

/* Where the parts of a stored layer are: there are `of`, and this process reads those whose byte in is_mine is 1.
 * `is_own`: each process reads its own part. `teller`: the process that reads the first part. */
typedef struct part_choice {
    unsigned of, teller;
    bool is_own;
    uint8_t *is_mine;
} part_choice;

/* Exchanges records of `width` bytes: those for process i are from out[i] to out[i + 1] - 1. `in` receives where those
 * of process i begin here; is_known: it says so already. `fill` writes records, `take` receives them. `prepare`, unless
 * NULL, is called between, when `in` is complete; it may return an error, and then nothing is taken. */
typedef struct peer_swap {
    size_t width;
    const size_t *out;
    size_t *in;
    bool is_known;
    void (*fill)(void *context, size_t from, size_t count, char *records);
    eleven_error (*prepare)(void *context);
    void (*take)(void *context, size_t from, size_t count, const char *records);
    void *context;
} peer_swap;

/* Records on their way. `before`: how many were sent to each process in earlier rounds, at most; `space`: how many are
 * in this one, at most. `is_first`: they come behind a report. `calls` counts how often there was time to look. */
typedef struct peer_flow {
    peer_swap swap;
    size_t before, space;
    bool is_first, is_under_way;
    unsigned calls;
} peer_flow;

typedef struct solve_job {
    const eleven_solve *options;
    eleven_solution *solution;
    eleven_problem *problem;
    solve_space space;
    solve_plan plan;
    workers *team;
    solve_archive archive;

    /* By ascending sum. `is_resumed`: the store already contains the first layers. */
    solve_start *starts;
    size_t start_count;
    solve_layer *layers;
    size_t layer_count, layer_capacity;
    bool is_resumed;

    /* The sets of the layers around the current one, see solve_window, and of the afterstates of the current layer.
     * While layers are valued, each key has its values next to it. */
    keyset *window, afterstates;

    /* The current layer: its sum, and its positions, ascending; `spare_keys` is as large. */
    uint64_t sum, *keys, *spare_keys;
    size_t key_count, key_capacity;

    /* The processes of this solve; a process without others is its only peer. `is_lost`: a peer cannot be reached.
     * `pending`: an error of this process that the others do not know yet. `post`: buffers for an exchange. `reports`:
     * what each process has said last. `flow`: what is on its way. `shares`: [chunk][code], see peers_owner.
     * `seen`: which process sees which part. */
    eleven_peers peers;
    bool is_lost;
    eleven_error pending;
    peer_mail mail;
    peer_flow flow;
    char *post_out, *post_in;
    size_t post_size, *out_lengths, *in_lengths;
    struct peer_report *reports;
    uint64_t *shares;
    part_choice choice;
    uint8_t *seen;

    /* Bytes of arrays that are not here; peak of the bytes in use. */
    uint64_t elsewhere, memory;
} solve_job;

/* The positions of a sum. A move raises the sum by at most `rise`, so rise + 1 sets are enough, used in rotation. */
static inline keyset *solve_window(const solve_job *job, uint64_t sum)
{
    return &job->window[sum % (job->space.rise + 1)];
}

/* The values of a position in the window. */
static inline const double *solve_values(const solve_job *job, uint64_t key, uint64_t sum)
{
    return (const double *)keyset_find(solve_window(job, sum), key);
}

/* Slides a position, and prefetches the slots of its afterstates, which are canonical: 0 where a direction is not legal
 * or the game is over. */
static inline void solve_slide(const solve_job *job, uint64_t key, space_moves *moves)
{
    bool is_won = space_is_won(&job->space, key);
    space_slide(&job->space, key, moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        bool is_legal = !is_won && moves->after[d] != key;
        moves->after[d] = is_legal ? image_canonical(&job->space, moves->after[d]) : 0;
        if (is_legal)
            keyset_prefetch(&job->afterstates, moves->after[d]);
    }
}

/* Makes space for `count` keys; false when out of memory. */
bool solve_reserve_keys(solve_job *job, size_t count);

/* Records the memory in use and leaves the rest of the budget to the archive. Fails if the budget is too small for the
 * layers that must be in memory at the same time; ELEVEN_STOPPED where sweeps may have ended early. */
eleven_error solve_note_memory(solve_job *job);

/* Reports the progress after the current layer. */
void solve_report(const solve_job *job, bool is_solving, uint64_t positions, double share);

/* Puts the current layer's positions into the archive; `layer` is stored in front of them. */
eleven_error solve_store_keys(solve_job *job, const solve_layer *layer, size_t index);

/* Reads into `keys` what this process has stored of a layer, or takes over the layer stored in front of them. */
eleven_error solve_load_own_keys(solve_job *job, size_t layer);
void solve_take_head(solve_job *job, size_t index, const solve_layer *layer);

/* Reads this process's positions of a layer into `keys`, whoever has stored them. All processes call it. Its error may
 * be one of this process alone. */
eleven_error solve_load_keys(solve_job *job, size_t layer);

/* Decodes the positions of a stored part, from memory_new, and the layer in front of them; NULL if it is damaged or
 * memory runs out. */
uint64_t *solve_decode_keys(solve_job *job, const void *bytes, size_t length, solve_layer *layer, eleven_error *error);

/* Shares a sweep over `count` things among the workers. For work that never refuses. */
void solve_sweep(solve_job *job, size_t count, void *context, bool (*work)(void *, unsigned, size_t, size_t));

/* ---- Peers ---------------------------------------------------------------------------------------------- */
/* All processes call these functions at the same places, in the same order: what they decide must be known to all.
 * Each exchange is a wait for the slowest process, so there are few. An error does not need one: the process does no
 * more work, but takes part in the exchanges, until the next agreement makes its error that of all. */

/* Makes the buffers. No other process is needed for it. */
bool peers_open(solve_job *job);
void peers_close(solve_job *job);

/* The process that has this position or afterstate, see solver_peers.c. */
static inline unsigned peers_owner(const solve_job *job, uint64_t key)
{
    const solve_space *space = &job->space;
    uint64_t sum = 0, mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned chunk = 0; chunk < space->chunks; chunk++, key >>= space->chunk_bits)
        sum += job->shares[((size_t)chunk << space->chunk_bits) + (key & mask)];
    return (unsigned)((hash_mix(sum) >> 32) * job->peers.count >> 32);
}

static inline bool peers_is_own(const solve_job *job, uint64_t key)
{
    return job->peers.count == 1 || peers_owner(job, key) == job->peers.rank;
}

/* Notes an error for the next agreement. */
static inline void peers_note(solve_job *job, eleven_error error)
{
    job->pending = job->pending ? job->pending : error;
}

/* Sends `length` bytes to all; `all` receives as many of each process. False if a process is lost. */
bool peers_gather(solve_job *job, const void *mine, size_t length, void *all);

/* What is known of all processes after an agreement: sums, the largest, the smallest and the largest number. */
enum { PEER_SUMS = 6 };
typedef struct peer_facts {
    uint64_t sum[PEER_SUMS], largest;
    double low, high;
} peer_facts;

/* An agreement: the error of any process, with its sentence; ELEVEN_STOPPED if one is to stop. `error` is noted before.
 * `facts`, unless NULL, become those of all processes. */
eleven_error peers_agree_on(solve_job *job, eleven_error error, peer_facts *facts);

/* The same with one sum, which may be NULL. */
eleven_error peers_agree(solve_job *job, eleven_error error, uint64_t *sum);

/* ELEVEN_IMPOSSIBLE if a process is lost: what it had to send is missing, and nothing that depends on it is stored. */
eleven_error peers_check(const solve_job *job);

/* Returns when all processes have come here. */
void peers_wait(solve_job *job);

/* Copies the bytes of process `from`, at most 1024, to all processes. */
void peers_share(solve_job *job, unsigned from, void *bytes, size_t length);

/* An agreement in which records are exchanged: one wait if there are few, and one for each further buffer. Errors that
 * happen after the agreement are noted. */
eleven_error peers_swap(solve_job *job, const peer_swap *swap);

/* The same in steps, between which the process computes. Between them, sweeps call peers_continue_swap: it takes what
 * has arrived, and sends more. Nothing else is exchanged before the end. */
void peers_begin_swap(solve_job *job, const peer_swap *swap);
void peers_continue_swap(solve_job *job);
eleven_error peers_end_swap(solve_job *job);

/* Whether peers_end_swap will not wait. Any thread may ask. */
static inline bool peers_have_answered(const solve_job *job)
{
    return !__atomic_load_n(&job->flow.is_under_way, __ATOMIC_RELAXED);
}

/* An agreement, begun and ended, in which the set receives the afterstates that other processes have found for this
 * one. `fresh`, unless NULL, becomes the number of those that the set did not contain; they are then the first ones in
 * mail.in, whose order is lost. */
void peers_begin_afterstates(solve_job *job);
eleven_error peers_end_afterstates(solve_job *job, size_t *fresh);

/* An agreement, begun and ended, in which the afterstates that belong to others receive their values. */
void peers_begin_values(solve_job *job);
eleven_error peers_end_values(solve_job *job);

/* ---- Stored parts --------------------------------------------------------------------------------------- */
/* Prepares a solve that continues: finds out by how many processes its layers were stored. */
eleven_error parts_open(solve_job *job);

/* Finds a layer in the stores of all processes. ELEVEN_END if it is not complete in any layout. */
eleven_error parts_choose(solve_job *job, archive_kind kind, size_t layer);

/* Records of a layer: keys, each with `extra` words. */
typedef struct part_records {
    uint64_t *words;
    size_t extra, count;
} part_records;

/* An agreement that gives each process the records of its positions, or all of them to process 0. `kind` as chosen by
 * parts_choose before. `head`, unless NULL, receives the first head_length bytes of the parts that are read here. */
eleven_error parts_load(solve_job *job, archive_kind kind, size_t layer, bool is_for_first, part_records *records,
                        void *head, size_t head_length);

/* ---- The parts of a solve ------------------------------------------------------------------------------- */
/* Fills in `layers` and archives their keys. */
eleven_error solve_enumerate(solve_job *job);

/* Sorts the keys of the current layer. */
void solve_sort_keys(solve_job *job);

/* What one worker found in a layer, apart from what other workers write. */
typedef struct layer_tally {
    _Alignas(64) eleven_solve_counts counts;
    uint64_t largest;
} layer_tally;

/* A layer that is being enumerated. `spawns_most`: keys that one afterstate can add. `afterstates`: those that get new
 * tiles. */
typedef struct layer_work {
    solve_job *job;
    size_t spawns_most, keys_taken;
    const uint64_t *afterstates;
    layer_tally tally[WORKERS_MAX];
} layer_work;

/* Empties the set of afterstates, whose keys get `extra` words, and adds those of the current layer. */
/* False when out of memory. */
bool solve_slide_layer(layer_work *work, size_t extra);

/* Adds to the window all positions that new tiles make of these afterstates, 0 where there is none, while others may
 * be on their way. False when out of memory. */
bool solve_spawn(layer_work *work, const uint64_t *afterstates, size_t count);

/* Computes the values of all layers, and the codes of the table. */
eleven_error solve_value(solve_job *job);

/* Values this process's afterstates: means over new tiles. `own` is {0} at first. `until_mail`: it stops when the keys
 * of the others have arrived, which wait for the values of these; solve_value_requests computes them. The next call
 * continues. */
void solve_value_own(solve_job *job, sweep *own, bool until_mail);
void solve_value_requests(solve_job *job);

/* Writes the table. */
eleven_error elx_write(solve_job *job);

/* ---- Ranking -------------------------------------------------------------------------------------------- */
/* The number of a board among all boards of the same sum, see ranking.c. For sums below `sums`:
 *     ways    [cells][sum]        how many fillings the first cells have with this sum
 *     below   [cell][rank][sum]   how many of them have a smaller tile than `rank` on the cell after them */
typedef struct solve_ranking {
    const solve_space *space;
    uint64_t sums;
    uint64_t *ways, *below;
} solve_ranking;

/* For sums up to `most`. False when out of memory. The space is borrowed. */
bool ranking_open(solve_ranking *ranking, const solve_space *space, uint64_t most);
void ranking_close(solve_ranking *ranking);

/* How many boards have this sum, and the number of a board among them. */
uint64_t ranking_count(const solve_ranking *ranking, uint64_t sum);
uint64_t ranking_number(const solve_ranking *ranking, uint64_t key, uint64_t sum);

/* ---- Table files ---------------------------------------------------------------------------------------- */
/* The files, in words of 8 bytes. doc/FORMATS.md specifies them completely.
 *
 *     [ elx_head ][ rules as text ][ elx_layer ... ][ layer ] ... [ layer ][ checksum ]
 *
 *     layer    [ upper: a 1 per position ][ marks ][ lower bits ][ codes ]
 *
 * A layer stores the numbers of its positions (ranking.c) in ascending order with the code of P. Elias and R. Fano. The
 * lower bits of each number are stored as they are. For the upper bits u of the i-th number, bit u + i of `upper` is 1:
 *
 *     numbers, 2 lower bits    1 = 00|01   2 = 00|10   6 = 01|10   13 = 11|01
 *     upper                    1 1 0 1 0 0 1 0         a 0 ends each group of equal upper bits: 00, 01, 10, 11
 *     lower bits               01 10 10 01
 *
 * The positions with upper bits u are between the zeros u-1 and u. `marks` contains the place of every 256th zero. */
enum { ELX_FORMAT = 1, ELX_STEP = 256, ELX_CODES = 1 << 14, ELX_CHANCES = 1 << 13 };

#define ELX_MAGIC "ELEVENX\n"

typedef struct elx_head {
    char magic[8];
    uint32_t format, rules_length;

    /* Of the board; of the objective; the largest tile of a key. */
    uint8_t w, h, kind, rank;
    uint32_t largest;
    uint64_t rules_hash, positions, layers;

    /* Of the start. */
    double value, loss, error;
} elx_head;

/* `boards`: how many boards have this sum. `offset`: of the layer in the file. A code c means the value low + step *
 * c, or a probability, see elx_value. `words`: of the whole layer. */
typedef struct elx_layer {
    uint64_t sum, positions, boards, offset;
    double low, step;
    uint64_t low_bits, words;
} elx_layer;

/* Where the parts of a layer begin, in words. */
typedef struct elx_parts {
    uint64_t upper_bits, marks, lower, codes, words;
} elx_parts;

/* False if the numbers are not possible. */
bool elx_parts_of(const elx_layer *layer, elx_parts *parts);

/* A position's code: its best direction in the lower two bits, its value in the others. */
uint16_t elx_code(eleven_objective_kind kind, const elx_layer *layer, double stored, eleven_direction best);
eleven_worth elx_value(eleven_objective_kind kind, const elx_layer *layer, uint16_t code);

/* Continues a checksum; the first one is ELX_START. */
#define ELX_START UINT64_C(0x2545f4914f6cdd1d)
uint64_t elx_checksum(uint64_t sum, const void *words, size_t count);

/* An open table. `map` is empty if the bytes are borrowed. */
struct eleven_table {
    const unsigned char *bytes;
    size_t length;
    file_map map;
    elx_head head;
    const elx_layer *layers;
    eleven_table_facts facts;
    solve_space space;
    solve_ranking ranking;
};

/* Whether the table is for boards of this size, or turned. */
bool elx_has_size(const eleven_table *table, unsigned w, unsigned h);

/* The code of a canonical key, and its layer; NULL if it is not in the table. */
const elx_layer *elx_find(const eleven_table *table, uint64_t key, uint16_t *code);

/* Opens a table that keeps the map of its file: `map` becomes empty. After an error that leaves something in it, the
 * caller closes it. */
eleven_error table_open_map(file_map *map, eleven_table **table, eleven_problem *problem);

/* Does the same, and opens a player that compares moves. Closing the player closes the table. */
eleven_error table_player_open(file_map *map, eleven_player **player, eleven_problem *problem);

#endif
