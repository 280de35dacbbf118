// SPDX-License-Identifier: MIT
// Writes Python programs that train: the loss as a function of the learned inputs, its gradient
// stage by stage if the library computes none itself, and the optimiser's steps.
#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/document/slopes.h"
#include "core/document/training.h"
#include "core/engine/operation.h"
#include "core/io/json_literal.h"
#include "core/publish/code_walk.h"
#include "core/publish/code_words.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn::publish {
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
        std::string functions, inputs;
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
        for (const auto& [name, list] : lists_of(document_, stages()[at].sheet.stage)) {
            std::vector<std::string> texts;
            std::transform(list.begin(), list.end(), std::back_inserter(texts), io::json_string);
            code += std::string(name) + " = [" + listed(texts) + "]\n";
        }
        return code;
    }
    std::string mask_code() const {
        for (const Node& node : stages().nodes())
            if (const Mask* const mask = std::get_if<Mask>(&node.options);
                mask && mask->kind != Mask::Kind::None) {
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

} // namespace attn::publish
