// SPDX-License-Identifier: MIT
#include "app/input/text_edit.h"

#include "core/base/grapheme.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

/// The rows as they were drawn, or the lines of a text that was not drawn yet.
std::vector<std::size_t> rows_to_walk(const TextEdit& edit) {
    if (!edit.rows.empty())
        return edit.rows;
    std::vector<std::size_t> rows{0};
    for (std::size_t at = 0; at < edit.text().size(); ++at)
        if (edit.text()[at] == '\n')
            rows.push_back(at + 1);
    return rows;
}

void move_caret(LineEdit& line, std::size_t to, bool keeps_anchor) {
    line.caret = to;
    if (!keeps_anchor)
        line.anchor = to;
}

/// Moves by rows, as many letters from the row's beginning as before.
void move_by_rows(TextEdit& edit, int by, bool keeps_anchor) {
    const std::vector<std::size_t> rows = rows_to_walk(edit);
    const std::string& text = edit.text();
    const auto row = static_cast<int>(row_of(rows, edit.line.caret));
    if (row + by < 0)
        return move_caret(edit.line, 0, keeps_anchor);
    if (row + by >= static_cast<int>(rows.size()))
        return move_caret(edit.line, text.size(), keeps_anchor);
    std::size_t letters = 0;
    for (std::size_t at = rows[static_cast<std::size_t>(row)]; at < edit.line.caret;
         at = attn::grapheme_after(text, at))
        ++letters;
    const auto wanted = static_cast<std::size_t>(row + by);
    const std::size_t end = end_of_row(text, rows, wanted);
    std::size_t to = rows[wanted];
    for (; letters > 0 && to < end; --letters)
        to = attn::grapheme_after(text, to);
    move_caret(edit.line, std::min(to, end), keeps_anchor);
}

} // namespace

void TextEdit::insert(std::string_view typed) {
    rows.clear();
    for (std::size_t from = 0;;) {
        const std::size_t to = std::min(typed.find('\n', from), typed.size());
        std::string_view part = typed.substr(from, to - from);
        if (part.ends_with('\r'))
            part.remove_suffix(1);
        line.insert(part);
        if (to == typed.size())
            return;
        line.text.insert(line.caret, "\n");
        line.caret = line.anchor = line.caret + 1;
        from = to + 1;
    }
}

bool TextEdit::press(const KeyPress& key, const Clipboard& clipboard) {
    const std::string before = line.text;
    const bool is_paste =
        key.key == Key::Character && key.control && !key.alt && key.character == 'v';
    const std::vector<std::size_t> walked = rows_to_walk(*this);
    bool is_meant = true;
    if (key.key == Key::Enter)
        insert("\n");
    else if (key.key == Key::Up || key.key == Key::Down)
        move_by_rows(*this, key.key == Key::Down ? 1 : -1, key.shift);
    else if (key.key == Key::Home && !key.control)
        move_caret(line, walked[row_of(walked, line.caret)], key.shift);
    else if (key.key == Key::End && !key.control)
        move_caret(line, end_of_row(line.text, walked, row_of(walked, line.caret)), key.shift);
    else if (is_paste) {
        if (const auto copied = clipboard.read())
            insert(*copied);
    } else
        is_meant = line.press(key, clipboard);
    if (line.text != before)
        rows.clear();
    return is_meant;
}

TextEdit text_edit(std::string text) {
    return {line_edit(std::move(text), false), {}};
}

std::vector<std::size_t> rows_of_text(std::string_view text, float width,
                                      const std::function<float(std::string_view)>& measure) {
    std::vector<std::size_t> rows{0};
    std::size_t blank = std::string_view::npos; // after the last blank of the row
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = attn::grapheme_after(text, at);
        if (text[at] == '\n') {
            rows.push_back(at + 1);
            blank = std::string_view::npos;
            at = next;
            continue;
        }
        const std::size_t begin = rows.back();
        if (text[at] == ' ') {
            blank = next;
        } else if (at > begin && measure(text.substr(begin, next - begin)) > width) {
            rows.push_back(blank == std::string_view::npos ? at : blank);
            blank = std::string_view::npos;
        }
        at = next;
    }
    return rows;
}

std::size_t end_of_row(std::string_view text, const std::vector<std::size_t>& rows,
                       std::size_t row) {
    if (row + 1 >= rows.size())
        return text.size();
    const std::size_t next = rows[row + 1];
    return next > rows[row] && text[next - 1] == '\n' ? next - 1 : next;
}

std::size_t row_of(const std::vector<std::size_t>& rows, std::size_t at) {
    const auto after = std::upper_bound(rows.begin(), rows.end(), at);
    return after == rows.begin() ? 0 : static_cast<std::size_t>(after - rows.begin()) - 1;
}

} // namespace app
