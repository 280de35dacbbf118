// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/actions/help_rows.h"
#include "app/actions/palette_rows.h"
#include "app/input/keys.h"
#include "app/session/pages.h"
#include "app/session/session.h"
#include "core/base/utf8.h"
#include "core/document/model/sheet.h"
#include "core/figure/pages/pages.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace attn::session_test {

using namespace app;

namespace {

/// A session driven by keys.
struct SessionDesk {
    Session session{new_document()};
    std::vector<Action> actions = all_actions({{"four-words", "Four words"}});

    void carry_out() {
        session.carry_out([](const std::string& name) -> Result<Document> {
            if (name != "four-words")
                return Error{"there is no such file", name};
            Document document = new_document();
            document.title = "Four words";
            return document;
        });
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void press(Key key, bool shift = false) { press(KeyPress{key, 0, false, shift}); }
    void control(char character) { press(KeyPress{Key::Character, character, true}); }
    void type(const std::string& text) {
        // One character at a time, like a keyboard.
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t length = first_character(rest).length;
            take_key(session.frame(), Typed{std::string(rest.substr(0, length))}, actions);
            carry_out();
            rest.remove_prefix(length);
        }
    }
    void type_whole(const std::string& text) {
        take_key(session.frame(), Typed{text}, actions);
        carry_out();
    }
    Real cell(const Place& place) { return value_at(session.document(), session.trace(), place); }
    void select(const Place& place) { session.view.selected = place; }
};

constexpr Place x00{};

} // namespace

TEST(Session, TypingReplacesTheSelectedCell) {
    SessionDesk desk;
    desk.select(x00);
    desk.type("1/4");
    EXPECT_EQ(desk.cell(x00), 1) << "nothing changes before Enter";
    desk.press(Key::Enter);
    EXPECT_EQ(desk.cell(x00), 0.25);
    EXPECT_EQ(desk.cell({{Stage::Q}, 0, 0}), 0.25) << "what follows is computed";
    EXPECT_EQ(desk.session.view.selected, (Place{{Stage::X}, 1, 0}));
    desk.control('z');
    EXPECT_EQ(desk.session.document(), new_document());
    desk.control('y');
    EXPECT_EQ(desk.cell(x00), 0.25);
}

TEST(Session, TypedTextIsUnderstoodOrRefusedWithAReason) {
    const std::vector<std::pair<std::string, std::optional<Real>>> cases = {
        {"1,5", 1.5},          {"1 2", std::nullopt},  {"1e400", std::nullopt},
        {"nan", std::nullopt}, {"0x10", std::nullopt}, {"\u22121", -1.0},
        {"1e-3", 0.001},       {"1/3", 1.0 / 3},       {"", std::nullopt}};
    for (const auto& [text, expected] : cases) {
        SessionDesk desk;
        desk.select(x00);
        desk.press(Key::F2);
        desk.press(Key::Delete);
        desk.type_whole(text);
        desk.press(Key::Enter);
        if (expected) {
            EXPECT_EQ(desk.cell(x00), *expected) << text;
            EXPECT_FALSE(desk.session.ui.editing) << text;
        } else {
            EXPECT_EQ(desk.session.document(), new_document()) << text;
            ASSERT_TRUE(desk.session.ui.editing) << text;
            EXPECT_NE(desk.session.ui.editing->fault, "") << text;
            desk.press(Key::Escape);
            EXPECT_EQ(desk.session.document(), new_document()) << text;
        }
    }
}

TEST(Session, VisitingCellsChangesNothing) {
    SessionDesk desk;
    desk.select(x00);
    desk.type("0.1234567890123");
    desk.press(Key::Enter);
    const Document before = desk.session.document();
    const std::size_t steps = desk.session.history().size();
    desk.select(x00);
    for (int step = 0; step < 100; ++step) {
        desk.press(Key::F2);
        desk.press(step % 3 == 0 ? Key::Escape : step % 3 == 1 ? Key::Tab : Key::Enter);
        if (step % 3 == 0)
            desk.press(Key::Tab);
    }
    EXPECT_EQ(desk.session.document(), before);
    EXPECT_EQ(desk.session.history().size(), steps);
}

TEST(Session, TabVisitsEveryInputCellAndWraps) {
    SessionDesk desk;
    desk.press(Key::Tab);
    const Place first = *desk.session.view.selected;
    EXPECT_EQ(first, x00);
    std::vector<Place> seen;
    do {
        seen.push_back(*desk.session.view.selected);
        ASSERT_LE(seen.size(), 17U);
        desk.press(Key::Tab);
    } while (!(*desk.session.view.selected == first));
    EXPECT_EQ(seen.size(), 16U) << "X, W_Q, W_K and W_V of 2 × 2";
    desk.press(Key::Tab, true);
    EXPECT_EQ(*desk.session.view.selected, seen.back());
}

