// SPDX-License-Identifier: MIT
// Every difference between Dear ImGui 1.86 (Debian 12), 1.90 (Debian 13) and 1.92 (sid) that we
// touch. Everything else, tests included, sees Dear ImGui through this header; only compat.cpp sees
// its internals.
#pragma once

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace app::compat {

/// From 1.92 on fonts are rasterised at any size when they are used; before, an atlas holds the
/// sizes that were asked for.
#if IMGUI_VERSION_NUM >= 19200
constexpr bool has_dynamic_fonts = true;
#else
constexpr bool has_dynamic_fonts = false;
#endif

/// Whether Dear ImGui keeps the order of the pointer's events. Before 1.87 its backend asks where
/// the pointer is by now.
constexpr bool has_pointer_queue = IMGUI_VERSION_NUM >= 18700;

inline ImTextureID texture_id(unsigned int texture) {
#if IMGUI_VERSION_NUM >= 19104
    return static_cast<ImTextureID>(texture);
#else
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
#endif
}

/// And back.
inline unsigned int texture_name(ImTextureID texture) {
#if IMGUI_VERSION_NUM >= 19104
    return static_cast<unsigned int>(texture);
#else
    return static_cast<unsigned int>(reinterpret_cast<std::intptr_t>(texture));
#endif
}

/// What was gathered for each window. From 1.89.8 on it is a vector of Dear ImGui's own.
inline std::span<ImDrawList* const> lists_of(const ImDrawData& data) {
#if IMGUI_VERSION_NUM >= 18980
    ImDrawList* const* first = data.CmdLists.Data;
#else
    ImDrawList* const* first = data.CmdLists;
#endif
    return {first, static_cast<std::size_t>(data.CmdListsCount)};
}

/// What a command draws with. The atlas of dynamic fonts has no name before its first frame: it is
/// 0.
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

/// Uploads the atlas again after it was rebuilt; nothing to do where fonts are dynamic. The first
/// frame does it by itself.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    if (ImGui::GetFrameCount() == 0 || !ImGui::GetIO().BackendRendererUserData)
        return; // Tests without a display have no renderer.
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Adds a font whose file the caller keeps for as long as the atlas has it. Older versions copy
/// what is not theirs to free, again for each size: they are told that it is, and that it is not.
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

/// Room for a small picture in an atlas that is about to be built: its number there. None where
/// fonts are dynamic, as such atlases move what they hold.
inline int reserve_in_atlas([[maybe_unused]] ImFontAtlas& atlas, [[maybe_unused]] int width,
                            [[maybe_unused]] int height) {
#if IMGUI_VERSION_NUM < 19200
    return atlas.AddCustomRectRegular(width, height);
#else
    return -1;
#endif
}

/// Where it came to lie in an atlas that was built: its first pixel of one byte, how many pixels
/// there are from one row to the next, and its place in the texture.
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

/// The letters of an atlas that was built, a byte each, for whoever paints without a renderer of
/// Dear ImGui. Where fonts are dynamic, of the newest atlas after begin_without_renderer().
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
/// What their texture is called. Makes the letters, if nobody has yet.
inline void use_letters([[maybe_unused]] unsigned int name) {
#if IMGUI_VERSION_NUM < 19200
    if (!ImGui::GetIO().Fonts->IsBuilt())
        letters_of_atlas();
    ImGui::GetIO().Fonts->SetTexID(texture_id(name));
#endif
}

/// After the upload: OpenGL has the pixels of the atlas.
inline void forget_font_pixels() {
#if IMGUI_VERSION_NUM < 19200
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (ImGui::GetFrameCount() > 0 && ImGui::GetIO().BackendRendererUserData &&
        atlas.TexPixelsAlpha8)
        atlas.ClearTexData();
#endif
}

/// Whether input waits for a further frame: from 1.87 on a frame takes only what cannot be mistaken
/// for something else, so that ten letters and a click need many frames.
bool has_input_waiting();

/// A list with this label opens with this frame, where BeginCombo() is called for it next.
void open_combo(const char* label);

/// The next press of the button is the first of two, whenever the last was.
inline void forget_click() {
    ImGui::GetIO().MouseClickedTime[0] = -1e9;
}

/// Mouse input without a backend, for tests that have no window.
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

/// In the place of a renderer, for tests: before the first frame, and after each.
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
    data.CmdLists = lists.data(); // They stay the caller's.
#endif
    data.CmdListsCount = static_cast<int>(lists.size());
}
/// A list of a test's own draws with the letters of the atlas.
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
