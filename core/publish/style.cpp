// SPDX-License-Identifier: MIT
#include "core/publish/style.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace attn::publish {
namespace {

constexpr float points_of_a_millimetre = 72 / 25.4F;
constexpr int shortest_side = 64, longest_side = 30000; // in pixels

constexpr std::array<std::pair<std::string_view, PictureSize::Kind>, 4> named_sizes = {
    {{"note", PictureSize::Kind::Note},
     {"slide", PictureSize::Kind::Slide},
     {"paper-1", PictureSize::Kind::Paper1},
     {"paper-2", PictureSize::Kind::Paper2}}};

std::optional<int> whole(std::string_view text) {
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

Result<PictureSize> parse_size(std::string_view text) {
    for (const auto& [name, kind] : named_sizes)
        if (text == name)
            return PictureSize{kind};
    const auto cross = text.find('x');
    if (cross != std::string_view::npos) {
        const auto width = whole(text.substr(0, cross)), height = whole(text.substr(cross + 1));
        const bool is_size = width && height && *width >= 1 && *height >= 1 &&
                             *width <= longest_side && *height <= longest_side;
        if (is_size && std::min(*width, *height) < shortest_side)
            return Error{"the size " + cite(text) + " is too small to be read; choose one of at " +
                         "least " + std::to_string(shortest_side) +
                         " pixels in width and height, such as 800x600"};
        if (is_size)
            return PictureSize{PictureSize::Kind::Pixels, *width, *height};
    }
    const std::vector<std::string> names = size_names();
    std::string expected;
    for (const std::string& name : names)
        expected += name + ", ";
    return Error{"found the size " + cite(text) + ", expected " + expected +
                 "or width x height in pixels such as 800x600, each from " +
                 std::to_string(shortest_side) + " to " + std::to_string(longest_side) +
                 did_you_mean(text, names)};
}

std::vector<std::string> size_names() {
    std::vector<std::string> names;
    for (const auto& named : named_sizes)
        names.emplace_back(named.first);
    return names;
}

std::string to_text(const PictureSize& size) {
    for (const auto& [name, kind] : named_sizes)
        if (size.kind == kind)
            return std::string(name);
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

Page page(const PictureStyle& style) {
    Page page;
    switch (style.size.kind) {
    case PictureSize::Kind::Note:
        page.width = 800;
        break;
    case PictureSize::Kind::Slide:
        page.width = 960;
        page.height = 540.0F;
        page.text = 16;
        break;
    case PictureSize::Kind::Paper1:
    case PictureSize::Kind::Paper2:
        page.width =
            (style.size.kind == PictureSize::Kind::Paper1 ? 89 : 183) * points_of_a_millimetre;
        page.text = 7;
        page.dpi = 300;
        page.is_paper = true;
        break;
    case PictureSize::Kind::Pixels:
        // Large pictures are drawn larger, not with smaller letters.
        page.scale = std::max(1.0F, static_cast<float>(style.size.width) / 800);
        page.width = static_cast<float>(style.size.width) / page.scale;
        page.height = static_cast<float>(style.size.height) / page.scale;
        page.dpi = 96;
        if (style.dpi > 0) { // Pixels on paper: a unit is a point, letters are those of a paper.
            page.scale = static_cast<float>(style.dpi) / 72;
            page.width = static_cast<float>(style.size.width) / page.scale;
            page.height = static_cast<float>(style.size.height) / page.scale;
            page.text = 7;
        }
        break;
    }
    if (style.dpi > 0)
        page.dpi = style.dpi;
    if (page.is_paper)
        page.scale = static_cast<float>(page.dpi) / 72;
    return page;
}

} // namespace attn::publish
