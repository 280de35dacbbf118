// SPDX-License-Identifier: MIT
#include "core/document/command_join.h"

#include <algorithm>
#include <utility>

namespace attn {

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
    const Index width = joined_width(document);
    document.w_o = join == Join::WO ? Matrix(Matrix::Identity(width, width)) : Matrix();
    return document;
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
