// SPDX-License-Identifier: MIT
// The actions of the Model menu: its choices, its numbers, and the memory's words.
#include "app/actions/action_lists.h"
#include "app/actions/model_choices.h"
#include "app/editing/editing.h"
#include "app/editing/generating.h"
#include "app/editing/memory_words.h"
#include "app/editing/model_numbers.h"
#include "core/document/next_word.h"
#include "core/document/open_part.h"

#include <string>

namespace app {
namespace {

using namespace attn;

Action choice_action(const ModelChoice& choice) {
    Action action{choice.id, choice.name, choice.part, choice.sentence, {}, {}};
    send(action, [choose = choice.choose, what = choice.what](const Document& now) {
        AttentionOptions options = now.options;
        choose(options);
        return SetOptions{options, what};
    });
    action.is_checked = [is_chosen = choice.is_chosen](const Frame& frame) {
        return is_chosen(frame.document);
    };
    action.is_offered = choice.is_offered;
    action.why_not = choice.why_not;
    return action;
}

Action number_action(const ModelNumberInfo& about) {
    Action action{about.id, std::string(about.name) + " …", about.part, about.sentence, {}, {}};
    action.run = [number = about.number](const Frame& frame) {
        begin_editing(frame, NumberTarget{number});
    };
    action.why_not = about.why_not;
    return action;
}

std::string needs_memory(const Document& document) {
    return has_memory_list(document) ? "" : "There is no memory. Choose keys from a memory first";
}

Action part_action(const char* id, const char* name, const char* sentence, Key key, int by) {
    Action action{id, name, "Block", sentence, {control(key)}, {}};
    action.run = [by](const Frame& frame) {
        open_next_part(frame.document, by, frame.view);
        frame.view.selected.reset();
        frame.view.anchor.reset();
    };
    action.is_offered = has_parts;
    action.is_enabled = [](const Frame& frame) { return has_parts(frame.document); };
    return action;
}

/// Adds the actions that append the next word.
void add_generating(std::vector<Action>& list) {
    const auto add = [&](const char* id, const char* name, const char* sentence,
                         void (*run)(const Frame&)) {
        Action action{id, name, "Next word", sentence, {}, run};
        action.why_not = why_not_generated;
        list.push_back(std::move(action));
    };
    add("generate.open", "One more word …",
        "Shows the likeliest words and asks which comes next: the likeliest, or one that a seed "
        "draws at a temperature.",
        open_generating);
    add("generate.likeliest", "Append the likeliest word",
        "Adds the word that the model finds likeliest after the last one.", append_likeliest_word);
    add("generate.drawn", "Append a drawn word",
        "Adds a word that a seed draws, as numpy.random.choice does. Each word takes the next "
        "seed.",
        append_drawn_word);
}

Action word_action(const char* id, const char* name, const char* sentence,
                   void (*run)(const Frame&)) {
    Action action{id, name, "Memory", sentence, {}, run};
    action.why_not = needs_memory;
    return action;
}

} // namespace

std::vector<Action> model_actions() {
    std::vector<Action> list;
    for (const ModelChoice& choice : model_choices())
        list.push_back(choice_action(choice));
    for (const ModelNumberInfo& about : model_numbers())
        list.push_back(number_action(about));
    list.push_back(part_action("layer.next", "Show the next attention",
                               "Shows the cross-attention of this layer, or the next layer.",
                               Key::PageDown, 1));
    list.push_back(part_action("layer.previous", "Show the attention before",
                               "Shows the attention that is computed before the shown one.",
                               Key::PageUp, -1));
    add_generating(list);
    list.push_back(word_action(
        "model.memory.add", "Add a word to the memory",
        "Adds a word after the selected row of M, or at the end. Ctrl+Enter in M does the same.",
        add_memory_word));
    list.push_back(word_action("model.memory.rename", "Rename a word of the memory",
                               "Renames the word of the selected row of M, or the last one.",
                               rename_memory_word));
    Action remove = word_action("model.memory.remove", "Remove a word of the memory",
                                "Removes the word of the selected row of M, or the last one. "
                                "Ctrl+Backspace in M does the same.",
                                remove_memory_word);
    remove.why_not = [](const Document& now) {
        return has_memory_list(now) && now.memory.size() == 1 ? "Keys need at least one word"
                                                              : needs_memory(now);
    };
    list.push_back(remove);
    return list;
}

} // namespace app
