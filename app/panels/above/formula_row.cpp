// SPDX-License-Identifier: MIT
#include "app/panels/above/formula_row.h"

#include "app/actions/formula.h"
#include "app/actions/menus.h"
#include "app/editing/editing.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/pages.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Font;

/// A size to write the formula in; the first that fits is used.
struct FormulaSize {
    float text, caption, gap; // in ordinary text sizes; caption 0: none
    float longest = 1000;     // caption, which is cut there
};
constexpr FormulaSize sizes[] = {{1.36F, 0.86F, 0.55F},
                                 {1.2F, 0.86F, 0.3F},
                                 {1.05F, 0.86F, 0.22F},
                                 {1.05F, 0.86F, 0.12F, 7},
                                 {1.05F, 0, 0.12F}};

bool is_switch(const FormulaPiece& piece) {
    return !piece.name.empty();
}

/// Whether a press runs its only action instead of opening choices.
bool runs(const FormulaPiece& piece) {
    return piece.menus.empty() && piece.actions.size() == 1;
}

/// The space on both sides of a sign.
float space_around(const FormulaPiece& piece) {
    return piece.text.empty()                                                      ? 0.6F
           : piece.text == "(" || piece.text == ")" || piece.text.starts_with("^") ? 0.02F
           : piece.text == ","                                                     ? 0.1F
                                                                                   : 0.3F;
}

float width_of(const Bar& bar, const FormulaPiece& piece, const FormulaSize& size) {
    const float em = bar.look.text * size.text;
    const float text = bar.rich_width(piece.text, Font::Sans, em);
    const float around = is_switch(piece) ? bar.look.text * size.gap : 2 * space_around(piece) * em;
    if (size.caption == 0 || piece.caption.empty())
        return text + around;
    const float small = bar.look.text * size.caption;
    const Font font = piece.is_unusual ? Font::Bold : Font::Sans;
    const float caption = std::min(bar.look.text * size.longest,
                                   std::max(bar.look.fonts.width(piece.caption, font, small),
                                            bar.look.fonts.width(piece.room, font, small)));
    return std::max(text + around, caption + bar.look.text * size.gap);
}

float whole_width(const Bar& bar, const std::vector<FormulaPiece>& pieces,
                  const FormulaSize& size) {
    float whole = 0;
    for (const FormulaPiece& piece : pieces)
        whole += width_of(bar, piece, size);
    return whole;
}

FormulaSize fitting(const Bar& bar, const std::vector<FormulaPiece>& pieces, float room) {
    for (const FormulaSize& size : sizes)
        if (whole_width(bar, pieces, size) <= room)
            return size;
    return sizes[std::size(sizes) - 1];
}

/// Dragging across τ changes it by one percent per pixel. Returns whether the pointer is dragging
/// or was just released.
bool scrub_temperature(const Frame& frame) {
    std::optional<TemperatureScrub>& scrub = frame.ui.dragging.temperature;
    // A whole drag may happen within the frame that sees the release.
    const float gone = ImGui::GetIO().MousePos.x - ImGui::GetIO().MouseClickedPos[0].x;
    const bool is_whole = ImGui::IsItemDeactivated() && std::abs(gone) >= 3;
    const float travel = is_whole ? gone : ImGui::GetMouseDragDelta(0, 3).x;
    if ((ImGui::IsItemActive() || is_whole) && !scrub && travel != 0)
        scrub = {frame.document.switches.temperature, ++frame.ui.dragging.last_gesture};
    // The slider may be dragged instead.
    if (!scrub || !(ImGui::IsItemActive() || ImGui::IsItemDeactivated()))
        return false;
    if (!scrub->is_cancelled && ImGui::IsMousePosValid()) {
        const Real wanted =
            std::clamp(scrub->start * std::exp(0.01 * static_cast<Real>(travel)), 0.01, 100.0);
        frame.outbox.edit(SetTemperature{std::round(wanted * 100) / 100}, scrub->gesture);
    }
    if (!ImGui::IsMouseDown(0))
        scrub.reset();
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    return true;
}

