// SPDX-License-Identifier: MIT
#include "core/typing/model_folder.h"

#include "core/document/commands/command.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/telling/next_word.h"
#include "core/typing/typing.h"

#include <utility>

namespace attn::typing {

Result<ModelFolder> open_folder(const ModelOrigin& origin, std::optional<ModelFolder>* kept) {
    auto model = checkpoint::open_origin(origin);
    if (!model) {
        if (kept)
            kept->reset();
        return model.error();
    }
    ModelFolder folder{*std::move(model), origin, {}, {}, {}};
    if (kept && *kept && (*kept)->of.folder == origin.folder && (*kept)->of.index == origin.index) {
        ModelFolder& before = **kept;
        folder.tokenizer = std::move(before.tokenizer);
        folder.no_tokenizer = std::move(before.no_tokenizer);
        folder.texts = std::move(before.texts);
        folder.residual = std::move(before.residual);
        kept->reset();
        return folder;
    }
    const Index count = folder.model.config.vocabulary;
    auto by = tokenizer::open_tokenizer(origin.folder);
    std::vector<std::string> texts;
    if (by) {
        texts = tokenizer::token_texts(*by, count);
        folder.tokenizer = *std::move(by);
    } else {
        folder.no_tokenizer = by.error();
        for (Index id = 0; id < count; ++id)
            texts.push_back(std::to_string(id));
    }
    folder.texts = std::make_shared<const std::vector<std::string>>(std::move(texts));
    return folder;
}

namespace {

/// Runs the layers after a document that was computed.
Result<Vector> likely_after(ModelFolder& folder, const Document& document, const Trace& trace,
                            Progress* run) {
    const Seen seen(document, trace);
    return checkpoint::likely_by_model(folder.model, seen.document(), seen.trace(), run,
                                       &folder.residual);
}

} // namespace

Result<Vector> likely_next(ModelFolder& folder, const Document& document, Progress* evaluation,
                           Progress* run) {
    const Trace trace = evaluate(document, evaluation);
    if (is_cancelled(evaluation))
        return Error{"the calculation was cancelled"};
    return likely_after(folder, document, trace, run);
}

Index runs_for_heads(const Document& document) {
    return 2 * head_count(document) + 1;
}

Index weights_for_heads(const ModelFolder& folder, const Document& document) {
    // The first run keeps what the layer adds to, if it has to compute it at all.
    const checkpoint::LayerResidual kept{document.origin->layer, document.origin->ids, {}};
    return checkpoint::weights_to_run(folder.model, document,
                                      folder.residual ? &*folder.residual : nullptr) +
           (runs_for_heads(document) - 1) *
               checkpoint::weights_to_run(folder.model, document, &kept);
}

Result<HeadChanges> changes_by_heads(ModelFolder& folder, const Document& document, Progress* run) {
    if (layer_count(document) > 1 || has_cross(document))
        return Error{"the document has several attentions, but its folder has one layer in their "
                     "place; remove the others first"};
    const Index heads = head_count(document);
    if (run)
        run->total = weights_for_heads(folder, document);
    const Trace trace = evaluate(document);
    auto likely = likely_after(folder, document, trace, run);
    if (!likely)
        return likely.error();
    if (is_cancelled(run))
        return Error{"the calculation was cancelled"};
    HeadChanges made;
    made.likely = *std::move(likely);
    made.token = likeliest(made.likely, 1).front().word;
    for (Index head = 0; head < heads && !is_cancelled(run); ++head) {
        const SheetId output{Stage::Output, head};
        const Matrix numbers = matrix_of(document, trace, output);
        const auto change_by = [&](Matrix instead) -> Result<Real> {
            const auto other = apply(document, Give{output, std::move(instead)});
            if (!other)
                return other.error();
            const auto now = likely_next(folder, *other, nullptr, run);
            if (!now)
                return now.error();
            return (*now)(made.token) - made.likely(made.token);
        };
        const auto off = change_by(Matrix::Zero(numbers.rows(), numbers.cols()));
        if (!off)
            return off.error();
        const auto mean = change_by(numbers.colwise().mean().replicate(numbers.rows(), 1));
        if (!mean)
            return mean.error();
        made.heads.push_back({document.origin->head.value_or(head), *off, *mean});
    }
    return made;
}

Result<Document> with_text(const ModelFolder& folder, const Document& document,
                           std::string_view text, Progress* progress) {
    if (!folder.tokenizer)
        return folder.no_tokenizer;
    const auto tokens = tokenizer::tokenize(*folder.tokenizer, text);
    if (!tokens)
        return tokens.error();
    std::vector<Index> ids;
    std::vector<std::string> words;
    for (const tokenizer::Token& token : *tokens) {
        ids.push_back(token.id);
        words.push_back(token.text);
    }
    return checkpoint::with_tokens(folder.model, document, ids, std::move(words), progress);
}

std::string text_of_words(const ModelFolder& folder, const Document& document) {
    const auto split = [&](const std::string& text) -> Result<std::vector<std::string>> {
        const auto tokens = tokenizer::tokenize(*folder.tokenizer, text);
        if (!tokens)
            return tokens.error();
        std::vector<std::string> words;
        for (const tokenizer::Token& token : *tokens)
            words.push_back(token.text);
        return words;
    };
    if (folder.tokenizer)
        if (auto text = text_giving(document.tokens, split))
            return *std::move(text);
    return joined_words(folder, document);
}

std::string joined_words(const ModelFolder& folder, const Document& document) {
    std::string text;
    for (const std::string& word : document.tokens)
        text += (text.empty() || folder.tokenizer ? "" : " ") + word;
    return text;
}

} // namespace attn::typing
