// SPDX-License-Identifier: MIT
// Each cell's derivation gives the cell's value by its own terms, and lists exactly the places that
// the value depends on.
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/pass/normalise.h"
#include "core/io/text/cell_text.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

using namespace attn;
using attn::test::combinations;
using attn::test::random_document;
using attn::test::random_document_of_any_kind;

namespace {

/// Allows for rounding: the engine's matrix products add in another order.
bool same(Real found, Real expected, Real tolerance = 1e-12) {
    if (std::isnan(found) || std::isnan(expected))
        return std::isnan(found) && std::isnan(expected);
    if (found == expected)
        return true; // Includes 0 and −0, and the infinities.
    return std::abs(found - expected) <= tolerance * std::max<Real>(1, std::abs(expected));
}

/// Every matrix of the document, the weighted values once per query word.
std::vector<SheetId> all_sheets(const Document& document) {
    std::vector<SheetId> list;
    for (SheetId sheet : sheets(document)) {
        const bool by_query = sheet.stage == Stage::WeightedValues;
        for (Index query = 0; query < (by_query ? token_count(document) : 1); ++query) {
            sheet.query = query;
            list.push_back(sheet);
        }
    }
    return list;
}

template <class Law>
void for_all_places(const Document& document, Law law) {
    for (const SheetId& sheet : all_sheets(document)) {
        const Shape shape = shape_of(document, sheet);
        for (Index row = 0; row < shape.rows; ++row)
            for (Index column = 0; column < shape.columns; ++column)
                law(Place{sheet, row, column});
    }
}

/// Documents as in lecture notes: whole numbers, many zeros, ties.
std::vector<Document> whole_number_documents() {
    std::vector<Document> documents;
    Document document;
    document.tokens = {"word_1", "word_2", "word_3", "word_4"};
    Matrix x(4, 3), q(3, 3), k(3, 3), v(3, 3);
    x << 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1;
    q << 2, 0, 2, 2, 0, 0, 2, 1, 2;
    k << 2, 2, 2, 0, 2, 1, 0, 1, 1;
    v << 1, 1, 0, 0, 1, 1, 0, 0, 0;
    document.embeddings = x;
    document.heads = {{q, k, v}};
    documents.push_back(document);
    document.switches.scale.kind = Scale::Kind::None;
    document.switches.mask.kind = Mask::Kind::Causal;
    documents.push_back(document);
    document.projections = Projections::None;
    document.switches.normaliser = Normaliser::Sum; // One line of scores sums to 0: NaN.
    documents.push_back(document);
    document.embeddings = Matrix(x * 40); // Scores reach 1600: the naive softmax overflows.
    document.switches.normaliser = Normaliser::NaiveSoftmax;
    documents.push_back(document);
    document.switches.normaliser = Normaliser::Softmax;
    documents.push_back(document);
    return documents;
}

/// A seventh of the seeds, so that each test is quick and they can run in parallel.
class DerivationOfPart : public ::testing::TestWithParam<std::uint32_t> {
protected:
    static constexpr std::uint32_t parts = 7;

