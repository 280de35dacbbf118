// SPDX-License-Identifier: MIT
// Lays out C++ programs.

#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/publish/code/code_walk.h"
#include "core/publish/code/code_words.h"

#include <string_view>
#include <utility>
#include <variant>

namespace attn::publish::cpp {

// Helper functions that C++ programs call.

// The lab's rules for what a decomposition leaves open: engine/numbers/concepts.h.
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

inline constexpr std::string_view rows_of =
    R"(// Rows of a table, counted from 0.
Matrix rows_of(const Matrix& table, const std::vector<Eigen::Index>& rows) {
    Matrix made(static_cast<Eigen::Index>(rows.size()), table.cols());
    for (std::size_t at = 0; at < rows.size(); ++at)
        made.row(static_cast<Eigen::Index>(at)) = table.row(rows[at]);
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

// How C++17 with Eigen writes each operation.

namespace {

constexpr NonFiniteNames names{"NaN", "infinity"};

std::string copied_text(const Line& line) {
    std::vector<std::string> copies;
    for (const std::string& name : line.results)
        copies.push_back("&" + name + " = {0}");
    return copies.size() == 1 ? "const Matrix& {result} = {0};\n"
                              : "const Matrix " + listed(copies) + ";\n";
}

std::string product_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const std::string product = by_rows ? "{0} * {1}" : "{1} * {0}";
    const std::string bias = by_rows ? ".rowwise() + {2}.row(0)" : ".colwise() + {2}.col(0)";
    return "const Matrix {result} = " +
           (line.inputs.size() > 2 ? "(" + product + ")" + bias : product) + ";\n";
}

std::string masked_text(const Line& line) {
    return std::get<Mask>(line.node.options).kind == Mask::Kind::None
               ? "const Matrix& {result} = {0};\n"
               : "const Matrix {result} = blocked.select(-infinity, {0});\n";
}

std::string normalised_text(const Line& line) {
    const auto& how = std::get<Normalising>(line.node.options);
    const bool by_rows = sums_rows(line.document, how.axis);
    const bool has_mask = how.mask.kind != Mask::Kind::None;
    // "rowwise" works along a row; its results are then applied to every column ("colwise").
    const std::string along = by_rows ? "rowwise()" : "colwise()";
    const std::string each = by_rows ? "colwise()" : "rowwise()";
    const std::string sums = by_rows ? "Column" : "Row";
    const bool has_sink = line.node.inputs.size() > 1;
    const SheetId& sheet = line.node.sheet;
    const StageInfo* const about = find_info(sheet.stage);
    const bool is_of_head = about && about->is_per_head && sheet.layer == 0 && !sheet.is_cross;
    // An attention before may use the same names between: they get their own scope.
    const auto closed = [&](std::string code) {
        if (has_mask)
            code += "{result} = blocked.select(0.0, {result}).eval();\n";
        return is_of_head ? code : "Matrix {result};\n{\n" + indented(code, 4) + "}\n";
    };
    const std::string made = is_of_head ? "Matrix {result} = " : "{result} = ";
    std::string code, part = "powers", also;
    if (has_sink)
        code = "const double sink_score = {1}(" + sink_code(line, "head", 0) + ");\n";
    switch (how.normaliser) {
    case Normaliser::Softmax:
        code += "const " + sums + " largest = {0}." + along + ".maxCoeff()" +
                (has_sink ? ".cwiseMax(sink_score)" : "") +
                ";\n"
                "const Matrix powers = ({0}." +
                each + " - largest).unaryExpr([](double s) { return std::exp(s); });\n";
        also = " +\n    largest.unaryExpr([=](double most) { return std::exp(sink_score - most); "
               "})";
        break;
    case Normaliser::NaiveSoftmax:
        code += "const Matrix powers = {0}.unaryExpr([](double s) { return std::exp(s); });\n";
        also = " +\n    " + sums + "::Constant(powers." + (by_rows ? "rows()" : "cols()") +
               ", std::exp(sink_score))";
        break;
    case Normaliser::Sum:
        part = has_mask ? "seen" : unmasked(line);
        code = has_mask ? "const Matrix seen = blocked.select(0.0, " + unmasked(line) + ");\n" : "";
        break;
    case Normaliser::Sparsemax: {
        const std::string count = by_rows ? "rows()" : "cols()", one = by_rows ? "row" : "col";
        return closed(made + "{0};\nfor (Eigen::Index at = 0; at < {result}." + count +
                      "; ++at) {\n    auto line = {result}." + one +
                      "(at);\n"
                      "    line.array() -= line.maxCoeff();\n"
                      "    double threshold = -1;\n"
                      "    for (Eigen::Index again = 0; again < line.size(); ++again) {\n"
                      "        double sum = 0, count = 0;\n"
                      "        for (Eigen::Index key = 0; key < line.size(); ++key)\n"
                      "            if (!(line(key) <= threshold)) {\n"
                      "                sum += line(key);\n"
                      "                ++count;\n"
                      "            }\n"
                      "        threshold = (sum - 1) / count;\n"
                      "    }\n"
                      "    for (Eigen::Index key = 0; key < line.size(); ++key)\n"
                      "        line(key) = line(key) <= threshold ? 0 : line(key) - threshold;\n"
                      "}\n");
    }
    }
    code += "const " + sums + " sums = " + part + "." + along + ".sum()" + (has_sink ? also : "") +
            ";\n";
    return closed(code + made + "(" + part + ".array()." + each + " / sums.array()).matrix();\n");
}

std::string joined_text(const Line& line) {
    if (line.node.inputs.size() == 1)
        return "const Matrix& {result} = {0};\n";
    const bool by_rows = words_are_rows(line.document);
    const std::string count = by_rows ? "cols()" : "rows()";
    return "Eigen::Index {result}_width = 0;\n"
           "for (const Matrix& {each} : {0})\n"
           "    {result}_width += {each}." +
           count + ";\n" +
           (by_rows ? "Matrix {result}(n, {result}_width);\n"
                    : "Matrix {result}({result}_width, n);\n") +
           "{result}_width = 0;\n"
           "for (const Matrix& {each} : {0}) {\n"
           "    {result}." +
           (by_rows ? "middleCols" : "middleRows") + "({result}_width, {each}." + count +
           ") = {each};\n"
           "    {result}_width += {each}." +
           count + ";\n}\n";
}

/// Combines each line of one matrix with its number in the other.
std::string beside_text(const Line& line) {
    const bool are_rows = std::get<Axis>(line.node.options) == Axis::Rows;
    const bool stand_in_column = are_rows == words_are_rows(line.document);
    const std::string vector = stand_in_column ? "{1}.col(0)" : "{1}.row(0)";
    const std::string each = stand_in_column ? ".colwise()" : ".rowwise()";
    return line.node.operation == &operation::over_line
               ? "const Matrix {result} = ({0}.array()" + each + " / " + vector +
                     ".array()).matrix();\n"
               : "const Matrix {result} = {0}" + each + " - " + vector + ";\n";
}

std::string mean_text(const Line& line) {
    if (line.node.inputs.size() == 1)
        return "const Matrix& {result} = {0};\n";
    return "Matrix {result} = {0}.front();\n"
           "for (std::size_t other = 1; other < {0}.size(); ++other)\n"
           "    {result} += {0}[other];\n"
           "{result} /= static_cast<double>({0}.size());\n";
}

std::string line_mean_text(const Line& line) {
    const bool are_rows = std::get<Axis>(line.node.options) == Axis::Rows;
    return std::string("const Matrix {result} = {0}.") +
           (are_rows == words_are_rows(line.document) ? "rowwise" : "colwise") + "().mean();\n";
}

std::string root_mean_square_text(const Line& line) {
    return std::string("const Matrix {result} =\n    ({0}.array().square().") +
           (words_are_rows(line.document) ? "rowwise" : "colwise") + "().mean() + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) +
           ").sqrt().matrix();\n";
}

std::string sample_deviation_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    return std::string("const Matrix {result} =\n    (({0}.array().square().") +
           (by_rows ? "rowwise" : "colwise") + "().sum() / static_cast<double>({0}." +
           (by_rows ? "cols" : "rows") + "() - 1)).sqrt() + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) + ").matrix();\n";
}

