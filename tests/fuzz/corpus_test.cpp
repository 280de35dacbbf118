// SPDX-License-Identifier: MIT
// The seeds of the fuzzers as ordinary tests: each unchanged, cut at every length, and with every
// byte changed.
#include "tests/fuzz/targets.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

using namespace attn;

namespace {

struct Seed {
    fuzz::Target target;
    std::string path;
};

std::vector<Seed> seeds() {
    std::vector<Seed> list;
    for (const fuzz::Target& target : fuzz::targets)
        for (const auto& entry : std::filesystem::directory_iterator(
                 std::string(ATTENTION_SOURCE_DIR "/tests/fuzz/corpus/") +
                 std::string(target.name)))
            list.push_back({target, entry.path().string()});
    std::sort(list.begin(), list.end(),
              [](const Seed& a, const Seed& b) { return a.path < b.path; });
    return list;
}

std::string name_of(const testing::TestParamInfo<Seed>& seed) {
    std::string name = std::string(seed.param.target.name) + "_" +
                       std::filesystem::path(seed.param.path).filename().string();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; },
        '_');
    return name;
}

class Corpus : public testing::TestWithParam<Seed> {
protected:
    void SetUp() override { bytes = test::bytes_of(GetParam().path); }
    std::string bytes;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(Of, Corpus, testing::ValuesIn(seeds()), name_of);

TEST_P(Corpus, IsReadOrRefused) {
    ASSERT_LE(bytes.size(), 2048U) << "seeds are small, so that every byte of them can be changed";
    GetParam().target.run(bytes);
}

TEST_P(Corpus, IsReadOrRefusedAtEveryLength) {
    for (std::size_t length = 0; length < bytes.size(); ++length)
        GetParam().target.run(std::string_view(bytes).substr(0, length));
}

TEST_P(Corpus, IsReadOrRefusedWithEveryByteChanged) {
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ change);
            GetParam().target.run(changed);
        }
}

TEST(Fuzz, EveryReaderHasSeeds) {
    const std::vector<Seed> all = seeds();
    for (const fuzz::Target& target : fuzz::targets)
        EXPECT_GE(std::count_if(all.begin(), all.end(),
                                [&](const Seed& seed) { return seed.target.name == target.name; }),
                  3)
            << target.name;
}
