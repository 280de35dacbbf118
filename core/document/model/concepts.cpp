// SPDX-License-Identifier: MIT
// Splits ratings into concepts: X = U s Vᵀ, the ratings rebuilt from some concepts, and the
// coordinates of new people. Golub and Van Loan, Matrix Computations, section 2.4.
#include "core/engine/numbers/concepts.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/model/model.h"
#include "core/engine/graph/operation.h"

#include <cmath>

namespace attn::models {
namespace {

Graph graph_of(const Document& document, Index) {
    Graph graph;
    const auto given = [&](Stage stage) {
        const SharedMatrix& matrix = *input(document, {stage});
        return graph.add({{stage}, &operation::given, {}, {}, {matrix.rows(), matrix.cols()}, {}});
    };
    const auto add = [&](Stage stage, const Operation& by, std::vector<std::size_t> inputs,
                         Options options = {}, std::vector<SheetId> seen_with = {}) {
        return graph.add(
            {{stage}, &by, std::move(inputs), std::move(options), {}, std::move(seen_with)});
    };
    const Kept kept{document.concepts.kept};
    const bool has_vectors = has_stage(document, Stage::Vectors);
    const std::size_t x = given(Stage::X);
    const std::size_t vectors = has_vectors ? given(Stage::Vectors) : 0;
    const std::size_t vt =
        add(Stage::Vt, operation::right_vectors, {x}, {}, {{Stage::U}, {Stage::S}});
    const std::size_t people = add(Stage::People, operation::coordinates, {x, vt});
    const std::size_t s = add(Stage::S, operation::singular_values, {people});
    const std::size_t u = add(Stage::U, operation::left_vectors, {people, s});
    add(Stage::Share, operation::shares, {s});
    const std::size_t rebuilt = add(Stage::Reconstruction, operation::rebuilt, {u, s, vt}, kept);
    add(Stage::Difference, operation::difference, {x, rebuilt});
    add(Stage::Error, operation::dropped, {s}, kept);
    if (has_vectors) {
        const std::size_t projected = add(Stage::Projected, operation::coordinates, {vectors, vt});
        add(Stage::Cosine, operation::cosines, {vectors});
        add(Stage::ConceptCosine, operation::cosines, {projected}, kept);
    }
    return graph;
}

bool has(const Document& document, Stage stage) {
    return info(stage, Model::Concepts).rows != Role::NewVector || !document.concepts.names.empty();
}

Result<> validate_numbers(const SharedMatrix& matrix, const std::string& where) {
    for (Index row = 0; row < matrix.rows(); ++row)
        for (Index column = 0; column < matrix.cols(); ++column)
            if (const Real value = (*matrix)(row, column); !(std::abs(value) <= max_rating))
                return Error{shortest(value) + " cannot be taken apart into concepts: every number "
                                               "must be finite and no larger than 1e100",
                             where + "[" + std::to_string(row) + "," + std::to_string(column) +
                                 "]"};
    return Nothing{};
}

Result<> validated_concepts(const Document& document) {
    const ConceptInputs& concepts = document.concepts;
    const Index people = token_count(document), films = d_model(document);
    if (auto fault = within(people, max_concept_side, "rows", "ratings"); !fault)
        return fault;
    if (auto fault = within(films, max_concept_side, "columns", "ratings"); !fault)
        return fault;
    const auto named = [](std::size_t found, Index expected, const char* what, const char* where) {
        return Error{"the number of names is " + std::to_string(found) + ", but the ratings have " +
                         std::to_string(expected) + " " + what + "s; each " + what +
                         " needs one name",
                     where};
    };
    if (static_cast<Index>(document.tokens.size()) != people)
        return named(document.tokens.size(), people, "row", "rows");
    if (static_cast<Index>(concepts.columns.size()) != films)
        return named(concepts.columns.size(), films, "column", "columns");
    if (auto fault = validate_numbers(document.embeddings, "ratings"); !fault)
        return fault;
    const Index most = concept_count(document);
    if (concepts.kept < 1 || concepts.kept > most)
        return Error{"k is " + std::to_string(concepts.kept) + ", expected 1 to " +
                         std::to_string(most) + ", because ratings of " +
                         shape_text(people, films) + " have " + std::to_string(most) +
                         (most == 1 ? " concept" : " concepts"),
                     "k"};
    if (concepts.names.size() > static_cast<std::size_t>(max_concept_side))
        return Error{std::to_string(concepts.names.size()) +
                         " vectors are more than the limit of " + std::to_string(max_concept_side),
                     "vectors"};
    for (std::size_t at = 0; at < concepts.names.size(); ++at)
        for (std::size_t before = 0; before < at; ++before)
            if (concepts.names[at] == concepts.names[before])
                return Error{"two new vectors are called " + cite(concepts.names[at]) +
                                 "; each needs a name of its own",
                             "vectors"};
    if (auto fault = has_shape(concepts.vectors, static_cast<Index>(concepts.names.size()), films,
                               "vectors", "(one number for each column of the ratings)");
        !fault)
        return fault;
    return validate_numbers(concepts.vectors, "vectors");
}

/// The cost of an SVD and everything after it.
Real cost_of_concepts(const Document& document) {
    constexpr Real rotations = 200; // of each pair of columns, times the cost of one rotation
    const auto sides = static_cast<Real>(token_count(document)) *
                       static_cast<Real>(d_model(document)) *
                       static_cast<Real>(concept_count(document));
    const auto vectors = static_cast<Real>(document.concepts.names.size());
    return rotations * sides + vectors * vectors * static_cast<Real>(d_model(document));
}

void evaluate_concepts(const Document& document, Trace& trace, Progress*) {
    trace.concepts =
        find_concepts(*document.embeddings, document.concepts.kept, *document.concepts.vectors);
}

} // namespace

const ModelInfo concepts{
    Model::Concepts,
    "a concepts document",
    "Concepts",
    "Concepts by singular value decomposition (Golub and Van Loan, section "
    "2.4)",
    "person",
    "people",
    "films",
    "person",
    "person",
    "P",
    "Film ",
    "ratings need",
    max_concept_side,
    false,
    Stage::Reconstruction,
    {Stage::Reconstruction, Stage::ConceptCosine, Stage::Share},
    graph_of,
    has,
    [](const Document&, Stage) -> std::string { return "it has no new vectors"; },
    validated_concepts,
    cost_of_concepts,
    evaluate_concepts};

} // namespace attn::models
