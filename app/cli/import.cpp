// SPDX-License-Identifier: MIT
#include "core/io/import.h"

#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/long_work.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/import_archive.h"

#include <algorithm>
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

/// The plan with what the options say in place of what was guessed.
Result<io::ImportPlan> plan_of(const std::vector<io::ArrayFile>& files,
                               const ImportRequest& request) {
    io::ImportPlan plan = io::guessed_plan(files);
    const auto choose = [&](const std::string& name, std::optional<io::ArrayChoice>& target,
                            bool is_transposed) -> Result<> {
        if (name.empty())
            return Nothing{};
        auto choice = io::find_array(files, name);
        if (!choice)
            return choice.error();
        // nn.Linear's names say it as well: q_proj.weight.
        const std::string& whole = files[choice->file].arrays[choice->array].name;
        const bool is_weight = &target != &plan.x && &target != &plan.tokens;
        choice->is_transposed =
            is_transposed || (is_weight && !request.is_as_stored && io::is_stored_by_linear(whole));
        target = *choice;
        return Nothing{};
    };
    std::optional<io::ArrayChoice> fused;
    const std::pair<Result<>, const char*> steps[] = {
        {choose(request.x, plan.x, false), "--x"},
        {choose(request.tokens, plan.tokens, false), "--tokens"},
        {choose(request.w_q, plan.w_q, request.is_transposed), "--w-q"},
        {choose(request.w_k, plan.w_k, request.is_transposed), "--w-k"},
        {choose(request.w_v, plan.w_v, request.is_transposed), "--w-v"},
        {choose(request.qkv, fused, request.is_transposed), "--qkv"}};
    for (const auto& [step, option] : steps)
        if (!step)
            return Error{step.error().message, option};
    if (fused) {
        fused->parts = 3;
        for (Index part = 0; part < 3; ++part) {
            fused->part = part;
            (part == 0 ? plan.w_q : part == 1 ? plan.w_k : plan.w_v) = fused;
        }
    }
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
    const auto& fused_by = plan.w_q;
    if (fused_by && fused_by->parts > 1 && !request.heads)
        return Error{files[fused_by->file].arrays[fused_by->array].name +
                     " holds Q, K and V of all heads side by side; add --heads N, as config.json "
                     "of the model says, or --heads 1 for one head"};
    plan.heads = request.heads.value_or(1);
    plan.head = request.head.value_or(0);
    return plan;
}

/// A table as the options say it is written. One that can be read both ways has to be told; its
/// arrays are listed all the same.
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
    // The report of a document says what was applied; a list has no report.
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

constexpr const char* smaller =
    "Take one head of several with --heads and --head, or a part of its "
    "columns with --dims, --d-k and --d-v";

/// Whether the archive is taken by the names of its arrays alone.
bool names_nothing(const ImportRequest& request) {
    constexpr std::string_view others[] = {"--output", "--words"};
    return std::all_of(request.given.begin(), request.given.end(), [&](const std::string& option) {
        return std::find(std::begin(others), std::end(others), option) != std::end(others);
    });
}

Result<io::Imported> imported_archive(const io::ArrayFile& file, const ImportRequest& request) {
    auto imported = io::import_archive(file, file.name);
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
    std::istringstream lines(io::report_lines(report));
    for (std::string line; std::getline(lines, line);)
        say(line);
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
        return write_imported(imported->document, imported->report, request, smaller);
    }
    const auto plan = plan_of(files, request);
    if (!plan) {
        say(plan.error());
        return ExitCode::Usage;
    }
    const auto imported = io::import_document(files, *plan, files.front().name);
    if (!imported) {
        say(imported.error());
        return ExitCode::Rejected;
    }
    return write_imported(imported->document, imported->report, request, smaller);
}

} // namespace app::cli
