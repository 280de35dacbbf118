// SPDX-License-Identifier: MIT
#include "app/cli/arguments.h"

#include "app/cli/help.h"
#include "app/cli/missing.h"
#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/learning/sweep.h"
#include "core/io/text/cell_text.h"
#include "core/publish/exporters.h"
#include "core/publish/pictures/style.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace app::cli {

// Checks values of options. Each function returns a sentence about the fault, or an empty text.

constexpr double any_number = std::numeric_limits<double>::max();

/// Returns "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

/// Checks that the value is one of the words. The sentence suggests the one meant.
std::string fault_of_word(const std::string& found, const std::vector<std::string>& words);
/// Checks that it is a number in the range, written as in cells ("1/3"), and replaces it by its
/// digits. From -any_number on, any number is accepted.
std::string fault_of_number(std::string& found, double low, double high);
std::string fault_of_whole(const std::string& found, double low, double high);
std::string fault_of_size(const std::string& found);

// Declares a command for both the parser and the list of commands, so that help, completion and
// parsing agree.

/// Thrown by --version, as the parser does for --help.
struct VersionAsked {};

inline CLI::Validator checked(std::function<std::string(std::string&)> fault) {
    return {std::move(fault), ""};
}
inline CLI::Validator one_of(const std::vector<std::string>& words) {
    return checked([words](const std::string& found) { return fault_of_word(found, words); });
}
inline CLI::Validator whole(double low, double high) {
    return checked([=](const std::string& found) { return fault_of_whole(found, low, high); });
}
/// For transform(): replaces arithmetic by its value.
inline CLI::Validator real(double low, double high) {
    return checked([=](std::string& found) { return fault_of_number(found, low, high); });
}
inline CLI::Validator size() {
    return checked(fault_of_size);
}

/// Declares arguments to the parser and in the list of commands.
class Command {
public:
    Command(CLI::App& app, CommandInfo info) : app_(app), info_(std::move(info)) {
        app_.add_flag_callback("--version", [] { throw VersionAsked{}; })->trigger_on_parse();
        info_.options.push_back({{"-h", "--help"}, Takes::Nothing, {}, 0});
        info_.options.push_back({{"--version"}, Takes::Nothing, {}, 0});
    }

    template <class Target>
    CLI::Option* positional(const std::string& name, Target& target, Takes takes) {
        constexpr bool is_repeated = std::is_same_v<Target, std::vector<std::string>>;
        info_.positionals.push_back({{}, takes, {}, 1, is_repeated});
        return app_.add_option(name, target);
    }
    template <class Value, std::size_t count>
    void positional(const std::string& name, std::string& target,
                    const Choices<Value, count>& choices) {
        info_.positionals.push_back({{}, Takes::Choice, words_of(choices), 1});
        app_.add_option(name, target)->required()->check(one_of(words_of(choices)));
    }
    template <class Target>
    CLI::Option* option(const std::string& names, Target& target, Takes takes = Takes::Value,
                        int count = 1) {
        add({}, names, takes, count);
        return app_.add_option(names, target);
    }
    void option(const std::string& names, std::string& target, std::vector<std::string> words) {
        app_.add_option(names, target)->check(one_of(words));
        add(std::move(words), names, Takes::Choice, 1);
    }
    /// An option with words that stand for values. `choices` must outlive the parser.
    template <class Value, std::size_t count>
    void option(const std::string& names, Value& target, const Choices<Value, count>& choices) {
        app_.add_option_function<std::string>(
                names, [&](const std::string& word) { target = chosen(choices, word); })
            ->check(one_of(words_of(choices)));
        add(words_of(choices), names, Takes::Choice, 1);
    }
    void flag(const std::string& name, bool& target) {
        add({}, name, Takes::Nothing, 0);
        app_.add_flag(name, target);
    }
    /// A flag that sets the target to false.
    void flag_without(const std::string& name, bool& target) {
        add({}, name, Takes::Nothing, 0);
        app_.add_flag("!" + name, target);
    }

    /// Words that the last option accepts among others.
    void suggest(std::vector<std::string> words) {
        info_.options.back().takes = Takes::Choice;
        info_.options.back().words = std::move(words);
    }

