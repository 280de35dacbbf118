// SPDX-License-Identifier: MIT
#include "core/publish/code/code_walk.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/positions.h"
#include "core/publish/code/code_words.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>
#include <optional>
#include <variant>

namespace attn::publish {

std::string code_number(Real value, const NonFiniteNames& names) {
    if (std::isnan(value))
        return std::string(names.not_a_number);
    if (std::isinf(value))
        return (value < 0 ? "-" : "") + std::string(names.infinity);
    std::string text = shortest(value);
    // Long whole numbers would be read as integers, and minus zero as the integer 0.
    constexpr Real long_whole = 1e6;
    const bool is_integer = text.find_first_of(".e") == std::string::npos;
    if (is_integer && (std::abs(value) >= long_whole || (value == 0 && std::signbit(value))))
        text += ".0";
    return text;
}

std::string code_rows(const Matrix& matrix, const RowMarks& marks, const NonFiniteNames& names) {
    std::string text;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += marks.begin;
        for (Index column = 0; column < matrix.cols(); ++column)
            text += (column == 0 ? "" : ", ") + code_number(matrix(row, column), names);
        text += (row + 1 < matrix.rows() ? marks.end : marks.after_last) + "\n";
    }
    return text;
}

std::string comment_text(std::string_view text) {
    std::string line = printable(text, 120);
    for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/"))
        line.replace(at, 2, "* /");
    // Characters that could end a Python string or continue it on the next line.
    for (char& letter : line)
        if (letter == '\\' || letter == '"')
            letter = letter == '"' ? '\'' : '/';
    return line;
}

std::string comment_lines(std::string_view words, const std::string& mark) {
    constexpr std::size_t width = 92;
    std::string text, line;
    const auto finish = [&] {
        text += mark + line + "\n";
        line.clear();
    };
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string_view word = words.substr(at, end - at);
        if (!line.empty() && line.size() + word.size() + 1 > width)
            finish();
        line += (line.empty() ? "" : " ") + std::string(word);
        at = end + 1;
    }
    if (!line.empty())
        finish();
    return text;
}

std::string indented(const std::string& code, int blanks) {
    std::string text;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = code.find('\n', at) + 1;
        if (end - at > 1)
            text += std::string(static_cast<std::size_t>(blanks), ' ');
        text += code.substr(at, end - at);
        at = end;
    }
    return text;
}

std::string listed(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : std::string(between)) + part;
    return text;
}

std::string filled(std::string_view text, const Values& values) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto& one) {
            return end != std::string_view::npos && one.first == text.substr(at + 1, end - at - 1);
        });
        made += value != values.end() ? value->second : std::string(1, text[at]);
        at = value != values.end() ? end + 1 : at + 1;
    }
    return made;
}

namespace {

bool is_of_head(const SheetId& sheet) {
    const StageInfo* const about = find_info(sheet.stage);
    return about && about->is_per_head;
}

Values values_of(const Line& line) {
    Values values{{"result", line.results.front()}};
    for (std::size_t at = 0; at < line.inputs.size(); ++at)
        values.emplace_back(std::to_string(at), line.inputs[at]);
    if (!line.node.inputs.empty())
        values.emplace_back("each", variable(line.stages[line.node.inputs[0]].sheet));
    values.emplace_back("+2", line.inputs.size() > 2 ? " + " + line.inputs[2] : "");
    for (std::size_t at = 0; at < line.node.seen_with.size(); ++at)
        values.emplace_back("seen " + std::to_string(at), variable(line.node.seen_with[at]));
    return values;
}

/// Builds the outline stage by stage.
class Walk {
public:
    Walk(const Document& document, const Dialect& in)
        : document_(document), in_(in), stages_(graph(document)) {
        made_.by_rows = words_are_rows(document);
        made_.has_several = head_count(document) > 1;
        if (has_stage(document, Stage::K))
            made_.heads_of_group = head_count(document) / group_count(document);
        find_what_heads_read();
    }

