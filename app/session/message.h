// SPDX-License-Identifier: MIT
// What the program tells the user, and what it asks before it goes on.
#pragma once

#include "app/session/outbox.h"

#include <cstddef>
#include <string>
#include <vector>

namespace app {

struct Message {
    std::string text;
    bool is_fault = false;
};

/// Something that has to be decided before anything else; the last choice is what Esc does.
struct Question {
    struct Choice {
        std::string id; // for tests: "dont_save"
        std::string label;
        std::vector<Request> requests;
    };
    std::string title;
    std::string text;
    std::vector<Choice> choices;
    std::size_t chosen = 0;
};

} // namespace app
