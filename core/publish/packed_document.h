// SPDX-License-Identifier: MIT
// Packs a document with many numbers for a page (lab.js unpacks it). Decimal digits hardly
// compress, so its long numbers are stored separately as bytes, with a "~" for each in the text.
#pragma once

#include <string>

namespace attn::publish {

struct PackedDocument {
    std::string text;     // base 85 with "~" for "<": five letters for four bytes, padded with
                          // zeros
    std::size_t size = 0; // in bytes, without the padding
};

/// gzip (RFC 1952) of the text, a zero, and the numbers as little-endian IEEE 754 doubles: first
/// the first byte of each, then the second byte of each, and so on. Base 85 is ZeroMQ's Z85.
PackedDocument packed_document(const std::string& json);

} // namespace attn::publish
