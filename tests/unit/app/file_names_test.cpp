// SPDX-License-Identifier: MIT
// The names of exported files; no file is replaced without a question.
#include "app/actions/actions.h"
#include "app/exporting/exporting.h"
#include "app/files/settings.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/io/document/library.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

using namespace app;
using namespace attn;

namespace {

struct FileNames : ::testing::Test {
    test::TempDir folder;
    Session session{*io::open_document("four-words"), "four-words"};
    std::vector<Action> actions = all_actions({});
    ExportState& state = session.ui.exporting;

    FileNames() {
        state.choice.path = folder / "weights.png";
        open_export(session.frame());
    }
    void press(KeyPress key) { take_key(session.frame(), key, actions); }
    void type(const std::string& text) { take_key(session.frame(), Typed{text}, actions); }
    std::string name() const {
        return std::filesystem::path(state.choice.path).filename().string();
    }
    const KeyPress control_enter{Key::Enter, 0, true};
};

} // namespace

TEST_F(FileNames, EnterLeavesAnyFieldAndWritesNoFile) {
    for (const ExportField field :
         {ExportField::Path, ExportField::Size, ExportField::Dpi, ExportField::Font,
          ExportField::Title, ExportField::Caption, ExportField::Threshold, ExportField::Gap,
          ExportField::Low, ExportField::High, ExportField::Count, ExportField::Seed,
          ExportField::List, ExportField::Sweep}) {
        begin_field(session.frame(), field);
        press({Key::Enter});
        EXPECT_EQ(state.field, ExportField::None) << static_cast<int>(field);
        EXPECT_FALSE(state.write_asked) << static_cast<int>(field);
        EXPECT_TRUE(state.is_open);
    }
    begin_field(session.frame(), ExportField::Title);
    type("A title");
    press(control_enter);
    EXPECT_TRUE(std::exchange(state.write_asked, false)) << "Ctrl+Enter writes from anywhere";
    EXPECT_EQ(state.choice.look.picture.title, "A title");
    press({Key::Enter});
    EXPECT_TRUE(state.write_asked) << "and Enter outside of fields does";
}

TEST_F(FileNames, AForeignFileIsReplacedOnlyAfterAsking) {
    (void)folder.file("weights.png", "another's");
    press({Key::Enter});
    EXPECT_FALSE(state.write_asked);
    EXPECT_EQ(state.replacing, state.choice.path) << "it is asked about";
    press({Key::Escape});
    EXPECT_TRUE(state.is_open) << "Esc says no, and the panel stays";
    EXPECT_EQ(state.replacing, "");
    press(control_enter);
    EXPECT_FALSE(state.write_asked);
    press(control_enter);
    EXPECT_TRUE(std::exchange(state.write_asked, false)) << "the second wish is the answer";
    state.written.insert(state.choice.path); // as the window does after writing
    press({Key::Enter});
    EXPECT_TRUE(std::exchange(state.write_asked, false)) << "its own file is written again";
}

TEST_F(FileNames, EachFileIsAskedAbout) {
    (void)folder.file("weights.png", "another's");
    (void)folder.file("other.png", "another's");
    press({Key::Enter});
    state.choice.path = folder / "other.png";
    press({Key::Enter});
    EXPECT_FALSE(state.write_asked) << "the answer was about weights.png";
}

TEST_F(FileNames, FollowTheDocument) {
    EXPECT_EQ(name(), "weights.png") << "a name that was typed stays";
    state.written.insert(state.choice.path);
    session.outbox.post(Open{"two-heads"});
    session.carry_out(io::open_document);
    open_export(session.frame());
    EXPECT_EQ(name(), "two-heads.png") << "in the same folder, with the same ending";
    EXPECT_EQ(std::filesystem::path(state.choice.path).parent_path(), folder.path());
    EXPECT_TRUE(state.written.empty()) << "the other document wrote that file";
    (void)folder.file("four-words.png", "of another day");
    session.outbox.post(Open{"four-words"});
    session.carry_out(io::open_document);
    open_export(session.frame());
    EXPECT_EQ(name(), "four-words-2.png");
}

