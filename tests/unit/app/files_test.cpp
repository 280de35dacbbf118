// SPDX-License-Identifier: MIT
// Opening and saving as a person at the keyboard does.
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace app;
using namespace attn;
using namespace attn::test;
using Desk = FileDesk;

namespace fs = std::filesystem;

TEST(Files, OpenByTypingAPathWithCompletion) {
    const TempDir home;
    fs::create_directory(home / "folder");
    document_file(home, "folder/one.attn");
    document_file(home, "folder/other.attn");
    Desk desk(home);
    desk.control('o');
    ASSERT_TRUE(desk.ui().files.dialog);
    desk.type(home.path().string() + "/fol");
    EXPECT_EQ(desk.ui().files.dialog->folder, home.path().string() + "/");
    desk.press(Key::Tab);
    EXPECT_EQ(desk.ui().files.dialog->folder, home.path().string() + "/folder/");
    desk.type("o");
    EXPECT_EQ(desk.ui().files.dialog->shown.size(), 2U);
    desk.type("t");
    desk.press(Key::Tab);
    EXPECT_EQ(desk.ui().files.dialog->line.text, "other.attn");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.ui().files.dialog);
    EXPECT_EQ(desk.document().title, "folder/other.attn");
    EXPECT_EQ(desk.ui().files.path, home / "folder/other.attn");
    EXPECT_FALSE(desk.session->work.is_changed());
}

TEST(Files, TooManyWordsOfferAPart) {
    const TempDir home;
    constexpr Index words = 4100;
    Document document = titled("many"); // too many to be valid, but not to be written
    document.tokens.own().clear();
    Matrix x(words, 2);
    for (Index word = 0; word < words; ++word) {
        document.tokens.own().push_back("w" + std::to_string(word));
        x.row(word) << 0.1, static_cast<Real>(word);
    }
    document.embeddings = x;
    const std::string path = home / "many.attn";
    ASSERT_TRUE(io::write_file(path, io::write_document(document)));
    Desk desk(home);
    desk.post(Open{path});
    EXPECT_EQ(desk.document(), new_document());
    ASSERT_TRUE(desk.ui().question);
    EXPECT_NE(desk.ui().question->text.find("4100 words, more than the 4096"), std::string::npos);
    EXPECT_FALSE(desk.ui().message) << "the question says what is wrong";
    ASSERT_EQ(desk.ui().question->choices.size(), 3U);
    EXPECT_EQ(desk.ui().question->choices[1].label, "Words 4 to 4099");
    desk.press(Key::Right);
    desk.press(Key::Enter);
    ASSERT_EQ(token_count(desk.document()), 4096);
    EXPECT_EQ(desk.document().tokens.front(), "w4");
    EXPECT_EQ(desk.document().tokens.back(), "w4099");
    EXPECT_EQ((*desk.document().embeddings)(0, 1), 4);
    EXPECT_EQ((*desk.document().embeddings)(4095, 0), 0.1);
    EXPECT_EQ(desk.ui().files.path, "") << "saving must not overwrite the whole one";
    EXPECT_EQ(desk.ui().files.opened, "part of many.attn");
}

TEST(Files, F16ANewerVersionOpensWithAMessageAndKeepsUnknownKeys) {
    const TempDir home;
    std::string text = io::write_document(titled("newer"));
    const auto replace = [&text](std::string_view from, std::string_view to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace("[2, 0]", "[2, 7]");
    replace("\"kind\"", "\"dropout\": {\"rate\": 10000.5}, \"kind\"");
    const std::string path = home / "newer.attn";
    ASSERT_TRUE(io::write_file(path, text));
    Desk desk(home);
    desk.post(Open{path});
    EXPECT_EQ(desk.document().title, "newer");
    ASSERT_TRUE(desk.ui().message);
    EXPECT_NE(desk.ui().message->text.find("newer version of Attention Lab"), std::string::npos);
    desk.change(0.375);
    desk.control('s');
    EXPECT_FALSE(desk.session->work.is_changed());
    EXPECT_NE(io::read_file(path)->find("10000.5"), std::string::npos);

    replace("[2, 7]", "[3, 0]");
    const std::string beyond = home / "beyond.attn";
    ASSERT_TRUE(io::write_file(beyond, text));
    desk.post(Open{beyond});
    EXPECT_EQ(desk.value(), 0.375) << "what is open stays";
    EXPECT_NE(desk.ui().message->text.find("3.0"), std::string::npos) << desk.ui().message->text;
    EXPECT_EQ(*io::read_file(beyond), text);
}

TEST(Files, ArrowsChooseAFileAndBackspaceTheFolderAbove) {
    const TempDir home;
    fs::create_directory(home / "folder");
    document_file(home, "folder/a.attn");
    document_file(home, "folder/b.attn");
    Desk desk(home);
    desk.ui().files.dialog = open_dialog(home / "folder");
    desk.press(Key::Backspace);
    EXPECT_EQ(desk.ui().files.dialog->folder, home.path().string() + "/");
    desk.type("fo");
    desk.press(Key::Down);
    desk.press(Key::Enter); // opens the folder
    desk.press(Key::Down);
    desk.press(Key::Down);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.document().title, "folder/b.attn");
}

