// SPDX-License-Identifier: MIT
#include "core/document/commands/command_options.h"

#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace attn {
namespace {

template <class Grid>
void fit(Shared<Grid>& matrix, Index rows, Index columns) {
    if (matrix.rows() != rows || matrix.cols() != columns)
        matrix = fitted(*matrix, rows, columns);
}

void fit_mask(Mask& mask, Index queries, Index keys) {
    if (mask.kind == Mask::Kind::Painted)
        fit(mask.painted, queries, keys);
    for (Mask& one : mask.all)
        fit_mask(one, queries, keys);
}

/// Gives each group the keys and values that its first head read before.
void regroup(Document& document, Index groups) {
    const auto heads = static_cast<Index>(document.heads.size());
    if (document.projections == Projections::None || groups < 0 ||
        (groups > 0 && heads % groups != 0))
        return; // validate() reports the fault
    const std::vector<HeadWeights> before = document.heads;
    std::vector<Index> read;
    for (Index head = 0; head < heads; ++head)
        read.push_back(group_of(document, head));
    document.options.key_value_groups = groups;
    for (Index at = 0; at < heads; ++at) {
        HeadWeights& now = document.heads[static_cast<std::size_t>(at)];
        now.w_k = now.w_v = SharedMatrix();
        if (at >= group_count(document))
            continue;
        const auto first = static_cast<std::size_t>(first_head_of(document, at));
        now.w_k = before[static_cast<std::size_t>(read[first])].w_k;
        now.w_v = before[static_cast<std::size_t>(read[first])].w_v;
    }
    const OptionInputs of_options = document.of_options;
    for (SheetId sheet : option_sheets(document)) {
        if (!info(sheet.stage).is_per_group)
            continue;
        const SheetKey key = key_of(sheet);
        if (sheet.head >= group_count(document)) { // given by a group that is no more
            document.of_options.erase(key);
            continue;
        }
        sheet.head = read[static_cast<std::size_t>(first_head_of(document, sheet.head))];
        if (const auto found = of_options.find(key_of(sheet)); found != of_options.end())
            document.of_options[key] = found->second;
    }
}

/// The norm of the MLP is the last: the second without cross-attention, the third with it.
void renumber_norms(Document& document, const Block& before, const Block& after) {
    if (before.has_cross == after.has_cross || !after.has_mlp())
        return;
    for (Index layer = 0; layer < before.layers; ++layer)
        for (const char* const name : {"gamma_", "beta_"}) {
            const auto key = [&](const char* number) {
                return key_of({Stage(std::string(name) + number), 0, 0, layer});
            };
            auto moved = document.of_options.extract(key(before.has_cross ? "3" : "2"));
            if (moved.empty())
                continue;
            document.of_options.erase(key(before.has_cross ? "2" : "3"));
            moved.key() = key(before.has_cross ? "2" : "3");
            document.of_options.insert(std::move(moved));
        }
}

/// Resets the settings that the chosen kinds do not read, so that a document holds nothing that its
/// file would not.
AttentionOptions settled(AttentionOptions options) {
    const Positions given = options.positions;
    const PositionsInfo read = info(given.kind);
    options.positions = {given.kind};
    if (read.has_base)
        options.positions.base = given.base;
    if (read.has_waves)
        options.positions.waves = given.waves;
    if (read.has_pairs) {
        options.positions.are_neighbours = given.are_neighbours;
        options.positions.turned = given.turned;
    }
    if (read.has_buckets) {
        options.positions.buckets = given.buckets;
        options.positions.furthest = given.furthest;
    }
    if (!info(options.score.kind).has_sigma)
        options.score.sigma = Score().sigma;
    if (options.block) {
        Block& block = *options.block;
        block.has_own_words_out = block.has_own_words_out && block.has_words_out;
        block.has_final_norm = block.has_final_norm && block.has_words_out && block.has_norm();
    }
    return options;
}

bool is_word(const Document& document, Index row) {
    return row >= 0 && row < static_cast<Index>(document.memory.size());
}

Error no_such_memory_word(const Document& document, Index row) {
    return Error{"there is no word " + std::to_string(row) + " in the memory" +
                 (document.memory.empty()
                      ? "; the document has no memory"
                      : "; its words are 0 to " + std::to_string(document.memory.size() - 1))};
}

void change_keys(Mask& mask, Index at, Matrix (*change)(const Matrix&, Index)) {
    if (mask.kind == Mask::Kind::Painted) {
        const Matrix flags = mask.painted->cast<Real>().transpose();
        mask.painted = Flags((change(flags, at).transpose().array() != 0).matrix());
    }
    for (Mask& one : mask.all)
        change_keys(one, at, change);
}

/// Changes the rows of M and the columns of a painted mask along with the words of the memory.
void change_memory(Document& document, Index at, Matrix (*change)(const Matrix&, Index)) {
    if (const auto memory = document.of_options.find({Stage::Memory, 0});
        memory != document.of_options.end()) // without X the words have no embeddings
        memory->second = change(*memory->second, at);
    change_lines_of_given(document, Names::Memory,
                          [&](const Matrix& numbers) { return change(numbers, at); });
    if (document.options.has_memory) // else the masked keys are other words
        change_keys(document.switches.mask, at, change);
}

} // namespace