void draw_underline(const Bar& bar, const figure::Rect& rect, float at, bool is_lit) {
    const Look& look = bar.look;
    const float under = std::round(at), inset = look.text * 0.15F;
    const ImU32 ink = packed(is_lit ? look.theme.accent : look.theme.line);
    for (float x = rect.x + inset; x < rect.right() - inset; x += is_lit ? 2.0F : 4.0F)
        ImGui::GetWindowDrawList()->AddRectFilled({x, under}, {x + 2, under + 1}, ink);
}

void draw_piece(const Bar& bar, const FormulaPiece& piece, const figure::Rect& rect,
                const FormulaSize& size, bool is_lit) {
    const Look& look = bar.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float em = look.text * size.text;
    const float line = rect.y + rect.height * (size.caption > 0 ? 0.36F : 0.5F);
    const float wide = bar.rich_width(piece.text, Font::Sans, em);
    const float left = rect.x + (rect.width - wide) / 2;
    if (is_lit)
        list.AddRectFilled(
            {rect.x, rect.y}, {rect.right(), rect.bottom()},
            packed(figure::mix(look.theme.panel_background, look.theme.accent, 0.12F)),
            look.text * 0.3F);
    const figure::Colour text = is_lit         ? look.theme.accent_text
                                : piece.is_off ? look.theme.dim_text
                                               : look.theme.text;
    bar.draw_rich({left, line}, piece.text, Font::Sans, em, packed(text));
    if (is_switch(piece))
        draw_underline(bar, rect, line + em * 0.72F, is_lit);
    if (size.caption == 0 || piece.caption.empty())
        return;
    const float small = look.text * size.caption;
    const Font font = piece.is_unusual ? Font::Bold : Font::Sans;
    const std::string caption =
        figure::shortened(piece.caption, rect.width, font, small, measure(look.fonts));
    const float length = look.fonts.width(caption, font, small);
    look.fonts.draw(list, {rect.x + (rect.width - length) / 2, rect.y + rect.height * 0.8F},
                    caption, font, small,
                    packed(piece.is_unusual ? look.theme.accent_text : look.theme.dim_text));
}

/// Draws the question, and the key words above the columns of weights.
void draw_heading(const Bar& bar, const FormulaPiece& piece, float wide) {
    const Look& look = bar.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = at.y + look.text * 0.8F;
    look.fonts.draw(list, {at.x + look.text * 0.3F, middle}, piece.question, Font::Bold, look.text,
                    packed(look.theme.text));
    if (const float beside = weights_width(bar); beside > 0) {
        const auto count =
            static_cast<float>(bar.frame.ui.menus.trial->weights.begin()->second.size());
        const float cell = (beside - look.text) / count, small = look.text * 0.86F;
        const Words& keys = key_words(bar.frame.ui.menus.trial->base);
        float x = at.x + wide - beside + look.text;
        const std::string of =
            "weights of " +
            figure::visible_word(bar.frame.ui.menus.trial->base
                                     .tokens[static_cast<std::size_t>(bar.frame.view.query)]);
        // Beside the question, or not at all.
        const float end =
            at.x + 1.3F * look.text + look.fonts.width(piece.question, Font::Bold, look.text);
        if (const float room = std::min(wide * 0.4F, x - look.text - end); room > 5 * look.text) {
            const std::string shown =
                figure::shortened(of, room, Font::Sans, small, measure(look.fonts));
            look.fonts.draw(list,
                            {x - look.text - look.fonts.width(shown, Font::Sans, small), middle},
                            shown, Font::Sans, small, packed(look.theme.query_text));
        }
        for (const std::string& key : keys.list()) {
            const std::string word = figure::shortened(figure::visible_word(key), cell - 4,
                                                       Font::Sans, small, measure(look.fonts));
            look.fonts.draw(
                list, {x + (cell - 2 - look.fonts.width(word, Font::Sans, small)) / 2, middle},
                word, Font::Sans, small, packed(look.theme.dim_text));
            x += cell;
        }
    }
    ImGui::Dummy({wide, look.text * 1.7F});
}

