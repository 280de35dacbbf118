// SPDX-License-Identifier: MIT
// Which pages the lower panel has for a document.
#pragma once

#include "app/session/window_state.h"
#include "core/document/document.h"
#include "core/document/model.h"

namespace app {

inline bool has_panel_tab(const attn::Document& document, PanelTab tab) {
    return tab == PanelTab::Query || (has_stage(document, attn::Stage::Weights) &&
                                      (tab == PanelTab::Lines || head_count(document) > 1));
}

/// The page that was chosen, or the first where the document has none such.
inline PanelTab shown_panel_tab(const attn::Document& document, PanelTab chosen) {
    return has_panel_tab(document, chosen) ? chosen : PanelTab::Query;
}

} // namespace app
