// SPDX-License-Identifier: MIT
#include "app/cli/arguments.h"

#include "app/cli/export_arguments.h"
#include "app/cli/help.h"
#include "app/cli/parsed_command.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/publish/exporters.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace app::cli {
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
        add_seek(add("seek"));
        add_train(add("train"));
        add_export(add("export"), export_, {export_output_, decimals_, optimiser_});
        add_import(add("import"));
        add_output(add("capture"), capture_.output);
        Command& lesson = add("lesson");
        lesson.positional("ACTION", lesson_action_, lesson_actions);
        lesson.positional("NAME", lesson_.name, Takes::Lesson);
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
            lesson_.is_list = chosen(lesson_actions, lesson_action_);
            if (lesson_.is_list != lesson_.name.empty())
                return UsageError{"lesson list takes no name, lesson notes takes one; see "
                                  "attention-lab lesson --help"};
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

} // namespace app::cli
