// SPDX-License-Identifier: MIT
#include "core/publish/pictures.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/figure/captioned.h"
#include "core/figure/figures.h"
#include "core/figure/magnified.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"
#include "core/figure/word.h"
#include "core/io/document_json.h"
#include "core/io/picture_memory.h"
#include "core/publish/animation.h"
#include "core/publish/cairo.h"
#include "core/publish/png_write.h"
#include "core/publish/svg_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

/// The typed text without characters that no font can show.
std::string shown(const std::string& text) {
    constexpr std::size_t longest = 2000;
    return printable(text, longest);
}

figure::HeatmapOptions heatmap_options(const PictureRequest& request, const Page& page) {
    const PictureStyle& style = request.style;
    figure::HeatmapOptions options;
    options.width = page.width;
    options.most_height = page.height.value_or(0);
    // In too small a picture the letters shrink with everything else, but not below the size that
    // paper promises.
    options.text = page.is_paper && !page.height
                       ? page.text
                       : std::min({page.text, page.width / 24,
                                   options.most_height > 0 ? options.most_height / 12 : page.text});
    // On paper the caption below the figure names it.
    options.has_title = style.title ? !style.title->empty() : !page.is_paper;
    options.title = shown(style.title.value_or(""));
    options.caption = shown(style.caption);
    options.has_labels = style.has_labels;
    options.has_numbers = style.has_numbers;
    options.has_colour_bar = style.has_colour_bar;
    options.is_blank_where_blocked = style.is_blank_where_blocked;
    options.shows_query = request.shows_query;
    options.gap = style.gap;
    options.least_weight = style.least_weight;
    options.heads = request.heads;
    options.is_column = page.is_paper && !page.height;
    return options;
}

/// A figure on its page.
struct Drawn {
    figure::Figure figure;
    Page page;
    Type type;
    float text = 0;   // size of its letters before it was scaled to fit
    float factor = 1; // scale that made it fit
};

void put_on_page(Drawn& made, figure::Figure figure, const PictureStyle& style) {
    const figure::Size target{
        made.page.width,
        made.page.height.value_or(figure.size.height * made.page.width / figure.size.width)};
    made.factor = std::min(target.width / figure.size.width, target.height / figure.size.height);
    made.figure =
        figure.size == target ? std::move(figure) : figure::fitted(std::move(figure), target);
    made.figure.background =
        style.is_transparent ? figure::transparent : figure::theme(style.theme).panel_background;
}

/// Draws the request's figure, which must exist in the document.
figure::Figure figure_of(const Document& document, const PictureRequest& request,
                         const figure::HeatmapOptions& options) {
    const auto named =
        figure::named_figure(document, request.figure, {request.compared, request.losses});
    assert(named && "the figure was found before");
    View view = request.view;
    view.theme = request.style.theme;
    return named->draw(document, evaluate(document), view, options);
}

/// Writes "In all of them the colours go from 0 to 0.62.", if one range holds for all.
std::string sentence_on_range(const PictureRequest& request) {
    const ColourRange& range = request.view.range;
    return range.kind != ColourRange::Kind::Fixed
               ? ""
               : "In all of them the colours go from " + brief_number(range.low) + " to " +
                     brief_number(range.high) + ".";
}

