// SPDX-License-Identifier: MIT
// The operations of attention, each compared with its formula written separately, and with the laws
// of all operations.
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/positions.h"
#include "tests/support/one_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <set>
#include <string_view>
#include <vector>

namespace attn::operations_test {

using attn::test::expect_explained;
using attn::test::expect_laws;
using attn::test::OneOperation;

namespace {

/// Seeded numbers between −2 and 2.
Matrix some(Index rows, Index columns, std::uint32_t seed) {
    std::mt19937 generator(seed);
    Matrix made(rows, columns);
    for (Index at = 0; at < made.size(); ++at)
        made.data()[at] = static_cast<Real>(generator() % 4001) / 1000 - 2;
    return made;
}

/// Blocks every key of query 1 and some other cells.
Flags some_flags() {
    return Flags{{false, true, false, false, true},
                 {true, true, true, true, true},
                 {false, false, false, false, false}};
}

Normalising with_sink(Normaliser normaliser, Mask mask) {
    return {normaliser, Axis::Rows, std::move(mask), 2};
}

void expect_near(const Matrix& a, const Matrix& b) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    for (Index row = 0; row < a.rows(); ++row)
        for (Index column = 0; column < a.cols(); ++column)
            EXPECT_NEAR(a(row, column), b(row, column), 1e-13) << row << ", " << column;
}

} // namespace

TEST(Operations, KeepTheLaws) {
    const Matrix q = some(3, 4, 1), k = some(5, 4, 2), scores = some(3, 5, 3);
    const std::vector<OneOperation> all = {
        {operation::rotated, {q}, Rotation{}},
        {operation::rotated, {q}, Rotation{100, true}},
        {operation::rotated_back, {k}, Rotation{}},
        {operation::rotated_back, {k}, Rotation{100, true}},
        {operation::rotated, {some(3, 5, 4)}, Rotation{100, true, 4}},
        {operation::rotated, {k}, Rotation{100, false, 2}},
        {operation::rotated_back, {k}, Rotation{100, false, 2}},
        {operation::sinusoidal, {k}, Sinusoid{}},
        {operation::sinusoidal, {some(3, 6, 4)}, Sinusoid{100, Waves::Halves}},
        {operation::sinusoidal, {some(3, 6, 4)}, Sinusoid{100, Waves::Tensor2Tensor}},
        {operation::sinusoidal, {some(3, 2, 4)}, Sinusoid{100, Waves::Tensor2Tensor}},
        {operation::sample_deviation, {q}, Epsilon{0.01}},
        {operation::mean, {q, some(3, 4, 13), some(3, 4, 14)}},
        {operation::mean, {q}},
        {operation::sinusoidal, {some(3, 5, 4)}, Sinusoid{100}},
        {operation::alibi, {scores}, Slope{0.25}},
        {operation::alibi, {scores}, Slope{0.25, 1.5}},
        {operation::bucketed, {scores, some(1, 8, 5)}, Buckets{4, true}},
        {operation::bucketed, {scores, some(1, 8, 5)}, Buckets{4, true, 0.6}},
        {operation::bucket_sums, {scores, some(1, 8, 5)}, Buckets{4, true, 0.6}},
        {operation::bucketed, {scores, some(1, 8, 6)}, Buckets{8, false}},
        {operation::looked_up, {some(4, 3, 5)}, Lookup{{2, 0, 2, 3}, 4}},
        {operation::added_rows, {some(4, 3, 5)}, Lookup{{2, 0, 2, 3}, 5}},
        {operation::with_bias, {scores, some(3, 5, 7)}, Tempered{}},
        {operation::with_bias, {scores, some(3, 5, 7)}, Tempered{0.6}},
        {operation::general_scores, {q, some(4, 4, 8), k}},
        {operation::general_scores, {q, some(4, 2, 8), some(5, 2, 9)}},
        {operation::additive_scores, {q, k, some(1, 4, 10)}},
        {operation::cosine_scores, {q, k}},
        {operation::unit_rows, {q}},
        {operation::distance_scores, {q, k}, Distances{}},
        {operation::distance_scores, {q, k}, Distances{1.5}},
        {operation::limited, {scores}, SoftLimit{1.5}},
        {operation::normalised, {scores, some(1, 3, 11)}, with_sink(Normaliser::Softmax, {})},
        {operation::normalised, {scores, some(1, 3, 11)}, with_sink(Normaliser::NaiveSoftmax, {})},
        {operation::normalised,
         {scores, some(1, 3, 12)},
         with_sink(Normaliser::Softmax, {Mask::Kind::Painted, some_flags()})},
        {operation::normalised, {scores}, Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0}},
        {operation::normalised, {scores}, Normalising{Normaliser::Sparsemax, Axis::Columns, {}, 0}},
        {operation::normalised,
         {some(3, 5, 15)},
         Normalising{Normaliser::Sparsemax, Axis::Rows, {Mask::Kind::Painted, some_flags()}, 0}},
        {operation::masked, {scores}, Mask{Mask::Kind::Window, {}, 2}},
        {operation::masked, {scores}, Mask{Mask::Kind::Prefix, {}, 3}},
        {operation::masked, {scores}, resolved({Mask::Kind::Padding, {}, 2}, 5)},
        {operation::normalised,
         {scores},
         Normalising{Normaliser::Softmax, Axis::Rows, {Mask::Kind::Window, {}, 2}, 0}},
    };
    for (const OneOperation& one : all) {
        Matrix made = one.result();
        expect_laws(one, some(made.rows(), made.cols(), 7), std::string(one.operation.name));
    }
}

