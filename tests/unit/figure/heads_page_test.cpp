// SPDX-License-Identifier: MIT
// The page of all heads: the heads' contributions sum to the output, nothing overlaps in windows of
// any size, and nothing moves while numbers change.
#include "core/document/commands/command.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/pages/heads_layout.h"
#include "core/figure/pages/heads_page.h"
#include "core/figure/plots/lines_figure.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"
#include "tests/unit/figure/room.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::heads_page_test {
namespace {

using test::room;

void fill_anew(Document& document, std::uint32_t seed, Real size = 1) {
    test::Random random(seed);
    for (const SheetId& sheet : sheets(document))
        if (SharedMatrix* const matrix = input(document, sheet))
            *matrix = random.matrix((**matrix).rows(), (**matrix).cols(), size);
}

Document document_of(Index heads, Join join = Join::WO, Index words = 5) {
    Document document = test::scene_document(words, 2 * heads, 2, 2);
    for (Index head = 1; head < heads; ++head)
        document = *apply(document, AddHead{});
    if (join != Join::None)
        document = *apply(document, SetJoin{join});
    fill_anew(document, 3);
    return document;
}

HeadsPage page_of(const Document& document, const CanvasOptions& options, View view = {}) {
    return heads_page(document, evaluate(document), view, options);
}

std::set<SheetId, bool (*)(const SheetId&, const SheetId&)> sheets_of(const Figure& figure) {
    std::set<SheetId, bool (*)(const SheetId&, const SheetId&)> found(
        [](const SheetId& a, const SheetId& b) { return to_text(a) < to_text(b); });
    for (const GridRegion& grid : figure.grids)
        found.insert(grid.sheet);
    return found;
}

std::vector<Rect> places_of(const HeadsPage& page) {
    std::vector<Rect> list{{0, 0, page.figure.size.width, page.figure.size.height}};
    for (const GridRegion& grid : page.figure.grids)
        list.push_back(grid.cells);
    for (const LabelRegion& label : page.figure.labels)
        list.push_back(label.rect);
    for (const TitleRegion& title : page.figure.titles)
        list.push_back(title.rect);
    for (const PlaceRegion& place : page.figure.places)
        list.push_back(place.rect);
    for (const CardRegion& card : page.regions.cards) {
        list.push_back(card.title);
        if (card.control)
            list.push_back(*card.control);
    }
    if (page.regions.add)
        list.push_back(*page.regions.add);
    return list;
}

/// Expects no overlapping matrices, except an open line over its own.
void expect_apart(const Figure& figure, const std::string& what) {
    Figure whole = figure;
    const auto is_within = [&](const GridRegion& one) {
        return std::any_of(figure.grids.begin(), figure.grids.end(), [&](const GridRegion& other) {
            return other.sheet == one.sheet &&
                   other.rows * other.columns > one.rows * one.columns &&
                   other.cells.x <= one.cells.x + 1 && other.cells.y <= one.cells.y + 1 &&
                   other.cells.right() >= one.cells.right() - 1 &&
                   other.cells.bottom() >= one.cells.bottom() - 1;
        });
    };
    whole.grids.erase(std::remove_if(whole.grids.begin(), whole.grids.end(), is_within),
                      whole.grids.end());
    test::expect_matrices_apart(whole, what);
}

const std::vector<Size> windows{{1024, 500}, {1366, 424}, {1600, 580}, {3840, 1300}};

} // namespace

TEST(HeadsPage, ContributionsOfHeadsSumToTheOutput) {
    int joined = 0;
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        const Document document = seed % 2 == 0 ? test::random_joined_document(seed)
                                                : test::random_document_with_options(seed);
        if (!has_stage(document, Stage::WO) || !has_stage(document, Stage::Attention))
            continue;
        ++joined;
        const Trace trace = evaluate(document);
        const Matrix attention = cells_of(document, trace, {Stage::Attention}).matrix();
        for (Index query = 0; query < token_count(document); ++query) {
            Vector sum = added_by_heads(document, trace, query).colwise().sum();
            if (has_stage(document, Stage::BO))
                sum += cells_of(document, trace, {Stage::BO}).row(0);
            for (Index column = 0; column < sum.size(); ++column) {
                const Real wanted = attention(query, column);
                if (std::isfinite(wanted)) {
                    EXPECT_NEAR(sum(column), wanted, 1e-12 * std::max(1.0, std::abs(wanted)))
                        << "seed " << seed << ", word " << query;
                }
            }
        }
    }
    EXPECT_GT(joined, 100);
}

