// SPDX-License-Identifier: MIT
// The one name for every number in the program: a stage, a head, and a row and column in it.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Which calculation a document holds: attention, or ratings taken apart into concepts by SVD.
enum class Kind { Attention, Concepts };

/// The stages of the forward pass of attention, then those of concepts, each in the order they are
/// computed and told. Both kinds begin with X.
enum class Stage {
    X,
    W_Q,
    W_K,
    W_V,
    Q,
    K,
    V,
    Scores,
    Scaled,
    Masked,
    Weights,
    WeightedValues,
    Output,
    U,
    S,
    Vt,
    Share,
    Reconstruction,
    Difference,
    Error,
    People,
    Vectors,
    Projected,
    Cosine,
    ConceptCosine
};
constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::ConceptCosine) + 1;

/// What the rows or the columns of a stage stand for. Tokens are the rows of X and Model its
/// columns: words and dimensions, or people and films.
enum class Role { Query, Key, Token, Model, QueryKey, Value, Concept, NewVector, One };

/// What a stage is, apart from its numbers.
struct StageInfo {
    Stage stage;
    std::string_view name;  // as the command line says it: "W_Q", "weighted_values"
    std::string_view title; // as a person reads it: "Weighted values"
    Role rows;
    Role columns;
    bool is_input; // edited by people; every other stage is computed
    bool is_per_head;
};

/// Every stage in order; the table that help, panels, tooltips and exports read.
const std::array<StageInfo, stage_count>& stages();
const StageInfo& info(Stage stage);
/// Whether documents of this kind have the stage.
bool belongs(Stage stage, Kind kind);
std::optional<Stage> stage_named(std::string_view name);

/// One matrix of the calculation. `query` matters only for the weighted values, which are one
/// matrix for each query word.
struct SheetId {
    Stage stage = Stage::X;
    Index head = 0;
    Index query = 0;

    friend bool operator==(const SheetId&, const SheetId&) = default;
};

/// One number of the calculation; rows and columns count from 0.
struct Place {
    SheetId sheet;
    Index row = 0;
    Index column = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

/// "weights", "weights/1" (head 1; head 0 is left out).
std::string to_text(const SheetId& sheet);
/// "weights[1,4]", "weights/1[1,4]", "weighted_values[query,key,column]".
std::string to_text(const Place& place);

/// Reads what to_text writes; "weights/0" is accepted as well. The error lists the stages.
Result<SheetId> parse_sheet(std::string_view text);
Result<Place> parse_place(std::string_view text);

} // namespace attn
