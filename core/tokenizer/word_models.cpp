// SPDX-License-Identifier: MIT
#include "core/tokenizer/word_models.h"

#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace attn::tokenizer {

Result<> add_token(Vocabulary& vocabulary, std::string text, Index id) {
    if (id < 0 || id >= max_tokens)
        return Error{"the token " + cite(text) + " has the id " + std::to_string(id) +
                     "; ids go from 0 to " + std::to_string(max_tokens - 1)};
    const auto at = static_cast<std::size_t>(id);
    if (at >= vocabulary.texts.size())
        vocabulary.texts.resize(at + 1);
    if (vocabulary.texts[at])
        return Error{"the tokens " + cite(*vocabulary.texts[at]) + " and " + cite(text) +
                     " both have the id " + std::to_string(id)};
    if (const auto found = vocabulary.ids.find(text); found != vocabulary.ids.end())
        return Error{"the token " + cite(text) + " appears twice, with the ids " +
                     std::to_string(found->second) + " and " + std::to_string(id)};
    vocabulary.texts[at] = text;
    vocabulary.ids.emplace(std::move(text), id);
    return Nothing{};
}

std::optional<Index> id_of(const Vocabulary& vocabulary, std::string_view text) {
    const auto found = vocabulary.ids.find(text);
    return found == vocabulary.ids.end() ? std::nullopt : std::optional(found->second);
}

std::string byte_name(unsigned char byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte >> 4] + digits[byte & 15] + ">";
}

std::optional<std::vector<Index>> byte_ids(const Vocabulary& vocabulary, std::string_view bytes) {
    std::vector<Index> ids;
    for (const char byte : bytes) {
        const auto id = id_of(vocabulary, byte_name(static_cast<unsigned char>(byte)));
        if (!id)
            return std::nullopt;
        ids.push_back(*id);
    }
    return ids;
}

Error unknown_text(std::string_view text) {
    return Error{cite(text) + " is not in the vocabulary of the tokenizer, which has no token for "
                              "unknown text; remove it from the text"};
}

namespace {

constexpr bool is_its_own_letter(unsigned code) {
    return (code >= 0x21 && code <= 0x7E) || (code >= 0xA1 && code <= 0xAC) ||
           (code >= 0xAE && code <= 0xFF);
}

/// Each byte's letter: itself, or the next unused one from U+0100 on.
constexpr std::array<char32_t, 256> letters_of_bytes() {
    std::array<char32_t, 256> letters{};
    char32_t next = 256;
    for (unsigned code = 0; code < 256; ++code)
        letters[code] = is_its_own_letter(code) ? code : next++;
    return letters;
}
constexpr auto letters = letters_of_bytes();

constexpr std::size_t letter_codes = 256 + 68; // 68 bytes are not their own letter.
constexpr std::array<int, letter_codes> bytes_of_letters() {
    std::array<int, letter_codes> bytes{};
    for (int& byte : bytes)
        byte = -1;
    for (int byte = 0; byte < 256; ++byte)
        bytes[letters[static_cast<std::size_t>(byte)]] = byte;
    return bytes;
}
constexpr auto bytes_by_letter = bytes_of_letters();

} // namespace

std::string to_byte_letters(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char byte : bytes)
        append_utf8(text, letters[static_cast<unsigned char>(byte)]);
    return text;
}

std::optional<std::string> from_byte_letters(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        const Character letter = first_character(text);
        if (!letter.valid || letter.code >= letter_codes || bytes_by_letter[letter.code] < 0)
            return std::nullopt;
        bytes += static_cast<char>(bytes_by_letter[letter.code]);
        text.remove_prefix(letter.length);
    }
    return bytes;
}

namespace {

std::uint64_t pair_of(Index left, Index right) {
    return (static_cast<std::uint64_t>(left) << 32) | static_cast<std::uint64_t>(right);
}

/// The ids of a word's characters, or of what replaces them, before merging.
Result<std::vector<Index>> beginning(const Bpe& bpe, const Vocabulary& vocabulary,
                                     std::string_view word) {
    std::vector<Index> ids;
    bool was_unknown = false;
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t length = first_character(word.substr(at)).length;
        std::string letter = (at == 0 ? "" : bpe.prefix) + std::string(word.substr(at, length));
        at += length;
        if (at == word.size())
            letter += bpe.suffix;
        if (const auto id = id_of(vocabulary, letter)) {
            ids.push_back(*id);
            was_unknown = false;
            continue;
        }
        if (bpe.has_bytes)
            if (const auto bytes = byte_ids(vocabulary, letter)) {
                ids.insert(ids.end(), bytes->begin(), bytes->end());
                was_unknown = false;
                continue;
            }
        if (!bpe.unknown)
            return unknown_text(letter);
        if (!was_unknown || !bpe.fuses_unknown)
            ids.push_back(*bpe.unknown);
        was_unknown = true;
    }
    return ids;
}

