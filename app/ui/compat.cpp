// SPDX-License-Identifier: MIT
#include "app/ui/compat.h"

#include <imgui_internal.h>

#include <cassert>
#include <cmath>

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

#if IMGUI_VERSION_NUM < 19200

void keep_letters(const ImFontAtlas& atlas, const ImFont& font, KeptLetters& kept) {
    assert(atlas.TexPixelsAlpha8);
    const auto pixel = [](float share, int size) {
        return static_cast<int>(std::lround(share * static_cast<float>(size)));
    };
    for (const ImFontGlyph& glyph : font.Glyphs) {
        if (!glyph.Visible || glyph.Codepoint > IM_UNICODE_CODEPOINT_MAX ||
            kept.contains(static_cast<ImWchar>(glyph.Codepoint)))
            continue;
        const int left = pixel(glyph.U0, atlas.TexWidth), right = pixel(glyph.U1, atlas.TexWidth);
        const int top = pixel(glyph.V0, atlas.TexHeight);
        const int bottom = pixel(glyph.V1, atlas.TexHeight);
        KeptLetter letter;
        letter.from = {glyph.X0, glyph.Y0};
        letter.to = {glyph.X1, glyph.Y1};
        letter.advance = glyph.AdvanceX;
        letter.width = right - left;
        letter.height = bottom - top;
        for (int y = top; y < bottom; ++y) {
            const unsigned char* const row = atlas.TexPixelsAlpha8 + y * atlas.TexWidth;
            letter.pixels.insert(letter.pixels.end(), row + left, row + right);
        }
        kept.emplace(static_cast<ImWchar>(glyph.Codepoint), std::move(letter));
    }
}

namespace {

/// Pixels that stay empty around a letter. Without them a letter that is drawn larger would show
/// a part of its neighbours.
constexpr int around = 1;

} // namespace

void reserve_letters(ImFontAtlas& atlas, KeptLetters& kept) {
    for (auto& [character, letter] : kept)
        letter.number =
            reserve_in_atlas(atlas, letter.width + 2 * around, letter.height + 2 * around);
}

void restore_letters(ImFontAtlas& atlas, ImFont& font, const KeptLetters& kept) {
    if (kept.empty())
        return;
    for (const auto& [character, letter] : kept) {
        const auto place = place_in_atlas(atlas, letter.number);
        assert(place);
        const ImVec2 pad{around * atlas.TexUvScale.x, around * atlas.TexUvScale.y};
        for (int y = 0; y < letter.height; ++y)
            std::copy_n(letter.pixels.data() + y * letter.width, letter.width,
                        place->pixels + (y + around) * place->width + around);
        font.AddGlyph(nullptr, character, letter.from.x, letter.from.y, letter.to.x, letter.to.y,
                      place->from.x + pad.x, place->from.y + pad.y, place->to.x - pad.x,
                      place->to.y - pad.y, letter.advance);
    }
    font.BuildLookupTable();
}

#else

void keep_letters(const ImFontAtlas&, const ImFont&, KeptLetters&) {}
void reserve_letters(ImFontAtlas&, KeptLetters&) {}
void restore_letters(ImFontAtlas&, ImFont&, const KeptLetters&) {}

#endif

} // namespace app::compat
