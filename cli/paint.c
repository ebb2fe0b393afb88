/* paint.c: colours of seats and terrains. */
#include "cli/paint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ORDER: the seats: red blue white orange green brown violet black */
const struct cli_style cli_seat_style[HOLM_SEATS] = {
    { 231, 160, true, false }, { 231, 26, true, false },  { 16, 255, true, false },
    { 16, 214, true, false },  { 16, 40, true, false },   { 231, 94, true, false },
    { 231, 128, true, false }, { 231, 234, true, false },
};

const char cli_seat_letter[HOLM_SEATS + 1] = "rbwogmvk"; /* brown is m, black is k */

/* ORDER: enum holm_terrain */
const struct cli_style cli_terrain_style[HOLM_TERRAINS] = {
    [HOLM_FOREST] = { 231, 22, false, false },     [HOLM_HILLS] = { 231, 130, false, false },
    [HOLM_PASTURE] = { 16, 113, false, false },    [HOLM_FIELDS] = { 16, 220, false, false },
    [HOLM_MOUNTAINS] = { 231, 240, false, false }, [HOLM_DESERT] = { 16, 223, false, false },
    [HOLM_SEA] = { 153, 24, false, false },        [HOLM_GOLD] = { 16, 178, false, false },
    [HOLM_FOG] = { 16, 250, false, false },
};

const struct cli_style cli_plain = { 0, 0, false, false };
const struct cli_style cli_faint = { 0, 0, false, true };
const struct cli_style cli_strong = { 0, 0, true, false };
const struct cli_style cli_choice = { 16, 226, true, false };

bool cli_colour_wanted(FILE *stream)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(refused && *refused) &&
           !(terminal && !strcmp(terminal, "dumb"));
}

void cli_put_style(struct holm_writer *writer, const struct cli_style *style)
{
    holm_put(writer, "\033[0");
    if (style->bold)
        holm_put(writer, ";1");
    if (style->dim)
        holm_put(writer, ";2");
    if (style->ink)
        holm_putf(writer, ";38;5;%d", style->ink);
    if (style->paper)
        holm_putf(writer, ";48;5;%d", style->paper);
    holm_put(writer, "m");
}

void cli_put_styled(struct holm_writer *writer, const struct cli_style *style, bool colour,
                    const char *text)
{
    if (colour)
        cli_put_style(writer, style);
    holm_put(writer, text);
    if (colour)
        cli_put_style(writer, &cli_plain);
}

int cli_columns(void)
{
    struct winsize size;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
        return size.ws_col;
    return 80;
}
