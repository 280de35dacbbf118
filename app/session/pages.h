// SPDX-License-Identifier: MIT
// Which pages the window offers for a document, and which one it shows.
#pragma once

#include "app/session/frame.h"
#include "app/session/panel_tabs.h"
#include "app/session/ui_state.h"
#include "core/figure/block_page.h"

namespace app {

inline bool has_page(const attn::Document& document, WindowPage page) {
    return has_stage(document, attn::Stage::Weights) &&
           (page != WindowPage::Heads || has_panel_tab(document, PanelTab::Heads)) &&
           (page != WindowPage::Block || attn::figure::has_block_page(document));
}

/// Returns the chosen page. Returns Backward while gradients are shown, and Forward if the document
/// does not have the chosen page or a matrix is enlarged.
inline WindowPage shown_page(const attn::Document& document, const UiState& ui) {
    if (ui.sensing)
        return WindowPage::Backward;
    const WindowPage chosen = ui.window.page;
    const bool is_seen = has_page(document, chosen) && !ui.window.enlarged;
    return is_seen ? chosen : WindowPage::Forward;
}
inline WindowPage shown_page(const Frame& frame) {
    return shown_page(frame.document, frame.ui);
}

} // namespace app
