#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CLibedit.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

struct cle_editor {
    EditLine *edit;
    History *history;
    FILE *input, *output, *errors;
    // Where libedit's own drawing goes when it is not shown; NULL while it is.
    FILE *unseen;
    bool has_rung;
    cle_callbacks callbacks;
};

// ---- Callbacks: libedit hands out its EditLine, the editor hangs on its client data --------------

static cle_editor *editor_of(EditLine *edit) {
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static int read_character(EditLine *edit, wchar_t *character) {
    cle_editor *editor = editor_of(edit);
    uint32_t value = 0;
    int result = editor->callbacks.read(editor->callbacks.context, &value);
    if (result == 1) *character = (wchar_t)value;
    if (result == -1) errno = EINTR;
    return result;
}

static char *prompt(EditLine *edit) {
    cle_editor *editor = editor_of(edit);
    return (char *)editor->callbacks.prompt(editor->callbacks.context);
}

static unsigned char run(EditLine *edit, cle_command command) {
    cle_editor *editor = editor_of(edit);
    return editor->callbacks.command(editor->callbacks.context, command) == CLE_REFRESH ? CC_REFRESH : CC_NORM;
}

static unsigned char run_complete(EditLine *edit, int key) { (void)key; return run(edit, CLE_COMPLETE); }
static unsigned char run_accept(EditLine *edit, int key) { (void)key; return run(edit, CLE_ACCEPT); }
static unsigned char run_paste(EditLine *edit, int key) { (void)key; return run(edit, CLE_PASTE); }
static unsigned char run_forward(EditLine *edit, int key) { (void)key; return run(edit, CLE_FORWARD); }
static unsigned char run_backward(EditLine *edit, int key) { (void)key; return run(edit, CLE_BACKWARD); }
static unsigned char run_word(EditLine *edit, int key) { (void)key; return run(edit, CLE_WORD); }
static unsigned char run_end(EditLine *edit, int key) { (void)key; return run(edit, CLE_END); }
static unsigned char run_erase(EditLine *edit, int key) { (void)key; return run(edit, CLE_ERASE); }
static unsigned char run_delete(EditLine *edit, int key) { (void)key; return run(edit, CLE_DELETE); }
static unsigned char run_delete_or_end(EditLine *edit, int key) { (void)key; return run(edit, CLE_DELETE_OR_END); }
static unsigned char run_undo(EditLine *edit, int key) { (void)key; return run(edit, CLE_UNDO); }
static unsigned char run_redo(EditLine *edit, int key) { (void)key; return run(edit, CLE_REDO); }
static unsigned char run_argument(EditLine *edit, int key) { (void)key; return run(edit, CLE_ARGUMENT); }
static unsigned char run_edit(EditLine *edit, int key) { (void)key; return run(edit, CLE_EDIT); }
static unsigned char run_clear(EditLine *edit, int key) { (void)key; return run(edit, CLE_CLEAR); }

static const struct {
    const char *name, *help;
    unsigned char (*function)(EditLine *, int);
} commands[] = {
    [CLE_COMPLETE] = {"strobe-complete", "complete the word before the cursor", run_complete},
    [CLE_ACCEPT] = {"strobe-accept", "accept the line, or continue it when it is incomplete", run_accept},
    [CLE_PASTE] = {"strobe-paste", "insert pasted text", run_paste},
    [CLE_FORWARD] = {"strobe-forward", "move forward, or take the hint at the end of the line", run_forward},
    [CLE_BACKWARD] = {"strobe-backward", "move backward by what is one character to the eye", run_backward},
    [CLE_WORD] = {"strobe-word", "move to the next word, or take one of the hint", run_word},
    [CLE_END] = {"strobe-end", "move to the end of the line, or take the hint there", run_end},
    [CLE_ERASE] = {"strobe-erase", "delete what is one character to the eye before the cursor", run_erase},
    [CLE_DELETE] = {"strobe-delete", "delete what is one character to the eye at the cursor", run_delete},
    [CLE_DELETE_OR_END] = {"strobe-delete-or-end", "the same, or end the input on an empty line", run_delete_or_end},
    [CLE_UNDO] = {"strobe-undo", "take back the last change of the line", run_undo},
    [CLE_REDO] = {"strobe-redo", "make the last change again that was taken back", run_redo},
    [CLE_ARGUMENT] = {"strobe-argument", "insert the last argument of an earlier line", run_argument},
    [CLE_EDIT] = {"strobe-edit", "edit the line in $VISUAL or $EDITOR", run_edit},
    [CLE_CLEAR] = {"strobe-clear", "clear the screen", run_clear},
};

// ---- Life cycle ---------------------------------------------------------------------------------

// Streams of our own: the process's stdout is shared mutable state, and ours is buffered differently.
static FILE *open_stream(int descriptor, const char *mode) {
    int copy = dup(descriptor);
    if (copy < 0) return NULL;
    FILE *stream = fdopen(copy, mode);
    if (!stream) close(copy);
    return stream;
}

cle_editor *cle_open(const char *program, int input, int output, int history_size) {
    cle_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->input = open_stream(input, "r");
    editor->output = open_stream(output, "w");
    editor->errors = open_stream(output, "w");
    if (editor->input && editor->output && editor->errors) {
        setvbuf(editor->input, NULL, _IONBF, 0);
        // Fully buffered, so that erasing, a message and the new drawing leave in one write.
        setvbuf(editor->output, NULL, _IOFBF, 1 << 16);
        editor->edit = el_init(program, editor->input, editor->output, editor->errors);
    }
    editor->history = history_init();
    if (!editor->edit || !editor->history) {
        cle_close(editor);
        return NULL;
    }
    HistEvent event;
    history(editor->history, &event, H_SETSIZE, history_size);

    el_set(editor->edit, EL_CLIENTDATA, editor);
    // libedit's own signal handling knows one static editor and signals the whole process group.
    el_set(editor->edit, EL_SIGNAL, 0);
    return editor;
}

void cle_attach(cle_editor *editor, cle_callbacks callbacks) {
    editor->callbacks = callbacks;
    // el_wset: older versions hand el_set's function a char instead of a wide character.
    el_wset(editor->edit, EL_GETCFN, read_character);
    el_set(editor->edit, EL_PROMPT, prompt);
    el_set(editor->edit, EL_HIST, history, editor->history);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        el_set(editor->edit, EL_ADDFN, commands[i].name, commands[i].help, commands[i].function);
}

#ifdef __APPLE__
typedef int write_count, write_size;
#else
typedef ssize_t write_count;
typedef size_t write_size;
#endif

static write_count swallow(void *cookie, const char *bytes, write_size size) {
    if (memchr(bytes, '\a', (size_t)size)) ((cle_editor *)cookie)->has_rung = true;
    return (write_count)size;
}

bool cle_hide_drawing(cle_editor *editor) {
#ifdef __APPLE__
    editor->unseen = funopen(editor, NULL, swallow, NULL, NULL);
#else
    editor->unseen = fopencookie(editor, "w", (cookie_io_functions_t){.write = swallow});
#endif
    // libedit looks at the descriptor behind its output only when it begins.
    return editor->unseen && el_set(editor->edit, EL_SETFP, 1, editor->unseen) == 0;
}

bool cle_take_bell(cle_editor *editor) {
    if (editor->unseen) fflush(editor->unseen);
    bool has_rung = editor->has_rung;
    editor->has_rung = false;
    return has_rung;
}

void cle_close(cle_editor *editor) {
    if (editor->edit) el_end(editor->edit);
    if (editor->unseen) fclose(editor->unseen);
    if (editor->history) history_end(editor->history);
    if (editor->input) fclose(editor->input);
    if (editor->output) fclose(editor->output);
    if (editor->errors) fclose(editor->errors);
    free(editor);
}

// ---- Configuration ------------------------------------------------------------------------------

bool cle_set_mode(cle_editor *editor, const char *mode) { return el_set(editor->edit, EL_EDITOR, mode) == 0; }

bool cle_is_vi(cle_editor *editor) {
    const char *mode = NULL;
    return el_get(editor->edit, EL_EDITOR, &mode) == 0 && mode && strcmp(mode, "vi") == 0;
}

bool cle_is_editing(cle_editor *editor) {
    int on = 0;
    return el_get(editor->edit, EL_EDITMODE, &on) == 0 && on;
}

const char *cle_command_name(cle_command command) { return commands[command].name; }

bool cle_bind(cle_editor *editor, const char *key, const char *command) {
    return el_set(editor->edit, EL_BIND, key, command, NULL) == 0;
}

bool cle_bind_alternative(cle_editor *editor, const char *key, const char *command) {
    return el_set(editor->edit, EL_BIND, "-a", key, command, NULL) == 0;
}

void cle_source_defaults(cle_editor *editor) { el_source(editor->edit, NULL); }

void cle_hide_type_ahead(cle_editor *editor) {
    el_set(editor->edit, EL_SETTY, "-x", "-echo", NULL);
    el_set(editor->edit, EL_SETTY, "-x", "-icanon", NULL);
}

void cle_keep_output(cle_editor *editor) {
    el_set(editor->edit, EL_SETTY, "-x", "+noflsh", NULL);
    el_set(editor->edit, EL_SETTY, "-d", "+noflsh", NULL);
}

void cle_prepare_terminal(cle_editor *editor, bool editing) { el_set(editor->edit, EL_PREP_TERM, editing ? 1 : 0); }

static const char *capability(cle_editor *editor, const char *name) {
    // The NULL at the end is for older versions, which collect arguments up to one.
    char *value = NULL;
    return el_get(editor->edit, EL_GETTC, name, &value, NULL) == 0 && value ? value : "";
}

bool cle_can_move_up(cle_editor *editor) { return *capability(editor, "up"); }
// Erasing to the end of the line, since some move up by ESC M.
bool cle_speaks_ecma(cle_editor *editor) { return strncmp(capability(editor, "ce"), "\033[", 2) == 0; }

void cle_write(cle_editor *editor, const char *bytes, size_t count) { fwrite(bytes, 1, count, editor->output); }
void cle_flush(cle_editor *editor) { fflush(editor->output); }

void cle_refresh(cle_editor *editor) {
    el_set(editor->edit, EL_REFRESH);
    fflush(editor->output);
}

void cle_resize(cle_editor *editor) { el_resize(editor->edit); }
void cle_beep(cle_editor *editor) { fputc('\a', editor->output); }

// ---- Line ---------------------------------------------------------------------------------------

static size_t encode(uint32_t c, char out[4]) {
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> length & 0xFF) | c);
    return length;
}

