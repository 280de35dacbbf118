// SPDX-License-Identifier: MIT
#include "app/importing/import_words.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace app {
namespace {

using attn::io::ImportChoice;
using attn::io::ImportOption;
using ImportKind = ImportChoice::Kind;

std::string as_labelled(std::string_view name) {
    return "“" + std::string(name) + "”";
}

std::string on_command_line(const ImportChoice& choice) {
    return as_labelled(attn::io::in_options(choice)) + " of the command attention-lab import";
}

/// The axes of "a[0][1]": "0,1".
std::string axes_of(std::string_view value) {
    std::string axes;
    for (auto at = value.find('['); at != std::string_view::npos; at = value.find('[', at + 1)) {
        const auto end = std::min(value.find(']', at), value.size());
        axes += (axes.empty() ? "" : ",") + std::string(value.substr(at + 1, end - at - 1));
    }
    return axes;
}

/// An array is chosen in the list, or "none" of it.
std::string of_array(const ImportChoice& choice, const std::string& name) {
    switch (choice.kind) {
    case ImportKind::Itself:
    case ImportKind::Own:
        return name + " and its array in the list";
    case ImportKind::Value:
        return choice.value.find('[') == std::string::npos
                   ? choice.value + " for " + name
                   : axes_of(choice.value) + " in " +
                         as_labelled("Of the axes before the last two");
    case ImportKind::LeftOut:
        return as_labelled("none") + " for " + name;
    }
    assert(false && "every kind has words");
    return name;
}

/// A field is typed.
std::string of_field(const ImportChoice& choice, std::string_view label) {
    if (choice.kind == ImportKind::Itself)
        return as_labelled(label);
    return (choice.kind == ImportKind::Own ? "their number" : choice.value) + " in " +
           as_labelled(label);
}

} // namespace

std::string in_panel(const ImportChoice& choice) {
    constexpr std::string_view transposed = "stored transposed (nn.Linear)";
    switch (choice.option) {
    case ImportOption::Tokens:
        return of_array(choice, "words");
    case ImportOption::X:
        return of_array(choice, "X");
    case ImportOption::WQ:
        return of_array(choice, "W_Q");
    case ImportOption::WK:
        return of_array(choice, "W_K");
    case ImportOption::WV:
        return of_array(choice, "W_V");
    case ImportOption::Mask:
        return choice.kind == ImportKind::LeftOut ? as_labelled("leave the mask out")
                                                  : on_command_line(choice);
    case ImportOption::MaskTrue:
        return as_labelled(choice.value == "blocked"      ? "blocks its key"
                           : choice.value == "takes-part" ? "lets it take part"
                                                          : "A true cell of the mask");
    case ImportOption::Heads:
        return of_field(choice, "Heads in W");
    case ImportOption::HeadAxis:
        return on_command_line(choice);
    case ImportOption::Rows:
        return of_field(choice, "Rows of X");
    case ImportOption::Transposed:
        return as_labelled(transposed);
    case ImportOption::AsStored:
        return as_labelled(transposed) + " turned off";
    case ImportOption::QkvLayout:
        return as_labelled("head by head") + (choice.value == "side-by-side" ? " turned off" : "");
    }
    assert(false && "every option has words");
    return "";
}

} // namespace app
