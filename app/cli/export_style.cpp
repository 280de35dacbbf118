// SPDX-License-Identifier: MIT
#include "app/cli/export_style.h"

#include "app/exporting/styles.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/publish/style_words.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

/// Lists the styles for an error: "the styles are mine, poster".
std::string known_styles(const SavedStyles& styles) {
    if (styles.list.empty())
        return "none is saved; export with --save-style NAME saves one";
    std::string names;
    for (const auto& [name, style] : styles.list)
        names += (names.empty() ? "" : ", ") + name;
    return "the styles are " + names;
}

/// Applies the style to everything that no option set.
void take(ExportRequest& request, const FigureStyle& style) {
    const auto is_given = [&](std::initializer_list<std::string_view> options) {
        return std::any_of(options.begin(), options.end(), [&](std::string_view option) {
            return std::find(request.given.begin(), request.given.end(), option) !=
                   request.given.end();
        });
    };
    const publish::PictureStyle& from = style.picture;
    FigureStyle& look = request.look;
    publish::PictureStyle& to = look.picture;
    if (!is_given({"--size"}))
        request.size = publish::to_text(from.size);
    if (!is_given({"--theme"}))
        to.theme = from.theme;
    if (!is_given({"--background"}))
        to.is_transparent = from.is_transparent;
    if (!is_given({"--colours"}))
        look.sequential = style.sequential;
    if (!is_given({"--signed"}))
        look.diverging = style.diverging;
    if (!is_given({"--numbers"}))
        look.numbers.kind = style.numbers.kind;
    if (!is_given({"--digits"}))
        request.decimals = style.numbers.digits;
    if (!is_given({"--dpi"}))
        to.dpi = from.dpi;
    if (!is_given({"--font-size"}))
        to.text = from.text;
    if (!is_given({"--gap"}))
        to.gap = from.gap;
    if (!is_given({"--threshold"}))
        to.least_weight = from.least_weight;
    to.has_labels = to.has_labels && from.has_labels;
    to.has_numbers = to.has_numbers && from.has_numbers;
    to.has_colour_bar = to.has_colour_bar && from.has_colour_bar;
    to.is_blank_where_blocked = to.is_blank_where_blocked || from.is_blank_where_blocked;
    to.outlines = to.outlines || from.outlines;
    if (is_given({"--scale", "--range", "--shared-range"}))
        return;
    request.has_shared_range = style.range.kind == ColourRange::Kind::Shared;
    if (style.range.kind == ColourRange::Kind::Fixed)
        request.range = {style.range.low, style.range.high};
    else if (!request.has_shared_range)
        request.scale = publish::word_of(publish::range_kinds, style.range.kind);
}

} // namespace

Result<ExportRequest> with_style(ExportRequest request) {
    if (request.style_name == no_style)
        return request;
    const auto styles = load_styles();
    if (!styles)
        return styles.error();
    const std::string name = request.style_name.empty() ? styles->usual : request.style_name;
    if (name.empty())
        return request;
    const FigureStyle* const style = styles->find(name);
    if (!style) {
        std::vector<std::string> names;
        for (const auto& one : styles->list)
            names.push_back(one.first);
        return Error{"there is no style " + cite(name) + "; " + known_styles(*styles) +
                     did_you_mean(name, names)};
    }
    take(request, *style);
    return request;
}

Result<> save_style(const std::string& name, const publish::PictureRequest& picture) {
    if (const std::string fault = fault_of_style_name(name); !fault.empty())
        return Error{"--save-style: found " + cite(name) + "; " + fault};
    auto styles = load_styles();
    if (!styles)
        return styles.error();
    const View& view = picture.view;
    styles->put(name, {picture.style, view.numbers, view.sequential, view.diverging, view.range});
    return save_styles(*styles);
}

} // namespace app::cli
