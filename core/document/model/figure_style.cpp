// SPDX-License-Identifier: MIT
#include "core/document/model/figure_style.h"

#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/read_real.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::looks {
namespace {

constexpr int shortest_side = 64, longest_style_side = 30000; // in pixels
constexpr double shortest_length = 20, longest_length = 2000; // in millimetres

constexpr std::array<std::pair<std::string_view, PictureSize::Kind>, 4> named_sizes = {
    {{"note", PictureSize::Kind::Note},
     {"slide", PictureSize::Kind::Slide},
     {"paper-1", PictureSize::Kind::Paper1},
     {"paper-2", PictureSize::Kind::Paper2}}};

struct UnitInfo {
    std::string_view name;
    PictureSize::Unit unit;
    double points; // PostScript points, 72 per inch
};
constexpr std::array<UnitInfo, 4> unit_names = {{{"mm", PictureSize::Unit::Millimetre, 72 / 25.4},
                                                 {"cm", PictureSize::Unit::Centimetre, 720 / 25.4},
                                                 {"in", PictureSize::Unit::Inch, 72},
                                                 {"pt", PictureSize::Unit::Point, 1}}};

const UnitInfo& info(PictureSize::Unit unit) {
    return *std::find_if(unit_names.begin(), unit_names.end(),
                         [unit](const UnitInfo& one) { return one.unit == unit; });
}

/// A typed side: "89mm", "89", "800px".
struct Side {
    double length = 0;
    std::string_view unit;
};
std::optional<Side> side_in(std::string_view text) {
    double length = 0;
    const char* const last = text.data() + text.size();
    const auto [end, fault] = read_real(text.data(), last, length);
    const bool has_power = text.find_first_of("eE") != std::string_view::npos;
    if (has_power || fault != std::errc{} || !(length > 0) || !std::isfinite(length))
        return std::nullopt;
    return Side{length, text.substr(static_cast<std::size_t>(end - text.data()))};
}

/// The typed sides, in one unit.
std::optional<std::vector<Side>> sides_in(std::string_view text) {
    auto cross = text.find('x');
    if (cross != std::string_view::npos && cross > 0 && text[cross - 1] == 'p') // the x of "px"
        cross = text.find('x', cross + 1);
    std::vector<std::string_view> parts{text.substr(0, cross)};
    if (cross != std::string_view::npos)
        parts.push_back(text.substr(cross + 1));
    std::vector<Side> sides;
    for (const std::string_view part : parts) {
        const auto side = side_in(part);
        if (!side)
            return std::nullopt;
        sides.push_back(*side);
    }
    if (sides.size() == 2 && sides[0].unit.empty())
        sides[0].unit = sides[1].unit;
    if (sides.front().unit != sides.back().unit)
        return std::nullopt;
    return sides;
}

Error not_a_size(std::string_view text) {
    const std::vector<std::string> names = size_names();
    std::string expected;
    for (const std::string& name : names)
        expected += name + ", ";
    return Error{"found the size " + cite(text) + ", expected " + expected +
                 "a width on paper such as 89mm or 3.25in, perhaps with a height as in 89x60mm, " +
                 "each from 20 mm to 2 m, or width x height in pixels such as 800x600, each from " +
                 std::to_string(shortest_side) + " to " + std::to_string(longest_style_side) +
                 did_you_mean(text, names)};
}

Result<PictureSize> size_in_pixels(std::string_view text, const std::vector<Side>& sides) {
    const auto is_in = [&](int least) {
        return std::all_of(sides.begin(), sides.end(), [&](const Side& side) {
            return side.length == std::floor(side.length) && side.length >= least &&
                   side.length <= longest_style_side;
        });
    };
    // "800" alone has no clear unit.
    if (!is_in(1) || (sides.size() == 1 && sides.front().unit.empty()))
        return not_a_size(text);
    if (!is_in(shortest_side))
        return Error{"the size " + cite(text) + " is too small to be read; choose one of at " +
                     "least " + std::to_string(shortest_side) +
                     " pixels in width and height, such as 800x600"};
    return PictureSize{PictureSize::Kind::Pixels, sides.front().length,
                       sides.size() == 2 ? sides.back().length : 0};
}

} // namespace

Result<PictureSize> parse_size(std::string_view text) {
    for (const auto& [name, kind] : named_sizes)
        if (text == name)
            return PictureSize{kind};
    for (const JournalWidth& journal : journal_widths)
        if (text == journal.name)
            return journal.size;
    const auto sides = sides_in(text);
    if (!sides)
        return not_a_size(text);
    const std::string_view unit = sides->front().unit;
    if (unit.empty() || unit == "px")
        return size_in_pixels(text, *sides);
    const auto found = std::find_if(unit_names.begin(), unit_names.end(),
                                    [unit](const UnitInfo& one) { return one.name == unit; });
    if (found == unit_names.end())
        return not_a_size(text);
    const double millimetre = info(PictureSize::Unit::Millimetre).points;
    for (const Side& side : *sides) {
        const double length = side.length * found->points / millimetre;
        if (length < shortest_length - 0.01 || length > longest_length + 0.01)
            return not_a_size(text);
    }
    return PictureSize{PictureSize::Kind::Length, sides->front().length,
                       sides->size() == 2 ? sides->back().length : 0, found->unit};
}

std::vector<std::string> size_names() {
    std::vector<std::string> names;
    for (const auto& named : named_sizes)
        names.emplace_back(named.first);
    for (const JournalWidth& journal : journal_widths)
        names.emplace_back(journal.name);
    return names;
}

std::string to_text(const PictureSize& size) {
    for (const auto& [name, kind] : named_sizes)
        if (size.kind == kind)
            return std::string(name);
    for (const JournalWidth& journal : journal_widths)
        if (size == journal.size)
            return std::string(journal.name);
    const bool is_length = size.kind == PictureSize::Kind::Length;
    const std::string width = shortest(size.width);
    const std::string unit(is_length          ? info(size.unit).name
                           : size.height == 0 ? std::string_view("px")
                                              : std::string_view());
    return width + (size.height > 0 ? "x" + shortest(size.height) : "") + unit;
}

double points_in(PictureSize::Unit unit) {
    return info(unit).points;
}

} // namespace attn::looks
