// SPDX-License-Identifier: MIT
#include "core/io/arrays/zip.h"

#include "core/base/utf8.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

namespace attn::io {
namespace {

Error ends_early(std::uint64_t ends, std::uint64_t expected) {
    return Error{"the file ends after " + std::to_string(ends) + " of " + std::to_string(expected) +
                 " bytes; it is cut short"};
}

} // namespace

Result<Bytes> open_bytes(const std::string& path) {
    struct stat status = {};
    // Check before opening: opening a device may already have effects.
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return not_a_file(path, status.st_mode);
    // Without O_NONBLOCK, opening a pipe would wait for its writer for ever.
    const auto file = std::make_shared<const Descriptor>(
        ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!file->is_open() || ::fstat(file->number(), &status) != 0)
        return fault(path, "it cannot be read: ", errno);
    if (!S_ISREG(status.st_mode))
        return not_a_file(path, status.st_mode);
    Bytes bytes;
    bytes.size = static_cast<std::uint64_t>(status.st_size);
    bytes.read = [file, path](std::uint64_t offset, std::span<char> into) -> Result<> {
        const std::uint64_t expected = offset + into.size();
        while (!into.empty()) {
            const ssize_t count =
                ::pread(file->number(), into.data(), into.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return fault(path, "it cannot be read: ", errno);
            if (count == 0)
                return ends_early(offset, expected);
            into = into.subspan(static_cast<std::size_t>(count));
            offset += static_cast<std::uint64_t>(count);
        }
        return Nothing{};
    };
    return bytes;
}

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t width) {
    assert(width <= sizeof(std::uint64_t) && at + width <= bytes.size() && "the bytes are there");
    std::uint64_t value = 0;
    for (std::size_t byte = width; byte-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + byte]);
    return value;
}

Bytes bytes_in_memory(std::string text) {
    const auto shared = std::make_shared<const std::string>(std::move(text));
    Bytes bytes;
    bytes.size = shared->size();
    bytes.read = [shared](std::uint64_t offset, std::span<char> into) -> Result<> {
        if (offset > shared->size() || into.size() > shared->size() - offset)
            return ends_early(shared->size(), offset + into.size());
        std::copy_n(shared->data() + offset, into.size(), into.data());
        return Nothing{};
    };
    return bytes;
}

Result<std::string> text_at(const Bytes& bytes, std::uint64_t offset, std::size_t count) {
    if (offset > bytes.size || count > bytes.size - offset)
        return ends_early(bytes.size, offset + count);
    std::string text(count, '\0');
    if (const auto read = bytes.read(offset, text); !read)
        return read.error();
    return text;
}

bool is_lfs_pointer(std::string_view beginning) {
    return beginning.starts_with("version https://git-lfs");
}

Error lfs_pointer() {
    return Error{"this is a Git LFS pointer, not the data; fetch the data with \"git lfs pull\""};
}

