// SPDX-License-Identifier: MIT
#include "core/publish/worksheets.h"

#include "core/base/utf8.h"
#include "core/document/model.h"
#include "core/document/variants.h"
#include "core/figure/magnified.h"
#include "core/io/document_json.h"
#include "core/io/picture_memory.h"
#include "core/publish/cairo.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace attn::publish {
namespace {

Result<> has_worksheets(const Document& document) {
    if (!has_stage(document, Stage::Weights))
        return Error{"a worksheet shows attention, but this is a concepts document; open an "
                     "attention document"};
    return Nothing{};
}

Result<std::string> written(const Document& document, const std::vector<figure::Figure>& pages,
                            bool is_key, const Type& type) {
    auto bytes = paint_pdf(pages, type);
    if (!bytes || !is_key)
        return bytes;
    return io::remember_in_pdf(*bytes, io::write_document(document));
}

/// The seed and the number of the worksheet: "7-03".
std::string code_of(std::uint32_t seed, std::size_t at, std::size_t count) {
    const std::string number = std::to_string(at + 1);
    const std::size_t width = std::to_string(count).size();
    return std::to_string(seed) + "-" + std::string(width - number.size(), '0') + number;
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
    const std::size_t count = of->count > 0 ? of->count : of->names.size();
    const auto documents = variants(document, count, options.seed);
    if (!documents)
        return documents.error();
    Pages pages;
    for (std::size_t at = 0; at < count; ++at) {
        figure::WorksheetOptions own = options;
        own.code = code_of(options.seed, at, count);
        own.name = at < of->names.size() ? of->names[at] : "";
        if (own.level == figure::WorksheetLevel::Mistake) // Neighbours get different mistakes.
            own.seed += static_cast<std::uint32_t>(at);
        auto made = figure::worksheet((*documents)[at], evaluate((*documents)[at]), view, own);
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