/// Small products are summed in order, large ones by blocks.
TEST(Operations, TransposedProductsAreExactOnBothSidesOfASlidesSize) {
    for (const Index rows : {5, 31, 32, 33, 70, 255, 256, 257})
        for (const Index columns : {4, 31, 32, 33, 63, 64, 65, 70}) {
            const Matrix a = some(rows, columns, 1), b = some(rows, 5, 2);
            const std::vector<const Matrix*> inputs{&a, &b};
            Matrix found, expected = Matrix::Zero(columns, 5);
            operation::transposed_product.run({}, inputs, found);
            for (Index at = 0; at < rows; ++at)
                for (Index row = 0; row < columns; ++row)
                    for (Index column = 0; column < 5; ++column)
                        expected(row, column) += a(at, row) * b(at, column);
            expect_near(found, expected);
        }
}

/// A short text may have a large memory.
TEST(Operations, ProductsWithTransposesTakeMoreKeysThanASlide) {
    for (const Index rows : {1, 5, 64, 65})
        for (const Index keys : {63, 64, 65, 256, 257}) {
            const Matrix a = some(rows, 4, 1), b = some(keys, 4, 2);
            const std::vector<const Matrix*> inputs{&a, &b};
            Matrix found;
            operation::product_transposed.run({}, inputs, found);
            expect_near(found, Matrix(a.lazyProduct(b.transpose())));
        }
}

/// Some sizes are packed panel by panel, others at once.
TEST(Operations, ProductsOfFewRowsTakeMatricesLargerThanACache) {
    for (const Index rows : {1, 65, 384, 385})
        for (const Index columns : {1024, 1027}) {
            const Matrix a = some(rows, 70, 1), b = some(70, columns, 2);
            const std::vector<const Matrix*> inputs{&a, &b};
            Matrix found;
            operation::product.run({}, inputs, found);
            expect_near(found, Matrix(a.lazyProduct(b)));
        }
}

TEST(Operations, RotationIsAProductOfComplexNumbers) {
    const Matrix q = some(4, 6, 1);
    for (const bool neighbours : {false, true}) {
        const Matrix made =
            OneOperation{operation::rotated, {q}, Rotation{50, neighbours}}.result();
        for (Index place = 0; place < 4; ++place)
            for (Index pair = 0; pair < 3; ++pair) {
                const Index x = neighbours ? 2 * pair : pair, y = neighbours ? x + 1 : pair + 3;
                const Real angle =
                    static_cast<Real>(place) / std::pow(50.0, static_cast<Real>(pair) / 3);
                const std::complex<Real> turned =
                    std::complex(q(place, x), q(place, y)) * std::polar(1.0, angle);
                EXPECT_NEAR(made(place, x), turned.real(), 1e-14);
                EXPECT_NEAR(made(place, y), turned.imag(), 1e-14);
            }
        expect_near(
            OneOperation{operation::rotated_back, {made}, Rotation{50, neighbours}}.result(), q);
    }
}

/// The purpose of rotation: scores depend on distances between words, not on positions.
TEST(Operations, RotatedScoresDependOnDistances) {
    const Matrix q = some(1, 4, 1).replicate(6, 1), k = some(1, 4, 2).replicate(6, 1);
    const Matrix scores = OneOperation{operation::rotated, {q}, Rotation{}}.result() *
                          OneOperation{operation::rotated, {k}, Rotation{}}.result().transpose();
    for (Index row = 1; row < 6; ++row)
        for (Index column = 1; column < 6; ++column)
            EXPECT_NEAR(scores(row, column), scores(row - 1, column - 1), 1e-14);
}

