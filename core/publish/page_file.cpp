// SPDX-License-Identifier: MIT
#include "core/publish/page_file.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/figure/base/colours.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/document_json.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/lesson.h"
#include "core/publish/pictures/cairo.h"
#include "core/publish/pictures/svg.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::publish {

// Packs a document with many numbers for a page (lab.js unpacks it). Decimal digits hardly
// compress, so its long numbers are stored separately as bytes, with a "~" for each in the text.

struct PackedDocument {
    std::string text;     // base 85 with "~" for "<": five letters for four bytes, padded with
                          // zeros
    std::size_t size = 0; // in bytes, without the padding
};

/// gzip (RFC 1952) of the text, a zero, and the numbers as little-endian IEEE 754 doubles: first
/// the first byte of each, then the second byte of each, and so on. Base 85 is ZeroMQ's Z85.
PackedDocument packed_document(const std::string& json);

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
    const std::string json = io::write_published(document);
    if (json.size() <= most_readable)
        return json_element(id, json);
    const PackedDocument packed = packed_document(json);
    return "<script type=\"text/plain\" id=\"" + id + "\" data-size=\"" +
           std::to_string(packed.size) + "\">" + packed.text + "</script>";
}

/// The lesson as the page needs it: it has the documents of the steps, so that one which the lesson
/// carries need not be read twice.
std::string lesson_of_page(const io::LessonFile& file) {
    if (!file.opened.lesson.own)
        return file.bytes;
    Lesson lesson = file.opened.lesson;
    lesson.own.reset();
    lesson.preset = "the page";
    return io::write_lesson(lesson);
}

/// Writes the document and whatever else the page offers, an element each: first the lesson that
/// the document carries. A lesson step has an element if its commands do not make its document of
/// the one before: it opens a preset, or trains, or the page already begins as it does. The step
/// before the first is the page's own document.
Result<std::string> kept(const Document& document, const PageOffer& offer) {
    std::string text = kept("document", document);
    if (!offer.has_edits)
        text += "\n" + json_element("only-look", "true");
    Document page = document; // as the steps of its lesson have it
    page.lesson.clear();
    std::size_t count = 0;
    const auto add = [&](const Result<io::LessonFile>& lesson) -> Result<> {
        if (!lesson)
            return lesson.error();
        const std::string id = "lesson-" + std::to_string(count++);
        const std::vector<Document>& documents = lesson->opened.documents;
        text += "\n" + json_element(id, lesson_of_page(*lesson), documents.size());
        for (std::size_t at = 0; at < documents.size(); ++at) {
            const Document& before = at == 0 ? page : documents[at - 1];
            const std::string own = id + "-" + std::to_string(at);
            if (io::after_commands(lesson->opened.lesson.steps[at], before) == documents[at])
                continue;
            text += "\n" + (documents[at] == before ? json_element(own, std::string(same_document))
                                                    : kept(own, documents[at]));
        }
        return Nothing{};
    };
    if (!document.lesson.empty())
        if (auto fault = add(io::lesson_file(document, "the document")); !fault)
            return fault.error();
    for (const std::string& name : offer.lessons)
        if (auto fault = add(io::open_lesson_file(name)); !fault)
            return fault.error();
    return text;
}

/// Writes a form: what is asked, and the documents of all worksheets but the first, which is the
/// page's own.
std::string kept(const PageForm& form) {
    std::string sheets, documents;
    for (std::size_t at = 0; at < form.sheets.size(); ++at) {
        const FormSheet& sheet = form.sheets[at];
        std::string boxes;
        for (const FormBox& box : sheet.boxes)
            boxes += (boxes.empty() ? "[" : ",[") + io::json_string(box.place) + "," +
                     io::json_string(box.title) + "]";
        sheets += (sheets.empty() ? "" : ",\n") + ("{\"code\":" + io::json_string(sheet.code)) +
                  ",\"name\":" + io::json_string(sheet.name) + ",\"boxes\":[" + boxes + "]}";
        if (at > 0)
            documents += "\n" + kept("sheet-" + std::to_string(at), sheet.document);
    }
    return "\n" +
           json_element("worksheet", "{\"task\":" + io::json_string(form.task) + ",\"sheets\":[" +
                                         sheets + "]}") +
           documents;
}

