// SPDX-License-Identifier: MIT
#include "core/io/journal/journal.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/io/document/command_json.h"
#include "core/io/document/lesson.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace attn::io {

Workspace::Workspace(Origin origin) : history_(origin.saved) {
    origins_.push_back(std::move(origin));
}

Result<> Workspace::apply(const Entry& entry) {
    auto done = std::visit([this](const auto& change) { return carry_out(change); }, entry);
    is_changed_ = !(document() == origin().saved);
    return done;
}

std::optional<std::size_t> Workspace::unsaved_step() const {
    std::size_t step = history_.position();
    while (true) {
        const std::size_t from = history_.origin(step);
        if (!(history_.document(step) == origins_[from].saved))
            return step;
        if (!origins_[from].is_passing)
            return std::nullopt;
        while (history_.origin(step) == from)
            if (step-- == 0)
                return std::nullopt;
    }
}

Result<> Workspace::carry_out(const Opened& opened) {
    origins_.push_back(opened.origin);
    history_.push_opened(opened.origin.saved, opened.what, origins_.size() - 1, opened.gesture);
    last_gesture_ = std::max(last_gesture_, opened.gesture);
    edits_ = 0;
    return Nothing{};
}

Result<> Workspace::carry_out(const Edited& edited) {
    auto after = attn::apply(document(), edited.command);
    if (!after)
        return after.error();
    history_.push(*std::move(after), describe(history_.before(edited.gesture), edited.command),
                  edited.gesture);
    last_gesture_ = std::max(last_gesture_, edited.gesture);
    ++edits_;
    return Nothing{};
}

Result<> Workspace::carry_out(const Brought& brought) {
    history_.push(brought.document, brought.what, brought.gesture);
    last_gesture_ = std::max(last_gesture_, brought.gesture);
    ++edits_;
    return Nothing{};
}

Result<> Workspace::carry_out(const Cancelled& cancelled) {
    history_.cancel(cancelled.gesture);
    return Nothing{};
}

Result<> Workspace::carry_out(const WentTo& went) {
    if (went.step >= history_.size())
        return Error{"the history has no step " + std::to_string(went.step)};
    history_.go_to(went.step);
    return Nothing{};
}

Result<> Workspace::carry_out(const SavedTo& saved) {
    Origin& origin = origins_[history_.origin()];
    origin.name = name_of(saved.path);
    origin.path = saved.path;
    origin.mark = saved.mark;
    origin.saved = document();
    origin.is_for_viewing = origin.is_passing = false;
    edits_ = 0;
    return Nothing{};
}

Result<> Workspace::carry_out(const Wrote& wrote) {
    lesson_ = wrote.lesson;
    lesson_edits_ = lesson_ ? lesson_edits_ + 1 : 0;
    return Nothing{};
}

namespace {

using Json = nlohmann::json;

constexpr const char* format_name = "attention-lab-journal";
/// Grows with what is in it: a program that reads only older ones must not take documents for empty
/// ones (2), nor end at a lesson (3).
constexpr int journal_major = 3;
constexpr std::size_t check_length = 8;

std::string check_of(std::string_view text) {
    const uLong sum = ::crc32(::crc32(0, nullptr, 0), reinterpret_cast<const Bytef*>(text.data()),
                              static_cast<uInt>(text.size()));
    std::array<char, check_length + 1> letters{};
    std::snprintf(letters.data(), letters.size(), "%08lx", sum);
    return letters.data();
}

/// Joins the parts in one line with its checksum. Copies them once, since a document may be large.
std::string checked(std::string_view text, std::string_view rest = "") {
    std::string made;
    made.reserve(check_length + 1 + text.size() + 1 + rest.size() + 1);
    made.append(check_length, ' ').append(" ").append(text);
    if (!rest.empty())
        made.append("\t").append(rest);
    made.replace(0, check_length, check_of(std::string_view(made).substr(check_length + 1)));
    return made += '\n';
}

std::string line(const Json& json, std::string_view rest = "") {
    return checked(json.dump(), rest);
}

/// Escapes a path for JSON, because paths are bytes: characters other than plain letters become
/// %XX.
std::string packed(const std::string& path) {
    std::string text;
    for (const char c : path) {
        if (c > ' ' && c <= '~' && c != '%') {
            text += c;
            continue;
        }
        constexpr std::string_view digits = "0123456789abcdef";
        text += '%';
        text += digits[static_cast<unsigned char>(c) >> 4U];
        text += digits[static_cast<unsigned char>(c) & 15U];
    }
    return text;
}

std::string unpacked(const std::string& text) {
    std::string path;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned int byte = 0;
        if (text[at] == '%' && at + 2 < text.size() &&
            std::from_chars(&text[at + 1], &text[at + 1] + 2, byte, 16).ec == std::errc()) {
            path += static_cast<char>(byte);
            at += 2;
        } else {
            path += text[at];
        }
    }
    return path;
}

