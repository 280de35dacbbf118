// SPDX-License-Identifier: MIT
// The page of a training shows the start, the current state and the target with their numbers, and
// nothing moves during training.
#include "core/document/commands/command.h"
#include "core/document/learning/training.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/pages/training_page.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"
#include "tests/unit/figure/room.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

using test::room;

/// A document in which each word should attend to the one before it.
Document word_before(Index words, Index d_model) {
    Document document = test::scene_document(words, d_model, d_model, d_model);
    document.options.loss = Loss{{Stage::Weights}, Loss::Kind::CrossEntropy};
    Matrix target = Matrix::Zero(words, words);
    for (Index row = 0; row < words; ++row)
        target(row, std::max<Index>(0, row - 1)) = 1;
    document.of_options[key_of({Stage::Target})] = std::move(target);
    return document;
}

/// A document after a number of steps, beside its start.
struct Trained {
    Calculation start, now;
    std::vector<Real> losses;
    std::vector<SheetId> learned;
    TrainingSeen seen;

    Trained(Document document, std::size_t steps)
        : start{document, evaluate(document)}, learned(learned_inputs(document)) {
        auto training = begin_training(document, {});
        EXPECT_TRUE(training);
        for (std::size_t step = 0; step < steps; ++step)
            EXPECT_TRUE(training->step());
        losses.assign(training->losses().begin(), training->losses().end());
        now.document = training->document();
        now.trace = evaluate(now.document);
        seen.curve = {losses, 200, steps, false};
        seen.start = steps > 0 ? &start : nullptr;
        seen.learned = learned;
    }
    Trained(const Trained&) = delete;
    Trained& operator=(const Trained&) = delete;

    TrainingPage page(const CanvasOptions& options, const View& view = {}) const {
        return training_page(now.document, now.trace, view, seen, options);
    }
};

/// How many enlarged lines lie over the cells of the weights.
std::ptrdiff_t open_lines_in(const Figure& figure) {
    return std::count_if(figure.grids.begin(), figure.grids.end(), [](const GridRegion& grid) {
        return grid.sheet == SheetId{Stage::Weights} && (grid.rows == 1 || grid.columns == 1);
    });
}

std::vector<const GridRegion*> grids_with(const Figure& figure, const SheetId& sheet) {
    std::vector<const GridRegion*> list;
    for (const GridRegion& grid : figure.grids)
        if (grid.sheet == sheet && grid.rows > 1)
            list.push_back(&grid);
    return list;
}

Rect cell_of(const GridRegion& grid, Index row, Index column) {
    const float width = grid.cells.width / static_cast<float>(grid.columns);
    const float height = grid.cells.height / static_cast<float>(grid.rows);
    return {grid.cells.x + static_cast<float>(column) * width,
            grid.cells.y + static_cast<float>(row) * height, width, height};
}

/// The texts in a cell, from top to bottom.
std::vector<std::string> said_in(const Figure& figure, Rect cell) {
    std::vector<std::pair<float, std::string>> found;
    for (const test::TextBox& box : test::text_boxes(figure)) {
        const Point middle{box.rect.x + box.rect.width / 2, box.rect.y + box.rect.height / 2};
        if (cell.contains(middle))
            found.emplace_back(middle.y, box.text->text);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> texts;
    for (const auto& one : found)
        texts.push_back(one.second);
    return texts;
}

const Text* text_of(const Figure& figure, const std::string& said) {
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape); text && text->text == said)
            return text;
    return nullptr;
}

} // namespace

TEST(TrainingPage, OpensLinesOnlyWhereLettersDoNotFitBetweenThem) {
    for (const float height : {380.0F, 400.0F, 430.0F, 470.0F})
        EXPECT_EQ(open_lines_in(Trained(word_before(12, 4), 0).page(room(1280, height)).figure), 0)
            << height << ": an open line would only hide a part of the next ones";
    EXPECT_GT(open_lines_in(Trained(word_before(60, 4), 0).page(room(1280, 400)).figure), 0);
}

