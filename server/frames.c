/* frames.c: contexts of wslay, lent to WebSockets. */
#include "server/frames.h"

#include <stdlib.h>

#include "server/server.h"

enum { SPARE_MOST = 16, MASK_BYTES = 4 };

struct frames *frames_borrow(struct server *server, struct wire *wire,
                             const struct wslay_event_callbacks *callbacks)
{
    struct frames *frames = server->spare_frames;
    if (frames) {
        server->spare_frames = frames->next;
        server->spare_frames_count--;
    } else {
        frames = calloc(1, sizeof *frames);
        if (!frames || wslay_event_context_server_init(&frames->context, callbacks, frames)) {
            free(frames);
            return NULL;
        }
        wslay_event_config_set_max_recv_msg_length(frames->context, MESSAGE_MAX);
    }
    frames->wire = wire;
    frames->taken = frames->announced = 0;
    return frames;
}

void frames_end(struct frames *frames)
{
    if (!frames)
        return;
    wslay_event_context_free(frames->context);
    free(frames);
}

void frames_end_spare(struct server *server)
{
    for (struct frames *next; server->spare_frames; server->spare_frames = next) {
        next = server->spare_frames->next;
        frames_end(server->spare_frames);
    }
    server->spare_frames_count = 0;
}

bool frames_give_back(struct server *server, struct frames *frames)
{
    const wslay_event_context_ptr context = frames->context;
    if (frames->parted || frames->taken != frames->announced || !wslay_event_want_read(context) ||
        wslay_event_want_write(context) || wslay_event_get_close_sent(context) ||
        wslay_event_get_close_received(context))
        return false;
    if (server->spare_frames_count >= SPARE_MOST) {
        frames_end(frames);
        return true;
    }
    frames->next = server->spare_frames;
    server->spare_frames = frames;
    server->spare_frames_count++;
    return true;
}

void frames_take(struct frames *frames, size_t count)
{
    frames->taken += count;
}

/* wslay refuses a length that could be written in fewer bytes, and what is not masked. */
void frames_begin(struct frames *frames, const struct wslay_event_on_frame_recv_start_arg *frame)
{
    const uint64_t length = frame->payload_length;
    const int head = length < 126 ? 2 : length < 65536 ? 4 : 10;
    frames->announced += (uint64_t)head + MASK_BYTES + length;
    if (!wslay_is_ctrl_frame(frame->opcode))
        frames->parted = !frame->fin;
}