/// A word as a linked chain, so that a merge of neighbours moves nothing.
struct Link {
    Index id = 0;
    std::size_t next = 0; // for the last link, the size of the chain
    std::size_t previous = 0;
    bool is_gone = false;
};

/// A possible merge; the lowest rank comes first, then the leftmost.
struct Candidate {
    Merge merge;
    std::size_t left = 0;
    std::uint64_t pair = 0; // both ids when it was found

    friend bool operator<(const Candidate& a, const Candidate& b) {
        return std::tie(b.merge.rank, b.left) < std::tie(a.merge.rank, a.left);
    }
};

void merge_all(const Bpe& bpe, std::vector<Link>& links) {
    std::priority_queue<Candidate> candidates;
    const auto consider = [&](std::size_t left) {
        const std::size_t right = links[left].next;
        if (right >= links.size())
            return;
        const auto pair = pair_of(links[left].id, links[right].id);
        if (const auto merge = bpe.merges.find(pair); merge != bpe.merges.end())
            candidates.push({merge->second, left, pair});
    };
    for (std::size_t at = 0; at < links.size(); ++at)
        consider(at);
    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        Link& left = links[best.left];
        if (left.is_gone || left.next >= links.size() ||
            pair_of(left.id, links[left.next].id) != best.pair)
            continue; // One of the two has since been merged with another.
        Link& right = links[left.next];
        right.is_gone = true;
        left.id = best.merge.id;
        left.next = right.next;
        if (left.next < links.size())
            links[left.next].previous = best.left;
        consider(best.left);
        if (best.left > 0)
            consider(left.previous);
    }
}

} // namespace

Result<> add_merge(Bpe& bpe, const Vocabulary& vocabulary, const std::string& left,
                   const std::string& right) {
    const auto missing = [&](const std::string& text) {
        return Error{"the merge of " + cite(left) + " and " + cite(right) + " needs " + cite(text) +
                     ", which is not in the vocabulary; the files do not belong together"};
    };
    const auto left_id = id_of(vocabulary, left), right_id = id_of(vocabulary, right);
    if (!left_id || !right_id)
        return missing(left_id ? right : left);
    const bool continues = right.starts_with(bpe.prefix);
    const std::string result = left + (continues ? right.substr(bpe.prefix.size()) : right);
    const auto id = id_of(vocabulary, result);
    if (!id)
        return missing(result);
    bpe.merges[pair_of(*left_id, *right_id)] = {static_cast<Index>(bpe.merges.size()), *id};
    return Nothing{};
}

Result<> append_ids(const Bpe& bpe, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    if (bpe.tries_whole)
        if (const auto id = id_of(vocabulary, word)) {
            ids.push_back(*id);
            return Nothing{};
        }
    const auto begun = beginning(bpe, vocabulary, word);
    if (!begun)
        return begun.error();
    std::vector<Link> links;
    links.reserve(begun->size());
    for (const Index id : *begun)
        links.push_back({id, links.size() + 1, links.empty() ? 0 : links.size() - 1, false});
    merge_all(bpe, links);
    for (const Link& link : links)
        if (!link.is_gone)
            ids.push_back(link.id);
    return Nothing{};
}

namespace {

/// An unknown character scores this much less than the lowest token.
constexpr Real unknown_penalty = 10;

/// The best way to reach the end of a part of the word.
struct Best {
    bool is_reached = false;
    Real score = 0;
    std::size_t begin = 0; // start of its last token
    std::optional<Index> id;
};

void offer(Best& best, Real score, std::size_t begin, std::optional<Index> id) {
    if (!best.is_reached || score > best.score)
        best = {true, score, begin, id};
}

/// Calls `found` with the length and id of every token that is a prefix of the text.
void for_beginnings(const Unigram& model, std::string_view text,
                    const std::function<void(std::size_t, Index)>& found) {
    auto first = model.sorted.begin(), last = model.sorted.end();
    for (std::size_t at = 0; at < text.size() && first != last; ++at) {
        // All tokens in the range share the first `at` bytes with the text; keeps those that share
        // the next.
        const auto wanted = static_cast<unsigned char>(text[at]);
        const auto byte = [&](const auto& token) {
            return token.first.size() > at
                       ? static_cast<int>(static_cast<unsigned char>(token.first[at]))
                       : -1;
        };
        first = std::partition_point(first, last,
                                     [&](const auto& token) { return byte(token) < wanted; });
        last = std::partition_point(first, last,
                                    [&](const auto& token) { return byte(token) == wanted; });
        if (first != last && first->first.size() == at + 1)
            found(at + 1, first->second);
    }
}

} // namespace

