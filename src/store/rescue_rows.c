/* The rows of a damaged file. SQLite finds a row by the pages above it, so that one wrong byte can hide all rows. Here
 * the pages are read one by one, and the page of a row is all that must be intact:
 *
 *     page    [type] [cells] ... [offset of cell] [offset of cell] ...        [cell] [cell]
 *     cell    [length] [row number, in tables] [record]        longer ones continue on other pages
 *     record  [length of this part] [type of column] [type of column] ... [column] [column] ...
 *
 * (https://www.sqlite.org/fileformat2.html). Rows are recognised by the types of their columns. */
#include "store/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* Larger than any row of ours. */
    RECORD_MOST = 1 << 17,
    COLUMNS = 26,
    TABLE_LEAF = 13,
    INDEX_LEAF = 10,
    INDEX_INNER = 2
};

/* Where the rows come from and go to; the record that is being read. */
typedef struct row_reader {
    const database_image *from;
    eleven_store *to;
    unsigned char record[RECORD_MOST];
    bool has_failed;
} row_reader;

/* Page `number` from 1; NULL where it is not in the file. A page that was cut off is not there. */
static const unsigned char *page_at(const row_reader *from, uint32_t number)
{
    size_t end = (size_t)number * from->from->page;
    return number && end <= from->from->file.length
               ? (const unsigned char *)from->from->file.at + end - from->from->page
               : NULL;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */
/* Reads a number of variable length; NULL where it does not end before `end`. */
static const unsigned char *varint_read(const unsigned char *at, const unsigned char *end, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < 9 && at && at < end; i++, at++) {
        *number = i < 8 ? *number << 7 | (*at & 127) : *number << 8 | *at;
        if (i == 8 || *at < 128)
            return at + 1;
    }
    return NULL;
}

/* The bytes of a record of this length that are in the cell itself. */
static size_t local_length(const row_reader *from, size_t length, bool is_table)
{
    size_t most = is_table ? from->from->page - 35 : (from->from->page - 12) * 64 / 255 - 23;
    size_t least = (from->from->page - 12) * 32 / 255 - 23;
    size_t kept = least + (length - least) % (from->from->page - 4);
    return length <= most ? length : kept <= most ? kept : least;
}

/* Collects the record that begins at `at`, in `from->record`. */
static bool record_collect(row_reader *from, const unsigned char *at, const unsigned char *end, size_t length,
                           bool is_table)
{
    if (length > RECORD_MOST)
        return false;
    size_t done = local_length(from, length, is_table);
    if (done + (done < length ? 4 : 0) > (size_t)(end - at))
        return false;
    memcpy(from->record, at, done);
    const unsigned char *link = at + done;
    while (done < length) {
        size_t part = length - done < from->from->page - 4 ? length - done : from->from->page - 4;
        link = page_at(from, big_endian(link, 4));
        if (!link)
            return false;
        memcpy(from->record + done, link + 4, part);
        done += part;
    }
    return true;
}

/* One column: a text, or a number (NULL as 0). */
typedef struct column {
    bool is_text;
    int64_t number;
    const char *text;
    size_t length;
} column;

static bool column_read(uint64_t type, const unsigned char *at, const unsigned char *end, column *to, size_t *length)
{
    static const unsigned char sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    *to = (column){.number = type == 9};
    uint64_t size = type < 12 ? sizes[type] : (type - 12) / 2;
    if (size > (uint64_t)(end - at))
        return false;
    *length = (size_t)size;
    if (type > 12 && type % 2) {
        *to = (column){.is_text = true, .text = (const char *)at, .length = *length};
    } else if (type >= 1 && type <= 6) {
        uint64_t number = *at < 128 ? 0 : UINT64_MAX;
        for (size_t i = 0; i < *length; i++)
            number = number << 8 | at[i];
        to->number = (int64_t)number;
    }
    return true;
}

