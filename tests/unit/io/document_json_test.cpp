// SPDX-License-Identifier: MIT
#include "core/document/model/evaluate.h"
#include "core/engine/numbers/normalisers.h"
#include "core/io/document/document_json.h"
#include "tests/support/random_document.h"
#include "tests/support/small_ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <tuple>

namespace attn::document_json_test {

using namespace io;

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// A number with any bits: normal, denormal, −0, infinite or NaN.
Real any_bits(std::mt19937_64& random) {
    constexpr Real special[] = {-0.0,
                                0.0,
                                infinity,
                                -infinity,
                                5e-324,
                                1.7976931348623157e308,
                                std::numeric_limits<Real>::quiet_NaN(),
                                0.1,
                                1.0 / 3};
    if (random() % 3 == 0)
        return special[random() % std::size(special)];
    const std::uint64_t bits = random();
    Real value = 0;
    std::memcpy(&value, &bits, sizeof value);
    // Every NaN reads back as the quiet one; its payload is lost.
    return std::isnan(value) ? 1.5 : value;
}

SharedMatrix any_matrix(std::mt19937_64& random, Index rows, Index columns) {
    Matrix matrix(rows, columns);
    for (Real& cell : matrix.reshaped())
        cell = any_bits(random);
    return matrix;
}

Document any_document(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto size = [&] { return static_cast<Index>(1 + random() % 5); };
    const std::string texts[] = {"",
                                 "cat",
                                 "the \"cat\"",
                                 "line\nbreak\ttab",
                                 "größer 注意 🙂",
                                 std::string("nul\0!", 5),
                                 "\\u202e \u202e",
                                 "</script>"};
    Document document;
    document.title = texts[random() % std::size(texts)];
    document.notes = texts[random() % std::size(texts)];
    const Index words = size(), width = size(), queries = size(), values = size();
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back(texts[random() % std::size(texts)]);
    document.embeddings = any_matrix(random, words, width);
    for (Index head = size(); head > 0; --head)
        document.heads.push_back({any_matrix(random, width, queries),
                                  any_matrix(random, width, queries),
                                  any_matrix(random, width, values)});
    if (random() % 3 == 0) {
        document.projections = Projections::None;
        if (random() % 2 == 0)
            document.heads.clear();
    }
    Switches& switches = document.switches;
    switches.scale.kind = static_cast<Scale::Kind>(random() % 5);
    if (switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = 0.1 + static_cast<Real>(random() % 100) / 7;
    switches.mask.kind = static_cast<Mask::Kind>(random() % 3);
    if (switches.mask.kind == Mask::Kind::Painted) {
        Flags painted(words, words);
        for (bool& cell : painted.reshaped())
            cell = random() % 2 == 0;
        switches.mask.painted = painted;
    }
    switches.normaliser = normalisers[random() % normalisers.size()].normaliser;
    switches.axis = static_cast<Axis>(random() % 2);
    switches.temperature = 0.5 + static_cast<Real>(random() % 10) / 3;
    document.convention = static_cast<Convention>(random() % 2);
    return document;
}

/// Ratings of any size, with or without new vectors.
Document any_concepts(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto numbers = [&](Index rows, Index columns) {
        Matrix matrix(rows, columns);
        for (Real& cell : matrix.reshaped())
            cell = random() % 5 == 0 ? -0.0 : static_cast<Real>(random() % 1000) / 7;
        return matrix;
    };
    const auto names = [&](const std::string& begin, Index count) {
        std::vector<std::string> list;
        for (Index at = count; at > 0; --at) // not in alphabetical order
            list.push_back(begin + std::to_string(at));
        return list;
    };
    const auto size = [&] { return static_cast<Index>(1 + random() % 5); };
    const Index people = size(), films = size(), vectors = size() - 1;
    Document document;
    document.model = Model::Concepts;
    document.projections = Projections::None; // as they read back
    document.tokens = names("P \"", people);
    document.embeddings = numbers(people, films);
    document.concepts = {names("größer ", films), 1, names("N", vectors), numbers(vectors, films)};
    document.concepts.kept = 1 + static_cast<Index>(random() % 9) % concept_count(document);
    document.convention = static_cast<Convention>(random() % 2);
    return document;
}

} // namespace

TEST(DocumentJson, IsReadBackBitForBit) {
    for (std::uint64_t seed = 0; seed < 225; ++seed) {
        const Document document = seed % 3 == 0 ? any_concepts(seed) : any_document(seed);
        ASSERT_TRUE(validate(document)) << "seed " << seed;
        const std::string text = write_document(document);
        const auto again = read_document(text, "saved.attn");
        ASSERT_TRUE(again) << "seed " << seed << ": " << again.error().text() << "\n" << text;
        EXPECT_TRUE(*again == document) << "seed " << seed << "\n" << text;
        EXPECT_EQ(write_document(*again), text) << "seed " << seed;
    }
}

TEST(DocumentJson, TheFileIsReadableAndInAFixedOrder) {
    Document document = new_document();
    document.title = "Two words";
    document.embeddings = Matrix{{1.0, -0.0}, {0.1, infinity}};
    document.switches.mask = {Mask::Kind::Painted, Flags{{false, true}, {false, false}}};
    EXPECT_EQ(write_document(document), R"({
  "format": "attention-lab",
  "version": [2, 0],
  "generator": "Attention Lab 0.1.0",
  "title": "Two words",
  "notes": "",
  "model": {
    "kind": "attention",
    "projections": "learned",
    "heads": 1,
    "scale": "sqrt_d_k",
    "temperature": 1,
    "mask": [
      [false, true],
      [false, false]
    ],
    "normaliser": "softmax",
    "axis": "rows"
  },
  "lists": {
    "words": ["one", "two"]
  },
  "inputs": {
    "X": [
      [1, -0.0],
      [0.1, "Infinity"]
    ],
    "W_Q/0": [
      [1, 0],
      [0, 1]
    ],
    "W_K/0": [
      [1, 0],
      [0, 1]
    ],
    "W_V/0": [
      [1, 0],
      [0, 1]
    ]
  }
}
)");
}

