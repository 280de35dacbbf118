// SPDX-License-Identifier: MIT
// A document of many numbers in few bytes, for a page (lab.js unpacks it). Its long numbers stand
// apart as bytes, with a "~" for each in the text, as decimal digits hardly compress.
#pragma once

#include <string>

namespace attn::publish {

struct PackedDocument {
    std::string text;     // base 85 with "~" for "<": five letters for four bytes, zeros at the end
    std::size_t size = 0; // of the bytes that count
};

/// gzip (RFC 1952) of the text, a zero, and the numbers as little-endian IEEE 754 doubles: first
/// the first byte of each, then the second byte of each, and so on. Base 85 is ZeroMQ's Z85.
PackedDocument packed_document(const std::string& json);

} // namespace attn::publish
