#include "LibcurlGuard.h"

// Foundation on Linux (Swift 6.3.1) ends the process on some responses that libcurl accepts:
//
// - a Content-Length of at least 2^63 - 512, which `setupCallbacks` in `EasyHandle.swift` converts to a
//   Double, 2^63, and then to an Int64;
// - a trailer, which Foundation treats as the beginning of a second header;
// - a connection that is closed within a header.
//
// Foundation also uses a whole core while it waits for a response: until the transfer ends, it watches
// whether a new connection is writable, which an open connection always is (`_SocketSources` in
// `MultiHandle.swift` never cancels only one of its sources).
//
// No issues about these faults are known. Each `REPLACEMENT` is called instead of a function of libcurl. It
// calls the original, and can change what Foundation receives. A definition in a program overrides the
// definition in a shared library. The replacements are weak: they do not replace a statically linked libcurl.

#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// From <curl/curl.h>, which may not be installed. libcurl never changes these numbers.
typedef void Easy;
typedef void Multi;
typedef int Code;
typedef size_t Callback(char *bytes, size_t size, size_t count, void *data);
typedef int SocketCallback(Easy *handle, int socket, int action, void *data, void *sources);
typedef struct {
  int kind;
  Easy *handle;
  union {
    void *pointer;
    Code result;
  } data;
} Message;
enum { failedInitialization = 2, partialFile = 18 };
enum { headerDataOption = 10029, privateOption = 10103, headerFunctionOption = 20079 };
enum { privateInfo = 0x100015, contentLengthInfo = 0x30000F };
enum { doneMessage = 1 };
enum { socketFunctionOption = 20001 };
enum { readAction = 1, removeAction = 4 };

#define REPLACEMENT __attribute__((weak, visibility("default")))
/// Declares `original`, the function of libcurl that `function` replaces; null if there is none. It is atomic,
/// because requests and the connections of WebSockets call libcurl on different threads.
#define ORIGINAL(function)                              \
  static _Atomic(__typeof__(&function)) original;       \
  if (!original) original = dlsym(RTLD_NEXT, #function)
/// Declares `value`, the argument after `parameter`. Integers are passed in the same way as pointers.
#define VALUE_AFTER(parameter)               \
  va_list arguments;                         \
  va_start(arguments, parameter);            \
  void *value = va_arg(arguments, void *);   \
  va_end(arguments)

/// Foundation's callback for the header lines of a handle. It is stored as the private data of the handle,
/// which Foundation does not use.
typedef struct {
  Callback *function;
  void *data;
  /// Whether the last received line was the empty line at the end of a header.
  int hasEnded;
} Header;

/// Passes header lines to Foundation, except the lines of a trailer.
static size_t receiveHeader(char *line, size_t size, size_t count, void *data) {
  Header *header = data;
  size_t length = size * count;
  int isFirst = length > 5 && memcmp(line, "HTTP/", 5) == 0;
  if (header->hasEnded && !isFirst) return length;
  header->hasEnded = length <= 2;
  return header->function ? header->function(line, size, count, header->data) : length;
}

REPLACEMENT Code curl_easy_getinfo(Easy *handle, int info, ...) {
  ORIGINAL(curl_easy_getinfo);
  VALUE_AFTER(info);
  if (!original) return failedInitialization;
  Code code = original(handle, info, value);
  const double most = 0x1p62;
  if (info == contentLengthInfo && code == 0 && *(double *)value > most) *(double *)value = most;
  return code;
}

static Header *headerOf(Easy *handle) {
  Header *header = NULL;
  return curl_easy_getinfo(handle, privateInfo, &header) == 0 ? header : NULL;
}

REPLACEMENT Code curl_easy_setopt(Easy *handle, int option, ...) {
  ORIGINAL(curl_easy_setopt);
  VALUE_AFTER(option);
  if (!original) return failedInitialization;
  if (option == headerDataOption || option == headerFunctionOption) {
    Header *header = headerOf(handle);
    if (!header) {
      header = calloc(1, sizeof(Header));
      if (!header) return failedInitialization;
      original(handle, privateOption, header);
    }
    if (option == headerDataOption) {
      header->data = value;
      value = header;
    } else {
      header->function = (Callback *)value;
      value = (void *)receiveHeader;
    }
  }
  return original(handle, option, value);
}

REPLACEMENT void curl_easy_cleanup(Easy *handle) {
  ORIGINAL(curl_easy_cleanup);
  Header *header = headerOf(handle);
  if (original) original(handle);
  free(header);
}

REPLACEMENT Message *curl_multi_info_read(Multi *handle, int *left) {
  ORIGINAL(curl_multi_info_read);
  Message *message = original ? original(handle, left) : NULL;
  if (message && message->kind == doneMessage && message->data.result == 0) {
    Header *header = headerOf(message->handle);
    if (header && !header->hasEnded) message->data.result = partialFile;
  }
  return message;
}

/// Foundation's callback for the socket events that libcurl waits for. It is the same in all sessions.
static SocketCallback *_Atomic socketFunction;

/// Reports to Foundation the events that libcurl waits for. If libcurl now only waits for reading, the socket
/// is removed first, which also removes Foundation's source for writing.
static int receiveAction(Easy *handle, int socket, int action, void *data, void *sources) {
  SocketCallback *function = socketFunction;
  if (action == readAction && sources) {
    function(handle, socket, removeAction, data, sources);
    sources = NULL;
  }
  return function(handle, socket, action, data, sources);
}

REPLACEMENT Code curl_multi_setopt(Multi *handle, int option, ...) {
  ORIGINAL(curl_multi_setopt);
  VALUE_AFTER(option);
  if (!original) return failedInitialization;
  if (option == socketFunctionOption && value) {
    socketFunction = (SocketCallback *)value;
    value = (void *)receiveAction;
  }
  return original(handle, option, value);
}

#endif
