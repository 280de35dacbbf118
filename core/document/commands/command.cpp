// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"

#include "core/base/match.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/command_options.h"
#include "core/document/commands/recipe.h"
#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/place.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/switches.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn {

Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

// Commands that only documents of ratings have: films, new vectors and the number of kept concepts.
// Part of apply() in command.h.

/// Checks that documents of this kind know the command; the error says why they do not.
Result<> fits_kind(const Document& document, const Command& command);

/// Renames a film or a new vector: Names::Columns and Names::Vectors.
Result<Document> renamed(Document document, const RenameToken& command);
Result<Document> inserted(Document document, const InsertToken& command);
Result<Document> removed(Document document, const RemoveToken& command);

/// Adapts the rest of the document after a command has changed the shape of the ratings: names of
/// films, the length of the new vectors, and k.
void fit_concepts(Document& document);

namespace {

Error no_such_input(const Document& document, const SheetId& sheet) {
    const std::string why =
        exists(document, sheet) ? "this matrix is computed" : "the document has no such matrix";
    return Error{why + "; only " + input_names(document) + " can be set", to_text(sheet)};
}

Error no_such_cell(const SharedMatrix& matrix, const Place& place) {
    return Error{"there is no row " + std::to_string(place.row) + " with a column " +
                     std::to_string(place.column) + "; the matrix is " +
                     std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols()) +
                     ", and rows and columns count from 0",
                 to_text(place.sheet)};
}

/// Returns rows of `matrix` in the given order; −1 makes a row of zeros.
template <class Grid>
Grid with_rows(const Grid& matrix, const std::vector<Index>& order) {
    Grid result = Grid::Zero(static_cast<Index>(order.size()), matrix.cols());
    for (std::size_t at = 0; at < order.size(); ++at)
        if (order[at] >= 0)
            result.row(static_cast<Index>(at)) = matrix.row(order[at]);
    return result;
}

/// Reorders the rows of a painted mask, and its columns if the keys are the same words.
void reorder(Mask& mask, const std::vector<Index>& order, bool are_keys_words) {
    if (mask.kind == Mask::Kind::Painted) {
        const Flags by_row = with_rows(*mask.painted, order);
        mask.painted = are_keys_words
                           ? Flags(with_rows(Flags(by_row.transpose()), order).transpose())
                           : by_row;
    }
    for (Mask& one : mask.all)
        reorder(one, order, are_keys_words);
}

/// Checks that a document with a table has the word in its vocabulary.
Result<> is_in_vocabulary(const Document& document, const std::string& word) {
    if (document.options.has_table && !row_in_table(document, word))
        return Error{not_in_vocabulary(document, word)};
    return Nothing{};
}

/// Reorders the words, their rows of X and their rows and columns of a painted mask.
void reorder_tokens(Document& document, const std::vector<Index>& order) {
    std::vector<std::string> tokens;
    for (const Index row : order)
        tokens.push_back(row < 0 ? std::string() : document.tokens[static_cast<std::size_t>(row)]);
    document.tokens = std::move(tokens);
    if (!document.options.has_table) // the rows of a table stay with their words
        document.embeddings = with_rows(*document.embeddings, order);
    reorder(document.switches.mask, order, !document.options.has_memory);
    change_lines_of_given(document, Names::Rows,
                          [&](const Matrix& numbers) { return with_rows(numbers, order); });
}

std::vector<Index> identity_order(Index count) {
    std::vector<Index> order(static_cast<std::size_t>(count));
    for (std::size_t at = 0; at < order.size(); ++at)
        order[at] = static_cast<Index>(at);
    return order;
}

