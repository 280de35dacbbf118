// SPDX-License-Identifier: MIT
#include "core/document/model/sheet.h"

#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/table.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attn {
namespace {

/// Returns the number of lines of a role. `head`: for a stage that heads share, the first of them.
Index length(const Document& document, Role role, Index head) {
    switch (role) {
    case Role::Query:
    case Role::Token:
        return token_count(document);
    case Role::Key:
        return key_count(document);
    case Role::Memory:
        return static_cast<Index>(document.memory.size());
    case Role::Source:
        return memory_width(document);
    case Role::Mapped: {
        const auto mapped = document.of_options.find(key_of({Stage::UQ, head}));
        return mapped == document.of_options.end() ? 0 : mapped->second.cols();
    }
    case Role::Bucket:
        return document.options.positions.buckets;
    case Role::Head:
        return head_count(document);
    case Role::Model:
        return d_model(document);
    case Role::QueryKey:
        return d_k(document, head);
    case Role::Value:
        return d_v(document, head);
    case Role::Heads:
        return joined_width(document);
    case Role::Out:
        return d_out(document);
    case Role::Hidden: {
        const auto weights = document.of_options.find(key_of({Stage("W_1")}));
        return weights == document.of_options.end() ? 0 : weights->second.cols();
    }
    case Role::OutWord:
    case Role::Vocabulary:
        return static_cast<Index>(output_words(document).size());
    case Role::Concept:
        return concept_count(document);
    case Role::NewVector:
        return static_cast<Index>(document.concepts.names.size());
    case Role::One:
        return 1;
    }
    assert(false && "every role of a document's stages is handled");
    return 0;
}

bool is_token(Role role) {
    return role == Role::Query || role == Role::Token;
}

Index head_of(const Document& document, const SheetId& sheet) {
    return info(sheet.stage).is_per_group ? first_head_of(document, sheet.head) : sheet.head;
}

std::vector<std::string> names(const Document& document, Role role, Index head) {
    if (const std::vector<std::string>* words = words_of(document, role))
        return *words;
    std::vector<std::string> numbers;
    for (Index at = 0; at < length(document, role, head); ++at)
        numbers.push_back(std::to_string(at));
    return numbers;
}

} // namespace

const std::vector<std::string>* words_of(const Document& document, Role role) {
    if (is_token(role))
        return &document.tokens.list();
    if (role == Role::Key)
        return &key_words(document);
    if (role == Role::Memory)
        return &document.memory.list();
    if (role == Role::OutWord || role == Role::Vocabulary)
        return &output_words(document).list();
    if (role == Role::NewVector)
        return &document.concepts.names;
    return role == Role::Model && !model_of(document).columns.empty() ? &document.concepts.columns
                                                                      : nullptr;
}

SheetRoles roles_of(const Document& document, const SheetId& sheet) {
    const SheetId like = shaped_like(document, sheet);
    const StageInfo& about = info(like.stage, document.model);
    const auto here = [&](Role role) {
        const bool is_of_memory = like.is_cross || document.options.has_memory;
        if (role == Role::Key && like.is_cross)
            return Role::Memory;
        if (role == Role::OutWord && document.options.has_table)
            return Role::Vocabulary;
        // The memory's columns are its own, whichever stage reads it.
        return role == Role::Source && !is_of_memory && like.stage != Stage::Memory ? Role::Model
                                                                                    : role;
    };
    return {here(about.rows), here(about.columns)};
}

std::string_view concept_role(Role role) {
    switch (role) {
    case Role::Token:
        return "person";
    case Role::Model:
        return "film";
    case Role::Concept:
        return "concept";
    case Role::NewVector:
        return "new";
    default:
        return "";
    }
}

bool is_dropped(const Document& document, const Place& place) {
    const StageInfo& stage = info(place.sheet.stage, document.model);
    return (stage.columns == Role::Concept && place.column >= document.concepts.kept) ||
           (stage.rows == Role::Concept && place.row >= document.concepts.kept);
}

std::string title(const Document& document, Stage stage) {
    return std::string(info(stage, document.model).title);
}

