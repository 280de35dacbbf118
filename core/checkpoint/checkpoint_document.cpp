// SPDX-License-Identifier: MIT
#include "core/checkpoint/checkpoint_document.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/parts.h"
#include "core/checkpoint/run.h"
#include "core/engine/head_name.h"
#include "core/io/json_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace attn::checkpoint {
namespace {

/// "there is no layer 12; the layers are 0 to 11".
Result<> check_number(Index number, Index count, const std::string& what) {
    if (number >= 0 && number < count)
        return Nothing{};
    return Error{"there is no " + what + " " + std::to_string(number) + "; " +
                 (count == 1 ? "the model has one, 0"
                             : "the " + what + "s are 0 to " + std::to_string(count - 1))};
}

/// How many numbers, rows and words the document's file will have.
Index value_count(const Config& config, const Choice& choice) {
    const Index heads = choice.head ? 1 : config.heads, groups = choice.head ? 1 : config.groups;
    const auto words = static_cast<Index>(choice.ids.size());
    Index count = words;
    const auto add = [&](Index matrices, Index rows, Index columns) {
        count += matrices * (rows * (columns + 1) + 1);
    };
    add(1, words, config.d_model);
    add(heads + 2 * groups, config.d_model, config.d_head);
    add(heads + 2 * groups, 1, config.d_head); // the biases
    add(2, 1, config.d_head);                  // the norms of queries and keys
    if (!choice.head)
        add(1, heads * config.d_head + 1, config.d_model);
    if (choice.is_block) {
        add(config.is_gated() ? 2 : 1, config.d_model, config.d_mlp);
        add(1, config.d_mlp, config.d_model);
        add(6, 1, std::max(config.d_model, config.d_mlp)); // norms and biases
    }
    return count;
}

/// What people can do about a document that is too large.
std::string smaller(const Choice& choice) {
    return choice.head       ? "Shorten the text"
           : choice.is_block ? "Import the attention without its block, or one head alone"
                             : "Import one head alone";
}

/// Checks the lab's limits before anything is read.
Result<> check_limits(const Config& config, const Choice& choice) {
    if (config.d_model > max_width || config.d_head > max_width)
        return Error{"the model is " + std::to_string(std::max(config.d_model, config.d_head)) +
                     " wide; a document is at most " + std::to_string(max_width) + " wide"};
    if (!choice.head && config.heads > max_heads)
        return Error{"a layer has " + std::to_string(config.heads) +
                     " heads; a document has at "
                     "most " +
                     std::to_string(max_heads) + ". Import one head alone"};
    if (const Index count = value_count(config, choice);
        count > static_cast<Index>(io::max_json_values)) {
        constexpr Real million = 1e6;
        return Error{"the document would hold " + decimals(static_cast<Real>(count) / million, 1) +
                     " million numbers; a file holds at most " +
                     decimals(static_cast<Real>(io::max_json_values) / million, 1) + " million. " +
                     smaller(choice)};
    }
    if (choice.head && choice.is_block)
        return Error{"a block needs all heads of its layer; import all heads, or the attention "
                     "without its block"};
    return Nothing{};
}

/// The name of the folder for the title.
std::string name_of_folder(const std::string& folder) {
    std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
    if (!path.has_filename())
        path = path.parent_path();
    return printable(path.filename().string(), 60);
}

/// Which keys the words of the layer see. A window that is wider than the text blocks nothing.
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

/// Sets everything about the layer except its matrices.
void set_choices(const Config& config, Index layer, Document& document) {
    const Real divisor = config.divisors[static_cast<std::size_t>(layer)];
    Scale& scale = document.switches.scale;
    if (divisor == 1)
        scale.kind = Scale::Kind::None;
    else if (divisor != std::sqrt(static_cast<Real>(config.d_head)))
        scale = {Scale::Kind::Number, divisor};
    document.switches.mask = mask_of(config, layer, static_cast<Index>(document.tokens.size()));
    document.options.soft_limit = config.soft_limit;
    if (config.type->is_rotary) {
        document.options.positions.kind = Positions::Kind::Rotary;
        document.options.positions.base = config.rotary_bases[static_cast<std::size_t>(layer)];
        document.options.positions.turned = config.turned;
    }
}

/// W_Q, W_K, W_V and their biases of the heads; groups as the model has them.
void add_heads(const Config& config, const LayerTensors& tensors, const Choice& choice,
               Taking& taking, Document& document) {
    const Index width = config.d_head, model = config.d_model;
    const Index first = choice.head.value_or(0), heads = choice.head ? 1 : config.heads;
    const Index groups = choice.head ? 1 : config.groups;
    const Index first_group = choice.head ? first * config.groups / config.heads : 0;
    const bool has_biases = !tensors.q.bias.empty() || !tensors.k.bias.empty() ||
                            !tensors.v.bias.empty() || (!choice.head && !tensors.o.bias.empty());
    document.options.has_biases = has_biases;
    document.options.key_value_groups = groups < heads ? groups : 0;
    document.heads.resize(static_cast<std::size_t>(heads));
    const auto bias = [&](Stage stage, Index at, const Projection& by, Index from) {
        if (has_biases)
            document.of_options[{stage, at}] = taking.bias(
                std::string(stage.name()) + "/" + std::to_string(at), by, from * width, width);
    };
    for (Index at = 0; at < heads; ++at) {
        HeadWeights& head = document.heads[static_cast<std::size_t>(at)];
        const std::string of = "/" + std::to_string(at);
        head.w_q = taking.weight("W_Q" + of, tensors.q, 0, model, (first + at) * width, width);
        bias(Stage::BQ, at, tensors.q, first + at);
        if (at >= groups)
            continue;
        const Index from = (first_group + at) * width;
        head.w_k = taking.weight("W_K" + of, tensors.k, 0, model, from, width);
        head.w_v = taking.weight("W_V" + of, tensors.v, 0, model, from, width);
        bias(Stage::BK, at, tensors.k, first_group + at);
        bias(Stage::BV, at, tensors.v, first_group + at);
    }
    if (tensors.q_norm) {
        document.options.has_qk_norm = true;
        const auto gains = [&](const char* part, const NormNames& names) {
            document.of_options[{Stage(part), 0}] =
                taking.row(part, names.gain, width, config.type->adds_one_to_norm);
        };
        gains("gamma_Q", *tensors.q_norm);
        gains("gamma_K", *tensors.k_norm);
    }
    if (choice.head)
        return;
    document.join = Join::WO;
    document.w_o = taking.weight("W_O", tensors.o, 0, config.heads * width, 0, model);
    if (has_biases)
        document.of_options[{Stage::BO, 0}] = taking.bias("b_O", tensors.o, 0, model);
}

/// Notes for people beside the table.
std::vector<std::string> sentences_of(const Model& model, const Choice& choice) {
    const Config& config = model.config;
    const std::string layer = std::to_string(choice.layer);
    std::vector<std::string> made{"This is " + described(config) + "."};
    const std::string norm = std::string(config.type->tensors.norm_1);
    const bool is_normed = !config.type->has_norm_after && !choice.is_block;
    made.push_back(
        "X is what layer " + layer + " reads for these " + std::to_string(choice.ids.size()) +
        " tokens: the embeddings" +
        (choice.layer > 0
             ? " after " + std::to_string(choice.layer) + (choice.layer == 1 ? " layer" : " layers")
             : "") +
        (is_normed ? ", after the norm " + norm : "") + ", computed in double precision.");
    for (std::string& sentence : tensors_around(model, choice.layer))
        made.push_back(std::move(sentence));
    std::string ids;
    for (const Index id : choice.ids)
        ids += (ids.empty() ? "" : ",") + std::to_string(id);
    made.push_back("The token ids are " + ids +
                   (choice.tokenizer.empty() ? "." : ", by " + choice.tokenizer + "."));
    if (choice.head && config.groups < config.heads)
        made.push_back("Head " + std::to_string(*choice.head) +
                       " reads the keys and values of group " +
                       std::to_string(*choice.head * config.groups / config.heads) + " of " +
                       std::to_string(config.groups) + ".");
    const Index window = config.windows[static_cast<std::size_t>(choice.layer)];
    if (window > 0 && window >= static_cast<Index>(choice.ids.size()))
        made.push_back("The layer sees a window of " + std::to_string(window) +
                       " words; the text is not longer than that, so the document has no window.");
    if (choice.is_block)
        made.push_back("The residual connections go around attention and MLP as in the model.");
    return made;
}

} // namespace

