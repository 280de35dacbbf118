// SPDX-License-Identifier: MIT
#include "app/exporting/exporting.h"
#include "app/exporting/kept.h"
#include "app/panels/panels.h"
#include "app/ui/compat.h"
#include "app/ui/line_field.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/model.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/place.h"
#include "core/figure/base/text.h"
#include "core/figure/paper/figures.h"
#include "core/publish/kept.h"
#include "core/publish/pictures/style.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace app {

// The layout of export options: rows with a label, buttons and fields.

struct ExportRows {
    const Frame& frame;
    const Look& look;
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    float left = ImGui::GetCursorPosX();
    float label_width = 6.2F * look.text;

    void row(const char* label) const {
        ++state.walk.row;
        ImGui::SetCursorPosX(left);
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
        ImGui::TextUnformatted(label);
        ImGui::PopStyleColor();
        ImGui::SameLine(left + label_width);
    }

    /// Continues in the same row, or in a new one if `width` does not fit.
    void next(float width) const {
        const float gap = 0.3F * look.text;
        ImGui::SameLine(0, gap);
        if (ImGui::GetContentRegionAvail().x < width) {
            ImGui::NewLine();
            ImGui::SetCursorPosX(left + label_width);
        }
    }
    void next(const std::string& label) const {
        next(look.fonts.width(label, attn::figure::Font::Sans, look.text) +
             2 * ImGui::GetStyle().FramePadding.x);
    }

    /// Call after a control at `rect`: makes it a keyboard stop. Returns whether a key pressed it.
    bool stop(const std::string& name, const attn::figure::Rect& rect, bool is_chosen,
              bool is_button, ExportField of = ExportField::None) const;

    /// A button that is framed while its choice is the current one.
    bool chip(const std::string& name, const std::string& label, bool is_on) const {
        if (is_on) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.accent_text));
        }
        const bool is_pressed = button(name, label, is_on, false);
        if (is_on)
            ImGui::PopStyleColor(2);
        return is_pressed;
    }
    /// A button. Enter presses it if `is_for_enter`; Space always does.
    bool button(const std::string& name, const std::string& label, bool is_on,
                bool is_for_enter) const;
    /// Moves the keyboard to this control after a click.
    void follow_pointer(const std::string& name) const {
        state.walk.at = name;
        state.walk.is_by_key = false;
    }

    /// A list that opens below its current choice. If it returns true, the list is open; draw its
    /// lines and call ImGui::EndCombo() then.
    bool begin_list(const std::string& name, const std::string& label, float width) const;
    /// A line of the list. Returns whether it was chosen, which closes the list, but not with Ctrl.
    bool line(const std::string& name, const std::string& label, bool is_on) const;
    /// A line with a tick; the list stays open. Returns whether the tick changed.
    bool tick_line(const std::string& name, const std::string& label, bool& is_ticked) const;
    /// Call after a line: returns whether a key pressed it.
    bool take_line(const std::string& name, bool is_on) const;

    /// Draws a row of buttons, one of them chosen. `prefix` distinguishes the stops of two rows
    /// with the same words.
    template <class Value>
    void chips(const char* row_label, std::span<const attn::publish::Choice<Value>> choices,
               Value& chosen, const std::string& prefix = "") const {
        row(row_label);
        for (const attn::publish::Choice<Value>& one : choices) {
            const std::string label(one.label.empty() ? one.word : one.label);
            if (&one != &choices.front())
                next(label);
            if (chip(prefix + std::string(one.word), label, chosen == one.value))
                chosen = one.value;
        }
    }
    template <class Value>
    void chips(const char* row_label, std::initializer_list<attn::publish::Choice<Value>> choices,
               Value& chosen) const {
        chips(row_label, std::span(choices.begin(), choices.size()), chosen);
    }

    void toggle(const char* name, const char* label, bool& value, bool is_first = false) const {
        if (!is_first)
            next("● " + std::string(label));
        if (chip(name, (value ? "● " : "") + std::string(label), value))
            value = !value;
    }

    void field(const char* name, ExportField which, const char* hint, float width) const;
};

/// The figures that the document keeps: keep the choice, take one out, remove one, export all.
void draw_kept(const ExportRows& rows);
/// Options for saved styles: take, make default, delete, and save the choice under a name.
void draw_styles(const ExportRows& rows);
/// Options for the figure of lines: which heads, each in its colour, and the least weight.
void draw_lines_choice(const ExportRows& rows);
/// Options for a worksheet: what is asked, for whom, and on which paper.
void draw_worksheet_options(const ExportRows& rows);

namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

