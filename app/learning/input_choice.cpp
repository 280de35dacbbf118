// SPDX-License-Identifier: MIT
#include "app/learning/input_choice.h"

#include "core/document/prose.h"

#include <algorithm>
#include <utility>

namespace app {

using namespace attn;

std::vector<SheetId> InputChoice::chosen() const {
    std::vector<SheetId> list;
    for (std::size_t which = 0; which < inputs.size(); ++which)
        if (is_chosen[which])
            list.push_back(inputs[which]);
    return list;
}

InputChoice input_choice(std::vector<SheetId> inputs, const std::vector<SheetId>& chosen) {
    InputChoice choice{std::move(inputs), {}, 0};
    for (const SheetId& sheet : choice.inputs)
        choice.is_chosen.push_back(std::find(chosen.begin(), chosen.end(), sheet) != chosen.end());
    return choice;
}

bool press_in_choice(InputChoice& choice, const KeyPress& key) {
    const std::size_t last = choice.inputs.empty() ? 0 : choice.inputs.size() - 1;
    switch (key.key) {
    case Key::Up:
        choice.at = choice.at == 0 ? 0 : choice.at - 1;
        return true;
    case Key::Down:
        choice.at = std::min(choice.at + 1, last);
        return true;
    case Key::Home:
        choice.at = 0;
        return true;
    case Key::End:
        choice.at = last;
        return true;
    default:
        return false;
    }
}

void type_in_choice(InputChoice& choice, const std::string& text) {
    if (text == " " && choice.at < choice.inputs.size())
        choice.turn(choice.at);
}

std::string listed(std::vector<std::string> names) {
    constexpr std::size_t most = 4;
    if (const std::size_t count = names.size(); count > most) {
        names.resize(most - 1);
        names.push_back(std::to_string(count - names.size()) + " more");
    }
    return in_a_sentence(names);
}

std::string listed(const std::vector<SheetId>& inputs) {
    std::vector<std::string> names;
    for (const SheetId& sheet : inputs)
        names.push_back(to_text(sheet));
    return listed(std::move(names));
}

} // namespace app