    static std::uint32_t some(int few) {
        return static_cast<std::uint32_t>(attn::test::times(few));
    }
    std::vector<Document> documents(std::uint32_t count,
                                    Document (*made)(std::uint32_t) = random_document) const {
        std::vector<Document> result;
        for (std::uint32_t seed = GetParam(); seed <= count; seed += parts) {
            result.push_back(made(seed));
            if (seed / parts % 2 == 1)
                result.back().convention = Convention::TokensAsColumns;
        }
        return result;
    }
};
INSTANTIATE_TEST_SUITE_P(Seeds, DerivationOfPart, ::testing::Range(1U, 8U));

/// Calls `law` for two places of every matrix: the last cell and one more.
template <class Law>
void for_some_places(const Document& document, Law law) {
    for (SheetId sheet : sheets(document)) {
        if (sheet.stage == Stage::WeightedValues)
            sheet.query = token_count(document) - 1;
        const Shape shape = shape_of(document, sheet);
        law(Place{sheet, shape.rows - 1, shape.columns - 1});
        law(Place{sheet, shape.rows / 2, 0});
    }
}

/// All matrices by stage and head, so that a number can be changed and the next stage recomputed.
/// Without weighted values, which nothing reads.
class Numbers {
public:
    Numbers(const Document& document, const Trace& trace) {
        for (const SheetId& sheet : sheets(document))
            if (sheet.stage != Stage::WeightedValues)
                of(sheet.stage).push_back(matrix_of(document, trace, sheet));
    }
    Matrix& at(Stage stage, Index head) { return of(stage)[static_cast<std::size_t>(head)]; }
    const Matrix& at(Stage stage, Index head) const {
        return matrices_.at(stage)[static_cast<std::size_t>(head)];
    }

private:
    std::vector<Matrix>& of(Stage stage) { return matrices_[stage]; }
    std::map<Stage, std::vector<Matrix>> matrices_;
};

/// Computes the number at a place from the stages it reads, by plain loops.
Real one_level(const Document& document, const Numbers& numbers, const Place& place) {
    const Index head = place.sheet.head, i = place.row, j = place.column;
    const auto at = [&](Stage stage) -> const Matrix& {
        return numbers.at(stage, info(stage).is_per_head ? head : 0);
    };
    const auto projected = [&](Stage by) {
        return document.projections == Projections::None ? at(Stage::X)(i, j)
                                                         : at(Stage::X).row(i).dot(at(by).col(j));
    };
    const Switches& switches = document.switches;
    const Stage stage = place.sheet.stage;
    if (stage == Stage::Q)
        return projected(Stage::W_Q);
    if (stage == Stage::K)
        return projected(Stage::W_K);
    if (stage == Stage::V)
        return projected(Stage::W_V);
    if (stage == Stage::Scores)
        return at(Stage::Q).row(i).dot(at(Stage::K).row(j));
    if (stage == Stage::Scaled)
        return at(Stage::Scores)(i, j) /
               divisor(switches.scale, d_k(document, head), d_model(document)) /
               switches.temperature;
    if (stage == Stage::Masked)
        return is_blocked(switches.mask, i, j) ? -INFINITY : at(Stage::Scaled)(i, j);
    if (stage == Stage::Weights)
        return normalise(at(Stage::Masked), switches.mask, switches.normaliser, switches.axis)
            .weights(i, j);
    if (stage == Stage::WeightedValues)
        return at(Stage::Weights)(place.sheet.query, i) * at(Stage::V)(i, j);
    if (stage == Stage::Output)
        return at(Stage::Weights).row(i).dot(at(Stage::V).col(j));
    return at(stage)(i, j);
}

/// The stages that a stage reads.
std::vector<Stage> read_by(Stage stage) {
    const std::map<Stage, std::vector<Stage>> reads = {
        {Stage::Q, {Stage::X, Stage::W_Q}},
        {Stage::K, {Stage::X, Stage::W_K}},
        {Stage::V, {Stage::X, Stage::W_V}},
        {Stage::Scores, {Stage::Q, Stage::K}},
        {Stage::Scaled, {Stage::Scores}},
        {Stage::Masked, {Stage::Scaled}},
        {Stage::Weights, {Stage::Masked}},
        {Stage::WeightedValues, {Stage::Weights, Stage::V}},
        {Stage::Output, {Stage::Weights, Stage::V}}};
    const auto found = reads.find(stage);
    return found == reads.end() ? std::vector<Stage>() : found->second;
}

/// A set of places that can be compared and printed.
using Places = std::set<std::tuple<Stage, Index, Index, Index>>;

std::tuple<Stage, Index, Index, Index> key(const Place& place) {
    return {place.sheet.stage, place.sheet.head, place.row, place.column};
}

Places listed_by(const Derivation& derivation) {
    Places result;
    for (const Place& place : places(derivation))
        EXPECT_TRUE(result.insert(key(place)).second) << "a place is listed twice";
    return result;
}

/// The places one level down whose change changes the number, tried one by one.
Places places_that_matter(const Document& document, Numbers& numbers, const Place& place,
                          Real change = 0.37) {
    Places result;
    const Real before = one_level(document, numbers, place);
    for (const Stage stage : read_by(place.sheet.stage))
        for (Index head = 0; head < head_count(document); ++head) {
            const SheetId sheet{stage, head, 0};
            if (!exists(document, sheet))
                continue;
            Matrix& matrix = numbers.at(stage, head);
            for (Index at = 0; at < matrix.size(); ++at) {
                Real& number = matrix.data()[at];
                const Real kept = number;
                number = kept + change;
                if (!same(before, one_level(document, numbers, place), 0))
                    result.insert(key(
                        shown_place(document, {sheet, at / matrix.cols(), at % matrix.cols()})));
                number = kept;
            }
        }
    return result;
}

/// Scales numbers down, so that no weight rounds to 0 or 1 and no factor is 0.
Document gentle(Document document) {
    document.embeddings = Matrix(*document.embeddings * 0.3);
    for (HeadWeights& head : document.heads)
        head = {Matrix(*head.w_q * 0.5), Matrix(*head.w_k * 0.5), *head.w_v};
    return document;
}

/// Returns how many cells were compared.
std::size_t expect_values_by_own_terms(const std::vector<Document>& documents) {
    std::size_t cells = 0;
    for (const Document& document : documents) {
        SCOPED_TRACE(document.title);
        const Trace trace = evaluate(document);
        const Graph stages = graph(document);
        for_all_places(document, [&](const Place& place) {
            const Derivation derivation = derive(stages, document, trace, place);
            const Real value = value_at(document, trace, place);
            ASSERT_TRUE(same(derivation.result, value)) << to_text(place);
            ASSERT_TRUE(same(evaluated(derivation), value))
                << to_text(place) << ": " << evaluated(derivation) << " for " << value;
            for (const Term& term : derivation.terms)
                for (const Factor& factor : term.factors)
                    if (!same(factor.value, value_at(document, trace, factor.place), 0))
                        FAIL() << to_text(factor.place) << " in " << to_text(place);
            for (const Place& read : places(derivation))
                ASSERT_TRUE(exists(document, read)) << to_text(read) << " in " << to_text(place);
            ++cells;
        });
    }
    return cells;
}

} // namespace

