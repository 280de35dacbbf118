// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/actions/menus.h"
#include "app/authoring/authoring.h"
#include "app/editing/editing.h"
#include "app/editing/giving.h"
#include "app/editing/heads.h"
#include "app/editing/model_numbers.h"
#include "app/editing/navigation.h"
#include "app/editing/selecting.h"
#include "app/explaining/covering.h"
#include "app/explaining/lighting.h"
#include "app/explaining/pointing.h"
#include "app/panels/above/bar.h"
#include "app/panels/canvas/canvas_words.h"
#include "app/panels/canvas/scrubbing.h"
#include "app/panels/guess_card.h"
#include "app/panels/lower/training_panel.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/session/frame.h"
#include "app/ui/compat.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "core/document/model/covers.h"
#include "core/document/model/given.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/place_rect.h"
#include "core/figure/pages/block_page.h"
#include "core/figure/pages/heads_page.h"
#include "core/figure/spotlight/spotlight_figure.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

// Pointer and keyboard on the cards of a block: what is under the pointer, and what a click does.

using BlockCards = std::vector<attn::figure::BlockCardRegion>;

/// The card whose `part` (its title or its fold control) contains the point; null if none.
const attn::figure::BlockCardRegion*
card_at(const BlockCards& cards, attn::figure::Point at,
        attn::figure::Rect attn::figure::BlockCardRegion::*part);

void fold_or_unfold(const Frame& frame, attn::figure::BlockCard card);

/// Makes the visible fold controls and titles keyboard stops; Enter on a fold control folds or
/// unfolds. Returns the card whose title was pressed; null if none.
const attn::figure::BlockCardRegion* stop_at_cards(const Frame& frame, const Look& look,
                                                   const BlockCards& cards,
                                                   attn::figure::Point origin,
                                                   const attn::figure::Rect& visible);

// Clicks on the cards of all heads: the title opens the head, the switch sets its rows of W_O to 0
// or restores them.

/// Draws over the figure whose corner is at `origin`. Cards that are scrolled away cannot be
/// pressed.
void draw_head_cards(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     const attn::figure::CardRegions& regions, ImVec2 origin,
                     const attn::figure::Rect& visible);

// The places that the lesson's step speaks of: pointing at one lights its phrase. On the whole
// canvas each has a frame; spotlights and pages draw their own.

/// Draws over the figure whose upper left corner is at `origin`. Everything below still reacts to
/// clicks.
void draw_lesson_places(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                        const attn::figure::Spotlight* light, ImVec2 origin,
                        const std::optional<attn::figure::Point>& pointer);

