// SPDX-License-Identifier: MIT
#include "core/checkpoint/checkpoint_document.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/layer_inputs.h"
#include "core/checkpoint/origin.h"
#include "core/checkpoint/run.h"
#include "core/document/model/document.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/parallel.h"
#include "core/io/arrays/tensor_sources.h"
#include "core/io/document/json_text.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace attn::checkpoint {

/// "X is computed from wte.weight, wpe.weight and layers 0 to 2.": names the tensors outside the
/// layer that were read, then in a second sentence those that were not, with the layers after it.
std::vector<std::string> tensors_around(const Model& model, Index layer);

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
        made.push_back(
            "Head " + std::to_string(*choice.head) + " reads the keys and values of " +
            indexed("group", *choice.head * config.groups / config.heads, config.groups) + ".");
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
    document.switches.mask = mask_of(config, choice.layer, static_cast<Index>(choice.ids.size()));
    add_heads(config, tensors, choice.head, taking, document);
    if (choice.is_block) {
        const auto block = block_of(config, tensors);
        if (!block)
            return at_folder(
                Error{block.error().text() + ". Import the attention without its block"});
        document.options.block = *block;
        add_block(config, tensors, 0, taking, document);
    }
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
    document.origin = origin_of(model, choice);
    if (const auto valid = validate(document); !valid)
        return at_folder(valid.error());
    return made;
}

namespace {

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

namespace {

constexpr std::size_t most_config_bytes = std::size_t{1} << 20;

/// The prefix of all names, found by the embeddings of the words.
Result<std::string> prefix_of(const Config& config, const Weights& weights) {
    const TensorNames& names = config.type->tensors;
    const std::string words = std::string(names.words) + ".weight";
    for (const std::string_view prefix : names.prefixes)
        if (weights.tensors.contains(std::string(prefix) + words))
            return std::string(prefix);
    // Larger models may hold this one: "language_model.model.".
    return Error{"the tensor " + cite(words) + " is missing, with or without " +
                 cite(names.prefixes[0]) + " before it; are these the weights of a " +
                 std::string(config.type->title) + " model?"};
}

/// The name of a bias if the file has it, or if this type of model always has it.
std::string bias_of(const Model& model, const std::string& stem, bool is_always) {
    std::string name = stem + ".bias";
    return is_always || model.weights.tensors.contains(name) ? name : std::string();
}

} // namespace

Result<Model> open_model(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / "config.json").string();
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error{"the folder has no config.json, which says what the model is; a folder of a "
                     "model holds config.json, model.safetensors and a tokenizer. To import the "
                     "arrays of a single file, name the file",
                     printable(folder)};
    const auto text = io::read_file(path, most_config_bytes);
    if (!text)
        return text.error();
    auto config = read_config(*text, printable(path));
    if (!config)
        return config.error();
    auto weights = open_weights(folder);
    if (!weights)
        return weights.error();
    auto prefix = prefix_of(*config, *weights);
    if (!prefix)
        return Error{prefix.error().message, printable(folder)};
    return Model{folder, *std::move(config), *std::move(weights), *std::move(prefix)};
}

std::string whole_name(const Model& model, std::string_view stem, std::string_view end) {
    return model.prefix + std::string(stem) + std::string(end);
}

NormNames norm_names(const Model& model, const std::string& stem) {
    const bool is_old = !model.weights.tensors.contains(stem + ".weight") &&
                        model.weights.tensors.contains(stem + ".gamma");
    NormNames names{stem + (is_old ? ".gamma" : ".weight"), ""};
    if (!model.config.type->has_rms_norm)
        names.shift = stem + (is_old ? ".beta" : ".bias");
    return names;
}

LayerTensors tensors_of(const Model& model, Index layer) {
    const Config& config = model.config;
    const ModelType& type = *config.type;
    const TensorNames& names = type.tensors;
    LayerTensors made;
    made.begin = whole_name(model, names.layer, std::to_string(layer) + ".");
    const auto stem = [&](std::string_view part) { return made.begin + std::string(part); };
    const auto projection = [&](std::string_view part, Index inputs, Index outputs,
                                bool has_bias) -> Projection {
        return {stem(part) + ".weight",
                bias_of(model, stem(part), has_bias),
                type.is_stored_as_used,
                inputs,
                outputs,
                0,
                outputs};
    };
    const Index queries = config.heads * config.d_head, keys = config.groups * config.d_head;
    const bool has_query_bias = type.has_biases || type.has_query_biases;
    made.q = projection(names.q, config.d_model, queries, has_query_bias);
    made.k = projection(names.k, config.d_model, keys, has_query_bias);
    made.v = projection(names.v, config.d_model, keys, has_query_bias);
    if (type.is_fused) {
        for (Projection* part : {&made.q, &made.k, &made.v})
            part->stored_outputs = queries + 2 * keys;
        made.k.first = type.is_fused_by_head ? config.d_head : queries;
        made.v.first = type.is_fused_by_head ? 2 * config.d_head : queries + keys;
        if (type.is_fused_by_head)
            for (Projection* part : {&made.q, &made.k, &made.v}) {
                part->run = config.d_head;
                part->stride = 3 * config.d_head;
            }
    }
    made.o = projection(names.o, queries, config.d_model, type.has_biases);
    if (config.is_gated())
        made.gate = projection(names.gate, config.d_model, config.d_mlp, false);
    made.up = projection(names.up, config.d_model, config.d_mlp, type.has_biases);
    made.down = projection(names.down, config.d_mlp, config.d_model, type.has_biases);
    made.norm_1 = norm_names(model, stem(names.norm_1));
    // If the MLP reads what the attention reads, one norm may serve both.
    const bool has_one_norm =
        config.has_parallel_mlp && !model.weights.tensors.contains(stem(names.norm_2) + ".weight");
    made.norm_2 = norm_names(model, stem(has_one_norm ? names.norm_1 : names.norm_2));
    if (!names.norm_after_attention.empty())
        made.norm_after_attention = norm_names(model, stem(names.norm_after_attention));
    if (!names.norm_after_mlp.empty())
        made.norm_after_mlp = norm_names(model, stem(names.norm_after_mlp));
    if (!names.q_norm.empty()) {
        made.q_norm = norm_names(model, stem(names.q_norm));
        made.k_norm = norm_names(model, stem(names.k_norm));
    }
    return made;
}

} // namespace attn::checkpoint
