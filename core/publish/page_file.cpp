// SPDX-License-Identifier: MIT
#include "core/publish/page_file.h"

#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/figure/theme.h"
#include "core/io/document_json.h"
#include "core/publish/cairo.h"
#include "core/publish/svg_text.h"

#include <array>
#include <cassert>
#include <utility>

namespace attn::publish {
namespace {

/// Plain text between tags.
std::string html_text(std::string_view text) {
    std::string out;
    for (const char letter : printable(text, 200))
        out += letter == '&'   ? "&amp;"
               : letter == '<' ? "&lt;"
               : letter == '>' ? "&gt;"
                               : std::string(1, letter);
    return out;
}

/// JSON in a script element. A "<" stands only within texts of JSON, where it may be a code, so
/// that no text of the document ends the element.
std::string json_in_script(const std::string& json) {
    std::string out;
    for (const char letter : json)
        out += letter == '<' ? "\\u003c" : std::string(1, letter);
    return out;
}

/// The picture that stands there until the page has started, as an element of the page.
Result<std::string> still(const Document& document) {
    const auto named = figure::named_figure(document, "canvas");
    if (!named)
        return named.error();
    const Type type = typesetter();
    figure::HeatmapOptions options;
    options.width = 1200;
    options.measure = measure(type);
    figure::Figure figure = named->draw(document, evaluate(document), View{}, options);
    figure.background = figure::theme(View{}.theme).panel_background;
    auto svg = write_svg(figure, 1, false, options.measure);
    if (!svg)
        return svg.error();
    const auto begin = svg->find("<svg");
    assert(begin != std::string::npos && "an SVG has its element");
    return svg->substr(begin);
}

} // namespace

Result<std::string> page_file(const Document& document) {
    std::string_view page = page_bytes();
    if (page.empty())
        return Error{"this program was built without pages; install " ATTENTION_PAGE_PACKAGES
                     " and build it again"};
    const auto picture = still(document);
    if (!picture)
        return picture.error();
    const std::string title = document.title.empty() ? "Attention Lab" : document.title;
    // In the order in which they stand in the page, so that no text is taken for a mark.
    const std::array<std::pair<std::string_view, std::string>, 3> parts = {
        {{"@TITLE@", html_text(title)},
         {"@STILL@", *picture},
         {"@DOCUMENT@", json_in_script(io::write_document(document))}}};
    std::string out;
    for (const auto& [mark, text] : parts) {
        const auto at = page.find(mark);
        assert(at != std::string_view::npos && "the page has room for every part");
        out.append(page.substr(0, at)).append(text);
        page.remove_prefix(at + mark.size());
    }
    return out.append(page);
}

} // namespace attn::publish