TEST(Operations, RotationExplainsEachNumber) {
    const OneOperation one{operation::rotated, {some(3, 4, 1)}, Rotation{}};
    const Derivation made = one.explained(2, 1);
    EXPECT_EQ(made.label, "rotated");
    EXPECT_EQ(places(made), (std::vector<Place>{{{Stage("A")}, 2, 1}, {{Stage("A")}, 2, 3}}));
    EXPECT_EQ(operation::rotated.formula({{"Q"}, {"query"}, one.options}),
              "Q turned by pos·10000^{−2i/d}");
}

TEST(Operations, SinusoidsEqualThePapers) {
    const Matrix made =
        OneOperation{operation::sinusoidal, {Matrix::Zero(3, 4)}, Sinusoid{}}.result();
    expect_near(made, Matrix{{0, 1, 0, 1},
                             {std::sin(1.0), std::cos(1.0), std::sin(0.01), std::cos(0.01)},
                             {std::sin(2.0), std::cos(2.0), std::sin(0.02), std::cos(0.02)}});
}

TEST(Operations, AlibiSubtractsItsSlopePerWordOfDistance) {
    const Matrix scores = some(2, 3, 1);
    expect_near(OneOperation{operation::alibi, {scores}, Slope{0.5}}.result(),
                scores - Matrix{{0, 0.5, 1}, {0.5, 0, 0.5}});
}

/// The temperature divides the bias as it divides the score.
TEST(Operations, BiasesOfDistancesAreDividedByTheTemperature) {
    const Matrix scores = some(2, 3, 1);
    const OneOperation alibi{operation::alibi, {scores}, Slope{0.5, 2}};
    expect_near(alibi.result(), scores - Matrix{{0, 0.25, 0.5}, {0.25, 0, 0.25}});
    EXPECT_EQ(alibi.explained(0, 2).formula, "A[0,2] - m · 2 / temperature");
    const OneOperation buckets{
        operation::bucketed, {scores, Matrix{{1, 2, 3, 4}}}, {Buckets{2, true, 0.5}}};
    expect_near(buckets.result(), scores + Matrix{{2, 8, 8}, {4, 2, 8}});
    EXPECT_EQ(buckets.explained(1, 0).formula, "A[1,0] + B[0,1] / temperature");
}

/// So does a bias of its own for each score.
TEST(Operations, ABiasOfScoresIsDividedByTheTemperature) {
    const Matrix scores = some(2, 3, 1), bias{{1, 2, 3}, {4, 5, 6}};
    const OneOperation plain{operation::with_bias, {scores, bias}, Tempered{}};
    expect_near(plain.result(), scores + bias);
    EXPECT_EQ(plain.explained(1, 0).formula, "A[1,0] + B[1,0]");
    const OneOperation warm{operation::with_bias, {scores, bias}, Tempered{2}};
    expect_near(warm.result(), scores + bias / 2);
    EXPECT_EQ(warm.explained(1, 0).formula, "A[1,0] + B[1,0] / temperature");
}

/// Known values of T5's function.
TEST(Operations, BucketsEqualT5s) {
    const auto both = [](Index ahead) { return bucket(ahead, 32, {128, true}); };
    const auto causal = [](Index ahead) { return bucket(ahead, 32, {128, false}); };
    const std::vector<std::pair<Index, Index>> known_both = {
        {0, 0},     {-1, 1},    {-7, 7},   {-8, 8},   {-11, 8},  {-12, 9},  {-15, 9},  {-16, 10},
        {-22, 10},  {-23, 11},  {-31, 11}, {-32, 12}, {-46, 13}, {-64, 14}, {-90, 14}, {-91, 15},
        {-128, 15}, {-900, 15}, {1, 17},   {7, 23},   {8, 24},   {16, 26},  {127, 31}, {5000, 31}};
    for (const auto& [ahead, expected] : known_both)
        EXPECT_EQ(both(ahead), expected) << ahead;
    const std::vector<std::pair<Index, Index>> known_causal = {
        {3, 0},    {0, 0},    {-1, 1},    {-15, 15},  {-16, 16},  {-18, 16},  {-19, 17},
        {-32, 21}, {-64, 26}, {-112, 30}, {-113, 31}, {-128, 31}, {-4000, 31}};
    for (const auto& [ahead, expected] : known_causal)
        EXPECT_EQ(causal(ahead), expected) << ahead;
}

