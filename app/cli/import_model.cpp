// SPDX-License-Identifier: MIT
// Imports from a model's folder: lists its tensors, or makes a document of a layer.
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/whole_document.h"
#include "core/io/import/import.h"
#include "core/tokenizer/tokenizer.h"
#include "core/typing/whole_choice.h"

#include <optional>
#include <utility>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

/// One line for each tensor, as for arrays.
std::string listed(const checkpoint::Weights& weights) {
    std::string text;
    for (const auto& [name, stored] : weights.tensors)
        text += printable(name) + "\t" + io::shape_text(stored.tensor.array.shape) + "\t" +
                (stored.tensor.fault ? stored.tensor.fault->text() : stored.tensor.type) + "\n";
    return text;
}

/// Reports options that are missing or superfluous.
std::optional<Error> incomplete(const ImportRequest& request, const checkpoint::Config& config) {
    if (!request.layer && !request.is_whole)
        return Error{"a document is one layer of the model; add --layer N, 0 to " +
                     std::to_string(config.layers - 1) +
                     ", or --whole for all layers of a small model"};
    if (request.text.empty() == request.token_ids.empty())
        return Error{
            "a model reads words; add either --text \"The cat sat\" or --token-ids 464,3797"};
    return std::nullopt;
}

/// Reads the token ids, and a word for each.
Result<> choose_words(const ImportRequest& request, const Result<tokenizer::Tokenizer>& by,
                      checkpoint::Choice& choice) {
    if (!request.text.empty()) {
        if (!by)
            return by.error();
        auto tokens = tokenizer::tokenize(*by, request.text);
        if (!tokens)
            return tokens.error();
        for (tokenizer::Token& token : *tokens) {
            choice.ids.push_back(token.id);
            choice.words.push_back(std::move(token.text));
        }
        choice.tokenizer = tokenizer::described(*by);
        return Nothing{};
    }
    auto ids = io::parse_indices(request.token_ids);
    if (!ids)
        return Error{ids.error().message, "--token-ids"};
    choice.ids = *std::move(ids);
    for (const Index id : choice.ids)
        choice.words.push_back(std::to_string(id));
    return Nothing{};
}

using Made = std::optional<Result<checkpoint::CheckpointDocument>>;

/// Makes the document of the chosen layer, or of the whole model for its words.
Made made_document(const checkpoint::Model& model, const ImportRequest& request,
                   const Result<tokenizer::Tokenizer>& by, const checkpoint::Choice& choice) {
    Made made;
    const auto make = [&](const auto& how) {
        do_long_work("reading the model",
                     [&](Progress& progress) { made.emplace(how(&progress)); });
    };
    if (!request.is_whole)
        make([&](Progress* progress) {
            return checkpoint::checkpoint_document(model, choice, progress);
        });
    else if (const auto fits = checkpoint::check_whole(model); !fits)
        made.emplace(Error{fits.error().message + ". Open one layer with --layer N, 0 to " +
                               std::to_string(model.config.layers - 1) +
                               ", and --block; attention-lab next then says what the model says",
                           fits.error().where});
    else
        make([&](Progress* progress) {
            return checkpoint::whole_document(
                model, typing::whole_choice(model, by ? &*by : nullptr, choice.ids), progress);
        });
    return made;
}

} // namespace

ExitCode import_model(const ImportRequest& request) {
    const auto model = checkpoint::open_model(request.files.front());
    if (!model) {
        say(model.error());
        return ExitCode::Rejected;
    }
    if (request.output.empty()) {
        say(checkpoint::described(model->config));
        return write_result(listed(model->weights));
    }
    if (const auto fault = incomplete(request, model->config)) {
        say(*fault);
        return ExitCode::Usage;
    }
    checkpoint::Choice choice;
    choice.layer = request.layer.value_or(0);
    choice.head = request.head;
    choice.is_block = request.is_block;
    // Reading a large one takes a moment.
    const bool needs_tokenizer = !request.text.empty() || request.is_whole;
    const auto by = needs_tokenizer
                        ? tokenizer::open_tokenizer(request.files.front())
                        : Result<tokenizer::Tokenizer>(Error{"no tokenizer was asked for"});
    if (const auto chosen = choose_words(request, by, choice); !chosen) {
        say(chosen.error());
        return ExitCode::Rejected;
    }
    if (!request.words.empty()) {
        if (request.words.size() != choice.ids.size()) {
            say(std::to_string(request.words.size()) + " words were given for " +
                std::to_string(choice.ids.size()) + " tokens; give one word for each token");
            return ExitCode::Usage;
        }
        choice.words = request.words;
    }
    const Made made = made_document(*model, request, by, choice);
    if (!*made) {
        say(made->error());
        return ExitCode::Rejected;
    }
    return write_imported((*made)->document, (*made)->report, request,
                          request.is_whole   ? "Take one layer with --layer"
                          : request.is_block ? "Leave --block out, or take one head with --head"
                                             : "Take one head with --head");
}

} // namespace app::cli