void draw_foot(const Bar& bar) {
    const Look& look = bar.look;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = look.fonts.draw(
        *ImGui::GetWindowDrawList(), {at.x + look.text * 0.3F, at.y + look.text * 0.8F},
        "↑ ↓ try it    Enter keep it    Esc back    ← → the next part", Font::Sans,
        look.text * 0.86F, packed(look.theme.dim_text));
    ImGui::Dummy({wide + look.text * 0.3F, look.text * 1.4F});
}

/// The width of the choices without weights.
float choices_width(const Bar& bar, const FormulaPiece& piece) {
    const float text = bar.look.text;
    float wide = std::max(told_width(bar.look),
                          bar.look.fonts.width(piece.question, Font::Bold, text) + 0.8F * text);
    for (const std::string_view menu : piece.menus)
        if (bar.knows(menu))
            wide = std::max(wide, bar.menu_width(menu));
    return wide;
}

/// Whether the keys are few enough to show, and the words few enough to evaluate all choices at
/// once.
bool can_show_weights(const Document& document) {
    constexpr Index most_keys = 10, most_words = 64;
    return key_count(document) <= most_keys && token_count(document) <= most_words;
}

/// The actions that a piece opens: its menus, plus the actions it names, as one more menu with its
/// name.
std::vector<Action> actions_of(const std::vector<Action>& all, const FormulaPiece& piece) {
    std::vector<Action> list;
    for (const Action& one : all)
        if (std::find(piece.menus.begin(), piece.menus.end(), one.menu) != piece.menus.end())
            list.push_back(one);
    for (const std::string_view id : piece.actions) {
        list.push_back(action(all, id));
        list.back().menu = piece.name;
    }
    return list;
}

/// Draws the choices. `whole` includes a menu with the piece's name if the piece names actions.
void draw_choices(Bar bar, const FormulaPiece& whole) {
    FormulaPiece piece = whole;
    if (!piece.actions.empty())
        piece.menus.push_back(whole.name);
    bar.least_wide = choices_width(bar, piece);
    bar.below = 2.2F * bar.look.text; // the foot
    const Menus& menus = bar.frame.ui.menus;
    const float room = ImGui::GetIO().DisplaySize.x - bar.look.text * 3;
    const auto keys = static_cast<float>(key_count(bar.frame.document));
    const float weights = piece.has_weights && can_show_weights(bar.frame.document)
                              ? bar.look.text * (3.1F * keys + 1)
                              : 0;
    const bool is_leaving = !menus.asked.empty(); // another one opens in this frame
    if ((menus.open != piece.name || !menus.trial) && !is_leaving) {
        std::vector<const Action*> choices;
        for (const Action& action : bar.actions)
            if (std::find(piece.menus.begin(), piece.menus.end(), action.menu) != piece.menus.end())
                choices.push_back(&action);
        begin_trial(bar.frame, choices, weights > 0 && choices_width(bar, piece) + weights < room);
    }
    std::vector<MenuPart> parts;
    for (const std::string_view menu : piece.menus)
        parts.push_back({menu});
    draw_heading(bar, piece, choices_width(bar, piece) + weights_width(bar));
    ImGui::Separator();
    bar.parts(piece.name, parts);
    ImGui::Separator();
    draw_foot(bar);
}

/// The beginning of the formula that fits, and "…".
std::vector<FormulaPiece> folded(const Bar& bar, std::vector<FormulaPiece> pieces,
                                 const FormulaSize& size, float room) {
    if (whole_width(bar, pieces, size) <= room)
        return pieces;
    const FormulaPiece more{"…"};
    room -= width_of(bar, more, size);
    while (!pieces.empty() && whole_width(bar, pieces, size) > room)
        pieces.pop_back();
    pieces.push_back(more);
    return pieces;
}

