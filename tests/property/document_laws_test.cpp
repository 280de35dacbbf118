// SPDX-License-Identifier: MIT
// Laws of documents, commands, history and places that hold after any sequence of commands.
#include "core/document/commands/difference.h"
#include "core/document/commands/history.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/region.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"
#include "tests/support/random_without_x.h"

#include <gtest/gtest.h>

#include <array>
#include <variant>

using namespace attn;
using attn::test::combinations;
using attn::test::Random;
using attn::test::random_document;
using attn::test::random_document_of_any_kind;
using attn::test::random_even_document;

namespace {

/// A head's stages without options, inputs first.
constexpr std::array<Stage, 13> of_heads = {Stage::X,      Stage::W_Q,     Stage::W_K,
                                            Stage::W_V,    Stage::Q,       Stage::K,
                                            Stage::V,      Stage::Scores,  Stage::Scaled,
                                            Stage::Masked, Stage::Weights, Stage::WeightedValues,
                                            Stage::Output};

/// Usually a place that exists.
Place random_place(Random& random, const Document& document) {
    const Stage stage = of_heads[static_cast<std::size_t>(random.whole(0, 12))];
    Place place{{stage, 0, 0}, random.whole(-1, 5), random.whole(-1, 5)};
    if (info(stage).is_per_head)
        place.sheet.head = random.whole(0, head_count(document));
    if (stage == Stage::WeightedValues)
        place.sheet.query = random.whole(0, 5);
    return place;
}

/// Documents with options; every fifth has no X.
Document some_document(std::uint32_t seed) {
    return seed % 5 == 0 ? attn::test::random_document_without_x(seed)
                         : random_document_of_any_kind(seed);
}

/// Any command: most are valid, some must be refused.
Command random_command(Random& random, const Document& document) {
    const Index words = token_count(document);
    switch (random.whole(-1, document.options == AttentionOptions{} ? 18 : 26)) {
    case -1:
        return SetRow{{Stage::X},
                      random.whole(-1, words),
                      random.matrix(1, d_model(document) + (random.whole(0, 3) == 0 ? 1 : 0))};
    case 0:
        return SetCell{random_place(random, document), random.real(-3, 3)};
    case 1: {
        const SheetId sheet{of_heads[static_cast<std::size_t>(random.whole(0, 4))],
                            random.whole(0, 1), 0};
        const Index rows = sheet.stage == Stage::X ? words : d_model(document);
        return SetMatrix{sheet, random.matrix(rows, random.whole(1, 5)), "Fill"};
    }
    case 2:
        return RenameToken{random.whole(-1, words), "renamed"};
    case 3:
        return InsertToken{random.whole(-1, words + 1),
                           random.chance(0.9) ? attn::test::some_word(document) : "new",
                           {}};
    case 4:
        return InsertToken{random.whole(0, words), "new", random.matrix(1, random.whole(1, 5))};
    case 5:
        return RemoveToken{random.whole(-1, words)};
    case 6:
        return MoveToken{random.whole(-1, words), random.whole(0, words)};
    case 7:
        return SetWidth{static_cast<Width>(random.whole(0, 2)), random.whole(0, 6)};
    case 8:
        return SetProjections{static_cast<Projections>(random.whole(0, 1))};
    case 9:
        return SetScale{{static_cast<Scale::Kind>(random.whole(0, 4)), random.real(-1, 3)}};
    case 10:
        return SetMask{{static_cast<Mask::Kind>(random.whole(0, 1)), {}}};
    case 11:
        return SetMask{{Mask::Kind::Painted, random.mask(random.whole(1, 5))}};
    case 12:
        return SetMaskCell{random.whole(-1, words), random.whole(0, words), random.chance(0.5)};
    case 13:
        return SetNormaliser{
            static_cast<Normaliser>(random.whole(0, static_cast<Index>(normalisers.size()) - 1))};
    case 14:
        return SetAxis{static_cast<Axis>(random.whole(0, 1))};
    case 15:
        return SetTemperature{random.real(-0.2, 3)};
    case 16:
        if (random.chance(0.4))
            return SetTraining{random_training(document, random)};
        return random.chance(0.5) ? Command(SetTitle{"title"}) : Command(SetNotes{"notes"});
    case 17:
        return random.chance(0.5) ? Command(AddHead{}) : Command(RemoveHead{random.whole(-1, 2)});
    case 18:
        return Replace{random_document(static_cast<std::uint32_t>(random.whole(1, 1000))), "Open"};
    case 19:
    case 20: {
        const auto seed = static_cast<std::uint32_t>(random.whole(1, 1000));
        return SetOptions{random_document_of_any_kind(seed).options, "Options"};
    }
    case 21:
        return RenameToken{random.whole(-1, 5), "renamed", Names::Memory};
    case 22:
        return InsertToken{random.whole(-1, 5), "new", {}, Names::Memory};
    case 23:
        return RemoveToken{random.whole(-1, 5), Names::Memory};
    case 24:
        return SetJoin{static_cast<Join>(random.whole(0, 2))};
    case 25: {
        const auto list = option_sheets(document);
        if (list.empty())
            return AddHead{};
        const SheetId sheet = list[static_cast<std::size_t>(random.whole(0, 99)) % list.size()];
        return SetCell{{sheet, random.whole(0, 2), random.whole(0, 2)}, random.real(-3, 3)};
    }
    default: {
        const auto seed = static_cast<std::uint32_t>(random.whole(1, 1000));
        return Replace{random_document_of_any_kind(seed), "Open"};
    }
    }
}

/// Copies without shared storage, so that equality compares every bit.
Document deep_copy(Document document) {
    document.embeddings = Matrix(*document.embeddings);
    for (HeadWeights& head : document.heads)
        head = {Matrix(*head.w_q), Matrix(*head.w_k), Matrix(*head.w_v)};
    document.switches.mask.painted = Flags(*document.switches.mask.painted);
    for (auto& [key, matrix] : document.of_options)
        matrix = Matrix(*matrix);
    return document;
}

} // namespace

