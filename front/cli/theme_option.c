/* The option --theme: one of the themes of the terminal game and the pictures. */
#include "cli/commands.h"
#include "term/term.h"

const value_kind kind_theme = {read_name, term_theme_name, PATH_NONE};