namespace {

constexpr std::uint16_t method_stored = 0, method_deflated = 8;
/// Deflate packs at best 258 bytes into 2 bits.
constexpr std::uint64_t most_packed = 1032;
constexpr std::size_t member_head = 30, listed_head = 46, end_head = 22, end64_pointer = 20;

Error cannot_open(const std::string& why) {
    return Error{"the archive cannot be opened: " + why};
}

/// The end of the directory, which gives its size and place.
struct Directory {
    std::uint64_t members = 0, size = 0, at = 0;
};

Result<Directory> find_directory(const Bytes& archive) {
    constexpr std::uint64_t longest_end = end_head + 0xFFFF + end64_pointer;
    const std::uint64_t count = std::min(archive.size, longest_end);
    const auto tail = text_at(archive, archive.size - count, count);
    if (!tail)
        return tail.error();
    for (auto at = tail->rfind("PK\x05\x06"); at != std::string::npos;
         at = at == 0 ? std::string::npos : tail->rfind("PK\x05\x06", at - 1)) {
        // Only a comment of the given length may follow.
        if (at + end_head > tail->size() ||
            at + end_head + little_endian(*tail, at + 20, 2) != tail->size())
            continue;
        if (at >= end64_pointer && tail->compare(at - end64_pointer, 4, "PK\x06\x07") == 0)
            return Error{"the archive has a 64-bit directory; "
                         "archives of more than 256 MB are not read"};
        const Directory found{little_endian(*tail, at + 10, 2), little_endian(*tail, at + 12, 4),
                              little_endian(*tail, at + 16, 4)};
        if (found.members > max_zip_members)
            return Error{"the archive claims " + std::to_string(found.members) +
                         " members; at most " + std::to_string(max_zip_members) + " are read"};
        if (found.size > max_zip_directory)
            return Error{"the directory of the archive is larger than " +
                         std::to_string(max_zip_directory >> 20) + " MB"};
        if (little_endian(*tail, at + 4, 2) != 0 ||
            little_endian(*tail, at + 8, 2) != found.members)
            return cannot_open("it is one of several parts");
        if (found.at + found.size > archive.size - count + at)
            return cannot_open("its directory would stand outside of it");
        return found;
    }
    return Error{"the archive has no directory at its end; it is cut short or not an .npz"};
}

} // namespace

Result<std::vector<ZipMember>> list_zip(const Bytes& archive) {
    const auto directory = find_directory(archive);
    if (!directory)
        return directory.error();
    const auto text = text_at(archive, directory->at, directory->size);
    if (!text)
        return text.error();
    std::vector<ZipMember> members;
    std::size_t at = 0;
    while (members.size() < directory->members) {
        const std::string which = std::to_string(members.size() + 1);
        if (text->size() - at < listed_head || text->compare(at, 4, "PK\x01\x02") != 0)
            return cannot_open("member " + which + " is not where its directory should name it");
        const std::uint64_t name = little_endian(*text, at + 28, 2);
        const std::uint64_t length = listed_head + name + little_endian(*text, at + 30, 2) +
                                     little_endian(*text, at + 32, 2);
        if (length > text->size() - at)
            return cannot_open("its directory ends inside member " + which);
        const std::uint64_t flags = little_endian(*text, at + 8, 2);
        members.push_back({text->substr(at + listed_head, name), little_endian(*text, at + 42, 4),
                           little_endian(*text, at + 20, 4), little_endian(*text, at + 24, 4),
                           static_cast<std::uint32_t>(little_endian(*text, at + 16, 4)),
                           static_cast<std::uint16_t>(little_endian(*text, at + 10, 2)),
                           (flags & 1) != 0});
        at += length;
    }
    return members;
}

std::optional<Error> zip_fault(const ZipMember& member) {
    if (member.is_encrypted)
        return Error{"it is encrypted"};
    if (member.method != method_stored && member.method != method_deflated)
        return Error{"it is packed by method " + std::to_string(member.method) +
                     "; numpy.savez and savez_compressed store or deflate"};
    if (member.size > (member.packed + 16) * most_packed)
        return Error{"it claims " + std::to_string(member.size) + " bytes packed into " +
                     std::to_string(member.packed) + ", more than is possible"};
    return std::nullopt;
}

struct ZipReader::Stream {
    std::uint64_t next = 0;   // where the next packed bytes stand in the archive
    std::uint64_t packed = 0; // bytes left from there
    std::uint64_t at = 0;     // in the unpacked bytes
    uLong checksum = ::crc32(0, nullptr, 0);
    bool has_ended = false;
    bool is_inflating = false;
    z_stream inflater = {};
    std::array<char, std::size_t{1} << 14> input = {};

    Stream() = default;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() {
        if (is_inflating)
            (void)::inflateEnd(&inflater);
    }
};

ZipReader::ZipReader(Bytes archive, ZipMember member)
    : archive_(std::move(archive)), member_(std::move(member)) {}

ZipReader::~ZipReader() = default;

