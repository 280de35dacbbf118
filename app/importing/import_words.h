// SPDX-License-Identifier: MIT
// The choices that an import's sentences name, in the words of its panel.
#pragma once

#include "core/io/import_choice.h"

#include <string>

namespace app {

/// Says "8 in “Heads in W”" where the command line says "--heads 8". A choice that the panel does
/// not have is an option of the command attention-lab import.
std::string in_panel(const attn::io::ImportChoice& choice);

} // namespace app
