// SPDX-License-Identifier: MIT
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/io/journal/save.h"
#include "tests/support/random_document.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <chrono>
#include <limits>

using namespace attn;
using namespace attn::io;

namespace fs = std::filesystem;

namespace {

Document titled(const std::string& title) {
    Document document = new_document();
    document.title = title;
    return document;
}

/// A folder with a saved document, and the file's state when it was opened.
struct Shelf {
    test::TempDir folder;
    std::string path = folder / "a.attn";
    FileMark opened;

    Shelf() { opened = save_document(titled("old"), path, std::nullopt, {}).mark; }
    Saved save(SaveChoices choices = {}) const {
        choices.copies_folder = folder / "state/copies";
        return save_document(titled("new"), path, opened, choices);
    }
    std::string title() const {
        const auto document = open_file(path);
        return document ? document->title : document.error().text();
    }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), {}));
    }
};

void expect_obstacle(const Saved& saved, Obstacle obstacle, const std::string& said) {
    ASSERT_TRUE(saved.obstacle);
    EXPECT_EQ(*saved.obstacle, obstacle) << saved.error.text();
    EXPECT_NE(saved.error.text().find(said), std::string::npos) << saved.error.text();
}

SaveChoices replacing() {
    SaveChoices choices;
    choices.replaces = true;
    return choices;
}

} // namespace

TEST(Save, TheOldDocumentIsKeptAsABackup) {
    Shelf shelf;
    const Saved saved = shelf.save();
    ASSERT_FALSE(saved.obstacle) << saved.error.text();
    EXPECT_EQ(shelf.title(), "new");
    EXPECT_EQ(saved.mark, *mark_of_file(shelf.path));
    EXPECT_EQ(open_file(shelf.path + "~")->title, "old");
    EXPECT_EQ(shelf.files(), 2U) << "nothing else is left";
    shelf.opened = saved.mark;
    ASSERT_FALSE(shelf.save().obstacle) << "the backup is no hard link of the user";
    EXPECT_EQ(open_file(shelf.path + "~")->title, "new");
    EXPECT_EQ(shelf.files(), 2U);
}

TEST(Save, TheBackupCanBeLeftOut) {
    Shelf shelf;
    SaveChoices choices;
    choices.keeps_backup = false;
    ASSERT_FALSE(shelf.save(choices).obstacle);
    EXPECT_EQ(shelf.files(), 1U);
}

TEST(Save, EveryDocumentIsReadBackEqual) {
    const test::TempDir folder;
    SaveChoices choices = replacing();
    choices.keeps_backup = false;
    for (std::uint32_t seed = 0; seed < attn::test::combinations; seed += 17) {
        const Document document = attn::test::random_document(seed);
        const Saved saved = save_document(document, folder / "x.attn", std::nullopt, choices);
        ASSERT_FALSE(saved.obstacle) << "seed " << seed << ": " << saved.error.text();
        const auto again = open_file(folder / "x.attn");
        ASSERT_TRUE(again) << "seed " << seed << ": " << again.error().text();
        EXPECT_EQ(*again, document) << "seed " << seed;
    }
    const auto all = presets();
    for (const auto& preset : *all) {
        if (preset.fault)
            continue; // tests of the presets report it
        const Document document = *open_file(preset.path);
        const Saved saved = save_document(document, folder / "x.attn", std::nullopt, choices);
        ASSERT_FALSE(saved.obstacle) << preset.name << ": " << saved.error.text();
        EXPECT_EQ(*open_file(folder / "x.attn"), document) << preset.name;
    }
}

TEST(Save, F12NonFiniteNumbersAreReadBackExactly) {
    Shelf shelf;
    Document document = new_document();
    Matrix x = *document.embeddings;
    x(0, 0) = std::numeric_limits<Real>::quiet_NaN();
    x(0, 1) = -std::numeric_limits<Real>::infinity();
    x(1, 0) = -0.0;
    x(1, 1) = std::numeric_limits<Real>::denorm_min();
    document.embeddings = x;
    ASSERT_FALSE(save_document(document, shelf.path, shelf.opened, {}).obstacle);
    EXPECT_EQ(*open_file(shelf.path), document);
}

TEST(Save, F13UnstorableTextIsRefusedAndTheFileUntouched) {
    const Shelf shelf;
    const std::string before = test::bytes_of(shelf.path);
    for (auto member : {&Document::title, &Document::notes}) {
        Document document = new_document();
        document.*member = "bad \xff byte";
        expect_obstacle(save_document(document, shelf.path, shelf.opened, {}), Obstacle::Failed,
                        "no UTF-8 text");
    }
    Document document = new_document();
    document.tokens.own()[1] = "\xc3(";
    expect_obstacle(save_document(document, shelf.path, shelf.opened, {}), Obstacle::Failed,
                    "the word \"\\xc3(\"");
    EXPECT_EQ(test::bytes_of(shelf.path), before);
    EXPECT_EQ(shelf.files(), 1U);
}

