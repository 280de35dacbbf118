// SPDX-License-Identifier: MIT
// Parts of arrays as the inputs of a document: the axes of an array, the columns of one head, the
// bias that stands beside a weight, a mask, and a note of where each came from. Only for the
// import….cpp files of core/io.
#pragma once

#include "core/io/import_names.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace attn::io {

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice);

/// Reads what is chosen, and remembers what was rounded and where it came from.
struct ArrayReader {
    const std::vector<ArrayFile>& files;
    std::string notes = {};
    TensorReport report = {};
    std::set<std::pair<std::size_t, std::size_t>> taken = {}; // file and array

    /// The extent of an array as it is meant, not as it is stored; of one head where heads have an
    /// axis.
    Extent extent(const ArrayChoice& choice) const;
    /// Rows and columns of it as it is meant; `part` is the input they become: "W_Q/0".
    Result<Matrix> read(const std::string& part, const ArrayChoice& choice,
                        const std::vector<Index>& rows, const std::vector<Index>& columns);
    void say(const std::string& sentence) { report.sentences.push_back(sentence); }
};

/// The plan with a number for each axis before the matrices: axes of 1 are dropped, an axis of
/// heads is found, and the number of heads is what was said or what the arrays say. The report gets
/// a sentence about each.
Result<ImportPlan> with_axes(ArrayReader& reader, ImportPlan plan);

/// How many heads an array of Q, K and V of `columns` columns holds, and how wide they are.
struct FusedHeads {
    Index heads = 1, groups = 1, width = 1;
};
Result<FusedHeads> fused_heads(const ArrayInfo& info, const Extent& extent, Index heads);

/// The columns of one head within the `width` columns of a projection, or of its bias. `heads`: how
/// many it holds side by side, of which `head` is taken.
struct HeadColumns {
    Index width = 0;
    Index heads = 1, head = 0;
    std::vector<Index> wanted; // within the head; empty: all
};
Result<std::vector<Index>> columns_of(const ArrayInfo& info, const HeadColumns& of);
/// The same of an array that holds Q, K and V.
Result<std::vector<Index>> fused_columns(const ArrayInfo& info, const ArrayChoice& choice,
                                         const FusedHeads& fused, Index head,
                                         const std::vector<Index>& wanted);

/// The array that holds the bias of a weight: query.bias of query.weight, in_proj_bias of
/// in_proj_weight, b_Q of W_Q.
std::optional<ArrayChoice> bias_beside(const std::vector<ArrayFile>& files,
                                       const ArrayChoice& weight);

/// The width of a head that a norm of queries or keys beside the weight gives away: q_norm.weight
/// of as many numbers, of which several fit into the columns.
struct HeadNorm {
    std::string name;
    Index width = 0;
};
std::optional<HeadNorm> head_norm(const ArrayReader& reader, const ArrayChoice& weight);

/// A mask as it is stored, for these rows of X, of which there are `all_rows`, and for the same
/// keys. One of another size goes by the places of the words. The sentence says which way it was
/// read.
struct TakenMask {
    Mask mask;
    std::string sentence;
    MaskTrue mask_true = MaskTrue::Unsaid; // of a mask of true and false
};
Result<TakenMask> mask_from(const ArrayFile& file, std::size_t array,
                            const std::vector<Index>& leading, MaskTrue is_true,
                            const std::vector<Index>& rows, Index all_rows);

/// An array that cannot be read and may be the X that no name says: X does not become the identity
/// in its place.
std::optional<Error> unread_x(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                              bool is_x_chosen);

/// Numbers that a document computes and that cannot be given yet: weights taken for X, or Q, K and
/// V by themselves.
std::optional<Error> looks_computed(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                                    bool is_x_chosen);

/// The sentences about what people did not choose.
void say_guesses(ArrayReader& reader, const ImportPlan& plan,
                 const std::array<bool, plan_part_count>& is_chosen);

/// Names the arrays that are not taken, with the reason and what their absence does.
void name_left_out(ArrayReader& reader, const ImportPlan& plan, const Document& document);

} // namespace attn::io