Result<> ZipReader::begin() {
    const auto head = text_at(archive_, member_.at, member_head);
    if (!head)
        return head.error();
    if (!head->starts_with("PK\x03\x04"))
        return Error{"it cannot be unpacked: it is not where the directory says"};
    stream_ = std::make_unique<Stream>();
    stream_->next =
        member_.at + member_head + little_endian(*head, 26, 2) + little_endian(*head, 28, 2);
    stream_->packed = member_.packed;
    if (member_.method == method_deflated) {
        // Negative: no zlib header before the packed bytes.
        if (::inflateInit2(&stream_->inflater, -MAX_WBITS) != Z_OK)
            return Error{"it cannot be unpacked: there is not enough memory"};
        stream_->is_inflating = true;
    }
    return Nothing{};
}

/// Reads some bytes, or none at the end of the member.
Result<std::size_t> ZipReader::some(std::span<char> into) {
    Stream& stream = *stream_;
    if (into.empty() || stream.has_ended)
        return std::size_t{0};
    into = into.first(std::min<std::size_t>(into.size(), std::size_t{1} << 20));
    if (!stream.is_inflating) {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), stream.packed));
        if (const auto read = archive_.read(stream.next, into.first(count)); !read)
            return read.error();
        stream.next += count;
        stream.packed -= count;
        stream.has_ended = count == 0;
        return count;
    }
    stream.inflater.next_out = reinterpret_cast<Bytef*>(into.data());
    stream.inflater.avail_out = static_cast<uInt>(into.size());
    while (stream.inflater.avail_out == into.size() && !stream.has_ended) {
        if (stream.inflater.avail_in == 0 && stream.packed > 0) {
            const std::span<char> piece(
                stream.input.data(), std::min<std::uint64_t>(stream.input.size(), stream.packed));
            if (const auto read = archive_.read(stream.next, piece); !read)
                return read.error();
            stream.next += piece.size();
            stream.packed -= piece.size();
            stream.inflater.next_in = reinterpret_cast<Bytef*>(piece.data());
            stream.inflater.avail_in = static_cast<uInt>(piece.size());
        }
        const int code = ::inflate(&stream.inflater, Z_NO_FLUSH);
        if (code == Z_MEM_ERROR)
            return Error{"it cannot be unpacked: there is not enough memory"};
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
            return Error{"it cannot be unpacked: its packed bytes are damaged"};
        stream.has_ended = code != Z_OK; // Z_BUF_ERROR: the packed bytes end too early
    }
    return into.size() - stream.inflater.avail_out;
}

Result<> ZipReader::take(std::span<char> into) {
    while (!into.empty()) {
        const auto count = some(into);
        if (!count)
            return count.error();
        if (*count == 0)
            return Error{"it unpacks to " + std::to_string(stream_->at) + " of the " +
                         std::to_string(member_.size) + " bytes it claims"};
        stream_->checksum =
            ::crc32_z(stream_->checksum, reinterpret_cast<const Bytef*>(into.data()), *count);
        stream_->at += *count;
        into = into.subspan(*count);
    }
    return Nothing{};
}

Result<> ZipReader::read(std::uint64_t offset, std::span<char> into) {
    if (offset > member_.size || into.size() > member_.size - offset)
        return Error{"it ends after " + std::to_string(member_.size) + " bytes"};
    if (!stream_ || offset < stream_->at)
        if (const auto begun = begin(); !begun)
            return begun.error();
    std::array<char, std::size_t{1} << 14> passed;
    while (stream_->at < offset)
        if (const auto step = take({passed.data(), static_cast<std::size_t>(std::min<std::uint64_t>(
                                                       passed.size(), offset - stream_->at))});
            !step)
            return step.error();
    return take(into);
}

Result<> ZipReader::finish() {
    if (const auto rest = read(member_.size, {}); !rest)
        return rest.error();
    char beyond = 0;
    const auto count = some({&beyond, 1});
    if (!count)
        return count.error();
    if (*count > 0)
        return Error{"it unpacks to more than the " + std::to_string(member_.size) +
                     " bytes it claims"};
    if (stream_->checksum != member_.checksum)
        return Error{"its checksum is wrong: the file is damaged"};
    return Nothing{};
}

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
