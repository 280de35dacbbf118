// SPDX-License-Identifier: MIT
#include "app/actions/menus.h"

#include "app/editing/giving.h"
#include "core/document/commands/command.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace app {
namespace {

using namespace attn;

bool can_be_chosen(const Frame& frame, const Action& action) {
    return action.is_enabled(frame) && action.is_offered(frame.document);
}

void try_choice(const Frame& frame, const Action& action) {
    Trial& trial = *frame.ui.menus.trial;
    if (trial.tried == action.id)
        return;
    if (!trial.tried.empty())
        frame.outbox.post(CancelGesture{trial.gesture});
    trial.tried.clear();
    if (!action.command || action.is_checked(frame) || !can_be_chosen(frame, action))
        return;
    trial.gesture = ++frame.ui.dragging.last_gesture;
    trial.tried = action.id;
    frame.outbox.edit(action.command(trial.base), trial.gesture);
}

/// Marks the enabled line `by` lines from the marked one; without a marked line, the first or last.
void mark(Menus& menus, int by) {
    const auto count = static_cast<int>(menus.lines.size());
    int at = by > 0 ? -1 : count;
    for (int line = 0; line < count; ++line)
        if (menus.lines[static_cast<std::size_t>(line)].name == menus.marked)
            at = line;
    for (int seen = 0; seen < count; ++seen) {
        at = ((at + by) % count + count) % count;
        const MenuLine& line = menus.lines[static_cast<std::size_t>(at)];
        if (!line.is_enabled)
            continue;
        menus.marked = menus.told = line.name;
        menus.must_scroll = true;
        return;
    }
}

/// Opens the neighbouring menu; after the last comes the first. Takes back what was only tried.
void turn(const Frame& frame, int by) {
    end_trial(frame);
    Menus& menus = frame.ui.menus;
    const auto count = static_cast<int>(menus.names.size());
    const auto found = std::find(menus.names.begin(), menus.names.end(), menus.open);
    if (count == 0 || found == menus.names.end())
        return;
    const int at = static_cast<int>(found - menus.names.begin());
    menus.asked = menus.names[static_cast<std::size_t>(((at + by) % count + count) % count)];
    menus.marked.clear();
}

bool opens(const Menus& menus) {
    return std::any_of(menus.lines.begin(), menus.lines.end(), [&](const MenuLine& line) {
        return line.name == menus.marked && line.opens;
    });
}

} // namespace

std::optional<std::vector<Real>> weights_after(const Document& base, const Action& choice,
                                               const View& view) {
    if (!choice.command)
        return std::nullopt;
    const auto after = attn::apply(base, choice.command(base));
    if (!after || !has_stage(*after, Stage::Weights) || key_count(*after) != key_count(base))
        return std::nullopt;
    const Trace trace = evaluate(*after);
    const Seen seen(*after, trace);
    const SheetId sheet{Stage::Weights, std::min(view.head, head_count(*after) - 1)};
    std::vector<Real> weights;
    for (Index key = 0; key < key_count(*after); ++key)
        weights.push_back(value_at(seen.document(), seen.trace(), {sheet, view.query, key}));
    return weights;
}

void begin_trial(const Frame& frame, const std::vector<const Action*>& choices,
                 bool shows_weights) {
    Trial trial{frame.document, 0, ""};
    for (const Action* const choice : choices)
        if (shows_weights && can_be_chosen(frame, *choice))
            if (auto weights = weights_after(trial.base, *choice, frame.view))
                trial.weights.emplace(choice->id, *std::move(weights));
    frame.ui.menus.trial = std::move(trial);
}

void choose(const Frame& frame, const Action& action) {
    const std::optional<Trial> trial = std::exchange(frame.ui.menus.trial, std::nullopt);
    if (trial && trial->tried == action.id)
        return; // The tried choice stays.
    const bool is_tried = trial && !trial->tried.empty();
    if (is_tried)
        frame.outbox.post(CancelGesture{trial->gesture});
    if (is_tried && action.command)
        frame.outbox.edit(action.command(trial->base));
    else
        action.run(frame);
}

void end_trial(const Frame& frame) {
    const std::optional<Trial> trial = std::exchange(frame.ui.menus.trial, std::nullopt);
    if (trial && !trial->tried.empty())
        frame.outbox.post(CancelGesture{trial->gesture});
}

