// SPDX-License-Identifier: MIT
// Documents without X that give the stages of several layers: each layer is a calculation of its
// own, and words, heads and joins follow in every layer.
#include "core/document/commands/command.h"
#include "core/document/commands/history.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_without_x.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

namespace attn::given_layers_test {

namespace {

Document applied(const Document& document, const Command& command) {
    auto after = apply(document, command);
    EXPECT_TRUE(after) << (after ? "" : after.error().text());
    return after ? *std::move(after) : document;
}

/// Documents of two or three layers that begin in every way. A loss compares a stage of one layer,
/// so it is left out.
std::vector<std::pair<std::string, Document>> layered() {
    std::vector<std::pair<std::string, Document>> list;
    for (std::uint32_t seed = 0; seed < 54; ++seed)
        if (Document one = attn::test::random_document_without_x(seed); layer_count(one) > 1) {
            one.options.loss.reset();
            one.of_options.erase({Stage::Target, 0});
            list.emplace_back(one.title, std::move(one));
        }
    EXPECT_EQ(list.size(), 36U);
    return list;
}

/// The same numbers, as a document of the layer alone.
Document alone(const Document& document, Index layer) {
    Document made = document;
    made.of_options.clear();
    for (const auto& [key, numbers] : document.of_options)
        if (SheetId sheet = sheet_of(key); sheet.layer == layer) {
            if (layer > 0 && sheet.stage == Stage::WO) {
                made.w_o = numbers;
                continue;
            }
            sheet.layer = 0;
            made.of_options[key_of(sheet)] = numbers;
        }
    return made;
}

Matrix without(const Matrix& numbers, Index row, Index column) {
    Matrix made(numbers.rows() - (row >= 0 ? 1 : 0), numbers.cols() - (column >= 0 ? 1 : 0));
    for (Index i = 0; i < made.rows(); ++i)
        for (Index j = 0; j < made.cols(); ++j)
            made(i, j) = numbers(i + (row >= 0 && i >= row ? 1 : 0),
                                 j + (column >= 0 && j >= column ? 1 : 0));
    return made;
}

} // namespace

TEST(GivenLayers, EachEqualsADocumentOfItAlone) {
    for (const auto& [name, document] : layered()) {
        const Trace trace = evaluate(document);
        for (Index layer = 0; layer < layer_count(document); ++layer) {
            const Document one = alone(document, layer);
            ASSERT_TRUE(validate(one)) << name << ": " << validate(one).error().text();
            const Trace of_one = evaluate(one);
            for (SheetId sheet : sheets(one)) {
                SCOPED_TRACE(name + ", " + to_text(sheet) + " of layer " + std::to_string(layer));
                const Matrix expected = matrix_of(one, of_one, sheet);
                sheet.layer = layer;
                ASSERT_TRUE(exists(document, sheet));
                EXPECT_EQ(matrix_of(document, trace, sheet), expected);
                EXPECT_EQ(is_given_stage(document, sheet),
                          is_given_stage(one, {sheet.stage, sheet.head}));
            }
        }
    }
}

TEST(GivenLayers, AnEditReachesItsLayerAlone) {
    for (const auto& [name, document] : layered()) {
        const Trace trace = evaluate(document);
        const SheetId sheet = given_stages(document).back();
        const Index layer = sheet.layer;
        const Document edited = applied(document, SetCell{{sheet, 0, 0}, 0.625});
        const Trace now = evaluate(edited, document, trace), whole = evaluate(edited);
        for (const SheetId& other : sheets(edited)) {
            EXPECT_EQ(matrix_of(edited, now, other), matrix_of(edited, whole, other)) << name;
            if (other.layer != layer) {
                EXPECT_EQ(matrix_of(edited, now, other), matrix_of(document, trace, other))
                    << name << ": " << to_text(other);
            }
        }
    }
}

TEST(GivenLayers, AreOpenedAsPartsThatAreDocumentsOfTheirOwn) {
    for (const auto& [name, document] : layered()) {
        const Trace trace = evaluate(document);
        EXPECT_EQ(part_count(document), layer_count(document));
        for (Index layer = 0; layer < layer_count(document); ++layer) {
            SCOPED_TRACE(name + ", layer " + std::to_string(layer));
            View view;
            view.layer = layer;
            const OpenPart part(document, trace, view);
            EXPECT_FALSE(has_x(part.document()));
            EXPECT_EQ(layer_count(part.document()), 1);
            EXPECT_EQ(part.document(), [&] {
                Document one = alone(document, layer);
                one.title = document.title;
                return one;
            }());
            for (const SheetId& sheet : sheets(part.document())) {
                const SheetId of_whole = part.in_whole(sheet);
                EXPECT_EQ(of_whole.layer, layer);
                EXPECT_EQ(part.in_part(of_whole), sheet);
                EXPECT_EQ(matrix_of(part.document(), part.trace(), sheet),
                          matrix_of(document, trace, of_whole));
            }
        }
    }
}

TEST(GivenLayers, EveryLayerFollowsTheWords) {
    for (const auto& [name, document] : layered()) {
        if (token_count(document) < 2)
            continue;
        const Document shorter = applied(document, RemoveToken{1});
        for (const SheetId& sheet : given_stages(document)) {
            SCOPED_TRACE(name + ", " + to_text(sheet));
            const SheetRoles roles = roles_of(document, sheet);
            const bool is_of_memory = document.options.has_memory;
            const auto is_of_words = [&](Role role) {
                return role == Role::Token || role == Role::Query ||
                       (role == Role::Key && !is_of_memory);
            };
            EXPECT_EQ(**input(shorter, sheet),
                      without(**input(document, sheet), is_of_words(roles.rows) ? 1 : -1,
                              is_of_words(roles.columns) ? 1 : -1));
        }
        if (key_count(document) < 2 || !document.options.has_memory)
            continue;
        const Document fewer = applied(document, RemoveToken{1, Names::Memory});
        for (const SheetId& sheet : given_stages(document))
            if (roles_of(document, sheet).columns == Role::Key) {
                EXPECT_EQ(**input(fewer, sheet), without(**input(document, sheet), -1, 1)) << name;
            }
    }
}

TEST(GivenLayers, EveryLayerFollowsTheHeads) {
    for (const auto& [name, document] : layered()) {
        if (document.options.key_value_groups > 0)
            continue;
        SCOPED_TRACE(name);
        const Document more = applied(document, AddHead{});
        EXPECT_EQ(layer_count(more), layer_count(document));
        const Index last = head_count(document);
        for (const SheetId& sheet : given_stages(document)) {
            SheetId added = sheet;
            added.head = last;
            EXPECT_EQ(**input(more, sheet), **input(document, sheet));
            if (sheet.head + 1 == last) {
                EXPECT_EQ(**input(more, added), **input(document, sheet)) << to_text(added);
            }
        }
        EXPECT_EQ(applied(more, RemoveHead{last}), document);
        const Document rest = applied(more, RemoveHead{0});
        for (const SheetId& sheet : given_stages(rest)) {
            SheetId before = sheet;
            ++before.head;
            EXPECT_EQ(**input(rest, sheet), **input(more, before)) << to_text(sheet);
        }
    }
}

TEST(GivenLayers, AreJoinedByWOInEveryLayer) {
    for (const auto& [name, document] : layered()) {
        if (!has_stage(document, Stage::Output) || document.join != Join::None)
            continue;
        SCOPED_TRACE(name);
        const Document joined = applied(document, SetJoin{Join::WO});
        const Trace trace = evaluate(joined);
        for (Index layer = 0; layer < layer_count(joined); ++layer)
            EXPECT_EQ(matrix_of(joined, trace, {Stage::Attention, 0, 0, layer}),
                      matrix_of(joined, trace, {Stage::Joined, 0, 0, layer}))
                << "W_O begins by handing on, in layer " << layer;
        EXPECT_EQ(applied(joined, SetJoin{Join::None}), document);
    }
}

TEST(GivenLayers, AStageThatAnotherWouldComputeIsGivenAndReleasedInItsLayer) {
    for (const auto& [name, document] : layered()) {
        const Trace trace = evaluate(document);
        std::size_t count = 0;
        for (const SheetId& sheet : sheets(document)) {
            SCOPED_TRACE(name + ", " + to_text(sheet));
            if (is_given_stage(document, sheet)) {
                SheetId below = sheet;
                below.layer += layer_count(document);
                EXPECT_FALSE(may_be_given(document, below)) << "there is no such layer";
                continue;
            }
            if (!may_be_given(document, sheet) || !matrix_of(document, trace, sheet).allFinite())
                continue;
            const Document given = applied(document, Give{sheet});
            EXPECT_TRUE(is_given_stage(given, sheet));
            EXPECT_TRUE(computed_instead(given, evaluate(given), sheet)
                            ->isApprox(matrix_of(document, trace, sheet), 1e-12));
            EXPECT_EQ(applied(given, Release{sheet}), document);
            ++count;
        }
        EXPECT_TRUE(count > 0 || !has_stage(document, Stage::Scores)) << name;
    }
}

TEST(GivenLayers, WhatNothingComputesStaysGiven) {
    for (const auto& [name, document] : layered()) {
        const SheetId last{Stage::Weights, head_count(document) - 1, 0, layer_count(document) - 1};
        if (has_stage(document, Stage::Scores) || !is_given_stage(document, last))
            continue;
        const auto released = apply(document, Release{last});
        ASSERT_FALSE(released) << name;
        EXPECT_NE(released.error().text().find("it stays given"), std::string::npos)
            << released.error().text();
    }
}

TEST(GivenLayers, CommandsAreUndone) {
    for (const auto& [name, document] : layered()) {
        SCOPED_TRACE(name);
        History history(document);
        const std::vector<Command> commands = {
            SetCell{{given_stages(document).back(), 0, 0}, 0.375}, InsertToken{1, "new"},
            MoveToken{0, 1}, RemoveToken{0}};
        for (const Command& command : commands) {
            const Document after = applied(history.current(), command);
            ASSERT_TRUE(validate(after));
            EXPECT_EQ(layer_count(after), layer_count(document));
            history.push(after, "a command", 0);
        }
        while (history.can_undo())
            history.undo();
        EXPECT_EQ(history.current(), document);
    }
}

} // namespace attn::given_layers_test
