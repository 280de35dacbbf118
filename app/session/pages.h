// SPDX-License-Identifier: MIT
// Which pages the window has for a document, and which of them is shown.
#pragma once

#include "app/session/frame.h"
#include "app/session/panel_tabs.h"
#include "app/session/ui_state.h"

namespace app {

inline bool has_page(const attn::Document& document, WindowPage page) {
    return has_stage(document, attn::Stage::Weights) &&
           (page != WindowPage::Heads || has_panel_tab(document, PanelTab::Heads));
}

/// The page that was chosen, or the first where the document has none such.
inline WindowPage shown_page(const Frame& frame) {
    if (frame.ui.sensing)
        return WindowPage::Backward;
    const WindowPage chosen = frame.ui.window.page;
    return has_page(frame.document, chosen) ? chosen : WindowPage::Forward;
}

} // namespace app