TEST(Files, FailuresAreShownInTheDialogAndTheDocumentStays) {
    const TempDir home;
    home.file("broken.attn", "{\"format\": ");
    Desk desk(home);
    desk.change(7);
    desk.control('o');
    desk.type((home.path() / "missing.attn").string());
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.ui().files.dialog);
    EXPECT_NE(desk.ui().files.dialog->fault.find("no such file"), std::string::npos);
    desk.ui().files.dialog = open_dialog(home.path());
    desk.type("broken");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.ui().files.dialog);
    EXPECT_NE(desk.ui().files.dialog->fault.find("broken.attn:1:"), std::string::npos)
        << desk.ui().files.dialog->fault;
    desk.type("/nowhere/x");
    desk.press(Key::Enter);
    EXPECT_NE(desk.ui().files.dialog->fault.find("There is no folder"), std::string::npos);
    desk.press(Key::Escape);
    EXPECT_EQ(desk.value(), 7);
    EXPECT_EQ(desk.asked(), "");
}

TEST(Files, F03ADamagedFileOffersItsBackup) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    fs::rename(path, path + "~");
    home.file("a.attn", io::write_document(titled("half")).substr(0, 60));
    Desk desk(home);
    desk.post(Open{path});
    EXPECT_EQ(desk.asked(), "This file cannot be opened, but its backup can");
    desk.answer("backup");
    EXPECT_EQ(desk.document().title, "a.attn");
}

TEST(Files, SaveUnderANewNameAndThenByCtrlS) {
    const TempDir home;
    Desk desk(home);
    desk.change(7);
    EXPECT_TRUE(desk.ui().files.is_unsaved);
    desk.control('s'); // A new document has no name yet.
    ASSERT_TRUE(desk.ui().files.dialog);
    desk.type((home.path() / "mine").string());
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.ui().files.dialog);
    EXPECT_FALSE(desk.ui().files.is_unsaved);
    ASSERT_TRUE(desk.ui().message);
    EXPECT_EQ(desk.ui().message->text.substr(0, 6), "Saved ");
    EXPECT_EQ(*io::open_file(home / "mine.attn"), desk.document());
    desk.change(8);
    desk.control('s');
    EXPECT_EQ(*io::open_file(home / "mine.attn"), desk.document());
    EXPECT_EQ(desk.ui().files.recent, (std::vector<std::string>{home / "mine.attn"}));
    desk.control('z');
    EXPECT_EQ(desk.value(), 7) << "undo goes on across savings";
    EXPECT_TRUE(desk.ui().files.is_unsaved);
    desk.control('z');
    desk.control('y');
    desk.control('y');
    EXPECT_FALSE(desk.ui().files.is_unsaved);
}

TEST(Files, ATitleIsProposedAsANameOfAFile) {
    const TempDir home;
    FileDesk desk(home);
    desk.post(Edit{Replace{titled("Heads: one / two?"), "Open"}, 0});
    desk.post(AskWhereToSave{});
    ASSERT_TRUE(desk.ui().files.dialog);
    EXPECT_EQ(desk.ui().files.dialog->line.text, "Heads-one-two.attn");
}

