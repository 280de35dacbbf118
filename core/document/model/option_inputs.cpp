// SPDX-License-Identifier: MIT
#include "core/document/model/option_inputs.h"

#include "core/base/number_text.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/stage_info.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/positions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace attn {
namespace {

using Kind = Score::Kind;

Matrix fitted(const Matrix& matrix, const Shape& shape) {
    Matrix result = Matrix::Zero(shape.rows, shape.columns);
    const Index rows = std::min(shape.rows, matrix.rows());
    const Index columns = std::min(shape.columns, matrix.cols());
    result.topLeftCorner(rows, columns) = matrix.topLeftCorner(rows, columns);
    return result;
}

/// Fits an input of the document. Learned positions without a word wait for one.
void fit(Document& document, const SheetId& sheet, SharedMatrix& matrix, const Shape& shape) {
    if (sheet.stage != Stage::P || !may_have_further_positions(document)) {
        matrix = fitted(*matrix, shape);
        return;
    }
    const Matrix all = all_positions(document);
    share_positions(document, fitted(all, {all.rows(), shape.columns}), shape.rows);
}

Matrix zeros(const Document&, Index, const Shape& shape) {
    return Matrix::Zero(shape.rows, shape.columns);
}
Matrix identity(const Document&, Index, const Shape& shape) {
    return Matrix::Identity(shape.rows, shape.columns);
}
Matrix ones(const Document&, Index, const Shape& shape) {
    return Matrix::Ones(shape.rows, shape.columns);
}
/// Starts as a copy of the first attention's.
template <SharedMatrix HeadWeights::*weights>
Matrix like_first(const Document& document, Index head, const Shape& shape) {
    return fitted(*(document.heads[static_cast<std::size_t>(head)].*weights), shape);
}
/// A new layer adds 0 until its W_O and W_2 are edited. Layers without X follow no other, so each
/// begins like the first.
Matrix w_o_of_layer(const Document& document, Index, const Shape& shape) {
    return has_x(document) ? Matrix(Matrix::Zero(shape.rows, shape.columns))
                           : fitted(*document.w_o, shape);
}
/// Starts as the words' own embeddings, as without a memory.
Matrix embeddings(const Document& document, Index, const Shape&) {
    return embeddings_of(document);
}

/// The words out start with the numbers that they had in E.
Matrix like_e(const Document& document, Index, const Shape& shape) {
    const auto e = document.of_options.find(key_of({Stage("E")}));
    return e == document.of_options.end() ? Matrix(Matrix::Zero(shape.rows, shape.columns))
                                          : fitted(*e->second, shape);
}

bool has_u(const Document& document) {
    return table_of_logits(document) == Stage::U;
}
/// E makes X, or the logits, or both.
bool has_e(const Document& document) {
    return document.options.has_table || (has_stage(document, Stage("logits")) && !has_u(document));
}
bool has_biases(const Document& document) {
    return document.options.has_biases && document.projections == Projections::Learned;
}
bool has_projections(const Document& document) {
    return document.projections == Projections::Learned;
}

/// Spares a document without a block the question for each part of one: every edit asks.
bool in_block(const Document& document) {
    return document.options.block.has_value();
}

constexpr bool in_later_layers = true;

/// model/attention_graph.cpp knows which stages a document has.
constexpr bool (*always_there)(const Document&) = nullptr;

constexpr OptionInput table[] = {
    {Stage::Memory, Stage::K, has_memory_list, embeddings, true},
    {Stage::P, Stage::Embedded,
     [](const Document& of) { return of.options.positions.kind == Positions::Kind::Learned; },
     zeros, false, false, true},
    {Stage::W_Q, Stage::Q, has_projections, like_first<&HeadWeights::w_q>, false, in_later_layers},
    {Stage::W_K, Stage::K, has_projections, like_first<&HeadWeights::w_k>, false, in_later_layers},
    {Stage::W_V, Stage::V, has_projections, like_first<&HeadWeights::w_v>, false, in_later_layers},
    {Stage::BQ, Stage::Q, has_biases, zeros},
    {Stage::BK, Stage::K, has_biases, zeros},
    {Stage::BV, Stage::V, has_biases, zeros},
    {Stage("gamma_Q"), Stage("Q_normed"), always_there, ones},
    {Stage("gamma_K"), Stage("K_normed"), always_there, ones},
    {Stage::WS, Stage::Scores,
     [](const Document& of) { return of.options.score.kind == Kind::General; }, identity},
    {Stage::UQ, Stage::QMapped, always_there, identity, true},
    {Stage::UK, Stage::KMapped, always_there, identity},
    {Stage::Additive, Stage::QMapped, always_there, ones},
    {Stage::T, Stage::Biased,
     [](const Document& of) { return info(of.options.positions.kind).has_buckets; }, zeros},
    {Stage::Bias, Stage::WithBias, always_there, zeros},
    {Stage::Sink, Stage::Weights, [](const Document& of) { return of.options.has_sink; }, zeros},
    {Stage("gamma_1"), Stage("norm_1"), in_block, ones},
    {Stage("beta_1"), Stage("norm_1.centred"), in_block, zeros},
    {Stage("gamma_2"), Stage("norm_2"), in_block, ones},
    {Stage("beta_2"), Stage("norm_2.centred"), in_block, zeros},
    {Stage("gamma_3"), Stage("norm_3"), in_block, ones},
    {Stage("beta_3"), Stage("norm_3.centred"), in_block, zeros},
    {Stage("W_1"), Stage("hidden"), in_block, identity, true},
    {Stage("b_1"), Stage("hidden"), in_block, zeros},
    {Stage("W_gate"), Stage("gate"), in_block, identity},
    {Stage("W_2"), Stage("mlp"), in_block, zeros},
    {Stage("b_2"), Stage("mlp"), in_block, zeros},
    {Stage("gamma_f"), Stage("norm_f"), in_block, ones},
    {Stage("beta_f"), Stage("norm_f.centred"), in_block, zeros},
    {Stage("E"), Stage::X, has_e, zeros},
    {Stage::U, Stage("logits"), has_u, like_e},
    {Stage::WO, Stage::Attention, always_there, w_o_of_layer, false, in_later_layers},
    {Stage::BO, Stage::Attention, [](const Document& of) { return of.options.has_biases; }, zeros},
    {Stage::Target, Stage::Loss, [](const Document& of) { return validate_loss(of).has_value(); },
     zeros},
};

/// Returns the shape that the roles give. Free columns stay as they are, or start with the number
/// of rows of the matrix they start like.
Shape wanted_shape(const Document& document, const OptionInput& input, const SheetId& sheet) {
    Shape shape = shape_of(document, sheet);
    if (!has_free_columns(sheet))
        return shape;
    const auto at = document.of_options.find(key_of(sheet));
    if (at != document.of_options.end())
        shape.columns = at->second.cols();
    else // an MLP starts twice as wide as X
        shape.columns = input.stage == Stage::Memory  ? d_model(document)
                        : input.stage == Stage("W_1") ? 2 * shape.rows
                                                      : shape.rows;
    return shape;
}

Error wrong_option(Real found, const std::string& what, const std::string& where) {
    return Error{what + " is " + shortest(found) + ", expected a number above 0", where};
}

bool is_above_0(Real number) {
    return number > 0 && std::isfinite(number);
}

/// Checks the block, which adds its attention's result to X.
Result<> validate_block(const Document& document) {
    const Block& block = *document.options.block;
    if (document.join != Join::WO)
        return Error{"the heads of a block are joined by W_O; choose \"w_o\"", "join"};
    if (d_out(document) != d_model(document))
        return Error{"W_O has " + std::to_string(d_out(document)) +
                         " columns, but a block adds the attention to X; expected " +
                         std::to_string(d_model(document)),
                     "W_O"};
    if (info(block.norm).needs_two_columns && d_model(document) < 2)
        return Error{"this norm divides by d_model − 1, but d_model is 1; expected at least 2",
                     "block.norm"};
    if (!is_above_0(block.epsilon))
        return wrong_option(block.epsilon, "ε", "block.epsilon");
    if (block.layers < 1 || block.layers > Block::most_layers)
        return Error{"found " + std::to_string(block.layers) + " layers, expected 1 to " +
                         std::to_string(Block::most_layers),
                     "block.layers"};
    if (block.has_words_out && output_words(document).empty())
        return Error{
            "the list of the words that may come next is empty; at least one word is needed",
            "words_out"};
    if (block.has_final_norm && !(block.has_words_out && block.has_norm()))
        return Error{block.has_norm()
                         ? "the final norm stands before the logits, and the block has "
                           "none; set \"words_out\" to true, or leave the norm out"
                         : "the final norm is of the block's kind, and the block has no "
                           "norm; choose one such as \"layer\", or leave it out",
                     "block.final_norm"};
    if (block.has_own_words_out && !block.has_words_out)
        return Error{"words out have numbers of their own only where the block has words out; set "
                     "\"words_out\" to true, or leave it out",
                     "unembedding"};
    return Nothing{};
}

Result<> validate_positions(const Document& document) {
    const Positions& positions = document.options.positions;
    const PositionsInfo about = info(positions.kind);
    if (about.has_base && !is_above_0(positions.base))
        return wrong_option(positions.base, "the base of the positions", "positions");
    if (about.has_waves && positions.waves != Waves::Alternating && d_model(document) % 2 != 0)
        return Error{"sines and cosines have half of the columns each, but d_model is " +
                         std::to_string(d_model(document)) + "; expected an even d_model",
                     "positions"};
    if (about.has_pairs && positions.turned != 0) {
        Index narrowest = d_k(document, 0);
        for (Index head = 1; head < head_count(document); ++head)
            narrowest = std::min(narrowest, d_k(document, head));
        if (positions.turned < 2 || positions.turned > narrowest || positions.turned % 2 != 0)
            return Error{"rotary positions turn " + std::to_string(positions.turned) +
                             " columns; expected an even number from 2 to d_k, which is " +
                             std::to_string(narrowest),
                         "positions"};
    } else if (about.has_pairs)
        for (Index head = 0; head < head_count(document); ++head)
            if (d_k(document, head) % 2 != 0)
                return Error{"rotary positions turn pairs of columns, but d_k is " +
                                 std::to_string(d_k(document, head)) + "; expected an even d_k",
                             "positions"};
    const Buckets how{positions.furthest, is_both_ways(document)};
    if (about.has_buckets && (positions.buckets < fewest_buckets(how) ||
                              positions.furthest <= single_buckets(positions.buckets, how)))
        return Error{"found " + std::to_string(positions.buckets) +
                         " buckets up to a distance of " + std::to_string(positions.furthest) +
                         "; expected at least " + std::to_string(fewest_buckets(how)) +
                         " buckets, and a distance above " +
                         std::to_string(single_buckets(positions.buckets, how)),
                     "positions"};
    return Nothing{};
}

/// What each line of this role stands for: "column of W_Q", or of Q where no W_Q is there.
std::string_view each_of_role(const Document& document, Role role) {
    if (has_x(document) || (role != Role::QueryKey && role != Role::Value))
        return info(role).each;
    return role == Role::QueryKey ? "column of Q" : "column of V";
}

} // namespace

