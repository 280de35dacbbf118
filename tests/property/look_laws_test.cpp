// SPDX-License-Identifier: MIT
// A canvas that keeps unchanged parts equals a newly made one.
#include "core/base/match.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/sheet_look.h"
#include "tests/support/hand.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>

using namespace attn;
using namespace attn::figure;

namespace {

std::string text_of(const Rect& rect) {
    return std::to_string(rect.x) + ' ' + std::to_string(rect.y) + ' ' +
           std::to_string(rect.width) + ' ' + std::to_string(rect.height);
}

/// Describes the first difference of two figures; empty if every text, box and pixel agrees.
std::string difference(const Figure& a, const Figure& b) {
    if (a.shapes.size() != b.shapes.size())
        return std::to_string(a.shapes.size()) + " and " + std::to_string(b.shapes.size()) +
               " shapes";
    for (std::size_t at = 0; at < a.shapes.size(); ++at) {
        if (a.shapes[at].index() != b.shapes[at].index())
            return "kinds of shape " + std::to_string(at);
        if (const auto* text = std::get_if<Text>(&a.shapes[at])) {
            const std::string& other = std::get<Text>(b.shapes[at]).text;
            if (text->text != other)
                return text->text + " and " + other;
        } else if (const auto* box = std::get_if<Box>(&a.shapes[at])) {
            const Box& other = std::get<Box>(b.shapes[at]);
            if (box->fill != other.fill || text_of(box->rect) != text_of(other.rect))
                return "box " + text_of(box->rect);
        } else if (const auto* image = std::get_if<Image>(&a.shapes[at])) {
            const Image& other = std::get<Image>(b.shapes[at]);
            if (text_of(image->rect) != text_of(other.rect) ||
                image->pixels->width != other.pixels->width)
                return "rectangle of image " + text_of(image->rect);
            for (std::size_t pixel = 0; pixel < image->pixels->colours.size(); ++pixel)
                if (image->pixels->colours[pixel] != other.pixels->colours[pixel])
                    return "pixel " + std::to_string(pixel) + " of image " + text_of(image->rect);
        }
    }
    return "";
}

/// Follows a document through changes with one KeptLooks, and looks at it after most of them.
void follow(std::uint32_t seed, Convention convention, Size available, Real wildness,
            Index words = 150, int changes = 120) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 generator(seed);
    Document document = attn::test::wide_document(words, 8, generator);
    document.convention = convention;
    Trace trace = evaluate(document);
    attn::test::Hand hand(seed + 1, wildness);
    KeptLooks kept;
    View view;
    std::uint64_t evaluation = 1;
    const Pixels* last = nullptr;
    int kept_images = 0;
    for (int change = 0; change < changes; ++change) {
        const Command command = hand.command(document);
        const auto after = attn::apply(document, command);
        ASSERT_TRUE(after) << describe(document, command);
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
        evaluation += generator() % 50 == 0 ? 2 : 1;
        if (generator() % 20 == 0)
            view.head = 1 - view.head;
        if (generator() % 8 == 0)
            view.query = static_cast<Index>(generator() % 60);
        if (generator() % 7 == 0) { // Skips looking at this state.
            kept.follow(document, trace, view.head, evaluation);
            continue;
        }
        CanvasOptions options;
        options.available = available;
        const Figure fresh = canvas(document, trace, view, options);
        kept.follow(document, trace, view.head, evaluation);
        options.kept = &kept;
        const Figure made = canvas(document, trace, view, options);
        ASSERT_EQ(difference(made, fresh), "") << change << ": " << describe(document, command);
        for (const figure::Shape& shape : made.shapes)
            if (const auto* image = std::get_if<Image>(&shape); image && image->pixels->width > 1) {
                kept_images += image->pixels.get() == last;
                last = image->pixels.get();
                break;
            }
    }
    EXPECT_GT(kept_images, changes / 24); // images of embeddings while weights changed
}

TEST(KeptLooks, EqualFreshOnesThroughEveryChange) {
    follow(1, Convention::TokensAsRows, {900, 500}, 1);
    follow(2, Convention::TokensAsColumns, {900, 500}, 1);
}

TEST(KeptLooks, EqualFreshOnesWithImagesFromAllCores) {
    follow(5, Convention::TokensAsRows, {1600, 900}, 1, 1500, 20);
}

TEST(KeptLooks, EqualFreshOnesForWildNumbers) {
    follow(3, Convention::TokensAsRows, {700, 400}, 3);
    follow(4, Convention::TokensAsColumns, {1600, 900}, 3);
}

} // namespace

TEST(Looks, ColourRangesOnlyGrowDuringADrag) {
    std::mt19937 draw(3);
    Document document = attn::test::wide_document(5, 4, draw);
    KeptLooks kept;
    std::uint64_t evaluation = 0;
    const auto range_of_inputs = [&](Real number) {
        Matrix x = Matrix::Constant(5, 4, 0.5);
        x(1, 2) = number;
        document.embeddings = x;
        for (HeadWeights& head : document.heads)
            head.w_q = head.w_k = head.w_v = Matrix(Matrix::Identity(4, 4));
        const Trace trace = evaluate(document);
        kept.follow(document, trace, 0, evaluation += 2);
        return contents(document, trace, View{}, &kept).sheets.front().scale.high;
    };
    EXPECT_EQ(range_of_inputs(0.9), 1);
    kept.hold_ranges(true);
    EXPECT_EQ(range_of_inputs(4), 5);
    EXPECT_EQ(range_of_inputs(0.9), 5) << "a range shrank under the hand";
    EXPECT_EQ(range_of_inputs(8), 10);
    kept.hold_ranges(false);
    EXPECT_EQ(range_of_inputs(0.9), 1);
}