TEST(TrainingPage, ShowsTheStartNowAndTheTargetWithTheirNumbers) {
    const Trained trained(word_before(5, 4), 40);
    const TrainingPage page = trained.page(room(1366, 420));
    const Figure& figure = page.figure;
    const auto weights = grids_with(figure, {Stage::Weights});
    const auto target = grids_with(figure, {Stage::Target});
    ASSERT_EQ(weights.size(), 2U);
    ASSERT_EQ(target.size(), 1U);
    const GridRegion &now = *weights[0], &start = *weights[1];
    EXPECT_LT(start.cells.right(), now.cells.x);
    EXPECT_LT(now.cells.right(), target[0]->cells.x);
    EXPECT_EQ(start.cells.y, now.cells.y);
    EXPECT_EQ(start.cells.height, now.cells.height);
    EXPECT_EQ(target[0]->cells.height, now.cells.height);
    EXPECT_NEAR(now.cells.width, 1.6F * start.cells.width, 0.5F);
    const auto weight = [](const Calculation& of, Index row, Index column) {
        return format(value_at(of.document, of.trace, {{Stage::Weights}, row, column}), {});
    };
    int changed = 0;
    for (Index row = 0; row < 5; ++row)
        for (Index column = 0; column < 5; ++column) {
            const std::string before = weight(trained.start, row, column);
            const std::string after = weight(trained.now, row, column);
            EXPECT_EQ(said_in(figure, cell_of(start, row, column)), std::vector{before});
            EXPECT_EQ(said_in(figure, cell_of(now, row, column)),
                      before == after ? std::vector{after}
                                      : std::vector({after, before, std::string("was")}));
            EXPECT_EQ(said_in(figure, cell_of(*target[0], row, column)).front(),
                      column == std::max<Index>(0, row - 1) ? "1.00" : "0.00");
            changed += before != after;
        }
    EXPECT_GT(changed, 10);
    EXPECT_TRUE(test::says(figure, "40 steps"));
    EXPECT_TRUE(test::says(figure, "should be"));
    EXPECT_TRUE(text_of(figure, "Weights at the start"));
    EXPECT_TRUE(text_of(figure, "Weights now"));
    // The learned inputs are below with their changes, except W_V, which the loss does not depend
    // on.
    EXPECT_EQ(grids_with(figure, {Stage::W_Q}).size(), 1U);
    EXPECT_EQ(grids_with(figure, {Stage::W_K}).size(), 1U);
    EXPECT_TRUE(grids_with(figure, {Stage::W_V}).empty());
    EXPECT_TRUE(test::says(figure, "does not reach the loss"));
    EXPECT_EQ(page.left_out, 0U);
}

TEST(TrainingPage, EveryNumberCanBePointedAt) {
    const Trained trained(word_before(5, 4), 3);
    const TrainingPage page = trained.page(room(1600, 560));
    for (const GridRegion& grid : page.figure.grids) {
        const Rect cell = cell_of(grid, 1, 2);
        const Hit found = hit(page.figure, {cell.x + cell.width / 2, cell.y + cell.height / 2});
        ASSERT_TRUE(found.place) << to_text(grid.sheet);
        EXPECT_EQ(*found.place, (Place{grid.sheet, 1, 2}));
    }
    // A weight's place is at its current value, not at the start.
    const auto place = cell_rect(page.figure, {{Stage::Weights}, 1, 2});
    ASSERT_TRUE(place);
    EXPECT_EQ(place->x, cell_of(*grids_with(page.figure, {Stage::Weights})[0], 1, 2).x);
    // The loss can be found as well, and the curve lies inside the figure.
    ASSERT_EQ(page.figure.places.size(), 1U);
    EXPECT_EQ(page.figure.places[0].place, (Place{{Stage::Loss}, 0, 0}));
    EXPECT_GT(page.curve.plot.width, 300);
    EXPECT_LT(page.curve.plot.bottom(), page.figure.size.height);
    EXPECT_EQ(step_at(page.curve, page.curve.plot.x + page.curve.plot.width / 2), 100U);
}

TEST(TrainingPage, NothingMovesWhileTheNumbersChange) {
    for (const Size size : {Size{1024, 430}, Size{1366, 420}, Size{1600, 560}}) {
        const auto places = [&](std::size_t steps) {
            const Trained trained(word_before(5, 4), steps);
            const TrainingPage page = trained.page(room(size.width, size.height));
            std::vector<Rect> list{page.curve.plot};
            for (const GridRegion& grid : page.figure.grids)
                list.push_back(grid.cells);
            for (const LabelRegion& label : page.figure.labels)
                list.push_back(label.rect);
            for (const char* title :
                 {"Weights at the start", "Weights now", "Target", "What learns", "learned"}) {
                const Text* const text = text_of(page.figure, title);
                EXPECT_TRUE(text) << title;
                if (text)
                    list.push_back({text->at.x, text->at.y, text->size, 0});
            }
            return list;
        };
        const std::vector<Rect> first = places(0);
        EXPECT_GT(first.size(), 12U);
        for (const std::size_t steps : {1U, 7U, 120U})
            EXPECT_TRUE(places(steps) == first) << steps << " steps, " << size.width;
    }
}