Result<Document> insert_token(Document document, const InsertToken& command) {
    const Index count = token_count(document);
    if (command.row < 0 || command.row > count)
        return Error{"a word cannot be added at " + std::to_string(command.row) +
                     "; expected 0 to " + std::to_string(count)};
    const Matrix& embedding = *command.embedding;
    if (embedding.size() != 0 && (embedding.rows() != 1 || embedding.cols() != d_model(document)))
        return Error{"the embedding of the new word is " + std::to_string(embedding.rows()) +
                     " × " + std::to_string(embedding.cols()) + ", expected 1 × " +
                     std::to_string(d_model(document)) + " (one number for each column of X)"};
    if (auto fault = is_in_vocabulary(document, command.name); !fault)
        return fault.error();
    if (document.options.has_table && embedding.size() != 0)
        return Error{"the embedding of " + cite(command.name) +
                     " is its row of E; add the word without one"};
    auto order = identity_order(count);
    order.insert(order.begin() + command.row, -1);
    reorder_tokens(document, order);
    document.tokens.own()[static_cast<std::size_t>(command.row)] = command.name;
    if (embedding.size() != 0) {
        Matrix x = *document.embeddings;
        x.row(command.row) = embedding;
        document.embeddings = std::move(x);
    }
    return document;
}

Result<Document> set_width(Document document, const SetWidth& command) {
    if (command.size < 1 || command.size > max_width)
        return Error{"a width of " + std::to_string(command.size) +
                     " is not possible; expected 1 to " + std::to_string(max_width)};
    const Index size = command.size;
    if (!has_x(document)) {
        const Index now = command.width == Width::Model      ? 0
                          : command.width == Width::QueryKey ? d_k(document)
                                                             : d_v(document);
        if (now == 0)
            return Error{"the document has no numbers of this width: it has no X, and begins with "
                         "given stages"};
    }
    const std::vector<Index> before = value_widths(document);
    if (command.width == Width::Model)
        document.embeddings = fitted(*document.embeddings, document.embeddings.rows(), size);
    for (HeadWeights& head : document.heads) {
        const bool has_keys = head.w_k.cols() > 0; // else it reads those of a group
        if (command.width == Width::Model) {
            head.w_q = fitted(*head.w_q, size, head.w_q.cols());
            if (has_keys && !document.options.has_memory) {
                head.w_k = fitted(*head.w_k, size, head.w_k.cols());
                head.w_v = fitted(*head.w_v, size, head.w_v.cols());
            }
        } else if (command.width == Width::QueryKey) {
            head.w_q = fitted(*head.w_q, head.w_q.rows(), size);
            if (has_keys)
                head.w_k = fitted(*head.w_k, head.w_k.rows(), size);
        } else if (has_keys) {
            head.w_v = fitted(*head.w_v, head.w_v.rows(), size);
        }
    }
    fit_join(document, before);
    return document;
}

Result<Document> set_mask_cell(Document document, const SetMaskCell& command) {
    const Index rows = token_count(document), columns = key_count(document);
    if (command.row < 0 || command.row >= rows || command.column < 0 || command.column >= columns)
        return Error{"the mask has no cell at row " + std::to_string(command.row) + ", column " +
                     std::to_string(command.column) + "; its rows are 0 to " +
                     std::to_string(rows - 1) + " and its columns 0 to " +
                     std::to_string(columns - 1)};
    Flags painted = *painted_like(document.switches.mask, rows, columns).painted;
    painted(command.row, command.column) = command.blocked;
    document.switches.mask = {Mask::Kind::Painted, std::move(painted)};
    return document;
}

Error not_finite(const SheetId& sheet) {
    return Error{"a given stage holds finite numbers only; give a stage before it, such as scores",
                 to_text(sheet)};
}

Result<Document> given(Document document, const Give& give) {
    if (auto fault = may_be_given(document, give.sheet); !fault)
        return fault.error();
    SharedMatrix numbers = give.numbers;
    if (numbers->size() == 0 && !exists(document, give.sheet))
        return Error{"the document has no numbers of this stage; give them", to_text(give.sheet)};
    if (numbers->size() == 0)
        numbers = matrix_of(document, evaluate(document), give.sheet);
    if (!numbers->allFinite())
        return not_finite(give.sheet);
    document.of_options[key_of(give.sheet)] = std::move(numbers);
    if (!has_x(document))
        take_widths_of_given(document);
    return document;
}

bool is_row(const Document& document, Index row) {
    return row >= 0 && row < token_count(document);
}

