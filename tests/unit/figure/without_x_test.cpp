// SPDX-License-Identifier: MIT
// Figures, pages, steps and worksheets of documents without X, which begin with given stages.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/figure/paper/worksheet.h"
#include "tests/support/without_x.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace attn::figure {
namespace {

std::set<std::string> names_of_figures(const Document& document) {
    std::set<std::string> names;
    for (const NamedFigure& one : figures(document))
        names.insert(one.name);
    return names;
}

} // namespace

TEST(WithoutX, EveryFigureIsDrawnInEveryView) {
    for (const auto& [name, document] : attn::testing::documents_without_x()) {
        const Trace trace = evaluate(document);
        for (const NamedFigure& one : figures(document))
            for (const Convention convention :
                 {Convention::TokensAsRows, Convention::TokensAsColumns}) {
                SCOPED_TRACE(name + ": " + one.name);
                Document written = document;
                written.convention = convention;
                View view;
                view.query = 1;
                view.head = head_count(document) - 1;
                const Figure figure = one.draw(written, trace, view, {});
                EXPECT_GT(figure.size.width, 0);
                EXPECT_FALSE(figure.shapes.empty());
            }
    }
}

TEST(WithoutX, TheUsualPicturesOfWeightsAreThere) {
    for (const auto& [name, document] : attn::testing::documents_without_x()) {
        const auto names = names_of_figures(document);
        for (const char* const figure : {"canvas", "query", "lines", "weights"})
            EXPECT_TRUE(names.contains(figure) || names.contains(std::string(figure) + "/0"))
                << name << " has no " << figure;
        for (const char* const figure : {"heads", "heads/outputs"})
            EXPECT_EQ(names.contains(figure), head_count(document) > 1) << name;
        EXPECT_FALSE(names.contains("map/x")) << name;
    }
}

TEST(WithoutX, EveryStepIsTold) {
    for (const auto& [name, document] : attn::testing::documents_without_x()) {
        const Trace trace = evaluate(document);
        for (const StepKind kind : kinds_of(document))
            for (const bool is_for_all : {false, true}) {
                SCOPED_TRACE(name + ": " + std::string(word(kind)));
                const Step step{kind, is_for_all};
                EXPECT_NE(to_text(title(document, trace, {}, step)), "");
                EXPECT_NE(to_text(sentence(document, trace, {}, step)), "");
                formula(document, step);
            }
    }
}

} // namespace attn::figure