namespace {

using namespace attn;
using figure::Point;
using figure::Rect;

void begin_mask_stroke(const Frame& frame, const Place& place, Gesture gesture) {
    const bool is_blocked_now = is_blocked(frame.document.switches.mask, place.row, place.column);
    frame.ui.dragging.mask_stroke = MaskStroke{!is_blocked_now, gesture};
}

void continue_mask_stroke(const Frame& frame, const Place& place) {
    const MaskStroke& stroke = *frame.ui.dragging.mask_stroke;
    if (can_paint(frame.document, place) &&
        is_blocked(frame.document.switches.mask, place.row, place.column) != stroke.blocks)
        frame.outbox.edit(SetMaskCell{place.row, place.column, stroke.blocks}, stroke.gesture);
}

/// Makes a word of X the query word; for a word of the memory, shows its row of M.
void press_label(const Frame& frame, const figure::LabelRegion& label) {
    if (const auto word = word_of(frame.document, label)) {
        choose_query(frame, *word);
        if (!frame.ui.teaching.presenting)
            frame.ui.dragging.word = *word;
    } else if (is_of_memory(frame.document, role_of(label)))
        visit(frame, {{Stage::Memory}, label.at, 0});
}

/// Enlarges the matrix of the small picture; if it is enlarged already, returns to the canvas.
void press_small_picture(const Frame& frame, Stage stage) {
    if (frame.ui.window.enlarged == stage)
        leave_light(frame.ui);
    else
        frame.ui.window.enlarged = stage;
}

/// Shows the attention on the page Forward. What is selected stays.
void open_attention(const Frame& frame, const figure::OpeningRegion& opening) {
    frame.view.layer = opening.layer;
    frame.view.is_cross = opening.is_cross;
    frame.view.head = opening.head.value_or(frame.view.head);
    choose_query(frame, opening.query.value_or(frame.view.query));
    frame.ui.window.page = page_id::forward;
    compat::forget_click(); // a second click would hit what is then below the pointer
}

/// `has_small_pictures`: the figure shows one matrix below small pictures of all.
void press(const Frame& frame, const figure::Hit& hit, bool has_small_pictures) {
    frame.ui.message.reset();
    leave_editing(frame); // may say why a text was refused
    leave_lesson_fields(frame);
    if (hit.place) {
        const std::optional<Place> before = frame.view.selected;
        visit(frame, *hit.place);
        if (ImGui::GetIO().KeyCtrl) {
            frame.ui.dragging.selects_range = true;
            return;
        }
        if (ImGui::GetIO().KeyShift && before && before->sheet == hit.place->sheet)
            frame.view.anchor = before;
        if (is_covered(frame.document, *hit.place)) // a drag over plates selects them
            frame.ui.dragging.selects_range = !frame.ui.teaching.presenting;
        else if (can_paint(frame.document, *hit.place))
            begin_mask_stroke(frame, *hit.place, ++frame.ui.dragging.last_gesture);
        else if (is_given(frame.document, hit.place->sheet) || is_dragged_over(frame, *hit.place))
            begin_scrub(frame, *hit.place, ImGui::GetIO().MousePos.x,
                        ++frame.ui.dragging.last_gesture);
        else // a drag over computed numbers selects a range
            frame.ui.dragging.selects_range = !frame.ui.teaching.presenting;
        return;
    }
    if (hit.given)
        return hit.given->act == figure::GivenRegion::Act::Release
                   ? release(frame, hit.given->sheet)
                   : make_shares(frame, hit.given->sheet);
    if (hit.opening)
        return open_attention(frame, *hit.opening);
    frame.view.selected.reset();
    if (hit.label)
        press_label(frame, *hit.label);
    else if (hit.title && has_small_pictures)
        press_small_picture(frame, hit.title->stage);
}

/// Selects what is under the pointer and opens its menu.
void ask_for_menu(const Frame& frame, const figure::Hit& hit) {
    frame.ui.message.reset();
    leave_editing(frame);
    const ImVec2 at = ImGui::GetIO().MousePos;
    const auto open = [&](ContextOf of) {
        frame.ui.menus.context = ContextMenu{of, std::pair(at.x, at.y)};
    };
    if (frame.ui.teaching.presenting) {
        open(ContextOf::Page);
    } else if (hit.place) {
        const auto range = selection(frame.view);
        const bool is_inside =
            range && range->sheet == hit.place->sheet && hit.place->row >= range->row &&
            hit.place->row < range->row + range->rows && hit.place->column >= range->column &&
            hit.place->column < range->column + range->columns;
        if (!is_inside)
            visit(frame, *hit.place);
        open(ContextOf::Numbers);
    } else if (hit.label && word_of(frame.document, *hit.label)) {
        frame.view.selected.reset();
        choose_query(frame, *word_of(frame.document, *hit.label));
        open(ContextOf::Word);
    } else if (hit.label && is_of_memory(frame.document, role_of(*hit.label))) {
        visit(frame, {{Stage::Memory}, hit.label->at, 0});
        open(ContextOf::Word);
    } else if (const auto sheet = hit.given ? std::optional(hit.given->sheet) : hit.title;
               sheet && exists(frame.document, Place{*sheet, 0, 0})) {
        visit(frame, {*sheet, 0, 0});
        select_all(frame);
        open(ContextOf::Matrix);
    }
}

/// The name that a row or column label shows and that can be edited; nothing if there is none.
std::optional<WordTarget> name_of(const Document& document, const figure::LabelRegion& label) {
    const Role role = role_of(label);
    if (!words_of(document, role) || role == Role::OutWord || role == Role::Vocabulary)
        return std::nullopt;
    return WordTarget{label.at, role == Role::Model            ? Names::Columns
                                : role == Role::NewVector      ? Names::Vectors
                                : is_of_memory(document, role) ? Names::Memory
                                                               : Names::Rows};
}

/// Puts the matrix in the light, on the page Forward; if it is there already, returns.
void enlarge(const Frame& frame, const SheetId& sheet) {
    compat::forget_click(); // a second double click would hit what is then below the pointer
    const auto light = light_of(frame);
    if (light && is_lit(frame.ui) && light->stage == sheet.stage)
        leave_light(frame.ui);
    else
        light_up(frame, sheet);
}

void double_click(const Frame& frame, const figure::Hit& hit) {
    frame.ui.dragging.scrub.reset();
    if (hit.place && can_paint(frame.document, *hit.place))
        return; // each click has painted
    if (hit.place)
        begin_editing(frame, CellTarget{*hit.place}); // computed cells: to seek this number
    else if (hit.label && !frame.ui.teaching.presenting)
        if (const auto name = name_of(frame.document, *hit.label))
            begin_editing(frame, *name);
    if (hit.title)
        enlarge(frame, *hit.title);
}

void zoom_by_wheel(const Frame& frame) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0 && io.MouseWheelH == 0)
        return;
    if (io.KeyCtrl) {
        const float before = frame.ui.window.canvas_zoom;
        // Large enough that a cell of the largest document can show its number.
        const float most = std::max(8.0F, static_cast<float>(token_count(frame.document)) / 8);
        frame.ui.window.canvas_zoom =
            std::clamp(before * std::pow(1.15F, io.MouseWheel), 0.25F, most);
        const float factor = frame.ui.window.canvas_zoom / before;
        const ImVec2 from = ImGui::GetWindowPos();
        const ImVec2 pointer(io.MousePos.x - from.x, io.MousePos.y - from.y);
        ImGui::SetScrollX((ImGui::GetScrollX() + pointer.x) * factor - pointer.x);
        ImGui::SetScrollY((ImGui::GetScrollY() + pointer.y) * factor - pointer.y);
        return;
    }
    const float line = ImGui::GetFontSize() * 4;
    const float across = io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0);
    const float down = io.KeyShift ? 0 : io.MouseWheel;
    ImGui::SetScrollX(ImGui::GetScrollX() - across * line);
    ImGui::SetScrollY(ImGui::GetScrollY() - down * line);
}

