// SPDX-License-Identifier: MIT
// Makes a document of other programs' arrays: which array is what, and which of its rows and
// columns are taken.
#pragma once

#include "core/base/matrix.h"
#include "core/document/model/document.h"
#include "core/io/arrays/arrays.h"
#include "core/io/arrays/tensor_sources.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// What an import lets users choose, as a value: a sentence of core/io names a choice that helps,
// and the command line and the panel say each in their own words.

enum class ImportOption {
    Tokens,
    X,
    WQ,
    WK,
    WV,
    Mask,
    MaskTrue,
    Bias,
    Weights,
    Scores,
    Q,
    K,
    V,
    Batch,
    Layer,
    Normalise,
    Heads,
    HeadAxis,
    Rows,
    Transposed,
    AsStored,
    QkvLayout
};

/// A choice that a sentence names.
struct ImportChoice {
    enum class Kind {
        Itself,  // the option, whatever its value
        Value,   // with this value
        Own,     // with a value that the user knows: an array, or a number
        LeftOut, // of an array: none
    };
    ImportOption option;
    Kind kind = Kind::Itself;
    std::string value = {}; // of Kind::Value: "0:8", "blocked", or an array's name, as "a.b[0][1]"
};

/// Says a choice in the words of who asked for the import: "--heads 8". The sentence goes on behind
/// it.
using ChoiceWords = std::string (*)(const ImportChoice& choice);

/// The words of the command line.
std::string in_options(const ImportChoice& choice);
/// The name that the command line has for the option: "--w-q".
std::string_view option_name(ImportOption option);

/// How an array holds Q, K and V of several heads.
enum class FusedLayout {
    SideBySide, // the columns of all queries, then all keys, then all values
    HeadByHead  // Q, K and V of the first head (or group), then the next: GPT-NeoX, BLOOM
};

struct ArrayPlace {
    std::size_t file = 0, array = 0;
    friend bool operator==(const ArrayPlace&, const ArrayPlace&) = default;
};

/// An array among the open files, with a number for each axis before its last two.
struct ArrayChoice {
    std::size_t file = 0;
    std::size_t array = 0;
    std::vector<Index> leading;
    bool is_transposed = false; // stored as nn.Linear does: out × in
    Index part = 0;             // for an array that holds Q, K and V
    Index parts = 1;            // 3 for such a fused array
    FusedLayout layout = FusedLayout::SideBySide;
    /// The axis of the heads: 1 in (d_model, heads, d_head), 0 in (heads, d_model, d_head). Its
    /// number in `leading` is the head's.
    std::optional<Index> head_axis = {};
    /// If each layer has an array of its own, as "attentions/0" and "attentions/1": those of every
    /// layer, one or one for each head. The members above are then those of the first.
    std::vector<std::vector<ArrayPlace>> layers = {};
};

/// What a true cell of a mask means for its key.
enum class MaskTrue { Unsaid, Blocked, TakesPart };

/// Which arrays become which inputs. Without X, X is the identity: each dimension stands for
/// itself.
struct ImportPlan {
    std::vector<std::string> words; // empty: `tokens`, else the row names of X, else numbers
    std::optional<ArrayChoice> tokens;
    std::optional<ArrayChoice> x, w_q, w_k, w_v;
    std::optional<ArrayChoice> mask;
    MaskTrue mask_true = MaskTrue::Unsaid;
    std::optional<ArrayChoice> bias;                     // added to the scores after the scale
    std::optional<ArrayChoice> weights, scores, q, k, v; // computed stages: then there is no X
    std::optional<Index> layer, batch; // of their axes; without a layer all are taken
    bool is_head_chosen = false;       // else all heads of such stages
    bool is_normalised = false;        // each row of given weights is divided by its sum
    std::vector<Index> rows;           // the rows of X; empty: all
    std::vector<Index> dimensions;     // the dimensions of d_model; empty: all
    std::optional<Index> heads;        // in the projections; empty: as the arrays say
    std::optional<Index> head_axis;    // in projections with three axes; empty: as the arrays say
    std::optional<FusedLayout> layout; // how one array holds Q, K and V; empty: as its name says
    Index head = 0;                    // the head to take
    std::vector<Index> d_k, d_v;       // columns within the head; empty: all
};