size_t cle_line(cle_editor *editor, char *buffer, size_t capacity, size_t *cursor) {
    const LineInfoW *line = el_wline(editor->edit);
    size_t needed = 0;
    *cursor = 0;
    for (const wchar_t *p = line->buffer; p < line->lastchar; p++) {
        char bytes[4];
        size_t length = encode((uint32_t)*p, bytes);
        if (p == line->cursor) *cursor = needed;
        if (buffer && needed + length <= capacity) memcpy(buffer + needed, bytes, length);
        needed += length;
    }
    if (line->cursor >= line->lastchar) *cursor = needed;
    return needed;
}

const char *cle_read_line(cle_editor *editor, int *count) { return el_gets(editor->edit, count); }

int cle_get_character(cle_editor *editor, uint32_t *character) {
    wchar_t value = 0;
    int result = el_wgetc(editor->edit, &value);
    if (result == 1) *character = (uint32_t)value;
    return result;
}

bool cle_insert(cle_editor *editor, const char *utf8) { return el_insertstr(editor->edit, utf8) == 0; }
void cle_delete_before_cursor(cle_editor *editor, int scalars) { el_deletestr(editor->edit, scalars); }
void cle_move(cle_editor *editor, int scalars) { el_cursor(editor->edit, scalars); }
void cle_push(cle_editor *editor, const char *utf8) { el_push(editor->edit, utf8); }

// ---- History ------------------------------------------------------------------------------------

bool cle_history_append(cle_editor *editor, const char *line) {
    HistEvent event;
    return history(editor->history, &event, H_ENTER, line) >= 0;
}

void cle_history_clear(cle_editor *editor) {
    HistEvent event;
    history(editor->history, &event, H_CLEAR);
}
