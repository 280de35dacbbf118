// SPDX-License-Identifier: MIT
// The walk over a document's graph that all languages share: which stages come first, which belong
// to a head and which follow the heads. A language is a table with a line of code for each
// operation, plus a layout of what the walk found.
#pragma once

#include "core/base/matrix.h"
#include "core/document/model/document.h"
#include "core/document/model/training_settings.h"
#include "core/engine/graph/graph.h"
#include "core/engine/graph/place.h"
#include "core/publish/code/code.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

// Text building blocks of programs in every language: numbers, rows, comments and templates. Knows
// no stages and no languages.

/// A sentence or two for people, then the lines of code, each ended by a line break.
struct CodePart {
    std::string words;
    std::string code;
    std::vector<SheetId> computed = {}; // each is a variable after these lines
};

/// How a language writes NaN and infinity.
struct NonFiniteNames {
    std::string_view not_a_number, infinity;
};

/// Writes the number so that every language reads back the same double. Whole numbers stay short
/// ("2"), −0 is "-0.0".
std::string code_number(Real value, const NonFiniteNames& names);

/// The marks around rows of numbers: `begin` 1, 2, 3 `end`; `after_last` ends the last row.
struct RowMarks {
    std::string begin, end, after_last;
};
std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names);

/// Joins the text to one line without anything that would end a comment.
std::string comment_text(std::string_view text);
/// Breaks words into comment lines that each begin with `mark` and hold at most 100 characters.
std::string comment_lines(std::string_view words, const std::string& mark);
/// Indents every line of the code.
std::string indented(const std::string& code, int blanks);
/// Joins the parts: "a, b, c".
std::string listed(const std::vector<std::string>& parts, std::string_view between = ", ");

/// Keys and their replacements.
using Values = std::vector<std::pair<std::string, std::string>>;
/// Replaces every {key} in the text; braces around anything else stay.
std::string filled(std::string_view text, const Values& values);

struct Dialect;

/// What a line of a program is written from: one stage, or several copies of one.
struct Line {
    const Dialect& in;
    const Document& document;
    const Graph& stages;
    const Node& node;
    std::vector<std::string> results;
    std::vector<std::string> inputs; // outputs of several heads are one list
    std::string end = {};            // suffix of a head's names if the head is not in a loop
};

/// How the stages of an operation are written. The texts have places to fill: {result}; {0}, {1} …
/// for the inputs, {each} for every input of a list; {+2} for " + " and the third input if there is
/// one; {seen 0} for a stage that it is shown with; and the words of the dialect.
struct OperationLine {
    const Operation* operation;
    std::string_view by_rows;                   // empty: another line has already done it
    std::string_view by_columns = {};           // for words as columns; empty: as by_rows
    std::string (*text)(const Line&) = nullptr; // instead of the texts, if options decide
    std::array<std::string_view, 2> needs = {}; // helper functions that the line calls
};

/// A word of a language or library: {key} in the texts and its replacement.
struct Word {
    std::string_view key, text;
};
struct Dialect {
    std::array<std::span<const OperationLine>, 2> lines; // for models, for gradients
    std::array<std::span<const Word>, 2> words;          // the library's, then the language's
    NonFiniteNames non_finite;
    std::string (*matrix)(const Dialect&, const std::string& name, const Matrix& values);
    /// Writes the flags of a mask, 1 for blocked cells.
    std::string (*painted_mask)(const Dialect&, const Matrix& flags, const std::string& comment);
    std::string_view causal_by_rows, causal_by_columns;
};
const Dialect& python_dialect(Language language);
const Dialect& cpp_dialect();
const Dialect& matlab_dialect();
const Dialect& dialect(Language language);
/// Finds how the language writes the operation; null if it cannot.
const OperationLine* find_line(const Dialect& dialect, const Operation& operation);

/// Fills in the words of the dialect and of `also`.
std::string said(const Dialect& dialect, std::string_view text, const Values& also = {});
/// The variable name of a stage: letters, digits and "_" only. All heads share it, layers and
/// cross-attention have their own: "W_Q", "cross_W_Q", "W_Q_layer_1".
std::string variable(const SheetId& sheet);
/// The name of a stage without its head, "cross.W_Q@1", as the parts before and after the place of
/// the head.
struct StageName {
    std::string name, layer;
    std::string whole() const { return name + layer; }
};
StageName name_among_stages(const SheetId& sheet);
/// "W_Q", or "W_Q_1" if there are several heads.
std::string weight_name(const Document& document, const SheetId& sheet);
/// Returns an input in the orientation of the document's convention.
Matrix written_input(const Document& document, const SheetId& sheet);
/// Writes each input under its name.
std::string inputs_code(const Dialect& dialect, const Document& document,
                        const std::vector<SheetId>& inputs);