/// Returns where the name is first shown: in labels of input matrices (`is_of_given`), or of any.
std::optional<Rect> name_rect(const Document& document, const figure::Figure& figure,
                              const WordTarget& word, bool is_of_given) {
    for (const figure::LabelRegion& region : figure.labels) {
        const Index at = word.row - region.at;
        if (at < 0 || at >= region.count || (is_of_given && !is_given(document, region.sheet)))
            continue;
        const figure::LabelRegion label = figure::one_of(region, at);
        const auto name = name_of(document, label);
        if (name && name->of == word.of && name->row == word.row)
            return label.rect;
    }
    return std::nullopt;
}

/// Draws the field over the cell or word that is being typed over.
void draw_editing(const Frame& frame, const Look& look, const figure::Figure& figure,
                  ImVec2 origin) {
    if (!frame.ui.editing || std::holds_alternative<GuessTarget>(frame.ui.editing->target))
        return; // a guess has a card of its own
    const Editing& editing = *frame.ui.editing;
    std::optional<Rect> rect;
    FieldStyle style{figure::Font::Mono, look.text, true, "", editing.fault};
    if (const Place* const cell = cell_of(editing.target)) {
        rect = figure::cell_rect(figure, *cell);
    } else if (const auto* word = std::get_if<WordTarget>(&editing.target)) {
        style.font = figure::Font::Sans;
        style.is_right_aligned = false;
        rect = name_rect(frame.document, figure, *word, true);
        if (!rect)
            rect = name_rect(frame.document, figure, *word, false);
    }
    if (!rect)
        return;
    const float least_width =
        std::max(look.text * 6,
                 look.fonts.width(editing.line.text, style.font, look.text) + look.text * 1.4F);
    const float width = std::max(rect->width, least_width);
    const float height = std::max(rect->height, look.text * 1.8F);
    const Rect field{origin.x + rect->x + (rect->width - width) / 2,
                     origin.y + rect->y + (rect->height - height) / 2, width, height};
    const Rect shown{std::max(field.x, ImGui::GetWindowPos().x + 2), field.y, width, height};
    draw_line_field(*ImGui::GetWindowDrawList(), shown, editing.line, style, look);
    look.note("editing", {shown.x, shown.y}, {shown.right(), shown.bottom()});
}

