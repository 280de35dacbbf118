// SPDX-License-Identifier: MIT
#include "app/cli/export_arguments.h"

#include "core/document/sweep.h"
#include "core/document/variants.h"
#include "core/publish/exporters.h"

namespace app::cli {
namespace {

constexpr double most_export_seed = 0xFFFF'FFFF;

} // namespace

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
    command.option("-o,--output", words.output, Takes::File);
    command.option("--format", to.format, export_formats());
    command.option("--stage", to.stage, Takes::Stage);
    command.option("--program", to.program, words_of(libraries_of_python));
    command.flag("--training", to.is_training);
    add_training(command, to.training, words.optimiser);
    command.option("--latex", to.latex, words_of(latex_kinds));
    command.flag("--fragment", to.is_fragment);
    command.flag("--worksheet", to.is_worksheet);
    command.option("--blank", to.blank, Takes::Stages);
    command.option("--share", to.share)->transform(real(0, 1));
    command.option("--seed", to.seed)->check(whole(0, most_export_seed));
    command.flag("--key", to.is_key);
    command.option("--level", to.level, words_of(worksheet_levels));
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
    command.option("--query", to.query, Takes::Word);
    command.option("--head", to.head)->check(whole(0, 4095));
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