TEST(Operations, BucketsAddTheirNumber) {
    const OneOperation one{
        operation::bucketed, {Matrix::Zero(2, 3), Matrix{{1, 2, 3, 4}}}, Buckets{2, true}};
    expect_near(one.result(), Matrix{{1, 4, 4}, {2, 1, 4}});
    const Derivation made = one.explained(1, 0);
    EXPECT_EQ(made.formula, "A[1,0] + B[0,1]");
    EXPECT_EQ(made.label, "score + bucket 1");
    EXPECT_EQ(one.explained(1, 0, Convention::TokensAsColumns).formula, "A[0,1] + B[1,0]");
}

TEST(Operations, ScoresEqualTheirFormulas) {
    const Matrix q = some(3, 4, 1), k = some(5, 4, 2), between = some(4, 4, 3), u = some(1, 4, 4);
    expect_near(OneOperation{operation::general_scores, {q, between, k}}.result(),
                q * between * k.transpose());
    const Matrix additive = OneOperation{operation::additive_scores, {q, k, u}}.result();
    const Matrix cosines = OneOperation{operation::cosine_scores, {q, k}}.result();
    const Matrix distances = OneOperation{operation::distance_scores, {q, k}, Distances{}}.result();
    const Matrix kernel = OneOperation{operation::distance_scores, {q, k}, Distances{0.5}}.result();
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 5; ++j) {
            const Vector sum = q.row(i) + k.row(j), gap = q.row(i) - k.row(j);
            EXPECT_NEAR(additive(i, j), sum.array().tanh().matrix().dot(u.row(0)), 1e-13);
            EXPECT_NEAR(cosines(i, j), q.row(i).normalized().dot(k.row(j).normalized()), 1e-13);
            EXPECT_NEAR(distances(i, j), -gap.squaredNorm(), 1e-13);
            EXPECT_NEAR(kernel(i, j), -gap.squaredNorm() / (2 * 0.5 * 0.5), 1e-13);
        }
    expect_near(OneOperation{operation::limited, {q}, SoftLimit{1.5}}.result(),
                (1.5 * (q / 1.5).array().tanh()).matrix());
}

TEST(Operations, GeneralScoresAreWrittenInTheOrderOfTheirConvention) {
    const OneOperation one{operation::general_scores,
                           {some(3, 2, 1), some(2, 2, 2), some(3, 2, 3)}};
    EXPECT_EQ(one.explained(1, 2).formula, "A[1,·] · B[·,·] · C[2,·]");
    EXPECT_EQ(one.explained(1, 2).terms.size(), 4U);
    EXPECT_EQ(one.explained(1, 2, Convention::TokensAsColumns).formula, "C[·,2] · B[·,·] · A[·,1]");
    EXPECT_EQ(one.operation.formula({{"Q", "W_{S}", "K"}, {}, one.options}), "Q W_{S} K^{T}");
    EXPECT_EQ(one.operation.formula({{"Q", "W_{S}", "K"}, {}, one.options, false}),
              "K^{T} W_{S} Q");
}

/// A row of zeros has no direction: its cosines and their gradients are 0.
TEST(Operations, CosinesOfZerosAreZeroWithAReason) {
    Matrix q = some(3, 4, 1);
    q.row(1).setZero();
    const OneOperation one{operation::cosine_scores, {q, some(2, 4, 2)}};
    EXPECT_EQ(one.result().row(1), Vector::Zero(2));
    const Derivation made = one.explained(1, 0);
    EXPECT_EQ(made.rule, Rule::Undefined);
    EXPECT_EQ(made.reason, "A[1,·] has no cosine: its length is 0, so it has no direction");
    Graph stages = one.graph();
    const std::size_t at = stages.size() - 1;
    const std::size_t seed =
        stages.add({{Stage("seed")}, &operation::given, {}, {}, stages[at].shape, {}});
    const auto gradients = add_gradients(stages, at, seed);
    const Matrix weights = some(3, 2, 3);
    const std::vector<Matrix> results = one.run_of(stages, &weights);
    EXPECT_EQ(results[*gradients[0]].row(1), Vector::Zero(4));
    expect_explained(stages, results, at, "cosines of zeros");
}

