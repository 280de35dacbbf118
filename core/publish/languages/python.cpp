// SPDX-License-Identifier: MIT
// Lays out Python programs.
#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/document/option_inputs.h"
#include "core/document/sheet.h"
#include "core/io/json_literal.h"
#include "core/publish/code_draws.h"
#include "core/publish/code_walk.h"
#include "core/publish/code_words.h"
#include "core/publish/languages/python_attention.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace attn::publish {
namespace {

bool is_by_root(const Node& node) {
    const auto* const divisors = std::get_if<std::vector<Divisor>>(&node.options);
    return divisors && std::any_of(divisors->begin(), divisors->end(),
                                   [](const Divisor& one) { return one.is_root; });
}

bool is_gelu(const Node& node) {
    const auto* const how = std::get_if<Activation>(&node.options);
    return how && how->kind == Activation::Kind::Gelu;
}

/// Whether NumPy would warn about a number: NaN, infinity, or a line closed by a mask.
bool has_faults(const Document& document) {
    const Trace trace = evaluate(document);
    return has_closed_lines(trace) || first_non_finite(document, trace);
}

std::string imports(const Dialect& in, const Document& document) {
    const auto has_math = [&](std::string_view word) {
        return said(in, word).find("math.") != std::string::npos;
    };
    const bool needs_math = (has_node(document, is_by_root) && has_math("{root}")) ||
                            (has_node(document, is_gelu) && has_math("{gelu}"));
    return (needs_math ? "import math\n\n" : "") + said(in, "{imports}") +
           (has_faults(document) ? said(in, "{quiet}") : "") +
           (has_non_finite_inputs(document) ? "\nnan, inf = float(\"nan\"), float(\"inf\")\n" : "");
}

/// Writes an input as digits, or as the draw that gives them.
std::string matrix_code(const Dialect& in, const Document& document, const std::string& name,
                        const SheetId& sheet, const std::vector<CodeDraw>& draws) {
    const CodeDraw* const draw = find_draw(draws, sheet);
    if (!draw)
        return in.matrix(in, name, written_input(document, sheet));
    return (draw->seed.empty() ? "" : draw->seed + "\n") + name + " = " + draw->call + "\n";
}

/// The inputs in the order in which a program defines them.
std::vector<SheetId> given_in_order(const Document& document, const Outline& found) {
    std::vector<SheetId> list;
    for (const Part& part : found.inputs)
        list.insert(list.end(), part.stages.begin(), part.stages.end());
    for (const AttentionCode& one : found.attentions) {
        for (Index head = 0; head < head_count(document) && !one.weights.stages.empty(); ++head)
            for (const SheetId& sheet : inputs_of_head(document, one.weights, head))
                if (!is_repeated(document, sheet, head))
                    list.push_back(sheet);
        for (const Part& part : one.after)
            if (part.is_input)
                list.insert(list.end(), part.stages.begin(), part.stages.end());
    }
    return list;
}

std::string input_code(const Dialect& in, const Document& document, const Part& part,
                       const std::vector<CodeDraw>& draws) {
    std::string code;
    for (const SheetId& sheet : part.stages)
        for (const auto& [name, list] : lists_of(document, sheet.stage)) {
            std::vector<std::string> texts;
            std::transform(list.begin(), list.end(), std::back_inserter(texts), io::json_string);
            code += std::string(name) + " = [" + listed(texts) + "]\n";
        }
    for (const SheetId& sheet : part.stages)
        code += matrix_code(in, document, variable(sheet), sheet, draws);
    return code;
}

std::string python_weights_code(const Dialect& in, const Document& document,
                                const AttentionCode& attention,
                                const std::vector<CodeDraw>& draws) {
    const Part& weights = attention.weights;
    std::string code, list;
    for (Index head = 0; head < head_count(document); ++head) {
        std::vector<std::string> of_head;
        for (const SheetId& sheet : inputs_of_head(document, weights, head)) {
            of_head.push_back(weight_name(document, sheet));
            if (!is_repeated(document, sheet, head))
                code += matrix_code(in, document, of_head.back(), sheet, draws);
        }
        list += "    (" + listed(of_head) + "),\n";
    }
    return head_count(document) == 1 ? code : code + attention.list + " = [\n" + list + "]\n";
}

/// The list of words for the rows of a stage as written; empty if the rows are not words.
std::string labels_of(const Document& document, const SheetId& sheet) {
    if (info(sheet.stage, document.model).is_by_query)
        return "";
    const SheetRoles roles = roles_of(document, sheet);
    const Role rows = words_are_rows(document) ? roles.rows : roles.columns;
    if (rows == Role::Query || rows == Role::Token)
        return "tokens";
    const bool are_keys = rows == Role::Key || rows == Role::Memory;
    return !are_keys ? "" : document.options.has_memory ? "memory" : "tokens";
}

/// Prints every stage with the words of its rows.
std::string print_code(const Dialect& in, const Document& document) {
    std::string of_words, of_memory;
    for (const SheetId& sheet : sheets(document)) {
        const std::string labels = labels_of(document, sheet);
        std::string& names = labels == "memory" ? of_memory : of_words;
        const std::string name = io::json_string(std::string(sheet.stage.name()));
        if (!labels.empty() && names.find(name) == std::string::npos)
            names += (names.empty() ? "" : ", ") + name;
    }
    if (document.model != Model::Attention || (of_words + of_memory).empty())
        return said(in, "{options}") +
               "for name, values in stages.items():\n"
               "    print(f\"\\n{name}  {' × '.join(map(str, values.shape))}\")\n"
               "    print(values)\n";
    const auto lines = [](const std::string& names, const std::string& words) {
        return names.empty() ? ""
                             : "labels.update(dict.fromkeys([" + names + "], " + words + "))\n";
    };
    return said(in, "{options}") + "labels = {}  # the words that rows stand for\n" +
           lines(of_words, "tokens") + lines(of_memory, "memory") +
           "for name, values in stages.items():\n"
           "    print(f\"\\n{name}  {' × '.join(map(str, values.shape))}\")\n"
           "    words = labels.get(name.split(\"/\")[0].split(\"@\")[0])\n"
           "    if words is None:\n"
           "        print(values)\n"
           "        continue\n"
           "    for word, row in zip(words, values):\n"
           "        print(f\"{word:>14}\", \"\".join(f\"{float(number):10.4f}\" for number in "
           "row))\n";
}

/// Writes every stage by its name; stages of heads with the head's number.
std::string python_stages_code(const Document& document, const std::vector<SheetId>& stages,
                               bool is_of_heads = false) {
    std::string code;
    for (const SheetId& sheet : stages) {
        const StageName name = name_among_stages(sheet);
        const std::string end = !is_of_heads                 ? ""
                                : is_shared(document, sheet) ? " + shared_end"
                                                             : " + end";
        code += "    \"" +
                (end.empty()          ? name.whole() + "\""
                 : name.layer.empty() ? name.name + "\"" + end
                                      : name.name + "\"" + end + " + \"" + name.layer + "\"") +
                ": " + variable(sheet) + ",\n";
    }
    return code;
}

/// The index of the keys and values that heads share, as code; empty if each head has its own.
std::string python_shared_end(Index heads_of_group) {
    const std::string number = "head // " + std::to_string(heads_of_group);
    return heads_of_group == 1 ? ""
                               : "shared_end = f\"/{" + number + "}\" if " + number +
                                     " > 0 else \"\"  # \"K/1\" is shared by several heads\n";
}

/// The dictionary of stages with those before the heads.
std::string first_stages(const Outline& found, const Document& document) {
    std::string inputs;
    std::vector<Part> earlier = found.inputs;
    earlier.insert(earlier.end(), found.before.begin(), found.before.end());
    for (const SheetId& sheet : in_order(document, earlier))
        inputs += (inputs.empty() ? "\"" : ", \"") + name_among_stages(sheet).whole() +
                  "\": " + variable(sheet);
    return "stages = {" + inputs + "}\n";
}

/// Adds the stages of all heads in a loop, then what follows them.
void add_heads(std::vector<CodePart>& parts, const Outline& all, const AttentionCode& found,
               const Document& document) {
    std::vector<std::string> weights;
    for (const SheetId& sheet : found.weights.stages)
        weights.push_back(variable(sheet));
    const bool is_first = &found == &all.attentions.front();
    std::string loop = is_first ? first_stages(all, document) : "", end;
    for (const std::string& name : found.gathered) {
        loop += list_name(name) + " = []\n";
        end += list_name(name) + ".append(" + name + ")\n";
    }
    loop += "for head, (" + listed(weights) + ") in enumerate(" + found.list + "):\n";
    for (const Part& part : found.heads)
        loop += indented(comment_lines(part.words, "# ") + part.code, 4) + "\n";
    parts.push_back(
        {"Each head by itself, with the same steps.",
         loop + indented("# Every stage by its name.\n"
                         "end = f\"/{head}\" if head > 0 else \"\"  # \"weights/1\" is head 1\n" +
                             python_shared_end(all.heads_of_group) + "stages.update({\n" +
                             python_stages_code(
                                 document, in_order(document, found.heads, found.weights), true) +
                             "})\n" + end,
                         4)});
    std::string kept; // inputs defined here
    for (const Part& part : found.after) {
        for (const SheetId& sheet : part.stages)
            kept +=
                "stages[\"" + name_among_stages(sheet).whole() + "\"] = " + variable(sheet) + "\n";
        if (part.is_input)
            continue;
        parts.push_back({part.words, part.code + kept, part.stages});
        kept.clear();
    }
}

/// The whole calculation as one function of Q, K and V; nothing if the document does more than
/// that.
std::vector<CodePart> as_function(const Document& document, Language language, const Dialect& in) {
    const Switches& switches = document.switches;
    const bool is_by_root = switches.scale.kind == Scale::Kind::SqrtDk;
    const bool is_usual =
        document.model == Model::Attention && is_plain(document) && words_are_rows(document) &&
        switches.temperature == 1 && switches.normaliser == Normaliser::Softmax &&
        switches.axis == Axis::Rows && (is_by_root || switches.scale.kind == Scale::Kind::None);
    if (!is_usual || has_faults(document))
        return {};
    const bool has_mask = switches.mask.kind != Mask::Kind::None;
    const bool is_torch = language == Language::PyTorch;
    std::string code(is_torch ? python::attention_of_torch : python::attention_of_numpy);
    if (is_torch && is_by_root)
        code += python::built_in_of_torch;
    const std::string scaled = is_by_root ? " / " + said(in, "{root}", {{"of", "Q.shape[1]"}}) : "";
    return {{head_count(document) > 1 ? "The same as one function, for the last head."
                                      : "The same as one function.",
             said(in, code,
                  {{"scaled", scaled},
                   {"mask", has_mask ? ", blocked" : ""},
                   {"seen", has_mask ? ", attn_mask=~blocked" : ""}})}};
}

} // namespace

