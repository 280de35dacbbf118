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
constexpr std::size_t most_at_once = 256; // entries in a write, so that none waits for thousands

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

/// What is written outlives the program at once, and a power cut once it is flushed. Two threads:
/// a disk that takes long to flush must not keep later entries from being written.
struct JournalWriter::Work {
    std::string file;
    std::shared_ptr<Descriptor> opened; // changed under the lock, by the writer
    off_t size = 0;                     // of what is whole; the writer's

    std::mutex mutex;
    std::condition_variable woken, flushable, written;
    std::vector<Timed> queue;
    std::optional<std::vector<Timed>> fresh; // what a restart puts in the place of everything
    std::vector<Timed> unflushed;            // written, perhaps not on the disk yet
    off_t written_size = 0, flushed_size = 0;
    int flush_fault = 0; // the code of a flush that failed; the writer deals with it
    bool is_writing = false, is_ending = false, is_removed = false, must_hurry = false;
    bool is_last_written = false; // nothing comes after what is to be flushed
    std::optional<Error> error;
    std::atomic<off_t> length{0};
    std::thread writer, flusher;

    void write();
    void flush();
    void finish();
    bool is_done() const {
        return queue.empty() && !fresh && !is_writing && unflushed.empty() && flush_fault == 0;
    }
    void cut(off_t end);
    int append(const std::string& text);
    Result<Descriptor> begin_anew(const std::string& text) const;
    Error cannot_be_kept(int code) const {
        return fault(file, "what you do cannot be kept for the case of a crash: ", code);
    }
};

/// Takes away what is torn or may be, so that later lines can be read.
void JournalWriter::Work::cut(off_t end) {
    (void)!::ftruncate(opened->number(), end);
    (void)::lseek(opened->number(), end, SEEK_SET);
    length = size = end;
}

int JournalWriter::Work::append(const std::string& text) {
    const int code = write_all(opened->number(), text);
    if (code == 0)
        length = size += static_cast<off_t>(text.size());
    else
        cut(size);
    return code;
}

