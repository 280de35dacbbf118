// SPDX-License-Identifier: MIT
#include "app/importing/importing.h"

#include "app/importing/import_rows.h"
#include "core/io/import_archive.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace app {
namespace {

using namespace attn;
using io::ArrayChoice;
using io::ArrayInfo;

constexpr std::array<io::PlanPart, import_target_count> parts_of_targets = {
    io::PlanPart::Tokens, io::PlanPart::X, io::PlanPart::WQ, io::PlanPart::WK, io::PlanPart::WV};

io::PlanPart part_of(ImportTarget target) {
    return parts_of_targets[static_cast<std::size_t>(target)];
}

/// Finds what was not chosen beside what was. Where people have to choose first, what they chose
/// stands alone.
void bind_rest(Importing& importing) {
    io::ChosenParts chosen{importing.plan, importing.is_chosen};
    for (std::size_t part = 0; part < io::plan_part_count; ++part)
        if (!importing.is_chosen[part])
            io::choice_of(chosen.plan, static_cast<io::PlanPart>(part)).reset();
    auto plan = io::bound_plan(importing.files, chosen);
    importing.unbound = plan ? "" : plan.error().text();
    importing.plan = plan ? *std::move(plan) : std::move(chosen.plan);
}

/// People chose what the target is, or that it is nothing.
void put(Importing& importing, ImportTarget target, const std::optional<ArrayChoice>& choice) {
    importing.is_chosen[static_cast<std::size_t>(part_of(target))] = true;
    choice_of(importing.plan, target) = choice;
}

const ArrayInfo& info_of(const Importing& importing, const ArrayChoice& choice) {
    return importing.files[choice.file].arrays[choice.array];
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

void list_arrays(Importing& importing) {
    const std::string part = lowered(importing.line(ImportField::Find).text);
    importing.shown.clear();
    for (std::size_t file = 0; file < importing.files.size(); ++file)
        for (std::size_t array = 0; array < importing.files[file].arrays.size(); ++array)
            if (lowered(importing.files[file].arrays[array].name).find(part) != std::string::npos)
                importing.shown.push_back({file, array});
}

/// The numbers of a field into the plan; what is wrong names the field.
Result<> read_fields(Importing& importing) {
    io::ImportPlan& plan = importing.plan;
    const auto list = [&](ImportField field, const char* name,
                          std::vector<Index>& target) -> Result<> {
        const std::string& text = importing.line(field).text;
        target.clear();
        if (text.empty())
            return Nothing{};
        auto numbers = io::parse_indices(text);
        if (!numbers)
            return Error{std::string(name) + ": " + numbers.error().message};
        target = *std::move(numbers);
        return Nothing{};
    };
    const auto number = [&](ImportField field, const char* name, Index low,
                            Index& target) -> Result<> {
        const std::string& text = importing.line(field).text;
        Index value = 0;
        const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (bad != std::errc{} || end != text.data() + text.size() || value < low)
            return Error{std::string(name) + ": expected a whole number from " +
                         std::to_string(low)};
        target = value;
        return Nothing{};
    };
    const auto heads = [&]() -> Result<> {
        plan.heads.reset();
        Index count = 0;
        if (importing.line(ImportField::Heads).text.empty())
            return Nothing{};
        if (auto read = number(ImportField::Heads, "heads", 1, count); !read)
            return read;
        plan.heads = count;
        return Nothing{};
    };
    std::vector<Index> leading;
    const auto& own = choice_of(plan, importing.target);
    const Result<> steps[] = {
        list(ImportField::Rows, "rows of X", plan.rows),
        list(ImportField::Dimensions, "dimensions", plan.dimensions),
        heads(),
        number(ImportField::Head, "head", 0, plan.head),
        list(ImportField::QueryKey, "columns of W_Q and W_K", plan.d_k),
        list(ImportField::Value, "columns of W_V", plan.d_v),
        own && info_of(importing, *own).shape.size() > 2
            ? list(ImportField::Leading, "the axes before the last two", leading)
            : Result<>(Nothing{})};
    for (const Result<>& step : steps)
        if (!step)
            return step.error();
    if (own && info_of(importing, *own).shape.size() > 2) {
        const std::size_t axes = info_of(importing, *own).shape.size() - 2;
        if (!leading.empty() && leading.size() != axes)
            return Error{"the axes before the last two: type " + std::to_string(axes) +
                         " numbers, one for each axis"};
        choice_of(plan, importing.target)->leading = leading;
    }
    return Nothing{};
}

/// What the files and the plan give now.
void make(Importing& importing) {
    importing.made.reset();
    importing.fault.clear();
    if (const auto read = read_fields(importing); !importing.is_whole && !read) {
        importing.fault = read.error().text();
        return;
    }
    if (!importing.is_whole && !importing.unbound.empty()) {
        importing.fault = importing.unbound;
        return;
    }
    if (const auto open =
            importing.is_whole ? std::nullopt : io::open_heads(importing.files, importing.plan)) {
        importing.fault = open->why +
                          (open->told ? ": type " + std::to_string(*open->told) + " in "
                                      : "; type their number in ") +
                          "Heads in W, as config.json of the model says.";
        return;
    }
    std::string title = importing.files.front().name;
    title = title.substr(0, title.rfind('.'));
    auto made =
        importing.is_whole
            ? io::import_archive(importing.files.front(), title, importing.plan.mask_true)
            : io::import_document(importing.files, importing.plan, title, importing.is_chosen);
    if (made)
        importing.made = *std::move(made);
    else
        importing.fault = made.error().text();
}

/// Everything by its name, where that is more than one head of the plan: more heads, W_O, a mask.
void begin_whole(Importing& importing) {
    if (!can_be_whole(importing))
        return;
    Importing whole = importing;
    whole.is_whole = true;
    make(whole);
    const auto without_notes = [](Document document) {
        document.notes.clear();
        return document;
    };
    if (whole.made && !(importing.made && without_notes(importing.made->document) ==
                                              without_notes(whole.made->document)))
        importing = std::move(whole);
}

/// The field of the axes shows those of the target's array.
void show_leading(Importing& importing) {
    std::string text;
    if (const auto& own = choice_of(importing.plan, importing.target))
        for (const Index axis : own->leading)
            text += (text.empty() ? "" : ",") + std::to_string(axis);
    importing.line(ImportField::Leading) = line_edit(text, true);
}

/// The arrow keys go over everything, "none" and the arrays that are listed.
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

std::optional<ArrayChoice>& choice_of(io::ImportPlan& plan, ImportTarget target) {
    return io::choice_of(plan, part_of(target));
}

const std::optional<ArrayChoice>& choice_of(const io::ImportPlan& plan, ImportTarget target) {
    return io::choice_of(plan, part_of(target));
}

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
    // An embedding of a whole vocabulary is begun with a few of its words.
    if (const auto& x = importing.plan.x)
        if (io::extent_of(info_of(importing, *x).shape).rows > max_tokens)
            importing.line(ImportField::Rows) = line_edit("0:8", true);
    list_arrays(importing);
    make(importing);
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
    make(importing);
}

void choose_array(Importing& importing, const std::optional<Importing::Listed>& listed) {
    importing.is_whole = false;
    if (!listed) {
        put(importing, importing.target, std::nullopt);
    } else {
        // A few of many rows were chosen of another array.
        if (importing.target == ImportTarget::X)
            importing.line(ImportField::Rows) = line_edit("", false);
        ArrayChoice choice{listed->file, listed->array, {}, false, 0, 1};
        const ArrayInfo& info = info_of(importing, choice);
        // Projections may have an axis of heads, which is found; of others the first is shown.
        const bool is_projected = is_projection(importing.target) && info.shape.size() == 3;
        if (!is_projected)
            choice.leading.assign(std::max<std::size_t>(info.shape.size(), 2) - 2, 0);
        if (importing.target == ImportTarget::X && io::extent_of(info.shape).rows > max_tokens)
            importing.line(ImportField::Rows) = line_edit("0:8", true);
        put(importing, importing.target, choice);
    }
    bind_rest(importing);
    choose_target(importing, importing.target);
    make(importing);
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
    make(importing);
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
            ArrayChoice third =
                named ? *named : *own; // where its name leaves it open, side by side
            third.part = part++;
            third.parts = 3;
            put(importing, target, third);
        }
    }
    bind_rest(importing);
    make(importing);
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
    make(importing);
}

io::MaskTrue mask_reading(const Importing& importing) {
    return importing.made ? importing.made->mask_true : io::MaskTrue::Unsaid;
}

void turn_mask(Importing& importing) {
    importing.plan.mask_true = mask_reading(importing) == io::MaskTrue::Blocked
                                   ? io::MaskTrue::TakesPart
                                   : io::MaskTrue::Blocked;
    make(importing);
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
    make(importing);
}

void follow_fields(Importing& importing) {
    if (importing.field == ImportField::Find)
        list_arrays(importing);
    else
        make(importing);
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

} // namespace app
