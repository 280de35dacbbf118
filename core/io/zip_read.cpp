// SPDX-License-Identifier: MIT
#include "core/io/zip_read.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace attn::io {
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

} // namespace attn::io
