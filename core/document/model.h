// SPDX-License-Identifier: MIT
// What a document asks for as a graph of stages, and what else one model does as another does not.
// Each model stands in one file of models/: which stages it has, what each reads, what is wrong
// with a document, and how its parts are spoken of.
#pragma once

#include "core/document/document.h"
#include "core/document/evaluate.h"
#include "core/engine/graph.h"

#include <array>
#include <limits>

namespace attn {

/// A model as far as anyone asks: how its documents are spoken of, and what it does.
struct ModelInfo {
    Model model;
    std::string_view document;       // "a concepts document"
    std::string_view title, subject; // "Attention", what is computed with its source
    std::string_view row, rows;      // what X has a row for: "word", "words"
    std::string_view columns;        // what its columns are named by: "films"; empty: by numbers
    std::string_view chosen, choice; // the row that is looked at: "query word", brief "query"
    std::string_view new_row, new_column; // what names made by the program begin with: "word_"
    std::string_view needs;               // "attention needs" … at least one row
    Index most_rows;
    bool has_conventions;         // or tokens are always written as rows
    Stage shown;                  // what people look at where they name nothing
    std::array<Stage, 3> results; // where a change is told of, the first that has one

    Graph (*graph)(const Document&, Index heads);
    bool (*has)(const Document&, Stage); // of the stages that belong to it
    /// Why a document does not have the stage: "it has no projections".
    std::string (*lack)(const Document&, Stage);
    Result<> (*validate)(const Document&);
    Real (*cost)(const Document&);
    void (*evaluate)(const Document&, Trace&, Progress*);
};
const ModelInfo& info(Model model);
const ModelInfo& model_of(const Document& document);

/// The stages of the document in the order they are computed, those of the first `heads` heads.
Graph graph(const Document& document, Index heads = std::numeric_limits<Index>::max());

/// Whether the document has the stage, of head 0 where it has heads.
bool has_stage(const Document& document, Stage stage);

/// The matrix that people edit under this name; null where it is computed or not there.
const SharedMatrix* input(const Document& document, const SheetId& sheet);
SharedMatrix* input(Document& document, const SheetId& sheet);
/// Where a document keeps an input that it has: the member of the document, or of the head; null
/// for both: in its of_options.
SharedMatrix Document::*member_of_document(const SheetId& sheet);
SharedMatrix HeadWeights::*member_of_head(const SheetId& sheet);
/// The inputs of the document, as a sentence lists them: "X, W_Q, W_K and W_V".
std::string input_names(const Document& document);

namespace models {
extern const ModelInfo attention, concepts;

/// The stages of attention, and whether a document has one of them.
Graph attention_graph(const Document& document, Index heads);
bool has_attention_stage(const Document& document, Stage stage);
std::string lack_of_attention(const Document& document, Stage stage);

/// Whether the document has what the stages of the trace are given, in their shapes.
bool gives_all(const Document& document, const Trace& trace);
/// About how many multiplications it takes to compute what differs from the document before, which
/// has the same stages and options.
Real cost_of_stages(const Document& document, const Document& previous, const Trace& trace);
/// Computes the stages of the trace's plan; of a trace of the document before, which has the same
/// stages and options, those that a changed input reaches.
void run_stages(const Document& document, const Document* previous, Trace& trace,
                Progress* progress);
/// Finds which lines of each head's weights are closed, for a trace that is computed by stages.
void close_lines(const Document& document, Trace& trace);

/// For validate(): whether there are 1 to `limit` of what is counted, and whether a matrix has a
/// shape.
Result<> within(Index found, Index limit, const std::string& what, const std::string& where);
Result<> has_shape(const SharedMatrix& matrix, Index rows, Index columns, const std::string& where,
                   const std::string& why);
std::string shape_text(Index rows, Index columns);
} // namespace models

} // namespace attn
