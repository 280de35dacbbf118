// SPDX-License-Identifier: MIT
#include "app/actions/menus.h"
#include "app/actions/model_choices.h"
#include "app/editing/about.h"
#include "app/editing/editing.h"
#include "app/editing/model_numbers.h"
#include "app/editing/navigation.h"
#include "app/explaining/comparing.h"
#include "app/explaining/lighting.h"
#include "app/explaining/pointing.h"
#include "app/panels/above/bar.h"
#include "app/panels/above/formula_row.h"
#include "app/panels/above/light_row.h"
#include "app/panels/above/sentence_row.h"
#include "app/panels/above/typed_number.h"
#include "app/panels/canvas/canvas_words.h"
#include "app/panels/lesson_room.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace app {

// A slider for the number of kept concepts.

/// Draws "keep k = … of 5" instead of the formula. One drag is one step of undo.
void draw_kept_slider(const Frame& frame, const Look& look);

// The Model menu: a line for each part of the model with its present setting, and its choices in a
// submenu.

/// The parts of the menu for this document.
std::vector<MenuPart> model_menu(const attn::Document& document);

// The query word in the row of menus: all words as chips, or one word between arrows, and a list of
// all words that typing searches. Beside them the words of a second list, which are the keys.

/// The chosen layout.
struct QueryChips {
    float width = 0;
    bool are_all = false;  // else one word between arrows
    bool has_label = true; // a label before the words
    bool has_keys = false; // the memory's words beside them
    bool is_close = false; // tighter spacing
    bool is_brief = false; // the one word without its number and without "+"
};
/// Chooses the richest layout that fits beside the chip for "before", whether or not that chip is
/// visible now.
QueryChips query_chips(const Bar& bar, float room);

/// Draws them at the right end of the room from the cursor on.
void draw_query_chips(const Bar& bar, float room, const QueryChips& chips);

