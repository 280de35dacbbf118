// SPDX-License-Identifier: MIT
// Messages of the program to the user, and questions that it asks before it continues.
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

/// A question to be answered before anything else. Esc takes the last choice.
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
