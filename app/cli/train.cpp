// SPDX-License-Identifier: MIT
// The command train: steps that make a document's loss smaller, the loss curve, and a line that
// says how far it is.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/number_text.h"
#include "core/document/training.h"
#include "core/io/document_json.h"

#include <unistd.h>

#include <chrono>

namespace app::cli {
namespace {

using namespace attn;

/// "step 20 of 200, loss 0.25".
std::string progress(const Training& training, int steps) {
    return "step " + std::to_string(training.steps()) + " of " + std::to_string(steps) + ", loss " +
           shortest(training.loss());
}

/// Says from time to time on a terminal how far it is, in one line.
class ProgressLine {
public:
    explicit ProgressLine(int steps) : steps_(steps) {}
    void now(const Training& training) {
        constexpr auto pause = std::chrono::milliseconds(100);
        const auto time = std::chrono::steady_clock::now();
        if (!is_terminal_ || time - last_ < pause)
            return;
        last_ = time;
        tell("\r\x1b[K" + progress(training, steps_));
    }
    void end(const std::string& text) const { tell((is_terminal_ ? "\r\x1b[K" : "") + text); }

private:
    int steps_;
    bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string curve(const Training& training) {
    std::string text = "step,loss\n";
    std::size_t step = 0;
    for (const Real loss : training.losses())
        text += std::to_string(step++) + "," + shortest(loss) + "\n";
    return text;
}

} // namespace

ExitCode train(const TrainRequest& request) {
    const bool has_curve = !request.curve.empty();
    if (has_curve && is_standard_output(request.curve) && is_standard_output(request.output)) {
        say("the document and the curve cannot both go to standard output; name a file with -o");
        return ExitCode::Usage;
    }
    auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    const auto learned = inputs_named(*document, request.learned);
    if (!learned) {
        say(learned.error());
        return ExitCode::Usage;
    }
    TrainingSettings settings;
    settings.optimiser = request.optimiser;
    settings.rate = request.rate;
    settings.weight_decay = request.weight_decay;
    settings.learned = learned->empty() ? learned_inputs(*document) : *learned;
    if (request.seed)
        *document = drawn_by_seed(*std::move(document), settings.learned, *request.seed);
    auto training = begin_training(*document, settings);
    if (!training) {
        say(training.error());
        return ExitCode::Usage;
    }
    ProgressLine line(request.steps);
    for (int step = 0; step < request.steps; ++step) {
        if (const auto done = training->step(); !done) {
            line.end("");
            say(done.error());
            return ExitCode::Failed;
        }
        line.now(*training);
    }
    line.end(progress(*training, request.steps) + ", which was " + shortest(training->losses()[0]) +
             "\n");
    const ExitCode written = write_result(io::write_document(training->document()), request.output);
    return written == ExitCode::Done && has_curve ? write_result(curve(*training), request.curve)
                                                  : written;
}

} // namespace app::cli
