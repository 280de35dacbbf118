// SPDX-License-Identifier: MIT
// Exporting without a window: keys, texts of the panel, names of files, and what is remembered.
#include "app/actions/actions.h"
#include "app/exporting/exporting.h"
#include "app/exporting/file_maker.h"
#include "app/files/settings.h"
#include "app/input/keys.h"
#include "app/learning/learning.h"
#include "app/session/session.h"
#include "core/document/learning/training_run.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/document/picture_memory.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace app;
using namespace attn;

namespace {

struct Exporting : ::testing::Test {
    test::TempDir folder;
    Session session{*io::open_document("four-words"), "four-words"};
    std::vector<Action> actions = all_actions({});
    ExportState& state = session.ui.exporting;

    Exporting() { state.choice.path = folder / "weights.png"; }
    void press(KeyPress key) { take_key(session.frame(), key, actions); }
    void type(const std::string& text) { take_key(session.frame(), Typed{text}, actions); }
    const KeyPress again{Key::Character, 'e', true};
};

} // namespace

TEST_F(Exporting, CtrlEOpensThePanelFirstAndRepeatsAfterwards) {
    press(again);
    EXPECT_TRUE(state.is_open);
    EXPECT_FALSE(state.write_asked);
    press({Key::Enter});
    EXPECT_TRUE(std::exchange(state.write_asked, false));
    state.is_chosen = true; // The lab sets this when it writes.
    press({Key::Escape});
    EXPECT_FALSE(state.is_open);
    press(again);
    EXPECT_TRUE(state.write_asked);
    EXPECT_FALSE(state.is_open);
}

TEST_F(Exporting, ReplacesOnlyFilesOfThisRun) {
    (void)folder.file("weights.png", "old");
    state.is_chosen = true;
    press(again);
    EXPECT_EQ(state.choice.path, folder / "weights-2.png");
    state.written.insert(state.choice.path);
    (void)folder.file("weights-2.png", "of this run");
    press(again);
    EXPECT_EQ(state.choice.path, folder / "weights-2.png");
}

TEST_F(Exporting, LeavesTheCanvasAlone) {
    const Document before = session.document();
    press(again);
    for (const char* text : {"7", "5", " "})
        type(text);
    press({Key::Down});
    press({Key::Delete});
    session.carry_out(io::open_document);
    EXPECT_TRUE(session.document() == before);
    EXPECT_FALSE(session.ui.editing);
    EXPECT_EQ(session.view.query, 0);
    EXPECT_FALSE(session.history().can_undo());
}

TEST_F(Exporting, TextsAreTakenAsTyped) {
    press(again);
    const auto write = [&](ExportField field, const std::string& text) {
        begin_field(session.frame(), field);
        state.line.select_all();
        type(text);
    };
    write(ExportField::Title, "A title");
    EXPECT_EQ(state.choice.look.picture.title, "A title");
    write(ExportField::Size, "640x480");
    EXPECT_EQ(publish::to_text(state.choice.look.picture.size), "640x480");
    EXPECT_EQ(state.fault, "");
    write(ExportField::Size, "0x100000");
    EXPECT_EQ(publish::to_text(state.choice.look.picture.size), "640x480");
    EXPECT_NE(state.fault, "");
    press({Key::Enter});
    EXPECT_FALSE(state.write_asked) << "what cannot be is not written";
    write(ExportField::Dpi, "600");
    EXPECT_EQ(state.choice.look.picture.dpi, 600);
    write(ExportField::Gap, "3");
    EXPECT_EQ(state.choice.look.picture.gap, 3);
    // The stops that the panel shows.
    state.walk.stops = {{"path", ExportField::Path},
                        {"sweep", ExportField::Sweep, false, false, 1, 1},
                        {"size", ExportField::Size, false, false, 2, 2}};
    write(ExportField::Path, folder / "a.txt");
    EXPECT_NE(state.fault, "");
    EXPECT_FALSE(export_options(session.frame()));
    press({Key::Tab});
    EXPECT_EQ(state.field, ExportField::Sweep);
    press({Key::Tab});
    EXPECT_EQ(state.field, ExportField::Size);
    press({Key::Tab});
    EXPECT_EQ(state.field, ExportField::Path);
    press({Key::Tab, 0, false, true});
    press({Key::Tab, 0, false, true});
    EXPECT_EQ(state.field, ExportField::Sweep);
    press({Key::Tab, 0, false, true});
    EXPECT_EQ(state.field, ExportField::Path);
    press({Key::Escape});
    EXPECT_TRUE(state.is_open) << "the first Esc leaves the text";
}