std::string stretched_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const std::string each = by_rows ? ".rowwise()" : ".colwise()";
    const std::string vector = by_rows ? ".row(0).array()" : ".col(0).array()";
    const std::string product = "{0}.array()" + each + " * {1}" + vector;
    return "const Matrix {result} = (" +
           (line.inputs.size() > 2 ? "(" + product + ")" + each + " + {2}" + vector : product) +
           ").matrix();\n";
}

std::string activated_text(const Line& line) {
    std::string value;
    switch (std::get<Activation>(line.node.options).kind) {
    case Activation::Kind::Relu:
        value = "x < 0 ? 0 : x";
        break;
    case Activation::Kind::Gelu:
        value = "x / 2 * (1 + std::erf(x / std::sqrt(2.0)))";
        break;
    case Activation::Kind::GeluTanh:
        value = "x / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * "
                "(x + 0.044715 * x * x * x)))";
        break;
    case Activation::Kind::Silu:
        value = "x / (1 + std::exp(-x))";
        break;
    }
    return "const Matrix {result} = {0}.unaryExpr([](double x) {\n    return " + value + ";\n});\n";
}

std::string cross_entropy_text(const Line& line) {
    return std::string("const double lost = {0}.binaryExpr({1}, [](double share, double wanted) {\n"
                       "    return wanted == 0 ? 0 : -wanted * std::log(share);\n"
                       "}).sum();\n"
                       "const Matrix {result} =\n    Matrix::Constant(1, 1, lost / "
                       "static_cast<double>({0}.") +
           (words_are_rows(line.document) ? "rows" : "cols") + "()));\n";
}

