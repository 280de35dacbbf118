// SPDX-License-Identifier: MIT
// The inputs of a document read out of tensors, each noted with the part of the tensor it came
// from. Only for the .cpp files of core/checkpoint.
#pragma once

#include "core/checkpoint/model.h"
#include "core/document/document.h"
#include "core/engine/progress.h"
#include "core/io/tensor_sources.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::checkpoint {

/// Reads parts of tensors and remembers them. The first fault stays. Once `progress` is cancelled
/// nothing more is read.
class Taking {
public:
    Taking(const Weights& weights, std::vector<io::TensorSource>& used, const Progress* progress)
        : weights_(weights), used_(used), progress_(progress) {}

    /// Rows and columns of W as it is used (input × output), whichever way it is stored. Outputs
    /// count from the first of the projection.
    Matrix weight(const std::string& part, const Projection& by, Index first_input, Index inputs,
                  Index first_output, Index outputs);
    /// The same of its bias; zeros where it has none.
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

/// The inputs of the block around the attention: its norms and its MLP. Says what the lab's block
/// cannot be.
Result<> add_block(const Model& model, const LayerTensors& tensors, Taking& taking,
                   Document& document);

/// The tensors of the layer that are not among those used, each with the reason.
std::vector<io::LeftOut> left_out_of(const Model& model, const LayerTensors& tensors,
                                     const std::vector<io::TensorSource>& used, bool is_block,
                                     bool has_all_heads);

/// "X is computed from wte.weight, wpe.weight and layers 0 to 2.": the tensors outside
/// of the layer that were read, and in a second sentence those that were not, with the layers
/// after.
std::vector<std::string> tensors_around(const Model& model, Index layer);

} // namespace attn::checkpoint
