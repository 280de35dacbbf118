// SPDX-License-Identifier: MIT
// Says what a command does, in the words of the Edit menu and the history.
#include "core/base/match.h"
#include "core/base/number_text.h"
#include "core/document/command.h"
#include "core/document/evaluate.h"
#include "core/document/model.h"
#include "core/document/prose.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/engine/convention.h"
#include "core/engine/head_name.h"
#include "core/engine/normalisers.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {
namespace {

std::string token(const Document& document, Index row, Names of = Names::Rows) {
    const std::vector<std::string>& list = names(document, of);
    return row >= 0 && row < static_cast<Index>(list.size())
               ? "“" + list[static_cast<std::size_t>(row)] + "”"
               : "word " + std::to_string(row);
}

/// Writes all digits if they are few.
std::string brief(Real number) {
    constexpr std::size_t few = 7;
    const std::string whole = shortest(number);
    return with_minus(whole.size() <= few ? whole : significant(number, 4));
}

/// Names a cell: "cat, 2" in X, "P cat, 2", "W_Q[2,3]".
std::string cell_name(const Document& document, const Place& place) {
    const SheetRoles lines = roles_of(document, place.sheet);
    const auto* const rows = words_of(document, lines.rows);
    const auto* const columns = words_of(document, lines.columns);
    const auto row = static_cast<std::size_t>(place.row);
    const auto column = static_cast<std::size_t>(place.column);
    if (!rows || row >= rows->size()) // a single line, as in b_Q, has no name
        return entry(place, document.convention);
    return (place.sheet.stage == Stage::X ? "" : to_text(place.sheet) + " ") + (*rows)[row] + ", " +
           (columns && column < columns->size() ? (*columns)[column] : std::to_string(column));
}

std::string changed_cell(const Document& before, const SetCell& set) {
    if (!exists(before, set.place) || !input(before, set.place.sheet))
        return "Set " + entry(set.place, before.convention);
    return cell_name(before, set.place) + ": " + brief(value_at(before, Trace{}, set.place)) +
           " → " + brief(set.value);
}

/// Says "Move “cat” in X".
std::string moved_row(const Document& before, const SetRow& set) {
    const auto* const words = words_of(before, roles_of(before, set.sheet).rows);
    const auto row = static_cast<std::size_t>(set.row);
    return "Move " +
           (words && row < words->size() ? "“" + (*words)[row] + "”"
                                         : "row " + std::to_string(set.row)) +
           " in " + to_text(set.sheet);
}

std::string scale_name(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return "Scale: ÷ √d_k";
    case Scale::Kind::None:
        return "Scale: none";
    case Scale::Kind::Dk:
        return "Scale: ÷ d_k";
    case Scale::Kind::SqrtDmodel:
        return "Scale: ÷ √d_model";
    case Scale::Kind::Number:
        return "Scale: ÷ " + shortest(scale.number);
    }
    assert(false && "every kind of scale is handled");
    return "";
}

/// Says "Learning rate: 0.1 → 0.5"; for several settings at once only that they changed.
std::string changed_training(const Document& before, const TrainingSettings& now) {
    const TrainingSettings was = before.training.value_or(TrainingSettings{});
    std::vector<std::string> changes;
    const auto number = [&](const char* what, Real old, Real given) {
        if (old != given)
            changes.push_back(std::string(what) + ": " + brief(old) + " → " + brief(given));
    };
    if (was.optimiser != now.optimiser)
        changes.push_back("Optimiser: " + std::string(info(now.optimiser).title));
    number("Learning rate", was.rate, now.rate);
    number("Momentum", was.momentum, now.momentum);
    number("β₁", was.beta_1, now.beta_1);
    number("β₂", was.beta_2, now.beta_2);
    number("ε", was.epsilon, now.epsilon);
    number("Weight decay", was.weight_decay, now.weight_decay);
    number("Steps of training", was.steps, now.steps);
    if (was.seed != now.seed)
        changes.push_back(now.seed ? "Seed of training: " + std::to_string(*now.seed)
                                   : "Training without a seed");
    if (was.learned != now.learned) {
        std::vector<std::string> names;
        for (const SheetId& sheet : now.learned)
            names.push_back(to_text(sheet));
        changes.push_back(names.empty() ? "Learn what is usual" : "Learn " + in_a_sentence(names));
    }
    return changes.size() == 1 ? changes.front() : "Set how it trains";
}

} // namespace

std::string describe(const Document& before, const Command& command) {
    return match(
        command, [&](const SetCell& set) { return changed_cell(before, set); },
        [&](const SetMatrix& set) { return set.what; },
        [&](const SetRow& set) { return moved_row(before, set); },
        [&](const RenameToken& rename) {
            return "Rename " + token(before, rename.row, rename.of) + " to “" + rename.name + "”";
        },
        [&](const InsertToken& insert) { return "Add “" + insert.name + "”"; },
        [&](const RemoveToken& remove) { return "Remove " + token(before, remove.row, remove.of); },
        [&](const MoveToken& move) { return "Move " + token(before, move.from); },
        [&](const SetWidth& set) {
            if (const std::string columns(model_of(before).columns); !columns.empty())
                return "Set the number of " + columns + " to " + std::to_string(set.size);
            const std::string name = set.width == Width::Model      ? "d_model"
                                     : set.width == Width::QueryKey ? "d_k"
                                                                    : "d_v";
            return "Set " + name + " to " + std::to_string(set.size);
        },
        [&](const SetProjections& set) -> std::string {
            return set.projections == Projections::Learned ? "Projections: learned"
                                                           : "Projections: none";
        },
        [&](const SetScale& set) { return scale_name(set.scale); },
        [&](const SetMask& set) -> std::string { return "Mask: " + to_text(set.mask); },
        [&](const SetMaskCell& set) {
            return std::string(set.blocked ? "Block" : "Open") + " mask[" +
                   std::to_string(set.row) + "," + std::to_string(set.column) + "]";
        },
        [&](const SetNormaliser& set) -> std::string {
            return "Normalise: " + std::string(info(set.normaliser).noun);
        },
        [&](const SetAxis& set) -> std::string {
            return written(set.axis, before.convention) == Axis::Rows ? "Normalise over rows"
                                                                      : "Normalise over columns";
        },
        [&](const SetConvention& set) -> std::string {
            return set.convention == Convention::TokensAsRows ? "Words as rows"
                                                              : "Words as columns";
        },
        [&](const SetTemperature& set) {
            return "Set temperature to " + shortest(set.temperature);
        },
        [&](const SetTitle&) -> std::string { return "Set the title"; },
        [&](const SetNotes&) -> std::string { return "Set the notes"; },
        [&](const AddHead&) -> std::string { return "Add a head"; },
        [&](const RemoveHead& remove) { return "Remove " + head_name(remove.head); },
        [&](const Replace& replace) { return replace.what; },
        [&](const SetKept& set) { return "Keep k = " + std::to_string(set.count); },
        [&](const SetJoin& set) -> std::string {
            return set.join == Join::None         ? "Heads: apart"
                   : set.join == Join::SideBySide ? "Heads: side by side"
                                                  : "Heads: joined by W_O";
        },
        [&](const SetOptions& set) { return set.what; },
        [&](const SetTraining& set) { return changed_training(before, set.settings); },
        [&](const SetCovers& set) { return set.what; });
}

} // namespace attn
