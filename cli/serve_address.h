/* serve_address.h: where phones find the server. */
#ifndef CLI_SERVE_ADDRESS_H
#define CLI_SERVE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* This machine's address on the local network; false: there is none. */
bool serve_lan_address(char *text, size_t size);
/* A QR code in the terminal. */
void serve_print_code(const char *text);

#endif
