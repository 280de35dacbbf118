// SPDX-License-Identifier: MIT
#include "app/files/too_many_words.h"

#include "core/base/utf8.h"
#include "core/io/descriptor.h"
#include "core/io/document_part.h"
#include "core/io/library.h"

namespace app {

using namespace attn;

std::optional<Question> ask_for_words(const std::string& path, const Open& wanted) {
    const auto text = io::document_text(path);
    if (!text)
        return std::nullopt;
    const auto words = io::count_words(*text, path);
    if (!words || *words <= max_tokens || !io::read_part(*text, path, 0))
        return std::nullopt;
    const auto choice = [&](const std::string& id, Index first) {
        Open part = wanted;
        part.first_word = first;
        return Question::Choice{id,
                                "Words " + std::to_string(first) + " to " +
                                    std::to_string(first + max_tokens - 1),
                                {part}};
    };
    return Question{
        "Open a part of “" + printable(io::name_of(path), 60) + "”?",
        "It has " + std::to_string(*words) + " words, more than the " + std::to_string(max_tokens) +
            " that fit into a document. The file is not changed: you save the part under another "
            "name.",
        {choice("first", 0), choice("last", *words - max_tokens), {"cancel", "Cancel", {}}}};
}

} // namespace app
