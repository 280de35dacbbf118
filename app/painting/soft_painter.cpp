// SPDX-License-Identifier: MIT
#include "app/painting/soft_painter.h"

#include "app/ui/compat.h"
#include "app/window/glfw_start.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace app {
namespace {

constexpr unsigned int soft_letters = 1;

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Linux device names for drawing: Mesa's drivers, NVIDIA's own driver, and Linux on Windows.
bool has_graphics_hardware() {
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/dri", code))
        if (entry.path().filename().string().starts_with("renderD"))
            return true;
    for (const char* device : {"/dev/nvidiactl", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0"})
        if (std::filesystem::exists(device, code))
            return true;
    return false;
}

} // namespace

bool prefers_software() {
    if constexpr (compat::has_dynamic_fonts)
        return false; // Dynamic fonts change their textures in other ways.
    if (const auto chosen = environment("ATTENTION_LAB_DRAWING"); !chosen.empty())
        return chosen == "software";
    for (const char* driver :
         {"MESA_GL_VERSION_OVERRIDE", "MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER"})
        if (!environment(driver).empty())
            return false;
    const auto asked = environment("LIBGL_ALWAYS_SOFTWARE");
    return asked == "1" || asked == "true" || !has_graphics_hardware();
}

std::unique_ptr<SoftScreen> SoftPainter::screen_of(GLFWwindow* window) {
    return SoftScreen::of_window(x11_window(window));
}

SoftPainter::SoftPainter(GLFWwindow* window, std::unique_ptr<SoftScreen> screen)
    : screen_(std::move(screen)) {
    ImGui_ImplGlfw_InitForOther(window, true); // It also calls our callbacks.
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
}

void SoftPainter::begin_frame() {
    compat::use_letters(soft_letters);
}

std::size_t SoftPainter::age(int width, int height) const {
    return width == width_ && height == height_ ? 1 : 0;
}

void SoftPainter::draw(ImDrawData& data, int width, int height, attn::figure::Colour ground,
                       const std::vector<PixelArea>& areas, attn::figure::Pixels* seen) {
    const SoftImage image = screen_->image(width, height);
    width_ = image.pixels ? width : 0;
    height_ = height;
    if (!image.pixels)
        return;
    clear_soft(image, areas, ground);
    paint_soft(image, data, [this](ImTextureID texture) {
        const unsigned int name = compat::texture_name(texture);
        if (name == soft_letters) {
            const compat::Letters all = compat::letters_of_atlas();
            return SoftTexture{all.width, all.height, all.pixels, nullptr, false};
        }
        const auto at = pictures_.find(name);
        return at == pictures_.end() ? SoftTexture{} : at->second;
    });
    if (seen) {
        seen->width = width;
        seen->height = height;
        seen->colours.clear();
        const std::size_t count =
            static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        seen->colours.reserve(count);
        for (std::size_t at = 0; at < count; ++at) {
            const std::uint32_t pixel = image.pixels[at];
            seen->colours.push_back({static_cast<std::uint8_t>(pixel >> 16U & 0xFFU),
                                     static_cast<std::uint8_t>(pixel >> 8U & 0xFFU),
                                     static_cast<std::uint8_t>(pixel & 0xFFU), 255});
        }
    }
    screen_->show(areas);
}

TextureMaker SoftPainter::textures() {
    // The maker of a texture keeps its picture until it calls forget.
    return {[this](const attn::figure::Pixels& pixels, bool is_smooth) {
                pictures_[++last_name_] = {pixels.width, pixels.height, nullptr,
                                           pixels.colours.data(), is_smooth};
                return last_name_;
            },
            [this](unsigned int texture) { pictures_.erase(texture); }};
}

void SoftPainter::end() {
    ImGui_ImplGlfw_Shutdown();
}

} // namespace app