Error no_such_word(const Document& document, Index row) {
    return Error{"there is no word " + std::to_string(row) + "; the words are 0 to " +
                 std::to_string(token_count(document) - 1)};
}

Result<Document> changed(Document document, const Command& command) {
    return match(
        command,
        [&](const SetCell& set) -> Result<Document> {
            SharedMatrix* target = input(document, set.place.sheet);
            if (!target)
                return no_such_input(document, set.place.sheet);
            if (!exists(document, set.place))
                return no_such_cell(*target, set.place);
            if (!std::isfinite(set.value) && is_given_stage(document, set.place.sheet))
                return not_finite(set.place.sheet);
            Matrix matrix = **target;
            matrix(set.place.row, set.place.column) = set.value;
            *target = SharedMatrix(std::move(matrix), *target, set.place.row);
            return document;
        },
        [&](const SetMatrix& set) -> Result<Document> {
            SharedMatrix* target = input(document, set.sheet);
            if (!target)
                return no_such_input(document, set.sheet);
            if (is_given_stage(document, set.sheet) && !set.matrix->allFinite())
                return not_finite(set.sheet);
            // A head that is switched off, by zeros in W_O, has the numbers that were drawn.
            if (set.sheet.stage != Stage::WO && *target != set.matrix)
                forget_recipe(document.notes);
            const Index rows = std::exchange(*target, set.matrix).rows();
            if (rows == set.matrix.rows())
                fit_width_of(document, set.sheet.stage);
            return document;
        },
        [&](const SetRow& set) -> Result<Document> {
            SharedMatrix* target = input(document, set.sheet);
            if (!target)
                return no_such_input(document, set.sheet);
            if (set.row < 0 || set.row >= target->rows() || set.numbers.rows() != 1 ||
                set.numbers.cols() != target->cols())
                return Error{"a row of " + std::to_string(set.numbers.cols()) +
                                 " numbers does not fit as row " + std::to_string(set.row) +
                                 "; the matrix is " + std::to_string(target->rows()) + " × " +
                                 std::to_string(target->cols()) + ", and rows count from 0",
                             to_text(set.sheet)};
            if (is_given_stage(document, set.sheet) && !set.numbers->allFinite())
                return not_finite(set.sheet);
            Matrix matrix = **target;
            matrix.row(set.row) = set.numbers->row(0);
            *target = SharedMatrix(std::move(matrix), *target, set.row);
            return document;
        },
        [&](const RenameToken& rename) -> Result<Document> {
            if (rename.of == Names::Memory)
                return renamed_in_memory(std::move(document), rename);
            if (rename.of != Names::Rows)
                return renamed(std::move(document), rename);
            if (!is_row(document, rename.row))
                return no_such_word(document, rename.row);
            if (auto fault = is_in_vocabulary(document, rename.name); !fault)
                return fault.error();
            document.tokens.own()[static_cast<std::size_t>(rename.row)] = rename.name;
            return document;
        },
        [&](const InsertToken& insert) {
            if (insert.of == Names::Memory)
                return inserted_in_memory(std::move(document), insert);
            return insert.of == Names::Rows ? insert_token(std::move(document), insert)
                                            : inserted(std::move(document), insert);
        },
        [&](const RemoveToken& remove) -> Result<Document> {
            if (remove.of == Names::Memory)
                return removed_from_memory(std::move(document), remove);
            if (remove.of != Names::Rows)
                return removed(std::move(document), remove);
            if (!is_row(document, remove.row))
                return no_such_word(document, remove.row);
            if (token_count(document) == 1)
                return Error{"the last " + std::string(model_of(document).row) +
                             " cannot be removed: " + std::string(model_of(document).needs) +
                             " at least one"};
            auto order = identity_order(token_count(document));
            order.erase(order.begin() + remove.row);
            reorder_tokens(document, order);
            return document;
        },
        [&](const MoveToken& move) -> Result<Document> {
            for (const Index row : {move.from, move.to})
                if (!is_row(document, row))
                    return no_such_word(document, row);
            auto order = identity_order(token_count(document));
            order.erase(order.begin() + move.from);
            order.insert(order.begin() + move.to, move.from);
            reorder_tokens(document, order);
            return document;
        },
        [&](const SetWidth& set) { return set_width(std::move(document), set); },
        [&](const SetProjections& set) -> Result<Document> {
            const std::vector<Index> before = value_widths(document);
            if (set.projections == Projections::None)
                share_nothing(document);
            document.projections = set.projections;
            if (set.projections == Projections::Learned && document.heads.empty()) {
                const Index width = d_model(document);
                document.heads.push_back(identity_head(width, width, width));
            }
            fit_join(document, before);
            return document;
        },
        [&](const SetScale& set) -> Result<Document> {
            document.switches.scale = set.scale;
            return document;
        },
        [&](const SetMask& set) -> Result<Document> {
            document.switches.mask = set.mask;
            return document;
        },
        [&](const SetMaskCell& set) { return set_mask_cell(std::move(document), set); },
        [&](const SetNormaliser& set) -> Result<Document> {
            document.switches.normaliser = set.normaliser;
            return document;
        },
        [&](const SetAxis& set) -> Result<Document> {
            document.switches.axis = set.axis;
            return document;
        },
        [&](const SetConvention& set) -> Result<Document> {
            document.convention = set.convention;
            return document;
        },
        [&](const SetTemperature& set) -> Result<Document> {
            document.switches.temperature = set.temperature;
            return document;
        },
        [&](const SetTitle& set) -> Result<Document> {
            document.title = set.title;
            return document;
        },
        [&](const SetNotes& set) -> Result<Document> {
            document.notes = set.notes;
            return document;
        },
        [&](const AddHead&) -> Result<Document> { return with_head(std::move(document)); },
        [&](const RemoveHead& remove) -> Result<Document> {
            const auto count = static_cast<Index>(document.heads.size());
            if (remove.head < 0 || remove.head >= count)
                return Error{"there is no " + head_name(remove.head) +
                             (count == 0 ? "; the document has none"
                                         : "; the heads are 0 to " + std::to_string(count - 1))};
            if (count == 1)
                return Error{"the last head cannot be removed: attention needs at least one"};
            forget_rows_of(document, remove.head);
            forget_options_of(document, remove.head);
            forget_head(document, remove.head);
            forget_covers_of(document, remove.head);
            return document;
        },
        [&](const Replace& replace) -> Result<Document> { return replace.document; },
        [&](const SetKept& set) -> Result<Document> {
            document.concepts.kept = set.count;
            return document;
        },
        [&](const SetJoin& set) -> Result<Document> {
            return joined_by(std::move(document), set.join);
        },
        [&](const SetOptions& set) -> Result<Document> {
            return with_options(std::move(document), set.options);
        },
        [&](const SetTraining& set) -> Result<Document> {
            document.training = set.settings;
            return document;
        },
        [&](const SetCovers& set) -> Result<Document> {
            document.covers = set.covers;
            return document;
        },
        [&](const SetFigures& set) -> Result<Document> {
            document.figures = set.figures;
            return document;
        },
        [&](const SetLesson& set) -> Result<Document> {
            document.lesson = set.lesson;
            return document;
        },
        [&](const Give& give) { return given(std::move(document), give); },
        [&](const Release& release) -> Result<Document> {
            if (auto fault = may_be_released(document, release.sheet); !fault)
                return fault.error();
            return released(std::move(document), release.sheet);
        },
        [&](const SetWords& set) -> Result<Document> {
            auto read = with_words(document, set.words);
            if (read)
                read->covers = document.covers;
            return read;
        });
}

