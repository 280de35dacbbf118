// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/editing/giving.h"
#include "app/editing/playing.h"
#include "app/editing/selecting.h"
#include "app/explaining/comparing.h"
#include "app/explaining/covering.h"
#include "app/explaining/pointing.h"
#include "app/explaining/sensing.h"
#include "app/learning/seeking.h"
#include "core/base/number_text.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/covers.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/paper/figures.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace app {
namespace {

using namespace attn;

bool has_number(const Frame& frame) {
    return frame.view.selected && exists(frame.document, *frame.view.selected);
}

std::vector<ChainLevel> chain(const Frame& frame) {
    const auto& [document, trace] = frame.shown();
    return derivation_chain(document, trace, *frame.view.selected);
}

DerivationStyle style(const Frame& frame) {
    DerivationStyle style;
    style.numbers = frame.view.numbers;
    return style;
}

void copy(const Frame& frame, const std::string& text, const std::string& what) {
    frame.clipboard.write(text);
    frame.ui.message = Message{"Copied " + what, false};
}

void toggle_sensing(const Frame& frame) {
    if (leave_sensing(frame))
        return;
    const auto& [document, trace] = frame.shown();
    begin_sensing(frame, has_number(frame)
                             ? *frame.view.selected
                             : figure::usual_moving_number(document, trace,
                                                           figure::within(document, frame.view)));
}

void toggle_given(const Frame& frame) {
    const SheetId sheet = frame.view.selected->sheet;
    if (is_given_stage(frame.document, sheet))
        return release(frame, sheet);
    const auto ready = settable(frame, sheet);
    if (!ready) {
        frame.ui.message = Message{ready.error().text(), true};
        return;
    }
    edit_together(frame, ready->commands);
    frame.ui.message = Message{given_sentence(sheet), false};
}

/// What typing over computed numbers means.
Action over_action(const char* id, const char* name, const char* sentence, OverComputed over) {
    return {id,
            name,
            "Computed numbers",
            sentence,
            {},
            [over](const Frame& frame) { frame.ui.over_computed = over; },
            [](const Frame&) { return true; },
            [over](const Frame& frame) { return frame.ui.over_computed == over; }};
}

std::vector<Action> over_actions() {
    return {over_action("computed.ask", "Ask what typing over one means",
                        "Asks at the next computed number that you type over or drag whether to "
                        "set it or to find inputs for it.",
                        OverComputed::Ask),
            over_action("computed.set", "Typing over one sets it",
                        "Typing over a computed number, or dragging it, gives its matrix and sets "
                        "the number; all that follows is computed from it.",
                        OverComputed::Set),
            over_action("computed.seek", "Typing over one finds inputs",
                        "Typing over a computed number searches for inputs that lead to it. A drag "
                        "over computed numbers selects them.",
                        OverComputed::Seek)};
}

/// Whether the canvas is visible: A beside B or a mistake replaces it.
bool has_canvas(const Frame& frame) {
    return !frame.ui.comparing || !frame.ui.comparing->replaces_canvas();
}

std::vector<Action> sensing_actions() {
    Action loss{"explain.loss",
                "What moves the loss",
                "Explain",
                "Every matrix shows how much each of its numbers changes the loss: the gradient. "
                "Training moves the numbers against it.",
                {},
                [](const Frame& frame) { begin_sensing(frame, *loss_place(frame.document)); },
                [](const Frame& frame) { return has_canvas(frame) && loss_place(frame.document); },
                [](const Frame& frame) {
                    return is_sensing(frame) && frame.ui.sensing->of.sheet.stage == Stage::Loss;
                }};
    loss.is_offered = [](const Document& document) { return loss_place(document).has_value(); };
    return {{"explain.sensitivity",
             "What moves this number",
             "Explain",
             "Every matrix shows how much each of its numbers changes the selected number: the "
             "gradient. If no number is selected, it is the gradient of the query word's "
             "largest weight. S again, or Esc, goes back. On an input S begins a formula; press "
             "Shift+S there.",
             {{Key::Character, 's'}, {Key::Character, 's', false, true}},
             toggle_sensing,
             [](const Frame& frame) {
                 return is_sensing(frame) || (has_canvas(frame) && frame.is_shown());
             },
             is_sensing},
            {"explain.strongest",
             "Go to what moves it most",
             "Explain",
             "Selects the input that changes the number most. Press Enter again for the next of "
             "the strongest five, and after them for the number itself.",
             {plain(Key::Enter)},
             visit_next_strongest,
             has_strongest},
            std::move(loss)};
}

bool can_cover(const Frame& frame) {
    return range_to_cover(frame).has_value();
}

std::vector<Action> cover_actions() {
    return {{"explain.cover",
             "Cover, or reveal",
             "Explain",
             "Covers what is selected, or else the number under the pointer, with a plate "
             "everywhere it is shown. Again reveals it. Type over a plate what you expect. On an "
             "input C begins a formula; press Shift+C there.",
             {{Key::Character, 'c'}, {Key::Character, 'c', false, true}},
             toggle_cover,
             can_cover},
            {"explain.cover_matrix",
             "Cover the matrix",
             "Explain",
             "Covers every number of the matrix of the selected number.",
             {},
             cover_matrix,
             can_cover},
            {"explain.expect_more",
             "Expect more",
             "Explain",
             "Raises the weight that you expect at the selected plate; its bar in the lower "
             "panel grows. You can also drag the bars, until all sum to 1.",
             {{Key::Up, 0, true}},
             [](const Frame& frame) { expect_more(frame, 0.05); },
             can_expect_more},
            {"explain.expect_less",
             "Expect less",
             "Explain",
             "Lowers the weight that you expect at the selected plate; its bar in the lower "
             "panel shrinks.",
             {{Key::Down, 0, true}},
             [](const Frame& frame) { expect_more(frame, -0.05); },
             can_expect_more},
            {"explain.reveal_next",
             "Reveal the next number",
             "Explain",
             "Reveals the selected number if it is covered, else one covered number after "
             "another, in the order in which they are read.",
             {{Key::Character, ' '}},
             reveal_next,
             has_covers},
            {"explain.reveal_all",
             "Reveal everything",
             "Explain",
             "Takes every plate away. Undo puts them back.",
             {},
             reveal_all,
             has_covers}};
}

} // namespace

