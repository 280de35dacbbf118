// SPDX-License-Identifier: MIT
// Runs notebooks from top to bottom in Jupyter's own client; they print their saved output.
#include "tests/programs/written.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(LargeNotebooks, RunFromTopToBottomAndPrintTheSavedNumbers) {
    if (test::run_shell("/usr/bin/python3 -c 'import nbclient, matplotlib, ipykernel'").code != 0)
        GTEST_SKIP() << "needs python3-nbclient, python3-ipykernel and python3-matplotlib";
    const test::TempDir folder;
    for (const char* const preset : {"three-inputs", "two-heads", "causal-decoder-block",
                                     "translation", "concepts", "rotary-positions"})
        (void)folder.file(
            std::string(preset) + ".ipynb",
            *publish::program(*io::open_document(preset), publish::Language::Notebook));
    Document columns = *io::open_document("two-heads");
    columns.convention = Convention::TokensAsColumns;
    (void)folder.file("columns.ipynb", *publish::program(columns, publish::Language::Notebook));
    const auto ended = test::run_shell("MPLBACKEND= /usr/bin/python3 -B " ATTENTION_SOURCE_DIR
                                       "/tests/programs/notebooks.py '" +
                                       folder.path().string() + "'");
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}
