// SPDX-License-Identifier: MIT
// All differences between Dear ImGui 1.86 (Debian 12), 1.90 (Debian 13) and 1.92 (sid) that matter
// here. All other code, tests included, uses Dear ImGui through this header; only compat.cpp uses
// its internals.
#pragma once

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace app::compat {

/// From 1.92 on, fonts are rasterised at any size when used. Before, an atlas holds only the
/// requested sizes.
#if IMGUI_VERSION_NUM >= 19200
constexpr bool has_dynamic_fonts = true;
#else
constexpr bool has_dynamic_fonts = false;
#endif

/// Whether Dear ImGui keeps the order of pointer events. Before 1.87 its backend only asks where
/// the pointer is now.
constexpr bool has_pointer_queue = IMGUI_VERSION_NUM >= 18700;

/// A line of a popup that does not close it.
#if IMGUI_VERSION_NUM >= 19110
constexpr ImGuiSelectableFlags keeps_popup = ImGuiSelectableFlags_NoAutoClosePopups;
#else
constexpr ImGuiSelectableFlags keeps_popup = ImGuiSelectableFlags_DontClosePopups;
#endif

inline ImTextureID texture_id(unsigned int texture) {
#if IMGUI_VERSION_NUM >= 19104
    return static_cast<ImTextureID>(texture);
#else
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
#endif
}

/// The reverse of texture_id().
inline unsigned int texture_name(ImTextureID texture) {
#if IMGUI_VERSION_NUM >= 19104
    return static_cast<unsigned int>(texture);
#else
    return static_cast<unsigned int>(reinterpret_cast<std::intptr_t>(texture));
#endif
}

/// The draw lists of all windows. From 1.89.8 on they are in Dear ImGui's own vector.
inline std::span<ImDrawList* const> lists_of(const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 18980
    ImDrawList* const* first = data.CmdLists.Data;
#else
    ImDrawList* const* first = data.CmdLists;
#endif
    return {first, static_cast<std::size_t>(data.CmdListsCount)};
}

/// The texture of a command. The atlas of dynamic fonts has the name 0 before its first frame.
inline ImTextureID texture_of(const ImDrawCmd& command) {
#if IMGUI_VERSION_NUM >= 19200
    return command.TexRef._TexData ? ImTextureID() : command.TexRef._TexID;
#else
    return command.GetTexID();
#endif
}

/// Pixels from the top of a line to its baseline when the font is drawn at `size`.
inline float ascent(ImFont* font, float size) {
#if IMGUI_VERSION_NUM >= 19200
    return font->GetFontBaked(size)->Ascent;
#else
    return font->Ascent * size / font->FontSize;
#endif
}

inline void push_font(ImFont* font, [[maybe_unused]] float size) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, size);
#else
    ImGui::PushFont(font);
#endif
}

/// Uploads the atlas after it was rebuilt. Does nothing if fonts are dynamic, or before the first
/// frame, which uploads by itself.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    if (ImGui::GetFrameCount() == 0 || !ImGui::GetIO().BackendRendererUserData)
        return; // Tests without a display have no renderer.
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Adds a font whose bytes the caller keeps as long as the atlas uses them. Older versions copy
/// bytes that they do not own, for every size; so the flag says owned while adding, and not owned
/// afterwards.
inline ImFont* add_font(ImFontAtlas& atlas, void* bytes, int count, float size,
                        ImFontConfig& config, const ImWchar* ranges) {
#if IMGUI_VERSION_NUM < 19200
    config.FontDataOwnedByAtlas = true;
    ImFont* made = atlas.AddFontFromMemoryTTF(bytes, count, size, &config, ranges);
    if (made)
        atlas.ConfigData.back().FontDataOwnedByAtlas = false;
    return made;
#else
    config.FontDataOwnedByAtlas = false;
    return atlas.AddFontFromMemoryTTF(bytes, count, size, &config, ranges);
#endif
}

/// Reserves room for a small picture in an atlas that is about to be built, and returns its number.
/// −1 if fonts are dynamic, because such atlases move their content.
inline int reserve_in_atlas([[maybe_unused]] ImFontAtlas& atlas, [[maybe_unused]] int width,
                            [[maybe_unused]] int height) {
#if IMGUI_VERSION_NUM < 19200
    return atlas.AddCustomRectRegular(width, height);
#else
    return -1;
#endif
}

/// A reserved place in a built atlas: its first pixel (one byte each), the pixels from one row to
/// the next, and its texture coordinates.
struct AtlasPlace {
    unsigned char* pixels = nullptr;
    int width = 0;
    ImVec2 from, to;
};
inline std::optional<AtlasPlace> place_in_atlas([[maybe_unused]] ImFontAtlas& atlas,
                                                [[maybe_unused]] int number) {
#if IMGUI_VERSION_NUM < 19200
    if (number < 0 || !atlas.TexPixelsAlpha8)
        return std::nullopt;
    const ImFontAtlasCustomRect& rect = *atlas.GetCustomRectByIndex(number);
    AtlasPlace place;
    place.width = atlas.TexWidth;
    place.pixels = atlas.TexPixelsAlpha8 + rect.Y * atlas.TexWidth + rect.X;
    atlas.CalcCustomRectUV(&rect, &place.from, &place.to);
    return place;
#else
    return std::nullopt;
#endif
}

