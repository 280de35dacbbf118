// SPDX-License-Identifier: MIT
// Pictures of every figure in every file format, and the documents they remember.
#include "core/figure/paper/figures.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/document/picture_memory.h"
#include "core/publish/pictures/pictures.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::pictures_test {

using publish::PictureKind;

namespace {

constexpr PictureKind kinds[] = {PictureKind::Png, PictureKind::Svg, PictureKind::Pdf};

/// Names that are difficult for XML, PDF and fonts, several heads, a painted mask.
Document awkward() {
    Document document = attn::test::random_even_document(4);
    document.tokens.own().assign(document.tokens.size(),
                                 "<&>]]> \"\xEF\xBF\xBF\" é 日本 \U0001F600 _{x}");
    document.title = "</metadata> endstream -->";
    return document;
}

Result<std::string> made(const Document& document, PictureKind kind, const std::string& figure,
                         const std::string& size = "note", const publish::Type& type = {}) {
    publish::PictureRequest request;
    request.figure = figure;
    request.style.size = *publish::parse_size(size);
    return publish::picture(document, kind, request, type);
}

} // namespace

TEST(Pictures, HoldTheirDocumentBitForBit) {
    const Document document = awkward();
    const publish::Type type = publish::typesetter(); // finding the typefaces takes longest
    for (const figure::NamedFigure& named : figure::figures(document))
        for (const PictureKind kind : kinds) {
            // PNG and PDF are painted alike, so one of them per figure is enough.
            if ((kind == PictureKind::Png) == (named.name.size() % 2 == 0) &&
                kind != PictureKind::Svg)
                continue;
            const auto bytes = made(document, kind, named.name, "300x200", type);
            ASSERT_TRUE(bytes) << named.name << bytes.error().text();
            EXPECT_TRUE(io::is_picture(*bytes));
            const auto text = io::remembered(*bytes);
            ASSERT_TRUE(text) << named.name << text.error().text();
            EXPECT_EQ(*io::read_document(*text, "picture"), document) << named.name;
        }
}

TEST(Pictures, HaveTheSameBytesEachTime) {
    for (const PictureKind kind : kinds)
        for (const std::string size : {"slide", "paper-1", "300x200", "64x64", "64x900"})
            EXPECT_EQ(*made(awkward(), kind, "weights", size),
                      *made(awkward(), kind, "weights", size));
}

TEST(Pictures, AreOpaqueToTheirEdges) {
    publish::PictureRequest request;
    request.figure = "weights";
    for (const std::string size : {"note", "paper-1", "89x60mm"}) {
        request.style.size = *publish::parse_size(size);
        const auto opaque = [&] {
            const auto pixels = publish::picture_pixels(awkward(), request, {});
            return std::all_of(pixels->colours.begin(), pixels->colours.end(),
                               [](figure::Colour colour) { return colour.alpha == 255; });
        };
        request.style.is_transparent = false;
        EXPECT_TRUE(opaque()) << size;
        request.style.is_transparent = true;
        EXPECT_FALSE(opaque()) << size;
    }
}

TEST(Pictures, NeverGiveAnotherDocumentIfDamaged) {
    const Document document = awkward();
    for (const PictureKind kind : kinds) {
        const std::string bytes = *made(document, kind, "output", "64x64");
        const std::string remembered = *io::remembered(bytes);
        const std::size_t step = bytes.size() / 200 + 1;
        for (std::size_t length = 0; length < bytes.size(); length += step) {
            const auto found = io::remembered(std::string_view(bytes).substr(0, length));
            EXPECT_TRUE(!found || *found == remembered) << length;
        }
        for (std::size_t at = 8; at < bytes.size(); at += step) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 0x10);
            const auto found = io::remembered(changed);
            EXPECT_TRUE(!found || *found == remembered) << at;
        }
    }
    // Every byte of an SVG's document counts, but different line ends do not.
    const std::string svg = *made(document, PictureKind::Svg, "output", "64x64");
    const auto first = svg.find("<metadata"), last = svg.find("</metadata>");
    const Document same = *io::read_document(*io::remembered(svg), "picture");
    for (std::size_t at = first; at < last; at += 5) {
        std::string changed = svg;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(io::remembered(changed)) << changed.substr(at - 5, 11);
    }
    std::string other_lines;
    for (const char c : svg)
        other_lines += c == '\n' ? "\r\n" : std::string(1, c);
    EXPECT_EQ(*io::read_document(*io::remembered(other_lines), "picture"), same);
    EXPECT_FALSE(io::remembered("%PDF-1.4 and nothing else"));
    EXPECT_FALSE(io::remembered("<svg></svg>"));
    EXPECT_FALSE(io::is_picture("{}"));
}

