// SPDX-License-Identifier: MIT
#include "core/document/model/document.h"

#include "core/document/model/given.h"
#include "core/document/model/given_layers.h"
#include "core/document/model/kept_figure.h"

#include <algorithm>

namespace attn {

Document::Document() = default;
Document::Document(const Document&) = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(const Document&) = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;
bool operator==(const Document&, const Document&) = default;

void take_remarks(Document& into, const Document& from) {
    into.title = from.title;
    into.notes = from.notes;
    into.training = from.training;
    into.figures = from.figures;
    into.lesson = from.lesson;
}

bool are_equal_but_for_remarks(const Document& a, const Document& b) {
    Document as_b = a; // a cheap copy: matrices are shared
    take_remarks(as_b, b);
    return as_b == b;
}

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
    return document.options.has_table ? static_cast<Index>(document.tokens.size())
                                      : document.embeddings.rows();
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
    const auto group = static_cast<std::size_t>(group_of(document, head));
    return document.projections == Projections::None ? source_width(document)
                                                     : document.heads[group].w_v.cols();
}

const std::vector<std::string>& names(const Document& document, Names of) {
    return of == Names::Rows      ? document.tokens.list()
           : of == Names::Columns ? document.concepts.columns
           : of == Names::Memory  ? document.memory.list()
                                  : document.concepts.names;
}

Index layer_count(const Document& document) {
    return document.options.block ? document.options.block->layers
           : has_x(document)      ? 1
                                  : layers_given(document);
}

bool has_cross(const Document& document) {
    return document.options.block && document.options.block->has_cross;
}

bool has_memory_list(const Document& document) {
    return document.options.has_memory || has_cross(document);
}

Index group_count(const Document& document) {
    const Index groups = document.options.key_value_groups;
    return groups == 0 ? head_count(document) : std::min(groups, head_count(document));
}

Index group_of(const Document& document, Index head) {
    return head * group_count(document) / head_count(document);
}

Index first_head_of(const Document& document, Index group) {
    return group * head_count(document) / group_count(document);
}

Index key_count(const Document& document) {
    return document.options.has_memory ? static_cast<Index>(document.memory.size())
                                       : token_count(document);
}

Index source_width(const Document& document) {
    return document.options.has_memory ? memory_width(document) : d_model(document);
}

Index memory_width(const Document& document) {
    const auto memory = document.of_options.find({Stage::Memory, 0});
    return memory == document.of_options.end() ? 0 : memory->second.cols();
}

const std::vector<std::string>& key_words(const Document& document) {
    return document.options.has_memory ? document.memory.list() : document.tokens.list();
}

std::string fresh_name(std::string_view begin, std::size_t first,
                       const std::vector<std::string>& list,
                       const std::vector<std::string>& other) {
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t number = first;; ++number) {
        std::string name = std::string(begin) + std::to_string(number);
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

} // namespace attn
