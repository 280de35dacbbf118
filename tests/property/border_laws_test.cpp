// SPDX-License-Identifier: MIT
// Computes the same numbers in two ways, one of which crosses a border between methods: an extra
// masked word, an extra column of zeros, words or heads in another order.
#include "core/document/model/evaluate.h"
#include "tests/support/any_mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

using namespace attn;
using attn::test::mask_kinds;
using attn::test::Random;

namespace {

constexpr Index word_counts[] = {1, 2, 5, 62, 63, 64, 65, 66, 127, 128, 129};
constexpr Real sizes[] = {1e-150, 0.5, 2, 30, 1e5, 1e40};

/// Draws words, widths and magnitudes on both sides of the borders, with one head or two.
Document document_at_a_border(std::uint32_t seed, Mask::Kind mask, Index d_model = 0) {
    Random random(seed);
    Document document;
    const Index words = word_counts[seed % std::size(word_counts)];
    const Real size = sizes[seed % std::size(sizes)];
    const Index width = d_model ? d_model : random.whole(1, 7), d_k = random.whole(1, 7);
    document.tokens.own().assign(static_cast<std::size_t>(words), "word");
    document.embeddings = random.matrix(words, width, 2);
    for (Index head = 0; head < 2; ++head)
        document.heads.push_back({random.matrix(width, d_k, size), random.matrix(width, d_k, size),
                                  random.matrix(width, 3, 2)});
    document.switches.mask = attn::test::any_mask(mask, words, words, random);
    document.switches.normaliser = seed % 5 == 0 ? Normaliser::NaiveSoftmax : Normaliser::Softmax;
    if (seed % 5 == 0 && size > 2) // the naive one would overflow
        document.switches.normaliser = Normaliser::Softmax;
    return document;
}

/// Expects equal first rows of both outputs, except for the effect of rounded scores on powers.
void expect_equal_outputs(const Document& document, const Matrix& a, const Matrix& b,
                          const HeadTrace& head, Index rows) {
    const Real scaled = static_cast<Real>(head[Stage::Q].cols()) *
                        head[Stage::Q].cwiseAbs().maxCoeff() *
                        head[Stage::K].cwiseAbs().maxCoeff() /
                        divisor(document.switches.scale, head[Stage::Q].cols(), d_model(document));
    const Real depth =
        static_cast<Real>(d_model(document) + head[Stage::Q].cols() + head[Stage::K].rows());
    const Real allowed = std::numeric_limits<Real>::epsilon() * depth * (4 + 8 * scaled);
    if (!(allowed < 0.01))
        return; // The order of a sum decides which word wins, so neither is right.
    const Real difference = (a.topRows(rows) - b.topRows(rows)).cwiseAbs().maxCoeff();
    EXPECT_LE(difference, allowed * (1 + head[Stage::V].cwiseAbs().maxCoeff()));
}

Matrix with_column(const Matrix& matrix, const Matrix& column) {
    Matrix wider(matrix.rows(), matrix.cols() + 1);
    wider << matrix, column;
    return wider;
}

Matrix with_row(const Matrix& matrix, const Matrix& row) {
    Matrix longer(matrix.rows() + 1, matrix.cols());
    longer << matrix, row;
    return longer;
}

} // namespace

