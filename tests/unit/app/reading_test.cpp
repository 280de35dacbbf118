// SPDX-License-Identifier: MIT
// A thread reads a large file while the window keeps working.
#include "app/files/reading.h"
#include "app/starting/start_page.h"
#include "core/document/commands/new_documents.h"
#include "tests/support/file_desk.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace attn::reading_test {

using namespace app;
using namespace test;

namespace {

/// Writes a file of about 6 MB.
std::string large_file(const TempDir& folder, const std::string& name) {
    NewFromWords wanted;
    wanted.words = {"a", "b"};
    wanted.d_model = 320;
    Document document = *document_of(wanted);
    document.title = name;
    EXPECT_TRUE(io::write_file(folder / name, io::write_document(document)));
    EXPECT_TRUE(is_read_slowly(folder / name));
    return folder / name;
}

/// Carries out requests until `holds` is true.
bool follows(FileDesk& desk, const std::function<bool()>& holds) {
    for (int at = 0; at < 15000 && !holds(); ++at) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        desk.carry_out();
    }
    return holds();
}

/// A desk whose session reads with a thread. Sessions without a window read small files at once,
/// because nothing waits for their threads.
struct WindowDesk : FileDesk {
    explicit WindowDesk(const TempDir& home) : FileDesk(home) {
        session->wake = [] {};
    }
};

} // namespace

TEST(Reading, ALargeFileComesInWhileTheDocumentIsShown) {
    const TempDir home;
    const std::string path = large_file(home, "large.attn");
    WindowDesk desk(home);
    desk.change(7);
    desk.post(Open{path});
    ASSERT_TRUE(desk.ui().files.reader);
    EXPECT_EQ(desk.ui().files.reader->path(), path);
    EXPECT_EQ(desk.value(), 7) << "what was there stays";
    ASSERT_TRUE(follows(desk, [&] { return !desk.ui().files.reader; }));
    EXPECT_EQ(desk.asked(), "Save the changes to “Untitled”?") << "as of any other file";
    desk.answer("dont_save");
    EXPECT_FALSE(desk.ui().files.reader) << "what was read is not read once more";
    EXPECT_EQ(desk.document().title, "large.attn");
    EXPECT_EQ(desk.ui().files.path, path);
    EXPECT_FALSE(desk.session->work.is_changed());
    EXPECT_TRUE(desk.session->work.origin().mark);
    EXPECT_FALSE(is_reading(desk.ui()));
}

TEST(Reading, EscCancels) {
    const TempDir home;
    const std::string path = large_file(home, "large.attn");
    WindowDesk desk(home);
    desk.post(Open{path});
    desk.type("1"); // has no meaning here
    EXPECT_FALSE(desk.ui().editing);
    desk.press(Key::Escape);
    EXPECT_FALSE(desk.ui().files.reader);
    EXPECT_FALSE(desk.ui().starting.is_shown) << "the document is there";
    ASSERT_TRUE(follows(desk, [&] { return !is_reading(desk.ui()); }));
    desk.carry_out();
    EXPECT_TRUE(desk.ui().files.left.empty());
    EXPECT_EQ(desk.document(), new_document());
}

TEST(Reading, TheNewestOfTwoFilesIsOpened) {
    const TempDir home;
    const std::string first = large_file(home, "first.attn"), then = large_file(home, "then.attn");
    WindowDesk desk(home);
    desk.post(Open{first});
    desk.post(Open{then});
    ASSERT_TRUE(follows(desk, [&] { return !is_reading(desk.ui()); }));
    desk.carry_out();
    EXPECT_EQ(desk.document().title, "then.attn");
}

TEST(Reading, FailuresAreReportedAndLeaveTheStartPage) {
    const TempDir home;
    const std::string path = home.file("broken.attn", std::string(5'000'000, ' ') + "[]");
    WindowDesk desk(home);
    desk.ui().starting.has_document = false; // as when started with this file
    desk.post(Open{path});
    ASSERT_TRUE(desk.ui().files.reader);
    ASSERT_TRUE(follows(desk, [&] { return !desk.ui().files.reader; }));
    ASSERT_TRUE(desk.ui().message);
    EXPECT_NE(desk.ui().message->text.find("broken.attn"), std::string::npos);
    EXPECT_TRUE(desk.ui().message->is_fault);
    EXPECT_TRUE(desk.ui().starting.is_shown);

    desk.ui().starting.is_shown = false;
    desk.post(Open{path});
    desk.press(Key::Escape);
    EXPECT_TRUE(desk.ui().starting.is_shown) << "there is no document to go back to";
    EXPECT_TRUE(follows(desk, [&] { return !is_reading(desk.ui()); }));
}

} // namespace attn::reading_test
