/* Tables where players are named. */
#include "base/tables.h"
#include "base/command.h"

eleven_table *table_read(const char *command, const char *path)
{
    eleven_table *table = NULL;
    eleven_problem problem;
    if (eleven_table_open(path, &table, &problem))
        complain(command, STATUS_FAILURE, "%s", problem.sentence);
    return table;
}

int table_check(const char *command, const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w,
                unsigned h)
{
    if (!table || eleven_table_suits(table, rules, w, h))
        return 0;
    const eleven_table_facts *facts = eleven_table_describe(table);
    return complain(command, STATUS_USAGE, "%s is a table of %ux%u boards under the rules %s, not of %ux%u under %s",
                    name, facts->w, facts->h, facts->rules.name, w, h, rules->name);
}
