// SPDX-License-Identifier: MIT
// Tests the page of a document: writes it as a file and returns what a browser did with it.
#pragma once

#include "core/document/model/document.h"
#include "core/publish/page_file.h"
#include "tests/page/browser.h"

#include <gtest/gtest.h>

#include <cmath>
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

    /// The results of the orders. Fails the test if they could not be carried out.
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

/// Opens a page, drags X[0,0], types over it and undoes that; reads X[0,0] after each.
inline Json orders_by_hand(const std::string& page) {
    const Json number = run("return attentionLab.show('X')[0][0];");
    return {{{"open", page}},
            {{"drag", {"X[0,0]", 40}}},
            number,
            {{"keys", "1/3\uE007"}}, // Enter
            number,
            {{"keys", "\uE009z"}}, // Ctrl+Z
            number};
}
inline void expect_done_by_hand(const Document& given, const Json& results) {
    const Real start = (*given.embeddings)(0, 0);
    EXPECT_EQ(results[2].get<Real>(), std::round((start + 0.4) * 100) / 100);
    EXPECT_EQ(results[4].get<Real>(), 1.0 / 3);
    EXPECT_EQ(results[6], results[2]) << "one step of undo for what was typed";
}

/// Steps through the page's calculation or lesson, forwards and back.
inline const std::string tell = "document.getElementById('tell').click();";
inline const std::string teach = "document.getElementById('teach').click();";
inline const std::string next = "document.getElementById('told-next').click();";
inline const std::string back = "document.getElementById('told-back').click();";
/// The shown text after the script, and the document.
inline Json told_after(const std::string& script) {
    return run(script +
               "attentionLab.refresh();"
               "const told = (part) => document.getElementById('told-' + part).textContent;"
               "return [told('at'), told('title'), told('text'), attentionLab.file()];");
}

} // namespace attn::test