TEST(TrainingPage, IsTidyAtEverySize) {
    for (const auto& [words, d_model] : {std::pair<Index, Index>{2, 3}, {5, 4}, {12, 8}})
        for (const Size size :
             {Size{1024, 430}, Size{1366, 420}, Size{1600, 560}, Size{1900, 700}}) {
            const Trained trained(word_before(words, d_model), 30);
            View view;
            view.query = 1;
            view.key = 0;
            const std::string what =
                std::to_string(words) + " words, " + std::to_string(static_cast<int>(size.width));
            const TrainingPage page = trained.page(room(size.width, size.height), view);
            test::expect_tidy(page.figure, what);
            test::expect_matrices_apart(page.figure, what);
            EXPECT_EQ(page.figure.size, size) << what << ": nothing scrolls";
        }
}

TEST(TrainingPage, LargeMatricesShowColoursAndTheQueryWord) {
    const Trained trained(word_before(40, 64), 2);
    const TrainingPage page = trained.page(room(1600, 560));
    EXPECT_EQ(page.figure.size, (Size{1600, 560}));
    EXPECT_EQ(grids_with(page.figure, {Stage::Target}).size(), 1U);
    EXPECT_FALSE(grids_with(page.figure, {Stage::W_Q}).empty() &&
                 grids_with(page.figure, {Stage::W_K}).empty());
    const auto opened =
        std::count_if(page.figure.grids.begin(), page.figure.grids.end(),
                      [](const GridRegion& grid) { return grid.rows == 1 && grid.columns == 40; });
    EXPECT_EQ(opened, 3) << "the query row stands open in all three";
}

TEST(TrainingPage, ShowsTheLargestChangesAndCountsTheRest) {
    Document document = test::scene_document(4, 8, 8, 8);
    const auto done = [&](const Command& command) {
        auto made = attn::apply(document, command);
        ASSERT_TRUE(made) << made.error().text();
        document = *std::move(made);
    };
    for (int head = 1; head < 6; ++head)
        done(AddHead{});
    done(SetJoin{Join::WO});
    AttentionOptions options;
    options.loss = Loss{{Stage::Attention}, Loss::Kind::Squared};
    done(SetOptions{options, "Loss"});
    Trained trained(document, 5);
    trained.seen.learned = by_change(trained.learned, trained.start.document, trained.now.document);
    const TrainingPage page = trained.page(room(1366, 420));
    EXPECT_GT(page.left_out, 0U);
    EXPECT_TRUE(test::says(page.figure, "and " + std::to_string(page.left_out) + " more"));
    const auto change = [&](const SheetId& sheet) {
        return (**input(trained.now.document, sheet) - **input(trained.start.document, sheet))
            .cwiseAbs()
            .maxCoeff();
    };
    Real last = change(trained.seen.learned.front());
    for (const SheetId& sheet : trained.seen.learned) {
        EXPECT_LE(change(sheet), last) << to_text(sheet);
        last = change(sheet);
    }
    EXPECT_EQ(trained.seen.learned.size(), trained.learned.size());
    EXPECT_FALSE(grids_with(page.figure, trained.seen.learned.front()).empty());
    EXPECT_TRUE(grids_with(page.figure, trained.seen.learned.back()).empty());
    // Everything is shown in the order of the calculation.
    const std::vector<SheetId> all = sheets(document);
    float x = 0;
    for (const SheetId& sheet : all)
        if (input(document, sheet) && sheet.stage != Stage::Target)
            for (const GridRegion* const grid : grids_with(page.figure, sheet)) {
                EXPECT_GT(grid->cells.x, x) << to_text(sheet);
                x = grid->cells.x;
            }
}

TEST(TrainingPage, WithoutALossExplainsWhatToDo) {
    const Document document = test::scene_document(4, 3, 3, 3);
    const TrainingPage page = training_page(document, evaluate(document), {}, {}, room(1366, 420));
    EXPECT_TRUE(test::says(page.figure, "target"));
    EXPECT_TRUE(test::says(page.figure, "Choose a target: what the weights"));
    EXPECT_EQ(page.curve.plot.width, 0) << "there is nothing to scrub";
    EXPECT_EQ(grids_with(page.figure, {Stage::Weights}).size(), 1U);
    test::expect_tidy(page.figure, "without a loss");
}

