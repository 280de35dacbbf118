// SPDX-License-Identifier: MIT
// The derivations that `explain --format latex` writes, typeset.
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "tests/support/latex.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

/// The derivations of every stage's first and last number.
std::string derivations(const Document& document) {
    const Trace trace = evaluate(document);
    std::string text;
    for (const SheetId& sheet : sheets(document)) {
        const Shape shape = shape_of(document, sheet);
        for (const Place& place :
             {Place{sheet, 0, 0}, Place{sheet, shape.rows - 1, shape.columns - 1}})
            text += to_latex(derivation_chain(document, trace, place));
    }
    return text;
}

} // namespace

TEST(LargeLatex, DerivationsOfEveryPresetAreTypeset) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets && !presets->empty());
    for (const io::Preset& preset : *presets) {
        const test::TempDir folder;
        const auto made =
            test::typeset(folder, "derivations-" + preset.name,
                          test::with_amsmath(derivations(*io::open_document(preset.name))));
        EXPECT_EQ(made.code, 0) << preset.name << "\n" << test::complaints(made);
    }
}

TEST(LargeLatex, DerivationsOfAnyDocumentAreTypeset) {
    std::string body;
    for (std::uint32_t seed = 1; seed <= 6; ++seed)
        body += derivations(attn::test::random_document(seed));
    for (std::uint32_t seed = 1; seed <= 6; ++seed)
        body += derivations(attn::test::random_document_with_options(seed));
    const test::TempDir folder;
    for (const char* const columns : {"a4paper", "a4paper,twocolumn"}) {
        const auto made = test::typeset(folder, "derivations", test::with_amsmath(body, columns));
        EXPECT_EQ(test::complaints(made), "") << columns;
    }
}

TEST(LargeLatex, FaultsAreDetected) {
    const test::TempDir folder;
    const auto bad = test::typeset(folder, "bad", test::with_amsmath("\\nonsense\n"));
    EXPECT_NE(bad.code, 0);
    EXPECT_NE(test::complaints(bad).find("Undefined control sequence"), std::string::npos);
    const auto wide = test::typeset(
        folder, "wide", test::with_amsmath("\\hbox to\\textwidth{" + std::string(200, 'w') + "}"));
    EXPECT_EQ(wide.code, 0);
    EXPECT_NE(test::complaints(wide).find("Overfull"), std::string::npos);
    const auto good = test::typeset(folder, "good", test::with_amsmath("\\(x^2\\) word"));
    EXPECT_EQ(test::complaints(good), "");
    EXPECT_NE(good.text.find("word"), std::string::npos);
    EXPECT_EQ(good.pages, 1);
}
