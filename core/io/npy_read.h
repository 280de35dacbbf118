// SPDX-License-Identifier: MIT
// NumPy's array file format read by a bounded reader: its head, and where the numbers stand.
#pragma once

#include "core/io/arrays.h"

namespace attn::io {

/// What the head of a .npy file says. Format: numpy.lib.format, NEP 1, versions 1.0, 2.0 and 3.0.
struct NpyHead {
    StoredArray array;
    std::string type;           // for people: "float64", "text"
    Index text_length = 0;      // characters of each text; 0: the array holds numbers
    bool is_wide = false;       // texts in UTF-32 (U), else in bytes (S)
    std::uint64_t end = 0;      // where the data ends
    std::optional<Error> fault; // why the numbers are not read: objects, structures
};

/// Longer heads are refused, as numpy.load does.
constexpr std::size_t max_npy_head = 10'000;
/// More texts than this are not read.
constexpr Index max_npy_texts = 4096;

/// The head alone; does not look at what follows it. Objects are refused: reading them would run
/// the programs they hold (CVE-2019-6446).
Result<NpyHead> read_npy_head(const Bytes& bytes);

/// The texts of an array of texts, trailing NULs dropped, made valid UTF-8.
Result<std::vector<std::string>> read_npy_texts(const Bytes& bytes, const NpyHead& head);

/// The array of one file. `name` is what it is called.
Result<ArrayFile> open_npy(Bytes bytes, std::string name);

/// The arrays of a .npz archive. Refused are archives of more than 1000 members or more
/// than 256 MB unpacked, and members packed more tightly than deflate can.
Result<ArrayFile> open_npz(Bytes bytes, std::string name);

} // namespace attn::io
