// SPDX-License-Identifier: MIT
#include "app/painting/gl_pixels.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>

namespace app {

attn::figure::Pixels pixels_of_window(int width, int height) {
    attn::figure::Pixels pixels;
    pixels.width = width;
    pixels.height = height;
    const auto row = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    pixels.colours.resize(row * rows);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.colours.data());
    for (auto& colour : pixels.colours)
        colour.alpha = 255;
    const auto begin = pixels.colours.begin();
    for (std::size_t top = 0; top < rows / 2; ++top)
        std::swap_ranges(begin + static_cast<std::ptrdiff_t>(top * row),
                         begin + static_cast<std::ptrdiff_t>((top + 1) * row),
                         begin + static_cast<std::ptrdiff_t>((rows - 1 - top) * row));
    return pixels;
}

unsigned int make_texture(const attn::figure::Pixels& pixels, bool is_smooth) {
    unsigned int texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    is_smooth ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, is_smooth ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.width, pixels.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.colours.data());
    if (is_smooth)
        glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

} // namespace app
