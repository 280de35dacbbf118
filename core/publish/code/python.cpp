// SPDX-License-Identifier: MIT
// Lays out Python programs.

#include "core/document/commands/fill.h"
#include "core/document/learning/slopes.h"
#include "core/document/learning/training.h"
#include "core/document/model/document.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/random.h"
#include "core/io/document/json_literal.h"
#include "core/publish/code/code.h"
#include "core/publish/code/code_walk.h"
#include "core/publish/code/code_words.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace attn::publish::python {

// Attention as one function, as it is written in practice.

inline constexpr std::string_view attention_of_numpy =
    R"(def attention(Q, K, V, mask=None):
    """The output and the weights; `mask` is True where a query may not see a key."""
    scores = Q @ K.T{scaled}
    if mask is not None:
        scores = {np}.where(mask, -{np}.inf, scores)
    powers = {np}.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V, weights


once, _ = attention(Q, K, V{mask})
assert {np}.allclose(once, output)
)";

inline constexpr std::string_view attention_of_torch =
    R"(def attention(Q, K, V, mask=None):
    """The output and the weights; `mask` is True where a query may not see a key."""
    scores = Q @ K.T{scaled}
    if mask is not None:
        scores = scores.masked_fill(mask, -torch.inf)
    weights = torch.softmax(scores, dim=1)
    return weights @ V, weights


once, _ = attention(Q, K, V{mask})
assert torch.allclose(once, output)
)";

inline constexpr std::string_view built_in_of_torch = R"(
# PyTorch has it built in since version 2.0, for batches; there True is where a query may see.
if hasattr(torch.nn.functional, "scaled_dot_product_attention"):
    built_in = torch.nn.functional.scaled_dot_product_attention(
        Q[None], K[None], V[None]{seen})
    assert torch.allclose(built_in[0], output)
)";

} // namespace attn::publish::python

namespace attn::publish {

// Finds inputs that equal, to the last bit, what a common random seed gives. Programs then draw
// them again instead of listing their digits.

/// An input that a library draws: "np.random.randint(0, 3, (3, 3)).astype(float)". If it is the
/// first of its stream, the seed is set before: "np.random.seed(42)".
struct CodeDraw {
    SheetId sheet;
    std::string call;
    std::string seed; // empty: the stream continues
};

/// Finds the random draws among the inputs that a program gives in this order. NumPy draws by
/// np.random.seed and np.random.default_rng; PyTorch by torch.manual_seed, where the weights of an
/// nn.Linear may come first. A seed is accepted only if that many equal numbers could not be a
/// coincidence.
std::vector<CodeDraw> drawn_inputs(const Document& document, const std::vector<SheetId>& inputs,
                                   Language language);
/// Returns null if the input is not drawn.
const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet);

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

std::string
list_code(const std::vector<std::pair<std::string_view, std::vector<std::string>>>& lists) {
    std::string code;
    for (const auto& [name, list] : lists) {
        std::vector<std::string> texts;
        std::transform(list.begin(), list.end(), std::back_inserter(texts), io::json_string);
        code += std::string(name) + " = [" + listed(texts) + "]\n";
    }
    return code;
}

std::string input_code(const Dialect& in, const Document& document, const Part& part,
                       const std::vector<CodeDraw>& draws) {
    std::string code;
    for (const SheetId& sheet : part.stages)
        code += list_code(lists_of(document, sheet));
    for (const SheetId& sheet : part.stages)
        code += matrix_code(in, document, variable(sheet), sheet, draws);
    return code;
}

