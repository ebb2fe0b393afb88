/* net.c: the layers of the network, and its files. */
#include "bots/net.h"

#include <string.h>

/* ------------------------------------------------------------------- layers */

/* Wider vectors where the machine has them; sums are the same to the last bit. Not where functions that
 * are chosen at the start do not work: with clang's link-time optimisation and under TSan. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __clang__ && !defined __SANITIZE_THREAD__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Nearly all of a bot's time goes into this loop. Sanitizers would keep it from becoming vectors, and
 * there is nothing for them to find: each caller gives the length of its own arrays. */
__attribute__((no_sanitize("address"), no_sanitize("undefined"))) static void
add_row(float *restrict output, float by, const float *restrict weight, int count)
{
    for (int i = 0; i < count; i++)
        output[i] += by * weight[i];
}

/* Adds the outputs of one layer; most inputs are 0 and cost nothing. */
#define ADD_LAYER(outputs, input, inputs, weight)                                                  \
    for (int i_ = 0; i_ < (inputs); i_++)                                                          \
        if ((input)[i_] != 0)                                                                      \
            add_row(outputs, (input)[i_], (weight)[i_], (int)(sizeof(weight)[0] / sizeof(float)));

static inline void relu(float *number, int count)
{
    for (int i = 0; i < count; i++)
        number[i] = number[i] > 0 ? number[i] : 0;
}

WIDE void holm_net_game(const struct holm_net *net, const float input[NET_GAME],
                        float first[NET_FIRST])
{
    memcpy(first, net->bias_first, sizeof net->bias_first);
    ADD_LAYER(first, input, NET_GAME, net->game_first)
}

WIDE void holm_net_seat(const struct holm_net *net, const float game[NET_FIRST],
                        const float input[NET_SEAT], float second[NET_SECOND])
{
    float first[NET_FIRST], sum[NET_SECOND];
    memcpy(first, game, sizeof first);
    ADD_LAYER(first, input, NET_SEAT, net->seat_first)
    relu(first, NET_FIRST);
    memcpy(sum, net->bias_second, sizeof sum);
    ADD_LAYER(sum, first, NET_FIRST, net->first_second)
    relu(sum, NET_SECOND);
    memcpy(second, sum, sizeof sum);
}

static inline void add_others(const struct holm_net_seats *seats, int players, int seat,
                              float sum[NET_SECOND])
{
    memset(sum, 0, NET_SECOND * sizeof *sum);
    for (int other = 0; other < players; other++)
        for (int i = 0; other != seat && i < NET_SECOND; i++)
            sum[i] += seats->second[other][i];
}

static inline double sum_of(const float *one, const float *other, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)one[i] * (double)other[i];
    return sum;
}

WIDE static double logit(const struct holm_net *net, const struct holm_net_seats *seats,
                         int players, int seat)
{
    float third[NET_THIRD], others[NET_SECOND];
    add_others(seats, players, seat, others);
    memcpy(third, net->bias_third, sizeof third);
    ADD_LAYER(third, seats->second[seat], NET_SECOND, net->own_third)
    ADD_LAYER(third, others, NET_SECOND, net->others_third)
    relu(third, NET_THIRD);
    return sum_of(third, net->third_logit, NET_THIRD);
}

void holm_net_chances(const struct holm_net *net, const struct holm_net_seats *seats, int players,
                      double chance[HOLM_SEATS])
{
    double most = 0, sum = 0;
    for (int seat = 0; seat < players; seat++) {
        chance[seat] = logit(net, seats, players, seat);
        most = !seat || chance[seat] > most ? chance[seat] : most;
    }
    for (int seat = 0; seat < players; seat++)
        sum += chance[seat] = holm_exp(chance[seat] - most);
    for (int seat = 0; seat < players; seat++)
        chance[seat] /= sum;
}

/* -------------------------------------------------------------------- files */

static const struct holm_net *replaced[HOLM_GAMES];

const struct holm_net *holm_net_of(const struct holm_rules *rules)
{
    return replaced[rules->game] ? replaced[rules->game] : holm_nets_built_in[rules->game];
}

void holm_net_replace(int game, const struct holm_net *net)
{
    replaced[game] = net;
}

/* Numbers stand in a file as pairs of bytes, the least first, in 2048ths. */
bool holm_net_read(const void *bytes, size_t length, struct holm_net *net,
                   struct holm_trouble *trouble)
{
    enum { NUMBERS = sizeof *net / sizeof(float) };
    const uint8_t *at = memchr(bytes, '\n', length);
    const size_t left = at ? length - (size_t)(at + 1 - (const uint8_t *)bytes) : 0;
    if (left != 2 * NUMBERS)
        return holm_trouble(trouble, 1, "a net is a line of text and %d numbers of two bytes",
                            (int)NUMBERS);
    float *number = (float *)net;
    for (size_t i = 0; i < NUMBERS; i++) {
        const uint16_t bits = (uint16_t)(at[1 + 2 * i] | at[2 + 2 * i] << 8);
        number[i] = (float)(int16_t)bits / 2048;
    }
    return true;
}