void change_lines_of_given(Document& document, Names of,
                           const std::function<Matrix(const Matrix&)>& change) {
    const auto is_listed = [&](Role role) {
        const std::vector<std::string>* const words = words_of(document, role);
        return words && words == &names(document, of);
    };
    for (auto& [key, numbers] : document.of_options) {
        const SheetId sheet = sheet_of(key);
        // The positions of a model with a table of words stay where they are.
        const bool moves = (sheet.stage == Stage::P && !document.options.has_table) ||
                           sheet.stage == Stage::Bias || is_given_stage(document, sheet);
        if (!moves)
            continue;
        const SheetRoles roles = roles_of(document, sheet);
        if (is_listed(roles.rows))
            numbers = change(*numbers);
        if (is_listed(roles.columns))
            numbers = Matrix(change(numbers->transpose()).transpose());
    }
}

Matrix with_zero_row(const Matrix& matrix, Index at) {
    Matrix result = Matrix::Zero(matrix.rows() + 1, matrix.cols());
    result.topRows(at) = matrix.topRows(at);
    result.bottomRows(matrix.rows() - at) = matrix.bottomRows(matrix.rows() - at);
    return result;
}

Matrix without_row(const Matrix& matrix, Index at) {
    Matrix result(matrix.rows() - 1, matrix.cols());
    result.topRows(at) = matrix.topRows(at);
    result.bottomRows(matrix.rows() - at - 1) = matrix.bottomRows(matrix.rows() - at - 1);
    return result;
}

Document with_options(Document document, const AttentionOptions& options) {
    if (options.key_value_groups != document.options.key_value_groups)
        regroup(document, options.key_value_groups);
    const Index layers = layer_count(document);
    if (document.options.block && options.block)
        renumber_norms(document, *document.options.block, *options.block);
    if (options.has_table && !document.options.has_table && has_x(document))
        begin_table(document);
    if (!options.has_table && document.options.has_table)
        end_table(document);
    document.options = settled(options);
    // A loss in the last layer stays in the last layer.
    if (auto& loss = document.options.loss; loss && loss->of.layer == layers - 1 &&
                                            !is_of_all_layers(loss->of.stage) &&
                                            options.loss->of.layer == layers - 1)
        loss->of.layer = layer_count(document) - 1;
    if (options.block)
        document = joined_by(std::move(document), Join::WO);
    if (!has_memory_list(document))
        document.memory = {};
    if (!options.block || !options.block->has_words_out)
        document.words_out = {};
    fit_options(document);
    return document;
}

void share_nothing(Document& document) {
    regroup(document, 0);
}

