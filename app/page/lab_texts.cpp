// SPDX-License-Identifier: MIT
// The texts of a page's lab: numbers, the state of the controls, where a number comes from.
#include "app/page/json.h"
#include "app/page/lab.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/texts.h"
#include "core/document/explaining/derivation.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/table.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/next_word.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/base/text.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"

#include <algorithm>

namespace page {

using namespace attn;

namespace {

std::string json_matrix(const Matrix& matrix) {
    std::vector<std::string> rows;
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::vector<std::string> numbers;
        for (Index column = 0; column < matrix.cols(); ++column)
            numbers.push_back(io::json_number(matrix(row, column)));
        rows.push_back(json_list(numbers));
    }
    return json_list(rows);
}

std::string json_words(const std::vector<std::string>& words) {
    std::vector<std::string> list;
    for (const std::string& word : words)
        list.push_back(json_string(figure::visible_word(word)));
    return json_list(list);
}

std::string step_of(const Document& document, const Derivation& derivation) {
    return json_object({{"place", json_string(place_text(document, derivation.place))},
                        {"title", json_string(derivation.title)},
                        {"line", json_string(one_line(derivation))}});
}

} // namespace

Result<SheetId> Lab::sheet_named(std::string_view name) const {
    const auto sheet = parse_sheet(name);
    if (sheet && !exists(document(), *sheet))
        return Error{"the document has no matrix " + std::string(name)};
    return sheet;
}

Result<std::string> Lab::numbers(std::string_view name) const {
    const auto sheet = sheet_named(name);
    if (!sheet)
        return sheet.error();
    if (sheet->stage != Stage::WeightedValues)
        return json_matrix(written_matrix(document(), trace_, *sheet));
    std::vector<std::string> of_words;
    SheetId of_query = *sheet;
    for (of_query.query = 0; of_query.query < token_count(document()); ++of_query.query)
        of_words.push_back(json_matrix(written_matrix(document(), trace_, of_query)));
    return json_list(of_words);
}

Result<std::string> Lab::table(std::string_view name) const {
    auto sheet = sheet_named(name);
    if (!sheet)
        return sheet.error();
    if (sheet->stage == Stage::WeightedValues)
        sheet->query = view_.query;
    std::vector<std::string> rows;
    const Matrix matrix = written_matrix(seen_document(), seen_trace(), *sheet);
    const NumberFormat form = format_of(matrix, view_.numbers);
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::vector<std::string> numbers;
        for (Index column = 0; column < matrix.cols(); ++column)
            numbers.push_back(json_string(format(matrix(row, column), form)));
        rows.push_back(json_list(numbers));
    }
    const WrittenForm written = written_form(document(), *sheet);
    return json_object({{"title", json_string(title(document(), sheet->stage))},
                        {"rows", json_words(written.row_names)},
                        {"columns", json_words(written.column_names)},
                        {"numbers", json_list(rows)}});
}

std::string Lab::file() const {
    return io::write_document(document());
}

/// The likeliest next words as JSON, each with what it was: of the page as it was given while it is
/// compared with, else before the last change.
std::string Lab::next_words() const {
    constexpr Index most = 5;
    if (!document().options.has_table || !has_stage(document(), Stage("probabilities")))
        return "[]";
    const std::optional<Calculation>& then = before_ ? before_ : step_before_;
    const auto found = compared_words(seen_document(), seen_trace(), then ? &*then : nullptr, most);
    if (!found)
        return "[]";
    const bool is_compared = has_changed(*found);
    std::vector<std::string> list;
    for (const ComparedWord& one : *found) {
        const std::string& word = output_words(document())[static_cast<std::size_t>(one.word)];
        list.push_back(json_object(
            {{"word", json_string(word)},
             {"now", io::json_number(one.now)},
             {"said", json_string(decimals(one.now, 2))},
             {"before", is_compared && one.before ? io::json_number(*one.before) : "null"},
             {"said_before",
              json_string(is_compared && one.before ? decimals(*one.before, 2) : "")}}));
    }
    return json_list(list);
}

