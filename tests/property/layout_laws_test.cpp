// SPDX-License-Identifier: MIT
// A canvas, a page of all heads and one of a block at kept places equal new ones to the bit,
// whatever was changed before.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/block_page.h"
#include "core/figure/pages/heads_page.h"
#include "core/figure/pages/kept_layouts.h"
#include "tests/support/random_document.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace attn;
using namespace attn::figure;

namespace {

bool are_equal(const figure::Shape& a, const figure::Shape& b) {
    const auto* const image = std::get_if<Image>(&a);
    const auto* const other = std::get_if<Image>(&b);
    if (!image || !other)
        return a == b;
    return image->rect == other->rect && image->pixels->width == other->pixels->width &&
           image->pixels->colours == other->pixels->colours;
}

bool are_equal(const GridRegion& a, const GridRegion& b) {
    return a.sheet == b.sheet && a.cells == b.cells && a.rows == b.rows && a.columns == b.columns &&
           a.first_row == b.first_row && a.first_column == b.first_column &&
           a.is_transposed == b.is_transposed;
}
bool are_equal(const LabelRegion& a, const LabelRegion& b) {
    return a.rect == b.rect && a.sheet == b.sheet && a.is_row == b.is_row && a.at == b.at &&
           a.count == b.count && a.is_down == b.is_down;
}
bool are_equal(const PlaceRegion& a, const PlaceRegion& b) {
    return a.rect == b.rect && a.place == b.place;
}
bool are_equal(const TitleRegion& a, const TitleRegion& b) {
    return a.rect == b.rect && a.sheet == b.sheet;
}

/// What differs first; empty if the figures are equal to the bit.
std::string unequal(const Figure& a, const Figure& b) {
    const auto among = [](const auto& ours, const auto& theirs, const std::string& name) {
        if (ours.size() != theirs.size())
            return "the number of " + name;
        for (std::size_t at = 0; at < ours.size(); ++at)
            if (!are_equal(ours[at], theirs[at]))
                return name + " " + std::to_string(at);
        return std::string();
    };
    if (!(a.size == b.size) || !(a.background == b.background))
        return "size or background";
    for (const std::string& found :
         {among(a.shapes, b.shapes, "shapes"), among(a.grids, b.grids, "grids"),
          among(a.labels, b.labels, "labels"), among(a.places, b.places, "places"),
          among(a.titles, b.titles, "titles")})
        if (!found.empty())
            return found;
    return "";
}

/// What a person sees, and changes in one way at a time.
struct Seen {
    Document document;
    View view;
    CanvasOptions options;
};

/// Widths that an owner names by versions: each has its own letters.
Measure lettered(std::uint64_t version) {
    static constexpr int owner = 0;
    return NamedMeasure{[version](std::string_view text, Font font, float size) {
                            const auto more = static_cast<float>(version) * 0.07F;
                            const bool is_bold = font == Font::Bold;
                            return approximate_width(text, font, size) *
                                   (1 + (is_bold ? 2 * more : more));
                        },
                        {&owner, version}};
}

void change_numbers(Seen& seen, attn::test::Random& random) {
    if (seen.document.embeddings->size() == 0)
        return;
    constexpr std::array<Real, 5> sizes = {1e-7, 0.01, 1, 300, 1e9};
    Matrix x = *seen.document.embeddings;
    x(random.whole(0, x.rows() - 1), random.whole(0, x.cols() - 1)) =
        random.real(-1, 1) * sizes[static_cast<std::size_t>(random.whole(0, 4))];
    seen.document.embeddings = x;
}

/// Changes one thing, and says which.
std::string change(Seen& seen, attn::test::Random& random) {
    constexpr std::array<float, 4> zooms = {0.5F, 1, 1.4F, 9};
    constexpr std::array<float, 4> texts = {11, 14, 18, 28};
    constexpr std::array<Size, 5> rooms = {
        {{640, 420}, {1024, 500}, {1366, 700}, {1920, 1000}, {3840, 2160}}};
    constexpr std::array<const char*, 4> words = {"a", "Wort", "internationalisation", "王様"};
    const auto any = [&](const auto& list) {
        return list[static_cast<std::size_t>(random.whole(0, static_cast<Index>(list.size()) - 1))];
    };
    View& view = seen.view;
    switch (random.whole(0, 13)) {
    case 0:
        seen.options.zoom = any(zooms);
        return "zoom";
    case 1:
        seen.options.text = any(texts);
        return "text";
    case 2:
        seen.options.available = any(rooms);
        return "room";
    case 3:
        view.numbers.digits = static_cast<int>(random.whole(1, 5));
        return "digits";
    case 4:
        view.numbers.kind = static_cast<NumberFormat::Kind>(random.whole(0, 4));
        return "format";
    case 5:
        view.theme = static_cast<ThemeName>(random.whole(0, 3));
        return "theme";
    case 6:
        seen.options.measure = lettered(static_cast<std::uint64_t>(random.whole(0, 2)));
        return "typefaces";
    case 7:
        seen.document.tokens.own().front() =
            seen.document.options.has_table ? seen.document.vocabulary.back() : any(words);
        return "word";
    case 8:
        view.show_row_sums = !view.show_row_sums;
        return "sums";
    case 9:
        seen.document.convention = seen.document.convention == Convention::TokensAsRows
                                       ? Convention::TokensAsColumns
                                       : Convention::TokensAsRows;
        return "convention";
    case 10:
        view.query = random.whole(0, token_count(seen.document) - 1);
        view.head = random.whole(0, head_count(seen.document) - 1);
        return "query and head";
    case 11:
        seen.options.is_picture = !seen.options.is_picture;
        return "picture";
    case 12:
        seen.document = attn::test::random_document_of_any_kind(
            static_cast<std::uint32_t>(random.whole(1, 1000)));
        view = within(seen.document, view);
        return "document";
    default:
        change_numbers(seen, random);
        return "number";
    }
}

} // namespace

