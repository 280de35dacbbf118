// SPDX-License-Identifier: MIT
// Lays out C++ programs.
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/operation.h"
#include "core/publish/code_walk.h"
#include "core/publish/code_words.h"

#include <utility>

namespace attn::publish {
namespace {

std::string block(const std::string& words_about_it, const std::string& code) {
    return code.empty() ? "" : comment_lines(words_about_it, "// ") + code + "\n";
}

/// The struct type for the heads of a list: "Head", "Head_1".
std::string head_type(const AttentionCode& attention) {
    return "Head" + attention.list.substr(std::string_view("heads").size());
}

std::string weights_code(const Document& document, const AttentionCode& attention) {
    const Part& weights = attention.weights;
    const Dialect& in = cpp_dialect();
    std::string code, list;
    for (Index head = 0; head < head_count(document); ++head) {
        std::vector<std::string> of_head;
        for (const SheetId& sheet : inputs_of_head(document, weights, head)) {
            of_head.push_back(weight_name(document, sheet));
            if (!is_repeated(document, sheet, head))
                code += in.matrix(in, of_head.back(), written_input(document, sheet));
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
    std::vector<std::string> weights;
    for (const SheetId& sheet : found.weights.stages)
        weights.push_back(variable(sheet));
    std::string head, lists;
    if (all.has_several)
        head = "const auto& [" + listed(weights) + "] = " + found.list + "[head];\n\n";
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
        std::vector<std::string> weights;
        for (const SheetId& sheet : one.weights.stages)
            weights.push_back(variable(sheet));
        text += "struct " + head_type(one) + " {\n    Matrix " + listed(weights) + ";\n};\n\n";
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
    for (const Part& part : found.inputs) {
        const bool is_first = body.empty() && has_operation(document, operation::masked);
        body += block(part.words, inputs_code(cpp_dialect(), document, part.stages) +
                                      (!is_first       ? ""
                                       : found.by_rows ? "const Eigen::Index n = X.rows();\n"
                                                       : "const Eigen::Index n = X.cols();\n"));
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
