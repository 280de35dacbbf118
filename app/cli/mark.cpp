// SPDX-License-Identifier: MIT
// The command mark: what a class answered on worksheets.

#include "app/cli/commands.h"
#include "app/cli/export.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/publish/marking.h"

#include <string>

namespace app::cli {

using namespace attn;

ExitCode mark(const MarkRequest& request) {
    const auto fail = [](const Error& error) {
        say(error);
        return ExitCode::Rejected;
    };
    const auto document = Input().document(request.document);
    if (!document)
        return fail(document.error());
    const auto answers = publish::read_answers(request.answers);
    if (!answers)
        return fail(answers.error());
    ExportRequest sheet = request.sheet;
    sheet.seed = request.seed.value_or(publish::seed_of(*answers).value_or(sheet.seed));
    const auto options = export_options(*document, sheet, publish::FileKind::Pdf);
    if (!options) {
        say(options.error());
        return ExitCode::Usage;
    }
    const auto marked =
        publish::mark(*document, options->picture.view, *options->worksheet, *answers);
    if (!marked)
        return fail({marked.error().message, printable(request.answers)});
    for (const std::string& remark : marked->remarks)
        say("note: " + printable(request.answers) + ", " + remark);
    std::string summary = publish::class_summary(*marked);
    summary.pop_back(); // the end of its last line
    say(summary);
    return write_result(publish::marks_csv(*marked), request.output);
}

} // namespace app::cli
