// SPDX-License-Identifier: MIT
#include "app/input/line_edit.h"

#include <algorithm>

namespace app {
namespace {

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t before(std::string_view text, std::size_t at) {
    if (at == 0)
        return 0;
    do
        --at;
    while (at > 0 && continues(text[at]));
    return at;
}

std::size_t after(std::string_view text, std::size_t at) {
    if (at >= text.size())
        return text.size();
    do
        ++at;
    while (at < text.size() && continues(text[at]));
    return at;
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
    for (const char c : typed)
        clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    text.insert(caret, clean);
    caret = anchor = caret + clean.size();
}

bool LineEdit::press(const KeyPress& key, const Clipboard& clipboard) {
    const std::string_view view(text);
    switch (key.key) {
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
            erase(*this, key.control ? word_before(view, caret) : before(view, caret), caret);
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
