// SPDX-License-Identifier: MIT
#include "core/publish/png_write.h"

#include <libdeflate.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>

namespace attn::publish {
namespace {

using figure::Colour;

// Figures are flat: higher levels take several times as long for a few percent.
constexpr int level = 4;

/// Bytes that nobody has written yet. Zeros in all of them first would take as long as compressing.
class Bytes {
public:
    explicit Bytes(std::size_t size) : data_(new char[size]), size_(size) {}
    char* data() { return data_.get(); }
    const char* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

private:
    std::unique_ptr<char[]> data_;
    std::size_t size_;
};

void put(std::string& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xFF);
}

void put_chunk(std::string& bytes, std::string_view type, std::string_view data) {
    put(bytes, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = bytes.size();
    bytes += type;
    bytes += data;
    put(bytes, libdeflate_crc32(0, bytes.data() + begin, bytes.size() - begin));
}

/// The rows as PNG stores them, each behind the number of its filter (PNG 1.2, 6). A row that is
/// the one above is a row of zeros by filter Up; every other one stays as it is.
Bytes rows_of(const figure::Pixels& pixels, std::size_t parts) {
    const auto width = static_cast<std::size_t>(pixels.width);
    const auto height = static_cast<std::size_t>(pixels.height);
    Bytes rows(height * (width * parts + 1));
    char* out = rows.data();
    const Colour* row = pixels.colours.data();
    for (std::size_t y = 0; y < height; ++y, row += width) {
        if (y > 0 && std::equal(row, row + width, row - width)) {
            *out++ = 2;
            out = std::fill_n(out, width * parts, '\0');
            continue;
        }
        *out++ = 0;
        for (std::size_t x = 0; x < width; ++x, out += parts) {
            out[0] = static_cast<char>(row[x].red);
            out[1] = static_cast<char>(row[x].green);
            out[2] = static_cast<char>(row[x].blue);
            if (parts == 4)
                out[3] = static_cast<char>(row[x].alpha);
        }
    }
    return rows;
}

} // namespace

std::string write_png(const figure::Pixels& pixels) {
    const bool has_alpha = std::any_of(pixels.colours.begin(), pixels.colours.end(),
                                       [](Colour colour) { return colour.alpha != 255; });
    const Bytes rows = rows_of(pixels, has_alpha ? 4 : 3);
    struct Free {
        void operator()(libdeflate_compressor* one) const { libdeflate_free_compressor(one); }
    };
    const std::unique_ptr<libdeflate_compressor, Free> compressor(
        libdeflate_alloc_compressor(level));
    assert(compressor && "there is memory for a compressor");
    Bytes data(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
    const std::size_t length = libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(),
                                                        data.data(), data.size());
    assert(length > 0 && "the bound is large enough");

    std::string bytes = "\x89PNG\r\n\x1a\n";
    std::string header;
    put(header, static_cast<std::uint32_t>(pixels.width));
    put(header, static_cast<std::uint32_t>(pixels.height));
    header += '\x08';
    header += has_alpha ? '\x06' : '\x02';
    header.append(3, '\0'); // the usual compression and filters, not interlaced
    put_chunk(bytes, "IHDR", header);
    put_chunk(bytes, "IDAT", {data.data(), length});
    put_chunk(bytes, "IEND", "");
    return bytes;
}

std::string png_compressor_version() {
    return LIBDEFLATE_VERSION_STRING;
}

} // namespace attn::publish
