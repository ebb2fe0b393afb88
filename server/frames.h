/* frames.h: what wslay needs to read and write the frames of a WebSocket. */
#ifndef SERVER_FRAMES_H
#define SERVER_FRAMES_H

#include <stdbool.h>
#include <wslay/wslay.h>

struct server;
struct wire;

/* A context of wslay takes 9 KiB. So a WebSocket has one only while it is in the middle of a frame, of
 * a message in parts, or of closing; between two messages there is nothing in it to keep. */
struct frames {
    wslay_event_context_ptr context; /* its callbacks get this struct */
    struct wire *wire; /* who has it */
    struct frames *next; /* of those that nobody has */
    uint64_t taken; /* bytes so far, */
    uint64_t announced; /* and those of all frames that have begun */
    bool parted; /* a message has begun whose last part is still to come */
};

struct frames *frames_borrow(struct server *server, struct wire *wire,
                             const struct wslay_event_callbacks *callbacks); /* or NULL */
/* Whether there was nothing in it to keep: then it is somebody else's. */
bool frames_give_back(struct server *server, struct frames *frames);
void frames_end(struct frames *frames); /* or NULL */
void frames_end_spare(struct server *server);
/* What the callbacks tell of: bytes that wslay took, and a frame that has begun. */
void frames_take(struct frames *frames, size_t count);
void frames_begin(struct frames *frames, const struct wslay_event_on_frame_recv_start_arg *frame);

#endif
