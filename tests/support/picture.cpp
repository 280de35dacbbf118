// SPDX-License-Identifier: MIT
#include "tests/support/picture.h"

#include <png.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <set>

namespace attn::test {
namespace {

template <class Visit>
void for_each_pixel(const Picture& picture, Area area, Visit visit) {
    const int right = std::min(area.x + area.width, picture.width);
    const int bottom = std::min(area.y + area.height, picture.height);
    for (int y = std::max(area.y, 0); y < bottom; ++y)
        for (int x = std::max(area.x, 0); x < right; ++x)
            visit(x, y);
}

} // namespace

std::uint32_t Picture::at(int x, int y) const {
    assert(x >= 0 && x < width && y >= 0 && y < height && "the pixel is in the picture");
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
}

Picture cut_out(const Picture& picture, Area area) {
    Picture cut{std::min(area.x + area.width, picture.width) - std::max(area.x, 0),
                std::min(area.y + area.height, picture.height) - std::max(area.y, 0),
                {}};
    for_each_pixel(picture, area, [&](int x, int y) { cut.pixels.push_back(picture.at(x, y)); });
    return cut;
}

int differing_pixels(const Picture& one, const Picture& other, Area area) {
    assert(one.width == other.width && one.height == other.height && "pictures of one size");
    int count = 0;
    for_each_pixel(one, area, [&](int x, int y) { count += one.at(x, y) != other.at(x, y); });
    return count;
}

int count_colours(const Picture& picture, Area area) {
    std::set<std::uint32_t> colours;
    for_each_pixel(picture, area, [&](int x, int y) { colours.insert(picture.at(x, y)); });
    return static_cast<int>(colours.size());
}

bool write_png(const Picture& picture, const std::string& path) {
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    std::vector<std::uint8_t> bytes(picture.pixels.size() * 3);
    std::uint8_t* to = bytes.data();
    for (const std::uint32_t pixel : picture.pixels) {
        *to++ = static_cast<std::uint8_t>(pixel >> 16U);
        *to++ = static_cast<std::uint8_t>(pixel >> 8U);
        *to++ = static_cast<std::uint8_t>(pixel);
    }
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    image.flags = PNG_IMAGE_FLAG_FAST; // hundreds are written, and few are looked at
    return png_image_write_to_file(&image, path.c_str(), 0, bytes.data(), 0, nullptr) != 0;
}

Picture read_png(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Picture picture;
    if (!png_image_begin_read_from_file(&image, path.c_str()))
        return picture;
    image.format = PNG_FORMAT_BGRA;
    picture.width = static_cast<int>(image.width);
    picture.height = static_cast<int>(image.height);
    picture.pixels.resize(std::size_t{image.width} * image.height);
    if (!png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr))
        return {};
    for (std::uint32_t& pixel : picture.pixels)
        pixel &= 0xFFFFFFU;
    return picture;
}

} // namespace attn::test
