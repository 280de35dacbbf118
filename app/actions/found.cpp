// SPDX-License-Identifier: MIT
// How the palette finds actions by what a person calls them, and why an action is grey.
#include "app/actions/actions.h"
#include "app/actions/palette_rows.h"
#include "app/starting/start_page.h"
#include "core/document/model/model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {
namespace {

/// What people type, and what the lab calls it.
struct Synonym {
    std::string_view typed, called;
};
constexpr std::array synonyms = {
    Synonym{"color", "colour"},
    Synonym{"colors", "colour"},
    Synonym{"colormap", "colour"},
    Synonym{"palette", "colour"},
    Synonym{"gray", "grey"},
    Synonym{"bigger", "larger"},
    Synonym{"big", "larger"},
    Synonym{"larger", "zoom in"},
    Synonym{"bigger", "zoom in"},
    Synonym{"bigger", "spotlight"},
    Synonym{"small", "smaller"},
    Synonym{"smaller", "zoom out"},
    Synonym{"font", "larger interface"},
    Synonym{"font", "smaller interface"},
    Synonym{"fontsize", "larger interface"},
    Synonym{"letters", "larger interface"},
    Synonym{"text", "larger interface"},
    Synonym{"magnify", "spotlight"},
    Synonym{"enlarge", "spotlight"},
    Synonym{"focus", "spotlight"},
    Synonym{"fullscreen", "full screen"},
    Synonym{"maximize", "full screen"},
    Synonym{"slide", "present"},
    Synonym{"slides", "present"},
    Synonym{"slideshow", "present"},
    Synonym{"lecture", "present"},
    Synonym{"talk", "present"},
    Synonym{"slide", "export …"},
    Synonym{"slides", "export …"},
    Synonym{"heatmap", "the heatmap of"},
    Synonym{"heatmap", "export …"},
    Synonym{"heatmap", "spotlight, or"},
    Synonym{"heatmap", "for weights"},
    Synonym{"plot", "export …"},
    Synonym{"image", "picture"},
    Synonym{"figure", "picture"},
    Synonym{"screenshot", "window as seen"},
    Synonym{"png", "export …"},
    Synonym{"pdf", "export …"},
    Synonym{"svg", "export …"},
    Synonym{"gif", "export …"},
    Synonym{"print", "export …"},
    Synonym{"worksheet", "export …"},
    Synonym{"handout", "export …"},
    Synonym{"homework", "export …"},
    Synonym{"python", "export …"},
    Synonym{"notebook", "export …"},
    Synonym{"numpy", "export …"},
    Synonym{"animation", "play"},
    Synonym{"animate", "play"},
    Synonym{"animation", "export …"},
    Synonym{"animate", "export …"},
    Synonym{"video", "export …"},
    Synonym{"slider", "play"},
    Synonym{"quiz", "cover"},
    Synonym{"quiz", "lesson"},
    Synonym{"quiz", "guess"},
    Synonym{"question", "cover"},
    Synonym{"question", "answer"},
    Synonym{"exercise", "cover"},
    Synonym{"guess", "cover"},
    Synonym{"hide", "cover"},
    Synonym{"show", "reveal"},
    Synonym{"tutorial", "lesson"},
    Synonym{"tutorial", "guide"},
    Synonym{"course", "lesson"},
    Synonym{"manual", "guide"},
    Synonym{"shortcuts", "keys and commands"},
    Synonym{"hotkeys", "keys and commands"},
    Synonym{"example", "preset"},
    Synonym{"examples", "preset"},
    Synonym{"release", "as given"},
    Synonym{"free", "as given"},
    Synonym{"joined", "heads joined"},
    Synonym{"concat", "heads side"},
    Synonym{"concatenate", "heads side"},
    Synonym{"delete", "remove"},
    Synonym{"clear", "zeros"},
    Synonym{"new", "add"},
    Synonym{"token", "word"},
    Synonym{"tokens", "word"},
    Synonym{"multihead", "head"},
    Synonym{"multi-head", "head"},
    Synonym{"random", "fill"},
    Synonym{"precision", "digits"},
    Synonym{"round", "digits"},
    Synonym{"rounding", "digits"},
    Synonym{"decimal", "digits"},
    Synonym{"gradient", "what moves"},
    Synonym{"backprop", "what moves"},
    Synonym{"backpropagation", "what moves"},
    Synonym{"derivative", "what moves"},
    Synonym{"optimize", "training"},
    Synonym{"learn", "training"},
    Synonym{"night", "dark"},
    Synonym{"settings", "interface"},
    Synonym{"preferences", "interface"},
    Synonym{"exit", "quit"},
    Synonym{"close", "quit"},
    Synonym{"revert", "undo"},
    Synonym{"load", "open"},
    Synonym{"import", "open"},
    Synonym{"checkpoint", "open"},
    Synonym{"compare", "pin"},
    Synonym{"diff", "compare"},
    Synonym{"search", "find"},
    Synonym{"fit", "give the canvas"},
    Synonym{"follow", "back to the previous"},
    Synonym{"follow", "forward again"},
    Synonym{"follow", "spotlight"},
    Synonym{"follow", "derivation"},
    Synonym{"sqrt", "√d_k"},
    Synonym{"root", "√d_k"},
};

std::string folded_case(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

struct Texts {
    std::string name, menu, sentence; // in small letters
};

/// 0: no match. A higher score is better: beginning of the name, beginning of a word, anywhere.
int points_of(const Texts& of, std::string_view word) {
    const auto at = of.name.find(word);
    if (at == 0)
        return 8;
    if (at != std::string::npos)
        return of.name[at - 1] == ' ' ? 6 : 4;
    if (of.menu.find(word) != std::string::npos)
        return 3;
    return of.sentence.find(word) != std::string::npos ? 1 : 0;
}

int points_of(const Action& action, const std::vector<std::string>& words) {
    const Texts texts{folded_case(action.name), folded_case(action.menu),
                      folded_case(action.sentence)};
    int sum = 1;
    for (const std::string& word : words) {
        int best = points_of(texts, word);
        for (const Synonym& synonym : synonyms)
            // As good as the beginning of a word of the name, never better than a typed name.
            if (synonym.typed == word)
                best = std::max(best, std::min(7, points_of(texts, synonym.called)));
        if (best == 0)
            return 0;
        const std::string_view menu =
            std::string_view(texts.menu).substr(texts.menu.rfind('/') + 1);
        sum += best + (menu == word ? 3 : 0); // "mask" asks for the masks before all else
    }
    return sum;
}

/// Actions that open something else, or show a mistake, come after those that change what is shown.
bool leads_away(const Action& action) {
    return action.menu.find("Presets") != std::string::npos ||
           action.menu.find("Lessons") != std::string::npos ||
           action.menu.find("What if it were wrong") != std::string::npos;
}

/// Why actions are grey whose documents do not tell: by the beginning of their name, the longest
/// first.
struct GreyReason {
    std::string_view id, why;
};
constexpr std::array grey_reasons = {
    GreyReason{"edit.undo", "There is nothing to undo"},
    GreyReason{"edit.redo", "Nothing was undone"},
    GreyReason{"edit.reset", "Nothing has changed since the document was opened"},
    GreyReason{"edit.replay", "The history has no step to replay"},
    GreyReason{"word.up", "It is the first one"},
    GreyReason{"word.down", "It is the last one"},
    GreyReason{"temperature.reset", "The temperature is 1"},
    GreyReason{"help.context", "Open or make a document first"},
    GreyReason{"edit.copy", "Select a number first"},
    GreyReason{"copy.", "Select a number first"},
    GreyReason{"fill.pinned", "Select a matrix that a pinned state has too: Ctrl+Shift+A pins"},
    GreyReason{"fill.uniform", "Select a weight first"},
    GreyReason{"fill.", "Select numbers of an input or of a stage first"},
    GreyReason{"make.", "Select numbers of an input first, in X or in a W"},
    GreyReason{"explain.cover", "Select a number first"},
    GreyReason{"explain.expect", "Select a covered weight first"},
    GreyReason{"explain.reveal", "Nothing is covered. C covers what is selected"},
    GreyReason{"explain.back", "No other number was looked at before this one"},
    GreyReason{"explain.forward", "Back was not used"},
    GreyReason{"explain.strongest", "Ask first what moves a number: S"},
    GreyReason{"explain.seek", "Select a computed number first"},
    GreyReason{"explain.give", "Select a computed number first"},
    GreyReason{"explain.sensitivity", "The canvas shows A beside B. Esc brings it back"},
    GreyReason{"explain.loss", "The canvas shows A beside B. Esc brings it back"},
    GreyReason{"explain.", "Select a number first"},
    GreyReason{"number.play", "Select a number of an input first"},
    GreyReason{"compare.stage.", "Pin a state to compare with first: Ctrl+Shift+A"},
    GreyReason{"compare.", "Pin a state to compare with first: Ctrl+Shift+A"},
    GreyReason{"export.all", "The document keeps no figures yet. The export panel keeps them"},
    GreyReason{"file.recent", "No file was opened or saved yet"},
    GreyReason{"file.revert", "The document is of no file"},
    GreyReason{"head.on", "The shown head is not switched off"},
    GreyReason{"head.copy_right", "There is no head after the shown one"},
    GreyReason{"head.right", "There is no head after the shown one"},
    GreyReason{"head.left", "There is no head before the shown one"},
    GreyReason{"head.", "There is only one head"},
    GreyReason{"shape.d_k.play", "Only W_Q and W_K that can be edited have a d_k of their own"},
    GreyReason{"shape.", "Without projections the widths are those of X"},
    GreyReason{"training.run", "The training has taken all its steps"},
    GreyReason{"training.export_curve", "No step of training was taken yet"},
    GreyReason{"training.", "No step of training was taken yet"},
    GreyReason{"history.", "The history has no other step"},
    GreyReason{"part.", "There is one attention alone"},
    GreyReason{"layer.", "There is one layer alone"},
    GreyReason{"page.", "The document does not have this page now"},
    GreyReason{"panel.", "The document has nothing to show there"},
    GreyReason{"light.", "No matrix is in the spotlight: Z, or a double click on a title"},
    GreyReason{"map.", "The lower panel does not show the map"},
    GreyReason{"lesson.hint", "The step has no further hint"},
    GreyReason{"lesson.answer", "The step asks nothing that is still open"},
    GreyReason{"lesson.type_answer", "The step asks for no number"},
    GreyReason{"lesson.choice", "The step has no answers to choose from"},
    GreyReason{"lesson.next_place", "The text of the step speaks of no place"},
    GreyReason{"lesson.", "Open a lesson first"},
    GreyReason{"write.edit", "Open a lesson first"},
    GreyReason{"write.own", "The document carries no lesson"},
    GreyReason{"write.take_out", "The document carries no lesson"},
    GreyReason{"write.", "Write or edit a lesson first: Teach, Write a lesson"},
    GreyReason{"present.", "Only while presenting: F5"},
};

} // namespace

std::string why_grey(const Frame& frame, const Action& action) {
    if (action.is_enabled(frame))
        return "";
    if (frame.ui.starting.is_shown && !is_of_start_page(action))
        return "Open or make a document first";
    if (action.about && !attn::belongs(*action.about, frame.document.model))
        return "Documents of this kind do not have it";
    if (std::string why = action.why_not(frame.document); !why.empty())
        return why;
    if (action.id.starts_with("lesson.") && !frame.ui.teaching.lesson)
        return "Open a lesson first";
    const auto need =
        std::find_if(grey_reasons.begin(), grey_reasons.end(),
                     [&](const GreyReason& one) { return action.id.starts_with(one.id); });
    return need == grey_reasons.end() ? "" : std::string(need->why);
}

std::vector<const Action*> found(const std::vector<Action>& actions, const std::string& query,
                                 const attn::Document& document) {
    std::vector<std::string> words;
    std::istringstream stream(folded_case(query));
    for (std::string word; stream >> word;)
        words.push_back(word);
    std::vector<std::pair<int, const Action*>> hits; // twice the points, so that ties can be broken
    for (const Action& candidate : actions)
        if (const int points = points_of(candidate, words);
            points > 0 && candidate.is_offered(document))
            hits.emplace_back(2 * points - (leads_away(candidate) ? 1 : 0), &candidate);
    std::stable_sort(hits.begin(), hits.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const Action*> list;
    for (const auto& hit : hits)
        list.push_back(hit.second);
    return list;
}

bool opens_over_page(const Action& action) {
    return action.id == "help.overlay" || action.id == "help.palette" || action.id == "help.guide";
}

std::vector<const Action*> palette_rows(const Frame& frame, const std::vector<Action>& actions) {
    auto list = found(actions, frame.ui.cards.palette->line.text, frame.document);
    const auto has_meaning_over_page = [](const Action* one) {
        return one->menu == "Presenting" || one->menu == "Numbers" || one->menu == "Theme" ||
               one->menu == "Colours" || one->id == "edit.undo" || one->id == "edit.redo" ||
               one->command || opens_over_page(*one);
    };
    if (frame.ui.teaching.presenting)
        std::erase_if(list, [&](const Action* one) { return !has_meaning_over_page(one); });
    if (frame.ui.starting.is_shown)
        std::stable_partition(list.begin(), list.end(),
                              [&](const Action* one) { return one->is_enabled(frame); });
    return list;
}

} // namespace app
