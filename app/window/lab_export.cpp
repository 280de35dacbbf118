// SPDX-License-Identifier: MIT
// The lab's part in exporting: passes requests to the thread that makes files, and shows the
// results.
#include "app/exporting/exporting.h"
#include "app/window/lab.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace app {
namespace {

using namespace attn;

std::string size_text(std::size_t bytes) {
    const auto count = static_cast<double>(bytes);
    return count < 1e3   ? std::to_string(bytes) + " bytes"
           : count < 1e6 ? significant(count / 1e3, 3) + " kB"
                         : significant(count / 1e6, 3) + " MB";
}

std::string about(const MadeFile& file) {
    std::string text =
        file.width > 0
            ? std::to_string(file.width) + " × " + std::to_string(file.height) + " pixels, "
        : file.pages > 0 ? std::to_string(file.pages) + (file.pages == 1 ? " page, " : " pages, ")
                         : "";
    return text + size_text(file.bytes.size());
}

bool is_same_worksheet(const publish::ExportOptions& a, const publish::ExportOptions& b) {
    if (!a.worksheet || !b.worksheet)
        return !a.worksheet && !b.worksheet;
    return a.worksheet->level == b.worksheet->level && a.worksheet->seed == b.worksheet->seed &&
           a.worksheet->is_key == b.worksheet->is_key && a.worksheet->paper == b.worksheet->paper &&
           a.variants == b.variants;
}

/// Whether both wishes make the same file.
bool is_same(const FileWish& a, const FileWish& b) {
    const publish::PictureRequest& left = a.options.picture;
    const publish::PictureRequest& right = b.options.picture;
    return a.path == b.path && a.document == b.document && left.figure == right.figure &&
           left.view == right.view && left.style == right.style &&
           left.shows_query == right.shows_query && left.heads == right.heads &&
           left.sweep == right.sweep && left.compared.a == right.compared.a &&
           left.compared.stage == right.compared.stage && a.options.stage == b.options.stage &&
           left.losses.losses == right.losses.losses && left.losses.at == right.losses.at &&
           left.losses.is_logarithmic == right.losses.is_logarithmic &&
           left.losses.start == right.losses.start && a.options.reveals == b.options.reveals &&
           is_same_worksheet(a.options, b.options) && a.options.python == b.options.python &&
           a.options.training == b.options.training;
}

} // namespace

/// A program that trains starts with the document, not with the training state that is shown.
const Document& Lab::exported_document(const publish::ExportOptions& options) const {
    return options.training ? session_.work.document() : session_.document();
}

void Lab::show_preview(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    if (!state.is_open)
        return;
    const auto options = export_options(frame);
    if (!options)
        return;
    FileWish wish{
        FileUse::Show, state.choice.path, exported_document(*options), *options, 2048, {}};
    if (state.made && is_same(wish, shown_))
        return;
    shown_ = wish;
    if (!state.made) // Until there is one, an empty one stands for it.
        state.made = std::make_shared<const MadeFile>();
    state.is_outdated = true;
    ++state.working;
    files_.ask(std::move(wish));
}

void Lab::serve_exports() {
    const Frame frame = session_.frame();
    ExportState& state = frame.ui.exporting;
    for (FileDone& done : files_.take()) {
        settling_ = std::max(settling_, 2);
        state.working = std::max(0, state.working - 1);
        if (done.use == FileUse::Show) {
            state.is_outdated = false;
            state.made = std::make_shared<const MadeFile>(std::move(done.file));
        } else {
            tell(done);
        }
    }
    show_preview(frame);
    if (state.window_asked && window_seen_) {
        state.window_asked = false;
        ++state.working;
        FileWish wish;
        wish.use = FileUse::Write;
        wish.path = free_path(pictures_folder() + "/attention-lab-1.png");
        wish.window = std::exchange(window_seen_, nullptr);
        files_.ask(std::move(wish));
    } else if (state.window_asked) {
        settling_ = std::max(settling_, 1);
    }
    for (bool* asked : {&state.write_asked, &state.copy_asked}) {
        if (!std::exchange(*asked, false))
            continue;
        const bool is_copy = asked == &state.copy_asked;
        if (is_copy && !publish::file_kind(state.choice.path)) {
            state.choice.path.clear();
            name_file(frame);
        }
        const auto options = export_options(frame);
        if (!options) {
            frame.ui.message = Message{options.error().text(), true};
            continue;
        }
        state.is_chosen = state.is_chosen || !is_copy;
        ++state.working;
        files_.ask({is_copy ? FileUse::Copy : FileUse::Write,
                    state.choice.path,
                    exported_document(*options),
                    *options,
                    64,
                    {}});
    }
}

void Lab::tell(const FileDone& done) {
    UiState& ui = session_.ui;
    const MadeFile& file = done.file;
    if (!file.fault.empty()) {
        ui.message = Message{file.fault, true};
        return;
    }
    if (done.use == FileUse::Copy) {
        const auto copied = screen_.copy_picture(file.bytes);
        ui.message = copied ? Message{"Copied the picture (" + about(file) + ")", false}
                            : Message{copied.error().text(), true};
        return;
    }
    std::error_code fault;
    const auto whole = std::filesystem::absolute(done.path, fault);
    ui.exporting.written.insert(done.path);
    ui.message =
        Message{"Wrote " + (fault ? done.path : whole.string()) + " (" + about(file) + ")", false};
}

} // namespace app
