// SPDX-License-Identifier: MIT
#include "app/panels/above/sentence_row.h"

#include "app/editing/editing.h"
#include "app/editing/folder_text.h"
#include "app/editing/sentence.h"
#include "app/explaining/next_words.h"
#include "app/panels/above/folder_row.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/checkpoint/origin.h"
#include "core/document/telling/next_word.h"
#include "core/figure/base/text.h"
#include "core/typing/typing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

// In text sizes.
constexpr float sentence_height = 3.1F, field_height = 2.1F, small = 0.86F;
constexpr float share_width = 2.5F, least_sentence = 12;

FieldStyle style_of(const Look& look) {
    return {Font::Sans, std::round(look.text * 1.07F), false, "Type a sentence", ""};
}

Rect row_of(const Frame& frame, const Look& look) {
    const Rect above = second_row(look);
    const float padding = ImGui::GetStyle().WindowPadding.x;
    return {above.x + padding, above.bottom(), above.width - 2 * padding,
            sentence_row_height(frame, look) - 2};
}

/// How many next words fit beside the field.
std::size_t fitting_words(const Frame& frame, const Look& look, float room) {
    const float left = room - (least_sentence + next_label_width + 5.5F) * look.text;
    const auto most =
        static_cast<std::size_t>(std::max(0.0F, left / (next_word_width * look.text)));
    return std::min(most, frame.ui.next_words.words.size());
}

/// The width of the next words with their label and buttons.
float next_width(const Frame& frame, const Look& look, float room) {
    const std::size_t count = fitting_words(frame, look, room);
    if (count == 0)
        return 0;
    return (next_label_width + 5.5F + next_word_width * static_cast<float>(count)) * look.text;
}

Rect field_of(const Frame& frame, const Look& look) {
    const Rect row = row_of(frame, look);
    const float high = field_height * look.text;
    return {row.x, std::round(row.y + (row.height - high) / 2),
            std::max(1.0F, row.width - next_width(frame, look, row.width)), high};
}

std::vector<std::pair<std::size_t, std::size_t>> unknown_words(const TypedText& typed) {
    std::vector<std::pair<std::size_t, std::size_t>> list;
    for (std::size_t at = 0; at < typed.words.size(); ++at)
        if (!typed.words[at].is_known && !(typed.is_begun && typed.at == at))
            list.emplace_back(typed.words[at].from, typed.words[at].to);
    return list;
}

/// The offered word that Tab takes.
std::size_t chosen_of(const Frame& frame, const TypedText& typed) {
    const std::size_t chosen = std::get<SentenceTarget>(frame.ui.editing->target).chosen;
    return typed.offered.empty() ? 0 : std::min(chosen, typed.offered.size() - 1);
}

FieldStyle typed_style(const Frame& frame, const Look& look, const TypedText& typed) {
    return sentence_style(look, typed, chosen_of(frame, typed));
}

/// The words of the document in a field that is not typed into. A long sentence shows its end,
/// beside what comes next.
struct WordsAtRest {
    FieldStyle style;
    std::string text;
    float start = 0;          // the x at which the text begins, in screen units
    float inside = 0;         // the width in which it is seen
    float key = 0, inset = 0; // the widths of the shown key and of the border
};

WordsAtRest words_at_rest(const Frame& frame, const Look& look, const Rect& rect) {
    WordsAtRest words{style_of(look), typing::text_of_words(frame.document, &frame.ui.tokenizer)};
    words.inset = words.style.text * 0.4F;
    words.key = look.fonts.width("T", Font::Sans, look.text) + words.inset;
    words.inside = rect.width - 2 * words.inset - words.key;
    const float whole = look.fonts.width(words.text, words.style.font, words.style.text);
    words.start = rect.x + words.inset + std::min(0.0F, words.inside - whole);
    return words;
}