std::string python_weights_code(const Dialect& in, const Document& document,
                                const AttentionCode& attention,
                                const std::vector<CodeDraw>& draws) {
    std::string code, list;
    for (Index head = 0; head < head_count(document); ++head) {
        std::vector<std::string> of_head;
        for (const HeadInput& input : inputs_of_head(document, attention, head)) {
            of_head.push_back(input.sheet ? input.name : "None");
            if (input.sheet && !input.is_repeated)
                code += matrix_code(in, document, input.name, *input.sheet, draws);
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
    const bool is_first = &found == &all.attentions.front();
    std::string loop = is_first ? first_stages(all, document) : "", end;
    for (const std::string& name : found.gathered) {
        loop += list_name(name) + " = []\n";
        end += list_name(name) + ".append(" + name + ")\n";
    }
    loop += "for head, (" + listed(names_of_head(found)) + ") in enumerate(" + found.list + "):\n";
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
    if (const std::string lists = list_code(lists_without_x(document)); !lists.empty())
        parts.push_back({"The words.", lists});
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

// Writes Python programs that train: the loss as a function of the learned inputs, its gradient
// stage by stage if the library computes none itself, and the optimiser's steps.

namespace {

/// Writes the stages of a loss and its gradient one after another; each head has stages of its own.
class Writing {
public:
    Writing(const Document& document, Language language, const TrainingSettings& settings,
            const std::vector<SheetId>& learned, GradientGraph made)
        : document_(document), in_(python_dialect(language)), how_(settings),
          takes_gradients_(language == Language::PyTorch), made_(std::move(made)) {
        name_stages();
        for (const SheetId& sheet : learned)
            if (const auto at = *stages().find(sheet); made_.is_read[at])
                learned_.push_back(at);
        is_needed_ = made_.is_read;
        is_needed_.resize(stages().size(), false);
        if (!takes_gradients_)
            need_gradients();
    }

    bool learns() const { return !learned_.empty(); }

    std::string program() const {
        std::string functions, inputs = list_code(lists_without_x(document_));
        for (const std::string& text : needed_functions())
            functions += "\n\n" + text;
        for (std::size_t at = 0; at < made_.seed; ++at)
            if (is_needed_[at] && stages().is_given(at))
                inputs += words_of(at) +
                          in_.matrix(in_, names_[at], **input(document_, stages()[at].sheet));
        const std::string code = functions + inputs + mask_code() + "\n\n" + function() + "\n\n" +
                                 (takes_gradients_ ? torch_steps() : numpy_steps()) + print_code();
        return "\"\"\"" + title_of(document_) + "\n\n" + std::string(subject_of(document_)) +
               ", trained with 64-bit floats: the loss before the first step and after each.\n" +
               said(in_, "Needs {needs}. Written by Attention Lab.\n\"\"\"\n") +
               (code.find("math.") != std::string::npos ? "import math\n\n" : "") +
               said(in_, "{imports}{quiet}") +
               (has_non_finite_inputs(document_) ? "\nnan, inf = float(\"nan\"), float(\"inf\")\n"
                                                 : "") +
               code;
    }

private:
    const Graph& stages() const { return made_.graph; }

    /// Gives each stage a unique name: "Q", "Q_h1" for the next head, "d_weights_1".
    void name_stages() {
        std::set<std::string> taken;
        for (const Node& node : stages().nodes()) {
            std::string name = variable(node.sheet) + end_of(node);
            while (!taken.insert(name).second)
                name += "_";
            names_.push_back(name);
        }
    }
    static std::string end_of(const Node& node) {
        return node.sheet.head == 0 ? "" : "_h" + std::to_string(node.sheet.head);
    }
    /// Collects the stages that the gradients of the learned inputs are made from.
    void need_gradients() {
        for (const std::size_t at : learned_)
            is_needed_[*made_.gradients[at]] = true;
        for (std::size_t at = stages().size(); at-- > 0;)
            if (is_needed_[at])
                for (const std::size_t input : stages()[at].inputs)
                    is_needed_[input] = true;
    }

    std::vector<std::string> needed_functions() const {
        std::vector<std::string> list;
        for (std::size_t at = 0; at < stages().size(); ++at)
            if (const OperationLine* const line = find_line(in_, *stages()[at].operation);
                is_needed_[at] && line)
                for (const std::string_view needed : line->needs)
                    if (const std::string text = said(in_, needed);
                        !text.empty() && std::find(list.begin(), list.end(), text) == list.end())
                        list.push_back(text);
        return list;
    }
    /// Explains the input before the first of its kind; its words as a list.
    std::string words_of(std::size_t at) const {
        if (stages()[at].sheet.head > 0)
            return "";
        std::string code = "\n" + comment_lines(words_about(document_, stages()[at]), "# ");
        code += list_code(lists_of(document_, stages()[at].sheet));
        return code;
    }
    std::string mask_code() const {
        for (const Node& node : stages().nodes())
            if (const Mask* const mask = mask_of(node); mask && mask->kind != Mask::Kind::None) {
                const Mask painted = painted_like(*mask, node.shape.rows, node.shape.columns);
                return "\n" + comment_lines(words_about_mask(document_), "# ") +
                       in_.painted_mask(in_, painted.painted->cast<Real>(),
                                        "query x key, 1 is blocked");
            }
        return "";
    }

    std::string line(std::size_t at) const {
        const Node& node = stages()[at];
        std::vector<std::string> inputs;
        for (const std::size_t input : node.inputs)
            inputs.push_back(names_[input]);
        if (node.operation == &operation::sum) // over however many there are
            return names_[at] + " = " + listed(inputs, " + ") + "\n";
        if (node.operation == &operation::mean)
            return names_[at] + " = (" + listed(inputs, " + ") + ") / " +
                   std::to_string(inputs.size()) + "\n";
        if (node.operation == &operation::scaled)
            return names_[at] + " = " + inputs[0] + divisors(node) + "\n";
        if (node.operation == &operation::joined && inputs.size() > 1)
            inputs = {"[" + listed(inputs) + "]"};
        const std::string text = written_line(
            {in_, document_, stages(), node, {names_[at]}, std::move(inputs), end_of(node)});
        const bool is_by_head =
            head_count(document_) > 1 && (node.operation == &operation::alibi ||
                                          std::holds_alternative<Normalising>(node.options));
        return (is_by_head ? "head = " + std::to_string(node.sheet.head) + "\n" : "") + text;
    }
    std::string divisors(const Node& node) const {
        std::string code;
        for (const Divisor& divisor : std::get<std::vector<Divisor>>(node.options)) {
            const std::string number = code_number(divisor.number, in_.non_finite);
            code += " / " + (divisor.is_root ? said(in_, "{root}", {{"of", number}}) : number);
        }
        return code;
    }

    std::string function() const {
        std::string code;
        bool is_back = false;
        for (std::size_t at = 0; at < stages().size(); ++at) {
            if (at == made_.seed && is_needed_[at])
                code += names_[at] + said(in_, " = {np}.ones((1, 1))\n");
            if (!is_needed_[at] || stages().is_given(at))
                continue;
            if (at > made_.seed && !is_back) {
                is_back = true;
                code += "# From the loss back, by the chain rule: d_Q is the gradient of Q.\n";
            }
            code += line(at);
        }
        const std::string loss = names_[made_.of] + "[0, 0]";
        if (takes_gradients_)
            return "# Computes the loss from what learns, stage by stage.\ndef loss_of(" +
                   listed(learned()) + "):\n" + indented(code + "return " + loss + "\n", 4);
        std::vector<std::string> gradients;
        for (const std::size_t at : learned_)
            gradients.push_back(names_[*made_.gradients[at]]);
        return "# Computes the loss from what learns, stage by stage, and its gradient.\n"
               "def loss_and_gradient(" +
               listed(learned()) + "):\n" +
               indented(code + "return " + loss + ", [" + listed(gradients) + "]\n", 4);
    }
    std::vector<std::string> learned() const {
        std::vector<std::string> list;
        for (const std::size_t at : learned_)
            list.push_back(names_[at]);
        return list;
    }

    std::string number(Real value) const { return code_number(value, in_.non_finite); }
    /// Writes the settings by their names.
    std::string settings() const {
        std::string code = "steps, rate, weight_decay = " + std::to_string(how_.steps) + ", " +
                           number(how_.rate) + ", " + number(how_.weight_decay) + "\n";
        if (how_.optimiser == Optimiser::Momentum)
            code += "momentum = " + number(how_.momentum) + "\n";
        if (how_.optimiser == Optimiser::Adam)
            code += "beta_1, beta_2, epsilon = " + number(how_.beta_1) + ", " +
                    number(how_.beta_2) + ", " + number(how_.epsilon) + "\n";
        return code + "\nlosses = []\n";
    }
    std::string numpy_steps() const {
        const bool is_adam = how_.optimiser == Optimiser::Adam;
        std::string code = settings() + "learned = [" + listed(learned()) + "]\n", step;
        switch (how_.optimiser) {
        case Optimiser::Gradient:
            step = "learned[at] = learned[at] - rate * slope\n";
            break;
        case Optimiser::Momentum:
            step = "first[at] = momentum * first[at] + slope\n"
                   "learned[at] = learned[at] - rate * first[at]\n";
            break;
        case Optimiser::Adam:
            step = "first[at] = first[at] + (1 - beta_1) * (slope - first[at])\n"
                   "second[at] = beta_2 * second[at] + (1 - beta_2) * slope * slope\n"
                   "size = np.sqrt(second[at]) / np.sqrt(1 - beta_2**step) + epsilon\n"
                   "learned[at] = learned[at] - rate / (1 - beta_1**step) * first[at] / size\n";
            break;
        }
        if (how_.optimiser != Optimiser::Gradient)
            code += "first = [np.zeros_like(values) for values in learned]  # averages of slopes\n";
        if (is_adam)
            code += "second = [np.zeros_like(values) for values in learned]  # and their squares\n";
        return code +
               "for step in range(1, steps + 1):\n"
               "    loss, slopes = loss_and_gradient(*learned)\n"
               "    losses.append(float(loss))\n"
               "    for at, slope in enumerate(slopes):\n"
               "        slope = slope + weight_decay * learned[at]\n" +
               indented(step, 8) + "losses.append(float(loss_and_gradient(*learned)[0]))\n";
    }
    std::string torch_steps() const {
        std::string optimiser;
        switch (how_.optimiser) {
        case Optimiser::Gradient:
            optimiser = "SGD(learned, lr=rate, weight_decay=weight_decay)";
            break;
        case Optimiser::Momentum:
            optimiser = "SGD(learned, lr=rate, momentum=momentum, weight_decay=weight_decay)";
            break;
        case Optimiser::Adam:
            optimiser = "Adam(\n    learned, lr=rate, betas=(beta_1, beta_2), eps=epsilon, "
                        "weight_decay=weight_decay\n)";
            break;
        }
        return settings() + "learned = [values.requires_grad_() for values in [" +
               listed(learned()) + "]]\noptimiser = torch.optim." + optimiser +
               "\nfor step in range(1, steps + 1):\n"
               "    optimiser.zero_grad()\n"
               "    loss = loss_of(*learned)\n"
               "    loss.backward()\n"
               "    losses.append(loss.item())\n"
               "    optimiser.step()\n"
               "losses.append(loss_of(*learned).item())\n";
    }
    static std::string print_code() {
        return "\nprint(\"step,loss\")\n"
               "for step, loss in enumerate(losses):\n"
               "    print(f\"{step},{loss!r}\")\n";
    }

    const Document& document_;
    const Dialect& in_;
    const TrainingSettings& how_;
    bool takes_gradients_;
    GradientGraph made_;
    std::vector<std::string> names_;
    std::vector<std::size_t> learned_;
    std::vector<bool> is_needed_;
};

} // namespace

Result<std::string> python_training_program(const Document& document, Language language,
                                            const TrainingSettings& settings) {
    const auto training = begin_training(document, settings);
    if (!training)
        return training.error();
    Document start = training->document();
    start.convention = Convention::TokensAsRows;
    // A query without an open key makes PyTorch's gradient NaN.
    if (language == Language::PyTorch && has_closed_lines(evaluate(start)))
        return Error{"a query has no open key, so PyTorch's gradient is not a number; choose "
                     "NumPy, or open a key in the mask"};
    auto stages = gradient_graph(start, {Stage::Loss});
    assert(stages && "the training has begun");
    const Writing writing(start, language, settings, training->learned(), *std::move(stages));
    if (!writing.learns())
        return Error{"the loss does not depend on any of the inputs that learn; choose others"};
    return writing.program();
}

namespace {

/// Further seeds that people type.
constexpr std::array<unsigned, 12> usual_seeds{123,  1234, 12345, 314,  420,  777,
                                               1337, 2021, 2022,  2023, 2024, 2025};
constexpr unsigned small_seeds = 100;
constexpr double least_evidence = 34; // far above what trying all seeds and calls can match by
                                      // chance

std::string shape_text(const Matrix& matrix) {
    return std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols());
}

/// A call of a library's random function.
template <class Stream>
struct Call {
    std::string code;
    double bits = 0;       // information per number, as evidence against chance
    std::int64_t high = 0; // for whole numbers
    Matrix (*draw)(Stream& stream, Index rows, Index columns, std::int64_t high);
    Index rows = 1, columns = 1; // a smaller matrix with the same first number
};

/// Returns the upper bounds with which the matrix's whole numbers may have been drawn.
std::vector<std::int64_t> high_ends(const Matrix& matrix) {
    constexpr Real most = 1000;
    std::vector<std::int64_t> list;
    if (matrix.minCoeff() >= 0 && matrix.maxCoeff() < most) {
        const auto largest = static_cast<std::int64_t>(matrix.maxCoeff());
        for (auto high = std::max<std::int64_t>(2, largest + 1); high <= largest + 3; ++high)
            list.push_back(high);
    }
    return list;
}

/// Whether all numbers lie in [0, 1), as every uniform draw does.
bool are_below_one(const Matrix& matrix) {
    return matrix.minCoeff() >= 0 && matrix.maxCoeff() < 1;
}

/// Whether every number is a float32, as every draw of PyTorch is.
bool are_floats(const Matrix& matrix) {
    constexpr Real largest = std::numeric_limits<float>::max();
    return std::all_of(matrix.data(), matrix.data() + matrix.size(), [](Real number) {
        return std::abs(number) <= largest && Real{static_cast<float>(number)} == number;
    });
}

template <class Stream>
std::vector<Call<Stream>> calls_of_numpy(const Matrix& matrix) {
    constexpr bool is_newer = std::is_same_v<Stream, NumpyGenerator>;
    const Generator generator = is_newer ? Generator::NumPyGenerator : Generator::NumPy;
    const auto code = [&](Distribution distribution, std::int64_t high) {
        return draw_source({generator, distribution, 0, 0, high}, matrix.rows(), matrix.cols()) +
               (distribution == Distribution::Whole ? ".astype(float)" : "");
    };
    constexpr double bits = 50;
    std::vector<Call<Stream>> calls;
    if (are_below_one(matrix))
        calls.push_back({code(Distribution::Uniform, 0), bits, 0,
                         [](Stream& of, Index rows, Index columns, std::int64_t) {
                             return of.rand(rows, columns);
                         }});
    calls.push_back({code(Distribution::Normal, 0), bits, 0,
                     [](Stream& of, Index rows, Index columns, std::int64_t) {
                         return of.randn(rows, columns);
                     }});
    for (const std::int64_t high : high_ends(matrix))
        calls.push_back({code(Distribution::Whole, high), std::log2(static_cast<double>(high)),
                         high, [](Stream& of, Index rows, Index columns, std::int64_t end) {
                             return of.randint(0, end, rows, columns);
                         }});
    return calls;
}
std::vector<Call<NumpyLegacy>> calls_of(const NumpyLegacy&, const Matrix& matrix) {
    return calls_of_numpy<NumpyLegacy>(matrix);
}
std::vector<Call<NumpyGenerator>> calls_of(const NumpyGenerator&, const Matrix& matrix) {
    return calls_of_numpy<NumpyGenerator>(matrix);
}

/// Numbers as 64-bit floats; weights of a layer as they are used, or as the layer stores them.
std::vector<Call<TorchCpu>> calls_of(const TorchCpu&, const Matrix& matrix) {
    if (!are_floats(matrix))
        return {};
    const std::string shape = shape_text(matrix),
                      turned = std::to_string(matrix.cols()) + ", " + std::to_string(matrix.rows());
    constexpr double bits = 23;
    const Index few = matrix.size() < 16 ? 1 : 16; // From 16 numbers on, randn uses another
                                                   // algorithm.
    return {{"torch.rand(" + shape + ").double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.rand(rows, columns);
             }},
            {"torch.randn(" + shape + ").double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.randn(rows, columns);
             },
             1, few},
            {"torch.nn.Linear(" + shape + ", bias=False).weight.T.detach().double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return of.linear(rows, columns);
             },
             matrix.rows(), 1},
            {"torch.nn.Linear(" + turned + ", bias=False).weight.detach().double()", bits, 0,
             [](TorchCpu& of, Index rows, Index columns, std::int64_t) {
                 return Matrix(of.linear(columns, rows).transpose());
             },
             1, matrix.cols()}};
}

