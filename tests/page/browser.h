// SPDX-License-Identifier: MIT
// A headless Chromium that a test gives orders, as browser.py reads them.
#pragma once

#include "tests/support/python.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace attn::test {

/// Whether there is a browser to be driven.
inline bool has_browser() {
    return std::filesystem::exists("/usr/bin/chromium") &&
           std::filesystem::exists("/usr/bin/chromedriver");
}

struct Driven {
    nlohmann::json results; // of each order; empty where the browser could not be driven
    std::string fault;
};

inline Driven drive_browser(const nlohmann::json& orders,
                            const nlohmann::json& setup = nlohmann::json::object()) {
    const TempDir folder;
    const nlohmann::json all = {{"setup", setup}, {"orders", orders}};
    const Ended ended =
        run_shell("/usr/bin/python3 -B '" ATTENTION_SOURCE_DIR "/tests/page/browser.py' <'" +
                  folder.file("orders", all.dump()) + "'");
    if (ended.code != 0)
        return {nlohmann::json::array(), ended.err};
    return {nlohmann::json::parse(ended.out), ""};
}

} // namespace attn::test