/// Cosines of all numbers of each row, or of the kept ones.
std::string cosines_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const bool is_of_kept = std::holds_alternative<Kept>(line.node.options);
    return "const Matrix {result} = cosines({0}" +
           std::string(!is_of_kept ? ""
                       : by_rows   ? ".leftCols(kept)"
                                   : ".topRows(kept)") +
           (by_rows ? "" : ".transpose()") + ");\n";
}

std::string rotated_text(const Line& line) {
    const auto& how = std::get<Rotation>(line.node.options);
    const std::string told =
        ", " + number_code(line, how.base) + (how.neighbours ? ", true)" : ", false)");
    if (how.columns > 0) { // The other columns stay.
        const std::string some = std::to_string(how.columns);
        return "Matrix {result} = {0};\n" +
               (words_are_rows(line.document)
                    ? "{result}.leftCols(" + some + ") = rotated({0}.leftCols(" + some + ")" +
                          told + ";\n"
                    : "{result}.topRows(" + some + ") = rotated({0}.topRows(" + some +
                          ").transpose()" + told + ".transpose();\n");
    }
    return words_are_rows(line.document)
               ? "const Matrix {result} = rotated({0}" + told + ";\n"
               : "const Matrix {result} = rotated({0}.transpose()" + told + ".transpose();\n";
}

std::string sinusoidal_text(const Line& line) {
    const std::string told =
        number_code(line, std::get<Sinusoid>(line.node.options).base) + waves_code(line);
    return words_are_rows(line.document)
               ? "const Matrix {result} = sinusoids({0}.rows(), {0}.cols(), " + told + ");\n"
               : "const Matrix {result} = sinusoids({0}.cols(), {0}.rows(), " + told +
                     ").transpose();\n";
}

/// A list in braces that are not mistaken for a name to fill in.
std::string braced(const std::vector<std::string>& numbers) {
    return "{" + listed(numbers) + (numbers.size() == 1 ? ",}" : "}");
}

std::string alibi_text(const Line& line) {
    const std::vector<std::string> slopes = slopes_code(line);
    const std::string slope =
        slopes.size() == 1 ? slopes[0] : "std::vector<double>" + braced(slopes) + "[head]";
    return "const Matrix {result} = {0} - " + slope + " * distances({0})" +
           over_temperature(line, std::get<Slope>(line.node.options).temperature) + ";\n";
}

std::string bucketed_text(const Line& line) {
    const std::string buckets = braced(buckets_code(line));
    return "// The buckets " + words_about_buckets(line) +
           ".\nconst Matrix {result} =\n    {0} + " +
           (words_are_rows(line.document)
                ? "biases({1}, " + buckets + ", {0}.rows(), {0}.cols())"
                : "biases({1}, " + buckets + ", {0}.cols(), {0}.rows()).transpose()") +
           over_temperature(line, std::get<Buckets>(line.node.options).temperature) + ";\n";
}

