/* The buffer and the last error, for every module. */
#include "web/room.h"

#include <stdlib.h>

char *room;
size_t room_size;
eleven_problem problem;

/* Makes the room at least that large (what was in it is lost) and tells where it is; NULL: out of memory. */
char *EXPORT(text_room)(size_t size)
{
    if (size > room_size) {
        free(room);
        room = malloc(size);
        room_size = room ? size : 0;
    }
    return room;
}

/* Line, column and sentence of the last error. */
const eleven_problem *EXPORT(last_problem)(void)
{
    return &problem;
}

eleven_error no_memory(void)
{
    problem = (eleven_problem){.sentence = "there is not enough memory"};
    return ELEVEN_NO_MEMORY;
}
