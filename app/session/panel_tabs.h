// SPDX-License-Identifier: MIT
// Which pages the lower panel offers for a document.
#pragma once

#include "app/session/window_state.h"
#include "core/document/document.h"
#include "core/document/model.h"
#include "core/document/open_part.h"
#include "core/figure/map_figure.h"
#include "core/figure/positions_figure.h"

namespace app {

inline bool has_panel_tab(const attn::Document& document, PanelTab tab) {
    switch (tab) {
    case PanelTab::Query:
        return true;
    case PanelTab::Map:
        return attn::figure::has_map(document, attn::figure::MapOf::X);
    case PanelTab::Heads:
        return has_stage(document, attn::Stage::Weights) &&
               (head_count(document) > 1 || has_parts(document));
    case PanelTab::Positions:
        return attn::figure::has_positions_figure(document);
    case PanelTab::Lines:
    case PanelTab::Training:
        break;
    }
    return has_stage(document, attn::Stage::Weights);
}

/// The chosen page, or the first if the document does not have it.
inline PanelTab shown_panel_tab(const attn::Document& document, PanelTab chosen) {
    return has_panel_tab(document, chosen) ? chosen : PanelTab::Query;
}

} // namespace app
