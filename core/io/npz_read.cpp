// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/npy_read.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace attn::io {
namespace {

constexpr std::uint64_t max_members = 1000;
constexpr std::uint64_t max_unpacked = std::uint64_t{256} << 20;
constexpr std::uint64_t max_directory = std::uint64_t{16} << 20;
/// Deflate packs 258 bytes into 2 bits at best.
constexpr std::uint64_t most_packed = 1032;

/// What libzip reads an archive from.
struct Source {
    Bytes bytes;
    std::uint64_t at = 0;
    zip_error_t error = {};
};

/// libzip's questions about a source (zip_source_function(3)).
zip_int64_t answer(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    Source& source = *static_cast<Source*>(state);
    const auto refuse = [&](int code) {
        zip_error_set(&source.error, code, 0);
        return zip_int64_t{-1};
    };
    switch (command) {
    case ZIP_SOURCE_OPEN:
        source.at = 0;
        return 0;
    case ZIP_SOURCE_READ: {
        const std::uint64_t count = std::min<std::uint64_t>(length, source.bytes.size - source.at);
        if (!source.bytes.read(source.at, {static_cast<char*>(data), count}))
            return refuse(ZIP_ER_READ);
        source.at += count;
        return static_cast<zip_int64_t>(count);
    }
    case ZIP_SOURCE_CLOSE:
        return 0;
    case ZIP_SOURCE_STAT: {
        if (length < sizeof(zip_stat_t))
            return refuse(ZIP_ER_INVAL);
        zip_stat_t about;
        zip_stat_init(&about);
        about.valid = ZIP_STAT_SIZE;
        about.size = source.bytes.size;
        std::memcpy(data, &about, sizeof about);
        return sizeof about;
    }
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&source.error, data, length);
    case ZIP_SOURCE_SEEK: {
        const zip_int64_t to = zip_source_seek_compute_offset(source.at, source.bytes.size, data,
                                                              length, &source.error);
        if (to < 0)
            return -1;
        source.at = static_cast<std::uint64_t>(to);
        return 0;
    }
    case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(source.at);
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(
            ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
            ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    case ZIP_SOURCE_FREE:
        return 0;
    default:
        return refuse(ZIP_ER_OPNOTSUPP);
    }
}

struct CloseFile {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};

/// An open archive; its source lives as long.
struct Archive {
    Source source;
    zip_t* zip = nullptr;
    Archive() { zip_error_init(&source.error); }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive() {
        if (zip)
            zip_discard(zip);
        zip_error_fini(&source.error);
    }
};

/// The directory's own claims, before libzip spends memory on them: an honest archive of the
/// size that is read needs no 64-bit directory.
Result<> check_directory(const Bytes& bytes) {
    constexpr std::uint64_t longest_end = 22 + 0xFFFF;
    const std::uint64_t count = std::min(bytes.size, longest_end + 20);
    const auto tail = read_text(bytes, bytes.size - count, count);
    if (!tail)
        return tail.error();
    const auto number = [&](std::size_t at, std::size_t width) {
        std::uint64_t value = 0;
        for (std::size_t byte = width; byte-- > 0;)
            value = value << 8 | static_cast<unsigned char>((*tail)[at + byte]);
        return value;
    };
    bool found = false;
    for (auto at = tail->find("PK\x05\x06"); at != std::string::npos && at + 22 <= tail->size();
         at = tail->find("PK\x05\x06", at + 1)) {
        found = true;
        const std::uint64_t members = number(at + 10, 2);
        if (members > max_members)
            return Error{"the archive claims " + std::to_string(members) + " members; at most " +
                         std::to_string(max_members) + " are read"};
        if (number(at + 12, 4) > max_directory)
            return Error{"the directory of the archive is larger than " +
                         std::to_string(max_directory >> 20) + " MB"};
    }
    if (!found)
        return Error{"the archive has no directory at its end; it is cut short or not an .npz"};
    if (tail->find("PK\x06\x07") != std::string::npos)
        return Error{"the archive has a 64-bit directory; archives of more than " +
                     std::to_string(max_unpacked >> 20) + " MB are not read"};
    return Nothing{};
}

Error member_fault(zip_file_t* file) {
    const zip_error_t* error = zip_file_get_error(file);
    if (zip_error_code_zip(error) == ZIP_ER_CRC)
        return Error{"its checksum is wrong: the file is damaged"};
    zip_error_t own; // Its sentence is made here and freed here.
    zip_error_init(&own);
    zip_error_set(&own, zip_error_code_zip(error), zip_error_code_system(error));
    Error why{std::string("it cannot be unpacked: ") + zip_error_strerror(&own)};
    zip_error_fini(&own);
    return why;
}

/// One member as bytes that can be read forward; going back begins anew.
class Member {
public:
    Member(std::shared_ptr<const Archive> archive, std::uint64_t index, std::uint64_t size)
        : archive_(std::move(archive)), index_(index), size_(size) {}

