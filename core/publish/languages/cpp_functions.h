// SPDX-License-Identifier: MIT
// Helper functions that C++ programs call; only for cpp_lines.cpp.
#pragma once

#include <string_view>

namespace attn::publish::cpp {

// The lab's rules for what a decomposition leaves open: engine/concepts.h.
inline constexpr std::string_view decompose =
    R"(// Directions that span the plane of orthonormal columns: the axis nearest to the plane, projected
// onto it, then the axis nearest to what is left of the plane, and so on.
Matrix nearest_axes(const Matrix& plane, Eigen::Index count) {
    Matrix rest = plane * plane.transpose(), found(plane.rows(), count);
    for (Eigen::Index at = 0; at < count; ++at) {
        const double least = rest.diagonal().maxCoeff() * (1 - 1e-9);
        Eigen::Index axis = 0;
        while (rest(axis, axis) < least)
            ++axis;
        found.col(at) = rest.col(axis) / std::sqrt(rest(axis, axis));
        rest -= found.col(at) * found.col(at).transpose();
    }
    return found;
}

// The sign of the largest number. If numbers of both signs are the largest, the sign of the sum; if
// the sum is 0, the next vector decides; if every sum is 0, the first of the largest numbers.
double sign(const std::vector<Column>& vectors) {
    double first = 0;
    for (const Column& numbers : vectors) {
        const double most = numbers.cwiseAbs().maxCoeff();
        bool has_positive = false, has_negative = false;
        for (Eigen::Index at = 0; at < numbers.size(); ++at)
            if (std::abs(numbers(at)) >= most * (1 - 1e-9)) {
                (numbers(at) > 0 ? has_positive : has_negative) = true;
                first = first == 0 ? numbers(at) : first;
            }
        const double total = has_positive && has_negative ? numbers.sum() : has_positive ? most : -most;
        if (std::abs(total) > 1e-9 * most)
            return total > 0 ? 1 : -1;
    }
    return first > 0 ? 1 : -1;
}

struct Decomposition {
    Matrix U, s, Vt;
};

// Settles what a decomposition leaves open: sign() chooses the signs, and nearest_axes() the
// directions of singular values that are equal or 0.
Decomposition decompose(const Matrix& X) {
    const double most = X.cwiseAbs().maxCoeff(), scale = most > 0 ? most : 1;
    const Eigen::JacobiSVD<Matrix> svd(X / scale, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Matrix &U = svd.matrixU(), &V = svd.matrixV();
    Row s = svd.singularValues().transpose();
    const Eigen::Index count = s.size();
    const double rounding = static_cast<double>(std::max(X.rows(), X.cols())) * epsilon;
    Eigen::Index rank = 0;
    while (rank < count && s(rank) > rounding * s(0))
        ++rank;
    Matrix left(X.rows(), count), right(X.cols(), count);
    for (Eigen::Index first = 0, last = 0; first < rank; first = last) {
        for (last = first + 1; last < rank && s(last - 1) - s(last) <= 8 * rounding * s(0);)
            ++last;
        const Matrix plane = V.middleCols(first, last - first);
        const Matrix turned = nearest_axes(plane, last - first);
        right.middleCols(first, last - first) = turned;
        left.middleCols(first, last - first) =
            U.middleCols(first, last - first) * (plane.transpose() * turned);
    }
    right.rightCols(count - rank) = nearest_axes(V.rightCols(V.cols() - rank), count - rank);
    left.rightCols(count - rank) = nearest_axes(U.rightCols(U.cols() - rank), count - rank);
    for (Matrix* const side : {&left, &right})
        *side = side->unaryExpr(
            [=](double value) { return std::abs(value) <= 4 * rounding ? 0 : value; });
    for (Eigen::Index at = 0; at < count; ++at) {
        const Column u = left.col(at), v = right.col(at);
        const double by_v = at < rank ? sign({v, u}) : sign({v});
        left.col(at) *= at < rank ? by_v : sign({u});
        right.col(at) *= by_v;
    }
    s.tail(count - rank).setZero();
    return {left, s * scale, right.transpose()};
}
)";

inline constexpr std::string_view lengths = R"(Column lengths(const Matrix& rows) {
    return rows.rowwise().norm();
}
)";

inline constexpr std::string_view without_rounding =
    R"(// Sets a number to 0 if it is only a rounding error beside the size of its row.
Matrix without_rounding(Matrix values, const Column& sizes) {
    const double most = static_cast<double>(std::max(values.rows(), values.cols()));
    for (Eigen::Index row = 0; row < values.rows(); ++row)
        for (Eigen::Index column = 0; column < values.cols(); ++column)
            if (std::abs(values(row, column)) <= 8 * most * epsilon * sizes(row))
                values(row, column) = 0;
    return values;
}
)";

inline constexpr std::string_view cosines = R"(Matrix cosines(const Matrix& rows) {
    const Column size = lengths(rows).unaryExpr([](double one) { return one == 0 ? 1 : one; });
    const Matrix unit = size.cwiseInverse().asDiagonal() * rows;
    return (unit * unit.transpose()).cwiseMax(-1).cwiseMin(1);
}
)";

inline constexpr std::string_view rotated =
    R"(// Turns pairs of columns by place * base^(-2i/d): neighbours, or one column from each half.
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
    R"(// sin(place / base^(2i/d)) in even columns, its cosine in odd ones. With `over` all sines stand
// before all cosines, and the angle is place / base^(i/over).
Matrix sinusoids(Eigen::Index words, Eigen::Index width, double base, Eigen::Index over = 0) {
    Matrix made(words, width);
    for (Eigen::Index column = 0; column < width; ++column) {
        const Eigen::Index above = over > 0 ? column % (width / 2) : column / 2 * 2;
        const double power =
            static_cast<double>(above) / static_cast<double>(over > 0 ? over : width);
        const bool is_sine = over > 0 ? column < width / 2 : column % 2 == 0;
        for (Eigen::Index place = 0; place < words; ++place) {
            const double angle = static_cast<double>(place) / std::pow(base, power);
            made(place, column) = is_sine ? std::sin(angle) : std::cos(angle);
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
    R"(// The number in the bucket of each key - query; the list of buckets begins with 1 - queries.
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