Result<CheckpointDocument> checkpoint_document(const Model& model, const Choice& choice,
                                               Progress* progress) {
    const Config& config = model.config;
    const auto at_folder = [&](const Error& error) {
        return Error{error.text(), printable(model.folder)};
    };
    for (const auto& checked :
         {check_number(choice.layer, config.layers, "layer"),
          choice.head ? check_number(*choice.head, config.heads, "head") : Result<>(Nothing{}),
          check_limits(config, choice), check_words(model, choice.ids)})
        if (!checked)
            return at_folder(checked.error());
    assert(choice.words.size() == choice.ids.size() && "every token is a word");

    CheckpointDocument made;
    made.report.from = "the model " + name_of_folder(model.folder);
    made.report.sentences = sentences_of(model, choice);
    Document& document = made.document;
    document.title = name_of_folder(model.folder) + ", layer " + std::to_string(choice.layer) +
                     (choice.head ? ", " + head_name(*choice.head)
                                  : std::string(choice.is_block ? ", the block" : ""));
    document.tokens = choice.words;
    const LayerTensors tensors = tensors_of(model, choice.layer);
    // The layer itself first, so that a missing part is reported before the layers below are
    // computed.
    Taking taking(model.weights, made.report.used, progress);
    set_choices(config, choice.layer, document);
    add_heads(config, tensors, choice, taking, document);
    if (choice.is_block)
        if (const auto added = add_block(model, tensors, taking, document); !added)
            return at_folder(added.error());
    if (const Real epsilon = document.options.qk_norm_epsilon();
        document.options.has_qk_norm && epsilon != config.epsilon)
        return at_folder(
            Error{"the norms of its queries and keys add ε = " + shortest(config.epsilon) +
                  ", but those of a document without a "
                  "block add " +
                  shortest(epsilon) +
                  (config.type->has_norms_on_both_sides() ? "; choose a model that adds as much"
                                                          : "; import the whole block")});
    if (taking.fault())
        return at_folder(*taking.fault());
    auto input = run_to(model, choice.ids, choice.layer, progress);
    if (!input)
        return at_folder(input.error());
    document.embeddings = choice.is_block ? std::move(input->residual) : std::move(input->read);
    made.report.left_out =
        left_out_of(model, tensors, made.report.used, choice.is_block, !choice.head);
    document.notes = io::report_notes(made.report);
    if (const auto valid = validate(document); !valid)
        return at_folder(valid.error());
    return made;
}

} // namespace attn::checkpoint
