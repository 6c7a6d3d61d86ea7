// The files of which the pages of `strobe report` and `strobe web` are made, compiled into the program: it stays one file.
// C embeds them in no time, where Swift takes a minute to compile lists of their bytes.

#pragma once

/// The text of each file, which ends with a zero.
#define FILES_OF_PAGES(FILE) \
    FILE(page_html) \
    FILE(page_css) \
    FILE(data_js) \
    FILE(recorded_js) \
    FILE(model_js) \
    FILE(states_js) \
    FILE(notation_js) \
    FILE(log_js) \
    FILE(timeline_js) \
    FILE(entry_js) \
    FILE(tree_js) \
    FILE(graph_js) \
    FILE(session_js) \
    FILE(page_js) \
    FILE(live_css) \
    FILE(socket_js) \
    FILE(live_js) \
    FILE(pages_js) \
    FILE(follow_js) \
    FILE(earlier_js) \
    FILE(missed_js) \
    FILE(compare_js) \
    FILE(edit_js) \
    FILE(action_js) \
    FILE(dispatch_js) \
    FILE(bookmarks_js) \
    FILE(gate_js)

#define FILE(name) const char *_Nonnull name(void);
FILES_OF_PAGES(FILE)
#undef FILE
