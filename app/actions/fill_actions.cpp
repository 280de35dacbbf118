// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/editing/filling.h"
#include "app/editing/selecting.h"
#include "core/document/model.h"

#include <algorithm>

namespace app {
namespace {

using namespace attn;

Action fill(const char* id, const char* name, const char* sentence, Fill fill, Real number = 0) {
    return {id,      name,
            "Fill",  sentence,
            {},      [fill, number](const Frame& frame) { fill_selection(frame, fill, number); },
            can_fill};
}

Action head(const char* id, const char* name, const char* sentence, Reason reason) {
    return {id,
            name,
            "Attend to",
            sentence,
            {},
            [reason](const Frame& frame) { make_head(frame, reason); },
            [](const Frame& frame) {
                return has_stage(frame.document, Stage::Weights) &&
                       frame.document.projections == Projections::Learned;
            }};
}

} // namespace

std::vector<Action> fill_actions() {
    std::vector<Action> list;
    list.push_back(
        fill("fill.zeros", "Zeros",
             "Fills the selected cells with 0. If one cell is selected, fills its whole matrix.",
             Fill::Zeros));
    list.push_back(fill("fill.ones", "Ones", "", Fill::Ones));
    list.push_back(fill("fill.identity", "Identity", "Puts 1 on the diagonal and 0 elsewhere.",
                        Fill::Identity));
    list.push_back({"fill.random",
                    "Random numbers …",
                    "Fill",
                    "Draws the same numbers as NumPy or PyTorch draw from the same seed, nn.Linear "
                    "included.",
                    {},
                    begin_filling,
                    can_fill});
    list.push_back(fill("fill.transpose", "Transpose",
                        "Turns rows into columns. The selected cells must form a square.",
                        Fill::Transpose));
    list.push_back({"fill.round",
                    "Round as shown",
                    "Fill",
                    "Rounds each number to the decimals that the view shows.",
                    {},
                    [](const Frame& frame) {
                        fill_selection(frame, Fill::Round,
                                       std::clamp(frame.view.numbers.digits, 0, 15));
                    },
                    can_fill});
    list.push_back({"fill.scale",
                    "Times a number …",
                    "Fill",
                    "Multiplies each number by a factor of your choice: 2, −0.5, 1/sqrt(3).",
                    {},
                    begin_scaling,
                    can_fill});
    list.push_back(fill("fill.negate", "Times −1", "", Fill::Scale, -1));
    list.push_back(fill("fill.rows_sum", "Make each row sum to 1", "", Fill::NormaliseSum));
    list.push_back(fill("fill.rows_length", "Make each row as long as 1",
                        "Divides each row by the root of the sum of its squares.",
                        Fill::NormaliseLength));
    list.push_back(head("head.same_word", "The same word",
                        "Sets W_Q and W_K so that each word attends to itself.", Reason::SameWord));
    list.push_back(head("head.previous_word", "The previous word",
                        "Sets W_Q and W_K so that each word attends to the one before it.",
                        Reason::PreviousWord));
    list.push_back(head("head.first_word", "The first word",
                        "Sets W_Q and W_K so that every word attends to the first.",
                        Reason::FirstWord));
    list.push_back(
        head("head.uniform", "All words alike",
             "Sets W_Q to 0, so that every score is 0 and all words get the same weight.",
             Reason::Uniform));
    return list;
}

} // namespace app
