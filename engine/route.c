/* route.c: the length of a route (BASE-LR-1..4). A trail uses no segment twice, may meet a corner again,
 * may end at another colour's building but not pass it.
 *
 * Mostly a route is a tree: then one visit to each corner finds the longest arms there, and the two
 * longest together are a trail. Where it has rings, branches are cut off from the leaves inwards
 * until only rings are left, and on these trails are tried one by one.
 *
 * Mostly, too, a segment comes or goes at the end of a line: then the trails that start with it are
 * tried, and nothing else is looked at. */
#include "engine/engine.h"

static bool is_own(const struct holm_state *state, int seat, int edge)
{
    return edge != HOLM_NO_EDGE && state->edge[edge] && piece_seat(state->edge[edge]) == seat;
}

/* ------------------------------------------------------------------- trees */

struct survey {
    const struct holm_state *state;
    int seat;
    int longest;
    bool ring; /* a corner was reached in two ways */
    struct holm_corner_set seen[2]; /* by roads, by ships */
};

/* The longest arm on from a corner to which a segment of a kind led. */
static int longest_arm(struct survey *survey, int corner, int from, int came)
{
    const struct holm_state *state = survey->state;
    const struct holm_topology *topology = &state->board->topology;
    const bool both = own_building(state, survey->seat, corner); /* SEA-LR-2: they join there */
    int first = 0, second = 0;
    survey->ring |= corner_in(&survey->seen[from == HOLM_SHIP], corner);
    if (survey->ring)
        return 0;
    corner_add(&survey->seen[from == HOLM_SHIP], corner);
    if (both)
        corner_add(&survey->seen[from != HOLM_SHIP], corner);
    for (int i = 0; i < 3; i++) {
        int edge = topology->corner_edge[corner][i], next = topology->corner_neighbour[corner][i];
        if (edge == came || !is_own(state, survey->seat, edge))
            continue;
        int kind = piece_kind(state->edge[edge]), length = 1;
        if (kind != from && !both)
            continue;
        if (!corner_blocks(state, next, survey->seat))
            length += longest_arm(survey, next, kind, edge);
        second = length > first ? first : length > second ? length : second;
        first = length > first ? length : first;
    }
    if (first + second > survey->longest)
        survey->longest = first + second;
    return first;
}

static void survey_corner(struct survey *survey, int corner)
{
    const uint16_t *edges = survey->state->board->topology.corner_edge[corner];
    const bool blocks = corner_blocks(survey->state, corner, survey->seat);
    for (int i = 0; i < 3; i++) {
        if (!is_own(survey->state, survey->seat, edges[i]))
            continue;
        int kind = piece_kind(survey->state->edge[edges[i]]);
        if (!survey->longest)
            survey->longest = 1; /* also between two pieces of others */
        if (!blocks && !corner_in(&survey->seen[kind == HOLM_SHIP], corner))
            longest_arm(survey, corner, kind, HOLM_NO_EDGE);
    }
}

/* ------------------------------------------------------------------- rings */

enum {
    SEGMENTS_MAX = 64, /* no player has as many roads and ships */
    JOINTS_MAX = 2 * SEGMENTS_MAX,
    NO_JOINT = 0xFF
};

struct segment {
    uint8_t corner[2];
    uint8_t ship;
};

/* Where segments meet: a corner, or one side of it where roads and ships do not join. */
struct joint {
    uint8_t segment[3], to[3];
    uint8_t ways; /* segments of the graph as it was */
    uint8_t left; /* of them not cut off */
    uint8_t branch, second; /* lengths of the two longest branches cut off here */
};

struct graph {
    const struct holm_state *state;
    int seat;
    int segments, joints;
    uint64_t core; /* segments not cut off */
    struct segment segment[SEGMENTS_MAX];
    struct joint joint[JOINTS_MAX];
    uint8_t at[2][HOLM_CORNERS]; /* joints of a corner: of its roads, of its ships */
};

