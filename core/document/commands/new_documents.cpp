// SPDX-License-Identifier: MIT
#include "core/document/commands/new_documents.h"

#include "core/base/utf8.h"
#include "core/document/commands/recipe.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/random.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
    std::vector<std::string> words;
    for (const std::string_view piece : pieces_of(text))
        words.push_back(valid_utf8(piece));
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
    document.notes = std::string(recipe_begins) + stream.source() + std::string(recipe_ends);
    if (const auto fault = validate(document); !fault)
        return fault.error();
    return document;
}

namespace {

constexpr std::size_t most_tries = 4000;    // for one document
constexpr std::size_t tries_of_a_size = 40; // then the numbers are drawn differently
constexpr std::size_t tries_apart = 1200;   // then the rows of two words may be equal
constexpr Real widest_line = 6;             // e^6 is 400 times e^0
constexpr std::size_t few_keys = 5;         // with up to this many keys no two may tie
constexpr Index most_by_hand = 16;          // products summed into one number

using Numbers = std::vector<Real>;

bool is_whole(Real number) {
    return std::abs(number - std::round(number)) < 1e-9;
}

/// Checks one line of scores, the open keys only.
bool is_bearable_line(Numbers line) {
    if (line.size() < 2)
        return true;
    std::sort(line.begin(), line.end());
    if (line.back() - line.front() > widest_line)
        return false;
    const auto tie = [](Real a, Real b) { return std::abs(a - b) < 1e-9; };
    if (line.size() <= few_keys)
        return std::adjacent_find(line.begin(), line.end(), tie) == line.end();
    return !tie(line[line.size() - 2], line.back());
}

/// Lists every input except a target, which the calculation does not use, and given stages, whose
/// numbers a person chose.
std::vector<SheetId> drawn_inputs(const Document& document) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (is_given(document, sheet) && !is_given_stage(document, sheet) &&
            sheet.stage != Stage::Target)
            list.push_back(sheet);
    return list;
}

/// Puts a number into every row and column that has none; without one a dimension would have no
/// effect. A single row only needs some number.
void fill_lines(Matrix& matrix, std::mt19937& words) {
    const auto place = [&](Index count) {
        return static_cast<Index>(drawn_below(words, static_cast<std::size_t>(count)));
    };
    const auto sign = [&] { return drawn_below(words, 2) == 0 ? Real{1} : Real{-1}; };
    if (matrix.rows() == 1)
        return;
    for (Index row = 0; row < matrix.rows(); ++row)
        if (matrix.row(row).isZero(0)) {
            // a column that is also empty, if there is one
            Index column = place(matrix.cols());
            for (Index at = 0; at < matrix.cols() && !matrix.col(column).isZero(0); ++at)
                column = (column + 1) % matrix.cols();
            matrix(row, column) = sign();
        }
    for (Index column = 0; column < matrix.cols(); ++column)
        if (matrix.col(column).isZero(0))
            matrix(place(matrix.rows()), column) = sign();
}

/// Draws a matrix. X, its table and the words of a memory have numbers up to 2 or 1; the matrices
/// they are multiplied by have 1 and −1. If nothing else is bearable, queries and keys get fewer
/// and fewer of these, down to one for each dimension.
Matrix drawn_matrix(const Document& document, const SheetId& sheet, std::mt19937& words,
                    std::size_t tries) {
    const Shape shape = shape_of(document, sheet);
    const bool is_of_words = sheet.stage == Stage::X || sheet.stage == Stage::Memory ||
                             (sheet.stage == Stage("E") && document.options.has_table);
    const bool is_of_scores = sheet.stage == Stage::W_Q || sheet.stage == Stage::W_K;
    const std::size_t size = tries / tries_of_a_size; // 0 to 99
    const Index most = is_of_words && (size < 10 || size / 2 % 2 == 0) ? 2 : 1;
    const std::size_t kept = is_of_words     ? 100 // out of 100
                             : !is_of_scores ? 70
                             : size < 5      ? 70
                             : size < 10     ? 45
                                             : 15 * (size % 2);
    Matrix matrix(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column) {
            const auto whole =
                static_cast<Index>(drawn_below(words, static_cast<std::size_t>(2 * most + 1)));
            const bool is_kept = drawn_below(words, 100) < kept;
            matrix(row, column) = is_kept ? static_cast<Real>(whole - most) : 0;
        }
    fill_lines(matrix, words);
    return matrix;
}