bool is_equal(const Matrix& a, const Matrix& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data());
}

/// The seeds of a generator and what each can draw. The streams and the calls are made once, as an
/// input is compared with every seed.
template <class Stream>
class Draws {
public:
    Draws(Generator generator, const std::vector<unsigned>& seeds,
          const std::vector<Matrix>& numbers)
        : numbers_(numbers) {
        for (const unsigned seed : seeds)
            starts_.push_back({Stream(seed), seed_source(generator, seed)});
        for (const Matrix& matrix : numbers)
            calls_.push_back(calls_of(starts_.front().stream, matrix));
    }

    /// The longest run of inputs from `at` on that one seed draws one after another.
    std::vector<CodeDraw> longest(const std::vector<SheetId>& inputs, std::size_t at) const {
        std::vector<CodeDraw> best;
        for (const Start& start : starts_)
            if (auto found = from(start, inputs, at); found.size() > best.size())
                best = std::move(found);
        return best;
    }

private:
    struct Start {
        Stream stream;
        std::string seed; // the code that sets it
    };

    std::vector<CodeDraw> from(const Start& start, const std::vector<SheetId>& inputs,
                               std::size_t at) const {
        std::vector<CodeDraw> list;
        Stream stream = start.stream;
        double bits = 0;
        for (; at < inputs.size(); ++at) {
            const Call<Stream>* const call = next(stream, at);
            if (!call)
                break;
            bits += call->bits * static_cast<double>(numbers_[at].size());
            list.push_back({inputs[at], call->code, list.empty() ? start.seed : ""});
        }
        return bits >= least_evidence ? list : std::vector<CodeDraw>();
    }

