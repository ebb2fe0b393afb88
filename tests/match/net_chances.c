/* net_chances.c: what a net says of the first positions of a file, a line each: net_chances NET POSITIONS
 * test_learn.py compares it with what learn/net.py says. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/net.h"

enum { POSITIONS = 20, BYTES_MOST = 1 << 20 };

static void read_net(const char *path, struct holm_net *net)
{
    static char bytes[BYTES_MOST];
    struct holm_trouble trouble;
    FILE *file = fopen(path, "rb");
    const size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!file || !holm_net_read(bytes, length, net, &trouble)) {
        fprintf(stderr, "%s: %s\n", path, file ? trouble.text : "cannot be read");
        exit(1);
    }
    fclose(file);
}

static bool read_inputs(FILE *file, float *input, int count)
{
    int16_t number;
    for (int i = 0; i < count; i++) {
        if (!fread(&number, sizeof number, 1, file))
            return false;
        input[i] = (float)number / NET_UNIT;
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct holm_net net;
    static struct holm_net_seats seats;
    float input[HOLM_SEATS][NET_SEAT], game[NET_GAME], first[NET_FIRST], rest[2];
    double chance[HOLM_SEATS];
    int players;
    FILE *file = argc == 3 ? fopen(argv[2], "rb") : NULL;
    if (!file || fscanf(file, "holm positions 2 players=%d seat=128 game=32", &players) != 1)
        return 1;
    read_net(argv[1], &net);
    fgetc(file);
    for (int n = 0; n < POSITIONS; n++) {
        for (int seat = 0; seat < players; seat++)
            if (!read_inputs(file, input[seat], NET_SEAT))
                return 1;
        if (!read_inputs(file, game, NET_GAME) || !read_inputs(file, rest, 2))
            return 1;
        holm_net_game(&net, game, first);
        for (int seat = 0; seat < players; seat++)
            holm_net_seat(&net, first, input[seat], seats.second[seat]);
        holm_net_chances(&net, &seats, players, chance);
        for (int seat = 0; seat < players; seat++)
            printf("%.7f%c", chance[seat], seat + 1 < players ? ' ' : '\n');
    }
    fclose(file);
    return 0;
}
