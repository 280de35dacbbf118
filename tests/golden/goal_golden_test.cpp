// SPDX-License-Identifier: MIT
// Goals in the presets against an independent solver in NumPy: what it reaches, the lab reaches to
// 1e-6 by changes as small; for an unreachable goal the lab says so and comes as near.
#include "core/document/learning/goal_seek.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/io/document/library.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

std::vector<Goal> goals_of(const json& entry) {
    std::vector<Goal> goals;
    for (const json& goal : entry["goals"])
        goals.push_back({*parse_place(goal[0].get<std::string>()), goal[1].get<Real>()});
    return goals;
}

std::vector<SheetId> free_of(const json& entry) {
    std::vector<SheetId> free;
    for (const json& name : entry["free"])
        free.push_back(*parse_sheet(name.get<std::string>()));
    return free;
}

Real moved(const Document& before, const Document& after, const std::vector<SheetId>& free) {
    Real squares = 0;
    for (const SheetId& sheet : free)
        squares += (**input(after, sheet) - **input(before, sheet)).squaredNorm();
    return std::sqrt(squares);
}

/// √Σ (value − goal)².
Real off(const std::vector<Goal>& goals, const std::vector<Real>& values) {
    Real squares = 0;
    for (std::size_t at = 0; at < goals.size(); ++at)
        squares += (values[at] - goals[at].value) * (values[at] - goals[at].value);
    return std::sqrt(squares);
}

} // namespace

TEST(GoalReference, AgreesOnThePresets) {
    const json all = golden_file("goal_reference.json");
    int reached = 0, out_of_reach = 0;
    for (const json& entry : all) {
        const std::string name = entry["preset"].get<std::string>() + " " + entry["goals"].dump();
        const Document document = *io::open_document(entry["preset"].get<std::string>());
        const std::vector<Goal> goals = goals_of(entry);
        const std::vector<SheetId> free = free_of(entry);
        const auto found = seek(document, goals, {all_cells(document, free)});
        ASSERT_TRUE(found) << name << ": " << found.error().text();
        const Trace trace = evaluate(found->document);
        for (std::size_t at = 0; at < goals.size(); ++at) {
            EXPECT_NEAR(value_at(found->document, trace, goals[at].place), found->values[at], 1e-12)
                << name;
            EXPECT_EQ(found->is_reached[at],
                      std::abs(found->values[at] - goals[at].value) < goal_tolerance)
                << name;
        }
        if (entry["reached"].get<bool>()) {
            EXPECT_TRUE(found->are_all_reached()) << name;
            EXPECT_LE(moved(document, found->document, free),
                      entry["moved"].get<Real>() * (1 + 1e-4))
                << name;
            ++reached;
        } else {
            const auto nearest = entry["values"].get<std::vector<Real>>();
            EXPECT_LE(off(goals, found->values), off(goals, nearest) + 1e-4) << name;
            ++out_of_reach;
        }
    }
    EXPECT_GE(reached, 30);
    EXPECT_GE(out_of_reach, 5);
}