TEST(Save, F37AReadOnlyFolderOffersToOverwriteTheFile) {
    Shelf shelf;
    fs::create_directory(shelf.folder / "closed");
    fs::rename(shelf.path, shelf.folder / "closed/a.attn");
    shelf.path = shelf.folder / "closed/a.attn";
    ::chmod((shelf.folder / "closed").c_str(), 0555);
    expect_obstacle(shelf.save(), Obstacle::FolderClosed, "read-only");
    EXPECT_EQ(shelf.title(), "old");
    SaveChoices choices;
    choices.in_place = true;
    const Saved saved = shelf.save(choices);
    ASSERT_FALSE(saved.obstacle) << saved.error.text();
    EXPECT_EQ(shelf.title(), "new");
    EXPECT_EQ(open_file(saved.copy)->title, "old") << "what was there was kept first";
    expect_obstacle(save_document(titled("x"), shelf.folder / "closed/b.attn", std::nullopt, {}),
                    Obstacle::Failed, "choose another");
    ::chmod((shelf.folder / "closed").c_str(), 0755);
    EXPECT_FALSE(fs::exists(shelf.folder / "closed/a.attn~"));
}

TEST(Save, F38AReadOnlyFileInAWritableFolderStaysAsItIs) {
    const Shelf shelf;
    ::chmod(shelf.path.c_str(), 0444);
    for (const SaveChoices& choices : {SaveChoices{}, replacing()})
        expect_obstacle(shelf.save(choices), Obstacle::ReadOnly, "save under another name");
    EXPECT_EQ(shelf.title(), "old");
    EXPECT_EQ(test::mode_of(shelf.path), 0444U);
}

TEST(Save, F39LinksAreKeptAndTheirTargetIsSaved) {
    const Shelf shelf;
    fs::create_directory(shelf.folder / "elsewhere");
    fs::create_symlink("../a.attn", shelf.folder / "elsewhere/one");
    fs::create_symlink("elsewhere/one", shelf.folder / "two");
    ASSERT_FALSE(save_document(titled("new"), shelf.folder / "two", shelf.opened, {}).obstacle);
    EXPECT_EQ(shelf.title(), "new");
    EXPECT_TRUE(fs::is_symlink(shelf.folder / "two"));
    EXPECT_TRUE(fs::is_symlink(shelf.folder / "elsewhere/one"));

    fs::create_symlink("loop", shelf.folder / "loop");
    expect_obstacle(save_document(titled("new"), shelf.folder / "loop", std::nullopt, {}),
                    Obstacle::Failed, "circle");
    fs::create_symlink("later.attn", shelf.folder / "dangling");
    ASSERT_FALSE(
        save_document(titled("new"), shelf.folder / "dangling", std::nullopt, {}).obstacle);
    EXPECT_EQ(open_file(shelf.folder / "later.attn")->title, "new");
    EXPECT_TRUE(fs::is_symlink(shelf.folder / "dangling"));
    if (!fs::exists("/dev/shm"))
        return;
    // On another device: the new file must be created beside the target, not beside the link.
    const std::string far = "/dev/shm/attention-lab-test-" + std::to_string(::getpid()) + ".attn";
    fs::create_symlink(far, shelf.folder / "far");
    EXPECT_FALSE(save_document(titled("far"), shelf.folder / "far", std::nullopt, {}).obstacle);
    EXPECT_EQ(open_file(far)->title, "far");
    fs::remove(far);
}

TEST(Save, F40AHardLinkIsAskedAbout) {
    Shelf shelf;
    const std::string other = shelf.folder / "other.attn";
    fs::create_hard_link(shelf.path, other);
    expect_obstacle(shelf.save(), Obstacle::HardLink, "1 other name (hard links)");
    EXPECT_EQ(shelf.title(), "old");
    SaveChoices in_place;
    in_place.in_place = true;
    const Saved both = shelf.save(in_place);
    ASSERT_FALSE(both.obstacle) << both.error.text();
    EXPECT_EQ(open_file(other)->title, "new") << "in place both names have the new document";
    EXPECT_EQ(open_file(both.copy)->title, "old");
    shelf.opened = both.mark;
    SaveChoices breaking;
    breaking.breaks_link = true;
    ASSERT_FALSE(save_document(titled("newer"), shelf.path, shelf.opened, breaking).obstacle);
    EXPECT_EQ(shelf.title(), "newer");
    EXPECT_EQ(open_file(other)->title, "new");
}

