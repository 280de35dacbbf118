// SPDX-License-Identifier: MIT
// Every page of every preset in a window of 1366 × 768: no letter is smaller than 11 pixels, but
// for numbers in cells, which readable.h bounds.
#include "core/document/model/evaluate.h"
#include "core/document/model/open_part.h"
#include "core/figure/canvas/model_figures.h"
#include "core/figure/pages/pages.h"
#include "core/figure/spotlight/spotlight_map.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>

using namespace attn;

namespace {

constexpr float least_letters = 11;
constexpr float least_of_cells = 9; // digits, and the names of thin lines: see readable.h

bool is_number(const std::string& text) {
    return text.find_first_not_of("0123456789.−") == std::string::npos;
}

/// Whether the text is a number of a cell, or the name of a line above or left of its cells.
bool is_of_cells(const figure::Figure& figure, const figure::Text& text) {
    return std::any_of(
        figure.grids.begin(), figure.grids.end(), [&](const figure::GridRegion& grid) {
            const figure::Rect& cells = grid.cells;
            const bool is_beside = text.at.x > cells.x - 90 && text.at.x < cells.right() + 4;
            const bool is_row_or_column =
                text.at.y > cells.y - 22 && text.at.y < cells.bottom() + 14;
            return text.font == figure::Font::Mono ? cells.contains(text.at)
                                                   : is_beside && is_row_or_column;
        });
}

/// Lists the texts that are too small, each with its size. `cards_have_cells`: rows of small cells
/// stand in cards, which are no matrices.
std::string small_letters(const figure::Figure& figure, bool cards_have_cells) {
    std::map<std::string, float> found;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<figure::Text>(&shape); text && !text->text.empty())
            if (text->size < least_letters - 0.01F &&
                (text->size < least_of_cells - 0.01F ||
                 !(is_of_cells(figure, *text) || (cards_have_cells && is_number(text->text)))))
                found.emplace(text->text, text->size);
    std::string list;
    for (const auto& [text, size] : found)
        list += text + " (" + std::to_string(size).substr(0, 5) + "), ";
    return list;
}

} // namespace

TEST(Letters, OfEveryPageAreLargeEnough) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    std::size_t pages = 0;
    for (const io::Preset& preset : *presets) {
        if (preset.name == "concepts") // Its twelve matrices shrink to fit, and grow with a zoom.
            continue;
        const Document document = io::open_document(preset.name).value();
        const Trace trace = evaluate(document);
        const View view;
        const OpenPart part(document, trace, view);
        const float panel = std::clamp(768 * figure::figures_of(document).panel_share, 126.0F,
                                       14 * figure::figures_of(document).panel_most_lines);
        const auto see = [&](const figure::PageInfo& page, figure::Size room) {
            if (!page.lack(document).empty())
                return;
            figure::PageInput input{part, trace, view, {room, 1, 14}};
            input.options.has_offers = true;
            input.options.part = has_parts(document) ? &part : nullptr;
            input.panel = room;
            figure::TrainingSeen training;
            input.training = &training;
            EXPECT_EQ(small_letters(page.make(input).figure, page.name == "heads/outputs"), "")
                << preset.name << ", " << page.name;
            ++pages;
        };
        for (const figure::PageInfo& page : figure::canvas_pages())
            if (page.name != "sensitivity")
                see(page, {1366, 768 - 142 - panel});
        for (const figure::PageInfo& page : figure::panel_pages())
            see(page, {1366, panel});
    }
    EXPECT_GT(pages, 150U);
}
