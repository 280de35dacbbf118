// SPDX-License-Identifier: MIT
// Lays out MATLAB programs, which GNU Octave runs as well.

#include "core/base/utf8.h"
#include "core/document/model/given.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/publish/code/code_walk.h"
#include "core/publish/code/code_words.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>
#include <variant>

namespace attn::publish::matlab {

// How MATLAB and GNU Octave write each operation. A script for both cannot define functions first,
// so every line is self-contained.

namespace {

constexpr NonFiniteNames names{"NaN", "Inf"};

// The lab's rules for what a decomposition leaves open: engine/numbers/concepts.h.
constexpr std::string_view decomposed = R"(scale = max(abs(ratings(:)));
if scale == 0, scale = 1; end
[left, diagonal, right] = svd(ratings / scale);
count = min(size(ratings));
values = sum(diagonal, 1);
values = values(1:count);
rounding = max(size(ratings)) * eps;
above = sum(values > rounding * values(1));
% Singular values that are equal or 0 leave their directions open: take the axis nearest to their
% plane, projected onto it, then the axis nearest to what is left of the plane, and so on.
open = zeros(3, 0);  % 1 for both sides, 2 for the right one, 3 for the left one; first, last
first = 1;
while first <= above
    last = first;
    while last < above && values(last) - values(last + 1) <= 8 * rounding * values(1)
        last = last + 1;
    end
    open(:, end + 1) = [1; first; last];
    first = last + 1;
end
open = [open, [2; above + 1; size(right, 2)], [3; above + 1; size(left, 2)]];
for one = open
    columns = one(2):one(3);
    if one(1) == 3, plane = left(:, columns); else, plane = right(:, columns); end
    rest = plane * plane';
    turned = plane;
    for at = 1:min(numel(columns), count - one(2) + 1)
        sizes = diag(rest);
        axis_at = find(sizes >= max(sizes) * (1 - 1e-9), 1);
        turned(:, at) = rest(:, axis_at) / sqrt(sizes(axis_at));
        rest = rest - turned(:, at) * turned(:, at)';
    end
    if one(1) == 1, left(:, columns) = left(:, columns) * (plane' * turned); end
    if one(1) == 3, left(:, columns) = turned; else, right(:, columns) = turned; end
end
left = left(:, 1:count);
right = right(:, 1:count);
left(abs(left) <= 4 * rounding) = 0;
right(abs(right) <= 4 * rounding) = 0;
% The sign of the concept's largest number. If numbers of both signs are the largest, the sign of
% the sum; if it is 0, the person's side decides; if both are 0, the first of the largest.
signs = zeros(2, count);
firsts = signs;
for side = 1:2
    if side == 1, half = right; else, half = left; end
    for at = 1:count
        most = max(abs(half(:, at)));
        largest = half(abs(half(:, at)) >= most * (1 - 1e-9), at);
        total = sum(half(:, at));
        if all(largest > 0) || all(largest < 0), total = largest(1); end
        if abs(total) > 1e-9 * most, signs(side, at) = sign(total); end
        firsts(side, at) = sign(largest(1));
    end
end
for at = 1:above
    both = [signs(:, at); firsts(1, at)];
    signs(:, at) = both(find(both, 1));
end
signs(signs == 0) = firsts(signs == 0);
left = left .* signs(2, :);
right = right .* signs(1, :);
values = [values(1:above) * scale, zeros(1, count - above)];
)";
constexpr std::string_view decomposed_by_rows =
    "{seen 0} = left;\n{seen 1} = values;\n{result} = right';\n";
constexpr std::string_view decomposed_by_columns =
    "{seen 0} = left';\n{seen 1} = values';\n{result} = right;\n";

std::string decomposed_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    return (by_rows ? "ratings = {0};\n" : "ratings = {0}';\n") + std::string(decomposed) +
           std::string(by_rows ? decomposed_by_rows : decomposed_by_columns);
}

std::string copied_text(const Line& line) {
    return listed(line.results, " = {0};\n") + " = {0};\n";
}

std::string masked_text(const Line& line) {
    return std::get<Mask>(line.node.options).kind == Mask::Kind::None
               ? "{result} = {0};\n"
               : "{result} = {0};\n{result}(blocked) = -Inf;\n";
}

std::string normalised_text(const Line& line) {
    const auto& how = std::get<Normalising>(line.node.options);
    const bool has_mask = how.mask.kind != Mask::Kind::None;
    const std::string along = sums_rows(line.document, how.axis) ? "2" : "1";
    const bool has_sink = line.node.inputs.size() > 1;
    std::string code, part = "powers", also;
    if (has_sink)
        code = "sink_score = {1}(" + sink_code(line, "head", 1) + ");\n";
    switch (how.normaliser) {
    case Normaliser::Softmax:
        code += has_sink ? "largest = max(max({0}, [], " + along +
                               "), sink_score);\npowers = exp({0} - largest);\n"
                         : "powers = exp({0} - max({0}, [], " + along + "));\n";
        also = "exp(sink_score - largest)";
        break;
    case Normaliser::NaiveSoftmax:
        code += "powers = exp({0});\n";
        also = "exp(sink_score)";
        break;
    case Normaliser::Sum:
        part = has_mask ? "seen" : unmasked(line);
        code = has_mask ? "seen = " + unmasked(line) + ";\nseen(blocked) = 0;\n" : "";
        break;
    case Normaliser::Sparsemax:
        code = "shifted = {0} - max({0}, [], " + along +
               ");\nthreshold = -1;\nfor again = 1:size({0}, " + along +
               ")\n    kept = ~(shifted <= threshold);\n    scores_kept = shifted;\n"
               "    scores_kept(~kept) = 0;\n    threshold = (sum(scores_kept, " +
               along + ") - 1) ./ sum(kept, " + along +
               ");\nend\n{result} = shifted - threshold;\n{result}({result} < 0) = 0;\n";
        return has_mask ? code + "{result}(blocked) = 0;\n" : code;
    }
    const std::string sums = "sum(" + part + ", " + along + ")";
    code +=
        "{result} = " + part + " ./ " + (has_sink ? "(" + sums + " + " + also + ")" : sums) + ";\n";
    return has_mask ? code + "{result}(blocked) = 0;\n" : code;
}

std::string joined_text(const Line& line) {
    return line.node.inputs.size() == 1    ? "{result} = {0};\n"
           : words_are_rows(line.document) ? "{result} = horzcat({0}{:});\n"
                                           : "{result} = vertcat({0}{:});\n";
}

std::string mean_text(const Line& line) {
    return line.node.inputs.size() == 1 ? "{result} = {0};\n"
                                        : "{result} = mean(cat(3, {0}{:}), 3);\n";
}

std::string line_mean_text(const Line& line) {
    const bool are_rows = std::get<Axis>(line.node.options) == Axis::Rows;
    return std::string("{result} = mean({0}, ") +
           (are_rows == words_are_rows(line.document) ? "2" : "1") + ");\n";
}

std::string root_mean_square_text(const Line& line) {
    return std::string("{result} = sqrt(mean({0} .^ 2, ") +
           (words_are_rows(line.document) ? "2" : "1") + ") + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) + ");\n";
}

