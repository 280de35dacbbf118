// SPDX-License-Identifier: MIT
// Plain C++17 with Eigen.
#include "core/publish/code_parts.h"

#include <cassert>

namespace attn::publish {
namespace {

constexpr NonFiniteNames names{"NaN", "infinity"};

std::string matrix(const std::string& name, const Matrix& values) {
    return "const Matrix " + name + " = matrix(" + std::to_string(values.rows()) + ", " +
           std::to_string(values.cols()) + ", {\n" + code_rows(values, {"    ", ",", ","}, names) +
           "});\n";
}

std::string weights_code(const Document& document) {
    std::string code, list;
    for (std::size_t head = 0; head < document.heads.size(); ++head) {
        const HeadWeights& weights = document.heads[head];
        const auto name = [&](const char* of) { return weight_name(document, of, head); };
        code += matrix(name("W_Q"), written(document, weights.w_q)) +
                matrix(name("W_K"), written(document, weights.w_k)) +
                matrix(name("W_V"), written(document, weights.w_v));
        list += "    {" + name("W_Q") + ", " + name("W_K") + ", " + name("W_V") + "},\n";
    }
    return document.heads.size() == 1
               ? code
               : code + "const std::vector<Head> heads = {\n" + list + "};\n";
}

std::string mask_code(const Document& document) {
    if (document.switches.mask.kind == Mask::Kind::Painted)
        return matrix("blocked_cells", Matrix(written_mask(document).cast<Real>())) +
               "const Flags blocked = blocked_cells.cast<bool>(); // " + mask_words(document) +
               "\n";
    const std::string cell = words_are_rows(document) ? "query, key" : "key, query";
    return "Flags blocked(n, n);\n"
           "for (Eigen::Index query = 0; query < n; ++query)\n"
           "    for (Eigen::Index key = 0; key < n; ++key)\n"
           "        blocked(" +
           cell + ") = key > query;\n";
}

std::string scaled_code(const Document& document) {
    const Switches& switches = document.switches;
    const std::string width = words_are_rows(document) ? ".cols();\n" : ".rows();\n";
    std::string code, divided = "scores";
    switch (switches.scale.kind) {
    case Scale::Kind::SqrtDk:
        code = "const double d_k = Q" + width;
        divided += " / std::sqrt(d_k)";
        break;
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        code = "const double d_k = Q" + width;
        divided += " / d_k";
        break;
    case Scale::Kind::SqrtDmodel:
        code = "const double d_model = X" + width;
        divided += " / std::sqrt(d_model)";
        break;
    case Scale::Kind::Number:
        code = "const double scale = " + code_number(switches.scale.number, names) + ";\n";
        divided += " / scale";
        break;
    }
    if (switches.temperature != 1) {
        code += "const double temperature = " + code_number(switches.temperature, names) + ";\n";
        divided += " / temperature";
    }
    return code + "const Matrix scaled = " + divided + ";\n";
}

std::string normaliser_code(const Document& document) {
    const Switches& switches = document.switches;
    const bool by_rows = sums_rows(document);
    const bool has_mask = switches.mask.kind != Mask::Kind::None;
    // Along a row is "rowwise"; every column is then combined with what came out for the rows.
    const std::string along = by_rows ? "rowwise()" : "colwise()";
    const std::string each = by_rows ? "colwise()" : "rowwise()";
    const std::string line = by_rows ? "Column" : "Row";
    std::string code, part = "powers";
    switch (switches.normaliser) {
    case Normaliser::Softmax:
        code = "const " + line + " largest = masked." + along +
               ".maxCoeff();\n"
               "const Matrix powers = (masked." +
               each + " - largest).unaryExpr([](double s) { return std::exp(s); });\n";
        break;
    case Normaliser::NaiveSoftmax:
        code = "const Matrix powers = masked.unaryExpr([](double s) { return std::exp(s); });\n";
        break;
    case Normaliser::Sum:
        part = has_mask ? "seen" : "scaled";
        code = has_mask ? "const Matrix seen = blocked.select(Matrix::Zero(n, n), scaled);\n" : "";
        break;
    }
    code += "const " + line + " sums = " + part + "." + along + ".sum();\n";
    code += "Matrix weights = (" + part + ".array()." + each + " / sums.array()).matrix();\n";
    return has_mask ? code + "weights = blocked.select(Matrix::Zero(n, n), weights).eval();\n"
                    : code;
}

std::string block(const std::string& words, const std::string& code) {
    return comment_lines(words, "// ") + code + "\n";
}

std::string join_code(const Document& document) {
    const bool by_rows = words_are_rows(document);
    const std::string count = by_rows ? "cols()" : "rows()";
    const std::string several =
        "Eigen::Index width = 0;\n"
        "for (const Matrix& output : outputs)\n"
        "    width += output." +
        count + ";\n" + (by_rows ? "Matrix joined(n, width);\n" : "Matrix joined(width, n);\n") +
        "width = 0;\n"
        "for (const Matrix& output : outputs) {\n"
        "    joined." +
        (by_rows ? "middleCols" : "middleRows") + "(width, output." + count +
        ") = output;\n"
        "    width += output." +
        count + ";\n}\n";
    std::string code =
        block(words_about(document, Stage::Joined),
              head_count(document) > 1 ? several : "const Matrix& joined = output;\n") +
        "show(\"joined\", joined);\n";
    if (document.join != Join::WO)
        return code;
    return code + "\n" +
           block(words_about(document, Stage::WO), matrix("W_O", written(document, document.w_o))) +
           block(words_about(document, Stage::Attention),
                 std::string("const Matrix attention = ") +
                     (by_rows ? "joined * W_O;\n" : "W_O * joined;\n")) +
           "show(\"W_O\", W_O);\nshow(\"attention\", attention);\n";
}

std::string show_code(bool has_several, bool is_learned, bool by_rows) {
    const std::string end = has_several ? " + end" : "";
    std::string code =
        has_several
            ? "const std::string end = head > 0 ? \"/\" + std::to_string(head) : std::string();\n"
            : "";
    for (const char* name :
         {"W_Q", "W_K", "W_V", "Q", "K", "V", "scores", "scaled", "masked", "weights"})
        if (is_learned || name[0] != 'W')
            code += std::string("show(\"") + name + "\"" + end + ", " + name + ");\n";
    return code +
           "for (Eigen::Index query = 0; query < n; ++query) // one matrix for each query\n"
           "    show(\"weighted_values\"" +
           (has_several ? " + end" : std::string()) +
           (has_several ? " + \" query \"" : " \" query \"") +
           (by_rows
                ? " + std::to_string(query), weights.row(query).transpose().asDiagonal() * V);\n"
                : " + std::to_string(query), V * weights.col(query).asDiagonal());\n") +
           "show(\"output\"" + end + ", output);\n";
}

std::string head_code(const Document& document) {
    const bool is_learned = document.projections == Projections::Learned;
    const bool has_mask = document.switches.mask.kind != Mask::Kind::None;
    const bool has_several = head_count(document) > 1;
    const auto about = [&](Stage stage) { return words_about(document, stage); };
    std::string code;
    if (has_several)
        code += "const auto& [W_Q, W_K, W_V] = heads[head];\n\n";
    const bool by_rows = words_are_rows(document);
    code += block(about(Stage::Q), !is_learned ? "const Matrix &Q = X, &K = X, &V = X;\n"
                                   : by_rows   ? "const Matrix Q = X * W_Q;\n"
                                                 "const Matrix K = X * W_K;\n"
                                                 "const Matrix V = X * W_V;\n"
                                               : "const Matrix Q = W_Q * X;\n"
                                                 "const Matrix K = W_K * X;\n"
                                                 "const Matrix V = W_V * X;\n");
    code += block(about(Stage::Scores), by_rows ? "const Matrix scores = Q * K.transpose();\n"
                                                : "const Matrix scores = K.transpose() * Q;\n");
    code += block(about(Stage::Scaled), scaled_code(document));
    code += block(about(Stage::Masked),
                  has_mask ? "const Matrix masked = blocked.select(Matrix::Constant(n, n, "
                             "-infinity), scaled);\n"
                           : "const Matrix& masked = scaled;\n");
    code += block(about(Stage::Weights), normaliser_code(document));
    code += block(about(Stage::Output), by_rows ? "const Matrix output = weights * V;\n"
                                                : "const Matrix output = V * weights;\n");
    return code + show_code(has_several, is_learned, by_rows);
}

} // namespace

std::string cpp_program(const Document& document) {
    const bool is_learned = document.projections == Projections::Learned;
    const bool has_several = head_count(document) > 1;
    std::string text =
        comment_lines(title_of(document), "// ") +
        "//\n"
        "// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), step by step "
        "with 64-bit floats.\n"
        "// Needs Eigen 3. Written by Attention Lab. To run it:\n"
        "//   g++ -std=c++17 -O1 -I/usr/include/eigen3 attention.cpp -o attention\n"
        "//   ./attention          prints 6 digits; ./attention 17 prints every bit\n"
        "#include <Eigen/Dense>\n\n"
        "#include <cmath>\n#include <cstdlib>\n#include <iostream>\n"
        "#include <limits>\n#include <string>\n#include <vector>\n\n"
        "using Matrix = Eigen::MatrixXd;\n"
        "using Column = Eigen::VectorXd;\n"
        "using Row = Eigen::RowVectorXd;\n"
        "using Flags = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;\n\n"
        "constexpr double infinity = std::numeric_limits<double>::infinity();\n"
        "constexpr double NaN = std::numeric_limits<double>::quiet_NaN();\n\n";
    if (has_several)
        text += "struct Head {\n    Matrix W_Q, W_K, W_V;\n};\n\n";
    text += "// The numbers row by row.\n"
            "Matrix matrix(Eigen::Index rows, Eigen::Index columns, const std::vector<double>& "
            "numbers) {\n"
            "    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, "
            "Eigen::RowMajor>;\n"
            "    return Eigen::Map<const Rows>(numbers.data(), rows, columns);\n}\n\n"
            "void show(const std::string& name, const Matrix& values) {\n"
            "    std::cout << \"\\n\" << name << \"  \" << values.rows() << \" x \" << "
            "values.cols() << \"\\n\"\n"
            "              << values << \"\\n\";\n}\n\n"
            "int main(int count, char** arguments) {\n"
            "    std::cout.precision(count > 1 ? std::atoi(arguments[1]) : 6);\n\n";
    std::string body = block(words_about(document, Stage::X),
                             matrix("X", written(document, document.embeddings)) +
                                 (words_are_rows(document) ? "const Eigen::Index n = X.rows();\n"
                                                           : "const Eigen::Index n = X.cols();\n"));
    if (is_learned)
        body += block(words_about(document, Stage::W_Q), weights_code(document));
    if (document.switches.mask.kind != Mask::Kind::None)
        body += block(words_about_mask(document), mask_code(document));
    body += "show(\"X\", X);\n";
    const bool is_joined = document.join != Join::None;
    const std::string head =
        head_code(document) + (has_several && is_joined ? "outputs.push_back(output);\n" : "");
    if (has_several && is_joined)
        body += "std::vector<Matrix> outputs;\n";
    body += has_several ? "for (std::size_t head = 0; head < heads.size(); ++head) {\n" +
                              indented(head, 4) + "}\n"
                        : "\n" + head;
    if (is_joined)
        body += "\n" + join_code(document);
    return text + indented(body, 4) + "}\n";
}

} // namespace attn::publish
