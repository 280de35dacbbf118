// SPDX-License-Identifier: MIT
#include "app/ui/look.h"

#include "core/figure/canvas/canvas_layout.h"

namespace app {
namespace {

using attn::figure::Colour;

Colour mixed(Colour a, Colour b, float share) {
    const auto one = [share](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(
            static_cast<float>(from) + (static_cast<float>(to) - static_cast<float>(from)) * share +
            0.5F);
    };
    return {one(a.red, b.red), one(a.green, b.green), one(a.blue, b.blue), 255};
}

} // namespace

void apply_style(const attn::figure::Theme& theme, float text) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.FrameRounding = text * 0.4F;
    style.PopupRounding = text * 0.5F;
    style.GrabRounding = text * 0.3F;
    style.FrameBorderSize = 1;
    style.PopupBorderSize = 1;
    style.ScrollbarSize = text * attn::figure::scroll_bar;
    style.FramePadding = {text * 0.7F, text * 0.36F};
    style.ItemSpacing = {text * 0.5F, text * 0.5F};
    style.WindowPadding = {text * 0.8F, text * 0.6F};

    ImVec4* colours = style.Colors;
    const auto set = [&](ImGuiCol which, Colour colour) { colours[which] = vec4(colour); };
    const Colour hovered = mixed(theme.panel_background, theme.text, 0.08F);
    const Colour pressed = mixed(theme.panel_background, theme.text, 0.16F);
    set(ImGuiCol_Text, theme.text);
    set(ImGuiCol_TextDisabled, theme.dim_text);
    set(ImGuiCol_WindowBg, theme.panel_background);
    set(ImGuiCol_ChildBg, attn::figure::transparent);
    set(ImGuiCol_PopupBg, theme.panel_background);
    set(ImGuiCol_Border, theme.line);
    set(ImGuiCol_FrameBg, mixed(theme.panel_background, theme.text, 0.05F));
    set(ImGuiCol_FrameBgHovered, hovered);
    set(ImGuiCol_FrameBgActive, pressed);
    set(ImGuiCol_Button, theme.panel_background);
    set(ImGuiCol_ButtonHovered, hovered);
    set(ImGuiCol_ButtonActive, pressed);
    set(ImGuiCol_Header, hovered);
    set(ImGuiCol_HeaderHovered, hovered);
    set(ImGuiCol_HeaderActive, pressed);
    set(ImGuiCol_Separator, theme.line);
    set(ImGuiCol_SliderGrab, theme.accent);
    set(ImGuiCol_SliderGrabActive, theme.accent);
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_ScrollbarBg, attn::figure::transparent);
    set(ImGuiCol_ScrollbarGrab, mixed(theme.panel_background, theme.text, 0.25F));
    set(ImGuiCol_ScrollbarGrabHovered, mixed(theme.panel_background, theme.text, 0.4F));
    set(ImGuiCol_ScrollbarGrabActive, mixed(theme.panel_background, theme.text, 0.5F));
}

} // namespace app