Json mark_json(const std::optional<FileMark>& mark) {
    return mark ? Json{mark->hash, mark->size} : Json();
}

std::optional<FileMark> mark_from(const Json& json) {
    if (!json.is_array() || json.size() != 2 || !json[0].is_number_unsigned() ||
        !json[1].is_number_unsigned())
        return std::nullopt;
    return FileMark{json[0].get<std::uint64_t>(), json[1].get<std::uint64_t>()};
}

std::string text_of(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : "";
}

std::uint64_t number_of(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

std::optional<Unkept> unkept_from(const Json& json) {
    if (!json.is_array() || json.size() != 3 || !json[0].is_number_unsigned() ||
        !json[1].is_number_integer() || !json[2].is_number_unsigned())
        return std::nullopt;
    return Unkept{json[0].get<std::size_t>(), json[1].get<int>(), json[2].get<std::size_t>()};
}

/// Reads the entry in a line; empty if this version does not know it.
std::optional<Entry> entry_of(const Json& json, std::string_view rest) {
    const std::string kind = text_of(json, "entry");
    const Gesture gesture = number_of(json, "gesture");
    if (kind == "cancelled")
        return Cancelled{gesture};
    if (kind == "went_to")
        return WentTo{number_of(json, "step")};
    if (kind == "saved_to") {
        const auto mark = mark_from(json.value("mark", Json()));
        return mark ? std::optional<Entry>(SavedTo{unpacked(text_of(json, "path")), *mark})
                    : std::nullopt;
    }
    if (kind == "wrote" && rest.empty())
        return Wrote{};
    if (kind == "wrote") {
        auto lesson = read_written_lesson(rest, "journal");
        if (!lesson)
            return std::nullopt;
        return Wrote{WrittenLesson{std::make_shared<const Lesson>(*std::move(lesson)),
                                   unpacked(text_of(json, "path")),
                                   mark_from(json.value("mark", Json())), number_of(json, "step")}};
    }
    auto command = read_command(rest, "journal");
    if (!command)
        return std::nullopt;
    if (kind == "edited")
        return Edited{*std::move(command), gesture};
    auto* replace = std::get_if<Replace>(&*command);
    if (!replace)
        return std::nullopt;
    if (kind == "brought")
        return Brought{std::move(replace->document), std::move(replace->what), gesture};
    if (kind != "opened")
        return std::nullopt;
    Origin origin{unpacked(text_of(json, "name")),
                  unpacked(text_of(json, "path")),
                  mark_from(json.value("mark", Json())),
                  std::move(replace->document),
                  json.value("viewing", Json()) == Json(true),
                  json.value("passing", Json()) == Json(true)};
    return Opened{std::move(origin), std::move(replace->what), gesture};
}

/// Returns the next line without its checksum and line end; empty if torn or damaged.
std::optional<std::string_view> next_line(std::string_view text) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos || end < check_length + 1 || text[check_length] != ' ')
        return std::nullopt;
    const std::string_view inside = text.substr(check_length + 1, end - check_length - 1);
    return check_of(inside) == text.substr(0, check_length) ? std::optional(inside) : std::nullopt;
}

} // namespace

