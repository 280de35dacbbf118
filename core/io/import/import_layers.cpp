// SPDX-License-Identifier: MIT
// Finds the layers and heads of numbers that attention computes: an array for each layer, as
// output_attentions=True gives them ("attentions/0", "arr_0"), or one array with axes before its
// matrices: layers, texts of a batch, heads.

#include "core/base/utf8.h"
#include "core/io/import/import_parts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

namespace attn::io {
namespace {

/// Where the name of an array has the number of its layer.
struct NumberInName {
    Index number = 0;
    std::string stem; // the name with N for the number: "attentions/N"
};

bool is_digit(char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

/// Finds the last segment that is a number, else the digits at the end: 3 in "attentions/3", in
/// "layers.3.attn" and in "arr_3".
std::optional<NumberInName> number_in(const std::string& name) {
    const auto is_edge = [&](std::size_t at) {
        return at == name.size() || name[at] == '.' || name[at] == '/';
    };
    std::optional<std::pair<std::size_t, std::size_t>> found; // begin and end
    for (std::size_t end = name.size(); end > 0 && !found; --end) {
        if (!is_edge(end))
            continue;
        std::size_t begin = end;
        while (begin > 0 && is_digit(name[begin - 1]))
            --begin;
        const bool is_segment = begin == 0 || name[begin - 1] == '.' || name[begin - 1] == '/';
        if (begin < end && (is_segment || end == name.size()))
            found = {begin, end};
    }
    if (!found)
        return std::nullopt;
    const auto number = parse_indices(name.substr(found->first, found->second - found->first));
    if (!number || number->size() != 1)
        return std::nullopt;
    return NumberInName{number->front(),
                        name.substr(0, found->first) + "N" + name.substr(found->second)};
}

/// An array of a layer, or of one of its heads.
struct OfLayer {
    Index layer = 0, head = 0;
    ArrayPlace place;

    friend bool operator<(const OfLayer& a, const OfLayer& b) {
        return std::pair(a.layer, a.head) < std::pair(b.layer, b.head);
    }
};

/// The arrays of layers whose names differ in the number alone, by their stems. Names of the
/// program itself, as "weights/1@2", number the head and then the layer.
using Families = std::map<std::string, std::vector<OfLayer>>;

void add_to(Families& families, const std::vector<ArrayFile>& files, const ArrayPlace& place) {
    const std::string& name = files[place.file].arrays[place.array].name;
    if (const auto sheet = parse_sheet(name))
        families[std::string(sheet->stage.name())].push_back({sheet->layer, sheet->head, place});
    else if (const auto numbered = number_in(name))
        families[numbered->stem].push_back({numbered->number, 0, place});
}

/// Returns the family as a choice: of all its layers, or of the wanted one.
Result<ArrayChoice> choice_of_layers(std::vector<OfLayer> family, std::optional<Index> wanted,
                                     const std::string& stem, std::string_view where) {
    std::sort(family.begin(), family.end());
    std::string numbers;
    ArrayChoice choice;
    std::optional<Index> before;
    for (const OfLayer& one : family) {
        const bool is_next = std::exchange(before, one.layer) != one.layer;
        if (is_next)
            numbers += (numbers.empty() ? "" : ", ") + std::to_string(one.layer);
        if (wanted && one.layer != *wanted)
            continue;
        if (is_next)
            choice.layers.emplace_back();
        choice.layers.back().push_back(one.place);
    }
    if (choice.layers.empty())
        return Error{"no layer " + std::to_string(*wanted) + " is there; the layers of " + stem +
                         " are " + numbers,
                     std::string(where)};
    choice.file = choice.layers.front().front().file;
    choice.array = choice.layers.front().front().array;
    return choice;
}

} // namespace

std::optional<Index> layer_number(const std::string& name) {
    const auto found = number_in(name);
    return found ? std::optional(found->number) : std::nullopt;
}

std::string layer_stem(const std::string& name) {
    const auto found = number_in(name);
    return found ? found->stem : name;
}

Result<ArrayChoice> choice_among(const std::vector<ArrayFile>& files,
                                 const std::vector<ArrayPlace>& found, const ImportPlan& plan,
                                 ChoiceWords words) {
    if (found.size() == 1)
        return ArrayChoice{found.front().file, found.front().array, {}};
    Families families;
    std::size_t count = 0;
    std::vector<std::string> names, stems;
    for (const ArrayPlace& one : found) {
        names.push_back(files[one.file].arrays[one.array].name);
        add_to(families, files, one);
    }
    for (const auto& [stem, family] : families) {
        stems.push_back(stem);
        count += family.size();
    }
    if (count < found.size() || families.size() > 1)
        return Error{"several arrays look like attention weights: " +
                         joined(count < found.size() ? names : stems) + ". Choose one with " +
                         words({ImportOption::Weights, ImportChoice::Kind::Own}),
                     "weights"};
    return choice_of_layers(families.begin()->second, plan.layer, stems.front(), "weights");
}

Result<ArrayChoice> find_layers(const std::vector<ArrayFile>& files, const std::string& name,
                                std::optional<Index> layer) {
    Families families;
    for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t array = 0; array < files[file].arrays.size(); ++array)
            if (files[file].arrays[array].texts.empty())
                add_to(families, files, {file, array});
    std::vector<std::string> stems;
    for (const auto& [stem, family] : families) {
        std::string plain = stem; // "attentions" for "attentions/N", "arr" for "arr_N"
        if (plain.ends_with('N') && plain != name)
            plain.pop_back();
        while (plain != stem && !plain.empty() &&
               std::string_view("./_").find(plain.back()) != std::string_view::npos)
            plain.pop_back();
        if (ends_in(plain, name) || ends_in(stem, name))
            stems.push_back(stem);
    }
    if (stems.empty())
        return Error{"there are no layers of this name", name};
    if (stems.size() > 1)
        return Error{"several lists of layers end in " + cite(name) + ": " + joined(stems) +
                     "; write more of the name"};
    return choice_of_layers(families.at(stems.front()), layer, stems.front(), name);
}

namespace {

/// The axes of an array before its matrices.
struct Axes {
    std::vector<Index> numbers;    // the chosen number along each
    std::vector<std::size_t> open; // those that are not chosen and not 1
};

/// Says which axes of 1 were dropped, unless that was said for another layer.
Result<Axes> axes_of(ArrayReader& reader, const ArrayChoice& choice, bool is_said) {
    const ArrayInfo& info = info_of(reader.files, choice);
    if (info.shape.size() < 2)
        return Error{"it is " + shape_text(info.shape) + ", expected rows and columns", info.name};
    const std::size_t count = info.shape.size() - 2;
    if (choice.leading.size() > count)
        return Error{"it is " + shape_text(info.shape) + ", so a name may choose " +
                         std::to_string(count) + " axes before its matrices",
                     info.name};
    Axes axes{std::vector<Index>(count, 0), {}};
    std::size_t dropped = 0;
    for (std::size_t axis = 0; axis < count; ++axis)
        if (axis < choice.leading.size())
            axes.numbers[axis] = choice.leading[axis];
        else if (info.shape[axis] != 1)
            axes.open.push_back(axis);
        else
            ++dropped;
    if (dropped > 0 && !is_said)
        reader.say(info.name + " is " + shape_text(info.shape) + ": its " +
                   (dropped == 1 ? "axis of 1 was" : "axes of 1 were") + " dropped.");
    return axes;
}

/// Whether the first open axis counts layers and the plan takes no one of them. With one more axis
/// it may count texts of a batch: nothing tells them from layers.
bool has_open_layers(const Axes& axes, const ImportPlan& plan) {
    return !plan.layer && (axes.open.size() > 2 || (axes.open.size() == 2 && !plan.batch));
}

/// Takes the number along the first open axis.
Result<> take(Axes& axes, std::optional<Index> wanted, ImportOption option,
              const ArrayReader& reader, const ArrayInfo& info) {
    if (!wanted)
        return Nothing{};
    if (axes.open.empty())
        return Error{reader.words({option}) + " changes nothing: " + info.name + " is " +
                     shape_text(info.shape)};
    axes.numbers[axes.open.front()] = *wanted;
    axes.open.erase(axes.open.begin());
    return Nothing{};
}

/// Returns the numbers of each head, once the layer is taken.
Result<Leading> heads_along(const ArrayReader& reader, const ImportPlan& plan,
                            const ArrayInfo& info, Axes axes) {
    if (const auto done = take(axes, plan.batch, ImportOption::Batch, reader, info); !done)
        return done.error();
    if (axes.open.size() > 1)
        return Error{"it is " + shape_text(info.shape) +
                         ": before the axis of heads it has one of texts in a batch. Take one "
                         "text with " +
                         reader.words({ImportOption::Batch, ImportChoice::Kind::Own}),
                     info.name};
    for (std::size_t axis = 0; axis < axes.numbers.size(); ++axis)
        if (axes.numbers[axis] >= info.shape[axis])
            return Error{"it is " + shape_text(info.shape) + ", so that its axis " +
                             std::to_string(axis) + " has no number " +
                             std::to_string(axes.numbers[axis]),
                         info.name};
    if (axes.open.empty())
        return Leading{axes.numbers};
    const Index heads = info.shape[axes.open.front()];
    if (plan.is_head_chosen && plan.head >= heads)
        return Error{"it is " + shape_text(info.shape) + ", so that it has " +
                         std::to_string(heads) + " heads, counted from 0",
                     info.name};
    if (heads > max_heads)
        return Error{"it is " + shape_text(info.shape) + "; a document has at most " +
                         std::to_string(max_heads) + " heads",
                     info.name};
    Leading list;
    for (Index head = 0; head < heads; ++head)
        if (!plan.is_head_chosen || head == plan.head) {
            axes.numbers[axes.open.front()] = head;
            list.push_back(axes.numbers);
        }
    return list;
}

/// "attn is 12 × 8 × 5 × 5: its first axis that is not 1 counts layers, or texts of a batch."
std::string about_layers(const ArrayInfo& info, const Axes& axes) {
    return info.name + " is " + shape_text(info.shape) +
           ": its first axis that is not 1 counts layers" +
           (axes.open.size() == 2 ? ", or texts of a batch" : "") + ".";
}

/// "--layer N or --batch I takes another".
std::string takes_one(const ArrayReader& reader, bool may_be_texts, const char* one) {
    const auto own = [&](ImportOption option) {
        return reader.words({option, ImportChoice::Kind::Own});
    };
    return own(ImportOption::Layer) + (may_be_texts ? " or " + own(ImportOption::Batch) : "") +
           " takes " + one;
}

} // namespace

Result<Leading> leading_of(ArrayReader& reader, const ImportPlan& plan, const ArrayChoice& choice) {
    auto axes = axes_of(reader, choice, false);
    if (!axes)
        return axes.error();
    const ArrayInfo& info = info_of(reader.files, choice);
    if (has_open_layers(*axes, plan)) {
        reader.say(about_layers(info, *axes) + " The first was taken; " +
                   takes_one(reader, axes->open.size() == 2, "another") + ".");
        axes->open.erase(axes->open.begin());
    } else if (const auto done = take(*axes, plan.layer, ImportOption::Layer, reader, info);
               !done) {
        return done.error();
    }
    return heads_along(reader, plan, info, *std::move(axes));
}

namespace {

/// The layers of an array with an axis of them, or the only layer of another.
Result<TakenLayers> layers_along(ArrayReader& reader, const ImportPlan& plan,
                                 const ArrayChoice& choice) {
    auto axes = axes_of(reader, choice, false);
    if (!axes)
        return axes.error();
    const ArrayInfo& info = info_of(reader.files, choice);
    TakenLayers taken;
    std::optional<std::size_t> axis;
    if (has_open_layers(*axes, plan)) {
        axis = axes->open.front();
        taken.about = about_layers(info, *axes);
        taken.may_be_texts = axes->open.size() == 2;
        axes->open.erase(axes->open.begin());
    } else if (const auto done = take(*axes, plan.layer, ImportOption::Layer, reader, info);
               !done) {
        return done.error();
    }
    for (Index layer = 0; layer < (axis ? info.shape[*axis] : 1); ++layer) {
        if (axis)
            axes->numbers[*axis] = layer;
        auto heads = heads_along(reader, plan, info, *axes);
        if (!heads)
            return heads.error();
        std::vector<ArrayChoice>& of_layer = taken.layers.emplace_back();
        for (std::vector<Index>& leading : *heads) {
            of_layer.push_back(choice);
            of_layer.back().leading = std::move(leading);
        }
    }
    taken.has_head_axis = taken.layers.front().size() > 1;
    return taken;
}

} // namespace

Result<TakenLayers> layers_of(ArrayReader& reader, const ImportPlan& plan,
                              const ArrayChoice& choice, bool is_layer_named) {
    ImportPlan named = plan; // the names say the layers, so that no axis does
    if (is_layer_named || !choice.layers.empty())
        named.layer.reset();
    if (choice.layers.empty() && !is_layer_named)
        return layers_along(reader, plan, choice);
    TakenLayers taken;
    const std::vector<std::vector<ArrayPlace>> alone = {{{choice.file, choice.array}}};
    std::vector<std::string> names;
    for (const auto& places : choice.layers.empty() ? alone : choice.layers) {
        std::vector<ArrayChoice>& of_layer = taken.layers.emplace_back();
        for (const ArrayPlace& place : places) {
            ArrayChoice one = choice;
            one.layers.clear();
            std::tie(one.file, one.array) = std::pair(place.file, place.array);
            auto axes = axes_of(reader, one, taken.layers.size() > 1 || !of_layer.empty());
            if (!axes)
                return axes.error();
            ImportPlan of_head = named;
            if (places.size() > 1) { // each head has an array
                const auto at = static_cast<Index>(&place - places.data());
                if (plan.is_head_chosen && plan.head >= static_cast<Index>(places.size()))
                    return Error{"there are " + std::to_string(places.size()) +
                                     " heads, counted from 0",
                                 info_of(reader.files, one).name};
                if (plan.is_head_chosen && at != plan.head)
                    continue;
                of_head.is_head_chosen = false;
            }
            auto heads = heads_along(reader, of_head, info_of(reader.files, one), *axes);
            if (!heads)
                return heads.error();
            for (std::vector<Index>& leading : *heads) {
                of_layer.push_back(one);
                of_layer.back().leading = std::move(leading);
            }
            taken.has_head_axis = taken.has_head_axis || heads->size() > 1;
        }
        names.push_back(info_of(reader.files, of_layer.front()).name);
    }
    if (names.size() > 1)
        taken.about = names.front() + " to " + names.back() + " are layers.";
    return taken;
}

} // namespace attn::io
