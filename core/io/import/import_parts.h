// SPDX-License-Identifier: MIT
// Turns parts of arrays into inputs of a document: the axes of an array, the columns of one head,
// the bias next to a weight, a mask, and a note of where each came from. Only for the import….cpp
// files of core/io.
#pragma once

#include "core/io/import/import_names.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::io {

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice);

/// Reads the chosen parts, and records what was rounded and where it came from.
struct ArrayReader {
    const std::vector<ArrayFile>& files;
    ChoiceWords words = in_options;
    std::string notes = {};
    TensorReport report = {};
    std::set<std::pair<std::size_t, std::size_t>> taken = {}; // file and array

    /// Returns the extent of an array as it is meant, not as it is stored; for one head if heads
    /// have an axis.
    Extent extent(const ArrayChoice& choice) const;
    /// Reads rows and columns as they are meant; `part` is the input they become: "W_Q/0".
    Result<Matrix> read(const std::string& part, const ArrayChoice& choice,
                        const std::vector<Index>& rows, const std::vector<Index>& columns);
    void say(const std::string& sentence) { report.sentences.push_back(sentence); }
};

/// Completes the plan with a number for each axis before the matrices: drops axes of size 1, finds
/// an axis of heads, and sets the number of heads to what was given or what the arrays say. Adds a
/// sentence about each to the report.
Result<ImportPlan> with_axes(ArrayReader& reader, ImportPlan plan);

/// How many heads an array of Q, K and V with `columns` columns holds, and their widths.
struct FusedHeads {
    Index heads = 1, groups = 1, width = 1;
};
Result<FusedHeads> fused_heads(const ArrayInfo& info, const Extent& extent, Index heads);

/// The columns of one head within the `width` columns of a projection, or of its bias. `heads`: how
/// many are side by side; `head`: the one taken.
struct HeadColumns {
    Index width = 0;
    Index heads = 1, head = 0;
    std::vector<Index> wanted; // within the head; empty: all
};
Result<std::vector<Index>> columns_of(const ArrayInfo& info, const HeadColumns& of);
/// Does the same for an array that holds Q, K and V.
Result<std::vector<Index>> fused_columns(const ArrayInfo& info, const ArrayChoice& choice,
                                         const FusedHeads& fused, Index head,
                                         const std::vector<Index>& wanted);

/// Finds the array that holds the bias of a weight: query.bias for query.weight, in_proj_bias for
/// in_proj_weight, b_Q for W_Q.
std::optional<ArrayChoice> bias_beside(const std::vector<ArrayFile>& files,
                                       const ArrayChoice& weight);

/// The head width implied by a norm of queries or keys next to the weight: q_norm.weight has that
/// many numbers, and several of them fit into the columns.
struct HeadNorm {
    std::string name;
    Index width = 0;
};
std::optional<HeadNorm> head_norm(const ArrayReader& reader, const ArrayChoice& weight);

/// What a model does with q_norm.weight and k_norm.weight, by the names that stand beside them, as
/// Qwen3Attention, Gemma3Attention, Gemma3nTextAttention, Gemma4TextAttention and
/// Qwen3NextAttention do in the transformers library.
enum class QkNorm {
    AsStored,    // multiplies by what is stored: Qwen3
    OneMore,     // multiplies by 1 + what is stored: Gemma 3
    NormsValues, // multiplies by what is stored, norms values too, divides no score: Gemma 3n and 4
};
QkNorm qk_norm_of(const std::vector<ArrayFile>& files, const std::string& weight);

/// An error for the queries of Qwen3-Next: a gate follows the queries of each head, and the gains
/// beside them are stored less 1. The weight has twice the outputs that o_proj reads, or the model
/// has layers of linear attention or a gate of a shared expert.
std::optional<Error> gated_queries(const ArrayReader& reader, const ArrayChoice& weight);

/// The lines of scores that are taken: queries out of all, and keys.
struct ScoreLines {
    std::vector<Index> queries, keys;
    Index all_queries = 0, all_keys = 0;
};
/// Takes the same words as queries and as keys.
ScoreLines lines_of_words(const std::vector<Index>& rows, Index all_rows);

