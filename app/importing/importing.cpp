// SPDX-License-Identifier: MIT
#include "app/importing/importing.h"

#include "app/files/saving.h"
#include "app/importing/import_making.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"
#include "core/document/model/open_part.h"
#include "core/io/arrays/arrays.h"
#include "core/io/import/import_archive.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;
using io::ArrayChoice;
using io::ArrayInfo;

const ArrayInfo& info_of(const Importing& importing, const ArrayChoice& choice) {
    return importing.files[choice.file].arrays[choice.array];
}

std::string in_small_letters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

void list_arrays(Importing& importing) {
    const std::string part = in_small_letters(importing.line(ImportField::Find).text);
    importing.shown.clear();
    for (std::size_t file = 0; file < importing.files.size(); ++file)
        for (std::size_t array = 0; array < importing.files[file].arrays.size(); ++array)
            if (in_small_letters(importing.files[file].arrays[array].name).find(part) !=
                std::string::npos)
                importing.shown.push_back({file, array});
}

/// Writes the leading axes of the target's array into their field.
void show_leading(Importing& importing) {
    std::string text;
    if (const auto& own = choice_of(importing.plan, importing.target))
        for (const Index axis : own->leading)
            text += (text.empty() ? "" : ",") + std::to_string(axis);
    importing.line(ImportField::Leading) = line_edit(text, true);
}

/// Steps through everything, "none" and the listed arrays.
void step(Importing& importing, int by) {
    const auto& own = choice_of(importing.plan, importing.target);
    const int none = -1, first = can_be_whole(importing) ? none - 1 : none;
    int at = importing.is_whole ? first : none;
    for (std::size_t line = 0; !importing.is_whole && own && line < importing.shown.size(); ++line)
        if (importing.shown[line].file == own->file && importing.shown[line].array == own->array)
            at = static_cast<int>(line);
    at = std::clamp(at + by, first, static_cast<int>(importing.shown.size()) - 1);
    if (at < none)
        return choose_whole(importing);
    choose_array(importing, at < 0 ? std::nullopt
                                   : std::optional(importing.shown[static_cast<std::size_t>(at)]));
}

} // namespace

std::string name_of(ImportTarget target) {
    constexpr std::array<const char*, import_target_count> names = {"words", "X", "W_Q", "W_K",
                                                                    "W_V"};
    return names[static_cast<std::size_t>(target)];
}

bool can_be_whole(const Importing& importing) {
    return io::is_head_archive(importing.files);
}

std::string import_sentences(const Importing& importing) {
    if (!importing.made)
        return "";
    const io::Imported& made = *importing.made;
    std::string text = made.notes;
    const auto add = [&text](const std::string& sentence) {
        text += (text.empty() || text.back() == ' ' ? "" : " ") + sentence;
    };
    for (const std::string& sentence : made.report.sentences)
        add(sentence);
    const auto& left = made.report.left_out;
    constexpr std::size_t few = 3;
    std::string names;
    for (std::size_t at = 0; at < std::min(left.size(), few); ++at)
        names += (at ? ", " : "") + left[at].tensor;
    if (!left.empty())
        add("Left out: " + names +
            (left.size() > few ? " and " + std::to_string(left.size() - few) + " more" : "") +
            "; the notes of the document say why.");
    return text;
}

bool is_projection(ImportTarget target) {
    return target == ImportTarget::WQ || target == ImportTarget::WK || target == ImportTarget::WV;
}

Result<Importing> begin_importing(const std::vector<std::string>& paths) {
    Importing importing;
    importing.paths = paths;
    for (const std::string& path : paths) {
        auto file = io::open_arrays(path);
        if (!file)
            return file.error();
        if (file->arrays.empty())
            return Error{
                "this file contains no array. Choose a file with at least one array of numbers",
                path};
        importing.files.push_back(*std::move(file));
    }
    bind_rest(importing);
    importing.line(ImportField::Head) = line_edit("0", true);
    // For a large vocabulary, begin with a few words.
    if (const auto& x = importing.plan.x)
        if (io::extent_of(info_of(importing, *x).shape).rows > max_tokens)
            importing.line(ImportField::Rows) = line_edit("0:8", true);
    list_arrays(importing);
    make_import(importing);
    begin_whole(importing);
    return importing;
}

