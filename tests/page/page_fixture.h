// SPDX-License-Identifier: MIT
// A test of the page that a document becomes: the page as a file, and what a browser did with it.
#pragma once

#include "core/document/document.h"
#include "core/publish/page_file.h"
#include "tests/page/browser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::test {

using Json = nlohmann::json;

class PageFixture : public ::testing::Test {
protected:
    explicit PageFixture(Browser browser) : browser_(browser) {}

    void SetUp() override {
        if (publish::page_bytes().empty())
            GTEST_SKIP() << "the program was built without pages";
        if (const std::string missing = missing_for(browser_); !missing.empty())
            GTEST_SKIP() << missing;
    }

    std::string file(const std::string& name, const Document& document,
                     const publish::PageOffer& offer = {}) {
        const auto bytes = publish::page_file(document, offer);
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
        return folder_.file(name, bytes ? *bytes : "");
    }

    /// What the orders gave; a failure where they could not be done.
    Json done(const Json& orders, const Json& setup = Json::object()) {
        const Driven driven = drive_browser(orders, setup, browser_);
        EXPECT_EQ(driven.fault, "");
        EXPECT_EQ(driven.results.size(), orders.size());
        return driven.results.size() == orders.size() ? driven.results
                                                      : Json(std::vector<Json>(orders.size()));
    }

    TempDir folder_;

private:
    Browser browser_;
};

inline Json run(const std::string& script) {
    return {{"run", script}};
}

/// The page tells its steps, or its lesson, forward and back.
inline const std::string tell = "document.getElementById('tell').click();";
inline const std::string teach = "document.getElementById('teach').click();";
inline const std::string next = "document.getElementById('told-next').click();";
inline const std::string back = "document.getElementById('told-back').click();";
/// What is told after the script, and the document.
inline Json told_after(const std::string& script) {
    return run(script +
               "attentionLab.refresh();"
               "const told = (part) => document.getElementById('told-' + part).textContent;"
               "return [told('at'), told('title'), told('text'), attentionLab.file()];");
}

} // namespace attn::test
