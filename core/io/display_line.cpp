// SPDX-License-Identifier: MIT
#include "core/io/display_line.h"

#include "core/io/cell_text.h"
#include "core/io/paste.h"

#include <algorithm>

namespace attn::io {

std::vector<std::string> words_in(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    for (const char letter : std::string(line) + " ")
        if (letter != ' ' && letter != '\t') {
            word += letter;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    return words;
}

std::optional<Index> count_in(std::string_view digits) {
    const auto read = parse_whole(digits, "", 0, max_pasted_numbers);
    return read ? std::optional(static_cast<Index>(*read)) : std::nullopt;
}

std::optional<Index> r_index(std::string_view word, bool is_column) {
    if (word.size() < 4 || word.front() != '[' || word.back() != ']')
        return std::nullopt;
    word = word.substr(1, word.size() - 2);
    if (is_column ? word.front() != ',' : word.back() != ',')
        return std::nullopt;
    return count_in(is_column ? word.substr(1) : word.substr(0, word.size() - 1));
}

namespace {

bool is_name(std::string_view text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return is_letter(c) || is_numeral(c) || c == '.'; });
}

/// Reads "2×3", "2x3" as rows and columns.
bool read_shape(std::string_view text, std::string_view sign, DisplayLine& line) {
    const auto at = text.find(sign);
    if (at == std::string_view::npos)
        return false;
    const auto rows = count_in(text.substr(0, at)),
               columns = count_in(text.substr(at + sign.size()));
    if (!rows || !columns)
        return false;
    line.rows = *rows;
    line.width = *columns;
    return true;
}

/// Reads "Columns 1 through 8", "Columns 9 and 10:", "Column 11".
bool read_columns(std::string_view text, DisplayLine& line) {
    if (text.ends_with(':'))
        text.remove_suffix(1);
    const auto words = words_in(text);
    if (words.size() != 2 && words.size() != 4)
        return false;
    const auto first = count_in(words[1]), last = count_in(words.back());
    const bool is_run = words.size() == 2 || words[2] == "through" || words[2] == "to" ||
                        words[2] == "and" || words[2] == "thru";
    if (!first || !last || !is_run)
        return false;
    line.columns = {*first, *last};
    return true;
}

/// Interprets a line below or above the numbers; Data if it says nothing.
void read_footer(std::string_view text, DisplayLine& line) {
    constexpr std::string_view size = "Tensor of size ", dimension = "Tensor of dimension ",
                               rows = " rows x ", columns = " columns]";
    const std::string_view inside = text.substr(1, text.size() - 2);
    line.rows = line.width = -1;
    if (text.starts_with("[torch.") && text.ends_with("]")) {
        for (const std::string_view sign : {size, dimension})
            if (const auto at = inside.find(sign); at != std::string_view::npos) {
                line.kind = DisplayLine::Kind::Footer;
                line.name = "torch";
                const std::string_view shape = inside.substr(at + sign.size());
                read_shape(shape.substr(0, shape.find(' ')), "x", line);
            }
        return;
    }
    if (text.starts_with('[') && text.ends_with(columns)) {
        const auto at = inside.find(rows);
        if (at == std::string_view::npos)
            return;
        const auto height = count_in(inside.substr(0, at));
        const auto width =
            count_in(inside.substr(at + rows.size(), inside.size() - at - rows.size() - 8));
        if (!height || !width)
            return;
        line.kind = DisplayLine::Kind::Footer;
        line.name = "pandas";
        line.rows = *height;
        line.width = *width;
        return;
    }
    if (text.find("dtype: ") == std::string_view::npos)
        return;
    for (const std::string_view word : {"dtype: ", "Name: ", "Length: ", "Freq: "})
        if (text.starts_with(word)) {
            line.kind = DisplayLine::Kind::Footer;
            line.name = "series";
        }
}

} // namespace

DisplayLine classified(std::string_view text) {
    using enum DisplayLine::Kind;
    DisplayLine line;
    text = trimmed(text);
    constexpr std::size_t longest = 300; // meaningful lines are short
    if (text.empty()) {
        line.kind = Blank;
        return line;
    }
    if (text.ends_with(" \\")) {
        line.kind = Wrapped;
        return line;
    }
    if (text.starts_with("[,") && r_index(words_in(text.substr(0, 12)).front(), true)) {
        line.kind = RColumns;
        return line;
    }
    if (text.size() > longest)
        return line;
    if (text.ends_with('=') && is_name(trimmed(text.substr(0, text.size() - 1)))) {
        line.kind = Name;
        line.name = trimmed(text.substr(0, text.size() - 1));
    } else if (text.ends_with('*')) {
        const auto value = number_word(text.substr(0, text.size() - 1));
        line.kind = value ? Factor : Data;
        line.factor = value.value_or(1);
    } else if (text.starts_with("Column")) {
        line.kind = (text.starts_with("Columns ") || text.starts_with("Column ")) &&
                            read_columns(text, line)
                        ? Columns
                        : Data;
    } else if (text.ends_with(':')) {
        constexpr std::string_view elements = "-element";
        const auto blank = text.find(' ');
        const std::string_view first = text.substr(0, blank);
        if (blank != std::string_view::npos && read_shape(first, "×", line)) {
            line.kind = Shape;
        } else if (blank != std::string_view::npos && first.ends_with(elements)) {
            const auto count = count_in(first.substr(0, first.size() - elements.size()));
            line.kind = count ? Shape : Data;
            line.rows = count.value_or(0);
            line.width = 1;
        }
    } else if (text == "Diagonal Matrix" || text == "Permutation Matrix" ||
               text.starts_with(">>") || text.starts_with("> ") || text.starts_with("julia> ") ||
               text.starts_with("octave:")) {
        line.kind = Passed;
    } else {
        read_footer(text, line);
    }
    return line;
}

} // namespace attn::io
