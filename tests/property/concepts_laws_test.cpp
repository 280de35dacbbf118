// SPDX-License-Identifier: MIT
// Laws of concepts on seeded ratings, including degenerate ones.
#include "core/document/explaining/derivation.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/concepts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

using namespace attn;

namespace {

constexpr std::uint32_t matrices = 500;

/// Ratings of every kind: full, of low rank, with equal rows, zeros, equal singular values, tall,
/// wide, tiny and huge.
Matrix ratings(std::uint32_t seed, std::mt19937& random) {
    const auto whole = [&](Index low, Index high) {
        return low + static_cast<Index>(random() % static_cast<std::uint32_t>(high - low + 1));
    };
    const Index rows = whole(1, 9), columns = whole(1, 9);
    const auto hundredths = [&](Index r, Index c) {
        Matrix matrix(r, c);
        for (Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = static_cast<Real>(whole(-500, 500)) / 100;
        return matrix;
    };
    switch (seed % 10) {
    case 0:
        return Matrix::Zero(rows, columns);
    case 1:
        return hundredths(rows, 1) * hundredths(1, columns); // rank 1
    case 2: {
        Matrix matrix = hundredths(rows, columns); // equal rows
        for (Index row = 1; row < rows; row += 2)
            matrix.row(row) = matrix.row(row - 1);
        return matrix;
    }
    case 3:
        return 3 * Matrix::Identity(rows, columns); // every singular value equal
    case 4:
        return Matrix::Constant(rows, columns, 4);
    case 5: {
        Matrix matrix =
            hundredths(rows, columns).unaryExpr([](Real x) { return std::round(x / 2); });
        matrix.row(0).setZero(); // whole numbers, ties and an empty row
        return matrix;
    }
    case 6:
        return 1e-90 * hundredths(rows, columns);
    case 7:
        return 1e90 * hundredths(rows, columns);
    default:
        return hundredths(rows, columns);
    }
}

template <class Law>
void for_all_ratings(Law law) {
    for (std::uint32_t seed = 1; seed <= matrices; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Matrix x = ratings(seed, random);
        law(x, random);
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

/// The largest difference, relative to `scale`, so that tiny and huge ratings compare alike.
Real distance(const Matrix& a, const Matrix& b, Real scale) {
    return (a / scale - b / scale).cwiseAbs().maxCoeff();
}

Real size_of(const Matrix& x) {
    const Real most = x.cwiseAbs().maxCoeff();
    return most > 0 ? most : 1;
}

Matrix product(const Svd& svd) {
    return svd.u * svd.s.row(0).asDiagonal() * svd.vt;
}

} // namespace

TEST(ConceptLaws, TheThreeFactorsGiveTheRatings) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        ASSERT_LE(distance(product(decompose(x)), x, size_of(x)), 1e-12);
    });
}

TEST(ConceptLaws, ColumnsOfUAndRowsOfVtAreOrthonormal) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        const Svd svd = decompose(x);
        const Index count = std::min(x.rows(), x.cols());
        ASSERT_EQ(svd.u.cols(), count);
        ASSERT_EQ(svd.vt.rows(), count);
        const Matrix one = Matrix::Identity(count, count);
        ASSERT_LE((svd.u.transpose() * svd.u - one).cwiseAbs().maxCoeff(), 1e-12);
        ASSERT_LE((svd.vt * svd.vt.transpose() - one).cwiseAbs().maxCoeff(), 1e-12);
    });
}

TEST(ConceptLaws, SingularValuesFallAndAreNeverNegative) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        const Svd svd = decompose(x);
        for (Index at = 0; at < svd.s.cols(); ++at) {
            ASSERT_GE(svd.s(0, at), 0);
            ASSERT_EQ(svd.s(0, at) > 0, at < svd.rank);
            if (at > 0) {
                ASSERT_LE(svd.s(0, at), svd.s(0, at - 1));
            }
        }
    });
}