std::string why_rows(const Document& document, const SheetId& sheet) {
    if (sheet.stage == Stage::Target)
        return "one row for each of " + to_text(shaped_like(document, sheet));
    const std::string_view each = each_of_role(document, roles_of(document, sheet).rows);
    return each.empty() ? "one row" : "one row for each " + std::string(each);
}

std::string why_columns(const Document& document, const SheetId& sheet) {
    if (sheet.stage == Stage::Target)
        return "one column for each of " + to_text(shaped_like(document, sheet));
    return "one column for each " +
           std::string(each_of_role(document, roles_of(document, sheet).columns));
}

bool OptionInput::is_asked(const Document& document) const {
    if (also_needs && !also_needs(document))
        return false;
    if (document.model == Model::Attention && !has_x(document)) {
        // What makes Q, K and V needs X.
        constexpr std::array before = {Stage::Memory, Stage::P,  Stage::W_Q, Stage::W_K,
                                       Stage::W_V,    Stage::BQ, Stage::BK,  Stage::BV};
        if (std::find(before.begin(), before.end(), stage) != before.end())
            return false;
    }
    return has_stage(document, with);
}

std::span<const OptionInput> option_inputs() {
    return table;
}

const OptionInput* find_option_input(Stage stage) {
    // Indexed by the stage's position, because every frame asks for each of them.
    static const std::vector<const OptionInput*> by_position = [] {
        std::vector<const OptionInput*> list(stages().size(), nullptr);
        for (const OptionInput& one : table)
            list[position(one.stage)] = &one;
        return list;
    }();
    const StageInfo* const about = find_info(stage);
    return about ? by_position[static_cast<std::size_t>(about - stages().data())] : nullptr;
}

