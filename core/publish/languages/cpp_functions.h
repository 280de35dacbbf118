// SPDX-License-Identifier: MIT
// Functions of C++ programs for the places of words and for scores; for cpp_lines.cpp only.
#pragma once

#include <string_view>

namespace attn::publish::cpp {

inline constexpr std::string_view rotated =
    R"(// Pairs of columns turned by place * base^(-2i/d): neighbours, or one of each half.
Matrix rotated(const Matrix& rows, double base, bool neighbours) {
    const Eigen::Index half = rows.cols() / 2;
    Matrix made(rows.rows(), rows.cols());
    for (Eigen::Index pair = 0; pair < half; ++pair) {
        const Eigen::Index x = neighbours ? 2 * pair : pair, y = neighbours ? x + 1 : pair + half;
        const double turn =
            std::pow(base, -2 * static_cast<double>(pair) / static_cast<double>(rows.cols()));
        for (Eigen::Index place = 0; place < rows.rows(); ++place) {
            const double angle = static_cast<double>(place) * turn;
            const double sine = std::sin(angle), cosine = std::cos(angle);
            made(place, x) = rows(place, x) * cosine - rows(place, y) * sine;
            made(place, y) = rows(place, x) * sine + rows(place, y) * cosine;
        }
    }
    return made;
}
)";

inline constexpr std::string_view sinusoids =
    R"(// sin(place / base^(2i/d)) in even columns, cos of the same in odd ones.
Matrix sinusoids(Eigen::Index words, Eigen::Index width, double base) {
    Matrix made(words, width);
    for (Eigen::Index column = 0; column < width; ++column) {
        const double power = static_cast<double>(column / 2 * 2) / static_cast<double>(width);
        for (Eigen::Index place = 0; place < words; ++place) {
            const double angle = static_cast<double>(place) / std::pow(base, power);
            made(place, column) = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return made;
}
)";

inline constexpr std::string_view distances = R"(// How many words lie between query and key.
Matrix distances(const Matrix& scores) {
    Matrix made(scores.rows(), scores.cols());
    for (Eigen::Index row = 0; row < made.rows(); ++row)
        for (Eigen::Index column = 0; column < made.cols(); ++column)
            made(row, column) = static_cast<double>(std::abs(row - column));
    return made;
}
)";

inline constexpr std::string_view biases =
    R"(// The number of the bucket of each key - query; the first bucket is that of 1 - queries.
Matrix biases(const Matrix& table, const std::vector<Eigen::Index>& buckets, Eigen::Index queries,
              Eigen::Index keys) {
    Matrix made(queries, keys);
    for (Eigen::Index query = 0; query < queries; ++query)
        for (Eigen::Index key = 0; key < keys; ++key)
            made(query, key) = table(buckets[static_cast<std::size_t>(key - query + queries - 1)]);
    return made;
}
)";

inline constexpr std::string_view additive =
    R"(// The sum of u * tanh(query + key) for each query and key.
Matrix additive(const Matrix& queries, const Matrix& keys, const Row& u) {
    Matrix made(queries.rows(), keys.rows());
    for (Eigen::Index query = 0; query < queries.rows(); ++query)
        for (Eigen::Index key = 0; key < keys.rows(); ++key)
            made(query, key) = u.dot((queries.row(query) + keys.row(key)).unaryExpr([](double s) {
                return std::tanh(s);
            }));
    return made;
}
)";

inline constexpr std::string_view over_lengths = R"(// Rows of length 1; rows of zeros stay.
Matrix over_lengths(const Matrix& rows) {
    const Column size = lengths(rows).unaryExpr([](double one) { return one == 0 ? 1 : one; });
    return size.cwiseInverse().asDiagonal() * rows;
}
)";

inline constexpr std::string_view squared_distances =
    R"(// The squared distance of each query and key.
Matrix squared_distances(const Matrix& queries, const Matrix& keys) {
    Matrix made(queries.rows(), keys.rows());
    for (Eigen::Index key = 0; key < keys.rows(); ++key)
        made.col(key) = (queries.rowwise() - keys.row(key)).rowwise().squaredNorm();
    return made;
}
)";

} // namespace attn::publish::cpp
