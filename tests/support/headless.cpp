// SPDX-License-Identifier: MIT
#include "tests/support/headless.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace attn::test {

using namespace app;

namespace {

constexpr unsigned int letters = 1;
constexpr double frame_seconds = 1.0 / 60;
constexpr float double_click_seconds = 0.5F; // as in the window

} // namespace

Headless::Headless() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.MouseDoubleClickTime = double_click_seconds;
    compat::begin_without_renderer();
}

Headless::~Headless() {
    ImGui::DestroyContext();
}

Screen Headless::screen(std::function<WindowEvents(double)> next, std::function<void()> wake) {
    return {[this, next = std::move(next)](double seconds) {
                time += frame_seconds;
                return next(seconds);
            },
            std::move(wake),
            [this] { return time; },
            [this] { return !is_iconified && size.x > 0 && size.y > 0; },
            [this] { return scale; },
            [this](const std::string& now) { title = now; },
            [this](bool full) { is_full_screen = full; },
            [this] {
                compat::use_letters(letters);
                ImGui::GetIO().DisplaySize = size;
                ImGui::GetIO().DeltaTime =
                    static_cast<float>(std::max(time - std::exchange(frame_time_, time), 1e-3));
                ImGui::NewFrame();
            },
            [this](figure::Colour ground, figure::Pixels* seen) {
                ImGui::Render();
                ground_ = ground;
                check(*ImGui::GetDrawData());
                compat::draw_nowhere(*ImGui::GetDrawData());
                if (!seen)
                    return;
                const Picture now = picture();
                seen->width = now.width;
                seen->height = now.height;
                seen->colours.clear();
                seen->colours.reserve(now.pixels.size());
                for (const std::uint32_t pixel : now.pixels)
                    seen->colours.push_back({static_cast<std::uint8_t>(pixel >> 16U & 0xFFU),
                                             static_cast<std::uint8_t>(pixel >> 8U & 0xFFU),
                                             static_cast<std::uint8_t>(pixel & 0xFFU), 255});
            },
            {[this] { return clipboard; }, [this](const std::string& text) { clipboard = text; }},
            [](const std::string&) { return Result<>(Nothing{}); },
            {[this](const figure::Pixels& pixels, bool is_smooth) {
                 const auto count = static_cast<std::size_t>(pixels.width) *
                                    static_cast<std::size_t>(pixels.height);
                 assert(pixels.colours.size() == count && "a texture has all its pixels");
                 // The owner of the texture keeps its pixels until it is removed.
                 pictures_[++last_texture_] = {pixels.width, pixels.height, nullptr,
                                               pixels.colours.data(), is_smooth};
                 return last_texture_;
             },
             [this](unsigned int texture) { pictures_.erase(texture); }}};
}

Picture Headless::picture() const {
    Picture picture{static_cast<int>(size.x), static_cast<int>(size.y), {}};
    picture.pixels.resize(static_cast<std::size_t>(picture.width) *
                          static_cast<std::size_t>(picture.height));
    const SoftImage image{picture.pixels.data(), picture.width, picture.height};
    clear_soft(image, {{0, 0, picture.width, picture.height}}, ground_);
    if (const ImDrawData* const drawn = ImGui::GetDrawData())
        paint_soft(image, *drawn, [this](ImTextureID texture) {
            const unsigned int name = compat::texture_name(texture);
            if (name == (compat::has_dynamic_fonts ? 0 : letters)) {
                const compat::Letters all = compat::letters_of_atlas();
                return SoftTexture{all.width, all.height, all.pixels, nullptr, false};
            }
            const auto at = pictures_.find(name);
            return at == pictures_.end() ? SoftTexture{} : at->second;
        });
    return picture;
}

/// Checks what a graphics card would get: every vertex has finite numbers, every index a vertex.
void Headless::check(const ImDrawData& drawn) {
    ++frames;
    for (const ImDrawList* each : compat::lists_of(drawn)) {
        const ImDrawList& list = *each;
        vertices += static_cast<std::size_t>(list.VtxBuffer.Size);
        for (const ImDrawVert& corner : list.VtxBuffer)
            if (!std::isfinite(corner.pos.x) || !std::isfinite(corner.pos.y))
                fault = "a corner that is nowhere, in frame " + std::to_string(frames);
        for (const ImDrawCmd& command : list.CmdBuffer)
            for (unsigned int index = 0; index < command.ElemCount; ++index) {
                const unsigned int corner =
                    command.VtxOffset + list.IdxBuffer[static_cast<int>(command.IdxOffset + index)];
                if (corner >= static_cast<unsigned int>(list.VtxBuffer.Size))
                    fault = "an index without a corner, in frame " + std::to_string(frames);
            }
    }
}

} // namespace attn::test