std::string looked_up_text(const Line& line) {
    const std::string rows = braced(rows_code(line, 0));
    return "const Matrix {result} =\n    " +
           (words_are_rows(line.document)
                ? "rows_of({0}, " + rows + ");\n"
                : "rows_of({0}.transpose(), " + rows + ").transpose();\n");
}

std::string with_bias_text(const Line& line) {
    return "const Matrix {result} = {0} + {1}" +
           over_temperature(line, std::get<Tempered>(line.node.options).temperature) + ";\n";
}

std::string distance_text(const Line& line) {
    return (words_are_rows(line.document)
                ? "const Matrix {result} = -squared_distances({0}, {1})"
                : "const Matrix {result} = -squared_distances({1}.transpose(), {0}.transpose())") +
           kernel_code(line, "std::pow({of}, 2)") + ";\n";
}

std::string limited_text(const Line& line) {
    const std::string limit = number_code(line, std::get<SoftLimit>(line.node.options).limit);
    return "const Matrix {result} =\n    " + limit + " * ({0} / " + limit +
           ").unaryExpr([](double s) { return std::tanh(s); });\n";
}

constexpr OperationLine lines[] = {
    {&operation::copied, "", "", copied_text},
    {&operation::product, "", "", product_text},
    {&operation::product_transposed, "const Matrix {result} = {0} * {1}.transpose();\n",
     "const Matrix {result} = {1}.transpose() * {0};\n"},
    {&operation::sum, "const Matrix {result} = {0} + {1};\n"},
    {&operation::each, "const Matrix {result} = {0}.cwiseProduct({1});\n"},
    {&operation::line_mean, "", "", line_mean_text},
    {&operation::mean, "", "", mean_text},
    {&operation::root_mean_square, "", "", root_mean_square_text},
    {&operation::sample_deviation, "", "", sample_deviation_text},
    {&operation::less_line, "", "", beside_text},
    {&operation::over_line, "", "", beside_text},
    {&operation::stretched, "", "", stretched_text},
    {&operation::activated, "", "", activated_text},
    {&operation::squared_error,
     "const Matrix {result} =\n"
     "    Matrix::Constant(1, 1, ({0} - {1}).array().square().mean());\n"},
    {&operation::cross_entropy, "", "", cross_entropy_text},
    {&operation::scaled, "", "", scaled_text},
    {&operation::masked, "", "", masked_text},
    {&operation::normalised, "", "", normalised_text},
    {&operation::weighted, ""}, // written at the place where it is printed
    {&operation::joined, "", "", joined_text},
    {&operation::right_vectors,
     "const auto [{seen 0}, {seen 1}, {result}] = decompose({0});\n",
     "const Decomposition parts = decompose({0}.transpose());\n"
     "const Matrix {seen 0} = parts.U.transpose(), {seen 1} = parts.s.transpose(),\n"
     "             {result} = parts.Vt.transpose();\n",
     nullptr,
     {cpp::decompose}},
    {&operation::left_vectors, ""},
    {&operation::singular_values, ""},
    {&operation::coordinates,
     "const Matrix {result} = without_rounding({0} * {1}.transpose(), lengths({0}));\n",
     "const Matrix {result} =\n"
     "    without_rounding({0}.transpose() * {1}, lengths({0}.transpose())).transpose();\n",
     nullptr,
     {cpp::lengths, cpp::without_rounding}},
    {&operation::shares,
     "const Matrix squares = ({0} / ({0}(0, 0) > 0 ? {0}(0, 0) : 1)).cwiseAbs2();\n"
     "const Matrix {result} = squares / (squares.sum() > 0 ? squares.sum() : 1);\n"},
    {&operation::rebuilt,
     "const Matrix {result} = without_rounding(\n"
     "    {0}.leftCols(kept) * {1}.row(0).head(kept).asDiagonal() * {2}.topRows(kept),\n"
     "    Column::Constant({0}.rows(), {1}(0, 0)));\n",
     "const Matrix {result} = without_rounding(\n"
     "    {2}.leftCols(kept) * {1}.col(0).head(kept).asDiagonal() * {0}.topRows(kept),\n"
     "    Column::Constant({2}.rows(), {1}(0, 0)));\n",
     nullptr,
     {cpp::without_rounding}},
    {&operation::difference,
     "const Matrix {result} =\n"
     "    without_rounding({0} - {1}, Column::Constant({0}.rows(), {0}.norm()));\n",
     "",
     nullptr,
     {cpp::without_rounding}},
    {&operation::dropped,
     "const Matrix {result} = lengths({0}.rightCols({0}.cols() - kept));\n",
     "const Matrix {result} = lengths({0}.bottomRows({0}.rows() - kept).transpose());\n",
     nullptr,
     {cpp::lengths}},
    {&operation::cosines, "", "", cosines_text, {cpp::lengths, cpp::cosines}},
    {&operation::rotated, "", "", rotated_text, {cpp::rotated}},
    {&operation::sinusoidal, "", "", sinusoidal_text, {cpp::sinusoids}},
    {&operation::alibi, "", "", alibi_text, {cpp::distances}},
    {&operation::bucketed, "", "", bucketed_text, {cpp::biases}},
    {&operation::looked_up, "", "", looked_up_text, {cpp::rows_of}},
    {&operation::with_bias, "", "", with_bias_text},
    {&operation::general_scores, "const Matrix {result} = {0} * {1} * {2}.transpose();\n",
     "const Matrix {result} = {2}.transpose() * {1} * {0};\n"},
    {&operation::additive_scores,
     "const Matrix {result} = additive({0}, {1}, {2});\n",
     "const Matrix {result} =\n"
     "    additive({0}.transpose(), {1}.transpose(), {2}.transpose()).transpose();\n",
     nullptr,
     {cpp::additive}},
    {&operation::cosine_scores,
     "const Matrix {result} = over_lengths({0}) * over_lengths({1}).transpose();\n",
     "const Matrix {result} =\n"
     "    over_lengths({1}.transpose()) * over_lengths({0}.transpose()).transpose();\n",
     nullptr,
     {cpp::lengths, cpp::over_lengths}},
    {&operation::distance_scores, "", "", distance_text, {cpp::squared_distances}},
    {&operation::limited, "", "", limited_text},
};

