// SPDX-License-Identifier: MIT
#define GLFW_INCLUDE_NONE
#include "app/cli/commands.h"

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/exporting/styles.h"
#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/figure/pages/page_figures.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"
#include "core/publish/lesson_pages.h"
#include "core/publish/page_file.h"

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace app::cli {

// The libraries that the program was built with, and their versions.

struct Library {
    std::string name;
    std::string version;
};
std::vector<Library> libraries();

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
    if (options.has_table)
        text += ", a table of " + counted(std::ssize(document.vocabulary), "word");
    if (has_memory_list(document))
        text += ", a memory of " + counted(std::ssize(document.memory), "word");
    if (const attn::Index layers = attn::layer_count(document); layers > 1)
        text += ", " + counted(layers, "layer") + (options.block ? " of a block" : "");
    else if (options.block)
        text += ", a block";
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

using namespace attn;

namespace {

/// Returns for example "good: 5 steps, about 4 minutes".
std::string summary(const Lesson& lesson) {
    const auto questions =
        std::count_if(lesson.steps.begin(), lesson.steps.end(),
                      [](const LessonStep& step) { return step.question.has_value(); });
    return "good: " + counted(static_cast<Index>(lesson.steps.size()), "step") +
           (questions > 0 ? ", " + counted(questions, "question") : "") + ", about " +
           counted(reading_minutes(lesson), "minute");
}

/// Makes the file that the output's ending asks for.
Result<std::string> lesson_bytes(const OpenedLesson& opened, const LessonRequest& request) {
    const auto kind = publish::file_kind(request.output);
    if (request.is_handout && (!kind || *kind != publish::FileKind::Pdf))
        return Error{"--handout changes nothing in this file; it is for .pdf",
                     printable(request.output)};
    return publish::lesson_file(opened, request.name, request.output,
                                request.is_handout ? publish::LessonPages::Handout
                                                   : publish::LessonPages::Slides);
}

ExitCode told(const LessonRequest& request) {
    const auto opened = io::open_lesson(request.name);
    if (!opened) {
        say(opened.error());
        return ExitCode::Rejected;
    }
    if (request.action == LessonAction::Check) {
        for (std::size_t at = 0; at < opened->documents.size(); ++at) {
            if (const std::string fault = figure::fault_of_page(*opened, at); !fault.empty()) {
                say(Error{fault, printable(request.name) + ", step " + std::to_string(at + 1) +
                                     ", view.page"});
                return ExitCode::Rejected;
            }
        }
        return write_result(printable(request.name) + ": " + summary(opened->lesson) + "\n");
    }
    if (request.action == LessonAction::Export) {
        const auto bytes = lesson_bytes(*opened, request);
        if (!bytes) {
            say(bytes.error());
            return ExitCode::Usage;
        }
        return write_result(*bytes, request.output);
    }
    const auto notes = speaker_notes(*opened);
    if (!notes) {
        say(notes.error());
        return ExitCode::Rejected;
    }
    return write_result(*notes);
}

} // namespace

ExitCode lesson(const LessonRequest& request) {
    if (request.action != LessonAction::List)
        return told(request);
    const auto list = io::lessons();
    if (!list) {
        say(list.error());
        return ExitCode::Rejected;
    }
    std::string text;
    bool all_good = true;
    for (const io::LessonName& lesson : *list) {
        if (lesson.fault)
            say(*lesson.fault);
        else
            text += lesson.name + "\t" + printable(to_text(Prose{{lesson.title}})) + "\n";
        all_good = all_good && !lesson.fault;
    }
    const ExitCode written = write_result(text);
    return written != ExitCode::Done || all_good ? written : ExitCode::Rejected;
}

namespace {

ExitCode list_styles(const SavedStyles& styles) {
    std::string text;
    for (const auto& [name, style] : styles.list)
        text += name + "\t" + publish::to_text(style.picture.size) +
                (name == styles.usual ? ", the default" : "") + "\n";
    return write_result(text);
}

} // namespace

ExitCode style(const StyleRequest& request) {
    auto styles = load_styles();
    if (!styles) {
        say(styles.error());
        return ExitCode::Rejected;
    }
    if (request.action == StyleAction::List)
        return list_styles(*styles);
    const bool is_none = request.action == StyleAction::Default && request.name == no_style;
    if (!is_none && !styles->find(request.name)) {
        std::vector<std::string> names;
        for (const auto& one : styles->list)
            names.push_back(one.first);
        say(Error{"there is no style " + cite(request.name) +
                  "; attention-lab style list prints the saved ones" +
                  did_you_mean(request.name, names)});
        return ExitCode::Usage;
    }
    if (request.action == StyleAction::Remove)
        styles->remove(request.name);
    if (request.action == StyleAction::Default)
        styles->usual = is_none ? "" : request.name;
    else if (styles->usual == request.name)
        styles->usual.clear();
    if (const auto saved = save_styles(*styles); !saved) {
        say(saved.error());
        return ExitCode::NotWritten;
    }
    return ExitCode::Done;
}

ExitCode make_document(const NewRequest& request) {
    NewFromWords asked;
    asked.d_model = request.d_model;
    asked.heads = request.heads;
    asked.join = request.join;
    asked.has_block = request.has_block;
    asked.generator = request.generator;
    asked.has_linear_weights = request.has_linear_weights;
    asked.seed = request.seed;
    // A single text is a sentence; several are one word each, whatever they contain.
    if (request.texts.size() == 1) {
        Input input;
        const auto text = request.texts[0] == standard_stream
                              ? input.text()
                              : Result<std::string>(request.texts[0]);
        if (!text) {
            say(text.error());
            return ExitCode::Rejected;
        }
        asked.words = attn::words_of(*text);
    } else {
        asked.words = request.texts;
    }
    const auto document = document_of(asked);
    if (!document) {
        say(document.error());
        return ExitCode::Usage;
    }
    return write_result(io::write_document(*document), request.output);
}

namespace {

std::string dotted(int major, int minor, int patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

} // namespace

std::vector<Library> libraries() {
    return {
        {"Dear ImGui", IMGUI_VERSION},
        {"GLFW", dotted(GLFW_VERSION_MAJOR, GLFW_VERSION_MINOR, GLFW_VERSION_REVISION)},
        {"Eigen", dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"nlohmann-json", dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                 NLOHMANN_JSON_VERSION_PATCH)},
        {"CLI11", CLI11_VERSION},
    };
}

} // namespace app::cli
