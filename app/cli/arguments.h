// SPDX-License-Identifier: MIT
// The arguments as values. Only arguments.cpp uses the library that parses them.
#pragma once

#include "app/cli/cli.h"
#include "app/exporting/styles.h"
#include "core/base/matrix.h"
#include "core/document/commands/fill.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/document.h"
#include "core/document/model/training_settings.h"
#include "core/document/model/view.h"
#include "core/publish/code/code.h"
#include "core/publish/exporters.h"
#include "core/publish/pictures/style.h"
#include "core/publish/text/latex.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace app::cli {

// The words of options with fixed choices, each with its value. The parser, messages, commands and
// completion read them here.

using attn::publish::Choices;
using attn::publish::chosen;
using attn::publish::colour_maps;
using attn::publish::number_kinds;
using attn::publish::range_kinds;
using attn::publish::signed_maps;
using attn::publish::themes;
using attn::publish::words_of;

enum class Format { Text, Csv, Json, Npy };

inline constexpr Choices<Format, 4> show_formats = {
    {{"text", Format::Text}, {"csv", Format::Csv}, {"json", Format::Json}, {"npy", Format::Npy}}};
inline constexpr Choices<attn::Join, 3> joins = {{{"none", attn::Join::None},
                                                  {"side_by_side", attn::Join::SideBySide},
                                                  {"w_o", attn::Join::WO}}};
struct StreamChoice {
    attn::Generator generator = attn::Generator::NumPy;
    bool has_linear_weights = false;
};
inline constexpr Choices<StreamChoice, 4> streams = {
    {{"numpy", {attn::Generator::NumPy}},
     {"default_rng", {attn::Generator::NumPyGenerator}},
     {"torch", {attn::Generator::PyTorch}},
     {"linear", {attn::Generator::PyTorch, true}}}};
inline constexpr auto optimisers = [] {
    Choices<attn::Optimiser, attn::all_optimisers.size()> words;
    for (std::size_t at = 0; at < words.size(); ++at)
        words[at] = {attn::all_optimisers[at].name, attn::all_optimisers[at].optimiser};
    return words;
}();
inline constexpr Choices<bool, 2> explain_formats = {{{"text", false}, {"latex", true}}};
inline constexpr Choices<bool, 2> next_formats = {{{"text", false}, {"json", true}}};
inline constexpr Choices<attn::publish::Language, 3> libraries_of_python = {
    {{"numpy", attn::publish::Language::NumPy},
     {"pytorch", attn::publish::Language::PyTorch},
     {"jax", attn::publish::Language::Jax}}};
inline constexpr Choices<attn::publish::LatexKind, 4> latex_kinds = {
    {{"steps", attn::publish::LatexKind::Steps},
     {"matrix", attn::publish::LatexKind::Matrix},
     {"table", attn::publish::LatexKind::Table},
     {"heatmap", attn::publish::LatexKind::Heatmap}}};
/// Without --level, some boxes are drawn.
inline constexpr Choices<attn::WorksheetLevel, 4> worksheet_levels = {
    {attn::looks::worksheet_words[1], attn::looks::worksheet_words[2],
     attn::looks::worksheet_words[3], attn::looks::worksheet_words[4]}};
inline constexpr Choices<attn::figure::Size, 2> papers = {
    {{"a4", attn::figure::a4}, {"letter", attn::figure::letter}}};
inline constexpr Choices<bool, 2> backgrounds = {{{"theme", false}, {"transparent", true}}};
enum class LessonAction { List, Notes, Check, Export };
inline constexpr Choices<LessonAction, 4> lesson_actions = {{{"list", LessonAction::List},
                                                             {"notes", LessonAction::Notes},
                                                             {"check", LessonAction::Check},
                                                             {"export", LessonAction::Export}}};
enum class StyleAction { List, Default, Remove };
inline constexpr Choices<StyleAction, 3> style_actions = {{{"list", StyleAction::List},
                                                           {"default", StyleAction::Default},
                                                           {"remove", StyleAction::Remove}}};
enum class Shell { Bash, Zsh, Fish };
inline constexpr Choices<Shell, 3> shells = {
    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}};

/// The endings of files without their dots: "svg".
inline std::vector<std::string> export_formats() {
    std::vector<std::string> names;
    for (const attn::publish::FileKindInfo& kind : attn::publish::file_kinds())
        names.emplace_back(kind.ending.substr(1));
    return names;
}

// Training settings as command-line options, of train, and of export for programs that train. What
// they do not set comes from the document.