TEST(TrainingPage, IgnoresAPinnedStateOfOtherWords) {
    Trained trained(word_before(5, 4), 3);
    const Trained fewer(word_before(3, 4), 3);
    trained.seen.start = &fewer.start;
    const TrainingPage page = trained.page(room(1366, 420));
    for (const GridRegion* const grid : grids_with(page.figure, {Stage::Weights}))
        EXPECT_EQ(grid->rows, 5);
    test::expect_tidy(page.figure, "beside a state of three words");
    const Figure table =
        training_table(trained.now.document, trained.now.trace, {}, trained.seen, room(700, 150));
    test::expect_tidy(table, "the table beside it");
}

TEST(TrainingPage, SaysIfTheStartIsUnknown) {
    Trained trained(word_before(5, 4), 3);
    const TrainingPage known = trained.page(room(1366, 420));
    trained.seen.start = nullptr;
    trained.seen.has_no_start = true;
    const TrainingPage page = trained.page(room(1366, 420));
    EXPECT_TRUE(test::says(page.figure, "Not shown"));
    EXPECT_EQ(grids_with(page.figure, {Stage::Weights}).size(), 1U);
    EXPECT_EQ(cell_rect(page.figure, {{Stage::Weights}, 0, 0}),
              cell_rect(known.figure, {{Stage::Weights}, 0, 0}));
    test::expect_tidy(page.figure, "without a start");
}

TEST(TrainingPage, KeepsItsColoursOnRequest) {
    const Trained trained(word_before(5, 4), 120);
    KeptLooks kept;
    kept.follow(trained.now.document, trained.now.trace, 0, 1);
    kept.hold_ranges(true);
    CanvasOptions options = room(1366, 420);
    options.kept = &kept;
    const TrainingPage later = trained.page(options);
    const TrainingPage start =
        training_page(trained.start.document, trained.start.trace, {},
                      {trained.seen.curve, nullptr, false, "", "", trained.learned}, options);
    const auto ends = [](const Figure& figure) {
        std::vector<std::string> list;
        for (const Shape& shape : figure.shapes)
            if (const auto* text = std::get_if<Text>(&shape);
                text && text->font == Font::Mono && text->at.x < 120 && text->size < 11)
                list.push_back(text->text);
        return list;
    };
    EXPECT_GE(ends(later.figure).size(), 3U);
    EXPECT_EQ(ends(later.figure), ends(start.figure)) << "a colour means the same at every step";
}

TEST(TrainingTable, ShowsTheTargetOfTheQueryWord) {
    const Trained trained(word_before(5, 4), 10);
    View view;
    view.query = 3;
    const Figure table =
        training_table(trained.now.document, trained.now.trace, view, trained.seen, room(700, 150));
    test::expect_tidy(table, "table");
    for (Index key = 0; key < 5; ++key) {
        const Real now =
            value_at(trained.now.document, trained.now.trace, {{Stage::Weights}, 3, key});
        const Real target = key == 2 ? 1 : 0;
        EXPECT_TRUE(test::says(table, format(now, {}))) << key;
        std::string difference = format(now - target, {});
        if (difference.starts_with('-'))
            difference.replace(0, 1, "−");
        EXPECT_TRUE(text_of(table, difference)) << difference;
    }
    EXPECT_TRUE(test::says(table, "∂L/∂"));
    const auto place = cell_rect(table, {{Stage::Target}, 3, 2});
    ASSERT_TRUE(place);
    EXPECT_EQ(hit(table, {place->x + 2, place->y + 2}).place, (Place{{Stage::Target}, 3, 2}));
    // With many words, every step shows the same words.
    const auto shown = [](std::size_t steps) {
        const Trained many(word_before(30, 4), steps);
        const Figure of_many =
            training_table(many.now.document, many.now.trace, {}, many.seen, room(700, 150));
        std::vector<Index> keys;
        for (const GridRegion& grid : of_many.grids)
            keys.push_back(grid.first_column);
        return keys;
    };
    EXPECT_GT(shown(0).size(), 6U);
    EXPECT_EQ(shown(0), shown(25));
}

} // namespace attn::figure