    Result<> read(std::uint64_t offset, std::span<char> into) {
        if (offset > size_ || into.size() > size_ - offset)
            return Error{"it ends after " + std::to_string(size_) + " bytes"};
        if (!file_ || offset < at_) {
            file_.reset(zip_fopen_index(archive_->zip, index_, 0));
            if (!file_)
                return Error{std::string("it cannot be unpacked: ") + zip_strerror(archive_->zip)};
            at_ = 0;
        }
        std::array<char, 1 << 14> passed;
        while (at_ < offset)
            if (const auto step =
                    take({passed.data(), static_cast<std::size_t>(std::min<std::uint64_t>(
                                             passed.size(), offset - at_))});
                !step)
                return step.error();
        return take(into);
    }

    /// Reads to the end, where the checksum stands.
    Result<> finish() {
        if (const auto rest = read(size_, {}); !rest)
            return rest.error();
        char beyond = 0;
        const zip_int64_t count = zip_fread(file_.get(), &beyond, 1);
        if (count > 0)
            return Error{"it unpacks to more than the " + std::to_string(size_) +
                         " bytes it claims"};
        if (count < 0)
            return member_fault(file_.get());
        return Nothing{};
    }

private:
    Result<> take(std::span<char> into) {
        while (!into.empty()) {
            const zip_int64_t count = zip_fread(file_.get(), into.data(), into.size());
            if (count < 0)
                return member_fault(file_.get());
            if (count == 0)
                return Error{"it unpacks to " + std::to_string(at_) + " of the " +
                             std::to_string(size_) + " bytes it claims"};
            at_ += static_cast<std::uint64_t>(count);
            into = into.subspan(static_cast<std::size_t>(count));
        }
        return Nothing{};
    }

    std::shared_ptr<const Archive> archive_; // outlives the file, which is closed first
    std::uint64_t index_, size_;
    std::unique_ptr<zip_file_t, CloseFile> file_;
    std::uint64_t at_ = 0;
};

Bytes bytes_of(const std::shared_ptr<Member>& member, std::uint64_t size) {
    return {size, [member](std::uint64_t offset, std::span<char> into) {
                return member->read(offset, into);
            }};
}

struct Listed {
    std::uint64_t index = 0, size = 0;
};

Result<std::shared_ptr<Archive>> open_archive(Bytes bytes) {
    if (const auto checked = check_directory(bytes); !checked)
        return checked.error();
    auto archive = std::make_shared<Archive>();
    archive->source.bytes = std::move(bytes);
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_function_create(answer, &archive->source, &error);
    if (source)
        archive->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (!archive->zip) {
        Error why{std::string("the archive cannot be opened: ") + zip_error_strerror(&error)};
        if (source)
            zip_source_free(source);
        zip_error_fini(&error);
        return why;
    }
    zip_error_fini(&error);
    return archive;
}

/// What is wrong with a member before anything of it is unpacked.
std::optional<Error> refused(const zip_stat_t& about) {
    if (about.encryption_method != ZIP_EM_NONE)
        return Error{"it is encrypted"};
    if (about.comp_method != ZIP_CM_STORE && about.comp_method != ZIP_CM_DEFLATE)
        return Error{"it is packed by method " + std::to_string(about.comp_method) +
                     "; numpy.savez and savez_compressed store or deflate"};
    if (about.size > (about.comp_size + 16) * most_packed)
        return Error{"it claims " + std::to_string(about.size) + " bytes packed into " +
                     std::to_string(about.comp_size) + ", more than is possible"};
    return std::nullopt;
}

} // namespace

