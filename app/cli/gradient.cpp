// SPDX-License-Identifier: MIT
// The command gradient: what every input does to one number, or one stage.
#include "core/document/gradient.h"

#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/document/sheet.h"
#include "core/document/written_place.h"
#include "core/publish/sheet_formats.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace app::cli {
namespace {

using namespace attn;

/// The table of a stage with the derivatives in place of its numbers.
publish::SheetTable table_of(const Document& document, const Trace& trace, const Place& place,
                             const SheetGradient& gradient) {
    publish::SheetTable table = publish::sheet_table(document, trace, gradient.sheet);
    table.formula = "∂ " + place_text(document, place) + " / ∂ " + table.name;
    table.name = "d." + table.name;
    table.grids = {written(gradient.values, document.convention)};
    table.no_key.clear();
    table.has_row_sums = table.has_column_sums = false;
    return table;
}

std::string formatted(const std::vector<publish::SheetTable>& tables,
                      const GradientRequest& request) {
    std::string text;
    switch (request.format) {
    case Format::Text:
        for (const publish::SheetTable& table : tables)
            text += (text.empty() ? "" : "\n") + publish::to_text(table, request.decimals);
        return text;
    case Format::Csv:
        return publish::to_csv(tables.front(), request.decimals);
    case Format::Json:
        return request.stage.empty() ? publish::to_json(tables, request.decimals)
                                     : publish::to_json(tables.front(), request.decimals);
    case Format::Npy:
        return publish::to_npy(tables.front());
    }
    assert(false && "every format is handled");
    return text;
}

/// The stage of a name with or without "d." before it.
Result<SheetId> stage_asked(const Document& document, const std::string& name) {
    return sheet_named(document, name.starts_with("d.") ? name.substr(2) : name);
}

} // namespace

ExitCode gradient(const GradientRequest& request) {
    if (request.stage.empty() && request.format != Format::Text && request.format != Format::Json) {
        say("csv and npy hold one stage; choose it with --stage");
        return ExitCode::Usage;
    }
    if (request.format == Format::Npy && would_spoil_terminal(request.output, "npy"))
        return ExitCode::Usage;
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    const auto place = place_named(*document, request.place);
    const auto stage = request.stage.empty() || !place ? Result<SheetId>(SheetId{})
                                                       : stage_asked(*document, request.stage);
    if (!place || !stage) {
        say(!place ? place.error() : stage.error());
        return ExitCode::Usage;
    }
    const Trace trace = evaluate(*document);
    const auto all = gradients_of(*document, trace, *place);
    if (!all) {
        say(all.error());
        return ExitCode::Usage;
    }
    std::vector<publish::SheetTable> tables;
    for (const SheetGradient& one : *all)
        if (request.stage.empty() ? is_given(*document, one.sheet.stage) : one.sheet == *stage)
            tables.push_back(table_of(*document, trace, *place, one));
    if (tables.empty()) {
        say("the stage " + to_text(*stage) + " comes after " + to_text(place->sheet) +
            ", so it does nothing to " + place_text(*document, *place) +
            "; choose a stage that comes before");
        return ExitCode::Usage;
    }
    return write_result(formatted(tables, request), request.output);
}

} // namespace app::cli
