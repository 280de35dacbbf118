// SPDX-License-Identifier: MIT
#include "tests/walk/walk.h"

#include "app/files/saving.h"
#include "core/io/document/document_json.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace attn::test {

using namespace app;
namespace fs = std::filesystem;

namespace {

std::vector<Action> actions_of_the_window() {
    return all_actions(
        {{"four-words", ""}, {"concepts", ""}, {"general-attention", ""}, {"your-journey", ""}},
        {{"causal-mask", ""}, {"concepts", ""}, {"why-the-root", ""}});
}

/// Makes this folder the home of everything that the program would keep in the user's folders.
const TempDir& as_home(const TempDir& folder) {
    fs::create_directories(folder.path() / "home" / "papers");
    const std::string home = folder / "home";
    for (const char* name : {"HOME", "XDG_PICTURES_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
        setenv(name, home.c_str(), 1);
    fs::current_path(home);
    const fs::path arrays = ATTENTION_SOURCE_DIR "/tests/data/arrays";
    for (const auto& entry : fs::recursive_directory_iterator(arrays))
        if (entry.is_regular_file() && entry.file_size() < 4000)
            fs::copy_file(entry.path(), folder.path() / "home" / entry.path().filename());
    folder.file("home/table.csv", "a;b\n1,5;2\n-3;4e2\n");
    folder.file("home/short.tsv", "1\t2\n3\t4\n");
    folder.file("home/garbage.attn", "\x7f\x01{");
    folder.file("home/empty.attn", "");
    return folder;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const fs::path from = path.lexically_normal(), home = folder.lexically_normal();
    return std::mismatch(home.begin(), home.end(), from.begin(), from.end()).first == home.end();
}

} // namespace

Walk::Walk(std::uint32_t seed, Document first)
    : first_(first), random_(seed), actions_(actions_of_the_window()),
      session_((as_home(home_), std::move(first))),
      lab_(screen_.screen([this](double) { return next(); }), session_, actions_,
           app::all_font_files()) {
    begin_keeping(session_, home_ / "state");
    if (const char* log = std::getenv("ATTENTION_WALK_LOG"))
        log_.open(log);
}

void Walk::go(std::size_t count) {
    wanted_ = count;
    while (inputs < wanted_ && fault.empty()) {
        session_.ui.window.quit_asked = false; // A closed program starts again.
        lab_.run([&] { return (steps_.empty() && inputs >= wanted_) || !fault.empty(); });
    }
    if (fault.empty())
        return;
    fault += "\nafter:";
    for (const std::string& input : said_)
        fault += "\n  " + input;
}

WindowEvents Walk::next() {
    stay_at_home();
    if (steps_.empty()) {
        look_at_document();
        choose_input();
        ++inputs;
    }
    Step step = std::move(steps_.front());
    steps_.pop_front();
    return step();
}

/// Prevents writing outside the test's folder.
void Walk::stay_at_home() {
    UiState& ui = session_.ui;
    if (ui.files.dialog) {
        const fs::path folder = ui.files.dialog->folder, line = ui.files.dialog->line.text;
        if ((!folder.empty() && !is_inside(folder, home())) ||
            (!line.empty() && line.string().front() != '~' && !is_inside(folder / line, home())))
            ui.files.dialog.reset();
    }
    if (!is_inside(fs::path(home()) / ui.exporting.choice.path, home()))
        ui.exporting.choice.path = home() + "/figure.svg";
}

void Walk::look_at_document() {
    if (const auto valid = validate(session_.document()); !valid)
        fault = "the document is not valid: " + valid.error().text();
    // Saving would lose what a file does not hold.
    if (const Document& now = session_.document(); !(now == kept_)) {
        kept_ = now;
        const std::string text = io::write_document(now);
        const auto again = io::read_document(text, "walk.attn");
        if (!again || !(*again == now))
            fault = "the file does not hold the document:\n" + text;
    }
    if (!screen_.fault.empty())
        fault = screen_.fault;
}

void Walk::say(const std::string& input) {
    said_.push_back(std::to_string(inputs) + " " + input);
    if (said_.size() > 12)
        said_.pop_front();
    if (log_)
        log_ << said_.back() << std::endl;
}

} // namespace attn::test
