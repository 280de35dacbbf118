// SPDX-License-Identifier: MIT
// The kernels of every instruction set of this machine, compared with plain sums and std::exp.
#include "core/base/matrix.h"
#include "core/engine/kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace attn::kernels_test {

namespace {

std::size_t length(Index count) {
    return static_cast<std::size_t>(count);
}

Matrix random(Index rows, Index columns, std::mt19937& generator, Real size = 1) {
    std::normal_distribution<Real> normal(0, size);
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

/// Softmax attention by its definition, with sums in long double.
struct Reference {
    Matrix output;
    std::vector<Real> largest, sum;
};
Reference reference(const Matrix& q, const Matrix& k, const Matrix& v, Real factor,
                    const KernelMask& mask) {
    Reference made{Matrix::Zero(q.rows(), v.cols()), {}, {}};
    for (Index row = 0; row < q.rows(); ++row) {
        const auto is_open = [&](Index key) {
            return mask.kind == KernelMask::Kind::None ||
                   (mask.kind == KernelMask::Kind::Causal ? key <= row
                                                          : !mask.painted[row * mask.stride + key]);
        };
        std::vector<long double> scores;
        long double largest = -std::numeric_limits<long double>::infinity(), sum = 0;
        for (Index key = 0; key < k.rows(); ++key) {
            long double score = 0;
            for (Index at = 0; at < q.cols(); ++at)
                score += static_cast<long double>(q(row, at)) * k(key, at);
            scores.push_back(score * factor);
            if (is_open(key))
                largest = std::max(largest, scores.back());
        }
        std::vector<long double> mixed(length(v.cols()), 0);
        for (Index key = 0; key < k.rows(); ++key) {
            if (!is_open(key))
                continue;
            const long double power = std::exp(scores[length(key)] - largest);
            sum += power;
            for (Index at = 0; at < v.cols(); ++at)
                mixed[length(at)] += power * v(key, at);
        }
        for (Index at = 0; at < v.cols(); ++at)
            made.output(row, at) = sum > 0 ? static_cast<Real>(mixed[length(at)] / sum) : 0;
        made.largest.push_back(static_cast<Real>(largest));
        made.sum.push_back(static_cast<Real>(sum));
    }
    return made;
}

struct Sizes {
    Index queries, keys, d_k, d_v;
};
constexpr Sizes sizes[] = {{1, 1, 1, 1},     {3, 3, 4, 3},       {7, 7, 5, 9},      {65, 65, 2, 33},
                           {97, 97, 64, 64}, {130, 130, 31, 40}, {193, 193, 17, 70}};

/// The distance in units in the last place; 0 for equal bits and for two NaNs.
Real units_apart(Real found, Real expected) {
    if (found == expected || (std::isnan(found) && std::isnan(expected)))
        return 0;
    const Real step = std::nextafter(std::abs(expected), INFINITY) - std::abs(expected);
    return std::abs(found - expected) / step;
}

} // namespace

TEST(Kernels, ThePlainOnesAlwaysExist) {
    ASSERT_FALSE(available_kernels().empty());
    EXPECT_EQ(available_kernels().front()->name, "plain");
    EXPECT_EQ(&kernels() == available_kernels().back() || std::getenv("ATTENTION_LAB_KERNELS"),
              true);
}

TEST(Kernels, ExactProductsHaveTheDigitsOfPlainSumsInOrder) {
    std::mt19937 generator(7);
    for (const Kernels* set : available_kernels())
        for (const Index rows : {1, 2, 5, 8, 23})
            for (const Index depth : {1, 3, 64})
                for (const Index columns : {1, 2, 7, 8, 33, 64}) {
                    const Matrix a = random(rows, depth, generator),
                                 b = random(depth, columns, generator);
                    Matrix c(rows, columns);
                    set->exact_product(a.data(), depth, b.data(), columns, c.data(), columns, rows,
                                       depth, columns);
                    for (Index row = 0; row < rows; ++row)
                        for (Index column = 0; column < columns; ++column) {
                            Real sum = 0;
                            for (Index k = 0; k < depth; ++k)
                                sum += a(row, k) * b(k, column);
                            ASSERT_EQ(c(row, column), sum)
                                << set->name << ": " << rows << " × " << depth << " × " << columns;
                        }
                }
}

TEST(Kernels, QuotientsAndMaximumEqualPlainLoops) {
    std::mt19937 generator(13);
    for (const Kernels* set : available_kernels())
        for (Index count = 0; count < 75; ++count)
            for (const Real special : {Real{0}, -Real{INFINITY}, Real{INFINITY}, Real{NAN}})
                for (Index at = 0; at < std::max<Index>(1, count); at += 7) {
                    Matrix numbers = random(1, count, generator);
                    if (special != 0 && count > 0)
                        numbers(0, at) = special;
                    Matrix divided(1, count);
                    set->divide(numbers.data(), 3, divided.data(), count);
                    Real largest = -INFINITY;
                    for (Index each = 0; each < count; ++each) {
                        const Real number = numbers(0, each);
                        if (number > largest || std::isnan(number))
                            largest = number;
                        ASSERT_EQ(units_apart(divided(0, each), number / 3), 0);
                    }
                    const Real found = set->find_largest(numbers.data(), count);
                    ASSERT_EQ(units_apart(found, largest), 0)
                        << set->name << ": " << count << " numbers, " << special << " at " << at;
                }
}

TEST(Kernels, ExactExponentialsHaveTheSameDigitsInEverySet) {
    std::mt19937 generator(11);
    std::vector<Real> numbers{0.0,
                              -0.0,
                              1.0,
                              -1.0,
                              709.782712893384,
                              709.78271289338403,
                              709.8,
                              710,
                              1e5,
                              1e308,
                              INFINITY,
                              -INFINITY,
                              NAN,
                              -708.4,
                              -744.44,
                              -745.13321910194122,
                              -745.2,
                              -746,
                              -1e5,
                              -1e308,
                              5e-324,
                              -5e-324};
    for (const Real range : {1e-8, 1.0, 20.0, 700.0, 750.0}) {
        std::uniform_real_distribution<Real> uniform(-range, range);
        for (int at = 0; at < 20'000; ++at)
            numbers.push_back(uniform(generator));
    }
    std::vector<Real> first(numbers.size()), made(numbers.size());
    const auto count = static_cast<std::ptrdiff_t>(numbers.size());
    available_kernels().front()->exact_exponentials(numbers.data(), 0, first.data(), count);
    for (std::size_t at = 0; at < numbers.size(); ++at)
        ASSERT_LE(units_apart(first[at], std::exp(numbers[at])), 2) << "e^" << numbers[at];
    for (const Kernels* set : available_kernels()) {
        set->exact_exponentials(numbers.data(), 0, made.data(), count);
        for (std::size_t at = 0; at < numbers.size(); ++at)
            ASSERT_TRUE(std::memcmp(&made[at], &first[at], sizeof(Real)) == 0 ||
                        (std::isnan(made[at]) && std::isnan(first[at])))
                << set->name << ": e^" << numbers[at];
    }
}

TEST(Kernels, FastExponentialsAreWithinTwoUnitsInTheLastPlace) {
    std::mt19937 generator(13);
    for (const Kernels* set : available_kernels())
        for (const Real range : {1e-12, 0.3, 0.35, 5.0, 708.0, 760.0}) {
            std::uniform_real_distribution<Real> uniform(-range, std::min(range, 709.0));
            std::vector<Real> numbers(20'003), made(numbers.size());
            for (Real& number : numbers)
                number = uniform(generator);
            set->exponentials(numbers.data(), made.data(),
                              static_cast<std::ptrdiff_t>(numbers.size()));
            for (std::size_t at = 0; at < numbers.size(); ++at)
                ASSERT_LE(units_apart(made[at], std::exp(numbers[at])), 2)
                    << set->name << ": e^" << numbers[at];
        }
    for (const Kernels* set : available_kernels()) {
        const Real numbers[] = {-745, -1e4, -INFINITY, 0, 709};
        Real made[5];
        set->exponentials(numbers, made, 5);
        EXPECT_EQ(made[0], std::numeric_limits<Real>::denorm_min());
        EXPECT_EQ(made[1], 0);
        EXPECT_EQ(made[2], 0);
        EXPECT_EQ(made[3], 1);
        EXPECT_LE(units_apart(made[4], std::exp(709.0)), 2);
    }
}

TEST(Kernels, ProductsAgreeWithEigenInEverySet) {
    std::mt19937 generator(17);
    for (const Kernels* set : available_kernels())
        for (const auto& [rows, keys, depth, columns] : sizes) {
            const Matrix a = random(rows, depth, generator), b = random(depth, columns, generator);
            std::vector<Real> packed(length(packed_length(*set, depth, columns)));
            pack(*set, b.data(), depth, columns, packed.data());
            Matrix c(rows, columns);
            set->product(a.data(), packed.data(), c.data(), rows, depth, columns);
            EXPECT_LE((c - a * b).cwiseAbs().maxCoeff(), 1e-13) << set->name;
        }
}

TEST(Kernels, AttentionAgreesInEverySetUnderEveryMask) {
    std::mt19937 generator(19);
    for (const auto& [queries, keys, d_k, d_v] : sizes)
        for (const auto kind :
             {KernelMask::Kind::None, KernelMask::Kind::Causal, KernelMask::Kind::Painted}) {
            const Matrix q = random(queries, d_k, generator, 3),
                         k = random(keys, d_k, generator, 3), v = random(keys, d_v, generator);
            Flags painted = Flags::NullaryExpr(queries, keys, [&] { return generator() % 3 == 0; });
            painted.row(queries / 2).setConstant(true); // without any key
            const KernelMask mask{kind, painted.data(), keys};
            const Reference expected = reference(q, k, v, 0.5, mask);
            for (const Kernels* set : available_kernels()) {
                std::vector<Real> packed_key(length(packed_length(*set, d_k, keys))),
                    packed_value(length(packed_length(*set, keys, d_v))),
                    work(length(work_length(*set, d_v)));
                pack_keys(*set, k.data(), keys, d_k, packed_key.data());
                pack(*set, v.data(), keys, d_v, packed_value.data());
                Matrix output(queries, d_v);
                std::vector<Real> largest(length(queries)), sum(length(queries));
                RowsTask task;
                task.query = q.data();
                task.packed_key = packed_key.data();
                task.packed_value = packed_value.data();
                task.keys = keys;
                task.d_k = d_k;
                task.d_v = d_v;
                task.factor = 0.5;
                task.mask = mask;
                task.output = output.data();
                task.largest = largest.data();
                task.sum = sum.data();
                set->attend_rows(task, 0, queries, work.data());
                EXPECT_LE((output - expected.output).cwiseAbs().maxCoeff(), 1e-12)
                    << set->name << " " << keys << " keys, mask " << static_cast<int>(kind);
                for (Index row = 0; row < queries; ++row) {
                    const auto at = length(row);
                    EXPECT_NEAR(sum[at], expected.sum[at], 1e-12 * expected.sum[at]);
                    if (expected.sum[at] > 0) {
                        EXPECT_NEAR(largest[at], expected.largest[at], 1e-12);
                    }
                }
            }
        }
}

TEST(Kernels, ExtremesEqualTheScoresInEverySet) {
    std::mt19937 generator(23);
    for (const Kernels* set : available_kernels())
        for (const auto kind : {KernelMask::Kind::None, KernelMask::Kind::Causal}) {
            const Index tokens = 211, d_k = 6;
            const Matrix q = random(tokens, d_k, generator), k = random(tokens, d_k, generator);
            const std::vector<std::ptrdiff_t> edges{40, 41, 50, 97, 128, 190, 211};
            const auto runs = static_cast<Index>(edges.size()) - 1;
            std::vector<Real> packed(length(packed_length(*set, d_k, tokens))),
                work(length(work_length(*set, 1)));
            pack_keys(*set, k.data(), tokens, d_k, packed.data());
            std::vector<float> low(length(tokens * runs)), high(low.size());
            set->pool_rows({q.data(),
                            packed.data(),
                            tokens,
                            d_k,
                            {kind, nullptr, 0},
                            0,
                            edges.data(),
                            runs,
                            low.data(),
                            high.data()},
                           0, tokens, work.data());
            const Matrix scores = q * k.transpose();
            for (Index row = 0; row < tokens; ++row)
                for (Index run = 0; run < runs; ++run) {
                    Real least = INFINITY, most = -INFINITY;
                    for (Index key = edges[length(run)]; key < edges[length(run + 1)]; ++key)
                        if (kind == KernelMask::Kind::None || key <= row) {
                            least = std::min(least, scores(row, key));
                            most = std::max(most, scores(row, key));
                        }
                    const auto at = length(row * runs + run);
                    if (least > most) {
                        EXPECT_GT(low[at], high[at]) << "no open key";
                        continue;
                    }
                    EXPECT_NEAR(low[at], least, 1e-5) << set->name;
                    EXPECT_NEAR(high[at], most, 1e-5) << set->name;
                }
        }
}

TEST(Kernels, WideningGivesMinimumAndMaximumInEverySet) {
    std::mt19937 generator(8);
    for (const Kernels* set : available_kernels())
        for (const Index count : {1, 2, 7, 8, 31, 32, 33, 100, 1000}) {
            SCOPED_TRACE(std::string(set->name) + ' ' + std::to_string(count));
            Matrix numbers = random(1, count, generator);
            for (const Real by : {1.0, -0.3, 0.0}) {
                Matrix low = random(1, count, generator), high = low;
                const Matrix wanted_low = low.cwiseMin(by * numbers),
                             wanted_high = high.cwiseMax(by * numbers);
                set->widen(numbers.data(), by, low.data(), high.data(), count);
                EXPECT_EQ(low, wanted_low);
                EXPECT_EQ(high, wanted_high);
            }
            Real least = 0, most = 0;
            EXPECT_TRUE(set->find_ends(numbers.data(), count, &least, &most));
            EXPECT_EQ(least, numbers.minCoeff());
            EXPECT_EQ(most, numbers.maxCoeff());
            for (const Real bad :
                 {std::numeric_limits<Real>::quiet_NaN(), -std::numeric_limits<Real>::infinity()})
                for (const Index at : {Index{0}, count / 2, count - 1}) {
                    const Real good = std::exchange(numbers(0, at), bad);
                    EXPECT_FALSE(set->find_ends(numbers.data(), count, &least, &most)) << at;
                    numbers(0, at) = good;
                }
        }
}

TEST(Kernels, TheMaximumOfRowsIsFoundInEverySet) {
    std::mt19937 generator(9);
    std::normal_distribution<float> normal;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const Kernels* set : available_kernels())
        for (const std::size_t count : {0U, 1U, 5U, 40U}) {
            std::vector<float> rows(count * row_lanes), less(count), most(row_lanes, 7);
            for (std::vector<float>* numbers : {&rows, &less})
                for (float& number : *numbers)
                    number = normal(generator);
            if (count > 1)
                less[1] = infinity; // excludes a row
            set->find_most(rows.data(), less.data(), static_cast<std::ptrdiff_t>(count),
                           most.data());
            for (std::size_t lane = 0; lane < row_lanes; ++lane) {
                float wanted = -infinity;
                for (std::size_t row = 0; row < count; ++row)
                    wanted = std::max(wanted, rows[row * row_lanes + lane] - less[row]);
                EXPECT_EQ(most[lane], wanted) << set->name << ' ' << count;
            }
        }
}

} // namespace attn::kernels_test
