// SPDX-License-Identifier: MIT
#include "core/io/zip_write.h"

#include <zlib.h>

#include <cstdint>

namespace attn::io {
namespace {

/// Appends a number, lowest byte first.
void put(std::string& bytes, std::uint64_t value, int width) {
    for (int byte = 0; byte < width; ++byte)
        bytes.push_back(static_cast<char>(value >> (8 * byte) & 0xFF));
}

/// Writes the fields that a member's header and its directory entry share.
void describe(std::string& bytes, const ZipEntry& entry) {
    constexpr int version = 20, names_are_utf8 = 1 << 11, stored = 0;
    constexpr int midnight = 0, first_day = 1 << 5 | 1; // 1 January 1980, the format's first date
    put(bytes, version, 2);
    put(bytes, names_are_utf8, 2);
    put(bytes, stored, 2);
    put(bytes, midnight, 2);
    put(bytes, first_day, 2);
    put(bytes, ::crc32_z(0, reinterpret_cast<const Bytef*>(entry.bytes.data()), entry.bytes.size()),
        4);
    put(bytes, entry.bytes.size(), 4);
    put(bytes, entry.bytes.size(), 4);
    put(bytes, entry.name.size(), 2);
    put(bytes, 0, 2); // extra fields
}

} // namespace

Result<std::string> write_zip(std::span<const ZipEntry> entries) {
    constexpr std::size_t most_entries = 0xFFFE, longest_name = 0xFFFF, most_bytes = 0xFFFFFFFE;
    std::size_t total = 0;
    for (const ZipEntry& entry : entries) {
        if (entry.name.size() > longest_name)
            return Error{"the archive could not be made: a name has " +
                         std::to_string(entry.name.size()) + " bytes"};
        total += entry.bytes.size() + 2 * entry.name.size() + 128;
    }
    if (entries.size() > most_entries || total > most_bytes)
        return Error{"the archive could not be made: it would be larger than 4 GB"};

    std::string bytes, directory;
    bytes.reserve(total);
    for (const ZipEntry& entry : entries) {
        directory += "PK\x01\x02";
        put(directory, 3 << 8 | 20, 2); // made by Unix
        describe(directory, entry);
        put(directory, 0, 6);                         // remark, part, kind
        put(directory, std::uint64_t{0644} << 16, 4); // permissions
        put(directory, bytes.size(), 4);
        directory += entry.name;
        bytes += "PK\x03\x04";
        describe(bytes, entry);
        bytes += entry.name;
        bytes += entry.bytes;
    }
    const std::size_t at = bytes.size();
    bytes += directory;
    bytes += "PK\x05\x06";
    put(bytes, 0, 4); // one disk
    put(bytes, entries.size(), 2);
    put(bytes, entries.size(), 2);
    put(bytes, directory.size(), 4);
    put(bytes, at, 4);
    put(bytes, 0, 2); // remark
    return bytes;
}

} // namespace attn::io