TEST(Files, ThatSomethingWasSavedIsNotSaidOfAnotherState) {
    const TempDir home;
    FileDesk desk(home);
    desk.post(Edit{SetCell{x00, 5}, 0});
    desk.post(SaveAs{home / "saved.attn", {}});
    ASSERT_TRUE(desk.ui().message);
    EXPECT_TRUE(desk.ui().message->text.starts_with("Saved"));
    desk.control('z');
    EXPECT_FALSE(desk.ui().message);
}

TEST(Files, AnExistingFileIsReplacedOnlyOnRequest) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    Desk desk(home);
    desk.control('s', true);
    desk.type(path);
    desk.press(Key::Enter);
    EXPECT_EQ(desk.asked(), "Replace “a.attn”?");
    desk.press(Key::Enter); // Enter means Cancel here.
    EXPECT_EQ(title_in(path), "a.attn");
    ASSERT_TRUE(desk.ui().files.dialog) << "another name may be typed";
    desk.press(Key::Enter);
    desk.answer("replace");
    EXPECT_EQ(title_in(path), desk.document().title);
    EXPECT_EQ(title_in(path + "~"), "a.attn");
}

TEST(Files, UnsavedChangesAreAskedAboutBeforeTheyAreReplaced) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    const std::vector<Request> leaving = {Quit{}, NewDocument{}, Open{"four-words"}, Open{path}};
    for (const Request& request : leaving) {
        SCOPED_TRACE(request.index());
        Desk desk(home);
        desk.change(7);
        desk.post(request);
        EXPECT_NE(desk.asked(), "");
        desk.press(Key::Escape);
        EXPECT_EQ(desk.asked(), "");
        EXPECT_EQ(desk.value(), 7);
        EXPECT_FALSE(desk.ui().window.quit_asked);

        desk.post(request);
        desk.answer("save");
        ASSERT_TRUE(desk.ui().files.dialog);
        EXPECT_FALSE(desk.ui().window.quit_asked);
        desk.type((home.path() / ("saved" + std::to_string(request.index()))).string());
        desk.press(Key::Enter);
        EXPECT_EQ(desk.asked(), "");
        const bool quits = std::holds_alternative<Quit>(request);
        EXPECT_EQ(desk.ui().window.quit_asked, quits);
        EXPECT_EQ(desk.value() == 7, quits) << "it went on after it was saved";
        desk.session->work.keeping().end();
        fs::remove(home / ("saved" + std::to_string(request.index()) + ".attn"));
    }
    for (const Request& request : leaving) {
        Desk desk(home);
        desk.change(7);
        desk.post(request);
        desk.answer("dont_save");
        EXPECT_EQ(desk.ui().window.quit_asked, std::holds_alternative<Quit>(request));
        desk.session->work.keeping().end();
    }
}

TEST(Files, CancellingASaveCancelsWhatWaitedForIt) {
    const TempDir home;
    Desk desk(home);
    desk.change(7);
    desk.control('q');
    desk.answer("save");
    desk.press(Key::Escape); // closes the dialog for the name
    desk.control('s');
    desk.type((home.path() / "x").string());
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.ui().window.quit_asked);
    EXPECT_FALSE(desk.ui().files.is_unsaved);
}

TEST(Files, UndoReturnsToTheFileBeforeAndSavesThere) {
    const TempDir home;
    const std::string a = document_file(home, "a.attn"), b = document_file(home, "b.attn");
    Desk desk(home, a);
    desk.post(Open{b});
    EXPECT_EQ(desk.ui().files.path, b);
    desk.control('z');
    EXPECT_EQ(desk.ui().files.path, a);
    desk.change(7);
    desk.control('s');
    EXPECT_EQ(title_in(b), "b.attn");
    EXPECT_EQ(*io::open_file(a), desk.document());
}

TEST(Files, RevertAndResetCanBeUndone) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    Desk desk(home, path);
    desk.change(7);
    ASSERT_TRUE(io::write_file(path, io::write_document(titled("theirs"))));
    desk.post(Revert{});
    EXPECT_EQ(desk.document().title, "theirs");
    EXPECT_FALSE(desk.ui().files.is_unsaved);
    desk.change(8);
    desk.post(Reset{});
    EXPECT_EQ(desk.document().title, "theirs");
    EXPECT_EQ(desk.value(), 1);
    desk.control('z');
    EXPECT_EQ(desk.value(), 8);
    desk.control('z');
    desk.control('z');
    EXPECT_EQ(desk.value(), 7);
    EXPECT_EQ(desk.document().title, "a.attn");
}