namespace {

using namespace attn;
using figure::Font;

/// Returns "0.00", "auto", "3 digits", "1/3" or "1.00e-3".
std::string number_label(const NumberFormat& numbers) {
    switch (numbers.kind) {
    case NumberFormat::Kind::Decimals:
        return decimals(0, numbers.digits);
    case NumberFormat::Kind::Automatic:
        return "auto";
    case NumberFormat::Kind::Significant:
        return std::to_string(numbers.digits) + " digits";
    case NumberFormat::Kind::Fraction:
        return "1/3";
    case NumberFormat::Kind::Scientific:
        return scientific(1e-3, numbers.digits);
    }
    return "";
}

/// Draws what documents of concepts have instead of the formula.
void draw_concept_parts(const Bar& above) {
    Bar bar = above;
    bar.part = WindowPart::Formula;
    draw_kept_slider(bar.frame, bar.look);
    ImGui::Dummy({bar.look.text, 1});
    ImGui::SameLine();
    bar.menu("New people", {{"New people"}});
    bar.menu("Films", {{"Films"}, {"Concepts"}});
}

/// Draws the menus. Lines that would not fit a window 700 pixels high are in submenus. On the start
/// page no document is visible, so menus that change or explain one are grey.
void draw_menus(const Bar& bar) {
    const bool sees_document = !bar.frame.ui.starting.is_shown;
    bar.menu("File", {{"File"}, {""}, {"Export", true}});
    bar.menu("Edit",
             {{"Edit"},
              {""},
              {"Words", true},
              {"Shape", true},
              {"Copy", true},
              {"What is copied", true}},
             sees_document);
    bar.menu("View", {{"View"},
                      {""},
                      {"Pages", true},
                      {"Lower panel", true},
                      {"Map", true},
                      {"Training", true},
                      {"Numbers", true, number_label(bar.frame.view.numbers)},
                      {"Colours", true},
                      {"Theme", true}});
    bar.menu("Insert", {{"Fill"}, {"Fill a stage", true}, {"Attend to"}}, sees_document);
    const bool has_model = has_stage(bar.frame.document, Stage::Weights) || !sees_document;
    if (has_model && bar.begin_menu("Model", sees_document)) {
        bar.parts("Model", model_menu(bar.frame.document)); // evaluates every option
        bar.end_menu();
    }
    bar.menu("Explain",
             {{"Explain"},
              {""},
              {"Computed numbers", true},
              {"Compare", true},
              {"What if it were wrong", true}},
             sees_document);
    bar.menu("Teach", {{"Lessons", true},
                       {"Presets", true},
                       {"The open lesson", true},
                       {""},
                       {"Writing"},
                       {"The lesson you write", true},
                       {""},
                       {"Present"},
                       {""},
                       {"Class"}});
    bar.menu("Help", {{"Help"}});
}

/// Draws the document's title if there is room beside everything else.
void draw_document_title(const Bar& bar, float most) {
    const Look& look = bar.look;
    const float room = std::min(most - look.text, look.text * 30);
    if (room < look.text * 8)
        return;
    const std::string mark = bar.frame.ui.files.is_unsaved ? "● " : "";
    const std::string title =
        figure::shortened(mark + figure::visible_word(bar.frame.document.title), room, Font::Sans,
                          look.text, measure(look.fonts));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = look.fonts.draw(
        *ImGui::GetWindowDrawList(), {at.x + look.text * 0.5F, at.y + ImGui::GetFrameHeight() / 2},
        title, Font::Sans, look.text, packed(look.theme.dim_text));
    // The title itself is the button, so that nothing is framed that is read most of the time.
    const bool is_clicked =
        ImGui::InvisibleButton("title", {width + look.text, ImGui::GetFrameHeight()});
    if (bar.is_entered("document.title") || is_clicked)
        open_about(bar.frame);
    look.note_item("document.title");
    bar.tooltip("The title of the document. Click to edit it and the notes.");
    if (ImGui::IsItemHovered())
        ImGui::GetWindowDrawList()->AddLine(
            {at.x + look.text * 0.5F, at.y + ImGui::GetFrameHeight() * 0.85F},
            {at.x + look.text * 0.5F + width, at.y + ImGui::GetFrameHeight() * 0.85F},
            packed(look.theme.dim_text));
    ImGui::SameLine();
}

/// Draws the chip that tells what "before" means during a comparison, in place of the title, so
/// that nothing else moves. A click chooses another.
void draw_before_chip(const Bar& bar, const std::string& name, float most) {
    const Look& look = bar.look;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float room =
        std::min(most - style.ItemSpacing.x - 2 * style.FramePadding.x, look.text * 30);
    const std::string label =
        figure::shortened(name, room, Font::Sans, look.text, measure(look.fonts));
    const bool is_clicked = ImGui::Button((label + "###before").c_str());
    const bool is_pressed = bar.is_entered("Before") || is_clicked;
    bar.tooltip(
        "The canvas marks what differs from this state. Click to compare with another one.");
    if (bar.begin_popup("Before", is_pressed)) {
        bar.parts("Before", {{"Compare"}});
        bar.end_popup();
    }
    ImGui::SameLine();
}

/// Draws undo, the chip for "before" or the title, the query words, and Present.
void draw_beside_menus(const Bar& bar, float width) {
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::SameLine(0, bar.look.text);
    bar.button("edit.undo", "↶");
    bar.button("edit.redo", "↷");
    const float present = bar.width("Present") + style.ItemSpacing.x;
    const float room = ImGui::GetContentRegionAvail().x - present;
    const QueryChips chips = query_chips(bar, room);
    if (const Before compared = before(bar.frame); compared.calculation)
        draw_before_chip(bar, compared.name, room - chips.width);
    else
        draw_document_title(bar, room - chips.width);
    draw_query_chips(bar, ImGui::GetContentRegionAvail().x - present, chips);
    ImGui::SameLine();
    ImGui::SetCursorPosX(width - style.WindowPadding.x - bar.width("Present"));
    const bool is_clicked = ImGui::Button("Present");
    if (bar.is_entered("present.start") || is_clicked)
        action(bar.actions, "present.start").run(bar.frame);
    bar.look.note_item("present.start");
}

/// Draws the formula, or what documents of concepts have instead.
void draw_second_row(const Bar& bar, figure::Rect row) {
    if (light_of(bar.frame))
        return; // draw_light_row() fills it once its map is made.
    if (has_lit_step(bar.frame)) {
        Bar beside = bar;
        beside.part = WindowPart::Pages;
        draw_light_button(beside, row);
        row.width -= light_button_width(bar) + bar.look.text;
    }
    if (has_stage(bar.frame.document, Stage::Weights)) {
        const PageTabs tabs = page_tabs(bar, row.width);
        figure::Rect formula = row;
        formula.width -= tabs.width;
        draw_formula_row(bar, formula);
        draw_pages(bar, row, tabs);
        return;
    }
    ImGui::SetCursorPosY(row.y + (row.height + 2 - ImGui::GetFrameHeight()) / 2);
    draw_concept_parts(bar);
}

} // namespace