/// A letter as an atlas holds it: its corners relative to the pen, its advance and its pixels.
struct KeptLetter {
    ImVec2 from, to;
    float advance = 0;
    int width = 0, height = 0;
    std::vector<unsigned char> pixels;
    int number = -1; // its place in the next atlas
};
using KeptLetters = std::map<ImWchar, KeptLetter>;

/// Copies the visible letters of a font from a built atlas, except those that are kept already.
/// Does nothing with dynamic fonts, which rasterise each letter once.
void keep_letters(const ImFontAtlas& atlas, const ImFont& font, KeptLetters& kept);
/// Reserves room for kept letters, which the font of the next atlas will not have.
void reserve_letters(ImFontAtlas& atlas, KeptLetters& kept);
/// Gives the letters to the font after the atlas is built. Set the font's FallbackChar again
/// before: building replaced it if its letter was kept.
void restore_letters(ImFontAtlas& atlas, ImFont& font, const KeptLetters& kept);

/// The letters of a built atlas, one byte per pixel, for painting without a renderer of Dear ImGui.
/// With dynamic fonts, the newest atlas after begin_without_renderer().
struct Letters {
    const unsigned char* pixels = nullptr;
    int width = 0, height = 0;
};
inline Letters letters_of_atlas() {
    Letters letters;
#if IMGUI_VERSION_NUM < 19200
    unsigned char* pixels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &letters.width, &letters.height);
    letters.pixels = pixels;
#else
    const ImTextureData* const data = ImGui::GetIO().Fonts->TexData;
    if (data && data->Format == ImTextureFormat_Alpha8)
        letters = {data->Pixels, data->Width, data->Height};
#endif
    return letters;
}
/// Sets the name of the letters' texture. Builds the atlas first if needed.
inline void use_letters([[maybe_unused]] unsigned int name) {
#if IMGUI_VERSION_NUM < 19200
    if (!ImGui::GetIO().Fonts->IsBuilt())
        letters_of_atlas();
    ImGui::GetIO().Fonts->SetTexID(texture_id(name));
#endif
}

/// Frees the atlas's pixels after OpenGL has them.
inline void forget_font_pixels() {
#if IMGUI_VERSION_NUM < 19200
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (ImGui::GetFrameCount() > 0 && ImGui::GetIO().BackendRendererUserData &&
        atlas.TexPixelsAlpha8)
        atlas.ClearTexData();
#endif
}

/// Whether input waits for a further frame. From 1.87 on, a frame takes only events that cannot be
/// confused, so ten letters and a click need many frames.
bool has_input_waiting();

/// Opens the list with this label in this frame. Call BeginCombo() for it next.
void open_combo(const char* label);

/// Makes the next press of the button the first of a double click.
inline void forget_click() {
    ImGui::GetIO().MouseClickedTime[0] = -1e9;
}

/// Mouse input without a backend, for tests without a window.
inline void move_mouse(float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMousePosEvent(x, y);
#else
    ImGui::GetIO().MousePos = ImVec2(x, y);
#endif
}
inline void press_mouse(int button, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(button, down);
#else
    ImGui::GetIO().MouseDown[button] = down;
#endif
}
inline void turn_wheel(float lines) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0, lines);
#else
    ImGui::GetIO().MouseWheel += lines;
#endif
}
inline void hold_keys(bool control, bool shift, bool alt) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, control);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
#elif IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_ModCtrl, control);
    io.AddKeyEvent(ImGuiKey_ModShift, shift);
    io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#else
    io.KeyCtrl = control;
    io.KeyShift = shift;
    io.KeyAlt = alt;
    io.KeyMods = (control ? ImGuiKeyModFlags_Ctrl : 0) | (shift ? ImGuiKeyModFlags_Shift : 0) |
                 (alt ? ImGuiKeyModFlags_Alt : 0);
#endif
}

/// Replaces a renderer in tests: call before the first frame; draw_nowhere() after each frame.
inline void begin_without_renderer() {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ImGui::GetIO().Fonts->TexDesiredFormat = ImTextureFormat_Alpha8;
#else
    ImGui::GetIO().Fonts->Build();
#endif
}
inline void set_lists(ImDrawData& data, std::span<ImDrawList*> lists) {
#if IMGUI_VERSION_NUM >= 18980
    data.CmdLists.resize(static_cast<int>(lists.size()));
    std::copy(lists.begin(), lists.end(), data.CmdLists.begin());
#else
    data.CmdLists = lists.data(); // The caller keeps ownership.
#endif
    data.CmdListsCount = static_cast<int>(lists.size());
}
/// Lets a test's own list draw with the letters of the atlas.
inline void draw_with_letters(ImDrawList& list) {
#if IMGUI_VERSION_NUM >= 19200
    list.PushTexture(ImGui::GetIO().Fonts->TexRef);
#else
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
#endif
}
inline void draw_nowhere([[maybe_unused]] const ImDrawData& drawn) {
#if IMGUI_VERSION_NUM >= 19200
    if (!drawn.Textures)
        return;
    for (ImTextureData* texture : *drawn.Textures) {
        if (texture->Status == ImTextureStatus_WantCreate)
            texture->SetTexID(1);
        if (texture->Status == ImTextureStatus_WantDestroy) {
            texture->SetTexID(ImTextureID_Invalid);
            texture->SetStatus(ImTextureStatus_Destroyed);
        } else {
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
#endif
}

} // namespace app::compat
