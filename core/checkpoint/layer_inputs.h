// SPDX-License-Identifier: MIT
// Reads the inputs of one layer of a document out of a checkpoint's tensors, and notes the part of
// the tensor that each came from.
#pragma once

#include "core/checkpoint/checkpoint_document.h"

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
    /// A table, as it is stored.
    Matrix table(const std::string& part, const std::string& tensor, Index rows, Index columns);
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

/// Sets an input of the document under the name of its sheet: "W_Q/0@1".
void put(Document& document, const SheetId& sheet, Matrix matrix);

/// Whether the heads of the layer, or this one, have biases.
bool has_biases(const LayerTensors& tensors, std::optional<Index> head);

/// Adds W_Q, W_K and W_V of the heads to a layer of the document, or of one head alone, with their
/// biases and norms, and of all heads W_O. The first layer sets the options that they need; it also
/// has biases if the document's options already ask for them.
void add_heads(const Config& config, const LayerTensors& tensors, std::optional<Index> head,
               Taking& taking, Document& document, Index layer = 0);

/// Returns the block that a document has for a layer of the model; without its words out. The error
/// says what the lab's block cannot represent.
Result<Block> block_of(const Config& config, const LayerTensors& tensors);

/// Adds the inputs of the block around the attention, its norms and its MLP, to a layer of the
/// document. There must be such a block.
void add_block(const Config& config, const LayerTensors& tensors, Index layer, Taking& taking,
               Document& document);

/// Sets what a layer computes with, except its matrices and its mask: the scale, the limit of
/// scores, rotary positions.
void set_choices(const Config& config, Index layer, Document& document);

/// Returns which keys the words of the layer see in a text of this many words. A window that is
/// wider than the text blocks nothing.
Mask mask_of(const Config& config, Index layer, Index words);

/// Lists the layer's unused tensors, each with the reason.
std::vector<io::LeftOut> left_out_of(const Model& model, const LayerTensors& tensors,
                                     const std::vector<io::TensorSource>& used, bool is_block,
                                     bool has_all_heads);

/// The name of the folder for people.
std::string name_of_folder(const std::string& folder);

} // namespace attn::checkpoint