std::string size_of(std::size_t bytes) {
    return bytes < 1000 ? std::to_string(bytes) + " bytes"
                        : significant(static_cast<double>(bytes) / 1e3, 3) + " kB";
}

/// Draws the picture as large as the room allows, but never enlarged.
void draw_picture(const Look& look, const MadeFile& made, Rect room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto width = static_cast<float>(made.pixels->width);
    const auto height = static_cast<float>(made.pixels->height);
    const float factor = std::min({room.width / width, room.height / height, 1.0F});
    const float x = std::floor(room.x + (room.width - width * factor) / 2);
    const float y = std::floor(room.y + (room.height - height * factor) / 2);
    const ImVec2 from(x, y), to(x + width * factor, y + height * factor);
    list.AddRectFilled(from, to, packed(look.theme.panel_background));
    list.AddImage(compat::texture_id(look.textures.of(made.pixels, true)), from, to);
    list.AddRect({from.x - 1, from.y - 1}, {to.x + 1, to.y + 1}, packed(look.theme.line));
    look.note("export/preview", from, to);
}

/// Draws the first lines of a text file.
void draw_text_of(const Look& look, const MadeFile& made, Rect room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = 0.92F * look.text, line = 1.45F * size;
    const bool is_text = made.bytes.find('\0') == std::string::npos;
    if (!is_text) {
        look.fonts.draw(list, {room.x + look.text, room.y + 1.5F * look.text},
                        "A file of numbers for other programs, " + size_of(made.bytes.size()),
                        Font::Sans, look.text, packed(look.theme.dim_text));
        return;
    }
    list.PushClipRect({room.x, room.y}, {room.right(), room.bottom()}, true);
    std::size_t at = 0;
    for (float y = room.y + line; y < room.bottom() && at < made.bytes.size(); y += line) {
        const std::size_t end = std::min(made.bytes.find('\n', at), made.bytes.size());
        look.fonts.draw(list, {room.x + look.text, y},
                        printable(std::string_view(made.bytes).substr(at, end - at), 220),
                        Font::Mono, size, packed(look.theme.text));
        at = end + 1;
    }
    list.PopClipRect();
    look.note("export/preview", {room.x, room.y}, {room.right(), room.bottom()});
}

/// Draws what is wrong, or facts about the file.
void draw_fact(const Frame& frame, const Look& look, ImVec2 at, float width) {
    const ExportState& state = frame.ui.exporting;
    const auto kind = publish::file_kind(state.choice.path);
    std::string text;
    bool is_fault = true;
    if (!kind)
        text = kind.error().text();
    else if (state.replacing == state.choice.path)
        text = "This file exists, and this document did not write it. Replace it?";
    else if (std::string question = question_about_all(frame); !question.empty())
        text = std::move(question);
    else if (const auto options = export_options(frame); !options)
        text = options.error().text();
    else if (!state.made)
        return;
    else if (!state.made->fault.empty())
        text = state.made->fault;
    else if (!state.made->bytes.empty()) {
        is_fault = false;
        text = (state.made->note.empty() ? "" : state.made->note + "    ") +
               (state.made->pages > 1    ? std::to_string(state.made->pages) + " pages    "
                : state.made->pages == 1 ? "1 page    "
                                         : "") +
               (state.made->width > 0 ? std::to_string(state.made->width) + " × " +
                                            std::to_string(state.made->height) + " pixels    "
                                      : "") +
               size_of(state.made->bytes.size()) + "    made in " +
               significant(state.made->seconds * 1e3, 2) + " ms" +
               (state.is_outdated ? "    …" : "");
    }
    const figure::Measure measured = measure(look.fonts);
    look.fonts.draw(*ImGui::GetWindowDrawList(), at,
                    figure::shortened(text, width, Font::Sans, look.text, measured), Font::Sans,
                    look.text, packed(is_fault ? look.theme.error : look.theme.dim_text));
}

