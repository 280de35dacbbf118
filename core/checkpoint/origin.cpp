// SPDX-License-Identifier: MIT
#include "core/checkpoint/origin.h"

#include "core/base/covered.h"
#include "core/base/utf8.h"
#include "core/checkpoint/layer_inputs.h"
#include "core/checkpoint/run.h"
#include "core/checkpoint/sha256.h"
#include "core/document/commands/command_options.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/arrays/arrays.h"
#include "core/io/journal/file.h"

#include <cassert>
#include <filesystem>
#include <system_error>
#include <utility>

namespace attn::checkpoint {
namespace {

/// Settings and the places of the tensors, hashed: any other model differs in them or in its sizes.
std::string index_of(const Model& model) {
    const auto config =
        io::read_file((std::filesystem::path(model.folder) / "config.json").string());
    std::string text = config ? *config : std::string();
    for (const auto& [name, stored] : model.weights.tensors)
        text += "\n" + name + "\t" + stored.tensor.type + "\t" +
                io::shape_text(stored.tensor.array.shape) + "\t" +
                model.weights.files[stored.file].name + "\t" + std::to_string(stored.tensor.begin) +
                "\t" + std::to_string(stored.tensor.end);
    return sha256(text);
}

std::map<std::string, std::uint64_t> sizes_of(const Model& model) {
    std::map<std::string, std::uint64_t> sizes;
    for (const WeightFile& file : model.weights.files)
        sizes[file.name] = file.bytes.size;
    return sizes;
}

constexpr const char* again = "; put the old one back, or import the layer again";

/// "words were added or removed": the layer adds to what the model makes of the imported words.
Result<> has_its_words(const Document& document) {
    if (token_count(document) == static_cast<Index>(document.origin->ids.size()))
        return Nothing{};
    return Error{"the document has " + std::to_string(token_count(document)) +
                 " words, but its attention adds to what the model makes of the " +
                 std::to_string(document.origin->ids.size()) +
                 " words that were imported; import the whole block, or give a text"};
}

bool is_of(const LayerResidual& kept, const ModelOrigin& origin) {
    return kept.layer == origin.layer && kept.ids == origin.ids;
}

/// What the opened layer makes of the words, with the document's numbers.
Result<Matrix> made_by_layer(const Model& model, const Document& document, const Trace& trace,
                             Progress* progress, std::optional<LayerResidual>* kept) {
    const ModelOrigin& origin = *document.origin;
    const auto fits = [&](const Matrix& made, Index width, const char* what) -> Result<> {
        if (made.cols() == width)
            return Nothing{};
        return Error{"the " + std::string(what) + " is " + std::to_string(made.cols()) +
                     " wide, but the model reads " + std::to_string(width) +
                     " columns there; give the document its old width"};
    };
    if (has_stage(document, Stage("block"))) {
        Matrix made = matrix_of(document, trace, {Stage("block"), 0, 0, layer_count(document) - 1});
        if (const auto same = fits(made, model.config.d_model, "block"); !same)
            return same.error();
        return made;
    }
    if (const auto same = has_its_words(document); !same)
        return same.error();
    Instead instead;
    if (origin.head) {
        instead.head = *origin.head;
        instead.output = matrix_of(document, trace, {Stage::Output});
        if (const auto same = fits(*instead.output, model.config.d_head, "output"); !same)
            return same.error();
    } else {
        if (!has_stage(document, Stage::Attention))
            return Error{"the heads of the document are not joined by W_O, as the model joins "
                         "them; join them, or import the layer again"};
        instead.attention = matrix_of(document, trace, {Stage::Attention});
        if (const auto same = fits(*instead.attention, model.config.d_model, "attention"); !same)
            return same.error();
    }
    std::optional<LayerResidual> own;
    std::optional<LayerResidual>& residual = kept ? *kept : own;
    if (!residual || !is_of(*residual, origin)) {
        auto before = run_to(model, origin.ids, origin.layer, progress);
        if (!before)
            return before.error();
        if (is_cancelled(progress))
            return std::move(before->residual);
        residual = LayerResidual{origin.layer, origin.ids, std::move(before->residual)};
    }
    return run_layer(model, origin.layer, residual->numbers, instead, progress);
}

} // namespace

ModelOrigin origin_of(const Model& model, const Choice& choice) {
    std::error_code ignored;
    const auto path = std::filesystem::weakly_canonical(model.folder, ignored);
    ModelOrigin origin;
    origin.folder = valid_utf8(ignored ? model.folder : path.string());
    origin.layer = choice.layer;
    origin.head = choice.head;
    origin.ids = choice.ids;
    origin.files = sizes_of(model);
    origin.index = index_of(model);
    return origin;
}

Result<Model> open_origin(const ModelOrigin& origin) {
    const std::string folder = printable(origin.folder);
    std::error_code ignored;
    if (!std::filesystem::is_directory(origin.folder, ignored))
        return Error{"the folder of the model is gone, so the layers after this one cannot be run; "
                     "put it back, or import the layer again",
                     folder};
    auto model = open_model(origin.folder);
    if (!model)
        return model.error();
    const auto sizes = sizes_of(*model);
    for (const auto& [name, size] : origin.files) {
        const auto found = sizes.find(name);
        if (found == sizes.end())
            return Error{"the file " + cite(name) + " of the model is gone" + again, folder};
        if (found->second != size)
            return Error{"the file " + cite(name) + " has " + std::to_string(found->second) +
                             " bytes, but the layer came from one of " + std::to_string(size) +
                             again,
                         folder};
    }
    if (sizes.size() != origin.files.size() || index_of(*model) != origin.index)
        return Error{"the model has other settings or tensors than the one that the layer came "
                     "from" +
                         std::string(again),
                     folder};
    if (origin.layer >= model->config.layers ||
        (origin.head && *origin.head >= model->config.heads))
        return Error{"the model has no such layer or head" + std::string(again), folder};
    if (const auto fits = check_words(*model, origin.ids); !fits)
        return Error{fits.error().text(), folder};
    return model;
}

Index weights_to_run(const Model& model, const Document& document, const LayerResidual* kept) {
    const Index layer = document.origin->layer;
    const bool has_block = has_stage(document, Stage("block"));
    const bool has_residual = kept && is_of(*kept, *document.origin);
    const Index before = has_block ? layer + 1 : has_residual ? layer : 0;
    return (model.config.layers - before) * weights_in_layer(model.config) +
           model.config.vocabulary * model.config.d_model;
}

Result<Vector> likely_by_model(const Model& model, const Document& document, const Trace& trace,
                               Progress* progress, std::optional<LayerResidual>* kept) {
    assert(document.origin && "the document knows its folder");
    const Index layer = document.origin->layer;
    if (const auto table = table_of_logits(model); !table)
        return table.error();
    if (progress && progress->total == 0)
        progress->total = weights_to_run(model, document, kept && *kept ? &**kept : nullptr);
    auto made = made_by_layer(model, document, trace, progress, kept);
    if (!made)
        return made.error();
    if (has_covered(made->reshaped()))
        return Error{"the next word depends on covered numbers; reveal them first"};
    if (!made->allFinite())
        return Error{"the numbers of the layer are not finite, so no word is the likeliest; make "
                     "the numbers of X or of the weights smaller"};
    const auto last = run_from(model, layer + 1, *std::move(made), progress);
    if (!last)
        return last.error();
    const auto logits = logits_of(model, last->bottomRows(1), progress);
    if (!logits)
        return logits.error();
    if (!logits->allFinite())
        return Error{"the logits of the last word are not finite, so no word is the likeliest; "
                     "make the numbers of X or of the weights smaller"};
    const Vector row = logits->row(0);
    const Vector powers = (row.array() - row.maxCoeff()).exp().matrix();
    return Vector(powers / powers.sum());
}

Result<Document> with_tokens(const Model& model, Document document, const std::vector<Index>& ids,
                             std::vector<std::string> words, Progress* progress) {
    assert(document.origin && ids.size() == words.size() && "every token is a word");
    if (const auto fits = check_words(model, ids); !fits)
        return fits.error();
    if (document.options.has_memory || d_model(document) != model.config.d_model)
        return Error{"the document reads other words than its layer does, so a text cannot take "
                     "their place"};
    const auto count = static_cast<Index>(ids.size());
    auto input = run_to(model, ids, document.origin->layer, progress);
    if (!input)
        return input.error();
    const bool is_block = has_stage(document, Stage("block"));
    const Index layer = document.origin->layer;
    Mask& mask = document.switches.mask;
    const bool is_models = mask == mask_of(model.config, layer, token_count(document));
    mask = is_models ? mask_of(model.config, layer, count) : resolved(std::move(mask), count);
    document.tokens = std::move(words);
    document.embeddings = is_block ? std::move(input->residual) : std::move(input->read);
    document.origin->ids = ids;
    document.covers.clear();
    fit_options(document);
    if (const auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

} // namespace attn::checkpoint
