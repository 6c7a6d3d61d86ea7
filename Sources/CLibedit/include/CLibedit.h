// A face of libedit that Swift can call: nothing variadic, no FILE*, no wchar_t, every size given.
// <histedit.h> is not included here, so that nothing clashes with a system module of libedit.
#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// ---- Editor -------------------------------------------------------------------------------------

typedef struct cle_editor cle_editor;

/// The commands that the embedding program implements; keys are bound to them by `cle_command_name`.
typedef enum cle_command {
    CLE_COMPLETE,
    CLE_ACCEPT,
    CLE_PASTE,
    CLE_FORWARD,
    CLE_BACKWARD,
    CLE_WORD,
    CLE_END,
    CLE_ERASE,
    CLE_DELETE,
    CLE_DELETE_OR_END,
    CLE_UNDO,
    CLE_REDO,
    CLE_ARGUMENT,
    CLE_EDIT,
    CLE_CLEAR,
} cle_command;

/// What a command asks libedit to do when it returns.
typedef enum cle_outcome {
    CLE_NOTHING,
    CLE_REFRESH,
} cle_outcome;

/// Functions libedit calls back; all of them on the thread that called `cle_read_line`.
typedef struct cle_callbacks {
    void *context;
    /// Stores the next character and returns 1; 0 at the end of input; -1 (with errno set) to leave the line.
    int (*_Nonnull read)(void *context, uint32_t *character);
    /// The visible text of the prompt, valid until the next call.
    const char *_Nonnull (*_Nonnull prompt)(void *context);
    cle_outcome (*_Nonnull command)(void *context, cle_command command);
} cle_callbacks;

/// Opens an editor on duplicates of the descriptors; NULL when memory or descriptors ran out.
cle_editor *_Nullable cle_open(const char *program, int input, int output, int history_size);
/// Sets what is called back; to be done once, before anything else.
void cle_attach(cle_editor *editor, cle_callbacks callbacks);
void cle_close(cle_editor *editor);
/// Keeps what libedit draws off the terminal from now on: it edits, and the embedding program draws.
bool cle_hide_drawing(cle_editor *editor);
/// Whether libedit rang the bell since the last call, unheard.
bool cle_take_bell(cle_editor *editor);

/// Chooses the key map: "emacs" or "vi".
bool cle_set_mode(cle_editor *editor, const char *mode);
/// Whether the vi key map is in use (`~/.editrc` may have changed it).
bool cle_is_vi(cle_editor *editor);
/// Whether editing is on (`edit off` in `~/.editrc` turns it off).
bool cle_is_editing(cle_editor *editor);
const char *cle_command_name(cle_command command);
bool cle_bind(cle_editor *editor, const char *key, const char *command);
/// The same in vi's command map.
bool cle_bind_alternative(cle_editor *editor, const char *key, const char *command);
/// Reads `~/.editrc`.
void cle_source_defaults(cle_editor *editor);
/// Between lines: no echo and no line discipline, so that type-ahead reaches the next line as it was typed.
void cle_hide_type_ahead(cle_editor *editor);
/// Signals of the terminal's keys no longer empty its queues; what was typed before Ctrl-C is dropped by the handler
/// that `cle_signals_install` installs, where `cle_terminal_remember` was called.
///
/// A terminal that drops output may cut a control sequence in two. And a thread that waited for room in a
/// pseudo-terminal of Linux may not be woken when it is emptied so: 2 of 60 floods stood still for good after Ctrl-C
/// (Linux 6.18).
void cle_keep_output(cle_editor *editor);
/// Puts the terminal into the editing state (true) or back to what it was (false).
void cle_prepare_terminal(cle_editor *editor, bool editing);
/// Whether the terminal can move its cursor up (false for TERM=dumb and unknown ones).
bool cle_can_move_up(cle_editor *editor);
/// Whether it is controlled by the sequences of ECMA-48.
bool cle_speaks_ecma(cle_editor *editor);

/// Appends to the output buffer, in order with what libedit draws.
void cle_write(cle_editor *editor, const char *bytes, size_t count);
void cle_flush(cle_editor *editor);
/// Draws prompt and line again; libedit takes the current place of the cursor for the first column of a fresh row.
void cle_refresh(cle_editor *editor);
/// Takes over the terminal's present size.
void cle_resize(cle_editor *editor);
void cle_beep(cle_editor *editor);

// ---- Line ---------------------------------------------------------------------------------------