    const CLI::App& app() const { return app_; }
    const CommandInfo& info() const { return info_; }

private:
    void add(std::vector<std::string> words, const std::string& names, Takes takes, int count) {
        ArgumentInfo argument{{}, takes, std::move(words), count};
        const auto comma = names.find(',');
        argument.names.push_back(names.substr(0, comma));
        if (comma != std::string::npos)
            argument.names.push_back(names.substr(comma + 1));
        info_.options.push_back(std::move(argument));
    }

    CLI::App& app_;
    CommandInfo info_;
};

// Declares the options of export and of training, for the parser and for the list of commands.

/// Words whose meaning depends on other arguments.
struct ExportWords {
    std::string& output;
    int& decimals;
    std::string& optimiser;
};

void add_export(Command& command, ExportRequest& to, ExportWords words);
void add_training(Command& command, TrainingOptions& to, std::string& optimiser);

using namespace attn;

Result<TrainingSettings> training_run(const Document& document, const TrainingOptions& options) {
    TrainingSettings settings = training_settings(document);
    settings.optimiser = options.optimiser.value_or(settings.optimiser);
    settings.steps = options.steps.value_or(settings.steps);
    settings.rate = options.rate.value_or(settings.rate);
    settings.momentum = options.momentum.value_or(settings.momentum);
    settings.epsilon = options.epsilon.value_or(settings.epsilon);
    settings.weight_decay = options.weight_decay.value_or(settings.weight_decay);
    if (options.betas.size() == 2) {
        settings.beta_1 = options.betas[0];
        settings.beta_2 = options.betas[1];
    }
    if (options.seed || options.has_no_seed)
        settings.seed = options.seed;
    auto learned = inputs_named(document, options.learned);
    if (!learned)
        return learned.error();
    if (!learned->empty())
        settings.learned = *std::move(learned);
    return settings;
}

std::optional<Error> unread_option(const Document& document, const TrainingOptions& options) {
    const Optimiser optimiser = options.optimiser.value_or(training_settings(document).optimiser);
    const auto names = [](bool OptimiserInfo::*reads) {
        std::string list;
        for (const OptimiserInfo& one : all_optimisers)
            if (one.*reads)
                list += (list.empty() ? "" : " or ") + std::string(one.name);
        return list;
    };
    for (const auto& [is_given, option, reads] :
         {std::tuple(options.momentum.has_value(), "--momentum", &OptimiserInfo::reads_momentum),
          std::tuple(!options.betas.empty(), "--betas", &OptimiserInfo::reads_betas),
          std::tuple(options.epsilon.has_value(), "--epsilon", &OptimiserInfo::reads_betas)})
        if (is_given && !(info(optimiser).*reads))
            return Error{std::string(option) + " changes nothing with " +
                         std::string(name(optimiser)) + ": it is for " + names(reads) +
                         "; add --optimiser " + names(reads) + " or leave it out"};
    return std::nullopt;
}

