// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/block_page.h"
#include "core/figure/pages/heads_layout.h"
#include "core/figure/pages/heads_page.h"
#include "core/figure/pages/kept_layouts.h"
#include "core/io/document/library.h"
#include "tests/unit/figure/room.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using namespace attn;
using namespace attn::figure;

namespace {

/// As wide as approximate_width, and as an application's typefaces it has a name.
Measure typefaces(const void* owner, std::uint64_t version) {
    return NamedMeasure{approximate_width, {owner, version}};
}

/// Draws the canvas for numbers from 0.1 to 1000 in one cell. Returns the number of layouts that
/// the first figure made, and of those that all others made.
std::pair<std::size_t, std::size_t> drag(const std::string& name, CanvasOptions options) {
    Document document = *io::open_document(name);
    KeptLayouts layouts;
    options.layouts = &layouts;
    std::size_t first = 0;
    for (const Real number : {0.1, -0.25, 3.0, -12.5, 1000.0}) {
        document = *apply(document, SetCell{{{Stage::X}, 0, 0}, number});
        const Trace trace = evaluate(document);
        canvas(document, trace, {}, options);
        if (first == 0)
            first = layouts.canvas.count();
    }
    return {first, layouts.canvas.count() - first};
}

} // namespace

TEST(KeptLayouts, ADragLaysOutOnce) {
    for (const char* const name : {"four-words", "two-heads", "translation", "rotary-positions"}) {
        const auto [first, others] = drag(name, attn::test::room(1366, 700));
        EXPECT_GE(first, 1U) << name;
        EXPECT_EQ(others, 0U) << name;
    }
}

TEST(KeptLayouts, ADragOfACanvasThatScrollsLaysOutTwice) {
    const auto [first, others] = drag("two-heads", attn::test::room(640, 420));
    EXPECT_EQ(first, 2U) << "without the bar and with it";
    EXPECT_EQ(others, 0U);
}

TEST(KeptLayouts, ADragOnThePageOfAllHeadsFitsOnce) {
    Document document = *io::open_document("two-heads");
    KeptLayouts layouts;
    CanvasOptions options = attn::test::room(1366, 700);
    options.layouts = &layouts;
    for (const Real number : {0.1, -0.25, 3.0, -12.5, 1000.0}) {
        document = *apply(document, SetCell{{{Stage::X}, 0, 0}, number});
        heads_page(document, evaluate(document), {}, options);
        EXPECT_EQ(layouts.heads.count(), 1U) << number;
    }
}

TEST(KeptLayouts, ADragOnThePageOfAllHeadsMeasuresOnce) {
    Document document = *io::open_document("two-heads");
    KeptLayouts layouts;
    CanvasOptions options = attn::test::room(1366, 700);
    options.layouts = &layouts;
    int owner = 0, measured = 0;
    options.measure = NamedMeasure{[&](std::string_view text, Font font, float size) {
                                       ++measured;
                                       return approximate_width(text, font, size);
                                   },
                                   {&owner, 1}};
    const auto lay_out = [&](Real number) {
        document = *apply(document, SetCell{{{Stage::X}, 0, 0}, number});
        const Trace trace = evaluate(document);
        const HeadsLooks looks = heads_looks(document, trace, {}, options);
        measured = 0;
        lay_out_heads(looks, options);
        return measured;
    };
    EXPECT_GT(lay_out(0.1), 0);
    EXPECT_EQ(lay_out(-12.5), 0) << "no text is another";
    document = *apply(document, RenameToken{0, "a-much-longer-word"});
    EXPECT_GT(lay_out(3), 0);
}

TEST(KeptLayouts, ADragOnThePageOfABlockFitsOnce) {
    Document document = *io::open_document("causal-decoder-block");
    KeptLayouts layouts;
    CanvasOptions options = attn::test::room(1366, 700);
    options.layouts = &layouts;
    for (const Real number : {0.1, -0.25, 3.0, -12.5, 1000.0}) {
        document = *apply(document, SetCell{{{Stage::X}, 0, 0}, number});
        block_page(document, evaluate(document), {}, {}, options);
        EXPECT_EQ(layouts.block.count(), 1U) << number;
    }
    const BlockPage page = block_page(document, evaluate(document), {}, {}, options);
    block_page(document, evaluate(document), {}, {page.cards.front().card}, options);
    EXPECT_EQ(layouts.block.count(), 2U) << "a folded card is another shape";
}

TEST(KeptLayouts, AskAMeasureWithoutANameEachTime) {
    const Document document = *io::open_document("four-words");
    const Trace trace = evaluate(document);
    KeptLayouts layouts;
    CanvasOptions options = attn::test::room(1366, 700);
    options.layouts = &layouts;
    float wider = 1;
    options.measure = [&](std::string_view text, Font font, float size) {
        return wider * approximate_width(text, font, size);
    };
    const Size narrow = canvas(document, trace, {}, options).size;
    wider = 6;
    EXPECT_GT(canvas(document, trace, {}, options).size.width, narrow.width);
    EXPECT_EQ(layouts.canvas.count(), 0U) << "nothing is kept";
}

TEST(KeptLayouts, LayOutAgainForOtherWidths) {
    const Document document = *io::open_document("four-words");
    const Trace trace = evaluate(document);
    KeptLayouts layouts;
    CanvasOptions options = attn::test::room(1366, 700);
    options.layouts = &layouts;
    const int one = 0, other = 0;
    std::size_t made = 0;
    const auto expect_new = [&](const Measure& measure, bool is_new) {
        options.measure = measure;
        canvas(document, trace, {}, options);
        EXPECT_EQ(layouts.canvas.count(), made += is_new ? 1 : 0);
    };
    expect_new(approximate_width, true);
    expect_new(typefaces(&one, 0), true);
    expect_new(typefaces(&one, 0), false);
    expect_new(typefaces(&one, 1), true);
    expect_new(typefaces(&other, 1), true);
    expect_new(approximate_width, false);
}

TEST(KeptLayouts, FindTheNameOfAMeasureInItsCopies) {
    const int owner = 0;
    const Measure measure = typefaces(&owner, 3), copy = measure;
    EXPECT_EQ(widths_name(copy), (WidthsName{&owner, 3}));
    EXPECT_EQ(copy("word", Font::Sans, 10), approximate_width("word", Font::Sans, 10));
    EXPECT_EQ(widths_name(approximate_width), WidthsName{});
    EXPECT_EQ(widths_name([](std::string_view, Font, float) { return 1.0F; }), std::nullopt);
}