/// Draws the words; the query word has its colour.
void draw_words(const Frame& frame, const Look& look, const Rect& rect, bool is_lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto [style, text, start, inside, key, inset] = words_at_rest(frame, look, rect);
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    list.AddRectFilled(from, to, packed(look.theme.panel_background), style.text * 0.25F);
    list.AddRect(from, to, packed(is_lit ? look.theme.accent : look.theme.line),
                 style.text * 0.25F);
    const float middle = rect.y + rect.height / 2;
    list.PushClipRect({from.x + 1, from.y}, {rect.x + inset + inside, to.y}, true);
    if (is_plain(text)) {
        std::size_t byte = 0;
        for (std::size_t at = 0; at < frame.document.tokens.size(); ++at) {
            const std::string& word = frame.document.tokens[at];
            const bool is_query = static_cast<Index>(at) == frame.view.query;
            look.fonts.draw(
                list, {start + look.fonts.caret(text, byte, style.font, style.text), middle}, word,
                style.font, style.text, packed(is_query ? look.theme.query_text : look.theme.text));
            byte += word.size() + 1;
        }
    } else {
        look.fonts.draw_typed(list, {start, middle}, text, style.font, style.text,
                              packed(look.theme.text));
    }
    list.PopClipRect();
    look.fonts.draw(list, {to.x - key, middle}, "T", Font::Sans, look.text,
                    packed(look.theme.dim_text));
}

/// The line that a click into the field of the document's words falls on.
LineEdit line_at_rest(const Frame& frame, const Look& look, const Rect& rect) {
    const WordsAtRest words = words_at_rest(frame, look, rect);
    LineEdit line = line_edit(words.text, false);
    line.caret = line.anchor = look.fonts.byte_at(
        line.text, ImGui::GetIO().MousePos.x - words.start, words.style.font, words.style.text);
    return line;
}

void draw_field(const Bar& bar, const Rect& rect) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    const bool is_typed = is_typing_sentence(frame.ui);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    (void)ImGui::InvisibleButton("sentence", {rect.width, rect.height});
    look.note_item("sentence");
    const bool is_pressed = ImGui::IsItemActivated();
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const std::string why = typing::why_no_text(frame.document);
    const bool is_entered = bar.is_entered("sentence");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_typed) {
        const TypedText typed = typed_sentence(frame);
        const FieldStyle style = typed_style(frame, look, typed);
        LineEdit& line = frame.ui.editing->line;
        if (is_pressed)
            line.caret = line.anchor = caret_at(ImGui::GetIO().MousePos.x, rect, line, style, look);
        draw_line_field(list, rect, line, style, look);
        look.note("editing", {rect.x, rect.y}, {rect.right(), rect.bottom()});
        return;
    }
    const LeftSentence* const left = left_sentence(frame);
    if (left) {
        FieldStyle style = style_of(look);
        style.fault = left->fault;
        style.faulty =
            unknown_words(typing::read_typed(frame.document, left->text, 0, &frame.ui.tokenizer));
        draw_resting_field(list, rect, line_edit(left->text, false), style, look);
    } else {
        draw_words(frame, look, rect, is_hovered && why.empty());
    }
    bar.tooltip(!why.empty() ? why
                : left       ? left->fault
                             : "Click or press T to type other words of the vocabulary.");
    if (!why.empty() || !(is_pressed || is_entered))
        return;
    const LineEdit clicked = line_at_rest(frame, look, rect);
    begin_sentence(frame);
    if (is_pressed && !left)
        frame.ui.editing->line = clicked;
}

void draw_next_words(const Bar& bar, const Rect& row) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    const NextWords& next = frame.ui.next_words;
    const std::size_t count = fitting_words(frame, look, row.width);
    const float em = look.text;
    float x = row.right() - next_width(frame, look, row.width) + em;
    draw_next_label(bar, {x, row.y, next_label_width * em, row.height});
    x += (next_label_width - 0.4F) * em;
    std::string appended;
    for (std::size_t at = 0; at < count; ++at) {
        const NextWords::One& one = next.words[at];
        const Rect rect{std::round(x), row.y + 1, std::round(next_word_width * em), row.height - 2};
        const std::string name = "next/" + std::to_string(at);
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        const bool is_clicked = ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
        look.note_item(name);
        draw_next_word(look, one, at == 0, ImGui::IsItemHovered(), rect);
        bar.tooltip(told_next(next, one) + " Click to append it.");
        if (bar.is_entered(name) || is_clicked)
            appended = one.word;
        x += next_word_width * em;
    }
    ImGui::SetCursorScreenPos({x, row.y + (row.height - ImGui::GetFrameHeight()) / 2});
    bar.button("generate.likeliest", "+");
    bar.button("generate.open", "…");
    if (!appended.empty())
        append_next_word(frame, appended);
}

} // namespace