    Outline outline() && {
        bool is_first = true; // true until the first computed stage
        begin_attention();
        for (std::size_t at = 0; at < stages_.size(); ++at) {
            const Node& node = stages_[at];
            const bool of_head = is_of_head(node.sheet);
            if (of_head && node.sheet.head > 0)
                continue; // the same code as head 0
            const bool is_input =
                of_head ? heads_that_compute(node.sheet).empty() : stages_.is_given(at);
            is_first = is_first && is_input;
            if (of_head && !now().heads.empty() && !is_of_attention(node.sheet, now()))
                begin_attention();
            if (is_input && of_head)
                append(now().weights, at);
            else if (of_head)
                append_of_heads(at);
            else if (is_input && (is_first || is_read_by_heads_[at]))
                append(made_.inputs, at, is_input);
            else
                append(is_read_by_heads_[at] && now().heads.empty() ? made_.before : now().after,
                       at, is_input);
            note(of_head && !is_input ? stages_[heads_that_compute(node.sheet).front()] : node);
        }
        std::vector<std::vector<Part>*> all{&made_.before};
        for (AttentionCode& one : made_.attentions) {
            all.push_back(&one.heads);
            all.push_back(&one.after);
        }
        for (std::vector<Part>* const parts : all)
            for (Part& part : *parts)
                write(part);
        return std::move(made_);
    }

private:
    AttentionCode& now() { return made_.attentions.back(); }
    AttentionCode& attention_of(const SheetId& sheet) {
        return *std::find_if(made_.attentions.begin(), made_.attentions.end(),
                             [&](const AttentionCode& one) { return is_of_attention(sheet, one); });
    }
    void begin_attention() {
        const std::size_t count = made_.attentions.size();
        made_.attentions.push_back(
            {count == 0 ? "heads" : "heads_" + std::to_string(count), {}, {}, {}, {}, {}});
    }
    static bool is_of_attention(const SheetId& sheet, const AttentionCode& attention) {
        if (attention.heads.empty() && attention.weights.stages.empty())
            return true; // the document's only one
        const SheetId& other = attention.heads.empty() ? attention.weights.stages.front()
                                                       : attention.heads.front().stages.front();
        return sheet.layer == other.layer && sheet.is_cross == other.is_cross;
    }
    /// Finds the stages that heads read, and everything these are made from.
    void find_what_heads_read() {
        is_read_by_heads_.assign(stages_.size(), false);
        for (std::size_t at = stages_.size(); at-- > 0;)
            if (is_of_head(stages_[at].sheet) || is_read_by_heads_[at])
                for (const std::size_t input : stages_[at].inputs)
                    is_read_by_heads_[input] = true;
    }
    void append(Part& part, std::size_t at) {
        if (part.stages.empty())
            part.words = words_about(document_, stages_[at]);
        part.stages.push_back(stages_[at].sheet);
    }
    void append(std::vector<Part>& parts, std::size_t at, bool is_input) {
        const std::string words = words_about(document_, stages_[at]);
        if (parts.empty() || parts.back().words != words || parts.back().is_input != is_input)
            parts.push_back({words, {}, is_input, {}});
        parts.back().stages.push_back(stages_[at].sheet);
    }
    /// Appends a stage that heads compute. Some of them may give it.
    void append_of_heads(std::size_t at) {
        const std::size_t made = heads_that_compute(stages_[at].sheet).front();
        append(now().heads, made, false);
        now().heads.back().stages.back() = stages_[at].sheet;
        if (gives_some(stages_[at].sheet))
            now().given_by_some.push_back(stages_[at].sheet);
    }
    /// The places of the stage in the heads, or groups of them, that do not give it.
    std::vector<std::size_t> heads_that_compute(SheetId sheet) const {
        std::vector<std::size_t> list;
        sheet.head = 0;
        for (auto at = stages_.find(sheet); at; at = stages_.find(sheet)) {
            if (!stages_.is_given(*at))
                list.push_back(*at);
            ++sheet.head;
        }
        return list;
    }
    bool gives_some(SheetId sheet) const {
        const std::vector<std::size_t> computing = heads_that_compute(sheet);
        sheet.head = static_cast<Index>(computing.size());
        return !computing.empty() && stages_.find(sheet).has_value();
    }
    /// Notes the functions and settings that the stage needs.
    void note(const Node& node) {
        if (const OperationLine* const line = find_line(in_, *node.operation))
            for (const std::string_view needed : line->needs)
                add_once(made_.functions, said(in_, needed));
        if (const Mask* const mask = mask_of(node);
            mask && mask->kind != Mask::Kind::None && !has_mask_) {
            has_mask_ = true;
            made_.settings.push_back({words_about_mask(document_), mask_code(*mask, node.shape)});
        }
        if (const Kept* const kept = std::get_if<Kept>(&node.options); kept && !has_kept_) {
            has_kept_ = true;
            made_.settings.push_back(
                {"How many concepts are kept.",
                 said(in_, "{count}", {{"name", "kept"}, {"value", std::to_string(kept->count)}})});
        }
        if (made_.has_several && !is_of_head(node.sheet))
            for (const std::size_t input : node.inputs)
                if (is_of_head(stages_[input].sheet))
                    add_once(attention_of(stages_[input].sheet).gathered,
                             variable(stages_[input].sheet));
    }
    static void add_once(std::vector<std::string>& list, const std::string& text) {
        if (!text.empty() && std::find(list.begin(), list.end(), text) == list.end())
            list.push_back(text);
    }
    /// The mask as flags, unless it is causal with as many keys as queries.
    std::string mask_code(const Mask& mask, const Shape& scores) const {
        if (mask.kind == Mask::Kind::Causal && scores.rows == scores.columns)
            return said(in_, made_.by_rows ? in_.causal_by_rows : in_.causal_by_columns);
        const Mask painted = painted_like(mask, scores.rows, scores.columns);
        const Matrix flags = written(Matrix(painted.painted->cast<Real>()), document_.convention);
        return in_.painted_mask(
            in_, flags, made_.by_rows ? "query x key, 1 is blocked" : "key x query, 1 is blocked");
    }
    /// One of the results that heads gathered, with an index from 0 or 1 as in the language.
    std::string gathered_one(const SheetId& sheet) const {
        const Index head = sheet.head * (is_shared(document_, sheet) ? made_.heads_of_group : 1);
        return said(in_, "{one}",
                    {{"of", list_name(variable(sheet))},
                     {"at", std::to_string(head)},
                     {"next", std::to_string(head + 1)}});
    }
    /// The names of a stage's inputs; an input that exists for every head becomes a list.
    std::vector<std::string> inputs_of(const Node& node) const {
        std::vector<std::string> names;
        for (const std::size_t input : node.inputs) {
            const SheetId& sheet = stages_[input].sheet;
            const bool is_list = made_.has_several && is_of_head(sheet) && !is_of_head(node.sheet);
            const bool is_one =
                std::count_if(node.inputs.begin(), node.inputs.end(), [&](std::size_t other) {
                    return variable(stages_[other].sheet) == variable(sheet);
                }) == 1;
            if (!is_list)
                names.push_back(variable(sheet));
            else if (is_one)
                names.push_back(gathered_one(sheet));
            else if (sheet.head == 0)
                names.push_back(list_name(variable(sheet)));
        }
        return names;
    }
    /// Writes every stage of the part; copies of one stage share a line.
    void write(Part& part) const {
        for (std::size_t at = 0; at < part.stages.size() && !part.is_input;) {
            const SheetId& sheet = part.stages[at];
            const Node& node = stages_[is_of_head(sheet) ? heads_that_compute(sheet).front()
                                                         : *stages_.find(sheet)];
            Line line{in_, document_, stages_, node, {}, inputs_of(node)};
            if (is_of_head(sheet) && gives_some(sheet)) {
                line.results.push_back(variable(sheet) + "_made");
                part.code += written_line(line) + said(in_, "{given or made}",
                                                       {{"result", variable(sheet)},
                                                        {"given", given_name(sheet)},
                                                        {"made", line.results.front()}});
                ++at;
                continue;
            }
            do {
                line.results.push_back(variable(part.stages[at]));
            } while (++at < part.stages.size() && is_same_copy(node, part.stages[at]));
            part.code += written_line(line);
        }
    }
    bool is_same_copy(const Node& node, const SheetId& next) const {
        const Node& other = stages_[*stages_.find(next)];
        return node.operation == &operation::copied && other.operation == node.operation &&
               other.inputs == node.inputs;
    }