/// Scrolls to the rectangle when the keyboard has moved to another name, "" for none.
void follow_name(const char* kind, const std::string& name, const std::optional<Rect>& rect) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(kind);
    const int now = name.empty() ? 0 : static_cast<int>(std::hash<std::string>{}(name)&0x7FFFFFFFU);
    if (memory.GetInt(key) == now)
        return;
    memory.SetInt(key, now);
    if (!rect)
        return;
    const ImVec2 size = ImGui::GetWindowSize();
    const float margin = 24;
    const auto follow = [margin](float scroll, float from, float to, float room) {
        if (from - margin < scroll)
            return from - margin;
        return to + margin > scroll + room ? to + margin - room : scroll;
    };
    ImGui::SetScrollX(follow(ImGui::GetScrollX(), rect->x, rect->right(), size.x));
    ImGui::SetScrollY(follow(ImGui::GetScrollY(), rect->y, rect->bottom(), size.y));
}

/// Scrolls to the selected cell after the keyboard moved it.
void follow_selection(const figure::Figure& figure, const std::optional<Place>& selected) {
    follow_name("selected", selected ? to_text(*selected) : "",
                selected ? figure::cell_rect(figure, *selected) : std::nullopt);
}

/// Says what a click on the mark of a given stage does.
void tell_given(const Frame& frame, const figure::GivenRegion& given) {
    if (given.act == figure::GivenRegion::Act::Normalise) {
        ImGui::SetTooltip("%s\nA click divides each line by its sum.",
                          unlike_shares_sentence(frame, given.sheet).c_str());
        return;
    }
    const auto fault = may_be_released(frame.document, given.sheet);
    ImGui::SetTooltip("%s", fault ? "The document gives these numbers. A click computes them "
                                    "again.\nShift+G does the same for the selected matrix."
                                  : fault.error().message.c_str());
}

/// "Opens layer 1, head 0 on Forward".
std::string opened_text(const Document& document, const figure::OpeningRegion& opening) {
    std::string text = "Opens layer " + std::to_string(opening.layer);
    if (opening.is_cross)
        text += ", cross-attention";
    if (opening.head)
        text += ", " + head_name(*opening.head);
    if (opening.query)
        text += " at " +
                figure::visible_word(document.tokens[static_cast<std::size_t>(*opening.query)]);
    return text + " on Forward";
}

void follow_pointer(const Frame& frame, const figure::Hit& hit) {
    point_at(frame, hit.place);
    if (hit.given) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tell_given(frame, *hit.given);
    } else if (hit.opening) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::SetTooltip("%s", opened_text(frame.document, *hit.opening).c_str());
    } else if (hit.place && (is_given(frame.document, hit.place->sheet) ||
                             can_paint(frame.document, *hit.place) ||
                             (frame.ui.over_computed == OverComputed::Set &&
                              can_set(frame.document, hit.place->sheet))))
        ImGui::SetMouseCursor(can_paint(frame.document, *hit.place) ? ImGuiMouseCursor_Hand
                                                                    : ImGuiMouseCursor_ResizeEW);
    else if (hit.title || (hit.label && name_of(frame.document, *hit.label)))
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

/// Makes the marks of given stages keyboard stops; Enter does what a click does.
void stop_at_given(const Frame& frame, const Look& look, const figure::Figure& figure, Point origin,
                   const Rect& visible) {
    for (const figure::GivenRegion& given : figure.given) {
        const Rect& rect = given.rect;
        if (!visible.contains({rect.x, rect.y}) || !visible.contains({rect.right(), rect.bottom()}))
            continue;
        const bool releases = given.act == figure::GivenRegion::Act::Release;
        const std::string name = (releases ? "given/" : "normalise/") + to_text(given.sheet);
        const ImVec2 from(origin.x + rect.x, origin.y + rect.y);
        const ImVec2 to(origin.x + rect.right(), origin.y + rect.bottom());
        look.note(name, from, to);
        if (stop_at(frame, look, {WindowPart::Cards, name, false}, from, to))
            releases ? release(frame, given.sheet) : make_shares(frame, given.sheet);
    }
}