TEST(Save, F41AFileThatAnotherProgramChangedIsNotOverwritten) {
    const Shelf shelf;
    ASSERT_TRUE(write_file(shelf.path, write_document(titled("theirs"))));
    expect_obstacle(shelf.save(), Obstacle::Changed, "another program changed the file");
    EXPECT_EQ(shelf.title(), "theirs");
    ASSERT_FALSE(shelf.save(replacing()).obstacle);
    EXPECT_EQ(shelf.title(), "new");
    EXPECT_EQ(open_file(shelf.path + "~")->title, "theirs");
}

TEST(Save, ATouchedFileCountsAsUnchanged) {
    const Shelf shelf;
    fs::last_write_time(shelf.path, fs::file_time_type::clock::now() + std::chrono::hours(1));
    EXPECT_FALSE(shelf.save().obstacle);
}

TEST(Save, AnotherFileOfTheNameIsAskedAbout) {
    const Shelf shelf;
    expect_obstacle(save_document(titled("new"), shelf.path, std::nullopt, {}), Obstacle::Exists,
                    "there is a file of this name already");
    EXPECT_EQ(shelf.title(), "old");
}

TEST(Save, F43ARemovedFileIsRecreatedAfterAsking) {
    const Shelf shelf;
    fs::remove(shelf.path);
    expect_obstacle(shelf.save(), Obstacle::Gone, "not there any more");
    ASSERT_FALSE(shelf.save(replacing()).obstacle);
    EXPECT_EQ(shelf.title(), "new");
}

TEST(Save, F43ARemovedFolderAsksForAnotherName) {
    Shelf shelf;
    shelf.path = shelf.folder / "gone/a.attn";
    for (const SaveChoices& choices : {SaveChoices{}, replacing()})
        expect_obstacle(shelf.save(choices), Obstacle::Failed, "folder is not there");
}

TEST(Save, F44StrangeNamesAreKeptByteByByte) {
    const test::TempDir folder;
    for (const std::string& name :
         {std::string("new\nline.attn"), std::string(255, 'n'), std::string("bad \xff utf8.attn"),
          std::string("trailing space "), std::string("-rf"), std::string("ä 词.attn")}) {
        const Saved saved = save_document(titled("x"), folder / name, std::nullopt, {});
        ASSERT_FALSE(saved.obstacle) << saved.error.text();
        EXPECT_TRUE(fs::exists(folder.path() / name));
        EXPECT_EQ(open_file(folder / name)->title, "x");
        const Saved again = save_document(titled("y"), folder / name, std::nullopt, {});
        ASSERT_TRUE(again.obstacle);
        EXPECT_EQ(again.error.text().find_first_of("\n\xff"), std::string::npos)
            << "it is shown escaped";
    }
}

TEST(Save, PermissionsAndAttributesAreKept) {
    const Shelf shelf;
    ::chmod(shelf.path.c_str(), 0640);
    const bool has_attributes = ::setxattr(shelf.path.c_str(), "user.colour", "teal", 4, 0) == 0;
    ASSERT_FALSE(shelf.save().obstacle);
    EXPECT_EQ(test::mode_of(shelf.path), 0640U);
    char value[8] = {};
    if (has_attributes) {
        EXPECT_EQ(::getxattr(shelf.path.c_str(), "user.colour", value, sizeof value), 4);
    }
}

TEST(Save, F33OnlyLeftoversOfDeadProcessesAreRemoved) {
    const Shelf shelf;
    const std::string boot = boot_id().substr(0, 8);
    const auto name = [&](const std::string& process) {
        return ".attention-lab-" + boot + "-" + process + "-abcdef";
    };
    shelf.folder.file(name("4194303"), "half a docu");
    shelf.folder.file(name(std::to_string(::getppid())), "of a program that runs");
    shelf.folder.file(".attention-lab-notes", "not ours");
    shelf.folder.file(".attention-lab-00000000-1-abcdef", "of another machine, just now");
    ASSERT_FALSE(shelf.save().obstacle);
    EXPECT_FALSE(fs::exists(shelf.folder / name("4194303")));
    EXPECT_TRUE(fs::exists(shelf.folder / name(std::to_string(::getppid()))));
    EXPECT_TRUE(fs::exists(shelf.folder / ".attention-lab-notes"));
    EXPECT_TRUE(fs::exists(shelf.folder / ".attention-lab-00000000-1-abcdef"));
}
