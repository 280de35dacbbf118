// SPDX-License-Identifier: MIT
#include "core/io/journal/journal_writer.h"

#include "core/io/journal/journal.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace attn::io {

// The file of a journal: its place, its intact part, and its note about changes it could not store.

/// A value: a copy refers to the same open file. Calls return the system's error number, 0 on
/// success; after a failure `fault` is a sentence.
class JournalFile {
public:
    /// Prepares a journal in the folder; the first append() that succeeds creates the file.
    explicit JournalFile(std::string folder) : folder_(std::move(folder)) {}
    /// Opens one that a dead program left, and cuts off a torn end. The error says that another
    /// window has it.
    static Result<JournalFile> adopt(const std::string& file, std::size_t whole_bytes);

    /// Empty until there is a file.
    const std::string& name() const { return name_; }
    /// Null until there is a file. Locked as long as it is open.
    const std::shared_ptr<Descriptor>& opened() const { return opened_; }
    off_t size() const { return size_; }
    const Error& fault() const { return fault_; }
    /// Returns the sentence for a failed flush.
    Error fault_of(int code) const;

    /// Appends the lines; creates the file with its first line if needed. If that fails, the file
    /// is unchanged.
    int append(const std::string& lines);
    /// Replaces all lines. At every moment the file holds the old ones or the new ones.
    int replace(const std::string& lines);
    int flush() const;
    /// Cuts off what is or may be torn, so that later lines can be read.
    void cut(off_t end);
    /// Writes into the first line how many changes the file could not store; 0 clears the note.
    void mark(std::size_t changes, int code);

private:
    int make();
    int failed(int code);

    std::string folder_, name_;
    std::shared_ptr<Descriptor> opened_;
    off_t size_ = 0; // the length of the intact part
    bool can_mark_ = true, is_marked_ = false;
    Error fault_;
};

namespace {

using namespace std::chrono_literals;

constexpr auto gathering = 150ms;         // entries within this time are flushed together
constexpr auto patience = 2s;             // until a failed write is retried
constexpr std::size_t most_at_once = 256; // entries in a write, so that none waits for thousands
constexpr std::size_t most_waiting =
    20'000; // entries that a journal keeps in memory while it cannot write

std::int64_t now_in_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

struct Timed {
    Entry entry;
    std::int64_t time;
};

/// Whether the later entry alone has the effect of both: a drag on one number or one word.
bool stands_for_both(const Entry& earlier, const Entry& later) {
    if (std::holds_alternative<Wrote>(earlier) && std::holds_alternative<Wrote>(later))
        return true;
    const auto* a = std::get_if<Edited>(&earlier);
    const auto* b = std::get_if<Edited>(&later);
    if (!a || !b || a->gesture == 0 || a->gesture != b->gesture)
        return false;
    const auto* first = std::get_if<SetCell>(&a->command);
    const auto* second = std::get_if<SetCell>(&b->command);
    if (first && second)
        return first->place == second->place;
    const auto* one = std::get_if<SetRow>(&a->command);
    const auto* other = std::get_if<SetRow>(&b->command);
    if (one && other)
        return one->sheet == other->sheet && one->row == other->row;
    return std::holds_alternative<SetTemperature>(a->command) &&
           std::holds_alternative<SetTemperature>(b->command);
}

/// Counts the entries a user made and would miss; saved changes are in their file.
std::size_t changes_in(const std::vector<Timed>& entries) {
    std::size_t count = 0;
    for (const Timed& timed : entries) {
        const auto* opened = std::get_if<Opened>(&timed.entry);
        const auto* wrote = std::get_if<Wrote>(&timed.entry);
        if (std::holds_alternative<SavedTo>(timed.entry))
            count = 0;
        else if (wrote && !wrote->lesson)
            continue;
        else if (!opened || !opened->what.empty())
            ++count;
    }
    return count;
}

void add_lines(std::string& lines, const std::vector<Timed>& entries) {
    for (const Timed& timed : entries) {
        std::string line = journal_line(timed.entry, timed.time);
        if (lines.empty())
            lines = std::move(line); // It may hold a whole document.
        else
            lines += line;
    }
}

} // namespace

/// Written entries survive the program at once, and a power cut once flushed. Uses two threads, so
/// that a slow flush does not keep later entries from being written.
struct JournalWriter::Work {
    explicit Work(JournalFile file) : disk(std::move(file)) {}