TEST(Derivation, IsExactForWholeNumbers) {
    EXPECT_GT(expect_values_by_own_terms(whole_number_documents()), 500U);
}

TEST_P(DerivationOfPart, EveryCellFollowsFromItsTerms) {
    EXPECT_GT(expect_values_by_own_terms(documents(combinations)), 5000U);
}

TEST_P(DerivationOfPart, EveryCellWithOptionsFollowsFromItsTerms) {
    EXPECT_GT(expect_values_by_own_terms(documents(some(210), random_document_of_any_kind)), 2500U);
}

TEST_P(DerivationOfPart, EveryCellWithoutXFollowsFromItsTerms) {
    EXPECT_GT(expect_values_by_own_terms(documents(140, attn::test::random_document_without_x)),
              500U);
}

TEST_P(DerivationOfPart, ListsExactlyThePlacesThatChangeTheNumber) {
    for (const Document& drawn : documents(some(105))) {
        SCOPED_TRACE(drawn.title);
        const Document document = gentle(drawn);
        const Trace trace = evaluate(document);
        Numbers numbers(document, trace);
        const Graph stages = graph_as_shown(document);
        for_all_places(document, [&](const Place& place) {
            const Derivation derivation = derive(stages, document, trace, place);
            Places listed = listed_by(derivation);
            const bool normalised = derivation.own.has_value();
            // What a sparsemax leaves out does not matter until it comes near the threshold.
            const bool is_sparse = derivation.place.sheet.stage == Stage::Weights &&
                                   document.switches.normaliser == Normaliser::Sparsemax;
            if (is_sparse && (derivation.result == 0 || derivation.result == 1))
                return;
            if (normalised && listed.size() == 1)
                return; // A line's only open cell weighs 1 whatever its score.
            if (derivation.place.sheet.stage == Stage::Output ||
                derivation.place.sheet.stage == Stage::WeightedValues)
                for (const Term& term : derivation.terms) { // A weight of 0 hides its value.
                    const bool is_first = term.factors[0].place.sheet.stage == Stage::Weights;
                    const Factor &weight = term.factors[is_first ? 0 : 1],
                                 &value = term.factors[is_first ? 1 : 0];
                    if (weight.value == 0)
                        listed.erase(key(value.place));
                }
            ASSERT_EQ(listed, places_that_matter(document, numbers, place, is_sparse ? 1e-6 : 0.37))
                << to_text(place);
        });
    }
}