TEST(Files, APictureOpensAndIsNotOverwritten) {
    const TempDir home;
    const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata "
                            "id=\"attention-lab\">x</metadata></svg>";
    const std::string path = home.file("picture.svg", svg);
    const io::Origin from = origin_of(path, new_document());
    EXPECT_EQ(from.path, "");
    EXPECT_EQ(from.name, "picture.svg");
}

TEST(Files, F41AFileThatAnotherProgramChangedIsAskedAbout) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    Desk desk(home, path);
    desk.change(7);
    ASSERT_TRUE(io::write_file(path, io::write_document(titled("theirs"))));
    desk.control('s');
    EXPECT_EQ(desk.asked(), "Overwrite what another program wrote?");
    desk.answer("cancel");
    EXPECT_EQ(title_in(path), "theirs");
    EXPECT_TRUE(desk.ui().files.is_unsaved);
    desk.control('s');
    desk.answer("compare");
    EXPECT_EQ(title_in(path), "theirs");
    ASSERT_TRUE(desk.ui().comparing && desk.ui().comparing->pinned);
    EXPECT_EQ(desk.ui().comparing->pinned->document, *io::open_file(path));
    EXPECT_EQ(desk.value(), 7) << "what is here stays";
    EXPECT_TRUE(desk.ui().files.is_unsaved);
    desk.control('s');
    desk.answer("replace");
    EXPECT_EQ(*io::open_file(path), desk.document());
    EXPECT_EQ(title_in(path + "~"), "theirs");
}

TEST(Files, F38AReadOnlyFileOffersAnotherName) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    ::chmod(path.c_str(), 0444);
    Desk desk(home, path);
    desk.change(7);
    desk.control('s');
    EXPECT_EQ(desk.asked(), "The document is not saved");
    desk.answer("save_as");
    ASSERT_TRUE(desk.ui().files.dialog);
    desk.press(Key::Enter); // The same name again; the dialog says so.
    if (desk.ui().question)
        desk.answer("replace");
    EXPECT_NE(desk.ui().files.dialog->fault.find("read-only"), std::string::npos);
    EXPECT_EQ(title_in(path), "a.attn");
    EXPECT_EQ(desk.value(), 7);
}

TEST(Files, F40AHardLinkIsAskedAboutAndF43AGoneFileToo) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    fs::create_hard_link(path, home / "b.attn");
    Desk desk(home, path);
    desk.change(7);
    desk.control('s');
    EXPECT_EQ(desk.asked(), "This file has other names (hard links)");
    desk.answer("in_place");
    EXPECT_EQ(*io::open_file(home / "b.attn"), desk.document());
    fs::remove(path);
    desk.change(8);
    desk.control('s');
    EXPECT_EQ(desk.asked(), "The file no longer exists. Create it again?");
    desk.answer("replace");
    EXPECT_EQ(*io::open_file(path), desk.document());
}

TEST(Files, F42AFileOpenInAnotherWindowIsOpenedAsChosen) {
    const TempDir home;
    const std::string path = document_file(home, "a.attn");
    Desk first(home, path);
    // Two sessions of one process act as two windows, because locks belong to open files.
    Desk second(home, path);
    EXPECT_EQ(second.asked(), "“a.attn” is open in another window");
    second.answer("view");
    EXPECT_EQ(second.ui().files.path, "");
    second.change(7);
    second.control('s');
    ASSERT_TRUE(second.ui().files.dialog) << "what is only viewed is saved under another name";
    second.type(path);
    second.press(Key::Enter);
    EXPECT_EQ(second.asked(), "“a.attn” is open in another window");
    second.answer("cancel");
    EXPECT_EQ(title_in(path), "a.attn");
    Desk third(home, path);
    third.answer("copy");
    EXPECT_EQ(third.ui().files.path, "");
    Desk fourth(home, path);
    fourth.answer("edit");
    EXPECT_EQ(fourth.ui().files.path, path);
    first.session.reset();
    Desk fifth(home, path);
    EXPECT_EQ(fifth.asked(), "") << "the first window is gone";
}