TEST(HeadsPage, ShowsEveryHeadAndTheJoin) {
    const Document document = document_of(4);
    const HeadsPage page = page_of(document, room(1600, 580));
    const auto shown = sheets_of(page.figure);
    for (Index head = 0; head < 4; ++head) {
        EXPECT_TRUE(shown.contains({Stage::Weights, head}));
        EXPECT_TRUE(shown.contains({Stage::Output, head}));
        EXPECT_TRUE(test::has_text(page.figure, "Head " + std::to_string(head)));
    }
    for (const Stage stage : {Stage::Joined, Stage::WO, Stage::Attention})
        EXPECT_TRUE(shown.contains({stage})) << stage.name();
    EXPECT_FALSE(shown.contains({Stage::X})) << "that is of Forward";
    EXPECT_EQ(page.figure.size, (Size{1600, 580})) << "nothing scrolls";
    ASSERT_EQ(page.regions.cards.size(), 4U);
    for (const CardRegion& card : page.regions.cards) {
        EXPECT_TRUE(card.control);
        EXPECT_FALSE(card.is_off);
    }
}

TEST(HeadsPage, ShowsTheMeanOfTheHeadsOnACardBehindThem) {
    for (const Index heads : {1, 2, 4, 8, 9, 13})
        for (const Size window : windows)
            for (const bool is_turned : {false, true}) {
                Document document = document_of(heads);
                document.options.has_mean_weights = true;
                if (is_turned)
                    document.convention = Convention::TokensAsColumns;
                ASSERT_TRUE(validate(document));
                const std::string what =
                    std::to_string(heads) + " heads" + (is_turned ? ", words as columns" : "");
                SCOPED_TRACE(what);
                const HeadsPage page = page_of(document, room(window.width, window.height));
                const SheetId mean{Stage("mean_weights")};
                EXPECT_EQ(sheets_of(page.figure).count(mean), 1U);
                EXPECT_TRUE(test::has_text(page.figure, heads > 8 ? "Mean" : "Mean of the heads"));
                EXPECT_EQ(page.regions.cards.size(), static_cast<std::size_t>(heads));
                EXPECT_TRUE(
                    std::any_of(page.figure.titles.begin(), page.figure.titles.end(),
                                [&](const TitleRegion& title) { return title.sheet == mean; }));
                expect_apart(page.figure, what);
                document.options.has_mean_weights = false;
                const HeadsPage without = page_of(document, room(window.width, window.height));
                EXPECT_EQ(sheets_of(without.figure).count(mean), 0U);
            }
}

TEST(HeadsPage, NamesTheLargestWeightOfTheWord) {
    Document document = document_of(2);
    View view;
    view.query = 1;
    const Trace trace = evaluate(document);
    const HeadsLooks looks = heads_looks(document, trace, view, room(1600, 580));
    for (const HeadLooks& head : looks.heads) {
        const Vector weights = cells_of(document, trace, {Stage::Weights, head.head}).row(1);
        Index most = 0;
        const Real largest = weights.maxCoeff(&most);
        EXPECT_EQ(head.listening.word, document.tokens[static_cast<std::size_t>(most)]);
        EXPECT_EQ(head.listening.share.substr(0, 2),
                  std::to_string(std::lround(100 * largest)).substr(0, 2));
    }
    document.covers.push_back(*with_cover(document, {{Stage::Weights, 0}, 1, 0, 1, 1}).begin());
    const Seen seen(document, trace);
    EXPECT_EQ(
        heads_looks(seen.document(), seen.trace(), view, room(1600, 580)).heads[0].listening.word,
        "?")
        << "the largest may be the covered one";
}

TEST(HeadsPage, HidesContributionsToACoveredNumber) {
    Document document = document_of(2);
    const Trace trace = evaluate(document);
    document.covers.push_back(*with_cover(document, {{Stage::Attention}, 0, 1, 1, 1}).begin());
    const Seen seen(document, trace);
    const Matrix added = added_by_heads(seen.document(), seen.trace(), 0);
    EXPECT_FALSE(std::isfinite(added(0, 1)));
    EXPECT_FALSE(std::isfinite(added(1, 1)));
    EXPECT_TRUE(std::isfinite(added(0, 0)));
}

TEST(HeadsPage, NothingMovesWhileNumbersChange) {
    for (const Index heads : {2, 4, 8, 12})
        for (const Size& window : windows) {
            Document document = document_of(heads);
            const std::vector<Rect> before =
                places_of(page_of(document, room(window.width, window.height)));
            for (const Real size : {0.01, 1.0, 300.0}) {
                fill_anew(document, 11, size);
                EXPECT_EQ(places_of(page_of(document, room(window.width, window.height))), before)
                    << heads << " heads at " << window.width << ", numbers up to " << size;
            }
            const Document off = [&] {
                Document made = document;
                SharedMatrix& w_o = *input(made, SheetId{Stage::WO});
                w_o = Matrix(Matrix::Zero((*w_o).rows(), (*w_o).cols()));
                return made;
            }();
            const HeadsPage page = page_of(off, room(window.width, window.height));
            EXPECT_EQ(places_of(page), before);
            for (const CardRegion& card : page.regions.cards)
                EXPECT_TRUE(card.is_off);
        }
}

