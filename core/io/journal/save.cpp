// SPDX-License-Identifier: MIT
#include "core/io/journal/save.h"

#include "core/base/utf8.h"
#include "core/io/document/document_json.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <filesystem>
#include <sstream>

namespace attn::io {
namespace {

constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;

Saved stopped(Obstacle obstacle, const std::string& message, const std::string& path) {
    return {obstacle, Error{message, printable(path)}, {}, {}};
}

Saved failed(Error error) {
    return {Obstacle::Failed, std::move(error), {}, {}};
}

/// Whether the file has names of the user's; our backup does not count.
bool has_other_names(const std::string& target, const struct stat& status) {
    struct stat backup = {};
    const bool is_backup = ::lstat((target + "~").c_str(), &backup) == 0 &&
                           backup.st_dev == status.st_dev && backup.st_ino == status.st_ino;
    return status.st_nlink > (is_backup ? 2U : 1U);
}

/// Whether the folder is write-protected; permissions count for the superuser as well, because the
/// owner set them on purpose.
bool is_closed(const std::string& folder) {
    struct stat status = {};
    return ::stat(folder.c_str(), &status) == 0 &&
           ((status.st_mode & any_write) == 0 || ::access(folder.c_str(), W_OK | X_OK) != 0);
}

std::optional<Saved> obstacle_of(const std::string& path, const std::string& target,
                                 const std::optional<FileMark>& opened,
                                 const SaveChoices& choices) {
    struct stat status = {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno != ENOENT)
            return failed(fault(path, "could not be saved: ", errno));
        struct stat folder = {};
        if (::stat(folder_of(target).c_str(), &folder) != 0)
            return failed(Error{"its folder is not there any more; save under another name",
                                printable(path)});
        if (opened && !choices.replaces)
            return stopped(Obstacle::Gone,
                           "the file is not there any more; it was moved or removed", path);
        if (is_closed(folder_of(target)))
            return failed(Error{"nothing can be saved in this folder, it is read-only; "
                                "choose another one",
                                printable(path)});
        return std::nullopt;
    }
    if (!S_ISREG(status.st_mode))
        return failed(not_a_file(path, status.st_mode));
    // Renaming over it would succeed, but its owner marked it as read-only.
    if ((status.st_mode & any_write) == 0 || ::access(target.c_str(), W_OK) != 0)
        return stopped(Obstacle::ReadOnly,
                       "the file is read-only and stays as it is; save under another name", path);
    if (!choices.replaces && !opened)
        return stopped(Obstacle::Exists, "there is a file of this name already", path);
    if (!choices.replaces && mark_of_file(target) != opened)
        return stopped(Obstacle::Changed,
                       "another program changed the file since it was opened here", path);
    if (!choices.breaks_link && !choices.in_place && has_other_names(target, status))
        return stopped(Obstacle::HardLink,
                       "the file has " + std::to_string(status.st_nlink - 1) +
                           (status.st_nlink == 2 ? " other name" : " other names") +
                           " (hard links), which would keep the old document",
                       path);
    if (!choices.in_place && is_closed(folder_of(target)))
        return stopped(Obstacle::FolderClosed,
                       "nothing new can be made in its folder, which is read-only; only the file "
                       "itself can be overwritten",
                       path);
    return std::nullopt;
}

/// Returns the first text that cannot be saved, for the message.
std::string broken_text(const Document& document) {
    if (first_invalid_utf8(document.title) != std::string::npos)
        return "the title";
    if (first_invalid_utf8(document.notes) != std::string::npos)
        return "the notes";
    for (const std::string& token : document.tokens)
        if (first_invalid_utf8(token) != std::string::npos)
            return "the word " + cite(token);
    return "";
}

/// Says why the text would not give back the document.
std::optional<Error> fault_of(const Document& document, const std::string& bytes) {
    auto again = read_document(bytes, "");
    if (!again)
        return Error{"the document could not be opened again, nothing was written: " +
                     again.error().message};
    // Keys of removed heads are dropped, as the format says.
    again->unknown_keys = document.unknown_keys;
    if (*again == document)
        return std::nullopt;
    const std::string broken = broken_text(document);
    return Error{broken.empty() ? "the document does not come back from its text as it is; nothing "
                                  "was written"
                                : broken + " holds bytes that are no UTF-8 text; type it again, "
                                           "nothing was written"};
}

} // namespace

