// SPDX-License-Identifier: MIT
// Lists the pages that the window shows, one row each. The window's tabs and actions, the names of
// figures, the export panel and pages for browsers read these rows: a page with a row has them all.
#pragma once

#include "core/document/explaining/head_effects.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/block_page.h"
#include "core/figure/pages/heads_page.h"
#include "core/figure/pages/training_page.h"
#include "core/figure/plots/map_figure.h"
#include "core/figure/spotlight/spotlight.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::figure {

/// Everything that a page is made from.
struct PageInput {
    const OpenPart& part; // the open attention; part.whole() is the document
    const Trace& trace;   // the whole document's
    const View& view;     // its places are the whole document's
    /// For a figure of the open part: `kept` and `before` belong to the part.
    CanvasOptions options;
    const Calculation* before = nullptr; // the whole document; changes since then are marked
    FoldedCards folded = {};             // cards on the page Block
    std::optional<Stage> enlarged = {};  // a stage of the whole document; empty: the main one
    /// What heads do, kept until the next evaluation; null: nothing is kept.
    std::optional<HeadEffects>* effects = nullptr;
    /// What the spotlight shows; null: the selected number, else `enlarged`.
    const Spotlight* light = nullptr;
    std::size_t lit_phrase = 0; // the phrase under the pointer, whose frame is thicker; 0: none
    const TrainingSeen* training = nullptr;
    /// What heads do to the next word of the model in the folder, of documents that
    /// has_effects_of_folder(); null: of the document's own number.
    const FolderEffects* of_folder = nullptr;
    Size panel = {}; // the lower panel's, of which a selected number takes a part
    std::optional<std::pair<Index, Index>> map_columns = {};
    std::vector<MapPlot> kept_axes = {}; // stay while a word of the map is dragged
};

/// A page, and what can be pressed or dragged on it besides its numbers.
struct PageFigure {
    Figure figure;
    std::vector<BlockCardRegion> block_cards = {};
    CardRegions head_cards = {};
    LossPlot loss = {};
    std::vector<MapPlot> maps = {};
};

/// What in a view changes a page, one bit each: export refuses options that change nothing.
namespace page_reads {
enum Read : std::uint32_t {
    Query = 1U << 0U,
    Head = 1U << 1U,
    Numbers = 1U << 2U, // their format
    Marks = 1U << 3U,
    Weights = 1U << 4U, // the colours of matrices with weights
    Scores = 1U << 5U,
    Signed = 1U << 6U,
    SharedRange = 1U << 7U, // matrices that are not weights may share one
    Parts = 1U << 8U,       // labels, gaps and other parts that matrices may lack
    Lines = 1U << 9U,       // which lines between words are drawn
    Bars = 1U << 10U,       // colours and range, without a scale from number to colour
    Ends = 1U << 11U,       // the range alone: bars of weights are full at its end
    Changes = 1U << 12U     // colours alone, of changes that have a range of their own
};
constexpr std::uint32_t matrices =
    Query | Head | Numbers | Marks | Weights | Scores | Signed | SharedRange;
} // namespace page_reads

struct PageInfo {
    std::string_view name;  // names the figure: "training"
    std::string_view title; // in lists of figures: "The training: what is, and what should be"
    /// Why the document has no such page, as a sentence; empty if it has one.
    std::string (*lack)(const Document&) = nullptr;
    PageFigure (*make)(const PageInput&) = nullptr;
    std::uint32_t reads = page_reads::matrices;
    /// It has no matrices that could stand one after the other, so on paper it is drawn as it is.
    bool (*is_drawn_on_paper)(const Document&) = [](const Document&) { return false; };

    // In the window:
    std::string_view id = {};       // names the tab: "training" for the action "page.training"
    std::string_view tab = {};      // the tab's word; empty: there is no tab
    std::string_view sentence = {}; // what the tab does
    /// In the lower panel: while the page `on` is shown, this one replaces the tab `instead_of`.
    std::string_view on = {}, instead_of = {};
    bool is_listed_always = false; // its tab is listed, though grey, if the document lacks it
    /// Whether the window shows it though the document lacks it: with what to do, or with what the
    /// folder of its model says.
    bool (*invites)(const Document&) = [](const Document&) { return false; };
    /// Needs more than a document: a gradient, or the losses of a training.
    bool needs_more = false;
};

/// Lists the pages that are shown in the canvas's place, in the order of their tabs.
std::span<const PageInfo> canvas_pages();
/// Lists the pages of the lower panel. Pages for browsers are small and have no such panel, so this
/// is another list in another file.
std::span<const PageInfo> panel_pages();

/// Finds the row with this id; null if there is none.
const PageInfo* page_with_id(std::span<const PageInfo> pages, std::string_view id);
/// Finds the row with this figure's name; null if there is none.
const PageInfo* page_with_name(std::span<const PageInfo> pages, std::string_view name);

constexpr std::string_view enlarged_figure = "enlarged";
constexpr std::string_view effects_figure = "effects";
constexpr std::string_view lit_figure = "spotlight";

} // namespace attn::figure