struct TrainingOptions {
    std::optional<int> steps;
    std::optional<double> rate, momentum, epsilon, weight_decay;
    std::vector<double> betas; // two, or none
    std::optional<attn::Optimiser> optimiser;
    std::string learned;               // inputs, separated by commas; empty: not given
    std::optional<std::uint32_t> seed; // draws new numbers for what learns
    bool has_no_seed = false;          // keeps the document's numbers
};

/// Returns the document's settings with the options applied. The error names an input that the
/// document does not have.
attn::Result<attn::TrainingSettings> training_run(const attn::Document& document,
                                                  const TrainingOptions& options);

/// Returns "--momentum changes nothing with adam: …" for the first option that the optimiser does
/// not use; else nothing.
std::optional<attn::Error> unread_option(const attn::Document& document,
                                         const TrainingOptions& options);

struct PresetsRequest {};
struct NewRequest {
    std::vector<std::string> texts; // one sentence, or one word each
    std::string output;             // empty or "-": standard output
    attn::Index d_model = 4, heads = 1;
    attn::Join join = attn::Join::None;
    bool has_block = false;
    attn::Generator generator = attn::Generator::NumPy;
    bool has_linear_weights = false;
    std::uint32_t seed = 42;
};
struct ShowRequest {
    std::vector<std::string> given; // the names of the options given: "--stage"
    std::string document;
    std::string stage; // empty: all
    Format format = Format::Text;
    std::optional<int> decimals;
    std::string output; // empty or "-": standard output
};
struct ExplainRequest {
    std::string document;
    std::string place;
    bool is_latex = false;
    std::optional<int> decimals;
    std::string output; // empty or "-": standard output
};
struct ExportRequest {
    std::vector<std::string> given; // the names of the options given: "--stage"
    std::string document;
    std::string file;   // "-": standard output
    std::string into;   // a checkpoint; its copy gets the document's numbers
    std::string format; // "svg"; empty: from the file's ending
    std::string stage;  // empty: all
    std::string program = "numpy";
    bool is_training = false; // the program trains, with `training`
    TrainingOptions training;
    std::string latex; // empty: steps, or the matrix of a stage
    bool is_fragment = false;
    bool is_worksheet = false;
    std::string blank; // stages with empty boxes, separated by commas; empty: the usual ones
    double share = 0.4;
    std::uint32_t seed = 1;
    bool is_key = false;
    std::string level; // what the reader computes; empty: boxes at random
    std::string paper = "a4";
    std::optional<attn::Index> layer;    // the attention of a worksheet
    bool is_cross = false;               // the cross-attention of the layer
    std::optional<std::size_t> variants; // the number of worksheets, each with other numbers
    std::string names;                   // a class list
    std::vector<std::string> lessons;    // for a page
    bool reveals = false;                // shows what the document covers
    bool is_only_look = false;           // a page whose numbers cannot be changed
    std::optional<int> decimals;
    std::string figure; // empty: the stage's matrix, or the canvas
    std::string query;  // a number or a word; empty: the first word
    std::optional<attn::Index> head;
    std::string line_heads; // "0,2" or "all", for the figure of lines; empty: the usual ones
    std::string sweep;      // "temperature=0.25:4"; empty: none, or the usual one for a .gif
    std::optional<std::size_t> frames;
    std::string style_name; // a saved one; empty: the default; "none": no style
    std::string save_style; // the name to save this picture's style under
    std::string size = "note";
    std::string scale = "auto"; // how colours are assigned to numbers
    std::vector<double> range;
    bool has_shared_range = false;
    std::vector<std::string> marks; // places
    std::string against;            // the document that is A of a comparison
    std::string a_name, b_name;     // what a comparison calls both; empty: by their titles
    bool lists_changes = true;      // below the figure of a comparison
    std::string keep;               // the name to keep this figure under in the document
    std::string forget;             // the kept figure to remove; writes no other file
    std::string all;                // the folder for all kept figures; writes no other file
    FigureStyle look;               // except size, range and digits
};
struct ImportRequest {
    std::vector<std::string> given; // the names of the options given: "--head"
    std::vector<std::string> files;
    std::string output; // empty: lists the arrays; "-": standard output
    std::string x, w_q, w_k, w_v, qkv, tokens, mask; // names of arrays; empty: guessed
    std::string bias;                                // likewise; empty: none
    std::string weights, scores, q, k, v;            // the same, for computed stages
    std::optional<attn::Index> batch;
    bool is_normalised = false;
    std::string mask_true, qkv_layout; // as in the help; empty: from the names
    std::optional<attn::Index> head_axis;
    std::vector<std::string> words;
    bool is_transposed = false, is_as_stored = false;
    std::optional<attn::Index> heads, head;
    std::string text, token_ids; // the model's input; one of them
    std::optional<attn::Index> layer;
    bool is_block = false;
    bool is_whole = false;
    std::string rows, dimensions, d_k, d_v;                    // "0:4,7"; empty: all
    bool has_decimal_comma = false, has_decimal_point = false; // for tables
};
/// Prints the Python file that captures a layer of a PyTorch model.
struct CaptureRequest {
    std::string output; // empty or "-": standard output
};
struct LessonRequest {
    LessonAction action = LessonAction::List;
    std::string name;        // names a lesson that comes with the program, or a file
    std::string output;      // for export; its ending says what is made
    bool is_handout = false; // two steps a page, with notes
};
struct StyleRequest {
    StyleAction action = StyleAction::List;
    std::string name;
};
struct CheckRequest {
    std::vector<std::string> files;
};
struct InfoRequest {};
struct CompletionRequest {
    Shell shell = Shell::Bash;
};
/// Asks what can complete the last of the arguments. The shells' scripts send it.
struct CandidatesRequest {
    std::vector<std::string> arguments;
};
/// --help and --version: a text to print.
struct PrintRequest {
    std::string text;
};
/// A fault in the arguments.
struct UsageError {
    std::string message;
};