TEST(Masks, BlockWhatTheirKindSays) {
    const auto blocked = [](Mask mask) {
        return Matrix(painted_like(mask, 4, 5).painted->cast<Real>());
    };
    const Mask window{Mask::Kind::Window, {}, 2}, prefix{Mask::Kind::Prefix, {}, 2},
        padding{Mask::Kind::Padding, {}, 2}, causal{Mask::Kind::Causal, {}};
    EXPECT_EQ(blocked(window),
              (Matrix{{0, 0, 1, 1, 1}, {0, 0, 0, 1, 1}, {1, 0, 0, 0, 1}, {1, 1, 0, 0, 0}}));
    EXPECT_EQ(blocked(prefix),
              (Matrix{{0, 0, 1, 1, 1}, {0, 0, 1, 1, 1}, {0, 0, 0, 1, 1}, {0, 0, 0, 0, 1}}));
    EXPECT_EQ(blocked(padding), Matrix(Vector{{0, 0, 0, 1, 1}}.replicate(4, 1)));
    EXPECT_EQ(blocked({Mask::Kind::All, {}, 0, {window, causal, padding}}),
              (Matrix{{0, 1, 1, 1, 1}, {0, 0, 1, 1, 1}, {1, 0, 0, 1, 1}, {1, 1, 0, 1, 1}}));
    EXPECT_EQ(blocked({Mask::Kind::All, {}, 0, {}}), Matrix::Zero(4, 5));
}

/// Only a padding mask needs the number of keys, also when combined with others.
TEST(Masks, AreResolvedForTheirKeys) {
    const Mask padding{Mask::Kind::Padding, {}, 1};
    EXPECT_TRUE(is_blocked(resolved(padding, 3), 0, 2));
    EXPECT_FALSE(is_blocked(resolved(padding, 4), 0, 2));
    const Mask several{Mask::Kind::All, {}, 0, {{Mask::Kind::Causal, {}}, padding}};
    EXPECT_TRUE(is_blocked(resolved(several, 3), 2, 2));
    EXPECT_EQ(resolved(resolved(several, 3), 4), resolved(several, 4));
    EXPECT_EQ(to_text(several), "causal and padding of 1");
}

TEST(Masks, AreWrittenInFormulas) {
    const auto said = [](Mask mask) {
        const Options options = resolved(std::move(mask), 6);
        return operation::masked.formula({{"scaled"}, {}, options});
    };
    EXPECT_EQ(said({Mask::Kind::Window, {}, 3}), "−∞ where |query − key| ≥ 3");
    EXPECT_EQ(said({Mask::Kind::Prefix, {}, 2}), "−∞ where key > query and key ≥ 2");
    EXPECT_EQ(said({Mask::Kind::Padding, {}, 2}), "−∞ where key ≥ 4");
    EXPECT_EQ(said({Mask::Kind::All, {}, 0, {}}), "−∞ where blocked");
}

/// A sink is an extra column that is dropped; a head reads its own column of all heads' sinks.
TEST(Operations, ASinkIsADroppedColumn) {
    const Matrix scores = some(3, 5, 1), sinks = some(1, 3, 2);
    Matrix wider(3, 6);
    wider << scores, Matrix::Constant(3, 1, sinks(0, 2));
    const Matrix powers = wider.array().exp();
    const Matrix weights =
        (powers.array().colwise() / powers.rowwise().sum().array()).matrix().leftCols(5);
    for (const Normaliser how : {Normaliser::Softmax, Normaliser::NaiveSoftmax})
        expect_near(
            OneOperation{operation::normalised, {scores, sinks}, with_sink(how, {})}.result(),
            weights);
    // A large sink is subtracted like the largest score.
    const Matrix large = Matrix::Constant(1, 3, 1000);
    const OneOperation drained{operation::normalised,
                               {Matrix::Constant(1, 2, 999), large},
                               with_sink(Normaliser::Softmax, {})};
    const Real part = std::exp(-1.0);
    expect_near(drained.result(), Matrix::Constant(1, 2, part / (1 + 2 * part)));
    EXPECT_EQ(drained.explained(0, 0).largest, 1000);
}

