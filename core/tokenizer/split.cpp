// SPDX-License-Identifier: MIT
#include "core/tokenizer/split.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace attn::tokenizer {
namespace {

struct SplitPart {
    Match place;
    bool is_found = false;
};

/// Divides the whole text into found places and the text between them.
std::vector<SplitPart> parts_of(std::string_view text, const std::vector<Match>& matches,
                                bool inverted) {
    std::vector<SplitPart> parts;
    std::size_t end = 0;
    for (const Match& match : matches) {
        if (match.begin > end)
            parts.push_back({{end, match.begin}, inverted});
        if (match.end > match.begin)
            parts.push_back({match, !inverted});
        end = match.end;
    }
    if (end < text.size())
        parts.push_back({{end, text.size()}, inverted});
    return parts;
}

/// Joins each found place to the part before it. Of adjacent found places only the first is joined.
std::vector<Match> merged(const std::vector<SplitPart>& parts) {
    std::vector<Match> result;
    bool was_found = false;
    for (const auto& [place, is_found] : parts) {
        if (is_found && !was_found && !result.empty()) {
            result.back().begin = std::min(result.back().begin, place.begin);
            result.back().end = std::max(result.back().end, place.end);
        } else {
            result.push_back(place);
        }
        was_found = is_found;
    }
    return result;
}

} // namespace

std::vector<Match> split(std::string_view text, const std::vector<Match>& matches,
                         Behaviour behaviour, bool inverted) {
    std::vector<SplitPart> parts = parts_of(text, matches, inverted);
    std::vector<Match> result;
    switch (behaviour) {
    case Behaviour::Removed:
        for (const SplitPart& part : parts)
            if (!part.is_found)
                result.push_back(part.place);
        break;
    case Behaviour::Isolated:
        for (const SplitPart& part : parts)
            result.push_back(part.place);
        break;
    case Behaviour::Contiguous:
        for (std::size_t at = 0; at < parts.size(); ++at)
            if (at > 0 && parts[at].is_found == parts[at - 1].is_found)
                result.back().end = parts[at].place.end;
            else
                result.push_back(parts[at].place);
        break;
    case Behaviour::MergedWithPrevious:
        result = merged(parts);
        break;
    case Behaviour::MergedWithNext:
        std::reverse(parts.begin(), parts.end());
        result = merged(parts);
        std::reverse(result.begin(), result.end());
        break;
    }
    return result;
}

std::vector<Match> find_characters(std::string_view text, bool (*question)(char32_t)) {
    std::vector<Match> matches;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        if (question(character.code))
            matches.push_back({at, at + character.length});
        at += character.length;
    }
    return matches;
}

std::vector<Match> find_text(std::string_view text, std::string_view wanted) {
    std::vector<Match> matches;
    if (wanted.empty())
        return matches;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
         at = text.find(wanted, at + wanted.size()))
        matches.push_back({at, at + wanted.size()});
    return matches;
}

} // namespace attn::tokenizer