TEST_F(Exporting, ANameWithoutAFolderStandsBesideTheDocument) {
    state.is_open = true;
    const auto type_name = [&](const std::string& name) {
        state.field = ExportField::Path;
        state.line.text = name;
        take_field(session.frame());
        return state.choice.path;
    };
    EXPECT_EQ(type_name("mine.png"), folder / "mine.png") << "in the folder of the field before";
    (void)type_name("");
    EXPECT_NE(type_name("other.png"), "other.png") << "after the field was empty";
    session.ui.files.path = "/lectures/one.attn";
    EXPECT_EQ(type_name("mine.png"), "/lectures/mine.png");
    EXPECT_EQ(type_name("/tmp/mine.png"), "/tmp/mine.png");
}

TEST_F(Exporting, ThePreviewEqualsTheFile) {
    for (const char* ending : {".png", ".svg", ".pdf", ".csv", ".py"}) {
        state.choice.path = with_ending(state.choice.path, ending);
        state.choice.figure = "weights";
        state.choice.look.picture.size = *publish::parse_size("320x240");
        const auto options = export_options(session.frame());
        ASSERT_TRUE(options) << ending;
        const FileWish show{
            FileUse::Show, state.choice.path, session.document(), *options, 2048, {}};
        FileWish write = show;
        write.use = FileUse::Write;
        const FileDone seen = make_file(show, {}), written = make_file(write, {});
        EXPECT_EQ(seen.file.fault + written.file.fault, "") << ending;
        EXPECT_EQ(test::bytes_of(state.choice.path), seen.file.bytes) << ending;
        EXPECT_EQ(seen.file.bytes,
                  *publish::exported(session.document(), *publish::file_kind(state.choice.path),
                                     *options))
            << ending;
        if (seen.file.pixels) {
            EXPECT_EQ(*io::read_document(*io::remembered(seen.file.bytes), ""), session.document());
            EXPECT_EQ(seen.file.pixels->width, seen.file.width);
        }
    }
    state.choice.path = folder / "no/such/folder.png";
    const FileDone refused = make_file({FileUse::Write,
                                        state.choice.path,
                                        session.document(),
                                        *export_options(session.frame()),
                                        64,
                                        {}},
                                       {});
    EXPECT_NE(refused.file.fault, "");
}

TEST_F(Exporting, ConceptsBecomeProgramsAsWellAsPictures) {
    const Document concepts = *io::open_document("concepts");
    Session other(concepts, "concepts");
    for (const char* ending : {".py", ".cpp", ".m", ".ipynb", ".png"}) {
        const std::string path = folder / (std::string("a") + ending);
        other.ui.exporting.choice.path = path;
        const auto options = export_options(other.frame());
        ASSERT_TRUE(options) << ending;
        const FileDone done = make_file({FileUse::Write, path, concepts, *options, 64, {}}, {});
        if (std::string_view(ending) == ".png") {
            EXPECT_EQ(done.file.fault, "");
            EXPECT_EQ(*io::read_document(*io::remembered(test::bytes_of(path)), ""), concepts);
            continue;
        }
        EXPECT_EQ(done.file.fault, "");
        EXPECT_NE(test::bytes_of(path).find("Concepts by singular value decomposition"),
                  std::string::npos)
            << ending;
    }
}