    std::mutex mutex;
    std::condition_variable woken, flushable, written;
    JournalFile disk; // changed by the writer, while locked
    std::vector<Timed> queue;
    std::optional<std::vector<Timed>> fresh; // what a restart replaces everything with
    std::size_t fresh_changes = 0;           // changes that only the restart will store
    std::vector<Timed> unflushed;            // written, but perhaps not on disk yet
    off_t written_size = 0, flushed_size = 0;
    int flush_fault = 0; // the code of a failed flush; the writer handles it
    bool is_writing = false, is_ending = false, is_removed = false, must_hurry = false;
    bool is_last_written = false; // nothing follows what is to be flushed
    std::optional<Error> error;
    bool is_flush_error = false; // only a successful flush ends it
    int code = 0;                // the code of the last failure
    std::size_t failures = 0;    // so far
    std::size_t marked = 0;      // how many changes the file says it lacks
    std::function<void()> wake;
    off_t length = 0;    // the file's length, until a restart was asked for
    off_t begun = 0;     // its length when it had just its initial documents
    bool is_new = false; // their bytes are still to be written
    off_t long_from = JournalWriter::much;
    std::thread writer, flusher;

    void write();
    void flush();
    void finish();
    void take_back();
    void complain(Error what, int its_code, bool is_of_flush);
    void stop_complaining();
    void mark(std::unique_lock<std::mutex>& lock);
    void wait_patiently(std::unique_lock<std::mutex>& lock);
    void put_back(std::optional<std::vector<Timed>> replacing, std::vector<Timed> batch);
    std::size_t lacking() const { return fresh_changes + changes_in(queue); }
    bool is_done() const {
        return queue.empty() && !fresh && !is_writing && unflushed.empty() && flush_fault == 0;
    }
};

void JournalWriter::Work::complain(Error what, int its_code, bool is_of_flush) {
    ++failures;
    const bool is_news = !error || !(*error == what);
    error = std::move(what);
    code = its_code;
    is_flush_error = is_of_flush;
    if (is_news && wake)
        wake();
}

void JournalWriter::Work::stop_complaining() {
    const bool is_news = error.has_value();
    error.reset();
    if (is_news && wake)
        wake();
}

/// Writes into the file what it lacks, in case the program ends before that is written.
void JournalWriter::Work::mark(std::unique_lock<std::mutex>& lock) {
    const std::size_t changes = lacking();
    JournalFile marking = disk;
    const int why = code;
    lock.unlock();
    marking.mark(changes, why);
    lock.lock();
    disk = std::move(marking);
    marked = changes;
}

void JournalWriter::Work::wait_patiently(std::unique_lock<std::mutex>& lock) {
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto must_go_on = [this] { return is_ending || must_hurry; };
    while (!must_go_on() && std::chrono::steady_clock::now() < end) {
        woken.wait_until(lock, end, [&] { return must_go_on() || lacking() != marked; });
        if (lacking() != marked && !is_removed)
            mark(lock);
    }
}

/// Puts back what a failed write should have written; it comes first the next time.
void JournalWriter::Work::put_back(std::optional<std::vector<Timed>> replacing,
                                   std::vector<Timed> batch) {
    if (fresh) { // a later restart contains all of it
        fresh_changes += changes_in(batch);
        return;
    }
    if (!batch.empty() && !queue.empty() && stands_for_both(batch.back().entry, queue[0].entry))
        batch.pop_back();
    batch.insert(batch.end(), std::make_move_iterator(queue.begin()),
                 std::make_move_iterator(queue.end()));
    queue = std::move(batch);
    fresh = std::move(replacing);
}

/// Queues again whatever is not on disk.
void JournalWriter::Work::take_back() {
    if (!fresh) {
        disk.cut(flushed_size);
        unflushed.insert(unflushed.end(), std::make_move_iterator(queue.begin()),
                         std::make_move_iterator(queue.end()));
        queue = std::exchange(unflushed, {});
    }
    unflushed.clear();
}

