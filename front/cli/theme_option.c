/* The option --theme: one of the themes of the terminal game and the pictures. */
#include "cli/commands.h"
#include "picture/theme.h"

const value_kind kind_theme = {read_name, theme_name, PATH_NONE};
