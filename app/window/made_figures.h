// SPDX-License-Identifier: MIT
// Makes the window's figures from a FigureInput. make_figures gets no session, only this input and
// what its counters stand for: whatever it reads is compared, and cannot be forgotten.
#pragma once

#include "app/explaining/lighting.h"
#include "app/session/ui_state.h"
#include "app/session/window_places.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/telling/expected.h"
#include "core/figure/pages/kept_layouts.h"
#include "core/figure/pages/pages.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

/// The document's texts that figures show. Changing them needs no evaluation.
struct ShownNames {
    std::string title;
    attn::Words tokens, memory, words_out; // words out, or the vocabulary
    std::vector<std::string> columns, vectors;
    friend bool operator==(const ShownNames&, const ShownNames&) = default;
};
ShownNames names_of(const attn::Document& document);

/// The training as figures show it.
struct ShownTraining {
    std::uint64_t news = 0; // Learning::news, which stands for its losses
    std::size_t at = 0;     // the step that is looked at
    bool is_logarithmic = false, has_run = false, is_moving = false;
    bool is_seen = false; // a state of it stands for the document
    std::shared_ptr<const attn::Calculation> begun;
    friend bool operator==(const ShownTraining&, const ShownTraining&) = default;
};

/// Everything that the figures are made from: if two inputs are equal, so are their figures.
struct FigureInput {
    std::uint64_t evaluation = 0; // Results::count, which stands for document and trace
    std::uint64_t letters = 0;    // counts changes of the widths of letters
    ShownNames names;
    attn::View view;     // with what a lesson marks
    attn::View own_view; // without
    std::string_view page = page_id::forward, tab = page_id::query;
    std::optional<attn::Stage> enlarged; // while gradients are shown
    std::optional<LightOf> light;        // what stands in the canvas's place
    std::size_t lit_phrase = 0;
    attn::figure::Size map; // the room for the map of the light
    attn::figure::FoldedCards folded;
    std::optional<std::pair<attn::Index, attn::Index>> map_columns;

    attn::figure::Size canvas, panel;
    attn::figure::Rect visible; // the part of the canvas to draw; empty: all of it
    float text = 0, zoom = 0, scale = 1;
    attn::figure::Size curve;                      // the loss curve's, in the lower panel
    float map_controls = 0, tabs = 0, buttons = 0; // widths
    float compare_buttons = 0;                     // their height

    std::shared_ptr<const attn::Calculation> before; // changes since it are marked
    std::string before_name, cause;                  // what it is, and what has changed since
    bool is_of_gesture = false;                      // it goes when the drag or trial ends
    std::optional<Comparing> comparing;
    std::shared_ptr<const attn::Sensitivity> gradients; // shown instead of the numbers
    bool is_sensing = false;                   // a gradient is asked for, and may still be computed
    std::optional<attn::ExpectedRow> expected; // for the query word's weights
    std::optional<attn::ExpectedNumber> guess; // for the selected number
    bool holds_ranges = false;                 // during a drag colours keep their ranges
    ShownTraining training;
    std::optional<attn::FolderEffects> of_folder; // that the page Effects shows

    friend bool operator==(const FigureInput&, const FigureInput&) = default;
};

/// What the counters of a FigureInput stand for, and what does not change a figure.
struct FigureSource {
    const attn::Calculation& exact; // with the values of covered numbers
    const attn::Calculation& seen;
    std::span<const attn::Real> losses;
    attn::figure::Measure measure;
    // These make figures faster:
    attn::figure::KeptLooks& kept;
    attn::figure::KeptLayouts& layouts;
};

/// The figures of the last frame.
struct Figures {
    FigureInput from;
    bool is_made = false;
    attn::figure::PageFigure canvas, panel;
    attn::figure::Figure line, derivation, compared;
    std::optional<attn::figure::Spotlight> light; // that the canvas shows, with its map
    attn::figure::Figure map;
    std::vector<attn::SheetId> learned;       // sorted; the first ones are shown if not all fit
    std::size_t ranked_at = 0;                // the training step at which they were sorted
    std::optional<attn::HeadEffects> effects; // kept until the next evaluation
};

void make_figures(Figures& made, FigureInput now, const FigureSource& source);

} // namespace app