TEST_F(Exporting, TheThreadMakesEveryFileAndOnlyTheNewestPreview) {
    std::mutex mutex;
    std::condition_variable woken;
    int calls = 0;
    std::vector<FileDone> done;
    state.choice.look.picture.size = *publish::parse_size("320x240");
    const auto options = *export_options(session.frame());
    {
        FileMaker maker([&] {
            const std::lock_guard lock(mutex);
            ++calls;
            woken.notify_one();
        });
        for (int at = 0; at < 8; ++at)
            maker.ask({FileUse::Show, folder / "seen.png", session.document(), options, 64, {}});
        maker.ask({FileUse::Write, folder / "one.svg", session.document(), options, 64, {}});
        std::unique_lock lock(mutex);
        while (done.empty() || done.back().use != FileUse::Write) {
            woken.wait(lock, [&] { return calls > 0; });
            calls = 0;
            lock.unlock();
            for (FileDone& one : maker.take())
                done.push_back(std::move(one));
            lock.lock();
        }
        lock.unlock();
        maker.ask({FileUse::Write, folder / "last.svg", session.document(), options, 64, {}});
    }
    EXPECT_LE(done.size(), 3U) << "one being made, the newest, and the file";
    EXPECT_EQ(test::bytes_of(folder / "one.svg"), test::bytes_of(folder / "last.svg"))
        << "what was to be written is, even when the program ends";
    EXPECT_FALSE(test::bytes_of(folder / "last.svg").empty());
}

TEST_F(Exporting, ThePanelChoosesWhatAPageOffers) {
    state.choice.path = folder / "handout.html";
    state.choice.page = {false, {"causal-mask"}};
    const auto options = export_options(session.frame());
    ASSERT_TRUE(options) << options.error().text();
    EXPECT_EQ(options->page, (publish::PageOffer{false, {"causal-mask"}}));
}