bool has_free_columns(const SheetId& sheet) {
    const OptionInput* const input = find_option_input(sheet.stage);
    return sheet.layer == 0 && !sheet.is_cross && input && input->has_free_columns;
}

namespace {

/// option_sheets() of a document whose given stages are known.
std::vector<SheetId> option_sheets(const Document& document, const std::vector<SheetId>& given) {
    std::array<bool, std::size(table)> is_asked;
    std::transform(std::begin(table), std::end(table), is_asked.begin(),
                   [&](const OptionInput& one) { return one.is_asked(document); });
    std::vector<SheetId> list;
    const Index layers = layer_count(document);
    for (Index layer = 0; layer < layers; ++layer)
        for (int attention = 0; attention <= (has_cross(document) ? 1 : 0); ++attention)
            for (std::size_t one = 0; one < std::size(table); ++one) {
                const OptionInput& input = table[one];
                const bool is_cross = attention == 1;
                const bool is_elsewhere = input.is_of_later_layers && layer == 0 && !is_cross;
                if (!is_asked[one] || is_elsewhere ||
                    !is_of_a_layer(document, {input.stage, 0, 0, layer, is_cross}))
                    continue;
                const Index count = sheet_count(document, input.stage);
                for (Index at = 0; at < count; ++at)
                    list.push_back({input.stage, at, 0, layer, is_cross});
            }
    list.insert(list.end(), given.begin(), given.end());
    return list;
}

} // namespace

