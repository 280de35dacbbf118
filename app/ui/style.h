// SPDX-License-Identifier: MIT
// The theme as Dear ImGui's style.
#pragma once

#include "core/figure/theme.h"

namespace app {

/// Colours and spacing for a theme at a text size in pixels.
void apply_style(const attn::figure::Theme& theme, float text);

} // namespace app
