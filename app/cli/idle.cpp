// SPDX-License-Identifier: MIT
#include "app/cli/idle.h"

#include "app/cli/made.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;
using publish::FileKind;

/// What options of the other commands choose, one bit each.
enum Choice : std::uint64_t {
    Decimals = 1U << 0U,
    Curve = 1U << 1U,  // a picture of the losses
    Tables = 1U << 2U, // tables that give arrays
    Arrays = 1U << 3U, // a document made from named arrays
    Layer = 1U << 4U   // a document made from a layer of a model's folder
};
constexpr std::uint64_t anything = ~std::uint64_t{0};

/// An option, and what it needs to have an effect.
struct IdleRule {
    std::string_view command, option;
    std::uint64_t read;      // what it chooses
    std::string_view is_for; // what the option is for, in the message
    std::string_view remedy = "leave it out";
    std::string_view needs = {};     // options separated by spaces, one of which must be given
    std::string_view overruled = {}; // an option that makes it ineffective
};

constexpr std::string_view to_train = "add --training or leave it out";
constexpr std::string_view to_ask = "add --worksheet or leave it out";
constexpr std::string_view to_open =
    "name the attention with the figure, as in cross.canvas@1, or add --worksheet";
constexpr std::string_view grey_theme = "--theme grey"; // it has its own colours
constexpr std::string_view to_write = "add -o DOCUMENT or leave it out";

