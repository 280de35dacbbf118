// SPDX-License-Identifier: MIT
#include "core/publish/pictures/pictures.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/drawing.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/figure/paper/figures.h"
#include "core/figure/paper/paper_page.h"
#include "core/io/document/document_json.h"
#include "core/io/document/picture_memory.h"
#include "core/publish/marking.h"
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/gif_write.h"
#include "core/publish/pictures/png_write.h"
#include "core/publish/pictures/svg.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
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
    const auto named = figure::named_figure(document, request.figure,
                                            {request.compared, request.losses, request.effects});
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
    const auto named = figure::named_figure(document, request.figure,
                                            {request.compared, request.losses, request.effects});
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
    const std::string text = io::write_published(document);
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

namespace {

constexpr int frame_stays = 12; // hundredths of a second

/// The sheets whose numbers the figure colours; none for a figure with several colour ranges.
std::vector<SheetId> coloured_sheets(const Document& document, const std::string& figure) {
    std::vector<SheetId> list;
    if (figure == "heads")
        for (Index head = 0; head < head_count(document); ++head)
            list.push_back({Stage::Weights, head, 0});
    else if (const auto sheet = parse_sheet(figure); sheet && exists(document, *sheet))
        list.push_back(*sheet);
    return list;
}

} // namespace

PictureRequest with_common_range(const std::vector<Document>& documents,
                                 const PictureRequest& request) {
    PictureRequest made = request;
    ColourRange& range = made.view.range;
    if (range.kind != ColourRange::Kind::Automatic || documents.empty())
        return made;
    const auto list = coloured_sheets(documents.front(), request.figure);
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (const Document& document : documents) {
        const Trace trace = evaluate(document);
        for (const SheetId& sheet : list) {
            const Matrix numbers = matrix_of(document, trace, sheet);
            for (Index at = 0; at < numbers.size(); ++at)
                if (const Real number = numbers.data()[at]; std::isfinite(number)) {
                    low = std::min(low, number);
                    high = std::max(high, number);
                }
        }
    }
    if (!(low < high))
        return made;
    const Family family = info(list.front().stage, documents.front().model).family;
    if (family == Family::Weights)
        low = std::min<Real>(low, 0);
    else if (family != Family::Scores) // Two-colour maps keep zero in the middle.
        low = -(high = std::max(std::abs(low), std::abs(high)));
    range = {ColourRange::Kind::Fixed, low, high};
    return made;
}