std::vector<ImportField> import_fields(const Importing& importing) {
    std::vector<ImportField> fields = {ImportField::Find};
    if (importing.is_whole)
        return fields;
    const auto& own = choice_of(importing.plan, importing.target);
    if (own && info_of(importing, *own).shape.size() > 2)
        fields.push_back(ImportField::Leading);
    if (asks_for_layers(importing)) {
        fields.insert(fields.end(), {ImportField::Rows, ImportField::Heads, ImportField::Layer,
                                     ImportField::Batch});
        return fields;
    }
    fields.insert(fields.end(), {ImportField::Rows, ImportField::Dimensions, ImportField::Heads,
                                 ImportField::Head, ImportField::QueryKey, ImportField::Value});
    return fields;
}

void choose_target(Importing& importing, ImportTarget target) {
    importing.target = target;
    show_leading(importing);
    const auto fields = import_fields(importing);
    if (std::find(fields.begin(), fields.end(), importing.field) == fields.end())
        importing.field = ImportField::Find;
}

void choose_whole(Importing& importing) {
    importing.is_whole = can_be_whole(importing);
    importing.field = ImportField::Find;
    make_import(importing);
}

void choose_array(Importing& importing, const std::optional<Importing::Listed>& listed) {
    importing.is_whole = false;
    if (!listed) {
        put(importing, importing.target, std::nullopt);
    } else {
        // The chosen rows belonged to another array.
        if (importing.target == ImportTarget::X)
            importing.line(ImportField::Rows) = line_edit("", false);
        ArrayChoice choice{listed->file, listed->array, {}, false, 0, 1};
        const ArrayInfo& info = info_of(importing, choice);
        // A projection may have an axis of heads, which is found. Of other arrays the first matrix
        // is shown.
        const bool is_projected = is_projection(importing.target) && info.shape.size() == 3;
        if (!is_projected)
            choice.leading.assign(std::max<std::size_t>(info.shape.size(), 2) - 2, 0);
        if (importing.target == ImportTarget::X && io::extent_of(info.shape).rows > max_tokens)
            importing.line(ImportField::Rows) = line_edit("0:8", true);
        put(importing, importing.target, choice);
    }
    bind_rest(importing);
    choose_target(importing, importing.target);
    make_import(importing);
}

void turn_transposed(Importing& importing) {
    const auto& own = choice_of(importing.plan, importing.target);
    if (!own)
        return;
    const bool is_transposed = !own->is_transposed;
    const ArrayChoice turned = *own;
    for (const ImportTarget target :
         {importing.target, ImportTarget::WQ, ImportTarget::WK, ImportTarget::WV}) {
        auto& other = choice_of(importing.plan, target);
        const bool is_same_array = other && other->file == turned.file &&
                                   other->array == turned.array && other->parts == turned.parts;
        if (target == importing.target || (is_same_array && turned.parts == 3)) {
            other->is_transposed = is_transposed;
            put(importing, target, ArrayChoice(*other));
        }
    }
    bind_rest(importing);
    make_import(importing);
}

void turn_fused(Importing& importing) {
    const auto own = choice_of(importing.plan, importing.target);
    if (!own || !is_projection(importing.target))
        return;
    if (own->parts == 3) {
        for (const ImportTarget target : {ImportTarget::WQ, ImportTarget::WK, ImportTarget::WV}) {
            auto& other = choice_of(importing.plan, target);
            if (other && other->file == own->file && other->array == own->array)
                put(importing, target, std::nullopt);
        }
        ArrayChoice whole = *own;
        whole.part = 0;
        whole.parts = 1;
        put(importing, importing.target, whole);
    } else {
        Index part = 0;
        const auto named = io::fused_choice(importing.files, *own, std::nullopt);
        for (const ImportTarget target : {ImportTarget::WQ, ImportTarget::WK, ImportTarget::WV}) {
            ArrayChoice third = named ? *named : *own; // side by side if its name does not say
            third.part = part++;
            third.parts = 3;
            put(importing, target, third);
        }
    }
    bind_rest(importing);
    make_import(importing);
}

void turn_layout(Importing& importing) {
    const auto own = choice_of(importing.plan, importing.target);
    if (!own || own->parts != 3)
        return;
    for (const ImportTarget target : {ImportTarget::WQ, ImportTarget::WK, ImportTarget::WV})
        if (const auto other = choice_of(importing.plan, target); other && other->parts == 3) {
            ArrayChoice turned = *other;
            turned.layout = own->layout == io::FusedLayout::HeadByHead
                                ? io::FusedLayout::SideBySide
                                : io::FusedLayout::HeadByHead;
            put(importing, target, turned);
        }
    bind_rest(importing);
    make_import(importing);
}