/// A stored mask, cut to these lines. A mask of another size is indexed by the words' positions.
/// One of numbers other than 0 and −∞ is also a bias. The sentence says how it was read, and names
/// choices in these words, as errors do.
struct TakenMask {
    Mask mask;
    std::string sentence;
    MaskTrue mask_true = MaskTrue::Unsaid; // for a mask of true and false
    std::optional<Matrix> bias = {};       // 0 where the mask blocks
};
Result<TakenMask> mask_from(const ArrayFile& file, std::size_t array,
                            const std::vector<Index>& leading, MaskTrue is_true,
                            const ScoreLines& lines, ChoiceWords words);
/// The mask that blocks these cells: none, causal, or painted.
Mask mask_of(const Flags& blocked);
/// The cells that are −∞, or so far below 0 that their weights are 0 in 64 bits.
Flags is_as_good_as_infinite(const Matrix& numbers);

/// Adds the numbers to the bias of scores that the document has. `bias`: a matrix for each head, or
/// one for all.
void add_bias(Document& document, const std::vector<Matrix>& bias);
/// Takes the plan's mask and bias into a document that has its heads. Returns what true means in a
/// mask of true and false.
Result<MaskTrue> take_mask_and_bias(ArrayReader& reader, const ImportPlan& plan,
                                    const ScoreLines& lines, Document& document);

/// For each head, the numbers of the axes before its matrix.
using Leading = std::vector<std::vector<Index>>;
/// Finds which axis before the matrices counts what. The last is that of heads; before it may be
/// one of texts in a batch, and before that one of layers, of which the first is taken unless the
/// plan names another.
Result<Leading> leading_of(ArrayReader& reader, const ImportPlan& plan, const ArrayChoice& choice);

/// The matrices of each layer, one for each head.
struct TakenLayers {
    std::vector<std::vector<ArrayChoice>> layers;
    std::string about;          // what says that there are several; empty for one
    bool may_be_texts = false;  // they may be texts of a batch as well
    bool has_head_axis = false; // an axis of the array became the heads
};
/// Does the same for all layers, unless the plan names one. `is_layer_named`: the array's name says
/// its layer, so that no axis does.
Result<TakenLayers> layers_of(ArrayReader& reader, const ImportPlan& plan,
                              const ArrayChoice& choice, bool is_layer_named);
/// The number of the layer that the name of an array says: 3 in "attentions/3".
std::optional<Index> layer_number(const std::string& name);
/// The name with N for that number: "attentions/N". Layers of one list share it.
std::string layer_stem(const std::string& name);
/// Returns the only array; if each layer has one, all of them, or that of the layer that the plan
/// names.
Result<ArrayChoice> choice_among(const std::vector<ArrayFile>& files,
                                 const std::vector<ArrayPlace>& found, const ImportPlan& plan,
                                 ChoiceWords words);

/// Finds an array that cannot be read and may be the X that no name says; X must then not become
/// the identity.
std::optional<Error> unread_x(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                              bool is_x_chosen, ChoiceWords words);

/// Adds computed stages to the plan if the user chose none, nor X or weights of projections: what
/// looks like attention weights, or arrays called q, k and v. Takes X and projections out of a plan
/// of given stages.
Result<> bind_given(const std::vector<ArrayFile>& files, const ChosenParts& chosen,
                    ImportPlan& plan, ChoiceWords words);
/// Makes the document of a plan that gives stages (gives_stages).
Result<Imported> import_given(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                              const std::string& title,
                              const std::array<bool, plan_part_count>& is_chosen,
                              ChoiceWords words);

/// Returns a word for each row: the given words, else `tokens`, else the row names of X, else
/// numbers. `what` are the rows: "of X".
Result<std::vector<std::string>> words_of_rows(const std::vector<ArrayFile>& files,
                                               const ImportPlan& plan,
                                               const std::vector<Index>& rows, Index all_rows,
                                               const std::string& what);

/// Adds sentences about what the user did not choose.
void say_guesses(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen);

/// Names the arrays that are not taken, with the reason and the effect of their absence.
void name_left_out(ArrayReader& reader, const ImportPlan& plan, const Document& document);

} // namespace attn::io