namespace {

constexpr const char* version_line = "Attention Lab " ATTENTION_LAB_VERSION "\n";
constexpr std::string_view no_seed = "none";
constexpr double most_seed = 0xFFFF'FFFF;

CLI::Validator seed_or_none() {
    return checked([](const std::string& found) {
        const std::string fault = found == no_seed ? "" : fault_of_whole(found, 0, most_seed);
        return fault.empty() ? fault : fault + " or " + std::string(no_seed);
    });
}

/// Adds what decides the boxes of a worksheet, which marking has to know as well.
void add_worksheet(Command& command, ExportRequest& to) {
    command.option("--blank", to.blank, Takes::Stages);
    command.option("--share", to.share)->transform(real(0, 1));
    command.option("--level", to.level, words_of(worksheet_levels));
    command.option("--query", to.query, Takes::Word);
    command.option("--head", to.head)->check(whole(0, 4095));
}

/// The parser with all commands, and the requests it fills.
class Parser {
public:
    Parser() {
        CLI::App& whole_program = program_;
        Command window(whole_program, {"", "", {}, {}});
        window.positional("DOCUMENT", window_.document, Takes::Document);
        window.option("--probe", window_.probe, Takes::File);
        whole_program.add_flag("--draw-whole", window_.draws_whole); // only for benchmarks
        commands_.push_back(std::move(window));
        add("presets");
        add_new(add("new"));
        add_show(add("show"));
        add_explain(add("explain"));
        add_gradient(add("gradient"));
        Command& next = add("next");
        next.positional("DOCUMENT", next_.document, Takes::Document)->required();
        next.option("--text", next_.text);
        next.option("--top", next_.most)->check(whole(1, attn::max_vocabulary));
        next.flag("--heads", next_.lists_heads);
        next.option("--format", next_.is_json, next_formats);
        add_output(next, next_.output);
        Command& give = add("give");
        give.positional("DOCUMENT", give_.document, Takes::Document)->required();
        give.positional("STAGE", give_.stages, Takes::Stage)->required();
        give.flag("--normalise", give_.is_normalised);
        add_output(give, give_.output);
        Command& release = add("release");
        release.positional("DOCUMENT", release_.document, Takes::Document)->required();
        release.positional("STAGE", release_.stages, Takes::Stage)->required();
        add_output(release, release_.output);
        add_mark(add("mark"));
        add_seek(add("seek"));
        add_train(add("train"));
        add_export(add("export"), export_, {export_output_, decimals_, optimiser_});
        add_import(add("import"));
        add_output(add("capture"), capture_.output);
        Command& lesson = add("lesson");
        lesson.positional("ACTION", lesson_action_, lesson_actions);
        lesson.positional("NAME", lesson_.name, Takes::Lesson);
        lesson.positional("OUTPUT", lesson_.output, Takes::File);
        lesson.flag("--handout", lesson_.is_handout);
        Command& style = add("style");
        style.positional("ACTION", style_action_, style_actions);
        style.positional("NAME", style_.name, Takes::Style);
        add("check").positional("FILE", check_.files, Takes::File)->required();
        add("info");
        add("completion").positional("SHELL", shell_, shells);
    }
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    Request read(int count, const char* const* arguments) {
        try {
            program_.parse(count, arguments);
        } catch (const VersionAsked&) {
            return PrintRequest{version_line};
        } catch (const CLI::CallForHelp&) {
            return PrintRequest{help_text(selected().info().name)};
        } catch (const CLI::ParseError& error) {
            const std::string& name = selected().info().name;
            return UsageError{attn::printable(said(error), 400) + "; see attention-lab " +
                              (name.empty() ? "" : name + " ") + "--help"};
        }
        return request();
    }

    const std::vector<Command>& commands() const { return commands_; }

private:
    Command& add(const std::string& name) {
        commands_.emplace_back(*program_.add_subcommand(name),
                               CommandInfo{name, std::string(summary(name)), {}, {}});
        return commands_.back();
    }

    void add_output(Command& command, std::string& output) {
        command.option("-o,--output", output, Takes::File);
    }
    void add_new(Command& command) {
        command.positional("TEXT", new_.texts, Takes::Value)->required();
        add_output(command, new_.output);
        command.option("--d-model", new_.d_model)->check(whole(1, attn::max_width));
        command.option("--heads", new_.heads)->check(whole(1, attn::max_heads));
        command.option("--join", join_, words_of(joins));
        command.flag("--block", new_.has_block);
        command.option("--seed", new_.seed)->check(whole(0, most_seed));
        command.option("--stream", stream_, words_of(streams));
    }
    void add_gradient(Command& command) {
        command.positional("DOCUMENT", gradient_.document, Takes::Document)->required();
        command.positional("PLACE", gradient_.place, Takes::Place)->required();
        command.option("--stage", gradient_.stage, Takes::Stage);
        command.flag("--steps", gradient_.has_steps);
        command.option("--explain", gradient_.cell, Takes::Place);
        command.option("--format", format_, words_of(show_formats));
        command.option("--precision", decimals_)->check(whole(0, 17));
        add_output(command, gradient_.output);
    }
    void add_mark(Command& command) {
        command.positional("DOCUMENT", mark_.document, Takes::Document)->required();
        command.positional("ANSWERS", mark_.answers, Takes::File)->required();
        add_output(command, mark_.output);
        command.option("--seed", mark_.seed)->check(whole(0, most_seed));
        add_worksheet(command, mark_.sheet);
    }