void JournalWriter::Work::write() {
    std::unique_lock lock(mutex);
    bool is_more_waiting = false;
    while (true) {
        woken.wait(lock,
                   [this] { return is_ending || !queue.empty() || fresh || flush_fault != 0; });
        if (flush_fault != 0) {
            const int fault = std::exchange(flush_fault, 0);
            complain(disk.fault_of(fault), fault, true);
            take_back();
            mark(lock);
            written.notify_all();
            if (is_ending)
                break;
            wait_patiently(lock);
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
        auto replacing = std::exchange(fresh, std::nullopt);
        JournalFile writing = disk;
        is_writing = true;
        lock.unlock();

        std::string lines;
        if (replacing)
            add_lines(lines, *replacing);
        add_lines(lines, batch);
        const int fault = replacing ? writing.replace(lines) : writing.append(lines);

        lock.lock();
        is_writing = must_hurry = false;
        if (fault != 0) {
            put_back(std::move(replacing), std::move(batch));
            disk = writing;
            complain(disk.fault(), fault, false);
            mark(lock);
        } else {
            disk = writing;
            length = written_size = disk.size();
            if (std::exchange(is_new, false) || replacing)
                begun = length;
            marked = 0;
            if (replacing) {
                flushed_size = written_size;
                unflushed.clear();
                flush_fault = 0; // it was about the old file
                if (!fresh)
                    fresh_changes = 0;
                stop_complaining();
            } else {
                unflushed.insert(unflushed.end(), std::make_move_iterator(batch.begin()),
                                 std::make_move_iterator(batch.end()));
                flushable.notify_all();
                if (!is_flush_error)
                    stop_complaining();
            }
        }
        written.notify_all();
        if (fault != 0 && is_ending)
            break;
        if (fault != 0)
            wait_patiently(lock);
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
        const JournalFile flushing = disk;
        const auto count = static_cast<std::ptrdiff_t>(unflushed.size());
        const off_t end = written_size;
        lock.unlock();
        const int fault = flushing.flush();
        lock.lock();
        if (flushing.opened() != disk.opened())
            continue; // a restart came between; it has flushed what it wrote
        if (fault == 0) {
            unflushed.erase(unflushed.begin(), unflushed.begin() + count);
            flushed_size = end;
            if (is_flush_error) {
                is_flush_error = false;
                stop_complaining();
            }
        } else {
            flush_fault = fault;
            woken.notify_all();
        }
        written.notify_all();
    }
}

/// Waits for both threads to end, after one of them was told to.
void JournalWriter::Work::finish() {
    woken.notify_all();
    for (std::thread* thread : {&writer, &flusher})
        if (thread->joinable())
            thread->join();
}

JournalWriter::JournalWriter(std::unique_ptr<Work> work) : work_(std::move(work)) {
    work_->length = work_->written_size = work_->flushed_size = work_->disk.size();
    work_->writer = std::thread([work = work_.get()] { work->write(); });
    work_->flusher = std::thread([work = work_.get()] { work->flush(); });
}

std::unique_ptr<JournalWriter> JournalWriter::begin(const std::string& folder,
                                                    std::size_t long_from) {
    auto work = std::make_unique<Work>(JournalFile(folder));
    work->long_from = static_cast<off_t>(long_from);
    work->is_new = true;
    if (const int code = work->disk.append(""); code != 0)
        work->complain(work->disk.fault(), code, false);
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(work)));
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::adopt(const std::string& file,
                                                            std::size_t whole_bytes) {
    auto adopted = JournalFile::adopt(file, whole_bytes);
    if (!adopted)
        return adopted.error();
    return std::unique_ptr<JournalWriter>(
        new JournalWriter(std::make_unique<Work>(*std::move(adopted))));
}

JournalWriter::~JournalWriter() {
    {
        const std::lock_guard lock(work_->mutex);
        work_->is_ending = true;
    }
    work_->finish();
}

std::string JournalWriter::file() const {
    const std::lock_guard lock(work_->mutex);
    return work_->disk.name();
}

void JournalWriter::wake_by(std::function<void()> wake) {
    const std::lock_guard lock(work_->mutex);
    work_->wake = std::move(wake);
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
    // Retries now what failed before.
    work_->written.wait_for(lock, patience, [this, before = work_->failures] {
        return work_->failures != before || work_->is_done();
    });
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
    if (!work_->disk.name().empty())
        ::unlink(work_->disk.name().c_str());
}

std::optional<Error> JournalWriter::complaint() const {
    const std::lock_guard lock(work_->mutex);
    return work_->error;
}

bool JournalWriter::is_long() const {
    const std::lock_guard lock(work_->mutex);
    // A large document alone is no reason: it would be written again after every change.
    return work_->length > work_->begun + work_->long_from || work_->queue.size() > most_waiting;
}

void JournalWriter::restart(std::vector<Entry> entries) {
    std::vector<Timed> timed;
    for (Entry& entry : entries)
        timed.push_back({std::move(entry), now_in_milliseconds()});
    {
        const std::lock_guard lock(work_->mutex);
        work_->fresh_changes += changes_in(work_->queue);
        work_->fresh = std::move(timed);
        work_->queue.clear(); // they are part of the present state
        work_->length = 0;    // do not ask twice
    }
    work_->woken.notify_all();
}

