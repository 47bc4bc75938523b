"""Made from the headers by tools/cdefs.py; change those."""

VERSION = "0.1.0"

TEXT = """
typedef enum eleven_error {
    ELEVEN_OK = 0,
    ELEVEN_END,
    ELEVEN_BAD_TEXT,
    ELEVEN_BAD_RULES,
    ELEVEN_NEWER,
    ELEVEN_NO_MEMORY,
    ELEVEN_NO_STORAGE,
} eleven_error;
typedef struct eleven_problem {
    uint32_t line, column;
    char sentence[200];
} eleven_problem;
typedef uint8_t eleven_rank;
enum {
    ELEVEN_RANKS = 32,
    ELEVEN_SIDE_MAX = 8,
    ELEVEN_CELLS_MAX = 64,
    ELEVEN_SPAWNS_MAX = 8,
    ELEVEN_SYMMETRIES = 8,
};
typedef struct eleven_rules {
    char name[32];
    eleven_rank merge[ELEVEN_RANKS][ELEVEN_RANKS];
    uint32_t value[ELEVEN_RANKS];
    uint32_t spawn_weight[ELEVEN_RANKS];
    uint32_t count_weight[ELEVEN_SPAWNS_MAX + 1];
    uint8_t start_tiles;
    eleven_rank goal;
    bool cascade;
    bool goal_ends;
} eleven_rules;
const char *eleven_rules_name(unsigned index);
bool eleven_rules_find(const char *name, eleven_rules *rules);
eleven_error eleven_rules_check(const eleven_rules *rules, eleven_problem *problem);
uint64_t eleven_rules_hash(const eleven_rules *rules);
eleven_rank eleven_rules_rank(const eleven_rules *rules, uint64_t value);
typedef struct eleven_view {
    uint8_t first;
    int8_t stride;
    uint8_t length;
} eleven_view;
typedef struct eleven_hop {
    uint8_t from, to;
    bool merged;
} eleven_hop;
typedef struct eleven_slide {
    uint64_t gain;
    uint8_t hops;
} eleven_slide;
eleven_slide eleven_line_slide(const eleven_rules *rules, eleven_rank *cells, eleven_view view, eleven_hop *hops);
typedef enum eleven_direction {
    ELEVEN_UP,
    ELEVEN_RIGHT,
    ELEVEN_DOWN,
    ELEVEN_LEFT,
    ELEVEN_DIRECTIONS
} eleven_direction;
typedef struct eleven_board {
    uint8_t w, h;
    eleven_rank cells[ELEVEN_CELLS_MAX];
} eleven_board;
typedef struct eleven_tile {
    uint8_t cell;
    eleven_rank rank;
} eleven_tile;
eleven_board eleven_board_empty(unsigned w, unsigned h);
bool eleven_board_equal(const eleven_board *a, const eleven_board *b);
eleven_slide eleven_board_slide(const eleven_rules *rules, eleven_board *board, eleven_direction direction,
                                eleven_hop *hops);
unsigned eleven_board_legal(const eleven_rules *rules, const eleven_board *board);
unsigned eleven_board_empties(const eleven_board *board, uint8_t cells[ELEVEN_CELLS_MAX]);
void eleven_board_place(eleven_board *board, eleven_tile tile);
eleven_tile eleven_board_pick(const eleven_rules *rules, const eleven_board *board, uint64_t word);
eleven_rank eleven_board_largest(const eleven_board *board);
eleven_board eleven_board_symmetry(const eleven_board *board, unsigned symmetry);
uint64_t eleven_random(uint64_t seed, uint64_t ply);
typedef struct eleven_game {
    eleven_board board;
    uint64_t score;
    uint32_t ply;
    bool keeps_playing;
} eleven_game;
typedef enum eleven_status { ELEVEN_PLAYING, ELEVEN_WON, ELEVEN_LOST } eleven_status;
typedef struct eleven_events {
    uint64_t gain;
    uint8_t hop_count;
    uint8_t spawn_count;
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_events;
eleven_game eleven_game_start(const eleven_rules *rules, unsigned w, unsigned h, uint64_t seed, eleven_events *events);
eleven_status eleven_game_status(const eleven_rules *rules, const eleven_game *game);
bool eleven_game_step(const eleven_rules *rules, eleven_game *game, eleven_direction direction, uint64_t word,
                      eleven_events *events);
bool eleven_game_slide(const eleven_rules *rules, eleven_game *game, eleven_direction direction, eleven_events *events);
bool eleven_game_keep_playing(const eleven_rules *rules, eleven_game *game);
typedef struct eleven_merge {
    uint8_t cell;
    eleven_rank met, moved, rank;
} eleven_merge;
unsigned eleven_events_merges(const eleven_rules *rules, const eleven_board *before, const eleven_events *events,
                              eleven_merge merges[ELEVEN_CELLS_MAX]);
enum { ELEVEN_BOARD_TEXT = 1024, ELEVEN_RULES_TEXT = 32768 };
typedef enum eleven_layout {
    ELEVEN_LINE,
    ELEVEN_GRID,
    ELEVEN_HEX,
} eleven_layout;
size_t eleven_board_print(const eleven_rules *rules, const eleven_board *board, eleven_layout layout, char *text,
                          size_t size);
eleven_error eleven_board_parse(const eleven_rules *rules, const char *text, size_t length, eleven_board *board,
                                eleven_problem *problem);
const char *eleven_direction_name(eleven_direction direction);
bool eleven_direction_parse(const char *text, size_t length, eleven_direction *direction);
const char *eleven_status_name(eleven_status status);
bool eleven_status_parse(const char *text, size_t length, eleven_status *status);
bool eleven_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number);
bool eleven_size_parse(const char *text, size_t length, unsigned *w, unsigned *h);
bool eleven_goal_parse(const char *text, size_t length, eleven_rules *rules);
size_t eleven_rules_describe(const eleven_rules *rules, char *text, size_t size);
size_t eleven_rules_print(const eleven_rules *rules, char *text, size_t size);
eleven_error eleven_rules_parse(const char *text, size_t length, eleven_rules *rules, eleven_problem *problem);
typedef struct eleven_ply {
    bool keeps_playing;
    eleven_direction direction;
    uint8_t spawn_count;
    eleven_tile spawns[ELEVEN_SPAWNS_MAX];
} eleven_ply;
eleven_ply eleven_ply_of(eleven_direction direction, const eleven_events *events);
typedef struct eleven_record {
    eleven_rules rules;
    eleven_game start;
    bool has_seed;
    uint64_t seed;
    bool from_board;
    uint32_t undos, helped;
    char date[32];
    bool has_end;
    eleven_status status;
    uint64_t score;
    uint32_t moves;
} eleven_record;
size_t eleven_record_print(const eleven_record *record, char *text, size_t size);
size_t eleven_ply_print(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t moves_before, char *text,
                        size_t size);
typedef struct eleven_reader {
    eleven_record record;
    eleven_game game;
    const char *text;
    size_t length, at;
    uint32_t line, column;
    uint32_t end_line[3];
} eleven_reader;
eleven_error eleven_reader_open(eleven_reader *reader, const char *text, size_t length, eleven_problem *problem);
eleven_error eleven_reader_next(eleven_reader *reader, eleven_ply *ply, eleven_events *events, eleven_problem *problem);
typedef struct eleven_bitboard {
    uint64_t low, high;
} eleven_bitboard;
eleven_bitboard eleven_bitboard_pack(const eleven_board *board);
eleven_board eleven_bitboard_unpack(eleven_bitboard board);
eleven_rank eleven_bitboard_get(eleven_bitboard board, unsigned cell);
eleven_bitboard eleven_bitboard_set(eleven_bitboard board, unsigned cell, eleven_rank rank);
int eleven_bitboard_compare(eleven_bitboard a, eleven_bitboard b);
uint64_t eleven_bitboard_hash(eleven_bitboard board);
unsigned eleven_bitboard_empties(eleven_bitboard board);
eleven_rank eleven_bitboard_largest(eleven_bitboard board);
eleven_bitboard eleven_bitboard_symmetry(eleven_bitboard board, unsigned symmetry);
eleven_bitboard eleven_bitboard_canonical(eleven_bitboard board);
unsigned eleven_bitboard_spawns(eleven_bitboard board, eleven_rank rank, eleven_bitboard spawns[16]);
typedef struct eleven_rowtable {
    uint64_t row[65536][2];
    eleven_rules rules;
    uint32_t second;
} eleven_rowtable;
void eleven_rowtable_build(const eleven_rules *rules, eleven_rowtable *table);
eleven_bitboard eleven_bitboard_slide(const eleven_rowtable *table, eleven_bitboard board, eleven_direction direction,
                                      uint64_t *gain);
typedef struct eleven_afterstates {
    eleven_bitboard board[ELEVEN_DIRECTIONS];
    uint64_t gain[ELEVEN_DIRECTIONS];
} eleven_afterstates;
unsigned eleven_bitboard_afterstates(const eleven_rowtable *table, eleven_bitboard board, eleven_afterstates *after);
uint64_t eleven_bitboard_perft(const eleven_rowtable *table, eleven_bitboard board, unsigned depth);
typedef struct eleven_playout {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
} eleven_playout;
void eleven_bitboard_playouts(const eleven_rowtable *table, const eleven_bitboard *board, uint64_t seed, size_t count,
                              eleven_playout *games);
eleven_bitboard eleven_bitboard_start(const eleven_rowtable *table, uint64_t seed);
enum { ELEVEN_BATCH_LANES = 512, ELEVEN_BATCH_BYTES = 7 << 14 };
typedef struct eleven_lanes {
    uint64_t word[ELEVEN_BATCH_LANES / 64];
} eleven_lanes;
typedef struct eleven_batch eleven_batch;
eleven_batch *eleven_batch_init(void *memory, unsigned bits, uint64_t seed);
unsigned eleven_batch_bits(const eleven_batch *batch);
typedef struct eleven_batch_game {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
    uint16_t lane;
    eleven_rank largest;
} eleven_batch_game;
typedef void eleven_batch_report(void *state, const eleven_batch_game *games, unsigned count);
typedef void eleven_batch_policy(void *state, const eleven_batch *batch, const eleven_lanes legal[ELEVEN_DIRECTIONS],
                                 eleven_lanes chosen[ELEVEN_DIRECTIONS]);
void eleven_batch_play(eleven_batch *batch, unsigned rounds, eleven_batch_report *report, void *state);
void eleven_batch_play_by(eleven_batch *batch, unsigned rounds, eleven_batch_policy *policy, void *policy_state,
                          eleven_batch_report *report, void *report_state);
void eleven_batch_flush(eleven_batch *batch, eleven_batch_report *report, void *state);
void eleven_batch_legal(const eleven_batch *batch, eleven_lanes legal[ELEVEN_DIRECTIONS]);
typedef struct eleven_batch_lane {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
    bool is_vacant;
    bool owes_tile;
    bool moved;
    eleven_direction direction;
    bool spawned;
} eleven_batch_lane;
eleven_batch_lane eleven_batch_store(const eleven_batch *batch, unsigned lane);
void eleven_batch_store_all(const eleven_batch *batch, eleven_batch_lane lanes[ELEVEN_BATCH_LANES]);
void eleven_batch_load(eleven_batch *batch, unsigned lane, eleven_bitboard board, uint64_t score, uint32_t moves);
void eleven_batch_reset(eleven_batch *batch, unsigned lane);
typedef struct eleven_env {
    eleven_bitboard board;
    uint64_t seed, stream;
    uint64_t score;
    uint64_t moves;
} eleven_env;
bool eleven_envs_suit(const eleven_rules *rules);
void eleven_envs_start(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, size_t count);
eleven_env eleven_env_at(eleven_bitboard board, uint64_t seed, uint64_t score, uint64_t moves);
uint64_t eleven_env_next_seed(uint64_t seed);
typedef struct eleven_envs_results {
    int64_t *rewards;
    bool *moved, *over;
    uint8_t *ranks;
    uint8_t *legal;
    uint8_t *final_ranks;
    int64_t *final_scores, *final_moves;
    bool starts_again;
} eleven_envs_results;
void eleven_envs_step(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *actions,
                      const eleven_envs_results *results);
void eleven_envs_look(const eleven_env *envs, size_t count, uint8_t *ranks, uint8_t *legal);
void eleven_envs_afterstates(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *ranks,
                             int64_t *gains);
typedef struct eleven_budget {
    uint32_t depth;
    uint64_t nodes;
    double milliseconds;
} eleven_budget;
typedef struct eleven_advice {
    eleven_direction direction;
    double values[ELEVEN_DIRECTIONS];
} eleven_advice;
typedef struct eleven_player eleven_player;
struct eleven_player {
    const char *name;
    void *state;
    bool (*choose)(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice);
    void (*close)(eleven_player *player);
};
const char *eleven_player_name(unsigned index);
eleven_player *eleven_player_open(const char *name, uint64_t seed);
void eleven_player_close(eleven_player *player);
typedef struct eleven_evaluator {
    const void *state;
    void (*values)(const void *state, const eleven_bitboard *after, size_t count, float *values);
    float gain;
    float lost;
} eleven_evaluator;
typedef struct eleven_evaluation eleven_evaluation;
eleven_evaluation *eleven_evaluation_new(const eleven_rules *rules);
void eleven_evaluation_free(eleven_evaluation *evaluation);
eleven_evaluator eleven_evaluation_evaluator(const eleven_evaluation *evaluation);
typedef struct eleven_search_settings {
    float cutoff;
    unsigned crowded;
    unsigned megabytes;
} eleven_search_settings;
eleven_search_settings eleven_search_settings_default(void);
typedef struct eleven_search eleven_search;
bool eleven_search_suits(const eleven_rules *rules, unsigned w, unsigned h);
eleven_search *eleven_search_new(const eleven_rowtable *rows, const eleven_evaluator *evaluator,
                                 const eleven_search_settings *settings);
void eleven_search_free(eleven_search *search);
bool eleven_search_counts_points(const eleven_search *search);
enum { ELEVEN_SEARCH_DEPTH = 15 };
typedef struct eleven_search_result {
    unsigned legal;
    eleven_direction direction;
    double values[ELEVEN_DIRECTIONS];
    double expected;
    unsigned depth;
    uint64_t nodes;
} eleven_search_result;
bool eleven_search_run(eleven_search *search, eleven_bitboard board, const eleven_budget *budget,
                       eleven_search_result *result);
typedef struct eleven_search_step {
    eleven_direction direction;
    eleven_tile tile;
} eleven_search_step;
unsigned eleven_search_line(eleven_search *search, eleven_bitboard board, unsigned depth,
                            eleven_search_step line[ELEVEN_SEARCH_DEPTH]);
typedef struct eleven_knowledge {
    void *context;
    bool (*evaluate)(void *context, const eleven_rules *rules, eleven_evaluator *evaluator);
    void (*close)(void *context);
} eleven_knowledge;
eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings);
eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h);
typedef struct eleven_network eleven_network;
typedef struct eleven_network_facts {
    char recipe[32];
    uint64_t seed;
    uint64_t moves;
    uint64_t games;
    double mean, error;
    uint32_t weights;
    uint32_t stages, tuples;
} eleven_network_facts;
eleven_error eleven_network_open(const char *path, eleven_network **network, eleven_problem *problem);
eleven_error eleven_network_read(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem);
const eleven_network *eleven_network_shipped(void);
void eleven_network_close(eleven_network *network);
eleven_network_facts eleven_network_about(const eleven_network *network);
float eleven_network_value(const eleven_network *network, eleven_bitboard after);
void eleven_network_values(const eleven_network *network, const eleven_bitboard *after, size_t count, float *values);
unsigned eleven_network_moves(const eleven_network *network, const eleven_rowtable *table, eleven_bitboard board,
                              eleven_afterstates *after, float values[ELEVEN_DIRECTIONS]);
eleven_evaluator eleven_network_evaluator(const eleven_network *network);
eleven_player *eleven_network_player_new(const eleven_network *network);
typedef enum eleven_endgame_size {
    ELEVEN_ENDGAME_TINY,
    ELEVEN_ENDGAME_SMALL,
    ELEVEN_ENDGAME_FULL,
} eleven_endgame_size;
const char *eleven_endgame_size_name(unsigned size);
typedef struct eleven_endgame_progress {
    double share;
    double share_begun;
} eleven_endgame_progress;
typedef struct eleven_endgame_build {
    const char *folder;
    eleven_endgame_size size;
    unsigned threads;
    bool (*progress)(void *context, const eleven_endgame_progress *progress);
    void *context;
} eleven_endgame_build;
eleven_error eleven_endgame_run(const eleven_endgame_build *build, eleven_problem *problem);
typedef struct eleven_endgame eleven_endgame;
bool eleven_endgame_folder(char *path, size_t size);
eleven_error eleven_endgame_open(const char *folder, eleven_endgame **endgame, eleven_problem *problem);
void eleven_endgame_close(eleven_endgame *endgame);
typedef struct eleven_endgame_facts {
    eleven_endgame_size size;
    uint64_t bytes;
    uint64_t fillings[2];
} eleven_endgame_facts;
eleven_endgame_facts eleven_endgame_about(const eleven_endgame *endgame);
unsigned eleven_endgame_chances(const eleven_endgame *endgame, eleven_bitboard board,
                                double chances[ELEVEN_DIRECTIONS]);
eleven_player *eleven_strong_player_new(const eleven_endgame *endgame);
typedef struct eleven_match_game {
    uint64_t index;
    uint64_t seed;
    uint64_t score;
    uint32_t moves;
    eleven_rank largest;
    double milliseconds;
    const char *record;
    size_t length;
} eleven_match_game;
typedef struct eleven_match {
    eleven_rules rules;
    unsigned w, h;
    uint64_t seed;
    uint64_t games;
    unsigned threads;
    bool keeps_records;
    eleven_player *(*open)(void *context, uint64_t index, uint64_t seed, eleven_budget *budget);
    bool (*report)(void *context, const eleven_match_game *game);
    void *context;
} eleven_match;
eleven_error eleven_match_run(const eleven_match *match);
typedef struct eleven_contender {
    char name[32];
    unsigned depth;
} eleven_contender;
bool eleven_contender_parse(const char *text, eleven_contender *contender);
bool eleven_milliseconds_parse(const char *text, double *milliseconds);
typedef struct eleven_interval {
    double low, high;
} eleven_interval;
typedef struct eleven_summary {
    uint64_t games, moves;
    double mean, standard_error;
    double quartile[3];
    uint64_t least, most;
    uint64_t reached[ELEVEN_RANKS];
    double milliseconds;
    double mean_move_us;
} eleven_summary;
eleven_summary eleven_match_summary(const eleven_match_game *games, size_t count, uint64_t *scores);
eleven_interval eleven_wilson(uint64_t hits, uint64_t trials);
enum { ELEVEN_BARS_MAX = 64 };
typedef struct eleven_histogram {
    unsigned bars;
    uint64_t low, step;
    uint64_t count[ELEVEN_BARS_MAX];
    uint64_t highest;
} eleven_histogram;
eleven_histogram eleven_histogram_of(const uint64_t *scores, size_t count, unsigned bars);
size_t eleven_histogram_svg(const eleven_histogram *histogram, const char *title, char *text, size_t size);
typedef struct eleven_sprt {
    double p0, p1;
    double alpha, beta;
} eleven_sprt;
eleven_sprt eleven_sprt_default(void);
typedef enum eleven_decision { ELEVEN_UNDECIDED, ELEVEN_ACCEPT_H0, ELEVEN_ACCEPT_H1 } eleven_decision;
typedef struct eleven_verdict {
    double ratio;
    eleven_interval bound;
    eleven_decision decision;
} eleven_verdict;
eleven_verdict eleven_sprt_verdict(const eleven_sprt *test, uint64_t wins, uint64_t losses);
typedef struct eleven_judgement {
    eleven_game before;
    eleven_direction played, best;
    double values[ELEVEN_DIRECTIONS];
    double loss;
    double stake;
    bool is_free;
} eleven_judgement;
bool eleven_review_move(eleven_player *player, const eleven_budget *budget, const eleven_rules *rules,
                        const eleven_game *before, eleven_direction played, eleven_judgement *judgement);
typedef enum eleven_grade {
    ELEVEN_FORCED,
    ELEVEN_BEST,
    ELEVEN_GOOD,
    ELEVEN_INACCURACY,
    ELEVEN_MISTAKE,
    ELEVEN_BLUNDER,
    ELEVEN_GRADES
} eleven_grade;
const char *eleven_grade_name(eleven_grade grade);
enum { ELEVEN_TURNING_POINTS = 5 };
typedef struct eleven_review {
    double accuracy;
    double stake;
    double loss;
    size_t count[ELEVEN_GRADES];
    unsigned turning_points;
    size_t turning_point[ELEVEN_TURNING_POINTS];
} eleven_review;
eleven_review eleven_review_sum(const eleven_judgement *moves, size_t count, double *room);
double eleven_review_severity(const eleven_review *review, const eleven_judgement *judgement);
eleven_grade eleven_review_grade(const eleven_review *review, const eleven_judgement *judgement);
enum { ELEVEN_REASON_TEXT = 256 };
size_t eleven_review_reason(const eleven_rules *rules, const eleven_judgement *judgement, char *text, size_t size);
typedef enum eleven_objective_kind {
    ELEVEN_EXPECT_SCORE,
    ELEVEN_EXPECT_MOVES,
    ELEVEN_REACH,
    ELEVEN_FORCE_SCORE,
    ELEVEN_FORCE_MOVES,
    ELEVEN_FORCE_RANK,
} eleven_objective_kind;
typedef struct eleven_objective {
    eleven_objective_kind kind;
    eleven_rank rank;
} eleven_objective;
enum { ELEVEN_OBJECTIVES_MAX = 40 };
typedef struct eleven_worth {
    double value;
    double loss;
} eleven_worth;
typedef struct eleven_solve_progress {
    bool is_solving;
    uint64_t positions;
    double share;
    uint64_t sum;
    uint64_t memory;
} eleven_solve_progress;
typedef struct eleven_layer_store {
    void *context;
    bool (*put)(void *context, const char *name, const void *bytes, size_t length);
    bool (*get)(void *context, const char *name, void **bytes, size_t *length);
    void (*drop)(void *context, const char *name);
} eleven_layer_store;
typedef struct eleven_solve {
    eleven_rules rules;
    unsigned w, h;
    const eleven_board *start;
    eleven_objective objectives[ELEVEN_OBJECTIVES_MAX];
    unsigned objective_count;
    unsigned threads;
    uint64_t memory;
    const eleven_layer_store *store;
    bool store_at_once;
    const char *table;
    bool (*progress)(void *context, const eleven_solve_progress *progress);
    void *context;
} eleven_solve;
eleven_rank eleven_solve_largest(const eleven_solve *solve);
typedef struct eleven_solve_counts {
    uint64_t positions;
    uint64_t all;
    uint64_t lost, won;
    uint64_t afterstates;
} eleven_solve_counts;
typedef struct eleven_solution {
    eleven_solve_counts counts;
    uint64_t layers;
    eleven_rank largest;
    double error;
    eleven_worth values[ELEVEN_OBJECTIVES_MAX];
    unsigned legal;
    eleven_worth moves[ELEVEN_DIRECTIONS][ELEVEN_OBJECTIVES_MAX];
    uint64_t memory;
} eleven_solution;
eleven_error eleven_solve_run(const eleven_solve *solve, eleven_solution *solution, eleven_problem *problem);
typedef struct eleven_table eleven_table;
eleven_error eleven_table_open(const char *path, eleven_table **table, eleven_problem *problem);
eleven_error eleven_table_of(const void *bytes, size_t length, eleven_table **table, eleven_problem *problem);
void eleven_table_close(eleven_table *table);
typedef struct eleven_table_facts {
    eleven_rules rules;
    unsigned w, h;
    eleven_objective objective;
    uint64_t positions;
    eleven_worth start;
    double error;
} eleven_table_facts;
const eleven_table_facts *eleven_table_describe(const eleven_table *table);
bool eleven_table_suits(const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h);
typedef struct eleven_table_answer {
    eleven_worth worth;
    unsigned legal;
    eleven_direction best;
    eleven_worth moves[ELEVEN_DIRECTIONS];
} eleven_table_answer;
bool eleven_table_probe(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer);
eleven_player *eleven_table_player(const eleven_table *table, bool compares);
eleven_error eleven_table_player_open(const char *path, eleven_player **player, eleven_problem *problem);
bool eleven_table_is_named(const char *name);
eleven_player *eleven_player_named(const char *name, uint64_t seed);
const eleven_table *eleven_player_table(const eleven_player *player);
typedef enum eleven_fact_status {
    ELEVEN_FACT_PROVED,
    ELEVEN_FACT_BRACKETED,
    ELEVEN_FACT_MEASURED,
} eleven_fact_status;
const char *eleven_fact_status_name(eleven_fact_status status);
typedef struct eleven_fact {
    const char *name;
    eleven_fact_status status;
    const char *question;
    const char *claim;
    const char *argument;
} eleven_fact;
const eleven_fact *eleven_fact_at(unsigned index);
const char *eleven_fact_game(const char *name, size_t *length);
typedef struct eleven_fact_listener {
    void *state;
    void (*evidence)(void *state, const char *sentence, bool holds);
    void (*table)(void *state, const char *caption, const char *const *columns, unsigned count);
    void (*row)(void *state, const char *const *cells, unsigned count);
    const char *(*game)(void *state, const char *name, size_t *length);
} eleven_fact_listener;
bool eleven_fact_check(const eleven_fact *fact, const eleven_fact_listener *listener);
typedef struct eleven_session eleven_session;
eleven_session *eleven_session_new(void);
void eleven_session_free(eleven_session *session);
bool eleven_session_begin(eleven_session *session, const eleven_record *head, unsigned w, unsigned h, double now);
eleven_error eleven_session_load(eleven_session *session, const char *text, size_t length, double now,
                                 eleven_problem *problem);
bool eleven_session_move(eleven_session *session, eleven_direction direction, double now);
bool eleven_session_new_game(eleven_session *session, uint64_t seed, const char *date, double now);
bool eleven_session_keep_playing(eleven_session *session, double now);
bool eleven_session_undo(eleven_session *session, double now);
bool eleven_session_redo(eleven_session *session, double now);
bool eleven_session_autoplay(eleven_session *session, eleven_player *player, const eleven_budget *budget, double now);
void eleven_session_mark_helped(eleven_session *session);
bool eleven_session_seek(eleven_session *session, size_t position, double now);
size_t eleven_session_length(const eleven_session *session);
size_t eleven_session_position(const eleven_session *session);
const eleven_rules *eleven_session_rules(const eleven_session *session);
const eleven_game *eleven_session_game(const eleven_session *session);
eleven_status eleven_session_status(const eleven_session *session);
eleven_record eleven_session_record(const eleven_session *session);
const eleven_events *eleven_session_events(const eleven_session *session, const eleven_board **before);
size_t eleven_session_print(const eleven_session *session, char *text, size_t size);
typedef struct eleven_entry {
    const eleven_record *head;
    const eleven_rules *rules;
    eleven_ply ply;
    eleven_game after;
    size_t game;
} eleven_entry;
eleven_entry eleven_session_entry(const eleven_session *session, size_t index);
size_t eleven_session_unsaved(const eleven_session *session);
void eleven_session_saved(eleven_session *session);
typedef struct eleven_sprite {
    float x, y;
    float scale;
    eleven_rank rank;
    uint32_t value;
} eleven_sprite;
typedef struct eleven_frame {
    uint8_t w, h;
    uint8_t sprite_count;
    eleven_sprite sprites[ELEVEN_CELLS_MAX];
    uint64_t score;
    uint32_t moves;
    uint64_t gain;
    float gain_age;
    eleven_status status;
    bool can_keep_playing;
    bool is_moving;
} eleven_frame;
void eleven_session_frame(const eleven_session *session, double now, eleven_frame *frame);
typedef struct eleven_state eleven_state;
eleven_state *eleven_state_new(const eleven_record *head);
void eleven_state_free(eleven_state *state);
const eleven_record *eleven_state_head(const eleven_state *state);
const eleven_game *eleven_state_game(const eleven_state *state);
bool eleven_state_has_begun(const eleven_state *state);
eleven_status eleven_state_status(const eleven_state *state);
uint64_t eleven_state_gain(const eleven_state *state);
enum { ELEVEN_STATE_TEXT = 4096 };
size_t eleven_state_text(const eleven_state *state, eleven_player *player, char *text, size_t size);
size_t eleven_state_print(const eleven_state *state, char *text, size_t size);
size_t eleven_state_chain(const eleven_state *state, char *text, size_t size);
typedef enum eleven_choice {
    ELEVEN_CHOOSE_BEGIN,
    ELEVEN_CHOOSE_GRID,
    ELEVEN_CHOOSE_UP,
    ELEVEN_CHOOSE_DOWN,
    ELEVEN_CHOOSE_LEFT,
    ELEVEN_CHOOSE_RIGHT,
    ELEVEN_CHOOSE_UNDO,
    ELEVEN_CHOOSE_HINT,
    ELEVEN_CHOOSE_KEEP,
    ELEVEN_CHOICES
} eleven_choice;
const char *eleven_choice_word(eleven_choice choice);
eleven_choice eleven_direction_choice(eleven_direction direction);
typedef struct eleven_option {
    eleven_choice choice;
    const char *label, *word;
} eleven_option;
unsigned eleven_state_options(const eleven_state *state, const eleven_player *player,
                              eleven_option options[ELEVEN_CHOICES]);
size_t eleven_option_detail(eleven_state *state, const eleven_option *option, eleven_player *player, char *text,
                            size_t size);
eleven_error eleven_state_choose(eleven_state *state, const char *word, size_t length, eleven_state **next,
                                 eleven_problem *problem);
eleven_state *eleven_state_follow(eleven_state *state, const eleven_ply *ply, const eleven_game *after, uint64_t gain);
eleven_state *eleven_state_move(eleven_state *state, eleven_direction direction, eleven_ply *ply);
typedef struct eleven_chain_word {
    size_t begin, end;
} eleven_chain_word;
size_t eleven_chain_find(const char *text, size_t length, size_t from);
eleven_error eleven_chain_head(const char *text, size_t length, eleven_record *head, size_t *end,
                               eleven_problem *problem);
bool eleven_chain_next(const char *text, size_t length, size_t at, eleven_chain_word *word);
size_t eleven_chain_head_print(const eleven_record *head, char *text, size_t size);
typedef enum eleven_format {
    ELEVEN_FORMAT_RECORD,
    ELEVEN_FORMAT_LEAGUE,
    ELEVEN_FORMAT_VERSE,
    ELEVEN_FORMAT_RPL,
    ELEVEN_FORMAT_NEXT,
    ELEVEN_FORMAT_STATE,
    ELEVEN_FORMAT_HEX,
    ELEVEN_FORMATS
} eleven_format;
const char *eleven_format_name(eleven_format format);
const char *eleven_format_origin(eleven_format format);
bool eleven_format_find(const char *name, eleven_format *format);
eleven_format eleven_format_detect(const void *bytes, size_t length);
enum {
    ELEVEN_LOST_RULES = 1 << 0,
    ELEVEN_LOST_SEED = 1 << 1,
    ELEVEN_LOST_DATE = 1 << 2,
    ELEVEN_LOST_COUNTS = 1 << 3,
    ELEVEN_LOST_MOVES = 1 << 4,
    ELEVEN_LOST_SCORE = 1 << 5,
    ELEVEN_LOST_UNDONE = 1 << 6,
    ELEVEN_LOST_EDITED = 1 << 7,
    ELEVEN_LOST_TIMES = 1 << 8,
    ELEVEN_LOST_RATES = 1 << 9,
    ELEVEN_LOST_KINDS = 10
};
const char *eleven_lost_name(unsigned kind);
typedef struct eleven_bytes {
    char *at;
    size_t length;
} eleven_bytes;
void eleven_bytes_free(eleven_bytes *bytes);
eleven_error eleven_import(const void *bytes, size_t length, eleven_format from, eleven_bytes *records, unsigned *lost,
                           eleven_problem *problem);
eleven_error eleven_export(const char *records, size_t length, eleven_format to, eleven_bytes *bytes, unsigned *lost,
                           eleven_problem *problem);
"""
