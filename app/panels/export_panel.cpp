// SPDX-License-Identifier: MIT
#include "app/exporting/export_walk.h"
#include "app/exporting/exporting.h"
#include "app/panels/export_rows.h"
#include "app/panels/panels.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace app {
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

} // namespace app
