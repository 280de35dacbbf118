// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

#include "app/cli/input.h"
#include "app/cli/libraries.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/io/library.h"

namespace app::cli {
namespace {

/// Combines both results. If both failed, the rejected file counts, because the user has to act on
/// it.
ExitCode combined(ExitCode written, bool all_good) {
    if (written != ExitCode::Done)
        return written;
    return all_good ? ExitCode::Done : ExitCode::Rejected;
}

std::string counted(attn::Index count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// Lists what the document has beyond plain attention: ", 2 groups of keys and values, a block".
std::string options_of(const attn::Document& document) {
    const attn::AttentionOptions& options = document.options;
    std::string text;
    if (attn::group_count(document) < attn::head_count(document))
        text += ", " + counted(attn::group_count(document), "group") + " of keys and values";
    if (has_memory_list(document))
        text += ", a memory of " + counted(std::ssize(document.memory), "word");
    if (options.block)
        text += attn::layer_count(document) == 1
                    ? ", a block"
                    : ", " + counted(attn::layer_count(document), "layer") + " of a block";
    if (attn::has_cross(document))
        text += " with cross-attention";
    return text;
}

std::string summary(const attn::Document& document) {
    if (has_stage(document, attn::Stage::Reconstruction))
        return std::to_string(attn::token_count(document)) + " people, " +
               counted(attn::d_model(document), "film") + ", k " +
               std::to_string(document.concepts.kept);
    return counted(attn::token_count(document), "word") + ", d_model " +
           std::to_string(attn::d_model(document)) + ", " +
           (document.projections == attn::Projections::None
                ? "no projections"
                : counted(attn::head_count(document), "head")) +
           options_of(document);
}

} // namespace

ExitCode list_presets() {
    const auto list = attn::io::presets();
    if (!list) {
        say(list.error());
        return ExitCode::Rejected;
    }
    std::string text;
    bool all_good = true;
    for (const attn::io::Preset& preset : *list) {
        if (preset.fault)
            say(*preset.fault);
        else
            text += preset.name + "\t" + attn::printable(preset.title) + "\n";
        all_good = all_good && !preset.fault;
    }
    return combined(write_result(text), all_good);
}

ExitCode check(const CheckRequest& request) {
    std::string text;
    bool all_good = true;
    Input input;
    for (const std::string& file : request.files) {
        const auto document = input.file(file);
        if (!document) {
            say(document.error());
            all_good = false;
            continue;
        }
        text += shown_name(file) + ": good: " + summary(*document) + "\n";
        if (const auto found = attn::first_non_finite(*document, attn::evaluate(*document)))
            say("note: " + shown_name(file) + ": " + found->sentence);
    }
    return combined(write_result(text), all_good);
}

ExitCode print_info(const Hooks& hooks) {
    std::string text = "Attention Lab  " ATTENTION_LAB_VERSION "\n";
    for (const Library& library : libraries())
        text += library.name + "  " + library.version + "\n";
    text += "OpenGL  " + (hooks.opengl ? hooks.opengl() : "not asked") + "\n";
    const auto assets = attn::io::assets_folder();
    text += "presets  " + (assets ? attn::printable(*assets + "/presets") : assets.error().text()) +
            "\n";
    return write_result(text);
}

} // namespace app::cli
