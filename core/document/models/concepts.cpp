// SPDX-License-Identifier: MIT
// Ratings taken apart into concepts: X = U s Vᵀ, what is rebuilt from some of them, and where new
// people stand among them. Golub and Van Loan, Matrix Computations, section 2.4.
#include "core/document/model.h"
#include "core/engine/operation.h"

namespace attn::models {

Graph concepts(const Document& document) {
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

bool concepts_have(const Document& document, Stage stage) {
    return info(stage, Kind::Concepts).rows != Role::NewVector || !document.concepts.names.empty();
}

} // namespace attn::models
