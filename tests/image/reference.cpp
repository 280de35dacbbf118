// SPDX-License-Identifier: MIT
#include "tests/image/reference.h"

#include "core/publish/cairo.h"

#include <png.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_set>
#include <vector>

namespace attn::testing {
namespace {

namespace fs = std::filesystem;

const fs::path references = fs::path(ATTENTION_SOURCE_DIR) / "tests/image/references";

struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint32_t> colours; // bytes red, green, blue, alpha
    friend bool operator==(const Pixels&, const Pixels&) = default;
};

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

bool is_accepting() {
    const char* accept = std::getenv("ATTENTION_ACCEPT");
    return accept && std::string(accept) == "1";
}

Pixels decoded(const std::string& png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Pixels pixels;
    if (!png_image_begin_read_from_memory(&image, png.data(), png.size()))
        return pixels;
    image.format = PNG_FORMAT_RGBA;
    pixels.width = static_cast<int>(image.width);
    pixels.height = static_cast<int>(image.height);
    pixels.colours.resize(std::size_t{image.width} * image.height);
    if (!png_image_finish_read(&image, nullptr, pixels.colours.data(), 0, nullptr))
        return {};
    return pixels;
}

std::string encoded(const Pixels& pixels) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(pixels.width);
    image.height = static_cast<png_uint_32>(pixels.height);
    image.format = PNG_FORMAT_RGBA;
    png_alloc_size_t size = 0;
    png_image_write_to_memory(&image, nullptr, &size, 0, pixels.colours.data(), 0, nullptr);
    std::string bytes(size, '\0');
    png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.colours.data(), 0, nullptr);
    bytes.resize(size);
    return bytes;
}

} // namespace

bool are_references_comparable() {
    if (is_accepting())
        write(references / "versions.txt", publish::versions());
    return read(references / "versions.txt") == publish::versions();
}

std::string difference_from_reference(const std::string& name, const std::string& png) {
    const fs::path reference = references / (name + ".png");
    if (is_accepting())
        write(reference, encoded(decoded(png)));
    const Pixels wanted = decoded(read(reference)), found = decoded(png);
    if (wanted.width > 0 && wanted == found)
        return "";
    const fs::path folder = fs::path(ATTENTION_BINARY_DIR) / "image";
    write(folder / (name + ".out.png"), png);
    if (wanted.width == 0)
        return "there is no reference " + reference.string();
    if (wanted.width != found.width || wanted.height != found.height)
        return "the size is " + std::to_string(found.width) + " × " + std::to_string(found.height) +
               ", the reference's " + std::to_string(wanted.width) + " × " +
               std::to_string(wanted.height);
    Pixels marked = wanted;
    std::size_t count = 0;
    for (std::size_t i = 0; i < marked.colours.size(); ++i) {
        const bool differs = wanted.colours[i] != found.colours[i];
        count += differs;
        marked.colours[i] = differs ? 0xFF0000FF : (wanted.colours[i] & 0x00FFFFFF) | 0x40000000;
    }
    write(folder / (name + ".diff.png"), encoded(marked));
    return std::to_string(count) + " of " + std::to_string(marked.colours.size()) +
           " pixels differ; see " + (folder / (name + ".diff.png")).string();
}

PictureSummary summarise(const std::string& png) {
    const Pixels pixels = decoded(png);
    const std::unordered_set<std::uint32_t> colours(pixels.colours.begin(), pixels.colours.end());
    return {pixels.width, pixels.height, static_cast<int>(colours.size())};
}

} // namespace attn::testing