    const Document& document_;
    const Dialect& in_;
    Graph stages_;
    Outline made_;
    std::vector<bool> is_read_by_heads_;
    bool has_mask_ = false, has_kept_ = false;
};

} // namespace

const Dialect& dialect(Language language) {
    switch (language) {
    case Language::NumPy:
    case Language::PyTorch:
    case Language::Jax:
    case Language::Notebook:
        break;
    case Language::Cpp:
        return cpp_dialect();
    case Language::Matlab:
        return matlab_dialect();
    }
    return python_dialect(language);
}

const OperationLine* find_line(const Dialect& dialect, const Operation& operation) {
    for (const std::span<const OperationLine> lines : dialect.lines)
        for (const OperationLine& line : lines)
            if (line.operation == &operation)
                return &line;
    return nullptr;
}

std::string said(const Dialect& dialect, std::string_view text, const Values& also) {
    Values values = also;
    for (const std::span<const Word> words : dialect.words)
        for (const Word& word : words)
            values.emplace_back(word.key, filled(word.text, also));
    return filled(text, values);
}

StageName name_among_stages(const SheetId& sheet) {
    SheetId first = sheet;
    first.head = first.layer = 0;
    return {to_text(first), sheet.layer == 0 ? "" : "@" + std::to_string(sheet.layer)};
}