TEST_F(Exporting, StylesAreSavedUsedMadeTheDefaultAndDeleted) {
    ::setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    const Frame frame = session.frame();
    open_export(frame);
    EXPECT_EQ(style_name(state), "");
    state.choice.look.picture.size = *publish::parse_size("neurips");
    state.choice.look.picture.title = "Of one figure";
    state.choice.look.range.kind = ColourRange::Kind::Logarithmic;
    save_chosen_style(frame);
    EXPECT_TRUE(session.ui.message && session.ui.message->text.find("name") != std::string::npos)
        << "it has none yet";
    begin_field(frame, ExportField::Style);
    type("mine");
    press({Key::Enter});
    EXPECT_FALSE(state.write_asked) << "Enter saves the style, not the file";
    EXPECT_EQ(style_name(state), "mine");
    const ExportChoice saved = state.choice;
    state.choice.look.picture.size = *publish::parse_size("slide");
    EXPECT_EQ(style_name(state), "");
    take_style(state.choice, *state.styles.find("mine"));
    EXPECT_EQ(state.choice, saved) << "the title stays";
    make_usual(frame, "mine");
    EXPECT_EQ(state.styles.usual, "mine");
    // The next run starts with it.
    Session other(*io::open_document("four-words"), "four-words");
    open_export(other.frame());
    EXPECT_EQ(style_name(other.ui.exporting), "mine");
    forget_style(frame, "mine");
    EXPECT_EQ(state.styles, SavedStyles{});
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST_F(Exporting, ThePanelChoosesAWorksheet) {
    state.choice.path = folder / "sheet.pdf";
    EXPECT_FALSE(export_options(session.frame())->worksheet);
    state.choice.worksheet.is_on = true;
    state.choice.worksheet.level = figure::WorksheetLevel::Mistake;
    (void)folder.file("class.csv", "name\nAda\nEmmy\n");
    EXPECT_EQ(take_names(folder / "class.csv", state.choice.worksheet), "");
    const auto options = export_options(session.frame());
    ASSERT_TRUE(options && options->worksheet && options->variants);
    EXPECT_EQ(options->variants->names, (std::vector<std::string>{"Ada", "Emmy"}));
    const FileDone shown =
        make_file({FileUse::Show, state.choice.path, session.document(), *options, 900, {}}, {});
    EXPECT_EQ(shown.file.fault, "");
    EXPECT_TRUE(shown.file.pixels);
    EXPECT_GE(shown.file.pages, 2U);
    EXPECT_EQ(shown.file.bytes,
              *publish::exported(session.document(), publish::FileKind::Pdf, *options));
    state.choice.path = folder / "sheet.html"; // a form, which has no pages
    state.choice.worksheet.level = figure::WorksheetLevel::Row;
    const FileDone form = make_file({FileUse::Show,
                                     state.choice.path,
                                     session.document(),
                                     *export_options(session.frame()),
                                     900,
                                     {}},
                                    {});
    if (form.file.fault.find("cannot write pages") == std::string::npos) {
        EXPECT_EQ(form.file.fault, "");
        EXPECT_EQ(form.file.pages, 0U);
    }
    EXPECT_NE(take_names(folder / "no.csv", state.choice.worksheet), "");
    state.choice.path = folder / "sheet.png"; // a worksheet is a PDF
    EXPECT_FALSE(export_options(session.frame())->worksheet);
}

TEST_F(Exporting, ATrainingHasItsCurveAndItsProgram) {
    Session other(*io::open_document("majority"), "majority");
    ExportState& exports = other.ui.exporting;
    const auto made = [&](const std::string& path) {
        exports.choice.path = path;
        const auto options = export_options(other.frame());
        EXPECT_TRUE(options) << path;
        const FileDone done =
            make_file({FileUse::Write, path, other.document(), *options, 64, {}}, {});
        EXPECT_EQ(done.file.fault, "") << path;
        return done.file.bytes;
    };
    exports.choice.figure = figure::loss_figure;
    EXPECT_FALSE(
        figure::named_figure(other.document(), exports.choice.figure, shown_beside(other.frame())))
        << "nothing was trained";
    other.outbox.post(Train::Step);
    Learning& learning = other.ui.learning;
    for (int waited = 0; waited < 5000 && (learning.losses.size() < 2 || !learning.seen);
         ++waited) {
        other.carry_out(io::open_document);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_EQ(learning.losses.size(), 2U);
    open_export_of(other.frame(), attn::figure::loss_figure);
    EXPECT_TRUE(exports.is_open);
    EXPECT_EQ(exports.choice.figure, figure::loss_figure);
    for (const char* ending : {".png", ".svg", ".pdf"})
        EXPECT_EQ(
            *io::read_document(*io::remembered(made(folder / ("loss" + std::string(ending)))), ""),
            other.document())
            << ending;
    EXPECT_NE(made(folder / "loss.svg").find("loss"), std::string::npos);
    EXPECT_EQ(made(folder / "loss.csv"), losses_table(learning.losses, ','));

    EXPECT_EQ(made(folder / "a.py").find("optimiser"), std::string::npos);
    open_export_of_training(other.frame());
    EXPECT_TRUE(exports.choice.path.ends_with(".py"));
    exports.choice.python = publish::Language::PyTorch;
    EXPECT_EQ(made(folder / "train.py"),
              *publish::training_program(other.document(), publish::Language::PyTorch,
                                         settings_of_run(other.document())));
    exports.choice.python = publish::Language::NumPy;
    EXPECT_NE(made(folder / "train.py"), made(folder / "train.cpp"));
    // A document without a loss gets a plain program, whatever was chosen for another.
    state.choice.trains = true;
    EXPECT_FALSE(export_options(session.frame())->training);
}

TEST_F(Exporting, ChoicesComeBackInTheNextRun) {
    ExportChoice choice;
    choice.path = "/home/a b/é.pdf";
    choice.figure = "step/6";
    choice.look.picture.size = *publish::parse_size("801x602");
    choice.look.picture.dpi = 600;
    choice.look.picture.theme = ThemeName::Print;
    choice.look.picture.is_transparent = true;
    choice.look.picture.has_numbers = false;
    choice.look.picture.gap = 2.5F;
    choice.look.numbers = {NumberFormat::Kind::Significant, 4};
    choice.look.range = {ColourRange::Kind::Fixed, -2, 3};
    choice.shows_marked = true;
    choice.trains = true;
    EXPECT_EQ(export_choice_from_json(to_json(choice)), choice);
    for (const char* text : {"", "[]", "{"})
        EXPECT_FALSE(export_choice_from_json(text)) << text;
    // An invalid value gets its default and leaves the others alone.
    ExportChoice broken;
    broken.look.picture.gap = 2;
    EXPECT_EQ(export_choice_from_json(
                  R"({"level": 99, "style": {"size": "0x0", "theme": 99, "digits": -4, "gap": 2,
                      "range": [3, 1], "dpi": "x"}})"),
              broken);
}

TEST_F(Exporting, EveryActionOfExportingIsInTheTable) {
    for (const char* id : {"export.panel", "export.again", "export.copy", "export.window"})
        EXPECT_FALSE(action(actions, id).shortcuts.empty()) << id;
    press({Key::Character, 'c', true, true});
    EXPECT_TRUE(state.copy_asked);
    press({Key::F12});
    EXPECT_TRUE(state.window_asked);
}
