// SPDX-License-Identifier: MIT
// Every number of the presets of models beyond one head against NumPy's.
#include "core/document/explaining/derivation.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

/// "weights" of head 0 is "weights/0" if every head has one; in layer 1 "weights/0@1".
std::string full_name(const SheetId& sheet) {
    const std::string name(sheet.stage.name());
    return (info(sheet.stage).is_per_head ? name + "/" + std::to_string(sheet.head) : name) +
           (sheet.layer == 0 ? "" : "@" + std::to_string(sheet.layer));
}

} // namespace

TEST(Presets, EveryNumberEqualsNumPys) {
    for (const json& entry : golden_file("preset_reference.json")) {
        const std::string name = entry["preset"];
        const auto document = io::open_document(name);
        ASSERT_TRUE(document) << document.error().text();
        const Trace trace = evaluate(*document);
        std::set<std::string> checked;
        for (const SheetId& sheet : sheets(*document)) {
            if (input(*document, sheet) || sheet.stage == Stage::WeightedValues)
                continue;
            const std::string stage = full_name(sheet);
            ASSERT_TRUE(entry["stages"].contains(stage)) << name << " has no " << stage;
            expect_golden(matrix_of(*document, trace, sheet), golden_matrix(entry["stages"][stage]),
                          name + ", " + stage);
            checked.insert(stage);
        }
        EXPECT_EQ(checked.size(), entry["stages"].size()) << name;
    }
}

TEST(Presets, EveryNumberFollowsFromItsShownTerms) {
    for (const json& entry : golden_file("preset_reference.json")) {
        Document document = *io::open_document(entry["preset"].get<std::string>());
        const Trace trace = evaluate(document);
        for (const Convention convention :
             {Convention::TokensAsRows, Convention::TokensAsColumns}) {
            document.convention = convention;
            const Graph stages = graph(document);
            for (SheetId sheet : sheets(document)) {
                const Index queries =
                    sheet.stage == Stage::WeightedValues ? token_count(document) : 1;
                for (sheet.query = 0; sheet.query < queries; ++sheet.query) {
                    const Matrix numbers = matrix_of(document, trace, sheet);
                    for (Index row = 0; row < numbers.rows(); ++row)
                        for (Index column = 0; column < numbers.cols(); ++column) {
                            const Place place{sheet, row, column};
                            const Real again = evaluated(derive(stages, document, trace, place));
                            const Real shown = numbers(row, column);
                            EXPECT_TRUE(again == shown ||
                                        std::abs(again - shown) <=
                                            1e-12 * std::max<Real>(1, std::abs(shown)))
                                << entry["preset"] << ' ' << to_text(place) << ": " << again;
                        }
                }
            }
        }
    }
}

TEST(Presets, AreWrittenAsTheProgramWritesThem) {
    for (const json& entry : golden_file("preset_reference.json")) {
        const std::string name = entry["preset"];
        std::ifstream file(ATTENTION_SOURCE_DIR "/assets/presets/" + name + ".attn");
        const std::string found{std::istreambuf_iterator<char>(file), {}};
        std::string written = io::write_document(*io::open_document(name));
        // The program that wrote a document does not matter.
        const auto at = written.find("  \"generator\"");
        written.erase(at, written.find('\n', at) + 1 - at);
        EXPECT_EQ(found, written) << name;
    }
}

TEST(Presets, WithMoreThanOneHeadAreAllCompared) {
    std::set<std::string> compared;
    for (const json& entry : golden_file("preset_reference.json"))
        compared.insert(entry["preset"]);
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    for (const io::Preset& preset : *presets) {
        const auto document = io::open_document(preset.name);
        ASSERT_TRUE(document) << document.error().text();
        if (document->model == Model::Attention &&
            (!is_plain(*document) || document->join != Join::None)) {
            EXPECT_TRUE(compared.count(preset.name)) << preset.name;
        }
    }
}