void draw_export_buttons(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const ExportState& state = frame.ui.exporting;
    std::error_code fault;
    const bool exists = std::filesystem::exists(state.choice.path, fault);
    const bool is_asked = exists && state.replacing == state.choice.path;
    ImGui::PushStyleColor(ImGuiCol_Button, vec4(look.theme.accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, vec4(look.theme.accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive, vec4(look.theme.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.on_accent));
    const ExportRows rows{frame, look};
    ++rows.state.walk.row;
    const bool is_pressed = rows.button("write",
                                        is_asked ? "Replace the file"
                                        : exists ? "Export, replacing the file"
                                                 : "Export",
                                        false, true);
    ImGui::PopStyleColor(4);
    if (is_pressed)
        wish_file(frame);
    ImGui::SameLine();
    if (rows.button("copy", "Copy picture", false, true))
        action(actions, "export.copy").run(frame);
    ImGui::SameLine();
    if (rows.button("close", "Close", false, true))
        frame.ui.exporting.is_open = false;
}

} // namespace

void draw_export_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    if (!frame.ui.exporting.is_open)
        return;
    name_file(frame);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float text = look.text;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    // An open popup stays above its panel.
    if (!ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId))
        ImGui::SetNextWindowFocus();
    ImGui::Begin("export", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    // The status bar is not dimmed: it reports written files.
    list.AddRectFilled({0, 0}, {screen.x, screen.y - 2 * text}, IM_COL32(0, 0, 0, 90));
    list.PopClipRect();
    const float margin = screen.x < 90 * text ? text : 3 * text;
    const Rect card{margin, margin, screen.x - 2 * margin, screen.y - 2 * margin};
    list.AddRectFilled({card.x, card.y}, {card.right(), card.bottom()},
                       packed(look.theme.panel_background), 0.6F * text);
    list.AddRect({card.x, card.y}, {card.right(), card.bottom()}, packed(look.theme.line),
                 0.6F * text);
    look.fonts.draw(list, {card.x + 1.5F * text, card.y + 1.6F * text}, "Export", Font::Bold,
                    1.15F * text, packed(look.theme.text));
    look.fonts.draw(
        list, {card.x + 7 * text, card.y + 1.6F * text},
        "Tab and arrows move  ·  Space presses  ·  Enter ends a text  ·  Ctrl+Enter exports  ·  "
        "Esc closes",
        Font::Sans, 0.92F * text, packed(look.theme.dim_text));

    const float options = std::min(31 * text, 0.42F * card.width);
    const float top = card.y + 3 * text, bottom = card.bottom() - 3.4F * text;
    ImGui::SetCursorScreenPos({card.x + 1.5F * text, top});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.4F * text, 0.42F * text});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * text, 0.26F * text});
    ImGui::BeginChild("options", {options, bottom - top});
    begin_walk(frame.ui.exporting.walk);
    draw_export_options(frame, look, actions);
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::SetCursorScreenPos({card.x + 1.5F * text, bottom + 0.7F * text});
    draw_export_buttons(frame, look, actions);
    end_walk(frame.ui.exporting.walk);

    const Rect room{card.x + options + 3 * text, top, card.width - options - 4.5F * text,
                    bottom - top};
    list.AddRectFilled({room.x, room.y}, {room.right(), room.bottom()},
                       packed(look.theme.background), 0.4F * text);
    const auto& made = frame.ui.exporting.made;
    const Rect inner{room.x + text, room.y + text, room.width - 2 * text, room.height - 2 * text};
    if (made && made->pixels)
        draw_picture(look, *made, inner);
    else if (made && !made->bytes.empty())
        draw_text_of(look, *made, room);
    draw_fact(frame, look, {room.x, bottom + 1.6F * text}, room.width);
    ImGui::End();
}

using attn::figure::Font;
using attn::figure::Rect;

namespace {

void draw_ring(const Look& look, const Rect& rect) {
    ImGui::GetWindowDrawList()->AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                                        packed(look.theme.accent), 0.3F * look.text, 0,
                                        std::max(2.0F, 0.14F * look.text));
}

/// Fields need no ring: typing in them is visible.
void draw_ring_at(const ExportRows& rows, const std::string& name, const Rect& rect) {
    if (rows.state.walk.at == name && rows.state.walk.is_by_key)
        draw_ring(rows.look, rect);
}

bool take_press(ExportWalk& walk, const std::string& name) {
    if (walk.pressed != name)
        return false;
    walk.pressed.clear();
    return true;
}

} // namespace

bool ExportRows::stop(const std::string& name, const Rect& rect, bool is_chosen, bool is_button,
                      ExportField of) const {
    ExportWalk& walk = state.walk;
    const float y = rect.y + rect.height / 2;
    const int line = walk.drawn.empty() ? 0
                     : std::abs(walk.drawn.back().y - y) < 0.5F * look.text
                         ? walk.drawn.back().line
                         : walk.drawn.back().line + 1;
    walk.drawn.push_back(
        {name, of, is_chosen, is_button, walk.row, line, rect.x + rect.width / 2, y});
    if (walk.at == name && walk.list_now.empty() && std::exchange(walk.must_scroll, false)) {
        const float top = ImGui::GetWindowPos().y;
        if (rect.y < top || rect.bottom() > top + ImGui::GetWindowHeight())
            ImGui::SetScrollFromPosY(y - top);
    }
    return take_press(walk, name);
}

