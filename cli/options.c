/* options.c: reads the command line. */
#include "cli/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/maps.h"
#include "text/notation.h"

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

struct cli_setup cli_setup_start(void)
{
    return (struct cli_setup){ .game = "base", .edition = "2025", .players = 4, .seed = -1 };
}

enum { GAME_OPTIONS = 8 };

static void list_game_options(struct cli_setup *setup, struct cli_option options[GAME_OPTIONS])
{
    const struct cli_option all[GAME_OPTIONS] = {
        { "--game", "GAME", "which game: base", CLI_TEXT, &setup->game, 0, 0 },
        { "--edition", "EDITION", "2025, 2015, 2007 or catan8 (default 2025)", CLI_TEXT,
          &setup->edition, 0, 0 },
        { "--players", "N", "2 to 8 (default 4)", CLI_NUMBER, &setup->players, 2, HOLM_SEATS },
        { "--map", "NAME|FILE", "a built-in map or a file (default: by the number of players)",
          CLI_TEXT, &setup->map, 0, 0 },
        { "--setup", "fixed|variable", "the printed board, or one dealt anew (default variable)",
          CLI_TEXT, &setup->setup, 0, 0 },
        { "--option", "KEY=VALUE", "any option of `holm rules`; may be repeated", CLI_TEXTS,
          &setup->settings, 0, 0 },
        { "--seed", "N", "the number that decides every draw", CLI_NUMBER, &setup->seed, 0,
          0x7FFFFFFFFFFFFFFF },
        { "--bots", "NAME[,NAME...]",
          "random, random-trader or greedy: one for all seats or one "
          "for each",
          CLI_TEXT, &setup->bots, 0, 0 },
    };
    memcpy(options, all, sizeof all);
}

const char *cli_option_word(const struct holm_rules *rules, const struct holm_option *option,
                            char buffer[16])
{
    const unsigned value = holm_option_get(rules, option);
    if (option->words && value <= option->high)
        return option->words[value];
    snprintf(buffer, 16, "%u", value);
    return buffer;
}

static bool number_in(const char *word, long low, long high, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(word, &end, 10);
    return *word && !*end && !errno && *number >= low && *number <= high;
}

