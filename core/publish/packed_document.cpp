// SPDX-License-Identifier: MIT
#include "core/publish/packed_document.h"

#include "core/base/number_text.h"

#include <libdeflate.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

constexpr std::size_t long_number = 8; // characters

/// JSON with "~" in place of its long numbers, and these numbers.
struct Apart {
    std::string text;
    std::vector<std::uint64_t> numbers; // by their bits
};

Apart apart(std::string_view json) {
    Apart made;
    bool is_in_string = false;
    for (std::size_t at = 0; at < json.size();) {
        const char letter = json[at];
        if (!is_in_string && (letter == '-' || (letter >= '0' && letter <= '9'))) {
            const std::size_t end =
                std::min(json.find_first_not_of("-+.eE0123456789", at), json.size());
            const std::string_view digits = json.substr(at, end - at);
            const auto value = parse_number(digits);
            if (value && digits.size() >= long_number) {
                made.numbers.push_back(std::bit_cast<std::uint64_t>(*value));
                made.text += '~';
            } else {
                made.text += digits;
            }
            at = end;
            continue;
        }
        made.text += letter;
        ++at;
        if (is_in_string && letter == '\\' && at < json.size())
            made.text += json[at++];
        else if (letter == '"')
            is_in_string = !is_in_string;
    }
    return made;
}

std::string compressed(const std::string& bytes) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(12), &libdeflate_free_compressor);
    assert(compressor && "there is memory for a compressor");
    std::string out(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
    out.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                        out.size()));
    assert(!out.empty() && "what is compressed has room");
    return out;
}

std::string base_85(std::string bytes) {
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                         "UVWXYZ.-:+=^!/*?&~>()[]{}@%$#";
    static_assert(letters.size() == 85);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 4) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i)
            word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
        for (std::uint32_t power = 85 * 85 * 85 * 85; power > 0; power /= 85)
            text += letters[word / power % 85];
    }
    return text;
}

} // namespace

PackedDocument packed_document(const std::string& json) {
    Apart all = apart(json);
    std::string bytes = std::move(all.text) + '\0';
    for (unsigned byte = 0; byte < 8; ++byte)
        for (const std::uint64_t bits : all.numbers)
            bytes += static_cast<char>(bits >> (8 * byte) & 0xFF);
    const std::string packed = compressed(bytes);
    return {base_85(packed), packed.size()};
}

} // namespace attn::publish