std::vector<SheetId> option_sheets(const Document& document) {
    return option_sheets(document, given_stages(document));
}

void fit_option_inputs(Document& document) {
    if (document.model != Model::Attention)
        return;
    if (has_memory_list(document) && document.memory.empty())
        document.memory = document.tokens;
    if (document.options.block && document.options.block->has_words_out &&
        !document.options.has_table && document.words_out.empty())
        document.words_out = document.tokens;
    if (document.projections == Projections::None)
        document.options.key_value_groups = 0;
    OptionInputs before = std::exchange(document.of_options, {});
    if (has_stage(document, Stage("logits"))) { // its numbers stay, under either name
        const Stage table = table_of_logits(document);
        const SheetKey key = key_of({table});
        const SheetKey other = key_of({table == Stage::U ? Stage("E") : Stage::U});
        if (const auto found = before.find(other); found != before.end() && !before.contains(key))
            before[key] = found->second;
    }
    if (document.options.has_table) { // first, because the memory may begin as its rows
        const SheetId table{Stage("E")};
        const auto found = before.find(key_of(table));
        document.of_options[key_of(table)] =
            fitted(found == before.end() ? Matrix() : *found->second, shape_of(document, table));
    }
    if (!has_x(document)) // its other stages follow from these
        for (const auto& [key, matrix] : before)
            if (const SheetId sheet = sheet_of(key);
                may_begin_without_x(sheet.stage) &&
                sheet.head < sheet_count(document, sheet.stage)) {
                const Shape shape = shape_of(document, sheet);
                document.of_options[key] = Shape{matrix.rows(), matrix.cols()} == shape
                                               ? matrix
                                               : SharedMatrix(fitted(*matrix, shape));
            }
    for (const SheetId& sheet : option_sheets(document)) {
        const SheetKey key = key_of(sheet);
        if (document.of_options.contains(key))
            continue;
        const OptionInput& input = *find_option_input(sheet.stage);
        if (const auto found = before.find(key); found != before.end())
            document.of_options.insert(*found);
        const Shape shape = wanted_shape(document, input, sheet);
        const auto there = document.of_options.find(key);
        if (there == document.of_options.end())
            document.of_options[key] = input.beginning(document, sheet.head, shape);
        else if (there->second.rows() != shape.rows || there->second.cols() != shape.columns)
            fit(document, sheet, there->second, shape);
    }
    if (!may_have_further_positions(document))
        document.further_positions = SharedMatrix();
    for (const auto& [key, matrix] : before) {
        const SheetId sheet = sheet_of(key);
        if (document.of_options.contains(key) || !may_be_given(document, sheet))
            continue;
        const Shape shape = shape_of(document, sheet);
        document.of_options[key] = Shape{matrix.rows(), matrix.cols()} == shape
                                       ? matrix
                                       : SharedMatrix(fitted(*matrix, shape));
    }
}

