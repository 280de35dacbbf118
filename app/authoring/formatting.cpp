// SPDX-License-Identifier: MIT
#include "app/authoring/formatting.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace app {
namespace {

constexpr std::string_view item = "- ";

/// A part of the text, from its first byte to the one behind.
struct Part {
    std::size_t from = 0, to = 0;
    std::size_t size() const { return to - from; }
};

bool is_blank(char c) {
    return c == ' ' || c == '\n';
}
bool is_in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) > 127;
}

Part selected(const LineEdit& line) {
    return {std::min(line.caret, line.anchor), std::max(line.caret, line.anchor)};
}

void select(LineEdit& line, Part part) {
    line.anchor = part.from;
    line.caret = part.to;
}

/// Replaces the part, and returns where the new text is.
Part put(LineEdit& line, Part part, std::string_view text) {
    line.text.replace(part.from, part.size(), text);
    return {part.from, part.from + text.size()};
}

/// Widens the part to the whole of each place in braces that it cuts.
Part with_whole_places(std::string_view text, Part part) {
    int depth = 0;
    std::size_t open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '{' && depth++ == 0)
            open = at;
        if (text[at] != '}' || depth == 0 || --depth > 0)
            continue;
        const bool is_lowered = open > 0 && (text[open - 1] == '_' || text[open - 1] == '^');
        if (is_lowered) // mark-up itself, which may be inside
            continue;
        if (part.from > open && part.from <= at)
            part.from = open;
        if (part.to > open && part.to <= at)
            part.to = at + 1;
    }
    return part;
}

/// The selection without blanks at its ends, or the word at the caret.
Part part_to_format(const LineEdit& line) {
    const std::string& text = line.text;
    Part part = selected(line);
    if (line.has_selection()) {
        while (part.from < part.to && is_blank(text[part.from]))
            ++part.from;
        while (part.to > part.from && is_blank(text[part.to - 1]))
            --part.to;
    } else {
        while (part.from > 0 && is_in_word(text[part.from - 1]))
            --part.from;
        while (part.to < text.size() && is_in_word(text[part.to]))
            ++part.to;
    }
    return with_whole_places(text, part);
}

std::size_t begin_of_line(std::string_view text, std::size_t at) {
    const auto found = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return found == std::string_view::npos ? 0 : found + 1;
}

/// The opening and the closing mark around a place of the text, which are on its line.
struct Marks {
    std::size_t open = 0, close = 0;
};
std::optional<Marks> marks_around(std::string_view text, std::size_t at, std::string_view mark) {
    std::optional<std::size_t> open;
    for (std::size_t next = begin_of_line(text, at);
         (next = text.find(mark, next)) != std::string_view::npos && next + mark.size() <= at;
         next += mark.size())
        open = open ? std::nullopt : std::optional(next);
    const auto close = text.substr(0, text.find('\n', at)).find(mark, at);
    if (!open || close == std::string_view::npos)
        return std::nullopt;
    return Marks{*open, close};
}

/// Puts the mark on both sides of the part, or takes it away if it is around the part or inside it.
void toggle_mark(LineEdit& line, std::string_view mark) {
    const bool had_selection = line.has_selection();
    const std::size_t caret = line.caret;
    if (const auto marks = marks_around(line.text, selected(line).from, mark);
        marks && selected(line).to <= marks->close) {
        // Behind the last letter the key ends the format: what is typed next has none.
        const bool has_letters = marks->open + mark.size() < marks->close;
        if (!had_selection && caret == marks->close && has_letters) {
            line.caret = line.anchor = caret + mark.size();
            return;
        }
        line.text.erase(marks->close, mark.size());
        line.text.erase(marks->open, mark.size());
        line.caret -= mark.size();
        line.anchor -= mark.size();
        return;
    }
    const Part part = part_to_format(line);
    const std::string_view text = line.text;
    const std::string_view inside = text.substr(part.from, part.size());
    const std::size_t both = 2 * mark.size();
    Part now;
    std::size_t caret_now = 0;
    if (inside.size() > both && inside.starts_with(mark) && inside.ends_with(mark)) {
        const std::string bare(inside.substr(mark.size(), inside.size() - both));
        now = put(line, part, bare);
        caret_now = std::clamp(caret, now.from + mark.size(), now.to + mark.size()) - mark.size();
    } else {
        const std::string marked = std::string(mark) + std::string(inside) + std::string(mark);
        now = put(line, part, marked);
        now = {now.from + mark.size(), now.to - mark.size()};
        const bool is_behind = caret == part.to && part.size() > 0;
        caret_now = caret + (is_behind ? 2 : 1) * mark.size();
    }
    if (had_selection)
        select(line, now);
    else
        line.caret = line.anchor = caret_now;
}