// Permuting the rows of the ratings must permute the rows of U. If ratings are symmetric, or
// singular values equal or 0, no rule can keep every sign; then the parts only have to multiply to
// the ratings.
TEST(ConceptLaws, SignsDoNotDependOnTheOrderOfPeopleAndFilms) {
    int compared = 0;
    for_all_ratings([&](const Matrix& x, std::mt19937& random) {
        Eigen::PermutationMatrix<Eigen::Dynamic> rows(x.rows()), columns(x.cols());
        rows.setIdentity();
        columns.setIdentity();
        std::shuffle(rows.indices().data(), rows.indices().data() + x.rows(), random);
        std::shuffle(columns.indices().data(), columns.indices().data() + x.cols(), random);
        const Svd svd = decompose(x), other = decompose(rows * x * columns);
        ASSERT_LE(distance(svd.s, other.s, size_of(x)), 1e-12);
        ASSERT_EQ(svd.rank, other.rank);
        for (Index at = 0; at < svd.rank; ++at) {
            const Real own = svd.s(0, at), least = 1e-6 * svd.s(0, 0);
            const bool is_alone = own > least && (at == 0 || svd.s(0, at - 1) - own > least) &&
                                  (at + 1 == svd.s.cols() || own - svd.s(0, at + 1) > least);
            Matrix sizes = svd.vt.row(at).cwiseAbs();
            std::sort(sizes.data(), sizes.data() + sizes.size());
            const bool has_tie =
                sizes.size() > 1 && sizes(0, sizes.size() - 1) - sizes(0, sizes.size() - 2) < 1e-6;
            // Ties of one sign still decide the sign; ties of both signs need the sum.
            const bool is_decided = !has_tie || std::abs(svd.vt.row(at).sum()) > 1e-6;
            if (!is_alone || !is_decided)
                continue;
            ++compared;
            ASSERT_LE((rows * svd.u.col(at) - other.u.col(at)).cwiseAbs().maxCoeff(), 1e-8);
            ASSERT_LE((svd.vt.row(at) * columns - other.vt.row(at)).cwiseAbs().maxCoeff(), 1e-8);
        }
    });
    EXPECT_GT(compared, 500);
}

TEST(ConceptLaws, EqualPeopleStandAtTheSamePlace) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        const Matrix people = find_concepts(x, 1, Matrix::Zero(0, x.cols())).people;
        for (Index a = 0; a < x.rows(); ++a)
            for (Index b = 0; b < a; ++b)
                if (x.row(a) == x.row(b)) {
                    ASSERT_LE(distance(people.row(a), people.row(b), size_of(x)), 1e-13);
                }
    });
}

TEST(ConceptLaws, TheErrorIsTheLengthOfTheDroppedSingularValues) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        const Real scale = size_of(x);
        for (Index kept = 1; kept <= std::min(x.rows(), x.cols()); ++kept) {
            const ConceptTrace trace = find_concepts(x, kept, Matrix::Zero(0, x.cols()));
            const Real dropped = (trace.svd.s.rightCols(trace.svd.s.cols() - kept) / scale).norm();
            ASSERT_NEAR((x / scale - trace.reconstruction / scale).norm(), dropped, 1e-11);
            ASSERT_NEAR(trace.error(0, 0) / scale, dropped, 1e-12);
            ASSERT_TRUE(trace.difference.allFinite());
        }
    });
}

TEST(ConceptLaws, SharesSumToOneUnlessThereIsNothingToShare) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        const ConceptTrace trace = find_concepts(x, 1, Matrix::Zero(0, x.cols()));
        ASSERT_EQ(trace.no_share[0], x.isZero(0));
        ASSERT_NEAR(trace.share.sum(), trace.no_share[0] ? 0 : 1, 1e-12);
    });
}

TEST(ConceptLaws, NoNumberIsEverNaNAndCosinesStayWithinOne) {
    for_all_ratings([](const Matrix& x, std::mt19937&) {
        Matrix vectors(3, x.cols());
        vectors.row(0).setZero();
        vectors.row(1) = x.row(0);
        vectors.row(2).setOnes();
        const ConceptTrace trace = find_concepts(x, 1, vectors);
        ASSERT_TRUE(trace.no_direction[0]);
        ASSERT_TRUE(trace.no_concept_direction[0]);
        for (const Stage stage :
             {Stage::U, Stage::S, Stage::Vt, Stage::Share, Stage::Reconstruction, Stage::People,
              Stage::Projected, Stage::Cosine, Stage::ConceptCosine})
            ASSERT_TRUE(matrix_of(trace, stage)->allFinite());
        for (const Matrix* cosine : {&trace.cosine, &trace.concept_cosine}) {
            ASSERT_LE(cosine->cwiseAbs().maxCoeff(), 1);
            ASSERT_EQ(*cosine, Matrix(cosine->transpose()));
        }
    });
}