std::string told_next(const NextWords& next, const NextWords::One& one) {
    std::string text =
        cite(one.word) + " comes next with a probability of " + significant(one.now, 4);
    if (one.before)
        text += "; " + next.compared_with + " " + significant(*one.before, 4);
    return text + ".";
}

void draw_next_label(const Bar& bar, const Rect& rect) {
    const Look& look = bar.look;
    const std::string& other = bar.frame.ui.next_words.compared_with;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float letters = std::max(12.0F, look.text * small);
    look.fonts.draw(list, {rect.x, rect.y + rect.height * (other.empty() ? 0.5F : 0.32F)}, "next",
                    Font::Sans, letters, packed(look.theme.dim_text));
    if (other.empty())
        return;
    look.fonts.draw(list, {rect.x, rect.y + rect.height * 0.72F}, "before", Font::Sans, letters,
                    packed(look.theme.dim_text));
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::Dummy({rect.width, rect.height});
    bar.tooltip("The smaller numbers show another state: " + other + ".");
}

FieldStyle sentence_style(const Look& look, const TypedText& typed, std::size_t chosen) {
    FieldStyle style = style_of(look);
    style.faulty = unknown_words(typed);
    if (chosen < typed.offered.size() && (typed.is_begun || !typed.at || style.faulty.empty()))
        style.rest = rest_of_word(typed, typed.offered[chosen]);
    return style;
}

void draw_next_word(const Look& look, const NextWords::One& one, bool is_first, bool is_lit,
                    const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float em = look.text, letters = std::max(12.0F, em * small);
    const float upper = rect.y + rect.height * 0.32F, lower = rect.y + rect.height * 0.72F;
    if (is_lit)
        list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                           ImGui::GetColorU32(ImGuiCol_ButtonHovered), em * 0.3F);
    const float left = rect.x + em * 0.35F, right = rect.right() - em * 0.35F;
    const auto number = [&](Real share, float y, figure::Colour colour) {
        const std::string text = decimals(share, 2);
        look.fonts.draw(list, {right - look.fonts.width(text, Font::Mono, letters), y}, text,
                        Font::Mono, letters, packed(colour));
    };
    const Font font = is_first ? Font::Bold : Font::Sans;
    look.fonts.draw(list, {left, upper},
                    figure::shortened(figure::visible_word(one.word),
                                      right - left - share_width * em, font, letters,
                                      measure(look.fonts)),
                    font, letters, packed(look.theme.text));
    number(one.now, upper, look.theme.text);
    if (one.before)
        number(*one.before, lower, look.theme.dim_text);
    // The bars: now above, before below.
    const float wide = right - left - share_width * em;
    const float thick = std::round(em * 0.32F), gap = 1;
    const float top = std::round(one.before ? lower - thick - gap / 2 : lower - thick / 2);
    const auto bar_of = [&](Real share, float y, figure::Colour colour) {
        list.AddRectFilled({left, y}, {left + wide, y + thick},
                           packed(figure::mix(look.theme.panel_background, look.theme.line, 0.5F)));
        list.AddRectFilled({left, y},
                           {left + std::max(1.0F, wide * static_cast<float>(share)), y + thick},
                           packed(colour));
    };
    bar_of(one.now, top, look.theme.accent);
    if (one.before)
        bar_of(*one.before, top + thick + gap, look.theme.dim_text);
}

float sentence_row_height(const Frame& frame, const Look& look) {
    const bool has_row = frame.document.options.has_table || is_layer_of_folder(frame.document);
    return has_row ? std::round(look.text * sentence_height) : 0;
}

void draw_sentence_row(const Bar& whole, const Rect& row) {
    Bar bar = whole;
    bar.part = WindowPart::Sentence;
    (void)next_words_now(bar.frame);
    if (is_layer_of_folder(bar.frame.document))
        return draw_folder_row(bar, row);
    draw_field(bar, field_of(bar.frame, bar.look));
    if (fitting_words(bar.frame, bar.look, row.width) > 0)
        draw_next_words(bar, row);
}