/// A file with this text alone in the place of the journal, flushed.
Result<Descriptor> JournalWriter::Work::begin_anew(const std::string& text) const {
    const std::string beside = file + ".new";
    ::unlink(beside.c_str());
    auto anew = open_locked(beside, O_CREAT | O_EXCL);
    if (!anew)
        return anew;
    int code = write_all(anew->number(), text);
    if (code == 0 && ::fsync(anew->number()) != 0 && errno != EINVAL)
        code = errno;
    if (code == 0 && ::rename(beside.c_str(), file.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(beside.c_str());
        return cannot_be_kept(code);
    }
    flush_folder(folder_of(file));
    return anew;
}

void JournalWriter::Work::write() {
    std::unique_lock lock(mutex);
    const auto wait_patiently = [&] {
        woken.wait_for(lock, patience, [this] { return is_ending || must_hurry; });
    };
    bool is_more_waiting = false;
    while (true) {
        woken.wait(lock,
                   [this] { return is_ending || !queue.empty() || fresh || flush_fault != 0; });
        if (flush_fault != 0) {
            error = cannot_be_kept(std::exchange(flush_fault, 0));
            if (!fresh) { // What the disk does not have is written once more.
                cut(flushed_size);
                unflushed.insert(unflushed.end(), queue.begin(), queue.end());
                queue = std::exchange(unflushed, {});
            }
            unflushed.clear();
            written.notify_all();
            if (is_ending)
                break;
            wait_patiently();
        } else if (!must_hurry && !is_ending && !is_more_waiting) {
            woken.wait_for(lock, gathering, [this] { return must_hurry || is_ending; });
        }
        if (is_removed || (is_ending && queue.empty() && !fresh))
            break;
        const auto part =
            queue.begin() + static_cast<std::ptrdiff_t>(std::min(queue.size(), most_at_once));
        std::vector<Timed> batch(std::make_move_iterator(queue.begin()),
                                 std::make_move_iterator(part));
        queue.erase(queue.begin(), part);
        is_more_waiting = !queue.empty();
        auto anew = std::exchange(fresh, std::nullopt);
        is_writing = true;
        lock.unlock();

        std::string text;
        if (anew)
            text = journal_head({::getpid(), boot_id()});
        for (const std::vector<Timed>& timed_entries : {anew.value_or(std::vector<Timed>{}), batch})
            for (const Timed& timed : timed_entries)
                text += journal_line(timed.entry, timed.time);
        std::optional<Error> trouble;
        std::shared_ptr<Descriptor> replacement;
        if (anew) {
            auto begun = begin_anew(text);
            if (begun)
                replacement = std::make_shared<Descriptor>(*std::move(begun));
            else
                trouble = begun.error();
        } else if (const int code = append(text); code != 0) {
            trouble = cannot_be_kept(code);
        }

        lock.lock();
        is_writing = must_hurry = false;
        if (replacement) {
            opened = std::move(replacement);
            length = size = written_size = flushed_size = static_cast<off_t>(text.size());
            unflushed.clear();
            flush_fault = 0; // of the file that is no more
            error.reset();
        } else if (!trouble) {
            written_size = size;
            unflushed.insert(unflushed.end(), std::make_move_iterator(batch.begin()),
                             std::make_move_iterator(batch.end()));
            flushable.notify_all();
        } else {
            error = trouble;
            batch.insert(batch.end(), queue.begin(), queue.end());
            queue = std::move(batch);
            if (anew && !fresh)
                fresh = std::move(anew);
        }
        written.notify_all();
        if (trouble && is_ending)
            break;
        if (trouble)
            wait_patiently();
    }
    is_writing = false;
    is_last_written = true;
    flushable.notify_all();
    written.notify_all();
}

void JournalWriter::Work::flush() {
    std::unique_lock lock(mutex);
    while (true) {
        flushable.wait(
            lock, [this] { return is_last_written || (flush_fault == 0 && !unflushed.empty()); });
        if (is_removed || unflushed.empty() || flush_fault != 0)
            return; // only at the end
        const auto flushing = opened;
        const auto count = static_cast<std::ptrdiff_t>(unflushed.size());
        const off_t end = written_size;
        lock.unlock();
        const int code = ::fdatasync(flushing->number()) != 0 && errno != EINVAL ? errno : 0;
        lock.lock();
        if (flushing != opened)
            continue; // A restart came between: it has flushed what it wrote.
        if (code == 0) {
            unflushed.erase(unflushed.begin(), unflushed.begin() + count);
            flushed_size = end;
            error.reset();
        } else {
            flush_fault = code;
            woken.notify_all();
        }
        written.notify_all();
    }
}

/// Waits for the end of both threads, once one of them was told of it.
void JournalWriter::Work::finish() {
    woken.notify_all();
    for (std::thread* thread : {&writer, &flusher})
        if (thread->joinable())
            thread->join();
}

JournalWriter::JournalWriter(std::unique_ptr<Work> work) : work_(std::move(work)) {
    work_->length = work_->written_size = work_->flushed_size = work_->size;
    work_->writer = std::thread([work = work_.get()] { work->write(); });
    work_->flusher = std::thread([work = work_.get()] { work->flush(); });
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
            work->opened = std::make_shared<Descriptor>(*std::move(opened));
            break;
        }
        constexpr int most_tries = 100;
        if (number == most_tries || ::access(work->file.c_str(), F_OK) != 0)
            return opened.error();
    }
    int code = work->append(journal_head({::getpid(), boot_id()}));
    if (code == 0 && ::fdatasync(work->opened->number()) != 0 && errno != EINVAL)
        code = errno;
    if (code != 0) {
        ::unlink(work->file.c_str());
        return work->cannot_be_kept(code);
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
    work->opened = std::make_shared<Descriptor>(*std::move(opened));
    work->size = static_cast<off_t>(whole_bytes);
    if (::ftruncate(work->opened->number(), work->size) != 0 ||
        ::lseek(work->opened->number(), 0, SEEK_END) != work->size)
        return fault(file, "the journal cannot be kept: ", errno);
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(work)));
}

JournalWriter::~JournalWriter() {
    {
        const std::lock_guard lock(work_->mutex);
        work_->is_ending = true;
    }
    work_->finish();
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
    work_->written.wait_for(lock, patience, [this] { return work_->error || work_->is_done(); });
    return work_->is_done() && !work_->error;
}

void JournalWriter::remove() {
    {
        const std::lock_guard lock(work_->mutex);
        work_->is_removed = work_->is_ending = true;
        work_->queue.clear();
        work_->fresh.reset();
    }
    work_->finish();
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