bool changes_shapes(const Command& command) {
    return std::holds_alternative<SetWidth>(command) ||
           std::holds_alternative<InsertToken>(command) ||
           std::holds_alternative<RemoveToken>(command) ||
           std::holds_alternative<SetProjections>(command) ||
           std::holds_alternative<AddHead>(command) ||
           std::holds_alternative<RemoveHead>(command) || std::holds_alternative<SetJoin>(command);
}

/// Moves the covers along when a list gains, loses or moves a line.
void move_covers(Document& after, const Document& before, const Command& command) {
    if (after.covers.empty())
        return;
    const auto lines = [&](Names of) {
        return identity_order(static_cast<Index>(names(before, of).size()));
    };
    if (const auto* const insert = std::get_if<InsertToken>(&command)) {
        auto order = lines(insert->of);
        order.insert(order.begin() + insert->row, -1);
        move_covers(after, insert->of, order);
    } else if (const auto* const remove = std::get_if<RemoveToken>(&command)) {
        auto order = lines(remove->of);
        order.erase(order.begin() + remove->row);
        move_covers(after, remove->of, order);
    } else if (const auto* const move = std::get_if<MoveToken>(&command)) {
        auto order = lines(Names::Rows);
        order.erase(order.begin() + move->from);
        order.insert(order.begin() + move->to, move->from);
        move_covers(after, Names::Rows, order);
    }
}

} // namespace

