// SPDX-License-Identifier: MIT
#include "core/io/bytes.h"

#include "core/base/utf8.h"
#include "core/io/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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

} // namespace attn::io
