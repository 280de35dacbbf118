// SPDX-License-Identifier: MIT
#include "app/exporting/file_maker.h"

#include "core/document/model/kept_figure.h"
#include "core/io/journal/file.h"
#include "core/publish/kept.h"
#include "core/publish/pictures/png_write.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace app {
namespace {

using namespace attn;
using publish::FileKind;

/// Makes the file in memory. A picture is painted the same way for showing and writing, so that the
/// preview shows what the file holds.
MadeFile made(const FileWish& wish, const publish::Type& type) {
    MadeFile file;
    if (wish.window) {
        file.bytes = publish::write_png(*wish.window);
        file.width = wish.window->width;
        file.height = wish.window->height;
        return file;
    }
    const auto kind = wish.use == FileUse::Copy ? FileKind::Png : publish::file_kind(wish.path);
    if (!kind) {
        file.fault = kind.error().text();
        return file;
    }
    Document document = wish.document;
    if (wish.options.reveals)
        document.covers.clear();
    if (wish.options.worksheet && (*kind == FileKind::Pdf || *kind == FileKind::Html)) {
        auto seen = publish::seen_worksheet(document, wish.options.picture.view,
                                            publish::worksheet_of(wish.options),
                                            wish.options.variants, wish.most, type);
        if (!seen) {
            file.fault = seen.error().text();
            return file;
        }
        file.bytes = std::move(seen->bytes);
        file.pages = seen->pages;
        file.pixels = std::make_shared<const figure::Pixels>(std::move(seen->pixels));
        if (*kind == FileKind::Html) { // The preview of a form is the printed page.
            auto form = publish::exported(document, *kind, wish.options);
            file.fault = form ? "" : form.error().text();
            file.bytes = form ? std::move(*form) : "";
            file.pages = 0; // It has none.
        }
        return file;
    }
    if (*kind == FileKind::Gif) { // The preview of an animation is the present figure.
        publish::PictureRequest still = wish.options.picture;
        still.sweep.reset();
        if (auto seen =
                publish::seen_picture(document, publish::PictureKind::Png, still, wish.most, type))
            file.pixels = std::make_shared<const figure::Pixels>(std::move(seen->pixels));
    }
    if (*kind == FileKind::Html) { // A page opens with the whole calculation.
        publish::PictureRequest first = wish.options.picture;
        first.figure = "canvas";
        first.sweep.reset();
        first.style = {};
        if (auto seen =
                publish::seen_picture(document, publish::PictureKind::Png, first, wish.most, type))
            file.pixels = std::make_shared<const figure::Pixels>(std::move(seen->pixels));
    }
    if (const auto picture = publish::picture_kind(*kind)) {
        auto seen =
            publish::seen_picture(document, *picture, wish.options.picture, wish.most, type);
        if (!seen) {
            file.fault = seen.error().text();
            return file;
        }
        file.bytes = std::move(seen->bytes);
        file.width = seen->width;
        file.height = seen->height;
        file.pixels = std::make_shared<const figure::Pixels>(std::move(seen->pixels));
        file.note = std::move(seen->note);
        return file;
    }
    auto bytes = publish::exported(document, *kind, wish.options);
    if (bytes)
        file.bytes = std::move(*bytes);
    else
        file.fault = bytes.error().text();
    return file;
}

/// The same, for the kept figure of a wish that names one.
MadeFile made_as_wished(const FileWish& wish, const publish::Type& type) {
    if (wish.kept.empty())
        return made(wish, type);
    MadeFile file;
    const KeptFigure* const kept = kept_figure(wish.document, wish.kept);
    assert(kept && "a wish names a kept figure of its document");
    auto options = publish::options_of(wish.document, *kept);
    if (!options) {
        file.fault = options.error().text();
        return file;
    }
    FileWish same = wish;
    same.options = *std::move(options);
    return made(same, type);
}

} // namespace

FileDone make_file(const FileWish& wish, const publish::Type& type) {
    const auto begin = std::chrono::steady_clock::now();
    FileDone done{wish.use, wish.path, made_as_wished(wish, type), wish.kept};
    if (wish.use == FileUse::Write && done.file.fault.empty())
        if (const auto written = io::write_file(wish.path, done.file.bytes); !written)
            done.file.fault = written.error().text();
    done.file.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return done;
}

FileMaker::FileMaker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

FileMaker::~FileMaker() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        std::erase_if(waiting_, [](const FileWish& wish) { return wish.use != FileUse::Write; });
    }
    changed_.notify_one();
    thread_.join();
}

void FileMaker::ask(FileWish wish) {
    {
        const std::lock_guard lock(mutex_);
        if (wish.use == FileUse::Show)
            std::erase_if(waiting_,
                          [](const FileWish& other) { return other.use == FileUse::Show; });
        waiting_.push_back(std::move(wish));
    }
    changed_.notify_one();
}

std::vector<FileDone> FileMaker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
}

bool FileMaker::is_working() const {
    const std::lock_guard lock(mutex_);
    return is_making_ || !waiting_.empty();
}

void FileMaker::work() {
    publish::Type type; // created for the first file, so that the program starts without it
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
        if (waiting_.empty())
            return;
        const FileWish wish = std::move(waiting_.front());
        waiting_.pop_front();
        is_making_ = true;
        lock.unlock();
        if (!type)
            type = publish::typesetter();
        FileDone done = make_file(wish, type);
        lock.lock();
        is_making_ = false;
        done_.push_back(std::move(done));
        if (!is_ending_)
            wake_();
    }
}

} // namespace app
