/* The players for JavaScript. A position comes in as a game record, and the answer of a player goes out. A whole
 * record comes in, its moves are judged one after another, and the results are laid out as plain structures of
 * doubles and 32-bit words, which players.js reads in place. This is a separate module in a worker, so that the page
 * loads it only when it is needed, and so that it may take its time and its memory. */
#include "web/exchange.h"
#include "eleven/network.h"
#include "eleven/review.h"
#include "eleven/search.h"

/* The vectors of WebAssembly have 128 bits. There is no training in a browser. */
#define KERNEL_NAME(name) name##_browser
#define KERNEL_TARGET
#include "player/network_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

player_values *player_values_best(void)
{
    return player_values_browser;
}

/* The file of weights, and the part of it that is open: to save memory, one network at a time. */
static char *weights;
static size_t weights_length;
static eleven_network *network;
static bool is_late;

/* Elsewhere the networks are part of the library; here the open one is the one that the next board needs. */
const eleven_network *eleven_network_shipped(void)
{
    return network;
}

const eleven_network *eleven_network_shipped_late(void)
{
    return network;
}

/* The player that answered last. */
static eleven_player *player;
static unsigned player_index;

static void player_forget(void)
{
    eleven_player_close(player);
    player = NULL;
}

/* A file may contain one network only, which is then for all boards. */
static eleven_error part_open(unsigned part)
{
    player_forget();
    eleven_network_close(network);
    network = NULL;
    eleven_error error = player_network_open_part(weights, weights_length, part, &network, &last_error);
    return error || network ? error : player_network_open_part(weights, weights_length, 0, &network, &last_error);
}

/* Opens the file of weights in the exchange buffer, and takes over the buffer. */
eleven_error EXPORT(open_network)(size_t length)
{
    free(weights);
    weights = exchange;
    weights_length = length;
    exchange = NULL;
    exchange_capacity = 0;
    is_late = false;
    return part_open(0);
}

const char *EXPORT(player_name)(unsigned index)
{
    return eleven_player_name(index);
}

/* A built-in player by its index, for a board. It is opened at the first request and kept until another player, or a
 * board for the other network, is requested. NULL, with the last error set, if out of memory. */
static eleven_player *player_for(unsigned index, const eleven_board *board)
{
    const char *name = eleven_player_name(index);
    bool needs_late = eleven_board_largest(board) >= NETWORK_LATE;
    if (weights && strcmp(name, "network") == 0 && (!network || needs_late != is_late)) {
        is_late = needs_late;
        if (part_open(is_late))
            return NULL;
    }
    if (player && player_index == index)
        return player;
    player_forget();
    player_index = index;
    eleven_player_open(name, 1, NULL, &player, &last_error);
    return player;
}

/* The answer of a player to the position with which the record in the exchange buffer begins: an eleven_advice (the
 * direction, four unused bytes, four doubles), and whether the values are points. The direction is ELEVEN_DIRECTIONS if
 * none is legal. NULL after an error. */
const void *EXPORT(advise)(size_t length, unsigned index, uint32_t depth, double nodes, double milliseconds)
{
    static eleven_reader position;
    static struct {
        eleven_advice advice;
        uint32_t in_points;
    } answer;
    const eleven_budget budget = {sizeof(eleven_budget), depth, (uint64_t)nodes, milliseconds, NULL, 0};
    if (eleven_reader_open(&position, exchange, length, &last_error))
        return NULL;
    if (!player_for(index, &position.record.start.board))
        return NULL;
    answer.advice = (eleven_advice){.direction = ELEVEN_DIRECTIONS};
    eleven_player_choose(player, &position.record.rules, &position.record.start.board, &budget, &answer.advice);
    answer.in_points = eleven_player_counts_points(player, &position.record.rules, position.record.start.board.w,
                                                   position.record.start.board.h);
    return &answer;
}

/* The reader borrows the exchange buffer, which must not change before the last move is judged. */
static eleven_reader reader;

/* The judged moves, `count` of `in_all`, and for each one the number of plies that precede it in the record. */
static eleven_judgement *moves;
static uint32_t *places;
static uint32_t count, in_all, plies;
static double *scratch;