std::string journal_head(const JournalKeeper& keeper, const std::optional<Unkept>& unkept) {
    Json json{{"format", format_name},
              {"version", {journal_major, 0}},
              {"generator", "Attention Lab " ATTENTION_LAB_VERSION},
              {"process", keeper.process},
              {"boot", keeper.boot}};
    if (unkept)
        json["unkept"] = {unkept->changes, unkept->code, unkept->bytes};
    std::string text = json.dump();
    constexpr std::size_t inside = journal_head_bytes - check_length - 2;
    assert(text.size() <= inside && "the first line of a journal fits into its length");
    text.resize(inside, ' '); // JSON may end in spaces
    return checked(text);
}

std::string journal_line(const Entry& entry, std::int64_t time) {
    Json json{{"time", time}};
    return match(
        entry,
        [&](const Opened& opened) {
            json.update({{"entry", "opened"},
                         {"name", packed(opened.origin.name)},
                         {"path", packed(opened.origin.path)},
                         {"mark", mark_json(opened.origin.mark)},
                         {"viewing", opened.origin.is_for_viewing},
                         {"passing", opened.origin.is_passing},
                         {"gesture", opened.gesture}});
            return line(json, write_command(Replace{opened.origin.saved, opened.what}));
        },
        [&](const Edited& edited) {
            json.update({{"entry", "edited"}, {"gesture", edited.gesture}});
            return line(json, write_command(edited.command));
        },
        [&](const Brought& brought) {
            json.update({{"entry", "brought"}, {"gesture", brought.gesture}});
            return line(json, write_command(Replace{brought.document, brought.what}));
        },
        [&](const Cancelled& cancelled) {
            json.update({{"entry", "cancelled"}, {"gesture", cancelled.gesture}});
            return line(json);
        },
        [&](const WentTo& went) {
            json.update({{"entry", "went_to"}, {"step", went.step}});
            return line(json);
        },
        [&](const SavedTo& saved) {
            json.update({{"entry", "saved_to"},
                         {"path", packed(saved.path)},
                         {"mark", mark_json(saved.mark)}});
            return line(json);
        },
        [&](const Wrote& wrote) {
            json["entry"] = "wrote";
            if (!wrote.lesson)
                return line(json);
            json.update({{"path", packed(wrote.lesson->path)},
                         {"mark", mark_json(wrote.lesson->mark)},
                         {"step", wrote.lesson->step}});
            std::string text = write_lesson(*wrote.lesson->lesson);
            std::replace(text.begin(), text.end(), '\n', ' '); // none is inside a text
            return line(json, text);
        });
}

