// SPDX-License-Identifier: MIT
#include "app/action_lists.h"
#include "app/pointing.h"
#include "core/base/number_text.h"
#include "core/document/derivation_latex.h"
#include "core/document/sheet.h"

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
         "Back to the number before",
         "Explain",
         "From a factor back to the number it was a factor of.",
         {alt(Key::Left)},
         go_back,
         can_go_back},
        {"explain.forward",
         "Forward again",
         "Explain",
         "To the number that back came from.",
         {alt(Key::Right)},
         go_forward,
         can_go_forward},
        {"explain.unlock",
         "Unlock the number",
         "Explain",
         "Esc does the same; the panel shows the output of the query word again.",
         {},
         [](const Frame& frame) { frame.view.selected.reset(); },
         has_number},
        {"explain.copy_number",
         "Copy the number",
         "Explain",
         "The selected number with every digit it has.",
         {},
         [](const Frame& frame) {
             if (!frame.settle())
                 return;
             const std::string number =
                 shortest(value_at(frame.document, frame.shown().trace, *frame.view.selected));
             copy(frame, number, to_text(*frame.view.selected) + " = " + number);
         },
         has_number},
        {"explain.copy_text",
         "Copy where the number comes from, as text",
         "Explain",
         "The formula with the live numbers, and those of all it is made of, back to X.",
         {control_shift('t')},
         [](const Frame& frame) {
             if (frame.settle())
                 copy(frame, to_text(chain(frame), style(frame)),
                      "where " + to_text(*frame.view.selected) + " comes from, as text");
         },
         has_number},
        {"explain.copy_latex",
         "Copy where the number comes from, as LaTeX",
         "Explain",
         "The same as align* environments, which need the package amsmath.",
         {control_shift('l')},
         [](const Frame& frame) {
             if (frame.settle())
                 copy(frame, to_latex(chain(frame), style(frame)),
                      "where " + to_text(*frame.view.selected) + " comes from, as LaTeX");
         },
         has_number},
    };
}

} // namespace app