bool ExportRows::button(const std::string& name, const std::string& label, bool is_on,
                        bool is_for_enter) const {
    const bool is_clicked = ImGui::Button((label + "##" + name).c_str());
    look.note_item("export/" + name);
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const Rect rect{from.x, from.y, to.x - from.x, to.y - from.y};
    if (is_clicked)
        follow_pointer(name);
    draw_ring_at(*this, name, rect);
    return stop(name, rect, is_on, is_for_enter) || is_clicked;
}

bool ExportRows::begin_list(const std::string& name, const std::string& label, float width) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::min(width, ImGui::GetContentRegionAvail().x);
    const Rect rect{at.x, at.y, wide, ImGui::GetFrameHeight()};
    const std::string id = "##" + name;
    ++state.walk.row;
    if (stop(name, rect, false, true))
        compat::open_combo(id.c_str());
    ++state.walk.row;
    look.note("export/" + name, {rect.x, rect.y}, {rect.right(), rect.bottom()});
    ImGui::SetNextItemWidth(wide);
    const bool is_open = ImGui::BeginCombo(id.c_str(), label.c_str(), ImGuiComboFlags_HeightLarge);
    if (!is_open) {
        draw_ring_at(*this, name, rect);
        return false;
    }
    if (ImGui::IsMouseClicked(0))
        follow_pointer(name);
    state.walk.list_now = name;
    if (look.escape)
        ImGui::CloseCurrentPopup();
    return true;
}

bool ExportRows::line(const std::string& name, const std::string& label, bool is_on) const {
    const bool stays = ImGui::GetIO().KeyCtrl;
    const bool is_clicked = ImGui::Selectable(
        label.c_str(), is_on, stays ? compat::keeps_popup : ImGuiSelectableFlags_None);
    const bool is_taken = take_line(name, is_on);
    if (is_taken && !stays)
        ImGui::CloseCurrentPopup();
    return is_taken || is_clicked;
}

bool ExportRows::tick_line(const std::string& name, const std::string& label,
                           bool& is_ticked) const {
    const bool is_clicked = ImGui::Checkbox((label + "##" + name).c_str(), &is_ticked);
    if (!take_line(name, false))
        return is_clicked;
    is_ticked = !is_ticked;
    return true;
}

bool ExportRows::take_line(const std::string& name, bool is_on) const {
    ExportWalk& walk = state.walk;
    walk.drawn_lines.push_back({name, ExportField::None, is_on, false, 0, 0, 0, 0});
    if (ImGui::IsItemVisible())
        look.note_item("export/" + name);
    if (walk.marked != name)
        return false;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    draw_ring(look, {from.x, from.y, to.x - from.x, to.y - from.y});
    if (std::exchange(walk.must_scroll, false))
        ImGui::SetScrollHereY();
    return take_press(walk, name);
}

void ExportRows::field(const char* name, ExportField which, const char* hint, float width) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::max(1.0F, std::min(width, ImGui::GetContentRegionAvail().x - 1));
    const Rect rect{at.x, at.y, room, ImGui::GetFrameHeight()};
    if (ImGui::InvisibleButton(name, {rect.width, rect.height})) {
        begin_field(frame, which);
        follow_pointer(name);
    }
    stop(name, rect, false, false, which);
    look.note_item(std::string("export/") + name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (state.field == which) {
        draw_line_field(list, rect, state.line, {Font::Sans, look.text, false, hint, state.fault},
                        look);
        return;
    }
    const std::string text = which == ExportField::Style  ? state.style_name
                             : which == ExportField::Keep ? state.keep_name
                                                          : text_of(choice, which);
    list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                       ImGui::GetColorU32(ImGuiCol_FrameBg), 0.3F * look.text);
    list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, packed(look.theme.line),
                 0.3F * look.text);
    const float padding = 0.4F * look.text;
    std::string shown = text.empty() ? hint : text;
    // The end of a long path distinguishes files.
    const float inside = rect.width - 2 * padding;
    while (shown.size() > 4 && which == ExportField::Path &&
           look.fonts.width("…" + shown, Font::Sans, look.text) > inside)
        shown.erase(0, shown.find_first_not_of("\x80", 1));
    if (which == ExportField::Path && shown != text && !text.empty())
        shown = "…" + shown;
    look.fonts.draw(
        list, {rect.x + padding, rect.y + rect.height / 2},
        attn::figure::shortened(shown, inside, Font::Sans, look.text, measure(look.fonts)),
        Font::Sans, look.text, packed(text.empty() ? look.theme.dim_text : look.theme.text));
}

// The options of an export as rows of buttons and fields.

