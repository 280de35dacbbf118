// SPDX-License-Identifier: MIT
// Figure styles as JSON, for saved styles and for the last export.
#pragma once

#include "app/exporting/styles.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace app {

nlohmann::json json_of_style(const FigureStyle& style);

struct ReadStyle {
    FigureStyle style; // invalid keys have their default
    std::string fault; // the first invalid key, and what it may be; empty if there is none
};
ReadStyle style_of_json(const nlohmann::json& object);

} // namespace app