Result<Document> apply(const Document& document, const Command& command) {
    if (auto fault = fits_kind(document, command); !fault)
        return fault.error();
    auto after = changed(document, command);
    if (!after)
        return after.error();
    move_covers(*after, document, command);
    if (std::holds_alternative<SetWidth>(command) || std::holds_alternative<InsertToken>(command) ||
        std::holds_alternative<RemoveToken>(command))
        fit_concepts(*after);
    if (changes_shapes(command))
        fit_options(*after);
    if (!std::holds_alternative<SetTraining>(command)) // the inputs it names must exist
        fit_training(*after);
    if (!std::holds_alternative<SetCovers>(command))
        fit_covers(*after);
    after->switches.mask = resolved(std::move(after->switches.mask), key_count(*after));
    if (const auto fault = validate(*after); !fault)
        return fault.error();
    return after;
}

namespace {

Error no_such_name(const Document& document, Index at, Names of) {
    const auto count = static_cast<Index>(names(document, of).size());
    const std::string what = of == Names::Columns ? "film" : "new vector";
    return Error{"there is no " + what + " " + std::to_string(at) +
                 (count == 0 ? "; the document has none"
                             : "; the " + what + "s are 0 to " + std::to_string(count - 1))};
}

bool is_name(const Document& document, Index at, Names of) {
    return at >= 0 && at < static_cast<Index>(names(document, of).size());
}

std::vector<std::string>& list_of(Document& document, Names of) {
    return of == Names::Columns ? document.concepts.columns : document.concepts.names;
}

Matrix with_zero_column(const Matrix& matrix, Index at) {
    Matrix wider = Matrix::Zero(matrix.rows(), matrix.cols() + 1);
    wider.leftCols(at) = matrix.leftCols(at);
    wider.rightCols(matrix.cols() - at) = matrix.rightCols(matrix.cols() - at);
    return wider;
}

Matrix without_column(const Matrix& matrix, Index at) {
    Matrix narrower(matrix.rows(), matrix.cols() - 1);
    narrower.leftCols(at) = matrix.leftCols(at);
    narrower.rightCols(matrix.cols() - at - 1) = matrix.rightCols(matrix.cols() - at - 1);
    return narrower;
}

std::string new_film(const std::vector<std::string>& films) {
    for (std::size_t number = films.size() + 1;; ++number) {
        std::string name = "Film " + std::to_string(number);
        if (std::find(films.begin(), films.end(), name) == films.end())
            return name;
    }
}

} // namespace

