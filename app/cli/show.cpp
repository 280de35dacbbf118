// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/made.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/next_word.h"
#include "core/publish/text/sheet_formats.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace app::cli {
namespace {

using namespace attn;

/// More would not fit in memory as text.
constexpr Index max_printed_numbers = 50'000'000;

/// The requested sheets; the error lists the existing ones.
Result<std::vector<SheetId>> chosen(const Document& document, const std::string& stage) {
    if (stage.empty())
        return sheets(document);
    const auto sheet = sheet_named(document, stage);
    if (!sheet)
        return sheet.error();
    return std::vector<SheetId>{*sheet};
}

std::string all_as_text(const Document& document, const Trace& trace, const ShowRequest& request,
                        const std::vector<SheetId>& list) {
    std::string text = document.title.empty() ? "" : printable(document.title) + "\n\n";
    bool is_first = true;
    for (const SheetId& sheet : list) {
        text += is_first ? "" : "\n";
        is_first = false;
        // A stage that changes nothing is mentioned instead of printed again.
        if (repeats_previous(document, sheet)) {
            SheetId before = sheet;
            before.stage = stage_before(document, sheet);
            text += to_text(sheet) + "  the same numbers as " + to_text(before) + "\n";
            continue;
        }
        text += publish::to_text(publish::sheet_table(document, trace, sheet), request.decimals);
    }
    return text;
}

std::string formatted(const Document& document, const Trace& trace, const ShowRequest& request,
                      const std::vector<SheetId>& list) {
    if (request.stage.empty()) {
        if (request.format == Format::Text)
            return all_as_text(document, trace, request, list);
        std::vector<publish::SheetTable> tables;
        for (const SheetId& sheet : list)
            tables.push_back(publish::sheet_table(document, trace, sheet));
        return publish::to_json(tables, request.decimals);
    }
    const publish::SheetTable table = publish::sheet_table(document, trace, list.front());
    switch (request.format) {
    case Format::Text:
        return publish::to_text(table, request.decimals);
    case Format::Csv:
        return publish::to_csv(table, request.decimals);
    case Format::Json:
        return publish::to_json(table, request.decimals);
    case Format::Npy:
        return publish::to_npy(table);
    }
    assert(false && "every format is handled");
    return "";
}

} // namespace

ExitCode show(const ShowRequest& request) {
    if (const auto fault = idle_option(request)) {
        say(*fault);
        return ExitCode::Usage;
    }
    const bool whole = request.format == Format::Text || request.format == Format::Json;
    if (request.stage.empty() && !whole) {
        say("a csv or npy file holds one stage; name it with --stage");
        return ExitCode::Usage;
    }
    if (request.format == Format::Npy && would_spoil_terminal(request.output, "npy"))
        return ExitCode::Usage;
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    const auto list = chosen(*document, request.stage);
    if (!list) {
        say(list.error());
        return ExitCode::Usage;
    }
    if (const std::string why = why_no_next_word(*document); !why.empty()) {
        const bool is_asked =
            !request.stage.empty() && list->front().stage == Stage("probabilities");
        say((is_asked ? "" : "note: ") + why);
        if (is_asked)
            return ExitCode::Rejected;
    }
    Index numbers = 0;
    for (const SheetId& sheet : *list)
        numbers += publish::numbers_in(*document, sheet);
    if (numbers > max_printed_numbers) {
        say("this would print " + std::to_string(numbers) + " numbers, but at most " +
            std::to_string(max_printed_numbers) +
            " are printed; choose a smaller stage with --stage");
        return ExitCode::Failed;
    }
    const Trace trace = evaluate(*document);
    if (const auto found = first_non_finite(*document, trace))
        say("note: " + found->sentence);
    const Seen seen(*document, trace);
    return write_result(formatted(seen.document(), seen.trace(), request, *list), request.output);
}

ExitCode explain(const ExplainRequest& request) {
    const auto document = Input().document(request.document);
    if (!document) {
        say(document.error());
        return ExitCode::Rejected;
    }
    const auto place = place_named(*document, request.place);
    if (!place) {
        say(place.error());
        return ExitCode::Usage;
    }
    const Trace trace = evaluate(*document);
    const Seen seen(*document, trace);
    const auto chain = derivation_chain(seen.document(), seen.trace(), *place);
    DerivationStyle style;
    style.numbers.digits = request.decimals.value_or(4);
    return write_result(request.is_latex ? to_latex(chain, style) : to_text(chain, style),
                        request.output);
}

// The command gradient: the derivatives of one number with respect to all inputs or one stage, and
// the backward pass.

namespace {

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
                              : request.stage.empty() ? is_given(*document, one.sheet)
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