figure::Rect second_row(const Look& look) {
    return {0, std::round(look.text * menu_row), ImGui::GetIO().DisplaySize.x,
            std::round(look.text * formula_row)};
}

float draw_toolbar(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const bool has_document = !frame.ui.starting.is_shown;
    Menus& menus = frame.ui.menus;
    menus.seen.clear();
    menus.drawn.clear();
    menus.open_now.clear();
    const figure::Rect below = second_row(look);
    const float first = below.y, second = has_document ? below.height : 0;
    const float third = has_document ? sentence_row_height(frame, look) : 0;
    const float height = first + second + third, width = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin("toolbar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const Bar bar{frame, look, actions};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({0, first - 1}, {width, first - 1}, packed(look.theme.line));
    list.AddLine({0, height - 1}, {width, height - 1}, packed(look.theme.line));
    ImGui::SetCursorPosY((first - ImGui::GetFrameHeight()) / 2);
    draw_menus(bar);
    if (has_document) {
        draw_beside_menus(bar, width);
        draw_second_row(
            bar, {style.WindowPadding.x, first, width - 2 * style.WindowPadding.x, second - 2});
        if (third > 0) {
            list.AddLine({0, first + second - 1}, {width, first + second - 1},
                         packed(look.theme.line));
            draw_sentence_row(bar, {style.WindowPadding.x, first + second,
                                    width - 2 * style.WindowPadding.x, third - 2});
        }
    }
    if (!has_document) {
        const std::string name = "Attention Lab";
        look.fonts.draw(list,
                        {width - style.WindowPadding.x - look.text -
                             look.fonts.width(name, Font::Sans, look.text * 0.93F),
                         first / 2},
                        name, Font::Sans, look.text * 0.93F, packed(look.theme.dim_text));
    }
    ImGui::End();
    draw_typed_number(bar);
    menus.names = menus.seen;
    menus.lines = menus.drawn;
    menus.open = menus.open_now;
    if (menus.open.empty() && !menus.context) {
        menus.marked.clear();
        menus.beside.clear();
        end_trial(frame);
    }
    return height;
}

void draw_kept_slider(const Frame& frame, const Look& look) {
    const auto most = static_cast<int>(concept_count(frame.document));
    auto kept = static_cast<int>(frame.document.concepts.kept);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("keep k =");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(look.text * 11);
    const bool is_moved = ImGui::SliderInt("##k", &kept, 1, most, "%d", ImGuiSliderFlags_NoInput);
    look.note_item("k");
    if (ImGui::IsItemActivated())
        ++frame.ui.dragging.last_gesture;
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "The number of concepts that are kept. The others are dropped and drawn dim.");
    if (is_moved && kept != frame.document.concepts.kept)
        frame.outbox.edit(SetKept{kept}, frame.ui.dragging.last_gesture);
    ImGui::SameLine();
    ImGui::TextColored(vec4(look.theme.dim_text), "of %d", most);
    ImGui::SameLine();
}

namespace {

std::string present_heads(const Document& document) {
    const std::string count = std::to_string(head_count(document));
    return document.join == Join::WO           ? count + ", joined by W_O"
           : document.join == Join::SideBySide ? count + ", side by side"
                                               : count;
}

/// The present setting: "Gaussian kernel, σ 1".
std::string present(const Document& document, std::string_view part) {
    if (part == "Heads")
        return present_heads(document);
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    for (const ModelChoice& choice : model_choices())
        if (choice.part == part && choice.is_offered(document) && choice.is_chosen(document))
            add(choice.name);
    for (const ModelNumberInfo& number : model_numbers())
        if (number.part == part && number.is_used(document))
            add(std::string(number.name) + " " + significant(number.value(document), 4));
    return text;
}

} // namespace

std::vector<MenuPart> model_menu(const Document& document) {
    std::vector<MenuPart> parts;
    for (const std::string_view part : model_parts())
        parts.push_back({part, true, present(document, part)});
    return parts;
}

