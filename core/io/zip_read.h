// SPDX-License-Identifier: MIT
// What is inside a zip archive, read piece by piece; the unpacking is zlib's.
#pragma once

#include "core/io/bytes.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::io {

/// No more is read: of members, and of the directory that lists them.
constexpr std::uint64_t max_zip_members = 1000;
constexpr std::uint64_t max_zip_directory = std::uint64_t{16} << 20;

/// A member as the directory of its archive describes it; none of it needs to be true.
struct ZipMember {
    std::string name; // its bytes as they are
    std::uint64_t at = 0;
    std::uint64_t packed = 0;
    std::uint64_t size = 0; // unpacked
    std::uint32_t checksum = 0;
    std::uint16_t method = 0;
    bool is_encrypted = false;
};

/// The members of an archive without 64-bit directory, in the order of their directory.
/// Format: PKWARE's APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
Result<std::vector<ZipMember>> list_zip(const Bytes& archive);

/// What is wrong with a member before anything of it is unpacked: it must be stored or deflated,
/// and not more tightly than is possible.
std::optional<Error> zip_fault(const ZipMember& member);

/// One member's bytes, unpacked as they are asked for. Reading forward is quick; going back begins
/// again. The archive may be read at any offset.
class ZipReader {
public:
    ZipReader(Bytes archive, ZipMember member);
    ~ZipReader();
    ZipReader(const ZipReader&) = delete;
    ZipReader& operator=(const ZipReader&) = delete;

    Result<> read(std::uint64_t offset, std::span<char> into);
    /// Reads what is left, and compares size and checksum with what the directory says.
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
