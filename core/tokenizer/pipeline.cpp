// SPDX-License-Identifier: MIT
#include "core/tokenizer/pipeline.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/tokenizer/byte_letters.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace attn::tokenizer {
namespace {

/// Shows bytes as text; bytes that are not a whole character by their names.
std::string shown_bytes(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        text += character.valid ? std::string(bytes.substr(0, character.length))
                                : byte_name(static_cast<unsigned char>(bytes.front()));
        bytes.remove_prefix(character.length);
    }
    return text;
}

/// The byte that a token such as "<0x0A>" names; nothing for other tokens.
std::optional<char> named_byte(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x"))
        return std::nullopt;
    for (unsigned byte = 0; byte < 256; ++byte)
        if (token == byte_name(static_cast<unsigned char>(byte)))
            return static_cast<char>(byte);
    return std::nullopt;
}

} // namespace

Result<std::vector<Index>> ids_of(const Pipeline& pipeline, std::string_view text) {
    auto found = find_added(pipeline.added, pipeline.normalizer, text);
    if (!found)
        return found.error();
    const auto pieces = pre_tokenise(pipeline.pre_tokenizer, *std::move(found));
    if (!pieces)
        return pieces.error();
    std::vector<Index> ids;
    for (const Piece& piece : *pieces) {
        if (piece.id) {
            ids.push_back(*piece.id);
            continue;
        }
        const auto done = std::visit(
            [&](const auto& model) {
                return append_ids(model, pipeline.vocabulary, piece.text, ids);
            },
            pipeline.model);
        if (!done)
            return done.error();
    }
    for (const Frame& frame : pipeline.frames) {
        ids.insert(ids.begin(), frame.before.begin(), frame.before.end());
        ids.insert(ids.end(), frame.after.begin(), frame.after.end());
    }
    return ids;
}

std::string readable(Spelling spelling, const std::string& token) {
    if (spelling == Spelling::ByteLetters) {
        const auto bytes = from_byte_letters(token);
        return bytes ? shown_bytes(*bytes) : token;
    }
    if (spelling == Spelling::Metaspace) {
        if (const auto byte = named_byte(token))
            return shown_bytes(std::string(1, *byte));
        std::string text;
        std::size_t end = 0;
        for (const Match& mark : find_text(token, "▁")) {
            text += token.substr(end, mark.begin - end) + ' ';
            end = mark.end;
        }
        return text + token.substr(end);
    }
    return token;
}

std::string text_of(const Pipeline& pipeline, Index id) {
    const auto& added = pipeline.added.texts;
    if (const auto found = added.find(id); found != added.end())
        return found->second;
    const auto& texts = pipeline.vocabulary.texts;
    const auto at = static_cast<std::size_t>(id);
    return at < texts.size() && texts[at] ? readable(pipeline.spelling, *texts[at])
                                          : std::to_string(id);
}

Index count_tokens(const Pipeline& pipeline) {
    const auto& added = pipeline.added.texts;
    return static_cast<Index>(pipeline.vocabulary.ids.size()) +
           std::count_if(added.begin(), added.end(), [&](const auto& token) {
               return !id_of(pipeline.vocabulary, token.second);
           });
}

std::string model_name(const Pipeline& pipeline) {
    return match(
        pipeline.model,
        [&](const Bpe&) -> std::string {
            return pipeline.spelling == Spelling::ByteLetters ? "byte-level BPE" : "BPE";
        },
        [](const WordPiece&) -> std::string { return "WordPiece"; },
        [](const WordLevel&) -> std::string { return "WordLevel"; },
        [](const Unigram&) -> std::string { return "Unigram"; },
        [](const SentencePiece&) -> std::string { return "SentencePiece"; });
}

} // namespace attn::tokenizer
