// SPDX-License-Identifier: MIT
#include "core/publish/page_file.h"

#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/figure/theme.h"
#include "core/io/document_json.h"
#include "core/publish/cairo.h"
#include "core/publish/packed_document.h"
#include "core/publish/svg_brief.h"
#include "core/publish/svg_parts.h"

#include <array>
#include <cassert>
#include <utility>

namespace attn::publish {
namespace {

/// JSON in a script element. A "<" stands only within texts of JSON, where it may be a code, so
/// that no text of the document ends the element.
std::string json_in_script(const std::string& json) {
    std::string out;
    for (const char letter : json)
        out += letter == '<' ? "\\u003c" : std::string(1, letter);
    return out;
}

/// The document as an element of the page: to be read by whoever opens the file, but for one of so
/// many numbers that nobody does.
std::string kept(const Document& document) {
    constexpr std::size_t most_readable = 20'000; // bytes
    const std::string json = io::write_document(document);
    if (json.size() <= most_readable)
        return R"(<script type="application/json" id="document">)" + json_in_script(json) +
               "</script>";
    const PackedDocument packed = packed_document(json);
    return R"(<script type="text/plain" id="document" data-size=")" + std::to_string(packed.size) +
           "\">" + packed.text + "</script>";
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
    return write_brief_svg(figure, options.measure);
}

} // namespace

Result<std::string> page_file(const Document& document) {
    std::string_view page = page_bytes();
    if (page.empty())
        return Error{
            "this build of Attention Lab cannot write pages; install " ATTENTION_PAGE_PACKAGES
            " and build it again"};
    const auto picture = still(document);
    if (!picture)
        return picture.error();
    const std::string title = document.title.empty() ? "Attention Lab" : document.title;
    // In the order in which they stand in the page, so that no text is taken for a mark.
    const std::array<std::pair<std::string_view, std::string>, 3> parts = {
        {{"@TITLE@", escaped_text(printable(title, 200))},
         {"@STILL@", *picture},
         {"@DOCUMENT@", kept(document)}}};
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
