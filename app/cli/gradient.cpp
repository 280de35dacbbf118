// SPDX-License-Identifier: MIT
// The command gradient: the derivatives of one number with respect to all inputs or one stage, and
// the backward pass.
#include "core/document/gradient.h"

#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/document/derivation_text.h"
#include "core/document/sheet.h"
#include "core/document/unmoved.h"
#include "core/document/written_place.h"
#include "core/publish/sheet_formats.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace app::cli {
namespace {

using namespace attn;

/// The table of a stage with derivatives instead of its numbers.
publish::SheetTable table_of(const Document& document, const Trace& trace, const Place& place,
                             const SheetGradient& gradient) {
    publish::SheetTable table = publish::sheet_table(document, trace, gradient.sheet);
    table.formula = "∂ " + place_text(document, place) + " / ∂ " + table.name;
    if (!gradient.formula.empty())
        table.formula += " = " + publish::plain_formula(gradient.formula);
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

/// Finds the stage by a name with or without "d." in front.
Result<SheetId> stage_asked(const Document& document, const std::string& name) {
    return sheet_named(document, name.starts_with("d.") ? name.substr(2) : name);
}

/// Describes options that exclude each other; empty if there are none.
std::string contradiction(const GradientRequest& request) {
    const bool is_list = request.format == Format::Text || request.format == Format::Json;
    if (request.has_steps && !request.stage.empty())
        return "--steps lists every stage; leave out --stage to see them, or --steps to see one";
    if (!request.cell.empty() && (request.has_steps || !request.stage.empty()))
        return "--explain is about one derivative; leave out --stage and --steps";
    if (!request.cell.empty() && request.format != Format::Text)
        return "--explain writes text; leave out --format";
    if (request.cell.empty() && request.stage.empty() && !is_list)
        return "a csv or npy file holds one stage; name it with --stage";
    return "";
}

std::string comes_after(const Document& document, const SheetId& stage, const Place& place) {
    return "the stage " + to_text(stage) + " comes after " + to_text(place.sheet) + ", so " +
           place_text(document, place) + " does not depend on it; choose a stage that comes before";
}

/// Explains one derivative with its terms.
ExitCode explain_cell(const GradientRequest& request, const Document& document, const Place& of) {
    const auto cell = place_named(document, request.cell.starts_with("d.") ? request.cell.substr(2)
                                                                           : request.cell);
    if (!cell) {
        say(cell.error());
        return ExitCode::Usage;
    }
    const auto pass = backward_pass(document, evaluate(document), of);
    if (!pass) {
        say(pass.error());
        return ExitCode::Usage;
    }
    const auto at = pass->stages.graph.find(cell->sheet);
    if (info(cell->sheet.stage).is_by_query || !at || *at > pass->stages.of) {
        say(comes_after(document, cell->sheet, of));
        return ExitCode::Usage;
    }
    DerivationStyle style;
    style.numbers.digits = request.decimals.value_or(4);
    return write_result(to_text(derive_gradient(document, *pass, *cell), style), request.output);
}

} // namespace

ExitCode gradient(const GradientRequest& request) {
    if (const std::string fault = contradiction(request); !fault.empty()) {
        say(fault);
        return ExitCode::Usage;
    }
    if (const auto fault = idle_option(request)) {
        say(*fault);
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
    if (!request.cell.empty())
        return explain_cell(request, *document, *place);
    const Trace trace = evaluate(*document);
    const auto all = gradients_of(*document, trace, *place);
    if (!all) {
        say(all.error());
        return ExitCode::Usage;
    }
    std::vector<publish::SheetTable> tables;
    for (const SheetGradient& one : *all) {
        const Place first{one.sheet, 0, 0};
        const bool is_asked = request.has_steps       ? shown_place(*document, first) == first
                              : request.stage.empty() ? is_given(*document, one.sheet.stage)
                                                      : one.sheet == *stage;
        if (is_asked)
            tables.push_back(table_of(*document, trace, *place, one));
    }
    if (const std::string why = why_unmoved(*document, *place); !why.empty())
        say("every derivative of " + place_text(*document, *place) + " is 0. " + why);
    if (request.has_steps)
        std::reverse(tables.begin(), tables.end());
    if (tables.empty()) {
        say(comes_after(*document, *stage, *place));
        return ExitCode::Usage;
    }
    return write_result(formatted(tables, request), request.output);
}

} // namespace app::cli