namespace {

using publish::PictureSize;
using Rows = ExportRows;

constexpr const char* worksheet_title = "A worksheet to fill in";

void draw_figures(const Rows& rows) {
    const figure::Beside beside = shown_beside(rows.frame);
    const auto list = figure::figures(rows.frame.document, beside);
    const auto named = figure::named_figure(rows.frame.document, rows.choice.figure, beside);
    rows.row("Figure");
    const bool has_worksheets = has_stage(rows.frame.document, Stage::Weights);
    bool& is_on = rows.choice.worksheet.is_on;
    is_on = is_on && has_worksheets;
    const std::string title = is_worksheet(rows.choice) ? worksheet_title
                              : named                   ? named->title
                                                        : rows.choice.figure;
    if (!rows.begin_list("figure", title, ImGui::GetContentRegionAvail().x))
        return;
    ImGui::TextDisabled("Ctrl with a click or Enter exports at once, and the list stays open");
    const auto export_at_once = [&] {
        if (!ImGui::GetIO().KeyCtrl)
            return;
        name_file(rows.frame);
        wish_file(rows.frame);
    };
    if (has_worksheets && rows.line("worksheet", worksheet_title, is_worksheet(rows.choice))) {
        is_on = true;
        if (!is_worksheet(rows.choice))
            rows.choice.path = with_ending(rows.choice.path, ".pdf");
        export_at_once();
    }
    std::string group;
    for (const figure::NamedFigure& one : list) {
        if (one.group != group) {
            group = one.group;
            ImGui::TextDisabled("%s", group.c_str());
        }
        const std::string label = "  " + one.title + "##" + one.name;
        if (rows.line("figure/" + one.name, label, !is_on && one.name == rows.choice.figure)) {
            rows.choice.figure = one.name;
            is_on = false;
            export_at_once();
        }
    }
    ImGui::EndCombo();
}

void draw_format(const Rows& rows, const std::optional<publish::FileKind>& kind) {
    ExportState& state = rows.state;
    const auto take = [&](std::string_view ending) {
        rows.choice.path = with_ending(rows.choice.path, ending);
        state.field = ExportField::None;
        state.fault.clear();
    };
    rows.row("Format");
    std::string label = "other …";
    bool is_first = true;
    for (const publish::FileKindInfo& info : publish::file_kinds()) {
        const bool is_on = kind == info.kind;
        const std::string name(info.ending);
        if (info.kind > publish::FileKind::Pdf) {
            if (is_on)
                label = name;
            continue;
        }
        if (!std::exchange(is_first, false))
            rows.next("SVG");
        std::string capital = name.substr(1);
        std::transform(capital.begin(), capital.end(), capital.begin(), [](unsigned char letter) {
            return static_cast<char>(std::toupper(letter));
        });
        if (rows.chip(name.substr(1), capital, is_on))
            take(info.ending);
    }
    rows.next(8 * rows.look.text);
    if (!rows.begin_list("format", label, 8 * rows.look.text))
        return;
    for (const publish::FileKindInfo& info : publish::file_kinds()) {
        const std::string line = std::string(info.ending) + "   " + std::string(info.title);
        if (rows.line("format/" + std::string(info.ending), line, kind == info.kind))
            take(info.ending);
    }
    ImGui::EndCombo();
}

/// Choices of journals, each with the width of its text.
void draw_journals(const Rows& rows) {
    std::string label = "journal …";
    for (const publish::JournalWidth& journal : publish::journal_widths)
        if (rows.choice.look.picture.size == journal.size)
            label = journal.title;
    if (!rows.begin_list("journal", label, 10 * rows.look.text))
        return;
    for (const publish::JournalWidth& journal : publish::journal_widths) {
        if (rows.line("journal/" + std::string(journal.name), std::string(journal.title),
                      rows.choice.look.picture.size == journal.size)) {
            rows.choice.look.picture.size = journal.size;
            rows.state.field = ExportField::None;
        }
    }
    ImGui::EndCombo();
}

void draw_size(const Rows& rows) {
    publish::PictureStyle& style = rows.choice.look.picture;
    rows.row("Size");
    bool is_first = true;
    for (const auto& [name, label] :
         {std::pair("note", "Note"), std::pair("slide", "Slide"), std::pair("paper-1", "1 column"),
          std::pair("paper-2", "2 columns")}) {
        if (!std::exchange(is_first, false))
            rows.next(label);
        const PictureSize size = *publish::parse_size(name);
        if (rows.chip(name, label, style.size == size)) {
            style.size = size;
            rows.state.field = ExportField::None;
        }
    }
    rows.next(8 * rows.look.text);
    draw_journals(rows);
    rows.row("");
    rows.field("size", ExportField::Size, "800x600", 9 * rows.look.text);
    rows.next(4 * rows.look.text);
    rows.field("dpi", ExportField::Dpi, "default dpi", 7 * rows.look.text);
    rows.next(4 * rows.look.text);
    rows.field("font", ExportField::Font, "letters, pt", 7 * rows.look.text);
}

void draw_shown(const Rows& rows) {
    publish::PictureStyle& style = rows.choice.look.picture;
    ExportChoice& choice = rows.choice;
    rows.row("Show");
    bool has_title = !style.title || !style.title->empty();
    rows.toggle("has_title", "title", has_title, true);
    if (has_title != (!style.title || !style.title->empty()))
        style.title = has_title ? std::nullopt : std::optional<std::string>("");
    rows.toggle("labels", "labels", style.has_labels);
    rows.toggle("numbers", "numbers", style.has_numbers);
    rows.toggle("colour_bar", "colour bar", style.has_colour_bar);
    rows.toggle("query_row", std::string(model_of(rows.frame.document).chosen).c_str(),
                choice.shows_query);
    rows.toggle("marked", "marked cells", choice.shows_marked);
    rows.toggle("blank", "blocked cells blank", style.is_blank_where_blocked);
    rows.toggle("transparent", "transparent", style.is_transparent);
    rows.toggle("outlines", "SVG letters as outlines", style.outlines);
}

void draw_numbers(const Rows& rows) {
    FigureStyle& look = look_of(rows.choice);
    rows.chips<NumberFormat::Kind>("Numbers", publish::number_kinds, look.numbers.kind, "numbers_");
    rows.next("–");
    if (rows.chip("fewer", "–", false))
        look.numbers.digits = std::max(0, look.numbers.digits - 1);
    rows.next("0");
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%d", look.numbers.digits);
    rows.next("+");
    if (rows.chip("more", "+", false))
        look.numbers.digits = std::min(8, look.numbers.digits + 1);
}

/// Decimals of a table: all that the numbers have, or a count.
void draw_table_digits(const Rows& rows) {
    std::optional<int>& digits = rows.choice.table_digits;
    rows.row("Decimals");
    if (rows.chip("all_digits", "all", !digits))
        digits.reset();
    rows.next("–");
    if (rows.chip("fewer", "–", false))
        digits = std::max(0, digits.value_or(3) - 1);
    if (digits) {
        rows.next("0");
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%d", *digits);
    }
    rows.next("+");
    if (rows.chip("more", "+", false))
        digits = std::min(17, digits.value_or(1) + 1);
}

void draw_colours(const Rows& rows) {
    FigureStyle& look = rows.choice.look;
    rows.chips<ThemeName>("Theme", publish::themes, look.picture.theme);
    rows.chips<Sequential>("Weights", publish::colour_maps, look.sequential, "weights_");
    rows.chips<Diverging>("Signed", publish::signed_maps, look.diverging, "signed_");
    rows.chips<ColourRange::Kind>("Range",
                                  {{"automatic", ColourRange::Kind::Automatic, "auto"},
                                   {"rounded", ColourRange::Kind::Rounded, "rounded"},
                                   {"shared", ColourRange::Kind::Shared, "shared"},
                                   {"unit", ColourRange::Kind::Unit, "0 to 1"},
                                   {"symmetric", ColourRange::Kind::Symmetric, "around 0"},
                                   {"logarithmic", ColourRange::Kind::Logarithmic, "log"},
                                   {"fixed", ColourRange::Kind::Fixed, "fixed"}},
                                  look.range.kind);
    if (look.range.kind == ColourRange::Kind::Fixed) {
        rows.next(4 * rows.look.text);
        rows.field("low", ExportField::Low, "low", 4 * rows.look.text);
        rows.next(4 * rows.look.text);
        rows.field("high", ExportField::High, "high", 4 * rows.look.text);
    }
}

/// Draws what a page offers; it has the lessons of the menu.
void draw_page(const Rows& rows, const std::vector<Action>& actions) {
    publish::PageOffer& page = rows.choice.page;
    constexpr std::string_view begin = "lesson.";
    const auto name_of = [&](const Action& action) {
        return action.id.starts_with(begin) && action.menu == "Lessons"
                   ? action.id.substr(begin.size())
                   : std::string();
    };
    rows.row("Page");
    rows.toggle("page_edits", "its numbers can be changed", page.has_edits, true);
    std::vector<std::string>& chosen = page.lessons;
    const auto is_chosen = [&](const std::string& name) {
        return std::find(chosen.begin(), chosen.end(), name) != chosen.end();
    };
    std::string title = chosen.empty() ? "none" : std::to_string(chosen.size()) + " lessons";
    for (const Action& action : actions)
        if (chosen.size() == 1 && name_of(action) == chosen.front())
            title = to_text(Prose{{action.name}});
    rows.row("Lessons");
    if (!rows.begin_list("lesson", title, ImGui::GetContentRegionAvail().x))
        return;
    for (const Action& action : actions) {
        const std::string name = name_of(action);
        if (name.empty())
            continue;
        bool is_ticked = is_chosen(name);
        if (rows.tick_line("lesson/" + name, to_text(Prose{{action.name}}), is_ticked)) {
            std::erase(chosen, name);
            if (is_ticked)
                chosen.push_back(name);
        }
    }
    ImGui::EndCombo();
}

} // namespace

