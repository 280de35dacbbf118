// SPDX-License-Identifier: MIT
#include "core/io/import.h"

#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/io/document_json.h"

#include <algorithm>

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
        choice->is_transposed = is_transposed;
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
    plan.heads = request.heads;
    plan.head = request.head;
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
    if (!file.notes.empty())
        say(file.name + ": " + file.notes);
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

} // namespace

ExitCode import_files(const ImportRequest& request) {
    if (const auto fault = idle_option(request)) {
        say(*fault);
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
    if (!imported->notes.empty())
        say(imported->notes);
    return write_result(io::write_document(imported->document), request.output);
}

} // namespace app::cli
