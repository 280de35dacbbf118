// SPDX-License-Identifier: MIT
#include "core/document/sheet.h"

#include "core/base/number_text.h"

#include <cassert>
#include <utility>

namespace attn {
namespace {

bool is_weight(Stage stage) {
    return stage == Stage::W_Q || stage == Stage::W_K || stage == Stage::W_V;
}

Index length(const Document& document, Role role, Index head) {
    switch (role) {
    case Role::Query:
    case Role::Key:
    case Role::Token:
        return token_count(document);
    case Role::Model:
        return d_model(document);
    case Role::QueryKey:
        return d_k(document, head);
    case Role::Value:
        return d_v(document, head);
    case Role::Concept:
        return concept_count(document);
    case Role::NewVector:
        return static_cast<Index>(document.concepts.names.size());
    case Role::One:
        return 1;
    }
    assert(false && "every role is handled");
    return 0;
}

bool is_token(Role role) {
    return role == Role::Query || role == Role::Key || role == Role::Token;
}

std::vector<std::string> names(const Document& document, Role role, Index head) {
    if (const std::vector<std::string>* words = words_of(document, role))
        return *words;
    std::vector<std::string> numbers;
    for (Index at = 0; at < length(document, role, head); ++at)
        numbers.push_back(std::to_string(at));
    return numbers;
}

std::string scale_text(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return "√d_{k}";
    case Scale::Kind::None:
        return "";
    case Scale::Kind::Dk:
        return "d_{k}";
    case Scale::Kind::SqrtDmodel:
        return "√d_{model}";
    case Scale::Kind::Number:
        return shortest(scale.number);
    }
    assert(false && "every kind of scale is handled");
    return "";
}

std::string weights_formula(const Document& document) {
    const Switches& switches = document.switches;
    std::string before = "scores";
    if (!repeats_previous(document, Stage::Scaled))
        before = "scaled";
    if (!repeats_previous(document, Stage::Masked))
        before = "masked";
    switch (switches.normaliser) {
    case Normaliser::Softmax:
        return "softmax(" + before + ")";
    case Normaliser::NaiveSoftmax:
        return "exp(" + before + ") / Σ exp";
    case Normaliser::Sum:
        return before + " / Σ " + before;
    }
    assert(false && "every normaliser is handled");
    return "";
}

std::string concept_formula(const Document& document, Stage stage) {
    const Index kept = document.concepts.kept;
    const std::string k = kept == concept_count(document) ? "" : "_{" + std::to_string(kept) + "}";
    switch (stage) {
    case Stage::U:
        return "X V / s";
    case Stage::S:
        return "lengths of the columns of X V";
    case Stage::Vt:
        return "U^{T} X / s";
    case Stage::Share:
        return "s² / Σ s²";
    case Stage::Reconstruction:
        return "U" + k + " s" + k + " V" + k + "^{T}";
    case Stage::Difference:
        return "X − reconstruction";
    case Stage::Error:
        return "√(Σ of the dropped s²)";
    case Stage::People:
        return "X V";
    case Stage::Projected:
        return "vectors V";
    case Stage::Cosine:
        return "a · b / (|a| |b|)";
    case Stage::ConceptCosine:
        return "the same in " + std::to_string(kept) + (kept == 1 ? " concept" : " concepts");
    default:
        return "";
    }
}

} // namespace

const std::vector<std::string>* words_of(const Document& document, Role role) {
    if (is_token(role))
        return &document.tokens.list();
    if (role == Role::NewVector)
        return &document.concepts.names;
    return role == Role::Model && document.kind == Kind::Concepts ? &document.concepts.columns
                                                                  : nullptr;
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
    const StageInfo& stage = info(place.sheet.stage);
    return (stage.columns == Role::Concept && place.column >= document.concepts.kept) ||
           (stage.rows == Role::Concept && place.row >= document.concepts.kept);
}

std::string title(const Document& document, Stage stage) {
    return stage == Stage::X && document.kind == Kind::Concepts ? "Ratings X"
                                                                : std::string(info(stage).title);
}

std::vector<SheetId> sheets(const Document& document) {
    std::vector<SheetId> list;
    for (const StageInfo& stage : stages()) {
        if (!exists(document, SheetId{stage.stage}))
            continue;
        const Index heads = stage.is_per_head ? head_count(document) : 1;
        for (Index head = 0; head < heads; ++head)
            list.push_back({stage.stage, head});
    }
    return list;
}

