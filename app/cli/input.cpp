// SPDX-License-Identifier: MIT
#include "app/cli/input.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/document/picture_memory.h"
#include "core/io/journal/file.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace app::cli {
namespace {

using namespace attn;

constexpr const char* input_name = "standard input";

Result<std::string> read_standard_input() {
    std::string bytes;
    std::array<char, 1 << 16> block = {};
    while (true) {
        const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
        if (count == 0)
            return bytes;
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error{"cannot be read: " + std::system_category().message(errno), input_name};
        bytes.append(block.data(), static_cast<std::size_t>(count));
        if (bytes.size() > io::max_document_bytes)
            return Error{"there are more than " + std::to_string(io::max_document_bytes) +
                             " bytes, which is the limit; name a file instead",
                         input_name};
    }
}

} // namespace

Result<std::string> Input::piped() {
    if (!piped_)
        piped_ = read_standard_input();
    return *piped_;
}

Result<Document> Input::document(const std::string& name) {
    if (name == standard_stream)
        return file(name);
    auto document = io::open_document(name);
    if (document)
        return document;
    return Error{document.error().message + preset_meant(name), document.error().where};
}

Result<Document> Input::file(const std::string& name) {
    if (name != standard_stream)
        return io::open_file(name);
    const auto bytes = piped();
    if (!bytes)
        return bytes.error();
    if (!io::is_picture(*bytes))
        return io::read_document(*bytes, input_name);
    const auto text = io::remembered(*bytes);
    if (!text)
        return Error{text.error().message, input_name};
    return io::read_document(*text, input_name);
}

Result<io::ArrayFile> Input::arrays(const std::string& name,
                                    const std::optional<io::Dialect>& dialect) {
    if (name != standard_stream)
        return io::open_arrays(name, dialect);
    auto bytes = piped();
    if (!bytes)
        return bytes.error();
    return io::arrays_in(*std::move(bytes), input_name, dialect);
}

std::string shown_name(const std::string& name) {
    return name == standard_stream ? input_name : printable(name);
}

std::string preset_meant(const std::string& name) {
    std::error_code ignored;
    if (!io::is_preset_name(name) || std::filesystem::exists(name, ignored))
        return "";
    std::vector<std::string> names;
    if (const auto assets = io::assets_folder())
        for (std::filesystem::directory_iterator entry(*assets + "/presets", ignored), end;
             !ignored && entry != end; entry.increment(ignored))
            names.push_back(entry->path().stem().string());
    return did_you_mean(name, names);
}

} // namespace app::cli