namespace {

using figure::Font;

constexpr float longest = 8; // the longest word, in text sizes

/// A word shortened to fit a button.
std::string short_enough(const Bar& bar, const std::string& word) {
    return figure::shortened(figure::visible_word(word), longest * bar.look.text, Font::Sans,
                             bar.look.text, measure(bar.look.fonts));
}
std::string shown_word(const Bar& bar, Index row) {
    return short_enough(bar, bar.frame.document.tokens[static_cast<std::size_t>(row)]);
}
std::string shown_key(const Bar& bar, Index row) {
    return short_enough(bar, bar.frame.document.memory[static_cast<std::size_t>(row)]);
}

/// The width of the widest word. With many words it is the largest allowed width, because measuring
/// each takes long.
float widest_word(const Bar& bar) {
    constexpr Index many = 200;
    const Index count = token_count(bar.frame.document);
    float widest = count > many ? longest * bar.look.text : 0;
    for (Index row = 0; row < count && count <= many; ++row)
        widest =
            std::max(widest, bar.look.fonts.width(shown_word(bar, row), Font::Sans, bar.look.text));
    return widest;
}

std::string label_of(const Bar& bar) {
    return std::string(model_of(bar.frame.document).chosen);
}

/// The width of all words side by side, without the label. Stops measuring once it exceeds `most`.
float all_width(const Bar& bar, float most) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    float whole = bar.width("+") + spacing;
    for (Index row = 0; row < token_count(bar.frame.document) && whole <= most; ++row)
        whole += bar.width(shown_word(bar, row)) + spacing;
    return whole;
}

constexpr const char* keys_label = "key word, M";

/// The width of the memory's words with their label; 0 without a list of them.
float keys_width(const Bar& bar, float most) {
    if (!has_memory_list(bar.frame.document))
        return 0;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    float whole = bar.width(keys_label) + bar.width("+") + 3 * spacing;
    for (Index row = 0; row < std::ssize(bar.frame.document.memory) && whole <= most; ++row)
        whole += bar.width(shown_key(bar, row)) + spacing;
    return whole;
}

/// Draws the memory's words; a click goes to the word's numbers.
void draw_keys(const Bar& bar) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    ImGui::SameLine(0, 2 * ImGui::GetStyle().ItemSpacing.x);
    ImGui::TextColored(vec4(look.theme.dim_text), "%s", keys_label);
    const std::optional<Index> chosen = chosen_memory_word(frame);
    for (Index row = 0; row < std::ssize(frame.document.memory); ++row) {
        ImGui::SameLine();
        const bool is_key = row == chosen || (!chosen && row == frame.view.key);
        if (is_key) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.key));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.key_text));
        }
        const bool is_clicked =
            word_button(look, shown_key(bar, row), "##key" + std::to_string(row));
        if (bar.is_entered("key/" + std::to_string(row)) || is_clicked)
            visit(frame, {{Stage::Memory}, row, 0});
        if (is_key)
            ImGui::PopStyleColor(2);
        look.note_item("key/" + std::to_string(row));
    }
    ImGui::SameLine();
    const bool is_clicked = ImGui::Button("+##key");
    if (bar.is_entered("key.add") || is_clicked)
        add_memory_word(frame);
    bar.tooltip("Add a word of the memory");
    look.note_item("key.add");
}

/// Draws a chip and returns whether it was pressed. The query word's chip is orange.
bool draw_chip(const Bar& bar, Index row, const std::string& id) {
    const bool is_query = row == bar.frame.view.query;
    if (is_query) {
        ImGui::PushStyleColor(ImGuiCol_Button, vec4(bar.look.theme.query));
        ImGui::PushStyleColor(ImGuiCol_Border, vec4(bar.look.theme.query));
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(bar.look.theme.on_accent));
    }
    const bool is_clicked = word_button(bar.look, shown_word(bar, row), id);
    if (is_query)
        ImGui::PopStyleColor(3);
    return bar.is_entered("query/" + std::to_string(row), is_query) || is_clicked;
}

/// Draws the + after the words.
void draw_add_chip(const Bar& bar) {
    ImGui::SameLine();
    const bool is_clicked = ImGui::Button("+##query");
    if (bar.is_entered("query.add") || is_clicked)
        append_word(bar.frame, bar.actions);
    bar.tooltip(named_with_key(appending(bar.frame, bar.actions), bar.frame.document.model));
    bar.look.note_item("query.add");
}

bool flat_button(const Bar& bar, const std::string& label, bool is_dim) {
    flatten();
    if (is_dim)
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(bar.look.theme.dim_text));
    const bool is_pressed = ImGui::Button(label.c_str());
    if (is_dim)
        ImGui::PopStyleColor();
    unflatten();
    return is_pressed;
}