TEST(ConceptLaws, EveryNumberEqualsItsDerivation) {
    for_all_ratings([](const Matrix& x, std::mt19937& random) {
        Document document;
        document.model = Model::Concepts;
        document.projections = Projections::None;
        document.embeddings = x;
        document.tokens.own().assign(static_cast<std::size_t>(x.rows()), "p");
        document.concepts.columns.assign(static_cast<std::size_t>(x.cols()), "f");
        document.concepts.kept =
            1 + static_cast<Index>(random() % static_cast<std::uint32_t>(concept_count(document)));
        document.concepts.names = {"a", "b"};
        Matrix vectors = Matrix::Ones(2, x.cols());
        vectors(0, 0) = -3;
        document.concepts.vectors = vectors;
        ASSERT_TRUE(validate(document)) << validate(document).error().text();
        const Trace trace = evaluate(document);
        const Graph stages = graph_as_shown(document);
        for (const SheetId& sheet : sheets(document)) {
            const Matrix matrix = matrix_of(document, trace, sheet);
            const Real scale = size_of(matrix) > size_of(x) ? size_of(matrix) : size_of(x);
            const Stage stage = sheet.stage;
            const bool is_unit = stage == Stage::U || stage == Stage::Vt || stage == Stage::Share ||
                                 stage == Stage::Cosine || stage == Stage::ConceptCosine ||
                                 stage == Stage::Projected;
            for (Index row = 0; row < matrix.rows(); ++row)
                for (Index column = 0; column < matrix.cols(); ++column) {
                    const Place place{sheet, row, column};
                    const Derivation derivation = derive(stages, document, trace, place);
                    ASSERT_EQ(derivation.result, matrix(row, column)) << to_text(place);
                    // The direction of a tiny singular value is exact only relative to that value.
                    const Index concept_at = stage == Stage::Vt ? row : column;
                    const Real certain =
                        (stage == Stage::U || stage == Stage::Vt) &&
                                concept_at < trace.concepts.svd.rank
                            ? trace.concepts.svd.s(0, concept_at) / trace.concepts.svd.s(0, 0)
                            : 1;
                    ASSERT_NEAR(evaluated(derivation) / (is_unit ? 1 : scale),
                                derivation.result / (is_unit ? 1 : scale), 1e-11 / certain)
                        << to_text(place);
                    ASSERT_FALSE(derivation.title.empty());
                }
        }
    });
}

TEST(ConceptLaws, AChainEndsThoughUAndVtAreFoundTogether) {
    Document document;
    document.model = Model::Concepts;
    document.projections = Projections::None;
    Matrix x(2, 2);
    x << 2, 1, 1, 3;
    document.embeddings = x;
    document.tokens = {"p", "q"};
    document.concepts = {{"f", "g"}, 1, {}, Matrix::Zero(0, 2)};
    const Trace trace = evaluate(document);
    for (const SheetId& sheet : sheets(document)) {
        const auto chain = derivation_chain(document, trace, {sheet, 0, 0});
        EXPECT_LE(chain.size(), 8U) << to_text(sheet);
        for (std::size_t a = 0; a < chain.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                EXPECT_FALSE(chain[a].sheet == chain[b].sheet) << to_text(sheet);
    }
}

TEST(ConceptLaws, ALargeMatrixObeysTheSameLaws) {
    std::mt19937 random(7);
    Matrix x(90, 80);
    for (Index i = 0; i < x.size(); ++i)
        x.data()[i] = static_cast<Real>(random() % 6);
    x.bottomRows(20) = x.topRows(20); // rank 70
    const Svd svd = decompose(x);
    EXPECT_EQ(svd.rank, 70);
    EXPECT_LE(distance(product(svd), x, 5), 1e-12);
    EXPECT_LE((svd.u.transpose() * svd.u - Matrix::Identity(80, 80)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((svd.vt * svd.vt.transpose() - Matrix::Identity(80, 80)).cwiseAbs().maxCoeff(),
              1e-12);
}