    /// Finds the call that draws the input next, and moves the stream after it.
    const Call<Stream>* next(Stream& stream, std::size_t at) const {
        const Matrix& matrix = numbers_[at];
        for (const Call<Stream>& call : calls_[at]) {
            Stream after = stream;
            if (call.draw(after, call.rows, call.columns, call.high)(0, 0) != matrix(0, 0))
                continue;
            after = stream;
            if (!is_equal(call.draw(after, matrix.rows(), matrix.cols(), call.high), matrix))
                continue;
            stream = after;
            return &call;
        }
        return nullptr;
    }

    const std::vector<Matrix>& numbers_;
    std::vector<Start> starts_;
    std::vector<std::vector<Call<Stream>>> calls_; // for each input, the calls that could draw it
};

/// Finds the draws by the first generator that gives the most inputs, from each input on.
template <class... Streams>
std::vector<CodeDraw> draws_by(const std::vector<SheetId>& inputs, const Draws<Streams>&... of) {
    std::vector<CodeDraw> all;
    for (std::size_t at = 0; at < inputs.size();) {
        std::vector<CodeDraw> best;
        const auto take_longer = [&](std::vector<CodeDraw> found) {
            if (found.size() > best.size())
                best = std::move(found);
        };
        (take_longer(of.longest(inputs, at)), ...);
        all.insert(all.end(), best.begin(), best.end());
        at += std::max<std::size_t>(1, best.size());
    }
    return all;
}

} // namespace

