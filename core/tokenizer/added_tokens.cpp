// SPDX-License-Identifier: MIT
#include "core/tokenizer/added_tokens.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace attn::tokenizer {
namespace {

void add(Finder& finder, std::string text, const AddedToken& token) {
    if (text.empty())
        return;
    auto& lengths = finder.lengths[text.front()];
    if (std::find(lengths.begin(), lengths.end(), text.size()) == lengths.end())
        lengths.insert(
            std::upper_bound(lengths.begin(), lengths.end(), text.size(), std::greater<>()),
            text.size());
    finder.tokens.insert_or_assign(std::move(text), token);
}

/// The longest token at a place; nothing if there is none.
std::optional<std::pair<std::size_t, const AddedToken*>>
longest_at(const Finder& finder, std::string_view text, std::size_t at) {
    const auto lengths = finder.lengths.find(text[at]);
    if (lengths == finder.lengths.end())
        return std::nullopt;
    for (const std::size_t length : lengths->second)
        if (length <= text.size() - at)
            if (const auto found = finder.tokens.find(text.substr(at, length));
                found != finder.tokens.end())
                return std::pair(length, &found->second);
    return std::nullopt;
}

/// The start of the character that ends before `end`.
std::size_t character_before(std::string_view text, std::size_t end) {
    do
        --end;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
    return end;
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    const bool continues_left =
        begin > 0 && is_word(first_character(text.substr(character_before(text, begin))).code);
    const bool continues_right =
        end < text.size() && is_word(first_character(text.substr(end)).code);
    return !continues_left && !continues_right;
}

/// Splits one piece at the finder's tokens.
void find_in(const Finder& finder, const Piece& piece, std::vector<Piece>& pieces) {
    const std::string_view text = piece.text;
    std::size_t done = 0;
    const auto put = [&](std::size_t begin, std::size_t end, std::optional<Index> id) {
        if (begin < end)
            pieces.push_back({std::string(text.substr(begin, end - begin)),
                              piece.is_at_start && begin == 0, id});
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto found = longest_at(finder, text, at);
        if (!found) {
            ++at;
            continue;
        }
        const auto& [length, token] = *found;
        std::size_t begin = at, end = at + length;
        at = end;
        if (token->is_single_word && !stands_alone(text, begin, end))
            continue;
        while (token->takes_spaces_left && begin > done) {
            const std::size_t before = character_before(text, begin);
            if (before < done || !is_space(first_character(text.substr(before)).code))
                break;
            begin = before;
        }
        while (token->takes_spaces_right && end < text.size()) {
            const Character next = first_character(text.substr(end));
            if (!is_space(next.code))
                break;
            end += next.length;
        }
        put(done, begin, std::nullopt);
        put(begin, end, token->id);
        done = end;
        at = std::max(at, end);
    }
    put(done, text.size(), std::nullopt);
}

} // namespace

Result<AddedTokens> make_added_tokens(std::vector<AddedToken> tokens, const Vocabulary& vocabulary,
                                      const std::vector<NormalizerStep>& normalizer) {
    AddedTokens added;
    Vocabulary others;
    for (AddedToken& token : tokens) {
        if (token.text.empty())
            return Error{"an added token has no text"};
        if (auto fault = add_token(others, token.text, token.id); !fault)
            return fault.error();
        const auto at = static_cast<std::size_t>(token.id);
        const auto known = id_of(vocabulary, token.text);
        if (known && *known != token.id)
            return Error{"the added token " + cite(token.text) + " has the id " +
                         std::to_string(token.id) + ", but the vocabulary gives it the id " +
                         std::to_string(*known)};
        if (!known && at < vocabulary.texts.size() && vocabulary.texts[at])
            return Error{"the added token " + cite(token.text) + " has the id " +
                         std::to_string(token.id) + ", which the vocabulary gives to " +
                         cite(*vocabulary.texts[at])};
        if (token.is_normalised) {
            auto text = normalise(normalizer, token.text);
            if (!text)
                return text.error();
            add(added.normalised, *std::move(text), token);
        } else {
            add(added.as_written, token.text, token);
        }
        added.texts.emplace(token.id, std::move(token.text));
    }
    return added;
}

Result<std::vector<Piece>> find_added(const AddedTokens& added,
                                      const std::vector<NormalizerStep>& normalizer,
                                      std::string_view text) {
    std::vector<Piece> written, pieces;
    find_in(added.as_written, {std::string(text), true, std::nullopt}, written);
    for (Piece& piece : written) {
        if (piece.id) {
            pieces.push_back(std::move(piece));
            continue;
        }
        auto normal = normalise(normalizer, std::move(piece.text));
        if (!normal)
            return normal.error();
        find_in(added.normalised, {*std::move(normal), piece.is_at_start, std::nullopt}, pieces);
    }
    return pieces;
}

} // namespace attn::tokenizer