TEST(Session, EnterAfterTabsGoesBelowWhereTheyBegan) {
    SessionDesk desk;
    const Place x01{{Stage::X}, 0, 1}, x10{{Stage::X}, 1, 0}, x11{{Stage::X}, 1, 1};
    desk.select(x00);
    for (const char* const number : {"3", "4"}) { // a row, as it is read
        desk.type(number);
        if (*number == '3')
            desk.press(Key::Tab);
        else
            desk.press(Key::Enter);
    }
    EXPECT_EQ(desk.cell(x01), 4);
    EXPECT_EQ(*desk.session.view.selected, x10);
    desk.press(Key::Tab);
    desk.press(Key::Enter);
    EXPECT_EQ(*desk.session.view.selected, x10) << "the last row stays, in the first column";
    desk.select(x00);
    desk.press(Key::Tab);
    desk.press(Key::Down); // another way: the run has ended
    desk.press(Key::Up);
    desk.press(Key::Enter);
    EXPECT_EQ(*desk.session.view.selected, x11);
    desk.select(x11);
    desk.press(Key::Tab); // into the next matrix, where the run begins again
    desk.press(Key::Tab);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.session.view.selected->sheet.stage, Stage::W_Q);
    EXPECT_EQ(desk.session.view.selected->column, 0);
    EXPECT_EQ(desk.session.view.selected->row, 1);
}

TEST(Session, ComputedCellsNameTheInputsToChange) {
    SessionDesk desk;
    desk.select({{Stage::Q}, 0, 0});
    desk.type("x");
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_FALSE(desk.session.ui.seeking) << "no number begins with that";
    const std::string said = "Q is computed as X W_Q. To change it, change X or W_Q";
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_EQ(desk.session.ui.message->text, said + ". Or type the number that it should become");
    desk.session.ui.message.reset();
    desk.press(Key::Delete);
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_EQ(desk.session.ui.message->text, said);
    EXPECT_EQ(desk.session.document(), new_document());
}

TEST(Session, DigitsAndArrowsChooseTheQueryWord) {
    SessionDesk desk;
    desk.type("2");
    EXPECT_EQ(desk.session.view.query, 1);
    desk.press(Key::Up);
    EXPECT_EQ(desk.session.view.query, 0);
    desk.press(Key::Up);
    EXPECT_EQ(desk.session.view.query, 0);
    desk.type("9");
    EXPECT_EQ(desk.session.view.query, 0) << "there is no ninth word";
    desk.press(Key::End);
    EXPECT_EQ(desk.session.view.query, 1);
}

TEST(Session, WordsAreAddedRenamedMovedAndRemoved) {
    SessionDesk desk;
    desk.press(KeyPress{Key::Enter, 0, true});
    EXPECT_EQ(desk.session.document().tokens, (std::vector<std::string>{"one", "word_3", "two"}));
    EXPECT_EQ(desk.session.view.query, 1);
    desk.press(Key::F2);
    desk.type("né");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.session.document().tokens[1], "né");
    desk.press(KeyPress{Key::Down, 0, false, false, true});
    EXPECT_EQ(desk.session.document().tokens, (std::vector<std::string>{"one", "two", "né"}));
    desk.press(KeyPress{Key::Backspace, 0, true});
    EXPECT_EQ(desk.session.document().tokens, (std::vector<std::string>{"one", "two"}));
    EXPECT_EQ(desk.session.view.query, 1) << "the query stays one of the words";
    for (int step = 0; step < 4; ++step)
        desk.control('z');
    EXPECT_EQ(desk.session.document(), new_document());
}

TEST(Session, AnAddedHeadIsShown) {
    SessionDesk desk;
    action(desk.actions, "head.add").run(desk.session.frame());
    EXPECT_EQ(desk.session.view.head, 0) << "the rest of the frame shows what there is";
    desk.carry_out();
    EXPECT_EQ(head_count(desk.session.document()), 2);
    EXPECT_EQ(desk.session.view.head, 1);
}