std::vector<Action> explain_actions() {
    std::vector<Action> list = sensing_actions();
    for (Action& one : cover_actions()) {
        // Actions on covered numbers are hidden until there are any.
        if (one.id != "explain.cover" && one.id != "explain.cover_matrix")
            one.is_offered = [](const Document& document) { return !document.covers.empty(); };
        list.push_back(std::move(one));
    }
    std::vector<Action> of_numbers = {
        {"number.play",
         "Play the number",
         "Explain",
         "Moves the selected number of an input up and down while all that comes of it follows. "
         "Space pauses, Esc takes it back.",
         {},
         play_number,
         can_play_number},
        {"explain.back",
         "Back to the previous number",
         "Explain",
         "Goes back to the number that you looked at before this one.",
         {alt(Key::Left)},
         go_back,
         can_go_back},
        {"explain.forward",
         "Forward again",
         "Explain",
         "Goes to the number that you left with Back.",
         {alt(Key::Right)},
         go_forward,
         can_go_forward},
        {"explain.unlock",
         "Unlock the number",
         "Explain",
         "Shows the output of the query word in the panel again. Esc does the same.",
         {},
         [](const Frame& frame) { frame.view.selected.reset(); },
         has_number},
        {"explain.give",
         "Take these numbers as given",
         "Explain",
         "Gives the numbers of the selected matrix instead of computing them, so that you can type "
         "and drag them; all that follows reads them. Again: computes them.",
         {{Key::Character, 'g'},
          {Key::Character, 'g', false, true}}, // In an input g alone begins a formula.
         toggle_given,
         [](const Frame& frame) {
             return has_number(frame) &&
                    may_be_given(frame.document, frame.view.selected->sheet).has_value();
         },
         [](const Frame& frame) {
             return has_number(frame) && is_given_stage(frame.document, frame.view.selected->sheet);
         }},
        {"explain.seek",
         "Make this number …",
         "Explain",
         "Finds inputs that give the selected number a value you type. Typing over a computed "
         "number may do the same (Computed numbers).",
         {},
         [](const Frame& frame) { begin_seeking(frame, *frame.view.selected); },
         [](const Frame& frame) {
             return has_number(frame) && cannot_seek(frame.document, *frame.view.selected).empty();
         }},
        {"explain.copy_number",
         "Copy the number",
         "Explain",
         "Copies the selected number with all its digits.",
         {},
         [](const Frame& frame) {
             if (!frame.settle())
                 return;
             const std::string number = shortest(
                 value_at(frame.shown().document, frame.shown().trace, *frame.view.selected));
             copy(frame, number, place_text(frame.document, *frame.view.selected) + " = " + number);
         },
         has_number},
        {"explain.copy_text",
         "Copy the derivation as text",
         "Explain",
         "Copies the formula with its numbers, and every formula that leads to it from X.",
         {control_shift('t')},
         [](const Frame& frame) {
             if (frame.settle())
                 copy(frame, to_text(chain(frame), style(frame)),
                      "where " + place_text(frame.document, *frame.view.selected) +
                          " comes from, as text");
         },
         has_number},
        {"explain.copy_latex",
         "Copy the derivation as LaTeX",
         "Explain",
         "Copies the formula with its numbers, as the panel shows it. LaTeX needs the packages "
         "amsmath and graphicx for it.",
         {control_shift('l')},
         [](const Frame& frame) {
             if (!frame.settle())
                 return;
             std::vector<ChainLevel> seen = chain(frame);
             seen.resize(1); // The others stand in no panel.
             copy(frame, to_latex(seen, style(frame)),
                  "the formula of " + place_text(frame.document, *frame.view.selected) +
                      ", as LaTeX");
         },
         has_number},
        {"explain.copy_latex_chain",
         "Copy the derivation back to X as LaTeX",
         "Explain",
         "Copies the formula with its numbers, and every formula that leads to it from X.",
         {},
         [](const Frame& frame) {
             if (frame.settle())
                 copy(frame, to_latex(chain(frame), style(frame)),
                      "where " + place_text(frame.document, *frame.view.selected) +
                          " comes from, as LaTeX");
         },
         has_number},
    };
    std::move(of_numbers.begin(), of_numbers.end(), std::back_inserter(list));
    for (Action& one : over_actions())
        list.push_back(std::move(one));
    return list;
}

