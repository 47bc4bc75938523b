/* Games of other programs for JavaScript: the library's decoders, and the values of tiles for the board editor. The
 * page loads this module when somebody first imports a game or sets up a position. */
#include "web/exchange.h"
#include "eleven/formats.h"

static eleven_format format;
static eleven_bytes records;
static unsigned lost;

/* Reads the games in the exchange buffer as records one after another: in any format, or in that of the last call. */
eleven_error EXPORT(read_games)(size_t length, bool is_same_format)
{
    eleven_bytes_free(&records);
    if (!is_same_format)
        format = eleven_format_detect(exchange, length);
    return eleven_import(exchange, length, format, &records, &lost, &last_error);
}

/* eleven_record_length for the text in the exchange buffer from byte `at` on. */
size_t EXPORT(record_length)(size_t at, size_t length)
{
    return eleven_record_length((const char *)exchange + at, length - at);
}

/* The format that was recognised, also if it could not be read. */
const char *EXPORT(format_name)(void)
{
    return eleven_format_name(format);
}

const char *EXPORT(records_at)(void)
{
    return records.at;
}

size_t EXPORT(records_length)(void)
{
    return records.length;
}

/* What the records do not keep: the name of kind `i`, "" if it was kept, NULL after the last kind. */
const char *EXPORT(lost_name)(unsigned i)
{
    if (i >= ELEVEN_LOST_KINDS)
        return NULL;
    return lost >> i & 1 ? eleven_lost_name(i) : "";
}

/* The value of a rank in a built-in rule set; 0 for a rank that is not used. */
uint32_t EXPORT(rules_value)(unsigned index, eleven_rank rank)
{
    eleven_rules rules;
    const char *name = eleven_rules_name(index);
    return name && rank < ELEVEN_RANKS && eleven_rules_find(name, &rules) ? rules.value[rank] : 0;
}
