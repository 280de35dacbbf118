// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/explaining/pointing.h"
#include "core/base/number_text.h"
#include "core/document/derivation_latex.h"
#include "core/document/sheet.h"
#include "core/document/written_place.h"

namespace app {
namespace {

using namespace attn;

bool has_number(const Frame& frame) {
    return frame.view.selected && exists(frame.document, *frame.view.selected);
}

std::vector<ChainLevel> chain(const Frame& frame) {
    return derivation_chain(frame.document, frame.shown().trace, *frame.view.selected);
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

} // namespace

std::vector<Action> explain_actions() {
    return {
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
        {"explain.copy_number",
         "Copy the number",
         "Explain",
         "Copies the selected number with all its digits.",
         {},
         [](const Frame& frame) {
             if (!frame.settle())
                 return;
             const std::string number =
                 shortest(value_at(frame.document, frame.shown().trace, *frame.view.selected));
             copy(frame, number, place_text(frame.document, *frame.view.selected) + " = " + number);
         },
         has_number},
        {"explain.copy_text",
         "Copy where the number comes from, as text",
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
         "Copy where the number comes from, as LaTeX",
         "Explain",
         "Copies the formulas as align* environments. LaTeX needs the package amsmath for them.",
         {control_shift('l')},
         [](const Frame& frame) {
             if (frame.settle())
                 copy(frame, to_latex(chain(frame), style(frame)),
                      "where " + place_text(frame.document, *frame.view.selected) +
                          " comes from, as LaTeX");
         },
         has_number},
    };
}

} // namespace app