Result<> fits_kind(const Document& document, const Command& command) {
    const bool is_attention = has_stage(document, Stage::Weights);
    const auto only_of_concepts = [&](bool asks) -> Result<> {
        if (asks && is_attention)
            return Error{
                "an attention document has no films, new vectors or kept concepts; its parts are "
                "the words, X, the heads and the switches"};
        return Nothing{};
    };
    const auto is_of_concepts = [](Names of) {
        return of == Names::Columns || of == Names::Vectors;
    };
    const Error only_of_attention{
        "a concepts document has no heads and no attention switches; its parts are the ratings, "
        "the new vectors, their names and k"};
    return match(
        command, [&](const RenameToken& c) { return only_of_concepts(is_of_concepts(c.of)); },
        [&](const InsertToken& c) { return only_of_concepts(is_of_concepts(c.of)); },
        [&](const RemoveToken& c) { return only_of_concepts(is_of_concepts(c.of)); },
        [&](const SetKept&) { return only_of_concepts(true); },
        [&](const SetWidth& c) -> Result<> {
            if (!is_attention && c.width != Width::Model)
                return only_of_attention;
            return Nothing{};
        },
        [&](const auto& c) -> Result<> {
            using Asked = std::decay_t<decltype(c)>;
            constexpr bool is_of_both =
                std::is_same_v<Asked, SetCell> || std::is_same_v<Asked, SetMatrix> ||
                std::is_same_v<Asked, SetRow> || std::is_same_v<Asked, MoveToken> ||
                std::is_same_v<Asked, SetTitle> || std::is_same_v<Asked, SetNotes> ||
                std::is_same_v<Asked, SetFigures> || std::is_same_v<Asked, SetLesson> ||
                std::is_same_v<Asked, Replace>;
            if (!is_of_both && !is_attention)
                return only_of_attention;
            return Nothing{};
        });
}

Result<Document> renamed(Document document, const RenameToken& command) {
    if (!is_name(document, command.row, command.of))
        return no_such_name(document, command.row, command.of);
    list_of(document, command.of)[static_cast<std::size_t>(command.row)] = command.name;
    return document;
}

Result<Document> inserted(Document document, const InsertToken& command) {
    std::vector<std::string>& list = list_of(document, command.of);
    const auto count = static_cast<Index>(list.size());
    if (command.row < 0 || command.row > count)
        return Error{std::string(command.of == Names::Columns ? "a film" : "a new vector") +
                     " cannot be added at " + std::to_string(command.row) + "; expected 0 to " +
                     std::to_string(count)};
    list.insert(list.begin() + command.row, command.name);
    ConceptInputs& concepts = document.concepts;
    if (command.of == Names::Columns) {
        document.embeddings = with_zero_column(*document.embeddings, command.row);
        concepts.vectors = with_zero_column(*concepts.vectors, command.row);
        return document;
    }
    const Matrix& given = *command.embedding;
    if (given.size() != 0 && (given.rows() != 1 || given.cols() != d_model(document)))
        return Error{"a new vector needs " + std::to_string(d_model(document)) +
                     " numbers, one for each film, but " + std::to_string(given.size()) +
                     " were given"};
    Matrix vectors = Matrix::Zero(count + 1, d_model(document));
    vectors.topRows(command.row) = concepts.vectors->topRows(command.row);
    vectors.bottomRows(count - command.row) = concepts.vectors->bottomRows(count - command.row);
    if (given.size() != 0)
        vectors.row(command.row) = given;
    concepts.vectors = std::move(vectors);
    return document;
}

Result<Document> removed(Document document, const RemoveToken& command) {
    if (!is_name(document, command.row, command.of))
        return no_such_name(document, command.row, command.of);
    std::vector<std::string>& list = list_of(document, command.of);
    ConceptInputs& concepts = document.concepts;
    if (command.of == Names::Columns) {
        if (list.size() == 1)
            return Error{"the last film cannot be removed: ratings need at least one"};
        document.embeddings = without_column(*document.embeddings, command.row);
        concepts.vectors = without_column(*concepts.vectors, command.row);
    } else {
        concepts.vectors =
            Matrix(without_column(concepts.vectors->transpose(), command.row).transpose());
    }
    list.erase(list.begin() + command.row);
    return document;
}

void fit_concepts(Document& document) {
    if (!has_stage(document, Stage::Reconstruction))
        return;
    ConceptInputs& concepts = document.concepts;
    const Index films = d_model(document);
    while (static_cast<Index>(concepts.columns.size()) < films)
        concepts.columns.push_back(new_film(concepts.columns));
    concepts.columns.resize(static_cast<std::size_t>(films));
    if (concepts.vectors.cols() != films) {
        Matrix vectors = Matrix::Zero(concepts.vectors.rows(), films);
        const Index common = std::min(films, concepts.vectors.cols());
        vectors.leftCols(common) = concepts.vectors->leftCols(common);
        concepts.vectors = std::move(vectors);
    }
    concepts.kept = std::min(concepts.kept, concept_count(document));
}

