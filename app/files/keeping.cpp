// SPDX-License-Identifier: MIT
#include "app/files/keeping.h"

#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace app {
namespace {

using namespace attn;

constexpr std::size_t most_recent_files = 20;

std::string two(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// Returns for example "today at 14:03:07" or "on 2026-11-21 at 14:03:07".
std::string when_text(std::int64_t milliseconds) {
    const auto time = static_cast<std::time_t>(milliseconds / 1000), now = std::time(nullptr);
    std::tm then = {}, today = {};
    ::localtime_r(&time, &then);
    ::localtime_r(&now, &today);
    const std::string clock =
        " at " + two(then.tm_hour) + ":" + two(then.tm_min) + ":" + two(then.tm_sec);
    if (then.tm_year == today.tm_year && then.tm_yday == today.tm_yday)
        return "today" + clock;
    return "on " + std::to_string(1900 + then.tm_year) + "-" + two(then.tm_mon + 1) + "-" +
           two(then.tm_mday) + clock;
}

OfferedWork offered(const io::Lost& lost) {
    OfferedWork work;
    work.journal = lost.file;
    if (lost.time != 0)
        work.when = when_text(lost.time);
    if (!lost.workspace) {
        work.name = work.when.empty() ? io::name_of(lost.file) : "A window that ended " + work.when;
        work.fault = lost.fault.message;
        return work;
    }
    if (lost.unkept)
        work.unkept = io::unkept_sentence(*lost.unkept);
    // What is restored is the document, also where a lesson was open over it.
    io::Workspace restored = *lost.workspace;
    const auto step = restored.unsaved_step();
    if (step)
        (void)restored.apply(io::WentTo{*step});
    const io::Origin& origin = restored.origin();
    const bool has_name = !origin.name.empty() && !origin.is_passing;
    work.name = printable(has_name ? origin.name : restored.document().title);
    if (work.name.empty())
        work.name = "New document";
    std::string path = origin.path;
    if (const auto& lesson = restored.lesson()) {
        const bool is_alone = !step || origin.is_passing;
        const std::string title = printable(figure::plain_text(lesson->lesson->title));
        work.name = "Lesson “" + title + "”" + (is_alone ? "" : ", and " + work.name);
        path = lesson->path;
    }
    if (!path.empty())
        work.place = printable(io::folder_of(path));
    work.edits = lost.edits;
    return work;
}

} // namespace

void Keeping::begin(std::string state_folder, const io::Workspace& workspace) {
    folder_ = std::move(state_folder);
    pending_ = {io::Opened{workspace.origin(), ""}};
    if (!is_on())
        trouble_ = Error{"there is no home folder, so recent files and unsaved changes cannot be "
                         "kept. Set HOME or XDG_STATE_HOME, and start Attention Lab again"};
    else
        trouble_ = obstacle();
}

std::string Keeping::copies_folder() const {
    std::error_code code;
    const auto temporary = std::filesystem::temp_directory_path(code);
    return is_on() ? folder_ + "/copies" : temporary.string() + "/attention-lab-copies";
}

void Keeping::record(const io::Entry& entry, const io::Workspace& after) {
    if (!is_on())
        return;
    // A restarted journal does not have earlier steps, so it cannot go back to them.
    const bool goes_back =
        std::holds_alternative<io::WentTo>(entry) || std::holds_alternative<io::Cancelled>(entry);
    const io::Entry kept =
        goes_back && !is_whole_ ? io::Brought{after.document(), "Go to a step", 0} : entry;
    if (writer_) {
        writer_->add(kept);
        if (writer_->is_long()) {
            is_whole_ = false;
            std::vector<io::Entry> present{io::Opened{after.origin(), ""},
                                           io::Brought{after.document(), "Earlier changes", 0}};
            if (after.lesson())
                present.emplace_back(io::Wrote{after.lesson()});
            writer_->restart(std::move(present));
        }
        return;
    }
    pending_.push_back(kept);
    if (std::holds_alternative<io::Opened>(entry) || std::holds_alternative<io::SavedTo>(entry))
        return;
    hold(io::JournalWriter::begin(recovery_folder()));
    for (io::Entry& early : pending_)
        writer_->add(std::move(early));
    pending_.clear();
}

void Keeping::flush() {
    if (writer_)
        (void)writer_->flush();
}

void Keeping::end() {
    if (writer_)
        writer_->remove();
    writer_.reset();
}

void Keeping::wake_by(std::function<void()> wake) {
    wake_ = std::move(wake);
    if (writer_)
        writer_->wake_by(wake_);
}

void Keeping::hold(std::unique_ptr<io::JournalWriter> writer) {
    writer_ = std::move(writer);
    writer_->wake_by(wake_);
}

/// What would prevent starting a journal, as far as can be known without starting one.
std::optional<Error> Keeping::obstacle() const {
    const auto can = io::can_write_in(recovery_folder());
    if (can)
        return std::nullopt;
    return Error{"your unsaved changes cannot be backed up: " + can.error().message,
                 can.error().where};
}

std::optional<Error> Keeping::trouble() {
    if (writer_)
        return writer_->complaint();
    if (must_look_again())
        trouble_ = obstacle();
    return trouble_;
}

std::optional<Error> Keeping::new_trouble() {
    const std::optional<Error> now = trouble();
    const bool is_new = now && !is_trouble_told_;
    is_trouble_told_ = now.has_value();
    return is_new ? now : std::nullopt;
}

std::optional<io::Holder> Keeping::claim(const std::string& path) {
    std::error_code code;
    const auto real = std::filesystem::weakly_canonical(path, code);
    const std::string key = code ? path : real.string();
    if (!is_on() || claims_.count(key) != 0)
        return std::nullopt;
    auto claimed = io::claim(path, folder_ + "/open");
    if (claimed.holder)
        return claimed.holder;
    claims_[key] = std::move(claimed.claim);
    return std::nullopt;
}

std::optional<RecoveryOffer> Keeping::offer() const {
    if (!is_on())
        return std::nullopt;
    RecoveryOffer offer;
    for (const io::Lost& lost : io::lost_work(recovery_folder()))
        offer.works.push_back(offered(lost));
    return offer.works.empty() ? std::nullopt : std::optional(std::move(offer));
}

Result<io::Lost> Keeping::restore(const std::string& journal) {
    auto all = io::lost_work(recovery_folder());
    const auto lost = std::find_if(all.begin(), all.end(),
                                   [&](const io::Lost& one) { return one.file == journal; });
    if (lost == all.end() || !lost->workspace)
        return Error{"another window has taken this work over; look for it there", journal};
    auto writer = io::JournalWriter::adopt(journal, lost->whole_bytes);
    if (!writer)
        return writer.error();
    end();
    hold(*std::move(writer));
    is_whole_ = true;
    trouble_.reset();
    pending_.clear();
    return std::move(*lost);
}

void Keeping::discard(const std::string& journal) {
    // Deletes only journals that are offered: another window may have taken this one over.
    for (const io::Lost& lost : io::lost_work(recovery_folder()))
        if (lost.file == journal)
            ::unlink(journal.c_str());
}

std::vector<std::string> Keeping::recent_files() const {
    std::vector<std::string> files;
    const auto text =
        is_on() ? io::read_file(folder_ + "/recent.json", 1 << 20) : Result<std::string>(Error{});
    const auto json = nlohmann::json::parse(text ? *text : "", nullptr, false);
    if (!json.is_array())
        return files;
    for (const auto& one : json)
        if (one.is_string() && files.size() < most_recent_files)
            files.push_back(one.get<std::string>());
    return files;
}

void Keeping::add_recent_file(const std::string& path) {
    if (!is_on() || first_invalid_utf8(path) != std::string::npos)
        return;
    // Reads the list again: other windows add files as well.
    std::vector<std::string> files = recent_files();
    files.erase(std::remove(files.begin(), files.end(), path), files.end());
    files.insert(files.begin(), path);
    if (files.size() > most_recent_files)
        files.resize(most_recent_files);
    // Recent files are a convenience: a full disk is reported where it matters.
    if (io::make_folder(folder_))
        (void)io::write_file(folder_ + "/recent.json", nlohmann::json(files).dump(1) + "\n");
    if (tell_)
        tell_(path);
}

} // namespace app
