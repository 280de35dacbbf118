// SPDX-License-Identifier: MIT
// Identifies every number in the program: a stage, a head, a row and a column.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The calculation a document holds: attention, or ratings split into concepts by SVD.
/// document/model/model.h has a row for each.
enum class Model { Attention, Concepts };
/// Returns "attention", as files write it.
std::string_view name(Model model);
std::span<const Model> all_models();

/// The name of a stage of the calculation, as the command line writes it: "weights". A small value,
/// compared by its letters. The constants are the stages that code names; a model may have others.
class Stage {
public:
    static constexpr std::size_t longest = 31;

    constexpr Stage() : Stage("X") {}
    /// `name`: at most `longest` letters.
    constexpr explicit Stage(std::string_view name)
        : length_(static_cast<unsigned char>(name.size())) {
        assert(name.size() <= longest && "the name of a stage is short");
        for (std::size_t at = 0; at < name.size(); ++at)
            letters_[at] = name[at];
    }

    constexpr std::string_view name() const { return {letters_.data(), length_}; }
    /// Stages are compared in every search: this compares eight letters at a time.
    friend constexpr bool operator==(const Stage& a, const Stage& b) {
        const Words left = a.words(), right = b.words();
        return left.at[0] == right.at[0] && left.at[1] == right.at[1] &&
               left.at[2] == right.at[2] && left.at[3] == right.at[3];
    }
    /// The number of values of mixed().
    static constexpr std::size_t mixtures = 1024;
    /// Returns a number below `mixtures` that two stages rarely share.
    constexpr std::size_t mixed() const {
        const Words words = this->words();
        const std::uint64_t all = words.at[0] ^ words.at[1] * 0xD6E8FEB86659FD93U ^
                                  words.at[2] * 0xA0761D6478BD642FU ^
                                  words.at[3] * 0xE7037ED1A0B428DBU;
        return static_cast<std::size_t>((all ^ all >> 32) * 0x9E3779B97F4A7C15U >> 54);
    }
    /// Orders by the letters of the name.
    friend constexpr std::strong_ordering operator<=>(const Stage& a, const Stage& b) {
        return a == b ? std::strong_ordering::equal : a.name().compare(b.name()) <=> 0;
    }

    static const Stage X, W_Q, W_K, W_V, Q, K, V, Scores, Scaled, Masked, Weights, WeightedValues,
        Output, WO, Joined, Attention;
    // for options: biases, the memory, positions, other scores, the soft limit, the sink, the bias
    // of scores
    static const Stage BQ, BK, BV, BO, Memory, P, Embedded, WS, UQ, UK, Additive, T, Sink, QRotated,
        KRotated, QMapped, KMapped, Bias, WithBias, Biased, Limited;
    static const Stage Target, Loss;
    static const Stage U, S, Vt, Share, Reconstruction, Difference, Error, People, Vectors,
        Projected, Cosine, ConceptCosine;

private:
    struct Words {
        std::uint64_t at[4];
    };
    /// Does what std::bit_cast does, without the call that it costs if nothing is optimised.
    constexpr Words words() const { return __builtin_bit_cast(Words, *this); }

    std::array<char, longest> letters_{};
    unsigned char length_ = 0;
};

inline constexpr Stage Stage::X{"X"}, Stage::W_Q{"W_Q"}, Stage::W_K{"W_K"}, Stage::W_V{"W_V"},
    Stage::Q{"Q"}, Stage::K{"K"}, Stage::V{"V"}, Stage::Scores{"scores"}, Stage::Scaled{"scaled"},
    Stage::Masked{"masked"}, Stage::Weights{"weights"}, Stage::WeightedValues{"weighted_values"},
    Stage::Output{"output"}, Stage::WO{"W_O"}, Stage::Joined{"joined"},
    Stage::Attention{"attention"};