// Says what a command does, in the words of the Edit menu and the history.

namespace {

std::string token(const Document& document, Index row, Names of = Names::Rows) {
    const std::vector<std::string>& list = names(document, of);
    return row >= 0 && row < static_cast<Index>(list.size()) ? quoted_word(list, row)
                                                             : "word " + std::to_string(row);
}

/// The words with a blank between them, as many as fit in a menu.
std::string briefly(const std::vector<std::string>& words) {
    constexpr std::size_t most = 32;
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty() && display_width(text) + display_width(word) > most)
            return text + " …";
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// Writes all digits if they are few.
std::string brief(Real number) {
    constexpr std::size_t few = 7;
    const std::string whole = shortest(number);
    return with_minus(whole.size() <= few ? whole : significant(number, 4));
}

/// Names a cell: "cat, 2" in X, "P cat, 2", "W_Q[2,3]".
std::string cell_name(const Document& document, const Place& place) {
    const SheetRoles lines = roles_of(document, place.sheet);
    const auto* const rows = words_of(document, lines.rows);
    const auto* const columns = words_of(document, lines.columns);
    const auto row = static_cast<std::size_t>(place.row);
    const auto column = static_cast<std::size_t>(place.column);
    if (!rows || row >= rows->size()) // a single line, as in b_Q, has no name
        return entry(place, document.convention);
    return (place.sheet.stage == Stage::X ? "" : to_text(place.sheet) + " ") +
           told_word(*rows, place.row) + ", " +
           (columns && column < columns->size() ? (*columns)[column] : std::to_string(column));
}

std::string changed_cell(const Document& before, const SetCell& set) {
    if (!exists(before, set.place))
        return "Set " + entry(set.place, before.convention);
    if (!input(before, set.place.sheet)) // it was computed when the drag began
        return "Set " + entry(set.place, before.convention) + " to " + brief(set.value);
    return cell_name(before, set.place) + ": " + brief(value_at(before, Trace{}, set.place)) +
           " → " + brief(set.value);
}

/// Says "Move “cat” in X".
std::string moved_row(const Document& before, const SetRow& set) {
    const auto* const words = words_of(before, roles_of(before, set.sheet).rows);
    const auto row = static_cast<std::size_t>(set.row);
    return "Move " +
           (words && row < words->size() ? quoted_word(*words, set.row)
                                         : "row " + std::to_string(set.row)) +
           " in " + to_text(set.sheet);
}

std::string scale_name(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return "Scale: ÷ √d_k";
    case Scale::Kind::None:
        return "Scale: none";
    case Scale::Kind::Dk:
        return "Scale: ÷ d_k";
    case Scale::Kind::SqrtDmodel:
        return "Scale: ÷ √d_model";
    case Scale::Kind::Number:
        return "Scale: ÷ " + shortest(scale.number);
    }
    assert(false && "every kind of scale is handled");
    return "";
}

/// Says "Learning rate: 0.1 → 0.5"; for several settings at once only that they changed.
std::string changed_training(const Document& before, const TrainingSettings& now) {
    const TrainingSettings was = before.training.value_or(TrainingSettings{});
    std::vector<std::string> changes;
    const auto number = [&](const char* what, Real old, Real given) {
        if (old != given)
            changes.push_back(std::string(what) + ": " + brief(old) + " → " + brief(given));
    };
    if (was.optimiser != now.optimiser)
        changes.push_back("Optimiser: " + std::string(info(now.optimiser).title));
    number("Learning rate", was.rate, now.rate);
    number("Momentum", was.momentum, now.momentum);
    number("β₁", was.beta_1, now.beta_1);
    number("β₂", was.beta_2, now.beta_2);
    number("ε", was.epsilon, now.epsilon);
    number("Weight decay", was.weight_decay, now.weight_decay);
    number("Steps of training", was.steps, now.steps);
    if (was.seed != now.seed)
        changes.push_back(now.seed ? "Seed of training: " + std::to_string(*now.seed)
                                   : "Training without a seed");
    if (was.learned != now.learned) {
        std::vector<std::string> names;
        for (const SheetId& sheet : now.learned)
            names.push_back(to_text(sheet));
        changes.push_back(names.empty() ? "Learn what is usual" : "Learn " + in_a_sentence(names));
    }
    return changes.size() == 1 ? changes.front() : "Set how it trains";
}

} // namespace

