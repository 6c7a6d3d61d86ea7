#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CLibedit.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---- Locale and size ----------------------------------------------------------------------------

static bool codeset_is_utf8(void) {
    const char *codeset = nl_langinfo(CODESET);
    return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0;
}

bool cle_set_locale(void) {
    // Without UTF-8 libedit drops non-ASCII keys and fails on a non-ASCII prompt.
    static const char *const names[] = {"", "C.UTF-8", "UTF-8", "en_US.UTF-8"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (setlocale(LC_CTYPE, names[i]) && codeset_is_utf8()) return true;
    return false;
}

bool cle_window_size(int descriptor, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == -1 || size.ws_col == 0 || size.ws_row == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

int cle_reopen_terminal(int descriptor) {
    char path[1024];
#ifdef __linux__
    // Found even where the terminal's own file is outside of what this process sees, as in some containers.
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
#else
    if (ttyname_r(descriptor, path, sizeof path) != 0) return -1;
#endif
    int copy = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (copy >= 0 && !isatty(copy)) {
        close(copy);
        return -1;
    }
    return copy;
}

// ---- Restoring the terminal ---------------------------------------------------------------------
// Global because exit and signal handlers need it. Written once before `remembered` is set, read after.

static struct termios remembered_settings;
static _Atomic int remembered_input = -1, remembered_output = -1;
static atomic_bool pasting;

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS};
static struct sigaction previous_fatal[COUNT(fatal_signals)];

// A view that has the whole terminal: what it switches on, and what switches that off again, also at a sudden end.
// The end of a frame is among them: one that was cut would stay invisible.
static struct termios before_screen;
static atomic_bool in_screen;
static const char screen_on[] = "\033[?1049h\033[?1000h\033[?1006h\033[?2004h\033[?25l\033[m\033[2J\033[H";
static const char screen_off[] = "\033[?2026l\033[?1006l\033[?1000l\033[?2004l\033[m\033[2J\033[H\033[?25h\033[?1049l";

void cle_terminal_pasting(bool on) { atomic_store(&pasting, on); }

static void write_all(int output, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t written = write(output, text, left);
        if (written < 0 && errno != EINTR) return;
        if (written > 0) text += written, left -= (size_t)written;
    }
}

void cle_screen_enter(int input, int output) {
    struct termios raw = before_screen;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    while (tcsetattr(input, TCSANOW, &raw) == -1 && errno == EINTR) continue;
    atomic_store(&in_screen, true);
    write_all(output, screen_on);
}

bool cle_screen_begin(int input, int output) {
    if (tcgetattr(input, &before_screen) == -1) return false;
    cle_screen_enter(input, output);
    return true;
}

void cle_screen_end(int input, int output) {
    if (atomic_exchange(&in_screen, false)) write_all(output, screen_off);
    while (tcsetattr(input, TCSANOW, &before_screen) == -1 && errno == EINTR) continue;
}

void cle_terminal_restore(void) {
    int input = atomic_load(&remembered_input);
    if (input < 0) return;
    if (atomic_exchange(&in_screen, false)) write_all(atomic_load(&remembered_output), screen_off);
    if (atomic_exchange(&pasting, false)) {
        static const char off[] = "\033[?2004l";
        ssize_t written = write(atomic_load(&remembered_output), off, sizeof off - 1);
        (void)written;
    }
    while (tcsetattr(input, TCSANOW, &remembered_settings) == -1 && errno == EINTR) continue;
}

void cle_terminal_forget(void) {
    cle_terminal_restore();
    atomic_store(&remembered_input, -1);
}

static void on_fatal(int number) {
    cle_terminal_restore();
    // Hand over to the handler that was there before: the default action, or one that prints a backtrace.
    for (size_t i = 0; i < COUNT(fatal_signals); i++)
        if (fatal_signals[i] == number) sigaction(number, &previous_fatal[i], NULL);
    raise(number);
}

void cle_terminal_remember(int input, int output) {
    if (atomic_load(&remembered_input) >= 0) return;
    if (tcgetattr(input, &remembered_settings) == -1) return;
    atomic_store(&remembered_output, output);
    atomic_store(&remembered_input, input);
    static atomic_bool prepared;
    if (atomic_exchange(&prepared, true)) return;
    atexit(cle_terminal_restore);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fatal;
    action.sa_flags = SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT(fatal_signals); i++) sigaction(fatal_signals[i], &action, &previous_fatal[i]);
}

// ---- Signals ------------------------------------------------------------------------------------
// The handler only notes what came, drops what was typed before Ctrl-C and wakes the reader. The pipe is made once and
// never closed: a handler may be about to write to it.

static const struct {
    int number;
    unsigned flag;
} handled[] = {
    {SIGINT, CLE_SIGNAL_INTERRUPT}, {SIGWINCH, CLE_SIGNAL_RESIZE},     {SIGTSTP, CLE_SIGNAL_STOP},
    {SIGCONT, CLE_SIGNAL_CONTINUE}, {SIGTERM, CLE_SIGNAL_TERMINATE}, {SIGHUP, CLE_SIGNAL_TERMINATE},
    {SIGPIPE, 0},
};
static struct sigaction previous_handled[COUNT(handled)];
static _Atomic unsigned pending;
static _Atomic int signal_read = -1, signal_write = -1;
static atomic_bool installed;

// As the terminal itself does, unless it has to keep its output (cle_keep_output). At once, so that what is typed from
// now on is read. In the background it is another process's input.
static void drop_typed(void) {
    int input = atomic_load(&remembered_input);
    if (input >= 0 && tcgetpgrp(input) == getpgrp()) tcflush(input, TCIFLUSH);
}

