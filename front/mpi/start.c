/* eleven-mpi: the program eleven on several ranks of MPI. All ranks read the same command line. A command that can
 * share its work does so; any other command runs on the first rank alone. */
#include "mpi/ranks.h"
#include "base/complain.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The main function of eleven. */
int eleven_main(int count, char **arguments);

static const char *const shared_commands[] = {"match", "random", "solve", "train"};

static bool is_shared(const char *command)
{
    for (unsigned i = 0; i < sizeof shared_commands / sizeof *shared_commands; i++)
        if (strcmp(command, shared_commands[i]) == 0)
            return true;
    return false;
}

/* The ranks of these commands wait for each other, so that none of them can be left out. */
static bool needs_all_ranks(const char *command)
{
    return strcmp(command, "solve") == 0 || strcmp(command, "train") == 0;
}

/* mpirun --enable-recovery lets the others continue when a rank dies: they would wait for it forever. From
 * version 5 on, Open MPI does not report it to the ranks. */
static void refuse_recovery(const char *command)
{
    const char *recovery = getenv("OMPI_MCA_orte_enable_recovery");
    /* Open MPI takes a number, or a word: true, yes, enabled. */
    if (recovery && recovery[0] && !strchr("0nNfFdD", recovery[0]))
        fail_usage("%s needs all its ranks; start it without --enable-recovery", command);
}

static int own_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* Only the first rank prints. What another one has to say is sent to the first one at the end. */
static void be_silent(void)
{
    FILE *kept = tmpfile();
    if (!kept || !freopen("/dev/null", "w", stdout) || dup2(fileno(kept), STDERR_FILENO) < 0)
        fail_with("a temporary file cannot be opened");
}

static void say_goodbye(int status)
{
    buffer text = {0};
    char bytes[400];
    lseek(STDERR_FILENO, 0, SEEK_SET);
    ssize_t length = read(STDERR_FILENO, bytes, sizeof bytes);
    buffer_add(&text, bytes, length > 0 ? (size_t)length : 0);
    message_send(&(rank_message){.error = status ? ELEVEN_IMPOSSIBLE : ELEVEN_OK}, &text, 0, TAG_BYE);
}

/* However the command ends. Where a rank was lost, MPI_Finalize would wait for it. */
static void leave(int status, void *unused)
{
    bool is_first = own_rank() == 0;
    (void)unused;
    fflush(NULL);
    if (!is_first)
        say_goodbye(status);
    else if (!ranks_end())
        MPI_Abort(MPI_COMM_WORLD, status);
    MPI_Finalize();
    if (!is_first)
        _exit(0);
}

int main(int count, char **arguments)
{
    int given;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (own_rank() == 0)
        ranks_begin();
    on_exit(leave, NULL);
    share_rank = (unsigned)own_rank();
    share_run = share_rank ? ranks_follow : ranks_lead;
    const char *command = count > 1 ? arguments[1] : "";
    if (own_rank() != 0)
        be_silent();
    if (own_rank() != 0 && !is_shared(command))
        exit(0);
    if (needs_all_ranks(command)) {
        refuse_recovery(command);
        ranks_join();
    }
    exit(eleven_main(count, arguments));
}