constexpr IdleRule rules[] = {
    {"show", "--precision", Decimals, "text, csv and json"},
    {"gradient", "--precision", Decimals, "text, csv and json"},
    {"train", "--logarithmic", Curve, "pictures of the loss curve",
     "let --curve name a .svg, .pdf or .png file, or leave it out"},
    {"export", "--stage", reads::Stage, "tables and pictures of one stage"},
    {"export", "--digits", reads::Digits, "tables, worksheets, LaTeX and pictures with numbers"},
    {"export", "--program", reads::Program, ".py files"},
    {"export", "--training", reads::Program, ".py files",
     "let the name end in .py or leave it out"},
    {"export", "--steps", reads::Training, "programs that train", to_train},
    {"export", "--rate", reads::Training, "programs that train", to_train},
    {"export", "--optimiser", reads::Training, "programs that train", to_train},
    {"export", "--momentum", reads::Training, "programs that train", to_train},
    {"export", "--betas", reads::Training, "programs that train", to_train},
    {"export", "--epsilon", reads::Training, "programs that train", to_train},
    {"export", "--learn", reads::Training, "programs that train", to_train},
    {"export", "--weight-decay", reads::Training, "programs that train", to_train},
    {"export", "--latex", reads::Latex, ".tex files"},
    {"export", "--fragment", reads::Latex, ".tex files"},
    {"export", "--worksheet", reads::Worksheet, "worksheets",
     "let the name end in .pdf or leave it out"},
    {"export", "--key", reads::Worksheet, "worksheets", to_ask},
    {"export", "--blank", reads::Worksheet, "worksheets", to_ask},
    {"export", "--blank", anything, "worksheets", "", "", "--level"},
    {"export", "--level", reads::Worksheet, "worksheets", to_ask},
    {"export", "--layer", reads::Worksheet, "worksheets", to_open},
    {"export", "--cross", reads::Worksheet, "worksheets", to_open},
    {"export", "--paper", reads::Worksheet, "worksheets", to_ask},
    {"export", "--variants", reads::Worksheet, "worksheets", to_ask},
    {"export", "--names", reads::Worksheet, "worksheets", to_ask},
    {"export", "--share", reads::Boxes, "worksheets with boxes drawn at random",
     "add --worksheet, and --blank where the document covers numbers, or leave it out"},
    {"export", "--lesson", reads::Offer, "pages", "let the name end in .html or leave it out"},
    {"export", "--only-look", reads::Offer, "pages", "let the name end in .html or leave it out"},
    {"export", "--reveal", reads::Covers, "documents that cover numbers"},
    {"export", "--seed", reads::Seed,
     "worksheets with boxes drawn at random and programs that train",
     "add --worksheet or --training, or leave it out"},
    {"export", "--figure", reads::FigureName, "pictures"},
    {"export", "--query", reads::Query, "pictures and LaTeX that show a query word"},
    {"export", "--head", reads::Head, "files of one head whose stage or figure does not name it",
     "name the head with its stage, as in weights/1, or leave it out"},
    {"export", "--head", anything, "pictures of one head", "", "", "--heads"},
    {"export", "--heads", reads::Lines, "pictures of lines between words"},
    {"export", "--threshold", reads::Lines, "pictures of lines between words"},
    {"export", "--sweep", reads::Page, "pictures"},
    {"export", "--frames", reads::Page, "pictures of a sweep",
     "add --sweep NUMBER=FROM:TO or leave it out", "--sweep"},
    {"export", "--style", reads::Page, "pictures"},
    {"export", "--save-style", reads::Page, "pictures"},
    {"export", "--size", reads::Page, "pictures"},
    {"export", "--dpi", reads::Resolution, ".png files and for sizes in pixels",
     "add --size WIDTHxHEIGHT or leave it out"},
    {"export", "--font-size", reads::Page, "pictures"},
    {"export", "--theme", reads::Theme, "pictures"},
    {"export", "--background", reads::Page, "pictures"},
    {"export", "--colours", reads::Colours, "pictures that colour their numbers"},
    {"export", "--colours", reads::Colours, "colours", "", "", grey_theme},
    {"export", "--range", reads::Range, "pictures that colour numbers of any size"},
    {"export", "--signed", reads::Signed, "pictures that colour signed numbers"},
    {"export", "--signed", reads::Signed, "colours", "", "", grey_theme},
    {"export", "--scale", reads::WeightScale | reads::ScoreScale | reads::SignedScale,
     "pictures that colour their numbers"},
    {"export", "--scale 0..1", reads::WeightScale, "pictures that colour weights"},
    {"export", "--scale symmetric", reads::ScoreScale, "pictures that colour scores"},
    {"export", "--scale log", reads::WeightScale | reads::SignedScale,
     "pictures that colour weights or signed numbers"},
    {"export", "--scale", anything, "pictures", "", "", "--range"},
    {"export", "--scale", anything, "pictures", "", "", "--shared-range"},
    {"export", "--shared-range", reads::SharedRange, "pictures that colour signed numbers"},
    {"export", "--shared-range", reads::SharedRange, "pictures", "", "", "--range"},
    {"export", "--numbers", reads::Numbers, "worksheets, LaTeX and pictures with numbers"},
    {"export", "--mark", reads::Mark, "pictures and LaTeX that show cells"},
    {"export", "--title", reads::Words, "pictures, LaTeX and worksheets"},
    {"export", "--caption", reads::Words, "pictures, LaTeX and worksheets"},
    {"export", "--gap", reads::Gap, "pictures of one matrix or of every head"},
    {"export", "--no-labels", reads::Labels, "pictures of one matrix or of every head, and LaTeX"},
    {"export", "--no-numbers", reads::CellNumbers, "pictures of one matrix or of every head"},
    {"export", "--no-colour-bar", reads::ColourBar, "pictures of one matrix or of every head"},
    {"export", "--blank-blocked", reads::Blocked, "pictures of masked scores or of weights"},
    {"export", "--outlines", reads::Outlines, ".svg files"},
    {"export", "--against", reads::Against, "comparisons",
     "add --figure comparison or leave it out"},
    {"import", "--x", Arrays, "arrays"},
    {"import", "--w-q", Arrays, "arrays"},
    {"import", "--w-k", Arrays, "arrays"},
    {"import", "--w-v", Arrays, "arrays"},
    {"import", "--qkv", Arrays, "arrays"},
    {"import", "--qkv-layout", Arrays, "arrays"},
    {"import", "--head-axis", Arrays, "arrays"},
    {"import", "--mask", Arrays, "arrays"},
    {"import", "--mask-true", Arrays, "arrays"},
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
    {"import", "--qkv-layout", anything, "a document", to_write, "--output"},
    {"import", "--head-axis", anything, "a document", to_write, "--output"},
    {"import", "--mask", anything, "a document", to_write, "--output"},
    {"import", "--mask-true", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "a document", to_write, "--output"},
    {"import", "--transposed", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv"},
    {"import", "--as-stored", anything, "a document", to_write, "--output"},
    {"import", "--as-stored", anything, "arrays that are named", "name one with --w-q to --qkv",
     "--w-q --w-k --w-v --qkv", "--transposed"},
    {"import", "--heads", anything, "a document", to_write, "--output"},
    {"import", "--head", anything, "a document", to_write, "--output"},
    {"import", "--rows", anything, "a document", to_write, "--output"},
    {"import", "--dims", anything, "a document", to_write, "--output"},
    {"import", "--d-k", anything, "a document", to_write, "--output"},
    {"import", "--d-v", anything, "a document", to_write, "--output"},
    {"import", "--tokens", anything, "a document", to_write, "--output"},
    {"import", "--tokens", anything, "words", "", "", "--words"},
    {"import", "--words", anything, "a document", to_write, "--output"},
    {"import", "--text", anything, "a document", to_write, "--output"},
    {"import", "--token-ids", anything, "a document", to_write, "--output", "--text"},
    {"import", "--layer", anything, "a document", to_write, "--output"},
    {"import", "--block", anything, "a document", to_write, "--output"},
    {"import", "--decimal-comma", Tables, "tables"},
    {"import", "--decimal-point", Tables, "tables"},
};

/// The first option that affects nothing in the result.
std::optional<Error> idle(std::string_view command, const std::vector<std::string>& given,
                          const Made& made) {
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
    for (const IdleRule& rule : rules) {
        if (rule.command != command || !is_given(rule.option))
            continue;
        const std::string option(rule.option.substr(0, rule.option.find(' ')));
        const bool is_of_file = rule.read == reads::Outlines || rule.read == reads::Resolution;
        const std::string& where = is_of_file && command == "export" ? made.in_file : made.where;
        if ((rule.read & made.reads) == 0)
            return Error{option + " changes nothing" + (where.empty() ? "" : " ") + where +
                         ": it is for " + std::string(rule.is_for) + "; " +
                         std::string(rule.remedy)};
        if (!rule.needs.empty() && !any_given(rule.needs))
            return Error{option + " changes nothing by itself: it is for " +
                         std::string(rule.is_for) + "; " + std::string(rule.remedy)};
        if (!rule.overruled.empty() && is_given(rule.overruled))
            return Error{option + " changes nothing together with " + std::string(rule.overruled) +
                         ": it is for " + std::string(rule.is_for) + "; leave one of them out"};
    }
    return std::nullopt;
}

constexpr const char* in_npy = "in npy, which keeps every bit";

} // namespace