bool exists(const Document& document, const SheetId& sheet) {
    const StageInfo& stage = info(sheet.stage);
    if (!belongs(sheet.stage, document.kind) ||
        (stage.rows == Role::NewVector && document.concepts.names.empty()))
        return false;
    if (is_weight(sheet.stage) && document.projections == Projections::None)
        return false;
    const Index heads = stage.is_per_head ? head_count(document) : 1;
    if (sheet.head < 0 || sheet.head >= heads)
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

bool have_same_places(const Document& a, const Document& b) {
    if (a.kind != b.kind || a.projections != b.projections || token_count(a) != token_count(b) ||
        d_model(a) != d_model(b) || head_count(a) != head_count(b) ||
        a.concepts.names.size() != b.concepts.names.size())
        return false;
    for (Index head = 0; head < head_count(a); ++head)
        if (d_k(a, head) != d_k(b, head) || d_v(a, head) != d_v(b, head))
            return false;
    return true;
}

Shape shape_of(const Document& document, const SheetId& sheet) {
    const StageInfo& stage = info(sheet.stage);
    return {length(document, stage.rows, sheet.head), length(document, stage.columns, sheet.head)};
}

std::vector<std::string> row_names(const Document& document, const SheetId& sheet) {
    return names(document, info(sheet.stage).rows, sheet.head);
}

std::vector<std::string> column_names(const Document& document, const SheetId& sheet) {
    return names(document, info(sheet.stage).columns, sheet.head);
}

WrittenForm written_form(const Document& document, const SheetId& sheet) {
    WrittenForm form;
    form.is_transposed = document.convention == Convention::TokensAsColumns;
    form.shape = shape_of(document, sheet);
    form.row_role = info(sheet.stage).rows;
    form.column_role = info(sheet.stage).columns;
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
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const auto product = [by_rows](const char* as_rows, const char* as_columns) {
        return std::string(by_rows ? as_rows : as_columns);
    };
    const bool learned = document.projections == Projections::Learned;
    switch (stage) {
    case Stage::X:
    case Stage::W_Q:
    case Stage::W_K:
    case Stage::W_V:
        return "";
    case Stage::Q:
        return learned ? product("X W_{Q}", "W_{Q} X") : "X";
    case Stage::K:
        return learned ? product("X W_{K}", "W_{K} X") : "X";
    case Stage::V:
        return learned ? product("X W_{V}", "W_{V} X") : "X";
    case Stage::Scores:
        return product("Q K^{T}", "K^{T} Q");
    case Stage::Scaled: {
        std::string text = "scores";
        if (const std::string scale = scale_text(document.switches.scale); !scale.empty())
            text += " / " + scale;
        if (document.switches.temperature != 1)
            text += " / " + shortest(document.switches.temperature);
        return text;
    }
    case Stage::Masked:
        return document.switches.mask.kind == Mask::Kind::Causal ? "−∞ where key > query"
                                                                 : "−∞ where blocked";
    case Stage::Weights:
        return weights_formula(document);
    case Stage::WeightedValues:
        return product("weight · V, row by row", "V · weight, column by column");
    case Stage::Output:
        return product("weights V", "V weights");
    default:
        return concept_formula(document, stage);
    }
}

std::string describe(const Document& document, const Place& place) {
    const StageInfo& stage = info(place.sheet.stage);
    const auto token = [&](Role role, Index at) {
        const std::vector<std::string>* words = words_of(document, role);
        return words && at < static_cast<Index>(words->size())
                   ? " (" + (*words)[static_cast<std::size_t>(at)] + ")"
                   : std::string();
    };
    std::string text = to_text(place.sheet);
    if (place.sheet.stage == Stage::WeightedValues)
        text += " of " + document.tokens[static_cast<std::size_t>(place.sheet.query)];
    const std::string row = std::to_string(place.row) + token(stage.rows, place.row);
    const std::string column = std::to_string(place.column) + token(stage.columns, place.column);
    const bool by_rows = document.convention == Convention::TokensAsRows;
    return text + ", row " + (by_rows ? row : column) + ", column " + (by_rows ? column : row);
}

bool repeats_previous(const Document& document, Stage stage) {
    if (document.kind == Kind::Concepts)
        return false;
    const Switches& switches = document.switches;
    if (stage == Stage::Scaled) {
        for (Index head = 0; head < head_count(document); ++head)
            if (divisor(switches.scale, d_k(document, head), d_model(document)) != 1)
                return false;
        return switches.temperature == 1;
    }
    if (stage == Stage::Masked)
        return switches.mask.kind == Mask::Kind::None;
    return false;
}

Place shown_place(const Document& document, Place place) {
    while (repeats_previous(document, place.sheet.stage))
        place.sheet.stage = place.sheet.stage == Stage::Masked ? Stage::Scaled : Stage::Scores;
    return place;
}

} // namespace attn
