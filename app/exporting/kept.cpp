// SPDX-License-Identifier: MIT
#include "app/exporting/kept.h"

#include "app/explaining/comparing.h"
#include "app/exporting/exporting.h"
#include "core/base/utf8.h"
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/kept_figure.h"
#include "core/figure/base/text.h"
#include "core/publish/kept.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

std::string kept_folder(const Frame& frame) {
    const std::filesystem::path path(frame.ui.exporting.choice.path);
    std::error_code fault;
    return path.has_parent_path() && std::filesystem::is_directory(path.parent_path(), fault)
               ? path.parent_path().string()
               : pictures_folder();
}

std::string path_for(const Frame& frame, const KeptFigure& figure) {
    return kept_folder(frame) + "/" + publish::file_name_of(figure);
}

/// The files that exist and that this document did not write.
std::vector<std::string> files_of_others(const Frame& frame) {
    std::vector<std::string> names;
    for (const KeptFigure& figure : frame.document.figures) {
        const std::string path = path_for(frame, figure);
        std::error_code fault;
        if (std::filesystem::exists(path, fault) && !frame.ui.exporting.written.contains(path))
            names.push_back(publish::file_name_of(figure));
    }
    return names;
}

std::string quoted_name(const std::string& name) {
    return "“" + figure::visible_word(name) + "”";
}

} // namespace

std::string name_to_keep(const Frame& frame) {
    const ExportState& state = frame.ui.exporting;
    return state.keep_name.empty() ? std::filesystem::path(state.choice.path).stem().string()
                                   : state.keep_name;
}

void keep_chosen(const Frame& frame) {
    const ExportChoice& choice = frame.ui.exporting.choice;
    const auto options = export_options(frame);
    if (!options) {
        frame.ui.message = Message{options.error().text(), true};
        return;
    }
    std::string name = name_to_keep(frame);
    auto kept = publish::kept_from(frame.document, name, *publish::file_kind(choice.path), *options,
                                   choice.sweep);
    if (!kept) {
        frame.ui.message = Message{"This is not kept: " + kept.error().message, true};
        return;
    }
    const bool is_there = kept_figure(frame.document, name) != nullptr;
    auto figures = with_figure(frame.document, *std::move(kept));
    if (figures.size() > max_kept_figures) {
        frame.ui.message = Message{"A document keeps at most " + std::to_string(max_kept_figures) +
                                       " figures; remove one first",
                                   true};
        return;
    }
    frame.outbox.edit(SetFigures{std::move(figures), "Keep the figure " + quoted_name(name)});
    frame.ui.message =
        Message{"The document keeps " + quoted_name(name) + (is_there ? " as it is now" : "") +
                    "; “Export all again” writes it after an edit",
                false};
    frame.ui.exporting.keep_name = std::move(name);
}

void forget_kept(const Frame& frame, const std::string& name) {
    if (kept_figure(frame.document, name))
        frame.outbox.edit(SetFigures{without_figure(frame.document, name),
                                     "Remove the figure " + quoted_name(name)});
}