Result<Document> renamed_in_memory(Document document, const RenameToken& command) {
    if (!is_word(document, command.row))
        return no_such_memory_word(document, command.row);
    document.memory.own()[static_cast<std::size_t>(command.row)] = command.name;
    return document;
}

Result<Document> inserted_in_memory(Document document, const InsertToken& command) {
    if (!has_memory_list(document))
        return no_such_memory_word(document, command.row);
    const auto count = static_cast<Index>(document.memory.size());
    if (command.row < 0 || command.row > count)
        return Error{"a word cannot be added to the memory at " + std::to_string(command.row) +
                     "; expected 0 to " + std::to_string(count)};
    const Matrix& embedding = *command.embedding;
    if (embedding.size() != 0 &&
        (embedding.rows() != 1 || embedding.cols() != memory_width(document)))
        return Error{"the embedding of the new word is " + std::to_string(embedding.rows()) +
                     " × " + std::to_string(embedding.cols()) + ", expected 1 × " +
                     std::to_string(memory_width(document)) + " (one number for each column of M)"};
    std::vector<std::string>& words = document.memory.own();
    words.insert(words.begin() + command.row, command.name);
    change_memory(document, command.row, with_zero_row);
    if (embedding.size() != 0) {
        Matrix memory = *document.of_options[{Stage::Memory, 0}];
        memory.row(command.row) = embedding;
        document.of_options[{Stage::Memory, 0}] = std::move(memory);
    }
    return document;
}

Result<Document> removed_from_memory(Document document, const RemoveToken& command) {
    if (!is_word(document, command.row))
        return no_such_memory_word(document, command.row);
    if (document.memory.size() == 1)
        return Error{"the last word of the memory cannot be removed: keys need at least one word"};
    std::vector<std::string>& words = document.memory.own();
    words.erase(words.begin() + command.row);
    change_memory(document, command.row, without_row);
    return document;
}

void forget_options_of(Document& document, Index head) {
    if (static_cast<Index>(document.heads.size()) != head_count(document))
        return; // without projections, heads that are kept have no options
    if (auto& loss = document.options.loss;
        loss && sheet_of_head(document, loss->of.stage, head) == loss->of)
        loss.reset();
    else if (loss && info(loss->of.stage).is_per_head && loss->of.head > head)
        --loss->of.head;
    forget_training_of(document, head);
    OptionInputs now;
    for (SheetId sheet : option_sheets(document)) {
        const SharedMatrix& matrix = document.of_options.at(key_of(sheet));
        const StageInfo& about = info(sheet.stage, Model::Attention);
        if (sheet.stage == Stage::Sink)
            now[key_of(sheet)] = Matrix(without_row(matrix->transpose(), head).transpose());
        else if (!about.is_per_head ||
                 (about.is_per_group && group_count(document) < head_count(document)))
            now[key_of(sheet)] = matrix;
        else if (sheet.head != head) {
            sheet.head -= sheet.head > head ? 1 : 0;
            now[key_of(sheet)] = matrix;
        }
    }
    document.of_options = std::move(now);
}

void forget_head(Document& document, Index head) {
    std::vector<HeadWeights>& heads = document.heads;
    const bool are_shared = group_count(document) < head_count(document);
    for (auto at = static_cast<std::size_t>(head); are_shared && at + 1 < heads.size(); ++at)
        heads[at].w_q = heads[at + 1].w_q;
    heads.erase(are_shared ? heads.end() - 1 : heads.begin() + head);
}

void fit_options(Document& document) {
    if (document.model != Model::Attention)
        return;
    if (document.options.key_value_groups == head_count(document))
        document.options.key_value_groups = 0; // each head has its own
    if (document.options.block && document.join == Join::WO)
        fit(document.w_o, joined_width(document), d_model(document));
    fit_option_inputs(document);
    if (document.projections == Projections::Learned)
        for (Index group = 0; group < group_count(document); ++group) {
            HeadWeights& head = document.heads[static_cast<std::size_t>(group)];
            fit(head.w_k, source_width(document), head.w_k.cols());
            fit(head.w_v, source_width(document), head.w_v.cols());
        }
    fit_mask(document.switches.mask, token_count(document), key_count(document));
}