/// What documents, menus and programs say about a normaliser agrees with what it computes.
TEST(Normalisers, FollowTheirRows) {
    const Matrix scores{{0.5, 0.25, 0.75}};
    const Matrix powers = scores.array().exp();
    std::set<std::string_view> words, titles, choices, nouns, sentences;
    for (const NormaliserInfo& how : normalisers) {
        SCOPED_TRACE(how.word);
        EXPECT_TRUE(words.insert(how.word).second);
        EXPECT_TRUE(titles.insert(how.title).second);
        EXPECT_TRUE(choices.insert(how.choice).second);
        EXPECT_TRUE(nouns.insert(how.noun).second);
        EXPECT_TRUE(sentences.insert(how.sentence).second);
        EXPECT_TRUE(how.sentence.ends_with('.') && how.program.ends_with('.'));
        EXPECT_NE(how.program.find("{}"), std::string_view::npos);
        EXPECT_TRUE(how.of_word.starts_with(": "));
        EXPECT_FALSE(how.head.empty() || how.process.empty() || how.title.empty());

        const Normalising options{how.normaliser, Axis::Rows, {}, 0};
        const OneOperation one{operation::normalised, {scores}, options};
        const Matrix weights = one.result();
        EXPECT_EQ(weights.isApprox(powers / powers.sum(), 1e-12),
                  how.shares == NormaliserInfo::Shares::OfPowers);
        EXPECT_EQ(weights.isApprox(scores / scores.sum(), 1e-12),
                  how.shares == NormaliserInfo::Shares::OfScores);
        const std::string formula = operation::normalised.formula({{"scaled"}, {}, one.options});
        EXPECT_EQ(!how.function.empty(), formula == std::string(how.function) + "(scaled)")
            << formula;

        const OneOperation drained{operation::normalised, {scores, Matrix{{0.6}}}, options};
        EXPECT_EQ(drained.fault().empty(), how.takes_sink);
        if (!how.takes_sink)
            continue;
        EXPECT_LT(drained.result().sum(), 1);
        Graph stages = drained.graph();
        const std::size_t seed =
            stages.add({{Stage("seed")}, &operation::given, {}, {}, {1, 3}, {}});
        EXPECT_TRUE(add_gradients(stages, seed - 1, seed)[1]) << "a sink has a gradient";
    }
}

TEST(Operations, SparsemaxIsExplainedByScoresAboveItsThreshold) {
    const OneOperation one{operation::normalised,
                           {Matrix{{0, 0.5, -3}, {4, 1, 1}}},
                           Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0}};
    EXPECT_EQ(one.explained(0, 0).formula, "max(A[0,0] - (A[0,1] + A[0,0] - 1) / 2, 0)")
        << "the largest first";
    EXPECT_EQ(one.explained(0, 2).formula, "max(A[0,2] - (A[0,1] + A[0,0] - 1) / 2, 0)");
    EXPECT_EQ(one.explained(1, 0).formula, "max(A[1,0] - (A[1,0] - 1), 0)");
    EXPECT_EQ(one.explained(0, 0).label, "sparsemax");
    EXPECT_EQ(places(one.explained(0, 2)).size(), 3U);
    const OneOperation overflown{operation::normalised,
                                 {Matrix{{0, INFINITY, -3}}},
                                 Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0}};
    EXPECT_EQ(overflown.explained(0, 0).formula, "A[0,1] - A[0,1]");
    EXPECT_TRUE(std::isnan(evaluated(overflown.explained(0, 0))));
}