std::string variable(const SheetId& sheet) {
    SheetId first = sheet;
    first.head = first.layer = 0;
    std::string name = to_text(first);
    if (sheet.layer > 0)
        name += "_layer_" + std::to_string(sheet.layer);
    for (char& letter : name)
        if (!std::isalnum(static_cast<unsigned char>(letter)))
            letter = '_';
    return name;
}

std::string weight_name(const Document& document, const SheetId& sheet) {
    return variable(sheet) +
           (is_of_head(sheet) && head_count(document) > 1 ? "_" + std::to_string(sheet.head) : "");
}

std::string list_name(const std::string& variable) {
    return variable + (variable.ends_with('s') ? "_of_heads" : "s");
}

std::string given_name(const SheetId& sheet) {
    return variable(sheet) + "_given";
}

std::vector<std::string> names_of_head(const AttentionCode& attention) {
    std::vector<std::string> names;
    for (const SheetId& sheet : attention.weights.stages)
        names.push_back(variable(sheet));
    for (const SheetId& sheet : attention.given_by_some)
        names.push_back(given_name(sheet));
    return names;
}

std::vector<HeadInput> inputs_of_head(const Document& document, const AttentionCode& attention,
                                      Index head) {
    std::vector<HeadInput> list;
    for (const SheetId& sheet : inputs_of_head(document, attention.weights, head))
        list.push_back({weight_name(document, sheet), sheet, is_repeated(document, sheet, head)});
    for (SheetId sheet : attention.given_by_some) {
        sheet.head = sheet_of_head(document, sheet.stage, head).head;
        const bool is_there = is_given_stage(document, sheet);
        list.push_back({given_name(sheet) + "_" + std::to_string(sheet.head),
                        is_there ? std::optional(sheet) : std::nullopt,
                        is_repeated(document, sheet, head)});
    }
    return list;
}

std::vector<SheetId> inputs_of_head(const Document& document, const Part& weights, Index head) {
    std::vector<SheetId> list;
    for (SheetId sheet : weights.stages) {
        sheet.head = sheet_of_head(document, sheet.stage, head).head;
        list.push_back(sheet);
    }
    return list;
}

bool is_repeated(const Document& document, const SheetId& input, Index head) {
    return is_shared(document, input) && first_head_of(document, input.head) != head;
}

bool is_shared(const Document& document, const SheetId& sheet) {
    const StageInfo* const about = find_info(sheet.stage);
    return about && about->is_per_group && group_count(document) < head_count(document);
}

Matrix written_input(const Document& document, const SheetId& sheet) {
    return written(**input(document, sheet), document.convention);
}

std::string inputs_code(const Dialect& dialect, const Document& document,
                        const std::vector<SheetId>& inputs) {
    std::string code;
    for (const SheetId& sheet : inputs)
        code += dialect.matrix(dialect, variable(sheet), written_input(document, sheet));
    return code;
}

const Mask* mask_of(const Node& node) {
    if (const auto* const how = std::get_if<Normalising>(&node.options))
        return &how->mask; // the masked scores may be given
    return std::get_if<Mask>(&node.options);
}

std::string unmasked(const Line& line) {
    const Node& input = line.stages[line.node.inputs[0]];
    SheetId sheet = input.sheet;
    bool is_given = false; // by some head, whose numbers are not those before the mask
    sheet.head = 0;
    for (auto at = line.stages.find(sheet); at && line.end.empty(); at = line.stages.find(sheet)) {
        is_given = is_given || line.stages.is_given(*at);
        ++sheet.head;
    }
    return input.operation == &operation::masked && !is_given
               ? variable(line.stages[input.inputs[0]].sheet) + line.end
               : line.inputs[0];
}

std::string written_line(const Line& line) {
    const OperationLine* const how = find_line(line.in, *line.node.operation);
    assert(how && "every operation of a model has a line in every language");
    const bool is_turned = !words_are_rows(line.document) && !how->by_columns.empty();
    const std::string text =
        how->text ? how->text(line) : std::string(is_turned ? how->by_columns : how->by_rows);
    return said(line.in, text, values_of(line));
}

