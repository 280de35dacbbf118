// SPDX-License-Identifier: MIT
// What the names of arrays say: segments such as "layers", "2", "attn", "q_proj", "weight", which
// "." and "/" part, and the arrays of one attention that stand together. Only for the import….cpp
// files of core/io.
#pragma once

#include "core/io/import.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// Small letters, parted; ":0" at the end, as Keras has it, is no part of a name.
std::vector<std::string> segments_of(std::string_view name);

/// Whether the last segments of a name are these: "c_attn.weight" of "h.0.attn.c_attn.weight".
bool ends_in(std::string_view name, std::string_view wanted);

/// How a projection is called, and how it is stored.
struct ProjectionName {
    PlanPart part = PlanPart::WQ; // of a fused one the first
    bool is_fused = false;
    bool is_by_linear = false; // output × input
    bool is_of_model = false;  // of a trained model, which says elsewhere how many heads it has
    bool is_kernel = false; // of Keras and Flax: (d_model, heads, d_head) where it has three axes
    bool has_heads_first = false; // of TransformerLens: (heads, d_model, d_head)
    std::size_t row = 0;          // of the table of names; Q, K and V of one row belong together
    std::string owner;            // "layers.2.attn.": what stands before it
};
/// Nothing where the name is none of a projection.
std::optional<ProjectionName> projection_name(std::string_view name);

/// The projections that stand beside each other: in one layer, under names of one kind.
struct AttentionArrays {
    std::string owner;
    std::size_t row = 0;
    std::array<std::optional<ArrayChoice>, 3> parts; // W_Q, W_K, W_V
    bool is_fused = false;
    bool is_cross = false; // its name says that keys come from another text

    bool is_whole() const { return parts[0] && parts[1] && parts[2]; }
};
/// In the order of the layers: 2 before 10.
std::vector<AttentionArrays> attentions_of(const std::vector<ArrayFile>& files);

/// "layers.2" of "layers.2.attn.": up to its last number; the owner without its last sign where it
/// has none.
std::string layer_name(const std::string& owner);

/// What stands before the layers, or before the embedding: {"text_model", "encoder"}.
std::vector<std::string> tower_of(std::string_view name);

/// Whether the name is one of the usual ones of X, of the words, or of a mask.
bool is_name_of_x(std::string_view name);
bool is_name_of_words(std::string_view name);
bool is_name_of_mask(std::string_view name);

/// Whether a true cell of a mask of this name usually means that the key takes part.
bool takes_part_by_name(std::string_view name);

/// The name of an array of the plan.
const std::string& name_in(const std::vector<ArrayFile>& files, const ArrayChoice& choice);

/// "a, b and c".
std::string joined(const std::vector<std::string>& names, std::string_view last = " and ");

} // namespace attn::io
