// SPDX-License-Identifier: MIT
#define GLFW_INCLUDE_NONE
#include "app/painting/soft_painter.h"

#include "app/system/xcb_parts.h"
#include "app/ui/compat.h"
#include "app/window/glfw_start.h"

#include <GLFW/glfw3.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace app {
namespace {

/// Whether the server's pixels are 0x00RRGGBB in this machine's byte order.
bool has_plain_pixels(const xcb_setup_t& setup, xcb_visualid_t visual, int depth) {
    constexpr std::uint16_t one = 1;
    const bool is_small_first = reinterpret_cast<const unsigned char&>(one) == 1;
    if ((setup.image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST) != is_small_first)
        return false;
    bool has_format = false;
    for (auto at = xcb_setup_pixmap_formats_iterator(&setup); at.rem > 0; xcb_format_next(&at))
        has_format = has_format || (at.data->depth == depth && at.data->bits_per_pixel == 32);
    for (auto root = xcb_setup_roots_iterator(&setup); root.rem > 0; xcb_screen_next(&root))
        for (auto of = xcb_screen_allowed_depths_iterator(root.data); of.rem > 0;
             xcb_depth_next(&of))
            for (auto at = xcb_depth_visuals_iterator(of.data); at.rem > 0;
                 xcb_visualtype_next(&at))
                if (at.data->visual_id == visual)
                    return has_format && at.data->red_mask == 0xFF0000 &&
                           at.data->green_mask == 0xFF00 && at.data->blue_mask == 0xFF;
    return false;
}

} // namespace

/// A separate connection: window numbers are the same on all.
struct SoftScreen::Connection {
    xcb_connection_t* server = xcb_connect(nullptr, nullptr);
    xcb_window_t window = 0;
    xcb_gcontext_t context = 0;
    std::uint8_t depth = 0;
    xcb_shm_seg_t segment = 0;
    void* memory = nullptr;
    std::size_t bytes = 0;
    int width = 0, height = 0;
    // Answered after the last shown image was copied.
    std::optional<xcb_get_input_focus_cookie_t> shown;

    Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() {
        drop();
        xcb_disconnect(server);
    }

    bool begin(xcb_window_t of) {
        if (xcb_connection_has_error(server) != 0)
            return false;
        window = of;
        const Owned<xcb_get_window_attributes_reply_t> attributes(xcb_get_window_attributes_reply(
            server, xcb_get_window_attributes(server, window), nullptr));
        const Owned<xcb_get_geometry_reply_t> geometry(
            xcb_get_geometry_reply(server, xcb_get_geometry(server, window), nullptr));
        const xcb_query_extension_reply_t* shared = xcb_get_extension_data(server, &xcb_shm_id);
        if (!attributes || !geometry || !shared || shared->present == 0 ||
            !has_plain_pixels(*xcb_get_setup(server), attributes->visual, geometry->depth))
            return false;
        depth = geometry->depth;
        context = xcb_generate_id(server);
        const std::uint32_t none = 0; // no events about parts that could not be copied
        xcb_create_gc(server, context, window, XCB_GC_GRAPHICS_EXPOSURES, &none);
        return take(1); // a server on another machine cannot share memory
    }

    void drop() {
        wait();
        if (segment != 0)
            xcb_shm_detach(server, segment);
        if (memory)
            ::shmdt(memory);
        segment = 0;
        memory = nullptr;
        bytes = 0;
    }

    bool take(std::size_t wanted) {
        drop();
        const int id = ::shmget(IPC_PRIVATE, wanted, IPC_CREAT | 0600);
        if (id < 0)
            return false;
        void* const found = ::shmat(id, nullptr, 0);
        if (found != reinterpret_cast<void*>(-1)) {
            const xcb_shm_seg_t number = xcb_generate_id(server);
            const Owned<xcb_generic_error_t> refused(xcb_request_check(
                server, xcb_shm_attach_checked(server, number, static_cast<std::uint32_t>(id), 1)));
            if (refused) {
                ::shmdt(found);
            } else {
                memory = found;
                segment = number;
                bytes = wanted;
            }
        }
        ::shmctl(id, IPC_RMID, nullptr); // freed when both processes have detached
        return memory != nullptr;
    }

    void wait() {
        if (shown)
            const Owned<xcb_get_input_focus_reply_t> answer(
                xcb_get_input_focus_reply(server, *std::exchange(shown, std::nullopt), nullptr));
    }
};

std::unique_ptr<SoftScreen> SoftScreen::of_window(std::uint32_t window) {
    auto connection = std::make_unique<Connection>();
    if (!connection->begin(window))
        return nullptr;
    return std::unique_ptr<SoftScreen>(new SoftScreen(std::move(connection)));
}

SoftScreen::SoftScreen(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)) {}

SoftScreen::~SoftScreen() = default;

SoftImage SoftScreen::image(int width, int height) {
    Connection& own = *connection_;
    own.wait();
    const std::size_t wanted =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
    if ((wanted > own.bytes || wanted < own.bytes / 2) && !own.take(wanted))
        return {};
    own.width = width;
    own.height = height;
    return {static_cast<std::uint32_t*>(own.memory), width, height};
}

void SoftScreen::show(const std::vector<PixelArea>& areas) {
    Connection& own = *connection_;
    if (!own.memory)
        return;
    const auto small = [](int value) { return static_cast<std::uint16_t>(value); };
    for (const PixelArea& area : areas)
        xcb_shm_put_image(own.server, own.window, own.context, small(own.width), small(own.height),
                          small(area.left), small(area.top), small(area.right - area.left),
                          small(area.bottom - area.top), static_cast<std::int16_t>(area.left),
                          static_cast<std::int16_t>(area.top), own.depth, XCB_IMAGE_FORMAT_Z_PIXMAP,
                          0, own.segment, 0);
    own.wait();
    own.shown = xcb_get_input_focus(own.server);
    xcb_flush(own.server);
}

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