static eleven_error count_moves(void)
{
    eleven_reader ahead = reader;
    eleven_ply ply;
    eleven_error error;
    for (in_all = 0; !(error = eleven_reader_next(&ahead, &ply, NULL, &last_error));)
        in_all += !ply.keeps_playing;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* Begins a review of the record in the exchange buffer. */
eleven_error EXPORT(review_begin)(size_t length)
{
    eleven_error error = eleven_reader_open(&reader, exchange, length, &last_error);
    free(moves);
    free(places);
    free(scratch);
    count = plies = in_all = 0;
    error = error ? error : count_moves();
    moves = malloc((in_all + 1) * sizeof *moves);
    places = malloc((in_all + 1) * sizeof *places);
    scratch = malloc((in_all + 1) * sizeof *scratch);
    return error ? error : moves && places && scratch ? ELEVEN_OK : exchange_no_memory();
}

/* Judges the next move, as unknown if the player does not answer. Returns the number of moves that remain. */
uint32_t EXPORT(review_step)(unsigned index, uint32_t depth, double nodes, double milliseconds)
{
    const eleven_budget budget = {sizeof(eleven_budget), depth, (uint64_t)nodes, milliseconds, NULL, 0};
    eleven_game before;
    eleven_ply ply;
    do {
        before = reader.game;
        if (count == in_all || eleven_reader_next(&reader, &ply, NULL, &last_error))
            return 0;
        plies++;
    } while (ply.keeps_playing);
    places[count] = plies - 1;
    if (!player_for(index, &before.board) ||
        eleven_review_judge(player, &budget, &reader.record.rules, &before, ply.direction, &moves[count]))
        moves[count] = (eleven_judgement){
            .before = before, .played = ply.direction, .best = ply.direction, .values = {NAN, NAN, NAN, NAN}};
    return in_all - ++count;
}

static eleven_review review;

/* What players.js reads: the review without room for more grades. */
static struct {
    uint32_t count, in_all, in_points, padding;
    double accuracy, stake, loss;
    uint32_t grades[ELEVEN_GRADES], turning_points, turning_point[ELEVEN_TURNING_POINTS];
} summary;

/* The summary of the moves judged so far. */
const void *EXPORT(review_sum)(unsigned index)
{
    bool is_known = player_for(index, &reader.game.board);
    summary.count = count;
    summary.in_all = in_all;
    summary.in_points =
        is_known && eleven_player_counts_points(player, &reader.record.rules, reader.record.start.board.w,
                                                reader.record.start.board.h);
    eleven_review_sum(moves, count, scratch, &review);
    summary.accuracy = review.accuracy;
    summary.stake = review.stake;
    summary.loss = review.loss;
    for (unsigned i = 0; i < ELEVEN_GRADES; i++)
        summary.grades[i] = (uint32_t)review.count[i];
    summary.turning_points = review.turning_points;
    for (unsigned i = 0; i < review.turning_points; i++)
        summary.turning_point[i] = (uint32_t)review.turning_point[i];
    return &summary;
}

const char *EXPORT(grade_name)(unsigned grade)
{
    return grade < ELEVEN_GRADES ? eleven_grade_name((eleven_grade)grade) : NULL;
}

/* One judged move; the score is the one before the move. */
static struct {
    double score, loss, severity, values[ELEVEN_DIRECTIONS];
    uint32_t ply, move, played, best, grade;
} judged;

/* A judged move. Severity and grade depend on the last summary. */
const void *EXPORT(review_move)(uint32_t i)
{
    const eleven_judgement *move = &moves[i];
    judged.score = (double)move->before.score;
    judged.loss = move->loss;
    judged.severity = eleven_review_severity(&review, move);
    memcpy(judged.values, move->values, sizeof judged.values);
    judged.ply = places[i];
    judged.move = move->before.ply + 1;
    judged.played = move->played;
    judged.best = move->best;
    judged.grade = eleven_review_grade(&review, move);
    return &judged;
}

/* Why the move was worse than the best one; "" if no reason is known. */
const char *EXPORT(review_reason)(uint32_t i)
{
    static char text[ELEVEN_REASON_TEXT];
    eleven_judgement_describe(&reader.record.rules, &moves[i], text, sizeof text);
    return text;
}
