// SPDX-License-Identifier: MIT
// Every stage of the engine against an independent NumPy implementation, over all switches.
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

template <class Value>
Value named(const json& text, std::initializer_list<std::pair<const char*, Value>> names) {
    for (const auto& [name, value] : names)
        if (text == name)
            return value;
    ADD_FAILURE() << "unknown name " << text;
    return names.begin()->second;
}

Switches switches(const json& from) {
    Switches result;
    if (from["scale"].is_number())
        result.scale = {Scale::Kind::Number, from["scale"].get<Real>()};
    else
        result.scale.kind =
            named<Scale::Kind>(from["scale"], {{"sqrt_d_k", Scale::Kind::SqrtDk},
                                               {"none", Scale::Kind::None},
                                               {"d_k", Scale::Kind::Dk},
                                               {"sqrt_d_model", Scale::Kind::SqrtDmodel}});
    if (from["mask"].is_array())
        result.mask = {Mask::Kind::Painted,
                       (golden_matrix(from["mask"]).array() != 0).matrix().eval()};
    else
        result.mask.kind = named<Mask::Kind>(
            from["mask"], {{"none", Mask::Kind::None}, {"causal", Mask::Kind::Causal}});
    result.normaliser =
        named<Normaliser>(from["normaliser"], {{"softmax", Normaliser::Softmax},
                                               {"naive_softmax", Normaliser::NaiveSoftmax},
                                               {"sum", Normaliser::Sum}});
    result.axis = named<Axis>(from["axis"], {{"rows", Axis::Rows}, {"columns", Axis::Columns}});
    result.temperature = from["temperature"];
    return result;
}

Document read(const json& from) {
    Document document;
    document.tokens = from["tokens"].get<std::vector<std::string>>();
    document.embeddings = golden_matrix(from["embeddings"]);
    document.projections = named<Projections>(
        from["projections"], {{"learned", Projections::Learned}, {"none", Projections::None}});
    for (const json& head : from.value("heads", json::array()))
        document.heads.push_back(
            {golden_matrix(head["w_q"]), golden_matrix(head["w_k"]), golden_matrix(head["w_v"])});
    document.switches = switches(from);
    return document;
}

} // namespace

TEST(Engine, EveryStageEqualsNumPys) {
    std::size_t at = 0;
    for (const json& entry : golden_file("reference.json")) {
        const Document document = read(entry["document"]);
        const auto valid = validate(document);
        ASSERT_TRUE(valid.has_value()) << "document " << at << ": " << valid.error().text();
        const Trace trace = evaluate(document);
        ASSERT_EQ(trace.heads.size(), entry["heads"].size());
        for (const SheetId& sheet : sheets(document)) {
            if (info(sheet.stage).is_input)
                continue;
            const json& stages = entry["heads"][static_cast<std::size_t>(sheet.head)];
            const std::string where =
                "document " + std::to_string(at) + ", " + to_text(sheet) + " ";
            const json& expected = stages[std::string(sheet.stage.name())];
            if (sheet.stage != Stage::WeightedValues) {
                expect_golden(matrix_of(document, trace, sheet), golden_matrix(expected), where);
                continue;
            }
            for (std::size_t query = 0; query < expected.size(); ++query) {
                const SheetId one{sheet.stage, sheet.head, static_cast<Index>(query)};
                expect_golden(matrix_of(document, trace, one), golden_matrix(expected[query]),
                              where);
            }
        }
        for (std::size_t head = 0; head < trace.heads.size(); ++head)
            EXPECT_EQ(trace.heads[head].no_key,
                      entry["heads"][head]["no_key"].get<std::vector<bool>>())
                << "document " << at;
        ++at;
    }
}

TEST(Engine, TheReferenceCoversEveryCombinationOfTheSwitches) {
    std::set<std::string> combinations;
    bool blocked_line = false, one_word = false, several_heads = false, infinite = false;
    std::size_t all_widths_differ = 0;
    for (const json& entry : golden_file("reference.json")) {
        const json& from = entry["document"];
        const auto kind = [&](const char* key) {
            return from[key].is_string() ? from[key].get<std::string>() : std::string("other");
        };
        combinations.insert(kind("projections") + kind("scale") + kind("mask") +
                            kind("normaliser") + kind("axis") +
                            (from["temperature"] == 1 ? "1" : "other"));
        const Document document = read(from);
        one_word |= token_count(document) == 1;
        several_heads |= document.heads.size() > 1;
        for (const HeadWeights& head : document.heads)
            all_widths_differ += head.w_q.rows() != head.w_q.cols() &&
                                 head.w_q.cols() != head.w_v.cols() &&
                                 head.w_q.rows() != head.w_v.cols();
        for (const json& stages : entry["heads"]) {
            blocked_line |= stages["no_key"].dump().find("true") != std::string::npos;
            infinite |= stages["scores"].dump().find("Infinity") != std::string::npos;
        }
    }
    EXPECT_EQ(combinations.size(), 2U * 5 * 3 * 3 * 2 * 2);
    EXPECT_TRUE(blocked_line && one_word && several_heads && infinite);
    EXPECT_GT(all_widths_differ, 100U);
}
