// SPDX-License-Identifier: MIT
#include "app/page/lab.h"

#include "app/page/json.h"
#include "core/base/number_text.h"
#include "core/document/commands/giving.h"
#include "core/document/commands/placing.h"
#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/next_word.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/io/document/command_json.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace page {

using namespace attn;

namespace {

/// Reads a decimal or a fraction. The window also reads arithmetic.
Result<Real> number_typed(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos)
        return parse_number(text);
    const auto above = parse_number(text.substr(0, slash));
    const auto below = parse_number(text.substr(slash + 1));
    if (!above || !below || !std::isfinite(*above / *below))
        return Error{"“" + std::string(text) +
                     "” is not a number; type one such as 0.5, -2 or 1/3"};
    return *above / *below;
}

Error only_shown() {
    return Error{"This page only shows its numbers. Download the document, and change it in "
                 "Attention Lab"};
}

Error is_still_covered() {
    return Error{"This number is covered; reveal it first"};
}

Error not_an_input(const Place& place) {
    return Error{"The numbers of " + to_text(place.sheet) +
                 " are computed; change an input instead, such as a number of X"};
}

} // namespace

Lab::Lab(Document document)
    : given_(document), history_(std::move(document)), trace_(evaluate(given_)) {
    evaluations_ = 1;
    cover();
    if (!exists(given_, alone_))
        alone_ = {model_of(given_).shown};
}

void Lab::follow(const Document& before) {
    if (before == document())
        return;
    trace_ = evaluate(document(), before, std::move(trace_));
    const bool was_covered = seen_.has_value();
    cover();
    // Covering or revealing changes more of the picture than was computed.
    evaluations_ += was_covered || seen_ ? 2 : 1;
    std::erase_if(view_.marked, [&](const Place& place) { return !exists(document(), place); });
    view_ = figure::within(document(), view_);
    if (view_.selected && !exists(document(), *view_.selected))
        view_.selected.reset();
    point(view_.pointed && exists(document(), *view_.pointed) ? view_.pointed : std::nullopt);
    follow_step();
}

/// Keeps the state before the last change, if it is computed soon.
void Lab::follow_step() {
    constexpr Real soon_computed = 5e6; // multiplications
    const std::size_t now = history_.position();
    if (now == 0 || !document().options.has_table) {
        step_before_.reset();
        return;
    }
    const Document& then = history_.document(now - 1);
    if (step_before_ && step_before_->document == then)
        return;
    step_before_.reset();
    if (evaluation_cost(then) <= soon_computed)
        step_before_ = Calculation{then, evaluate(then)};
}

void Lab::cover() {
    seen_.reset();
    if (!document().covers.empty())
        seen_ = as_seen(document(), trace_);
}

void Lab::push(Document changed, const std::string& what, Gesture gesture) {
    const Document before = document();
    history_.push(std::move(changed), what, gesture);
    follow(before);
}

Result<> Lab::apply(std::string_view json, Gesture gesture) {
    if (!edits_)
        return only_shown();
    const auto command = io::read_command(json, "command");
    if (!command)
        return command.error();
    auto changed = attn::apply(document(), *command);
    if (!changed)
        return changed.error();
    push(std::move(*changed), describe(history_.before(gesture), *command), gesture);
    return Nothing{};
}

std::string Lab::command_of(const figure::GivenRegion& mark) const {
    if (mark.act == figure::GivenRegion::Act::Release)
        return io::write_command(Release{mark.sheet});
    const auto shares = shares_command(document(), mark.sheet);
    assert(shares && "only given weights offer this");
    return io::write_command(*shares);
}

Result<> Lab::type(std::string_view text) {
    if (!view_.selected)
        return Error{"Select a number first"};
    const Place place = *view_.selected;
    if (!edits_)
        return only_shown();
    if (is_covered(document(), place))
        return is_still_covered();
    if (!is_given(document(), place.sheet))
        return not_an_input(place);
    const auto value = number_typed(text);
    if (!value)
        return value.error();
    const SetCell command{place, *value};
    auto changed = attn::apply(document(), command);
    if (!changed)
        return changed.error();
    push(std::move(*changed), describe(document(), command), 0);
    return Nothing{};
}