namespace {

constexpr const char* not_backed_up = "your unsaved changes cannot be backed up: ";

/// Opens and locks the file; the code is EWOULDBLOCK if another window has it.
int open_locked(const std::string& file, int flags, Descriptor& opened) {
    opened = Descriptor(::open(file.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!opened.is_open())
        return errno;
    // Some network disks have no locks; there, the process named in the first line is checked.
    return ::flock(opened.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? EWOULDBLOCK
                                                                                    : 0;
}

std::string head(const std::optional<Unkept>& unkept = {}) {
    return journal_head({::getpid(), boot_id()}, unkept);
}

int sync(int number) {
    // Ignores EINVAL from file systems that cannot flush.
    return ::fdatasync(number) != 0 && errno != EINVAL ? errno : 0;
}

} // namespace

Error JournalFile::fault_of(int code) const {
    return io::fault(name_.empty() ? folder_ : name_, not_backed_up, code);
}

int JournalFile::failed(int code) {
    if (code != 0)
        fault_ = fault_of(code);
    return code;
}

Result<JournalFile> JournalFile::adopt(const std::string& file, std::size_t whole_bytes) {
    JournalFile adopted(folder_of(file));
    adopted.name_ = file;
    Descriptor opened;
    const int code = open_locked(file, 0, opened);
    if (code == EWOULDBLOCK)
        return Error{"another window keeps this work; look for it there", file};
    if (code != 0)
        return io::fault(file, not_backed_up, code);
    adopted.opened_ = std::make_shared<Descriptor>(std::move(opened));
    adopted.size_ = static_cast<off_t>(whole_bytes);
    const int number = adopted.opened_->number();
    if (::ftruncate(number, adopted.size_) != 0 || ::lseek(number, 0, SEEK_END) != adopted.size_)
        return io::fault(file, not_backed_up, errno);
    // Earlier versions wrote a shorter first line, in which ours does not fit.
    std::string first(journal_head_bytes, '\0');
    (void)!::pread(number, first.data(), first.size(), 0);
    adopted.can_mark_ = first.find('\n') == journal_head_bytes - 1;
    adopted.is_marked_ = true; // it may be, and it names the dead program
    adopted.mark(0, 0);
    return adopted;
}

int JournalFile::make() {
    // The first check gives more detail about the obstacle.
    for (const auto look : {can_write_in, make_folder})
        if (const auto done = look(folder_); !done) {
            fault_ = Error{not_backed_up + done.error().message, done.error().where};
            return ENOENT;
        }
    constexpr int most_tries = 100;
    int code = EEXIST;
    for (int number = 0; code == EEXIST && number < most_tries; ++number) {
        const std::string name = folder_ + "/" + std::to_string(now_in_milliseconds()) + "-" +
                                 std::to_string(::getpid()) + "-" + std::to_string(number) +
                                 ".journal";
        Descriptor opened;
        code = open_locked(name, O_CREAT | O_EXCL, opened);
        if (code == 0) {
            name_ = name;
            opened_ = std::make_shared<Descriptor>(std::move(opened));
        }
    }
    return failed(code);
}

int JournalFile::append(const std::string& lines) {
    if (!opened_)
        if (const int code = make(); code != 0)
            return code;
    const bool is_first = size_ == 0;
    const std::string text = (is_first ? head() : "") + lines;
    if (const int code = write_all(opened_->number(), text); code != 0) {
        // Keep the empty file: it tells the next start that there was work it could not store.
        cut(size_);
        return failed(code);
    }
    size_ += static_cast<off_t>(text.size());
    if (is_first)
        flush_folder(folder_);
    mark(0, 0);
    return 0;
}

int JournalFile::replace(const std::string& lines) {
    if (!opened_) // nothing exists that could be lost
        return append(lines);
    const std::string beside = name_ + ".new", text = head() + lines;
    ::unlink(beside.c_str());
    Descriptor fresh;
    int code = open_locked(beside, O_CREAT | O_EXCL, fresh);
    if (code == 0)
        code = write_all(fresh.number(), text);
    if (code == 0)
        code = sync(fresh.number());
    if (code == 0 && ::rename(beside.c_str(), name_.c_str()) != 0)
        code = errno;
    if (code != 0) {
        ::unlink(beside.c_str());
        return failed(code);
    }
    flush_folder(folder_of(name_));
    opened_ = std::make_shared<Descriptor>(std::move(fresh));
    size_ = static_cast<off_t>(text.size());
    can_mark_ = true;
    is_marked_ = false;
    return 0;
}

int JournalFile::flush() const {
    return sync(opened_->number());
}

void JournalFile::cut(off_t end) {
    (void)::ftruncate(opened_->number(), end);
    (void)::lseek(opened_->number(), end, SEEK_SET);
    size_ = end;
}

void JournalFile::mark(std::size_t changes, int code) {
    if (!opened_ || size_ == 0 || !can_mark_ || (changes == 0 && !is_marked_))
        return;
    const std::string text =
        head(changes > 0 ? std::optional(Unkept{changes, code, static_cast<std::size_t>(size_)})
                         : std::nullopt);
    // Within the first sector, so that a power cut cannot leave half of it.
    (void)!::pwrite(opened_->number(), text.data(), text.size(), 0);
    is_marked_ = changes > 0;
}

} // namespace attn::io