Unigram make_unigram(const Vocabulary& vocabulary, std::vector<Real> scores,
                     std::optional<Index> unknown, bool has_bytes) {
    assert(scores.size() == vocabulary.texts.size() && "every token has a score");
    Unigram model;
    model.sorted.assign(vocabulary.ids.begin(), vocabulary.ids.end());
    std::sort(model.sorted.begin(), model.sorted.end());
    const auto least = std::min_element(scores.begin(), scores.end());
    model.unknown_score = (least == scores.end() ? 0 : *least) - unknown_penalty;
    model.scores = std::move(scores);
    model.unknown = unknown;
    model.has_bytes = has_bytes;
    return model;
}

Result<> append_ids(const Unigram& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    std::vector<Best> ends(word.size() + 1);
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t length = first_character(word.substr(at)).length;
        const Real so_far = ends[at].score;
        bool is_known = false;
        for_beginnings(model, word.substr(at), [&](std::size_t bytes, Index id) {
            is_known = is_known || bytes == length;
            offer(ends[at + bytes], so_far + model.scores[static_cast<std::size_t>(id)], at, id);
        });
        if (!is_known)
            offer(ends[at + length], so_far + model.unknown_score, at, std::nullopt);
        at += length;
    }

    // Goes back from the end. Adjacent unknown characters become one unknown text.
    std::vector<std::pair<Match, std::optional<Index>>> path;
    for (std::size_t end = word.size(); end > 0; end = ends[end].begin) {
        const Best& best = ends[end];
        const bool is_unknown = !best.id || best.id == model.unknown;
        if (is_unknown && !path.empty() && !path.back().second)
            path.back().first.begin = best.begin;
        else
            path.push_back({{best.begin, end}, is_unknown ? std::nullopt : best.id});
    }
    std::reverse(path.begin(), path.end());
    for (const auto& [place, id] : path) {
        const auto text = word.substr(place.begin, place.end - place.begin);
        if (id) {
            ids.push_back(*id);
        } else if (const auto whole = id_of(vocabulary, text)) {
            ids.push_back(*whole);
        } else if (const auto bytes = model.has_bytes ? byte_ids(vocabulary, text) : std::nullopt) {
            ids.insert(ids.end(), bytes->begin(), bytes->end());
        } else if (model.unknown) {
            ids.push_back(*model.unknown);
        } else {
            return unknown_text(text);
        }
    }
    return Nothing{};
}

namespace {

bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The ids of a word; nothing if tokens cannot make it up.
std::optional<std::vector<Index>> pieces_of(const WordPiece& model, const Vocabulary& vocabulary,
                                            std::string_view word) {
    const auto characters =
        word.size() -
        static_cast<std::size_t>(std::count_if(word.begin(), word.end(), continues_character));
    if (static_cast<Index>(characters) > model.max_characters)
        return std::nullopt;
    std::vector<Index> ids;
    for (std::size_t begin = 0; begin < word.size();) {
        std::size_t end = word.size();
        std::optional<Index> id;
        while (end > begin && !id) {
            const std::string piece =
                (begin == 0 ? "" : model.prefix) + std::string(word.substr(begin, end - begin));
            id = id_of(vocabulary, piece);
            if (!id)
                do
                    --end;
                while (end > begin && continues_character(word[end]));
        }
        if (!id)
            return std::nullopt;
        ids.push_back(*id);
        begin = end;
    }
    return ids;
}

} // namespace

Result<> append_ids(const WordPiece& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    if (const auto pieces = pieces_of(model, vocabulary, word))
        ids.insert(ids.end(), pieces->begin(), pieces->end());
    else if (model.unknown)
        ids.push_back(*model.unknown);
    else
        return unknown_text(word);
    return Nothing{};
}

Result<> append_ids(const WordLevel& model, const Vocabulary& vocabulary, std::string_view word,
                    std::vector<Index>& ids) {
    if (const auto id = id_of(vocabulary, word))
        ids.push_back(*id);
    else if (model.unknown)
        ids.push_back(*model.unknown);
    else
        return unknown_text(word);
    return Nothing{};
}

} // namespace attn::tokenizer
