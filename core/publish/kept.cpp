// SPDX-License-Identifier: MIT
#include "core/publish/kept.h"

#include "core/base/nearest.h"
#include "core/base/utf8.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::publish {
namespace {

constexpr std::string_view comparison_figure = "comparison";
constexpr std::string_view derivation_figure = "derivation";

/// Names the number that the figure is about, so that it does not depend on a selection.
std::string lasting_name(const Document& document, const PictureRequest& picture) {
    const bool is_of_selection =
        picture.figure == derivation_figure || picture.figure == figure::sensitivity_figure;
    if (!is_of_selection || !picture.view.selected)
        return picture.figure;
    const std::string place = place_text(document, *picture.view.selected);
    return picture.figure == derivation_figure
               ? place
               : std::string(figure::sensitivity_figure) + "/" + place;
}

std::string ending_of(FileKind kind) {
    for (const FileKindInfo& one : file_kinds())
        if (one.kind == kind)
            return std::string(one.ending.substr(1));
    assert(false && "every kind of file has an ending");
    return "";
}

Result<KeptWorksheet> kept_worksheet(const ExportOptions& options) {
    const figure::WorksheetOptions& from = *options.worksheet;
    KeptWorksheet sheet;
    sheet.level = from.level;
    sheet.share = from.share;
    if (from.stages)
        for (const Stage stage : *from.stages)
            sheet.stages.emplace_back(stage.name());
    sheet.seed = from.seed;
    sheet.is_key = from.is_key;
    sheet.is_letter = from.paper == figure::letter;
    if (!options.variants)
        return sheet;
    if (!options.variants->names.empty())
        return Error{"the names of a class are not kept in a document; leave the class list out"};
    sheet.count = options.variants->count;
    return sheet;
}

/// The index of the figure in the document, for messages.
std::string path_of(const Document& document, const KeptFigure& figure) {
    for (std::size_t at = 0; at < document.figures.size(); ++at)
        if (document.figures[at].name == figure.name)
            return "figures[" + std::to_string(at) + "]";
    return "figures";
}

/// What the document lacks now, with the key of the figure that asks for it.
struct Lack {
    std::string key, message;
};

std::optional<Lack> lack_in_view(const Document& document, const KeptFigure& figure) {
    const auto beyond = [](const char* what, Index found, Index count) {
        return "there is no " + std::string(what) + " " + std::to_string(found) +
               " any more; the document has " + std::to_string(count) +
               ", counted from 0. Keep the figure again or remove it";
    };
    if (figure.query >= token_count(document))
        return Lack{"query", beyond("word", figure.query, token_count(document))};
    if (figure.head >= head_count(document))
        return Lack{"head", beyond("head", figure.head, head_count(document))};
    if (figure.layer >= layer_count(document))
        return Lack{"layer", beyond("layer", figure.layer, layer_count(document))};
    if (figure.is_cross && !has_cross(document))
        return Lack{"cross", "the document has no cross-attention any more. Keep the figure again "
                             "or remove it"};
    for (const Index head : figure.heads)
        if (head >= head_count(document))
            return Lack{"heads", beyond("head", head, head_count(document))};
    return std::nullopt;
}

/// Fails if the document has no such figure; suggests the one that was meant.
std::optional<Lack> lack_of_figure(const Document& document, const std::string& name,
                                   const figure::Beside& beside) {
    const auto found = figure::named_figure(document, name, beside);
    if (found)
        return std::nullopt;
    std::vector<std::string> names;
    for (const figure::NamedFigure& one : figure::figures(document, beside))
        names.push_back(one.name);
    return Lack{"figure", found.error().message + did_you_mean(name, names)};
}

Result<figure::WorksheetOptions> worksheet_again(const KeptWorksheet& from,
                                                 const std::string& path) {
    figure::WorksheetOptions sheet;
    sheet.level = from.level;
    sheet.share = from.share;
    sheet.seed = from.seed;
    sheet.is_key = from.is_key;
    sheet.paper = from.is_letter ? figure::letter : figure::a4;
    if (from.stages.empty())
        return sheet;
    sheet.stages.emplace();
    for (const std::string& name : from.stages) {
        const auto stage = parse_sheet(name);
        if (!stage)
            return Error{stage.error().message, path + ".worksheet.blank"};
        sheet.stages->push_back(stage->stage);
    }
    return sheet;
}

} // namespace