TEST(Pictures, AreWellFormedForOtherPrograms) {
    const test::TempDir folder;
    const Document document = awkward();
    const std::string svg = folder.file("a.svg", *made(document, PictureKind::Svg, "weights"));
    const std::string png = folder.file("a.png", *made(document, PictureKind::Png, "weights"));
    (void)folder.file("text", io::write_document(document));
    const auto ended = test::run_python(
        "import struct, xml.dom.minidom, zlib\n"
        "svg = xml.dom.minidom.parse(r'" +
        svg +
        "')\n"
        "texts = [t.firstChild.data for t in svg.getElementsByTagName('text')]\n"
        "assert 'Weights' in texts and any('日本' in t for t in texts), texts\n"
        "data = open(r'" +
        png +
        "', 'rb').read()\n"
        "at, names, document = 8, [], None\n"
        "while at < len(data):\n"
        "    length, = struct.unpack('>I', data[at:at + 4])\n"
        "    body = data[at + 4:at + 8 + length]\n"
        "    assert zlib.crc32(body) == struct.unpack('>I', data[at + 8 + length:at + 12 + "
        "length])[0]\n"
        "    names.append(body[:4])\n"
        "    if body[:4] == b'iTXt':\n"
        "        document = zlib.decompress(body[4 + len(b'attention-lab') + 5:])\n"
        "    at += length + 12\n"
        "assert names[:4] == [b'IHDR', b'sRGB', b'pHYs', b'iTXt'] and names[-1] == b'IEND', names\n"
        "assert document == open(r'" +
        (folder / "text") + "', 'rb').read()\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Pictures, HoldTheirWordsAsText) {
    const test::TempDir folder;
    const Document document = *io::open_document("four-words");
    const publish::Type type = publish::typesetter();
    std::string script = "import subprocess, xml.dom.minidom\n";
    for (const figure::NamedFigure& named : figure::figures(document)) {
        publish::PictureRequest request;
        request.figure = named.name;
        request.style.title = "The figure " + named.name;
        std::string name = named.name;
        std::replace(name.begin(), name.end(), '/', '-');
        for (const PictureKind kind : {PictureKind::Svg, PictureKind::Pdf}) {
            const auto bytes = publish::picture(document, kind, request, type);
            ASSERT_TRUE(bytes) << named.name;
            (void)folder.file(name + (kind == PictureKind::Svg ? ".svg" : ".pdf"), *bytes);
        }
        script += "svg = xml.dom.minidom.parse(r'" + (folder / (name + ".svg")) +
                  "')\ntexts = [t.firstChild.data for t in svg.getElementsByTagName('text')]\n"
                  "assert 'The figure " +
                  named.name + "' in texts, texts\n" + "read = subprocess.run(['pdftotext', r'" +
                  (folder / (name + ".pdf")) +
                  "', '-'], capture_output=True, text=True, check=True).stdout\n"
                  "assert 'The figure " +
                  named.name + "' in read, read\n";
        // A derivation mentions only two words.
        if ((named.group == "Whole" && named.name != "derivation") || named.name == "weights")
            script += "for word in ['" + document.tokens[0] + "', '" + document.tokens[3] +
                      "']:\n    assert word in ' '.join(texts), texts\n"
                      "    assert word in read, read\n";
    }
    const auto ended = test::run_python(script);
    EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Pictures, PdfHasSearchableTextAndTheDocument) {
    const test::TempDir folder;
    const Document document = attn::test::random_document(4);
    const std::string pdf =
        folder.file("a.pdf", *made(document, PictureKind::Pdf, "weights", "paper-1"));
    const auto text = test::run_shell("pdftotext '" + pdf + "' -");
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_EQ(text.err, "");
    EXPECT_NE(text.out.find(document.tokens.front()), std::string::npos) << text.out;
    const auto saved =
        test::run_shell("pdfdetach -save 1 -o '" + (folder / "b.attn") + "' '" + pdf + "'");
    EXPECT_EQ(saved.code, 0) << saved.err;
    EXPECT_EQ(test::bytes_of(folder / "b.attn"), io::write_document(document));
    const auto page = test::run_shell("pdfinfo '" + pdf + "'");
    EXPECT_NE(page.out.find(" 252.283 x "), std::string::npos) << page.out;
}

} // namespace attn::pictures_test