TEST(Borders, AnotherMaskedWordChangesNoOtherWord) {
    for (std::uint32_t seed = 1; seed <= 66; ++seed)
        for (const Mask::Kind mask : mask_kinds) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", mask " +
                         std::to_string(static_cast<int>(mask)));
            const Document document = document_at_a_border(seed, mask);
            const Index words = token_count(document);
            Document longer = document;
            Random random(seed + 1000);
            longer.tokens.own().push_back("masked");
            longer.embeddings =
                with_row(*document.embeddings, random.matrix(1, d_model(document), 2));
            if (mask == Mask::Kind::Padding) {
                const Index number = document.switches.mask.number;
                longer.switches.mask = resolved({mask, {}, number + 1}, words + 1);
            } else if (mask != Mask::Kind::Causal) {
                Flags painted(words + 1, words + 1);
                for (Index row = 0; row <= words; ++row)
                    for (Index column = 0; column <= words; ++column)
                        painted(row, column) =
                            column == words ||
                            (row < words && is_blocked(document.switches.mask, row, column));
                longer.switches.mask = {Mask::Kind::Painted, painted};
            }
            const Trace a = evaluate(document), b = evaluate(longer);
            for (std::size_t head = 0; head < 2; ++head)
                expect_equal_outputs(document, a.heads[head][Stage::Output],
                                     b.heads[head][Stage::Output], b.heads[head], words);
        }
}

TEST(Borders, AnotherColumnOfZerosChangesNothing) {
    for (const Index width : {Index{0}, Index{255}, Index{256}})
        for (std::uint32_t seed = 1; seed <= (width ? 6U : 33U); ++seed) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", d_model " + std::to_string(width));
            const Document document = document_at_a_border(seed, Mask::Kind::Causal, width);
            Random random(seed + 2000);
            // X gets columns of zeros and W any numbers; W_Q and W_K get zeros as well, so that d_k
            // grows.
            Document wider = document;
            const Index words = token_count(document), d_k = attn::d_k(document);
            wider.embeddings = with_column(*document.embeddings, Matrix::Zero(words, 1));
            wider.switches.scale = {Scale::Kind::Number, std::sqrt(static_cast<Real>(d_k))};
            for (HeadWeights& head : wider.heads) {
                const auto more = [&](const SharedMatrix& weights) {
                    return with_row(*weights, random.matrix(1, weights.cols(), 2));
                };
                const Matrix zeros = Matrix::Zero(d_model(document) + 1, 1);
                head = {with_column(more(head.w_q), zeros), with_column(more(head.w_k), zeros),
                        more(head.w_v)};
            }
            const Trace a = evaluate(document), b = evaluate(wider);
            for (std::size_t head = 0; head < 2; ++head)
                expect_equal_outputs(document, a.heads[head][Stage::Output],
                                     b.heads[head][Stage::Output], a.heads[head], words);
        }
}

TEST(Borders, HeadsInAnotherOrderHaveTheSameDigits) {
    for (std::uint32_t seed = 1; seed <= 66; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document =
            document_at_a_border(seed, mask_kinds[seed % std::size(mask_kinds)]);
        Document swapped = document;
        std::swap(swapped.heads[0], swapped.heads[1]);
        const Trace a = evaluate(document), b = evaluate(swapped);
        for (const Stage stage : {Stage::Scores, Stage::Weights, Stage::Output})
            EXPECT_EQ(SharedMatrix(matrix_of(document, a, {stage, 0, 0})),
                      SharedMatrix(matrix_of(swapped, b, {stage, 1, 0})));
    }
}

TEST(Borders, WordsInAnotherOrderHaveTheSameOutputs) {
    for (std::uint32_t seed = 1; seed <= 66; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document =
            document_at_a_border(seed, mask_kinds[seed % std::size(mask_kinds)]);
        const Index words = token_count(document);
        Eigen::PermutationMatrix<Eigen::Dynamic> order(words);
        for (Index at = 0; at < words; ++at)
            order.indices()[at] = static_cast<int>((at + 1 + words / 2) % words);
        Document permuted = document;
        permuted.embeddings = Matrix(order * *document.embeddings);
        const Mask painted = painted_like(document.switches.mask, words);
        permuted.switches.mask = {Mask::Kind::Painted,
                                  Flags(order * *painted.painted * order.transpose())};
        const Trace a = evaluate(document), b = evaluate(permuted);
        for (std::size_t head = 0; head < 2; ++head)
            expect_equal_outputs(document, order * a.heads[head][Stage::Output],
                                 b.heads[head][Stage::Output], a.heads[head], words);
    }
}
