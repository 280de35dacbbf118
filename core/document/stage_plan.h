// SPDX-License-Identifier: MIT
// What of a calculation by stages is the same from edit to edit, found once and kept with its
// trace: where a document has what the stages are given, whose numbers each has, and for the inputs
// that changed last which stages are computed in which order. With a few words to look all that up
// takes longer than to compute.
#pragma once

#include "core/document/document.h"
#include "core/engine/graph.h"
#include "core/engine/row_steps.h"

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

/// What several stages of heads read, and then each head. What the heads do in between is
/// independent of each other: every core takes one and computes its stages one after another, while
/// their numbers are in its cache.
struct StageGroup {
    StageChain first;
    std::vector<StageChain> beside;
    Real time = 0; // of those beside: as many multiplications as a core does meanwhile
};

/// The stages that some changed inputs reach.
struct StageRoute {
    std::vector<std::size_t> changed;
    std::vector<StageGroup> groups;
    Real cost = 0; // about how many multiplications
    Real time = 0; // of all groups
};

class StagePlan {
public:
    explicit StagePlan(Graph graph);

    const Graph& graph() const { return graph_; }
    /// Whose numbers a stage has: its own, or those of an earlier one that it repeats.
    std::span<const std::size_t> stands_for() const { return stands_for_; }
    /// The same of a sheet of the graph.
    SheetId whose(const SheetId& sheet) const {
        return graph_[stands_for_[*graph_.find(sheet)]].sheet;
    }
    /// The stages whose numbers a trace holds, in the order of its map.
    std::span<const std::size_t> held() const { return held_; }

    /// Where the inputs of each stage begin in the list of all inputs, and where that ends.
    std::span<const std::size_t> first_input() const { return first_input_; }

    /// What the document gives the stages, by their places; null for the others.
    std::vector<const SharedMatrix*> given(const Document& document) const;
    /// Whether all are given in their shapes.
    bool are_all(const std::vector<const SharedMatrix*>& given) const;
    /// The places of those that differ.
    std::vector<std::size_t> changed(const std::vector<const SharedMatrix*>& before,
                                     const std::vector<const SharedMatrix*>& after) const;
    StageRoute route(std::vector<std::size_t> changed) const;
    /// That of every input.
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
    // Where the inputs stand in a document: members of it, of its heads, and of its map, ascending.
    std::vector<std::pair<std::size_t, SharedMatrix Document::*>> members_;
    std::vector<OfHead> of_heads_;
    std::vector<std::pair<SheetKey, std::size_t>> of_options_;
};

/// Gives every stage that repeats another numbers of its own, for whoever changes some of them. No
/// evaluation goes on from the trace then.
void hold_repeated(const Document& document, Trace& trace);

/// About how many multiplications some stages take.
Real cost_of(const Graph& graph, std::span<const std::size_t> stages);

} // namespace attn
