// SPDX-License-Identifier: MIT
#include "core/io/zip_write.h"

#include <zip.h>

#include <memory>

namespace attn::io {
namespace {

struct Release {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

Error failed(const char* reason) {
    return Error{std::string("the archive could not be made: ") + reason};
}

Result<> add(zip_t* archive, const ZipEntry& entry) {
    zip_source_t* source =
        zip_source_buffer(archive, entry.bytes.data(), entry.bytes.size(), /*freep=*/0);
    if (!source)
        return failed(zip_strerror(archive));
    const zip_int64_t at = zip_file_add(archive, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return failed(zip_strerror(archive));
    }
    const auto index = static_cast<zip_uint64_t>(at);
    constexpr zip_uint16_t first_day = 1 << 5 | 1; // 1 January 1980, where the format begins
    if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, index, 0, first_day, 0) != 0)
        return failed(zip_strerror(archive));
    return Nothing{};
}

} // namespace

Result<std::string> write_zip(std::span<const ZipEntry> entries) {
    zip_error_t error;
    zip_error_init(&error);
    const std::unique_ptr<zip_source_t, Release> memory(
        zip_source_buffer_create(nullptr, 0, 0, &error));
    if (!memory)
        return failed(zip_error_strerror(&error));
    std::unique_ptr<zip_t, Release> archive(
        zip_open_from_source(memory.get(), ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive)
        return failed(zip_error_strerror(&error));
    zip_source_keep(memory.get()); // The archive gives its share back when it is closed.
    for (const ZipEntry& entry : entries)
        if (const auto added = add(archive.get(), entry); !added)
            return added.error();
    if (zip_close(archive.get()) != 0)
        return failed(zip_strerror(archive.get()));
    (void)archive.release();

    zip_stat_t about;
    if (zip_source_stat(memory.get(), &about) != 0 || zip_source_open(memory.get()) != 0)
        return failed(zip_error_strerror(zip_source_error(memory.get())));
    std::string bytes(static_cast<std::size_t>(about.size), '\0');
    const zip_int64_t read = zip_source_read(memory.get(), bytes.data(), bytes.size());
    zip_source_close(memory.get());
    if (read != static_cast<zip_int64_t>(bytes.size()))
        return failed("it could not be read back");
    return bytes;
}

} // namespace attn::io