void take_kept(const Frame& frame, const std::string& name) {
    const KeptFigure* const found = kept_figure(frame.document, name);
    if (!found)
        return;
    const KeptFigure& kept = *found;
    const auto options = publish::options_of(frame.document, kept);
    if (!options) {
        frame.ui.message = Message{quoted_name(name) + ": " + options.error().message, true};
        return;
    }
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    choice.path = path_for(frame, kept);
    choice.figure =
        publish::is_figure(publish::kind_of(kept)) || kept.stage.empty() ? kept.figure : kept.stage;
    (kept.worksheet ? choice.sheet_look : choice.look) = kept.look;
    choice.table_digits = kept.digits;
    choice.sweep = kept.sweep;
    choice.heads = kept.heads;
    choice.shows_query = kept.shows_query;
    choice.shows_marked = !kept.marks.empty();
    choice.reveals = kept.reveals;
    choice.worksheet = {};
    if (const auto& sheet = kept.worksheet) {
        choice.worksheet.is_on = true;
        choice.worksheet.level = sheet->level;
        choice.worksheet.is_key = sheet->is_key;
        choice.worksheet.is_letter = sheet->is_letter;
        choice.worksheet.count = sheet->count;
        choice.worksheet.seed = sheet->seed;
    }
    frame.view.query = kept.query;
    frame.view.head = kept.head;
    frame.view.layer = kept.layer;
    frame.view.is_cross = kept.is_cross;
    frame.view.show_row_sums = kept.shows_row_sums;
    if (options->picture.compared.a) {
        pin_as(frame, *options->picture.compared.a, options->picture.compared.a_name);
        frame.ui.comparing->stage = options->picture.compared.stage;
        choice.a_name = kept.compared->a_name;
        choice.b_name = kept.compared->b_name;
        choice.lists_changes = kept.compared->lists_changes;
    }
    state.keep_name = name;
    state.field = ExportField::None;
    state.fault.clear();
    state.is_key_named = choice.worksheet.is_key;
    state.made_path.clear(); // The name is as good as typed.
}

void wish_all(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    name_file(frame);
    if (frame.document.figures.empty()) {
        frame.ui.message = Message{"The document keeps no figures yet: choose one here and press "
                                   "“Keep in the document”",
                                   false};
        return;
    }
    const std::vector<std::string> others = files_of_others(frame);
    if (!others.empty() && state.replacing_all != others) {
        if (!state.is_open) // The question stands in the panel.
            open_export(frame);
        state.replacing_all = others;
        return;
    }
    state.replacing_all.clear();
    state.all_asked = true;
}

std::string question_about_all(const Frame& frame) {
    const std::vector<std::string>& names = frame.ui.exporting.replacing_all;
    if (names.empty())
        return "";
    std::string list;
    constexpr std::size_t most = 4;
    for (std::size_t at = 0; at < std::min(names.size(), most); ++at)
        list += (at == 0 ? "" : ", ") + printable(names[at]);
    if (names.size() > most)
        list += " and " + std::to_string(names.size() - most) + " more";
    return "This document did not write " + list + " in " + printable(kept_folder(frame)) +
           (names.size() == 1 ? ". Replace it?" : ". Replace them?");
}

std::vector<FileWish> take_wishes_for_all(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    if (!std::exchange(state.all_asked, false))
        return {};
    std::vector<FileWish> wishes;
    for (const KeptFigure& figure : frame.document.figures) {
        FileWish wish;
        wish.use = FileUse::Write;
        wish.path = path_for(frame, figure);
        wish.document = frame.document;
        wish.kept = figure.name;
        wish.most = 64;
        wishes.push_back(std::move(wish));
    }
    state.all = AllExports{kept_folder(frame), wishes.size(), 0, 0, {}};
    return wishes;
}

void count_kept(const Frame& frame, const FileDone& done) {
    ExportState& state = frame.ui.exporting;
    if (!state.all)
        return;
    AllExports& all = *state.all;
    ++all.done;
    if (done.file.fault.empty()) {
        ++all.written;
        state.written.insert(done.path);
    } else if (all.fault.empty()) {
        all.fault = quoted_name(done.kept) + " " + done.file.fault;
    }
    const std::string total = std::to_string(all.total);
    if (all.done < all.total) {
        frame.ui.message =
            Message{"Exporting: " + std::to_string(all.done) + " of " + total + " figures", false};
        return;
    }
    const std::string written =
        all.written == all.total
            ? "Wrote " + total + (all.total == 1 ? " kept figure" : " kept figures")
            : "Wrote " + std::to_string(all.written) + " of " + total + " kept figures";
    frame.ui.message = Message{written + " to " + printable(all.folder) +
                                   (all.fault.empty() ? "" : ". Not written: " + all.fault),
                               !all.fault.empty()};
    state.all.reset();
}

} // namespace app