TEST(Session, EscCancelsADrag) {
    SessionDesk desk;
    desk.session.ui.dragging.scrub = Scrub{x00, 1, 0, 0, 0, 7, true};
    desk.session.outbox.edit(SetCell{x00, 3}, 7);
    desk.carry_out();
    desk.session.outbox.edit(SetCell{x00, 4}, 7);
    desk.carry_out();
    EXPECT_EQ(desk.cell(x00), 4);
    desk.press(Key::Escape);
    EXPECT_EQ(desk.session.document(), new_document());
    EXPECT_FALSE(desk.session.history().can_undo());
    EXPECT_FALSE(desk.session.history().can_redo());
}

TEST(Session, AShortcutWhileTypingEntersTheTextFirst) {
    SessionDesk desk;
    desk.select(x00);
    desk.type("8");
    desk.control('k');
    EXPECT_EQ(desk.cell(x00), 8);
    EXPECT_TRUE(desk.session.ui.cards.palette);
}

TEST(Session, ThePaletteFindsAndRunsEveryAction) {
    SessionDesk desk;
    desk.control('k');
    desk.type("causal");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.session.ui.cards.palette);
    EXPECT_EQ(desk.session.document().switches.mask.kind, Mask::Kind::Causal);
    for (const Action& action : desk.actions) {
        if (!action.is_offered(desk.session.document()))
            continue;
        const auto list = found(desk.actions, action.name, desk.session.document());
        EXPECT_TRUE(std::find(list.begin(), list.end(), &action) != list.end()) << action.name;
    }
}

TEST(Actions, WithAKeyAreInOneOfTheFiveGroupsOfTheHelp) {
    const auto actions = all_actions({});
    for (const Action& one : actions)
        EXPECT_TRUE(one.shortcuts.empty() || help_group(one.menu))
            << one.menu << ", the menu of " << one.id;
    const auto groups = help_groups(actions, "");
    EXPECT_EQ(groups.size(), 5U);
    const auto answers = help_groups(actions, "answer 1");
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers.front().rows.front().keys, "Alt+1");
    const auto all = help_groups(actions, "answer ");
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all.front().rows.back().keys, "Alt+1 … Alt+9") << "rows of one kind are one";
    const auto found = help_groups(actions, "fULL sCREEN");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().rows.front().keys, "F11");
    EXPECT_TRUE(help_groups(actions, "no such key").empty());
}

TEST(Actions, ThatTurnPagesAndThoseOfTheLowerPanelHaveNoWordTogether) {
    const auto actions = all_actions({});
    for (const Action& page : actions)
        for (const Action& tab : actions)
            if (page.menu == "Pages" && tab.menu == "Lower panel") {
                EXPECT_NE(page.name, tab.name) << page.id << " and " << tab.id;
            }
}

TEST(Actions, AreFoundByWhatPeopleCallThem) {
    const auto actions = all_actions({{"four-words", "Four words"}}, {{"three-inputs", "Three"}});
    const Document document = *io::open_document("two-heads");
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"color", "colours.violet"},
        {"colour", "colours.violet"},
        {"bigger", "scale_interface.larger"},
        {"larger", "scale_interface.larger"},
        {"font", "scale_interface.larger"},
        {"font", "scale_interface.smaller"},
        {"slides", "present.start"},
        {"slides", "export.panel"},
        {"heatmap", "export.panel"},
        {"heatmap", "view.enlarge"},
        {"animation", "temperature.play"},
        {"quiz", "explain.cover"},
        {"head", "head.add"},
        {"multihead", "heads.w_o"},
        {"Color Blind", "colours.viridis"},
        {"follow", "view.enlarge"},
        {"follow", "explain.back"},
        {"follow", "explain.copy_text"},
        {"sqrt", "scale.sqrt_d_k"},
        {"fit", "canvas.fit"},
        {"joined", "heads.w_o"},
        {"next word", "model.words_out.on"},
        {"release", "explain.give"},
        {"slide", "present.start"}};
    constexpr std::size_t seen = 12; // without turning pages
    for (const auto& [typed, id] : cases) {
        const auto list = found(actions, typed, document);
        const auto at = std::find_if(list.begin(), list.end(),
                                     [id = id](const Action* one) { return one->id == id; });
        ASSERT_TRUE(at != list.end()) << typed << " does not find " << id;
        EXPECT_LT(static_cast<std::size_t>(at - list.begin()), seen) << typed << ": " << id;
    }
    EXPECT_EQ(found(actions, "save", document).front()->id, "file.save") << "names come first";
    EXPECT_EQ(found(actions, "export", document).front()->id, "export.panel");
    EXPECT_EQ(found(actions, "mask", document).front()->menu, "Mask") << "before mistakes";
    EXPECT_EQ(found(all_actions({{"two-heads", "Two heads joined by W_O"}}, {}), "joined by W_O",
                    document)
                  .front()
                  ->id,
              "heads.w_o")
        << "before what opens another document";
}

