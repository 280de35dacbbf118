// SPDX-License-Identifier: MIT
// Where boxes stand for letters that no typeface of this machine has, the status bar says which
// script it is and which Debian package shows it: once for each script, when no other message is
// there.
#pragma once

#include "app/session/message.h"
#include "core/publish/cairo_line.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

class TypefaceNotices {
public:
    /// What frames lacked since, and where messages stand. Returns whether there is a new message.
    bool follow(const std::vector<char32_t>& lacking, std::optional<Message>& message);

private:
    std::set<std::string> known_; // scripts
    std::vector<attn::publish::ScriptTypeface> waiting_;
};

} // namespace app