TEST(KeptLayouts, GiveTheSamePicturesAsNewOnesThroughEveryChange) {
    attn::test::Random random(7);
    KeptLayouts layouts;
    Seen seen{attn::test::random_document_of_any_kind(1), {}, {}};
    seen.options.available = {1366, 700};
    const int steps = attn::test::times(250);
    std::size_t kept = 0, kept_heads = 0, kept_blocks = 0, blocks = 0;
    for (int step = 0; step < steps; ++step) {
        const std::string what = change(seen, random);
        const Trace trace = evaluate(seen.document);
        // Compares one page with a new one, and counts it if its layout was kept.
        const auto see = [&](const auto& layout, const auto& draw, const char* page,
                             std::size_t& count) {
            seen.options.layouts = &layouts;
            const std::size_t made = layout.count();
            const Figure drawn = draw();
            count += layout.count() == made ? 1 : 0;
            seen.options.layouts = nullptr;
            EXPECT_EQ(unequal(drawn, draw()), "")
                << "step " << step << " changed " << what << " (" << page << ")";
        };
        see(
            layouts.canvas, [&] { return canvas(seen.document, trace, seen.view, seen.options); },
            "canvas", kept);
        if (has_stage(seen.document, Stage::Weights))
            see(
                layouts.heads,
                [&] { return heads_page(seen.document, trace, seen.view, seen.options).figure; },
                "heads", kept_heads);
        if (!has_block_page(seen.document))
            continue;
        ++blocks;
        see(
            layouts.block,
            [&] { return block_page(seen.document, trace, seen.view, {}, seen.options).figure; },
            "block", kept_blocks);
    }
    EXPECT_GT(blocks, static_cast<std::size_t>(steps) / 5) << "too few documents had a block";
    EXPECT_GT(kept_blocks, blocks / 5) << "too few came from the cache";
    EXPECT_GT(kept, static_cast<std::size_t>(steps) / 5) << "too few came from the cache";
    EXPECT_LT(kept, static_cast<std::size_t>(steps)) << "none was new";
    EXPECT_GT(kept_heads, static_cast<std::size_t>(steps) / 5) << "too few came from the cache";
}
