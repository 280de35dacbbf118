// SPDX-License-Identifier: MIT
#include "app/cli/completion.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/exporting/styles.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/sheet.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace app::cli {
namespace {

using namespace attn;

// The formatter would treat the scripts as code.
// clang-format off
constexpr std::string_view bash = R"sh(# Completion of attention-lab for bash:
#   source <(attention-lab completion bash)
_attention_lab() {
    local cur=${COMP_WORDS[COMP_CWORD]} lines
    [[ $cur == = ]] && cur=
    mapfile -t lines < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=()
    local word
    for word in "${lines[@]:1}"; do
        COMPREPLY+=("$(printf '%q' "$word")")
    done
    [[ ${lines[0]} == *goes-on* ]] && compopt -o nospace 2>/dev/null
    if [[ ${lines[0]} == *files* ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -F _attention_lab attention-lab
)sh";

constexpr std::string_view zsh = R"sh(#compdef attention-lab
# Completion of attention-lab for zsh: source <(attention-lab completion zsh) after compinit, or
# save this as _attention-lab in a folder of $fpath.
_attention_lab() {
    local -a lines
    lines=("${(@f)$("${words[1]}" --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ ${lines[1]} == *goes-on* ]]; then
        compadd -S '' -- "${(@)lines[2,-1]}"
    else
        compadd -- "${(@)lines[2,-1]}"
    fi
    [[ ${lines[1]} == *files* ]] && _files
    return 0
}
if [[ $funcstack[1] == _attention-lab ]]; then
    _attention_lab "$@"
else
    compdef _attention_lab attention-lab
fi
)sh";

constexpr std::string_view fish = R"sh(# Completion of attention-lab for fish:
#   attention-lab completion fish | source
function __attention_lab
    set -l typed (commandline -opc) (commandline -ct)
    set -l lines ($typed[1] --complete $typed[2..-1] 2>/dev/null)
    printf '%s\n' $lines[2..-1]
    if string match -q '*files*' -- $lines[1]
        __fish_complete_path (commandline -ct)
    end
end
complete -c attention-lab -f -a '(__attention_lab)'
)sh";
// clang-format on

/// What was typed before the last word.
struct Typed {
    const CommandInfo* command = nullptr;
    const ArgumentInfo* argument = nullptr; // takes the last word; null: only options fit
    std::string document;                   // the first argument
};

const ArgumentInfo* option_named(const CommandInfo& command, const std::string& name) {
    for (const ArgumentInfo& option : command.options)
        if (std::find(option.names.begin(), option.names.end(), name) != option.names.end())
            return &option;
    return nullptr;
}

Typed read(const std::vector<CommandInfo>& commands, const std::vector<std::string>& arguments) {
    Typed typed{&commands.front(), nullptr, ""};
    std::size_t at = 0;
    if (arguments.size() > 1)
        for (const CommandInfo& command : commands)
            if (!command.name.empty() && command.name == arguments.front()) {
                typed.command = &command;
                at = 1;
            }
    std::size_t positional = 0;
    const ArgumentInfo* option = nullptr; // its values come next
    int values = 0;
    for (; at + 1 < arguments.size(); ++at) {
        if (values > 0) {
            --values;
        } else if (const ArgumentInfo* found = option_named(*typed.command, arguments[at])) {
            option = found;
            values = found->count;
        } else if (positional++ == 0) {
            typed.document = arguments[at];
        }
    }
    const std::vector<ArgumentInfo>& list = typed.command->positionals;
    if (values > 0)
        typed.argument = option;
    else if (positional < list.size())
        typed.argument = &list[positional];
    else if (!list.empty() && list.back().is_repeated)
        typed.argument = &list.back();
    return typed;
}

std::vector<std::string> stage_words(const std::optional<Document>& document) {
    std::vector<std::string> names;
    if (document) {
        for (const SheetId& sheet : sheets(*document))
            names.push_back(to_text(sheet));
        return names;
    }
    for (const StageInfo& stage : stages())
        if (std::find(names.begin(), names.end(), stage.name()) == names.end())
            names.emplace_back(stage.name());
    return names;
}

std::vector<std::string> preset_words() {
    std::vector<std::string> names;
    if (const auto list = io::presets())
        for (const io::Preset& preset : *list)
            names.push_back(preset.name);
    return names;
}

std::vector<std::string> lesson_words() {
    std::vector<std::string> names;
    if (const auto list = io::lessons())
        for (const io::LessonName& lesson : *list)
            names.push_back(lesson.name);
    return names;
}

std::vector<std::string> style_words() {
    std::vector<std::string> names{no_style};
    if (const auto styles = load_styles())
        for (const auto& one : styles->list)
            names.push_back(one.first);
    return names;
}

std::optional<Document> opened(const std::string& name) {
    if (name.empty() || name == "-")
        return std::nullopt;
    auto document = io::open_document(name);
    return document ? std::optional<Document>(*std::move(document)) : std::nullopt;
}

/// Returns everything possible there, whatever the last word begins with.
Candidates all_for(const Typed& typed, const std::string& begun) {
    Candidates found;
    switch (typed.argument->takes) {
    case Takes::Nothing:
    case Takes::Value:
        break;
    case Takes::Choice:
        found.words = typed.argument->words;
        break;
    case Takes::Document:
        found.words = preset_words();
        found.has_files = true;
        break;
    case Takes::File:
        found.has_files = true;
        break;
    case Takes::Stage:
        found.words = stage_words(opened(typed.document));
        break;
    case Takes::Stages: { // keeps those before the last comma
        const auto comma = begun.rfind(',');
        const std::string before = comma == std::string::npos ? "" : begun.substr(0, comma + 1);
        for (const std::string& stage : stage_words(opened(typed.document)))
            found.words.push_back(before + stage);
        break;
    }
    case Takes::Place:
        for (const std::string& stage : stage_words(opened(typed.document)))
            found.words.push_back(stage + "[");
        found.goes_on = true;
        break;
    case Takes::Figure: {
        const auto document = opened(typed.document);
        found.words = {"comparison"};
        for (const auto& figure : figure::figures(document ? *document : new_document()))
            found.words.push_back(figure.name);
        break;
    }
    case Takes::Word:
        if (const auto document = opened(typed.document))
            found.words = document->tokens.list();
        break;
    case Takes::Lesson:
        found.words = lesson_words();
        break;
    case Takes::Style:
        found.words = style_words();
        break;
    case Takes::Kept:
        if (const auto document = opened(typed.document))
            for (const KeptFigure& one : document->figures)
                found.words.push_back(one.name);
        break;
    }
    return found;
}

} // namespace

std::string_view completion_script(Shell shell) {
    switch (shell) {
    case Shell::Bash:
        return bash;
    case Shell::Zsh:
        return zsh;
    case Shell::Fish:
        return fish;
    }
    assert(false && "every shell has its script");
    return "";
}

Candidates candidates(const std::vector<CommandInfo>& commands,
                      const std::vector<std::string>& arguments) {
    std::vector<std::string> words; // bash splits "--stage=Q"
    for (const std::string& argument : arguments)
        if (argument != "=")
            words.push_back(argument);
    if (words.empty() || arguments.back() == "=")
        words.emplace_back();
    const std::string& begun = words.back();
    const Typed typed = read(commands, words);
    const bool is_value = typed.argument != nullptr && !typed.argument->names.empty();
    Candidates found;
    if (begun.starts_with('-') && !is_value) {
        for (const ArgumentInfo& option : typed.command->options)
            found.words.insert(found.words.end(), option.names.begin(), option.names.end());
    } else if (typed.argument != nullptr) {
        found = all_for(typed, begun);
    }
    if (words.size() == 1)
        for (const CommandInfo& command : commands)
            found.words.push_back(command.name);
    std::erase_if(found.words, [&](const std::string& word) {
        return word.empty() || !word.starts_with(begun) || word.find('\n') != std::string::npos;
    });
    return found;
}

ExitCode print_candidates(const CandidatesRequest& request) {
    const Candidates found = candidates(commands(), request.arguments);
    std::string text = std::string("words") + (found.has_files ? " files" : "") +
                       (found.goes_on ? " goes-on" : "") + "\n";
    for (const std::string& word : found.words)
        text += word + "\n";
    return write_result(text);
}

ExitCode complete(const CompletionRequest& request) {
    return write_result(completion_script(request.shell));
}

} // namespace app::cli