struct GradientRequest {
    std::string document;
    std::string place;      // the number to derive: "weights[1,4]"
    std::string stage;      // empty: every input
    std::string cell;       // explains this derivative; empty: prints tables
    bool has_steps = false; // every stage of the backward pass
    Format format = Format::Text;
    std::optional<int> decimals;
    std::string output; // empty or "-": standard output
};
struct TrainRequest {
    std::string document;
    TrainingOptions how;
    std::string output, curve;   // an empty `output`, or "-": standard output
    bool is_logarithmic = false; // the curve's loss axis is logarithmic
};
struct NextRequest {
    std::string document;
    std::optional<std::string> text; // instead of the document's words
    attn::Index most = 10;           // how many words are listed
    bool is_json = false;
    bool lists_heads = false; // and what each does to the likeliest word
    std::string output;       // empty or "-": standard output
};
struct GiveRequest {
    std::string document;
    std::vector<std::string> stages; // "weights/0=uniform", "output=FILE", or "scores" alone
    bool is_normalised = false;      // each row of given weights is divided by its sum
    std::string output;              // empty or "-": standard output
};
struct ReleaseRequest {
    std::string document;
    std::vector<std::string> stages;
    std::string output; // empty or "-": standard output
};
struct MarkRequest {
    std::string document, answers;
    ExportRequest sheet;               // the worksheet that was answered
    std::optional<std::uint32_t> seed; // not set: the one in the codes
    std::string output;                // for the marks; empty or "-": standard output
};
struct SeekRequest {
    std::string document;
    std::vector<std::string> goals; // "weights[0,1]=0.8"
    std::string free;   // cells of inputs, separated by commas; empty: all but the target
    std::string limits; // "-1:1" or "X=0:1,W_Q=-2:2"; empty: any number
    bool moves_any_way = false;
    bool accepts_nearest = false;
    std::string output; // empty or "-": standard output
};
using Request = std::variant<WindowRequest, PresetsRequest, NewRequest, ShowRequest, ExplainRequest,
                             GradientRequest, NextRequest, GiveRequest, ReleaseRequest, MarkRequest,
                             SeekRequest, TrainRequest, ExportRequest, ImportRequest,
                             CaptureRequest, LessonRequest, StyleRequest, CheckRequest, InfoRequest,
                             CompletionRequest, CandidatesRequest, PrintRequest, UsageError>;

Request parse(int count, const char* const* arguments);

/// What an argument takes, for completion.
enum class Takes {
    Nothing, // a flag
    Value,   // a number or a text that only the user knows
    Choice,  // one of `words`
    Document,
    File,
    Stage,
    Stages, // several, separated by commas
    Place,
    Figure,
    Word, // a word of the document
    Lesson,
    Style,
    Kept // a figure that the document keeps
};
struct ArgumentInfo {
    std::vector<std::string> names; // "-o", "--output"; empty: positional
    Takes takes = Takes::Value;
    std::vector<std::string> words; // for Choice
    int count = 1;                  // the number of values it takes
    bool is_repeated = false;       // any number of them, at the end
};
struct CommandInfo {
    std::string name; // empty: the program itself
    std::string summary;
    std::vector<ArgumentInfo> options, positionals;
};
/// All commands as the parser knows them, the program itself first.
std::vector<CommandInfo> commands();

} // namespace app::cli
