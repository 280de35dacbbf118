// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

using namespace attn::test;

namespace {

/// Expects that the run ended by itself with this code and a message that contains `word`.
void expect_refusal(const Printed& printed, int code, const std::string& word) {
    EXPECT_EQ(printed.code, code) << printed.errors;
    EXPECT_EQ(printed.output, "");
    EXPECT_NE(printed.errors.find(word), std::string::npos) << printed.errors;
    EXPECT_NE(printed.errors.find("attention-lab: "), std::string::npos) << printed.errors;
    EXPECT_EQ(printed.errors.find("Sanitizer"), std::string::npos) << printed.errors;
    EXPECT_EQ(printed.errors.find("runtime error"), std::string::npos) << printed.errors;
}

} // namespace

TEST(Refusal, NoDisplayExitsWithCode4) {
    expect_refusal(run_lab({}), 4, "DISPLAY");
}

TEST(Refusal, AWrongDisplayIsNamedAndExitsWithCode4) {
    expect_refusal(run_lab({}, ":7654"), 4, ":7654");
}

TEST(Refusal, TooOldAnOpenGLExitsWithCode4) {
    const VirtualScreen screen(800, 600);
    expect_refusal(run_lab({}, screen.display(), {{"MESA_GL_VERSION_OVERRIDE", "2.1"}}), 4,
                   "OpenGL 3.3");
}

TEST(Refusal, AScreenWithoutGLXIsNoCrash) {
    // If EGL replaces GLX, the window opens and is closed; otherwise the exit code is 4.
    VirtualScreen screen(800, 600, {"-extension", "GLX"});
    const Printed printed = run_lab({"--version"}, screen.display());
    EXPECT_EQ(printed.code, 0) << printed.errors;
    const TempDir folder;
    ChildProcess lab({{ATTENTION_PROGRAM},
                      {{"DISPLAY", screen.display()},
                       {"ASAN_OPTIONS", "detect_leaks=0"},
                       {"LIBGL_ALWAYS_SOFTWARE", "1"}},
                      {"WAYLAND_DISPLAY"},
                      "/dev/null",
                      folder / "errors"});
    std::optional<int> code;
    for (int tries = 0; tries < 400 && !code && !screen.has_window("attention-lab"); ++tries)
        code = lab.wait(std::chrono::milliseconds(50));
    if (!code) {
        screen.close_window();
        code = lab.wait(std::chrono::seconds(20));
        EXPECT_EQ(code, 0) << bytes_of(folder / "errors");
    } else {
        EXPECT_EQ(code, 4) << bytes_of(folder / "errors");
        EXPECT_NE(bytes_of(folder / "errors").find("OpenGL"), std::string::npos);
    }
}

TEST(Refusal, ABrokenDocumentExitsWithCode3AndIsUntouched) {
    const VirtualScreen screen(800, 600);
    const TempDir folder;
    const std::string text =
        R"({"format": "attention-lab", "version": [2, 0], "lists": {"words": ["a"]},
"inputs": {"X": [[1, 2], [3]]}, "model": {"projections": "none"}})";
    const std::string file = folder.file("broken.attn", text);
    expect_refusal(run_lab({file}, screen.display()), 3, "broken.attn");
    EXPECT_EQ(bytes_of(file), text);
    expect_refusal(run_lab({folder / "missing.attn"}, screen.display()), 3, "missing.attn");
    expect_refusal(run_lab({folder.path()}, screen.display()), 3, folder.path().filename());
    expect_refusal(run_lab({"no-such-preset"}, screen.display()), 3, "no-such-preset");
}

// A program started from a menu has no visible standard error.
TEST(Refusal, AFileOpenedByTheDesktopIsRefusedInADialog) {
    const TempDir folder;
    const std::string newer = R"({"format": "attention-lab", "version": [7, 0]})";
    for (const auto& [file, reason] :
         {std::pair{folder.file("newer.attn", newer), "7.0"},
          std::pair{folder.file("garbage.attn", "garbage"), "garbage.attn"},
          std::pair{folder.file("broken.npz", "PK"), "broken.npz"},
          std::pair{folder.file("broken.npy", "numbers"), "broken.npy"},
          std::pair{folder / "missing.attn", "missing.attn"}}) {
        LabDriver lab({.document = file, .by_desktop = true});
        const Json asked =
            lab.until("the question", [](const Json& now) { return now["question"].is_string(); });
        EXPECT_EQ(asked["question"], "This file cannot be opened") << file;
        if (const Json& message = asked["message"]; message.is_string()) {
            EXPECT_NE(message.get<std::string>().find(reason), std::string::npos) << message;
        }
        lab.picture("refused-" + std::filesystem::path(file).stem().string());
        lab.press("Escape");
        lab.until("no question", [](const Json& now) { return now["question"].is_null(); });
        EXPECT_EQ(lab.quit(), "");
    }
    EXPECT_EQ(bytes_of(folder / "newer.attn"), newer);
}

// A file manager may pass a folder: a model's folder is opened, another is refused in the window.
TEST(Refusal, AFolderOpenedByTheDesktopComesInOrIsRefusedInADialog) {
    {
        LabDriver lab(
            {.document = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", .by_desktop = true});
        const Json seen = lab.until("the model", [](const Json& now) {
            return now["model"].is_object() && now["model"]["made"] == true;
        });
        EXPECT_EQ(seen["question"], Json());
        lab.press("Escape");
        lab.until("no model", [](const Json& now) { return now["model"].is_null(); });
        EXPECT_EQ(lab.quit(), "");
    }
    const TempDir home;
    const auto folder = [&](const std::string& name) {
        std::filesystem::create_directories(home / name);
        return home / name;
    };
    const std::string plain = folder("notes"), empty = folder("empty"), broken = folder("broken");
    const std::string unknown = folder("unknown");
    home.file("notes/paper.txt", "words");
    home.file("broken/config.json", "{");
    home.file("unknown/config.json", R"({"model_type": "mamba"})");
    for (const auto& [path, question] :
         {std::pair{plain, "This folder cannot be opened"},
          std::pair{empty, "This folder cannot be opened"},
          std::pair{broken, "This folder cannot be opened"},
          std::pair{unknown, "This folder cannot be opened"},
          std::pair{home / "missing", "This file cannot be opened"}}) {
        SCOPED_TRACE(path);
        LabDriver lab({.document = path, .by_desktop = true});
        const Json asked =
            lab.until("the question", [](const Json& now) { return now["question"].is_string(); });
        EXPECT_EQ(asked["question"], question);
        lab.settled();
        lab.picture("refused-folder-" + std::filesystem::path(path).filename().string());
        lab.press("Escape");
        lab.until("no question", [](const Json& now) { return now["question"].is_null(); });
        lab.press("Escape"); // where the files of the folder are shown
        lab.settled();
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(Refusal, AGoodFileOpenedByTheDesktopIsShown) {
    const TempDir folder;
    const std::string text = R"({"format": "attention-lab", "version": [2, 0],
        "model": {"kind": "attention", "projections": "none"},
        "lists": {"words": ["a", "b"]}, "inputs": {"X": [[1, 0.5], [0, -2]]}})";
    LabDriver lab({.document = folder.file("two words.attn", text), .by_desktop = true});
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json({"a", "b"}));
    EXPECT_EQ(lab.probe()["question"], Json());
    EXPECT_EQ(lab.quit(), "");
}
