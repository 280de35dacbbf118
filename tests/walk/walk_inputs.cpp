// SPDX-License-Identifier: MIT
// The inputs of a random user of the window.
#include "app/input/keys.h"
#include "app/ui/compat.h"
#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "tests/walk/walk.h"

#include <algorithm>
#include <filesystem>

namespace attn::test {

using namespace app;
namespace fs = std::filesystem;

namespace {

constexpr Index most_words = 14, most_width = 20; // leaves larger documents, which are slow

/// Whether something open takes the keys that would otherwise change the document.
bool is_in_a_dialog(const UiState& ui) {
    return is_asking(ui) || ui.teaching.presenting || !ui.menus.open.empty() || ui.pasting ||
           ui.filling || ui.generating.is_open || ui.cards.palette || ui.cards.help_open ||
           ui.exporting.is_open;
}

WindowEvents something() {
    WindowEvents events;
    events.anything = true;
    return events;
}

} // namespace

void Walk::choose_input() {
    const Document& now = session_.document();
    if (token_count(now) > most_words || d_model(now) > most_width ||
        static_cast<Index>(names(now, Names::Columns).size()) > most_width) {
        say("leave a large document");
        steps_.push_back([this] {
            session_.outbox.post(NewDocument{true});
            return something();
        });
        return;
    }
    if (is_in_a_dialog(session_.ui) && random_.chance(0.15))
        return press({Key::Escape}); // Otherwise the walk would spend its time there.
    const Index kind = random_.whole(0, 99);
    if (kind < 30)
        return click();
    if (kind < 42)
        return drag();
    if (kind < 50) {
        static const std::vector<Key> keys = {
            Key::Escape,   Key::Enter, Key::Tab,  Key::Backspace, Key::Delete, Key::Left,
            Key::Right,    Key::Up,    Key::Down, Key::Home,      Key::End,    Key::PageUp,
            Key::PageDown, Key::F1,    Key::F2,   Key::F3,        Key::F4,     Key::F5,
            Key::F6,       Key::F7,    Key::F8,   Key::F9,        Key::F10,    Key::F11};
        KeyPress key{one_of(keys)};
        key.control = random_.chance(0.15);
        key.shift = random_.chance(0.2);
        key.alt = random_.chance(0.1);
        key.is_repeat = random_.chance(0.1);
        return press(key);
    }
    if (kind < 64)
        return type(some_text());
    if (kind < 69)
        return press({Key::Character, random_.chance(0.7) ? 'z' : 'y', true});
    if (kind < 80)
        return act();
    if (kind < 87)
        return paste();
    if (kind < 92) {
        say("wheel");
        const auto lines = static_cast<float>(random_.whole(-3, 3));
        const bool with_control = random_.chance(0.3);
        point(somewhere());
        steps_.push_back([=] {
            compat::hold_keys(with_control, false, false);
            compat::turn_wheel(lines);
            return something();
        });
        return;
    }
    if (kind < 95)
        return resize();
    if (kind < 97)
        return drop();
    if (kind < 98) {
        say("close");
        steps_.push_back([] {
            WindowEvents events = something();
            events.close_asked = true;
            return events;
        });
        return;
    }
    say("rest");
    for (int frame = 0; frame < 4; ++frame)
        steps_.push_back([] { return WindowEvents{}; });
}

ImVec2 Walk::somewhere() {
    if (!lab_.controls().empty() && random_.chance(0.45)) {
        const figure::Rect rect = one_of(lab_.controls()).rect;
        return {rect.x + static_cast<float>(random_.real(0, 1)) * rect.width,
                rect.y + static_cast<float>(random_.real(0, 1)) * rect.height};
    }
    return {static_cast<float>(random_.real(-0.02, 1.02)) * screen_.size.x,
            static_cast<float>(random_.real(-0.02, 1.02)) * screen_.size.y};
}

void Walk::point(ImVec2 at) {
    steps_.push_back([=] {
        compat::move_mouse(at.x, at.y);
        return something();
    });
}

void Walk::click() {
    const ImVec2 at = somewhere();
    const int button = random_.chance(0.08) ? 1 : random_.chance(0.03) ? 2 : 0;
    const bool control = random_.chance(0.08), shift = random_.chance(0.12);
    const int times = random_.chance(0.15) ? 2 : 1;
    say("click " + std::to_string(times) + " × button " + std::to_string(button) + " at " +
        std::to_string(at.x) + ", " + std::to_string(at.y) + (control ? " Ctrl" : "") +
        (shift ? " Shift" : ""));
    point(at);
    for (int time = 0; time < times; ++time)
        for (const bool down : {true, false})
            steps_.push_back([=] {
                compat::hold_keys(control, shift, false);
                compat::press_mouse(button, down);
                return something();
            });
}

void Walk::drag() {
    const ImVec2 from = somewhere();
    const bool alt = random_.chance(0.1), shift = random_.chance(0.2);
    say("drag from " + std::to_string(from.x) + ", " + std::to_string(from.y));
    point(from);
    const auto hold = [&](bool down) {
        steps_.push_back([=] {
            compat::hold_keys(false, shift, alt);
            compat::press_mouse(0, down);
            return something();
        });
    };
    hold(true);
    ImVec2 at = from;
    const bool is_short = random_.chance(0.6);
    for (Index step = random_.whole(1, 4); step > 0; --step) {
        if (is_short)
            at = {at.x + static_cast<float>(random_.whole(-30, 30)),
                  at.y + static_cast<float>(random_.whole(-8, 8))};
        else
            at = somewhere();
        point(at);
    }
    if (random_.chance(0.08))
        press({Key::Escape});
    hold(false);
}

void Walk::press(KeyPress key) {
    say("press " + to_text(key));
    steps_.push_back([=] {
        compat::hold_keys(key.control, key.shift, key.alt);
        WindowEvents events = something();
        events.keys.emplace_back(key);
        if (key.key == Key::Character && !key.control && !key.alt)
            events.keys.emplace_back(Typed{std::string(1, key.character)});
        return events;
    });
}

std::string Walk::some_text() {
    static const std::vector<std::string> texts = {"0",
                                                   "1",
                                                   "-1",
                                                   "1,5",
                                                   "−2.5",
                                                   "1/3",
                                                   "sqrt(2)",
                                                   "1e300",
                                                   "1e400",
                                                   "nan",
                                                   "inf",
                                                   "--",
                                                   "7 8",
                                                   "0x10",
                                                   "2^0.5",
                                                   "cat",
                                                   "the mouse",
                                                   "Käse",
                                                   "猫",
                                                   "مرحبا",
                                                   "👩‍👩‍👧",
                                                   "e\xcc\x81",
                                                   "a\xe2\x80\xae"
                                                   "b",
                                                   "\xff",
                                                   "",
                                                   " ",
                                                   "~/",
                                                   "../",
                                                   "papers/",
                                                   "new",
                                                   "one.attn",
                                                   "figure.svg",
                                                   "table.csv",
                                                   "random",
                                                   "?",
                                                   "+",
                                                   "-",
                                                   "123456789012345678901234567890",
                                                   "b",
                                                   "k",
                                                   "r",
                                                   "."};
    if (random_.chance(0.4))
        return significant(random_.real(-9, 9), static_cast<int>(random_.whole(1, 6)));
    return one_of(texts);
}

void Walk::type(const std::string& text) {
    say("type " + text);
    if (random_.chance(0.3) && !lab_.controls().empty())
        click();
    steps_.push_back([=] {
        WindowEvents events = something();
        if (!text.empty())
            events.keys.emplace_back(Typed{text});
        return events;
    });
    if (random_.chance(0.6))
        press({random_.chance(0.8) ? Key::Enter : random_.chance(0.5) ? Key::Tab : Key::Escape});
}

void Walk::act() {
    const Action& chosen = one_of(actions_);
    say("action " + chosen.id);
    if (!chosen.shortcuts.empty() && random_.chance(0.7))
        return press(chosen.shortcuts.front());
    press(action(actions_, "help.palette").shortcuts.front());
    const std::string query = random_.chance(0.9) ? chosen.name : chosen.menu;
    steps_.push_back([=] {
        WindowEvents events = something();
        events.keys.emplace_back(Typed{query});
        return events;
    });
    if (random_.chance(0.2))
        press({Key::Down});
    press({Key::Enter});
}

std::string Walk::some_matrix() {
    struct Form {
        const char *begin, *row, *number, *between, *end_of_row, *end;
    };
    static const std::vector<Form> forms = {
        {"[", "[", "", " ", "]\n ", "]"},
        {"np.array([", "[", "", ", ", "], ", "])"},
        {"tensor([", "[", "", ", ", "],\n", "], dtype=torch.float64, grad_fn=<MmBackward0>)"},
        {"", "", "", "\t", "\n", ""},
        {"", "", "", ",", "\r\n", ""},
        {"a;b\n", "", "", ";", "\n", ""},
        {"|a|b|\n|-|-|\n", "|", "", "|", "|\n", ""},
        {"\\begin{bmatrix}", "", "", " & ", " \\\\\n", "\\end{bmatrix}"},
        {"W_Q = [", "", "", " ", "; ", "]"}};
    const Form& form = one_of(forms);
    const Index rows = random_.whole(1, 6), columns = random_.whole(1, 6);
    std::string text = form.begin;
    for (Index row = 0; row < rows; ++row) {
        text += form.row;
        for (Index column = 0; column < columns; ++column)
            text += (column > 0 ? form.between : "") + significant(random_.real(-2, 2), 4);
        text += form.end_of_row;
    }
    return text + form.end;
}

void Walk::paste() {
    static const std::vector<std::string> others = {"",
                                                    "\n",
                                                    "no matrix at all",
                                                    "[[1, 2], [3]]",
                                                    "[[",
                                                    "1\t\tx",
                                                    "1,5;2,5\n3,5;4",
                                                    "1,234\n5,678",
                                                    "nan inf\n-inf 0",
                                                    "\xff\xfe",
                                                    "the cat\nchased the mouse"};
    const std::string text = random_.chance(0.75) ? some_matrix() : one_of(others);
    say("paste " + text.substr(0, 60));
    const bool into_cell = random_.chance(0.5);
    if (into_cell)
        click();
    steps_.push_back([=, this] {
        if (random_.chance(0.9)) // Otherwise pastes what the lab itself copied.
            screen_.clipboard = text;
        return something();
    });
    if (random_.chance(0.2))
        press({Key::Character, random_.chance(0.7) ? 'c' : 'x', true});
    press({Key::Character, 'v', true});
    if (random_.chance(0.5))
        press({random_.chance(0.7) ? Key::Enter : random_.chance(0.5) ? Key::Down : Key::Escape});
}

void Walk::resize() {
    static const std::vector<ImVec2> sizes = {{1600, 900}, {1024, 768}, {320, 240}, {1, 1},
                                              {2400, 500}, {300, 1500}, {1280, 720}};
    const ImVec2 size = one_of(sizes);
    const bool iconify = random_.chance(0.1);
    const float scale =
        random_.chance(0.2) ? static_cast<float>(random_.real(0.5, 2)) : screen_.scale;
    say("resize to " + std::to_string(size.x) + " × " + std::to_string(size.y));
    steps_.push_back([=, this] {
        screen_.size = size;
        screen_.scale = scale;
        screen_.is_iconified = iconify;
        return something();
    });
    if (iconify || size.x < 300) { // A person would soon restore it.
        steps_.push_back(something);
        steps_.push_back([this] {
            screen_.size = {1280, 720};
            screen_.is_iconified = false;
            return something();
        });
    }
}

void Walk::drop() {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(home()))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    WindowEvents events = something();
    for (Index more = random_.whole(1, random_.chance(0.2) ? 3 : 1); more > 0 && !files.empty();
         --more)
        events.dropped_files.push_back(one_of(files));
    say("drop " + (events.dropped_files.empty() ? "" : events.dropped_files.front()));
    steps_.push_back([=] { return events; });
}

} // namespace attn::test
