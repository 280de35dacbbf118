// SPDX-License-Identifier: MIT
#include "core/checkpoint/parts.h"

#include <algorithm>
#include <set>
#include <utility>

namespace attn::checkpoint {
namespace {

Error no_block(const Model& model, const std::string& why) {
    return Error{"Attention Lab cannot make a block like that of " +
                 std::string(model.config.type->title) + ": " + why +
                 ". Import the attention without its block"};
}

/// The lab's kind of MLP; nothing if it has no such gate.
std::optional<Block::Mlp> mlp_kind(const Config& config) {
    const bool is_gated = config.is_gated();
    switch (config.activation) {
    case Activation::Kind::Relu:
        return is_gated ? std::nullopt : std::optional(Block::Mlp::Relu);
    case Activation::Kind::Gelu:
        return is_gated ? Block::Mlp::GeGlu : Block::Mlp::Gelu;
    case Activation::Kind::GeluTanh:
        return is_gated ? Block::Mlp::GeGluTanh : Block::Mlp::GeluTanh;
    case Activation::Kind::Silu:
        return is_gated ? Block::Mlp::SwiGlu : Block::Mlp::Silu;
    }
    assert(false && "every activation is handled");
    return std::nullopt;
}

/// Why a tensor of the layer is no input of the document.
std::string reason_of(const Model& model, const std::string& part, bool is_block,
                      bool has_all_heads) {
    const TensorNames& names = model.config.type->tensors;
    const auto is_of = [&](std::string_view stem) {
        return !stem.empty() && part.starts_with(stem) &&
               (part.size() == stem.size() || part[stem.size()] == '.');
    };
    if (is_of(names.norm_1) && !model.config.type->has_norm_after)
        return "it is the norm before the attention; X is the result of that norm";
    if (is_of(names.o) && !has_all_heads)
        return "it joins all heads; it is imported when all heads are";
    for (const std::string_view stem :
         {names.norm_1, names.norm_2, names.gate, names.up, names.down, names.norm_after_attention,
          names.norm_after_mlp})
        if (is_of(stem) && !is_block)
            return "it comes after the attention; it is imported with the whole block, where "
                   "Attention Lab can make such a block";
    if (part == "attn.bias" || part == "attn.masked_bias" || part == "attention.bias" ||
        part == "attention.masked_bias" || part.ends_with("rotary_emb.inv_freq"))
        return "it is a constant of the model's program and not learned; the document computes its "
               "own";
    return "Attention Lab does not know this tensor; a model of type " +
           std::string(model.config.type->name) + " computes without it";
}

/// Joins "a, b and c"; of very many only the first, with the number of the others.
std::string listed(std::vector<std::string> list) {
    constexpr std::size_t most = 20;
    if (list.size() > most) {
        const std::size_t more = list.size() - most + 1;
        list.resize(most - 1);
        list.push_back(std::to_string(more) + " more");
    }
    std::string text;
    for (std::size_t at = 0; at < list.size(); ++at)
        text += (at == 0 ? "" : at + 1 < list.size() ? ", " : " and ") + list[at];
    return text;
}

} // namespace

Matrix Taking::read(io::TensorSource source, const std::vector<Index>& shape) {
    const auto count = [](const std::vector<Index>& list) {
        return static_cast<Index>(list.size());
    };
    const Index rows = count(source.rows), columns = count(source.columns);
    Matrix made = source.is_transposed ? Matrix(Matrix::Zero(columns, rows))
                                       : Matrix(Matrix::Zero(rows, columns));
    if (fault_ || is_cancelled(progress_))
        return made;
    if (const auto fits = has_shape(weights_, source.tensor, shape); !fits) {
        fault_ = fits.error();
        return made;
    }
    // A list is one row of its own.
    const auto numbers = read_part(weights_, source.tensor, source.rows, source.columns);
    if (!numbers) {
        fault_ = numbers.error();
        return made;
    }
    if (source.is_transposed)
        made = numbers->transpose();
    else
        made = *numbers;
    if (source.is_one_more)
        made.array() += 1;
    used_.push_back(std::move(source));
    return made;
}

Matrix Taking::weight(const std::string& part, const Projection& by, Index first_input,
                      Index inputs, Index first_output, Index outputs) {
    const auto in = io::run_of(first_input, inputs);
    const auto out = by.stored(first_output, outputs);
    if (by.is_stored_as_used)
        return read({part, by.weight, in, out, false}, {by.inputs, by.stored_outputs});
    return read({part, by.weight, out, in, true}, {by.stored_outputs, by.inputs});
}

Matrix Taking::bias(const std::string& part, const Projection& by, Index first_output,
                    Index outputs) {
    if (by.bias.empty())
        return Matrix::Zero(1, outputs);
    return read({part, by.bias, {0}, by.stored(first_output, outputs), false}, {by.stored_outputs});
}

Matrix Taking::row(const std::string& part, const std::string& tensor, Index width,
                   bool is_one_more) {
    return read({part, tensor, {0}, io::run_of(0, width), false, is_one_more}, {width});
}

Result<> add_block(const Model& model, const LayerTensors& tensors, Taking& taking,
                   Document& document) {
    const Config& config = model.config;
    const auto mlp = mlp_kind(config);
    if (config.type->has_norms_on_both_sides())
        return no_block(model, "it has norms before and after each part, but a block of a document "
                               "has only one of the two");
    if (config.has_parallel_mlp)
        return no_block(model, "its attention and its MLP read the same words beside each other, "
                               "but the MLP of a document reads what the attention has added");
    if (!mlp)
        return no_block(model,
                        "the gate of its MLP is ReLU, but the gate of a document is SiLU or GELU");
    if (tensors.gate && !tensors.gate->bias.empty())
        return no_block(model, "the gate of its MLP has a bias");
    if (config.d_mlp > max_width)
        return no_block(model, "its MLP is " + std::to_string(config.d_mlp) +
                                   " wide, and a matrix has at most " + std::to_string(max_width) +
                                   " columns");
    Block block;
    block.norm = config.type->has_rms_norm ? Block::Norm::Rms : Block::Norm::Layer;
    block.place = config.type->has_norm_after ? Block::Place::After : Block::Place::Before;
    block.epsilon = config.epsilon;
    block.mlp = *mlp;
    document.options.block = block;
    const auto put = [&](const char* part, Matrix matrix) {
        document.of_options[{Stage(part), 0}] = std::move(matrix);
    };
    const auto norm = [&](const NormNames& names, const char* gain, const char* shift) {
        put(gain, taking.row(gain, names.gain, config.d_model, config.type->adds_one_to_norm));
        if (!names.shift.empty())
            put(shift, taking.row(shift, names.shift, config.d_model));
    };
    norm(tensors.norm_1, "gamma_1", "beta_1");
    norm(tensors.norm_2, "gamma_2", "beta_2");
    put("W_1", taking.weight("W_1", tensors.up, 0, config.d_model, 0, config.d_mlp));
    put("b_1", taking.bias("b_1", tensors.up, 0, config.d_mlp));
    if (tensors.gate)
        put("W_gate", taking.weight("W_gate", *tensors.gate, 0, config.d_model, 0, config.d_mlp));
    put("W_2", taking.weight("W_2", tensors.down, 0, config.d_mlp, 0, config.d_model));
    put("b_2", taking.bias("b_2", tensors.down, 0, config.d_model));
    return Nothing{};
}

std::vector<io::LeftOut> left_out_of(const Model& model, const LayerTensors& tensors,
                                     const std::vector<io::TensorSource>& used, bool is_block,
                                     bool has_all_heads) {
    std::set<std::string> taken;
    for (const io::TensorSource& source : used)
        taken.insert(source.tensor);
    std::vector<io::LeftOut> left;
    for (auto at = model.weights.tensors.lower_bound(tensors.begin);
         at != model.weights.tensors.end() && at->first.starts_with(tensors.begin); ++at)
        if (!taken.contains(at->first))
            left.push_back({at->first, reason_of(model, at->first.substr(tensors.begin.size()),
                                                 is_block, has_all_heads)});
    return left;
}

std::vector<std::string> tensors_around(const Model& model, Index layer) {
    const TensorNames& names = model.config.type->tensors;
    const std::string layers = whole_name(model, names.layer, "");
    std::set<std::string> read;
    for (const std::string_view stem : {names.words, names.positions, names.types})
        if (!stem.empty())
            read.insert(whole_name(model, stem));
    if (!names.embedding_norm.empty()) {
        const NormNames norm = norm_names(model, whole_name(model, names.embedding_norm, ""));
        read.insert({norm.gain, norm.shift});
    }
    std::vector<std::string> from, other;
    for (const auto& [name, stored] : model.weights.tensors)
        if (!name.starts_with(layers))
            (read.contains(name) ? from : other).push_back(name);
    const auto among = [](Index first, Index last) {
        return first == last ? "layer " + std::to_string(first)
                             : "layers " + std::to_string(first) + " to " + std::to_string(last);
    };
    if (layer > 0)
        from.push_back(among(0, layer - 1));
    const Index last = model.config.layers - 1;
    if (layer < last)
        other.push_back(among(layer + 1, last));
    std::vector<std::string> sentences{"X is computed from " + listed(from) + "."};
    if (!other.empty())
        sentences.push_back("It does not depend on " + listed(other) + ", which are not read.");
    return sentences;
}

} // namespace attn::checkpoint