io::MaskTrue mask_reading(const Importing& importing) {
    return importing.made ? importing.made->mask_true : io::MaskTrue::Unsaid;
}

void read_mask_as(Importing& importing, io::MaskTrue way) {
    importing.plan.mask_true = way;
    make_import(importing);
}

bool has_mask(const Importing& importing) {
    return !importing.is_whole && importing.plan.mask.has_value();
}

bool is_mask_left_out(const Importing& importing) {
    return !importing.is_whole && !importing.plan.mask &&
           importing.is_chosen[static_cast<std::size_t>(io::PlanPart::Mask)];
}

void turn_mask_out(Importing& importing) {
    if (is_mask_left_out(importing))
        importing.is_chosen[static_cast<std::size_t>(io::PlanPart::Mask)] = false; // found again
    else if (has_mask(importing))
        put(importing, io::PlanPart::Mask, std::nullopt);
    else
        return;
    bind_rest(importing);
    make_import(importing);
}

const io::TableReading* table_of(const Importing& importing) {
    const auto& own = choice_of(importing.plan, importing.target);
    const std::size_t file = own ? own->file : 0;
    if (!own && importing.files.size() > 1)
        return nullptr;
    return importing.files[file].table ? &*importing.files[file].table : nullptr;
}

void choose_dialect(Importing& importing, const io::Dialect& dialect) {
    const auto& own = choice_of(importing.plan, importing.target);
    const std::size_t file = own ? own->file : 0;
    auto read = io::open_arrays(importing.paths[file], dialect);
    if (!read) {
        importing.made.reset();
        importing.fault = read.error().text();
        importing.files[file].table->dialect = dialect; // So that the buttons show what was tried.
        return;
    }
    importing.files[file] = *std::move(read);
    make_import(importing);
}

void follow_fields(Importing& importing) {
    if (importing.field == ImportField::Find)
        list_arrays(importing);
    else
        make_import(importing);
}

void confirm_importing(const Frame& frame) {
    if (frame.ui.importing && frame.ui.importing->made)
        frame.outbox.post(Import{});
}

void press_in_importing(const Frame& frame, const KeyPress& key) {
    Importing& importing = *frame.ui.importing;
    switch (key.key) {
    case Key::Escape:
        frame.ui.importing.reset();
        return;
    case Key::Enter:
        if (!key.is_repeat)
            confirm_importing(frame);
        return;
    case Key::Tab: {
        const auto fields = import_fields(importing);
        const auto at = static_cast<std::size_t>(
            std::find(fields.begin(), fields.end(), importing.field) - fields.begin());
        importing.field = fields[(at + (key.shift ? fields.size() - 1 : 1)) % fields.size()];
        importing.line(importing.field).select_all();
        return;
    }
    case Key::PageUp:
    case Key::PageDown:
        return page_rows(importing, key.key == Key::PageUp ? -1 : 1);
    case Key::Up:
    case Key::Down: {
        const int by = key.key == Key::Up ? -1 : 1;
        if (!key.control)
            return step(importing, by);
        const int last = static_cast<int>(import_target_count) - 1;
        return choose_target(importing, static_cast<ImportTarget>(std::clamp(
                                            static_cast<int>(importing.target) + by, 0, last)));
    }
    default: {
        if (key.control && key.character == 'm')
            return turn_mask_out(importing);
        LineEdit& line = importing.line(importing.field);
        const std::string before = line.text;
        if (line.press(key, frame.clipboard) && line.text != before)
            follow_fields(importing);
    }
    }
}

void type_in_importing(const Frame& frame, const std::string& text) {
    Importing& importing = *frame.ui.importing;
    importing.line(importing.field).insert(text);
    follow_fields(importing);
}

namespace {

/// The number of rows of X if there are too many, else 0.
Index too_many_rows(const Importing& importing) {
    const auto& x = importing.plan.x;
    if (!x)
        return 0;
    const io::Extent extent = io::extent_of(importing.files[x->file].arrays[x->array].shape);
    const Index rows = x->is_transposed ? extent.columns : extent.rows;
    return rows > max_tokens ? rows : 0;
}

} // namespace

std::optional<RowWindow> row_window(const Importing& importing) {
    const Index total = too_many_rows(importing);
    const auto rows = io::parse_indices(importing.line(ImportField::Rows).text);
    if (total == 0 || !rows || rows->empty() || rows->front() < 0 || rows->back() >= total)
        return std::nullopt;
    for (std::size_t at = 0; at < rows->size(); ++at)
        if ((*rows)[at] != rows->front() + static_cast<Index>(at))
            return std::nullopt;
    return RowWindow{rows->front(), static_cast<Index>(rows->size()), total};
}

