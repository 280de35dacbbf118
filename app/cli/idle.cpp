// SPDX-License-Identifier: MIT
#include "app/cli/idle.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;
using publish::FileKind;

/// What a command makes, one bit each.
enum Made : unsigned {
    Canvas = 1U << 0U,
    QueryFigure = 1U << 1U,
    Map = 1U << 2U,
    StageMatrix = 1U << 3U, // the picture of a matrix, named by --stage
    NamedMatrix = 1U << 4U, // and by --figure
    Number = 1U << 5U,      // where a number comes from
    StepFigure = 1U << 6U,
    Comparison = 1U << 7U,
    MistakeFigure = 1U << 8U,
    Worksheet = 1U << 9U,
    Text = 1U << 10U, // a table of numbers as text
    Npy = 1U << 11U,
    Npz = 1U << 12U,
    Python = 1U << 13U,
    OtherProgram = 1U << 14U,
    Steps = 1U << 15U, // of LaTeX
    Matrix = 1U << 16U,
    Table = 1U << 17U,
    Heatmap = 1U << 18U,
    Copy = 1U << 19U,   // a document
    Svg = 1U << 20U,    // beside what the picture shows
    Tables = 1U << 21U, // arrays out of a table
    Arrays = 1U << 22U, // a document of arrays that are named
    Layer = 1U << 23U,  // a document of a layer of a model in a folder
    Webpage = 1U << 24U // a document as a page for a browser
};
constexpr unsigned heat_matrix = StageMatrix | NamedMatrix;
constexpr unsigned picture =
    Canvas | QueryFigure | Map | heat_matrix | Number | StepFigure | Comparison | MistakeFigure;
constexpr unsigned latex = Steps | Matrix | Table | Heatmap;
constexpr unsigned anything = ~0U;

/// An option and what it needs to change something.
struct Rule {
    std::string_view command, option;
    unsigned made;           // what it changes something in
    std::string_view is_for; // the same for a person
    std::string_view remedy = "leave it out";
    std::string_view needs = {};     // options separated by blanks, one of which must be given
    std::string_view overruled = {}; // an option beside which it does nothing
};

constexpr std::string_view to_train = "add --training or leave it out";
constexpr std::string_view to_write = "add -o DOCUMENT or leave it out";

