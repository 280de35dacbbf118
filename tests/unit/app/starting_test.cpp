// SPDX-License-Identifier: MIT
// The start page without its window: what the fields create, what is listed, what keys do.
#include "app/actions/actions.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "app/starting/glimpse_maker.h"
#include "app/starting/model_field.h"
#include "app/starting/start_page.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "tests/support/talking_model.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace app;
using namespace attn;

namespace {

std::vector<PresetName> numbered(const std::string& name, int count) {
    std::vector<PresetName> list;
    for (int at = 0; at < count; ++at)
        list.push_back({name + std::to_string(at), name + " " + std::to_string(at)});
    return list;
}

/// The page after a start without a file, driven by keys.
struct Page {
    Session session{new_document()};
    std::vector<Action> actions = all_actions(numbered("preset", 9), numbered("lesson", 20));

    Page() {
        session.ui.starting.has_document = false;
        show_start_page(session.ui);
    }
    Starting& starting() { return session.ui.starting; }
    void carry_out() {
        session.carry_out([](const std::string& name) -> Result<Document> {
            Document document = new_document();
            document.title = "opened " + name;
            return document;
        });
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void press(Key key, bool shift = false) { press(KeyPress{key, 0, false, shift}); }
    void type(const std::string& text) {
        take_key(session.frame(), Typed{text}, actions);
        carry_out();
    }
    std::vector<StartSection> sections() {
        return start_sections(session.ui, actions, starting().room.wide, starting().room.high);
    }
};

StartForm form_of(const std::string& sentence, const std::string& width = "4",
                  const std::string& heads = "1", const std::string& seed = "42") {
    StartForm form{line_edit(sentence, false), line_edit(width, false), line_edit(heads, false),
                   line_edit(seed, false)};
    follow_fields(form);
    return form;
}

} // namespace

TEST(Start, ThePageKeepsEarlierMessages) {
    Session session{new_document()};
    session.ui.message = Message{"The work of another window could not be kept.", true};
    show_start_page(session.ui);
    ASSERT_TRUE(session.ui.message) << "nobody has read it";
    go_to_start_page(session.frame());
    EXPECT_FALSE(session.ui.message) << "what a key asks for, a person has in view";
}

TEST(Start, ASentenceGivesTheDocumentOfTheCommandNew) {
    Page page;
    page.type("My own cat");
    page.press(Key::Tab);
    page.type("6");
    page.press(Key::Tab);
    page.type("2");
    page.press(Key::Tab);
    page.type("7");
    ASSERT_TRUE(page.starting().form.preview);
    const Document shown = page.starting().form.preview->document;
    page.press(Key::Enter);

    NewFromWords asked;
    asked.words = {"My", "own", "cat"};
    asked.d_model = 6;
    asked.heads = 2;
    asked.seed = 7;
    EXPECT_EQ(page.session.document(), *document_of(asked));
    EXPECT_EQ(page.session.document(), shown) << "the page draws what it makes";
    EXPECT_FALSE(page.starting().is_shown);
    page.press(KeyPress{Key::Character, 'z', true});
    EXPECT_EQ(page.session.document(), new_document()) << "one step of undo";
}

TEST(Start, FaultsAreShownAtTheirFieldAndKeepTheInput) {
    const auto fault = [](const StartForm& form) {
        EXPECT_FALSE(form.asked);
        EXPECT_FALSE(form.preview);
        return form.fault.value_or(StartFault{StartPart::Cards, "none"});
    };
    std::string many;
    for (int word = 0; word < 10000; ++word)
        many += "w ";
    const StartFault empty = fault(form_of("  ")), long_text = fault(form_of(many));
    EXPECT_EQ(empty.at, StartPart::Sentence);
    EXPECT_NE(empty.text.find("no words"), std::string::npos) << empty.text;
    EXPECT_EQ(long_text.at, StartPart::Sentence);
    EXPECT_NE(long_text.text.find("10000 words"), std::string::npos) << long_text.text;
    EXPECT_NE(long_text.text.find("4096"), std::string::npos) << long_text.text;
    for (const char* width : {"", "0", "-4", "4.5", "x", "99999999999999999999", "5000"})
        EXPECT_EQ(fault(form_of("a b", width)).at, StartPart::Width) << width;
    EXPECT_EQ(fault(form_of("a b", "4", "3")).at, StartPart::Heads);
    EXPECT_NE(fault(form_of("a b", "4", "3")).text.find("1, 2, 4 heads"), std::string::npos);
    for (const char* seed : {"", "-1", "4294967296", "abc"})
        EXPECT_EQ(fault(form_of("a b", "4", "1", seed)).at, StartPart::Seed) << seed;

    Page page;
    page.press(Key::Delete);
    page.press(Key::Tab);
    page.press(Key::Enter);
    EXPECT_TRUE(page.starting().is_shown);
    EXPECT_EQ(page.starting().part, StartPart::Sentence) << "Enter goes to the wrong field";
    EXPECT_EQ(page.session.history().size(), 1U);
    page.type(many);
    page.press(Key::Enter);
    EXPECT_TRUE(page.starting().is_shown);
    EXPECT_EQ(page.starting().form.sentence.text, many);
}

TEST(Start, LongWordsAndWideMatricesWork) {
    const std::string word(4000, 'x');
    const StartForm form = form_of(word + " b");
    ASSERT_TRUE(form.asked);
    EXPECT_EQ(form.asked->words[0], word);
    EXPECT_NE(words_note(form).find("4000 letters"), std::string::npos) << words_note(form);
    EXPECT_EQ(words_note(form_of("one")), "1 word, split at spaces");

    const StartForm large = form_of("a b", "4096");
    EXPECT_TRUE(large.asked) << "it can be made";
    EXPECT_FALSE(large.preview) << "but not while one types";
}

TEST(Start, ArrowsChangeTheNumbers) {
    StartForm form = form_of("a b");
    step_number(form, StartPart::Seed, 1);
    EXPECT_EQ(form.seed.text, "43");
    ASSERT_TRUE(form.asked);
    EXPECT_EQ(form.asked->seed, 43U);
    step_number(form, StartPart::Heads, -1);
    EXPECT_EQ(form.heads.text, "1") << "there is always a head";
}

TEST(Start, TabGoesThroughEveryPartAndBack) {
    Page page;
    for (const StartPart part : {StartPart::Width, StartPart::Heads, StartPart::Seed,
                                 StartPart::Doors, StartPart::Cards, StartPart::Sentence}) {
        page.press(Key::Tab);
        EXPECT_EQ(page.starting().part, part);
    }
    page.press(Key::Tab, true);
    EXPECT_EQ(page.starting().part, StartPart::Cards);
    page.type("x");
    EXPECT_EQ(page.starting().form.sentence.text, "The cat chased the mouse");
}

TEST(Start, CardsAreTheActionsAndRecentFiles) {
    Page page;
    ASSERT_EQ(page.sections().size(), 2U) << "no heading without cards";
    page.session.ui.files.recent = {"/a/one.attn", "/b/two.attn"};
    const auto sections = page.sections();
    ASSERT_EQ(sections.size(), 3U);
    EXPECT_EQ(sections[0].cards[1].title, "two.attn");
    EXPECT_EQ(sections[1].cards.size(), 20U);
    EXPECT_EQ(sections[1].cards[3].name, "lesson3");
    EXPECT_EQ(sections[2].cards[0].title, "preset 0");
}

TEST(Start, ArrowsReachEveryCardAndEnterOpensIt) {
    Page page;
    page.press(Key::Tab, true);
    ASSERT_EQ(page.starting().part, StartPart::Cards);
    const auto sections = page.sections();
    ASSERT_TRUE(sections[0].is_folded());
    std::size_t places = 0;
    for (const StartSection& section : sections)
        places += section.shown() + (section.is_folded() ? 1 : 0);
    std::vector<CardPlace> seen{page.starting().card};
    for (std::size_t step = 1; step < places; ++step) {
        page.press(Key::Right);
        EXPECT_EQ(std::count(seen.begin(), seen.end(), page.starting().card), 0);
        seen.push_back(page.starting().card);
    }
    page.press(Key::Right);
    EXPECT_EQ(page.starting().card, seen.back()) << "the last is the last";
    for (std::size_t step = 1; step < places; ++step)
        page.press(Key::Left);
    EXPECT_EQ(page.starting().card, seen.front());

    // Down and Up stay within the column.
    page.press(Key::Right);
    page.press(Key::Down);
    EXPECT_EQ(page.starting().card, (CardPlace{0, sections[0].columns + 1}));
    page.press(Key::Up);
    EXPECT_EQ(page.starting().card, (CardPlace{0, 1}));
    while (page.starting().card.section == 0)
        page.press(Key::Down);
    EXPECT_EQ(page.starting().card, (CardPlace{1, 1}));
    page.press(Key::Enter);
    EXPECT_FALSE(page.starting().is_shown);
    EXPECT_EQ(page.session.document().title, "opened preset1");
}

TEST(Start, TheLastCardShowsAllCards) {
    Page page;
    page.press(Key::Tab, true);
    const std::size_t shown = page.sections()[0].shown();
    for (std::size_t step = 0; step < shown; ++step)
        page.press(Key::Right);
    page.press(Key::Enter);
    EXPECT_TRUE(page.starting().is_shown);
    EXPECT_EQ(page.sections()[0].shown(), 20U);
    EXPECT_EQ(page.starting().card, (CardPlace{0, shown})) << "the first that was not shown";
}

TEST(Start, AHiddenDocumentIsNotChanged) {
    Page page;
    for (const Action& action : page.actions) {
        const bool is_of_document = action.menu == "Edit" || action.menu == "Words" ||
                                    action.menu == "Mask" || action.menu == "Explain" ||
                                    action.id == "file.save";
        if (is_of_document) {
            EXPECT_FALSE(action.is_enabled(page.session.frame())) << action.id;
        }
    }
    for (const char* id : {"file.new", "file.open", "file.quit", "help.palette", "theme.dark",
                           "lesson.lesson0", "preset.preset0"})
        EXPECT_TRUE(action(page.actions, id).is_enabled(page.session.frame())) << id;
    page.press(KeyPress{Key::Character, 's', true});
    EXPECT_FALSE(page.session.ui.files.dialog);
}

TEST(Start, CtrlHomeShowsThePageAndEscTheDocument) {
    Page page;
    page.press(Key::Escape);
    EXPECT_TRUE(page.starting().is_shown) << "there is no document to go back to";
    page.press(Key::Enter);
    ASSERT_FALSE(page.starting().is_shown);
    page.session.view.selected = Place{};
    page.type("5");
    page.press(Key::Enter);
    const Document edited = page.session.document();
    page.press(KeyPress{Key::Home, 0, true});
    EXPECT_FALSE(page.starting().is_shown) << "a selected number takes the key";
    page.press(Key::Escape);
    page.press(KeyPress{Key::Home, 0, true});
    ASSERT_TRUE(page.starting().is_shown);
    page.type("other words");
    page.press(Key::Enter);
    ASSERT_TRUE(page.session.ui.question) << "unsaved work is asked about";
    page.press(Key::Escape);
    EXPECT_TRUE(page.starting().is_shown);
    EXPECT_EQ(page.starting().form.sentence.text, "other words");
    page.press(Key::Escape);
    EXPECT_FALSE(page.starting().is_shown);
    EXPECT_EQ(page.session.document(), edited);
}

TEST(Start, ThePageCanBeSwitchedOff) {
    Page page;
    for (int tab = 0; tab < 4; ++tab)
        page.press(Key::Tab);
    ASSERT_EQ(page.starting().part, StartPart::Doors);
    const auto doors = start_doors(page.actions);
    for (std::size_t step = 1; step < doors.size(); ++step)
        page.press(Key::Down);
    page.press(KeyPress{Key::Character, ' '});
    EXPECT_FALSE(page.starting().shows_at_start);
    EXPECT_TRUE(page.starting().is_shown);
    for (std::size_t step = 1; step < doors.size(); ++step)
        page.press(Key::Up);
    page.press(Key::Enter);
    EXPECT_TRUE(page.session.ui.files.dialog) << "the first opens a file";
}

TEST(Glimpse, DescribesAndDrawsEveryPresetAndLesson) {
    const auto presets = io::presets();
    const auto lessons = io::lessons();
    ASSERT_TRUE(presets && lessons);
    constexpr float tray = 4; // space around the cells of an input
    const auto check = [](const GlimpseWish& wish) {
        const Glimpse glimpse = glimpse_of(wish);
        EXPECT_FALSE(glimpse.picture.shapes.empty()) << wish.name;
        EXPECT_TRUE(glimpse.detail.ends_with("s") ||
                    glimpse.detail.find(" · ") != std::string::npos)
            << glimpse.detail;
        for (const figure::Shape& shape : glimpse.picture.shapes)
            if (const auto* box = std::get_if<figure::Box>(&shape)) {
                EXPECT_GE(box->rect.x, -tray) << wish.name;
                EXPECT_LE(box->rect.right(), wish.size.width + tray) << wish.name;
                EXPECT_LE(box->rect.bottom(), wish.size.height + tray) << wish.name;
            }
        return glimpse.detail;
    };
    for (const io::Preset& preset : *presets)
        check({CardKind::Preset, preset.name, {}, {}, {}, {56, 56}});
    for (const io::LessonName& lesson : *lessons)
        check({CardKind::Lesson, lesson.name, {}, {}, {}, {56, 56}});
    EXPECT_EQ(check({CardKind::Preset, "four-words", {}, {}, {}, {56, 56}}), "4 words");
    EXPECT_EQ(check({CardKind::Lesson, "causal-mask", {}, {}, {}, {56, 56}}),
              std::to_string(reading_minutes(io::open_lesson("causal-mask")->lesson)) + " min · " +
                  std::to_string(io::open_lesson("causal-mask")->lesson.steps.size()) + " steps");
}

TEST(Glimpse, SaysWhatIsWrongWithAFile) {
    const attn::test::TempDir folder;
    const auto detail = [](const std::string& path) {
        return glimpse_of({CardKind::Recent, path, {}, {}, {}, {56, 56}}).detail;
    };
    EXPECT_EQ(detail(folder / "none.attn"), "no longer exists");
    EXPECT_EQ(detail(folder.file("broken.attn", "{")), "cannot be opened");
    EXPECT_EQ(detail(folder.file("good.attn", io::write_document(new_document()))),
              "2 words · today");
}

TEST(Glimpse, IsMadeInAThreadAndKept) {
    GlimpseMaker maker([] {});
    const GlimpseWish wish{CardKind::Preset, "four-words", {}, {}, {}, {56, 56}};
    std::shared_ptr<const Glimpse> made;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!(made = maker.glimpse(wish)) && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(made);
    EXPECT_TRUE(maker.has_news());
    EXPECT_FALSE(maker.has_news());
    maker.forget_files();
    EXPECT_EQ(maker.glimpse(wish), made) << "presets stay";
}

// The field on the card of a model.

namespace {

/// The page with a model, whose card was drawn.
struct ModelPage : Page {
    ModelPage() {
        actions = all_actions({{"talking", "Nine words", model_group}}, numbered("lesson", 2));
        const Document document =
            *io::read_document(test::talking_model(), "the model of nine words");
        begin_model_field(
            field(), "talking",
            std::make_shared<const Calculation>(Calculation{document, evaluate(document)}));
    }
    ModelField& field() { return session.ui.starting.model; }
    void carry_out_with_model() {
        session.carry_out([](const std::string&) {
            return io::read_document(test::talking_model(), "the model of nine words");
        });
    }
};

} // namespace

TEST(Start, AModelHasASectionOfItsOwn) {
    ModelPage page;
    const auto sections = page.sections();
    ASSERT_EQ(sections.size(), 2U);
    EXPECT_EQ(sections[1].kind, CardKind::Model);
    EXPECT_EQ(sections[1].cards.front().name, "talking");
    EXPECT_EQ(sections[0].kind, CardKind::Lesson);
}

TEST(Start, ASentenceTypedToAModelIsReadAtOnceAndOpened) {
    ModelPage page;
    EXPECT_EQ(page.field().line.text, "the cat chased the mouse");
    for (int part = 0; part < 5; ++part) // d_model, heads, seed, doors, the model
        page.press(Key::Tab);
    ASSERT_EQ(page.starting().part, StartPart::Model);
    page.type("the dogs sl");
    EXPECT_EQ(shown_fault(page.field()), "") << "\"sl\" may become a word";
    page.press(Key::Enter);
    EXPECT_NE(shown_fault(page.field()).find("\"sl\" is not in the vocabulary"), std::string::npos);
    page.press(Key::Tab);
    EXPECT_EQ(page.field().line.text, "the dogs slept ");
    const Document& read = page.field().read->document;
    const auto likely = words_after(read, page.field().read->trace, 1);
    EXPECT_EQ(page.field().next.words.front().word,
              read.vocabulary[static_cast<std::size_t>(likely->front().word)]);
    take_key(page.session.frame(), KeyPress{Key::Enter}, page.actions);
    page.carry_out_with_model();
    EXPECT_FALSE(page.starting().is_shown);
    EXPECT_EQ(page.session.document().tokens.list(),
              (std::vector<std::string>{"the", "dogs", "slept"}));
    EXPECT_EQ(page.session.history().undo_description(), "Type “the dogs slept”");
}

TEST(Start, TabLeavesTheFieldOfAModelWhereNothingIsOffered) {
    ModelPage page;
    for (int part = 0; part < 5; ++part)
        page.press(Key::Tab);
    ASSERT_EQ(page.starting().part, StartPart::Model);
    page.press(Key::Tab); // all is selected
    EXPECT_EQ(page.starting().part, StartPart::Cards);
    page.press(Key::Tab, true);
    EXPECT_EQ(page.starting().part, StartPart::Model);
    page.type("the ");
    page.press(Key::Tab, true);
    EXPECT_EQ(page.starting().part, StartPart::Doors) << "Shift+Tab goes back";
    EXPECT_EQ(page.field().line.text, "the ") << "nothing is lost";
}
