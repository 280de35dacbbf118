// SPDX-License-Identifier: MIT
// The safetensors format read by a bounded reader: its head, checked before a number is read. And
// written, in 64 bits.
#pragma once

#include "core/io/arrays.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::io {

/// Longer heads are refused; the format itself allows 100 MB.
constexpr std::uint64_t max_safetensors_head = std::uint64_t{1} << 20;

/// One tensor as the head of a file tells of it. The head has been checked: its bytes are there.
struct SafetensorsTensor {
    std::string name;
    StoredArray array; // its offset is from the file's beginning
    std::string type;  // "float32", or the file's own word for a type that is not read
    std::uint64_t begin = 0, end = 0; // of its bytes among those of all tensors
    std::optional<Error> fault = {};  // why its numbers cannot be read
};
/// Every tensor of a file, by name.
Result<std::vector<SafetensorsTensor>> safetensors_head(const Bytes& bytes);

/// The tensors of a file. Format: 8 bytes with the length of the head, little-endian; the head,
/// JSON; the numbers, little-endian and in C order, without holes or overlaps. The format has no
/// texts: what its `__metadata__` holds as "tokens", {"words": […]} in JSON, is an array of texts.
Result<ArrayFile> open_safetensors(Bytes bytes, std::string name);

/// One tensor that is written, in float64; its numbers in C order.
struct WrittenTensor {
    std::string name;
    std::vector<Index> shape;
    std::vector<Real> values;
};
/// A file of the tensors, each of another name. `tokens`, if there are any, stand in its
/// `__metadata__`. The same tensors give the same bytes.
std::string write_safetensors(std::span<const WrittenTensor> tensors,
                              const std::vector<std::string>& tokens);

} // namespace attn::io