constexpr Rule rules[] = {
    {"show", "--precision", Text, "text, csv and json"},
    {"export", "--stage", StageMatrix | Comparison | Text | Npy | Npz | Matrix | Table | Heatmap,
     "tables and pictures of one stage"},
    {"export", "--digits", picture | Worksheet | Text | latex, "tables, pictures and LaTeX"},
    {"export", "--program", Python, ".py files"},
    {"export", "--training", Python, ".py files", "let the name end in .py or leave it out"},
    {"export", "--steps", Python, "programs that train", to_train, "--training"},
    {"export", "--rate", Python, "programs that train", to_train, "--training"},
    {"export", "--optimiser", Python, "programs that train", to_train, "--training"},
    {"export", "--learn", Python, "programs that train", to_train, "--training"},
    {"export", "--weight-decay", Python, "programs that train", to_train, "--training"},
    {"export", "--latex", latex, ".tex files"},
    {"export", "--fragment", latex, ".tex files"},
    {"export", "--worksheet", Worksheet, "worksheets", "let the name end in .pdf or leave it out"},
    {"export", "--key", Worksheet, "worksheets", "add --worksheet or leave it out"},
    {"export", "--blank", Worksheet, "worksheets", "add --worksheet or leave it out"},
    {"export", "--share", Worksheet, "worksheets", "add --worksheet or leave it out"},
    {"export", "--seed", Worksheet | Python, "worksheets and programs that train",
     "add --worksheet or --training, or leave it out", "--worksheet --training"},
    {"export", "--figure", picture, "pictures"},
    {"export", "--query", picture | latex | Worksheet, "pictures, LaTeX and worksheets"},
    {"export", "--head", picture | latex | Worksheet, "pictures, LaTeX and worksheets"},
    {"export", "--size", picture, "pictures"},
    {"export", "--dpi", picture, "pictures"},
    {"export", "--theme", picture | Heatmap, "pictures"},
    {"export", "--background", picture, "pictures"},
    {"export", "--colours", picture | Heatmap, "pictures"},
    {"export", "--range", picture | Heatmap, "pictures"},
    {"export", "--shared-range", picture | Heatmap, "pictures", "leave it out", "", "--range"},
    {"export", "--numbers", picture | latex | Worksheet, "pictures, LaTeX and worksheets"},
    {"export", "--mark", picture | latex, "pictures and LaTeX"},
    {"export", "--title", picture, "pictures"},
    {"export", "--caption", picture, "pictures"},
    {"export", "--gap", picture, "pictures"},
    {"export", "--no-labels", picture | Heatmap, "pictures"},
    {"export", "--no-numbers", picture | Heatmap, "pictures"},
    {"export", "--no-colour-bar", picture | Heatmap, "pictures"},
    {"export", "--blank-blocked", picture | Heatmap, "pictures"},
    {"export", "--outlines", Svg, ".svg files"},
    {"export", "--against", Comparison, "comparisons", "add --figure comparison or leave it out"},
    {"import", "--x", Arrays, "arrays"},
    {"import", "--w-q", Arrays, "arrays"},
    {"import", "--w-k", Arrays, "arrays"},
    {"import", "--w-v", Arrays, "arrays"},
    {"import", "--qkv", Arrays, "arrays"},
    {"import", "--transposed", Arrays, "arrays"},
    {"import", "--as-stored", Arrays, "arrays"},
    {"import", "--heads", Arrays, "arrays"},
    {"import", "--rows", Arrays, "arrays"},
    {"import", "--dims", Arrays, "arrays"},
    {"import", "--d-k", Arrays, "arrays"},
    {"import", "--d-v", Arrays, "arrays"},
    {"import", "--tokens", Arrays, "arrays"},
    {"import", "--text", Layer, "folders of models"},
    {"import", "--token-ids", Layer, "folders of models"},
    {"import", "--layer", Layer, "folders of models"},
    {"import", "--block", Layer, "folders of models"},
    {"import", "--x", anything, "a document", to_write, "--output"},
    {"import", "--w-q", anything, "a document", to_write, "--output"},
    {"import", "--w-k", anything, "a document", to_write, "--output"},
    {"import", "--w-v", anything, "a document", to_write, "--output"},
    {"import", "--qkv", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv"},
    {"import", "--as-stored", anything, "a document", to_write, "--output"},
    {"import", "--as-stored", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv", "--transposed"},
    {"import", "--heads", anything, "a document", to_write, "--output"},
    {"import", "--head", anything, "a document", to_write, "--output"},
    {"import", "--head", Layer | Arrays, "one of several heads", "add --heads N or leave it out",
     "--heads --layer"},
    {"import", "--rows", anything, "a document", to_write, "--output"},
    {"import", "--dims", anything, "a document", to_write, "--output"},
    {"import", "--d-k", anything, "a document", to_write, "--output"},
    {"import", "--d-v", anything, "a document", to_write, "--output"},
    {"import", "--tokens", anything, "a document", to_write, "--output"},
    {"import", "--words", anything, "a document", to_write, "--output"},
    {"import", "--text", anything, "a document", to_write, "--output"},
    {"import", "--token-ids", anything, "a document", to_write, "--output", "--text"},
    {"import", "--layer", anything, "a document", to_write, "--output"},
    {"import", "--block", anything, "a document", to_write, "--output"},
    {"import", "--decimal-comma", Tables, "tables"},
    {"import", "--decimal-point", Tables, "tables"},
};

std::string described(unsigned made, const std::string& file, const std::string& figure) {
    switch (made) {
    case Worksheet:
        return "on a worksheet";
    case Comparison:
        return "in a comparison";
    case Steps:
        return "in the steps of LaTeX";
    case Matrix:
        return "in a matrix of LaTeX";
    case Table:
        return "in a table of LaTeX";
    case Heatmap:
        return "in a heatmap of LaTeX";
    default:
        break;
    }
    if ((made & picture) != 0)
        return "in the picture of " + figure;
    return file;
}

/// The first option that changes nothing `where`, in what is made; `kind` says the same of the
/// file alone.
std::optional<Error> idle(std::string_view command, const std::vector<std::string>& given,
                          unsigned made, const std::string& where, const std::string& kind) {
    const auto is_given = [&](std::string_view option) {
        return std::find(given.begin(), given.end(), option) != given.end();
    };
    const auto any_given = [&](std::string_view options) {
        while (!options.empty()) {
            const auto blank = std::min(options.find(' '), options.size());
            if (is_given(options.substr(0, blank)))
                return true;
            options.remove_prefix(std::min(blank + 1, options.size()));
        }
        return false;
    };
    for (const Rule& rule : rules) {
        if (rule.command != command || !is_given(rule.option))
            continue;
        const std::string option(rule.option);
        if ((rule.made & made) == 0)
            return Error{option + " changes nothing" + (where.empty() ? "" : " ") +
                         (rule.made == Svg ? kind : where) + ": it is for " +
                         std::string(rule.is_for) + "; " + std::string(rule.remedy)};
        if (!rule.needs.empty() && !any_given(rule.needs))
            return Error{option + " changes nothing alone: it is for " + std::string(rule.is_for) +
                         "; " + std::string(rule.remedy)};
        if (!rule.overruled.empty() && is_given(rule.overruled))
            return Error{option + " changes nothing beside " + std::string(rule.overruled) +
                         ": it is for " + std::string(rule.is_for) + "; leave one of them out"};
    }
    return std::nullopt;
}

unsigned figure_made(const ExportRequest& request) {
    const std::string& name = request.figure;
    if (name.empty())
        return !request.against.empty() ? Comparison : request.stage.empty() ? Canvas : StageMatrix;
    if (name == "canvas" || name.starts_with("sensitivity"))
        return Canvas;
    if (name == "query" || name == "heads" || name.starts_with("lines") || name.starts_with("map/"))
        return QueryFigure;
    if (name == "map")
        return Map;
    if (name == "comparison")
        return Comparison;
    if (name == "derivation" || name.find('[') != std::string::npos)
        return Number;
    if (name.starts_with("step/"))
        return StepFigure;
    return name.starts_with("mistake/") ? MistakeFigure : NamedMatrix;
}

unsigned latex_made(const ExportRequest& request) {
    if (request.latex.empty())
        return request.stage.empty() ? Steps : Matrix;
    switch (chosen(latex_kinds, request.latex)) {
    case publish::LatexKind::Steps:
        return Steps;
    case publish::LatexKind::Matrix:
        return Matrix;
    case publish::LatexKind::Table:
        return Table;
    case publish::LatexKind::Heatmap:
        return Heatmap;
    }
    assert(false && "every kind of LaTeX is handled");
    return Steps;
}

unsigned export_made(const ExportRequest& request, FileKind kind) {
    switch (kind) {
    case FileKind::Png:
        return figure_made(request);
    case FileKind::Svg:
        return figure_made(request) | Svg;
    case FileKind::Pdf:
        return request.is_worksheet ? Worksheet : figure_made(request);
    case FileKind::Csv:
    case FileKind::Tsv:
    case FileKind::Markdown:
    case FileKind::Json:
        return Text;
    case FileKind::Npy:
        return Npy;
    case FileKind::Npz:
        return Npz;
    case FileKind::Python:
        return Python;
    case FileKind::Cpp:
    case FileKind::Matlab:
    case FileKind::Notebook:
        return OtherProgram;
    case FileKind::Tex:
        return latex_made(request);
    case FileKind::Html:
        return Webpage;
    case FileKind::Attn:
        return Copy;
    }
    assert(false && "every kind of file is handled");
    return Copy;
}

} // namespace

std::optional<Error> idle_option(const ShowRequest& request) {
    return idle("show", request.given, request.format == Format::Npy ? Npy : Text,
                "in npy, which keeps every bit", "");
}

std::optional<Error> idle_option(const ExportRequest& request, FileKind kind) {
    const unsigned made = export_made(request, kind);
    const auto& kinds = publish::file_kinds();
    const auto about =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& one) { return one.kind == kind; });
    const std::string figure = !request.figure.empty()  ? request.figure
                               : !request.stage.empty() ? request.stage
                                                        : "canvas";
    const std::string file = "in a " + std::string(about->ending) + " file";
    return idle("export", request.given, made, described(made & ~Svg, file, figure), file);
}

std::optional<Error> idle_option(const ImportRequest& request) {
    std::error_code ignored;
    const bool is_folder =
        std::any_of(request.files.begin(), request.files.end(), [&](const std::string& file) {
            return std::filesystem::is_directory(file, ignored);
        });
    const auto may_hold_a_table = [](const std::string& file) {
        constexpr std::string_view others[] = {".npy", ".npz", ".safetensors"};
        return std::none_of(std::begin(others), std::end(others),
                            [&](std::string_view ending) { return file.ends_with(ending); });
    };
    const bool has_table =
        std::any_of(request.files.begin(), request.files.end(), may_hold_a_table);
    const unsigned made = is_folder   ? anything & ~(Arrays | Tables)
                          : has_table ? anything & ~Layer
                                      : anything & ~(Layer | Tables);
    return idle("import", request.given, made, is_folder ? "for a folder" : "", "");
}

} // namespace app::cli
