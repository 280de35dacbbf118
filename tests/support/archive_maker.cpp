// SPDX-License-Identifier: MIT
#include "tests/support/archive_maker.h"

#include <array>

namespace attn::test {
namespace {

std::string little(std::uint64_t value, int bytes) {
    std::string text;
    for (int at = 0; at < bytes; ++at)
        text += static_cast<char>((value >> (8 * at)) & 0xFF);
    return text;
}

const std::array<std::uint32_t, 256>& table() {
    static const auto made = [] {
        std::array<std::uint32_t, 256> rows{};
        for (std::uint32_t at = 0; at < 256; ++at) {
            std::uint32_t row = at;
            for (int bit = 0; bit < 8; ++bit)
                row = (row & 1U) != 0 ? 0xEDB88320U ^ (row >> 1) : row >> 1;
            rows[at] = row;
        }
        return rows;
    }();
    return made;
}

} // namespace

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char byte : bytes)
        sum = table()[(sum ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (sum >> 8);
    return ~sum;
}

std::uint32_t crc32_of_zeros(std::uint64_t count) {
    std::uint32_t sum = 0xFFFFFFFFU;
    while (count-- > 0)
        sum = table()[sum & 0xFFU] ^ (sum >> 8);
    return ~sum;
}

std::string deflated_zeros(std::uint64_t count) {
    std::string text;
    unsigned bits = 0;
    int filled = 0;
    const auto put = [&](unsigned value, int width) { // lowest bit first
        bits |= value << filled;
        filled += width;
        while (filled >= 8) {
            text += static_cast<char>(bits & 0xFFU);
            bits >>= 8;
            filled -= 8;
        }
    };
    put(1, 1);          // marks the last block
    put(1, 2);          // with the fixed codes of RFC 1951, 3.2.6
    put(0b00001100, 8); // the literal 0 is 00110000, written from its highest bit
    for (std::uint64_t left = count - 1; left >= 258; left -= 258) {
        put(0b10100011, 8); // length 258 has the code 285: 11000101
        put(0, 5);          // at distance 1
    }
    for (std::uint64_t left = (count - 1) % 258; left > 0; --left)
        put(0b00001100, 8);
    put(0, 7); // end of block
    put(0, 7); // fills the last byte
    return text;
}

Member stored(std::string name, std::string bytes) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const std::uint32_t checksum = crc32(bytes);
    return {std::move(name), std::move(bytes), 0, size, checksum};
}

Member zeros(std::string name, std::uint32_t count) {
    return {std::move(name), deflated_zeros(count), 8, count, crc32_of_zeros(count)};
}

std::string archive(const std::vector<Member>& members, std::size_t copies) {
    std::string bytes, directory;
    for (const Member& member : members) {
        const std::string about = little(20, 2) + little(0, 2) + little(member.method, 2) +
                                  little(0, 2) + little(0x21, 2) + little(member.checksum, 4) +
                                  little(member.data.size(), 4) + little(member.size, 4) +
                                  little(member.name.size(), 2) + little(0, 2);
        for (std::size_t copy = 0; copy < copies; ++copy)
            directory += "PK\x01\x02" + little(20, 2) + about + little(0, 2) + little(0, 2) +
                         little(0, 2) + little(0, 4) + little(bytes.size(), 4) + member.name;
        bytes += "PK\x03\x04" + about + member.name + member.data;
    }
    const std::size_t count = members.size() * copies;
    return bytes + directory + "PK\x05\x06" + little(0, 4) + little(count, 2) + little(count, 2) +
           little(directory.size(), 4) + little(bytes.size(), 4) + little(0, 2);
}

std::string npy(std::string_view head, std::string_view data) {
    return "\x93NUMPY\x01" + little(0, 1) + little(head.size(), 2) + std::string(head) +
           std::string(data);
}

std::string safetensors(std::string_view head, std::string_view data) {
    return little(head.size(), 8) + std::string(head) + std::string(data);
}

} // namespace attn::test