/// "W_Q" becomes "W_{Q}", and the letter after a letter, "Q" in "WQ", becomes "_{Q}"; back again
/// too.
void toggle_lowered(LineEdit& line) {
    Part part = part_to_format(line);
    const std::string inside = line.text.substr(part.from, part.size());
    const bool follows_letter = part.from > 0 && is_in_word(line.text[part.from - 1]);
    if (inside.empty()) {
        constexpr std::string_view example = "W_{Q}";
        if (follows_letter) {
            const Part now = put(line, part, "_{}");
            line.caret = line.anchor = now.to - 1;
        } else {
            select(line, put(line, part, example));
        }
        return;
    }
    // The caret in W or in Q of W_{Q}: the name is all of it.
    if (const auto open = inside.find("_{"); open == std::string::npos) {
        const std::string_view text = line.text;
        const bool is_before = inside.ends_with('_') && text.substr(part.to).starts_with('{');
        const bool is_within = part.from >= 2 && text.substr(part.from - 2).starts_with("_{") &&
                               text.substr(part.to).starts_with('}');
        if (is_before || is_within) {
            const std::size_t from = is_within ? part.from - 2 : part.to - 1;
            const std::size_t end = text.find('}', from);
            if (end != std::string_view::npos) {
                const std::string lowered(text.substr(from + 2, end - from - 2));
                const Part now = put(line, {from, end + 1}, "_" + lowered);
                select(line, {now.to, now.to});
                return;
            }
        }
    } else if (const auto close = inside.find('}', open); close != std::string::npos) {
        const std::string bare = inside.substr(0, open) + "_" +
                                 inside.substr(open + 2, close - open - 2) +
                                 inside.substr(close + 1);
        select(line, put(line, part, bare));
        return;
    }
    std::string lowered;
    if (const auto bar = inside.find('_'); bar != std::string::npos && bar + 1 < inside.size())
        lowered = inside.substr(0, bar) + "_{" + inside.substr(bar + 1) + "}";
    else if (follows_letter)
        lowered = "_{" + inside + "}";
    else
        lowered = inside.substr(0, inside.find('_')) + "_{}";
    const Part now = put(line, part, lowered);
    if (lowered.ends_with("_{}"))
        line.caret = line.anchor = now.to - 1;
    else
        select(line, now);
}

void toggle_list(LineEdit& line) {
    const Part part = selected(line);
    // A selection that ends at the beginning of a line leaves that line out.
    const bool ends_before = part.size() > 0 && line.text[part.to - 1] == '\n';
    const std::size_t last = begin_of_line(line.text, ends_before ? part.to - 1 : part.to);
    std::vector<std::size_t> begins;
    for (std::size_t at = begin_of_line(line.text, part.from); at <= last;) {
        begins.push_back(at);
        const auto end = line.text.find('\n', at);
        if (end == std::string::npos)
            break;
        at = end + 1;
    }
    const auto is_item = [&](std::size_t at) {
        return std::string_view(line.text).substr(at).starts_with(item);
    };
    const bool is_list = std::all_of(begins.begin(), begins.end(), is_item);
    for (auto at = begins.rbegin(); at != begins.rend(); ++at) {
        for (std::size_t* const end : {&line.caret, &line.anchor})
            if (is_list)
                *end -= std::min(item.size(), *end > *at ? *end - *at : 0);
            else if (!is_item(*at) && *end >= *at)
                *end += item.size();
        if (is_list)
            line.text.erase(*at, item.size());
        else if (!is_item(*at))
            line.text.insert(*at, item);
    }
}

} // namespace

const std::array<FormattingInfo, 4>& formattings() {
    static constexpr std::array<FormattingInfo, 4> list = {
        {{Formatting::Bold, "bold", "Bold", {Key::Character, 'b', true}},
         {Formatting::List, "list", "List", {Key::Character, '8', true, true}},
         {Formatting::Code, "code", "Code", {Key::Character, 'm', true, true}},
         {Formatting::Lowered, "lowered", "Lowered letters", {Key::Character, 'b', true, true}}}};
    return list;
}

void format_text(TextEdit& edit, Formatting formatting) {
    edit.rows.clear();
    switch (formatting) {
    case Formatting::Bold:
        return toggle_mark(edit.line, "**");
    case Formatting::List:
        return toggle_list(edit.line);
    case Formatting::Code:
        return toggle_mark(edit.line, "`");
    case Formatting::Lowered:
        return toggle_lowered(edit.line);
    }
}

bool continue_list(TextEdit& edit) {
    LineEdit& line = edit.line;
    const std::size_t begin = begin_of_line(line.text, line.caret);
    if (line.has_selection() || line.caret < begin + item.size() ||
        !std::string_view(line.text).substr(begin).starts_with(item))
        return false;
    edit.rows.clear();
    const std::size_t end = std::min(line.text.find('\n', begin), line.text.size());
    if (end == begin + item.size()) {
        line.text.erase(begin, item.size());
        line.caret = line.anchor = begin;
    } else {
        edit.insert("\n" + std::string(item));
    }
    return true;
}

} // namespace app