/// Draws the search field, and below it the words that contain its text.
void draw_list(const Bar& bar) {
    const Frame& frame = bar.frame;
    const Look& look = bar.look;
    Menus& menus = frame.ui.menus;
    if (menus.open != query_list)
        menus.search = {};
    const std::vector<Index> words = words_holding(frame.document, menus.search.text);
    const float line = 1.6F * look.text, wide = 20 * look.text;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const figure::Rect field{at.x, at.y, wide, 2 * look.text};
    ImGui::Dummy({field.width, field.height});
    draw_line_field(*ImGui::GetWindowDrawList(), field, menus.search,
                    {Font::Sans, look.text, false, "a part of the word, or its number", ""}, look);
    look.note("query.search", {field.x, field.y}, {field.right(), field.bottom()});
    constexpr std::size_t most = 14;
    const std::size_t lines = std::min(most, static_cast<std::size_t>(token_count(frame.document)));
    const auto name = [](Index row) { return "query/" + std::to_string(row); };
    const bool is_marked = std::any_of(words.begin(), words.end(),
                                       [&](Index row) { return name(row) == menus.marked; });
    if (!is_marked) {
        const bool has_query =
            std::find(words.begin(), words.end(), frame.view.query) != words.end();
        menus.marked = words.empty() ? "" : name(has_query ? frame.view.query : words.front());
        menus.must_scroll = true;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("words", {wide, static_cast<float>(lines) * line});
    for (const Index row : words) {
        menus.drawn.push_back({name(row), true, false});
        const ImVec2 from = ImGui::GetCursorScreenPos();
        ImGui::Dummy({wide, line});
        if (name(row) == menus.marked && std::exchange(menus.must_scroll, false))
            ImGui::SetScrollHereY();
        bool is_chosen = menus.entered == name(row);
        if (is_chosen)
            menus.entered.clear();
        if (ImGui::IsItemVisible()) {
            const ImVec2 to(from.x + wide, from.y + line);
            const bool is_pointed = ImGui::IsItemHovered();
            is_chosen = is_chosen || (is_pointed && ImGui::IsMouseReleased(0));
            look.note(name(row), from, to);
            ImDrawList& list = *ImGui::GetWindowDrawList();
            if (is_pointed || name(row) == menus.marked)
                list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_HeaderHovered),
                                   0.3F * look.text);
            const float middle = from.y + line / 2, number = 3.2F * look.text;
            const std::string count = std::to_string(row + 1);
            look.fonts.draw(list,
                            {from.x + number - 0.8F * look.text -
                                 look.fonts.width(count, Font::Mono, 0.86F * look.text),
                             middle},
                            count, Font::Mono, 0.86F * look.text, packed(look.theme.dim_text));
            const bool is_query = row == frame.view.query;
            look.fonts.draw(list, {from.x + number, middle}, shown_word(bar, row),
                            is_query ? Font::Bold : Font::Sans, look.text,
                            packed(is_query ? look.theme.query_text : look.theme.text));
        }
        if (is_chosen) {
            choose_query(frame, row);
            ImGui::CloseCurrentPopup();
        }
    }
    if (words.empty())
        ImGui::TextColored(vec4(look.theme.dim_text), "no such word");
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

/// Draws the label before the words, which opens their list.
void draw_label(const Bar& bar, const std::string& label) {
    const bool is_clicked = flat_button(bar, label, true);
    if (bar.begin_popup(query_list, bar.is_entered(query_list) || is_clicked)) {
        draw_list(bar);
        bar.end_popup();
    }
}

/// Returns "40 of 40 ▾"; the last row gives the widest label.
std::string number_label(const Bar& bar, Index row) {
    return std::to_string(row + 1) + " of " + std::to_string(token_count(bar.frame.document)) +
           " ▾";
}

/// The width of one word between arrows, without the label.
float one_width(const Bar& bar, bool is_brief = false) {
    // As wide as the widest word, so that nothing moves when the word changes.
    const float word = widest_word(bar) + 2 * ImGui::GetStyle().FramePadding.x;
    if (is_brief)
        return bar.width("‹") + word + bar.width("›") + 2 * ImGui::GetStyle().ItemSpacing.x;
    return bar.width("‹") + word +
           bar.width(number_label(bar, token_count(bar.frame.document) - 1)) + bar.width("›") +
           bar.width("+") + 5 * ImGui::GetStyle().ItemSpacing.x;
}

