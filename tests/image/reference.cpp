// SPDX-License-Identifier: MIT
#include "tests/image/reference.h"

#include "core/publish/pictures/cairo.h"

#include <glib.h>
#include <png.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace attn::test {
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

Pixels decoded(std::string_view png) {
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

/// The text with the pixels of its PNGs in place of their bytes, which differ between processors.
std::string with_pixels(const std::string& text) {
    constexpr std::string_view begin = "data:image/png;base64,";
    std::ostringstream all;
    if (text.starts_with("\x89PNG")) {
        const Pixels pixels = decoded(text);
        const auto data = text.find("IDAT"), end = text.rfind("IEND");
        if (pixels.colours.empty() || data == std::string::npos || end == std::string::npos)
            return text;
        all << text.substr(0, data - 4) << text.substr(end) << std::hex;
        for (const std::uint32_t colour : pixels.colours)
            all << colour << '\n';
        return all.str();
    }
    std::size_t from = 0;
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, from)) {
        at += begin.size();
        const std::size_t end = std::min(text.find('"', at), text.size());
        gsize size = 0;
        guchar* const bytes = g_base64_decode(text.substr(at, end - at).c_str(), &size);
        const Pixels pixels = decoded({reinterpret_cast<const char*>(bytes), size});
        g_free(bytes);
        if (pixels.colours.empty())
            return text;
        all << text.substr(from, at - from) << pixels.width << '\n' << std::hex;
        for (const std::uint32_t colour : pixels.colours)
            all << colour << '\n';
        from = end;
    }
    all << text.substr(from);
    return all.str();
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

const fs::path results = fs::path(ATTENTION_BINARY_DIR) / "image";

/// Describes the difference and paints it under the results; nothing if there is none.
std::string difference_of(const std::string& name, const Pixels& wanted, const Pixels& found) {
    if (wanted.width > 0 && wanted == found)
        return "";
    if (wanted.width == 0)
        return "there is no reference " + (references / name).string();
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
    write(results / (name + ".diff.png"), encoded(marked));
    return std::to_string(count) + " of " + std::to_string(marked.colours.size()) +
           " pixels differ; see " + (results / (name + ".diff.png")).string();
}

/// The picture with the mean of each square of `shrunk` × `shrunk` pixels, in 32 steps per colour:
/// enough to see where a difference is.
Pixels smaller(const Pixels& large) {
    constexpr int shrunk = 5;
    Pixels small;
    small.width = large.width / shrunk;
    small.height = large.height / shrunk;
    for (int y = 0; y < small.height; ++y)
        for (int x = 0; x < small.width; ++x) {
            std::uint32_t sums[4] = {0, 0, 0, 0};
            for (int at = 0; at < shrunk * shrunk; ++at) {
                const int row = y * shrunk + at / shrunk, column = x * shrunk + at % shrunk;
                const std::uint32_t pixel =
                    large.colours[static_cast<std::size_t>(row * large.width + column)];
                for (unsigned part = 0; part < 4; ++part)
                    sums[part] += pixel >> 8 * part & 0xFFU;
            }
            std::uint32_t pixel = 0;
            for (unsigned part = 0; part < 4; ++part)
                pixel |= (sums[part] / (shrunk * shrunk) & 0xF8U) << 8 * part;
            small.colours.push_back(pixel | 0xFF000000);
        }
    return small;
}

/// A checksum of the size and every pixel: FNV-1a of 64 bits (Fowler, Noll, Vo), a pixel at a time,
/// which is enough against accidental changes.
std::string checksum(const Pixels& pixels) {
    std::uint64_t sum = 14695981039346656037U;
    const auto add = [&](std::uint32_t word) { sum = (sum ^ word) * 1099511628211U; };
    add(static_cast<std::uint32_t>(pixels.width));
    add(static_cast<std::uint32_t>(pixels.height));
    std::for_each(pixels.colours.begin(), pixels.colours.end(), add);
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
    return text;
}

} // namespace

bool are_references_comparable() {
    if (is_accepting())
        write(references / "versions.txt", publish::versions());
    return read(references / "versions.txt") == publish::versions();
}

std::string difference_from_reference(const std::string& name, const std::string& png) {
    const fs::path reference = references / (name + ".png");
    const Pixels found = decoded(png);
    if (is_accepting())
        write(reference, encoded(found));
    const std::string difference = difference_of(name, decoded(read(reference)), found);
    if (difference != "")
        write(results / (name + ".out.png"), png);
    return difference;
}

std::string difference_from_checked(const std::string& name, const std::string& png) {
    const fs::path list = references / "pictures.txt";
    const fs::path picture = references / "pictures" / (name + ".png");
    std::map<std::string, std::string> sums;
    std::istringstream lines(read(list));
    for (std::string sum, of; lines >> sum >> of;)
        sums[of] = sum;
    const Pixels found = decoded(png);
    const std::string sum = checksum(found);
    if (is_accepting() && sums[name] != sum) {
        sums[name] = sum;
        std::string text;
        for (const auto& [of, known] : sums)
            text += known + " " + of + "\n";
        write(list, text);
        write(picture, encoded(smaller(found)));
    }
    if (sums[name] == sum)
        return "";
    write(results / (name + ".out.png"), png);
    const std::string difference = difference_of(name, decoded(read(picture)), smaller(found));
    return name + ".png: " +
           (difference != ""
                ? difference
                : "a few pixels differ by little; see " + (results / (name + ".out.png")).string());
}

std::string difference_from_text(const std::string& name, const std::string& text) {
    const std::string wanted = read(references / name);
    if (wanted == text || with_pixels(wanted) == with_pixels(text))
        return "";
    if (is_accepting()) {
        write(references / name, text);
        return "";
    }
    const fs::path out = results / fs::path(name).filename();
    write(out, text);
    const auto at = std::mismatch(wanted.begin(), wanted.end(), text.begin(), text.end()).first;
    return name + " differs from byte " + std::to_string(at - wanted.begin()) + " on; see " +
           out.string();
}

PictureSummary summarise(const std::string& png) {
    const Pixels pixels = decoded(png);
    const std::unordered_set<std::uint32_t> colours(pixels.colours.begin(), pixels.colours.end());
    return {pixels.width, pixels.height, static_cast<int>(colours.size())};
}

} // namespace attn::test