Result<std::string> Lab::type_text(std::string_view text, std::size_t caret, Gesture gesture) {
    if (!edits_)
        return only_shown();
    if (std::string why = why_no_text(document()); !why.empty())
        return Error{std::move(why)};
    const TypedText typed =
        read_typed(seen_document(), seen_trace(), text, std::min(caret, text.size()));
    std::vector<std::string> offered, unknown;
    for (std::size_t at = 0; at < typed.words.size(); ++at)
        if (!typed.words[at].is_known && !(typed.is_begun && typed.at == at))
            unknown.push_back(json_string(typed.words[at].word));
    for (const std::string& word : typed.offered)
        offered.push_back(json_string(word));
    // Each state is made from the one before all of them: fewer words cut learned positions.
    const Document& base = history_.before(gesture);
    const std::string fault = read_typed(base, text, std::min(caret, text.size())).fault;
    if (fault.empty()) {
        const SetWords command{words_of(typed)};
        auto changed = attn::apply(base, command);
        if (!changed)
            return changed.error();
        push(std::move(*changed), describe(history_.before(gesture), command), gesture);
        choose_query(word_at(typed, caret));
    }
    return json_object({{"offered", json_list(offered)},
                        {"unknown", json_list(unknown)},
                        {"begun", json_bool(typed.is_begun)},
                        {"fault", json_string(fault)}});
}

std::string Lab::take_offered(std::string_view text, std::size_t caret, std::size_t which) const {
    const TypedText typed =
        read_typed(seen_document(), seen_trace(), text, std::min(caret, text.size()));
    TextAndCaret made{std::string(text), caret};
    if (which < typed.offered.size())
        made = with_offered(text, caret, typed, typed.offered[which]);
    return json_object({{"text", json_string(made.text)}, {"caret", std::to_string(made.caret)}});
}

Result<> Lab::drag(double travelled, bool fine, Gesture gesture) {
    if (!view_.selected)
        return Error{"Select a number first"};
    if (!edits_)
        return only_shown();
    if (is_covered(document(), *view_.selected))
        return is_still_covered();
    if (!is_given(document(), view_.selected->sheet))
        return not_an_input(*view_.selected);
    if (drag_.gesture != gesture)
        drag_ = {gesture, *view_.selected, value_at(document(), trace_, *view_.selected)};
    const SetCell command{drag_.place, scrubbed(drag_.start, travelled, fine)};
    auto changed = attn::apply(document(), command);
    if (!changed)
        return changed.error();
    push(std::move(*changed), describe(history_.before(gesture), command), gesture);
    return Nothing{};
}

void Lab::undo() {
    const Document before = document();
    if (history_.can_undo())
        history_.undo();
    follow(before);
}

void Lab::redo() {
    const Document before = document();
    if (history_.can_redo())
        history_.redo();
    follow(before);
}

void Lab::cancel(Gesture gesture) {
    const Document before = document();
    history_.cancel(gesture);
    follow(before);
}

void Lab::reset() {
    push(given_, "Reset to the original document", 0);
}

void Lab::carry(OpenedLesson lesson) {
    telling_.carry(std::move(lesson));
}

void Lab::tell(Tells what, std::size_t which) {
    telling_.tell(what, which, document());
    follow_lesson();
}

void Lab::tell_next(Index by) {
    telling_.go(by, document());
    follow_lesson();
}

void Lab::answer_by_choice(std::size_t choice) {
    telling_.answer_by_choice(choice, document(), trace_, view_);
    reveal_answer();
}

Result<> Lab::answer_by_number(std::string_view typed) {
    const auto number = number_typed(typed);
    if (!number)
        return number.error();
    telling_.answer_by_number(*number, document(), trace_, view_);
    reveal_answer();
    return Nothing{};
}

void Lab::show_answer() {
    telling_.show_answer();
    reveal_answer();
}

/// Shows what the given answer tells, if the document covers it.
void Lab::reveal_answer() {
    const LessonQuestion* const question = telling_.answered();
    const auto region = question ? told_by_answer(*question) : std::nullopt;
    const auto cells = region ? cells_of(document(), *region) : std::nullopt;
    if (cells && has_covered(document(), *cells))
        reveal(*cells);
}

void Lab::reveal(const CellRange& cells) {
    SetCovers command = reveal_command(document(), cells);
    Document revealed = document();
    revealed.covers = std::move(command.covers);
    push(std::move(revealed), command.what, 0);
}

void Lab::follow_lesson() {
    view_ = telling_.view(document(), std::move(view_));
    if (const Document* const told = telling_.document())
        push(*told, telling_.what(), 0);
    view_ = figure::within(document(), view_);
}

Result<std::string> Lab::reveal(std::string_view expected) {
    if (!view_.selected || !is_covered(document(), *view_.selected))
        return Error{"Select a covered number first"};
    std::string said;
    const Place place = *view_.selected;
    if (!expected.empty()) {
        const auto guess = number_typed(expected);
        if (!guess)
            return guess.error();
        said = guess_text(*guess, value_at(document(), trace_, place), view_.numbers);
    }
    reveal(range_of(place));
    return said;
}