/// Reads one line. Returns its UTF-8 bytes, valid until the next call, or NULL when there is none.
const char *_Nullable cle_read_line(cle_editor *editor, int *count);
/// Copies at most `capacity` bytes of the line as UTF-8; returns the bytes needed. `cursor` is a byte offset.
size_t cle_line(cle_editor *editor, char *_Nullable buffer, size_t capacity, size_t *cursor);
/// The next character through libedit's own queue (pushed characters first), as the read callback does.
int cle_get_character(cle_editor *editor, uint32_t *character);
bool cle_insert(cle_editor *editor, const char *utf8);
void cle_delete_before_cursor(cle_editor *editor, int scalars);
/// Moves the cursor; a negative number moves it back.
void cle_move(cle_editor *editor, int scalars);
/// Lets libedit read these characters next.
void cle_push(cle_editor *editor, const char *utf8);

// ---- History ------------------------------------------------------------------------------------

bool cle_history_append(cle_editor *editor, const char *line);
void cle_history_clear(cle_editor *editor);

// ---- Terminal and process -----------------------------------------------------------------------

/// Sets LC_CTYPE from the environment, or to some UTF-8 locale where that one is not; false when there is none.
bool cle_set_locale(void);
bool cle_window_size(int descriptor, int *rows, int *columns);

/// Opens the terminal behind a descriptor again, for reading that never blocks; -1 when that cannot be done.
///
/// Ctrl-C empties the terminal's input: what `cle_wait` has just announced may be gone, and an ordinary read would wait
/// for the next key and keep everything else waiting. The mode cannot be set on the descriptor that was inherited, as
/// the shell shares it.
int cle_reopen_terminal(int descriptor);

/// Remembers the terminal's settings; they are put back at exit and on signals that end the process.
void cle_terminal_remember(int input, int output);
/// Puts the remembered settings back, and bracketed paste off; async-signal-safe.
void cle_terminal_restore(void);
/// Puts them back for the last time; another terminal may be remembered then.
void cle_terminal_forget(void);
/// Tells whether bracketed paste is on, for `cle_terminal_restore`.
void cle_terminal_pasting(bool on);

/// Gives the whole terminal to a view: another screen, no cursor, no echo, no line discipline, keys that send no signals,
/// pasted text marked, and clicks reported. `cle_terminal_restore` ends it as well. False when that cannot be done.
bool cle_screen_begin(int input, int output);
/// The same once more, after the process was stopped.
void cle_screen_enter(int input, int output);
/// Puts back what was there before `cle_screen_begin`.
void cle_screen_end(int input, int output);

enum {
    CLE_SIGNAL_INTERRUPT = 1,
    CLE_SIGNAL_RESIZE = 2,
    CLE_SIGNAL_STOP = 4,
    CLE_SIGNAL_CONTINUE = 8,
    CLE_SIGNAL_TERMINATE = 16,
};

/// Takes over SIGINT, SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP and SIGPIPE. Returns a descriptor that turns readable
/// when one of them arrived, or -1: there is no pipe, or they are already taken over.
int cle_signals_install(void);
/// Puts back what was there before.
void cle_signals_remove(void);
/// Whether a signal arrived since they were taken; costs less than asking the descriptor.
bool cle_signals_pending(void);
/// The signals since the last call; empties the descriptor.
unsigned cle_signals_take(void);
/// Stops this process as SIGTSTP does by default, with the terminal's remembered settings in place meanwhile; returns
/// when it continues.
void cle_suspend(int input);

/// Gives the terminal, with its remembered settings, to another program of this process's group; SIGQUIT is for that
/// program alone until `cle_terminal_take_back`.
void cle_terminal_lend(int input);
/// Puts settings and signals back to what they were before `cle_terminal_lend`.
void cle_terminal_take_back(int input);

/// Starts `sh -c SCRIPT sh ARGUMENT` on the terminal, in this process's group, with its signals as they are by default.
/// Returns its process id, or -1 with errno set.
///
/// Until `cle_shell_ended` the terminal has its remembered settings, and its keys' signals are for the shell alone; a
/// stop stops both.
int cle_shell_start(const char *script, const char *argument, int input, int output);
/// Waits for the end of a process; returns its exit status, 128 and more for a signal.
int cle_shell_wait(int process);
/// Puts settings and signals back to what they were before `cle_shell_start`.
void cle_shell_ended(int input);

/// A pipe that never blocks and is not inherited; false when descriptors ran out.
bool cle_pipe(int *read_end, int *write_end);

enum { CLE_READY_FIRST = 1, CLE_READY_SECOND = 2, CLE_READY_THIRD = 4 };

/// Waits until a descriptor is readable or hung up. Negative descriptors are left out; a negative time is without end.
/// Returns the ready ones, 0 when the time is over, -1 on an error (EINTR among them).
int cle_wait(int first, int second, int third, int milliseconds);
/// Waits until a descriptor takes output.
void cle_wait_writable(int descriptor);

#pragma clang assume_nonnull end
#endif
