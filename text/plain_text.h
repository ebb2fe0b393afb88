/* plain_text.h: what people write to each other. Names and chat hold nothing that cannot be seen or
 * that turns the writing round (plain_text.c), and names that look alike are told apart
 * (lookalikes.c). All texts are UTF-8. */
#ifndef HOLM_PLAIN_TEXT_H
#define HOLM_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/writer.h"

/* The next character, and `at` moves behind it; 0 at the end. Bytes that are no UTF-8 are
 * HOLM_BROKEN, one for each. */
enum { HOLM_BROKEN = 0x110000 };
uint32_t holm_next_character(const char **at);
void holm_put_character(struct holm_writer *writer, uint32_t character);

/* A name without blanks around it and with single ones inside. False and the trouble: it has no
 * character or more than `most`, or one that a name may not hold; the sentence says which. */
bool holm_plain_name(const char *text, int most, char *name, size_t size,
                     struct holm_trouble *trouble);
/* A line of chat as it is passed on: unusual blanks become plain ones, and what a name may not hold
 * becomes U+FFFD, which is seen. Joiners are left where emoji or letters need them. Never has
 * more characters than the text. */
void holm_plain_chat(const char *text, char *plain, size_t size);

/* What is left of a name for the eye: without case, marks and blanks, and with the Latin letter
 * that each character looks like. Names with the same skeleton are easily taken for each other. */
enum { HOLM_SKELETON_SIZE = 128 };
void holm_name_skeleton(const char *name, char skeleton[HOLM_SKELETON_SIZE]);
/* Adds " (2)", " (3)" and so on to a name while `taken` says that its skeleton is another's; the
 * name is cut where it would be longer than `most` characters, for which there must be room. */
void holm_name_apart(char *name, size_t size, int most,
                     bool (*taken)(const void *context, const char *skeleton), const void *context);

#endif