Result<Journal> read_journal(std::string_view text) {
    const auto head = next_line(text);
    const Json json = head ? Json::parse(*head, nullptr, false) : Json();
    if (!json.is_object() || text_of(json, "format") != format_name)
        return Error{"this is not a journal of Attention Lab, or its beginning is damaged"};
    const Json version = json.value("version", Json());
    const bool has_version =
        version.is_array() && !version.empty() && version[0].is_number_unsigned();
    if (!has_version || version[0].get<std::uint64_t>() < 1 ||
        version[0].get<std::uint64_t>() > journal_major)
        return Error{"another version of Attention Lab wrote this journal (" +
                     text_of(json, "generator") + "); open it with that version"};
    Journal journal;
    journal.keeper.process = static_cast<long>(number_of(json, "process"));
    journal.keeper.boot = text_of(json, "boot");
    journal.whole_bytes = head->size() + check_length + 2;
    while (const auto inside = next_line(text.substr(journal.whole_bytes))) {
        const auto tab = inside->find('\t');
        const Json told = Json::parse(inside->substr(0, tab), nullptr, false);
        if (!told.is_object())
            break;
        auto entry = entry_of(told, tab == std::string_view::npos ? std::string_view()
                                                                  : inside->substr(tab + 1));
        if (!entry)
            break;
        if (!journal.workspace) {
            auto* opened = std::get_if<Opened>(&*entry);
            if (!opened)
                break;
            journal.workspace.emplace(std::move(opened->origin));
        } else if (!journal.workspace->apply(*entry)) {
            break;
        }
        journal.time = static_cast<std::int64_t>(number_of(told, "time"));
        ++journal.entries;
        journal.whole_bytes += inside->size() + check_length + 2;
    }
    // Entries written after the note show that the journal could store everything again.
    const auto unkept = unkept_from(json.value("unkept", Json()));
    if (unkept && unkept->bytes >= journal.whole_bytes)
        journal.unkept = unkept;
    return journal;
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 30; // three times the largest document
constexpr std::size_t most_journals = 50;

std::vector<std::string> journals(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (entry->path().extension() == ".journal")
            files.push_back(entry->path().string());
    // Their names begin with their start time.
    std::sort(files.begin(), files.end(), std::greater<>());
    if (files.size() > most_journals)
        files.resize(most_journals);
    return files;
}

/// Whether a living program keeps the journal; without locks, checks the process it names.
bool is_kept(const Descriptor& opened, const JournalKeeper* keeper) {
    if (::flock(opened.number(), LOCK_EX | LOCK_NB) == 0)
        return false;
    return errno == EWOULDBLOCK ||
           (keeper && keeper->boot == boot_id() && is_running(keeper->process));
}

/// Returns when it was last written, in milliseconds since 1970.
std::int64_t time_of(const Descriptor& opened) {
    struct stat status = {};
    return ::fstat(opened.number(), &status) == 0
               ? std::int64_t{status.st_mtim.tv_sec} * 1000 + status.st_mtim.tv_nsec / 1'000'000
               : 0;
}

} // namespace

std::string unkept_sentence(const Unkept& unkept) {
    const std::string lost = unkept.changes == 1 ? "The last change is lost because "
                                                 : "The last " + std::to_string(unkept.changes) +
                                                       " changes are lost because ";
    switch (unkept.code) {
    case ENOSPC:
        return lost + "the disk was full.";
    case EDQUOT:
        return lost + "your share of the disk was used up.";
    case EROFS:
        return lost + "the disk was read-only.";
    case EIO:
        return lost + "the disk reported a failure.";
    case EFBIG:
        return lost + "the file would have been larger than was allowed.";
    default:
        return lost + "the system reported: " + std::strerror(unkept.code) + ".";
    }
}

std::vector<Lost> lost_work(const std::string& folder) {
    std::vector<Lost> list;
    for (const std::string& file : journals(folder)) {
        const Descriptor opened(
            ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (!opened.is_open() || is_kept(opened, nullptr))
            continue;
        const auto text = read_file(file, most_bytes);
        auto journal = text ? read_journal(*text) : Result<Journal>(text.error());
        if (journal && is_kept(opened, &journal->keeper))
            continue;
        Lost lost;
        lost.file = file;
        if (text && text->empty()) {
            // Its first line could not be written, and the window continued until it ended.
            lost.time = time_of(opened);
            lost.fault = Error{"all changes of this window are lost because the disk had no room "
                               "for them",
                               printable(file)};
        } else if (!journal) {
            lost.fault = Error{journal.error().message, printable(file)};
        } else if (!journal->workspace ||
                   (!journal->workspace->unsaved_step() && !journal->workspace->lesson())) {
            if (!journal->unkept) {
                // The window died before any change, or after everything was saved.
                ::unlink(file.c_str());
                continue;
            }
            lost.time = journal->time != 0 ? journal->time : time_of(opened);
            lost.unkept = journal->unkept;
            lost.fault = Error{unkept_sentence(*journal->unkept), printable(file)};
        } else {
            lost.time = journal->time;
            lost.edits = journal->workspace->edits();
            lost.whole_bytes = journal->whole_bytes;
            lost.unkept = journal->unkept;
            lost.workspace = std::move(journal->workspace);
        }
        list.push_back(std::move(lost));
    }
    return list;
}

} // namespace attn::io