constexpr Word words[] = {
    {"let", "const Matrix "},
    {"end", ";\n"},
    {"number", "const double {name} = {value};\n"},
    {"count", "const Eigen::Index {name} = {value};\n"},
    {"columns", "{of}.cols()"},
    {"rows", "{of}.rows()"},
    {"root", "std::sqrt({of})"},
    {"one", "{of}[{at}]"},
    {"given or made", "const Matrix {result} = {given}.size() > 0 ? {given} : {made};\n"},
};

std::string matrix(const Dialect&, const std::string& name, const Matrix& values) {
    return "const Matrix " + name + " = matrix(" + std::to_string(values.rows()) + ", " +
           std::to_string(values.cols()) + ", {\n" + code_rows(values, {"    ", ",", ","}, names) +
           "});\n";
}

std::string painted_mask(const Dialect& in, const Matrix& flags, const std::string& comment) {
    return matrix(in, "blocked_cells", flags) +
           "const Flags blocked = blocked_cells.cast<bool>(); // " + comment + "\n";
}

constexpr Dialect eigen{{lines, {}},
                        {words, {}},
                        names,
                        matrix,
                        painted_mask,
                        "Flags blocked(n, n);\n"
                        "for (Eigen::Index query = 0; query < n; ++query)\n"
                        "    for (Eigen::Index key = 0; key < n; ++key)\n"
                        "        blocked(query, key) = key > query;\n",
                        "Flags blocked(n, n);\n"
                        "for (Eigen::Index query = 0; query < n; ++query)\n"
                        "    for (Eigen::Index key = 0; key < n; ++key)\n"
                        "        blocked(key, query) = key > query;\n"};

} // namespace
} // namespace attn::publish::cpp

