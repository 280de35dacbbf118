// SPDX-License-Identifier: MIT
#include "app/panels/play_button.h"

#include "app/editing/editing.h"
#include "app/editing/playing.h"
#include "app/panels/over.h"

#include <string>

namespace app {

void follow_document(const Frame& frame) {
    Editing& editing = *frame.ui.editing;
    const std::string now = text_of(frame.document, editing.target);
    if (editing.begun_as == now)
        return;
    editing.line = line_edit(now, true);
    editing.begun_as = now;
    editing.fault.clear();
}

void draw_play_button(const Frame& frame, const Look& look, const Action& play,
                      const attn::figure::Rect& rect) {
    const EditTarget target = frame.ui.editing->target;
    const attn::Gesture begun_after = frame.ui.editing->begun_after;
    const bool is_moving = is_playing(frame, target);
    look.note(play.id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
    const bool is_pressed = draw_button(rect, is_moving ? "Pause" : "▸ Play", is_moving, look);
    // The press has paused already when the button is released, so the state at the press decides.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID was_playing = ImGui::GetID("was playing"), pauses = ImGui::GetID("pauses");
    if (ImGui::IsMouseClicked(0))
        memory.SetBool(pauses, memory.GetBool(was_playing));
    memory.SetBool(was_playing, is_moving);
    if (!is_pressed || memory.GetBool(pauses) || !finish_editing(frame))
        return;
    play.run(frame);
    begin_editing(frame, target);
    frame.ui.editing->begun_after = begun_after; // Esc takes back what came before the play, too.
}

} // namespace app
