// SPDX-License-Identifier: MIT
#include "core/tokenizer/unigram.h"

#include "core/base/utf8.h"
#include "core/tokenizer/unicode.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
