// SPDX-License-Identifier: MIT
// The walk over the graph of a document that every language shares: which stages come first, which
// belong to a head, which follow the heads, and the line of each by the table of the language. A
// language is such a table, and how it lays out what the walk found.
#pragma once

#include "core/document/document.h"
#include "core/document/training_settings.h"
#include "core/engine/graph.h"
#include "core/publish/code.h"
#include "core/publish/code_text.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

struct Dialect;

/// What a line of a program is written from: a stage, or several that are copies of one.
struct Line {
    const Dialect& in;
    const Document& document;
    const Graph& stages;
    const Node& node;
    std::vector<std::string> results;
    std::vector<std::string> inputs; // one list for the outputs of several heads
    std::string end = {};            // of the names of a head, where each stands by itself
};

/// How the stages of an operation are written. In the texts stand {result}; {0}, {1} … for the
/// inputs, {each} for one input of a list; {+2} for " + " and the third input where there is one;
/// {seen 0} for a stage it is seen with; and the words of the dialect.
struct OperationLine {
    const Operation* operation;
    std::string_view by_rows;                   // empty: another line has done it
    std::string_view by_columns = {};           // with words as columns; empty: the same
    std::string (*text)(const Line&) = nullptr; // in their place where options decide
    std::array<std::string_view, 2> needs = {}; // functions that stand before
};

/// A language, or a library of one: {key} of the texts and what stands for it.
struct Word {
    std::string_view key, text;
};
struct Dialect {
    std::array<std::span<const OperationLine>, 2> lines; // of models, of gradients
    std::array<std::span<const Word>, 2> words;          // of the library, of the language
    NonFiniteNames non_finite;
    std::string (*matrix)(const Dialect&, const std::string& name, const Matrix& values);
    /// The flags as 1 where blocked, as they are written.
    std::string (*painted_mask)(const Dialect&, const Matrix& flags, const std::string& comment);
    std::string_view causal_by_rows, causal_by_columns;
};
const Dialect& python_dialect(Language language);
const Dialect& cpp_dialect();
const Dialect& matlab_dialect();
const Dialect& dialect(Language language);
/// How the language writes the operation; null where it cannot.
const OperationLine* find_line(const Dialect& dialect, const Operation& operation);

/// A text with the words of the dialect.
std::string said(const Dialect& dialect, std::string_view text, const Values& also = {});
/// The stage as a variable: its name, in which only letters, digits and "_" are left. Heads share
/// it, layers and cross-attention do not: "W_Q", "cross_W_Q", "W_Q_layer_1".
std::string variable(const SheetId& sheet);
/// Its name among the stages without a head: "cross.W_Q@1". The parts before and after the head.
struct StageName {
    std::string name, layer;
    std::string whole() const { return name + layer; }
};
StageName name_among_stages(const SheetId& sheet);
/// "W_Q", or "W_Q_1" of several heads.
std::string weight_name(const Document& document, const SheetId& sheet);
/// An input as the document's convention writes it.
Matrix written_input(const Document& document, const SheetId& sheet);
/// Each input by its name.
std::string inputs_code(const Dialect& dialect, const Document& document,
                        const std::vector<SheetId>& inputs);

/// The line by the table of its language.
std::string written_line(const Line& line);
/// The divisors of a stage by their names, then the quotient.
std::string scaled_text(const Line& line);
/// The name of the stage before the mask.
std::string unmasked(const Line& line);

/// Stages that are told together. Inputs have no code: languages lay out matrices themselves.
struct Part {
    std::string words;
    std::vector<SheetId> stages;
    bool is_input = false;
    std::string code;
};

/// One attention with what follows it; a document of several layers has several.
struct AttentionCode {
    std::string list;                  // of its heads: "heads", "heads_1"
    Part weights;                      // the inputs of head 0
    std::vector<Part> heads;           // the stages of head 0
    std::vector<std::string> gathered; // of every head, for the stages after the heads
    std::vector<Part> after;           // the stages of all heads, inputs among them
};

/// A document in the order in which programs compute it.
struct Outline {
    bool by_rows = true, has_several = false; // heads
    std::vector<std::string> functions;
    Index heads_of_group = 1;              // that share keys and values
    std::vector<Part> inputs;              // but those of heads and those that are read last
    std::vector<CodePart> settings;        // the mask, how much is kept
    std::vector<Part> before;              // computed stages that the first heads read
    std::vector<AttentionCode> attentions; // at least one, empty of a document without heads
};
Outline outline(const Document& document, const Dialect& dialect);

/// The inputs of a head by the names of its weights; those that heads share, of their group.
std::vector<SheetId> inputs_of_head(const Document& document, const Part& weights, Index head);
/// The list of what every head has made: "outputs", "weights_of_heads".
std::string list_name(const std::string& variable);
/// Whether the inputs stand with an earlier head.
bool is_repeated(const Document& document, const SheetId& input, Index head);
/// Whether several heads share the stage.
bool is_shared(const Document& document, const SheetId& sheet);

/// Every stage of some parts in the order of the calculation, which is that of sheets().
std::vector<SheetId> in_order(const Document& document, const std::vector<Part>& parts,
                              const Part& also = {});
bool has_operation(const Document& document, const Operation& operation);
bool has_node(const Document& document, bool (*is_so)(const Node&));
/// Whether an input is NaN or infinite.
bool has_non_finite_inputs(const Document& document);

std::string python_program(const Document& document, Language language);
/// The parts of a Python program, but for what is printed at the end.
std::vector<CodePart> python_parts(const Document& document, Language language);
/// The convention is that of words as rows, whatever the document's.
Result<std::string> python_training_program(const Document& document, Language language,
                                            const TrainingSettings& settings);
std::string notebook(const Document& document);
std::string cpp_program(const Document& document);
std::string matlab_program(const Document& document);

} // namespace attn::publish
