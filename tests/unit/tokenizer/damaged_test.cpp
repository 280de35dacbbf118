// SPDX-License-Identifier: MIT
// Every reader survives files that were cut or changed: it returns an error, or a tokenizer that
// splits text into existing ids.
#include "core/tokenizer/tokenizer.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>

using namespace attn;

namespace {

namespace fs = std::filesystem;

const std::string data = ATTENTION_SOURCE_DIR "/tests/data/tokenizers/";
const std::string text = "The cat's 3 mats — ёж 猫 ｆｉ ﬁ Ａ 🐱\n\n  end</s>";

/// Opens a copy of a folder in which one file has other bytes.
void open_changed(const test::TempDir& folder, const std::string& name, const std::string& bytes) {
    folder.file(name, bytes);
    const auto opened = tokenizer::open_tokenizer(folder.path().string());
    if (!opened) {
        EXPECT_FALSE(opened.error().message.empty());
        return;
    }
    if (const auto tokens = tokenizer::tokenize(*opened, text)) {
        for (const tokenizer::Token& token : *tokens)
            EXPECT_TRUE(token.id >= 0 && token.id < Index{1} << 21) << token.id;
    }
}

/// Some bytes changed, removed or doubled.
std::string mutated(std::string bytes, std::mt19937_64& random) {
    for (auto changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = random() % bytes.size();
        const std::size_t length = 1 + random() % 8;
        switch (random() % 4) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
            break;
        case 2:
            bytes.erase(at, length);
            break;
        default:
            bytes.insert(at, bytes.substr(random() % bytes.size(), length));
            break;
        }
    }
    return bytes;
}

void damage(const std::string& folder, const std::string& name) {
    const test::TempDir copy;
    for (const auto& entry : fs::directory_iterator(data + folder))
        fs::copy_file(entry.path(), copy.path() / entry.path().filename());
    const std::string whole = test::bytes_of(data + folder + "/" + name);
    ASSERT_FALSE(whole.empty()) << folder << "/" << name;
    std::mt19937_64 random(7);
    for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 40)
        open_changed(copy, name, whole.substr(0, length));
    for (int times = 0; times < 60; ++times)
        open_changed(copy, name, mutated(whole, random));
}

} // namespace

TEST(DamagedTokenizer, JsonIsReadOrRefused) {
    for (const char* folder : {"bert", "llama2", "llama3", "suffixed", "unigram"})
        damage(folder, "tokenizer.json");
}

TEST(DamagedTokenizer, VocabulariesAndMergesAreReadOrRefused) {
    damage("roberta-files", "vocab.json");
    damage("roberta-files", "merges.txt");
    damage("roberta-files", "config.json");
}

TEST(DamagedTokenizer, VocabulariesOfLinesAreReadOrRefused) {
    damage("bert-files", "vocab.txt");
    damage("bert-cased-files", "tokenizer_config.json");
}

TEST(DamagedTokenizer, ModelsOfSentencePieceAreReadOrRefused) {
    damage("sentencepiece-unigram", "tokenizer.model");
    damage("sentencepiece-bpe", "tokenizer.model");
}

// At these bytes the library itself would read past the end of the rules.
TEST(DamagedTokenizer, RulesWithAnyByteChangedAreReadOrRefused) {
    const test::TempDir folder;
    const std::string whole = test::bytes_of(data + "sentencepiece-unigram/tokenizer.model");
    // The rules are near the end of the file.
    ASSERT_GT(whole.size(), 3000U);
    for (std::size_t at = whole.size() - 3000; at < whole.size(); at += 3) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0xFF);
        open_changed(folder, "tokenizer.model", changed);
    }
}