TEST(DocumentJson, ConceptsAreWrittenWithTheirNamesInOrder) {
    Document document = attn::test::small_ratings();
    document.projections = Projections::None; // as they read back
    document.title = "Two people";
    document.concepts.names = {"P9", "P8"};
    document.concepts.vectors = Matrix{{0, 1}, {5, -0.0}};
    const std::string text = write_document(document);
    EXPECT_EQ(text, R"({
  "format": "attention-lab",
  "version": [2, 0],
  "generator": "Attention Lab 0.1.0",
  "title": "Two people",
  "notes": "",
  "model": {
    "kind": "concepts",
    "kept": 1
  },
  "lists": {
    "people": ["A", "B"],
    "films": ["Star Wars", "Titanic"],
    "vectors": ["P9", "P8"]
  },
  "inputs": {
    "ratings": [
      [1, 1],
      [1, 1]
    ],
    "vectors": [
      [0, 1],
      [5, -0.0]
    ]
  }
}
)");
    EXPECT_EQ(*read_document(text, "saved.attn"), document);
    document.concepts.names.clear();
    document.concepts.vectors = Matrix::Zero(0, 2);
    const std::string without = write_document(document);
    EXPECT_EQ(without.find("vectors"), std::string::npos);
    EXPECT_EQ(*read_document(without, "saved.attn"), document);
}

TEST(DocumentJson, HeadZeroMayBeLeftOutOfNames) {
    const std::string text = write_document(new_document());
    std::string shorter = text;
    for (const char* name : {"W_Q/0", "W_K/0", "W_V/0"})
        shorter.erase(shorter.find(name) + 3, 2);
    const auto document = read_document(shorter, "short.attn");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(write_document(*document), text);
}

TEST(DocumentJson, AbsentKeysMeanTheirDefaults) {
    const auto document = read_document(R"({"format": "attention-lab", "version": [2, 0],
        "lists": {"words": ["a"]},
        "inputs": {"X": [[1, 2]], "W_Q": [[1], [2]], "W_K": [[3], [4]], "W_V": [[5], [6]]}})",
                                        "short.attn");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->title, "");
    EXPECT_EQ(document->projections, Projections::Learned);
    EXPECT_TRUE(document->switches == Switches{});
    EXPECT_EQ(document->unknown_keys, "");
    EXPECT_EQ(evaluate(*document).heads[0][Stage::Output](0, 0), 17);
}

TEST(DocumentJson, AByteOrderMarkIsAcceptedAndNotWritten) {
    const std::string text = write_document(new_document());
    const auto document = read_document("\xEF\xBB\xBF" + text, "bom.attn");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(write_document(*document), text);
}