std::vector<SheetId> sheets(const Document& document) {
    std::vector<SheetId> list;
    // The place of norms depends on the block, and layers come one after the other.
    if (document.options.block || layer_count(document) > 1) {
        const Graph stages = graph(document);
        for (const Node& node : stages.nodes())
            list.push_back(node.sheet);
        return list;
    }
    for (const StageInfo& stage : stages(document.model)) {
        if (!exists(document, SheetId{stage.stage}))
            continue;
        for (Index at = 0; at < sheet_count(document, stage.stage); ++at)
            list.push_back({stage.stage, at});
    }
    return list;
}

Index sheet_count(const Document& document, Stage stage) {
    const StageInfo& about = info(stage);
    return about.is_per_group  ? group_count(document)
           : about.is_per_head ? head_count(document)
                               : 1;
}

SheetId sheet_of_head(const Document& document, Stage stage, Index head) {
    const StageInfo& about = info(stage);
    return {stage, about.is_per_group ? group_of(document, head) : about.is_per_head ? head : 0, 0};
}

Index head_showing(const Document& document, const SheetId& sheet, Index now) {
    if (now < head_count(document) && sheet_of_head(document, sheet.stage, now).head == sheet.head)
        return now;
    return head_of(document, sheet);
}

bool is_given(const Document& document, Stage stage) {
    return input(document, {stage}) != nullptr;
}

bool is_given(const Document& document, const SheetId& sheet) {
    return !info(sheet.stage).is_by_query && input(document, sheet) != nullptr;
}

bool is_of_a_layer(const Document& document, const SheetId& sheet) {
    if (sheet.is_cross && !(has_cross(document) && may_be_cross(sheet.stage)))
        return false;
    return sheet.layer == 0 || (sheet.layer > 0 && sheet.layer < layer_count(document) &&
                                !is_of_all_layers(sheet.stage));
}

bool exists(const Document& document, const SheetId& sheet) {
    if (!has_stage(document, sheet.stage))
        return false;
    if (sheet.head < 0 || sheet.head >= sheet_count(document, sheet.stage))
        return false;
    if (!is_of_a_layer(document, sheet))
        return false;
    return sheet.query >= 0 && sheet.query < token_count(document);
}

bool exists(const Document& document, const Place& place) {
    if (!exists(document, place.sheet))
        return false;
    const Shape shape = shape_of(document, place.sheet);
    return place.row >= 0 && place.row < shape.rows && place.column >= 0 &&
           place.column < shape.columns;
}

void leave_existing(const Document& document, std::vector<Place>& places) {
    std::vector<std::pair<SheetId, Shape>>
        shapes; // for each matrix; a missing one has an empty shape
    const auto is_missing = [&](const Place& place) {
        auto known = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const auto& one) { return one.first == place.sheet; });
        if (known == shapes.end()) {
            const bool is_there = exists(document, place.sheet);
            known =
                shapes.insert(shapes.end(), {place.sheet, is_there ? shape_of(document, place.sheet)
                                                                   : Shape{0, 0}});
        }
        const Shape& shape = known->second;
        return place.row < 0 || place.row >= shape.rows || place.column < 0 ||
               place.column >= shape.columns;
    };
    places.erase(std::remove_if(places.begin(), places.end(), is_missing), places.end());
}

bool have_same_places(const Document& a, const Document& b) {
    if (a.model != b.model)
        return false;
    const std::vector<SheetId> list = sheets(a);
    return list == sheets(b) && std::all_of(list.begin(), list.end(), [&](const SheetId& sheet) {
               return shape_of(a, sheet) == shape_of(b, sheet);
           });
}

SheetId shaped_like(const Document& document, const SheetId& sheet) {
    return sheet.stage == Stage::Target && document.options.loss ? document.options.loss->of
                                                                 : sheet;
}

Shape shape_of(const Document& document, const SheetId& sheet) {
    const SheetRoles roles = roles_of(document, sheet);
    const Index head = head_of(document, shaped_like(document, sheet));
    return {length(document, roles.rows, head), length(document, roles.columns, head)};
}

std::vector<std::string> row_names(const Document& document, const SheetId& sheet) {
    return names(document, roles_of(document, sheet).rows,
                 head_of(document, shaped_like(document, sheet)));
}

std::vector<std::string> column_names(const Document& document, const SheetId& sheet) {
    return names(document, roles_of(document, sheet).columns,
                 head_of(document, shaped_like(document, sheet)));
}

