// SPDX-License-Identifier: MIT
// Actions that open a page, and set the canvas and lower panel for it.
#include "app/actions/action_lists.h"
#include "app/editing/navigation.h"
#include "app/explaining/comparing.h"
#include "app/explaining/sensing.h"
#include "app/session/pages.h"
#include "core/document/model.h"
#include "core/document/sensitivity.h"
#include "core/document/sheet.h"
#include "core/figure/figures.h"
#include "core/figure/sheet_look.h"

#include <array>
#include <cstddef>
#include <optional>

namespace app {
namespace {

using namespace attn;

constexpr std::array all_pages{WindowPage::Forward, WindowPage::Heads, WindowPage::Backward,
                               WindowPage::Training, WindowPage::Block};

bool can_turn_to(const Frame& frame, WindowPage page) {
    const bool has_canvas = !frame.ui.comparing || !frame.ui.comparing->replaces_canvas();
    return has_page(frame.document, page) &&
           (page != WindowPage::Backward || (has_canvas && frame.is_shown()));
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

void turn_to(const Frame& frame, WindowPage page) {
    PanelTab& tab = frame.ui.window.panel_tab;
    const WindowPage shown = shown_page(frame);
    frame.ui.window.page = page == WindowPage::Backward ? WindowPage::Forward : page;
    if (page == WindowPage::Backward) {
        if (!is_sensing(frame))
            begin_sensing(frame, number_of_gradients(frame));
        if (tab == PanelTab::Heads || tab == PanelTab::Training)
            tab = PanelTab::Query;
        return;
    }
    leave_sensing(frame);
    if (page != WindowPage::Forward)
        frame.ui.window.enlarged.reset(); // It would cover the page.
    if (page == WindowPage::Heads) {
        if (shown != WindowPage::Heads && tab != PanelTab::Heads)
            tab = PanelTab::Lines;
    } else if (page == WindowPage::Training) {
        tab = PanelTab::Training;
    } else if (shown != WindowPage::Forward &&
               (tab == PanelTab::Heads || tab == PanelTab::Training))
        tab = PanelTab::Query;
}

/// Goes to the next page in this direction that the document has; after the last comes the first.
void turn_pages(const Frame& frame, std::size_t by) {
    std::size_t at = static_cast<std::size_t>(shown_page(frame));
    do
        at = (at + by) % all_pages.size();
    while (!can_turn_to(frame, all_pages[at]));
    turn_to(frame, all_pages[at]);
}

Action page_action(WindowPage to, const char* id, const char* name, const char* sentence) {
    Action action{id,
                  name,
                  "Pages",
                  sentence,
                  {},
                  [to](const Frame& frame) { turn_to(frame, to); },
                  [to](const Frame& frame) { return can_turn_to(frame, to); },
                  [to](const Frame& frame) { return shown_page(frame) == to; }};
    action.is_offered = [to](const Document& document) { return has_page(document, to); };
    return action;
}

Action page_beside(const char* id, const char* name, const char* sentence, Key key,
                   std::size_t by) {
    Action action{id,
                  name,
                  "Pages",
                  sentence,
                  {control(key)},
                  [by](const Frame& frame) { turn_pages(frame, by); },
                  [](const Frame& frame) {
                      return can_turn_to(frame, WindowPage::Forward) && !has_parts(frame.document);
                  }};
    // With several layers, these keys switch between layers.
    action.is_offered = [](const Document& document) {
        return has_page(document, WindowPage::Forward) && !has_parts(document);
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
    return {
        page_action(WindowPage::Forward, "page.forward", "Forward",
                    "Shows the calculation from the embeddings to the output."),
        page_action(
            WindowPage::Heads, "page.heads", "Heads",
            "Shows every head with its weights and its output, how they are joined, and what "
            "each adds to the output of the query word."),
        page_action(
            WindowPage::Backward, "page.backward", "Backward",
            "Shows on every matrix how much each number changes the selected one, else the loss, "
            "else the largest weight: the gradient."),
        page_action(
            WindowPage::Training, "page.training", "Training",
            "Makes the loss smaller step by step, and shows what should be, what is, and what "
            "learns."),
        page_action(WindowPage::Block, "page.block", "Block",
                    "Shows the stream of words through the open layer, and below it a card for "
                    "each thing that is added to it."),
        page_beside("page.next", "Next page", "Shows the page on the right.", Key::PageDown, 1),
        page_beside("page.previous", "Page before", "Shows the page on the left.", Key::PageUp,
                    all_pages.size() - 1),
        to_matrix("view.next_matrix", "Next matrix",
                  "Selects a number of the next matrix, as they are computed.", false, 1),
        to_matrix("view.previous_matrix", "Matrix before",
                  "Selects a number of the matrix before, as they are computed.", true, -1)};
}

} // namespace app
