// SPDX-License-Identifier: MIT
// Figures that a document keeps: made from an export, and exports again that write the same bytes.
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "core/publish/kept.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using namespace attn;
using namespace attn::publish;

namespace {

ExportOptions options_for(const std::string& figure) {
    ExportOptions options;
    options.picture.figure = figure;
    options.picture.style.size = *parse_size("320x240");
    return options;
}

/// Keeps the export and makes it again.
std::string again(const Document& document, FileKind kind, const ExportOptions& options) {
    const auto kept = kept_from(document, "fig", kind, options, "");
    EXPECT_TRUE(kept) << kept.error().text();
    Document keeping = document;
    keeping.figures = {*kept};
    EXPECT_TRUE(validate(keeping));
    const auto same = options_of(keeping, *kept);
    EXPECT_TRUE(same) << same.error().text();
    return exported(document, kind_of(*kept), *same).value();
}

} // namespace

TEST(KeptExports, EveryFigureIsMadeAgainAsItWas) {
    const Document document = *io::open_document("two-heads");
    int count = 0;
    for (const figure::NamedFigure& one : figure::figures(document)) {
        const ExportOptions options = options_for(one.name);
        EXPECT_EQ(again(document, FileKind::Svg, options),
                  exported(document, FileKind::Svg, options).value())
            << one.name;
        ++count;
    }
    EXPECT_GT(count, 20);
}

TEST(KeptExports, WhatTheDocumentDoesNotHoldIsRefused) {
    const Document document = *io::open_document("four-words");
    ExportOptions losses = options_for(std::string(figure::loss_figure));
    const auto curve = kept_from(document, "fig", FileKind::Svg, losses, "");
    ASSERT_FALSE(curve);
    EXPECT_NE(curve.error().text().find("losses of a training"), std::string::npos);
    ExportOptions effects = options_for("effects");
    effects.picture.effects = std::make_shared<const FolderEffects>();
    const auto of_folder = kept_from(document, "fig", FileKind::Svg, effects, "");
    ASSERT_FALSE(of_folder);
    EXPECT_NE(of_folder.error().text().find("export it as a file"), std::string::npos);
}

TEST(KeptExports, WhatIsSelectedIsNamed) {
    const Document document = *io::open_document("four-words");
    ExportOptions options = options_for("derivation");
    options.picture.view.selected = Place{{Stage::Weights}, 1, 2};
    const auto kept = kept_from(document, "fig", FileKind::Svg, options, "");
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->figure, "weights[1,2]");
    EXPECT_EQ(again(document, FileKind::Svg, options),
              exported(document, FileKind::Svg, options).value());
    options.picture.figure = figure::sensitivity_figure;
    EXPECT_EQ(kept_from(document, "fig", FileKind::Svg, options, "")->figure,
              "sensitivity/weights[1,2]");
}

TEST(KeptExports, AComparisonCarriesItsOtherSide) {
    const Document document = *io::open_document("four-words");
    Document other = document;
    other = *apply(other, SetScale{{Scale::Kind::None, 1}});
    ExportOptions options = options_for("comparison");
    Trace trace = evaluate(other);
    options.picture.compared = {
        std::make_shared<const Calculation>(Calculation{other, std::move(trace)}), "before",
        Stage::Weights, "after", false};
    EXPECT_EQ(again(document, FileKind::Svg, options),
              exported(document, FileKind::Svg, options).value());
    options.picture.compared.a = nullptr;
    const auto refused = kept_from(document, "fig", FileKind::Svg, options, "");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("nothing to compare with"), std::string::npos);
}

TEST(KeptExports, WhatIsGoneIsNamedWithItsPlace) {
    Document document = *io::open_document("four-words");
    const auto fault = [&](const KeptFigure& figure) {
        document.figures = {{}, figure};
        document.figures[0].name = "first";
        const auto options = options_of(document, document.figures[1]);
        return options ? "" : options.error().text();
    };
    KeptFigure figure;
    figure.name = "second";
    EXPECT_EQ(fault(figure), "");
    KeptFigure gone = figure;
    gone.figure = "wieghts";
    EXPECT_NE(fault(gone).find("figures[1].figure: "), std::string::npos) << fault(gone);
    EXPECT_NE(fault(gone).find("did you mean \"weights\"?"), std::string::npos) << fault(gone);
    gone = figure;
    gone.query = 9;
    EXPECT_EQ(fault(gone), "figures[1].query: there is no word 9 any more; the document has 4, "
                           "counted from 0. Keep the figure again or remove it");
    gone = figure;
    gone.head = 2;
    EXPECT_NE(fault(gone).find("figures[1].head: "), std::string::npos);
    gone = figure;
    gone.marks = {"weights[7,0]"};
    EXPECT_NE(fault(gone).find("figures[1].marks: "), std::string::npos);
    gone = figure;
    gone.sweep = "nothing=1:2";
    EXPECT_NE(fault(gone).find("figures[1].sweep: "), std::string::npos);
    gone = figure;
    gone.stage = "weights/4";
    EXPECT_NE(fault(gone).find("figures[1].stage: "), std::string::npos);
}

TEST(KeptExports, EveryEndingIsOneOfAFileAndTheOthersAreRefused) {
    const Document document = *io::open_document("four-words");
    std::size_t count = 0;
    for (const FileKindInfo& one : file_kinds()) {
        const std::string ending(one.ending.substr(1));
        const bool is_kept = fault_of_kept_ending(ending).empty();
        count += is_kept ? 1 : 0;
        const auto kept = kept_from(document, "fig", one.kind, options_for("canvas"), "");
        EXPECT_EQ(static_cast<bool>(kept), is_kept) << ending;
        EXPECT_TRUE(!kept || kind_of(*kept) == one.kind) << ending;
    }
    EXPECT_EQ(count, kept_endings.size()) << "an ending that is no file's";
}
