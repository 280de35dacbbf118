// SPDX-License-Identifier: MIT
// Everything about a calculation by stages that stays the same between edits, found once and kept
// with its trace: where a document keeps the stages' inputs, whose numbers each stage has, and, for
// the inputs that changed last, which stages are computed in which order. With few words, finding
// all this takes longer than computing.
#pragma once

#include "core/document/model/document.h"
#include "core/engine/graph/graph.h"
#include "core/engine/graph/row_steps.h"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace attn {

struct Trace;

/// Stages that follow each other.
struct StageChain {
    std::vector<std::size_t> order;
    std::vector<RowStep> steps;
};

/// Stages that several heads read, and then each head's own. The heads' own stages are independent
/// of each other: each core takes one head and computes its stages one after another while their
/// numbers are in its cache.
struct StageGroup {
    StageChain first;
    std::vector<StageChain> beside;
    Real time = 0; // what the parallel chains take, in multiplications of one core
};

/// The stages that some changed inputs reach.
struct StageRoute {
    std::vector<std::size_t> changed;
    std::vector<StageGroup> groups;
    Real cost = 0; // roughly how many multiplications
    Real time = 0; // what all groups take
};

class StagePlan {
public:
    explicit StagePlan(Graph graph);

    const Graph& graph() const { return graph_; }
    /// For each stage, the stage whose numbers it has: itself, or an earlier one that it repeats.
    std::span<const std::size_t> stands_for() const { return stands_for_; }
    /// Returns the same for a sheet of the graph.
    SheetId whose(const SheetId& sheet) const {
        return graph_[stands_for_[*graph_.find(sheet)]].sheet;
    }
    /// The stages whose numbers a trace stores, in the order of its map.
    std::span<const std::size_t> held() const { return held_; }

    /// For each stage the start of its inputs in the list of all inputs; and the list's end.
    std::span<const std::size_t> first_input() const { return first_input_; }

    /// Returns the document's inputs, by stage index; null for other stages.
    std::vector<const SharedMatrix*> given(const Document& document) const;
    /// Whether all inputs are given, in their shapes.
    bool are_all(const std::vector<const SharedMatrix*>& given) const;
    /// Returns the indices of the inputs that differ.
    std::vector<std::size_t> changed(const std::vector<const SharedMatrix*>& before,
                                     const std::vector<const SharedMatrix*>& after) const;
    StageRoute route(std::vector<std::size_t> changed) const;
    /// Returns the route if every input changed.
    StageRoute whole_route() const { return route(inputs_); }

private:
    /// A member of a head.
    struct OfHead {
        std::size_t at, head;
        SharedMatrix HeadWeights::*member;
    };

    void find(std::size_t input);

    Graph graph_;
    std::vector<std::size_t> stands_for_, held_, inputs_, first_input_;
    // Where the document keeps the inputs: in its members, in its heads' members, and in its map,
    // ascending.
    std::vector<std::pair<std::size_t, SharedMatrix Document::*>> members_;
    std::vector<OfHead> of_heads_;
    std::vector<std::pair<SheetKey, std::size_t>> of_options_;
};

/// Gives every repeated stage numbers of its own, for code that changes some of them. Such a trace
/// must not be used to evaluate incrementally.
void hold_repeated(const Document& document, Trace& trace);

/// Estimates the multiplications of some stages.
Real cost_of(const Graph& graph, std::span<const std::size_t> stages);

} // namespace attn