void draw_export_options(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    const Rows rows{frame, look};
    const auto found = publish::file_kind(rows.choice.path);
    const auto kind = found ? std::optional(*found) : std::nullopt;
    const bool is_picture = kind && publish::is_figure(*kind);
    draw_figures(rows);
    rows.row("File");
    rows.field("path", ExportField::Path, "/where/name.png", 60 * look.text);
    draw_format(rows, kind);
    draw_kept(rows);
    if (!frame.document.covers.empty()) {
        rows.row("Covered");
        rows.toggle("reveals", "revealed in the file", rows.choice.reveals, true);
    }
    if (kind == publish::FileKind::Python)
        rows.chips<publish::Language>("Library",
                                      {{"numpy", publish::Language::NumPy, "NumPy"},
                                       {"pytorch", publish::Language::PyTorch, "PyTorch"},
                                       {"jax", publish::Language::Jax, "JAX"}},
                                      rows.choice.python);
    if (kind == publish::FileKind::Python && has_stage(frame.document, Stage::Loss))
        rows.chips<bool>("Program",
                         {{"computes", false, "computes the output"},
                          {"trains", true, "trains, as the document does"}},
                         rows.choice.trains);
    if (kind == publish::FileKind::Html && !is_worksheet(rows.choice))
        draw_page(rows, actions);
    if (is_table(rows.choice))
        draw_table_digits(rows);
    if (is_worksheet(rows.choice)) {
        draw_worksheet_options(rows);
        rows.row("Title");
        rows.field("title", ExportField::Title, "the document's own", 60 * look.text);
        rows.row("Task");
        rows.field("caption", ExportField::Caption, "says what to fill in", 60 * look.text);
        if (!is_form(rows.choice))
            draw_numbers(rows);
        return;
    }
    if (!is_picture)
        return;
    draw_styles(rows);
    rows.row("Sweep");
    rows.field("sweep", ExportField::Sweep, "a number that moves: temperature=0.25:4",
               60 * look.text);
    draw_size(rows);
    if (rows.choice.figure.starts_with("lines"))
        draw_lines_choice(rows);
    if (rows.choice.figure == "comparison") {
        rows.row("A and B");
        rows.field("name_a", ExportField::NameA, "what A is called", 14 * look.text);
        rows.next(14 * look.text);
        rows.field("name_b", ExportField::NameB, "what B is called", 14 * look.text);
        rows.row("");
        rows.toggle("changes", "list of the largest changes", rows.choice.lists_changes, true);
    }
    rows.row("Title");
    rows.field("title", ExportField::Title, "the figure's own", 60 * look.text);
    rows.row("Caption");
    rows.field("caption", ExportField::Caption, "none", 60 * look.text);
    draw_shown(rows);
    draw_numbers(rows);
    draw_colours(rows);
    rows.row("Gap");
    rows.field("gap", ExportField::Gap, "hairline", 5 * look.text);
}

