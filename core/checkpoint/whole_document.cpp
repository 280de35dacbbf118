// SPDX-License-Identifier: MIT
#include "core/checkpoint/whole_document.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/layer_inputs.h"
#include "core/checkpoint/run.h"
#include "core/document/model/table.h"
#include "core/engine/graph/place.h"
#include "core/io/arrays/tensor_sources.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>
#include <utility>

namespace attn::checkpoint {
namespace {

/// The logits need a table of their own: it is not tied, or the words are multiplied first.
bool has_own_table(const Config& config) {
    return !config.has_tied_words || config.type->scales_embeddings;
}

/// How many rows the learned positions have; 0: it has none.
Index learned_positions(const Config& config) {
    return config.type->tensors.positions.empty() ? 0 : config.positions + config.first_position;
}

/// The longest text that a document of the model may have.
Index most_words(const Config& config) {
    return std::min(config.positions, max_tokens);
}

/// Whether the attention of any layer has biases; the others then have zeros.
bool have_biases(const Model& model) {
    for (Index layer = 0; layer < model.config.layers; ++layer)
        if (has_biases(tensors_of(model, layer), std::nullopt))
            return true;
    return false;
}

/// Checks that the layers compute alike: a document has one scale, one mask and one base for all.
Result<> have_layers_in_common(const Config& config) {
    for (Index layer = 1; layer < config.layers; ++layer) {
        const auto at = static_cast<std::size_t>(layer);
        const bool has_other_base =
            config.type->is_rotary && config.rotary_bases[at] != config.rotary_bases[0];
        const bool has_other_window =
            mask_of(config, layer, most_words(config)) != mask_of(config, 0, most_words(config));
        if (config.divisors[at] != config.divisors[0] || has_other_base || has_other_window)
            return Error{"its layers differ in " +
                         std::string(has_other_window ? "how far words see"
                                     : has_other_base ? "the base of their rotary positions"
                                                      : "what scores are divided by") +
                         ", but all layers of a document compute alike"};
    }
    return Nothing{};
}

/// Checks that the lab's document of several layers computes what the model does.
Result<> can_be_said(const Model& model) {
    const Config& config = model.config;
    const TensorNames& names = config.type->tensors;
    const std::string title(config.type->title);
    if (names.final_norm.empty() || !names.embedding_norm.empty())
        return Error{title + " norms the embeddings of its words, and says no next word; a table "
                             "of words has no such norm"};
    if (const auto table = table_of_logits(model); !table)
        return table.error();
    for (Index layer = 0; layer < config.layers; ++layer)
        if (const auto block = block_of(config, tensors_of(model, layer)); !block)
            return block.error();
    if (config.logit_limit)
        return Error{"it bounds its logits, but a document cannot bound logits"};
    return have_layers_in_common(config);
}

/// "4096", "124.44 million".
std::string counted(Index count) {
    constexpr Index many = 1'000'000;
    return count < many
               ? std::to_string(count)
               : decimals(static_cast<Real>(count) / static_cast<Real>(many), 2) + " million";
}

/// Says why the number of something is too large for a document.
Result<> within(Index found, Index most, const std::string& what) {
    if (found <= most)
        return Nothing{};
    return Error{"the model has " + counted(found) + " " + what +
                 "; a document of a whole model has at most " + counted(most)};
}

/// Reads the table of the words, and that of the logits.
void add_tables(const Model& model, Taking& taking, std::vector<io::TensorSource>& used,
                std::vector<std::string>& sentences, Document& document) {
    const Config& config = model.config;
    const TensorNames& names = config.type->tensors;
    const std::string words = whole_name(model, names.words);
    Matrix table = taking.table("E", words, config.vocabulary, config.d_model);
    if (config.type->scales_embeddings) {
        table *= std::sqrt(static_cast<Real>(config.d_model));
        if (!used.empty() && used.back().part == "E")
            used.pop_back(); // it is no part of the tensor as it is stored
        sentences.push_back(
            "E is √d_model = " + shortest(std::sqrt(static_cast<Real>(config.d_model))) +
            " times " + words + ", as the model multiplies its embeddings.");
    }
    put(document, {Stage("E")}, std::move(table));
    if (has_own_table(config)) {
        const std::string own = table_of_logits(model)->weight;
        put(document, {Stage::U}, taking.table("U", own, config.vocabulary, config.d_model));
        sentences.push_back("The logits are products with the rows of U, from " + own + ".");
    } else {
        sentences.push_back(
            "The logits are products with the rows of E: the model ties both tables.");
    }
    if (const Index rows = learned_positions(config); rows > 0)
        share_positions(document,
                        taking.table("P", whole_name(model, names.positions), rows, config.d_model)
                            .bottomRows(rows - config.first_position),
                        static_cast<Index>(document.tokens.size()));
}

/// Lists the tensors of the model that no input came from.
std::vector<io::LeftOut> left_out(const Model& model, const std::vector<io::TensorSource>& used) {
    std::set<std::string> known;
    for (const io::TensorSource& source : used)
        known.insert(source.tensor);
    std::vector<io::LeftOut> left;
    for (Index layer = 0; layer < model.config.layers; ++layer)
        for (io::LeftOut& one : left_out_of(model, tensors_of(model, layer), used, true, true)) {
            known.insert(one.tensor);
            left.push_back(std::move(one));
        }
    const TensorNames& names = model.config.type->tensors;
    known.insert(whole_name(model, names.words)); // may be multiplied
    for (const auto& [name, stored] : model.weights.tensors)
        if (!known.contains(name))
            left.push_back(
                {name, name == std::string(names.unembedding) + ".weight"
                           ? "config.json ties the logits to the embeddings"
                           : "Attention Lab does not know this tensor; a model of type " +
                                 std::string(model.config.type->name) + " computes without it"});
    return left;
}

std::vector<std::string> texts_of_ids(Index count) {
    std::vector<std::string> texts;
    for (Index id = 0; id < count; ++id)
        texts.push_back(std::to_string(id));
    return texts;
}

/// Sets everything that is no matrix.
void set_options(const Model& model, const WholeChoice& choice, Document& document) {
    const Config& config = model.config;
    document.title = name_of_folder(model.folder);
    std::vector<std::string> vocabulary =
        choice.vocabulary.empty() ? texts_of_ids(config.vocabulary) : choice.vocabulary;
    assert(static_cast<Index>(vocabulary.size()) == config.vocabulary && "every token has a text");
    for (const Index id : choice.ids)
        document.tokens.own().push_back(vocabulary[static_cast<std::size_t>(id)]);
    document.vocabulary = std::move(vocabulary);
    document.tokenizer = choice.tokenizer;
    document.embeddings = Matrix(0, config.d_model);
    document.options.has_table = true;
    set_choices(config, 0, document);
    document.switches.mask = mask_of(config, 0, most_words(config));
    if (learned_positions(config) > 0)
        document.options.positions.kind = Positions::Kind::Learned;
    Block block = *block_of(config, tensors_of(model, 0));
    block.layers = config.layers;
    block.has_words_out = true;
    block.has_final_norm = true;
    block.has_own_words_out = has_own_table(config);
    document.options.block = block;
    document.options.has_biases = have_biases(model);
}

} // namespace

Index numbers_of_whole(const Model& model) {
    const Config& config = model.config;
    const Index of_heads = (config.heads + 2 * config.groups) * config.d_head + config.d_model;
    const Index of_mlp = config.d_mlp + config.d_model;
    const Index of_norm = config.type->has_rms_norm ? config.d_model : 2 * config.d_model;
    const Index of_layer = weights_in_layer(config) + (have_biases(model) ? of_heads : 0) + of_mlp +
                           2 * of_norm +
                           (config.type->tensors.q_norm.empty() ? 0 : 2 * config.d_head);
    const Index tables = (has_own_table(config) ? 2 : 1) * config.vocabulary;
    return (tables + learned_positions(config)) * config.d_model + config.layers * of_layer +
           of_norm;
}

Result<> check_whole(const Model& model) {
    const Config& config = model.config;
    for (const auto& checked :
         {within(numbers_of_whole(model), max_whole_numbers, "numbers"), can_be_said(model),
          within(config.layers, Block::most_layers, "layers"),
          within(config.heads, max_heads, "heads in a layer"),
          within(config.vocabulary, max_vocabulary, "tokens"),
          within(learned_positions(config), max_positions, "learned positions"),
          within(std::max(config.d_model, config.d_head), max_width, "columns")})
        if (!checked)
            return Error{checked.error().message, printable(model.folder)};
    return Nothing{};
}

Result<CheckpointDocument> whole_document(const Model& model, const WholeChoice& choice,
                                          Progress* progress) {
    if (const auto fits = check_whole(model); !fits)
        return fits.error();
    const Config& config = model.config;
    const auto at_folder = [&](const Error& error) {
        return Error{error.text(), printable(model.folder)};
    };
    if (const auto fits = check_words(model, choice.ids); !fits)
        return at_folder(fits.error());
    if (progress)
        progress->total = config.layers * weights_in_layer(config);
    CheckpointDocument made;
    made.report.from = "the model " + name_of_folder(model.folder);
    std::vector<std::string>& sentences = made.report.sentences;
    sentences.push_back("This is " + described(config) + ", whole: all its layers and words.");
    Document& document = made.document;
    set_options(model, choice, document);
    Taking taking(model.weights, made.report.used, progress);
    add_tables(model, taking, made.report.used, sentences, document);
    for (Index layer = 0; layer < config.layers && !is_cancelled(progress); ++layer) {
        const LayerTensors tensors = tensors_of(model, layer);
        add_heads(config, tensors, std::nullopt, taking, document, layer);
        add_block(config, tensors, layer, taking, document);
        if (progress)
            progress->done += weights_in_layer(config);
    }
    const NormNames norm =
        norm_names(model, whole_name(model, config.type->tensors.final_norm, ""));
    put(document, {Stage("gamma_f")},
        taking.row("gamma_f", norm.gain, config.d_model, config.type->adds_one_to_norm));
    if (!norm.shift.empty())
        put(document, {Stage("beta_f")}, taking.row("beta_f", norm.shift, config.d_model));
    if (taking.fault())
        return at_folder(*taking.fault());
    std::string ids;
    for (const Index id : choice.ids)
        ids += (ids.empty() ? "" : ",") + std::to_string(id);
    sentences.push_back("The token ids are " + ids +
                        (choice.description.empty() ? "." : ", by " + choice.description + "."));
    if (!choice.why_not_typed.empty())
        sentences.push_back(choice.why_not_typed);
    made.report.left_out = left_out(model, made.report.used);
    document.notes = io::report_notes(made.report);
    if (const auto valid = validate(document); !valid)
        return at_folder(valid.error());
    return made;
}

} // namespace attn::checkpoint
