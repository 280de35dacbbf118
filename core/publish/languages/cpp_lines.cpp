// SPDX-License-Identifier: MIT
// How C++17 with Eigen writes each operation.
#include "core/engine/operation.h"
#include "core/publish/code_options.h"
#include "core/publish/code_text.h"
#include "core/publish/code_walk.h"
#include "core/publish/code_words.h"
#include "core/publish/languages/cpp_functions.h"

#include <variant>

namespace attn::publish::cpp {
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

} // namespace attn::publish
