// SPDX-License-Identifier: MIT
// The PyTorch programs that the lab writes, run by PyTorch (python3-torch).
#include "tests/programs/written.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(LargePrograms, PyTorchGivesEveryStage) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::documents(50))
        test::write(folder, named, publish::Language::PyTorch, ".py");
    const auto ended = test::compare(folder, "torch", 1e-12);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}