    void add_seek(Command& command) {
        command.positional("DOCUMENT", seek_.document, Takes::Document)->required();
        command.positional("GOAL", seek_.goals, Takes::Place)->required();
        command.option("--free", seek_.free, Takes::Stages);
        command.option("--range", seek_.limits);
        command.flag("--any-way", seek_.moves_any_way);
        command.flag("--accept-nearest", seek_.accepts_nearest);
        add_output(command, seek_.output);
    }
    void add_train(Command& command) {
        TrainRequest& to = train_;
        command.positional("DOCUMENT", to.document, Takes::Document)->required();
        add_output(command, to.output);
        add_training(command, to.how, optimiser_);
        command.option("--seed", training_seed_)->check(seed_or_none());
        command.suggest({"none"});
        command.option("--curve", to.curve, Takes::File);
        command.flag("--logarithmic", to.is_logarithmic);
    }
    void add_show(Command& command) {
        command.positional("DOCUMENT", show_.document, Takes::Document)->required();
        command.option("--stage", show_.stage, Takes::Stage);
        command.option("--format", format_, words_of(show_formats));
        command.option("--precision", decimals_)->check(whole(0, 17));
        add_output(command, show_.output);
    }
    void add_explain(Command& command) {
        command.positional("DOCUMENT", explain_.document, Takes::Document)->required();
        command.positional("PLACE", explain_.place, Takes::Place)->required();
        command.option("--format", explain_format_, words_of(explain_formats));
        command.option("--precision", decimals_)->check(whole(0, 17));
        add_output(command, explain_.output);
    }
    void add_import(Command& command) {
        ImportRequest& to = import_;
        command.positional("FILE", to.files, Takes::File)->required();
        add_output(command, to.output);
        command.option("--x", to.x);
        command.option("--w-q", to.w_q);
        command.option("--w-k", to.w_k);
        command.option("--w-v", to.w_v);
        command.option("--qkv", to.qkv);
        command.option("--qkv-layout", to.qkv_layout, {"head-by-head", "side-by-side"});
        command.option("--head-axis", to.head_axis)->check(whole(0, 1));
        command.option("--mask", to.mask);
        command.option("--mask-true", to.mask_true, {"blocked", "takes-part"});
        command.option("--bias", to.bias);
        command.option("--weights", to.weights);
        command.option("--scores", to.scores);
        command.option("--q", to.q);
        command.option("--k", to.k);
        command.option("--v", to.v);
        command.option("--batch", to.batch)->check(whole(0, 9999999));
        command.flag("--normalise", to.is_normalised);
        command.option("--tokens", to.tokens);
        command.option("--words", to.words)->delimiter(',');
        command.flag("--transposed", to.is_transposed);
        command.option("--heads", to.heads)->check(whole(1, 4096));
        command.option("--head", to.head)->check(whole(0, 4095));
        command.option("--rows", to.rows);
        command.option("--dims", to.dimensions);
        command.option("--d-k", to.d_k);
        command.option("--d-v", to.d_v);
        command.flag("--as-stored", to.is_as_stored);
        command.option("--text", to.text);
        command.option("--token-ids", to.token_ids);
        command.option("--layer", to.layer)->check(whole(0, 9999));
        command.flag("--block", to.is_block);
        command.flag("--whole", to.is_whole);
        command.flag("--decimal-comma", to.has_decimal_comma);
        command.flag("--decimal-point", to.has_decimal_point);
    }