std::vector<CodeDraw> drawn_inputs(const Document& document, const std::vector<SheetId>& inputs,
                                   Language language) {
    std::vector<unsigned> seeds(small_seeds);
    std::iota(seeds.begin(), seeds.end(), 0U);
    seeds.insert(seeds.end(), usual_seeds.begin(), usual_seeds.end());
    std::vector<Matrix> numbers;
    for (const SheetId& sheet : inputs)
        numbers.push_back(written_input(document, sheet));
    switch (language) {
    case Language::NumPy:
    case Language::Notebook:
        return draws_by(inputs, Draws<NumpyLegacy>(Generator::NumPy, seeds, numbers),
                        Draws<NumpyGenerator>(Generator::NumPyGenerator, seeds, numbers));
    case Language::PyTorch:
        return draws_by(inputs, Draws<TorchCpu>(Generator::PyTorch, seeds, numbers));
    case Language::Jax:
    case Language::Cpp:
    case Language::Matlab:
        break;
    }
    return {};
}

const CodeDraw* find_draw(const std::vector<CodeDraw>& draws, const SheetId& sheet) {
    const auto found = std::find_if(draws.begin(), draws.end(),
                                    [&](const CodeDraw& one) { return one.sheet == sheet; });
    return found == draws.end() ? nullptr : &*found;
}

} // namespace attn::publish
