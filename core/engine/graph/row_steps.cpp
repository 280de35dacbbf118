// SPDX-License-Identifier: MIT
#include "core/engine/graph/row_steps.h"

#include "core/engine/numbers/parallel.h"
#include "core/engine/operations/rows.h"

#include <algorithm>
#include <array>
#include <memory>

namespace attn {

std::vector<std::size_t> whose_numbers(const Graph& graph) {
    const auto repeats = [](const Node& node) {
        if (node.operation == &operation::copied)
            return true;
        if (const auto* const mask = std::get_if<Mask>(&node.options))
            return node.operation == &operation::masked && mask->kind == Mask::Kind::None;
        const auto* const divisors = std::get_if<std::vector<Divisor>>(&node.options);
        return node.operation == &operation::scaled && divisors && divisors->empty();
    };
    std::vector<std::size_t> whose;
    for (std::size_t at = 0; at < graph.size(); ++at)
        whose.push_back(repeats(graph[at]) ? whose[graph[at].inputs[0]] : at);
    return whose;
}

std::vector<RowStep> row_steps(const Graph& graph, std::span<const std::size_t> order) {
    constexpr Index large =
        4096; // numbers; sharing fewer among cores takes as long as computing them
    constexpr Index whole = 1 << 16; // numbers of an input that each core holds beside its rows
    const auto goes_by_rows = [&](std::size_t at) {
        const Node& node = graph[order[at]];
        const Shape& read = graph[node.inputs[0]].shape;
        if (!(read.rows * read.columns > large && node.operation->by_rows &&
              node.operation->by_rows(node)))
            return false;
        if (!node.operation->pack)
            return true;
        const Shape& second = graph[node.inputs[1]].shape;
        return second.rows * second.columns <= whole;
    };
    const std::vector<std::size_t> whose = whose_numbers(graph);
    std::vector<RowStep> steps;
    const auto is_made_here = [&](std::size_t stage) { // in the last step
        const auto here = order.subspan(steps.back().first, steps.back().count);
        return std::find(here.begin(), here.end(), whose[stage]) != here.end();
    };
    for (std::size_t at = 0; at < order.size(); ++at) {
        RowStep* const before = steps.empty() ? nullptr : &steps.back();
        const Node& node = graph[order[at]];
        const bool goes_on = before && goes_by_rows(at) && goes_by_rows(before->first) &&
                             node.shape.rows == graph[order[before->first]].shape.rows &&
                             !(node.operation->pack && is_made_here(node.inputs[1]));
        if (goes_on)
            ++before->count;
        else
            steps.push_back({at, 1});
    }
    return steps;
}

void run_rows(const Graph& graph, std::span<const std::size_t> stages,
              std::span<const std::size_t> stands_for, const StageNumbers& numbers,
              const Progress* progress) {
    std::vector<Index> place(graph.size(),
                             0); // the place of a row that is not stored within a row of all
    std::vector<std::unique_ptr<Real[]>> packed(graph.size());
    Index width = 0, widest = 0;
    Real cells = 0;
    for (const std::size_t at : stages) {
        const Shape& shape = graph[at].shape;
        if (numbers.made[at]) {
            numbers.made[at]->resize(shape.rows, shape.columns);
        } else {
            place[at] = width;
            width += shape.columns;
        }
        const Shape& read = graph[graph[at].inputs[0]].shape;
        widest = std::max({widest, read.columns, shape.columns});
        cells += static_cast<Real>(read.rows) * static_cast<Real>(read.columns);
        if (const auto pack = graph[at].operation->pack) {
            const Matrix& whole = *numbers.read[stands_for[graph[at].inputs[1]]];
            packed[at] = pack(whole);
            cells +=
                static_cast<Real>(shape.rows) * static_cast<Real>(whole.size()) / row_cell_cost;
        }
    }
    const auto work = [&](Index first, Index last) {
        if (is_cancelled(progress))
            return;
        const Index count = last - first;
        const std::unique_ptr<Real[]> passing(new Real[static_cast<std::size_t>(count * width)]);
        const auto passing_rows = [&](std::size_t at) -> RowsOf<Real> {
            return {passing.get() + count * place[at], first, count, graph[at].shape.columns};
        };
        for (const std::size_t at : stages) {
            std::array<RowsOf<const Real>, most_row_inputs> read;
            std::size_t inputs = 0;
            for (const std::size_t input : graph[at].inputs) {
                const std::size_t from = stands_for[input];
                if (packed[at] && inputs == 1) {
                    const Shape& whole = graph[input].shape;
                    read[inputs++] = {packed[at].get(), 0, whole.rows, whole.columns};
                } else if (numbers.read[from]) {
                    read[inputs++] = rows_of(*numbers.read[from], first, count);
                } else {
                    const RowsOf<Real> rows = passing_rows(from);
                    read[inputs++] = {rows.data, rows.first, rows.count, rows.columns};
                }
            }
            const Node& node = graph[at];
            node.operation->by_rows(node)(
                node.options, std::span(read).first(inputs),
                numbers.made[at] ? rows_of(*numbers.made[at], first, count) : passing_rows(at));
        }
    };
    for_blocks(graph[stages[0]].shape.rows, rows_at_once(widest), row_cell_cost * cells, work);
}

} // namespace attn
