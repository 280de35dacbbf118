// SPDX-License-Identifier: MIT
// Documents with many unknown keys: the packaged program reads or refuses them within a second of
// processor time.
#include "tests/package/tools.h"
#include "tests/support/measured.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

/// A document of two words with `count` further keys.
std::string document_with_keys(int count) {
    std::string text = R"({"format": "attention-lab", "version": [2, 0],
  "lists": {"words": ["the", "cat"]},
  "inputs": {"X": [[1, 2], [3, 4]], "W_Q": [[1], [2]], "W_K/0": [[3], [4]], "W_V/0": [[5], [6]]})";
    for (int key = 0; key < count; ++key)
        text += ",\n\"key_" + std::to_string(key) + "\": " + std::to_string(key);
    return text + "}\n";
}

struct Checked {
    Ended ended;
    double seconds = 0; // processor time, which does not depend on other work
};

Checked checked(const std::string& program, const std::string& file) {
    rusage before{}, after{};
    getrusage(RUSAGE_CHILDREN, &before);
    const Ended ended = run_shell(quoted(program) + " check " + quoted(file));
    getrusage(RUSAGE_CHILDREN, &after);
    return {ended, processor_seconds(after) - processor_seconds(before)};
}

} // namespace

TEST(ManyKeys, AreAnsweredWithinASecond) {
    const std::string package = newest_package();
    if (package.empty())
        GTEST_SKIP() << "scripts/package has not made a package of this version";
    const TempDir folder;
    ASSERT_EQ(
        run_shell("dpkg-deb --extract " + quoted(package) + " " + quoted(folder / "lab")).code, 0);
    const std::string program = folder / "lab/usr/bin/attention-lab";

    const Checked most = checked(program, folder.file("most.attn", document_with_keys(65'000)));
    EXPECT_EQ(most.ended.code, 0) << most.ended.err;
    EXPECT_NE(most.ended.out.find("good: 2 words"), std::string::npos) << most.ended.out;
    EXPECT_LT(most.seconds, 1);

    const Checked more = checked(program, folder.file("more.attn", document_with_keys(1'000'000)));
    EXPECT_EQ(more.ended.code, 3);
    EXPECT_NE(more.ended.err.find("there are more than 65536 keys"), std::string::npos)
        << more.ended.err;
    EXPECT_LT(more.seconds, 1);
    RecordProperty("seconds", std::to_string(more.seconds));
}
