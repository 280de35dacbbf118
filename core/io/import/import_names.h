// SPDX-License-Identifier: MIT
// Interprets the names of arrays: segments such as "layers", "2", "attn", "q_proj", "weight",
// separated by "." and "/", and which arrays belong to one attention. Only for the import….cpp
// files of core/io.
#pragma once

#include "core/io/import/import.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// Splits the name into lower-case segments and drops Keras's ":0" at the end.
std::vector<std::string> segments_of(std::string_view name);

/// Whether the name ends in these segments: "c_attn.weight" in "h.0.attn.c_attn.weight".
bool ends_in(std::string_view name, std::string_view wanted);

/// What a projection's name says: which part it is, and how it is stored.
struct ProjectionName {
    PlanPart part = PlanPart::WQ; // the first one if it is fused
    bool is_fused = false;
    bool is_by_linear = false;    // output × input
    bool is_of_model = false;     // a trained model's, which gives its number of heads elsewhere
    bool is_kernel = false;       // Keras and Flax: (d_model, heads, d_head) if it has three axes
    bool has_heads_first = false; // TransformerLens: (heads, d_model, d_head)
    std::size_t row = 0;          // in the table of names; Q, K and V of one row belong together
    std::string owner;            // "layers.2.attn.": the text before it
};
/// Returns empty if the name is not a projection's.
std::optional<ProjectionName> projection_name(std::string_view name);

/// The projections of one attention: in one layer, under names of one kind.
struct AttentionArrays {
    std::string owner;
    std::size_t row = 0;
    std::array<std::optional<ArrayChoice>, 3> parts; // W_Q, W_K, W_V
    bool is_fused = false;
    bool is_cross = false; // its name says that keys come from another text

    bool is_whole() const { return parts[0] && parts[1] && parts[2]; }
};
/// Sorted by layer: 2 before 10.
std::vector<AttentionArrays> attentions_of(const std::vector<ArrayFile>& files);

/// Returns "layers.2" for "layers.2.attn.": up to the last number; without a number, the owner
/// without its last separator.
std::string layer_name(const std::string& owner);

/// Returns the segments before the layers, or before the embedding: {"text_model", "encoder"}.
std::vector<std::string> tower_of(std::string_view name);

/// Whether the name is a usual one for X, for the words, or for a mask.
bool is_name_of_x(std::string_view name);
bool is_name_of_words(std::string_view name);
bool is_name_of_mask(std::string_view name);

/// Whether a true cell in a mask of this name usually means that the key takes part.
bool takes_part_by_name(std::string_view name);

/// Returns the name of an array of the plan.
const std::string& name_in(const std::vector<ArrayFile>& files, const ArrayChoice& choice);

/// Joins names: "a, b and c".
std::string joined(const std::vector<std::string>& names, std::string_view last = " and ");

} // namespace attn::io
