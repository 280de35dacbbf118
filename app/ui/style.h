// SPDX-License-Identifier: MIT
// Applies the theme to Dear ImGui's style.
#pragma once

#include "core/figure/theme.h"

namespace app {

/// Sets colours and spacing for a theme at a text size in pixels.
void apply_style(const attn::figure::Theme& theme, float text);

} // namespace app