inline constexpr Stage Stage::BQ{"b_Q"}, Stage::BK{"b_K"}, Stage::BV{"b_V"}, Stage::BO{"b_O"},
    Stage::Memory{"M"}, Stage::P{"P"}, Stage::Embedded{"embedded"}, Stage::WS{"W_S"},
    Stage::UQ{"U_Q"}, Stage::UK{"U_K"}, Stage::Additive{"u"}, Stage::T{"T"}, Stage::Sink{"sink"},
    Stage::QRotated{"Q_rotated"}, Stage::KRotated{"K_rotated"}, Stage::QMapped{"Q_mapped"},
    Stage::KMapped{"K_mapped"}, Stage::Bias{"bias"}, Stage::WithBias{"with_bias"},
    Stage::Biased{"biased"}, Stage::Limited{"limited"};
inline constexpr Stage Stage::Target{"target"}, Stage::Loss{"loss"};
inline constexpr Stage Stage::U{"U"}, Stage::S{"s"}, Stage::Vt{"Vt"}, Stage::Share{"share"},
    Stage::Reconstruction{"reconstruction"}, Stage::Difference{"difference"}, Stage::Error{"error"},
    Stage::People{"people"}, Stage::Vectors{"vectors"}, Stage::Projected{"projected"},
    Stage::Cosine{"cosine"}, Stage::ConceptCosine{"concept_cosine"};

/// What the rows or the columns of a stage stand for. Tokens are the rows of X and Model its
/// columns: words and dimensions, or people and films. Heads: the values of all heads side by side.
/// Out: the columns that W_O makes of them. Source: the columns of the matrix that keys and values
/// are made from, X or the memory. Memory: the words of the memory. Mapped: the columns that
/// additive scores add. Bucket: distances that share a number. Head: the heads. Hidden: the width
/// of an MLP. OutWord: a word that a model may say next. Vocabulary: a word of the table E, which
/// it may say next as well.
enum class Role {
    Query,
    Key,
    Token,
    Model,
    QueryKey,
    Value,
    Heads,
    Out,
    Memory,
    Source,
    Mapped,
    Bucket,
    Head,
    Hidden,
    OutWord,
    Vocabulary,
    Concept,
    NewVector,
    One
};

/// Matrices of one family share their colour scale if the user asks for it. Those from Ratings on
/// always do, so that ratings can be compared with their reconstruction, and people with new ones.
enum class Family { Signed, Scores, Weights, Ratings, Coordinates, Sizes, Cosines };

/// The part of the calculation a stage belongs to, as the canvas groups them.
enum class Zone { Words, Parameters, Projections, Results };

/// The description of a stage, apart from its numbers. Rich texts mark subscripts and superscripts
/// as TeX does.
struct StageInfo {
    Model model;
    Stage stage;
    std::string_view title;     // as a person reads it: "Weighted values"
    std::string_view symbol;    // rich, in formulas: "W_{Q}", "scores"
    std::string_view noun;      // rich, for one of its numbers: "score"
    std::string_view latex;     // its letter in LaTeX
    std::string_view describes; // one number in words; {row}, {column} and {query} are its names
    std::string_view label;     // rich, how a number is made: "q|k" is a product of q and k
    Role rows;
    Role columns;
    Family family = Family::Signed;
    bool is_input = false; // edited by users; all other stages are computed
    bool is_per_head = false;
    bool is_by_query = false; // one matrix for each query word
    Zone zone = Zone::Results;
    bool is_per_group = false; // per head, but heads may share it: keys and values

    constexpr std::string_view name() const { return stage.name(); }
    /// The title with subscripts and superscripts.
    constexpr std::string_view heading() const { return is_letter() ? symbol : title; }
    /// Whether its title is a letter of formulas, not a word.
    constexpr bool is_letter() const { return title == stage.name(); }
};