/// Presses a piece without choices: the temperature, or a single action.
void press(const Bar& bar, const FormulaPiece& piece, bool is_entered, bool is_clicked) {
    bar.look.note_item(piece.name);
    if (!runs(piece)) {
        bar.tooltip("The temperature divides the scaled scores. Drag it, or click and type.");
        if (is_entered || (!scrub_temperature(bar.frame) && is_clicked))
            begin_editing(bar.frame, TemperatureTarget{});
        return;
    }
    const Action& one = action(bar.actions, piece.actions.front());
    bar.tooltip(one.sentence);
    if ((is_entered || is_clicked) && one.is_enabled(bar.frame))
        one.run(bar.frame);
}

} // namespace

void draw_formula_row(const Bar& whole, const figure::Rect& row) {
    Bar bar = whole;
    bar.part = WindowPart::Formula;
    std::vector<FormulaPiece> pieces = page_formula(bar.frame);
    const FormulaSize size = fitting(bar, pieces, row.width);
    pieces = folded(bar, std::move(pieces), size, row.width);
    const Frame& frame = bar.frame;
    float x = row.x;
    for (const FormulaPiece& piece : pieces) {
        const float wide = width_of(bar, piece, size);
        const figure::Rect rect{x, row.y, wide, row.height};
        x += wide;
        if (!is_switch(piece)) {
            draw_piece(bar, piece, rect, size, false);
            continue;
        }
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        const bool is_clicked =
            ImGui::InvisibleButton(piece.name.c_str(), {rect.width, rect.height});
        const bool is_lit = ImGui::IsItemHovered() || frame.ui.menus.open == piece.name;
        const bool is_entered = bar.is_entered(piece.name, piece.name == "Normalise");
        draw_piece(bar, piece, rect, size, is_lit);
        if (runs(piece) || (piece.menus.empty() && piece.actions.empty())) {
            press(bar, piece, is_entered, is_clicked);
            continue;
        }
        if (bar.begin_popup(piece.name, is_entered || is_clicked)) {
            const std::vector<Action> list =
                piece.actions.empty() ? std::vector<Action>() : actions_of(bar.actions, piece);
            Bar opened{frame, bar.look, piece.actions.empty() ? bar.actions : list};
            opened.part = bar.part;
            draw_choices(opened, piece);
            bar.end_popup();
        }
    }
}