bool is_bearable_head(const Document& document, const Trace& trace, Index head) {
    // The stage whose lines become weights, before a mask sets −∞.
    const Stage compared = stage_before(document, {Stage::Masked});
    if (!has_stage(document, Stage::Scores) || !has_stage(document, compared))
        return true;
    const Cells scores = cells_of(document, trace, {Stage::Scores, head, 0});
    const Cells lines = cells_of(document, trace, {compared, head, 0});
    const bool by_rows = document.switches.axis == Axis::Rows;
    const Index count = by_rows ? lines.rows() : lines.cols();
    const Index length = by_rows ? lines.cols() : lines.rows();
    for (Index line = 0; line < count; ++line) {
        Numbers open;
        for (Index at = 0; at < length; ++at) {
            const Index row = by_rows ? line : at, column = by_rows ? at : line;
            if (!is_whole(scores(row, column)) || !std::isfinite(lines(row, column)))
                return false;
            if (!is_blocked(document.switches.mask, row, column))
                open.push_back(lines(row, column));
        }
        const Real sum = std::accumulate(open.begin(), open.end(), Real{0});
        if (document.switches.normaliser == Normaliser::Sum && !open.empty() && std::abs(sum) < 1)
            return false;
        if (!is_bearable_line(std::move(open)))
            return false;
    }
    return true;
}

/// Redraws the heads that cannot be computed by hand, because several heads at once rarely can be.
/// Returns whether every head now can.
bool mend_heads(Document& made, const std::vector<SheetId>& inputs, std::mt19937& words,
                std::size_t tries) {
    const Index heads = head_count(made);
    if (heads < 2)
        return false;
    constexpr int most_of_a_head = 60;
    for (int at = 0; at < most_of_a_head; ++at) {
        const Trace trace = evaluate(made);
        std::vector<bool> is_bad(static_cast<std::size_t>(heads));
        for (Index head = 0; head < heads; ++head)
            is_bad[static_cast<std::size_t>(head)] = !is_bearable_head(made, trace, head);
        if (std::find(is_bad.begin(), is_bad.end(), true) == is_bad.end())
            return true;
        for (const SheetId& sheet : inputs) {
            const StageInfo& about = info(sheet.stage);
            if ((about.is_per_head || about.is_per_group) &&
                is_bad[static_cast<std::size_t>(sheet.head)])
                *input(made, sheet) = drawn_matrix(made, sheet, words, tries);
        }
    }
    return false;
}

/// Whether no two words have the same row of X, of the memory, or of a head's queries or keys:
/// nothing would tell them apart. Words of a table that are the same word have one row.
bool are_words_apart(const Document& document, const Trace& trace) {
    const auto differ = [&](const SheetId& sheet, const Words& words) {
        const Cells cells = cells_of(document, trace, sheet);
        std::map<Numbers, Index> seen;
        for (Index row = 0; row < cells.rows(); ++row) {
            Numbers numbers;
            for (Index column = 0; column < cells.cols(); ++column)
                numbers.push_back(cells(row, column));
            const auto [at, is_new] = seen.emplace(std::move(numbers), row);
            const bool is_same_word =
                document.options.has_table &&
                words[static_cast<std::size_t>(row)] == words[static_cast<std::size_t>(at->second)];
            if (!is_new && !is_same_word)
                return false;
        }
        return true;
    };
    const bool has_memory = has_stage(document, Stage::Memory);
    const std::vector<SheetId> all = sheets(document);
    return std::all_of(all.begin(), all.end(), [&](const SheetId& sheet) {
        const bool is_of_memory =
            sheet.stage == Stage::Memory || (sheet.stage == Stage::K && has_memory);
        const bool is_of_words = is_of_memory || sheet.stage == Stage::X ||
                                 sheet.stage == Stage::Q || sheet.stage == Stage::K;
        return !is_of_words || differ(sheet, is_of_memory ? document.memory : document.tokens);
    });
}

