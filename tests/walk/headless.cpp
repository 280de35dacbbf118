// SPDX-License-Identifier: MIT
#include "tests/walk/headless.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace attn::test {

using namespace app;

Headless::Headless() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    compat::begin_without_renderer();
}

Headless::~Headless() {
    ImGui::DestroyContext();
}

Screen Headless::screen(std::function<WindowEvents()> next) {
    return {[this, next = std::move(next)](double) {
                time += 0.016;
                return next();
            },
            [] {},
            [this] { return time; },
            [this] { return !is_iconified && size.x > 0 && size.y > 0; },
            [this] { return scale; },
            [](const std::string&) {},
            [](bool) {},
            [this] {
                ImGui::GetIO().DisplaySize = size;
                ImGui::GetIO().DeltaTime = 0.016F;
                ImGui::NewFrame();
            },
            [this](figure::Colour ground, figure::Pixels* seen) {
                ImGui::Render();
                check(*ImGui::GetDrawData());
                compat::draw_nowhere(*ImGui::GetDrawData());
                if (!seen)
                    return;
                seen->width = static_cast<int>(size.x);
                seen->height = static_cast<int>(size.y);
                seen->colours.assign(
                    static_cast<std::size_t>(size.x) * static_cast<std::size_t>(size.y), ground);
            },
            {[this] { return clipboard; }, [this](const std::string& text) { clipboard = text; }},
            [](const std::string&) { return Result<>(Nothing{}); },
            {[this](const figure::Pixels& pixels, bool) {
                 const auto count = static_cast<std::size_t>(pixels.width) *
                                    static_cast<std::size_t>(pixels.height);
                 assert(pixels.colours.size() == count && "a texture has all its pixels");
                 return ++last_texture_;
             },
             [](unsigned int) {}}};
}

/// What a graphics card would be given: every corner somewhere, every index one of a corner.
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
