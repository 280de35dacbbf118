// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/panels/part_stop.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace app {

using attn::figure::Font;

void draw_history(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                  attn::figure::Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("history", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float size = look.text, line = size * 1.9F;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("History");
    ImGui::SameLine();
    for (const char* id : {"edit.undo", "edit.redo", "edit.replay", "edit.history"}) {
        const Action& chosen = action(actions, id);
        const std::string_view shown = id;
        const bool is_replaying = frame.ui.history.replay.has_value();
        const char* label = shown == "edit.undo"     ? "Back"
                            : shown == "edit.redo"   ? "Next"
                            : shown == "edit.replay" ? (is_replaying ? "Stop" : "Replay")
                                                     : "Close";
        const bool is_clicked = ImGui::Button((std::string(label) + "##" + id).c_str());
        if (stop_here(frame, look, WindowPart::SidePanel, std::string("history/") + id) ||
            is_clicked) {
            if (shown == "edit.replay" && is_replaying)
                frame.ui.history.replay.reset();
            else if (chosen.is_enabled(frame))
                chosen.run(frame);
        }
        look.note_item(std::string("history/") + id);
        ImGui::SameLine();
    }
    ImGui::NewLine();
    ImGui::BeginChild("steps", {0, 0}, false, ImGuiWindowFlags_NoSavedSettings);
    const std::size_t count = frame.history.size(), now = frame.history.position();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetWindowHeight();
    ImGui::Dummy({width, line * static_cast<float>(count)});
    // Scrolls to the present step when it changes.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID("step");
    const int mark = static_cast<int>(now * 31 + count);
    if (memory.GetInt(key) != mark) {
        memory.SetInt(key, mark);
        ImGui::SetScrollY(line * static_cast<float>(now) - height / 2);
    }
    const float hidden = std::max(0.0F, ImGui::GetWindowPos().y - origin.y);
    const auto first = static_cast<std::size_t>(hidden / line);
    const auto last = std::min(count, first + static_cast<std::size_t>(height / line) + 2);
    for (std::size_t step = first; step < last; ++step) {
        const ImVec2 from(origin.x, origin.y + line * static_cast<float>(step)),
            to(origin.x + width, from.y + line);
        if (step == now)
            list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), size * 0.3F);
        const std::string what = step == 0 ? "Start" : frame.history.description(step);
        const auto colour = step <= now ? look.theme.text : look.theme.dim_text;
        const float number =
            look.fonts.draw(list, {from.x + size * 0.5F, from.y + line / 2}, std::to_string(step),
                            Font::Mono, size * 0.86F, packed(look.theme.dim_text));
        look.fonts.draw(
            list, {from.x + size + std::max(number, size * 1.5F), from.y + line / 2},
            attn::figure::shortened(what, width - size * 4, Font::Sans, size, measure(look.fonts)),
            step == now ? Font::Bold : Font::Sans, size, packed(colour));
        look.note("history/" + std::to_string(step), from, to);
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to) &&
            ImGui::IsMouseClicked(0)) {
            frame.ui.history.replay.reset();
            frame.outbox.post(GoToStep{step});
        }
    }
    ImGui::EndChild();
    ImGui::End();
}

} // namespace app
