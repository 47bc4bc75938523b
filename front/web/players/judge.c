/* A game looked at afterwards, for JavaScript: its record goes in, one move after another is judged, and what was
 * found is laid out as plain structures of doubles and 32-bit words that players.js reads in place. */
#include "web/players/helpers.h"
#include "web/room.h"
#include "eleven/review.h"
#include "eleven/search.h"

#include <stdlib.h>
#include <string.h>

static eleven_reader reader;    /* borrows the room: nothing else may use it before the last move is judged */
static eleven_judgement *moves; /* `count` of them judged, of `in_all` */
static uint32_t *places;        /* of each move, how many plies of the record come before it */
static double *scratch;
static uint32_t count, in_all, plies;
static eleven_review sum;

/* ---- Beginning ----------------------------------------------------------------------------------------- */

static eleven_error count_moves(void)
{
    eleven_reader ahead = reader;
    eleven_ply ply;
    eleven_error error;
    for (in_all = 0; !(error = eleven_reader_next(&ahead, &ply, NULL, &problem));)
        in_all += !ply.keeps_playing;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* Begins with the record that is in the room. */
eleven_error EXPORT(review_begin)(size_t length)
{
    eleven_error error = eleven_reader_open(&reader, room, length, &problem);
    free(moves);
    free(places);
    free(scratch);
    count = plies = in_all = 0;
    error = error ? error : count_moves();
    moves = malloc((in_all + 1) * sizeof *moves);
    places = malloc((in_all + 1) * sizeof *places);
    scratch = malloc((in_all + 1) * sizeof *scratch);
    return error ? error : moves && places && scratch ? ELEVEN_OK : no_memory();
}

/* ---- Judging ------------------------------------------------------------------------------------------- */

/* A move that the player says nothing about. */
static eleven_judgement unknown(const eleven_game *before, eleven_direction played)
{
    eleven_judgement judgement = {.before = *before, .played = played, .best = played};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        judgement.values[d] = (double)__builtin_nanf("");
    return judgement;
}

/* Judges the next move; returns how many are left. */
uint32_t EXPORT(review_step)(unsigned index, uint32_t depth, double nodes, double milliseconds)
{
    const eleven_budget budget = {depth, (uint64_t)nodes, milliseconds};
    eleven_player *player = player_at(index);
    eleven_game before;
    eleven_ply ply;
    do {
        before = reader.game;
        if (count == in_all || eleven_reader_next(&reader, &ply, NULL, &problem))
            return 0;
        plies++;
    } while (ply.keeps_playing);
    places[count] = plies - 1;
    if (!player || !eleven_review_move(player, &budget, &reader.record.rules, &before, ply.direction, &moves[count]))
        moves[count] = unknown(&before, ply.direction);
    return in_all - ++count;
}

/* ---- What was found ------------------------------------------------------------------------------------ */

static struct {
    double accuracy, stake, loss;
    uint32_t count, in_all, in_points;
    uint32_t grades[ELEVEN_GRADES];
    uint32_t turning_points, turning_point[ELEVEN_TURNING_POINTS];
} summary;

static bool counts_points(eleven_player *player)
{
    const eleven_board *board = &reader.record.start.board;
    const eleven_search *search = eleven_player_search(player, &reader.record.rules, board->w, board->h);
    return search && eleven_search_counts_points(search);
}

/* Of the moves judged so far. */
const void *EXPORT(review_sum)(unsigned index)
{
    eleven_player *player = player_at(index);
    sum = eleven_review_sum(moves, count, scratch);
    summary.accuracy = sum.accuracy;
    summary.stake = sum.stake;
    summary.loss = sum.loss;
    summary.count = count;
    summary.in_all = in_all;
    summary.in_points = player && counts_points(player);
    for (unsigned i = 0; i < ELEVEN_GRADES; i++)
        summary.grades[i] = (uint32_t)sum.count[i];
    summary.turning_points = sum.turning_points;
    for (unsigned i = 0; i < sum.turning_points; i++)
        summary.turning_point[i] = (uint32_t)sum.turning_point[i];
    return &summary;
}

const char *EXPORT(grade_name)(unsigned grade)
{
    return grade < ELEVEN_GRADES ? eleven_grade_name((eleven_grade)grade) : NULL;
}

static struct {
    double score, loss, severity, values[ELEVEN_DIRECTIONS]; /* score: before the move */
    uint32_t ply, move, played, best, grade;
} judged;

/* A move as the last sum sees it. */
const void *EXPORT(review_move)(uint32_t i)
{
    const eleven_judgement *move = &moves[i];
    judged.score = (double)move->before.score;
    judged.loss = move->loss;
    judged.severity = eleven_review_severity(&sum, move);
    memcpy(judged.values, move->values, sizeof judged.values);
    judged.ply = places[i];
    judged.move = move->before.ply + 1;
    judged.played = move->played;
    judged.best = move->best;
    judged.grade = eleven_review_grade(&sum, move);
    return &judged;
}

/* Why the move was worse than the best; "" where no reason is found. */
const char *EXPORT(review_reason)(uint32_t i)
{
    static char text[ELEVEN_REASON_TEXT];
    eleven_review_reason(&reader.record.rules, &moves[i], text, sizeof text);
    return text;
}