/// A score at the threshold has no weight, but a higher one has.
TEST(Operations, SparsemaxHasNoSlopeForScoresWithoutAWeight) {
    const Matrix scores{{0, 0.5, -3}, {4, 1, 1}, {2, 6, 5}, {6, 2, 5}};
    const Flags blocked{
        {false, false, false}, {false, false, false}, {false, false, false}, {true, false, true}};
    const Matrix slopes{{1, 5, 2}, {3, 4, 6}, {1, 2, 3}, {1, 2, 3}};
    const std::string no_part = " is 0, so its score takes no part in the Jacobian";
    const std::string one_sided =
        "; it is the threshold itself, so the derivative is one-sided: the weight of a lower score "
        "stays 0, that of a higher one does not";
    for (const Axis axis : {Axis::Rows, Axis::Columns}) {
        const bool by_rows = axis == Axis::Rows;
        const auto turned = [&](const Matrix& of) { return by_rows ? of : Matrix(of.transpose()); };
        const OneOperation one{
            operation::normalised,
            {turned(scores)},
            Normalising{Normaliser::Sparsemax,
                        axis,
                        {Mask::Kind::Painted, by_rows ? blocked : Flags(blocked.transpose())},
                        0}};
        Graph stages = one.graph();
        const std::size_t made = stages.size() - 1;
        const std::size_t seed =
            stages.add({{Stage("seed")}, &operation::given, {}, {}, stages[made].shape, {}});
        add_gradients(stages, made, seed);
        const std::size_t at = *stages.find({Stage("d.made:1")});
        EXPECT_EQ(stages[at].inputs.size(), 2U) << "only the explanation reads the scores";
        const Matrix weights = turned(slopes);
        const std::vector<Matrix> results = one.run_of(stages, &weights);
        EXPECT_EQ(turned(results[at]), (Matrix{{-2, 2, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}));
        expect_explained(stages, results, made, "slopes of a sparsemax");
        const auto explained = [&](Index row, Index column) {
            return explain(stages,
                           {stages[at].sheet, by_rows ? row : column, by_rows ? column : row},
                           by_rows ? Convention::TokensAsRows : Convention::TokensAsColumns,
                           [&](std::size_t of) { return Cells(results[of]); });
        };
        EXPECT_EQ(explained(0, 1).formula, "d.made[0,1] - d.made[0,0] / 2 - d.made[0,1] / 2");
        EXPECT_EQ(explained(0, 2).reason, "made[0,2]" + no_part);
        EXPECT_EQ(explained(1, 1).reason, "made[1,1]" + no_part);
        EXPECT_EQ(explained(2, 0).reason, "made[2,0]" + no_part);
        EXPECT_EQ(explained(2, 2).reason, "made[2,2]" + no_part + one_sided);
        EXPECT_EQ(explained(3, 2).reason, "made[3,2]" + no_part) << "the mask blocks it";
        const auto raised = [&](Real by) {
            Matrix moved = scores;
            moved(2, 2) += by;
            return turned(OneOperation{one.operation, {turned(moved)}, one.options}.result())(2, 2);
        };
        EXPECT_EQ(raised(-0.1), 0);
        EXPECT_NEAR(raised(0.1), 0.05, 1e-12) << "the sentence is true";
    }
}

/// Among large scores the 1 of the threshold is lost, unless the largest is subtracted first.
TEST(Operations, SparsemaxEqualsItsFormulaForScoresOfAnySize) {
    for (const Real size : {0.0, 1.0, 99.0, 101.0, 1e8, 1e15, 1e16, 4e16, 1e100, 1e300})
        for (const Real sign : {1.0, -1.0})
            for (const Axis axis : {Axis::Rows, Axis::Columns}) {
                const Real base = size * sign, gap = std::nextafter(size, INFINITY) - size;
                const Matrix near = Matrix(3, 4).setConstant(base) + 0.4 * some(3, 4, 21);
                Matrix apart = some(4, 3, 22) * size;
                apart(1, 1) = apart(2, 1) = base;
                apart(3, 2) = apart(0, 2) - gap;
                for (const bool are_near : {true, false}) {
                    const Matrix& scores = are_near ? near : apart;
                    const OneOperation one{operation::normalised,
                                           {scores},
                                           Normalising{Normaliser::Sparsemax, axis, {}, 0}};
                    const Matrix weights = one.result();
                    for (Index row = 0; row < scores.rows(); ++row)
                        for (Index column = 0; column < scores.cols(); ++column) {
                            const Real shown = evaluated(one.explained(row, column));
                            if (size > 100 && are_near)
                                EXPECT_EQ(shown, weights(row, column)) << base;
                            else
                                EXPECT_NEAR(shown, weights(row, column), 1e-13) << base;
                        }
                }
            }
    const OneOperation large{operation::normalised,
                             {Matrix{{4e16, 4e16, -3}}},
                             Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0}};
    EXPECT_EQ(large.result(), (Matrix{{0.5, 0.5, 0}}));
    EXPECT_EQ(large.explained(0, 2).formula,
              "max((A[0,2] - A[0,0]) - ((A[0,0] - A[0,0]) + (A[0,1] - A[0,0]) - 1) / 2, 0)");
}

TEST(Operations, ASinkIsOneMoreTermOfAWeight) {
    const OneOperation one{operation::normalised,
                           {some(3, 5, 1), some(1, 3, 2)},
                           with_sink(Normaliser::Softmax, {Mask::Kind::Painted, some_flags()})};
    const Derivation made = one.explained(0, 2);
    ASSERT_EQ(made.terms.size(), 4U);
    EXPECT_EQ(made.own, 1U);
    EXPECT_EQ(made.terms.back().factors[0].place, (Place{{Stage("B")}, 0, 2}));
    EXPECT_EQ(made.formula, "e^A[0,2] / (Σ_j e^A[0,j] over open j + e^B[0,2])");
    EXPECT_EQ(one.operation.formula({{"masked", "sink"}, {}, one.options}),
              "softmax(masked, sink)");
    EXPECT_EQ(one.explained(1, 2).rule, Rule::NoKey);
    EXPECT_EQ(one.result().row(1), Vector::Zero(5));
}

