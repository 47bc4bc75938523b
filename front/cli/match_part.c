/* A part of a match as a text, for machines that share nothing but files: `match --part` prints one, `match --merge`
 * joins them again.
 *
 *     eleven match part 1
 *     player network        and what else makes a match
 *     first 250             the games of this part
 *     count 250
 *     142356 5821 13 97.5   score, moves, rank of the largest tile, milliseconds: a line for each game
 *     end 0123456789abcdef  a checksum of everything before */
#include "cli/commands.h"
#include "base/hash.h"
#include "base/input_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char end_word[] = "end ";
enum { END_LENGTH = sizeof end_word - 1 + 16 + 1 };

static void put_head(const match_part *part, buffer *text)
{
    buffer_format(text, "eleven match part 1\nplayer %s\nseed %" PRIu64 "\ngames %" PRIu64 "\nboard %ux%u\n",
                  part->player, part->seed, part->games, part->size.w, part->size.h);
    buffer_format(text, "rules %s %016" PRIx64 "\nlimits %" PRId64 " %" PRId64 " %.17g", part->rules->name,
                  eleven_rules_hash(part->rules), part->limits.depth, part->limits.nodes, part->limits.milliseconds);
    if (part->file_hash)
        buffer_format(text, " file %016" PRIx64, part->file_hash);
    buffer_byte(text, '\n');
}

void match_part_print(const match_part *part, uint64_t first, const eleven_match_game *games, size_t count)
{
    buffer text = {0};
    put_head(part, &text);
    buffer_format(&text, "first %" PRIu64 "\ncount %zu\n", first, count);
    for (size_t i = 0; i < count; i++)
        buffer_format(&text, "%" PRIu64 " %" PRIu32 " %u %.17g\n", games[i].score, games[i].moves,
                      (unsigned)games[i].largest, games[i].milliseconds);
    buffer_format(&text, "%s%016" PRIx64 "\n", end_word, hash_bytes(HASH_START, text.at, text.length));
    output_write_buffer("-", &text);
}

/* Checks the last line and cuts it off. */
static void check_end(const char *path, buffer *text)
{
    size_t length = text->length < END_LENGTH ? 0 : text->length - END_LENGTH;
    uint64_t sum;
    if (!length || sscanf(text->at + length, "end %16" SCNx64 "\n", &sum) != 1 ||
        sum != hash_bytes(HASH_START, text->at, length))
        fail_with("%s is not a whole part of a match: 'eleven match --part' prints one", path);
    text->length = length;
    text->at[length] = '\0';
}

/* Reads the lines after the head. */
static const char *read_numbers(const char *path, const char *at, const match_part *part, uint64_t *first,
                                uint64_t *count)
{
    int length = 0;
    if (sscanf(at, "first %" SCNu64 "\ncount %" SCNu64 "\n%n", first, count, &length) != 2 || *first > part->games ||
        *count > part->games - *first)
        fail_with("%s is damaged after its head", path);
    return at + length;
}

static void take_games(const char *path, const char *at, const match_part *part, match_merge *merge)
{
    uint64_t first, count;
    at = read_numbers(path, at, part, &first, &count);
    for (uint64_t i = first; i < first + count; i++) {
        int length = 0;
        unsigned rank;
        eleven_match_game game = {.index = i, .seed = eleven_random(part->seed, i)}, *known = &merge->games[i];
        if (sscanf(at, "%" SCNu64 " %" SCNu32 " %u %lf\n%n", &game.score, &game.moves, &rank, &game.milliseconds,
                   &length) != 4 ||
            rank >= ELEVEN_RANKS)
            fail_with("%s is damaged at game %" PRIu64, path, i + 1);
        at += length;
        game.largest = (eleven_rank)rank;
        if (merge->from[i] && (known->score != game.score || known->moves != game.moves))
            fail_with("%s and %s have different results for game %" PRIu64, merge->from[i], path, i + 1);
        merge->from[i] = path;
        *known = game;
    }
}

/* What makes the match, from its first part. */
static void read_head(const char *path, const char *text, match_part *part)
{
    char name[sizeof part->rules->name];
    uint64_t hash;
    if (sscanf(text,
               "eleven match part 1\nplayer %255[^\n]\nseed %" SCNu64 "\ngames %" SCNu64
               "\nboard %ux%u\nrules %31s %" SCNx64 "\nlimits %" SCNd64 " %" SCNd64 " %lf file %" SCNx64,
               part->player, &part->seed, &part->games, &part->size.w, &part->size.h, name, &hash, &part->limits.depth,
               &part->limits.nodes, &part->limits.milliseconds, &part->file_hash) < 10)
        fail_with("%s is a part of a match, but of another version of Eleven", path);
    bool is_known = part->rules->name[0] || eleven_rules_find(name, part->rules);
    if (!is_known || hash != eleven_rules_hash(part->rules))
        fail_with("%s was played by the rules '%s'; state their file with --rules", path, name);
}

static void check_complete(const match_part *part, const match_merge *merge)
{
    uint64_t first = 0, last;
    while (first < part->games && merge->from[first])
        first++;
    for (last = first; last < part->games && !merge->from[last]; last++)
        ;
    if (first < part->games)
        fail_with("games %" PRIu64 " to %" PRIu64 " of %" PRIu64 " are in no file", first + 1, last, part->games);
}

void match_parts_read(word_list paths, match_part *part, match_merge *merge)
{
    buffer head = {0};
    for (int i = 0; i < paths.count; i++) {
        buffer text = input_read(paths.at[i]);
        check_end(paths.at[i], &text);
        if (i == 0) {
            read_head(paths.at[i], text.at, part);
            put_head(part, &head);
            merge->games = calloc(part->games, sizeof *merge->games);
            merge->from = calloc(part->games, sizeof *merge->from);
            if (head.failed || !merge->games || !merge->from)
                fail_no_memory();
        }
        if (strncmp(text.at, head.at, head.length) != 0)
            fail_with("%s is a part of another match than %s", paths.at[i], paths.at[0]);
        take_games(paths.at[i], text.at + head.length, part, merge);
        buffer_free(&text);
    }
    buffer_free(&head);
    check_complete(part, merge);
}
