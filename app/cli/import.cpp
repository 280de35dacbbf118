// SPDX-License-Identifier: MIT
#include "core/io/import/import.h"

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/made.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/io/document/document_json.h"
#include "core/io/import/import_archive.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

namespace app::cli {
namespace {

using namespace attn;

/// One line for each array: name, tab, shape, tab, type or why it cannot be read.
std::string listed(const std::vector<io::ArrayFile>& files) {
    std::string text;
    for (const io::ArrayFile& file : files)
        for (const io::ArrayInfo& array : file.arrays)
            text += array.name + "\t" + io::shape_text(array.shape) + "\t" +
                    (array.fault ? array.fault->text() : array.type) + "\n";
    return text;
}

io::MaskTrue mask_true_of(const ImportRequest& request) {
    return request.mask_true.empty()        ? io::MaskTrue::Unsaid
           : request.mask_true == "blocked" ? io::MaskTrue::Blocked
                                            : io::MaskTrue::TakesPart;
}

/// Chooses an array by an option. "identity" and "none" leave the part out, unless an array has
/// this name.
Result<> choose_part(const std::vector<io::ArrayFile>& files, const ImportRequest& request,
                     io::PlanPart part, const std::string& name, io::ChosenParts& chosen) {
    if (name.empty())
        return Nothing{};
    auto choice = io::find_array(files, name);
    constexpr std::array stages = {io::PlanPart::Weights, io::PlanPart::Scores, io::PlanPart::Q,
                                   io::PlanPart::K, io::PlanPart::V};
    if (!choice && std::find(stages.begin(), stages.end(), part) != stages.end())
        if (auto layers = io::find_layers(files, name, request.layer))
            choice = std::move(layers);
    const std::string_view without =
        part == io::PlanPart::Mask || part == io::PlanPart::Bias ? "none" : "identity";
    if (!choice && name == without && part != io::PlanPart::Tokens && part <= io::PlanPart::Bias) {
        chosen.choose(part, std::nullopt);
        return Nothing{};
    }
    if (!choice)
        return Error{choice.error().message, std::string(io::option_name(io::option_of(part)))};
    // Names as in nn.Linear tell this too: q_proj.weight.
    const bool is_weight =
        part == io::PlanPart::WQ || part == io::PlanPart::WK || part == io::PlanPart::WV;
    const std::string& whole = files[choice->file].arrays[choice->array].name;
    choice->is_transposed =
        is_weight &&
        (request.is_transposed || (!request.is_as_stored && io::is_stored_by_linear(whole)));
    chosen.choose(part, *choice);
    return Nothing{};
}

/// Reads the choices from the options.
Result<io::ChosenParts> chosen_parts(const std::vector<io::ArrayFile>& files,
                                     const ImportRequest& request) {
    io::ChosenParts chosen;
    if (!request.qkv_layout.empty())
        chosen.plan.layout = request.qkv_layout == "head-by-head" ? io::FusedLayout::HeadByHead
                                                                  : io::FusedLayout::SideBySide;
    else if (request.heads && *request.heads == 1)
        chosen.plan.layout = io::FusedLayout::SideBySide; // with one head both layouts are the same
    const std::pair<io::PlanPart, const std::string*> named[] = {
        {io::PlanPart::X, &request.x},           {io::PlanPart::Tokens, &request.tokens},
        {io::PlanPart::WQ, &request.w_q},        {io::PlanPart::WK, &request.w_k},
        {io::PlanPart::WV, &request.w_v},        {io::PlanPart::Mask, &request.mask},
        {io::PlanPart::Bias, &request.bias},     {io::PlanPart::Weights, &request.weights},
        {io::PlanPart::Scores, &request.scores}, {io::PlanPart::Q, &request.q},
        {io::PlanPart::K, &request.k},           {io::PlanPart::V, &request.v}};
    for (const auto& [part, name] : named)
        if (const auto done = choose_part(files, request, part, *name, chosen); !done)
            return done.error();
    if (!request.qkv.empty()) {
        io::ChosenParts fused;
        if (const auto done = choose_part(files, request, io::PlanPart::WQ, request.qkv, fused);
            !done)
            return Error{done.error().message, "--qkv"};
        if (!fused.plan.w_q)
            return Error{"there is no array \"identity\"", "--qkv"};
        auto parted = io::fused_choice(files, *fused.plan.w_q, chosen.plan.layout);
        if (!parted)
            return parted.error();
        for (const io::PlanPart part : {io::PlanPart::WQ, io::PlanPart::WK, io::PlanPart::WV}) {
            parted->part = part == io::PlanPart::WQ ? 0 : part == io::PlanPart::WK ? 1 : 2;
            chosen.choose(part, *parted);
        }
    }
    io::ImportPlan& plan = chosen.plan;
    const std::pair<const std::string*, std::vector<Index>*> lists[] = {
        {&request.rows, &plan.rows},
        {&request.dimensions, &plan.dimensions},
        {&request.d_k, &plan.d_k},
        {&request.d_v, &plan.d_v}};
    for (const auto& [text, target] : lists) {
        if (text->empty())
            continue;
        auto numbers = io::parse_indices(*text);
        if (!numbers)
            return numbers.error();
        *target = *std::move(numbers);
    }
    plan.words = request.words;
    plan.mask_true = mask_true_of(request);
    plan.heads = request.heads;
    plan.head_axis = request.head_axis;
    plan.head = request.head.value_or(0);
    plan.is_head_chosen = request.head.has_value();
    plan.layer = request.layer;
    plan.batch = request.batch;
    plan.is_normalised = request.is_normalised;
    return chosen;
}

/// Reads a table with the options' decimal mark. A table that can be read both ways needs such an
/// option; its arrays are listed all the same.
Result<> read_as_said(io::ArrayFile& file, const std::string& path, Input& input,
                      const ImportRequest& request) {
    if (file.table && (request.has_decimal_comma || request.has_decimal_point)) {
        io::Dialect dialect = file.table->dialect;
        dialect.has_decimal_comma = request.has_decimal_comma;
        if (dialect.has_decimal_comma && dialect.separator == ',')
            dialect.separator = ' ';
        auto again = input.arrays(path, dialect);
        if (!again)
            return again.error();
        file = *std::move(again);
    }
    // A document's report says what was applied; a list has no report.
    const std::string notes = file.notes + (request.output.empty() ? file.applied : "");
    if (!notes.empty())
        say(file.name + ": " + notes);
    if (!file.table || file.table->other.empty())
        return Nothing{};
    const Error both{"the table can be read with " + io::describe(file.table->dialect) +
                         ", or as " + file.table->other +
                         "; add --decimal-point or --decimal-comma",
                     file.name};
    if (!request.output.empty())
        return both;
    say(both);
    return Nothing{};
}

/// Whether an array of weights has an axis of heads.
bool has_head_axis(const std::vector<io::ArrayFile>& files, const io::ImportPlan& plan) {
    const auto has_axis = [&](const std::optional<io::ArrayChoice>& one) {
        return one && one->leading.empty() && files[one->file].arrays[one->array].shape.size() > 2;
    };
    return has_axis(plan.w_q) || has_axis(plan.w_k) || has_axis(plan.w_v);
}

/// The first option that has no effect on the taken arrays.
std::optional<Error> idle_in_plan(const std::vector<io::ArrayFile>& files,
                                  const io::ImportPlan& plan, const ImportRequest& request) {
    if (io::gives_stages(plan)) {
        for (const auto& [option, is_there] :
             {std::pair("--dims", !request.dimensions.empty()),
              std::pair("--d-k", !request.d_k.empty()), std::pair("--d-v", !request.d_v.empty()),
              std::pair("--head-axis", request.head_axis.has_value()),
              std::pair("--qkv-layout", !request.qkv_layout.empty()),
              std::pair("--heads", request.heads && !plan.q),
              std::pair("--normalise", request.is_normalised && !plan.weights)})
            if (is_there)
                return Error{std::string(option) +
                             " changes nothing: the document begins with given stages; leave it "
                             "out"};
        return std::nullopt;
    }
    for (const auto& [option, is_there] : {std::pair("--batch", request.batch && !plan.bias),
                                           std::pair("--layer", request.layer.has_value()),
                                           std::pair("--normalise", request.is_normalised)})
        if (is_there)
            return Error{std::string(option) +
                         " changes nothing: it is for weights, scores or Q, K and V that are "
                         "given; name them with --weights, --scores or --q, or leave it out"};
    const bool has_axis = has_head_axis(files, plan);
    if (request.head && !request.heads && !has_axis)
        return Error{"--head changes nothing by itself: it is for one of several heads; add "
                     "--heads N or leave it out"};
    if (request.head_axis && !has_axis)
        return Error{"--head-axis changes nothing: it is for projections with three axes; leave "
                     "it out"};
    if (!request.qkv_layout.empty() && !(plan.w_q && plan.w_q->parts > 1))
        return Error{"--qkv-layout changes nothing: it is for one array with Q, K and V; name it "
                     "with --qkv or leave it out"};
    return std::nullopt;
}

/// Refuses --mask-true if no mask of true and false was taken.
std::optional<Error> idle_mask(const io::Imported& imported, const ImportRequest& request) {
    if (request.mask_true.empty() || imported.mask_true != io::MaskTrue::Unsaid)
        return std::nullopt;
    return Error{"--mask-true changes nothing: it is for a mask of true and false, and none was "
                 "taken; leave it out"};
}

constexpr const char* smaller =
    "Take one head of several with --heads and --head, or a part of its "
    "columns with --dims, --d-k and --d-v";

constexpr const char* smaller_stages =
    "Take one head with --head, or fewer words with --rows, as in --rows 0:64";

void say_report(const io::TensorReport& report) {
    std::istringstream lines(io::report_lines(report));
    for (std::string line; std::getline(lines, line);)
        say(line);
}

/// Whether the archive is taken by the names of its arrays alone.
bool names_nothing(const ImportRequest& request) {
    constexpr std::string_view others[] = {"--output", "--words", "--mask-true"};
    return std::all_of(request.given.begin(), request.given.end(), [&](const std::string& option) {
        return std::find(std::begin(others), std::end(others), option) != std::end(others);
    });
}

Result<io::Imported> imported_archive(const io::ArrayFile& file, const ImportRequest& request) {
    auto imported = io::import_archive(file, file.name, mask_true_of(request));
    if (!imported || request.words.empty())
        return imported;
    if (request.words.size() != imported->document.tokens.size())
        return Error{std::to_string(request.words.size()) + " words were given for " +
                         std::to_string(imported->document.tokens.size()) +
                         " rows of X; give one word for each row",
                     file.name};
    imported->document.tokens = request.words;
    return imported;
}

} // namespace

std::optional<Result<Document>> document_of_arrays(Input& input, const std::string& name) {
    std::vector<io::ArrayFile> files;
    if (auto file = input.arrays(name))
        files.push_back(*std::move(file));
    else
        return std::nullopt;
    const auto in_import = [](const io::ImportChoice& choice) {
        return "import with " + io::in_options(choice);
    };
    std::optional<Result<io::Imported>> imported;
    if (io::is_head_archive(files))
        imported =
            io::import_archive(files.front(), files.front().name, io::MaskTrue::Unsaid, in_import);
    else if (const auto plan = io::bound_plan(files, {}, in_import);
             plan && io::gives_stages(*plan) && !io::open_heads(files, *plan))
        imported = io::import_document(files, *plan, files.front().name, {}, in_import);
    if (!imported)
        return std::nullopt;
    if (!*imported)
        return imported->error();
    say_report((*imported)->report);
    return (*imported)->document;
}

ExitCode write_imported(const Document& document, const io::TensorReport& report,
                        const ImportRequest& request, const std::string& remedy) {
    std::string text;
    do_long_work("writing the document", [&](Progress&) { text = io::write_document(document); });
    constexpr std::size_t million = 1'000'000;
    if (text.size() > io::max_document_bytes) {
        say("the document would have " + std::to_string(text.size() / million) +
            " million bytes; at most " + std::to_string(io::max_document_bytes / million) +
            " million are read. " + remedy);
        return ExitCode::Rejected;
    }
    say_report(report);
    if (is_standard_output(request.output))
        return write_result(text);
    Result<> written = Nothing{};
    do_long_work("writing the document", [&](Progress& progress) {
        if (!is_cancelled(&progress))
            written = io::write_file(request.output, text);
    });
    if (written)
        return ExitCode::Done;
    say(written.error());
    return ExitCode::NotWritten;
}

ExitCode import_files(const ImportRequest& request, const Hooks& hooks) {
    if (const auto fault = idle_option(request)) {
        say(*fault);
        return ExitCode::Usage;
    }
    std::error_code ignored;
    for (const std::string& path : request.files)
        if (std::filesystem::is_directory(path, ignored)) {
            if (request.files.size() == 1)
                return hooks.import_model(request);
            say(Error{
                "this is a folder; import the folder of a model by itself, without other files",
                printable(path)});
            return ExitCode::Usage;
        }
    std::vector<io::ArrayFile> files;
    Input input;
    for (const std::string& path : request.files) {
        auto file = input.arrays(path);
        if (!file) {
            say(file.error());
            return ExitCode::Rejected;
        }
        if (const auto read = read_as_said(*file, path, input, request); !read) {
            say(read.error());
            return ExitCode::Rejected;
        }
        files.push_back(*std::move(file));
    }
    if (request.output.empty())
        return write_result(listed(files));
    if (names_nothing(request) && io::is_head_archive(files)) {
        const auto imported = imported_archive(files.front(), request);
        if (!imported) {
            say(imported.error());
            return ExitCode::Rejected;
        }
        if (const auto idle = idle_mask(*imported, request)) {
            say(*idle);
            return ExitCode::Usage;
        }
        return write_imported(imported->document, imported->report, request, smaller);
    }
    const auto chosen = chosen_parts(files, request);
    if (!chosen) {
        say(chosen.error());
        return ExitCode::Usage;
    }
    const auto plan = io::bound_plan(files, *chosen);
    if (!plan) {
        say(plan.error());
        return ExitCode::Usage;
    }
    if (const auto idle = idle_in_plan(files, *plan, request)) {
        say(*idle);
        return ExitCode::Usage;
    }
    if (const auto open = io::open_heads(files, *plan)) {
        say(io::add_heads(*open));
        return ExitCode::Usage;
    }
    const auto imported = io::import_document(files, *plan, files.front().name, chosen->is_chosen);
    if (!imported) {
        say(imported.error());
        return ExitCode::Rejected;
    }
    if (const auto idle = idle_mask(*imported, request)) {
        say(*idle);
        return ExitCode::Usage;
    }
    return write_imported(imported->document, imported->report, request,
                          io::gives_stages(*plan) ? smaller_stages : smaller);
}

} // namespace app::cli