Result<KeptFigure> kept_from(const Document& document, std::string name, FileKind kind,
                             const ExportOptions& options, const std::string& sweep) {
    if (const std::string fault = fault_of_figure_name(name); !fault.empty())
        return Error{"found " + cite(name) + "; " + fault};
    const PictureRequest& picture = options.picture;
    KeptFigure kept;
    kept.name = std::move(name);
    kept.ending = ending_of(kind);
    if (const std::string fault = fault_of_kept_ending(kept.ending); !fault.empty())
        return Error{fault};
    if (options.latex || options.is_fragment)
        return Error{"--latex and --fragment are not kept with a figure; leave them out"};
    if (picture.figure == figure::loss_figure && is_figure(kind))
        return Error{"the losses of a training are not in the document, so their curve is not "
                     "kept; attention-lab train --curve writes it again"};
    if (picture.effects && picture.figure == figure::effects_figure)
        return Error{"the effects come from the model in the folder, which the document does not "
                     "hold, so their figure is not kept; export it as a file"};
    kept.figure = lasting_name(document, picture);
    if (options.stage)
        kept.stage = to_text(*options.stage);
    kept.digits = options.digits;
    const View& view = picture.view;
    kept.look = {picture.style, view.numbers, view.sequential, view.diverging, view.range};
    kept.query = view.query;
    kept.head = view.head;
    kept.layer = view.layer;
    kept.is_cross = view.is_cross;
    kept.shows_query = picture.shows_query;
    kept.shows_row_sums = view.show_row_sums;
    kept.reveals = options.reveals;
    for (const Place& place : view.marked)
        kept.marks.push_back(place_text(document, place));
    kept.heads = picture.heads;
    if (picture.sweep) {
        kept.sweep = sweep;
        kept.frames = picture.sweep->steps;
    }
    if (options.worksheet && kind == FileKind::Pdf) {
        auto sheet = kept_worksheet(options);
        if (!sheet)
            return sheet.error();
        kept.worksheet = *std::move(sheet);
    }
    if (kept.figure == comparison_figure) {
        if (!picture.compared.a)
            return Error{"there is nothing to compare with; pin a state first, or name a document "
                         "with --against"};
        Document a = picture.compared.a->document;
        a.figures.clear();
        kept.compared =
            KeptComparison{std::make_shared<const Document>(std::move(a)), picture.compared.a_name,
                           picture.compared.b_name, picture.compared.lists_changes};
        kept.stage = to_text(SheetId{picture.compared.stage});
    }
    return kept;
}

Result<ExportOptions> options_of(const Document& document, const KeptFigure& figure) {
    const std::string path = path_of(document, figure);
    const auto lacking = [&](const Lack& lack) {
        return Error{lack.message, path + "." + lack.key};
    };
    if (const auto lack = lack_in_view(document, figure))
        return lacking(*lack);
    ExportOptions options;
    PictureRequest& picture = options.picture;
    options.digits = figure.digits;
    options.reveals = figure.reveals;
    if (!figure.stage.empty()) {
        const auto sheet = parse_sheet(figure.stage);
        if (!sheet || !exists(document, *sheet))
            return lacking({"stage", "the document has no stage " + cite(figure.stage) +
                                         " any more. Keep the figure again or remove it"});
        options.stage = *sheet;
    }
    picture.figure = figure.figure;
    picture.style = figure.look.picture;
    picture.shows_query = figure.shows_query;
    picture.heads = figure.heads;
    View& view = picture.view;
    view.query = figure.query;
    view.head = figure.head;
    view.layer = figure.layer;
    view.is_cross = figure.is_cross;
    view.show_row_sums = figure.shows_row_sums;
    view.numbers = figure.look.numbers;
    view.sequential = figure.look.sequential;
    view.diverging = figure.look.diverging;
    view.range = figure.look.range;
    for (const std::string& mark : figure.marks) {
        const auto place = parse_written_place(document, mark);
        if (!place || !exists(document, *place))
            return lacking({"marks", "the document has no number " + cite(mark) +
                                         " any more. Keep the figure again or remove it"});
        view.marked.push_back(*place);
    }
    if (!figure.sweep.empty()) {
        auto sweep = parse_sweep(document, figure.sweep);
        if (!sweep)
            return lacking({"sweep", sweep.error().message});
        sweep->steps = figure.frames;
        picture.sweep = *sweep;
    }
    if (figure.worksheet) {
        auto sheet = worksheet_again(*figure.worksheet, path);
        if (!sheet)
            return sheet.error();
        options.worksheet = *std::move(sheet);
        if (figure.worksheet->count > 1)
            options.variants = WorksheetClass{figure.worksheet->count, {}};
        return options;
    }
    if (figure.compared) {
        Trace trace = evaluate(*figure.compared->a);
        picture.compared = {
            std::make_shared<const Calculation>(Calculation{*figure.compared->a, std::move(trace)}),
            figure.compared->a_name, options.stage ? options.stage->stage : Stage::Weights,
            figure.compared->b_name, figure.compared->lists_changes};
    }
    if (is_figure(kind_of(figure)))
        if (const auto lack = lack_of_figure(document, figure.figure, {picture.compared, {}}))
            return lacking(*lack);
    return options;
}

FileKind kind_of(const KeptFigure& figure) {
    const auto kind = file_kind("figure." + figure.ending);
    assert(kind && "a valid document keeps only kinds of files that are known");
    return *kind;
}

std::string file_name_of(const KeptFigure& figure) {
    return figure.name + "." + figure.ending;
}

std::string summary_of(const KeptFigure& figure) {
    if (figure.worksheet)
        return figure.worksheet->is_key ? "answer key" : "worksheet";
    return is_figure(kind_of(figure)) ? figure.figure + ", " + to_text(figure.look.picture.size)
           : figure.stage.empty()     ? "every stage"
                                      : figure.stage;
}

} // namespace attn::publish