/// Draws one word between arrows, with its number if there is room. A click on the word opens the
/// list of all.
void draw_one_of_many(const Bar& bar, bool has_label, bool is_brief) {
    const Index count = token_count(bar.frame.document), query = bar.frame.view.query;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float word = widest_word(bar) + 2 * ImGui::GetStyle().FramePadding.x;
    const float numbers = bar.width(number_label(bar, count - 1));
    if (has_label) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextColored(vec4(bar.look.theme.dim_text), "%s", label_of(bar).c_str());
        ImGui::SameLine();
    }
    const bool goes_back = ImGui::Button("‹");
    if (bar.is_entered("query.previous") || goes_back)
        choose_query(bar.frame, query - 1);
    bar.look.note_item("query.previous");
    const float from = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + spacing;
    ImGui::SameLine();
    const float own = bar.look.fonts.width(shown_word(bar, query), Font::Sans, bar.look.text) +
                      2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SetCursorPosX(from + std::max(0.0F, (word - own) / 2));
    const bool is_chip = draw_chip(bar, query, "###query");
    bool is_pressed = false;
    if (!is_brief) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(from + word + spacing);
        const bool is_clicked = flat_button(bar, number_label(bar, query) + "###list", true);
        is_pressed = bar.is_entered(query_list) || is_clicked;
    }
    if (bar.begin_popup(query_list, is_pressed || is_chip)) {
        draw_list(bar);
        bar.end_popup();
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(from + word + (is_brief ? spacing : numbers + 2 * spacing));
    const bool goes_on = ImGui::Button("›");
    if (bar.is_entered("query.next") || goes_on)
        choose_query(bar.frame, query + 1);
    bar.look.note_item("query.next");
    if (!is_brief)
        draw_add_chip(bar);
}

/// Uses tighter spacing until end_close().
void begin_close() {
    const ImGuiStyle& style = ImGui::GetStyle();
    constexpr float closer = 0.6F;
    const ImVec2 padding(std::round(style.FramePadding.x * closer), style.FramePadding.y);
    const ImVec2 spacing(std::round(style.ItemSpacing.x * closer), style.ItemSpacing.y);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, spacing);
}
void end_close() {
    ImGui::PopStyleVar(2);
}

struct CloseWidths {
    float words = 0; // all words with ▾ before them
    float both = 0;  // the memory's words as well, both with labels; 0 without a memory
};
CloseWidths close_widths(const Bar& bar, float most) {
    begin_close();
    const float spacing = ImGui::GetStyle().ItemSpacing.x, all = all_width(bar, most);
    const float keys = keys_width(bar, most);
    const CloseWidths close{bar.width("▾") + spacing + all,
                            keys > 0 ? bar.width(label_of(bar)) + spacing + all + keys : 0};
    end_close();
    return close;
}

} // namespace

QueryChips query_chips(const Bar& bar, float room) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x, text = bar.look.text;
    const float label = bar.width(label_of(bar)) + spacing, sign = bar.width("▾") + spacing;
    const float some = room - 9 * text, least = room - 5 * text; // beside the chip for "before"
    const float all = all_width(bar, room);
    if (const float keys = keys_width(bar, room); keys > 0 && label + all + keys <= some)
        return {label + all + keys, true, true, true};
    const CloseWidths close = close_widths(bar, room);
    if (close.both > 0 && close.both <= some)
        return {close.both, true, true, true, true};
    if (label + all <= some)
        return {label + all, true, true};
    if (sign + all <= least)
        return {sign + all, true, false};
    if (close.words <= least)
        return {close.words, true, false, false, true};
    const float one = one_width(bar);
    if (one > room)
        return {one_width(bar, true), false, false, false, false, true};
    const bool has_label = label + one <= some;
    return {one + (has_label ? label : 0), false, has_label};
}

void draw_query_chips(const Bar& above, float room, const QueryChips& chips) {
    Bar bar = above;
    bar.part = WindowPart::Words;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0F, room - chips.width));
    if (!chips.are_all)
        return draw_one_of_many(bar, chips.has_label, chips.is_brief);
    if (chips.is_close)
        begin_close();
    draw_label(bar, chips.has_label ? label_of(bar) : "▾");
    for (Index row = 0; row < token_count(bar.frame.document); ++row) {
        ImGui::SameLine();
        if (draw_chip(bar, row, "##" + std::to_string(row)))
            choose_query(bar.frame, row);
        bar.look.note_item("query/" + std::to_string(row));
    }
    draw_add_chip(bar);
    if (chips.has_keys)
        draw_keys(bar);
    if (chips.is_close)
        end_close();
}

} // namespace app
