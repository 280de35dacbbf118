// SPDX-License-Identifier: MIT
// Reads a zip archive piece by piece; zlib unpacks.
#pragma once

#include "core/io/bytes.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::io {

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

} // namespace attn::io
