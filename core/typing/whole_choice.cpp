// SPDX-License-Identifier: MIT
#include "core/typing/whole_choice.h"

#include <utility>

namespace attn::typing {

checkpoint::WholeChoice whole_choice(const checkpoint::Model& model,
                                     const tokenizer::Tokenizer* tokenizer,
                                     std::vector<Index> ids) {
    checkpoint::WholeChoice choice;
    choice.ids = std::move(ids);
    if (!tokenizer) {
        choice.why_not_typed = "The words are the ids of the tokens: the folder has no tokenizer "
                               "that can be read.";
        return choice;
    }
    choice.vocabulary = tokenizer::token_texts(*tokenizer, model.config.vocabulary);
    choice.description = tokenizer::described(*tokenizer);
    if (auto text = tokenizer::tokenizer_text(model.folder, max_tokenizer_bytes))
        choice.tokenizer = *std::move(text);
    else
        choice.why_not_typed =
            "The document carries no tokenizer, so its words are chosen from the list: " +
            text.error().message + ".";
    return choice;
}

} // namespace attn::typing
