// SPDX-License-Identifier: MIT
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

Document three_words() {
    Document document = new_document();
    document.title = "three";
    document.tokens = {"a", "b", "c"};
    document.embeddings = Matrix((Matrix(3, 2) << 0.1, -0.0, 1e-300, 4, 5, 6).finished());
    Flags mask(3, 3);
    mask << true, false, true, false, true, false, false, false, true;
    document.switches.mask = {Mask::Kind::Painted, SharedFlags(mask)};
    return document;
}

} // namespace

TEST(DocumentPart, HasWordsWithTheirRowsAndMask) {
    const Document whole = three_words();
    const std::string text = io::write_document(whole);
    EXPECT_EQ(*io::count_words(text, "f.attn"), 3);
    EXPECT_EQ(*io::read_part(text, "f.attn", 0), whole) << "to the last bit";
    const auto part = io::read_part(text, "f.attn", 1);
    ASSERT_TRUE(part) << part.error().text();
    Document expected = whole;
    expected.tokens = {"b", "c"};
    expected.embeddings = Matrix(whole.embeddings->bottomRows(2));
    expected.switches.mask.painted = Flags(whole.switches.mask.painted->bottomRightCorner(2, 2));
    EXPECT_EQ(*part, expected);
}

TEST(DocumentPart, IsMissingForOtherFilesAndDrawnDocuments) {
    EXPECT_FALSE(io::count_words("[1, 2]", "f.attn"));
    EXPECT_FALSE(io::count_words("{\"lists\": {\"words\": 3}}", "f.attn"));
    EXPECT_FALSE(io::read_part("[1, 2]", "f.attn", 0));
    EXPECT_FALSE(io::read_part("{\"lists\": {\"words\": [\"a\"]}}", "f.attn", 0));
    EXPECT_FALSE(io::read_part("{\"inputs\": [3], \"lists\": 3, \"model\": []}", "f.attn", 0));
    EXPECT_FALSE(io::read_part(io::write_document(three_words()), "f.attn", 3)) << "no word left";
}