    const Command& selected() const {
        const auto chosen = program_.get_subcommands();
        for (const Command& command : commands_)
            if (!chosen.empty() && &command.app() == chosen.back())
                return command;
        return commands_.front();
    }
    /// The error in plain words.
    std::string said(const CLI::ParseError& error) const {
        const std::string text = error.what();
        if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
            return left_over();
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
            const std::string name = text.substr(0, text.find(':'));
            for (const ArgumentInfo& option : selected().info().options)
                if (option.names.back() == name)
                    return name + (option.takes == Takes::Nothing ? " takes no value"
                                   : option.count == 2            ? " needs two values"
                                                                  : " needs one value");
        }
        return text;
    }
    /// Describes what is unknown or too much: an option, a command, or an argument.
    std::string left_over() const {
        const CommandInfo& command = selected().info();
        const std::vector<std::string> extras = program_.remaining(true);
        for (const std::string& extra : extras)
            if (extra.size() > 1 && extra.front() == '-') {
                const std::string name = extra.substr(0, extra.find('='));
                std::vector<std::string> known;
                for (const ArgumentInfo& option : command.options)
                    known.insert(known.end(), option.names.begin(), option.names.end());
                return (command.name.empty() ? "attention-lab" : command.name) + " has no option " +
                       attn::cite(name) + attn::did_you_mean(name, known);
            }
        if (command.name.empty())
            return no_such_command(window_.document);
        return command.name + " does not expect " + attn::cite(extras.empty() ? "" : extras[0]);
    }
    std::string no_such_command(const std::string& typed) const {
        std::vector<std::string> known;
        for (const Command& command : commands_)
            if (!command.info().name.empty())
                known.push_back(command.info().name);
        return "there is no command " + attn::cite(typed) + "; the commands are " +
               alternatives(known) + attn::did_you_mean(typed, known);
    }

    /// The given options by their long names.
    std::vector<std::string> given() const {
        std::vector<std::string> names;
        for (const CLI::Option* option : selected().app().get_options())
            if (option->count() > 0 && !option->get_lnames().empty())
                names.push_back("--" + option->get_lnames().front());
        return names;
    }

    std::optional<attn::Optimiser> optimiser() const {
        return optimiser_.empty() ? std::optional<attn::Optimiser>()
                                  : chosen(optimisers, optimiser_);
    }

    Request request() {
        const std::string& name = selected().info().name;
        const auto decimals = decimals_ >= 0 ? std::optional<int>(decimals_) : std::optional<int>();
        if (name == "presets")
            return PresetsRequest{};
        if (name == "new") {
            new_.join = chosen(joins, join_);
            const StreamChoice stream = chosen(streams, stream_);
            new_.generator = stream.generator;
            new_.has_linear_weights = stream.has_linear_weights;
            return new_;
        }
        if (name == "show") {
            show_.given = given();
            show_.format = chosen(show_formats, format_);
            show_.decimals = decimals;
            return show_;
        }
        if (name == "gradient") {
            gradient_.format = chosen(show_formats, format_);
            gradient_.decimals = decimals;
            return gradient_;
        }
        if (name == "next")
            return next_;
        if (name == "give")
            return give_;
        if (name == "release")
            return release_;
        if (name == "mark") {
            mark_.sheet.is_worksheet = true;
            mark_.sheet.document = mark_.document;
            return mark_;
        }
        if (name == "seek")
            return seek_;
        if (name == "train") {
            train_.how.optimiser = optimiser();
            train_.how.has_no_seed = training_seed_ == no_seed;
            if (!training_seed_.empty() && !train_.how.has_no_seed)
                train_.how.seed = static_cast<std::uint32_t>(std::stoul(training_seed_));
            return train_;
        }
        if (name == "explain") {
            explain_.is_latex = chosen(explain_formats, explain_format_);
            explain_.decimals = decimals;
            return explain_;
        }
        if (name == "export") {
            export_.given = given();
            const int without_file = int{!export_.all.empty()} + int{!export_.forget.empty()};
            const bool has_file = !export_.file.empty() || !export_output_.empty();
            if (without_file > 1 || (without_file == 1 && has_file))
                return UsageError{"export --all FOLDER and export --forget NAME stand alone, "
                                  "without a FILE; see attention-lab export --help"};
            if (without_file == 1)
                return export_;
            if (export_.file.empty() == export_output_.empty())
                return UsageError{"export writes one file: give FILE or -o FILE; see attention-lab "
                                  "export --help"};
            if (export_.file.empty())
                export_.file = export_output_;
            export_.decimals = decimals;
            export_.training.optimiser = optimiser();
            if (std::find(export_.given.begin(), export_.given.end(), "--seed") !=
                export_.given.end())
                export_.training.seed = export_.seed;
            return export_;
        }
        if (name == "import") {
            import_.given = given();
            return import_;
        }
        if (name == "capture")
            return capture_;
        if (name == "lesson") {
            lesson_.action = chosen(lesson_actions, lesson_action_);
            const bool is_export = lesson_.action == LessonAction::Export;
            if ((lesson_.action == LessonAction::List) != lesson_.name.empty())
                return UsageError{
                    "lesson list takes no name, lesson " +
                    (lesson_.action == LessonAction::List ? "notes" : lesson_action_) +
                    " takes one; see attention-lab lesson --help"};
            if (is_export == lesson_.output.empty())
                return UsageError{is_export
                                      ? "lesson export takes the name of a lesson and of the "
                                        "file to write, as in \"lesson export my.lesson "
                                        "slides.pdf\""
                                      : "lesson " + lesson_action_ + " writes no file; remove " +
                                            cite(lesson_.output)};
            if (lesson_.is_handout && !is_export)
                return UsageError{"--handout changes nothing but what lesson export writes"};
            return lesson_;
        }
        if (name == "style") {
            style_.action = chosen(style_actions, style_action_);
            if ((style_.action == StyleAction::List) != style_.name.empty())
                return UsageError{"style list takes no name, style default and style remove take "
                                  "one; see attention-lab style --help"};
            return style_;
        }
        if (name == "check")
            return check_;
        if (name == "info")
            return InfoRequest{};
        if (name == "completion")
            return CompletionRequest{chosen(shells, shell_)};
        return window_;
    }