/// Draws the figure at every step of a sweep, as many side by side as can be read.
figure::Figure multiples(const Document& document, const PictureRequest& asked,
                         const figure::HeatmapOptions& options) {
    const Sweep& sweep = *asked.sweep;
    const std::size_t count = sweep.steps > 0 ? sweep.steps : usual_multiples;
    const std::vector<Document> documents = swept(document, sweep, count);
    const PictureRequest request = with_common_range(documents, asked);
    const float gap = 1.2F * options.text, least = 17 * options.text;
    const auto room =
        static_cast<std::size_t>(std::max(1.0F, std::floor((options.width + gap) / (least + gap))));
    const std::size_t columns = std::min(room, count);
    figure::HeatmapOptions each = options;
    each.width =
        (options.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    each.most_height = 0;
    each.is_column = true; // keeps the size of letters
    each.has_title = false;
    each.title.clear();
    each.has_colour_bar = false;
    figure::Figure all;
    float y = 0, high = 0;
    for (std::size_t at = 0; at < count; ++at) {
        if (at > 0 && at % columns == 0)
            y += std::exchange(high, 0.0F) + gap;
        each.caption = step_text(document, sweep, at, count);
        figure::Figure one = figure_of(documents[at], request, each);
        const float factor = std::min(1.0F, each.width / one.size.width);
        const float x = static_cast<float>(at % columns) * (each.width + gap);
        high = std::max(high, one.size.height * factor);
        one = figure::magnified(std::move(one), factor, {x, y});
        std::move(one.shapes.begin(), one.shapes.end(), std::back_inserter(all.shapes));
    }
    all.size = {options.width, y + high};
    figure::HeatmapOptions whole = options;
    const std::string range = sentence_on_range(request);
    whole.caption += (whole.caption.empty() || range.empty() ? "" : " ") + range;
    return figure::with_words(std::move(all), figure::theme(request.style.theme), whole);
}

Result<Drawn> drawn(const Document& document, const PictureRequest& request, const Type& type) {
    const auto named =
        figure::named_figure(document, request.figure, {request.compared, request.losses});
    if (!named)
        return named.error();
    const PictureStyle& style = request.style;
    Drawn made{{}, page(style), type ? type : typesetter()};
    figure::HeatmapOptions options = heatmap_options(request, made.page);
    made.text = options.text;
    options.measure = measure(made.type);
    put_on_page(made,
                request.sweep ? multiples(document, request, options)
                              : figure_of(document, request, options),
                style);
    return made;
}

/// Makes the file of a figure. `pixels`: the pixels, if already painted.
Result<std::string> file_of(const Document& document, const Drawn& drawn, PictureKind kind,
                            const PictureStyle& style, const figure::Pixels* pixels) {
    const std::string text = io::write_document(document);
    switch (kind) {
    case PictureKind::Png: {
        const auto bytes = pixels ? Result<std::string>(write_png(*pixels))
                                  : paint_png(drawn.figure, drawn.page.scale, drawn.type);
        return bytes ? io::remember_in_png(*bytes, text, drawn.page.dpi) : bytes;
    }
    case PictureKind::Svg: {
        const auto bytes = style.outlines ? paint_svg(drawn.figure, drawn.type)
                                          : write_svg(drawn.figure, drawn.page.scale,
                                                      drawn.page.is_paper, measure(drawn.type));
        return bytes ? io::remember_in_svg(*bytes, text) : bytes;
    }
    case PictureKind::Pdf: {
        const auto bytes = paint_pdf(drawn.figure, drawn.type);
        return bytes ? io::remember_in_pdf(*bytes, text) : bytes;
    }
    }
    assert(false && "every kind of picture is handled");
    return std::string();
}

/// Says that letters are smaller than paper promises and which width would do.
std::string note_on(const Drawn& made) {
    constexpr float nearly = 0.97F, points_of_a_millimetre = 72 / 25.4F;
    const float least = made.text * made.factor;
    if (!made.page.is_paper || least >= nearly * made.page.text)
        return "";
    const NumberFormat points{NumberFormat::Kind::Decimals, 1};
    const float width = made.page.width * made.page.text / least / points_of_a_millimetre;
    return "letters of this figure have " + format(static_cast<Real>(least), points) +
           " pt instead of " + shortest(static_cast<Real>(made.page.text)) +
           " on a page so small; a size of " + std::to_string(std::lround(std::ceil(width))) +
           "mm keeps them";
}

} // namespace

Result<NotedFile> noted_picture(const Document& document, PictureKind kind,
                                const PictureRequest& request, const Type& type) {
    const auto made = drawn(document, request, type);
    if (!made)
        return made.error();
    auto bytes = file_of(document, *made, kind, request.style, nullptr);
    if (!bytes)
        return bytes.error();
    return NotedFile{*std::move(bytes), note_on(*made)};
}

Result<std::string> picture(const Document& document, PictureKind kind,
                            const PictureRequest& request, const Type& type) {
    auto made = noted_picture(document, kind, request, type);
    return made ? Result<std::string>(std::move(made->bytes)) : made.error();
}

Result<figure::Figure> picture_figure(const Document& document, const PictureRequest& request,
                                      const Type& type) {
    auto made = drawn(document, request, type);
    return made ? Result<figure::Figure>(std::move(made->figure)) : made.error();
}

Result<figure::Pixels> picture_pixels(const Document& document, const PictureRequest& request,
                                      const Type& type, float share) {
    const auto made = drawn(document, request, type);
    return made ? paint_pixels(made->figure, made->page.scale * share, made->type) : made.error();
}

Result<SeenPicture> seen_picture(const Document& document, PictureKind kind,
                                 const PictureRequest& request, int most, const Type& type) {
    const auto made = drawn(document, request, type);
    if (!made)
        return made.error();
    const float scale = made->page.scale;
    const float longest = std::max(made->figure.size.width, made->figure.size.height) * scale;
    const bool is_whole = longest <= static_cast<float>(most);
    auto pixels = paint_pixels(
        made->figure, is_whole ? scale : scale * static_cast<float>(most) / longest, made->type);
    if (!pixels)
        return pixels.error();
    auto bytes = file_of(document, *made, kind, request.style, is_whole ? &*pixels : nullptr);
    if (!bytes)
        return bytes.error();
    const auto side = [&](float length) {
        return static_cast<int>(std::ceil(length * scale - 0.01F));
    };
    const int width = side(made->figure.size.width), height = side(made->figure.size.height);
    return SeenPicture{std::move(*bytes), std::move(*pixels), width, height, note_on(*made)};
}

std::string note_on_size(const Document& document, const PictureRequest& request,
                         const Type& type) {
    const auto made = drawn(document, request, type);
    return made ? note_on(*made) : "";
}

std::string note_on_letters(const Document& document) {
    constexpr std::size_t most_named = 3;
    Type type; // created only for words beyond plain Latin
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
    return "no typeface on this computer has all letters of " + named +
           "; the picture shows their code numbers instead. Install a typeface for their script";
}

} // namespace attn::publish