namespace attn::publish {

const Dialect& cpp_dialect() {
    return cpp::eigen;
}

namespace {

std::string block(const std::string& words_about_it, const std::string& code) {
    return code.empty() ? "" : comment_lines(words_about_it, "// ") + code + "\n";
}

/// The struct type for the heads of a list: "Head", "Head_1".
std::string head_type(const AttentionCode& attention) {
    return "Head" + attention.list.substr(std::string_view("heads").size());
}

std::string weights_code(const Document& document, const AttentionCode& attention) {
    const Dialect& in = cpp_dialect();
    std::string code, list;
    for (Index head = 0; head < head_count(document); ++head) {
        std::vector<std::string> of_head;
        for (const HeadInput& input : inputs_of_head(document, attention, head)) {
            of_head.push_back(input.sheet ? input.name : "Matrix()");
            if (input.sheet && !input.is_repeated)
                code += in.matrix(in, input.name, written_input(document, *input.sheet));
        }
        list += "    {" + listed(of_head) + "},\n";
    }
    return head_count(document) == 1 ? code
                                     : code + "const std::vector<" + head_type(attention) + "> " +
                                           attention.list + " = {\n" + list + "};\n";
}

std::string shown(const Document& document, const std::vector<SheetId>& list, bool of_heads) {
    const Graph stages = graph(document);
    const bool has_end = of_heads && head_count(document) > 1;
    std::string code;
    for (const SheetId& sheet : list) {
        const std::string end = !has_end                     ? ""
                                : is_shared(document, sheet) ? " + shared_end"
                                                             : " + end";
        const StageName of = name_among_stages(sheet);
        const std::string name = "show(\"" + of.name +
                                 (end.empty()        ? of.layer + "\""
                                  : of.layer.empty() ? "\"" + end
                                                     : "\"" + end + " + \"" + of.layer + "\"");
        if (!is_by_query(sheet.stage)) {
            code += name + ", " + variable(sheet) + ");\n";
            continue;
        }
        const Node& node = stages[*stages.find(sheet)];
        const std::string text = words_are_rows(document)
                                     ? "{0}.row(query).transpose().asDiagonal() * {1});\n"
                                     : "{1} * {0}.col(query).asDiagonal());\n";
        code += "for (Eigen::Index query = 0; query < n; ++query) // one matrix for each query\n"
                "    " +
                name + (has_end ? " +" : "") + " \" query \" + std::to_string(query), " +
                filled(text, {{"0", variable(stages[node.inputs[0]].sheet)},
                              {"1", variable(stages[node.inputs[1]].sheet)}});
    }
    return code;
}

std::string blocks(const std::vector<Part>& parts) {
    std::string code;
    for (const Part& part : parts)
        code += block(part.words, part.code);
    return code;
}

/// The index of the keys and values that heads share, as code; empty if each head has its own.
std::string shared_end(Index heads_of_group) {
    const std::string number = "head / " + std::to_string(heads_of_group);
    return heads_of_group == 1
               ? ""
               : "const std::string shared_end = " + number + " > 0 ? \"/\" + std::to_string(" +
                     number + ") : std::string();\n";
}

/// The stages of a head, in a loop if there are several heads.
std::string heads_code(const Document& document, const Outline& all, const AttentionCode& found) {
    std::string head, lists;
    if (all.has_several)
        head = "const auto& [" + listed(names_of_head(found)) + "] = " + found.list + "[head];\n\n";
    head += blocks(found.heads);
    if (all.has_several)
        head +=
            "const std::string end = head > 0 ? \"/\" + std::to_string(head) : std::string();\n" +
            shared_end(all.heads_of_group);
    head += shown(document, in_order(document, found.heads, found.weights), true);
    for (const std::string& name : found.gathered) {
        head += list_name(name) + ".push_back(" + name + ");\n";
        lists += "std::vector<Matrix> " + list_name(name) + ";\n";
    }
    return !all.has_several ? (head.empty() ? "" : "\n" + head)
                            : lists + "for (std::size_t head = 0; head < " + found.list +
                                  ".size(); ++head) {\n" + indented(head, 4) + "}\n";
}

/// What follows the heads: each stage, with the inputs before it, is printed right after it is
/// computed.
std::string after_code(const Document& document, const AttentionCode& found) {
    std::string code, waiting;
    bool is_shown = true;
    for (const Part& part : found.after) {
        waiting += shown(document, part.stages, false);
        const std::string made =
            part.is_input ? inputs_code(cpp_dialect(), document, part.stages) : part.code;
        if (made.empty())
            continue; // Another stage's code includes it.
        code += (is_shown ? "\n" : "") + block(part.words, made);
        is_shown = !part.is_input;
        if (is_shown)
            code += std::exchange(waiting, "");
    }
    return code + waiting;
}

/// The includes, with <algorithm> for the helper functions.
std::string includes(const Outline& found) {
    return std::string("#include <Eigen/Dense>\n\n") +
           (found.functions.empty() ? "" : "#include <algorithm>\n") +
           "#include <cmath>\n#include <cstdlib>\n#include <iostream>\n"
           "#include <limits>\n#include <string>\n#include <vector>\n\n";
}

} // namespace

std::string cpp_program(const Document& document) {
    const Outline found = outline(document, cpp_dialect());
    const std::string file(name(document.model));
    std::string text =
        comment_lines(title_of(document), "// ") + "//\n// " + std::string(subject_of(document)) +
        ", step by step with 64-bit floats.\n"
        "// Needs Eigen 3. Written by Attention Lab. To run it:\n"
        "//   g++ -std=c++17 -O1 -I/usr/include/eigen3 " +
        file + ".cpp -o " + file + "\n//   ./" + file + "          prints 6 digits; ./" + file +
        " 17 prints every bit\n" + includes(found) +
        "using Matrix = Eigen::MatrixXd;\n"
        "using Column = Eigen::VectorXd;\n"
        "using Row = Eigen::RowVectorXd;\n"
        "using Flags = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;\n\n"
        "constexpr double infinity = std::numeric_limits<double>::infinity();\n"
        "constexpr double NaN = std::numeric_limits<double>::quiet_NaN();\n" +
        (found.functions.empty()
             ? "\n"
             : "constexpr double epsilon = std::numeric_limits<double>::epsilon();\n\n");
    for (const AttentionCode& one : found.attentions) {
        if (!found.has_several)
            break;
        text += "struct " + head_type(one) + " {\n    Matrix " + listed(names_of_head(one)) +
                ";\n};\n\n";
    }
    text += "// The numbers row by row.\n"
            "Matrix matrix(Eigen::Index rows, Eigen::Index columns, const std::vector<double>& "
            "numbers) {\n"
            "    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, "
            "Eigen::RowMajor>;\n"
            "    return Eigen::Map<const Rows>(numbers.data(), rows, columns);\n}\n\n"
            "void show(const std::string& name, const Matrix& values) {\n"
            "    std::cout << \"\\n\" << name << \"  \" << values.rows() << \" x \" << "
            "values.cols() << \"\\n\"\n"
            "              << values << \"\\n\";\n}\n\n";
    for (const std::string& function : found.functions)
        text += function + "\n";
    text += "int main(int count, char** arguments) {\n"
            "    std::cout.precision(count > 1 ? std::atoi(arguments[1]) : 6);\n\n";
    std::string body, shows;
    if (!has_x(document))
        body = block("The number of words.",
                     "const Eigen::Index n = " + std::to_string(token_count(document)) + ";\n");
    for (const Part& part : found.inputs) {
        const bool is_first = body.empty() && document.model == Model::Attention;
        const std::string words = document.options.has_table
                                      ? std::to_string(token_count(document)) // X follows later
                                  : found.by_rows ? "X.rows()"
                                                  : "X.cols()";
        body += block(part.words, inputs_code(cpp_dialect(), document, part.stages) +
                                      (is_first ? "const Eigen::Index n = " + words + ";\n" : ""));
        shows += shown(document, part.stages, false);
    }
    for (const AttentionCode& one : found.attentions)
        if (!one.weights.stages.empty())
            body += block(one.weights.words, weights_code(document, one));
    for (const CodePart& setting : found.settings)
        body += block(setting.words, setting.code);
    for (const Part& part : found.before) {
        body += block(part.words, part.code);
        shows += shown(document, part.stages, false);
    }
    body += shows;
    for (const AttentionCode& one : found.attentions)
        body += heads_code(document, found, one) + after_code(document, one);
    return text + indented(body, 4) + "}\n";
}

} // namespace attn::publish
