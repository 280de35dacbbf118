// SPDX-License-Identifier: MIT
#include "core/io/journal_writer.h"

#include "core/io/descriptor.h"
#include "core/io/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace attn::io {
namespace {

using namespace std::chrono_literals;

constexpr auto gathering = 150ms; // entries that come together are flushed together
constexpr auto patience = 2s;     // until a write that failed is tried again
constexpr off_t long_file = off_t{32} << 20;

std::int64_t now_in_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

struct Timed {
    Entry entry;
    std::int64_t time;
};

/// Whether the later entry alone does what both do: a drag on one number.
bool stands_for_both(const Entry& earlier, const Entry& later) {
    const auto* a = std::get_if<Edited>(&earlier);
    const auto* b = std::get_if<Edited>(&later);
    if (!a || !b || a->gesture == 0 || a->gesture != b->gesture)
        return false;
    const auto* first = std::get_if<SetCell>(&a->command);
    const auto* second = std::get_if<SetCell>(&b->command);
    if (first && second)
        return first->place == second->place;
    return std::holds_alternative<SetTemperature>(a->command) &&
           std::holds_alternative<SetTemperature>(b->command);
}

/// Opens the journal and locks it.
Result<Descriptor> open_locked(const std::string& file, int flags) {
    Descriptor opened(::open(file.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!opened.is_open())
        return fault(file, "the journal cannot be kept: ", errno);
    if (::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Error{"another window has this journal", file};
    return opened;
}

} // namespace

struct JournalWriter::Work {
    std::string file;
    Descriptor opened;
    off_t size = 0; // of what is whole

    std::mutex mutex;
    std::condition_variable woken, written;
    std::vector<Timed> queue;
    std::optional<std::vector<Timed>> fresh; // what a restart puts in the place of everything
    bool is_writing = false, is_ending = false, is_removed = false, must_hurry = false;
    std::optional<Error> error;
    std::atomic<off_t> length{0};
    std::thread thread;

    void run();
    int append(const std::string& text);
    int begin_anew(const std::string& text);
};

int JournalWriter::Work::append(const std::string& text) {
    int code = write_all(opened.number(), text);
    if (code == 0 && ::fdatasync(opened.number()) != 0 && errno != EINVAL)
        code = errno;
    if (code == 0) {
        size += static_cast<off_t>(text.size());
    } else { // What is torn is taken away, so that later lines can be read.
        (void)!::ftruncate(opened.number(), size);
        (void)::lseek(opened.number(), size, SEEK_SET);
    }
    length = size;
    return code;
}

int JournalWriter::Work::begin_anew(const std::string& text) {
    const std::string beside = file + ".new";
    ::unlink(beside.c_str());
    auto fresh_file = open_locked(beside, O_CREAT | O_EXCL);
    if (!fresh_file)
        return EIO;
    int code = write_all(fresh_file->number(), text);
    if (code == 0 && ::fsync(fresh_file->number()) != 0 && errno != EINVAL)
        code = errno;
    if (code == 0 && ::rename(beside.c_str(), file.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(beside.c_str());
        return code;
    }
    flush_folder(folder_of(file));
    opened = std::move(*fresh_file);
    length = size = static_cast<off_t>(text.size());
    return 0;
}

void JournalWriter::Work::run() {
    std::unique_lock lock(mutex);
    while (true) {
        woken.wait(lock, [this] { return is_ending || !queue.empty() || fresh; });
        if (!must_hurry && !is_ending)
            woken.wait_for(lock, gathering, [this] { return must_hurry || is_ending; });
        if (is_removed || (is_ending && queue.empty() && !fresh))
            break;
        std::vector<Timed> batch = std::exchange(queue, {});
        auto anew = std::exchange(fresh, std::nullopt);
        is_writing = true;
        lock.unlock();

        std::string text;
        if (anew)
            text = journal_head({::getpid(), boot_id()});
        for (const std::vector<Timed>& part : {anew.value_or(std::vector<Timed>{}), batch})
            for (const Timed& timed : part)
                text += journal_line(timed.entry, timed.time);
        const int code = anew ? begin_anew(text) : append(text);

        lock.lock();
        is_writing = must_hurry = false;
        error.reset();
        if (code != 0) {
            error = fault(file, "what you do cannot be kept for the case of a crash: ", code);
            batch.insert(batch.end(), queue.begin(), queue.end());
            queue = std::move(batch);
            if (anew && !fresh)
                fresh = std::move(anew);
        }
        written.notify_all();
        if (code != 0 && is_ending)
            break;
        if (code != 0)
            woken.wait_for(lock, patience, [this] { return is_ending || must_hurry; });
    }
    is_writing = false;
    written.notify_all();
}

JournalWriter::JournalWriter(std::unique_ptr<Work> work) : work_(std::move(work)) {
    work_->length = work_->size;
    work_->thread = std::thread([this_work = work_.get()] { this_work->run(); });
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::begin(const std::string& folder) {
    if (auto made = make_folder(folder); !made)
        return made.error();
    auto work = std::make_unique<Work>();
    for (int number = 0;; ++number) {
        work->file = folder + "/" + std::to_string(now_in_milliseconds()) + "-" +
                     std::to_string(::getpid()) + "-" + std::to_string(number) + ".journal";
        auto opened = open_locked(work->file, O_CREAT | O_EXCL);
        if (opened) {
            work->opened = *std::move(opened);
            break;
        }
        constexpr int most_tries = 100;
        if (number == most_tries || ::access(work->file.c_str(), F_OK) != 0)
            return opened.error();
    }
    if (const int code = work->append(journal_head({::getpid(), boot_id()})); code != 0) {
        ::unlink(work->file.c_str());
        return io::fault(work->file, "what you do cannot be kept for the case of a crash: ", code);
    }
    flush_folder(folder);
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(work)));
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::adopt(const std::string& file,
                                                            std::size_t whole_bytes) {
    auto work = std::make_unique<Work>();
    work->file = file;
    auto opened = open_locked(file, 0);
    if (!opened)
        return opened.error();
    work->opened = *std::move(opened);
    work->size = static_cast<off_t>(whole_bytes);
    if (::ftruncate(work->opened.number(), work->size) != 0 ||
        ::lseek(work->opened.number(), 0, SEEK_END) != work->size)
        return fault(file, "the journal cannot be kept: ", errno);
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(work)));
}

JournalWriter::~JournalWriter() {
    {
        const std::lock_guard lock(work_->mutex);
        work_->is_ending = true;
    }
    work_->woken.notify_all();
    work_->thread.join();
}

const std::string& JournalWriter::file() const {
    return work_->file;
}

void JournalWriter::add(Entry entry) {
    {
        const std::lock_guard lock(work_->mutex);
        Timed timed{std::move(entry), now_in_milliseconds()};
        if (!work_->queue.empty() && stands_for_both(work_->queue.back().entry, timed.entry))
            work_->queue.back() = std::move(timed);
        else
            work_->queue.push_back(std::move(timed));
    }
    work_->woken.notify_all();
}

bool JournalWriter::flush() {
    std::unique_lock lock(work_->mutex);
    work_->must_hurry = true;
    work_->woken.notify_all();
    work_->written.wait_for(lock, patience, [this] {
        return work_->error || (work_->queue.empty() && !work_->fresh && !work_->is_writing);
    });
    return work_->queue.empty() && !work_->is_writing && !work_->error;
}

void JournalWriter::remove() {
    {
        const std::lock_guard lock(work_->mutex);
        work_->is_removed = work_->is_ending = true;
        work_->queue.clear();
        work_->fresh.reset();
    }
    work_->woken.notify_all();
    if (work_->thread.joinable())
        work_->thread.join();
    work_->thread = std::thread([] {}); // The destructor joins.
    ::unlink(work_->file.c_str());
}

std::optional<Error> JournalWriter::complaint() const {
    const std::lock_guard lock(work_->mutex);
    return work_->error;
}

bool JournalWriter::is_long() const {
    return work_->length > long_file;
}

void JournalWriter::restart(std::vector<Entry> entries) {
    std::vector<Timed> timed;
    for (Entry& entry : entries)
        timed.push_back({std::move(entry), now_in_milliseconds()});
    {
        const std::lock_guard lock(work_->mutex);
        work_->fresh = std::move(timed);
        work_->queue.clear(); // They are in what there is now.
        work_->length = 0;    // Not asked for twice.
    }
    work_->woken.notify_all();
}

} // namespace attn::io