/// Makes the cells of a grid keyboard stops, and the numbers above it that can be chosen; Enter
/// does what a click does.
void stop_at_openings(const Frame& frame, const Look& look, const figure::Figure& figure,
                      Point origin, const Rect& visible) {
    if (figure.openings.empty())
        return;
    std::optional<Rect> focused;
    const auto is_pressed = [&](PartStop stop, const Rect& rect) {
        const ImVec2 from(origin.x + rect.x, origin.y + rect.y);
        const ImVec2 to(origin.x + rect.right(), origin.y + rect.bottom());
        if (visible.contains({rect.x, rect.y}) && visible.contains({rect.right(), rect.bottom()}))
            look.note(stop.name, from, to);
        if (frame.ui.parts.at == stop.part && frame.ui.parts.stop == stop.name)
            focused = rect;
        return stop_at(frame, look, std::move(stop), from, to);
    };
    for (const figure::PlaceRegion& choice : figure.places)
        if (is_pressed({WindowPart::Cards, "number/" + to_text(choice.place),
                        choice.place == frame.view.selected},
                       choice.rect))
            visit(frame, choice.place);
    const View& view = frame.view;
    for (std::size_t at = 0; at < figure.openings.size(); ++at) {
        const figure::OpeningRegion& opening = figure.openings[at];
        const bool is_open = opening.layer == view.layer && opening.is_cross == view.is_cross &&
                             opening.head.value_or(view.head) == view.head &&
                             opening.query.value_or(view.query) == view.query;
        if (is_pressed(
                {WindowPart::Cards, "open/" + std::to_string(at), is_open, figure.openings_across},
                opening.rect))
            open_attention(frame, opening);
    }
    follow_name("stop", focused ? frame.ui.parts.stop : "", focused);
}

} // namespace