TEST(DocumentJson, KeysOfANewerMinorVersionSurviveSaving) {
    std::string text = write_document(new_document());
    const auto replace = [&text](std::string_view from, std::string_view to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("[2, 0]", "[2, 7]");
    replace("\"kind\"", "\"dropout\": 0.5, \"kind\"");
    replace("\"model\"", "\"colours\": {\"kind\": \"dark\", \"base\": 10000.5}, \"model\"");
    replace("\"words\"", "\"sentences\": [\"x\"], \"words\"");
    const auto document = read_document(text, "newer.attn");
    ASSERT_TRUE(document) << document.error().text();

    const std::string saved = write_document(*document);
    EXPECT_NE(saved.find("\"version\": [2, 7]"), std::string::npos)
        << "in a file of this version they would be mistakes";
    EXPECT_NE(saved.find(R"("colours": {"base":10000.5,"kind":"dark"})"), std::string::npos);
    EXPECT_NE(saved.find("    \"axis\": \"rows\",\n    \"dropout\": 0.5\n  },"), std::string::npos);
    EXPECT_NE(saved.find("    \"words\": [\"one\", \"two\"],\n    \"sentences\": [\"x\"]\n  },"),
              std::string::npos);
    const auto again = read_document(saved, "saved.attn");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(*again == *document);
    EXPECT_EQ(write_document(*again), saved);
}

TEST(DocumentJson, UnknownKeysAreRefusedWithASuggestion) {
    const std::string text = write_document(new_document());
    const auto refusal = [&](std::string_view from, const std::string& to) {
        std::string changed = text;
        const auto at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        changed.replace(at, from.size(), to);
        const auto document = read_document(changed, "typed.attn");
        EXPECT_FALSE(document) << to;
        return document ? "" : document.error().text();
    };
    const std::tuple<std::string, std::string, std::string> cases[] = {
        {"\"kind\"", R"("maks": "causal", "kind")",
         R"(unknown key "maks" in model; did you mean "mask"?)"},
        {"\"kind\"", R"("temprature": 2, "kind")",
         R"(unknown key "temprature" in model; did you mean "temperature"?)"},
        {"\"kind\"", R"("key_value_group": 1, "kind")", R"(did you mean "key_value_groups"?)"},
        {"\"kind\"", R"("dropout": 0.5, "kind")",
         R"(unknown key "dropout" in model; the keys are kind, projections, heads)"},
        {"\"kind\"", R"("score": {"gaussian": 1, "sigm": 2}, "kind")",
         R"(there is no such key; expected "gaussian")"},
        {"\"kind\"", R"("positions": {"rotary": 100, "pair": "halves"}, "kind")",
         R"(did you mean "pairs"?)"},
        {"\"kind\": \"attention\"", R"("kind": "block", "block": {"layer": 2})",
         R"(did you mean "layers"?)"},
        {"\"words\"", R"("wrods": ["x"], "words")",
         R"(unknown key "wrods" in lists; did you mean "words"?)"},
        {"\"model\"", R"("training": {"learning_rat": 1}, "model")",
         R"(unknown key "learning_rat" in training; did you mean "learning_rate"?)"},
        {"\"title\"", R"("titel": "x", "title")",
         R"(unknown key "titel" in the document; did you mean "title"?)"},
        {"\"notes\"", R"("cover": [], "notes")", R"(did you mean "covers"?)"}};
    for (const auto& [from, to, expected] : cases) {
        const std::string said = refusal(from, to);
        EXPECT_NE(said.find(expected), std::string::npos) << to << "\n" << said;
        EXPECT_NE(said.find("typed.attn:"), std::string::npos) << said;
    }
    EXPECT_NE(refusal("\"kind\"", R"("maks": "causal", "kind")").find("model.maks"),
              std::string::npos);
}

TEST(DocumentJson, RecognisesALesson) {
    const auto document =
        read_document(R"({"title": "Why", "steps": [{"title": "One", "text": "Two"}]})",
                      "lessons/why-the-root.json");
    ASSERT_FALSE(document);
    EXPECT_NE(document.error().text().find("this is a lesson and no document"), std::string::npos);
    EXPECT_NE(document.error().text().find("attention-lab lesson notes why-the-root"),
              std::string::npos)
        << document.error().text();
}

TEST(DocumentJson, TextThatIsNotUtf8IsReplacedSoThatSavingCanNotice) {
    Document document = new_document();
    document.title = "bad \xFF";
    const auto again = read_document(write_document(document), "saved.attn");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->title, "bad \uFFFD");
    EXPECT_FALSE(*again == document);
}

TEST(DocumentJson, JoinedHeadsAreReadBackAsWritten) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Document document = attn::test::random_joined_document(seed);
        const auto again = read_document(write_document(document), "saved.attn");
        ASSERT_TRUE(again) << again.error().text() << " seed " << seed;
        EXPECT_TRUE(*again == document) << "seed " << seed;
    }
}

} // namespace attn::document_json_test
