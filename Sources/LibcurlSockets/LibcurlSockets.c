#include "LibcurlSockets.h"

// Foundation of Swift 6.3.1 on Linux has no WebSockets, because its toolchains are built with a libcurl that
// has none (https://github.com/swiftlang/swift-corelibs-foundation/issues/5431). But any libcurl can connect,
// and leave sending and receiving to the program. Foundation loads libcurl. Its functions are found at run
// time, because its headers, and the file that a linker requires, may not be installed. Some of the functions
// are replaced by LibcurlGuard, which changes nothing here.

#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

// From <curl/curl.h>, which may not be installed. libcurl never changes these numbers.
typedef void Easy;
enum { failedInitialization = 2 };
enum {
  protocolsOption = 181, connectOnlyOption = 141, connectTimeoutOption = 156, versionOption = 84,
  signalsOffOption = 99, tunnelOption = 61, negotiationOption = 226, errorTextOption = 10010,
  urlOption = 10002, userAgentOption = 10018, certificatesOption = 10065, writeOption = 20011,
  socketOption = 20148,
};
enum { errorNumberInfo = 0x200019, certificatesInfo = 0x10003D, socketInfo = 0x50002C };
enum { http = 1, https = 2 };
enum { version11 = 2 };
enum { errorTextSize = 256 };

static struct {
  Easy *(*init)(void);
  int (*setopt)(Easy *, int, ...);
  int (*perform)(Easy *);
  int (*send)(Easy *, const void *, size_t, size_t *);
  int (*recv)(Easy *, void *, size_t, size_t *);
  int (*getinfo)(Easy *, int, ...);
  const char *(*strerror)(int);
  void (*cleanup)(Easy *);
  int isComplete;
} curl;

struct LibcurlSocket {
  Easy *easy;
  char errorText[errorTextSize];
};

static void findFunctions(void) {
#define FIND(name) (curl.name = (__typeof__(curl.name))dlsym(RTLD_DEFAULT, "curl_easy_" #name))
  curl.isComplete = FIND(init) && FIND(setopt) && FIND(perform) && FIND(send) && FIND(recv)
      && FIND(getinfo) && FIND(strerror) && FIND(cleanup);
}

/// Ignores what libcurl would otherwise print.
static size_t ignoreBytes(char *bytes, size_t size, size_t count, void *data) {
  return size * count;
}

/// Keeps the descriptor from programs that this process starts.
static int keepToProcess(void *data, int descriptor, int purpose) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return 0;
}

/// Chooses the same certificates as Foundation (`setCARootBundlePath` in `EasyHandle.swift`): those for which
/// libcurl was built, or else the first of these files.
static void setCertificates(Easy *easy) {
  static const char *const paths[] = {
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/usr/share/ssl/certs/ca-bundle.crt", "/usr/local/share/certs/ca-root-nss.crt",
    "/etc/ssl/cert.pem",
  };
  char *path = NULL;
  // Before libcurl 7.84, its path is unknown, and it is kept.
  if (curl.getinfo(easy, certificatesInfo, &path) != libcurlSuccess || path) return;
  for (size_t index = 0; index < sizeof(paths) / sizeof(*paths); index++) {
    if (access(paths[index], R_OK) == 0) {
      curl.setopt(easy, certificatesOption, paths[index]);
      return;
    }
  }
}

/// Sets the options, and returns whether libcurl supports all that are required.
static int setOptions(
    LibcurlSocket *socket, const char *url, const char *userAgent, long milliseconds) {
  Easy *easy = socket->easy;
  // Some versions of libcurl have no ALPN to turn off. HTTP/1.1 alone is enough for others.
  curl.setopt(easy, negotiationOption, 0L);
  setCertificates(easy);
  return curl.setopt(easy, urlOption, url) == 0
      && curl.setopt(easy, protocolsOption, (long)(http | https)) == 0
      && curl.setopt(easy, connectOnlyOption, 1L) == 0
      && curl.setopt(easy, versionOption, (long)version11) == 0
      // A proxy must also pass on the bytes of an http URL as they are.
      && curl.setopt(easy, tunnelOption, 1L) == 0
      && curl.setopt(easy, userAgentOption, userAgent) == 0
      && curl.setopt(easy, connectTimeoutOption, milliseconds) == 0
      && curl.setopt(easy, signalsOffOption, 1L) == 0
      && curl.setopt(easy, writeOption, ignoreBytes) == 0
      && curl.setopt(easy, socketOption, keepToProcess) == 0
      && curl.setopt(easy, errorTextOption, socket->errorText) == 0;
}

LibcurlSocket *libcurlCreate(const char *url, const char *userAgent, long milliseconds) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_once(&once, findFunctions);
  if (!curl.isComplete) return NULL;
  LibcurlSocket *socket = calloc(1, sizeof(LibcurlSocket));
  if (!socket) return NULL;
  // The first call initializes libcurl. Before libcurl 7.84, only one thread at a time may do that.
  pthread_mutex_lock(&mutex);
  socket->easy = curl.init();
  pthread_mutex_unlock(&mutex);
  if (socket->easy && setOptions(socket, url, userAgent, milliseconds)) return socket;
  libcurlDestroy(socket);
  return NULL;
}

int libcurlConnect(LibcurlSocket *socket) {
  return curl.perform(socket->easy);
}

int libcurlDescriptor(LibcurlSocket *socket) {
  int descriptor = -1;
  return curl.getinfo(socket->easy, socketInfo, &descriptor) == 0 ? descriptor : -1;
}

int libcurlReceive(LibcurlSocket *socket, void *bytes, size_t count, size_t *received) {
  *received = 0;
  return curl.recv(socket->easy, bytes, count, received);
}

int libcurlSend(LibcurlSocket *socket, const void *bytes, size_t count, size_t *sent) {
  *sent = 0;
  return curl.send(socket->easy, bytes, count, sent);
}

int libcurlErrorNumber(LibcurlSocket *socket) {
  long number = 0;
  return curl.getinfo(socket->easy, errorNumberInfo, &number) == 0 ? (int)number : 0;
}

const char *libcurlErrorText(LibcurlSocket *socket, int code) {
  return *socket->errorText ? socket->errorText : curl.strerror(code);
}

void libcurlDestroy(LibcurlSocket *socket) {
  if (socket->easy) curl.cleanup(socket->easy);
  free(socket);
}

int openEventDescriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

#endif