TEST(Commands, AnySequenceKeepsTheDocumentValid) {
    std::size_t done = 0, refused = 0;
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Document document = seed <= 60 ? random_document(seed) : some_document(seed);
        for (int step = 0; step < 60; ++step) {
            const Command command = random_command(random, document);
            EXPECT_FALSE(describe(document, command).empty());
            const auto after = attn::apply(document, command);
            if (!after) {
                ++refused;
                EXPECT_FALSE(after.error().message.empty());
                continue;
            }
            ++done;
            const auto valid = validate(*after);
            ASSERT_TRUE(valid.has_value()) << "step " << step << ", " << describe(document, command)
                                           << ": " << valid.error().text();
            document = *after;
            const Trace trace = evaluate(document);
            for (const SheetId& sheet : sheets(document)) {
                const Matrix matrix = matrix_of(document, trace, sheet);
                const Shape shape = shape_of(document, sheet);
                ASSERT_EQ(matrix.rows(), shape.rows) << to_text(sheet);
                ASSERT_EQ(matrix.cols(), shape.columns) << to_text(sheet);
            }
        }
    }
    EXPECT_GT(done, 1500U);
    EXPECT_GT(refused, 300U);
}

TEST(Commands, LeaveTheOriginalDocumentUnchanged) {
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Document document = seed <= 200 ? random_document(seed) : some_document(seed);
        const Document copy = deep_copy(document);
        for (int step = 0; step < 10; ++step)
            static_cast<void>(attn::apply(document, random_command(random, document)).has_value());
        EXPECT_EQ(document, copy);
    }
}

TEST(History, UndoingEverythingGivesTheFirstDocumentAndRedoingTheLast) {
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Document first = seed <= 60 ? random_document(seed) : some_document(seed);
        History history(first);
        std::vector<Document> states = {deep_copy(first)};
        for (int step = 0; step < 40; ++step) {
            const Command command = random_command(random, history.current());
            const auto after = attn::apply(history.current(), command);
            if (!after)
                continue;
            const std::size_t before = history.size();
            history.push(*after, describe(history.current(), command), 0);
            EXPECT_EQ(history.current(), *after);
            if (history.size() != before)
                states.push_back(deep_copy(*after));
        }
        ASSERT_EQ(history.size(), states.size());
        for (std::size_t at = states.size(); at-- > 1;) {
            EXPECT_EQ(history.current(), states[at]);
            history.undo();
        }
        EXPECT_FALSE(history.can_undo());
        EXPECT_EQ(history.current(), deep_copy(first));
        while (history.can_redo())
            history.redo();
        EXPECT_EQ(history.current(), states.back());
    }
}