FileMark mark_of(std::string_view bytes) {
    std::uint64_t hash = 1469598103934665603U; // FNV-1a
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return {hash, bytes.size()};
}

std::optional<FileMark> mark_of_file(const std::string& path) {
    const auto bytes = read_file(path, std::size_t{1} << 30);
    return bytes ? std::optional(mark_of(*bytes)) : std::nullopt;
}

Saved save_document(const Document& document, const std::string& path,
                    const std::optional<FileMark>& opened, const SaveChoices& choices) {
    const std::string bytes = write_document(document);
    if (bytes.size() > max_document_bytes)
        return failed(Error{"the document has " + std::to_string(bytes.size()) +
                                " bytes as text; at most " + std::to_string(max_document_bytes) +
                                " can be opened again",
                            printable(path)});
    if (const auto wrong = fault_of(document, bytes))
        return failed(Error{wrong->message, printable(path)});
    return save_bytes(bytes, path, opened, choices);
}

Saved save_bytes(const std::string& bytes, const std::string& path,
                 const std::optional<FileMark>& opened, const SaveChoices& choices) {
    const auto target = follow_links(path);
    if (!target)
        return failed(target.error());
    if (auto obstacle = obstacle_of(path, *target, opened, choices))
        return *obstacle;
    Saved saved{{}, {}, mark_of(bytes), {}};
    if (choices.in_place) {
        if (auto made = make_folder(choices.copies_folder); !made)
            return failed(made.error());
        const auto copy = overwrite(*target, bytes, choices.copies_folder);
        if (!copy)
            return failed(copy.error());
        saved.copy = *copy;
        return saved;
    }
    Replacement replacement{*target, printable(path), choices.keeps_backup, true};
    if (auto written = replace(replacement, bytes); !written)
        return failed(written.error());
    return saved;
}

namespace {

/// Returns one name for all paths that lead to the file.
std::string claim_file(const std::string& path, const std::string& folder) {
    std::error_code code;
    const auto real = std::filesystem::weakly_canonical(path, code);
    return folder + "/" + std::to_string(mark_of(code ? path : real.string()).hash) + ".claim";
}

/// Whether the name still refers to the locked file: its last holder removes it when done.
bool is_current(const std::string& file, const Descriptor& opened) {
    struct stat named = {}, locked = {};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(opened.number(), &locked) == 0 &&
           named.st_ino == locked.st_ino && named.st_dev == locked.st_dev;
}

} // namespace

Claim::~Claim() {
    ::unlink(file_.c_str()); // while still locked, so that no window holds a file without a name
}

Claimed claim(const std::string& path, const std::string& folder) {
    if (!make_folder(folder))
        return {};
    const std::string file = claim_file(path, folder);
    constexpr int most_tries = 10;
    for (int attempt = 0; attempt < most_tries; ++attempt) {
        Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!opened.is_open())
            return {};
        if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK)
                return {};
            Holder holder;
            std::istringstream text(read_file(file, 4096).has_value() ? *read_file(file, 4096)
                                                                      : std::string());
            text >> holder.process >> holder.since >> holder.host;
            return {nullptr, holder};
        }
        if (!is_current(file, opened))
            continue;
        const std::string text = std::to_string(::getpid()) + " " +
                                 std::to_string(std::time(nullptr)) + " " + host_name() + "\n";
        if (::ftruncate(opened.number(), 0) != 0 || write_all(opened.number(), text) != 0)
            return {};
        return {std::make_shared<const Claim>(file, std::move(opened)), std::nullopt};
    }
    return {};
}

} // namespace attn::io
