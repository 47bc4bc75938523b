/* Games of other programs. What is taken is a record that is taken again unchanged, and that each format can hold or
 * refuses. The first byte chooses the format. */
#include "fuzz.h"

static void expect_the_same_again(const eleven_bytes *records)
{
    eleven_bytes again;
    unsigned lost;
    expect(!eleven_import(records->at, records->length, ELEVEN_FORMAT_RECORD, &again, &lost, NULL));
    expect(again.length == records->length && memcmp(again.at, records->at, again.length) == 0);
    eleven_bytes_free(&again);
}

static void write_as(const eleven_bytes *records, eleven_format to)
{
    eleven_bytes written, back;
    unsigned lost;
    eleven_problem problem;
    eleven_error error = eleven_export(records->at, records->length, to, &written, &lost, &problem);
    fuzz_check(error, &problem, (const uint8_t *)records->at, records->length);
    if (error)
        return;
    error = eleven_import(written.at, written.length, to, &back, &lost, &problem);
    if (error)
        fprintf(stderr, "to %s: %s\n%s", eleven_format_name(to), problem.sentence, records->at);
    expect(!error);
    eleven_bytes_free(&back);
    eleven_bytes_free(&written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    unsigned number = fuzz_byte(&in) % (ELEVEN_FORMATS + 1), lost;
    eleven_format from = number < ELEVEN_FORMATS ? (eleven_format)number : eleven_format_detect(in.at, in.left);
    eleven_bytes records;
    eleven_problem problem;
    eleven_error error = eleven_import(in.at, in.left, from, &records, &lost, &problem);
    fuzz_check(error, &problem, in.at, in.left);
    if (error)
        return 0;
    expect_the_same_again(&records);
    for (unsigned to = 0; to < ELEVEN_FORMATS; to++)
        write_as(&records, (eleven_format)to);
    eleven_bytes_free(&records);
    return 0;
}
