// SPDX-License-Identifier: MIT
#include "app/panels/model_menu.h"

#include "app/actions/model_choices.h"
#include "app/editing/model_numbers.h"
#include "core/base/number_text.h"

#include <string>
#include <string_view>

namespace app {
namespace {

using namespace attn;

std::string present_heads(const Document& document) {
    const std::string count = std::to_string(head_count(document));
    return document.join == Join::WO           ? count + ", joined by W_O"
           : document.join == Join::SideBySide ? count + ", side by side"
                                               : count;
}

/// The present setting: "Gaussian kernel, σ 1".
std::string present(const Document& document, std::string_view part) {
    if (part == "Heads")
        return present_heads(document);
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    for (const ModelChoice& choice : model_choices())
        if (choice.part == part && choice.is_offered(document) && choice.is_chosen(document))
            add(choice.name);
    for (const ModelNumberInfo& number : model_numbers())
        if (number.part == part && number.is_used(document))
            add(std::string(number.name) + " " + significant(number.value(document), 4));
    return text;
}

} // namespace

std::vector<MenuPart> model_menu(const Document& document) {
    std::vector<MenuPart> parts;
    for (const std::string_view part : model_parts())
        parts.push_back({part, true, present(document, part)});
    return parts;
}

} // namespace app