std::string describe(const Document& before, const Command& command) {
    return match(
        command, [&](const SetCell& set) { return changed_cell(before, set); },
        [&](const SetMatrix& set) { return set.what; },
        [&](const SetRow& set) { return moved_row(before, set); },
        [&](const RenameToken& rename) {
            return "Rename " + token(before, rename.row, rename.of) + " to “" + rename.name + "”";
        },
        [&](const InsertToken& insert) { return "Add “" + insert.name + "”"; },
        [&](const RemoveToken& remove) { return "Remove " + token(before, remove.row, remove.of); },
        [&](const MoveToken& move) { return "Move " + token(before, move.from); },
        [&](const SetWords& set) { return "Type “" + briefly(set.words) + "”"; },
        [&](const SetWidth& set) {
            if (const std::string columns(model_of(before).columns); !columns.empty())
                return "Set the number of " + columns + " to " + std::to_string(set.size);
            const std::string name = set.width == Width::Model      ? "d_model"
                                     : set.width == Width::QueryKey ? "d_k"
                                                                    : "d_v";
            return "Set " + name + " to " + std::to_string(set.size);
        },
        [&](const SetProjections& set) -> std::string {
            return set.projections == Projections::Learned ? "Projections: learned"
                                                           : "Projections: none";
        },
        [&](const SetScale& set) { return scale_name(set.scale); },
        [&](const SetMask& set) -> std::string { return "Mask: " + to_text(set.mask); },
        [&](const SetMaskCell& set) {
            return std::string(set.blocked ? "Block" : "Open") + " mask[" +
                   std::to_string(set.row) + "," + std::to_string(set.column) + "]";
        },
        [&](const SetNormaliser& set) -> std::string {
            return "Normalise: " + std::string(info(set.normaliser).noun);
        },
        [&](const SetAxis& set) -> std::string {
            return written(set.axis, before.convention) == Axis::Rows ? "Normalise over rows"
                                                                      : "Normalise over columns";
        },
        [&](const SetConvention& set) -> std::string {
            return set.convention == Convention::TokensAsRows ? "Words as rows"
                                                              : "Words as columns";
        },
        [&](const SetTemperature& set) {
            return "Set temperature to " + shortest(set.temperature);
        },
        [&](const SetTitle&) -> std::string { return "Set the title"; },
        [&](const SetNotes&) -> std::string { return "Set the notes"; },
        [&](const AddHead&) -> std::string { return "Add a head"; },
        [&](const RemoveHead& remove) { return "Remove " + head_name(remove.head); },
        [&](const Replace& replace) { return replace.what; },
        [&](const SetKept& set) { return "Keep k = " + std::to_string(set.count); },
        [&](const SetJoin& set) -> std::string {
            return set.join == Join::None         ? "Heads: apart"
                   : set.join == Join::SideBySide ? "Heads: side by side"
                                                  : "Heads: joined by W_O";
        },
        [&](const SetOptions& set) { return set.what; },
        [&](const SetTraining& set) { return changed_training(before, set.settings); },
        [&](const SetCovers& set) { return set.what; },
        [&](const SetFigures& set) { return set.what; },
        [&](const SetLesson& set) -> std::string {
            return set.lesson.empty() ? "Remove the lesson" : "Carry a lesson";
        },
        [&](const Give& give) { return "Give " + to_text(give.sheet); },
        [&](const Release& release) { return "Compute " + to_text(release.sheet) + " again"; });
}

} // namespace attn
