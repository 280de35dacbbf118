// SPDX-License-Identifier: MIT
// The command seek: finds inputs that bring numbers to given values.

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/made.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/goal_seek.h"
#include "core/document/model/written_place.h"
#include "core/io/document/document_json.h"
#include "core/io/text/limits_text.h"
#include "core/publish/exporters.h"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

namespace app::cli {
namespace {

using namespace attn;

/// Reads a goal: "weights[0,1]=0.8".
Result<Goal> goal_named(const Document& document, const std::string& text) {
    const std::size_t sign = text.rfind('=');
    const std::string number = sign == std::string::npos ? "" : text.substr(sign + 1);
    Goal goal;
    const auto [end, fault] =
        std::from_chars(number.data(), number.data() + number.size(), goal.value);
    if (fault != std::errc{} || end != number.data() + number.size())
        return Error{cite(text) +
                     " is not a goal; write a place and a number, as in weights[0,1]=0.8"};
    const auto place = place_named(document, text.substr(0, sign));
    if (!place)
        return place.error();
    goal.place = *place;
    return goal;
}

Result<Freedom> freedom_of(const Document& document, const SeekRequest& request) {
    auto cells = cells_named(document, request.free);
    if (!cells)
        return cells.error();
    if (cells->empty())
        *cells = all_cells(document, movable_inputs(document));
    auto limits = io::read_limits(document, *cells, request.limits);
    if (!limits)
        return limits.error();
    return Freedom{*std::move(cells), *std::move(limits), !request.moves_any_way};
}

/// Returns for example "computed 1200 times, off by 0.03".
std::string progress(std::int64_t times, Real off) {
    return "computed " + std::to_string(times) + " times, off by " + significant(off, 2);
}

/// Returns for example "weights[0,1] = 1.5 was not reached; the nearest found is 0.99".
std::string unreached(const Document& document, const std::vector<Goal>& goals,
                      const Sought& found) {
    std::string text;
    for (std::size_t at = 0; at < goals.size(); ++at)
        if (!found.is_reached[at])
            text += (text.empty() ? "" : "; ") + place_text(document, goals[at].place) + " = " +
                    shortest(goals[at].value) + " was not reached; the nearest found is " +
                    shortest(found.values[at]);
    return text;
}

} // namespace

ExitCode seek(const SeekRequest& request) {
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    std::vector<Goal> goals;
    for (const std::string& text : request.goals) {
        const auto goal = goal_named(*document, text);
        if (!goal) {
            say(goal.error());
            return ExitCode::Usage;
        }
        goals.push_back(*goal);
    }
    const auto freedom = freedom_of(*document, request);
    if (!freedom) {
        say(freedom.error());
        return ExitCode::Usage;
    }
    ProgressLine line;
    SeekWatch watch;
    watch.on_computed = [&](std::int64_t times, Real off) {
        line.now([&] { return progress(times, off); });
    };
    const auto found = attn::seek(*document, goals, *freedom, watch);
    line.end("");
    if (!found) {
        say(found.error());
        return ExitCode::Usage;
    }
    if (!found->are_all_reached()) {
        say(unreached(*document, goals, *found) +
            (request.accepts_nearest
                 ? ""
                 : "; nothing was written. To write the nearest, add --accept-nearest"));
        for (const Goal& goal : goals)
            if (const std::string why = why_unmoved(*document, goal.place); !why.empty())
                say(place_text(*document, goal.place) + ": " + why);
        if (!request.accepts_nearest)
            return ExitCode::Failed;
    }
    return write_result(io::write_document(found->document), request.output);
}

// The command train: steps that reduce a document's loss, the loss curve, and a progress line.

namespace {

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