std::optional<Error> idle_option(const ShowRequest& request) {
    return idle("show", request.given,
                {request.format == Format::Npy ? 0 : std::uint64_t{Decimals}, in_npy, ""});
}

std::optional<Error> idle_option(const GradientRequest& request) {
    std::vector<std::string> given;
    if (request.decimals)
        given.emplace_back("--precision");
    return idle("gradient", given,
                {request.format == Format::Npy ? 0 : std::uint64_t{Decimals}, in_npy, ""});
}

std::optional<Error> idle_option(const TrainRequest& request, FileKind curve) {
    std::vector<std::string> given;
    if (request.is_logarithmic)
        given.emplace_back("--logarithmic");
    const bool is_picture = !request.curve.empty() && publish::picture_kind(curve);
    return idle("train", given,
                {is_picture ? std::uint64_t{Curve} : 0,
                 request.curve.empty() ? "without --curve" : "in a table", ""});
}

std::optional<Error> idle_option(const Document& document, const ExportRequest& request,
                                 FileKind kind) {
    std::vector<std::string> given = request.given;
    if (kind == FileKind::Gif) // a .gif always shows one
        given.emplace_back("--sweep");
    if (request.look.picture.theme == ThemeName::Print)
        given.emplace_back(grey_theme);
    if (std::find(given.begin(), given.end(), "--scale") != given.end())
        given.push_back("--scale " + request.scale);
    const auto fault = idle("export", given, made_by(document, request, kind));
    return !fault && request.is_training ? unread_option(document, request.training) : fault;
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
    const std::uint64_t made = is_folder   ? anything & ~(Arrays | Tables)
                               : has_table ? anything & ~Layer
                                           : anything & ~(Layer | Tables);
    return idle("import", request.given, {made, is_folder ? "for a folder" : "", ""});
}

} // namespace app::cli
