// SPDX-License-Identifier: MIT
// Makes and writes files on its own thread, so that the window never waits for one.
#pragma once

#include "app/exporting/export_state.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace app {

/// What the file is for.
enum class FileUse { Show, Write, Copy };

struct FileWish {
    FileUse use = FileUse::Show;
    std::string path; // for Write; its ending decides the kind of file
    attn::Document document;
    attn::publish::ExportOptions options;
    int most = 2048; // the longest side in pixels, for Show
    /// A picture of the window, instead of a document.
    std::shared_ptr<const attn::figure::Pixels> window = nullptr;
    std::string kept = {}; // the name of a kept figure of the document, instead of options
};

struct FileDone {
    FileUse use = FileUse::Show;
    std::string path;
    MadeFile file;
    std::string kept = {}; // as in the wish
};

class FileMaker {
public:
    /// Calls `wake` from the thread whenever a file is ready.
    explicit FileMaker(std::function<void()> wake);
    /// Finishes the files that are to be written.
    ~FileMaker();
    FileMaker(const FileMaker&) = delete;
    FileMaker& operator=(const FileMaker&) = delete;

    /// Adds a wish. Of the waiting files to show only the newest is made; all others are made in
    /// order.
    void ask(FileWish wish);
    std::vector<FileDone> take();
    /// Whether a file is being made or waits. `wake` was called for those made before.
    bool is_working() const;

private:
    void work();

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<FileWish> waiting_;
    std::vector<FileDone> done_;
    bool is_making_ = false, is_ending_ = false;
    std::thread thread_; // last: it uses the members above
};

/// Makes the file for a wish, and writes it if asked to.
FileDone make_file(const FileWish& wish, const attn::publish::Type& type);

} // namespace app