std::string sample_deviation_text(const Line& line) {
    const std::string along = words_are_rows(line.document) ? "2" : "1";
    return "{result} = sqrt(sum({0} .^ 2, " + along + ") / (size({0}, " + along + ") - 1)) + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) + ";\n";
}

std::string activated_text(const Line& line) {
    switch (std::get<Activation>(line.node.options).kind) {
    case Activation::Kind::Relu: // max() would drop a NaN.
        return "{result} = {0};\n{result}({result} < 0) = 0;\n";
    case Activation::Kind::Gelu:
        return "{result} = {0} / 2 .* (1 + erf({0} / sqrt(2)));\n";
    case Activation::Kind::GeluTanh:
        return "inner = sqrt(2 / pi) * ({0} + 0.044715 * {0} .^ 3);\n"
               "{result} = {0} / 2 .* (1 + tanh(inner));\n";
    case Activation::Kind::Silu:
        return "{result} = {0} ./ (1 + exp(-{0}));\n";
    }
    assert(false && "every activation has a line");
    return "";
}

std::string cross_entropy_text(const Line& line) {
    return std::string("parts = {1} .* log({0});\n"
                       "parts({1} == 0) = 0;\n"
                       "{result} = -sum(parts(:)) / size({0}, ") +
           (words_are_rows(line.document) ? "1" : "2") + ");\n";
}

/// Cosines of all numbers of each row, or of the kept ones.
std::string cosines_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const bool is_of_kept = std::holds_alternative<Kept>(line.node.options);
    return "unit = {0}" +
           std::string(!is_of_kept ? ""
                       : by_rows   ? "(:, 1:kept)"
                                   : "(1:kept, :)") +
           (by_rows ? "" : "'") +
           ";\nlengths = sqrt(sum(unit .^ 2, 2));\n"
           "lengths(lengths == 0) = 1;\n"
           "unit = unit ./ lengths;\n"
           "{result} = max(-1, min(1, unit * unit'));\n";
}

