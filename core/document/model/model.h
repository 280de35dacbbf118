// SPDX-License-Identifier: MIT
// Turns a document into a graph of stages, and holds everything else that differs between models.
// Each model is one file in models/: which stages it has, what each reads, how a document is
// checked, and what its parts are called.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"
#include "core/engine/graph/graph.h"

#include <array>
#include <limits>

namespace attn {

/// A model as the rest of the program sees it: its vocabulary and its functions.
struct ModelInfo {
    Model model;
    std::string_view document;            // "a concepts document"
    std::string_view title, subject;      // "Attention"; what is computed, with its source
    std::string_view row, rows;           // what a row of X is: "word", "words"
    std::string_view columns;             // the name of its columns: "films"; empty: numbered
    std::string_view chosen, choice;      // the selected row: "query word", short "query"
    std::string_view new_row, new_column; // beginnings of names made by the program: "word_"
    std::string_view needs;               // "attention needs" … at least one row
    Index most_rows;
    bool has_conventions;         // else tokens are always written as rows
    Stage shown;                  // the stage shown if the user names none
    std::array<Stage, 3> results; // where a change is reported: the first that has one

    Graph (*graph)(const Document&, Index heads);
    bool (*has)(const Document&, Stage); // for stages that belong to the model
    /// Says why a document lacks the stage: "it has no projections".
    std::string (*lack)(const Document&, Stage);
    Result<> (*validate)(const Document&);
    Real (*cost)(const Document&);
    void (*evaluate)(const Document&, Trace&, Progress*);
};
const ModelInfo& info(Model model);
const ModelInfo& model_of(const Document& document);

/// Returns the stages of the document in computing order; of the heads, only the
/// first `heads`.
Graph graph(const Document& document, Index heads = std::numeric_limits<Index>::max());

/// Whether the document has the stage (for head 0 if it has heads).
bool has_stage(const Document& document, Stage stage);

/// Returns the matrix that users edit under this name; null if it is computed or absent.
const SharedMatrix* input(const Document& document, const SheetId& sheet);
SharedMatrix* input(Document& document, const SheetId& sheet);
/// Returns where a document keeps an input: the member of the document, or of the head. Both null:
/// it is in of_options.
SharedMatrix Document::*member_of_document(const SheetId& sheet);
SharedMatrix HeadWeights::*member_of_head(const SheetId& sheet);
/// Lists the document's inputs in a sentence: "X, W_Q, W_K and W_V".
std::string input_names(const Document& document);

namespace models {
extern const ModelInfo attention, concepts;

/// The stages of attention, and whether a document has a given one.
Graph attention_graph(const Document& document, Index heads);
bool has_attention_stage(const Document& document, Stage stage);
std::string lack_of_attention(const Document& document, Stage stage);

/// Whether the document provides every input of the trace's stages, in their shapes.
bool gives_all(const Document& document, const Trace& trace);
/// Estimates the multiplications needed to compute what differs from the previous document, which
/// has the same stages and options.
Real cost_of_stages(const Document& document, const Document& previous, const Trace& trace);
/// Computes the stages of the trace's plan. With a trace of a previous document that has the same
/// stages and options, computes only those that a changed input reaches.
void run_stages(const Document& document, const Document* previous, Trace& trace,
                Progress* progress);
/// Finds the closed lines of each head's weights, for a trace computed by stages.
void close_lines(const Document& document, Trace& trace);

/// For validate(): check that a count is from 1 to `limit`, and that a matrix has a shape.
Result<> within(Index found, Index limit, const std::string& what, const std::string& where);
Result<> has_shape(const SharedMatrix& matrix, Index rows, Index columns, const std::string& where,
                   const std::string& why);
std::string shape_text(Index rows, Index columns);
} // namespace models

} // namespace attn
