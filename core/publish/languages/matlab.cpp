// SPDX-License-Identifier: MIT
// Lays out MATLAB programs, which GNU Octave runs as well.
#include "core/base/utf8.h"
#include "core/document/sheet.h"
#include "core/engine/operation.h"
#include "core/publish/code_walk.h"
#include "core/publish/code_words.h"

#include <algorithm>
#include <iterator>

namespace attn::publish {
namespace {

/// Writes the word for MATLAB and Octave: 'it''s', with control characters as numbers: ['a',
/// char(10), 'b'].
std::string matlab_text(std::string_view word) {
    std::string parts, code = "'";
    for (const char letter : valid_utf8(word)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x20 && byte != 0x7F) {
            code += letter == '\'' ? "''" : std::string(1, letter);
            continue;
        }
        parts += code + "', char(" + std::to_string(byte) + "), ";
        code = "'";
    }
    code += "'";
    return parts.empty() ? code : "[" + parts + code + "]";
}

std::string matlab_block(const std::string& words_about_it, const std::string& code) {
    return code.empty() ? "" : comment_lines(words_about_it, "% ") + code + "\n";
}

std::string input_code(const Document& document, const Part& part) {
    std::string code;
    for (const SheetId& sheet : part.stages)
        for (const auto& [name, list] : lists_of(document, sheet.stage)) {
            std::vector<std::string> texts;
            std::transform(list.begin(), list.end(), std::back_inserter(texts), matlab_text);
            code += std::string(name) + " = {" + listed(texts) + "};\n";
        }
    return code + inputs_code(matlab_dialect(), document, part.stages);
}

std::string matlab_weights_code(const Document& document, const AttentionCode& attention) {
    const Part& weights = attention.weights;
    const bool has_several = head_count(document) > 1;
    std::string code = has_several ? attention.list + " = struct([]);\n" : "";
    for (Index head = 0; head < head_count(document); ++head)
        for (const SheetId& sheet : inputs_of_head(document, weights, head)) {
            const std::string of = has_several
                                       ? attention.list + "(" + std::to_string(head + 1) + ")."
                                       : std::string();
            code += matlab_dialect().matrix(matlab_dialect(), of + variable(sheet),
                                            written_input(document, sheet));
        }
    return code;
}

/// Writes every stage by its name; stages of heads with the head's number.
std::string matlab_stages_code(const Document& document, const std::vector<SheetId>& stages,
                               bool is_of_heads = false) {
    std::string code;
    for (const SheetId& sheet : stages) {
        const std::string end = !is_of_heads                 ? ""
                                : is_shared(document, sheet) ? "shared_last"
                                                             : "last";
        const StageName name = name_among_stages(sheet);
        const std::string last = name.layer.empty() ? "" : ", '" + name.layer + "'";
        code +=
            "    " +
            (end.empty() ? "'" + name.whole() + "'" : "['" + name.name + "', " + end + last + "]") +
            ", " + variable(sheet) + "\n";
    }
    return code;
}

std::string blocks(const std::vector<Part>& parts, const Document& document) {
    std::string code;
    for (const Part& part : parts)
        code += matlab_block(part.words, part.is_input ? input_code(document, part) : part.code);
    return code;
}

/// The index of the keys and values that heads share, as code; empty if each head has its own.
std::string shared_last(Index heads_of_group) {
    const std::string number = "floor((head - 1) / " + std::to_string(heads_of_group) + ")";
    return heads_of_group == 1
               ? ""
               : "shared_last = '';  % keys and values that heads share\nif " + number +
                     " > 0, shared_last = sprintf('/%d', " + number + "); end\n";
}

/// The stages of a head, in a loop if there are several heads.
std::string matlab_heads_code(const Document& document, const Outline& all,
                              const AttentionCode& found) {
    const std::vector<SheetId> stages = in_order(document, found.heads, found.weights);
    const bool is_first = &found == &all.attentions.front();
    std::vector<Part> earlier;
    if (is_first) {
        earlier = all.inputs;
        earlier.insert(earlier.end(), all.before.begin(), all.before.end());
    }
    const std::string inputs = matlab_stages_code(document, in_order(document, earlier));
    if (!all.has_several)
        return blocks(found.heads, document) +
               matlab_block("Every stage by its name.",
                            (is_first ? "stages = {\n" : "stages = [stages; {\n") + inputs +
                                matlab_stages_code(document, stages) +
                                (is_first ? "};\n" : "}];\n"));
    std::string head, lists, ends;
    for (const SheetId& sheet : found.weights.stages)
        head += filled("{0} = {1}(head).{0};\n", {{"0", variable(sheet)}, {"1", found.list}});
    head += "\n" + blocks(found.heads, document);
    for (const std::string& name : found.gathered) {
        lists += list_name(name) + " = {};\n";
        ends += list_name(name) + "{head} = " + name + ";\n";
    }
    head += matlab_block("Every stage by its name.",
                         "last = '';  % \"weights/1\" is the second head\n"
                         "if head > 1, last = sprintf('/%d', head - 1); end\n" +
                             shared_last(all.heads_of_group) + "stages = [stages; {\n" +
                             matlab_stages_code(document, stages, true) + "}];\n" + ends);
    const bool is_x_alone = in_order(document, earlier).size() == 1;
    return (!is_first    ? std::string()
            : is_x_alone ? std::string("stages = {'X', X};\n")
                         : "stages = {\n" + inputs + "};\n") +
           lists + "for head = 1:numel(" + found.list + ")\n" + indented(head, 4) + "end\n\n";
}

} // namespace

std::string matlab_program(const Document& document) {
    const Outline found = outline(document, matlab_dialect());
    std::string text = comment_lines(title_of(document), "% ") + "%\n% " +
                       std::string(subject_of(document)) +
                       ", step by step.\n"
                       "% For MATLAB since R2016b and GNU Octave. Written by Attention Lab.\n\n";
    for (const Part& part : found.inputs) {
        const bool is_first = &part == &found.inputs.front();
        const bool has_n = is_first && has_operation(document, operation::masked);
        text += matlab_block(part.words,
                             input_code(document, part) + (!has_n          ? ""
                                                           : found.by_rows ? "n = size(X, 1);\n"
                                                                           : "n = size(X, 2);\n"));
    }
    for (const AttentionCode& one : found.attentions)
        if (!one.weights.stages.empty())
            text += matlab_block(one.weights.words, matlab_weights_code(document, one));
    for (const CodePart& setting : found.settings)
        text += matlab_block(setting.words, setting.code);
    for (const Part& part : found.before)
        text += matlab_block(part.words, part.code);
    for (const AttentionCode& one : found.attentions) {
        text += matlab_heads_code(document, found, one);
        if (!one.after.empty())
            text += blocks(one.after, document) + "stages = [stages; {\n" +
                    matlab_stages_code(document, in_order(document, one.after)) + "}];\n\n";
    }
    return text + "% All results.\n"
                  "for at = 1:size(stages, 1)\n"
                  "    fprintf('\\n%s\\n', stages{at, 1});\n"
                  "    disp(stages{at, 2});\n"
                  "end\n";
}

} // namespace attn::publish