/* The seat's own segments at a corner, each listed by the first of its two ends. */
static void find_segments(struct graph *graph, int corner)
{
    const struct holm_topology *topology = &graph->state->board->topology;
    for (int i = 0; i < 3; i++) {
        int edge = topology->corner_edge[corner][i], to = topology->corner_neighbour[corner][i];
        if (to < corner || !is_own(graph->state, graph->seat, edge) ||
            graph->segments == SEGMENTS_MAX)
            continue;
        graph->segment[graph->segments++] =
            (struct segment){ { (uint8_t)corner, (uint8_t)to },
                              piece_kind(graph->state->edge[edge]) == HOLM_SHIP };
    }
    graph->at[0][corner] = graph->at[1][corner] = NO_JOINT;
}

/* The joint at an end of a segment; trails end at another colour's piece. */
static int joint_at(struct graph *graph, int corner, int ship)
{
    if (graph->at[ship][corner] != NO_JOINT)
        return graph->at[ship][corner];
    int joint = graph->joints++;
    graph->joint[joint] = (struct joint){ .ways = 0 };
    if (corner_blocks(graph->state, corner, graph->seat))
        return joint;
    graph->at[ship][corner] = (uint8_t)joint;
    if (own_building(graph->state, graph->seat, corner))
        graph->at[!ship][corner] = (uint8_t)joint;
    return joint;
}

static void add_way(struct joint *joint, int segment, int to)
{
    joint->segment[joint->ways] = (uint8_t)segment;
    joint->to[joint->ways++] = (uint8_t)to;
    joint->left++;
}

static void build(struct graph *graph)
{
    const struct holm_state *state = graph->state;
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left =
                 state->network[graph->seat].w[i] | state->sea_network[graph->seat].w[i];
             left; left &= left - 1)
            find_segments(graph, 64 * i + __builtin_ctzll(left));
    for (int i = 0; i < graph->segments; i++) {
        const struct segment *segment = &graph->segment[i];
        int near = joint_at(graph, segment->corner[0], segment->ship);
        int far = joint_at(graph, segment->corner[1], segment->ship);
        add_way(&graph->joint[near], i, far);
        add_way(&graph->joint[far], i, near);
        graph->core |= 1ull << i;
    }
}

/* Cuts a leaf off, and what becomes a leaf by that. */
static void cut(struct graph *graph, int leaf)
{
    while (graph->joint[leaf].left == 1) {
        struct joint *joint = &graph->joint[leaf];
        int way = 0;
        while (!(graph->core >> joint->segment[way] & 1))
            way++;
        struct joint *next = &graph->joint[joint->to[way]];
        uint8_t length = (uint8_t)(joint->branch + 1);
        next->second = length > next->branch   ? next->branch
                       : length > next->second ? length
                                               : next->second;
        next->branch = length > next->branch ? length : next->branch;
        graph->core &= ~(1ull << joint->segment[way]);
        joint->left--;
        next->left--;
        leaf = joint->to[way];
    }
}

/* The longest way on over the core; it may end in a branch, if not in the one it came from. */
static int longest_from(const struct graph *graph, int at, int start, uint64_t unused)
{
    const struct joint *joint = &graph->joint[at];
    int best = at == start ? joint->second : joint->branch;
    for (int i = 0; i < joint->ways; i++) {
        uint64_t bit = 1ull << joint->segment[i];
        if (!(unused & bit))
            continue;
        int length = 1 + longest_from(graph, joint->to[i], start, unused & ~bit);
        if (length > best)
            best = length;
    }
    return best;
}

/* A joint of two segments and no branch: a longest trail that starts there comes back, so it could
 * as well start elsewhere on its way. */
static bool is_plain(const struct joint *joint)
{
    return joint->left == 2 && !joint->branch;
}

