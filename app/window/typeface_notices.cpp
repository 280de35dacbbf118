// SPDX-License-Identifier: MIT
#include "app/window/typeface_notices.h"

namespace app {

bool TypefaceNotices::follow(const std::vector<char32_t>& lacking,
                             std::optional<Message>& message) {
    for (const char32_t code : lacking)
        if (const auto typeface = attn::publish::typeface_for(code);
            known_.insert(typeface.script).second)
            waiting_.push_back(typeface);
    if (waiting_.empty() || message)
        return false;
    const auto [script, package] = waiting_.front();
    waiting_.erase(waiting_.begin());
    const std::string letters = script.empty()      ? "some of these letters"
                                : script == "emoji" ? "these emoji"
                                                    : "letters of " + script;
    message =
        Message{"No typeface on this machine has " + letters + ". Install the Debian package " +
                    package + " and start Attention Lab again to see them.",
                false};
    return true;
}

} // namespace app
