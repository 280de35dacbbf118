// SPDX-License-Identifier: MIT
#include "core/tokenizer/bpe.h"

#include "core/base/utf8.h"

#include <cstddef>
#include <queue>
#include <tuple>

namespace attn::tokenizer {
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

} // namespace attn::tokenizer