/// {x} and {y} are the rows or columns of all pairs.
std::string rotated_text(const Line& line) {
    const auto& how = std::get<Rotation>(line.node.options);
    const bool by_rows = words_are_rows(line.document);
    const bool is_part = how.columns > 0; // The other columns stay.
    const Values values{{"base", number_code(line, how.base)},
                        {"width", is_part   ? std::to_string(how.columns)
                                  : by_rows ? "size({0}, 2)"
                                            : "size({0}, 1)"},
                        {"words", by_rows ? "size({0}, 1)" : "size({0}, 2)"},
                        {"x", by_rows ? "(:, first)" : "(first, :)"},
                        {"y", by_rows ? "(:, second)" : "(second, :)"}};
    return filled(std::string("half = {width} / 2;\n") +
                      (how.neighbours ? "first = 1:2:2 * half;\nsecond = 2:2:2 * half;\n"
                                      : "first = 1:half;\nsecond = half + 1:2 * half;\n") +
                      (by_rows ? "angles = (0:{words} - 1)' * {base} .^ (-2 * (0:half - 1) / "
                                 "{width});\n"
                               : "angles = {base} .^ (-2 * (0:half - 1)' / {width}) * (0:{words} "
                                 "- 1);\n") +
                      (is_part ? "{result} = {0};\n" : "{result} = zeros(size({0}));\n") +
                      "{result}{x} = {0}{x} .* cos(angles) - {0}{y} .* sin(angles);\n"
                      "{result}{y} = {0}{x} .* sin(angles) + {0}{y} .* cos(angles);\n",
                  values);
}

std::string sinusoidal_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const Sinusoid& how = std::get<Sinusoid>(line.node.options);
    if (how.waves != Waves::Alternating)
        return filled(std::string("half = {width} / 2;\n"
                                  "angles = (0:{words} - 1)' ./ {base} .^ ((0:half - 1) / "
                                  "{over});\n"
                                  "{result} = [sin(angles), cos(angles)]") +
                          (by_rows ? ";\n" : "';\n"),
                      {{"base", number_code(line, how.base)},
                       {"over", waves_code(line).substr(2)},
                       {"width", by_rows ? "size({0}, 2)" : "size({0}, 1)"},
                       {"words", by_rows ? "size({0}, 1)" : "size({0}, 2)"}});
    return filled(std::string("columns = 0:{width} - 1;\n"
                              "angles = (0:{words} - 1)' ./ {base} .^ (2 * floor(columns / 2) / "
                              "{width});\n"
                              "{result} = sin(angles);\n"
                              "{result}(:, 2:2:end) = cos(angles(:, 2:2:end));\n") +
                      (by_rows ? "" : "{result} = {result}';\n"),
                  {{"base", number_code(line, std::get<Sinusoid>(line.node.options).base)},
                   {"width", by_rows ? "size({0}, 2)" : "size({0}, 1)"},
                   {"words", by_rows ? "size({0}, 1)" : "size({0}, 2)"}});
}

std::string alibi_text(const Line& line) {
    const std::vector<std::string> slopes = slopes_code(line);
    const bool is_one = slopes.size() == 1;
    return (is_one ? "" : "slopes = [" + listed(slopes) + "];\n") + "{result} = {0} - " +
           (is_one ? slopes[0] : "slopes(head)") + " * abs((1:size({0}, 2)) - (1:size({0}, 1))')" +
           over_temperature(line, std::get<Slope>(line.node.options).temperature) + ";\n";
}

std::string looked_up_text(const Line& line) {
    const std::string rows = "[" + listed(rows_code(line, 1)) + "]";
    return "{result} = {0}(" + (words_are_rows(line.document) ? rows + ", :" : ":, " + rows) +
           ");\n";
}

std::string bucketed_text(const Line& line) {
    return "buckets = [" + listed(buckets_code(line)) + "];  % " + words_about_buckets(line) +
           (words_are_rows(line.document)
                ? "\naway = (1:size({0}, 2)) - (1:size({0}, 1))' + size({0}, 1);\n"
                : "\naway = (1:size({0}, 1))' - (1:size({0}, 2)) + size({0}, 2);\n") +
           "{result} = {0} + reshape({1}(buckets(away) + 1), size({0}))" +
           over_temperature(line, std::get<Buckets>(line.node.options).temperature) + ";\n";
}

