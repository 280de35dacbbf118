// SPDX-License-Identifier: MIT
// The command train: steps that reduce a document's loss, the loss curve, and a progress line.
#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/base/number_text.h"
#include "core/io/document_json.h"
#include "core/publish/curve_file.h"

namespace app::cli {
namespace {

using namespace attn;

/// Returns for example "step 20 of 200, loss 0.25".
std::string progress(const Training& training, int steps) {
    return "step " + std::to_string(training.steps()) + " of " + std::to_string(steps) + ", loss " +
           shortest(training.loss());
}

/// The kind of file of the curve; a table for standard output.
Result<publish::FileKind> kind_of_curve(const std::string& path) {
    return is_standard_output(path) ? publish::FileKind::Csv : publish::curve_kind(path);
}

} // namespace

ExitCode train(const TrainRequest& request) {
    const bool has_curve = !request.curve.empty();
    if (has_curve && is_standard_output(request.curve) && is_standard_output(request.output)) {
        say("the document and the curve cannot both go to standard output; name a file with -o");
        return ExitCode::Usage;
    }
    const auto kind = kind_of_curve(request.curve);
    if (!kind) {
        say(Error{kind.error().message, "--curve " + request.curve});
        return ExitCode::Usage;
    }
    if (const auto idle = idle_option(request, *kind)) {
        say(*idle);
        return ExitCode::Usage;
    }
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    if (const auto unread = unread_option(*document, request.how)) {
        say(*unread);
        return ExitCode::Usage;
    }
    const auto run = training_run(*document, request.how);
    if (!run) {
        say(run.error());
        return ExitCode::Usage;
    }
    auto training = begin_training(*document, *run);
    if (!training) {
        say(training.error());
        return ExitCode::Usage;
    }
    ProgressLine line;
    for (int step = 0; step < run->steps; ++step) {
        if (const auto done = training->step(); !done) {
            line.end("");
            say(done.error());
            return ExitCode::Failed;
        }
        line.now([&] { return progress(*training, run->steps); });
    }
    line.end(progress(*training, run->steps) + "; before the first step it was " +
             shortest(training->losses()[0]) + "\n");
    Document learned = training->document();
    if (*run != training_settings(*document))
        learned.training = *run; // The next training continues with these settings.
    const ExitCode written = write_result(io::write_document(learned), request.output);
    if (written != ExitCode::Done || !has_curve)
        return written;
    const auto curve =
        publish::curve_file(learned, training->losses(), *kind, request.is_logarithmic);
    if (!curve) {
        say(curve.error());
        return ExitCode::Failed;
    }
    return write_result(*curve, request.curve);
}

} // namespace app::cli
