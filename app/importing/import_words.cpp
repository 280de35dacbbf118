// SPDX-License-Identifier: MIT
#include "app/importing/import_words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace app {
namespace {

/// How the panel makes a choice.
enum class Control {
    Array,   // chosen in the list, or "none" of it
    Field,   // typed
    Switch,  // pressed; the value is written beside it
    Nothing, // not in the panel
};

struct PanelWords {
    std::string_view option;
    Control control;
    std::string_view name;         // as the panel writes it
    std::string_view without = {}; // of a switch: the option turns it off
};

constexpr std::array<PanelWords, 18> table = {{
    {"--tokens", Control::Array, "words"},
    {"--x", Control::Array, "X"},
    {"--w-q", Control::Array, "W_Q"},
    {"--w-k", Control::Array, "W_K"},
    {"--w-v", Control::Array, "W_V"},
    {"--mask", Control::Nothing, "the mask"},
    {"--mask-true", Control::Switch, "A true cell of the mask"},
    {"--heads", Control::Field, "Heads in W"},
    {"--head", Control::Field, "Head taken"},
    {"--head-axis", Control::Nothing, ""},
    {"--rows", Control::Field, "Rows of X"},
    {"--dims", Control::Field, "Dimensions"},
    {"--d-k", Control::Field, "Columns Q, K"},
    {"--d-v", Control::Field, "Columns of V"},
    {"--transposed", Control::Switch, "stored transposed (nn.Linear)"},
    {"--as-stored", Control::Switch, "stored transposed (nn.Linear)", " turned off"},
    {"--qkv", Control::Switch, "Q, K, V in one"},
    {"--qkv-layout", Control::Switch, "head by head"},
}};

const PanelWords* words_for(std::string_view option) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const PanelWords& words) {
        return words.option == option;
    });
    return found == table.end() ? nullptr : &*found;
}

std::string as_labelled(std::string_view name) {
    return "“" + std::string(name) + "”";
}

/// The value behind an option: a number, a name in quotes, NAME, or one of the option's own words.
std::string_view value_of(std::string_view rest, const PanelWords& words) {
    if (!rest.starts_with(' ') || rest.size() < 2)
        return {};
    rest.remove_prefix(1);
    if (rest[0] == '\'') {
        const auto close = rest.find('\'', 1);
        return close == std::string_view::npos ? std::string_view() : rest.substr(0, close + 1);
    }
    std::string_view word = rest.substr(0, rest.find_first_of(" ,;)"));
    while (word.ends_with('.') || word.ends_with(':'))
        word.remove_suffix(1);
    constexpr std::array<std::string_view, 8> own = {
        "NAME", "N", "identity", "none", "blocked", "takes-part", "head-by-head", "side-by-side"};
    const bool is_own = std::find(own.begin(), own.end(), word) != own.end();
    const bool is_number =
        !word.empty() && word.find_first_not_of("0123456789:,") == std::string_view::npos;
    // A name ends the sentence, or holds what no word of a sentence does.
    const bool is_name =
        words.control == Control::Array &&
        (1 + word.size() >= rest.size() || word.find_first_of("._/[") != std::string_view::npos);
    return is_own || is_number || is_name ? word : std::string_view();
}

/// The axes of "'a[0][1]'": "0,1".
std::string axes_of(std::string_view value) {
    std::string axes;
    for (auto at = value.find('['); at != std::string_view::npos; at = value.find('[', at + 1)) {
        const auto end = std::min(value.find(']', at), value.size());
        axes += (axes.empty() ? "" : ",") + std::string(value.substr(at + 1, end - at - 1));
    }
    return axes;
}

std::string said(const PanelWords& words, std::string_view value) {
    switch (words.control) {
    case Control::Array:
        if (value == "identity" || value == "none")
            return as_labelled("none") + " for " + std::string(words.name);
        if (value.find('[') != std::string_view::npos)
            return axes_of(value) + " in " + as_labelled("Of the axes before the last two");
        if (value.empty() || value == "NAME")
            return std::string(words.name) + " and its array in the list";
        return std::string(value) + " for " + std::string(words.name);
    case Control::Field:
        if (value.empty())
            return as_labelled(words.name);
        return (value == "N" ? "their number" : std::string(value)) + " in " +
               as_labelled(words.name);
    case Control::Switch:
        if (value == "blocked")
            return as_labelled("blocks its key");
        if (value == "takes-part")
            return as_labelled("lets it take part");
        return as_labelled(words.name) +
               std::string(value == "side-by-side" ? " turned off" : words.without);
    case Control::Nothing:
        if (words.option == "--mask" && value == "none")
            return as_labelled("leave the mask out");
        return as_labelled(std::string(words.option) +
                           (value.empty() ? "" : " " + std::string(value))) +
               " of the command attention-lab import";
    }
    return {};
}

} // namespace

std::string in_panel_words(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto option = text.find("--", at);
        if (option == std::string_view::npos)
            return result + std::string(text.substr(at));
        result += text.substr(at, option - at);
        std::size_t end = option + 2;
        while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '-'))
            ++end;
        const bool begins = option == 0 || text[option - 1] == ' ' || text[option - 1] == '(';
        const PanelWords* const words =
            begins ? words_for(text.substr(option, end - option)) : nullptr;
        if (!words) {
            result += text.substr(option, end - option);
            at = end;
            continue;
        }
        const std::string_view value = value_of(text.substr(end), *words);
        result += said(*words, value);
        at = end + (value.empty() ? 0 : value.size() + 1);
    }
    return result;
}

} // namespace app
