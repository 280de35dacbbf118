// SPDX-License-Identifier: MIT
// The PyTorch programs that the lab writes, run by PyTorch (python3-torch).
#include "tests/programs/written.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

TEST(LargePrograms, PyTorchGivesEveryStage) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::mixed(test::documents(50)))
        test::write(folder, named, publish::Language::PyTorch, ".py");
    const auto ended = test::compare(folder, "torch", 1e-12);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

// People who take the program over into their model compute in 32 bits there.
TEST(LargePrograms, PyTorchGivesEveryStageInSinglePrecisionToFiveDigits) {
    const test::TempDir folder;
    std::size_t count = 0;
    for (const auto& [name, document] : test::mixed(test::documents(50))) {
        // Divided by a sum near 0, or as powers of scores in thousands, no five digits are left.
        const bool is_steep = name.starts_with("ten-by-sixty-four") ||
                              document.switches.normaliser == Normaliser::Sum;
        if (is_steep)
            continue;
        (void)folder.file(name + ".py",
                          replaced(*publish::program(document, publish::Language::PyTorch),
                                   "torch.float64", "torch.float32"));
        (void)folder.file(name + ".npz", *publish::to_npz(test::all_tables(document)));
        ++count;
    }
    EXPECT_GT(count, 30U);
    const auto ended = test::compare(folder, "torch", 1e-5);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}
