// SPDX-License-Identifier: MIT
#include "core/io/matrix_changed.h"

#include "core/base/utf8.h"
#include "core/io/matrix_beside.h"
#include "core/io/matrix_words.h"
#include "core/io/number_spelling.h"
#include "core/io/text_place.h"

#include <algorithm>
#include <map>

namespace attn::io {
namespace {

bool holds_name(std::string_view text, std::string_view name) {
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || !is_of_name(text[at - 1])) &&
            (end >= text.size() || !is_of_name(text[end])))
            return true;
    }
    return false;
}

/// Whether the name is set to something that it is part of: "= W.T", "<- W * 2".
bool is_set_by(std::string_view text, std::string_view name) {
    for (const std::string_view sign : {"<<-", "<-", "="})
        if (text.starts_with(sign) && !text.starts_with("=="))
            return holds_name(text.substr(sign.size()), name);
    return false;
}

bool is_in_place(std::string_view text) {
    return text.size() > 1 && text[1] == '=' &&
           std::string_view("*/+-@").find(text[0]) != std::string_view::npos;
}

/// Returns the end of the index right behind a name: "W[0, 1]", or "W(1, 2)" of MATLAB; the end of
/// the name if there is none.
std::size_t index_end(std::string_view line, std::size_t name_end) {
    std::size_t end = name_end;
    while (end < line.size() && (line[end] == '[' || line[end] == '(')) {
        const auto close = closing(line, end);
        if (close == std::string_view::npos)
            return name_end;
        end = close + 1;
    }
    return end;
}

/// Returns where the bracket or parenthesis at `close` opens on its line; `close` if it does not.
std::size_t opening(std::string_view text, std::size_t close) {
    int depth = 0;
    for (std::size_t at = close + 1; at > 0 && text[at - 1] != '\n'; --at) {
        const char letter = text[at - 1];
        depth += letter == ']' || letter == ')' ? 1 : letter == '[' || letter == '(' ? -1 : 0;
        if (depth == 0)
            return at - 1;
    }
    return close;
}

} // namespace

std::optional<Error> changed_later(std::string_view text, const std::vector<BracketGroup>& groups) {
    std::map<std::string_view, std::size_t> ends; // of the named matrices
    for (const BracketGroup& group : groups)
        if (!group.label.empty() && std::all_of(group.label.begin(), group.label.end(), is_of_name))
            ends.emplace(group.label, group.end);
    std::size_t next = 0;
    for (std::size_t at = ends.empty() ? text.size() : 0; at < text.size(); at = next) {
        next = std::min(text.find('\n', at), text.size() - 1) + 1;
        while (at < next && (is_gap(text[at]) || text[at] == '>')) // the prompt
            ++at;
        const std::string_view line = text.substr(at, next - at);
        const auto length = static_cast<std::size_t>(
            std::find_if_not(line.begin(), line.end(), is_of_name) - line.begin());
        const std::string_view name = line.substr(0, length);
        const auto end = ends.find(name);
        if (end == ends.end() || at <= end->second)
            continue;
        const std::size_t index = index_end(line, length);
        const std::string_view behind = trimmed(line.substr(index));
        if (is_in_place(behind) || (index == length && is_set_by(behind, name)))
            return not_read(text, at);
    }
    return std::nullopt;
}

std::optional<std::size_t> indexed_at(std::string_view text, std::size_t open) {
    std::size_t begin = open;
    while (begin > 0 && (text[begin - 1] == ']' || text[begin - 1] == ')')) // f(x)[1], m[1][2]
        begin = opening(text, begin - 1);
    const bool is_behind_brackets = begin < open;
    if (begin > 0 && text[begin - 1] == '[') // m[[1]]
        return indexed_at(text, begin - 1);
    const std::size_t end = begin;
    while (begin > 0 && (is_of_name(text[begin - 1]) || text[begin - 1] == '.' ||
                         static_cast<unsigned char>(text[begin - 1]) >= 0x80))
        --begin;
    return begin < end || is_behind_brackets ? std::optional(begin) : std::nullopt;
}

std::optional<TextPart> set_part(std::string_view text, bool has_equal_signs) {
    const std::string_view signs = has_equal_signs ? "<=" : "<";
    for (auto at = text.find_first_of(signs); at != std::string_view::npos;
         at = text.find_first_of(signs, at + 1)) {
        const std::string_view sign = text.substr(at);
        if (!sign.starts_with("<-") && (!sign.starts_with('=') || sign.starts_with("==")))
            continue;
        std::size_t end = at;
        while (end > 0 && (is_gap(text[end - 1]) || text[end - 1] == '<')) // W[1] <<- 5
            --end;
        if (end == 0 || text[end - 1] != ']')
            continue;
        if (const auto begin = indexed_at(text, opening(text, end - 1)))
            return TextPart{*begin, end};
    }
    return std::nullopt;
}

} // namespace attn::io
