// SPDX-License-Identifier: MIT
#include "app/files/reading.h"

#include "app/files/opening.h"
#include "app/starting/start_page.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

namespace app {
namespace {

using namespace attn;

std::uintmax_t bytes_of_file(const std::string& path) {
    std::error_code code;
    const bool is_file = std::filesystem::is_regular_file(path, code);
    const std::uintmax_t bytes = is_file ? std::filesystem::file_size(path, code) : 0;
    return code ? 0 : bytes;
}

} // namespace

bool is_read_slowly(const std::string& path) {
    return bytes_of_file(path) >= quickly_read_bytes;
}

FileReader::FileReader(Open wanted, std::string path, Opener opener, std::function<void()> wake)
    : wanted_(std::move(wanted)), path_(std::move(path)), bytes_(bytes_of_file(path_)),
      opener_(std::move(opener)), wake_(std::move(wake)), begin_(std::chrono::steady_clock::now()),
      thread_([this] { work(); }) {}

FileReader::~FileReader() {
    leave();
    thread_.join();
}

std::chrono::seconds FileReader::time() const {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() -
                                                            begin_);
}

std::optional<Open> FileReader::take() {
    const std::lock_guard lock(mutex_);
    if (!read_)
        return std::nullopt;
    Open wanted = wanted_;
    wanted.read = std::exchange(read_, nullptr);
    return wanted;
}

void FileReader::leave() {
    const std::lock_guard lock(mutex_);
    is_left_ = true;
}

bool FileReader::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

void FileReader::work() {
    const auto read = [&]() -> Result<io::Origin> {
        try {
            auto document = opener_(wanted_.name);
            if (!document)
                return document.error();
            return origin_of(wanted_.name, *std::move(document));
        } catch (const std::bad_alloc&) {
            return Error{"there is not enough memory to read it", wanted_.name};
        }
    };
    auto origin = std::make_shared<const Result<io::Origin>>(read());
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    if (is_left_)
        return;
    read_ = std::move(origin);
    if (wake_)
        wake_();
}

void begin_reading(Session& session, const Open& wanted, const std::string& path,
                   const Opener& opener) {
    FileState& files = session.ui.files;
    if (files.reader) { // The newest of two requested files wins.
        files.reader->leave();
        files.left.push_back(std::move(files.reader));
    }
    files.dialog.reset();
    files.reader = std::make_shared<FileReader>(wanted, path, opener, session.wake);
}

void follow_reading(Session& session) {
    FileState& files = session.ui.files;
    std::erase_if(files.left, [](const auto& reader) { return reader->has_ended(); });
    if (auto wanted = files.reader ? files.reader->take() : std::nullopt) {
        files.reader.reset();
        session.outbox.post(*std::move(wanted));
    }
}

void leave_reading(UiState& ui) {
    if (!ui.files.reader)
        return;
    ui.files.reader->leave();
    ui.files.left.push_back(std::move(ui.files.reader));
    ui.files.reader.reset();
    if (!ui.starting.has_document)
        show_start_page(ui);
}

bool is_reading(const UiState& ui) {
    const auto reads = [](const auto& reader) { return reader && !reader->has_ended(); };
    return reads(ui.files.reader) || std::any_of(ui.files.left.begin(), ui.files.left.end(), reads);
}

} // namespace app
