// SPDX-License-Identifier: MIT
#include "core/figure/matrix/sheet_look.h"

#include "core/base/number_text.h"
#include "core/document/commands/giving.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/stage_info.h"
#include "core/figure/base/number_form.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace attn::figure {

// The parts of a look that only matrices of concepts have: names, kept part and scale.

/// Sets roles, names of films and new vectors, the family, and what is dropped.
void set_concepts(SheetLook& look, const Document& document, const View& view);

/// The range of all numbers of the family's matrices, shown or not.
NumberRange family_range(const Document& document, const Trace& trace, Family family);

namespace {

std::string role_text(const Document& document, Role role) {
    return std::string(model_of(document).columns.empty() ? info(role).text : concept_role(role));
}

bool is_by_words(Stage stage) {
    return info(stage).zone == Zone::Words || info(stage).zone == Zone::Projections;
}

NumberRange range_of(const SheetLook& look) {
    NumberRange range;
    const bool is_weighted = look.id.stage == Stage::WeightedValues && !look.values.held();
    if (is_weighted && look.values.size() > 0)
        if (const auto found = look.kept->range_of_weighted_values(*look.values.rows_held()))
            return {found->first, found->second, true, 0};
    if (const Matrix* held = look.values.held();
        held && held->size() > 0 && look.id.stage != Stage::Masked)
        if (const auto found = is_by_words(look.id.stage)
                                   ? look.kept->range_of_rows(look.id.stage, *held)
                                   : finite_range(held->data(), held->size()))
            return {found->first, found->second, true, 0};
    if (look.values.is_derived())
        return range_of(look.values, *look.kept);
    const bool is_masked = look.id.stage == Stage::Masked;
    for (Index row = 0; row < look.values.rows(); ++row) {
        const Vector values = look.values.row(row);
        for (Index column = 0; column < values.size(); ++column) {
            const Real number = values(column);
            if (!std::isfinite(number)) {
                range.covered += is_covered(number);
                range.non_finite +=
                    !is_covered(number) &&
                    !(is_masked && look.mask && attn::is_blocked(*look.mask, row, column));
                continue;
            }
            range.low = range.has_any ? std::min(range.low, number) : number;
            range.high = range.has_any ? std::max(range.high, number) : number;
            range.has_any = true;
        }
    }
    return range;
}

/// The joint range of the looks that `is_meant` accepts.
template <class Is>
NumberRange joined(const std::vector<SheetLook>& sheets, const Is& is_meant) {
    NumberRange all;
    for (const SheetLook& look : sheets)
        if (is_meant(look))
            all.join(look.range);
    return all;
}

constexpr Real least_decades = 1e-4; // a logarithmic scale begins at this share of its largest

/// The smallest of … 0.1, 0.3, 0.5, 1, 3, 5, 10 … (with `has_two` also 2, 20 …) that is at least
/// `value`.
Real round_end(Real value, bool has_two) {
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const Real decade = std::pow(10.0, std::floor(std::log10(value)) - 1);
    Real end = 200 * decade;
    for (const Real step : {100, 50, 30, 20, 10})
        if ((step != 20 || has_two) && step * decade >= value * (1 - 1e-9))
            end = step * decade;
    return std::isfinite(end) ? end : value; // the largest numbers overflow
}

/// Turns "0.30" into "0.3".
std::string without_zeros(std::string text) {
    if (text.find('.') != std::string::npos)
        text.erase(text.find_last_not_of("0") + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

} // namespace

bool has_unit_scale(const attn::Shape& shape, ColourRange::Kind range) {
    constexpr Index few_words = 16; // an even weight among more would have no colour
    using enum ColourRange::Kind;
    return range == Unit || (range != Rounded && std::max(shape.rows, shape.columns) <= few_words);
}

void set_scale(SheetLook& look, const NumberRange& shown, const View& view) {
    using enum ColourRange::Kind;
    const bool is_print = view.theme == ThemeName::Print, is_dark = view.theme == ThemeName::Dark;
    const Family kind = look.family;
    const ColourRange& range = view.range;
    const bool is_fixed = range.kind == Fixed;
    const auto& diverging = table(is_print ? Diverging::Grey : view.diverging, is_dark);
    ColourScale& scale = look.scale;
    scale.least = 0;
    scale.colours = &sequential_table(view);
    if (kind == Family::Cosines) {
        scale = {&diverging, -1, 1};
    } else if (kind != Family::Scores && kind != Family::Weights) {
        scale.colours = &diverging;
        const Real most = is_fixed ? std::max(std::abs(range.low), std::abs(range.high))
                                   : std::max(std::abs(shown.low), std::abs(shown.high));
        scale.high = most <= 0                                     ? 1
                     : range.kind == Shared || range.kind == Fixed ? most
                                                                   : round_end(most, true);
        scale.low = -scale.high;
    } else if (is_fixed && range.low < range.high && kind == Family::Scores) {
        scale.low = range.low;
        scale.high = range.high;
    } else if (kind == Family::Scores && range.kind == Symmetric) {
        scale.colours = &diverging;
        scale.high = round_end(std::max(std::abs(shown.low), std::abs(shown.high)), true);
        scale.low = -scale.high;
    } else if (kind == Family::Scores) {
        scale.low = shown.low;
        scale.high = shown.high;
    } else {
        scale.low = std::min(0.0, shown.low);
        const attn::Shape shape{look.values.rows(), look.values.cols()};
        scale.high = shown.high > 1 || has_unit_scale(shape, range.kind)
                         ? std::max(1.0, shown.high)
                         : round_end(shown.high, false);
        if (is_fixed && std::max(0.0, range.low) < range.high) {
            scale.low = std::max(0.0, range.low);
            scale.high = range.high;
        }
    }
    if (range.kind == Logarithmic && kind != Family::Scores)
        scale.least = scale.high * least_decades;
    NumberFormat ends = look.numbers;
    if (kind == Family::Weights)
        ends = {NumberFormat::Kind::Decimals, scale.high < 0.1 ? 3 : scale.high == 1 ? 0 : 2};
    const auto end_text = [&](Real end) {
        const bool is_long = format(std::abs(end), ends).size() > longest_range;
        const bool is_short = is_long || reads_zero(end, ends);
        const std::string text = number_text(end, is_short ? short_form : ends);
        // The ends of scores follow the numbers and keep their width.
        const bool is_round = kind != Family::Scores && ends.has_decimals();
        return is_round && !is_short ? without_zeros(text) : text;
    };
    look.scale_low =
        scale.least > 0 && scale.low >= 0 ? "≤ " + end_text(scale.least) : end_text(scale.low);
    look.scale_high = end_text(scale.high);
    if (!shown.has_any && look.range.covered > 0)
        look.scale_low = look.scale_high = "?";
    if (look.range.has_any && look.range.low < scale.low)
        look.scale_low = "≤ " + look.scale_low;
    if (look.range.has_any && look.range.high > scale.high)
        look.scale_high = "≥ " + look.scale_high;
}

namespace {

/// Returns the words of a role that does not use the words of X; null for other roles.
std::shared_ptr<const std::vector<std::string>> own_words(const Document& document, Role role) {
    const std::vector<std::string>* const words = words_of(document, role);
    return !words || words == &document.tokens.list() ? nullptr : visible_words(*words);
}

/// Whether one stage is computed before the other. True if one is absent.
bool is_before(const Graph& stages, Stage one, Stage other) {
    const auto at = stages.find({one}), of = stages.find({other});
    return !at || !of || *at < *of;
}

SheetLook look_of(const Document& document, const Graph& stages, const View& view,
                  const SheetId& sheet, const Cells& values) {
    const Stage stage = sheet.stage;
    const StageInfo& about = info(stage, document.model);
    const SheetRoles lines = roles_of(document, sheet);
    SheetLook look;
    look.id = sheet;
    look.id.query = about.is_by_query ? view.query : 0;
    look.values = values;
    look.is_input = input(document, sheet) != nullptr;
    look.is_given = is_given_stage(document, sheet);
    look.is_derived = about.zone == Zone::Results;
    look.title = about.heading();
    look.formula = look.formula_brief = formula(document, stages, sheet);
    if (stage == Stage::Weights)
        look.formula += (look.formula.empty() ? "" : " · ") + sums_sentence(document, values);
    if (stage == Stage::WeightedValues) {
        const std::string weights =
            "weights of “" +
            escape(visible_word(document.tokens[static_cast<std::size_t>(view.query)])) + "”" +
            which_of_equal(document.tokens, view.query);
        const bool by_rows = document.convention == Convention::TokensAsRows;
        look.formula_brief = by_rows ? weights + " · V" : "V · " + weights;
        look.formula = look.formula_brief + (by_rows ? ", row by row" : ", column by column");
    }
    look.row_role = role_text(document, lines.rows);
    look.column_role = role_text(document, lines.columns);
    look.family = about.family;
    look.has_word_rows = words_of(document, lines.rows) != nullptr;
    look.has_word_columns = words_of(document, lines.columns) != nullptr;
    look.own_rows = own_words(document, lines.rows);
    look.own_columns = own_words(document, lines.columns);
    set_numbers(look, view.numbers);
    look.has_row_sums =
        view.show_row_sums && (stage == Stage::Weights || stage == Stage::WeightedValues);
    look.axis = document.switches.axis;
    if ((stage == Stage::Masked || stage == Stage::Weights) && !sheet.is_cross &&
        document.switches.mask.kind != Mask::Kind::None)
        look.mask = &document.switches.mask;

    if (lines.rows == Role::Query || lines.rows == Role::Token)
        look.query_row = view.query;
    const bool is_of_keys = lines.rows == Role::Key || lines.rows == Role::Memory ||
                            (lines.rows == Role::Token && !document.options.has_memory &&
                             is_before(stages, stage, Stage::K));
    if (is_of_keys)
        look.key_row = view.key;
    if (lines.columns == Role::Key)
        look.key_column = view.key;
    if (!has_stage(document, Stage::Weights))
        set_concepts(look, document, view);
    if (document.convention == Convention::TokensAsColumns)
        turn(look);
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
    return look;
}

} // namespace

void set_numbers(SheetLook& look, const NumberFormat& asked) {
    look.asked = asked;
    look.numbers = format_of(look.values, asked);
}

void join_numbers(const std::vector<SheetLook*>& looks) {
    const auto is_like_first = [&](const SheetLook* look) {
        return look->numbers == looks.front()->numbers;
    };
    if (std::all_of(looks.begin(), looks.end(), is_like_first))
        return;
    for (SheetLook* const look : looks) {
        look->numbers = compared_format(look->asked);
        reserve_characters(*look);
    }
}

void offer_shares(Contents& contents) {
    for (SheetLook& look : contents.sheets) {
        if (!look.is_given || look.id.stage != Stage::Weights)
            continue;
        look.may_offer_shares = true;
        const Matrix* const held = look.values.held();
        look.offers_shares =
            line_off_shares(held ? *held : look.values.matrix(), look.axis).has_value();
    }
}

void turn(SheetLook& look) {
    look.is_transposed = !look.is_transposed;
    std::swap(look.row_role, look.column_role);
    std::swap(look.has_word_rows, look.has_word_columns);
    std::swap(look.own_rows, look.own_columns);
    std::swap(look.query_row, look.query_column);
    std::swap(look.key_row, look.key_column);
    std::swap(look.has_row_sums, look.has_column_sums);
    look.shape = std::to_string(look.row_count()) + " × " + std::to_string(look.column_count());
}

void show_part(Contents& contents, SheetLook& look, const CellPart& part) {
    auto cut = std::make_unique<Matrix>(part.rows, part.columns);
    for (Index row = 0; row < part.rows; ++row)
        cut->row(row) = look.values.row(part.row + row).segment(part.column, part.columns);
    look.values = *cut;
    contents.made.push_back(std::move(cut));
    look.has_row_sums = look.has_column_sums = false;
    look.first_row = look.is_transposed ? part.column : part.row;
    look.first_column = look.is_transposed ? part.row : part.column;
    const auto within = [](std::optional<Index>& line, Index first, Index count) {
        if (line)
            line = *line < first || *line >= first + count ? std::nullopt
                                                           : std::optional(*line - first);
    };
    for (std::optional<Index>* const line : {&look.query_row, &look.key_row})
        within(*line, look.first_row, look.row_count());
    for (std::optional<Index>* const line : {&look.query_column, &look.key_column})
        within(*line, look.first_column, look.column_count());
}

std::optional<Index> row_of_query(const SheetLook& look, const View& view) {
    const bool has_words = look.is_transposed ? look.has_word_columns : look.has_word_rows;
    if (!has_words || look.id.stage == Stage::WeightedValues)
        return std::nullopt;
    const Role rows = info(look.id.stage).rows;
    const bool is_of_memory = (rows == Role::Key || rows == Role::Memory) &&
                              (look.is_transposed ? look.own_columns : look.own_rows);
    return is_of_memory ? view.key.value_or(0) : view.query;
}

View within(const Document& document, View view) {
    const Index tokens = token_count(document);
    view.query = std::clamp<Index>(view.query, 0, std::max<Index>(0, tokens - 1));
    view.head = std::clamp<Index>(view.head, 0, head_count(document) - 1);
    if (view.key && (*view.key < 0 || *view.key >= key_count(document)))
        view.key.reset();
    for (std::optional<Place>* place : {&view.pointed, &view.selected, &view.anchor})
        if (*place)
            *place = shown_place(document, **place);
    move_places(view.marked, [&](const SheetId& sheet) {
        return shown_place(document, {sheet, 0, 0}).sheet;
    });
    return view;
}

namespace {

Contents chosen_contents(const Document& document, const Trace& trace, const View& view,
                         const std::optional<SheetId>& only, KeptLooks* kept) {
    Contents all;
    if (!kept) {
        all.own = std::make_unique<KeptLooks>();
        kept = all.own.get();
        kept->follow(document, trace, view.head, 1);
    }
    all.kept_words = kept->words();
    all.kept_keys = document.options.has_memory ? visible_words(document.memory) : all.kept_words;
    const Graph graph_of_two = graph(document, 2);
    for (const StageInfo& about : stages(document.model)) {
        const Stage stage = about.stage;
        const bool is_left_out = only ? stage != only->stage : repeats_previous(document, stage);
        if (!exists(document, SheetId{stage}) || is_left_out)
            continue;
        const SheetId sheet = only.value_or(sheet_of_head(document, stage, view.head));
        const bool is_first = sheet.layer == 0 && !sheet.is_cross;
        Cells values;
        if (stage == Stage::WeightedValues && !is_first) {
            all.made.push_back(std::make_unique<Matrix>(matrix_of(document, trace, sheet)));
            values = *all.made.back();
        } else if (stage == Stage::WeightedValues) {
            all.query_weights = kept->weights_of(
                cells_of(document, trace, {Stage::Weights, view.head}), view.query);
            const SheetId value = sheet_of_head(document, Stage::V, view.head);
            values = {*cells_of(document, trace, value).held(), *all.query_weights};
        } else {
            values = cells_of(document, trace, sheet);
        }
        all.sheets.push_back(look_of(document, graph_of_two, view, sheet, values));
        SheetLook& look = all.sheets.back();
        if (stage == Stage::Weights && !sheet.is_cross) // All layers have the same mask.
            look.no_key = &closed_lines(trace, view.head);
        if (stage == Stage::Share)
            look.no_key = &trace.concepts.no_share;
        if (stage == Stage::Cosine)
            look.no_direction = &trace.concepts.no_direction;
        if (stage == Stage::ConceptCosine)
            look.no_direction = &trace.concepts.no_concept_direction;
        look.kept = kept;
        const auto found = kept->ranges().find(stage);
        look.range = found != kept->ranges().end() ? found->second : range_of(look);
        kept->ranges()[stage] = look.range;
        if (only) // On the canvas, sizes must not depend on the numbers.
            look.numbers = readable_form(look);
        reserve_characters(look);
    }
    // W_O is placed where it is read: before the attention.
    const auto attention =
        std::find_if(all.sheets.begin(), all.sheets.end(),
                     [](const SheetLook& look) { return look.id.stage == Stage::Attention; });
    std::stable_partition(all.sheets.begin(), attention, [](const SheetLook& look) {
        return look.id.stage != Stage::WO && look.id.stage != Stage::BO;
    });
    const bool is_shared = view.range.kind == ColourRange::Kind::Shared;
    const auto is_of = [](Family family) {
        return [family](const SheetLook& look) { return look.family == family; };
    };
    const NumberRange all_signed = joined(all.sheets, is_of(Family::Signed));
    const NumberRange all_scores = joined(all.sheets, is_of(Family::Scores));
    // Computed numbers grow large: inputs have a range of their own, so that their colours stay.
    const auto is_alike = [](bool is_input) {
        return [is_input](const SheetLook& look) {
            return look.family == Family::Signed && look.is_input == is_input;
        };
    };
    const NumberRange inputs = joined(all.sheets, is_alike(true));
    const NumberRange computed = joined(all.sheets, is_alike(false));
    for (SheetLook& look : all.sheets) {
        const Family kind = look.family;
        const std::string own(look.id.stage.name());
        const auto [group, range] = [&]() -> std::pair<std::string, NumberRange> {
            if (kind >= Family::Ratings)
                return {own, family_range(document, trace, kind)};
            if (kind == Family::Weights || (kind == Family::Scores && !is_shared))
                return {own, look.range};
            if (kind == Family::Scores)
                return {"scores", all_scores};
            if (is_shared)
                return {"signed", all_signed};
            return look.is_input ? std::pair("inputs", inputs) : std::pair("computed", computed);
        }();
        set_scale(look, only ? range : kept->held(group, range), view);
    }
    return all;
}

} // namespace

Contents contents(const Document& document, const Trace& trace, const View& view, KeptLooks* kept) {
    return chosen_contents(document, trace, view, std::nullopt, kept);
}

Contents contents(const Document& document, const Trace& trace, const View& view, Stage only,
                  KeptLooks* kept) {
    return chosen_contents(document, trace, view, sheet_of_head(document, only, view.head), kept);
}

Contents contents(const Document& document, const Trace& trace, const View& view,
                  const SheetId& only) {
    return chosen_contents(document, trace, view, only, nullptr);
}

std::string number_text(Real value, const NumberFormat& format) {
    return spoken(value, format);
}

std::string cell_text(const SheetLook& look, Index row, Index column) {
    if (look.has_no_key(row, column))
        return "–";
    return number_text(look.value(row, column), look.numbers);
}

namespace {

/// The weights if they are shown and their rows should sum to 1. Null for large matrices, which are
/// shown as colours.
const SheetLook* marked_weights(const Contents& contents) {
    constexpr Index most_numbers = 4096;
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Weights && look.axis == Axis::Rows &&
            look.values.size() <= most_numbers)
            return &look;
    return nullptr;
}

} // namespace

RowSum row_sum(const SheetLook& look, Index line) {
    Real sum = 0, shown = 0;
    for (Index at = 0; at < look.values.cols(); ++at) {
        const Real value = look.values(line, at);
        sum += value;
        const std::string text = format(value, look.numbers);
        // Fractions are exact as shown; anything else reads back as shown.
        shown += parse_number(text).has_value() ? *parse_number(text) : value;
    }
    RowSum result{number_text(sum, look.numbers), number_text(shown, look.numbers)};
    result.is_rounding_off =
        std::isfinite(sum) && format(sum, look.numbers) != format(shown, look.numbers);
    return result;
}

std::string rounding_sentence(const Contents& contents, Index query) {
    const SheetLook* weights = marked_weights(contents);
    if (!weights)
        return "";
    const RowSum sum = row_sum(*weights, query);
    return sum.is_rounding_off
               ? "≈ The weights of " + quoted_word(contents.words(), query) + " as shown sum to " +
                     sum.shown + ", because each is rounded; in full they sum to " + sum.text + "."
               : "";
}

std::string rounding_remark(const Contents& contents, Index query) {
    const SheetLook* weights = marked_weights(contents);
    if (!weights)
        return "";
    const RowSum sum = row_sum(*weights, query);
    return sum.is_rounding_off
               ? std::string("≈ As shown its ") + (weights->is_transposed ? "column" : "row") +
                     " sums to " + sum.shown +
                     (weights->is_given ? ", in full to " + sum.text : "") + // which may not be 1
                     ", because each number is rounded."
               : "";
}

void set_concepts(SheetLook& look, const Document& document, const View& view) {
    const StageInfo& about = info(look.id.stage, document.model);
    const bool is_of_people = about.rows == Role::Token;
    look.is_derived = !look.is_input;
    look.row_role = concept_role(about.rows);
    look.column_role = concept_role(about.columns);
    if (look.has_word_rows && !is_of_people)
        look.own_rows = visible_words(*words_of(document, about.rows));
    if (look.has_word_columns)
        look.own_columns = visible_words(*words_of(document, about.columns));
    look.mask = nullptr;
    look.key_column.reset();
    look.query_row = is_of_people ? std::optional(view.query) : std::nullopt;
    look.key_row = is_of_people ? view.key : std::nullopt;
    if (about.rows == Role::Concept)
        look.kept_rows = document.concepts.kept;
    if (about.columns == Role::Concept)
        look.kept_columns = document.concepts.kept;
}

NumberRange family_range(const Document& document, const Trace& trace, Family wanted) {
    NumberRange all;
    for (const SheetId& sheet : sheets(document)) {
        const Matrix* matrix = cells_of(document, trace, sheet).held();
        if (info(sheet.stage, document.model).family != wanted || !matrix || matrix->size() == 0)
            continue;
        const Real low = matrix->minCoeff(), high = matrix->maxCoeff();
        all.low = all.has_any ? std::min(all.low, low) : low;
        all.high = all.has_any ? std::max(all.high, high) : high;
        all.has_any = true;
    }
    return all;
}

} // namespace attn::figure