TEST(HeadsPage, MoreThanEightHeadsShowOnlyWeights) {
    const Document document = document_of(12);
    const HeadsPage page = page_of(document, room(1600, 580));
    const auto shown = sheets_of(page.figure);
    EXPECT_TRUE(shown.contains({Stage::Weights, 11}));
    EXPECT_FALSE(shown.contains({Stage::Output, 0}));
    const auto& cards = page.regions.cards;
    ASSERT_EQ(cards.size(), 12U);
    for (const CardRegion& card : cards) {
        EXPECT_EQ(card.title.y, cards.front().title.y) << "twelve in a row";
        EXPECT_TRUE(card.control) << "in the line of the sum";
    }
}

TEST(HeadsPage, IsTidyInWindowsOfEverySize) {
    for (const Join join : {Join::None, Join::SideBySide, Join::WO})
        for (const Index heads : {1, 2, 3, 4, 8, 12, 24})
            for (const Size& window : windows) {
                if (join == Join::None && heads == 1)
                    continue;
                CanvasOptions options = room(window.width, window.height);
                if (window.width > 3000)
                    options.text = 28;
                const HeadsPage page = page_of(document_of(heads, join), options);
                const std::string what = std::to_string(heads) + " heads, join " +
                                         std::to_string(static_cast<int>(join)) + ", " +
                                         std::to_string(static_cast<int>(window.width));
                test::expect_tidy(page.figure, what);
                expect_apart(page.figure, what);
            }
}

TEST(HeadsPage, ManyWordsAndWideMatricesFit) {
    for (const auto& [words, heads] : {std::pair<Index, Index>{40, 2}, {5, 8}, {300, 4}}) {
        Document document = document_of(heads, Join::WO, words);
        for (const Size& window : windows) {
            const HeadsPage page = page_of(document, room(window.width, window.height));
            EXPECT_LE(page.figure.size.height, 1.7F * window.height) << words << " words";
            expect_apart(page.figure, std::to_string(words) + " words");
        }
    }
}

TEST(HeadsPage, FollowsWordsAsColumns) {
    Document document = document_of(4);
    document.convention = Convention::TokensAsColumns;
    for (const Size& window : windows) {
        const HeadsPage page = page_of(document, room(window.width, window.height));
        test::expect_tidy(page.figure, "words as columns");
        expect_apart(page.figure, "words as columns");
    }
    const HeadsPage page = page_of(document, room(1600, 580));
    const auto w_o =
        std::find_if(page.figure.grids.begin(), page.figure.grids.end(),
                     [](const GridRegion& one) { return one.sheet == SheetId{Stage::WO}; });
    const auto joined =
        std::find_if(page.figure.grids.begin(), page.figure.grids.end(),
                     [](const GridRegion& one) { return one.sheet == SheetId{Stage::Joined}; });
    ASSERT_NE(w_o, page.figure.grids.end());
    ASSERT_NE(joined, page.figure.grids.end());
    EXPECT_TRUE(w_o->is_transposed);
    EXPECT_LT(w_o->cells.right(), joined->cells.x) << "W_O times the joined heads";
}

TEST(HeadsPage, FindsEveryNumberUnderThePointer) {
    const Document document = document_of(4);
    const HeadsPage page = page_of(document, room(1600, 580));
    for (const Place& place : {Place{{Stage::Weights, 3}, 4, 2}, Place{{Stage::Output, 1}, 0, 1},
                               Place{{Stage::Joined}, 2, 5}, Place{{Stage::WO}, 7, 7},
                               Place{{Stage::Attention}, 4, 0}}) {
        const auto rect = cell_rect(page.figure, place);
        ASSERT_TRUE(rect) << to_text(place);
        EXPECT_EQ(hit(page.figure, {rect->x + rect->width / 2, rect->y + rect->height / 2}).place,
                  place);
    }
}

TEST(HeadsPage, EveryDocumentHasItsPage) {
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const Document document = test::random_document_with_options(seed);
        if (!has_stage(document, Stage::Weights))
            continue;
        const Trace trace = evaluate(document);
        View view;
        const OpenPart part(document, trace, view);
        const HeadsPage page =
            heads_page(part.document(), part.trace(), part.view(view), room(1366, 424));
        EXPECT_EQ(static_cast<Index>(page.regions.cards.size()), head_count(part.document()));
        expect_apart(page.figure, "seed " + std::to_string(seed));
    }
}

TEST(LinesOfHeads, StandSideBySideAndShowTheWeights) {
    const Document document = document_of(4);
    const Trace trace = evaluate(document);
    const Figure figure = lines_of_heads(document, trace, {}, {1366, 140}, 14, approximate_width);
    test::expect_tidy(figure, "lines of four heads");
    for (Index head = 0; head < 4; ++head) {
        EXPECT_TRUE(test::has_text(figure, "head " + std::to_string(head)));
        for (Index key = 0; key < key_count(document); ++key) {
            const Real weight = cells_of(document, trace, {Stage::Weights, head})(0, key);
            EXPECT_TRUE(test::has_text(figure, number_text(weight, View().numbers))) << weight;
        }
    }
}

} // namespace attn::figure::heads_page_test