TEST(Derivation, ListsThePlacesOfZerosToo) {
    // A factor of 0 makes the other irrelevant; the formula lists both.
    for (const Document& document : whole_number_documents()) {
        const Trace trace = evaluate(document);
        Numbers numbers(document, trace);
        const Graph stages = graph_as_shown(document);
        for_all_places(document, [&](const Place& place) {
            const Places listed = listed_by(derive(stages, document, trace, place));
            for (const auto& mattering : places_that_matter(document, numbers, place))
                EXPECT_TRUE(listed.contains(mattering)) << to_text(place);
        });
    }
}

TEST_P(DerivationOfPart, ThePrintedNumbersGiveTheValue) {
    const DerivationStyle full{{NumberFormat::Kind::Significant, 17}, 100};
    std::size_t compared = 0;
    for (const Document& document : documents(combinations)) {
        SCOPED_TRACE(document.title);
        const Trace trace = evaluate(document);
        const Graph stages = graph_as_shown(document);
        for_some_places(document, [&](const Place& place) {
            const Derivation derivation = derive(stages, document, trace, place);
            std::string text = numbers_text(derivation, full);
            if (text.empty() || text.size() > io::max_cell_text ||
                text.find("∞") != std::string::npos || text.find("NaN") != std::string::npos)
                return;
            for (auto root = text.find("√"); root != std::string::npos; root = text.find("√")) {
                const auto end = std::min(text.find(' ', root), text.size());
                const std::string number = text.substr(root + 3, end - root - 3);
                text.replace(root, end - root, "sqrt(" + number + ")");
            }
            const auto found = io::parse_cell(text);
            if (!std::isfinite(derivation.result)) {
                ASSERT_FALSE(found.has_value()) << text;
                return;
            }
            ASSERT_TRUE(found.has_value()) << text << ": " << found.error().text();
            // The plain form rounds powers with exponents up to 100 twice more.
            ASSERT_TRUE(same(*found, derivation.result, 1e-10))
                << to_text(place) << " = " << text << ": " << *found << " for "
                << derivation.result;
            ++compared;
        });
    }
    EXPECT_GT(compared, 200U);
}

TEST(Chain, LeadsBackToTheInputsWithoutGaps) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = random_document(seed);
        const Trace trace = evaluate(document);
        for_some_places(document, [&](const Place& place) {
            const auto chain = derivation_chain(document, trace, place, 10000);
            ASSERT_EQ(chain[0].derivations[0], derive(document, trace, place));
            std::set<std::string> explained, read;
            Stage stage = place.sheet.stage;
            for (const ChainLevel& level : chain) {
                ASSERT_EQ(level.left_out, 0U);
                ASSERT_LE(position(level.sheet.stage), position(stage));
                stage = level.sheet.stage;
                for (const Derivation& derivation : level.derivations) {
                    explained.insert(to_text(derivation.place));
                    for (const Place& from : places(derivation))
                        read.insert(to_text(from));
                }
            }
            read.insert(to_text(place));
            ASSERT_EQ(explained, read);
        });
    }
}