void draw_kept(const ExportRows& rows) {
    const std::vector<attn::KeptFigure>& figures = rows.frame.document.figures;
    ExportState& state = rows.state;
    const float text = rows.look.text;
    const std::string name = name_to_keep(rows.frame);
    const bool is_kept = attn::kept_figure(rows.frame.document, name) != nullptr;
    rows.row("Keep as");
    rows.field("keep_name", ExportField::Keep, name.c_str(), 12 * text);
    const char* const label = is_kept ? "Keep as it is now" : "Keep in the document";
    rows.next(label);
    if (rows.button("keep", label, false, true))
        keep_chosen(rows.frame);
    if (figures.empty())
        return;
    rows.row("Kept");
    const std::string count =
        std::to_string(figures.size()) + (figures.size() == 1 ? " figure" : " figures");
    if (rows.begin_list("kept", is_kept ? name : count, 12 * text)) {
        for (const attn::KeptFigure& one : figures)
            if (rows.line("kept/" + one.name,
                          one.name + "   " + attn::publish::summary_of(one) + "##" + one.name,
                          one.name == name))
                take_kept(rows.frame, one.name);
        ImGui::EndCombo();
    }
    if (is_kept) {
        rows.next("Remove");
        if (rows.button("kept_forget", "Remove", false, true))
            forget_kept(rows.frame, name);
    }
    const std::string all = state.replacing_all.empty() ? "Export all again" : "Replace them";
    rows.next(all);
    if (rows.button("all", all, false, true))
        wish_all(rows.frame);
}

