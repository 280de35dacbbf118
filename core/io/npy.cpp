// SPDX-License-Identifier: MIT
#include "core/io/npy.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>

namespace attn::io {
namespace {

/// Appends the lowest `count` bytes, least significant first.
void append_bytes(std::string& text, std::uint64_t bits, int count) {
    for (int at = 0; at < count; ++at)
        text += static_cast<char>((bits >> (8 * at)) & 0xFF);
}

/// Returns everything before the data. `descr` is NumPy's code of the type, `shape` the axes as a
/// Python tuple.
std::string npy_head(const std::string& descr, const std::string& shape) {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // The data begins at a multiple of 64 bytes; 10 bytes precede the header, a line break ends it.
    constexpr std::size_t before = 10, alignment = 64;
    while ((before + header.size() + 1) % alignment != 0)
        header += ' ';
    header += '\n';

    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    append_bytes(bytes, header.size(), 2);
    return bytes + header;
}

} // namespace

std::string write_npy(std::span<const Real> values, std::span<const Index> shape) {
    assert(std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>()) ==
               static_cast<Index>(values.size()) &&
           "the shape holds exactly the values");
    std::string axes;
    for (std::size_t at = 0; at < shape.size(); ++at)
        axes += (at == 0 ? "" : " ") + std::to_string(shape[at]) + ",";
    if (shape.size() > 1)
        axes.pop_back(); // Python needs the last comma only for one axis
    std::string bytes = npy_head("<f8", axes);
    bytes.reserve(bytes.size() + 8 * values.size());
    for (const Real value : values) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        append_bytes(bytes, bits, 8);
    }
    return bytes;
}

std::string write_npy_texts(const std::vector<std::string>& texts) {
    std::vector<std::u32string> letters;
    std::size_t longest = 1; // NumPy's texts have at least one character
    for (const std::string& text : texts) {
        std::u32string& codes = letters.emplace_back();
        const std::string valid = valid_utf8(text);
        for (std::string_view rest = valid; !rest.empty();) {
            const Character letter = first_character(rest);
            codes.push_back(letter.code);
            rest.remove_prefix(letter.length);
        }
        longest = std::max(longest, codes.size());
    }
    std::string bytes =
        npy_head("<U" + std::to_string(longest), std::to_string(texts.size()) + ",");
    for (std::u32string& codes : letters) {
        codes.resize(longest, 0);
        for (const char32_t code : codes)
            append_bytes(bytes, code, 4);
    }
    return bytes;
}

} // namespace attn::io
