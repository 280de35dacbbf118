// SPDX-License-Identifier: MIT
// The parts of the window. Each reads the frame, draws, and posts requests. Read it for a list of
// all panels.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/prose_layout.h"
#include "core/figure/pages/pages.h"
#include "core/figure/plots/curves.h"
#include "core/figure/spotlight/spotlight.h"

#include <vector>

namespace app {

/// Draws menus, undo, the query word, and the formula with its switches. Returns its height.
float draw_toolbar(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// The second row above the canvas, which has the formula or the light's map.
attn::figure::Rect second_row(const Look& look);

/// Says where the figure of the calculation was drawn, for tests.
struct CanvasPlace {
    attn::figure::Point origin;
};
/// Interactive parts of a page's figure besides its cells.
struct PageParts {
    const attn::figure::LossPlot* loss = nullptr; // a curve to scrub; null if there is none
    std::vector<attn::figure::BlockCardRegion> block_cards = {}; // can be folded
    attn::figure::CardRegions heads = {};                        // open a head, and have a switch
    const attn::figure::Spotlight* light = nullptr; // the figure shows this, in its room alone
};
/// Draws the calculation and handles hovering, selecting, scrubbing, painting the mask, typing,
/// moving words, and context menus. A presented page passes no actions.
CanvasPlace draw_canvas(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const attn::figure::Figure& figure, attn::figure::Rect rect,
                        const PageParts& parts = {});

/// Draws the requested menu for a number, word or title of the canvas.
void draw_context_menu(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                       const attn::figure::Figure& canvas, const CanvasPlace& place);

/// Draws A and B side by side instead of the canvas, with a button for each stage.
void draw_compare_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const attn::figure::Figure& figure, attn::figure::Rect rect);
/// The height of its buttons.
float compare_buttons_height(const Look& look);

/// The width of the page names at the right of the line.
float panel_tabs_width(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// Draws a figure of the lower panel in the current window. Its numbers can be pointed at and
/// clicked.
void draw_in_panel(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                   attn::figure::Point corner);

/// Draws what the query word asks, hears and gets. The figure may be wider than `rect` and is
/// clipped.
void draw_query_panel(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                      attn::figure::Rect rect);

/// Draws the line above the panel: what the number under the pointer is made of, and the panel's
/// pages at the right. Dragging its upper edge changes the panel's height `panel`; a double click
/// restores the default height.
void draw_derivation_line(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          const attn::figure::Figure& figure, attn::figure::Rect rect, float panel);

/// Limits the wanted panel height, in text sizes: 0, or from three lines up to half of `room`,
/// which is the height of panel and canvas together.
float panel_height_within(float wanted, float room, float text);

/// Draws the maps of words beside the controls for their axes. Words of X can be dragged; words of
/// X and Q are chosen by a click.
float map_controls_width(const Look& look);
void draw_map_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                    const attn::figure::PageFigure& map, attn::figure::Rect rect);
/// Follows the pointer until the button is released.
void continue_map_drag(const Frame& frame);

/// Draws where the selected number comes from, or what moves the chosen one, with buttons to go
/// back and forward, and to copy or leave.
void draw_derivation_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const attn::figure::Figure& figure, attn::figure::Rect rect);
/// The width that its buttons take in the heading.
float derivation_buttons_width(const Frame& frame, const Look& look);

/// Draws the lesson's step beside the calculation.
void draw_lesson(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                 attn::figure::Rect rect);

/// Draws the editor of the lesson that is being written, in the place of the lesson.
void draw_lesson_editor(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        attn::figure::Rect rect);
float lesson_editor_width(const Look& look, float window);

/// Draws the start page: a sentence that becomes a document, ways to open one, and cards.
void draw_start_page(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     attn::figure::Rect rect);
/// Its left side: the fields and the ways to open something. Only for start_panel.cpp.
void draw_start_form(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     attn::figure::Rect rect);

/// Draws the page of a step, or a blank screen, over the whole window. `phrases` and `choices`
/// are their places on the page.
CanvasPlace draw_presentation(const Frame& frame, const Look& look,
                              const attn::figure::Figure& page,
                              const std::vector<attn::figure::PhraseRect>& phrases,
                              const std::vector<attn::figure::Rect>& choices);

/// Asks where to put a pasted text that does not simply fit.
void draw_pasting(const Frame& frame, const Look& look);
/// Imports from a model's folder: a text, all heads for it, and the resulting document.
void draw_model_importing(const Frame& frame, const Look& look);
/// Imports arrays from other files: which becomes what, and the resulting document.
void draw_importing(const Frame& frame, const Look& look);
/// Asks for random numbers for the selection: generator, distribution, seed.
void draw_filling(const Frame& frame, const Look& look);
/// Edits title and notes of the document.
void draw_about(const Frame& frame, const Look& look);
/// Asks for the next word: the likely words, which one comes next, and what is kept of the others.
void draw_generating(const Frame& frame, const Look& look);

/// The figure shown instead of calculation and page while the document has no result yet.
attn::figure::Figure computing_figure(const Frame& frame, const Look& look,
                                      attn::figure::Size size);

struct Status {
    std::string computed; // "recomputed in 3 µs"
    bool is_changed = false;
    bool has_file = false;
};
void draw_status_bar(const Frame& frame, const Look& look, const Status& status,
                     attn::figure::Rect rect);

/// Draws the export: every option, and a preview of the file beside them.
void draw_export_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions);
/// Its left side: every option. Only for export_panel.cpp.
void draw_export_options(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// Draws all steps of the history beside the calculation.
void draw_history(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                  attn::figure::Rect rect);

/// Dialogs over everything. Each draws nothing while it is closed.
void draw_file_dialog(const Frame& frame, const Look& look);
void draw_recovery(const Frame& frame, const Look& look);
void draw_question(const Frame& frame, const Look& look);
/// Shows that a large file is being read by a thread.
void draw_reading(const Frame& frame, const Look& look);

void draw_palette(const Frame& frame, const Look& look, const std::vector<Action>& actions);
void draw_leaflet(const Frame& frame, const Look& look);
void draw_help(const Frame& frame, const Look& look, const std::vector<Action>& actions);

} // namespace app
