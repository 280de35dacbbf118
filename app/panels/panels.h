// SPDX-License-Identifier: MIT
// The parts of the window. Each reads the frame, draws, and posts what the user asks for.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"
#include "core/figure/block_page.h"
#include "core/figure/figure.h"
#include "core/figure/heads_page.h"
#include "core/figure/loss_curve.h"
#include "core/figure/map_figure.h"

#include <vector>

namespace app {

/// Menus, undo, the query word, and the formula whose parts are the switches; returns its height.
float draw_toolbar(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// Where the figure of the calculation was drawn, for tests.
struct CanvasPlace {
    attn::figure::Point origin;
};
/// What the figures of pages have beside their cells.
struct PageParts {
    const attn::figure::LossPlot* loss = nullptr; // a curve that is scrubbed, if there is one
    std::vector<attn::figure::BlockCardRegion> block_cards = {}; // fold and open
    attn::figure::CardRegions heads = {};                        // open, and have a switch
};
/// The calculation: hovering, choosing, scrubbing, painting the mask, typing over, moving words,
/// and asking for menus. On a page that is presented there are no actions.
CanvasPlace draw_canvas(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const attn::figure::Figure& figure, attn::figure::Rect rect,
                        const PageParts& parts = {});

/// The menu of a number, a word or a title of the canvas that was asked for.
void draw_context_menu(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                       const attn::figure::Figure& canvas, const CanvasPlace& place);

/// A and B beside each other where the canvas is otherwise, with a button for each stage.
void draw_compare_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const attn::figure::Figure& figure, attn::figure::Rect rect);
/// The height of its buttons.
float compare_buttons_height(const Look& look);

/// How wide the pages are named at the right of the line.
float panel_tabs_width(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// A figure of the lower panel in the present window, whose numbers are pointed at and clicked.
void draw_in_panel(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                   attn::figure::Point corner);

/// What the query word asks, hears and gets.
/// Its figure may be wider than the rectangle; the rest is covered.
void draw_query_panel(const Frame& frame, const Look& look, const attn::figure::Figure& figure,
                      attn::figure::Rect rect);

/// The line above it: what the number under the pointer is made of, and at the right the pages of
/// the panel below. Its upper edge is dragged to make the panel, `panel` high, higher or lower; a
/// double click brings the usual height back.
void draw_derivation_line(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          const attn::figure::Figure& figure, attn::figure::Rect rect, float panel);

/// The height of the panel that was wanted, in text sizes, where `room` is its and the canvas's:
/// none, or from three lines up to half of the room.
float panel_height_within(float wanted, float room, float text);

/// The maps of words beside what chooses their axes. Words of X are dragged, words of X and Q
/// chosen by a click.
float map_controls_width(const Look& look);
void draw_map_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                    const attn::figure::MapPanel& map, attn::figure::Rect rect);
/// Follows the pointer up to where the button is let go.
void continue_map_drag(const Frame& frame);

/// Where the selected number comes from, or what moves the chosen one, with buttons: to go back and
/// forward, and to copy or to leave.
void draw_derivation_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const attn::figure::Figure& figure, attn::figure::Rect rect);
/// What its buttons take of the heading.
float derivation_buttons_width(const Frame& frame, const Look& look);

/// The lesson's step beside the calculation.
void draw_lesson(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                 attn::figure::Rect rect);

/// A sentence that becomes a document, ways to open one, and cards of what there is.
void draw_start_page(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     attn::figure::Rect rect);
/// Its left side: the fields and the ways to open something. Only for start_page.cpp.
void draw_start_form(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                     attn::figure::Rect rect);

/// The page of a step, or a blank screen, over the whole window.
CanvasPlace draw_presentation(const Frame& frame, const Look& look,
                              const attn::figure::Figure& page);

/// A pasted text that does not just fit: its matrices and where they can go.
void draw_pasting(const Frame& frame, const Look& look);
/// The folder of a model: a text, every head for it, and what comes of the chosen one.
void draw_model_importing(const Frame& frame, const Look& look);
/// Arrays of other files: which becomes what, and what comes of it.
void draw_importing(const Frame& frame, const Look& look);
/// Random numbers for the selection: generator, distribution, seed.
void draw_filling(const Frame& frame, const Look& look);
/// One more word: which words are likely, which comes next, and what is kept of the others.
void draw_generating(const Frame& frame, const Look& look);

/// Stands for the calculation and its page as long as nothing came out of the document.
attn::figure::Figure computing_figure(const Frame& frame, const Look& look,
                                      attn::figure::Size size);

struct Status {
    std::string computed; // "recomputed in 3 µs"
    bool is_changed = false;
    bool has_file = false;
};
void draw_status_bar(const Frame& frame, const Look& look, const Status& status,
                     attn::figure::Rect rect);

/// What is exported, with every option, and the file itself beside them.
void draw_export_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions);
/// Its left side: every option. Only for export_panel.cpp.
void draw_export_options(const Frame& frame, const Look& look, const std::vector<Action>& actions);

/// Every step of the history, beside the calculation.
void draw_history(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                  attn::figure::Rect rect);

/// Dialogs over everything; each draws nothing while it is closed.
void draw_file_dialog(const Frame& frame, const Look& look);
void draw_recovery(const Frame& frame, const Look& look);
void draw_question(const Frame& frame, const Look& look);
/// A large file that a thread reads.
void draw_reading(const Frame& frame, const Look& look);

void draw_palette(const Frame& frame, const Look& look, const std::vector<Action>& actions);
void draw_leaflet(const Frame& frame, const Look& look);
void draw_help(const Frame& frame, const Look& look, const std::vector<Action>& actions);

} // namespace app