namespace {

using attn::figure::Font;
using attn::figure::Rect;

/// The actions of the pages that the document has, from left to right.
std::vector<const Action*> offered_pages(const Bar& bar) {
    std::vector<const Action*> list;
    for (const attn::figure::PageInfo& page : attn::figure::canvas_pages())
        if (!page.tab.empty())
            if (const Action& one = action(bar.actions, "page." + std::string(page.id));
                one.is_offered(bar.frame.document))
                list.push_back(&one);
    return list;
}

/// The width of each page as a tab. Many tabs stand closer together.
std::vector<float> tab_widths(const Bar& bar, const std::vector<const Action*>& pages) {
    constexpr std::size_t many = 6;
    const float around = (pages.size() > many ? 1.0F : 1.6F) * bar.look.text;
    std::vector<float> list;
    for (const Action* const page : pages)
        list.push_back(bar.look.fonts.width(page->name, Font::Bold, bar.look.text) + around);
    return list;
}

/// What the button for the pages without a tab says: "Effects ▾" if one of them is shown, else
/// "More ▾".
std::string pages_label(const Bar& bar, const PageTabs& tabs) {
    for (std::size_t at = tabs.count; at < tabs.pages.size(); ++at)
        if (tabs.pages[at]->is_checked(bar.frame))
            return tabs.pages[at]->name + " ▾";
    return tabs.count == 0 ? "Pages ▾" : "More ▾";
}

/// The width of tabs and button. Beside tabs the button has room for each name that it may have.
float pages_width(const Bar& bar, const PageTabs& tabs) {
    float width = bar.look.text, button = 0;
    for (std::size_t at = 0; at < tabs.count; ++at)
        width += tabs.widths[at];
    if (tabs.count < tabs.pages.size())
        button = bar.width(pages_label(bar, tabs));
    if (tabs.count > 0)
        for (std::size_t at = tabs.count; at < tabs.pages.size(); ++at)
            button = std::max(button, bar.width(tabs.pages[at]->name + " ▾"));
    return width + button;
}

/// Makes as many tabs as fit; none if only one would.
void fit(const Bar& bar, PageTabs& tabs, float room) {
    tabs.count = tabs.pages.size();
    while (tabs.count > 1 && pages_width(bar, tabs) > room)
        --tabs.count;
    if (tabs.count == 1)
        tabs.count = 0;
}

void draw_page_tab(const Bar& bar, const Action& page, const Rect& rect) {
    const Look& look = bar.look;
    const bool is_shown = page.is_checked(bar.frame), can_turn = page.is_enabled(bar.frame);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool is_clicked = ImGui::InvisibleButton(page.id.c_str(), {rect.width, rect.height});
    if (can_turn && (bar.is_entered(page.id, is_shown) || is_clicked))
        page.run(bar.frame);
    look.note_item(page.id);
    const bool is_lit = ImGui::IsItemHovered() && can_turn && !is_shown;
    bar.tooltip(page.sentence);
    const Font font = is_shown ? Font::Bold : Font::Sans;
    const float wide = look.fonts.width(page.name, font, look.text);
    look.fonts.draw(*ImGui::GetWindowDrawList(),
                    {rect.x + (rect.width - wide) / 2, rect.y + rect.height / 2}, page.name, font,
                    look.text,
                    packed(is_lit     ? look.theme.accent_text
                           : is_shown ? look.theme.text
                                      : look.theme.dim_text));
    if (is_shown)
        ImGui::GetWindowDrawList()->AddRectFilled({rect.x + 0.4F * look.text, rect.bottom() - 2},
                                                  {rect.right() - 0.4F * look.text, rect.bottom()},
                                                  packed(look.theme.text));
}

} // namespace

PageTabs page_tabs(const Bar& bar, float row) {
    // Tabs beside the formula are worth smaller letters in it, and all of them the smallest.
    const std::vector<FormulaPiece> pieces = formula(bar.frame.document);
    PageTabs tabs{offered_pages(bar), {}, 0, 0};
    tabs.widths = tab_widths(bar, tabs.pages);
    fit(bar, tabs, row - whole_width(bar, pieces, sizes[1]));
    if (tabs.count < tabs.pages.size()) {
        PageTabs all = tabs;
        fit(bar, all, row - whole_width(bar, pieces, sizes[3]));
        if (all.count == all.pages.size())
            tabs = std::move(all);
    }
    tabs.width = pages_width(bar, tabs);
    return tabs;
}

void draw_pages(const Bar& above, const Rect& row, const PageTabs& tabs) {
    Bar bar = above;
    bar.part = WindowPart::Pages;
    float x = row.right() - tabs.width + bar.look.text;
    for (std::size_t at = 0; at < tabs.count; ++at) {
        draw_page_tab(bar, *tabs.pages[at], {x, row.y, tabs.widths[at], row.height + 1});
        x += tabs.widths[at];
    }
    if (tabs.count == tabs.pages.size())
        return;
    ImGui::SetCursorScreenPos({x, row.y + (row.height - ImGui::GetFrameHeight()) / 2});
    const bool is_clicked = ImGui::Button((pages_label(bar, tabs) + "###pages").c_str());
    const bool is_pressed = bar.is_entered("Pages") || is_clicked;
    bar.look.note_item("pages");
    if (bar.begin_popup("Pages", is_pressed)) {
        bar.parts("Pages", {{"Pages"}});
        bar.end_popup();
    }
}

} // namespace app
