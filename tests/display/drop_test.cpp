// SPDX-License-Identifier: MIT
// Files dropped by a file manager (XDND).
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::drop_test {

using namespace test;

namespace {

const std::string model = ATTENTION_SOURCE_DIR "/tests/data/arrays/model.safetensors";

} // namespace

TEST(Matrices, AnArrayFileIsDroppedOnTheWindow) {
    LabDriver lab({.document = "four-words"});
    lab.drop({model});
    lab.until("the panel", [](const Json& now) { return now["importing"].is_object(); });
    lab.press("Escape");
    lab.until("no panel", [](const Json& now) { return now["importing"].is_null(); });
    lab.drop({lab.home() + "/nothing.attn"});
    lab.until("a sentence", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().find("nothing.attn") != std::string::npos;
    });
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::drop_test