std::string with_bias_text(const Line& line) {
    return "{result} = {0} + {1}" +
           over_temperature(line, std::get<Tempered>(line.node.options).temperature) + ";\n";
}

std::string cosine_scores_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    const std::string along = by_rows ? "2" : "1";
    std::string code;
    for (const auto& [name, input] : {std::pair("queries", "{0}"), std::pair("keys", "{1}")})
        code += filled("lengths = sqrt(sum({of} .^ 2, " + along +
                           "));\nlengths(lengths == 0) = 1;\n{name} = {of} ./ lengths;\n",
                       {{"of", input}, {"name", name}});
    return code + (by_rows ? "{result} = queries * keys';\n" : "{result} = keys' * queries;\n");
}

std::string distance_text(const Line& line) {
    return (words_are_rows(line.document)
                ? "{result} = -sum((permute({0}, [1, 3, 2]) - permute({1}, [3, 1, 2])) .^ 2, 3)"
                : "{result} = -sum((permute({1}, [2, 3, 1]) - permute({0}, [3, 2, 1])) .^ 2, 3)") +
           kernel_code(line, "{of} ^ 2") + ";\n";
}

std::string limited_text(const Line& line) {
    const std::string limit = number_code(line, std::get<SoftLimit>(line.node.options).limit);
    return "{result} = " + limit + " * tanh({0} / " + limit + ");\n";
}

constexpr OperationLine lines[] = {
    {&operation::copied, "", "", copied_text},
    {&operation::product, "{result} = {0} * {1}{+2};\n", "{result} = {1} * {0}{+2};\n"},
    {&operation::product_transposed, "{result} = {0} * {1}';\n", "{result} = {1}' * {0};\n"},
    {&operation::sum, "{result} = {0} + {1};\n"},
    {&operation::each, "{result} = {0} .* {1};\n"},
    {&operation::line_mean, "", "", line_mean_text},
    {&operation::mean, "", "", mean_text},
    {&operation::root_mean_square, "", "", root_mean_square_text},
    {&operation::sample_deviation, "", "", sample_deviation_text},
    {&operation::less_line, "{result} = {0} - {1};\n"},
    {&operation::over_line, "{result} = {0} ./ {1};\n"},
    {&operation::stretched, "{result} = {0} .* {1}{+2};\n"},
    {&operation::activated, "", "", activated_text},
    {&operation::squared_error, "squares = ({0} - {1}) .^ 2;\n{result} = mean(squares(:));\n"},
    {&operation::cross_entropy, "", "", cross_entropy_text},
    {&operation::scaled, "", "", scaled_text},
    {&operation::masked, "", "", masked_text},
    {&operation::normalised, "", "", normalised_text},
    {&operation::weighted, "{result} = {0} .* reshape({1}, [1, size({1})]);\n",
     "{result} = permute({0}, [2, 3, 1]) .* reshape({1}, [1, size({1})]);\n"},
    {&operation::joined, "", "", joined_text},
    {&operation::right_vectors, "", "", decomposed_text},
    {&operation::left_vectors, ""},
    {&operation::singular_values, ""},
    {&operation::coordinates, "{result} = {0} * {1}';\n{small} * sqrt(sum({0} .^ 2, 2))) = 0;\n",
     "{result} = {1}' * {0};\n{small} * sqrt(sum({0} .^ 2, 1))) = 0;\n"},
    {&operation::shares, "squares = ({0} / max({0}(1), realmin)) .^ 2;\n"
                         "{result} = squares / max(sum(squares), realmin);\n"},
    {&operation::rebuilt,
     "{result} = {0}(:, 1:kept) .* {1}(1:kept) * {2}(1:kept, :);\n{small} * {1}(1)) = 0;\n",
     "{result} = {2}(:, 1:kept) * ({1}(1:kept) .* {0}(1:kept, :));\n{small} * {1}(1)) = 0;\n"},
    {&operation::difference, "{result} = {0} - {1};\n{small} * norm({0}, 'fro')) = 0;\n"},
    {&operation::dropped, "{result} = sqrt(sum({0}(kept + 1:end) .^ 2));\n"},
    {&operation::cosines, "", "", cosines_text},
    {&operation::rotated, "", "", rotated_text},
    {&operation::sinusoidal, "", "", sinusoidal_text},
    {&operation::alibi, "", "", alibi_text},
    {&operation::bucketed, "", "", bucketed_text},
    {&operation::looked_up, "", "", looked_up_text},
    {&operation::with_bias, "", "", with_bias_text},
    {&operation::general_scores, "{result} = {0} * {1} * {2}';\n",
     "{result} = {2}' * {1} * {0};\n"},
    {&operation::additive_scores,
     "{result} = sum(reshape({2}, 1, 1, []) .* tanh(permute({0}, [1, 3, 2]) + ...\n"
     "    permute({1}, [3, 1, 2])), 3);\n",
     "{result} = sum(reshape({2}, 1, 1, []) .* tanh(permute({1}, [2, 3, 1]) + ...\n"
     "    permute({0}, [3, 2, 1])), 3);\n"},
    {&operation::cosine_scores, "", "", cosine_scores_text},
    {&operation::distance_scores, "", "", distance_text},
    {&operation::limited, "", "", limited_text},
};