/// For each input, the matrices that earlier documents have.
using Taken = std::vector<std::set<Numbers>>;

/// Returns the numbers of each input; empty if one is all 0 or already taken.
std::optional<std::vector<Numbers>>
new_numbers(const Document& made, const std::vector<SheetId>& inputs, const Taken& taken) {
    std::vector<Numbers> own;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        const Matrix& matrix = **input(made, inputs[at]);
        own.emplace_back(matrix.data(), matrix.data() + matrix.size());
        const bool is_blank =
            std::all_of(own.back().begin(), own.back().end(), [](Real one) { return one == 0; });
        if (is_blank || taken[at].contains(own.back()))
            return std::nullopt;
    }
    return own;
}

/// Draws one document with numbers no other has; empty after too many tries.
std::optional<Document> drawn(const Document& document, const std::vector<SheetId>& inputs,
                              Taken& taken, std::mt19937& words) {
    Document made = document;
    forget_recipe(made.notes);
    for (std::size_t tries = 0; tries < most_tries; ++tries) {
        for (const SheetId& sheet : inputs)
            *input(made, sheet) = drawn_matrix(document, sheet, words, tries);
        const auto own = new_numbers(made, inputs, taken);
        const bool is_good = own && is_bearable(made, evaluate(made));
        if (!is_good && !mend_heads(made, inputs, words, tries))
            continue;
        if (tries < tries_apart && !are_words_apart(made, evaluate(made)))
            continue;
        const auto mended = is_good ? own : new_numbers(made, inputs, taken);
        if (!mended)
            continue;
        for (std::size_t at = 0; at < mended->size(); ++at)
            taken[at].insert((*mended)[at]);
        return made;
    }
    return std::nullopt;
}

/// Whether the scores of whole inputs are whole: only products make them.
bool has_whole_scores(const Document& document) {
    if (document.options.block || document.options.positions.kind != Positions::Kind::None)
        return false;
    const Graph stages = graph(document, 1);
    const auto scores = stages.find({Stage::Scores});
    if (!scores)
        return false;
    std::vector<std::size_t> read{*scores};
    for (std::size_t at = 0; at < read.size(); ++at) {
        const Node& node = stages[read[at]];
        if (node.operation != &operation::given && node.operation != &operation::copied &&
            node.operation != &operation::product &&
            node.operation != &operation::product_transposed)
            return false;
        read.insert(read.end(), node.inputs.begin(), node.inputs.end());
    }
    return true;
}

} // namespace

bool is_bearable(const Document& document, const Trace& trace) {
    for (Index head = 0; head < head_count(document); ++head)
        if (!is_bearable_head(document, trace, head))
            return false;
    return true;
}

Result<std::vector<Document>> variants(const Document& document, std::size_t count,
                                       std::uint32_t seed) {
    if (document.model != Model::Attention || !has_whole_scores(document))
        return Error{"worksheets with other numbers need scores that are products of whole "
                     "numbers, which norms, positions and other kinds of scores do not give; "
                     "choose a document of plain attention"};
    if (count < 1 || count > max_variants)
        return Error{std::to_string(count) + " worksheets were asked for; expected 1 to " +
                     std::to_string(max_variants)};
    const std::vector<SheetId> inputs = drawn_inputs(document);
    const bool is_small = d_model(document) <= most_by_hand && d_k(document) <= most_by_hand;
    std::mt19937 words(seed);
    std::vector<Document> list;
    Taken taken(inputs.size());
    while (list.size() < count) {
        auto made = is_small ? drawn(document, inputs, taken, words) : std::nullopt;
        if (!made)
            return Error{"only " + std::to_string(list.size()) +
                         " worksheets of these shapes have numbers that can be computed by hand; "
                         "choose a document with fewer words or dimensions, or fewer worksheets"};
        list.push_back(*std::move(made));
    }
    return list;
}

} // namespace attn