TEST(History, AGestureOfManyEditsIsOneStep) {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Document first = random_document(seed);
        History history(first);
        for (int edit = 0; edit < 40; ++edit) {
            const SetCell set{{{Stage::X}, 0, 0}, random.real(-3, 3)};
            history.push(attn::apply(history.current(), set).value(), "Set X[0,0]", 7);
        }
        EXPECT_EQ(history.size(), 2U);
        history.undo();
        EXPECT_EQ(history.current(), deep_copy(first));
    }
}

/// Documents over all switches, followed by some with options.
constexpr std::uint32_t all_seeds = combinations + 120;
Document any_document(std::uint32_t seed) {
    return seed <= combinations ? random_document(seed) : some_document(seed);
}

TEST(Commands, InsertingAndRemovingAWordChangesNothing) {
    for (std::uint32_t seed = 1; seed <= all_seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = any_document(seed);
        for (Index row = 0; row <= token_count(document); ++row) {
            const Document longer =
                attn::apply(document, InsertToken{row, attn::test::some_word(document), {}})
                    .value();
            EXPECT_EQ(attn::apply(longer, RemoveToken{row}).value(), document);
        }
    }
}

TEST(Commands, InsertingAndRemovingAMemoryWordChangesNothing) {
    std::size_t count = 0;
    for (std::uint32_t seed = combinations + 1; seed <= all_seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = any_document(seed);
        for (Index row = 0; document.options.has_memory && row <= key_count(document); ++row) {
            const auto longer = attn::apply(document, InsertToken{row, "new", {}, Names::Memory});
            ASSERT_TRUE(longer) << longer.error().text();
            EXPECT_EQ(attn::apply(*longer, RemoveToken{row, Names::Memory}).value(), document);
            ++count;
        }
    }
    EXPECT_GT(count, 50U);
}

TEST(Commands, MovingAWordBackAndForthChangesNothing) {
    for (std::uint32_t seed = 1; seed <= all_seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = any_document(seed);
        for (Index from = 0; from < token_count(document); ++from)
            for (Index to = 0; to < token_count(document); ++to) {
                const Document moved = attn::apply(document, MoveToken{from, to}).value();
                EXPECT_EQ(attn::apply(moved, MoveToken{to, from}).value(), document);
            }
    }
}

TEST(Commands, WideningAndNarrowingChangesNothing) {
    for (std::uint32_t seed = 1; seed <= combinations; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = random_even_document(seed);
        for (const auto& [width, size] : {std::pair{Width::Model, d_model(document)},
                                          {Width::QueryKey, d_k(document)},
                                          {Width::Value, d_v(document)}}) {
            const Document wider = attn::apply(document, SetWidth{width, size + 2}).value();
            EXPECT_EQ(attn::apply(wider, SetWidth{width, size}).value(), document);
        }
    }
}

/// In a block, W_O has as many columns as X; the memory has its own width.
TEST(Commands, WideningAndNarrowingWithOptionsChangesNothing) {
    std::size_t count = 0;
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Document document = random_document_of_any_kind(seed);
        if (document.projections == Projections::None)
            continue; // All matrices have one width.
        for (const auto& [width, size] :
             {std::pair{Width::Model, d_model(document)}, {Width::QueryKey, d_k(document)}}) {
            const auto wider = attn::apply(document, SetWidth{width, size + 2});
            ASSERT_TRUE(wider) << wider.error().text();
            EXPECT_EQ(attn::apply(*wider, SetWidth{width, size}).value(), document)
                << static_cast<int>(width);
            ++count;
        }
    }
    EXPECT_GT(count, 150U);
}