/// Writes the line from the table of its language.
std::string written_line(const Line& line);
/// Writes the divisors of a stage by their names, then the quotient.
std::string scaled_text(const Line& line);
/// The mask that the stage reads; null if it reads none.
const Mask* mask_of(const Node& node);
/// The name of the stage that the mask is applied to.
std::string unmasked(const Line& line);

/// Stages that are explained together. Inputs have no code: each language lays out matrices itself.
struct Part {
    std::string words;
    std::vector<SheetId> stages;
    bool is_input = false;
    std::string code;
};

/// One attention and the stages after it; a document of several layers has several.
struct AttentionCode {
    std::string list;                   // name of the list of heads: "heads", "heads_1"
    Part weights;                       // the inputs of head 0
    std::vector<SheetId> given_by_some; // stages of head 0 that other heads give, or it but not all
    std::vector<Part> heads;            // the stages of head 0
    std::vector<std::string> gathered;  // what every head gives to the stages after the heads
    std::vector<Part> after;            // the stages of all heads together, with their inputs
};

/// A document in the order in which a program computes it.
struct Outline {
    bool by_rows = true, has_several = false; // heads
    std::vector<std::string> functions;
    Index heads_of_group = 1;              // number of heads that share keys and values
    std::vector<Part> inputs;              // except the inputs of heads and what is read last
    std::vector<CodePart> settings;        // the mask, how many are kept
    std::vector<Part> before;              // computed stages that the first heads read
    std::vector<AttentionCode> attentions; // at least one, empty if the document has no heads
};
Outline outline(const Document& document, const Dialect& dialect);

/// The names of what a head takes from the list of heads: its weights, and the numbers of stages
/// that only some heads give, "weights_given".
std::vector<std::string> names_of_head(const AttentionCode& attention);
std::string given_name(const SheetId& sheet);
/// What head `head` has under each of these names: an input, or nothing for a stage that it
/// computes.
struct HeadInput {
    std::string name; // among all heads: "W_Q_1"
    std::optional<SheetId> sheet;
    bool is_repeated = false; // an earlier head already has it
};
std::vector<HeadInput> inputs_of_head(const Document& document, const AttentionCode& attention,
                                      Index head);
/// Lists the inputs of a head by the names of its weights; its group has the shared inputs.
std::vector<SheetId> inputs_of_head(const Document& document, const Part& weights, Index head);
/// The name of the list with what every head computed: "outputs", "weights_of_heads".
std::string list_name(const std::string& variable);
/// Whether an earlier head already has this input.
bool is_repeated(const Document& document, const SheetId& input, Index head);
/// Whether several heads share the stage.
bool is_shared(const Document& document, const SheetId& sheet);

/// Lists the stages of these parts in the order of the calculation, which is that of sheets().
std::vector<SheetId> in_order(const Document& document, const std::vector<Part>& parts,
                              const Part& also = {});
bool has_node(const Document& document, bool (*is_so)(const Node&));
/// Whether an input is NaN or infinite.
bool has_non_finite_inputs(const Document& document);

std::string python_program(const Document& document, Language language);
/// The parts of a Python program without the code that prints at the end.
std::vector<CodePart> python_parts(const Document& document, Language language);
/// Words are rows, whatever the document's convention.
Result<std::string> python_training_program(const Document& document, Language language,
                                            const TrainingSettings& settings);
std::string notebook(const Document& document);
std::string cpp_program(const Document& document);
std::string matlab_program(const Document& document);

// Writes the options of a stage as code: the number for one head, or for the current head of a
// loop.

/// Writes the number in the line's language.
std::string number_code(const Line& line, Real number);
/// The slope of each head that computes the stage, as code; a single slope if the heads are not in
/// a loop.
std::vector<std::string> slopes_code(const Line& line);
/// The bucket of each distance key − query, from 1 − queries to keys − 1, as code.
std::vector<std::string> buckets_code(const Line& line);
/// The row of a table that each word has, as code; the first row is `first`.
std::vector<std::string> rows_code(const Line& line, Index first);
/// "of key - query from -2 to 3".
std::string words_about_buckets(const Line& line);
/// Divides a bias of distances by the temperature: " / 0.5"; empty for temperature 1.
std::string over_temperature(const Line& line, Real temperature);
/// The column of sinks for a head: `loop` if the heads are in a loop.
std::string sink_code(const Line& line, const std::string& loop, Index first);
/// The divisor in the power of sinusoidal waves if all sines stand before all cosines: ", 2";
/// otherwise empty.
std::string waves_code(const Line& line);
/// The factor of the exponent with the language's operator: " / (2 * 0.5 ** 2)"; empty without a σ.
std::string kernel_code(const Line& line, const std::string& power);

} // namespace attn::publish