CanvasPlace draw_canvas(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const figure::Figure& figure, Rect rect, const PageParts& parts) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::SetNextWindowContentSize({figure.size.width, figure.size.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("canvas", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImGui::Dummy({figure.size.width, figure.size.height});
    const bool is_hovered =
        ImGui::IsWindowHovered() && !frame.ui.cards.palette && !frame.ui.cards.help_open;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Point pointer{mouse.x - origin.x, mouse.y - origin.y};
    const bool is_at_curve =
        parts.loss && figure::grown(parts.loss->plot, look.text).contains(pointer);
    const bool is_inside = is_hovered && rect.contains({mouse.x, mouse.y}) && !is_at_curve;
    const figure::Hit hit = is_inside || frame.ui.dragging.mask_stroke ||
                                    frame.ui.dragging.selects_range || frame.ui.dragging.word
                                ? figure::hit(figure, pointer)
                                : figure::Hit{};

    const auto* const folding =
        is_inside ? card_at(parts.block_cards, pointer, &figure::BlockCardRegion::fold) : nullptr;
    const auto* const titled =
        is_inside ? card_at(parts.block_cards, pointer, &figure::BlockCardRegion::title) : nullptr;

    if (frame.ui.dragging.selects_range) {
        if (hit.place)
            extend_selection(frame, *hit.place);
        frame.ui.dragging.selects_range = ImGui::IsMouseDown(0);
    } else if (frame.ui.dragging.scrub) {
        continue_scrub(frame, mouse.x);
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    } else if (frame.ui.dragging.mask_stroke) {
        if (hit.place)
            continue_mask_stroke(frame, *hit.place);
        if (!ImGui::IsMouseDown(0))
            frame.ui.dragging.mask_stroke.reset();
    } else if (frame.ui.dragging.word) {
        continue_word_drag(frame, hit);
    } else {
        follow_pointer(frame, hit);
        if (folding || titled)
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (is_inside) {
        // Each click paints a mask cell, even in a double click.
        const bool paints = hit.place && can_paint(frame.document, *hit.place);
        if (ImGui::IsMouseClicked(0) && hit.place && takes_places(frame.ui)) {
            if (!ImGui::IsMouseDoubleClicked(0))
                write_place(frame, *hit.place, ImGui::GetIO().KeyAlt);
        } else if (ImGui::IsMouseClicked(0) && folding) {
            leave_editing(frame);
            fold_or_unfold(frame, folding->card);
        } else if (ImGui::IsMouseDoubleClicked(0) && titled)
            enlarge(frame, titled->opens);
        else if (ImGui::IsMouseDoubleClicked(0) && !paints)
            double_click(frame, hit);
        else if (ImGui::IsMouseClicked(0)) {
            press(frame, hit, !parts.light && is_lit(frame.ui));
            if (frame.ui.dragging.mask_stroke && hit.place)
                continue_mask_stroke(frame, *hit.place);
        }
        if (ImGui::IsMouseReleased(1)) // a press closes open menus
            ask_for_menu(frame, hit);
        if (!parts.light)
            zoom_by_wheel(frame);
    } else if (ImGui::IsMouseClicked(0) && frame.ui.editing &&
               (cell_of(frame.ui.editing->target) ||
                std::holds_alternative<WordTarget>(frame.ui.editing->target))) {
        leave_editing(frame);
    }
    follow_selection(figure, frame.view.selected);

    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Rect visible{window.x - origin.x, window.y - origin.y, size.x, size.y};
    paint(figure, *ImGui::GetWindowDrawList(), origin, visible, look.fonts, look.textures);
    if (parts.loss && parts.loss->plot.width > 0)
        scrub_loss(frame, look, *parts.loss, {origin.x, origin.y});
    if (const auto* const card =
            stop_at_cards(frame, look, parts.block_cards, {origin.x, origin.y}, visible))
        enlarge(frame, card->opens);
    for (const figure::TitleRegion& title : figure.titles) {
        const Rect& place = title.rect;
        const figure::Point last{place.right(), place.bottom()};
        // A title that is scrolled away cannot be clicked.
        if (visible.contains({place.x, place.y}) && visible.contains(last))
            look.note("title/" + std::string(title.sheet.stage.name()),
                      {origin.x + place.x, origin.y + place.y},
                      {origin.x + last.x, origin.y + last.y});
    }
    stop_at_given(frame, look, figure, {origin.x, origin.y}, visible);
    if (!frame.ui.teaching.presenting)
        stop_at_openings(frame, look, figure, {origin.x, origin.y}, visible);
    if (!frame.ui.teaching.presenting && !parts.light)
        draw_add_word(frame, look, actions, figure, origin, visible);
    draw_head_cards(frame, look, actions, parts.heads, origin, visible);
    draw_word_drag(frame, look, figure, hit, origin);
    draw_lesson_places(frame, look, figure, parts.light, origin,
                       is_inside ? std::optional(pointer) : std::nullopt);
    if (parts.light)
        look.note("spotlight", {rect.x, rect.y}, {rect.right(), rect.bottom()});
    draw_editing(frame, look, figure, origin);
    ImGui::End();
    draw_guess(frame, look, figure, origin, rect);
    return {{origin.x, origin.y}};
}

using figure::Point;
using figure::Rect;

const figure::BlockCardRegion* card_at(const BlockCards& cards, Point at,
                                       Rect figure::BlockCardRegion::*part) {
    const auto found =
        std::find_if(cards.begin(), cards.end(), [&](const figure::BlockCardRegion& card) {
            return (card.*part).contains(at);
        });
    return found == cards.end() ? nullptr : &*found;
}

void fold_or_unfold(const Frame& frame, figure::BlockCard card) {
    figure::FoldedCards& folded = frame.ui.window.folded_cards;
    if (folded.erase(card) == 0)
        folded.insert(card);
}

const figure::BlockCardRegion* stop_at_cards(const Frame& frame, const Look& look,
                                             const BlockCards& cards, Point origin,
                                             const Rect& visible) {
    const auto is_pressed = [&](const char* kind, const figure::BlockCardRegion& card,
                                const Rect& place) {
        if (!visible.contains({place.x, place.y}) ||
            !visible.contains({place.right(), place.bottom()}))
            return false;
        const std::string name = kind + std::string(card.opens.stage.name());
        const ImVec2 from(origin.x + place.x, origin.y + place.y);
        const ImVec2 to(origin.x + place.right(), origin.y + place.bottom());
        look.note(name, from, to);
        return stop_at(frame, look, {WindowPart::Cards, name, false}, from, to);
    };
    const figure::BlockCardRegion* pressed = nullptr;
    for (const figure::BlockCardRegion& card : cards) {
        if (is_pressed("fold/", card, card.fold))
            fold_or_unfold(frame, card.card);
        if (is_pressed("card/", card, card.title))
            pressed = &card;
    }
    return pressed;
}

namespace {

using attn::figure::CardRegion;
using attn::figure::Rect;

bool has_all(const Rect& visible, const Rect& rect) {
    return visible.contains({rect.x, rect.y}) && visible.contains({rect.right(), rect.bottom()});
}

/// Whether it was pressed by pointer or keyboard.
bool press(const Frame& frame, const Look& look, const std::string& name, const Rect& rect,
           ImVec2 origin) {
    ImGui::SetCursorScreenPos({origin.x + rect.x, origin.y + rect.y});
    const bool is_clicked = ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
    look.note_item(name);
    if (ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return stop_here(frame, look, WindowPart::Cards, name) || is_clicked;
}

void open_head(const Frame& frame, attn::Index head) {
    frame.view.head = head;
    frame.ui.window.page = page_id::forward;
    compat::forget_click(); // a second click would hit what is then below the pointer
}

/// Draws the switch. It leaves the shown head as it is, because a selected number belongs to that
/// head.
void draw_switch(const Frame& frame, const Look& look, const CardRegion& card, ImVec2 origin) {
    const std::string name = "head." + std::to_string(card.head) + ".switch";
    if (press(frame, look, name, *card.control, origin))
        switch_head(frame, card.head, card.is_off);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", card.is_off ? "Its rows of W_O are 0: this head adds nothing to "
                                              "the output. A click brings back\nthe rows as they "
                                              "were, or rows of the identity if they began as 0."
                                            : "Sets the head's rows of W_O to 0, so that it adds "
                                              "nothing to the output.\nA second click brings them "
                                              "back, as Undo does.");
}

} // namespace

void draw_head_cards(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     const attn::figure::CardRegions& regions, ImVec2 origin, const Rect& visible) {
    for (const CardRegion& card : regions.cards) {
        const std::string name = "head." + std::to_string(card.head) + ".title";
        if (has_all(visible, card.title)) {
            if (press(frame, look, name, card.title, origin))
                open_head(frame, card.head);
            if (ImGui::IsItemHovered())
                ImGui::SetTooltip("Opens head %d on Forward", static_cast<int>(card.head));
        }
        if (card.control && has_all(visible, *card.control))
            draw_switch(frame, look, card, origin);
    }
    if (regions.add && has_all(visible, *regions.add)) {
        const Action& add = action(actions, "head.add");
        const std::string why_not = add.why_not ? add.why_not(frame.document) : "";
        if (press(frame, look, "heads.add", *regions.add, origin)) {
            if (why_not.empty())
                add.run(frame);
            else
                frame.ui.message = Message{why_not + ".", true};
        }
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", why_not.empty() ? add.sentence.c_str() : why_not.c_str());
    }
}

void draw_lesson_places(const Frame& frame, const Look& look, const figure::Figure& figure,
                        const figure::Spotlight* light, ImVec2 origin,
                        const std::optional<Point>& pointer) {
    if (!frame.ui.teaching.lesson)
        return;
    LessonState& lesson = *frame.ui.teaching.lesson;
    lesson.pointed_place = 0;
    if (!frame.is_shown() || (light && is_lit(frame.ui)))
        return;
    const bool has_frames = light || frame.ui.teaching.presenting; // in the figure
    const Document& document = frame.shown().document;
    const std::vector<Region>& places = lesson.current().text.pinned;
    figure::Figure over;
    over.size = figure.size;
    const figure::Measure measure_text = measure(look.fonts);
    figure::Drawing drawing{over, look.theme, measure_text};
    const float width = std::max(2.0F, 0.16F * look.text);
    float smallest = 0;
    for (std::size_t at = 0; at < places.size(); ++at) {
        const auto rect = has_frames ? figure::lit_rect(figure, document, places[at])
                                     : figure::place_rect(figure, document, places[at]);
        if (!rect)
            continue;
        look.note("lesson.place." + std::to_string(at + 1),
                  {origin.x + rect->x, origin.y + rect->y},
                  {origin.x + rect->right(), origin.y + rect->bottom()});
        const float area = rect->width * rect->height;
        if (pointer && rect->contains(*pointer) &&
            (lesson.pointed_place == 0 || area < smallest)) { // the innermost one
            lesson.pointed_place = at + 1;
            smallest = area;
        }
        if (!has_frames)
            figure::draw_phrase_frame(drawing, *rect, figure::phrase_style(look.theme, at + 1),
                                      lesson.lit_phrase() == at + 1 ? 1.5F * width : width);
    }
    paint(over, *ImGui::GetWindowDrawList(), origin, {0, 0, over.size.width, over.size.height},
          look.fonts, look.textures);
}

namespace {

using figure::Font;
using figure::Point;
using figure::Rect;

/// The first place that names the query word, beside its row of X or of another matrix.
std::optional<Rect> query_name(const Frame& frame, const figure::Figure& canvas) {
    for (const figure::LabelRegion& region : canvas.labels) {
        const StageInfo& stage = info(region.sheet.stage);
        const Role role = region.is_row ? stage.rows : stage.columns;
        const Index at = frame.view.query - region.at;
        if ((role == Role::Token || role == Role::Query) && at >= 0 && at < region.count)
            return figure::one_of(region, at).rect;
    }
    return std::nullopt;
}

/// The corner below what the menu is about.
Point corner(const Frame& frame, const ContextMenu& menu, const figure::Figure& canvas,
             const CanvasPlace& place) {
    if (menu.at)
        return {menu.at->first, menu.at->second};
    const std::optional<Place>& selected = frame.view.selected;
    std::optional<Rect> rect;
    if (menu.of == ContextOf::Word)
        rect = query_name(frame, canvas);
    else if (selected)
        rect = figure::cell_rect(canvas, *selected);
    return rect ? Point{place.origin.x + rect->x, place.origin.y + rect->bottom()}
                : Point{place.origin.x, place.origin.y};
}

} // namespace

void draw_context_menu(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                       const figure::Figure& canvas, const CanvasPlace& place) {
    Menus& menus = frame.ui.menus;
    if (!menus.context)
        return;
    const Bar bar{frame, look, actions};
    const auto lines = context_actions(frame, menus.context->of, actions);
    float wide = 0, high = 2 * ImGui::GetStyle().WindowPadding.y + told_height(look) + look.text;
    for (const Action* const line : lines) {
        high += line ? 2.1F * look.text : 0.6F * look.text;
        if (!line)
            continue;
        const std::string keys = line->shortcuts.empty() ? "" : to_text(line->shortcuts.front());
        wide = std::max(wide, look.fonts.width(words_of(*line, frame.document.model).name,
                                               Font::Bold, look.text) +
                                  look.fonts.width(keys, Font::Sans, 0.9F * look.text));
    }
    wide = std::max(told_width(look), std::min(wide + 4.5F * look.text, most_line_width(look)));
    ImGui::Begin("context", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    if (std::exchange(menus.context->must_open, false)) {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Point at = corner(frame, *menus.context, canvas, place);
        ImGui::SetNextWindowPos({std::max(0.0F, std::min(at.x, screen.x - wide - 2 * look.text)),
                                 std::max(0.0F, std::min(at.y, screen.y - high))});
        ImGui::OpenPopup("lines");
        menus.marked.clear();
        menus.told.clear();
        menus.beside.clear();
    }
    if (ImGui::BeginPopup("lines")) {
        menus.drawn.clear();
        if (look.escape)
            ImGui::CloseCurrentPopup();
        for (const Action* const line : lines)
            if (line)
                bar.item(*line, wide);
            else
                ImGui::Separator();
        bar.told(wide);
        ImGui::EndPopup();
        menus.lines = menus.drawn;
        menus.open = "context";
    } else {
        menus.context.reset();
        menus.marked.clear();
        menus.open.clear();
    }
    ImGui::End();
}

} // namespace app
