// SPDX-License-Identifier: MIT
// The command seek: finds inputs that bring numbers to given values.
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/goal_seek.h"
#include "core/document/unmoved.h"
#include "core/document/written_cells.h"
#include "core/document/written_place.h"
#include "core/io/document_json.h"
#include "core/io/limits_text.h"

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

} // namespace app::cli
