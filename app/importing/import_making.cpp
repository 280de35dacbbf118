// SPDX-License-Identifier: MIT
#include "app/importing/import_making.h"

#include "app/importing/importing.h"
#include "core/io/import/import_archive.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <string_view>
#include <utility>

namespace app {
namespace {

using attn::io::ImportChoice;
using attn::io::ImportOption;
using ImportKind = ImportChoice::Kind;

std::string as_labelled(std::string_view name) {
    return "“" + std::string(name) + "”";
}

std::string on_command_line(const ImportChoice& choice) {
    return as_labelled(attn::io::in_options(choice)) + " of the command attention-lab import";
}

/// The axes of "a[0][1]": "0,1".
std::string axes_of(std::string_view value) {
    std::string axes;
    for (auto at = value.find('['); at != std::string_view::npos; at = value.find('[', at + 1)) {
        const auto end = std::min(value.find(']', at), value.size());
        axes += (axes.empty() ? "" : ",") + std::string(value.substr(at + 1, end - at - 1));
    }
    return axes;
}

/// An array is chosen in the list, or "none" of it.
std::string of_array(const ImportChoice& choice, const std::string& name) {
    switch (choice.kind) {
    case ImportKind::Itself:
    case ImportKind::Own:
        return name + " and its array in the list";
    case ImportKind::Value:
        return choice.value.find('[') == std::string::npos
                   ? choice.value + " for " + name
                   : axes_of(choice.value) + " in " +
                         as_labelled("Of the axes before the last two");
    case ImportKind::LeftOut:
        return as_labelled("none") + " for " + name;
    }
    assert(false && "every kind has words");
    return name;
}

/// A field is typed.
std::string of_field(const ImportChoice& choice, std::string_view label) {
    if (choice.kind == ImportKind::Itself)
        return as_labelled(label);
    const char* const number = choice.option == ImportOption::Heads ? "their number" : "a number";
    return (choice.kind == ImportKind::Own ? number : choice.value) + " in " + as_labelled(label);
}

} // namespace

std::string in_panel(const ImportChoice& choice) {
    constexpr std::string_view transposed = "stored transposed (nn.Linear)";
    switch (choice.option) {
    case ImportOption::Tokens:
        return of_array(choice, "words");
    case ImportOption::X:
        return of_array(choice, "X");
    case ImportOption::WQ:
        return of_array(choice, "W_Q");
    case ImportOption::WK:
        return of_array(choice, "W_K");
    case ImportOption::WV:
        return of_array(choice, "W_V");
    case ImportOption::Mask:
        return choice.kind == ImportKind::LeftOut ? as_labelled("leave the mask out")
                                                  : on_command_line(choice);
    case ImportOption::MaskTrue:
        return as_labelled(choice.value == "blocked"      ? "blocks its key"
                           : choice.value == "takes-part" ? "lets it take part"
                                                          : "A true cell of the mask");
    case ImportOption::Bias:
    case ImportOption::Weights:
    case ImportOption::Scores:
    case ImportOption::Q:
    case ImportOption::K:
    case ImportOption::V:
        return on_command_line(choice);
    case ImportOption::Batch:
        return of_field(choice, "Text of a batch");
    case ImportOption::Layer:
        return of_field(choice, "Layer");
    case ImportOption::Normalise:
        return "Fill ▸ Make each row sum to 1";
    case ImportOption::Heads:
        return of_field(choice, "Heads in W");
    case ImportOption::HeadAxis:
        return on_command_line(choice);
    case ImportOption::Rows:
        return of_field(choice, "Rows");
    case ImportOption::Transposed:
        return as_labelled(transposed);
    case ImportOption::AsStored:
        return as_labelled(transposed) + " turned off";
    case ImportOption::QkvLayout:
        return as_labelled("head by head") + (choice.value == "side-by-side" ? " turned off" : "");
    }
    assert(false && "every option has words");
    return "";
}

namespace {

using namespace attn;
using io::ArrayChoice;
using io::ArrayInfo;

constexpr std::array<io::PlanPart, import_target_count> parts_of_targets = {
    io::PlanPart::Tokens, io::PlanPart::X, io::PlanPart::WQ, io::PlanPart::WK, io::PlanPart::WV};

io::PlanPart plan_part_of(ImportTarget target) {
    return parts_of_targets[static_cast<std::size_t>(target)];
}

const ArrayInfo& chosen_info(const Importing& importing, const ArrayChoice& choice) {
    return importing.files[choice.file].arrays[choice.array];
}

/// Reads the fields into the plan; the error names the field.
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
    const auto optional = [&](ImportField field, const char* name,
                              std::optional<Index>& target) -> Result<> {
        target.reset();
        Index value = 0;
        if (importing.line(field).text.empty())
            return Nothing{};
        if (auto read = number(field, name, 0, value); !read)
            return read;
        target = value;
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
        optional(ImportField::Layer, "layer", plan.layer),
        optional(ImportField::Batch, "text of a batch", plan.batch),
        own && chosen_info(importing, *own).shape.size() > 2
            ? list(ImportField::Leading, "the axes before the last two", leading)
            : Result<>(Nothing{})};
    for (const Result<>& step : steps)
        if (!step)
            return step.error();
    if (own && chosen_info(importing, *own).shape.size() > 2) {
        const std::size_t axes = chosen_info(importing, *own).shape.size() - 2;
        if (!leading.empty() && leading.size() != axes)
            return Error{"the axes before the last two: type " + std::to_string(axes) +
                         " numbers, one for each axis"};
        choice_of(plan, importing.target)->leading = leading;
    }
    return Nothing{};
}

} // namespace

