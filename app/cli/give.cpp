// SPDX-License-Identifier: MIT
// The commands give and release: computed stages whose numbers the document gives.

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/document/commands/command.h"
#include "core/document/commands/giving.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"

#include <string>
#include <utility>
#include <vector>

namespace app::cli {
namespace {

using namespace attn;

/// The numbers that the stage has in another document.
Result<Matrix> numbers_of_stage(const Document& other, const SheetId& sheet) {
    const auto there = sheet_named(other, to_text(sheet));
    if (!there)
        return there.error();
    return matrix_of(other, evaluate(other), *there);
}

/// Reads the only matrix of a file; its axes of 1 before its rows are dropped. Of a document, takes
/// the same stage.
Result<Matrix> matrix_in(Input& input, const std::string& name, const SheetId& sheet) {
    const auto file = input.arrays(name);
    if (!file) {
        const auto other = input.document(name);
        if (!other)
            return name.ends_with(".attn") ? other.error() : file.error();
        auto taken = numbers_of_stage(*other, sheet);
        return taken ? std::move(taken) : Error{taken.error().text(), shown_name(name)};
    }
    if (file->arrays.size() != 1)
        return Error{"the file holds " + std::to_string(file->arrays.size()) +
                         " arrays; expected one, with the numbers of the stage",
                     shown_name(name)};
    const io::ArrayInfo& array = file->arrays.front();
    if (array.fault)
        return *array.fault;
    io::Slice slice;
    for (std::size_t axis = 0; axis + 2 < array.shape.size(); ++axis) {
        if (array.shape[axis] != 1)
            return Error{"the array is " + io::shape_text(array.shape) +
                             "; expected one matrix of rows and columns",
                         shown_name(name)};
        slice.leading.push_back(0);
    }
    auto read = file->read(0, slice);
    if (!read)
        return read.error();
    return std::move(read->matrix);
}

/// "weights/0" and "uniform" of weights/0=uniform; without a sign, "present".
std::pair<std::string, std::string> parts_of(const std::string& text) {
    const std::size_t sign = text.find('=');
    return sign == std::string::npos ? std::pair(text, std::string("present"))
                                     : std::pair(text.substr(0, sign), text.substr(sign + 1));
}

Result<Matrix> numbers_named(const Document& document, const SheetId& sheet,
                             const std::string& name, Input& input) {
    const auto way = way_named(name);
    return way ? numbers_to_give(document, evaluate(document), sheet, *way)
               : matrix_in(input, name, sheet);
}

} // namespace

ExitCode give(const GiveRequest& request) {
    Input input;
    const auto opened = input.document(request.document);
    if (!opened) {
        say(opened.error());
        return ExitCode::Rejected;
    }
    Document document = *opened;
    for (const std::string& text : request.stages) {
        const auto& [stage, name] = parts_of(text);
        const auto sheet = sheet_named(document, stage);
        if (!sheet) {
            say(sheet.error());
            return ExitCode::Usage;
        }
        auto matrix = numbers_named(document, *sheet, name, input);
        if (!matrix) {
            say(matrix.error());
            return ExitCode::Rejected;
        }
        if (request.is_normalised && sheet->stage == Stage::Weights)
            matrix = shares_of(*std::move(matrix), document.switches.axis);
        auto given = apply(document, Give{*sheet, *std::move(matrix)});
        if (!given) {
            say(given.error());
            return ExitCode::Usage;
        }
        document = *std::move(given);
        if (const std::string note = unlike_shares(document, *sheet, "--normalise"); !note.empty())
            say("note: " + note);
    }
    return write_result(io::write_document(document), request.output);
}

ExitCode release(const ReleaseRequest& request) {
    const auto opened = Input().document(request.document);
    if (!opened) {
        say(opened.error());
        return ExitCode::Rejected;
    }
    Document document = *opened;
    for (const std::string& stage : request.stages) {
        const auto sheet = sheet_named(document, stage);
        const auto released =
            sheet ? apply(document, Release{*sheet}) : Result<Document>(sheet.error());
        if (!released) {
            say(released.error());
            return ExitCode::Usage;
        }
        document = *released;
    }
    return write_result(io::write_document(document), request.output);
}

} // namespace app::cli
