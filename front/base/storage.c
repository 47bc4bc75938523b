/* Looking must leave no traces: a folder that is not there is a store without games, and is not made. */
#include "base/storage.h"
#include "base/values.h"

#include <errno.h>
#include <unistd.h>

const char data_help[] = "where games are kept ($ELEVEN_DATA, $XDG_DATA_HOME/eleven)";

int storage_complain(const char *command, const eleven_problem *problem)
{
    return complain(command, STATUS_FAILURE, "%s", problem->sentence);
}

int storage_open(const char *command, const char *given, eleven_store **store)
{
    char folder[DATA_PATH];
    eleven_problem problem;
    *store = NULL;
    if (!data_folder(given, folder))
        return complain(command, STATUS_FAILURE, "no data folder is known, for neither --data nor $HOME tells one");
    if (access(folder, F_OK) != 0 && errno == ENOENT)
        return 0;
    return store_open(folder, store, &problem) ? storage_complain(command, &problem) : 0;
}
