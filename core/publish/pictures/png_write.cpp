// SPDX-License-Identifier: MIT
#include "core/publish/pictures/png_write.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

namespace attn::publish {
namespace {

using figure::Colour;

void put(std::string& bytes, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(value >> shift & 0xFF);
}

void put_chunk(std::string& bytes, std::string_view type, std::string_view data) {
    put(bytes, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = bytes.size();
    bytes += type;
    bytes += data;
    const auto* const first = reinterpret_cast<const unsigned char*>(bytes.data() + begin);
    put(bytes, crc32_gzip_refl(0, first, bytes.size() - begin));
}

bool is_opaque(Colour colour) {
    return colour.alpha == 255;
}
bool is_opaque(std::uint32_t word) {
    return word >> 24 == 255;
}

template <bool has_alpha>
void put_pixel(char* out, Colour colour) {
    out[0] = static_cast<char>(colour.red);
    out[1] = static_cast<char>(colour.green);
    out[2] = static_cast<char>(colour.blue);
    if constexpr (has_alpha)
        out[3] = static_cast<char>(colour.alpha);
}
template <bool has_alpha>
void put_pixel(char* out, std::uint32_t word) {
    if constexpr (has_alpha) {
        put_pixel<true>(out, colour_of(word));
    } else { // Opaque colours need no division by their alpha.
        out[0] = static_cast<char>(word >> 16);
        out[1] = static_cast<char>(word >> 8);
        out[2] = static_cast<char>(word);
    }
}

template <bool has_alpha, class Pixel>
void put_row(char* out, const Pixel* row, std::size_t width) {
    for (std::size_t x = 0; x < width; ++x, out += has_alpha ? 4 : 3)
        put_pixel<has_alpha>(out, row[x]);
}
/// Writes four bytes at a time; the next pixel overwrites the fourth. Three times as fast.
template <>
void put_row<false, std::uint32_t>(char* out, const std::uint32_t* row, std::size_t width) {
    if (width == 0)
        return;
    for (std::size_t x = 0; x + 1 < width; ++x, out += 3) {
        const std::uint32_t word = row[x];
        if constexpr (std::endian::native != std::endian::little) {
            put_pixel<false>(out, word);
            continue;
        }
        const std::uint32_t bytes =
            (word >> 16 & 0xFFU) | (word & 0xFF00U) | (word & 0xFFU) << 16; // the first lowest
        std::memcpy(out, &bytes, sizeof bytes);
    }
    put_pixel<false>(out, row[width - 1]);
}

/// Rows of pixels of any pixel type.
template <class Pixel>
struct Rows {
    Pixel* first = nullptr;
    std::size_t width = 0, height = 0;

    bool are_opaque() const {
        bool are = true;
        for (std::size_t y = 0; are && y < height; ++y) // compares a whole row, without a branch
                                                        // inside
            for (std::size_t x = 0; x < width; ++x)
                are = are & is_opaque(first[y * width + x]);
        return are;
    }
};

constexpr std::size_t row_length(std::size_t width, bool has_alpha) {
    return 1 + width * (has_alpha ? 4 : 3);
}

/// Writes the rows as PNG stores them, each after the number of its filter (PNG 1.2, section 6). A
/// row equal to the one above becomes a row of zeros by filter Up; every other row is unfiltered.
/// `out` may be the memory of the pixels, unless these have an alpha: a stored row is no longer
/// than its pixels.
template <bool has_alpha, class Pixel>
void store_rows(const Rows<Pixel>& pixels, char* out) {
    static_assert(std::has_unique_object_representations_v<Pixel>);
    constexpr std::size_t parts = has_alpha ? 4 : 3;
    const std::size_t width = pixels.width, length = width * sizeof(Pixel);
    std::vector<std::remove_const_t<Pixel>> held(width), held_above(width);
    for (std::size_t y = 0; y < pixels.height; ++y) {
        const Pixel* row = pixels.first + y * width;
        const Pixel* above = row - (y > 0 ? width : 0);
        // The first rows would overwrite themselves and the row above them, so they are copied.
        if (y == 0 || y * row_length(width, has_alpha) > (y - 1) * length) {
            held.swap(held_above);
            std::copy_n(row, width, held.begin());
            row = held.data();
            above = held_above.data();
        }
        if (y > 0 && std::memcmp(row, above, length) == 0) {
            *out++ = 2;
            out = std::fill_n(out, width * parts, '\0');
            continue;
        }
        *out++ = 0;
        put_row<has_alpha, std::remove_const_t<Pixel>>(out, row, width);
        out += width * parts;
    }
}

/// Compresses as zlib would. The next level of ISA-L saves hardly any bytes, libdeflate at most a
/// fifth, in four to ten times the time; figures are flat.
std::string packed(std::string_view rows) {
    constexpr int level = 1;
    std::vector<unsigned char> working(ISAL_DEF_LVL1_DEFAULT), part(std::size_t{1} << 18);
    isal_zstream stream;
    isal_deflate_init(&stream);
    stream.level = level;
    stream.level_buf = working.data();
    stream.level_buf_size = static_cast<std::uint32_t>(working.size());
    stream.gzip_flag = IGZIP_ZLIB;
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(rows.data()));
    std::string bytes;
    const auto pack = [&](std::size_t count) {
        stream.avail_in = static_cast<std::uint32_t>(count);
        do {
            stream.next_out = part.data();
            stream.avail_out = static_cast<std::uint32_t>(part.size());
            const int status = isal_deflate(&stream);
            assert(status == COMP_OK && "the settings are those of the library");
            (void)status;
            bytes.append(reinterpret_cast<const char*>(part.data()),
                         part.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    };
    // ISA-L 2.30 to 2.32 choose the second match of a long input by the address of `stream`, so one
    // file in some hundreds differs. After a short first block they do not.
    const std::size_t first = std::min<std::size_t>(rows.size(), 16);
    stream.flush = SYNC_FLUSH;
    pack(first);
    stream.flush = NO_FLUSH;
    stream.end_of_stream = 1;
    pack(rows.size() - first);
    assert(stream.internal_state.state == ZSTATE_END && "all was packed");
    return bytes;
}

/// Makes the file from stored rows.
std::string png_of(std::string_view rows, std::size_t width, std::size_t height, bool has_alpha) {
    const std::string data = packed(rows);
    constexpr std::size_t around = 100; // bytes that the other chunks need at most
    std::string bytes;
    bytes.reserve(data.size() + around);
    bytes = "\x89PNG\r\n\x1a\n";
    std::string header;
    put(header, static_cast<std::uint32_t>(width));
    put(header, static_cast<std::uint32_t>(height));
    header += '\x08';
    header += has_alpha ? '\x06' : '\x02';
    header.append(3, '\0'); // default compression and filters, not interlaced
    put_chunk(bytes, "IHDR", header);
    put_chunk(bytes, "IDAT", data);
    put_chunk(bytes, "IEND", "");
    return bytes;
}

} // namespace

Colour colour_of(std::uint32_t word) {
    const auto part = [&](unsigned shift) { return word >> shift & 0xFFU; };
    const std::uint32_t alpha = part(24);
    const auto divided = [&](std::uint32_t value) {
        return static_cast<std::uint8_t>(alpha == 0 ? 0 : (value * 255 + alpha / 2) / alpha);
    };
    return {divided(part(16)), divided(part(8)), divided(part(0)),
            static_cast<std::uint8_t>(alpha)};
}

std::string write_png(const figure::Pixels& pixels) {
    const Rows<const Colour> all{pixels.colours.data(), static_cast<std::size_t>(pixels.width),
                                 static_cast<std::size_t>(pixels.height)};
    const bool has_alpha = !all.are_opaque();
    LargeMemory rows(all.height * row_length(all.width, has_alpha));
    has_alpha ? store_rows<true>(all, rows.data()) : store_rows<false>(all, rows.data());
    return png_of({rows.data(), rows.size()}, all.width, all.height, has_alpha);
}

std::string write_png(const PaintedPixels& pixels) {
    const Rows<std::uint32_t> all{pixels.words, static_cast<std::size_t>(pixels.width),
                                  static_cast<std::size_t>(pixels.height)};
    if (all.are_opaque()) {
        char* const place = reinterpret_cast<char*>(pixels.words);
        store_rows<false>(all, place);
        return png_of({place, all.height * row_length(all.width, false)}, all.width, all.height,
                      false);
    }
    LargeMemory rows(all.height * row_length(all.width, true));
    store_rows<true>(all, rows.data());
    return png_of({rows.data(), rows.size()}, all.width, all.height, true);
}

LargeMemory::LargeMemory(std::size_t size) : size_(size) {
    constexpr std::size_t page = std::size_t{2} << 20;
    mapped_size_ = size + page;
    mapped_ =
        mmap(nullptr, mapped_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped_ == MAP_FAILED)
        throw std::bad_alloc();
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped_);
    data_ = static_cast<char*>(mapped_) + (page - begin % page) % page;
#ifdef MADV_HUGEPAGE
    madvise(data_, size_, MADV_HUGEPAGE); // A system without large pages keeps the small ones.
#endif
}

LargeMemory::~LargeMemory() {
    munmap(mapped_, mapped_size_);
}

} // namespace attn::publish