TEST(Operations, ExplainWhyInputsDoNotFit) {
    const Matrix m = some(3, 5, 1), q = some(3, 4, 2);
    const auto fault = [](const Operation& by, std::vector<Matrix> inputs, Options options) {
        return OneOperation{by, std::move(inputs), std::move(options)}.fault();
    };
    EXPECT_EQ(fault(operation::rotated, {m}, Rotation{}),
              "it turns pairs of columns, but 3 × 5 has an odd number of them");
    EXPECT_EQ(fault(operation::rotated, {q}, Rotation{0}),
              "the base of its angles is 0, expected a number above 0");
    EXPECT_EQ(fault(operation::rotated, {m}, Rotation{100, false, 6}),
              "it turns 6 columns of 3 × 5; expected an even number of them up to 5");
    EXPECT_EQ(fault(operation::rotated, {m}, Rotation{100, false, 3}),
              "it turns 3 columns of 3 × 5; expected an even number of them up to 5");
    EXPECT_EQ(fault(operation::sinusoidal, {m}, Sinusoid{100, Waves::Halves}),
              "sines and cosines have half of the columns each, but 3 × 5 has an odd number of "
              "them");
    EXPECT_EQ(fault(operation::sample_deviation, {some(2, 1, 1)}, Epsilon{}),
              "it divides by n − 1, but 2 × 1 has one column");
    EXPECT_EQ(fault(operation::sinusoidal, {m}, Sinusoid{-1}),
              "the base of its waves is -1, expected a number above 0");
    EXPECT_EQ(fault(operation::alibi, {m}, Slope{INFINITY}),
              "its slope is Infinity, expected a number");
    EXPECT_EQ(fault(operation::bucketed, {m, some(1, 3, 1)}, Buckets{}),
              "its table of buckets is 1 × 3, expected one row of at least 4 numbers for both "
              "directions");
    EXPECT_EQ(fault(operation::bucketed, {m, some(2, 4, 1)}, Buckets{9, false}),
              "its table of buckets is 2 × 4, expected one row of at least 2 numbers");
    EXPECT_EQ(fault(operation::bucketed, {m, some(1, 32, 1)}, Buckets{8, true}),
              "its furthest distance is 8, expected more than 8, the distances that have a bucket "
              "each");
    EXPECT_EQ(fault(operation::with_bias, {m, some(5, 3, 1)}, Tempered{}),
              "it adds 3 × 5 and 5 × 3");
    EXPECT_EQ(fault(operation::general_scores, {q, some(4, 3, 1), q}, {}),
              "the matrix between queries and keys is 4 × 3, expected 4 × 4");
    EXPECT_EQ(fault(operation::additive_scores, {q, m, some(1, 4, 1)}, {}),
              "rows of 4 and of 5 numbers cannot be added");
    EXPECT_EQ(fault(operation::additive_scores, {q, q, some(4, 1, 1)}, {}),
              "what weighs their sums is 4 × 1, expected 1 × 4");
    EXPECT_EQ(fault(operation::cosine_scores, {q, m}, {}),
              "rows of 4 and of 5 numbers have no cosine");
    EXPECT_EQ(fault(operation::distance_scores, {q, m}, Distances{}),
              "rows of 4 and of 5 numbers have no distance");
    EXPECT_EQ(fault(operation::distance_scores, {q, q}, Distances{-1}),
              "its σ is -1, expected a number above 0");
    EXPECT_EQ(fault(operation::distance_scores, {q, q}, Distances{1e-200}),
              "its σ is 1e-200, expected a number between 1e-150 and 1e150");
    EXPECT_EQ(fault(operation::limited, {q}, SoftLimit{0}),
              "its limit is 0, expected a number above 0");
    EXPECT_EQ(fault(operation::normalised, {m, some(1, 2, 1)},
                    Normalising{Normaliser::Softmax, Axis::Rows, {}, 2}),
              "its sinks are 1 × 2, expected one row with column 2");
    EXPECT_EQ(fault(operation::normalised, {m, some(1, 2, 1)},
                    Normalising{Normaliser::Sum, Axis::Rows, {}, 0}),
              "a sink takes part in a softmax over the keys of each query only");
    EXPECT_EQ(fault(operation::normalised, {m, some(1, 2, 1)},
                    Normalising{Normaliser::Sparsemax, Axis::Rows, {}, 0}),
              "a sink takes part in a softmax over the keys of each query only");
}

} // namespace attn::operations_test