    CLI::App program_;
    std::vector<Command> commands_;
    WindowRequest window_;
    NewRequest new_;
    ShowRequest show_;
    ExplainRequest explain_;
    GradientRequest gradient_;
    NextRequest next_;
    GiveRequest give_;
    ReleaseRequest release_;
    MarkRequest mark_;
    SeekRequest seek_;
    TrainRequest train_;
    ExportRequest export_;
    ImportRequest import_;
    CaptureRequest capture_;
    LessonRequest lesson_;
    CheckRequest check_;
    StyleRequest style_;
    std::string format_ = "text", explain_format_ = "text", lesson_action_ = "list",
                style_action_ = "list", join_ = "none", stream_ = "numpy", shell_ = "bash",
                optimiser_, training_seed_, export_output_;
    int decimals_ = -1;
};

} // namespace

Request parse(int count, const char* const* arguments) {
    // The rest is not for the parser: it may be cut off anywhere.
    if (count > 1 && std::string_view(arguments[1]) == "--complete")
        return CandidatesRequest{{arguments + 2, arguments + count}};
    return Parser().read(count, arguments);
}

std::vector<CommandInfo> commands() {
    const Parser parser;
    std::vector<CommandInfo> list;
    for (const Command& command : parser.commands())
        list.push_back(command.info());
    return list;
}

namespace {

std::string fault(const std::string& found, const std::string& kind, double low, double high) {
    const std::string range =
        low == -any_number ? "" : " from " + shortest(low) + " to " + shortest(high);
    return "found " + cite(found) + ", expected " + kind + range;
}

/// Reads a number in the range. Rejects a comma, which separates other things.
std::optional<double> within(const std::string& found, double low, double high) {
    const auto read = io::read_number(found, {io::Marks::Point, false, false});
    if (!read || found.find(',') != std::string::npos || read->value < low || read->value > high)
        return std::nullopt;
    return read->value;
}

} // namespace

std::string alternatives(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t at = 0; at < words.size(); ++at)
        text += (at == 0 ? "" : at + 1 == words.size() ? " or " : ", ") + words[at];
    return text;
}

std::string fault_of_word(const std::string& found, const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), found) != words.end())
        return "";
    return "found " + cite(found) + ", expected " + alternatives(words) +
           did_you_mean(found, words);
}

std::string fault_of_number(std::string& found, double low, double high) {
    const auto value = within(found, low, high);
    if (!value)
        return fault(found, "a number", low, high);
    found = shortest(*value);
    return "";
}

std::string fault_of_whole(const std::string& found, double low, double high) {
    // The parser reads only digits.
    const bool is_whole = found.find_first_not_of("0123456789") == std::string::npos;
    return is_whole && within(found, low, high) ? "" : fault(found, "a whole number", low, high);
}

std::string fault_of_size(const std::string& found) {
    const auto size = publish::parse_size(found);
    return size ? "" : size.error().message;
}

