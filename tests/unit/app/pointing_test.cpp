// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/explaining/pointing.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/base/number_text.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/sheet.h"

#include <gtest/gtest.h>

namespace attn::pointing_test {

using namespace app;

namespace {

Document masked_document() {
    Document document = new_document();
    document.tokens = {"one", "two", "three"};
    document.embeddings = Matrix{{0.5, 1.0}, {2.0, -0.5}, {1.5, 0.25}};
    document.heads.push_back(
        {Matrix{{1.0, 2.0}, {0.5, -1.0}}, Matrix{{1.0, 0.0}, {0.0, 2.0}}, Matrix{{3.0}, {1.0}}});
    document.switches.mask.kind = Mask::Kind::Causal;
    return document;
}

/// A session whose clipboard is a string.
struct PointingDesk {
    Session session{masked_document()};
    std::vector<Action> actions = all_actions({});
    std::string clipboard;

    PointingDesk() {
        session.clipboard.write = [this](const std::string& text) { clipboard = text; };
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        session.carry_out([](const std::string& name) -> Result<Document> {
            return Error{"there is no such file", name};
        });
    }
    void run(const char* id) { action(actions, id).run(session.frame()); }
    bool can(const char* id) { return action(actions, id).is_enabled(session.frame()); }
    const std::optional<Place>& selected() { return session.view.selected; }
};

constexpr Place weight{{Stage::Weights, 1, 0}, 2, 1};
constexpr Place score{{Stage::Scores, 1, 0}, 2, 1};
constexpr Place query{{Stage::Q, 1, 0}, 2, 0};
constexpr Place input{{Stage::X, 0, 0}, 2, 1};

} // namespace

TEST(Pointing, HighlightsThePlacesOfTheDerivation) {
    PointingDesk desk;
    const Frame frame = desk.session.frame();
    std::size_t lit = 0;
    for (const SheetId& sheet : sheets(frame.document)) {
        const Shape shape = shape_of(frame.document, sheet);
        for (Index row = 0; row < shape.rows; ++row)
            for (Index column = 0; column < shape.columns; ++column) {
                const Place place{sheet, row, column};
                point_at(frame, place);
                EXPECT_EQ(frame.view.pointed, place);
                EXPECT_EQ(frame.view.marked,
                          places(derive(frame.document, frame.shown().trace, place)))
                    << to_text(place);
                EXPECT_EQ(frame.view.marked.empty(),
                          info(sheet.stage).is_input ||
                              (row < column &&
                               (sheet.stage == Stage::Masked || sheet.stage == Stage::Weights)))
                    << to_text(place);
                lit += frame.view.marked.size();
            }
    }
    EXPECT_GT(lit, 100U);
}

TEST(Pointing, ALockedNumberStaysHighlightedWithoutThePointer) {
    PointingDesk desk;
    const Frame frame = desk.session.frame();
    visit(frame, weight);
    point_at(frame, input);
    EXPECT_TRUE(frame.view.marked.empty());
    point_at(frame, std::nullopt);
    EXPECT_EQ(frame.view.marked, places(derive(frame.document, frame.shown().trace, weight)));
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.selected()) << "Esc unlocks";
    point_at(frame, std::nullopt);
    EXPECT_TRUE(frame.view.marked.empty());
    EXPECT_FALSE(frame.view.pointed);
}

TEST(Pointing, NamesTheKeyWord) {
    PointingDesk desk;
    const Frame frame = desk.session.frame();
    point_at(frame, weight);
    EXPECT_EQ(frame.view.key, 1);
    point_at(frame, query);
    EXPECT_EQ(frame.view.key, std::nullopt);
}

TEST(Trail, GoesBackAndForwardThroughVisitedNumbers) {
    PointingDesk desk;
    const Frame frame = desk.session.frame();
    const KeyPress back{Key::Left, 0, false, false, true},
        forward{Key::Right, 0, false, false, true};
    EXPECT_FALSE(desk.can("explain.back"));
    for (const Place& place : {weight, score, query, input})
        visit(frame, place);
    EXPECT_EQ(frame.view.head, 1) << "the head of the number is shown";
    EXPECT_FALSE(desk.can("explain.forward"));
    for (const Place& place : {query, score, weight}) {
        desk.press(back);
        EXPECT_EQ(desk.selected(), place);
    }
    EXPECT_FALSE(desk.can("explain.back"));
    desk.press(forward);
    desk.press(forward);
    EXPECT_EQ(desk.selected(), query);
    visit(frame, weight);
    EXPECT_FALSE(desk.can("explain.forward")) << "a new way leaves the old one";
    desk.press(back);
    EXPECT_EQ(desk.selected(), query);
}

TEST(Trail, RemembersVisitsByKeyboard) {
    PointingDesk desk;
    visit(desk.session.frame(), query);
    desk.press({Key::Right});
    const Place moved = *desk.selected();
    EXPECT_NE(moved, query);
    visit(desk.session.frame(), input);
    desk.run("explain.back");
    EXPECT_EQ(desk.selected(), moved);
}

TEST(Trail, SkipsNumbersThatNoLongerExist) {
    PointingDesk desk;
    const Frame frame = desk.session.frame();
    for (const Place& place : {input, query, Place{{Stage::W_Q, 0, 0}, 0, 0}})
        visit(frame, place);
    frame.outbox.edit(RemoveHead{1});
    desk.press({Key::Other});
    desk.run("explain.back");
    EXPECT_EQ(desk.selected(), input) << "the head of the query is gone";
}

TEST(Copying, GivesTheNumberTheTextAndTheLatex) {
    PointingDesk desk;
    EXPECT_FALSE(desk.can("explain.copy_number"));
    desk.press({Key::Character, 'c', true});
    EXPECT_EQ(desk.clipboard, "") << "nothing is selected";
    visit(desk.session.frame(), weight);
    const Frame frame = desk.session.frame();
    desk.press({Key::Character, 'c', true});
    EXPECT_EQ(*parse_number(desk.clipboard), value_at(frame.document, frame.shown().trace, weight));
    const auto chain = derivation_chain(frame.document, frame.shown().trace, weight);
    desk.press({Key::Character, 't', true, true});
    EXPECT_EQ(desk.clipboard, to_text(chain));
    desk.press({Key::Character, 'l', true, true});
    EXPECT_EQ(desk.clipboard, to_latex(std::vector<ChainLevel>{chain.front()}))
        << "the formula that the panel shows";
    EXPECT_NE(desk.clipboard.find("\\begin{aligned}"), std::string::npos);
    desk.run("explain.copy_latex_chain");
    EXPECT_EQ(desk.clipboard, to_latex(chain));
}

} // namespace attn::pointing_test