namespace {

Action stage_action(const StageInfo& stage) {
    Action action{"compare.stage." + std::string(stage.name()),
                  "Compare " + std::string(stage.title),
                  "Compared stage",
                  "Compares A and B at this stage.",
                  {},
                  [at = stage.stage](const Frame& frame) {
                      frame.ui.comparing->stage = at;
                      frame.ui.comparing->is_beside = true;
                  },
                  is_comparing,
                  [at = stage.stage](const Frame& frame) {
                      return frame.ui.comparing && frame.ui.comparing->stage == at;
                  }};
    action.is_offered = [at = stage.stage](const Document& now) { return has_stage(now, at); };
    return action;
}

bool has_pinned(const Frame& frame) {
    return frame.ui.comparing && frame.ui.comparing->pinned && !frame.ui.comparing->mistake;
}

Action mistake_action(const MistakeInfo& mistake) {
    Action action{"mistake." + std::string(mistake.name),
                  std::string(mistake.title),
                  "What if it were wrong",
                  std::string(mistake.cause) + ".",
                  {},
                  [kind = mistake.mistake](const Frame& frame) { show_mistake(frame, kind); },
                  [](const Frame&) { return true; },
                  [kind = mistake.mistake](const Frame& frame) {
                      return frame.ui.comparing && frame.ui.comparing->mistake == kind;
                  }};
    action.why_not = [kind = mistake.mistake](const Document& now) { return lack_for(now, kind); };
    return action;
}

} // namespace

std::vector<Action> compare_actions() {
    std::vector<Action> list{
        {"compare.pin",
         "Pin this state",
         "Compare",
         "Keeps the present state. The canvas marks what differs from it, whatever you change or "
         "open afterwards.",
         {control_shift('a')},
         pin},
        {"compare.opened",
         "Compare with what was opened",
         "Compare",
         "Marks everything that changed since the document was opened.",
         {},
         [](const Frame& frame) { frame.outbox.post(CompareWithOpened{}); }},
        {"compare.beside",
         "A | B | difference",
         "Compare",
         "Shows one stage of the pinned state, of the present one, and their difference, in place "
         "of the canvas.",
         {},
         [](const Frame& frame) { frame.ui.comparing->is_beside = !frame.ui.comparing->is_beside; },
         has_pinned,
         [](const Frame& frame) { return has_pinned(frame) && frame.ui.comparing->is_beside; }},
        {"compare.unpin",
         "Stop comparing",
         "Compare",
         "Forgets the pinned state. Esc does so as well.",
         {control_shift('u')},
         [](const Frame& frame) { frame.ui.comparing.reset(); },
         is_comparing}};
    for (const StageInfo& stage : stages())
        if (&stage == &info(stage.stage)) // X of both models is one action.
            list.push_back(stage_action(stage));
    for (const MistakeInfo& mistake : mistakes())
        list.push_back(mistake_action(mistake));
    return list;
}

} // namespace app
