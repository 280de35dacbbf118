// SPDX-License-Identifier: MIT
#include "app/input/line_edit.h"

#include "core/base/grapheme.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace app {
namespace {

std::size_t before(std::string_view text, std::size_t at) {
    return attn::grapheme_before(text, at);
}

std::size_t after(std::string_view text, std::size_t at) {
    return attn::grapheme_after(text, at);
}

/// Returns where Backspace deletes from: it removes only the last mark of a letter, so that the
/// letter can be corrected, but a whole emoji.
std::size_t erased_from(std::string_view text, std::size_t at) {
    const std::size_t begin = before(text, at);
    std::size_t last = begin;
    for (std::size_t next = begin; next < at;) {
        last = next;
        const attn::Character c = attn::first_character(text.substr(next));
        if (c.code >= 0x1F000 || c.code == 0xFE0F || c.code == 0x20E3)
            return begin;
        next += c.length;
    }
    return last;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::size_t word_before(std::string_view text, std::size_t at) {
    while (at > 0 && is_blank(text[at - 1]))
        --at;
    while (at > 0 && !is_blank(text[at - 1]))
        --at;
    return at;
}

std::size_t word_after(std::string_view text, std::size_t at) {
    while (at < text.size() && !is_blank(text[at]))
        ++at;
    while (at < text.size() && is_blank(text[at]))
        ++at;
    return at;
}

void erase(LineEdit& edit, std::size_t from, std::size_t to) {
    edit.text.erase(from, to - from);
    edit.caret = edit.anchor = from;
}

void erase_selection(LineEdit& edit) {
    erase(edit, std::min(edit.caret, edit.anchor), std::max(edit.caret, edit.anchor));
}

void move(LineEdit& edit, std::size_t to, bool keep_anchor) {
    edit.caret = to;
    if (!keep_anchor)
        edit.anchor = to;
}

} // namespace

std::string_view LineEdit::selection() const {
    const auto from = std::min(caret, anchor);
    return std::string_view(text).substr(from, std::max(caret, anchor) - from);
}

void LineEdit::select_all() {
    anchor = 0;
    caret = text.size();
}

void LineEdit::insert(std::string_view typed) {
    erase_selection(*this);
    std::string clean;
    for (const char c : attn::valid_utf8(typed))
        clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    text.insert(caret, clean);
    caret = anchor = caret + clean.size();
}

bool LineEdit::press(const KeyPress& key, const Clipboard& clipboard) {
    const std::string_view view(text);
    // The arrows move in the direction they point, also in right-to-left text.
    Key pressed = key.key;
    if ((pressed == Key::Left || pressed == Key::Right) && attn::begins_from_right(view))
        pressed = pressed == Key::Left ? Key::Right : Key::Left;
    switch (pressed) {
    case Key::Left:
        if (has_selection() && !key.shift)
            move(*this, std::min(caret, anchor), false);
        else
            move(*this, key.control ? word_before(view, caret) : before(view, caret), key.shift);
        return true;
    case Key::Right:
        if (has_selection() && !key.shift)
            move(*this, std::max(caret, anchor), false);
        else
            move(*this, key.control ? word_after(view, caret) : after(view, caret), key.shift);
        return true;
    case Key::Home:
        move(*this, 0, key.shift);
        return true;
    case Key::End:
        move(*this, text.size(), key.shift);
        return true;
    case Key::Backspace:
        if (has_selection())
            erase_selection(*this);
        else
            erase(*this, key.control ? word_before(view, caret) : erased_from(view, caret), caret);
        return true;
    case Key::Delete:
        if (has_selection())
            erase_selection(*this);
        else
            erase(*this, caret, key.control ? word_after(view, caret) : after(view, caret));
        return true;
    case Key::Character:
        if (!key.control || key.alt)
            return false;
        if (key.character == 'a') {
            select_all();
            return true;
        }
        if (key.character == 'c' || key.character == 'x') {
            if (has_selection())
                clipboard.write(std::string(selection()));
            if (key.character == 'x')
                erase_selection(*this);
            return true;
        }
        if (key.character == 'v') {
            if (const auto copied = clipboard.read())
                insert(*copied);
            return true;
        }
        return false;
    default:
        return false;
    }
}

LineEdit line_edit(std::string text, bool selected) {
    LineEdit edit{std::move(text), 0, 0};
    edit.caret = edit.text.size();
    edit.anchor = selected ? 0 : edit.caret;
    return edit;
}

} // namespace app
