// SPDX-License-Identifier: MIT
// Which pages the window offers for a document, and which ones it shows.
#pragma once

#include "app/session/frame.h"
#include "app/session/ui_state.h"
#include "core/document/model/model.h"
#include "core/figure/pages/pages.h"

#include <string_view>

namespace app {

inline bool has_page(const attn::Document& document, std::string_view id) {
    const auto* const page = attn::figure::page_with_id(attn::figure::canvas_pages(), id);
    return page && has_stage(document, attn::Stage::Weights) &&
           (page->invites(document) || page->lack(document).empty());
}

/// Returns the chosen page. Returns Backward while gradients are shown, and Forward if the document
/// does not have the chosen page or a matrix is enlarged.
inline std::string_view shown_page(const attn::Document& document, const UiState& ui) {
    if (ui.sensing)
        return page_id::backward;
    const std::string_view chosen = ui.window.page;
    const bool is_seen = has_page(document, chosen) && !ui.window.enlarged;
    return is_seen ? chosen : page_id::forward;
}
inline std::string_view shown_page(const Frame& frame) {
    return shown_page(frame.document, frame.ui);
}

inline bool has_panel_tab(const attn::Document& document, std::string_view tab) {
    const auto* const page = attn::figure::page_with_id(attn::figure::panel_pages(), tab);
    return page && page->lack(document).empty();
}

/// Whether the lower panel is folded, as it is beside a lesson and below a matrix in the spotlight
/// until one of its tabs is chosen.
inline bool is_panel_folded(const UiState& ui) {
    if (ui.teaching.lesson)
        return !ui.teaching.lesson->has_panel;
    return ui.window.enlarged && !ui.window.has_panel_in_light;
}
/// Folds it there, or unfolds it. Elsewhere it is never folded.
inline void fold_panel(UiState& ui, bool folds) {
    if (ui.teaching.lesson)
        ui.teaching.lesson->has_panel = !folds;
    else
        ui.window.has_panel_in_light = ui.window.enlarged && !folds;
}

/// The chosen page of the lower panel, or the first if the document does not have it.
inline std::string_view shown_panel_tab(const attn::Document& document, std::string_view chosen) {
    return has_panel_tab(document, chosen) ? chosen : page_id::query;
}

} // namespace app