void fit_width_of(Document& document, Stage input) {
    const OptionInput* const option = find_option_input(input);
    if (option && option->has_free_columns)
        fit_options(document);
}

namespace {

/// Calls `use` for the W_O of every attention: the first one's, then the others'.
template <class Use>
void for_each_w_o(Document& document, Use use) {
    use(document.w_o);
    for (auto& [key, matrix] : document.of_options)
        if (key.first == Stage::WO)
            use(matrix);
}

} // namespace

void fit_join(Document& document, const std::vector<Index>& before) {
    if (document.join != Join::WO)
        return;
    for_each_w_o(document, [&](SharedMatrix& matrix) {
        Matrix w_o = Matrix::Zero(joined_width(document), matrix.cols());
        Index from = 0, to = 0;
        for (Index head = 0; head < head_count(document); ++head) {
            const auto at = static_cast<std::size_t>(head);
            const Index old_width = at < before.size() ? before[at] : 0,
                        width = d_v(document, head);
            const Index kept = std::min(old_width, width);
            w_o.middleRows(to, kept) = matrix->middleRows(from, kept);
            from += old_width;
            to += width;
        }
        matrix = std::move(w_o);
    });
}

std::vector<Index> value_widths(const Document& document) {
    std::vector<Index> widths;
    for (Index head = 0; head < head_count(document); ++head)
        widths.push_back(d_v(document, head));
    return widths;
}

Document joined_by(Document document, Join join) {
    if (join == document.join)
        return document;
    document.join = join;
    if (join == Join::None)
        document.options.has_mean_weights = false;
    const Index joined = joined_width(document), width = d_model(document);
    document.w_o = join == Join::WO ? handing_on(joined, width > 0 ? width : joined) : Matrix();
    return document;
}

Matrix handing_on(Index rows, Index columns) {
    Matrix w_o = Matrix::Zero(rows, columns);
    for (Index row = 0; row < rows; ++row)
        w_o(row, row % columns) = 1;
    return w_o;
}

HeadWeights identity_head(Index model, Index query_key, Index value) {
    return {Matrix::Identity(model, query_key), Matrix::Identity(model, query_key),
            Matrix::Identity(model, value)};
}

Document with_head(Document document) {
    const Index width = d_model(document);
    const bool first = document.heads.empty();
    const Index query_key = first ? width : document.heads[0].w_q.cols();
    const Index value = first ? width : document.heads[0].w_v.cols();
    const std::vector<Index> before = value_widths(document);
    document.heads.push_back(identity_head(width, query_key, value));
    if (!has_x(document)) { // nothing would compute its stages
        const Index last = head_count(document) - 2;
        const OptionInputs others = document.of_options;
        for (const auto& [key, numbers] : others)
            if (SheetId sheet = sheet_of(key);
                sheet.head == last && may_begin_without_x(sheet.stage)) {
                ++sheet.head;
                if (sheet.head < sheet_count(document, sheet.stage))
                    document.of_options[key_of(sheet)] = numbers;
            }
    }
    if (group_count(document) < head_count(document))
        document.heads.back().w_k = document.heads.back().w_v = SharedMatrix();
    fit_join(document, before);
    return document;
}

void forget_rows_of(Document& document, Index head) {
    if (document.join != Join::WO || document.projections != Projections::Learned)
        return;
    Index first = 0;
    for (Index at = 0; at < head; ++at)
        first += d_v(document, at);
    const Index gone = d_v(document, head);
    for_each_w_o(document, [&](SharedMatrix& w_o) {
        Matrix rest(w_o.rows() - gone, w_o.cols());
        rest << w_o->topRows(first), w_o->bottomRows(w_o.rows() - first - gone);
        w_o = std::move(rest);
    });
}

} // namespace attn