bool open_by_letter(const Frame& frame, const KeyPress& press) {
    // The first letter that no menu before it has.
    constexpr std::array<std::pair<char, std::string_view>, 8> letters = {{{'f', "File"},
                                                                           {'e', "Edit"},
                                                                           {'v', "View"},
                                                                           {'i', "Insert"},
                                                                           {'m', "Model"},
                                                                           {'x', "Explain"},
                                                                           {'t', "Teach"},
                                                                           {'h', "Help"}}};
    if (press.key != Key::Character || !press.alt || press.control || press.shift)
        return false;
    Menus& menus = frame.ui.menus;
    for (const auto& [letter, name] : letters)
        if (letter == press.character &&
            std::find(menus.names.begin(), menus.names.end(), name) != menus.names.end()) {
            end_trial(frame);
            menus.asked = name;
            menus.marked.clear();
            return true;
        }
    return false;
}

void type_in_menus(Menus& menus, const std::string& text) {
    if (menus.open == query_list)
        menus.search.insert(text);
}

void press_in_menus(const Frame& frame, const KeyPress& press, const std::vector<Action>& actions) {
    Menus& menus = frame.ui.menus;
    switch (press.key) {
    case Key::Up:
    case Key::Down:
        mark(menus, press.key == Key::Down ? 1 : -1);
        break;
    case Key::Home:
    case Key::End:
        menus.marked.clear();
        mark(menus, press.key == Key::Home ? 1 : -1);
        break;
    case Key::Left:
    case Key::Right:
        if (!menus.beside.empty() && press.key == Key::Left)
            menus.marked = std::exchange(menus.beside, {});
        else if (opens(menus) && press.key == Key::Right)
            menus.beside = std::exchange(menus.marked, {});
        else
            turn(frame, press.key == Key::Right ? 1 : -1);
        return;
    case Key::Enter:
        if (opens(menus))
            menus.beside = std::exchange(menus.marked, {});
        else
            menus.entered = menus.marked;
        return;
    default:
        if (menus.open == query_list)
            menus.search.press(press, frame.clipboard);
        return;
    }
    if (!menus.trial)
        return;
    const auto at = std::find_if(actions.begin(), actions.end(),
                                 [&](const Action& one) { return one.id == menus.marked; });
    if (at != actions.end())
        try_choice(frame, *at);
}

namespace {

using Ids = std::vector<std::string_view>; // an empty one separates groups

Ids ids_of(ContextOf of) {
    switch (of) {
    case ContextOf::Numbers:
        return {"edit.copy",           "edit.paste",    "explain.copy_latex", "",
                "explain.sensitivity", "explain.give",  "explain.seek",       "computed.set",
                "computed.seek",       "explain.cover", "mask.paint",         "",
                "fill.zeros",          "fill.random",   "number.play",        "",
                "edit.select_all",     "view.enlarge"};
    case ContextOf::Word:
        return {"word.rename", "word.add", "word.remove", "", "word.up", "word.down"};
    case ContextOf::Matrix:
        return {"view.enlarge",
                "explain.cover_matrix",
                "explain.give",
                "computed.set",
                "computed.seek",
                "",
                "edit.copy",
                "edit.paste",
                "",
                "fill.zeros",
                "fill.ones",
                "fill.identity",
                "fill.uniform",
                "fill.diagonal",
                "fill.mean",
                "fill.pinned",
                "fill.random",
                "fill.round"};
    case ContextOf::Page:
        break;
    }
    return {"present.next",
            "present.previous",
            "present.first",
            "present.last",
            "",
            "present.speaker",
            "present.ring",
            "",
            "present.reset",
            "present.keep",
            "present.leave"};
}

} // namespace

void ask_for_context_menu(const Frame& frame) {
    const bool has_numbers =
        frame.view.selected && attn::exists(frame.document, *frame.view.selected);
    frame.ui.menus.context = ContextMenu{has_numbers ? ContextOf::Numbers : ContextOf::Word};
}

std::vector<const Action*> context_actions(const Frame& frame, ContextOf of,
                                           const std::vector<Action>& actions) {
    const std::optional<attn::Place>& at = frame.view.selected;
    const bool is_input = at && attn::is_given(frame.document, at->sheet);
    const bool is_settable = at && !is_input && can_set(frame.document, at->sheet);
    // Only a whole matrix of computed numbers is filled, which gives it.
    const bool can_be_written = is_input || (is_settable && of == ContextOf::Matrix);
    std::vector<const Action*> list;
    for (const std::string_view id : ids_of(of)) {
        if (id.empty()) {
            if (!list.empty() && list.back())
                list.push_back(nullptr);
            continue;
        }
        if (!can_be_written && (id.starts_with("fill.") || id == "edit.paste"))
            continue;
        if (!is_settable && id.starts_with("computed."))
            continue;
        const Action& one = action(actions, id);
        if (one.is_offered(frame.document) && one.is_enabled(frame) &&
            (!one.about || attn::belongs(*one.about, frame.document.model)))
            list.push_back(&one);
    }
    while (!list.empty() && !list.back())
        list.pop_back();
    return list;
}

} // namespace app