std::string Lab::state() const {
    const Document& now = document();
    std::vector<std::string> matrices, layers;
    const OpenPart open(seen_document(), seen_trace(), view_);
    for (const SheetId& sheet : sheets(now)) {
        if (!open.in_part(sheet) || repeats_previous(now, sheet.stage) ||
            sheet.head != sheet_of_head(now, sheet.stage, view_.head).head)
            continue;
        matrices.push_back(json_object({{"name", json_string(to_text(sheet))},
                                        {"title", json_string(title(now, sheet.stage))}}));
    }
    for (Index at = 0; at < part_count(now); ++at) {
        View view;
        open_part(now, at, view);
        layers.push_back(part_text(now, view));
    }
    std::vector<std::string> pages;
    for (const figure::PageInfo* const page : pages_of(now))
        pages.push_back(json_object({{"id", json_string(page->id)},
                                     {"title", json_string(page->tab)},
                                     {"sentence", json_string(page->sentence)}}));
    SheetId shown = alone();
    shown.query = 0;
    std::vector<std::string> all;
    for (const SheetId& sheet : sheets(now))
        all.push_back(json_string(to_text(sheet)));
    std::vector<std::string> lessons;
    for (const OpenedLesson& one : telling_.lessons())
        lessons.push_back(json_string(to_text(Prose{{one.lesson.title}})));
    std::vector<std::string> ways; // to make weights: what commands say, and what readers see
    for (const NormaliserInfo& one : normalisers)
        ways.push_back(
            json_list({json_string(std::string(one.word)), json_string(std::string(one.choice))}));
    const bool has_switches = edits_ && has_stage(now, Stage::Weights);
    return json_object(
        {{"title", json_string(printable(now.title, 200))},
         {"rows", json_string(std::string(model_of(now).chosen))},
         {"words", json_words(now.tokens)},
         {"text", edits_ && why_no_text(now).empty() ? json_string(text_of_words(now)) : "null"},
         {"next", next_words()},
         {"goes_on", json_bool(edits_ && why_not_generated(now).empty())},
         {"query", std::to_string(view_.query)},
         {"heads", std::to_string(head_count(now))},
         {"head", std::to_string(view_.head)},
         {"layers", json_words(layers)},
         {"layer", std::to_string(part_index(now, view_))},
         {"undo", json_string(history_.undo_description())},
         {"redo", json_string(history_.redo_description())},
         {"changed", json_bool(!(now == given_))},
         {"told", telling_.json(seen_document(), seen_trace(), view_, lit_phrase())},
         {"question", telling_.question_json(document(), trace_, view_)},
         {"lessons", json_list(lessons)},
         {"edits", json_bool(edits_)},
         {"covered", json_bool(seen_.has_value())},
         {"parts", json_bool(has_parts())},
         {"part", json_bool(shows_part_)},
         {"compared", json_bool(before_.has_value())},
         {"scale", has_switches ? io::write_command(SetScale{now.switches.scale}) : "null"},
         {"mask", has_switches ? io::write_command(SetMask{now.switches.mask}) : "null"},
         {"normaliser",
          has_switches ? io::write_command(SetNormaliser{now.switches.normaliser}) : "null"},
         {"normalisers", json_list(ways)},
         {"turned", json_bool(now.convention == Convention::TokensAsColumns)},
         {"axis", has_switches ? io::write_command(SetAxis{now.switches.axis}) : "null"},
         {"temperature",
          has_switches ? io::write_command(SetTemperature{now.switches.temperature}) : "null"},
         {"selected",
          view_.selected ? json_string(place_text(now, *view_.selected)) : std::string("null")},
         {"alone", json_string(to_text(shown))},
         {"pages", json_list(pages)},
         {"matrices", json_list(matrices)},
         {"stages", json_list(all)}});
}

std::string Lab::explanation() const {
    const Document& now = seen_document();
    const Trace& trace = seen_trace();
    const std::optional<Place>& place = view_.pointed ? view_.pointed : view_.selected;
    if (!place || !exists(now, *place))
        return "null";
    std::vector<std::string> steps, parts;
    const Derivation derivation = derive(now, trace, *place);
    for (const Derivation& step : derivation_steps(now, trace, *place))
        steps.push_back(step_of(now, step));
    const bool is_hidden = derivation.rule == Rule::Covered;
    constexpr std::size_t most_parts = 24;
    for (const Place& part : largest_places(derivation)) {
        if (parts.size() == most_parts)
            break;
        parts.push_back(json_object(
            {{"place", json_string(place_text(now, part))},
             {"title", json_string(title(now, part))},
             {"value", json_string(format(value_at(now, trace, part),
                                          format_of(now, trace, part.sheet, view_.numbers)))}}));
    }
    return json_object({{"place", json_string(place_text(now, *place))},
                        {"title", json_string(derivation.title)},
                        {"given", json_bool(is_given(now, place->sheet) && !is_hidden)},
                        {"covered", json_bool(is_hidden)},
                        {"value", json_string(format(derivation.result,
                                                     result_format(derivation, view_.numbers)))},
                        {"exact", io::json_number(derivation.result)},
                        {"steps", json_list(steps)},
                        {"parts", json_list(parts)}});
}

} // namespace page