static const struct holm_option *find_option(const char *name, struct holm_trouble *trouble)
{
    const char *names[64];
    for (int i = 0; i < holm_option_count && i < 64; i++) {
        names[i] = holm_options[i].name;
        if (!strcmp(name, names[i]))
            return &holm_options[i];
    }
    const char *near = cli_nearest(name, names, holm_option_count);
    holm_trouble(trouble, 0, "there is no option '%.40s'%s%s%s; `holm rules` lists them all", name,
                 near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
    return NULL;
}

bool cli_set_option(struct holm_rules *rules, const char *setting, struct holm_trouble *trouble)
{
    char name[48];
    const char *value = strchr(setting, '=');
    if (!value || value - setting >= (ptrdiff_t)sizeof name)
        return holm_trouble(trouble, 0, "'%.40s' should read KEY=VALUE, such as target=12",
                            setting);
    memcpy(name, setting, (size_t)(value - setting));
    name[value++ - setting] = '\0';
    const struct holm_option *option = find_option(name, trouble);
    long number = 0;
    if (!option)
        return false;
    if (option->words) {
        number = holm_word(option->words, option->high + 1, value);
        char known[120];
        struct holm_writer writer = holm_writer(known, sizeof known);
        for (int i = 0; i <= option->high; i++)
            holm_putf(&writer, "%s%s", i ? ", " : "", option->words[i]);
        if (number < 0)
            return holm_trouble(trouble, 0, "%s cannot be '%.40s'; it is one of %s", name, value,
                                known);
    } else if (!number_in(value, option->low, option->high, &number)) {
        return holm_trouble(trouble, 0, "%s cannot be '%.40s'; it is a number from %d to %d", name,
                            value, option->low, option->high);
    }
    holm_option_set(rules, option, (unsigned)number);
    return true;
}

static bool resolve_rules(const struct cli_setup *setup, struct holm_rules *rules,
                          struct holm_trouble *trouble)
{
    char setting[64];
    const int game = holm_word(holm_game_names, HOLM_GAMES, setup->game);
    const int edition = holm_word(holm_edition_names, HOLM_EDITIONS, setup->edition);
    if (game < 0)
        return holm_trouble(trouble, 0, "there is no game '%.40s'; today there is base",
                            setup->game);
    if (edition < 0)
        return holm_trouble(trouble, 0,
                            "there is no edition '%.40s'; take 2025, 2015, 2007 or "
                            "catan8",
                            setup->edition);
    int error = holm_rules_make(rules, game, edition, (int)setup->players);
    if (!error && setup->setup) {
        snprintf(setting, sizeof setting, "setup=%.40s", setup->setup);
        if (!cli_set_option(rules, setting, trouble))
            return false;
    }
    for (int i = 0; !error && i < setup->settings.count; i++)
        if (!cli_set_option(rules, setup->settings.at[i], trouble))
            return false;
    if (!error)
        error = holm_rules_check(rules);
    return !error || holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
}

bool cli_try_resolve(const struct cli_setup *setup, struct cli_game *game,
                     struct holm_trouble *trouble)
{
    if (!resolve_rules(setup, &game->rules, trouble))
        return false;
    const char *source = setup->map ? setup->map : holm_map_default(&game->rules);
    if (strlen(source) >= sizeof game->source) /* a log could not name it */
        return holm_trouble(trouble, 0, "the path of the map is too long");
    snprintf(game->source, sizeof game->source, "%s", source);
    if (holm_map_find(source, &game->map, trouble))
        return true;
    if (!trouble->line && !strchr(source, '/') && !strchr(source, '.')) { /* meant as a name */
        char known[128];
        struct holm_writer writer = holm_writer(known, sizeof known);
        for (int i = 0; i < holm_map_file_count; i++)
            holm_putf(&writer, "%s%s", i ? ", " : "", holm_map_files[i].name);
        holm_trouble(trouble, 0, "there is no map '%.60s'; built in are %s", source, known);
    }
    return false;
}

void cli_resolve(const struct cli_manual *manual, const struct cli_setup *setup,
                 struct cli_game *game)
{
    struct holm_trouble trouble = { 0 };
    if (cli_try_resolve(setup, game, &trouble))
        return;
    if (trouble.line)
        cli_refuse(manual, "%s:%d: %s", game->source, trouble.line, trouble.text);
    cli_refuse(manual, "%s", trouble.text);
}

void cli_prefer_fixed(const struct cli_setup *setup, struct cli_game *game)
{
    bool asked = setup->setup || setup->seed >= 0;
    for (int i = 0; i < setup->settings.count; i++)
        asked = asked || !strncmp(setup->settings.at[i], "setup=", 6);
    if (!asked && game->map.has_fixed)
        game->rules.setup = HOLM_SETUP_FIXED;
}

bool cli_deal(const struct cli_game *game, struct holm_chance *chance, struct holm_board *board,
              struct holm_trouble *trouble)
{
    struct holm_map map = game->map;
    int error = holm_deal(&map, &game->rules, chance);
    if (!error)
        error = holm_board_make(board, &map, &game->rules);
    return !error || holm_trouble(trouble, 0, "map %s: %s", game->source, holm_reason(error)->text);
}

void cli_bots(const struct cli_manual *manual, const char *names, int players,
              const struct holm_bot_kind **kinds)
{
    char copy[256], known[256];
    struct holm_writer writer = holm_writer(known, sizeof known);
    int count = 0;
    for (int i = 0; i < holm_bot_kind_count; i++)
        holm_putf(&writer, "%s%s", i ? ", " : "", holm_bot_kinds[i].name);
    snprintf(copy, sizeof copy, "%s", names);
    for (char *rest = copy, *name; (name = strsep(&rest, ",")); count++) {
        const struct holm_bot_kind *kind = holm_bot_find(name);
        if (!kind)
            cli_refuse(manual, "there is no bot '%s'; take one of %s", name, known);
        if (count < players)
            kinds[count] = kind;
    }
    for (int seat = 1; count == 1 && seat < players; seat++)
        kinds[seat] = kinds[0];
    if (count != 1 && count != players)
        cli_refuse(manual, "--bots names %d bots for %d seats; name one, or one for each seat",
                   count, players);
}

/* ------------------------------------------------------------------ reading */

/* The options of the command and, after them, those of a game. */
struct known {
    const struct cli_manual *manual;
    struct cli_option at[48];
    int count, own;
};

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
        printf("  %-26s %s%s\n", left, strlen(left) > 26 ? "\n                             " : "",
               option->help);
    }
}

static const struct cli_option *find(const struct known *known, const char *name, size_t length)
{
    const char *names[48];
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

static void store(const struct known *known, const struct cli_option *option, const char *value)
{
    switch (option->type) {
    case CLI_YES:
        *(bool *)option->target = true;
        break;
    case CLI_NUMBER:
        if (!number_in(value, option->low, option->high, option->target))
            cli_refuse(known->manual, "%s wants a number from %ld to %ld, not '%s'", option->name,
                       option->low, option->high, value);
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
    if (setup) {
        list_game_options(setup, known.at + count);
        known.count += GAME_OPTIONS;
    }
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

char *cli_slurp(const char *path, struct holm_trouble *trouble)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t used = 0, size = 1 << 16;
    char *text = file ? malloc(size) : NULL;
    while (text && !feof(file) && !ferror(file) && used < CLI_FILE_MAX) {
        used += fread(text + used, 1, size - used - 1, file);
        if (used + 1 == size)
            text = realloc(text, size *= 2);
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
    if (strlen(text) == used)
        return text;
    holm_trouble(trouble, 0, "it holds a zero byte: not a text file");
    free(text);
    return NULL;
}
