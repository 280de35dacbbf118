// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/idle.h"
#include "app/cli/input.h"
#include "app/cli/missing.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"
#include "core/document/covers.h"
#include "core/document/next_word.h"
#include "core/publish/sheet_formats.h"

#include <cassert>

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

} // namespace app::cli