TextCard text_card(const Look& look, float line, const std::string& fault) {
    const float em = look.text, inset = text_card_inset * em;
    TextCard card;
    card.width = std::min(std::max(line + 2 * inset, fault.empty() ? 0.0F : 30 * em),
                          ImGui::GetIO().DisplaySize.x - em);
    if (!fault.empty())
        card.told = draw_wrapped(nullptr, {0, 0}, card.width - 2 * inset, fault, Font::Sans, em,
                                 packed(look.theme.error), look) +
                    0.4F * em;
    return card;
}

void begin_text_card(const Look& look, const char* name, const Rect& rect, const TextCard& card,
                     const std::string& fault) {
    const float em = look.text, inset = text_card_inset * em;
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    draw_card({rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2}, look);
    if (fault.empty())
        return;
    const float y = rect.y + inset / 2;
    draw_wrapped(ImGui::GetWindowDrawList(), {rect.x + inset, y}, rect.width - 2 * inset, fault,
                 Font::Sans, em, packed(look.theme.error), look);
    look.note("sentence.fault", {rect.x, y}, {rect.right(), y + card.told});
}

void draw_offered_words(const Frame& frame, const Look& look) {
    if (is_typing_folder_text(frame.ui) && sentence_row_height(frame, look) > 0)
        return draw_folder_text_card(frame, look, row_of(frame, look));
    if (!is_typing_sentence(frame.ui) || sentence_row_height(frame, look) == 0)
        return;
    const TypedText typed = typed_sentence(frame);
    const std::string fault = shown_fault(frame, typed);
    const float em = look.text, inset = text_card_inset * em, line = 1.7F * em;
    const std::string keys =
        typed.offered.empty() ? "Enter keeps it    Esc back"
        : typed.offered.size() == 1
            ? "Tab takes it    Enter keeps the sentence    Esc back"
            : "Tab takes it    ↑ ↓ another    Enter keeps the sentence    Esc back";
    const Rect field = field_of(frame, look);
    const FieldStyle style = typed_style(frame, look, typed);
    const LineEdit& edit = frame.ui.editing->line;
    float widest = look.fonts.width(keys, Font::Sans, em * small);
    for (const std::string& word : typed.offered)
        widest = std::max(widest, look.fonts.width(word, style.font, style.text));
    const TextCard made = text_card(look, widest, fault);
    const float wide = made.width;
    const float high =
        made.told + static_cast<float>(typed.offered.size()) * line + 1.6F * em + inset;
    const std::size_t begin = typed.at ? typed.words[*typed.at].from : edit.caret;
    const float x = std::clamp(place_of_byte(begin, field, edit, style, look) - inset, field.x,
                               std::max(field.x, ImGui::GetIO().DisplaySize.x - wide - em / 2));
    const Rect card{std::round(x), field.bottom() + 0.3F * em, wide, high};
    begin_text_card(look, "offered", card, made, fault);
    look.note("sentence.offered", {card.x, card.y}, {card.right(), card.bottom()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float y = card.y + inset / 2 + made.told;
    std::optional<std::size_t> taken;
    for (std::size_t at = 0; at < typed.offered.size(); ++at) {
        const std::string name = "offered/" + std::to_string(at);
        ImGui::SetCursorScreenPos({card.x + inset / 2, y});
        if (ImGui::InvisibleButton(name.c_str(), {card.width - inset, line}))
            taken = at;
        look.note_item(name);
        const bool is_chosen = at == chosen_of(frame, typed);
        if (is_chosen || ImGui::IsItemHovered())
            list.AddRectFilled({card.x + inset / 2, y}, {card.right() - inset / 2, y + line},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * em);
        look.fonts.draw(list, {card.x + inset, y + line / 2},
                        figure::visible_word(typed.offered[at]),
                        is_chosen ? Font::Bold : Font::Sans, style.text, packed(look.theme.text));
        y += line;
    }
    look.fonts.draw(list, {card.x + inset, card.bottom() - 1.0F * em}, keys, Font::Sans, em * small,
                    packed(look.theme.dim_text));
    ImGui::End();
    if (taken)
        return take_offered(frame, *taken);
    const figure::Point pointer{ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
    if (ImGui::IsMouseClicked(0) && !field.contains(pointer) && !card.contains(pointer))
        leave_editing(frame);
}

} // namespace app
