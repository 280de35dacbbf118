// SPDX-License-Identifier: MIT
#include "core/base/sha256.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace attn {
namespace {

using Word = std::uint32_t;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes; section
/// 4.2.2.
constexpr std::array<Word, 64> constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::size_t block_bytes = 64;

/// Section 6.2.2.
void add_block(std::array<Word, 8>& hash, const char* block) {
    std::array<Word, 64> w = {};
    for (std::size_t at = 0; at < 16; ++at)
        for (std::size_t byte = 0; byte < 4; ++byte)
            w[at] = w[at] << 8U | static_cast<unsigned char>(block[4 * at + byte]);
    for (std::size_t at = 16; at < w.size(); ++at) {
        const Word a = w[at - 15], b = w[at - 2];
        w[at] = w[at - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + w[at - 7] +
                (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
    }
    std::array<Word, 8> v = hash;
    for (std::size_t at = 0; at < w.size(); ++at) {
        const Word e = v[4], a = v[0];
        const Word first = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                           ((e & v[5]) ^ (~e & v[6])) + constants[at] + w[at];
        const Word second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                            ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        v = {first + second, v[0], v[1], v[2], v[3] + first, v[4], v[5], v[6]};
    }
    for (std::size_t at = 0; at < hash.size(); ++at)
        hash[at] += v[at];
}

} // namespace

std::string sha256(std::string_view bytes) {
    std::array<Word, 8> hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::size_t at = 0;
    for (; bytes.size() - at >= block_bytes; at += block_bytes)
        add_block(hash, bytes.data() + at);
    // The rest, a bit 1, zeros, and the number of bits; section 5.1.1.
    std::string rest(bytes.substr(at));
    rest += static_cast<char>(0x80);
    while (rest.size() % block_bytes != block_bytes - 8)
        rest += '\0';
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8)
        rest += static_cast<char>(bits >> static_cast<unsigned>(shift) & 0xFFU);
    for (std::size_t from = 0; from < rest.size(); from += block_bytes)
        add_block(hash, rest.data() + from);
    std::string text;
    for (const Word word : hash)
        for (int shift = 28; shift >= 0; shift -= 4)
            text += "0123456789abcdef"[word >> static_cast<unsigned>(shift) & 0xFU];
    return text;
}

} // namespace attn
