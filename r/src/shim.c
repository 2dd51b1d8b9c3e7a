/* Opens the shared library of sepdist and sends it requests: frames of a JSON text and of matrices. The library
   runs a request in threads of its own; R waits for it by polling and looks for interrupts in
   between, so that it never jumps over frames of Go. */
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <R.h>
#include <Rinternals.h>
#include <R_ext/Rdynload.h>

#ifdef _WIN32
#include <windows.h>
#define OPEN(path) ((void *)LoadLibraryA(path))
#define FIND(handle, name) ((void *)GetProcAddress((HMODULE)(handle), name))
#else
#include <dlfcn.h>
#include <signal.h>
#define OPEN(path) dlopen(path, RTLD_NOW | RTLD_LOCAL)
#define FIND(handle, name) dlsym(handle, name)
#endif

/* R handles signals on the stack of the thread that gets them, and the stacks of Go are too small for
   that: an interrupt that arrives there destroys memory. So handlers get a stack of their own, which every
   thread of Go has, and R's signals are held back while its thread is in the library; the threads of the
   library begin with them blocked. Two are not held back: SIGURG, which Go needs, and SIGCHLD,
   which Go never blocks. */
#ifdef _WIN32
typedef int held;
static held hold(void) { return 0; }
static void release(held old) { (void)old; }
#else
typedef sigset_t held;
static held hold(void)
{
    static const int signals[] = {SIGCHLD, SIGINT, SIGUSR1, SIGUSR2, SIGTERM, SIGHUP, SIGALRM, SIGVTALRM, SIGPROF, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
    sigset_t those, old;
    sigemptyset(&those);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction by;
        if (sigaction(signals[i], NULL, &by) == 0 && by.sa_handler != SIG_DFL && by.sa_handler != SIG_IGN && !(by.sa_flags & SA_ONSTACK)) {
            by.sa_flags |= SA_ONSTACK;
            sigaction(signals[i], &by, NULL);
        }
        if (signals[i] != SIGCHLD)
            sigaddset(&those, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &those, &old);
    return old;
}
static void release(held old) { pthread_sigmask(SIG_SETMASK, &old, NULL); }
#endif

#define ABI 3

static int32_t (*lib_start)(int64_t, const char *, int64_t);
static int32_t (*lib_poll)(int64_t, int32_t, double *);
static int64_t (*lib_take)(int64_t, void **);
static void (*lib_drop)(int64_t);
static void (*lib_free)(void *);
static int64_t jobs = 0;

/* What is called is the library that was opened last: after a fork that is a copy, since the one
   that the parent opened lost its threads. */
static SEXP open_library(SEXP path)
{
    const char *name = CHAR(STRING_ELT(path, 0));
    held old = hold();
    void *handle = OPEN(name);
    int32_t (*abi)(void) = handle ? (int32_t (*)(void))FIND(handle, "sepdist_abi") : NULL;
    int32_t found = abi ? abi() : 0; /* returns when the library has started */
    release(old);
    if (handle == NULL)
        return mkString("it cannot be loaded");
    if (abi == NULL)
        return mkString("it is not the library of sepdist");
    if (found != ABI)
        return mkString("it belongs to another version of sepdist");
    lib_start = (int32_t (*)(int64_t, const char *, int64_t))FIND(handle, "sepdist_start");
    lib_poll = (int32_t (*)(int64_t, int32_t, double *))FIND(handle, "sepdist_poll");
    lib_take = (int64_t (*)(int64_t, void **))FIND(handle, "sepdist_take");
    lib_drop = (void (*)(int64_t))FIND(handle, "sepdist_drop");
    lib_free = (void (*)(void *))FIND(handle, "sepdist_free");
    if (!lib_start || !lib_poll || !lib_take || !lib_drop || !lib_free)
        return mkString("it lacks a function");
    return R_NilValue;
}

static void put(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get(const unsigned char *from, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << (8 * i);
    return value;
}

static int64_t number(SEXP job) { return (int64_t)asReal(job); }

static uint64_t padded(uint64_t size) { return (size + 7) & ~(uint64_t)7; }

/* Begins a request, a JSON text and a list of raw vectors, and returns its number. */
static SEXP start_job(SEXP json, SEXP parts)
{
    const char *text = CHAR(STRING_ELT(json, 0));
    uint64_t length = strlen(text), count = 1 + (uint64_t)XLENGTH(parts), place = 8 + 8 * count;
    uint64_t size = place + padded(length);
    if (lib_start == NULL)
        error("the library of sepdist is not open");
    for (R_xlen_t i = 0; i < XLENGTH(parts); i++)
        size += padded((uint64_t)XLENGTH(VECTOR_ELT(parts, i)));
    unsigned char *frame = (unsigned char *)R_alloc(size, 1);
    memset(frame, 0, size);
    memcpy(frame, "SDF1", 4);
    put(frame + 4, count, 4);
    put(frame + 8, length, 8);
    memcpy(frame + place, text, length);
    place += padded(length);
    for (R_xlen_t i = 0; i < XLENGTH(parts); i++) {
        SEXP part = VECTOR_ELT(parts, i);
        uint64_t bytes = (uint64_t)XLENGTH(part);
        put(frame + 16 + 8 * i, bytes, 8);
        memcpy(frame + place, RAW(part), bytes);
        place += padded(bytes);
    }
    held old = hold();
    int32_t taken = lib_start(++jobs, (const char *)frame, (int64_t)size);
    release(old);
    if (taken != 0)
        error("the engine of sepdist has no room for another request");
    return ScalarReal((double)jobs);
}

/* Waits a little, and reports whether the request is done. An interrupt jumps from here to R, which drops
   the request; the library is not on the stack then. */
static SEXP poll_job(SEXP job)
{
    double progress = 0;
    held old = hold();
    int32_t done = lib_poll(number(job), 50, &progress);
    release(old);
    if (done == 0)
        R_CheckUserInterrupt();
    return ScalarLogical(done != 0);
}

static SEXP drop_job(SEXP job)
{
    held old = hold();
    lib_drop(number(job));
    release(old);
    return R_NilValue;
}

/* Returns the parts of the response as raw vectors. */
static SEXP take_job(SEXP job)
{
    void *data = NULL;
    held old = hold();
    int64_t total = lib_take(number(job), &data);
    release(old);
    if (total < 8)
        error("the engine of sepdist lost a request");
    SEXP frame = PROTECT(allocVector(RAWSXP, (R_xlen_t)total)); /* a copy that R frees, whatever happens */
    memcpy(RAW(frame), data, (size_t)total);
    old = hold();
    lib_free(data);
    release(old);
    const unsigned char *at = RAW(frame);
    uint64_t count = get(at + 4, 4), place = 8 + 8 * count;
    SEXP parts = PROTECT(allocVector(VECSXP, (R_xlen_t)count));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t part = get(at + 8 + 8 * i, 8);
        SEXP raw = allocVector(RAWSXP, (R_xlen_t)part);
        SET_VECTOR_ELT(parts, (R_xlen_t)i, raw);
        memcpy(RAW(raw), at + place, (size_t)part);
        place += padded(part);
    }
    UNPROTECT(2);
    return parts;
}

static const R_CallMethodDef calls[] = {
    {"open_library", (DL_FUNC)&open_library, 1},
    {"start_job", (DL_FUNC)&start_job, 2},
    {"poll_job", (DL_FUNC)&poll_job, 1},
    {"drop_job", (DL_FUNC)&drop_job, 1},
    {"take_job", (DL_FUNC)&take_job, 1},
    {NULL, NULL, 0}};

void R_init_sepdist(DllInfo *info)
{
    R_registerRoutines(info, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(info, FALSE);
}