void bind_rest(Importing& importing) {
    io::ChosenParts chosen{importing.plan, importing.is_chosen};
    for (std::size_t part = 0; part < io::plan_part_count; ++part)
        if (!importing.is_chosen[part])
            io::choice_of(chosen.plan, static_cast<io::PlanPart>(part)).reset();
    auto plan = io::bound_plan(importing.files, chosen, in_panel);
    importing.unbound = plan ? "" : plan.error().text();
    importing.plan = plan ? *std::move(plan) : std::move(chosen.plan);
}

void put(Importing& importing, io::PlanPart part, const std::optional<ArrayChoice>& choice) {
    importing.is_chosen[static_cast<std::size_t>(part)] = true;
    io::choice_of(importing.plan, part) = choice;
}

void put(Importing& importing, ImportTarget target, const std::optional<ArrayChoice>& choice) {
    put(importing, plan_part_of(target), choice);
}

bool asks_for_layers(const Importing& importing) {
    return !importing.is_whole &&
           (io::gives_stages(importing.plan) || !importing.line(ImportField::Layer).text.empty() ||
            !importing.line(ImportField::Batch).text.empty());
}

void make_import(Importing& importing) {
    importing.made.reset();
    importing.fault.clear();
    const std::optional<Index> layer = importing.plan.layer;
    if (const auto read = read_fields(importing); !importing.is_whole && !read) {
        importing.fault = read.error().text();
        return;
    }
    if (importing.plan.layer != layer) // an array may be that of a layer
        bind_rest(importing);
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
    auto made = importing.is_whole ? io::import_archive(importing.files.front(), title,
                                                        importing.plan.mask_true, in_panel)
                                   : io::import_document(importing.files, importing.plan, title,
                                                         importing.is_chosen, in_panel);
    if (made)
        importing.made = *std::move(made);
    else
        importing.fault = made.error().text();
}

void begin_whole(Importing& importing) {
    if (!can_be_whole(importing))
        return;
    Importing whole = importing;
    whole.is_whole = true;
    make_import(whole);
    const auto without_notes = [](Document document) {
        document.notes.clear();
        return document;
    };
    if (whole.made && !(importing.made && without_notes(importing.made->document) ==
                                              without_notes(whole.made->document)))
        importing = std::move(whole);
}

std::optional<ArrayChoice>& choice_of(io::ImportPlan& plan, ImportTarget target) {
    return io::choice_of(plan, plan_part_of(target));
}

const std::optional<ArrayChoice>& choice_of(const io::ImportPlan& plan, ImportTarget target) {
    return io::choice_of(plan, plan_part_of(target));
}

} // namespace app
