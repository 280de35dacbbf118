// SPDX-License-Identifier: MIT
#include "core/io/npy.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>

namespace attn::io {
namespace {

/// The lowest `count` bytes, least significant first.
void append_bytes(std::string& text, std::uint64_t bits, int count) {
    for (int at = 0; at < count; ++at)
        text += static_cast<char>((bits >> (8 * at)) & 0xFF);
}

} // namespace

std::string write_npy(std::span<const Real> values, std::span<const Index> shape) {
    assert(std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>()) ==
               static_cast<Index>(values.size()) &&
           "the shape holds exactly the values");
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
    for (std::size_t at = 0; at < shape.size(); ++at)
        header += (at == 0 ? "" : " ") + std::to_string(shape[at]) + ",";
    if (shape.size() > 1)
        header.pop_back(); // Python needs the last comma only for one axis.
    header += "), }";
    // The data begins at a multiple of 64 bytes; 10 stand before the header, a line break ends it.
    constexpr std::size_t before = 10, alignment = 64;
    while ((before + header.size() + 1) % alignment != 0)
        header += ' ';
    header += '\n';

    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    append_bytes(bytes, header.size(), 2);
    bytes += header;
    bytes.reserve(bytes.size() + 8 * values.size());
    for (const Real value : values) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        append_bytes(bytes, bits, 8);
    }
    return bytes;
}

} // namespace attn::io
