// SPDX-License-Identifier: MIT
// Another program takes a picture from the clipboard.
#include "tests/support/lab_driver.h"
#include "tests/support/python.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

namespace attn::copied_picture_test {

using namespace test;

namespace {

/// Waits for the next message that begins like this.
void until_told(LabDriver& lab, const std::string& beginning) {
    lab.until("the message " + beginning, [&](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().starts_with(beginning);
    });
}

} // namespace

TEST(Export, TheClipboardHoldsThePictureOfTheFile) {
    LabDriver lab({"ten-by-sixty-four"}); // has a large picture
    const std::string first = document_text(lab.probe());
    lab.press("ctrl+shift+c");
    until_told(lab, "Copied the picture");
    lab.press("ctrl+e");
    lab.until("the preview", [](const Json& now) {
        return now["exporting"]["is_seen"] == true && now["exporting"]["working"] == 0;
    });
    lab.press("Return");
    until_told(lab, "Wrote ");
    const std::string xclip =
        "DISPLAY=" + lab.screen().display() + " timeout 20 xclip -selection clipboard -o -t ";
    EXPECT_EQ(run_shell(xclip + "TARGETS").out, "TARGETS\nTIMESTAMP\nimage/png\n");
    const Ended pasted = run_shell(xclip + "image/png");
    EXPECT_EQ(pasted.code, 0) << pasted.err;
    EXPECT_EQ(pasted.out, bytes_of(lab.home() + "/ten-by-sixty-four.png"));
    EXPECT_GT(pasted.out.size(), std::size_t{1} << 18) << "handed over in parts";
    EXPECT_NE(run_shell(xclip + "UTF8_STRING").code, 0) << "a picture is no text";
    EXPECT_EQ(document_text(lab.probe()), first);
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::copied_picture_test
