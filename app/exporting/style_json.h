// SPDX-License-Identifier: MIT
// A look of figures as JSON, in the files of saved styles and of what was exported last.
#pragma once

#include "app/exporting/styles.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace app {

nlohmann::json json_of_style(const FigureStyle& style);

struct ReadStyle {
    FigureStyle style; // what is not as it should be has its default
    std::string fault; // the first key that is not, and what it may be; empty if all are
};
ReadStyle style_of_json(const nlohmann::json& object);

} // namespace app
