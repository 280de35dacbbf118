// SPDX-License-Identifier: MIT
#include "core/document/mistake_options.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/normalisers.h"
#include "core/engine/operation.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace attn {
namespace {

/// Computes the document stage by stage; `edit` changes the numbers of a stage before later ones
/// read them.
Calculation edited(Document document,
                   const std::function<void(const SheetId&, Matrix& numbers)>& edit) {
    const Graph stages = graph(document);
    Calculation made{std::move(document), {}};
    for (const Node& node : stages.nodes()) {
        if (node.inputs.empty() || info(node.sheet.stage).is_by_query)
            continue;
        std::vector<const Matrix*> read;
        for (const std::size_t at : node.inputs) {
            const SheetId& from = stages[at].sheet;
            const SharedMatrix* const given = input(made.document, from);
            read.push_back(given ? &**given : &made.trace.stages.at(key_of(from)));
        }
        Matrix& numbers = made.trace.stages[key_of(node.sheet)];
        node.operation->run(node.options, read, numbers);
        edit(node.sheet, numbers);
    }
    models::close_lines(made.document, made.trace);
    return made;
}

Calculation with_trace(Document document) {
    Trace trace = evaluate(document);
    return {std::move(document), std::move(trace)};
}

/// Sets W_O so that it leaves the heads side by side, as far as there are columns.
Document without_w_o(Document document) {
    document.w_o = Matrix(Matrix::Identity(document.w_o.rows(), document.w_o.cols()));
    return document;
}

/// Sets W_O so that it adds the heads: part of an identity for each, below each other.
Document with_heads_added(Document document) {
    Matrix w_o(document.w_o.rows(), document.w_o.cols());
    Index row = 0;
    for (Index head = 0; head < head_count(document); ++head) {
        const Index width = d_v(document, head);
        w_o.middleRows(row, width) = Matrix::Identity(width, w_o.cols());
        row += width;
    }
    document.w_o = std::move(w_o);
    return document;
}

/// Removes the positions from X and adds them to queries and keys, column by column.
Calculation with_late_positions(const Document& document) {
    const Trace right = evaluate(document);
    const Matrix x = *document.embeddings, p = matrix_of(document, right, {Stage::P});
    return edited(document, [&](const SheetId& sheet, Matrix& numbers) {
        const bool is_first = sheet.layer == 0 && !sheet.is_cross;
        if (sheet.stage == Stage::Embedded)
            numbers = x;
        const bool is_of_words =
            sheet.stage == Stage::Q || (sheet.stage == Stage::K && !document.options.has_memory);
        if (is_first && is_of_words) {
            const Index width = std::min(numbers.cols(), p.cols());
            numbers.leftCols(width) += p.leftCols(width);
        }
    });
}

Document with_norm_on_other_side(Document document) {
    Block& block = *document.options.block;
    block.place = block.place == Block::Place::Before ? Block::Place::After : Block::Place::Before;
    return document;
}

/// Opens the key after the last open one as well; the first key is open to all.
Document with_mask_off_by_one(Document document) {
    const Index queries = token_count(document), keys = key_count(document);
    Flags cells(queries, keys);
    for (Index row = 0; row < queries; ++row)
        for (Index column = 0; column < keys; ++column)
            cells(row, column) = column > 0 && is_blocked(document.switches.mask, row, column - 1);
    document.switches.mask = {Mask::Kind::Painted, std::move(cells)};
    return document;
}

} // namespace

std::string lack_for(const Document& document, Mistake mistake) {
    const auto& block = document.options.block;
    switch (mistake) {
    case Mistake::ForgottenWO:
        return document.join == Join::WO
                   ? ""
                   : "The heads are not joined by W_O. Join them by W_O first";
    case Mistake::HeadsAdded:
        return document.join == Join::WO && head_count(document) > 1
                   ? ""
                   : "There are not two heads joined by W_O. Add a head and join them first";
    case Mistake::MissingKeepdim:
        return info(document.switches.normaliser).shares != NormaliserInfo::Shares::OfNothing
                   ? ""
                   : "No score is divided by the sum of a line. Choose softmax first";
    case Mistake::LatePositions:
        return has_stage(document, Stage::P)
                   ? ""
                   : "No positions are added to X. Choose learned or sinusoidal ones first";
    case Mistake::NormOnOtherSide:
        return block && block->has_norm()
                   ? ""
                   : "There is no norm. Choose a block with LayerNorm or RMSNorm first";
    default:
        return "";
    }
}

std::optional<Calculation> mistaken_options(const Document& document, Mistake mistake) {
    switch (mistake) {
    case Mistake::ForgottenWO:
        return with_trace(without_w_o(document));
    case Mistake::HeadsAdded:
        return with_trace(with_heads_added(document));
    case Mistake::LatePositions:
        return with_late_positions(document);
    case Mistake::NormOnOtherSide:
        return with_trace(with_norm_on_other_side(document));
    case Mistake::MaskOffByOne:
        return with_trace(with_mask_off_by_one(document));
    default:
        return std::nullopt;
    }
}

} // namespace attn