TEST(Place, EveryPlaceIsReadBackAsPrinted) {
    std::size_t places = 0;
    for (std::uint32_t seed = combinations - 60; seed <= combinations + 60; ++seed) {
        const Document document = any_document(seed);
        for (SheetId sheet : sheets(document)) {
            const Shape shape = shape_of(document, sheet);
            sheet.query = sheet.stage == Stage::WeightedValues ? token_count(document) - 1 : 0;
            for (Index row = 0; row < shape.rows; ++row)
                for (Index column = 0; column < shape.columns; ++column, ++places) {
                    const Place place{sheet, row, column};
                    ASSERT_TRUE(exists(document, place)) << "seed " << seed;
                    ASSERT_EQ(parse_place(to_text(place)).value(), place) << "seed " << seed;
                }
        }
    }
    EXPECT_GT(places, 5000U);
}

TEST(Place, APlaceOutsideTheDocumentIsRefused) {
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Document document = random_document(seed);
        for (int step = 0; step < 40; ++step) {
            const Place place = random_place(random, document);
            const bool settable = exists(document, place) && info(place.sheet.stage).is_input;
            EXPECT_EQ(attn::apply(document, SetCell{place, 0.5}).has_value(), settable)
                << to_text(place);
        }
    }
}

TEST(Commands, TheDifferenceOfTwoDocumentsLeadsFromOneToTheOther) {
    std::size_t replaced = 0, all = 0;
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const Document before = seed % 2 == 0 ? some_document(seed) : random_even_document(seed);
        Document after = before;
        for (int edit = 0; edit < 4; ++edit) {
            const Command command = random_command(random, after);
            if (std::holds_alternative<Replace>(command))
                continue;
            if (auto next = attn::apply(after, command))
                after = *std::move(next);
        }
        Document now = before;
        const auto way = commands_between(before, after);
        for (const Command& command : way) {
            auto next = attn::apply(now, command);
            ASSERT_TRUE(next) << seed << ": " << next.error().text();
            now = *std::move(next);
        }
        ASSERT_EQ(now, after) << seed;
        replaced += way.size() == 1 && std::holds_alternative<Replace>(way[0]) ? 1 : 0;
        ++all;
    }
    EXPECT_LT(replaced, all / 5) << "edits lead there almost always";
}

TEST(Commands, TheDifferenceThatOneEditMakesIsOneEdit) {
    const Document before = random_even_document(7);
    Document cat = before;
    for (const char* name : {"a", "b", "c", "d"})
        cat = *attn::apply(cat, InsertToken{token_count(cat), name, {}});
    const Index last = token_count(cat) - 1;
    for (const Command& command :
         {Command(SetCell{{{Stage::X}, 0, 0}, 9}), Command(RenameToken{last, "e"}),
          Command(InsertToken{1, "new", Matrix(Matrix::Constant(1, d_model(cat), 2))}),
          Command(RemoveToken{last}), Command(RemoveToken{last - 2}), Command(MoveToken{last, 0}),
          Command(MoveToken{last - 3, last}), Command(SetWidth{Width::Model, d_model(cat) + 1}),
          Command(SetMask{{Mask::Kind::Painted, Flags(Flags::Constant(last + 1, last + 1, true))}}),
          Command(SetTemperature{3}), Command(SetTitle{"title"}), Command(AddHead{}),
          Command(SetCovers{{*parse_region("weights[0,:]")}, "Cover"}),
          Command(SetMatrix{
              {Stage::X}, Matrix(Matrix::Constant(last + 1, d_model(cat), 4)), "Fill"})}) {
        const auto after = attn::apply(cat, command);
        ASSERT_TRUE(after) << after.error().text() << command.index();
        const auto way = commands_between(cat, *after);
        ASSERT_EQ(way.size(), 1U) << describe(cat, command);
        EXPECT_EQ(way[0].index(), command.index()) << describe(cat, command);
        EXPECT_EQ(*attn::apply(cat, way[0]), *after);
    }
    EXPECT_TRUE(commands_between(cat, cat).empty());
}
