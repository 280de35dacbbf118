// SPDX-License-Identifier: MIT
// A headless browser that a test gives orders, as browser.py and firefox.mjs read them.
#pragma once

#include "tests/support/python.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace attn::test {

enum class Browser { Chromium, Firefox };

/// The folder in which scripts/test installs the packages of tests/page/package.json.
inline constexpr const char* node_modules = ATTENTION_SOURCE_DIR "/build/node/node_modules/";

/// The path of a file in these packages; empty if they are not installed.
inline std::string node_file(const std::string& name) {
    const std::string file = node_modules + name;
    return std::filesystem::exists(file) ? file : "";
}

/// What is missing to drive a browser; empty if nothing is.
inline std::string missing_for(Browser browser) {
    const auto is_there = [](const char* name) {
        return std::filesystem::exists(std::string("/usr/bin/") + name);
    };
    if (browser == Browser::Chromium)
        return is_there("chromium") && is_there("chromedriver")
                   ? ""
                   : "chromium and chromium-driver are not installed";
    if (!is_there("firefox-esr") || !is_there("node"))
        return "firefox-esr and nodejs are not installed";
    return node_file("puppeteer-core").empty()
               ? "puppeteer-core is not installed; scripts/test --all does it"
               : "";
}

struct Driven {
    nlohmann::json results; // one for each order; empty if the browser could not be driven
    std::string fault;
};

/// Carries out the orders in a window of their own. Those without a setup share one Chromium, which
/// ends with the test process; others start a browser.
Driven drive_browser(const nlohmann::json& orders,
                     const nlohmann::json& setup = nlohmann::json::object(),
                     Browser browser = Browser::Chromium);

} // namespace attn::test
