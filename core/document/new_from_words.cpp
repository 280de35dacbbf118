// SPDX-License-Identifier: MIT
#include "core/document/new_from_words.h"

#include "core/base/utf8.h"
#include "core/document/option_inputs.h"
#include "core/engine/random.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace attn {
namespace {

std::string divisors_of(Index number) {
    std::string list;
    for (Index one = 1; one <= std::min(number, max_heads); ++one)
        if (number % one == 0)
            list += (list.empty() ? "" : ", ") + std::to_string(one);
    return list;
}

/// Draws matrix after matrix and records how a notebook does it.
class Stream {
public:
    explicit Stream(const NewFromWords& asked)
        : generator_(asked.generator), has_linear_weights_(asked.has_linear_weights),
          numpy_(asked.seed), newer_(asked.seed), torch_(asked.seed),
          source_(seed_source(asked.generator, asked.seed)) {}

    Matrix words(const std::string& name, Index rows, Index columns) {
        note(name, Distribution::Normal, rows, columns);
        switch (generator_) {
        case Generator::NumPy:
            return numpy_.randn(rows, columns);
        case Generator::NumPyGenerator:
            return newer_.randn(rows, columns);
        case Generator::PyTorch:
            break;
        }
        return torch_.randn(rows, columns);
    }
    Matrix weights(const std::string& name, Index rows, Index columns) {
        if (!has_linear_weights_)
            return words(name, rows, columns);
        note(name, Distribution::Linear, rows, columns);
        return torch_.linear(rows, columns);
    }
    const std::string& source() const { return source_; }

private:
    void note(const std::string& name, Distribution distribution, Index rows, Index columns) {
        source_ +=
            "\n" + name + " = " + draw_source({generator_, distribution, 0, 0, 0}, rows, columns);
    }

    Generator generator_;
    bool has_linear_weights_;
    NumpyLegacy numpy_;
    NumpyGenerator newer_;
    TorchCpu torch_;
    std::string source_;
};

} // namespace

std::vector<std::string> words_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back(valid_utf8(text.substr(at, end - at)));
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

Result<> check(const NewFromWords& asked) {
    const auto words = static_cast<Index>(asked.words.size());
    if (words == 0)
        return Error{"the text has no words; write some, with blanks between them"};
    if (words > max_tokens)
        return Error{"the text has " + std::to_string(words) + " words, but a document holds " +
                     std::to_string(max_tokens) + "; leave some out"};
    const Index most = asked.has_block ? max_width / 4 : max_width; // its MLP is four times as wide
    if (asked.d_model < 1 || asked.d_model > most)
        return Error{"d_model is " + std::to_string(asked.d_model) + ", expected 1 to " +
                     std::to_string(most)};
    if (asked.has_linear_weights && asked.generator != Generator::PyTorch)
        return Error{"nn.Linear is a layer of PyTorch; choose its stream"};
    if (asked.has_block && asked.join == Join::SideBySide)
        return Error{"the heads of a block are joined by W_O; join them by W_O too"};
    if (asked.heads < 1 || asked.heads > max_heads || asked.d_model % asked.heads != 0)
        return Error{"d_model is " + std::to_string(asked.d_model) + ", which " +
                     std::to_string(asked.heads) + " heads cannot share evenly; it can have " +
                     divisors_of(asked.d_model) + " heads"};
    return Nothing{};
}

Result<Document> document_of(const NewFromWords& asked) {
    if (auto fault = check(asked); !fault)
        return fault.error();
    const auto words = static_cast<Index>(asked.words.size());
    Document document;
    document.title.clear();
    for (const std::string& word : asked.words)
        if (document.title.size() + word.size() < 60)
            document.title += (document.title.empty() ? "" : " ") + word;
    if (document.title.empty())
        document.title = "Untitled";
    document.tokens.own() = asked.words;
    Stream stream(asked);
    document.embeddings = stream.words("X", words, asked.d_model);
    const Index width = asked.d_model / asked.heads;
    for (Index head = 0; head < asked.heads; ++head) {
        const std::string of = asked.heads == 1 ? "" : "_" + std::to_string(head);
        HeadWeights weights;
        weights.w_q = stream.weights("W_Q" + of, asked.d_model, width);
        weights.w_k = stream.weights("W_K" + of, asked.d_model, width);
        weights.w_v = stream.weights("W_V" + of, asked.d_model, width);
        document.heads.push_back(std::move(weights));
    }
    document.join = asked.has_block ? Join::WO : asked.join;
    if (document.join == Join::WO)
        document.w_o = stream.weights("W_O", asked.d_model, asked.d_model);
    if (asked.has_block) {
        const Index hidden = 4 * asked.d_model; // Vaswani et al. 2017, section 3.3
        document.options.block.emplace();
        document.of_options[{Stage("W_1"), 0}] = stream.weights("W_1", asked.d_model, hidden);
        document.of_options[{Stage("W_2"), 0}] = stream.weights("W_2", hidden, asked.d_model);
        fit_option_inputs(document);
    }
    document.notes = "The numbers are drawn as a notebook draws them:\n\n```python\n" +
                     stream.source() + "\n```\n";
    if (const auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

} // namespace attn