std::string row_sentence(const Importing& importing) {
    const Index total = too_many_rows(importing);
    if (total == 0)
        return "";
    return "X has " + std::to_string(total) + " rows, more than the " + std::to_string(max_tokens) +
           " words that fit into a document. Choose which rows to import. Page Up and Page Down go "
           "through them. ";
}

std::optional<RowWindow> neighbour(const RowWindow& window, int by) {
    const Index last = window.total - window.count;
    const Index first =
        std::clamp(window.first + by * window.count, Index{0}, std::max(last, Index{0}));
    if (first == window.first)
        return std::nullopt;
    return RowWindow{first, window.count, window.total};
}

void page_rows(Importing& importing, int by) {
    const auto window = row_window(importing);
    const auto next = window ? neighbour(*window, by) : std::nullopt;
    if (!next)
        return;
    importing.field = ImportField::Rows;
    importing.line(ImportField::Rows) = line_edit(
        std::to_string(next->first) + ":" + std::to_string(next->first + next->count), true);
    follow_fields(importing);
}

namespace {

/// Replaces the document, as one step and without a file.
void take_imported(Session& session, const std::string& name, const Document& document,
                   const std::string& notes) {
    const std::string what = "Import " + name;
    const Gesture gesture = ++session.ui.dragging.last_gesture;
    (void)session.work.record(io::Opened{{name, "", std::nullopt, new_document()}, what, gesture});
    if (const auto done = session.work.record(io::Edited{Replace{document, what}, gesture});
        !done) {
        session.ui.message = Message{done.error().text(), true};
        return;
    }
    session.ui.message = Message{"Imported from " + name + ". " + notes, false};
    leave_start_page(session.ui);
    session.view.query = 0;
    session.view.head = 0;
    open_part(document, 0, session.view);
    session.view.selected.reset();
}

/// Says why these files cannot be imported, in the dialog while it is open.
void refuse(Session& session, const Error& why) {
    if (session.ui.files.dialog)
        session.ui.files.dialog->fault = why.text();
    else
        session.ui.message = Message{why.text(), true};
}

void close_dialog(Session& session) {
    session.ui.files.dialog.reset();
    session.ui.message.reset();
}

} // namespace

void open_arrays(Session& session, const OpenArrays& wanted) {
    auto importing = begin_importing(wanted.paths);
    if (!importing)
        return refuse(session, importing.error());
    close_dialog(session);
    session.ui.importing = *std::move(importing);
}

void import_arrays(Session& session, const Import& wanted) {
    if (!session.ui.importing || !session.ui.importing->made)
        return;
    if (!wanted.discards && asks_to_save(session, Import{true}))
        return;
    const Importing importing = std::move(*session.ui.importing);
    session.ui.importing.reset();
    take_imported(session, importing.files.front().name, importing.made->document,
                  importing.made->notes);
}

void open_model(Session& session, const std::string& path) {
    auto importing = begin_model(path, session.wake);
    if (!importing)
        return refuse(session, importing.error());
    session.work.keeping().add_recent_file(path);
    session.ui.files.recent = session.work.keeping().recent_files();
    close_dialog(session);
    session.ui.model = *std::move(importing);
}

void import_model(Session& session, const ImportModel& wanted) {
    if (!session.ui.model || !session.ui.model->made)
        return;
    if (!wanted.discards && asks_to_save(session, ImportModel{true}))
        return;
    const ModelImporting importing = std::move(*session.ui.model);
    session.ui.model.reset();
    take_imported(session, importing.name, importing.made->document,
                  "The notes of the document say which tensor each matrix came from.");
}

void drop_files(const Frame& frame, const std::vector<std::string>& paths) {
    const auto foreign = std::find_if(paths.begin(), paths.end(), io::foreign_file);
    if (paths.size() == 1)
        frame.outbox.post(Open{paths.front()});
    else if (foreign != paths.end())
        frame.ui.message = Message{io::foreign_file(*foreign)->text(), true};
    else if (!paths.empty() && std::all_of(paths.begin(), paths.end(), io::holds_arrays))
        frame.outbox.post(OpenArrays{paths});
    else if (!paths.empty())
        frame.ui.message = Message{
            "Only arrays can be dropped together. Drop documents and pictures one at a time.",
            true};
}

} // namespace app
