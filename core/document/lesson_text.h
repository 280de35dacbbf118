// SPDX-License-Identifier: MIT
// Texts of lessons: every number and word of the document in them is a placeholder that is
// evaluated.
//
//   {weights[1,4]}            the number at a place, in the format of the view
//   {weights[1,4]|percent}    as "28 %"
//   {weights[1,4]|3}          with three decimals
//   {token[1]}  {query}       a word; the query word
//   {key[1]}                  the word of a key: of the memory, if there is one
//   {words} {d_model} {d_k} {d_v} {divisor}   sizes, and what the scores are divided by
//   {row_sum weights[1]}  {column_sum weights[1]}
//   {first_sum weights[1,2]}  the sum of a row's cells up to this one
//   {shown_sum weights[1]}    the sum of the row's rounded numbers, as shown
//   {largest weights[1]}  {largest_word weights[1]}   of a row
//   {length V[1]}             a row's length as a vector; {length weighted_values[0,1]}: query, row
//   {spread scores}           the standard deviation of all cells of a matrix
//   {slope weights[0,1] by scaled[0,1]}   the derivative of the first number by the second
//   {training}                the command that trains as the lesson does; {steps} of it
//   {was …}                   any of these in the document of the lesson's step before
//   {#1}                      a whole number of at most four digits that is not a result: an
//   ordinal,
//                             a year, the 1 that weights sum to
//   {pin scores[0,:]}         a numbered pin for a place that the text mentions: a number, a line,
//   a
//                             part or a matrix (region.h). Pins are counted in order of appearance;
//                             the same place has the same pin. No space is left after it.
//   **strong**  W_{Q}  K^{T}  mark-up
//
// A text may contain no other digit: a number that looks like a result must be one.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/prose.h"
#include "core/document/region.h"
#include "core/document/view.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

enum class Quantity {
    Number,
    Word,
    QueryWord,
    KeyWord,
    Words,
    DModel,
    Dk,
    Dv,
    Divisor,
    RowSum,
    ColumnSum,
    FirstSum,
    ShownSum,
    Largest,
    LargestWord,
    Length,
    Spread,
    Slope,
    Training,
    Steps,
    Typed,
    Pin
};

/// A piece of a text: literal mark-up, or a quantity to be evaluated.
struct LessonPart {
    Run run; // for literal pieces
    std::optional<Quantity> quantity;
    Place place; // or the sheet with its row or column
    Place by;    // for a slope
    bool is_of_step_before = false;
    bool is_percent = false;
    std::optional<int> decimals;
    std::string source; // the text between the braces
};

struct LessonText {
    std::vector<LessonPart> parts;
    std::vector<Region> pinned; // the places of pins 1, 2, …
};

/// Parses a text; the error says what is wrong with which piece.
Result<LessonText> parse_lesson_text(std::string_view text);

/// A training that a lesson mentions: its command and its number of steps.
struct SpokenTraining {
    std::string command;
    int steps = 0;
};

/// A document with its results and the format of its numbers.
struct Spoken {
    const Document& document;
    const Trace& trace;
    const View& view;
    const SpokenTraining* training = nullptr; // the lesson's latest; may be null
};

/// Fills in the numbers and words of a text. `before` may be null if the text does not refer to the
/// step before.
Result<Prose> evaluated(const LessonText& text, const Spoken& now, const Spoken* before);

} // namespace attn
