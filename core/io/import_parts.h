// SPDX-License-Identifier: MIT
// Parts of arrays as the inputs of a document: the columns of one head, the bias that stands beside
// a weight, and a note of where each came from. Only for the import….cpp files of core/io.
#pragma once

#include "core/io/import.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::io {

const ArrayInfo& info_of(const std::vector<ArrayFile>& files, const ArrayChoice& choice);

/// Reads what is chosen, and remembers what was rounded and where it came from.
struct ArrayReader {
    const std::vector<ArrayFile>& files;
    std::string notes = {};
    TensorReport report = {};

    /// The extent of an array as it is meant, not as it is stored.
    Extent extent(const ArrayChoice& choice) const;
    /// Rows and columns of it as it is meant; `part` is the input they become: "W_Q/0".
    Result<Matrix> read(const std::string& part, const ArrayChoice& choice,
                        const std::vector<Index>& rows, const std::vector<Index>& columns);
};

/// The columns of one head within the `width` columns of a projection, or of its bias. `heads`: how
/// many it holds side by side, of which `head` is taken.
struct HeadColumns {
    Index width = 0;
    Index heads = 1, head = 0;
    std::vector<Index> wanted; // within the head; empty: all
};
Result<std::vector<Index>> columns_of(const ArrayInfo& info, const ArrayChoice& choice,
                                      const HeadColumns& of);

/// The array that holds the bias of a weight: query.bias of query.weight, in_proj_bias of
/// in_proj_weight, b_Q of W_Q.
std::optional<ArrayChoice> bias_beside(const std::vector<ArrayFile>& files,
                                       const ArrayChoice& weight);

/// Names the arrays of the same layer that are not in the report, with the reason.
void name_left_out(const std::vector<ArrayFile>& files, const ImportPlan& plan,
                   TensorReport& report);

} // namespace attn::io
