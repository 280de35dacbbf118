// SPDX-License-Identifier: MIT
// What every panel draws with: theme, fonts, text size, and the list of controls for tests.
#pragma once

#include "app/ui/figure_view.h"
#include "core/figure/base/colours.h"

#include <string>
#include <vector>

namespace app {

/// A control that was drawn, for tests (and later accessibility) to find.
struct Control {
    std::string name;
    attn::figure::Rect rect;
};

struct Look {
    attn::figure::Theme theme;
    Fonts& fonts;
    Textures& textures;
    float text = 14;     // the em size of ordinary text in pixels
    bool escape = false; // Esc was pressed while a popup was open, which closes it
    std::vector<Control>& controls;

    void note(std::string name, ImVec2 from, ImVec2 to) const {
        controls.push_back({std::move(name), {from.x, from.y, to.x - from.x, to.y - from.y}});
    }
    /// Call after a widget: records its name and rectangle.
    void note_item(std::string name) const {
        note(std::move(name), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    }
};

inline ImVec4 vec4(attn::figure::Colour colour) {
    return ImGui::ColorConvertU32ToFloat4(packed(colour));
}

// Applies the theme to Dear ImGui's style.

/// Sets colours and spacing for a theme at a text size in pixels.
void apply_style(const attn::figure::Theme& theme, float text);

} // namespace app
