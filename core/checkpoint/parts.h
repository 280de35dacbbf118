// SPDX-License-Identifier: MIT
// Reads a document's inputs out of tensors and notes the part of the tensor each came from. Only
// for the .cpp files of core/checkpoint.
#pragma once

#include "core/checkpoint/model.h"
#include "core/document/document.h"
#include "core/engine/progress.h"
#include "core/io/tensor_sources.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::checkpoint {

/// Reads parts of tensors and remembers them. Keeps the first error. Once `progress` is cancelled,
/// reads nothing more.
class Taking {
public:
    Taking(const Weights& weights, std::vector<io::TensorSource>& used, const Progress* progress)
        : weights_(weights), used_(used), progress_(progress) {}

    /// Rows and columns of W as it is used (input × output), whichever way it is stored. Outputs
    /// are counted from the projection's first.
    Matrix weight(const std::string& part, const Projection& by, Index first_input, Index inputs,
                  Index first_output, Index outputs);
    /// The same part of its bias; zeros if it has none.
    Matrix bias(const std::string& part, const Projection& by, Index first_output, Index outputs);
    /// A list of numbers as one row.
    Matrix row(const std::string& part, const std::string& tensor, Index width,
               bool is_one_more = false);

    const std::optional<Error>& fault() const { return fault_; }

private:
    Matrix read(io::TensorSource source, const std::vector<Index>& shape);

    const Weights& weights_;
    std::vector<io::TensorSource>& used_;
    const Progress* progress_;
    std::optional<Error> fault_;
};

/// Reads the inputs of the block around the attention: its norms and MLP. The error says what the
/// lab's block cannot represent.
Result<> add_block(const Model& model, const LayerTensors& tensors, Taking& taking,
                   Document& document);

/// Lists the layer's unused tensors, each with the reason.
std::vector<io::LeftOut> left_out_of(const Model& model, const LayerTensors& tensors,
                                     const std::vector<io::TensorSource>& used, bool is_block,
                                     bool has_all_heads);

/// "X is computed from wte.weight, wpe.weight and layers 0 to 2.": names the tensors outside the
/// layer that were read, then in a second sentence those that were not, with the layers after it.
std::vector<std::string> tensors_around(const Model& model, Index layer);

} // namespace attn::checkpoint
