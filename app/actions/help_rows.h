// SPDX-License-Identifier: MIT
// Every key with what it does, in five groups, for the help.
#pragma once

#include "app/actions/actions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct HelpRow {
    std::string keys, what;
};
struct HelpGroup {
    std::string_view name;
    std::vector<HelpRow> rows;
};

/// The number of the group that the actions of a menu belong to; nothing if the menu has none.
std::optional<std::size_t> help_group(std::string_view menu);

/// The rows of all five groups whose keys or words contain the text; the groups stay in order, and
/// those without a row are left out.
std::vector<HelpGroup> help_groups(const std::vector<Action>& actions, const std::string& search);

} // namespace app
