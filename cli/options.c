/* options.c: reads the command line. */
#include "cli/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MOST = 64 }; /* of a command, with those of a game */

/* ------------------------------------------------------------------- errors */

static void complain(const struct cli_manual *manual, const char *format, va_list arguments)
{
    fflush(stdout);
    fprintf(stderr, "holm %s: ", manual->name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void cli_refuse(const struct cli_manual *manual, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(manual, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try `holm %s --help`.\n", manual->name);
    exit(2);
}

void cli_fail(const struct cli_manual *manual, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(manual, format, arguments);
    va_end(arguments);
    exit(1);
}

void cli_fail_file(const struct cli_manual *manual, const char *path,
                   const struct holm_trouble *trouble)
{
    if (trouble->line)
        cli_fail(manual, "%s:%d: %s", path, trouble->line, trouble->text);
    cli_fail(manual, "%s: %s", path, trouble->text);
}

/* Letters to change, add or drop to make one word of the other. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 31 };
    int row[LONGEST + 1];
    const int length = (int)strlen(b);
    if (length > LONGEST || strlen(a) > LONGEST)
        return LONGEST;
    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            const int above = row[j];
            int least = corner + (a[i - 1] != b[j - 1]);
            least = above + 1 < least ? above + 1 : least;
            least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            corner = above;
            row[j] = least;
        }
    }
    return row[length];
}

const char *cli_nearest(const char *word, const char *const *words, int count)
{
    const char *nearest = NULL;
    int least = 3; /* further off is no typing mistake */
    for (int i = 0; i < count; i++)
        if (words[i] && distance(word, words[i]) < least) {
            least = distance(word, words[i]);
            nearest = words[i];
        }
    return nearest;
}

/* --------------------------------------------------------- a game's options */

/* "random, greedy or 'cmd:PROGRAM', for all seats or one for each" */
static const char *bots_help(void)
{
    static char text[256];
    struct holm_writer writer = holm_writer(text, sizeof text);
    for (int i = 0; i < holm_bot_kind_count; i++)
        holm_putf(&writer, "%s%s", i ? ", " : "", holm_bot_kinds[i].name);
    holm_put(&writer, " or 'cmd:PROGRAM', for all seats or one for each");
    return text;
}

/* ORDER: enum cli_game_option */
static void list_game_options(struct cli_setup *setup, struct cli_option options[CLI_GAME_OPTIONS])
{
    const struct cli_option all[CLI_GAME_OPTIONS] = {
        { "--game", "GAME", "which game: base, knights, seafarers or seafarers+knights", CLI_TEXT,
          &setup->game, 0, 0 },
        { "--edition", "EDITION", "2025, 2015, 2007 or catan8", CLI_TEXT, &setup->edition, 0, 0 },
        { "--players", "N", "2 to 8", CLI_NUMBER, &setup->players, 2, HOLM_SEATS },
        { "--map", "NAME|FILE", "a built-in map or a file (default: by the number of players)",
          CLI_TEXT, &setup->map, 0, 0 },
        { "--scenario", "NAME", "of Seafarers: new-shores (default), fog-islands, wonders ...",
          CLI_TEXT, &setup->scenario, 0, 0 },
        { "--setup", "fixed|variable", "the printed board, or one dealt anew", CLI_TEXT,
          &setup->setup, 0, 0 },
        { "--preset", "NAME", "options that go well together: quick, classic, friends or duel",
          CLI_TEXT, &setup->preset, 0, 0 },
        { "--option", "KEY=VALUE", "any option of `holm rules`; may be repeated", CLI_TEXTS,
          &setup->settings, 0, 0 },
        { "--seed", "N", "the number that decides every draw", CLI_WIDE, &setup->seed, 0,
          INT64_MAX },
        { "--bots", "NAME[,NAME...]", bots_help(), CLI_TEXT, &setup->bots, 0, 0 },
        { "--limit", "MS", "time a move for bots that are programs", CLI_NUMBER, &setup->limit, 1,
          3600000 },
        { "--bot-seed", "N", "of the bots' own choices, to repeat a run with programs", CLI_WIDE,
          &setup->bot_seed, 0, INT64_MAX },
    };
    memcpy(options, all, sizeof all);
}

bool cli_number(const char *word, int64_t low, int64_t high, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(word, &end, 10);
    return *word && !*end && !errno && *number >= low && *number <= high;
}

/* ------------------------------------------------------------------ reading */

/* The options of the command and, after them, those of a game. */
struct known {
    const struct cli_manual *manual;
    struct cli_option at[OPTIONS_MOST];
    int count, own;
    char standard[CLI_GAME_OPTIONS][40]; /* of the options of a game: " (default 4)" */
};

/* The options of a game that the command takes, with the defaults they have there. */
static void add_game_options(struct known *known, struct cli_setup *setup)
{
    struct cli_option options[CLI_GAME_OPTIONS];
    list_game_options(setup, options);
    for (int i = 0; i < CLI_GAME_OPTIONS; i++) {
        const struct cli_option *option = &options[i];
        char *standard = known->standard[known->count - known->own];
        if (holm_bit_in(setup->without, i))
            continue;
        if (option->type == CLI_TEXT && *(const char **)option->target)
            snprintf(standard, sizeof *known->standard, " (default %s)",
                     *(const char **)option->target);
        if (option->type == CLI_NUMBER && *(long *)option->target > 0)
            snprintf(standard, sizeof *known->standard, " (default %ld)", *(long *)option->target);
        if (option->type == CLI_WIDE && *(int64_t *)option->target > 0)
            snprintf(standard, sizeof *known->standard, " (default %" PRId64 ")",
                     *(int64_t *)option->target);
        known->at[known->count++] = *option;
    }
}

static void print_help(const struct known *known)
{
    const struct cli_manual *manual = known->manual;
    printf("Usage: holm %s %s\n\n%s\n", manual->name, manual->arguments, manual->purpose);
    for (int i = 0; i < known->count; i++) {
        char left[64];
        const struct cli_option *option = &known->at[i];
        if (i == 0 && known->own)
            puts("\nOptions:");
        if (i == known->own)
            puts("\nThe game:");
        snprintf(left, sizeof left, "%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        printf("  %-26s %s%s%s\n", left, strlen(left) > 26 ? "\n                             " : "",
               option->help, i < known->own ? "" : known->standard[i - known->own]);
    }
}

static const struct cli_option *find(const struct known *known, const char *name, size_t length)
{
    const char *names[OPTIONS_MOST];
    char word[64];
    for (int i = 0; i < known->count; i++) {
        names[i] = known->at[i].name;
        if (strlen(names[i]) == length && !strncmp(names[i], name, length))
            return &known->at[i];
    }
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const char *near = cli_nearest(word, names, known->count);
    if (near)
        cli_refuse(known->manual, "there is no option %s; did you mean %s?", word, near);
    cli_refuse(known->manual, "there is no option %s", word);
}

static void add_text(const struct known *known, struct cli_texts *texts, const char *text)
{
    if (texts->count == CLI_TEXTS_MAX)
        cli_refuse(known->manual, "too many arguments: at most %d", CLI_TEXTS_MAX);
    texts->at[texts->count++] = text;
}

static int64_t read_number(const struct known *known, const struct cli_option *option,
                           const char *value)
{
    int64_t number;
    if (!cli_number(value, option->low, option->high, &number))
        cli_refuse(known->manual, "%s wants a number from %" PRId64 " to %" PRId64 ", not '%s'",
                   option->name, option->low, option->high, value);
    return number;
}

static void store(const struct known *known, const struct cli_option *option, const char *value)
{
    switch (option->type) {
    case CLI_YES:
        *(bool *)option->target = true;
        break;
    case CLI_NUMBER:
        *(long *)option->target = (long)read_number(known, option, value);
        break;
    case CLI_WIDE:
        *(int64_t *)option->target = read_number(known, option, value);
        break;
    case CLI_TEXT:
        *(const char **)option->target = value;
        break;
    case CLI_TEXTS:
        add_text(known, option->target, value);
        break;
    }
}

/* One option with its value; returns how many arguments it took. */
static int read_option(const struct known *known, int left, char **at)
{
    const char *equals = strchr(at[0], '=');
    const size_t length = equals ? (size_t)(equals - at[0]) : strlen(at[0]);
    const struct cli_option *option = find(known, at[0], length);
    if (option->type == CLI_YES && equals)
        cli_refuse(known->manual, "%s takes no value", option->name);
    if (option->type == CLI_YES || equals) {
        store(known, option, equals ? equals + 1 : NULL);
        return 1;
    }
    if (left < 2)
        cli_refuse(known->manual, "%s wants a value: %s %s", option->name, option->name,
                   option->value);
    store(known, option, at[1]);
    return 2;
}

void cli_read(const struct cli_manual *manual, const struct cli_option *options, int count,
              struct cli_setup *setup, struct cli_texts *files, int argc, char **argv)
{
    struct known known = { .manual = manual, .count = count, .own = count };
    struct cli_texts none;
    files = files ? files : &none;
    files->count = 0;
    for (int i = 0; i < count; i++)
        known.at[i] = options[i];
    if (setup)
        add_game_options(&known, setup);
    for (int i = 1; i < argc;) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_help(&known);
            exit(0);
        }
        if (argv[i][0] == '-' && argv[i][1]) {
            i += read_option(&known, argc - i, argv + i);
        } else {
            add_text(&known, files, argv[i++]);
        }
    }
    if (files->count < manual->files_low)
        cli_refuse(manual, "a file is missing: holm %s %s", manual->name, manual->arguments);
    if (files->count > manual->files_high)
        cli_refuse(manual, "what is '%s'? holm %s %s", files->at[manual->files_high], manual->name,
                   manual->arguments);
}

