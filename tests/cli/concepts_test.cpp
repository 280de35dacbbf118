// SPDX-License-Identifier: MIT
// The second half of the four-words notebook through the program: its numbers, and invalid ratings.
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

using attn::test::run_program;
using Json = nlohmann::json;

namespace {

Json notebook() {
    const Json all =
        Json::parse(attn::test::bytes_of(ATTENTION_SOURCE_DIR "/tests/data/seed-figures.json"));
    for (const Json& entry : all)
        if (entry["id"] == "concepts")
            return entry;
    ADD_FAILURE() << "there are no figures of the concepts";
    return {};
}

Json values(const std::string& stage) {
    const auto finished = run_program({"show", "concepts", "--stage", stage, "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.err, "");
    return Json::parse(finished.out)["values"];
}

double at(const Json& grid, std::size_t row, std::size_t column) {
    return grid.at(row).at(column).get<double>();
}

/// The preset with one piece of its text replaced, as a file.
std::string changed(const attn::test::TempDir& folder, const std::string& from,
                    const std::string& to, const std::string& name = "changed.attn") {
    std::string text = attn::test::bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/concepts.attn");
    const auto place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    text.replace(place, from.size(), to);
    return folder.file(name, text);
}

} // namespace

TEST(ConceptFigures, SingularValuesEqualTheNotebooks) {
    const Json printed = notebook()["printed"]["s"], found = values("s");
    ASSERT_EQ(found.at(0).size(), printed.size());
    for (std::size_t j = 0; j < printed.size(); ++j)
        EXPECT_NEAR(at(found, 0, j), printed[j].get<double>(), 0.005) << j;
}

TEST(ConceptFigures, UAndVtEqualTheNotebooksUpToSigns) {
    const Json printed = notebook()["printed"];
    const Json u = values("U"), vt = values("Vt");
    for (std::size_t j = 0; j < 3; ++j) { // the others belong to singular values of 0
        const double sign = at(vt, j, 1) * at(printed["Vt"], j, 1) < 0 ? -1 : 1;
        for (std::size_t person = 0; person < 7; ++person)
            EXPECT_NEAR(sign * at(u, person, j), at(printed["U"], person, j), 0.0051)
                << person << ", " << j;
        for (std::size_t film = 0; film < 5; ++film)
            EXPECT_NEAR(sign * at(vt, j, film), at(printed["Vt"], j, film), 0.0051)
                << j << ", " << film;
    }
}

TEST(ConceptFigures, CosinesOfP8AndP9EqualTheNotebooks) {
    const Json seed = notebook();
    EXPECT_EQ(at(values("cosine"), 0, 1), seed["printed"]["cosine_P8_P9"].get<double>());
    EXPECT_NEAR(at(values("concept_cosine"), 0, 1),
                seed["concept_space_cosine_P8_P9"].get<double>(), 1e-9);
}

TEST(ConceptFigures, ThePresetHoldsTheRatingsOfTheNotebook) {
    const Json seed = notebook();
    const Json found = values("X");
    for (std::size_t person = 0; person < 7; ++person)
        for (std::size_t film = 0; film < 5; ++film)
            EXPECT_EQ(at(found, person, film), at(seed["X"], person, film));
    EXPECT_EQ(run_program({"check", ATTENTION_SOURCE_DIR "/assets/presets/concepts.attn"}).code, 0);
}

TEST(ConceptFigures, EveryNumberIsExplained) {
    const auto after = run_program({"explain", "concepts", "concept_cosine[0,1]"});
    EXPECT_EQ(after.code, 0) << after.err;
    EXPECT_NE(after.out.find("= 0.9926"), std::string::npos) << after.out;
    const auto before = run_program({"explain", "concepts", "cosine[0,1]"});
    EXPECT_NE(before.out.find("/ √25 / √41"), std::string::npos) << before.out;
}

TEST(ConceptFaults, RatingsThatCannotBeDecomposedAreRefused) {
    const attn::test::TempDir folder;
    struct Case {
        std::string from, to, sentence;
    };
    for (const Case& one : std::vector<Case>{
             {"\"kept\": 2", "\"kept\": 6", "expected a whole number from 1 to 5"},
             {"\"kept\": 2", "\"kept\": 0", "expected a whole number from 1 to 5"},
             {"[5, 0, 0, 0, 0]", "[5, 0, 0]",
              "inputs.vectors[1]: this row has 5 numbers, but the first row has 3"},
             {"[1, 1, 1, 0, 0]", "[1, \"NaN\", 1, 0, 0]", "NaN cannot be taken apart"},
             {"[5, 0, 0, 0, 0]", "[\"Infinity\", 0, 0, 0, 0]", "must be finite"},
             {"[1, 1, 1, 0, 0]", "[1, 1, 1, 0]", "ratings"},
             {"\"P1\", \"P2\"", "\"P2\"", "inputs.ratings: the matrix is 7 × 5, expected 6 × 5"},
             {"\"vectors\": [\n", "\"vector\": [\n",
              "it reads \"ratings\", \"vectors\"; did you mean"}}) {
        const auto finished = run_program({"check", changed(folder, one.from, one.to)});
        EXPECT_NE(finished.code, 0) << one.to;
        EXPECT_NE((finished.out + finished.err).find(one.sentence), std::string::npos)
            << finished.out << finished.err;
    }
}

TEST(ConceptFaults, ZeroRatingsAndAVectorOfZerosShowNoNaN) {
    const attn::test::TempDir folder;
    std::string zeros = "\"ratings\": [";
    for (int row = 0; row < 7; ++row)
        zeros += std::string(row == 0 ? "" : ", ") + "[0, 0, 0, 0, 0]";
    const std::string text =
        attn::test::bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/concepts.attn");
    const auto begin = text.find("\"ratings\""), end = text.rfind("\"vectors\"");
    const std::string all_zero =
        changed(folder, text.substr(begin, end - begin), zeros + "],\n    ");
    for (const std::string& path :
         {all_zero, changed(folder, "[5, 0, 0, 0, 0]", "[0, 0, 0, 0, 0]", "vector.attn")}) {
        const auto finished = run_program({"show", path});
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out.find("nan"), std::string::npos) << finished.out;
        EXPECT_EQ(finished.out.find("NaN"), std::string::npos) << finished.out;
    }
}
