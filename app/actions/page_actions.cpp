// SPDX-License-Identifier: MIT
// Actions that open a page, and set the canvas and lower panel for it.
#include "app/actions/action_lists.h"
#include "app/editing/navigation.h"
#include "app/explaining/comparing.h"
#include "app/explaining/sensing.h"
#include "app/session/pages.h"
#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/document/sensitivity.h"
#include "core/document/sheet.h"
#include "core/figure/figures.h"
#include "core/figure/sheet_look.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;

bool can_turn_to(const Frame& frame, std::string_view page) {
    const bool has_canvas = !frame.ui.comparing || !frame.ui.comparing->replaces_canvas();
    return has_page(frame.document, page) &&
           (page != page_id::backward || (has_canvas && frame.is_shown()));
}

/// Returns the number whose gradients are shown: the selected one, else the loss, else the query
/// word's largest weight.
Place number_of_gradients(const Frame& frame) {
    const auto& [document, trace] = frame.shown();
    if (frame.view.selected && exists(document, *frame.view.selected))
        return *frame.view.selected;
    if (const auto loss = loss_place(document))
        return *loss;
    return figure::usual_number(document, trace, figure::within(document, frame.view));
}

void turn_to(const Frame& frame, std::string_view page) {
    std::string_view& tab = frame.ui.window.panel_tab;
    const std::string_view shown = shown_page(frame);
    frame.ui.window.page = page == page_id::backward ? page_id::forward : page;
    if (page == page_id::backward) {
        if (!is_sensing(frame))
            begin_sensing(frame, number_of_gradients(frame));
        if (tab == page_id::heads || tab == page_id::training)
            tab = page_id::query;
        return;
    }
    leave_sensing(frame);
    if (page != page_id::forward)
        frame.ui.window.enlarged.reset(); // It would cover the page.
    if (page == page_id::heads) {
        if (shown != page_id::heads && tab != page_id::heads)
            tab = page_id::lines;
    } else if (page == page_id::training) {
        tab = page_id::training;
    } else if (shown != page_id::forward && (tab == page_id::heads || tab == page_id::training))
        tab = page_id::query;
}

/// Goes to the next page in this direction that the document has; after the last comes the first.
void turn_pages(const Frame& frame, int by) {
    const auto pages = figure::canvas_pages();
    const auto count = static_cast<std::ptrdiff_t>(pages.size());
    std::ptrdiff_t at = figure::page_with_id(pages, shown_page(frame)) - pages.data();
    const auto id = [&] { return pages[static_cast<std::size_t>(at)].id; };
    do
        at = (at + by + count) % count;
    while (!can_turn_to(frame, id()));
    turn_to(frame, id());
}

Action page_action(const figure::PageInfo& page) {
    const std::string_view to = page.id;
    Action action{"page." + std::string(to),
                  std::string(page.tab),
                  "Pages",
                  std::string(page.sentence),
                  {},
                  [to](const Frame& frame) { turn_to(frame, to); },
                  [to](const Frame& frame) { return can_turn_to(frame, to); },
                  [to](const Frame& frame) { return shown_page(frame) == to; }};
    action.is_offered = [to](const Document& document) { return has_page(document, to); };
    return action;
}

Action page_beside(const char* id, const char* name, const char* sentence, Key key, int by) {
    Action action{id,
                  name,
                  "Pages",
                  sentence,
                  {control(key)},
                  [by](const Frame& frame) { turn_pages(frame, by); },
                  [](const Frame& frame) {
                      return can_turn_to(frame, page_id::forward) && !has_parts(frame.document);
                  }};
    // With several layers, these keys switch between layers.
    action.is_offered = [](const Document& document) {
        return has_page(document, page_id::forward) && !has_parts(document);
    };
    return action;
}

Action to_matrix(const char* id, const char* name, const char* sentence, bool shift, int by) {
    return {id,
            name,
            "View/Pages", // a submenu: the menu has no more room on a small laptop
            sentence,
            {KeyPress{Key::Tab, 0, true, shift}},
            [by](const Frame& frame) { go_to_matrix(frame, by); },
            [](const Frame& frame) {
                return frame.is_shown() &&
                       !(frame.ui.comparing && frame.ui.comparing->replaces_canvas());
            }};
}

} // namespace

std::vector<Action> page_actions() {
    std::vector<Action> list;
    for (const figure::PageInfo& page : figure::canvas_pages())
        if (!page.tab.empty())
            list.push_back(page_action(page));
    std::vector<Action> others{
        page_beside("page.next", "Next page", "Shows the page on the right.", Key::PageDown, 1),
        page_beside("page.previous", "Page before", "Shows the page on the left.", Key::PageUp, -1),
        to_matrix("view.next_matrix", "Next matrix",
                  "Selects a number of the next matrix, as they are computed.", false, 1),
        to_matrix("view.previous_matrix", "Matrix before",
                  "Selects a number of the matrix before, as they are computed.", true, -1)};
    std::move(others.begin(), others.end(), std::back_inserter(list));
    return list;
}

} // namespace app