bool is_both_ways(const Document& document) {
    const auto is_causal = [](const Mask& mask, const auto& self) -> bool {
        return hides_later_keys(mask.kind) ||
               std::any_of(mask.all.begin(), mask.all.end(),
                           [&](const Mask& one) { return self(one, self); });
    };
    return !is_causal(document.switches.mask, is_causal);
}

bool is_plain(const Document& document) {
    return is_of_heads(document) && group_count(document) == head_count(document);
}

bool is_of_heads(const Document& document) {
    const AttentionOptions& options = document.options;
    return !options.has_biases && !options.has_memory && options.score.kind == Kind::Dot &&
           options.positions.kind == Positions::Kind::None && !options.soft_limit &&
           !options.has_score_bias && !options.has_sink && !options.block && !options.loss &&
           !options.has_mean_weights && !options.has_qk_norm && !options.has_table &&
           (document.of_options.empty() || given_stages(document).empty());
}

Result<> validate_loss(const Document& document) {
    if (!document.options.loss)
        return Nothing{};
    const auto& [of, kind] = *document.options.loss;
    const auto fault = [name = to_text(of)](const std::string& why) {
        return Error{"the target cannot be compared with " + name + ": " + why, "target"};
    };
    const StageInfo& about = info(of.stage);
    // First: whether there is a target is asked here.
    if (of.stage == Stage::Target || of.stage == Stage::Loss)
        return fault("a loss compares a stage that comes before it; choose one such as \"output\"");
    if (!belongs(of.stage, document.model) || !has_stage(document, of.stage))
        return fault("the document has no such stage; choose one that it has, such as \"output\"");
    if (of.head < 0 || of.head >= sheet_count(document, of.stage))
        return fault("the document has " + std::to_string(sheet_count(document, of.stage)) +
                     " of them, counted from 0");
    if (!is_of_a_layer(document, of))
        return fault("the document has " + std::to_string(layer_count(document)) +
                     (layer_count(document) == 1 ? " layer" : " layers, counted from 0") +
                     (of.is_cross && !has_cross(document) ? " without cross-attention" : ""));
    if (about.is_input || about.is_by_query)
        return fault(
            about.is_input
                ? "it is given and not computed; choose a computed stage such as \"output\""
                : "it is one matrix for each query; choose \"output\", their "
                  "sum");
    if (kind == Loss::Kind::CrossEntropy && about.family != Family::Weights)
        return Error{
            "cross entropy compares shares, and " + to_text(of) +
                " has other numbers; choose \"squared\", or the target \"weights\"" +
                (has_stage(document, Stage("probabilities")) ? " or \"probabilities\"" : ""),
            "loss"};
    return Nothing{};
}