/// A part of a plan.
enum class PlanPart { Tokens, X, WQ, WK, WV, Mask, Bias, Weights, Scores, Q, K, V };
constexpr std::size_t plan_part_count = 12;
std::optional<ArrayChoice>& choice_of(ImportPlan& plan, PlanPart part);
const std::optional<ArrayChoice>& choice_of(const ImportPlan& plan, PlanPart part);
/// Returns "W_Q".
std::string_view name_of(PlanPart part);
/// Returns what chooses the part.
ImportOption option_of(PlanPart part);

/// The user's choices for a plan. A part that is chosen without an array is left out: X and weights
/// are then the identity.
struct ChosenParts {
    ImportPlan plan;
    std::array<bool, plan_part_count> is_chosen = {};

    bool has(PlanPart part) const { return is_chosen[static_cast<std::size_t>(part)]; }
    void choose(PlanPart part, std::optional<ArrayChoice> choice) {
        is_chosen[static_cast<std::size_t>(part)] = true;
        choice_of(plan, part) = std::move(choice);
    }
};

/// Whether nn.Linear stores tensors of this name, as output × input: "q_proj.weight".
bool is_stored_by_linear(std::string_view name);

/// Finds the array by its whole name or its last segments (separated by "." and "/"), with "[2]"
/// for axes before the last two. The error lists the names.
Result<ArrayChoice> find_array(const std::vector<ArrayFile>& files, const std::string& name);

/// Finds arrays whose names differ in the number of their layer alone, by what they share:
/// "attentions" for "attentions/0", "attentions/1". Takes all layers, or the one of this number.
Result<ArrayChoice> find_layers(const std::vector<ArrayFile>& files, const std::string& name,
                                std::optional<Index> layer);

/// Returns the array as Q, K and V, in the layout that its name implies.
Result<ArrayChoice> fused_choice(const std::vector<ArrayFile>& files, ArrayChoice choice,
                                 std::optional<FusedLayout> layout, ChoiceWords words = in_options);

/// Adds the parts that were not chosen, by the usual names: X, W_Q, wq, q_proj.weight (transposed),
/// in_proj_weight (fused and transposed), c_attn.weight (fused), wte.weight, tokens, attn_mask.
/// Numbers that look like attention weights, and arrays called q, k and v, are given stages.
/// Other parts must be in the chosen arrays' layer, and X in their model. The error names the
/// arrays between which the user has to choose.
Result<ImportPlan> bound_plan(const std::vector<ArrayFile>& files, const ChosenParts& chosen,
                              ChoiceWords words = in_options);

/// Whether the plan takes computed stages; the document then has no X.
bool gives_stages(const ImportPlan& plan);

/// Returns the plan without any choice; if that is ambiguous, the parts that are clear.
ImportPlan guessed_plan(const std::vector<ArrayFile>& files);

/// Why the number of heads must be given, and the number if another array implies it.
struct OpenHeads {
    std::string why;
    std::optional<Index> told;
};
/// Empty if the arrays or the plan say it.
std::optional<OpenHeads> open_heads(const std::vector<ArrayFile>& files, const ImportPlan& plan);
/// Makes an error that names the choice that says it.
Error add_heads(const OpenHeads& open, ChoiceWords words = in_options);

/// Reads "0:4,7" as 0, 1, 2, 3, 7.
Result<std::vector<Index>> parse_indices(std::string_view text);

struct Imported {
    Document document;   // its notes hold the report
    std::string notes;   // sentences about what was rounded or made up
    TensorReport report; // what was taken from which array, what was guessed, what was left out
    MaskTrue mask_true = MaskTrue::Unsaid; // how a mask of true and false was read
};
/// Makes the document of a plan. Also takes biases next to the weights (query.bias beside
/// query.weight); fewer columns of keys than of queries mean groups that heads share. `chosen`
/// parts are not reported as guesses. The error names the array, its shape and what was expected;
/// errors and report name choices in these words.
Result<Imported> import_document(
    const std::vector<ArrayFile>& files, const ImportPlan& plan, const std::string& title,
    const std::array<bool, plan_part_count>& is_chosen = {true, true, true, true, true, true},
    ChoiceWords words = in_options);

} // namespace attn::io