constexpr Word words[] = {
    {"let", ""},
    {"end", ";\n"},
    {"number", "{name} = {value};\n"},
    {"count", "{name} = {value};\n"},
    {"columns", "size({of}, 2)"},
    {"rows", "size({of}, 1)"},
    {"root", "sqrt({of})"},
    {"one", "{of}{{next}}"},
    {"given or made", "{result} = {made};\nif ~isempty({given}), {result} = {given}; end\n"},
    // Sets numbers to 0 that are only rounding errors beside a size.
    {"small", "{result}(abs({result}) <= 8 * max(size({result})) * eps"},
};

std::string matrix(const Dialect&, const std::string& name, const Matrix& values) {
    return name + " = [\n" + code_rows(values, {"    ", "", ""}, names) + "];\n";
}

std::string painted_mask(const Dialect&, const Matrix& flags, const std::string& comment) {
    return "blocked = logical([\n" + code_rows(flags, {"    ", "", ""}, names) + "]);  % " +
           comment + "\n";
}

constexpr Dialect octave{{lines, {}},
                         {words, {}},
                         names,
                         matrix,
                         painted_mask,
                         "blocked = (1:n) > (1:n)';  % key after query\n",
                         "blocked = (1:n)' > (1:n);  % key after query\n"};

} // namespace
} // namespace attn::publish::matlab

namespace attn::publish {

const Dialect& matlab_dialect() {
    return matlab::octave;
}

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

std::string
cells_code(const std::vector<std::pair<std::string_view, std::vector<std::string>>>& lists) {
    std::string code;
    for (const auto& [name, list] : lists) {
        std::vector<std::string> texts;
        std::transform(list.begin(), list.end(), std::back_inserter(texts), matlab_text);
        code += std::string(name) + " = {" + listed(texts) + "};\n";
    }
    return code;
}

std::string input_code(const Document& document, const Part& part) {
    std::string code;
    for (const SheetId& sheet : part.stages)
        code += cells_code(lists_of(document, sheet));
    return code + inputs_code(matlab_dialect(), document, part.stages);
}

std::string matlab_weights_code(const Document& document, const AttentionCode& attention) {
    const bool has_several = head_count(document) > 1;
    const std::vector<std::string> names = names_of_head(attention);
    std::string code = has_several ? attention.list + " = struct([]);\n" : "";
    for (Index head = 0; head < head_count(document); ++head) {
        const std::string of =
            has_several ? attention.list + "(" + std::to_string(head + 1) + ")." : "";
        const std::vector<HeadInput> inputs = inputs_of_head(document, attention, head);
        for (std::size_t at = 0; at < names.size(); ++at) {
            const HeadInput& input = inputs[at];
            code += input.sheet ? matlab_dialect().matrix(matlab_dialect(), of + names[at],
                                                          written_input(document, *input.sheet))
                                : of + names[at] + " = [];\n";
        }
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
    for (const std::string& name : names_of_head(found))
        head += filled("{0} = {1}(head).{0};\n", {{"0", name}, {"1", found.list}});
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
    const bool is_x_alone = has_x(document) && in_order(document, earlier).size() == 1;
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
    if (!has_x(document))
        text += matlab_block("The words.", cells_code(lists_without_x(document)) + "n = " +
                                               std::to_string(token_count(document)) + ";\n");
    for (const Part& part : found.inputs) {
        const bool is_first = &part == &found.inputs.front();
        const bool has_n = is_first && has_x(document) && document.model == Model::Attention;
        text += matlab_block(part.words, input_code(document, part) +
                                             (!has_n                       ? ""
                                              : document.options.has_table ? "n = numel(tokens);\n"
                                              : found.by_rows              ? "n = size(X, 1);\n"
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