TEST(Actions, OfThePaletteThatCanBeRunComeFirstOnTheStartPage) {
    SessionDesk desk;
    desk.session.ui.starting.is_shown = true;
    desk.session.ui.cards.palette = Palette{};
    const Frame frame = desk.session.frame();
    for (const char* typed : {"", "open", "word"}) {
        desk.session.ui.cards.palette->line.text = typed;
        const auto rows = palette_rows(frame, desk.actions);
        EXPECT_TRUE(std::is_partitioned(rows.begin(), rows.end(), [&](const Action* one) {
            return one->is_enabled(frame);
        })) << typed;
        EXPECT_EQ(rows.size(), found(desk.actions, typed, frame.document).size());
    }
}

TEST(Actions, ThatTurnPagesReachEachPageOfADocumentWithLayers) {
    Document block = *io::open_document("causal-decoder-block");
    AttentionOptions options = block.options;
    options.block->layers = 3;
    SessionDesk desk;
    desk.session.outbox.edit(
        Replace{*attn::apply(block, SetOptions{options, "Layers"}), "Open a block"});
    desk.carry_out();
    const auto press = [&](bool shift) { desk.press(KeyPress{Key::PageDown, 0, true, shift}); };
    std::set<std::string_view> pages;
    for (std::size_t turns = 0; turns < figure::canvas_pages().size(); ++turns) {
        pages.insert(shown_page(desk.session.frame()));
        press(true);
    }
    for (const figure::PageInfo& page : figure::canvas_pages())
        EXPECT_EQ(pages.contains(page.id), has_page(desk.session.document(), page.id)) << page.id;
    press(false);
    EXPECT_EQ(desk.session.view.layer, 1) << "without Shift the key changes the layer";
}

TEST(Actions, F4FoldsTheLowerPanelAndSaysHowItComesBack) {
    SessionDesk desk;
    desk.press(Key::F4);
    EXPECT_EQ(desk.session.ui.window.panel_height, 0.0F);
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_EQ(desk.session.ui.message->text, "The lower panel is folded; F4 shows it again.");
    desk.press(Key::F4);
    EXPECT_FALSE(desk.session.ui.window.panel_height);
    EXPECT_FALSE(desk.session.ui.message);
}

TEST(Actions, TheSpotlightFoldsTheLowerPanelAndGivesItBack) {
    SessionDesk desk;
    const auto is_folded = [&] { return is_panel_folded(desk.session.ui); };
    const auto press = [&](char letter) { desk.press(KeyPress{Key::Character, letter}); };
    EXPECT_FALSE(is_folded());
    press('z');
    ASSERT_TRUE(desk.session.ui.window.enlarged);
    EXPECT_TRUE(is_folded());
    desk.control('2');
    EXPECT_FALSE(is_folded()) << "a tab opens it";
    desk.press(Key::Right);
    EXPECT_FALSE(is_folded()) << "along the calculation it stays";
    press('z');
    EXPECT_FALSE(is_folded());
    press('z');
    EXPECT_TRUE(is_folded()) << "each spotlight begins without it";
    desk.press(Key::F4);
    EXPECT_FALSE(is_folded());
    desk.press(Key::Escape);
    EXPECT_FALSE(is_folded());
    EXPECT_FALSE(desk.session.ui.window.panel_height) << "its height is what it was";
}

TEST(Actions, AGreyLetterSaysWhy) {
    SessionDesk desk;
    desk.press(KeyPress{Key::Character, 'c'});
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_EQ(desk.session.ui.message->text, "Cover, or reveal: select a number first.");
    desk.control('z');
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_EQ(desk.session.ui.message->text, "Undo: there is nothing to undo.");
}

TEST(Actions, GreyOnesSayWhy) {
    for (const char* const preset : {"four-words", "causal-decoder-block", "concepts"})
        for (const bool is_start : {false, true}) {
            const auto document = io::open_document(preset);
            ASSERT_TRUE(document) << preset;
            Session session(*document);
            session.ui.starting.is_shown = is_start;
            const Frame frame = session.frame();
            for (const Action& one : all_actions({{"four-words", "Four words"}}, {})) {
                if (!one.is_offered(frame.document))
                    continue;
                EXPECT_EQ(why_grey(frame, one).empty(), one.is_enabled(frame))
                    << one.id << " in " << preset;
            }
        }
}