void add_training(Command& command, TrainingOptions& to, std::string& optimiser) {
    command.option("--steps", to.steps)->check(whole(1, attn::max_training_steps));
    command.option("--rate", to.rate)->transform(real(0, any_number));
    command.option("--momentum", to.momentum)->transform(real(0, 1));
    command.option("--betas", to.betas, Takes::Value, 2)->expected(2)->transform(real(0, 1));
    command.option("--epsilon", to.epsilon)->transform(real(0, any_number));
    command.option("--optimiser", optimiser, words_of(optimisers));
    command.option("--learn", to.learned, Takes::Stages);
    command.option("--weight-decay", to.weight_decay)->transform(real(0, any_number));
}

void add_export(Command& command, ExportRequest& to, ExportWords words) {
    command.positional("DOCUMENT", to.document, Takes::Document)->required();
    command.positional("FILE", to.file, Takes::File);
    command.option("--into", to.into, Takes::File);
    command.option("--all", to.all, Takes::File);
    command.option("--keep", to.keep, Takes::Kept);
    command.option("--forget", to.forget, Takes::Kept);
    command.option("-o,--output", words.output, Takes::File);
    command.option("--format", to.format, export_formats());
    command.option("--stage", to.stage, Takes::Stage);
    command.option("--program", to.program, words_of(libraries_of_python));
    command.flag("--training", to.is_training);
    add_training(command, to.training, words.optimiser);
    command.option("--latex", to.latex, words_of(latex_kinds));
    command.flag("--fragment", to.is_fragment);
    command.flag("--worksheet", to.is_worksheet);
    add_worksheet(command, to);
    command.option("--seed", to.seed)->check(whole(0, most_seed));
    command.flag("--key", to.is_key);
    command.option("--layer", to.layer)->check(whole(0, 9999));
    command.flag("--cross", to.is_cross);
    command.option("--paper", to.paper, words_of(papers));
    command.option("--variants", to.variants)->check(whole(1, attn::max_variants));
    command.option("--names", to.names, Takes::File);
    command.option("--lesson", to.lessons, Takes::Lesson)->allow_extra_args(false);
    command.flag("--only-look", to.is_only_look);
    command.flag("--reveal", to.reveals);
    command.option("--digits", words.decimals)->check(whole(0, 17));
    command.option("--figure", to.figure, Takes::Figure);
    command.option("--heads", to.line_heads);
    command.option("--threshold", to.look.picture.least_weight)->transform(real(0, 1e9));
    command.option("--sweep", to.sweep);
    command.option("--frames", to.frames)->check(whole(2, attn::max_sweep_steps));
    command.option("--style", to.style_name, Takes::Style);
    command.option("--save-style", to.save_style, Takes::Style);
    command.option("--size", to.size)->check(size());
    command.suggest(attn::publish::size_names());
    command.option("--dpi", to.look.picture.dpi)->check(whole(36, 2400));
    command.option("--font-size", to.look.picture.text)->transform(real(4, 72));
    command.option("--theme", to.look.picture.theme, themes);
    command.option("--colours", to.look.sequential, colour_maps);
    command.option("--signed", to.look.diverging, signed_maps);
    command.option("--scale", to.scale, words_of(range_kinds));
    command.option("--range", to.range, Takes::Value, 2)
        ->expected(2)
        ->transform(real(-any_number, any_number));
    command.flag("--shared-range", to.has_shared_range);
    command.option("--numbers", to.look.numbers.kind, number_kinds);
    command.option("--mark", to.marks, Takes::Place)->expected(1)->take_all();
    command.option("--against", to.against, Takes::Document);
    command.option("--name-a", to.a_name);
    command.option("--name-b", to.b_name);
    command.flag_without("--no-changes", to.lists_changes);
    command.option("--background", to.look.picture.is_transparent, backgrounds);
    command.option("--title", to.look.picture.title);
    command.option("--caption", to.look.picture.caption);
    command.option("--gap", to.look.picture.gap)->transform(real(0, 100));
    command.flag_without("--no-labels", to.look.picture.has_labels);
    command.flag_without("--no-numbers", to.look.picture.has_numbers);
    command.flag_without("--no-colour-bar", to.look.picture.has_colour_bar);
    command.flag("--blank-blocked", to.look.picture.is_blank_where_blocked);
    command.flag("--outlines", to.look.picture.outlines);
}

} // namespace app::cli