// Saved styles in the export panel, and the options of the figure of lines.

void draw_styles(const ExportRows& rows) {
    ExportState& state = rows.state;
    const std::string name = style_name(state);
    const float text = rows.look.text;
    rows.row("Style");
    const char* const none = state.styles.list.empty() ? "none is saved" : "not saved";
    if (rows.begin_list("styles", name.empty() ? none : name, 11 * text)) {
        for (const auto& [one, style] : state.styles.list)
            if (rows.line("styles/" + one, one, one == name)) {
                take_style(rows.choice, style);
                state.field = ExportField::None;
            }
        ImGui::EndCombo();
    }
    if (!name.empty()) {
        bool is_usual = name == state.styles.usual;
        rows.next("● default");
        if (rows.chip("style_default", is_usual ? "● default" : "default", is_usual))
            make_usual(rows.frame, name);
        rows.next("forget");
        if (rows.chip("style_forget", "forget", false))
            forget_style(rows.frame, name);
    }
    rows.row("");
    rows.field("style_name", ExportField::Style, "a name for these looks", 15 * text);
    rows.next("save");
    if (rows.chip("style_save", "save", false))
        save_chosen_style(rows.frame);
}

void draw_lines_choice(const ExportRows& rows) {
    std::vector<attn::Index>& heads = rows.choice.heads;
    const attn::Index count = head_count(rows.frame.document);
    std::erase_if(heads, [&](attn::Index head) { return head >= count; });
    rows.row("Lines");
    rows.field("threshold", ExportField::Threshold, "from weight 0 on", 9 * rows.look.text);
    constexpr attn::Index most = 16; // more colours cannot be distinguished
    for (attn::Index head = 0; count > 1 && head < std::min(count, most); ++head) {
        const auto at = std::find(heads.begin(), heads.end(), head);
        const std::string label = attn::head_name(head);
        rows.next(label);
        if (!rows.chip("line_head/" + std::to_string(head), label, at != heads.end()))
            continue;
        if (at == heads.end())
            heads.push_back(head);
        else
            heads.erase(at);
        std::sort(heads.begin(), heads.end());
    }
}

// The options of a worksheet: what is asked, for whom, and on which paper.

using attn::figure::WorksheetLevel;

void draw_worksheet_options(const ExportRows& rows) {
    WorksheetChoice& choice = rows.choice.worksheet;
    const float text = rows.look.text;
    rows.chips<WorksheetLevel>("To find",
                               {{"sheet_drawn", WorksheetLevel::Drawn, "some boxes"},
                                {"sheet_row", WorksheetLevel::Row, "one row"},
                                {"sheet_from_qk", WorksheetLevel::FromQK, "from Q and K"},
                                {"sheet_from_x", WorksheetLevel::FromX, "from X"},
                                {"sheet_mistake", WorksheetLevel::Mistake, "the mistake"}},
                               choice.level);
    bool is_form = app::is_form(rows.choice);
    rows.chips<bool>("Filled in",
                     {{"sheet_printed", false, "by hand, on paper"},
                      {"sheet_form", true, "in a browser, which marks it"}},
                     is_form);
    if (is_form != app::is_form(rows.choice))
        rows.choice.path = with_ending(rows.choice.path, is_form ? ".html" : ".pdf");
    if (!is_form) {
        rows.chips<bool>("Page",
                         {{"sheet_empty", false, "worksheet"}, {"sheet_key", true, "answer key"}},
                         choice.is_key);
        rows.chips<bool>("Paper", {{"sheet_a4", false, "A4"}, {"sheet_letter", true, "Letter"}},
                         choice.is_letter);
    }
    rows.row("For");
    if (choice.names.empty()) {
        rows.field("sheet_count", ExportField::Count, "1", 4 * text);
        rows.next("with other numbers each");
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(choice.count == 1 ? "with these numbers"
                                                 : "with other numbers each");
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%d names, with other numbers each", static_cast<int>(choice.names.size()));
    }
    rows.row("Class list");
    rows.field("sheet_list", ExportField::List, "/where/class.csv, a name on each line", 60 * text);
    rows.row("Seed");
    rows.field("sheet_seed", ExportField::Seed, "1", 8 * text);
}

} // namespace app