static void on_signal(int number) {
    int saved = errno;
    if (number == SIGINT) drop_typed();
    for (size_t i = 0; i < COUNT(handled); i++)
        if (handled[i].number == number) atomic_fetch_or(&pending, handled[i].flag);
    ssize_t written = write(atomic_load(&signal_write), "s", 1);
    (void)written;
    errno = saved;
}

int cle_signals_install(void) {
    if (atomic_exchange(&installed, true)) return -1;
    if (atomic_load(&signal_read) < 0) {
        int read_end = -1, write_end = -1;
        if (!cle_pipe(&read_end, &write_end)) {
            atomic_store(&installed, false);
            return -1;
        }
        atomic_store(&signal_write, write_end);
        atomic_store(&signal_read, read_end);
    }
    atomic_store(&pending, 0);
    for (size_t i = 0; i < COUNT(handled); i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = handled[i].flag ? on_signal : SIG_IGN;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(handled[i].number, &action, &previous_handled[i]);
    }
    return atomic_load(&signal_read);
}

void cle_signals_remove(void) {
    if (!atomic_load(&installed)) return;
    for (size_t i = 0; i < COUNT(handled); i++) sigaction(handled[i].number, &previous_handled[i], NULL);
    atomic_store(&installed, false);
}

bool cle_signals_pending(void) { return atomic_load(&pending) != 0; }

unsigned cle_signals_take(void) {
    char bytes[64];
    int descriptor = atomic_load(&signal_read);
    if (descriptor < 0) return 0;
    while (read(descriptor, bytes, sizeof bytes) > 0) continue;
    return atomic_exchange(&pending, 0);
}

void cle_suspend(int input) {
    struct termios present;
    bool has_settings = tcgetattr(input, &present) == 0;
    cle_terminal_restore();
    // To this very thread: another one might take a signal to the process after the handler is back in place.
    struct sigaction standard, handler;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGTSTP, &standard, &handler);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    pthread_kill(pthread_self(), SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &handler, NULL);
    if (!has_settings) return;
    while (tcsetattr(input, TCSADRAIN, &present) == -1 && errno == EINTR) continue;
}

// ---- Another program on the terminal ------------------------------------------------------------

extern char **environ;
static struct termios settings_before;
static bool had_settings;
static struct sigaction before_interrupt, before_quit, before_stop;

void cle_terminal_lend(int input) {
    had_settings = tcgetattr(input, &settings_before) == 0;
    cle_terminal_restore();
    struct sigaction ignored;
    memset(&ignored, 0, sizeof ignored);
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGQUIT, &ignored, &before_quit);
}

void cle_terminal_take_back(int input) {
    sigaction(SIGQUIT, &before_quit, NULL);
    if (!had_settings) return;
    while (tcsetattr(input, TCSADRAIN, &settings_before) == -1 && errno == EINTR) continue;
}

int cle_shell_start(const char *script, const char *argument, int input, int output) {
    cle_terminal_lend(input);
    struct sigaction ignored, standard;
    memset(&ignored, 0, sizeof ignored);
    memset(&standard, 0, sizeof standard);
    ignored.sa_handler = SIG_IGN;
    standard.sa_handler = SIG_DFL;
    sigaction(SIGINT, &ignored, &before_interrupt);
    sigaction(SIGTSTP, &standard, &before_stop);

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    char *const arguments[] = {"sh", "-c", (char *)script, "sh", (char *)argument, NULL};
    pid_t process = -1;
    int error = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == 0) return process;
    cle_shell_ended(input);
    errno = error;
    return -1;
}

int cle_shell_wait(int process) {
    int status = 0;
    while (waitpid(process, &status, 0) == -1)
        if (errno != EINTR) return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void cle_shell_ended(int input) {
    sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTSTP, &before_stop, NULL);
    cle_terminal_take_back(input);
}

// ---- Waiting ------------------------------------------------------------------------------------

bool cle_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe(ends) == -1) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return true;
}

int cle_wait(int first, int second, int third, int milliseconds) {
    int descriptors[] = {first, second, third}, ready = 0;
#ifdef __APPLE__
    // poll does not work on terminal devices there.
    fd_set set;
    FD_ZERO(&set);
    int highest = -1;
    for (int i = 0; i < 3; i++) {
        if (descriptors[i] < 0) continue;
        if (descriptors[i] >= FD_SETSIZE) {
            errno = EINVAL;
            return -1;
        }
        FD_SET(descriptors[i], &set);
        if (descriptors[i] > highest) highest = descriptors[i];
    }
    struct timeval time = {milliseconds / 1000, (milliseconds % 1000) * 1000};
    int count = select(highest + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time);
    if (count <= 0) return count;
    for (int i = 0; i < 3; i++)
        if (descriptors[i] >= 0 && FD_ISSET(descriptors[i], &set)) ready |= 1 << i;
#else
    struct pollfd polled[3];
    for (int i = 0; i < 3; i++) polled[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
    int count = poll(polled, 3, milliseconds);
    if (count <= 0) return count;
    for (int i = 0; i < 3; i++)
        if (polled[i].revents) ready |= 1 << i;
#endif
    return ready;
}

void cle_wait_writable(int descriptor) {
#ifdef __APPLE__
    if (descriptor < 0 || descriptor >= FD_SETSIZE) return;
    fd_set set;
    FD_ZERO(&set);
    FD_SET(descriptor, &set);
    select(descriptor + 1, NULL, &set, NULL, NULL);
#else
    struct pollfd polled = {.fd = descriptor, .events = POLLOUT};
    poll(&polled, 1, -1);
#endif
}
