#include "InspectorPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text_of_page_html[] = {
#embed "Report/page.html"
    , 0};
static const char text_of_page_css[] = {
#embed "Report/page.css"
    , 0};
static const char text_of_data_js[] = {
#embed "Report/data.js"
    , 0};
static const char text_of_recorded_js[] = {
#embed "Report/recorded.js"
    , 0};
static const char text_of_model_js[] = {
#embed "Report/model.js"
    , 0};
static const char text_of_states_js[] = {
#embed "Report/states.js"
    , 0};
static const char text_of_notation_js[] = {
#embed "Report/notation.js"
    , 0};
static const char text_of_log_js[] = {
#embed "Report/log.js"
    , 0};
static const char text_of_timeline_js[] = {
#embed "Report/timeline.js"
    , 0};
static const char text_of_entry_js[] = {
#embed "Report/entry.js"
    , 0};
static const char text_of_tree_js[] = {
#embed "Report/tree.js"
    , 0};
static const char text_of_graph_js[] = {
#embed "Report/graph.js"
    , 0};
static const char text_of_session_js[] = {
#embed "Report/session.js"
    , 0};
static const char text_of_page_js[] = {
#embed "Report/page.js"
    , 0};
static const char text_of_live_css[] = {
#embed "Live/live.css"
    , 0};
static const char text_of_socket_js[] = {
#embed "Live/socket.js"
    , 0};
static const char text_of_live_js[] = {
#embed "Live/live.js"
    , 0};
static const char text_of_pages_js[] = {
#embed "Live/pages.js"
    , 0};
static const char text_of_follow_js[] = {
#embed "Live/follow.js"
    , 0};
static const char text_of_earlier_js[] = {
#embed "Live/earlier.js"
    , 0};
static const char text_of_missed_js[] = {
#embed "Live/missed.js"
    , 0};
static const char text_of_compare_js[] = {
#embed "Live/compare.js"
    , 0};
static const char text_of_edit_js[] = {
#embed "Live/edit.js"
    , 0};
static const char text_of_action_js[] = {
#embed "Live/action.js"
    , 0};
static const char text_of_dispatch_js[] = {
#embed "Live/dispatch.js"
    , 0};
static const char text_of_bookmarks_js[] = {
#embed "Live/bookmarks.js"
    , 0};
static const char text_of_gate_js[] = {
#embed "Live/gate.js"
    , 0};

#define FILE(name) const char *name(void) { return text_of_##name; }
FILES_OF_PAGES(FILE)