std::vector<CodePart> python_parts(const Document& document, Language language) {
    const Dialect& in = python_dialect(language);
    const Outline found = outline(document, in);
    std::vector<CodePart> parts{{"", imports(in, document)}};
    if (!found.functions.empty())
        parts.push_back({"Functions for the steps below.", listed(found.functions, "\n\n")});
    const std::vector<CodeDraw> draws =
        drawn_inputs(document, given_in_order(document, found), language);
    for (const Part& part : found.inputs)
        parts.push_back({part.words, input_code(in, document, part, draws)});
    for (const AttentionCode& one : found.attentions) {
        if (!one.weights.stages.empty())
            parts.push_back({one.weights.words, python_weights_code(in, document, one, draws)});
        for (const Part& part : one.after)
            if (part.is_input)
                parts.push_back({part.words, input_code(in, document, part, draws)});
    }
    parts.insert(parts.end(), found.settings.begin(), found.settings.end());
    for (const Part& part : found.before)
        parts.push_back({part.words, part.code, part.stages});
    if (found.has_several) {
        for (const AttentionCode& one : found.attentions)
            add_heads(parts, found, one, document);
    } else {
        for (const AttentionCode& one : found.attentions)
            for (const std::vector<Part>* const of : {&one.heads, &one.after})
                for (const Part& part : *of)
                    if (!part.code.empty())
                        parts.push_back({part.words, part.code, part.stages});
        parts.push_back({"Every stage by its name.",
                         "stages = {\n" + python_stages_code(document, sheets(document)) + "}\n"});
    }
    const std::vector<CodePart> function = as_function(document, language, in);
    parts.insert(parts.end(), function.begin(), function.end());
    return parts;
}

std::string python_program(const Document& document, Language language) {
    const Dialect& in = python_dialect(language);
    std::string text = "\"\"\"" + title_of(document) + "\n\n" + std::string(subject_of(document)) +
                       ", step by step with 64-bit floats.\n" +
                       said(in, "Needs {needs}. Written by Attention Lab.\n\"\"\"\n");
    std::vector<CodePart> parts = python_parts(document, language);
    parts.push_back({"All results.", print_code(in, document)});
    for (const CodePart& part : parts)
        text += (part.words.empty() ? "" : "\n" + comment_lines(part.words, "# ")) + part.code;
    return text;
}

} // namespace attn::publish
