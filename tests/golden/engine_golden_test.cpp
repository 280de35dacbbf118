// SPDX-License-Identifier: MIT
// Every stage of the engine against an independent NumPy implementation, over all switches.
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <string>

using namespace attn;
using nlohmann::json;

namespace {

// Both sides round each operation to double; sums of a few terms differ only by their order.
constexpr Real tolerance = 1e-12;

Real number(const json& value) {
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (!value.is_string())
        return value.get<Real>();
    const std::string text = value;
    const Real infinity = std::numeric_limits<Real>::infinity();
    return text == "NaN" ? std::nan("") : text == "Infinity" ? infinity : -infinity;
}

Matrix matrix(const json& rows) {
    Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) =
                number(rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)));
    return result;
}

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
        result.mask = {Mask::Kind::Painted, (matrix(from["mask"]).array() != 0).matrix().eval()};
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
    document.embeddings = matrix(from["embeddings"]);
    document.projections = named<Projections>(
        from["projections"], {{"learned", Projections::Learned}, {"none", Projections::None}});
    for (const json& head : from.value("heads", json::array()))
        document.heads.push_back({matrix(head["w_q"]), matrix(head["w_k"]), matrix(head["w_v"])});
    document.switches = switches(from);
    return document;
}

bool same(Real found, Real expected) {
    if (std::isnan(expected) || std::isnan(found))
        return std::isnan(expected) && std::isnan(found);
    if (found == expected)
        return true; // Also the infinities.
    return std::abs(found - expected) <= tolerance * std::max<Real>(1, std::abs(expected));
}

void expect_same(const Matrix& found, const Matrix& expected, const std::string& where) {
    ASSERT_EQ(found.rows(), expected.rows()) << where;
    ASSERT_EQ(found.cols(), expected.cols()) << where;
    for (Index row = 0; row < found.rows(); ++row)
        for (Index column = 0; column < found.cols(); ++column)
            EXPECT_TRUE(same(found(row, column), expected(row, column)))
                << where << "[" << row << "," << column << "]: found " << found(row, column)
                << ", expected " << expected(row, column);
}

json reference() {
    std::ifstream file(ATTENTION_SOURCE_DIR "/tests/golden/reference.json");
    return json::parse(file);
}

} // namespace

TEST(Engine, EveryStageEqualsNumPys) {
    std::size_t at = 0;
    for (const json& entry : reference()) {
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
                expect_same(matrix_of(document, trace, sheet), matrix(expected), where);
                continue;
            }
            for (std::size_t query = 0; query < expected.size(); ++query) {
                const SheetId one{sheet.stage, sheet.head, static_cast<Index>(query)};
                expect_same(matrix_of(document, trace, one), matrix(expected[query]), where);
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
    for (const json& entry : reference()) {
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
