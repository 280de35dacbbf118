// SPDX-License-Identifier: MIT
#include "core/checkpoint/layer_inputs.h"

#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/engine/graph/place.h"
#include "core/engine/graph/stage_info.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <utility>

namespace attn::checkpoint {
namespace {

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

/// The name of an input in a file: "W_Q/0", "b_1@2".
std::string name_of(const SheetId& sheet) {
    SheetId whole = sheet;
    whole.head = 0;
    std::string name = to_text(whole);
    if (info(sheet.stage).is_per_head)
        name.insert(std::min(name.find('@'), name.size()), "/" + std::to_string(sheet.head));
    return name;
}

Error no_block(const Config& config, const std::string& why) {
    return Error{"Attention Lab cannot make a block like that of " +
                 std::string(config.type->title) + ": " + why};
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

Matrix Taking::table(const std::string& part, const std::string& tensor, Index rows,
                     Index columns) {
    return read({part, tensor, io::run_of(0, rows), io::run_of(0, columns), false},
                {rows, columns});
}

Matrix Taking::row(const std::string& part, const std::string& tensor, Index width,
                   bool is_one_more) {
    return read({part, tensor, {0}, io::run_of(0, width), false, is_one_more}, {width});
}

void put(Document& document, const SheetId& sheet, Matrix matrix) {
    if (const auto member = member_of_head(sheet))
        document.heads[static_cast<std::size_t>(sheet.head)].*member = std::move(matrix);
    else if (const auto whole = member_of_document(sheet))
        document.*whole = std::move(matrix);
    else
        document.of_options[key_of(sheet)] = std::move(matrix);
}

bool has_biases(const LayerTensors& tensors, std::optional<Index> head) {
    return !tensors.q.bias.empty() || !tensors.k.bias.empty() || !tensors.v.bias.empty() ||
           (!head && !tensors.o.bias.empty());
}

void add_heads(const Config& config, const LayerTensors& tensors, std::optional<Index> head,
               Taking& taking, Document& document, Index layer) {
    const Index width = config.d_head, model = config.d_model;
    const Index first = head.value_or(0), heads = head ? 1 : config.heads;
    const Index groups = head ? 1 : config.groups;
    const Index first_group = head ? first * config.groups / config.heads : 0;
    if (layer == 0) {
        document.options.has_biases = document.options.has_biases || has_biases(tensors, head);
        document.options.key_value_groups = groups < heads ? groups : 0;
        document.options.has_qk_norm = tensors.q_norm.has_value();
        document.heads.resize(static_cast<std::size_t>(heads));
    }
    // A layer without biases beside one with them has zeros.
    const auto add = [&](Stage weight, Stage bias, Index at, const Projection& by, Index from) {
        const SheetId of{weight, at, 0, layer}, shift{bias, at, 0, layer};
        put(document, of, taking.weight(name_of(of), by, 0, model, from * width, width));
        if (document.options.has_biases)
            put(document, shift, taking.bias(name_of(shift), by, from * width, width));
    };
    for (Index at = 0; at < heads; ++at) {
        add(Stage::W_Q, Stage::BQ, at, tensors.q, first + at);
        if (at >= groups)
            continue;
        add(Stage::W_K, Stage::BK, at, tensors.k, first_group + at);
        add(Stage::W_V, Stage::BV, at, tensors.v, first_group + at);
    }
    if (tensors.q_norm) {
        const auto gains = [&](const char* part, const NormNames& names) {
            const SheetId sheet{Stage(part), 0, 0, layer};
            put(document, sheet,
                taking.row(name_of(sheet), names.gain, width, config.type->adds_one_to_norm));
        };
        gains("gamma_Q", *tensors.q_norm);
        gains("gamma_K", *tensors.k_norm);
    }
    if (head)
        return;
    document.join = Join::WO;
    const SheetId w_o{Stage::WO, 0, 0, layer}, b_o{Stage::BO, 0, 0, layer};
    put(document, w_o, taking.weight(name_of(w_o), tensors.o, 0, config.heads * width, 0, model));
    if (document.options.has_biases)
        put(document, b_o, taking.bias(name_of(b_o), tensors.o, 0, model));
}

Result<Block> block_of(const Config& config, const LayerTensors& tensors) {
    const auto mlp = mlp_kind(config);
    if (config.type->has_norms_on_both_sides())
        return no_block(config, "it has norms before and after each part, but a block of a "
                                "document has only one of the two");
    if (config.has_parallel_mlp)
        return no_block(config, "its attention and its MLP read the same words beside each other, "
                                "but the MLP of a document reads what the attention has added");
    if (!mlp)
        return no_block(config,
                        "the gate of its MLP is ReLU, but the gate of a document is SiLU or GELU");
    if (tensors.gate && !tensors.gate->bias.empty())
        return no_block(config, "the gate of its MLP has a bias");
    if (config.d_mlp > max_width)
        return no_block(config, "its MLP is " + std::to_string(config.d_mlp) +
                                    " wide, and a matrix has at most " + std::to_string(max_width) +
                                    " columns");
    Block block;
    block.norm = config.type->has_rms_norm ? Block::Norm::Rms : Block::Norm::Layer;
    block.place = config.type->has_norm_after ? Block::Place::After : Block::Place::Before;
    block.epsilon = config.epsilon;
    block.mlp = *mlp;
    return block;
}

void add_block(const Config& config, const LayerTensors& tensors, Index layer, Taking& taking,
               Document& document) {
    const auto part = [&](const char* name, const auto& read) {
        const SheetId sheet{Stage(name), 0, 0, layer};
        put(document, sheet, read(name_of(sheet)));
    };
    const auto norm = [&](const NormNames& names, const char* gain, const char* shift) {
        part(gain, [&](const std::string& name) {
            return taking.row(name, names.gain, config.d_model, config.type->adds_one_to_norm);
        });
        if (!names.shift.empty())
            part(shift, [&](const std::string& name) {
                return taking.row(name, names.shift, config.d_model);
            });
    };
    const auto weight = [&](const char* stage, const Projection& by) {
        part(stage, [&](const std::string& name) {
            return taking.weight(name, by, 0, by.inputs, 0, by.outputs);
        });
    };
    const auto bias = [&](const char* stage, const Projection& by) {
        part(stage, [&](const std::string& name) { return taking.bias(name, by, 0, by.outputs); });
    };
    norm(tensors.norm_1, "gamma_1", "beta_1");
    norm(tensors.norm_2, "gamma_2", "beta_2");
    weight("W_1", tensors.up);
    bias("b_1", tensors.up);
    if (tensors.gate)
        weight("W_gate", *tensors.gate);
    weight("W_2", tensors.down);
    bias("b_2", tensors.down);
}

void set_choices(const Config& config, Index layer, Document& document) {
    const Real divisor = config.divisors[static_cast<std::size_t>(layer)];
    Scale& scale = document.switches.scale;
    if (divisor == 1)
        scale.kind = Scale::Kind::None;
    else if (divisor != std::sqrt(static_cast<Real>(config.d_head)))
        scale = {Scale::Kind::Number, divisor};
    document.options.soft_limit = config.soft_limit;
    if (config.type->is_rotary) {
        document.options.positions.kind = Positions::Kind::Rotary;
        document.options.positions.base = config.rotary_bases[static_cast<std::size_t>(layer)];
        document.options.positions.turned = config.turned;
    }
}

Mask mask_of(const Config& config, Index layer, Index words) {
    Mask causal, window;
    causal.kind = Mask::Kind::Causal;
    window.kind = Mask::Kind::Window;
    window.number = config.windows[static_cast<std::size_t>(layer)];
    const bool has_window = window.number > 0 && window.number < words;
    if (!config.is_causal)
        return has_window ? window : Mask{};
    if (!has_window)
        return causal;
    Mask both;
    both.kind = Mask::Kind::All;
    both.all = {causal, window};
    return both;
}

std::string name_of_folder(const std::string& folder) {
    std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    return printable(path.filename().string(), 60);
}

} // namespace attn::checkpoint
