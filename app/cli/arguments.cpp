// SPDX-License-Identifier: MIT
#include "app/cli/arguments.h"

#include "app/cli/help.h"
#include "core/base/utf8.h"

#include <CLI/CLI.hpp>

#include <map>

namespace app::cli {
namespace {

constexpr const char* version_line = "Attention Lab " ATTENTION_LAB_VERSION "\n";

/// Thrown by --version, as the parser's own help is; caught in parse().
struct VersionAsked {};

void add_version(CLI::App& command) {
    command.add_flag_callback("--version", [] { throw VersionAsked{}; })->trigger_on_parse();
}

void add_export(CLI::App& command, ExportRequest& request, int& decimals) {
    command.add_option("DOCUMENT", request.document)->required();
    command.add_option("FILE", request.file)->required();
    command.add_option("--stage", request.stage);
    command.add_option("--program", request.program)
        ->check(CLI::IsMember({"numpy", "pytorch", "jax"}));
    command.add_option("--latex", request.latex)
        ->check(CLI::IsMember({"steps", "matrix", "table", "heatmap"}));
    command.add_flag("--fragment", request.is_fragment);
    command.add_flag("--worksheet", request.is_worksheet);
    command.add_option("--blank", request.blank)->type_name("STAGES");
    command.add_option("--share", request.share)->check(CLI::Range(0.0, 1.0));
    command.add_option("--seed", request.seed);
    command.add_flag("--key", request.is_key);
    command.add_option("--digits", decimals)->check(CLI::Range(0, 17));
    command.add_option("--figure", request.figure);
    command.add_option("--query", request.query)->check(CLI::NonNegativeNumber);
    command.add_option("--head", request.head)->check(CLI::NonNegativeNumber);
    command.add_option("--size", request.size);
    command.add_option("--dpi", request.style.dpi)->check(CLI::Range(36, 2400));
    command.add_option("--theme", request.theme)
        ->check(CLI::IsMember({"light", "dark", "projector", "grey"}));
    command.add_option("--colours", request.colours)
        ->check(CLI::IsMember({"viridis", "cividis", "grey"}));
    command.add_option("--range", request.range)->expected(2)->type_name("LOW HIGH");
    command.add_flag("--shared-range", request.has_shared_range);
    command.add_option("--numbers", request.numbers)
        ->check(CLI::IsMember({"decimals", "significant", "fraction"}));
    command.add_option("--mark", request.marks)->expected(1)->take_all();
    command.add_option("--against", request.against);
    command.add_option("--background", request.background)
        ->check(CLI::IsMember({"theme", "transparent"}));
    command.add_option("--title", request.title);
    command.add_option("--caption", request.style.caption);
    command.add_option("--gap", request.style.gap)->check(CLI::Range(0.0, 100.0));
    command.add_flag("!--no-labels", request.style.has_labels);
    command.add_flag("!--no-numbers", request.style.has_numbers);
    command.add_flag("!--no-colour-bar", request.style.has_colour_bar);
    command.add_flag("--blank-blocked", request.style.is_blank_where_blocked);
    command.add_flag("--outlines", request.style.outlines);
}

void add_import(CLI::App& command, ImportRequest& request) {
    command.add_option("FILE", request.files)->required();
    command.add_option("-o,--output", request.output);
    command.add_option("--x", request.x);
    command.add_option("--w-q", request.w_q);
    command.add_option("--w-k", request.w_k);
    command.add_option("--w-v", request.w_v);
    command.add_option("--qkv", request.qkv);
    command.add_option("--tokens", request.tokens);
    command.add_option("--words", request.words)->delimiter(',');
    command.add_flag("--transposed", request.is_transposed);
    command.add_option("--heads", request.heads)->check(CLI::Range(1, 4096));
    command.add_option("--head", request.head)->check(CLI::Range(0, 4095));
    command.add_option("--rows", request.rows);
    command.add_option("--dims", request.dimensions);
    command.add_option("--d-k", request.d_k);
    command.add_option("--d-v", request.d_v);
    auto* comma = command.add_flag("--decimal-comma", request.has_decimal_comma);
    command.add_flag("--decimal-point", request.has_decimal_point)->excludes(comma);
}

std::string selected_name(const CLI::App& program) {
    const auto selected = program.get_subcommands();
    return selected.empty() ? std::string() : selected.back()->get_name();
}

} // namespace

Request parse(int count, const char* const* arguments) {
    CLI::App program;
    WindowRequest window;
    ShowRequest show_request;
    ExplainRequest explain_request;
    ExportRequest export_request;
    CheckRequest check_request;
    int decimals = -1;

    program.add_option("DOCUMENT", window.document);
    program.add_option("--probe", window.probe)->type_name("FILE");
    program.add_flag("--draw-whole", window.draws_whole);
    CLI::App* presets = program.add_subcommand("presets");
    CLI::App* show = program.add_subcommand("show");
    CLI::App* explain = program.add_subcommand("explain");
    CLI::App* publish = program.add_subcommand("export");
    CLI::App* bring = program.add_subcommand("import");
    CLI::App* lesson = program.add_subcommand("lesson");
    CLI::App* check = program.add_subcommand("check");
    CLI::App* info = program.add_subcommand("info");
    for (CLI::App* command :
         {&program, presets, show, explain, publish, bring, lesson, check, info})
        add_version(*command);

    const std::map<std::string, Format> formats = {
        {"text", Format::Text}, {"csv", Format::Csv}, {"json", Format::Json}, {"npy", Format::Npy}};
    std::string format = "text";
    show->add_option("DOCUMENT", show_request.document)->required();
    show->add_option("--stage", show_request.stage);
    show->add_option("--format", format)->check(CLI::IsMember({"text", "csv", "json", "npy"}));
    show->add_option("--precision", decimals)->check(CLI::Range(0, 17));
    show->add_option("-o,--output", show_request.output);
    std::string explain_format = "text";
    explain->add_option("DOCUMENT", explain_request.document)->required();
    explain->add_option("PLACE", explain_request.place)->required();
    explain->add_option("--format", explain_format)->check(CLI::IsMember({"text", "latex"}));
    explain->add_option("--precision", decimals)->check(CLI::Range(0, 17));
    explain->add_option("-o,--output", explain_request.output);
    add_export(*publish, export_request, decimals);
    ImportRequest import_request;
    add_import(*bring, import_request);
    LessonRequest lesson_request;
    std::string lesson_action;
    lesson->add_option("ACTION", lesson_action)
        ->required()
        ->check(CLI::IsMember({"list", "notes"}));
    lesson->add_option("NAME", lesson_request.name);
    check->add_option("FILE", check_request.files)->required();

    try {
        program.parse(count, arguments);
    } catch (const VersionAsked&) {
        return PrintRequest{version_line};
    } catch (const CLI::CallForHelp&) {
        return PrintRequest{std::string(help_text(selected_name(program)))};
    } catch (const CLI::ParseError& error) {
        const std::string name = selected_name(program);
        return UsageError{attn::printable(error.what(), 400) + "; see attention-lab " +
                          (name.empty() ? "" : name + " ") + "--help"};
    }
    if (program.got_subcommand(presets))
        return PresetsRequest{};
    if (program.got_subcommand(check))
        return check_request;
    if (program.got_subcommand(info))
        return InfoRequest{};
    if (program.got_subcommand(bring))
        return import_request;
    if (program.got_subcommand(lesson)) {
        lesson_request.is_list = lesson_action == "list";
        if (lesson_request.is_list != lesson_request.name.empty())
            return UsageError{
                "lesson list takes no name, lesson notes takes one; see attention-lab "
                "lesson --help"};
        return lesson_request;
    }
    if (program.got_subcommand(explain)) {
        explain_request.is_latex = explain_format == "latex";
        if (decimals >= 0)
            explain_request.decimals = decimals;
        return explain_request;
    }
    if (program.got_subcommand(publish)) {
        if (decimals >= 0)
            export_request.decimals = decimals;
        return export_request;
    }
    if (!program.got_subcommand(show))
        return window;
    show_request.format = formats.at(format);
    if (decimals >= 0)
        show_request.decimals = decimals;
    return show_request;
}

} // namespace app::cli
