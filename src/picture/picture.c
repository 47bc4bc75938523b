/* Pictures for the caller. */
#include "picture/picture_room.h"
#include "base/sized.h"

eleven_error eleven_picture_draw(const eleven_picture *picture, eleven_picture_kind kind, eleven_bytes *bytes)
{
    static void (*const draw[])(const eleven_picture *, buffer *) = {picture_svg, picture_text, picture_ansi};
    eleven_picture known;
    buffer out = {0};
    assert((unsigned)kind < sizeof draw / sizeof *draw);
    SIZED_COPY(known, picture);
    *bytes = (eleven_bytes){0};
    if (known.theme && !theme_exists(known.theme))
        return ELEVEN_BAD_TEXT;
    draw[kind](&known, &out);
    if (out.failed) {
        buffer_free(&out);
        return ELEVEN_NO_MEMORY;
    }
    *bytes = (eleven_bytes){out.at, out.length};
    return ELEVEN_OK;
}