Result<std::string> Lab::judge(std::string_view written, std::string_view typed) const {
    const auto place = parse_written_place(document(), written);
    if (!place || !exists(document(), *place))
        return Error{"there is no box " + std::string(written)};
    const auto number = number_typed(typed);
    if (!number)
        return number.error();
    Document open = document(); // a student has solved what it covers
    open.covers.clear();
    const Judged made = judged(open, trace_, *place, *number, view_.numbers);
    std::vector<std::string> mistakes;
    for (const std::string& mistake : made.mistakes)
        mistakes.push_back(json_string(mistake));
    return json_object({{"right", json_bool(made.is_right)}, {"mistakes", json_list(mistakes)}});
}

void Lab::reveal_next() {
    if (const auto place = first_covered(document())) {
        select(place);
        static_cast<void>(reveal(""));
    }
}

void Lab::compare(bool is_compared) {
    if (!is_compared)
        before_.reset();
    else if (!before_)
        before_ = Calculation{given_, evaluate(given_)};
}

void Lab::point(const std::optional<Place>& place) {
    point_at(view_, document(), place, &seen_document(), &seen_trace());
}

void Lab::select(const std::optional<Place>& place) {
    view_.selected = place;
    if (place) {
        view_.head = head_showing(document(), place->sheet, view_.head);
        open_part_of(document(), place->sheet, view_);
        if (place->sheet.stage == Stage::WeightedValues)
            view_.query = place->sheet.query;
    }
    point(view_.pointed);
}

Result<> Lab::select(std::string_view written) {
    const auto place = parse_written_place(document(), written);
    if (!place)
        return place.error();
    if (!exists(document(), *place))
        return Error{"there is no number " + std::string(written) +
                     "; write a place such as weights[0,1]"};
    select(*place);
    return Nothing{};
}

void Lab::step(Index rows, Index columns) {
    if (!view_.selected) {
        select(Place{});
        return;
    }
    Place place = *view_.selected;
    const bool is_turned = written_form(document(), place.sheet).is_transposed;
    const Shape shape = shape_of(document(), place.sheet);
    if (is_turned)
        std::swap(rows, columns);
    place.row = std::clamp<Index>(place.row + rows, 0, shape.rows - 1);
    place.column = std::clamp<Index>(place.column + columns, 0, shape.columns - 1);
    select(place);
}

void Lab::step_sheet(Index by) {
    std::vector<SheetId> list;
    for (SheetId sheet : sheets(document())) {
        if (sheet.stage == Stage::WeightedValues)
            sheet.query = view_.query;
        const bool is_of_head =
            sheet.head == (sheet.stage == Stage::WeightedValues
                               ? view_.head
                               : sheet_of_head(document(), sheet.stage, view_.head).head);
        if (is_of_head && !repeats_previous(document(), sheet.stage))
            list.push_back(sheet);
    }
    const Place now = view_.selected.value_or(Place{});
    const auto found = std::find(list.begin(), list.end(), now.sheet);
    const Index count = static_cast<Index>(list.size());
    const Index at = found == list.end() ? 0 : (found - list.begin() + by + count) % count;
    const SheetId next = list[static_cast<std::size_t>(at)];
    const Shape shape = shape_of(document(), next);
    select(Place{next, std::min(now.row, shape.rows - 1), std::min(now.column, shape.columns - 1)});
}

void Lab::choose_query(Index query) {
    if (query >= 0 && query < token_count(document()))
        view_.query = query;
    point(view_.pointed);
}

void Lab::choose_head(Index head) {
    if (head >= 0 && head < head_count(document()))
        view_.head = head;
}

void Lab::open(const figure::OpeningRegion& opening) {
    view_.layer = opening.layer;
    view_.is_cross = opening.is_cross;
    view_.head = opening.head.value_or(view_.head);
    choose_query(opening.query.value_or(view_.query));
}

void Lab::choose_part(Index part) {
    open_part(document(), part, view_);
    if (is_of_all_layers(alone_.stage))
        return;
    alone_.layer = view_.layer;
    alone_.is_cross = view_.is_cross && may_be_cross(alone_.stage);
}

Result<> Lab::show_alone(std::string_view name) {
    const auto sheet = sheet_named(name);
    if (!sheet)
        return sheet.error();
    alone_ = *sheet;
    open_part_of(document(), alone_, view_);
    return Nothing{};
}

SheetId Lab::alone() const {
    SheetId sheet = alone_;
    sheet.head = sheet_of_head(document(), sheet.stage, view_.head).head;
    sheet.query = sheet.stage == Stage::WeightedValues ? view_.query : 0;
    return exists(document(), sheet) ? sheet : SheetId{model_of(document()).shown};
}

bool Lab::press_label(const figure::LabelRegion& label) {
    const StageInfo& stage = info(label.sheet.stage);
    const Role role = label.is_row ? stage.rows : stage.columns;
    const bool is_word = role == Role::Query || role == Role::Token ||
                         (role == Role::Key && !document().options.has_memory);
    if (is_word)
        choose_query(label.at);
    return is_word;
}

} // namespace page
