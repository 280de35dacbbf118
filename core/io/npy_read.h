// SPDX-License-Identifier: MIT
// Reads NumPy's array file format with strict limits: its header, and where the numbers are.
#pragma once

#include "core/io/arrays.h"

namespace attn::io {

/// The header of a .npy file. Format: numpy.lib.format, NEP 1, versions 1.0, 2.0 and 3.0.
struct NpyHead {
    StoredArray array;
    std::string type;           // for users: "float64", "text"
    Index text_length = 0;      // characters of each text; 0: the array holds numbers
    bool is_wide = false;       // texts in UTF-32 (U); else in bytes (S)
    std::uint64_t end = 0;      // where the data ends
    std::optional<Error> fault; // why the numbers cannot be read: objects, structures
};

/// Longer headers are refused, as by numpy.load.
constexpr std::size_t max_npy_head = 10'000;
/// The most texts that are read.
constexpr Index max_npy_texts = 4096;

/// Reads only the header. Refuses objects: reading them would run programs they contain
/// (CVE-2019-6446).
Result<NpyHead> read_npy_head(const Bytes& bytes);

/// Returns the texts of an array of texts, without trailing NULs, as valid UTF-8.
Result<std::vector<std::string>> read_npy_texts(const Bytes& bytes, const NpyHead& head);

/// Opens one array file. `name` is the name shown.
Result<ArrayFile> open_npy(Bytes bytes, std::string name);

/// Opens a .npz archive. Refuses archives with more than 1000 members or more than 256 MB unpacked,
/// and members packed more tightly than deflate can.
Result<ArrayFile> open_npz(Bytes bytes, std::string name);

} // namespace attn::io