std::string scaled_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    std::string code, divided = "{0}";
    SheetId query = line.node.sheet; // the scaled stage may be of another layer
    query.stage = Stage::Q;
    query.head = 0;
    for (const Divisor& divisor : std::get<std::vector<Divisor>>(line.node.options)) {
        const std::string symbol = divisor.symbol.empty() ? "scale" : divisor.symbol;
        // "d_k_cross_layer_1": every attention has its own names.
        const std::string name = symbol + (query.is_cross ? "_cross" : "") +
                                 (query.layer > 0 ? "_layer_" + std::to_string(query.layer) : "");
        std::string width_of;
        if (symbol == "d_model")
            width_of = "X";
        if (symbol == "d_k" && line.stages.find(query))
            width_of = variable(query);
        const std::string value =
            width_of.empty() ? code_number(divisor.number, line.in.non_finite)
                             : said(line.in, by_rows ? "{columns}" : "{rows}", {{"of", width_of}});
        code += said(line.in, "{number}", {{"name", name}, {"value", value}});
        divided += " / " + (divisor.is_root ? said(line.in, "{root}", {{"of", name}}) : name);
    }
    return code + "{let}{result} = " + divided + "{end}";
}

Outline outline(const Document& document, const Dialect& dialect) {
    return Walk(document, dialect).outline();
}

std::vector<SheetId> in_order(const Document& document, const std::vector<Part>& parts,
                              const Part& also) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document)) {
        const auto has = [&](const Part& part) {
            return std::find(part.stages.begin(), part.stages.end(), sheet) != part.stages.end();
        };
        if (has(also) || std::any_of(parts.begin(), parts.end(), has))
            list.push_back(sheet);
    }
    return list;
}

bool has_node(const Document& document, bool (*is_so)(const Node&)) {
    const Graph stages = graph(document);
    return std::any_of(stages.nodes().begin(), stages.nodes().end(), is_so);
}

bool has_non_finite_inputs(const Document& document) {
    const Graph stages = graph(document);
    return std::any_of(stages.nodes().begin(), stages.nodes().end(), [&](const Node& node) {
        return node.inputs.empty() && !(*input(document, node.sheet))->allFinite();
    });
}

namespace {

/// The shape (queries × keys) of the scores that a stage reads.
Shape scores_of(const Line& line) {
    return line.stages[line.node.inputs[0]].shape;
}

} // namespace

std::string number_code(const Line& line, Real number) {
    return code_number(number, line.in.non_finite);
}

std::vector<std::string> slopes_code(const Line& line) {
    std::vector<std::string> slopes;
    for (Index head = 0; head < head_count(line.document); ++head)
        if (const auto at = line.stages.find({line.node.sheet.stage, head}))
            slopes.push_back(number_code(line, std::get<Slope>(line.stages[*at].options).slope));
    return slopes;
}

std::vector<std::string> buckets_code(const Line& line) {
    const Shape scores = scores_of(line);
    const Index count = line.stages[line.node.inputs[1]].shape.columns;
    std::vector<std::string> list;
    for (Index ahead = 1 - scores.rows; ahead < scores.columns; ++ahead)
        list.push_back(std::to_string(bucket(ahead, count, std::get<Buckets>(line.node.options))));
    return list;
}

std::vector<std::string> rows_code(const Line& line, Index first) {
    std::vector<std::string> list;
    for (const Index row : std::get<Lookup>(line.node.options).rows)
        list.push_back(std::to_string(first + row));
    return list;
}

std::string words_about_buckets(const Line& line) {
    const Shape scores = scores_of(line);
    return "of key - query from " + std::to_string(1 - scores.rows) + " to " +
           std::to_string(scores.columns - 1);
}

std::string over_temperature(const Line& line, Real temperature) {
    return temperature == 1 ? "" : " / " + number_code(line, temperature);
}

std::string sink_code(const Line& line, const std::string& loop, Index first) {
    const Index column = std::get<Normalising>(line.node.options).sink_column;
    return head_count(line.document) > 1 ? loop : std::to_string(first + column);
}

std::string waves_code(const Line& line) {
    const Waves waves = std::get<Sinusoid>(line.node.options).waves;
    if (waves == Waves::Alternating)
        return "";
    const Index half = line.node.shape.columns / 2;
    const Index over = waves == Waves::Halves ? half : std::max<Index>(half - 1, 1);
    return ", " + std::to_string(over);
}

std::string kernel_code(const Line& line, const std::string& power) {
    const Real sigma = std::get<Distances>(line.node.options).sigma;
    return sigma == 0 ? "" : " / (2 * " + filled(power, {{"of", number_code(line, sigma)}}) + ")";
}

} // namespace attn::publish
