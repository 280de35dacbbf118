// SPDX-License-Identifier: MIT
// Titles and words with characters that are special in the file's format must appear letter by
// letter.
#include "core/publish/exporters.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

using namespace attn;
using publish::FileKind;

namespace {

const std::string title = "<img src=x> **bold** $x^2$ [a](b) `c` 'd' \"\"\" */ \\ %{ _e_ & #";

Document hostile() {
    Document document = new_document();
    document.title = title;
    document.tokens = {"'; x = [\n", std::string("\0\\\"", 3)};
    return document;
}

std::string made(FileKind kind, const publish::ExportOptions& options = {}) {
    const auto bytes = publish::exported(hostile(), kind, options);
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
    return bytes ? *bytes : "";
}

constexpr std::string_view in_markdown =
    R"(\<img src=x\> \*\*bold\*\* \$x^2\$ \[a\]\(b\) \`c\` 'd' """ \*/ \\ %\{ \_e\_ \& \#)";

} // namespace

TEST(Titles, AreEscapedInMarkdown) {
    const std::string text = made(FileKind::Markdown);
    EXPECT_TRUE(text.starts_with("## " + std::string(in_markdown) + "\n\n")) << text.substr(0, 200);
}

TEST(Titles, AreEscapedInNotebooks) {
    const test::TempDir folder;
    const std::string file = folder.file("a.ipynb", made(FileKind::Notebook));
    (void)folder.file("title", "# " + std::string(in_markdown));
    const auto ended =
        test::run_python("import json\nbook = json.load(open(r'" + file +
                         "'))\nhead = book['cells'][0]['source'].split('\\n')[0]\nassert head == "
                         "open(r'" +
                         (folder / "title") + "').read(), head\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Titles, AreCommentsInPrograms) {
    const test::TempDir folder;
    const std::string file = folder.file("a.py", made(FileKind::Python));
    const auto ended = test::run_python(
        "import ast\ntree = ast.parse(open(r'" + file +
        "').read())\nassert ast.get_docstring(tree).startswith('<img'), ast.dump(tree.body[0])\n"
        "words = [n.value for n in tree.body if isinstance(n, ast.Assign) and "
        "getattr(n.targets[0], 'id', '') == 'tokens'][0]\nassert ast.literal_eval(words) == [\"'; "
        "x = [\\n\", '\\0\\\\\"'], "
        "ast.dump(words)\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(made(FileKind::Cpp).starts_with("// <img src=x>"));
    EXPECT_TRUE(made(FileKind::Matlab).starts_with("% <img src=x>"));
}

TEST(Titles, MatlabProgramsHaveCompleteWords) {
    const std::string text = made(FileKind::Matlab);
    EXPECT_NE(text.find("tokens = {['"
                        "''; x = [', char(10), ''], ['', char(0), '\\\"']};\n"),
              std::string::npos)
        << text.substr(0, 1000);
    Document document = hostile();
    document.tokens = {std::string(300, 'a'), "b"};
    const auto whole = publish::exported(document, FileKind::Matlab, {});
    EXPECT_NE(whole->find("{'" + std::string(300, 'a') + "', 'b'}"), std::string::npos);
}

TEST(Titles, LoseControlCharactersInPictures) {
    const test::TempDir folder;
    Document document = hostile();
    document.title = std::string("a\0b\x1b\xEF\xBF\xBF c <d>", 13);
    publish::ExportOptions options;
    options.picture.style.title = document.title;
    options.picture.style.caption = document.title;
    const auto svg = publish::exported(document, FileKind::Svg, options);
    ASSERT_TRUE(svg) << svg.error().text();
    const auto ended = test::run_python(
        "import xml.dom.minidom\nsvg = xml.dom.minidom.parse(r'" + folder.file("a.svg", *svg) +
        "')\ntexts = [t.firstChild.data for t in svg.getElementsByTagName('text')]\n"
        "assert r'a\\x00b\\x1b\\uffff c <d>' in texts, texts\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
    options.worksheet = figure::WorksheetOptions{};
    options.picture.style.title.reset();
    const auto pdf = publish::exported(document, FileKind::Pdf, options);
    ASSERT_TRUE(pdf) << pdf.error().text();
    const auto text = test::run_shell("pdftotext '" + folder.file("a.pdf", *pdf) + "' -");
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_NE(text.out.find("a\\x00b\\x1b\\uffff c <d>"), std::string::npos) << text.out;
}