/* Splits the record; returns the number of columns, 0 where it is not one of ours. */
static unsigned record_split(const row_reader *from, size_t length, column columns[COLUMNS])
{
    const unsigned char *end = from->record + length;
    uint64_t head, type;
    const unsigned char *types = varint_read(from->record, end, &head);
    unsigned count = 0;
    size_t size;
    if (!types || head > length)
        return 0;
    for (const unsigned char *at = from->record + head, *stop = at; types < stop; at += size) {
        types = varint_read(types, stop, &type);
        if (!types || count == COLUMNS || !column_read(type, at, end, &columns[count++], &size))
            return 0;
    }
    return count;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */
/* The columns of a game in the order of the table. */
enum { SITTING = 1, ENTRY = 2, PLIES = 13, HEAD = 18, TITLE = 22, DELETED, TOUCHED, PLAYED };

/* Returns `text`. */
static const char *text_of(const column *of, char *text, size_t size)
{
    snprintf(text, size, "%.*s", of->is_text ? (int)of->length : 0, of->is_text ? of->text : "");
    return text;
}

/* A row that has the place of another one is left out; any other failure ends in an error. */
static bool row_keep(row_reader *from, bool is_kept)
{
    from->has_failed |= !is_kept && (sqlite3_errcode(from->to->database) & 0xff) != SQLITE_CONSTRAINT;
    return is_kept;
}

bool game_lose(eleven_store *to, int64_t id)
{
    return statement_run(to, ADD_FOUND_PLY, BOUND({.number = id}, {.number = -1}, bound_text("")));
}

/* All that the head states comes from the head. */
static void game_add(row_reader *from, int64_t id, const column *columns)
{
    eleven_reader reader;
    new_game game = {.id = id,
                     .sitting = columns[SITTING].number,
                     .entry = columns[ENTRY].number,
                     .plies = columns[PLIES].number < 0 ? 0 : columns[PLIES].number,
                     .deleted = columns[DELETED].number,
                     .extras = {.touched = columns[TOUCHED].number, .played = columns[PLAYED].number}};
    text_of(&columns[TITLE], game.extras.title, sizeof game.extras.title);
    if (eleven_reader_open(&reader, columns[HEAD].text, columns[HEAD].length, NULL)) {
        row_keep(from, game_lose(from->to, id));
    } else if (!row_keep(from, game_row_add(from->to, &game, &reader.record))) {
        /* Another game is at this place of the timeline. */
        game.sitting = 0;
        row_keep(from, game_row_add(from->to, &game, &reader.record));
    }
}

static void row_add(row_reader *from, bool is_table, int64_t id, const column *columns, unsigned count)
{
    char text[300], value[STORE_SETTING];
    if (is_table && count > HEAD && columns[HEAD].is_text && columns[HEAD].length > 6 &&
        memcmp(columns[HEAD].text, "eleven", 6) == 0)
        game_add(from, id, columns);
    else if (is_table && count == 6 && columns[1].is_text && columns[1].length == 16)
        row_keep(from, statement_run(from->to, ADD_FOUND_SITTING,
                                     BOUND({.number = id}, {.number = columns[4].number < 0 ? 0 : columns[4].number},
                                           {.number = columns[5].number})));
    else if (!is_table && count == 3 && !columns[0].is_text && !columns[1].is_text && columns[2].is_text)
        row_keep(from, statement_run(from->to, ADD_FOUND_PLY,
                                     BOUND({.number = columns[0].number}, {.number = columns[1].number},
                                           bound_text(text_of(&columns[2], text, sizeof text)))));
    else if (!is_table && count == 2 && columns[0].is_text && columns[1].is_text)
        row_keep(from, statement_run(from->to, WRITE_SETTING,
                                     BOUND(bound_text(text_of(&columns[0], text, sizeof text)),
                                           bound_text(text_of(&columns[1], value, sizeof value)))));
}

/* ---- Pages --------------------------------------------------------------------------------------------- */
/* A page with rows, and where its offsets are. */
typedef struct row_page {
    const unsigned char *at, *end, *offsets;
    uint32_t count;
    bool is_table, is_inner;
} row_page;

static bool row_page_open(const row_reader *from, uint32_t number, row_page *page)
{
    page->at = page_at(from, number);
    page->end = page->at + from->from->page;
    const unsigned char *head = page->at + (number == 1 ? STORE_HEADER : 0);
    page->is_table = *head == TABLE_LEAF;
    page->is_inner = *head == INDEX_INNER;
    page->offsets = head + (page->is_inner ? 12 : 8);
    uint32_t most = (uint32_t)(page->end - page->offsets) / 2, count = big_endian(head + 3, 2);
    page->count = count < most ? count : most;
    return page->is_table || page->is_inner || *head == INDEX_LEAF;
}

/* A row as it is in a cell; of a row without a number, that is 0. */
typedef struct cell_row {
    int64_t id;
    unsigned count;
    column columns[COLUMNS];
} cell_row;

/* Reads a cell; the texts of its row are borrowed until the next one. */
static bool cell_read(row_reader *from, const row_page *page, uint32_t index, cell_row *row)
{
    uint64_t length, id = 0;
    const unsigned char *at = page->at + big_endian(page->offsets + 2 * index, 2) + (page->is_inner ? 4 : 0);
    *row = (cell_row){0};
    at = varint_read(at, page->end, &length);
    if (page->is_table)
        at = varint_read(at, page->end, &id);
    if (!at || !record_collect(from, at, page->end, (size_t)length, page->is_table))
        return false;
    row->id = (int64_t)id;
    row->count = record_split(from, (size_t)length, row->columns);
    return true;
}

/* Whether a row comes before another one: by their numbers, or by game and ply. */
static bool is_before(const cell_row *a, const cell_row *b)
{
    if (a->id || b->id)
        return a->id < b->id;
    const column *left = a->columns, *right = b->columns;
    return left->number != right->number ? left->number < right->number : left[1].number < right[1].number;
}

/* Whether a row is where it belongs. One that is not may have the number of another row. */
static bool is_in_order(row_reader *from, const row_page *page, uint32_t index)
{
    cell_row before, row, after;
    bool is_right = cell_read(from, page, index, &row);
    if (is_right && index > 0 && cell_read(from, page, index - 1, &before))
        is_right = is_before(&before, &row);
    if (is_right && index + 1 < page->count && cell_read(from, page, index + 1, &after))
        is_right = is_before(&row, &after);
    return is_right;
}

/* Adds the rows that are in order, or the other ones. */
static void page_read(row_reader *from, uint32_t number, bool in_order)
{
    row_page page;
    cell_row row;
    if (!row_page_open(from, number, &page))
        return;
    for (uint32_t i = 0; i < page.count; i++)
        if (is_in_order(from, &page, i) == in_order && cell_read(from, &page, i, &row))
            row_add(from, page.is_table, row.id, row.columns, row.count);
}

/* Marks the pages that are not in use, whose rows are old ones. */
static void free_pages_find(const row_reader *from, char *is_free, uint32_t pages)
{
    const unsigned char *first = page_at(from, 1);
    uint32_t trunk = first ? big_endian(first + 32, 4) : 0;
    for (const unsigned char *at; trunk <= pages && !is_free[trunk] && (at = page_at(from, trunk)) != NULL;
         trunk = big_endian(at, 4)) {
        is_free[trunk] = 1;
        uint32_t count = big_endian(at + 4, 4), most = (uint32_t)(from->from->page / 4 - 2);
        for (uint32_t i = 0; i < count && i < most; i++) {
            uint32_t leaf = big_endian(at + 8 + 4 * i, 4);
            if (leaf <= pages)
                is_free[leaf] = 1;
        }
    }
}

bool rows_read(const database_image *image, eleven_store *to)
{
    uint32_t pages = (uint32_t)(image->file.length / image->page);
    row_reader *reader = calloc(1, sizeof *reader);
    char *is_free = calloc(pages + 1, 1);
    bool is_read = reader && is_free;
    if (is_read) {
        *reader = (row_reader){.from = image, .to = to};
        free_pages_find(reader, is_free, pages);
        for (int in_order = 1; in_order >= 0; in_order--)
            for (uint32_t i = 1; i <= pages; i++)
                if (!is_free[i])
                    page_read(reader, i, in_order);
        is_read = !reader->has_failed;
    }
    free(reader);
    free(is_free);
    return is_read;
}