TEST(Session, EveryActionKeepsTheDocumentValidAndCanBeUndone) {
    const std::size_t count = all_actions({{"four-words", "Four words"}}).size();
    for (std::size_t at = 0; at < count; ++at) {
        SessionDesk desk;
        const Action& action = desk.actions[at];
        if (!action.is_enabled(desk.session.frame()))
            continue;
        action.run(desk.session.frame());
        desk.carry_out();
        EXPECT_TRUE(validate(desk.session.document()).has_value()) << action.id;
        EXPECT_LE(desk.session.history().position(), 1U) << action.id;
        if (desk.session.history().can_undo())
            desk.control('z');
        EXPECT_EQ(desk.session.document(), new_document()) << action.id;
    }
}

TEST(Actions, ShortcutsAndNamesAreUnique) {
    const auto actions = all_actions({});
    const Document plain = *io::open_document("four-words");
    const Document layers = *io::open_document("induction");
    // The same keys turn pages, or change layers if there are several.
    const auto are_of_other_documents = [&](const Action& one, const Action& other) {
        return one.menu == "Block" && other.menu == "Pages" && one.is_offered(layers) &&
               !one.is_offered(plain) && other.is_offered(plain) && !other.is_offered(layers);
    };
    for (std::size_t a = 0; a < actions.size(); ++a)
        for (std::size_t b = a + 1; b < actions.size(); ++b) {
            EXPECT_NE(actions[a].id, actions[b].id);
            if (are_of_other_documents(actions[a], actions[b]))
                continue;
            // The same keys go along the steps of a lesson, or of the calculation without one.
            if (actions[a].id.starts_with("light.") && actions[b].menu == "The open lesson")
                continue;
            // Presenting and other actions are never available together.
            if ((actions[a].menu == "Presenting") != (actions[b].menu == "Presenting"))
                continue;
            for (const KeyPress& one : actions[a].shortcuts)
                for (const KeyPress& other : actions[b].shortcuts)
                    EXPECT_FALSE(matches(one, other)) << actions[a].id << " " << actions[b].id;
        }
}

TEST(Session, AFailedOpenKeepsTheDocumentAndSaysWhy) {
    SessionDesk desk;
    desk.session.outbox.post(Open{"missing.attn"});
    desk.carry_out();
    EXPECT_EQ(desk.session.document(), new_document());
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_TRUE(desk.session.ui.message->is_fault);
}

TEST(Session, OpeningAPresetIsOneUndoStep) {
    SessionDesk desk;
    desk.select(x00);
    desk.type("5");
    desk.press(Key::Enter);
    const Document mine = desk.session.document();
    desk.session.outbox.post(Open{"four-words"});
    desk.carry_out();
    EXPECT_EQ(desk.session.document(), mine) << "it asks first whether to save";
    desk.press(Key::Right);
    desk.press(Key::Enter); // Don't save.
    EXPECT_EQ(desk.session.document().title, "Four words");
    EXPECT_FALSE(desk.session.work.is_changed());
    desk.control('z');
    EXPECT_EQ(desk.session.document(), mine);
}

TEST(Session, ArrowsAndTabFollowWordsAsColumns) {
    SessionDesk desk;
    desk.press(KeyPress{Key::Character, 'r', true, true});
    ASSERT_EQ(desk.session.document().convention, Convention::TokensAsColumns);
    desk.select(x00);
    desk.press(Key::Down); // X is drawn as d_model × words.
    EXPECT_EQ(desk.session.view.selected, (Place{{Stage::X}, 0, 1}));
    desk.press(Key::Right);
    EXPECT_EQ(desk.session.view.selected, (Place{{Stage::X}, 1, 1}));
    desk.select(x00);
    desk.press(Key::Tab);
    EXPECT_EQ(desk.session.view.selected, (Place{{Stage::X}, 1, 0}));
    desk.press(Key::Tab);
    EXPECT_EQ(desk.session.view.selected, (Place{{Stage::X}, 0, 1}));
    desk.type("7");
    desk.press(Key::Enter);
    EXPECT_EQ((*desk.session.document().embeddings)(0, 1), 7);

    desk.press(Key::Escape);
    desk.press(Key::Right);
    EXPECT_EQ(desk.session.view.query, 1) << "the words lie beside each other";
    desk.press(Key::Up);
    EXPECT_EQ(desk.session.view.query, 0);
    desk.control('z');
    desk.control('z');
    EXPECT_EQ(desk.session.document(), new_document()) << "it is undone like any switch";
}

} // namespace attn::session_test
