// SPDX-License-Identifier: MIT
#include "app/ui/compat.h"

#include <imgui_internal.h>

namespace app::compat {

bool has_input_waiting() {
#if IMGUI_VERSION_NUM >= 18700
    return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
    return false;
#endif
}

void open_combo(const char* label) {
    ImGui::OpenPopupEx(ImHashStr("##ComboPopup", 0, ImGui::GetID(label)));
}

} // namespace app::compat