/* -------------------------------------------------------------------- files */

/* NULL: there is no memory, and the old text is freed. */
static char *grow(char *text, size_t size)
{
    char *larger = realloc(text, size);
    if (!larger)
        free(text);
    return larger;
}

char *cli_slurp_bytes(const char *path, size_t *length, struct holm_trouble *trouble)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t used = 0, size = 1 << 16;
    char *text = file ? malloc(size) : NULL;
    while (text && !feof(file) && !ferror(file) && used < CLI_FILE_MAX) {
        used += fread(text + used, 1, size - used - 1, file);
        if (used + 1 == size)
            text = grow(text, size *= 2);
    }
    const bool broken = !file || ferror(file) || used >= CLI_FILE_MAX || !text;
    if (broken)
        holm_trouble(trouble, 0, "cannot read it: %s",
                     used >= CLI_FILE_MAX ? "it is too large" : strerror(errno));
    if (file && file != stdin)
        fclose(file);
    if (broken) {
        free(text);
        return NULL;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

char *cli_slurp(const char *path, struct holm_trouble *trouble)
{
    size_t length;
    char *text = cli_slurp_bytes(path, &length, trouble);
    if (!text || strlen(text) == length)
        return text;
    holm_trouble(trouble, 0, "it holds a zero byte: not a text file");
    free(text);
    return NULL;
}

FILE *cli_open_log(const char *path)
{
    if (strcmp(path, "-"))
        return fopen(path, "wx");
    const int output = dup(STDOUT_FILENO);
    if (output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return NULL;
    return fdopen(output, "w");
}
