// SPDX-License-Identifier: MIT
// Reads the bytes of a file piece by piece, so that a large file need not fit in memory.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

/// A run of bytes and how to read from it. Files are read, never mapped: a file truncated meanwhile
/// gives an error, not a signal.
struct Bytes {
    std::uint64_t size = 0;
    /// Fills `into` with the bytes from `offset` on. Read forward if possible: going back inside an
    /// archive means unpacking from its start. Several threads may read one file, or memory, at the
    /// same time; an archive only one.
    std::function<Result<>(std::uint64_t offset, std::span<char> into)> read;
};

/// Opens a regular file; the descriptor is closed with the last copy. Folders, pipes, devices,
/// missing and unreadable files give errors that say so; it never waits for a pipe.
Result<Bytes> open_bytes(const std::string& path);

/// Wraps bytes in memory.
Bytes bytes_in_memory(std::string text);

/// Reads `count` bytes into a string; the error says where the bytes end.
Result<std::string> text_at(const Bytes& bytes, std::uint64_t offset, std::size_t count);

/// Reads an unsigned number of `width` bytes, at most 8, lowest byte first.
std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t width);

/// Whether the bytes are a Git LFS pointer in place of a large file.
bool is_lfs_pointer(std::string_view beginning);
Error lfs_pointer();

// Reads a zip archive piece by piece; zlib unpacks.

/// Limits on the number of members and on the size of the directory that lists them.
constexpr std::uint64_t max_zip_members = 1000;
constexpr std::uint64_t max_zip_directory = std::uint64_t{16} << 20;

/// A member as the archive's directory describes it; none of this need be true.
struct ZipMember {
    std::string name; // raw bytes
    std::uint64_t at = 0;
    std::uint64_t packed = 0;
    std::uint64_t size = 0; // unpacked
    std::uint32_t checksum = 0;
    std::uint16_t method = 0;
    bool is_encrypted = false;
};

/// Lists the members of an archive without a 64-bit directory, in directory order. Format: PKWARE's
/// APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
Result<std::vector<ZipMember>> list_zip(const Bytes& archive);

/// Checks a member before unpacking any of it: it must be stored or deflated, and not more tightly
/// than is possible.
std::optional<Error> zip_fault(const ZipMember& member);

/// Unpacks one member's bytes on demand. Reading forward is fast; going back starts over. The
/// archive may be read at any offset.
class ZipReader {
public:
    ZipReader(Bytes archive, ZipMember member);
    ~ZipReader();
    ZipReader(const ZipReader&) = delete;
    ZipReader& operator=(const ZipReader&) = delete;

    Result<> read(std::uint64_t offset, std::span<char> into);
    /// Reads the rest, and compares size and checksum with the directory.
    Result<> finish();

private:
    struct Stream;
    Result<> begin();
    Result<> take(std::span<char> into);
    Result<std::size_t> some(std::span<char> into);

    Bytes archive_;
    ZipMember member_;
    std::unique_ptr<Stream> stream_;
};

// Packs several files into one zip archive in memory, like NumPy's .npz files.

struct ZipEntry {
    std::string name; // "weights.npy"; "/" makes folders
    std::string bytes;
};

/// Returns the bytes of an archive of the entries in order, uncompressed and without dates: the
/// same entries give the same bytes. Names must differ.
Result<std::string> write_zip(std::span<const ZipEntry> entries);

} // namespace attn::io
