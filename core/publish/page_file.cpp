// SPDX-License-Identifier: MIT
#include "core/publish/page_file.h"

#include "core/base/utf8.h"
#include "core/figure/figures.h"
#include "core/figure/theme.h"
#include "core/io/document_json.h"
#include "core/io/lesson.h"
#include "core/publish/cairo.h"
#include "core/publish/packed_document.h"
#include "core/publish/svg_brief.h"
#include "core/publish/svg_parts.h"

#include <array>
#include <cassert>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

/// Escapes JSON for a script element. A "<" occurs only in JSON strings, where an escape may
/// replace it, so that no text of the document ends the element.
std::string json_in_script(const std::string& json) {
    std::string out;
    for (const char letter : json)
        out += letter == '<' ? "\\u003c" : std::string(1, letter);
    return out;
}

std::string json_element(const std::string& id, const std::string& json, std::size_t steps = 0) {
    return "<script type=\"application/json\" id=\"" + id + "\"" +
           (steps > 0 ? " data-steps=\"" + std::to_string(steps) + "\"" : "") + ">" +
           json_in_script(json) + "</script>";
}

/// Writes a document as an element of the page: readable text, or packed if it has too many numbers
/// to be read by people.
std::string kept(const std::string& id, const Document& document) {
    constexpr std::size_t most_readable = 20'000; // bytes
    const std::string json = io::write_document(document);
    if (json.size() <= most_readable)
        return json_element(id, json);
    const PackedDocument packed = packed_document(json);
    return "<script type=\"text/plain\" id=\"" + id + "\" data-size=\"" +
           std::to_string(packed.size) + "\">" + packed.text + "</script>";
}

/// Writes the document and whatever else the page offers, an element each. A lesson step has an
/// element if its document differs from that of the step before; the step before the first is the
/// page's own document.
Result<std::string> kept(const Document& document, const PageOffer& offer) {
    std::string text = kept("document", document);
    if (!offer.has_edits)
        text += "\n" + json_element("only-look", "true");
    for (std::size_t which = 0; which < offer.lessons.size(); ++which) {
        const auto lesson = io::open_lesson_file(offer.lessons[which]);
        if (!lesson)
            return lesson.error();
        const std::string id = "lesson-" + std::to_string(which);
        const std::vector<Document>& documents = lesson->opened.documents;
        text += "\n" + json_element(id, lesson->bytes, documents.size());
        for (std::size_t at = 0; at < documents.size(); ++at)
            if (!(documents[at] == (at == 0 ? document : documents[at - 1])))
                text += "\n" + kept(id + "-" + std::to_string(at), documents[at]);
    }
    return text;
}

/// Writes the picture that the page shows until it has started, as an element.
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

/// A page should reach a phone quickly. A larger one omits its typefaces and uses the
/// reader's.
constexpr std::size_t most_with_fonts = 900'000;

std::string without_fonts(std::string page) {
    // No text of a document begins an element, so the first match is the page's.
    const auto begin = page.find("<script type=\"text/plain\" id=\"fonts\"");
    assert(begin != std::string::npos && "the page carries its typefaces");
    constexpr std::string_view end = "</script>\n";
    return page.erase(begin, page.find(end, begin) + end.size() - begin);
}

} // namespace

Result<std::string> page_file(const Document& document, const PageOffer& offer) {
    std::string_view page = page_bytes();
    if (page.empty())
        return Error{
            "this build of Attention Lab cannot write pages; install " ATTENTION_PAGE_PACKAGES
            " and build it again"};
    const auto picture = still(document);
    if (!picture)
        return picture.error();
    auto documents = kept(document, offer);
    if (!documents)
        return documents.error();
    const std::string title =
        escaped_text(printable(document.title.empty() ? "Attention Lab" : document.title, 200));
    // In their order in the page, so that no inserted text is taken for a mark.
    const std::array<std::pair<std::string_view, std::string>, 4> parts = {
        {{"@TITLE@", title},
         {"@TITLE@", title},
         {"@STILL@", *picture},
         {"@DOCUMENT@", *std::move(documents)}}};
    std::string out;
    for (const auto& [mark, text] : parts) {
        const auto at = page.find(mark);
        assert(at != std::string_view::npos && "the page has room for every part");
        out.append(page.substr(0, at)).append(text);
        page.remove_prefix(at + mark.size());
    }
    out.append(page);
    return out.size() <= most_with_fonts ? out : without_fonts(std::move(out));
}

} // namespace attn::publish
