// SPDX-License-Identifier: MIT
#include "core/document/document.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/engine/concepts.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

std::string shape(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

Result<> within(Index found, Index limit, const std::string& what, const std::string& where) {
    if (found < 1)
        return Error{"there are no " + what + "; at least one is needed", where};
    if (found > limit)
        return Error{std::to_string(found) + " " + what + " are more than the limit of " +
                         std::to_string(limit),
                     where};
    return Nothing{};
}

Result<> has_shape(const SharedMatrix& matrix, Index rows, Index columns, const std::string& where,
                   const std::string& why) {
    if (matrix.rows() == rows && matrix.cols() == columns)
        return Nothing{};
    return Error{"the matrix is " + shape(matrix.rows(), matrix.cols()) + ", expected " +
                     shape(rows, columns) + " " + why,
                 where};
}

Result<> validate_head(const Document& document, std::size_t at) {
    const HeadWeights& head = document.heads[at];
    const std::string where = "heads[" + std::to_string(at) + "].";
    const Index width = d_model(document);
    const Index queries = head.w_q.cols(), values = head.w_v.cols();
    if (auto fault = within(queries, max_width, "columns", where + "w_q"); !fault)
        return fault;
    if (auto fault = within(values, max_width, "columns", where + "w_v"); !fault)
        return fault;
    const std::string rows =
        "(one row for each of the " + std::to_string(width) + " columns of the embeddings";
    if (auto fault = has_shape(head.w_q, width, queries, where + "w_q", rows + ")"); !fault)
        return fault;
    if (auto fault = has_shape(head.w_k, width, queries, where + "w_k",
                               rows + "; the columns of w_k are those of w_q)");
        !fault)
        return fault;
    return has_shape(head.w_v, width, values, where + "w_v", rows + ")");
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

Result<> validate_concepts(const Document& document) {
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
                         std::to_string(most) + ", because ratings of " + shape(people, films) +
                         " have " + std::to_string(most) + (most == 1 ? " concept" : " concepts"),
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

} // namespace

Document new_document() {
    const Matrix identity = Matrix::Identity(2, 2);
    Document document;
    document.title = "Untitled";
    document.tokens = {"one", "two"};
    document.embeddings = identity;
    document.heads = {{identity, identity, identity}};
    return document;
}

Index token_count(const Document& document) {
    return document.embeddings.rows();
}
Index d_model(const Document& document) {
    return document.embeddings.cols();
}

Index d_k(const Document& document, Index head) {
    return document.projections == Projections::None
               ? d_model(document)
               : document.heads[static_cast<std::size_t>(head)].w_q.cols();
}

Index d_v(const Document& document, Index head) {
    return document.projections == Projections::None
               ? d_model(document)
               : document.heads[static_cast<std::size_t>(head)].w_v.cols();
}

const std::vector<std::string>& names(const Document& document, Names of) {
    return of == Names::Rows      ? document.tokens.list()
           : of == Names::Columns ? document.concepts.columns
                                  : document.concepts.names;
}

std::string name_begin(Kind kind, Names of) {
    return kind == Kind::Attention ? "word_" : of == Names::Columns ? "Film " : "P";
}

std::string fresh_name(const std::string& begin, std::size_t first,
                       const std::vector<std::string>& list,
                       const std::vector<std::string>& other) {
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t number = first;; ++number) {
        std::string name = begin + std::to_string(number);
        if (!has(list, name) && !has(other, name))
            return name;
    }
}

Index concept_count(const Document& document) {
    return std::min(token_count(document), d_model(document));
}

Index head_count(const Document& document) {
    return document.projections == Projections::None ? 1
                                                     : static_cast<Index>(document.heads.size());
}

Index joined_width(const Document& document) {
    Index width = 0;
    for (Index head = 0; head < head_count(document); ++head)
        width += d_v(document, head);
    return width;
}

Index d_out(const Document& document) {
    return document.w_o.cols();
}

namespace {

Result<> validate_join(const Document& document) {
    if (document.join != Join::WO)
        return Nothing{};
    const Index width = joined_width(document), out = d_out(document);
    if (auto fault = within(out, max_width, "columns", "W_O"); !fault)
        return fault;
    return has_shape(document.w_o, width, out, "W_O",
                     "(one row for each column of the heads side by side)");
}

} // namespace

Result<> validate(const Document& document) {
    if (document.kind == Kind::Concepts)
        return validate_concepts(document);
    const Index words = token_count(document);
    if (auto fault = within(words, max_tokens, "rows", "embeddings"); !fault)
        return fault;
    if (auto fault = within(d_model(document), max_width, "columns", "embeddings"); !fault)
        return fault;
    if (static_cast<Index>(document.tokens.size()) != words)
        return Error{"the number of tokens is " + std::to_string(document.tokens.size()) +
                         ", but the embeddings have " + std::to_string(words) +
                         " rows; each token needs one row",
                     "tokens"};

    const auto heads = static_cast<Index>(document.heads.size());
    if (document.projections == Projections::Learned || heads > 0)
        if (auto fault = within(heads, max_heads, "heads", "heads"); !fault)
            return fault;
    for (std::size_t at = 0; at < document.heads.size(); ++at)
        if (auto fault = validate_head(document, at); !fault)
            return fault;

    if (auto fault = validate_join(document); !fault)
        return fault;
    const Switches& switches = document.switches;
    if (switches.scale.kind == Scale::Kind::Number &&
        !(switches.scale.number > 0 && std::isfinite(switches.scale.number)))
        return Error{"the scores cannot be divided by " + shortest(switches.scale.number) +
                         "; expected a number above 0",
                     "scale"};
    if (!(switches.temperature > 0 && std::isfinite(switches.temperature)))
        return Error{"the temperature is " + shortest(switches.temperature) +
                         ", expected a number above 0",
                     "temperature"};
    if (switches.mask.kind == Mask::Kind::Painted &&
        (switches.mask.painted.rows() != words || switches.mask.painted.cols() != words))
        return Error{"the painted mask is " +
                         shape(switches.mask.painted.rows(), switches.mask.painted.cols()) +
                         ", expected " + shape(words, words) + " (one row and column per token)",
                     "mask"};
    return Nothing{};
}

} // namespace attn
