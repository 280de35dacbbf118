// SPDX-License-Identifier: MIT
#include "core/document/command_concepts.h"

#include "core/base/match.h"
#include "core/document/model.h"

#include <algorithm>

namespace attn {
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

} // namespace attn