/// Every stage in the order of the calculation: the table that help, panels, tooltips and exports
/// read.
const std::vector<StageInfo>& stages();
/// The stages of one model.
std::span<const StageInfo> stages(Model model);
/// Returns the description of the stage in the first model that has it.
const StageInfo& info(Stage stage);
/// Returns the description of the stage in this model: X of concepts are ratings.
const StageInfo& info(Stage stage, Model model);
/// Returns null if the stage has no row of its own; stages of gradients have none.
const StageInfo* find_info(Stage stage);
/// Whether the stage is one matrix for each query word.
bool is_by_query(Stage stage);
/// Returns the stage's index in stages().
std::size_t position(Stage stage);
/// Whether documents of this model may have the stage.
bool belongs(Stage stage, Model model);
std::optional<Stage> stage_named(std::string_view name);
/// Whether a calculation of several layers has the stage only once: the words with their embeddings
/// and positions, the next word, the loss.
bool is_of_all_layers(Stage stage);
/// Whether a layer's second attention, which reads the memory, has a stage of this name.
bool may_be_cross(Stage stage);

/// One matrix of the calculation. `query` matters only for the weighted values, which are one
/// matrix for each query word. Layers count from 0; a layer may have a second attention, whose
/// queries read the memory (cross).
struct SheetId {
    Stage stage = Stage::X;
    Index head = 0;
    Index query = 0;
    Index layer = 0;
    bool is_cross = false;

    friend bool operator==(const SheetId&, const SheetId&) = default;
};

/// The key of a sheet in a map: the stage, and the rest as one number.
using SheetKey = std::pair<Stage, Index>;
constexpr Index most_heads_in_a_key = 1024;
constexpr SheetKey key_of(const SheetId& sheet) {
    return {sheet.stage,
            (2 * sheet.layer + (sheet.is_cross ? 1 : 0)) * most_heads_in_a_key + sheet.head};
}
/// Finds keys in an unordered map.
struct SheetKeyHash {
    constexpr std::size_t operator()(const SheetKey& key) const {
        return key.first.mixed() + Stage::mixtures * static_cast<std::size_t>(key.second);
    }
};
/// Returns the sheet with this key, with query 0.
constexpr SheetId sheet_of(const SheetKey& key) {
    const Index attention = key.second / most_heads_in_a_key;
    return {key.first, key.second % most_heads_in_a_key, 0, attention / 2, attention % 2 != 0};
}

/// One number of the calculation; rows and columns count from 0.
struct Place {
    SheetId sheet;
    Index row = 0;
    Index column = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

/// "weights", "weights/1" (head 1; head 0 is left out), "weights/1@2" (layer 2, counted from 0),
/// "cross.weights".
std::string to_text(const SheetId& sheet);
/// "weights[1,4]", "weights/1[1,4]", "weighted_values[query,key,column]".
std::string to_text(const Place& place);

/// Reads what to_text writes; also accepts "weights/0". The error lists the stages.
Result<SheetId> parse_sheet(std::string_view text);
Result<Place> parse_place(std::string_view text);

// Names of heads, layers and groups: by index, which counts from 0 as places do; "of how many" uses
// the ordinal, which counts from 1.

/// "head 3"
inline std::string head_name(Index head) {
    return "head " + std::to_string(head);
}
/// "1st", "2nd", "3rd", "4th" …, "11th" for index 0, 1, 2 …
inline std::string ordinal(Index index) {
    const Index number = index + 1, last = number % 10;
    const bool is_teen = number % 100 / 10 == 1;
    return std::to_string(number) + (is_teen || last == 0 || last > 3 ? "th"
                                     : last == 1                      ? "st"
                                     : last == 2                      ? "nd"
                                                                      : "rd");
}
/// "layer 1 (2nd of 2)"
inline std::string indexed(const std::string& what, Index index, Index count) {
    return what + " " + std::to_string(index) + " (" + ordinal(index) + " of " +
           std::to_string(count) + ")";
}
/// "head 3 (4th of 12)"
inline std::string head_name(Index head, Index count) {
    return indexed("head", head, count);
}

} // namespace attn