/* Unless there is no elsewhere: the length of a ring of plain joints, or 0. */
static int plain_ring(const struct graph *graph, int start)
{
    uint64_t unused = graph->core;
    int at = start, length = 0;
    do {
        const struct joint *joint = &graph->joint[at];
        int way = 0;
        while (!(unused >> joint->segment[way] & 1))
            way++;
        unused &= ~(1ull << joint->segment[way]);
        at = joint->to[way];
        length++;
    } while (at != start && is_plain(&graph->joint[at]));
    return at == start ? length : 0;
}

static int longest_with_rings(const struct holm_state *state, int seat)
{
    struct graph graph;
    int best = 0;
    graph.state = state;
    graph.seat = seat;
    graph.segments = graph.joints = 0;
    graph.core = 0;
    build(&graph);
    for (int joint = 0; joint < graph.joints; joint++)
        cut(&graph, joint);
    for (int i = 0; i < graph.joints; i++) {
        int length = is_plain(&graph.joint[i])
                         ? plain_ring(&graph, i)
                         : graph.joint[i].branch + longest_from(&graph, i, i, graph.core);
        if (length > best)
            best = length;
    }
    return best;
}

/* -------------------------------------------------------------------- ends */

struct trail {
    const struct holm_state *state;
    int seat;
    struct holm_edge_set used;
};

/* The longest way on from a corner to which a segment led, over others like it or, where they join,
 * of the other kind. */
static int longest_on(struct trail *trail, int corner, uint8_t like)
{
    const struct holm_state *state = trail->state;
    const struct holm_topology *topology = &state->board->topology;
    int best = 0;
    if (corner_blocks(state, corner, trail->seat))
        return 0;
    const uint8_t other = is_building(state->corner[corner]) ? like ^ HOLM_ROAD ^ HOLM_SHIP : like;
    for (int i = 0; i < 3; i++) {
        int edge = topology->corner_edge[corner][i];
        if (edge == HOLM_NO_EDGE)
            continue;
        uint8_t byte = state->edge[edge];
        if ((byte != like && byte != other) || edge_in(&trail->used, edge))
            continue;
        edge_add(&trail->used, edge);
        int length = 1 + longest_on(trail, topology->corner_neighbour[corner][i], byte);
        edge_remove(&trail->used, edge);
        best = length > best ? length : best;
    }
    return best;
}

/* Whether nothing of the route goes on from an end of a segment. */
static bool is_end(const struct holm_state *state, int seat, int edge, int corner)
{
    const uint16_t *edges = state->board->topology.corner_edge[corner];
    const bool both = own_building(state, seat, corner);
    if (corner_blocks(state, corner, seat))
        return true;
    for (int i = 0; i < 3; i++)
        if (edges[i] != edge && is_own(state, seat, edges[i]) &&
            (both || state->edge[edges[i]] == state->edge[edge]))
            return false;
    return true;
}

int route_through(const struct holm_state *state, int seat, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    for (int end = 0; end < 2; end++)
        if (is_end(state, seat, edge, ends[end])) {
            struct trail trail = { .state = state, .seat = seat };
            edge_add(&trail.used, edge);
            return 1 + longest_on(&trail, ends[!end], state->edge[edge]);
        }
    struct survey survey = { .state = state, .seat = seat };
    int length = 1;
    for (int end = 0; end < 2; end++)
        length += longest_arm(&survey, ends[end], piece_kind(state->edge[edge]), edge);
    return survey.ring ? ROUTE_UNKNOWN : length;
}

/* --------------------------------------------------------------------- all */

int route_length(const struct holm_state *state, int seat)
{
    struct survey survey = { .state = state, .seat = seat };
    for (int i = 0; i < state->board->corner_words && !survey.ring; i++)
        for (uint64_t left = state->network[seat].w[i] | state->sea_network[seat].w[i]; left;
             left &= left - 1)
            survey_corner(&survey, 64 * i + __builtin_ctzll(left));
    return survey.ring ? longest_with_rings(state, seat) : survey.longest;
}