Result<> validate_options(const Document& document) {
    const AttentionOptions& options = document.options;
    if (options.key_value_groups < 0 ||
        (options.key_value_groups > 0 && head_count(document) % options.key_value_groups != 0))
        return Error{"found " + std::to_string(options.key_value_groups) +
                         " groups of keys and values, expected a divisor of the number of heads, " +
                         std::to_string(head_count(document)),
                     "key_value_groups"};
    if (options.soft_limit && !is_above_0(*options.soft_limit))
        return wrong_option(*options.soft_limit, "the soft limit", "soft_limit");
    if (options.score.kind == Kind::Gaussian && !is_above_0(options.score.sigma))
        return wrong_option(options.score.sigma, "σ", "score");
    if (has_memory_list(document) && document.memory.empty())
        return Error{"the list of the words of the memory is empty; at least one word is needed",
                     "memory"};
    if (options.has_mean_weights && document.join == Join::None)
        return Error{"the mean of the heads' weights is a stage of joined heads; choose "
                     "\"side_by_side\" or \"w_o\"",
                     "mean_weights"};
    if (options.has_sink &&
        (!info(document.switches.normaliser).takes_sink || document.switches.axis == Axis::Columns))
        return Error{"a sink takes part in a softmax over rows; choose \"softmax\" and \"rows\"",
                     "sink"};
    for (Index head = 1; options.has_qk_norm && head < head_count(document); ++head)
        if (d_k(document, head) != d_k(document, 0))
            return Error{
                "heads share the gains of the norm of their queries and keys, but d_k is " +
                    std::to_string(d_k(document, 0)) + " in head 0 and " +
                    std::to_string(d_k(document, head)) + " in head " + std::to_string(head) +
                    "; expected one d_k",
                "qk_norm"};
    if (auto fault = validate_positions(document); !fault)
        return fault;
    if (auto fault = validate_positions_of_table(document); !fault)
        return fault;
    if (options.block)
        if (auto fault = validate_block(document); !fault)
            return fault;
    if (has_memory_list(document) && document.projections == Projections::None &&
        memory_width(document) != d_model(document))
        return Error{"M has " + std::to_string(memory_width(document)) + " columns, expected " +
                         std::to_string(d_model(document)) +
                         ": without projections keys are as wide as queries",
                     "M"};
    if (auto fault = validate_loss(document); !fault)
        return fault;
    const std::vector<SheetId> given = given_stages(document);
    for (const SheetId& sheet : given)
        if (auto fault = may_be_given(document, sheet); !fault)
            return fault;
    for (const SheetId& sheet : option_sheets(document, given)) {
        const SharedMatrix* const matrix = input(document, sheet);
        if (!matrix)
            return Error{"the input is missing", to_text(sheet)};
        if (has_free_columns(sheet))
            if (auto fault = models::within(matrix->cols(), max_width, "columns", to_text(sheet));
                !fault)
                return fault;
        const Shape shape = shape_of(document, sheet);
        if (Shape{matrix->rows(), matrix->cols()} != shape) // build the sentence only then
            return models::has_shape(*matrix, shape.rows, shape.columns, to_text(sheet),
                                     "(" + why_rows(document, sheet) + ", " +
                                         why_columns(document, sheet) + ")");
    }
    return Nothing{};
}

} // namespace attn
