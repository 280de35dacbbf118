// SPDX-License-Identifier: MIT
#include "core/publish/pictures.h"

#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"
#include "core/io/document_json.h"
#include "core/io/picture_memory.h"
#include "core/publish/cairo.h"
#include "core/publish/svg_text.h"

#include <algorithm>
#include <cassert>

namespace attn::publish {
namespace {

/// What a person typed, without what no font can show.
std::string shown(const std::string& text) {
    constexpr std::size_t longest = 2000;
    return printable(text, longest);
}

figure::HeatmapOptions heatmap_options(const PictureRequest& request, const Page& page) {
    const PictureStyle& style = request.style;
    figure::HeatmapOptions options;
    options.width = page.width;
    options.most_height = page.height.value_or(0);
    // In pictures too small for that the letters shrink with everything else.
    options.text = std::min({page.text, page.width / 24,
                             options.most_height > 0 ? options.most_height / 12 : page.text});
    // On paper the caption below the figure says what it is.
    options.has_title = style.title ? !style.title->empty() : !page.is_paper;
    options.title = shown(style.title.value_or(""));
    options.caption = shown(style.caption);
    options.has_labels = style.has_labels;
    options.has_numbers = style.has_numbers;
    options.has_colour_bar = style.has_colour_bar;
    options.is_blank_where_blocked = style.is_blank_where_blocked;
    options.shows_query = request.shows_query;
    options.gap = style.gap;
    return options;
}

} // namespace

Result<std::string> picture(const Document& document, PictureKind kind,
                            const PictureRequest& request) {
    const auto named = figure::named_figure(document, request.figure, request.compared);
    if (!named)
        return named.error();
    const PictureStyle& style = request.style;
    const Page paper = page(style);
    figure::HeatmapOptions options = heatmap_options(request, paper);
    const Type type = typesetter();
    options.measure = measure(type);
    View view = request.view;
    view.theme = style.theme;
    figure::Figure drawn = named->draw(document, evaluate(document), view, options);
    const figure::Colour background = figure::theme(style.theme).panel_background;
    const figure::Size target{
        paper.width, paper.height.value_or(drawn.size.height * paper.width / drawn.size.width)};
    if (drawn.size != target)
        drawn = figure::fitted(std::move(drawn), target);
    drawn.background = style.is_transparent ? figure::transparent : background;

    const std::string text = io::write_document(document);
    switch (kind) {
    case PictureKind::Png: {
        const auto bytes = paint_png(drawn, paper.scale, type);
        return bytes ? io::remember_in_png(*bytes, text, paper.dpi) : bytes;
    }
    case PictureKind::Svg: {
        const auto bytes = style.outlines
                               ? paint_svg(drawn, type)
                               : write_svg(drawn, paper.scale, paper.is_paper, options.measure);
        return bytes ? io::remember_in_svg(*bytes, text) : bytes;
    }
    case PictureKind::Pdf: {
        const auto bytes = paint_pdf(drawn, type);
        return bytes ? io::remember_in_pdf(*bytes, text) : bytes;
    }
    }
    assert(false && "every kind of picture is handled");
    return std::string();
}

std::string note_on_letters(const Document& document) {
    constexpr std::size_t most_named = 3;
    Type type; // made only for words that are not plain Latin
    std::string named;
    std::size_t count = 0;
    for (const std::string& token : document.tokens) {
        const std::string word = figure::visible_word(token);
        const bool is_plain = std::all_of(word.begin(), word.end(), [](unsigned char byte) {
            return byte < 0xC8; // up to U+01FF in UTF-8
        });
        if (is_plain)
            continue;
        if (!type)
            type = typesetter();
        if (!lacks_letters(type, word) || ++count > most_named)
            continue;
        named += (named.empty() ? "" : ", ") + cite(word);
    }
    if (count == 0)
        return "";
    if (count > most_named)
        named += " and " + std::to_string(count - most_named) + " more";
    return "no typeface here has all letters of " + named +
           "; their code numbers stand in their place; install a typeface of their script";
}

} // namespace attn::publish
