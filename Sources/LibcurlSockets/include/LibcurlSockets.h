/// Connections over which a program sends and receives bytes itself. libcurl connects them, with TLS and
/// through a proxy. Declares nothing on other systems than Linux.
#if defined(__linux__)

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A connection of libcurl. Only one thread at a time may use it.
typedef struct LibcurlSocket LibcurlSocket;

/// The codes of libcurl for success, and for "try again later".
enum { libcurlSuccess = 0, libcurlTryAgain = 81 };

/// Prepares a connection to the host of an http or https URL. `milliseconds` is the time limit for
/// connecting, at least 1. Returns null without libcurl, or without memory.
LibcurlSocket *_Nullable libcurlCreate(
    const char *url, const char *userAgent, long milliseconds);

/// Connects, and blocks until then: host name, proxy, TCP and TLS. Returns a code of libcurl.
int libcurlConnect(LibcurlSocket *socket);

/// The descriptor for `poll(2)`, which belongs to libcurl; -1 without a connection.
int libcurlDescriptor(LibcurlSocket *socket);

/// Reads without blocking. Returns a code of libcurl. Success without bytes is the end of the connection.
/// Data that libcurl has already decrypted is invisible to `poll(2)`: read until `libcurlTryAgain`.
int libcurlReceive(LibcurlSocket *socket, void *bytes, size_t count, size_t *received);

/// Writes without blocking, perhaps only a part. Returns a code of libcurl. After `libcurlTryAgain`, the
/// next call requires the same bytes at the same address (OpenSSL).
int libcurlSend(LibcurlSocket *socket, const void *bytes, size_t count, size_t *sent);

/// The error number of the system for the last failure; 0 if there is none.
int libcurlErrorNumber(LibcurlSocket *socket);

/// A sentence about the first failure, or else the meaning of the code.
const char *libcurlErrorText(LibcurlSocket *socket, int code);

/// Closes the connection, and frees it.
void libcurlDestroy(LibcurlSocket *socket);

/// Opens an `eventfd(2)`, which wakes up a thread in `poll(2)`; -1 without a free descriptor. Swift's module
/// of the C library lacks this function.
int openEventDescriptor(void);

#pragma clang assume_nonnull end

#endif
