// SPDX-License-Identifier: MIT
// If text shows boxes because this machine has no typeface for it, tells in the status bar which
// script it is and which Debian package has it: once for each script, when no other message is
// shown.
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
    /// Takes the characters that frames lacked and the place of messages. Returns whether it set a
    /// new message.
    bool follow(const std::vector<char32_t>& lacking, std::optional<Message>& message);

private:
    std::set<std::string> known_; // scripts
    std::vector<attn::publish::ScriptTypeface> waiting_;
};

} // namespace app