WrittenForm written_form(const Document& document, const SheetId& sheet) {
    WrittenForm form;
    form.is_transposed = document.convention == Convention::TokensAsColumns;
    form.shape = shape_of(document, sheet);
    const SheetRoles roles = roles_of(document, sheet);
    form.row_role = roles.rows;
    form.column_role = roles.columns;
    form.row_names = row_names(document, sheet);
    form.column_names = column_names(document, sheet);
    if (form.is_transposed) {
        std::swap(form.shape.rows, form.shape.columns);
        std::swap(form.row_role, form.column_role);
        std::swap(form.row_names, form.column_names);
    }
    return form;
}

std::string formula(const Document& document, Stage stage) {
    return formula(document, SheetId{stage});
}

std::string formula(const Document& document, const SheetId& sheet) {
    return formula(document, graph(document, 2), sheet);
}

std::string formula(const Document& document, const Graph& stages, const SheetId& sheet) {
    // All heads have the same formula.
    const auto at = stages.find({sheet.stage, 0, 0, sheet.layer, sheet.is_cross});
    assert(at && "the document has the stage");
    const Node& node = stages[*at];
    Naming naming{{}, {}, node.options, document.convention == Convention::TokensAsRows};
    for (const std::size_t input : node.inputs) {
        const Stage shown = shown_place(document, {stages[input].sheet, 0, 0}).sheet.stage;
        naming.inputs.emplace_back(info(shown).symbol);
        naming.nouns.emplace_back(info(shown).noun);
    }
    return node.operation->formula(naming);
}

std::string describe(const Document& document, const Place& place) {
    const SheetRoles stage = roles_of(document, place.sheet);
    const auto token = [&](Role role, Index at) {
        const std::vector<std::string>* words = words_of(document, role);
        return words && at < static_cast<Index>(words->size())
                   ? " (" + (*words)[static_cast<std::size_t>(at)] + ")"
                   : std::string();
    };
    std::string text = to_text(place.sheet);
    if (info(place.sheet.stage).is_by_query)
        text += " of " + document.tokens[static_cast<std::size_t>(place.sheet.query)];
    const std::string row = std::to_string(place.row) + token(stage.rows, place.row);
    const std::string column = std::to_string(place.column) + token(stage.columns, place.column);
    const bool by_rows = document.convention == Convention::TokensAsRows;
    return text + ", row " + (by_rows ? row : column) + ", column " + (by_rows ? column : row);
}

std::string which_of_equal(const std::vector<std::string>& words, Index at) {
    constexpr std::size_t most_words = 200; // counting more helps no reader
    if (words.size() > most_words)
        return "";
    const auto word = words.begin() + at;
    const auto before = std::count(words.begin(), word, *word);
    const bool is_alone = before == 0 && std::find(word + 1, words.end(), *word) == words.end();
    return is_alone ? "" : " (" + ordinal(before) + ")";
}

std::string told_word(const std::vector<std::string>& words, Index at) {
    return words[static_cast<std::size_t>(at)] + which_of_equal(words, at);
}

std::string quoted_word(const std::vector<std::string>& words, Index at) {
    return "“" + words[static_cast<std::size_t>(at)] + "”" + which_of_equal(words, at);
}

bool repeats_previous(const Document& document, Stage stage) {
    return repeats_previous(document, SheetId{stage});
}

bool repeats_previous(const Document& document, const SheetId& sheet) {
    const Stage stage = sheet.stage;
    if (!has_stage(document, stage) || is_given_stage(document, sheet))
        return false;
    const Switches& switches = document.switches;
    if (stage == Stage::Scaled) {
        for (Index head = 0; head < head_count(document); ++head)
            if (divisor(switches.scale, d_k(document, head), d_model(document)) != 1)
                return false;
        return switches.temperature == 1;
    }
    if (stage == Stage::Masked)
        return sheet.is_cross || switches.mask.kind == Mask::Kind::None;
    return false;
}

Stage stage_before(const Document& document, const SheetId& sheet) {
    if (sheet.stage != Stage::Masked)
        return Stage::Scores;
    for (const Stage stage : {Stage::Limited, Stage::Biased, Stage::WithBias})
        if (!sheet.is_cross && has_stage(document, stage))
            return stage;
    return Stage::Scaled;
}

Place shown_place(const Document& document, Place place) {
    while (repeats_previous(document, place.sheet))
        place.sheet.stage = stage_before(document, place.sheet);
    return place;
}

} // namespace attn
