// SPDX-License-Identifier: MIT
// Makes and writes files on a thread of its own, so that the window never waits for one.
#pragma once

#include "app/exporting/export_state.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

/// What is wanted of a file.
enum class FileUse { Show, Write, Copy };

struct FileWish {
    FileUse use = FileUse::Show;
    std::string path; // of Write; its ending decides the kind of file
    attn::Document document;
    attn::publish::ExportOptions options;
    int most = 2048;                                    // longest side of the pixels of Show
    std::shared_ptr<const attn::figure::Pixels> window; // instead of a document
};

struct FileDone {
    FileUse use = FileUse::Show;
    std::string path;
    MadeFile file;
};

class FileMaker {
public:
    /// `wake` is called from the thread whenever something is done.
    explicit FileMaker(std::function<void()> wake);
    /// What was to be written still is.
    ~FileMaker();
    FileMaker(const FileMaker&) = delete;
    FileMaker& operator=(const FileMaker&) = delete;

    /// Of several files to show only the newest that waits is made; others are made in order.
    void ask(FileWish wish);
    std::vector<FileDone> take();
    /// Whether a file is made, or waits to be; `wake` was called for those before.
    bool is_working() const;

private:
    void work();

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<FileWish> waiting_;
    std::vector<FileDone> done_;
    bool is_making_ = false, is_ending_ = false;
    std::thread thread_; // last: it uses the others
};

/// Makes the file of a wish, and writes it if that is wanted.
FileDone make_file(const FileWish& wish, const attn::publish::Type& type);

} // namespace app