/// Writes a figure of the document as an element of the page.
Result<std::string> picture_of(const Document& document, const std::string& name) {
    const auto named = figure::named_figure(document, name);
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

/// Writes the picture that the page shows until it has started: the canvas, or what each layer
/// would say if a canvas of thousands of columns takes longer to load than the page takes to start.
Result<std::string> still(const Document& document) {
    constexpr std::size_t most_for_canvas = 120'000; // bytes
    auto canvas = picture_of(document, "canvas");
    if (canvas && canvas->size() > most_for_canvas)
        if (auto lens = picture_of(document, "lens"); lens && lens->size() < canvas->size())
            return lens;
    return canvas;
}

/// A page should reach a phone quickly. A larger one omits its typefaces and uses the
/// reader's. (A core that clang 19 made has 20 KB more than one that clang 14 made.)
constexpr std::size_t most_with_fonts = 980'000;

std::string without_fonts(std::string page) {
    // No text of a document begins an element, so the first match is the page's.
    const auto begin = page.find("<script type=\"text/plain\" id=\"fonts\"");
    assert(begin != std::string::npos && "the page carries its typefaces");
    constexpr std::string_view end = "</script>\n";
    return page.erase(begin, page.find(end, begin) + end.size() - begin);
}

} // namespace

Result<std::string> page_file(const Document& document, const PageOffer& offer,
                              const PageForm* form) {
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
    if (form)
        *documents += kept(*form);
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

namespace {

constexpr std::size_t long_number = 8; // characters

/// JSON with "~" in place of its long numbers, and these numbers.
struct Apart {
    std::string text;
    std::vector<std::uint64_t> numbers; // by their bits
};

Apart apart(std::string_view json) {
    Apart made;
    bool is_in_string = false;
    for (std::size_t at = 0; at < json.size();) {
        const char letter = json[at];
        if (!is_in_string && (letter == '-' || (letter >= '0' && letter <= '9'))) {
            const std::size_t end =
                std::min(json.find_first_not_of("-+.eE0123456789", at), json.size());
            const std::string_view digits = json.substr(at, end - at);
            const auto value = parse_number(digits);
            if (value && digits.size() >= long_number) {
                made.numbers.push_back(std::bit_cast<std::uint64_t>(*value));
                made.text += '~';
            } else {
                made.text += digits;
            }
            at = end;
            continue;
        }
        made.text += letter;
        ++at;
        if (is_in_string && letter == '\\' && at < json.size())
            made.text += json[at++];
        else if (letter == '"')
            is_in_string = !is_in_string;
    }
    return made;
}

std::string compressed(const std::string& bytes) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(12), &libdeflate_free_compressor);
    assert(compressor && "there is memory for a compressor");
    std::string out(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
    out.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                        out.size()));
    assert(!out.empty() && "what is compressed has room");
    return out;
}

std::string base_85(std::string bytes) {
    constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                         "UVWXYZ.-:+=^!/*?&~>()[]{}@%$#";
    static_assert(letters.size() == 85);
    bytes.resize((bytes.size() + 3) / 4 * 4);
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 4) {
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < 4; ++i)
            word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
        for (std::uint32_t power = 85 * 85 * 85 * 85; power > 0; power /= 85)
            text += letters[word / power % 85];
    }
    return text;
}

} // namespace

PackedDocument packed_document(const std::string& json) {
    Apart all = apart(json);
    std::string bytes = std::move(all.text) + '\0';
    for (unsigned byte = 0; byte < 8; ++byte)
        for (const std::uint64_t bits : all.numbers)
            bytes += static_cast<char>(bits >> (8 * byte) & 0xFF);
    const std::string packed = compressed(bytes);
    return {base_85(packed), packed.size()};
}

} // namespace attn::publish
