// SPDX-License-Identifier: MIT
// Builds zip archives byte by byte, so that they can lie as no zip library would let them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// The checksum of zip archives (CRC-32, ISO 3309).
std::uint32_t crc32(std::string_view bytes);
std::uint32_t crc32_of_zeros(std::uint64_t count);

/// `count` zeros, deflated as tightly as possible: one literal, then copies of 258.
std::string deflated_zeros(std::uint64_t count);

struct Member {
    std::string name;
    std::string data; // as stored in the archive
    std::uint16_t method = 0;
    std::uint32_t size = 0; // claimed unpacked size
    std::uint32_t checksum = 0;
};
Member stored(std::string name, std::string bytes);
Member zeros(std::string name, std::uint32_t count);

/// Builds an archive. `copies`: how often each member is listed in the directory; its bytes are
/// stored once.
std::string archive(const std::vector<Member>& members, std::size_t copies = 1);

/// A .npy file of version 1.0 with any header.
std::string npy(std::string_view head, std::string_view data);
/// A safetensors file with any header.
std::string safetensors(std::string_view head, std::string_view data);

} // namespace attn::test