TEST_F(FileNames, AreMadeOfDocumentAndFigureUntilOneIsTyped) {
    state.choice.path = folder / "weights.png";
    state.named_for = "another document";
    name_file(session.frame());
    EXPECT_EQ(name(), "four-words.png") << "the whole calculation";
    const auto named = [&](const std::string& figure) {
        state.choice.figure = figure;
        name_file(session.frame());
        return name();
    };
    EXPECT_EQ(named("weights"), "four-words-weights.png");
    EXPECT_EQ(named("W_Q"), "four-words-W_Q.png");
    state.choice.path = with_ending(state.choice.path, ".pdf"); // another kind of file
    EXPECT_EQ(named("weights"), "four-words-weights.pdf");
    state.choice.worksheet.is_on = state.choice.worksheet.is_key = true;
    EXPECT_EQ(named("weights"), "four-words-worksheet-key.pdf");
    state.choice.worksheet = {};
    EXPECT_EQ(named("weights"), "four-words-weights.pdf");
    (void)folder.file("four-words-lines.pdf", "of another day");
    EXPECT_EQ(named("lines"), "four-words-lines-2.pdf") << "nothing is replaced";
    state.written.insert(folder / "four-words-weights.pdf");
    (void)folder.file("four-words-weights.pdf", "of this document");
    EXPECT_EQ(named("weights"), "four-words-weights.pdf") << "its own file is written again";
    state.choice.path = with_ending(state.choice.path, ".py");
    EXPECT_EQ(named("lines"), "four-words.py") << "a program has no figure";
    state.choice.trains = true;
    EXPECT_EQ(named("lines"), "four-words.py") << "there is no loss";
    state.choice.path = folder / "mine.pdf";
    EXPECT_EQ(named("weights"), "mine.pdf") << "a typed name stays";
}

TEST_F(FileNames, SayThatAProgramTrains) {
    Session trained(*io::open_document("majority"), "majority");
    ExportState& exports = trained.ui.exporting;
    exports.choice.path = folder / "weights.pdf";
    exports.named_for = "another document";
    open_export_of_training(trained.frame());
    EXPECT_EQ(exports.choice.path, folder / "majority-train.py");
    exports.choice.trains = false;
    name_file(trained.frame());
    EXPECT_EQ(exports.choice.path, folder / "majority.py");
}

TEST_F(FileNames, FromAnotherRunAreNotOffered) {
    Session next(*io::open_document("three-inputs"), "three-inputs");
    next.ui.exporting.choice.path = folder / "weights.pdf";
    next.ui.exporting.named_for = ""; // as settings are read
    open_export(next.frame());
    EXPECT_EQ(next.ui.exporting.choice.path, folder / "three-inputs.pdf");
}

TEST_F(FileNames, AnAnswerKeyHasItsOwnName) {
    state.choice.path = folder / "sheet.pdf";
    state.choice.worksheet.is_on = true;
    name_file(session.frame());
    EXPECT_EQ(name(), "sheet.pdf");
    state.choice.worksheet.is_key = true;
    name_file(session.frame());
    EXPECT_EQ(name(), "sheet-key.pdf");
    name_file(session.frame());
    EXPECT_EQ(name(), "sheet-key.pdf");
    state.choice.worksheet.is_key = false;
    name_file(session.frame());
    EXPECT_EQ(name(), "sheet.pdf");
}

TEST_F(FileNames, AMissingClassListIsAFault) {
    state.choice.path = folder / "sheet.pdf";
    state.choice.worksheet.is_on = true;
    EXPECT_NE(take_names(folder / "no.csv", state.choice.worksheet), "");
    const auto refused = export_options(session.frame());
    ASSERT_FALSE(refused) << "no worksheets of no names";
    EXPECT_NE(refused.error().text().find("no.csv"), std::string::npos) << refused.error().text();
    EXPECT_EQ(take_names("", state.choice.worksheet), "");
    EXPECT_TRUE(export_options(session.frame()));
}
