// SPDX-License-Identifier: MIT
// No figure reveals a covered number: it looks the same whatever the number is.
#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace attn::covered_figures_test {

using figure::Figure;
using figure::named_figure;
using figure::NamedFigure;

namespace {

/// Every text, box and image pixel.
std::string written(const Figure& made) {
    std::ostringstream text;
    const auto write = [&](const figure::Colour& colour) {
        text << int{colour.red} << ',' << int{colour.green} << ',' << int{colour.blue} << ' ';
    };
    for (const figure::Shape& shape : made.shapes) {
        if (const auto* box = std::get_if<figure::Box>(&shape)) {
            EXPECT_TRUE(
                std::isfinite(box->rect.x + box->rect.y + box->rect.width + box->rect.height));
            text << box->rect.x << ' ' << box->rect.y << ' ' << box->rect.width << ' '
                 << box->rect.height << ' ';
            write(box->fill);
        } else if (const auto* line = std::get_if<figure::Line>(&shape)) {
            EXPECT_TRUE(std::isfinite(line->from.x + line->from.y + line->to.x + line->to.y));
            text << line->from.x << ' ' << line->from.y << ' ' << line->to.x << ' ' << line->to.y;
        } else if (const auto* said = std::get_if<figure::Text>(&shape)) {
            EXPECT_TRUE(std::isfinite(said->at.x + said->at.y));
            text << said->at.x << ' ' << said->at.y << ' ' << said->text;
        } else if (const auto* image = std::get_if<figure::Image>(&shape)) {
            for (const figure::Colour& colour : image->pixels->colours)
                write(colour);
        }
        text << '\n';
    }
    return text.str();
}

/// Replaces covered numbers in the trace, but not what was computed from them.
Trace changed_under(const Document& document, Trace trace) {
    for (const Region& region : document.covers) {
        const CellRange cells = cells_of(document, region).value();
        const Cells held = cells_of(document, trace, cells.sheet);
        auto& matrix = const_cast<Matrix&>(*held.held());
        matrix.block(cells.row, cells.column, cells.rows, cells.columns).array() += 0.125;
    }
    return trace;
}

Document covered(const std::string& preset, const std::vector<std::string>& covers) {
    Document document = io::open_document(preset).value();
    for (const std::string& one : covers)
        document.covers.push_back(parse_region(one).value());
    EXPECT_TRUE(validate(document)) << preset;
    return document;
}

void expect_alike(const Document& document) {
    const Trace trace = evaluate(document), other = changed_under(document, trace);
    View view;
    view.query = 1;
    view.show_row_sums = true;
    for (const NamedFigure& one : figure::figures(document)) {
        if (one.is_computed) // from the inputs
            continue;
        SCOPED_TRACE(one.name);
        EXPECT_EQ(written(one.draw(document, trace, view, {})),
                  written(one.draw(document, other, view, {})));
    }
    for (const SheetId& sheet : sheets(document)) {
        if (is_by_query(sheet.stage))
            continue;
        view.selected = Place{sheet, 0, 0};
        const auto derivation = named_figure(document, "derivation");
        ASSERT_TRUE(derivation);
        EXPECT_EQ(written(derivation->draw(document, trace, view, {})),
                  written(derivation->draw(document, other, view, {})))
            << to_text(sheet);
    }
}

} // namespace

TEST(CoveredFigures, AreTheSameWhateverTheCoveredNumbers) {
    expect_alike(covered("the-cat-chased-the-mouse", {"weights[1,:]", "scores[0:2,3]"}));
    expect_alike(covered("the-cat-chased-the-mouse", {"weights", "Q[1,0]", "output[1,:]"}));
    expect_alike(covered("two-heads", {"weights[1,0]", "joined[1,:]", "attention[0:2,0]"}));
}

TEST(CoveredFigures, AreDrawnForEveryPreset) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    for (const io::Preset& preset : *presets) {
        SCOPED_TRACE(preset.name);
        Document document = io::open_document(preset.name).value();
        if (token_count(document) > 64)
            continue;
        for (const SheetId& sheet : sheets(document))
            if (why_not_covered(document, sheet).empty())
                document.covers = with_cover(document, {sheet, 0, 0, 1, 1});
        const Trace trace = evaluate(document);
        for (const NamedFigure& one : figure::figures(document)) {
            SCOPED_TRACE(one.name);
            EXPECT_FALSE(written(one.draw(document, trace, View{}, {})).empty());
        }
    }
}

} // namespace attn::covered_figures_test