Result<ArrayFile> open_npz(Bytes bytes, std::string name) {
    const auto opened = open_archive(std::move(bytes));
    if (!opened)
        return opened.error();
    const std::shared_ptr<Archive>& archive = *opened;
    const auto count =
        static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(archive->zip, 0), 0));
    if (count > max_members)
        return Error{"the archive has " + std::to_string(count) + " members; at most " +
                     std::to_string(max_members) + " are read"};

    ArrayFile file{std::move(name), "NumPy archive", {}, {}, {}, {}};
    std::vector<Listed> members;
    std::uint64_t unpacked = 0, others = 0;
    for (std::uint64_t index = 0; index < count; ++index) {
        zip_stat_t about;
        zip_stat_init(&about);
        if (zip_stat_index(archive->zip, index, 0, &about) != 0)
            return Error{std::string("the archive cannot be read: ") + zip_strerror(archive->zip)};
        const char* raw = zip_get_name(archive->zip, index, ZIP_FL_ENC_RAW);
        const std::string label = raw ? raw : "";
        unpacked += std::min<std::uint64_t>(about.size, max_unpacked + 1);
        if (unpacked > max_unpacked)
            return Error{"the archive unpacks to more than " + std::to_string(max_unpacked >> 20) +
                         " MB; save the arrays you need by themselves"};
        if (!label.ends_with(".npy")) {
            ++others;
            continue;
        }
        ArrayInfo info{printable(label.substr(0, label.size() - 4), 100), {}, "", {}, {}, {}, {}};
        info.fault = refused(about);
        if (!info.fault) {
            const auto member = std::make_shared<Member>(archive, index, about.size);
            const Bytes inside = bytes_of(member, about.size);
            const auto head = read_npy_head(inside);
            if (!head)
                info.fault = head.error();
            else {
                info.shape = head->array.shape;
                info.type = head->type;
                info.fault = head->fault;
                if (!info.fault && head->text_length > 0) {
                    auto texts = read_npy_texts(inside, *head);
                    if (!texts)
                        info.fault = texts.error();
                    else if (const auto whole = member->finish(); !whole)
                        info.fault = whole.error();
                    else
                        info.texts = *std::move(texts);
                }
            }
        }
        file.arrays.push_back(std::move(info));
        members.push_back({index, about.size});
    }
    if (file.arrays.empty())
        return Error{"the archive holds no array (a member whose name ends in .npy)"};
    if (others > 0)
        file.notes = std::to_string(others) + " members are no arrays and are left out. ";
    file.read = [archive, members](std::size_t array, const Slice& slice) -> Result<ReadNumbers> {
        const Listed& listed = members[array];
        const auto member = std::make_shared<Member>(archive, listed.index, listed.size);
        const Bytes inside = bytes_of(member, listed.size);
        const auto head = read_npy_head(inside);
        if (!head)
            return head.error();
        if (head->fault)
            return *head->fault;
        if (head->text_length > 0)
            return Error{"it holds texts, not numbers"};
        auto numbers = read_numbers(inside, head->array, slice);
        if (!numbers)
            return numbers.error();
        // Nothing of a damaged member is used, whatever part of it was chosen.
        if (const auto whole = member->finish(); !whole)
            return whole.error();
        return numbers;
    };
    return file;
}

} // namespace attn::io