std::string brief_number(Real value) {
    std::string text = figure::number_text(value, {NumberFormat::Kind::Significant, 3});
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

std::string step_text(const Document& document, const Sweep& sweep, std::size_t at,
                      std::size_t of) {
    const std::string value = brief_number(sweep.value(at, of));
    return sweep.cell ? place_text(document, *sweep.cell) + " = " + value : "temperature " + value;
}

Result<std::string> animation(const Document& document, const PictureRequest& request,
                              const Type& given) {
    const Sweep sweep = request.sweep.value_or(usual_sweep(document));
    const std::size_t steps = sweep.steps > 0 ? sweep.steps : usual_frames;
    const Type type = given ? given : typesetter();
    const std::vector<Document> documents = swept(document, sweep, steps);
    PictureRequest each = with_common_range(documents, request);
    each.sweep.reset();
    // A GIF is shown at its own size, so the double pixels of a note would only make it large.
    const Page paper = page(request.style);
    const float share = request.style.dpi == 0 && !paper.is_paper && paper.scale > 1 ? 0.5F : 1;
    std::vector<figure::Pixels> pictures;
    for (std::size_t at = 0; at < steps; ++at) {
        const std::string step = step_text(document, sweep, at, steps);
        each.style.caption =
            request.style.caption.empty() ? step : request.style.caption + " · " + step;
        auto pixels = picture_pixels(documents[at], each, type, share);
        if (!pixels)
            return pixels.error();
        pictures.push_back(*std::move(pixels));
    }
    return write_gif(pictures, frame_stays);
}

std::size_t sheet_count(const WorksheetClass& of) {
    return of.count > 0 ? of.count : of.names.size();
}

Result<std::vector<StudentSheet>> sheets_of_class(const Document& document, std::uint32_t seed,
                                                  const WorksheetClass& of) {
    const std::size_t count = sheet_count(of);
    auto documents = variants(document, count, seed);
    if (!documents)
        return documents.error();
    std::vector<StudentSheet> sheets;
    for (std::size_t at = 0; at < count; ++at)
        sheets.push_back({std::move((*documents)[at]), worksheet_code(seed, at, count),
                          at < of.names.size() ? of.names[at] : ""});
    return sheets;
}

Result<> has_worksheets(const Document& document) {
    if (!has_stage(document, Stage::Weights))
        return Error{"a worksheet shows attention, but this is a concepts document; open an "
                     "attention document"};
    return Nothing{};
}

namespace {

Result<std::string> written(const Document& document, const std::vector<figure::Figure>& pages,
                            bool is_key, const Type& type) {
    auto bytes = paint_pdf(pages, type);
    if (!bytes || !is_key)
        return bytes;
    return io::remember_in_pdf(*bytes, io::write_published(document));
}

/// The first cell of a CSV line, with quotes as in RFC 4180.
std::string first_cell(std::string_view line) {
    std::string cell;
    bool is_quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char letter = line[at];
        if (letter == '"' && (cell.empty() || is_quoted)) {
            const bool is_twice = is_quoted && at + 1 < line.size() && line[at + 1] == '"';
            if (is_twice)
                cell += line[at++];
            else
                is_quoted = !is_quoted;
        } else if (!is_quoted && (letter == ',' || letter == ';' || letter == '\t')) {
            break;
        } else {
            cell += letter;
        }
    }
    const auto first = cell.find_first_not_of(" \r");
    return first == std::string::npos
               ? ""
               : cell.substr(first, cell.find_last_not_of(" \r") - first + 1);
}

using Pages = std::vector<figure::Figure>;

Result<Pages> pages_of(const Document& document, const View& view, figure::WorksheetOptions options,
                       const std::optional<WorksheetClass>& of, const Type& type) {
    if (const auto can = has_worksheets(document); !can)
        return can.error();
    options.measure = measure(type);
    if (!of)
        return figure::worksheet(document, evaluate(document), view, options);
    auto sheets = sheets_of_class(document, options.seed, *of);
    if (!sheets)
        return sheets.error();
    Pages pages;
    for (std::size_t at = 0; at < sheets->size(); ++at) {
        StudentSheet& sheet = (*sheets)[at];
        figure::WorksheetOptions own = options;
        own.code = std::move(sheet.code);
        own.name = std::move(sheet.name);
        if (own.level == figure::WorksheetLevel::Mistake) // Neighbours get different mistakes.
            own.seed += static_cast<std::uint32_t>(at);
        auto made = figure::worksheet(sheet.document, evaluate(sheet.document), view, own);
        if (!made)
            return made.error();
        std::move(made->begin(), made->end(), std::back_inserter(pages));
    }
    return pages;
}

/// As many pages side by side as can be told apart in a preview.
figure::Figure side_by_side(const Pages& pages) {
    constexpr std::size_t most_shown = 2;
    constexpr float gap = 12;
    figure::Figure all;
    all.background = {200, 200, 200, 255};
    float x = gap;
    for (std::size_t at = 0; at < std::min(most_shown, pages.size()); ++at) {
        const figure::Figure page = figure::magnified(pages[at], 1, {x, gap});
        all.shapes.emplace_back(
            figure::Box{{x, gap, page.size.width, page.size.height}, page.background});
        all.shapes.insert(all.shapes.end(), page.shapes.begin(), page.shapes.end());
        x += page.size.width + gap;
        all.size = {x, page.size.height + 2 * gap};
    }
    return all;
}

} // namespace

Result<std::string> worksheet_pdf(const Document& document, const View& view,
                                  figure::WorksheetOptions options) {
    const Type type = typesetter();
    const auto pages = pages_of(document, view, options, std::nullopt, type);
    return pages ? written(document, *pages, options.is_key, type) : pages.error();
}

Result<std::string> worksheets_pdf(const Document& document, const View& view,
                                   const figure::WorksheetOptions& options,
                                   const WorksheetClass& of) {
    const Type type = typesetter();
    const auto pages = pages_of(document, view, options, of, type);
    return pages ? written(document, *pages, options.is_key, type) : pages.error();
}

Result<SeenWorksheet> seen_worksheet(const Document& document, const View& view,
                                     const figure::WorksheetOptions& options,
                                     const std::optional<WorksheetClass>& of, int most,
                                     const Type& given) {
    const Type type = given ? given : typesetter();
    const auto pages = pages_of(document, view, options, of, type);
    if (!pages)
        return pages.error();
    auto bytes = written(document, *pages, options.is_key, type);
    if (!bytes)
        return bytes.error();
    const figure::Figure shown = side_by_side(*pages);
    const float scale =
        std::min(2.0F, static_cast<float>(most) / std::max(shown.size.width, shown.size.height));
    auto pixels = paint_pixels(shown, scale, type);
    if (!pixels)
        return pixels.error();
    return SeenWorksheet{*std::move(bytes), *std::move(pixels), pages->size()};
}

Result<std::vector<std::string>> class_list(std::string_view csv) {
    std::string text = valid_utf8(std::string(csv));
    if (text.starts_with("\uFEFF"))
        text.erase(0, 3);
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string name = first_cell(std::string_view(text).substr(at, end - at));
        std::string small = name;
        std::transform(small.begin(), small.end(), small.begin(), [](unsigned char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32)
                                                  : static_cast<char>(letter);
        });
        const bool is_heading = names.empty() && (small == "name" || small == "names");
        if (!name.empty() && !is_heading)
            names.push_back(std::move(name));
        at = end + 1;
    }
    if (names.empty())
        return Error{"found no name; expected a name at the beginning of each line"};
    if (names.size() > max_variants)
        return Error{"found " + std::to_string(names.size()) + " names; worksheets are made for " +
                     "at most " + std::to_string(max_variants)};
    return names;
}

} // namespace attn::publish
