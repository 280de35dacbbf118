// SPDX-License-Identifier: MIT
#include "core/document/telling/mistake.h"

#include "core/document/explaining/derivation.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/covers.h"
#include "core/document/model/given.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/table.h"
#include "core/document/model/view.h"
#include "core/document/telling/step.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/pass/normalise.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <utility>

namespace attn {
namespace {

constexpr std::array<MistakeInfo, 19> mistake_table{{
    {Mistake::OtherAxis, "other_axis", "Softmax over the other axis",
     "The softmax ran over the queries of each key instead of the keys of each query",
     Stage::Weights},
    {Mistake::NoScaling, "no_scaling", "Scores not scaled",
     "The scores were not scaled, so that the largest takes more of the weight", Stage::Weights},
    {Mistake::DividedByDk, "divided_by_d_k", "Divided by d_k instead of √d_k",
     "The scores were divided by d_k, so that the weights become more alike", Stage::Weights},
    {Mistake::DividedBySqrtDmodel, "divided_by_sqrt_d_model", "Divided by √d_model",
     "The scores were divided by √d_model, but each score is a sum of d_k products",
     Stage::Weights},
    {Mistake::MaskAfterSoftmax, "mask_after_softmax", "Mask after the softmax",
     "Blocked weights were set to 0 after the softmax, when they had already taken their share",
     Stage::Weights},
    {Mistake::MaskWithZero, "mask_with_zero", "Masked with 0 instead of −∞",
     "Blocked scores were set to 0, and e^0 is 1, so blocked words still get some weight",
     Stage::Weights},
    {Mistake::MaskWithMinusBillion, "mask_with_minus_billion", "Masked with −1e9 instead of −∞",
     "Blocked scores were set to −1e9, so a word whose keys are all blocked listens to all words "
     "equally instead of to none",
     Stage::Weights},
    {Mistake::QueryAndKeySwapped, "query_and_key_swapped", "Q and K swapped",
     "Queries and keys were swapped, so the word that asks and the word that is asked change "
     "places",
     Stage::Scores},
    {Mistake::ValueIsKey, "value_is_key", "V = K",
     "The keys were mixed instead of the values, so each word gives the same as it is found by",
     Stage::Output},
    {Mistake::OneMatrix, "one_matrix", "W_K = W_Q",
     "One matrix made both queries and keys, so the scores are symmetric and every word fits "
     "itself",
     Stage::Scores},
    {Mistake::DividedBySum, "divided_by_sum", "Weights normalised by their sum",
     "The scores were divided by their sum, without e^, so weights can be negative, and a sum near "
     "0 makes them huge",
     Stage::Weights},
    {Mistake::NaiveOverflow, "naive_overflow", "The naive softmax overflows",
     "e^score was computed without subtracting the largest score, and from a score of 710 on that "
     "is more than a number can hold",
     Stage::Weights},
    {Mistake::MissingKeepdim, "missing_keepdim", "The missing keepdim",
     "The row sums lost their shape, so that each column was divided by a row's sum",
     Stage::Weights},
    {Mistake::ComponentSums, "component_sums", "Components summed instead of words",
     "The components of each weighted value were summed, not the words", Stage::Output},
    {Mistake::ForgottenWO, "forgotten_w_o", "W_O forgotten",
     "The heads were left side by side, so that no number of the attention comes from two heads",
     Stage::Attention},
    {Mistake::HeadsAdded, "heads_added", "Heads added instead of joined",
     "The outputs of the heads were added, so that W_O cannot weigh one head against another",
     Stage::Attention},
    {Mistake::LatePositions, "late_positions", "Positions after the projection",
     "The positions were added to queries and keys, not to X, so that W_Q and W_K never see them "
     "and no value has them",
     Stage::Scores},
    {Mistake::NormOnOtherSide, "norm_on_other_side", "Norm on the wrong side",
     "The norm stood on the other side of each sublayer, so that the sum went through it, or no "
     "longer did",
     Stage("block")},
    {Mistake::MaskOffByOne, "mask_off_by_one", "Mask shifted by one",
     "Each row of the mask began one key late, so that a word sees the one that comes next",
     Stage::Weights},
}};

/// Whether the mistake is made in the matrices of the heads, which exist only for scaled dot
/// products.
bool is_of_plain_heads(Mistake mistake) {
    return mistake == Mistake::MaskAfterSoftmax || mistake == Mistake::MaskWithZero ||
           mistake == Mistake::MaskWithMinusBillion || mistake == Mistake::MissingKeepdim ||
           mistake == Mistake::ComponentSums;
}

/// Evaluates the document and stores every matrix of the heads, because mistakes edit matrices.
Calculation calculated(Document document) {
    Trace trace = evaluate(document);
    for (HeadTrace& head : trace.heads)
        hold_all(head);
    return {std::move(document), std::move(trace)};
}

/// Removes what may refer to a stage that the mistake removes: a loss, covers, training settings.
Document without_remarks(Document document) {
    document.options.loss.reset();
    document.of_options.erase(key_of({Stage::Target}));
    document.training.reset();
    document.covers.clear();
    document.figures.clear();
    return document;
}

bool blocks_anything(const Document& document) {
    for (Index row = 0; row < token_count(document); ++row)
        for (Index column = 0; column < key_count(document); ++column)
            if (is_blocked(document.switches.mask, row, column))
                return true;
    return false;
}

/// Adds a causal mask unless something is already blocked.
Document masked(Document document) {
    if (!blocks_anything(document))
        document.switches.mask = {Mask::Kind::Causal, {}};
    return document;
}

/// Blocks every key of one query as well.
Document without_key(Document document, Index query) {
    const Index count = token_count(document);
    Flags cells(count, count);
    for (Index row = 0; row < count; ++row)
        for (Index column = 0; column < count; ++column)
            cells(row, column) = row == query || is_blocked(document.switches.mask, row, column);
    document.switches.mask = {Mask::Kind::Painted, std::move(cells)};
    document.switches.axis = Axis::Rows;
    return document;
}

/// Sets the temperature so that the largest scaled score is near 1000.
Document heated(Document document) {
    Real largest = 0;
    const Trace trace = evaluate(document);
    for (Index head = 0; head < head_count(document); ++head) {
        const Cells scaled = cells_of(document, trace, {Stage::Scaled, head});
        for (Index row = 0; row < scaled.rows(); ++row)
            largest = std::max(largest, scaled.row(row).maxCoeff());
    }
    constexpr Real certain = 1000, overflow = 709.8;
    if (largest > 0 && largest <= overflow && std::isfinite(largest))
        document.switches.temperature *= largest / certain;
    return document;
}

/// Returns the correct side's document, with what the mistake needs to go wrong.
Document prepared(const Document& document, Mistake mistake, Index query) {
    switch (mistake) {
    case Mistake::MaskAfterSoftmax:
    case Mistake::MaskWithZero:
    case Mistake::MaskOffByOne:
        return masked(document);
    case Mistake::MaskWithMinusBillion:
        return without_key(document, query);
    case Mistake::NaiveOverflow: {
        Document hot = heated(document);
        hot.switches.normaliser = Normaliser::Softmax;
        return hot;
    }
    default:
        return document;
    }
}

/// Recomputes the weights of every head by `weigh`, and the outputs from them.
Calculation reweighted(Calculation calculation,
                       const std::function<void(HeadTrace&, const Switches&)>& weigh) {
    for (HeadTrace& head : calculation.trace.heads) {
        weigh(head, calculation.document.switches);
        head[Stage::Output] = head[Stage::Weights] * head[Stage::V];
    }
    join_heads(calculation.document, calculation.trace);
    return calculation;
}

void close_cells(Matrix& matrix, const Mask& mask, Real number = 0) {
    for (Index row = 0; row < matrix.rows(); ++row)
        for (Index column = 0; column < matrix.cols(); ++column)
            if (is_blocked(mask, row, column))
                matrix(row, column) = number;
}

void mask_after(HeadTrace& head, const Switches& switches) {
    head[Stage::Masked] = head[Stage::Scaled];
    Normalised open = normalise(head[Stage::Scaled], {}, switches.normaliser, switches.axis);
    head[Stage::Weights] = std::move(open.weights);
    head.no_key = std::move(open.no_key);
    close_cells(head[Stage::Weights], switches.mask);
}

void mask_with(HeadTrace& head, const Switches& switches, Real number) {
    Matrix& masked = head[Stage::Masked];
    close_cells(masked, switches.mask, number);
    Normalised made = normalise(masked, {}, switches.normaliser, switches.axis);
    head[Stage::Weights] = std::move(made.weights);
    head.no_key = std::move(made.no_key);
}

/// Computes exp(scores) / exp(scores).sum(1), or the scores over their sums: the row sums are
/// broadcast along the columns.
void drop_keepdim(HeadTrace& head, const Switches& switches) {
    Matrix parts = head[Stage::Masked];
    if (is_of_powers(switches.normaliser))
        parts = parts.array().exp().matrix();
    else
        close_cells(parts, switches.mask);
    const Vector sums = parts.rowwise().sum();
    head[Stage::Weights] = parts;
    for (Index column = 0; column < parts.cols(); ++column)
        head[Stage::Weights].col(column) /= sums(column);
}

/// Computes one number per word instead of one per component. Tokens × tokens.
void sum_components(HeadTrace& head) {
    const Vector sums = head[Stage::V].rowwise().sum();
    head[Stage::Output] = head[Stage::Weights] * sums.asDiagonal();
}

Document changed(Document document, Mistake mistake) {
    Switches& switches = document.switches;
    switch (mistake) {
    case Mistake::OtherAxis:
        switches.axis = switches.axis == Axis::Rows ? Axis::Columns : Axis::Rows;
        break;
    case Mistake::NoScaling:
        switches.scale.kind = Scale::Kind::None;
        break;
    case Mistake::DividedByDk:
        switches.scale.kind = Scale::Kind::Dk;
        break;
    case Mistake::DividedBySqrtDmodel:
        switches.scale.kind = Scale::Kind::SqrtDmodel;
        break;
    case Mistake::QueryAndKeySwapped:
        for (HeadWeights& head : document.heads)
            std::swap(head.w_q, head.w_k);
        break;
    case Mistake::ValueIsKey:
        for (HeadWeights& head : document.heads)
            head.w_v = head.w_k;
        break;
    case Mistake::OneMatrix:
        for (HeadWeights& head : document.heads)
            head.w_k = head.w_q;
        break;
    case Mistake::DividedBySum:
        switches.normaliser = Normaliser::Sum;
        break;
    case Mistake::NaiveOverflow:
        switches.normaliser = Normaliser::NaiveSoftmax;
        break;
    default:
        break;
    }
    return document;
}

Calculation mistaken(const Calculation& right, Mistake mistake) {
    if (auto made = mistaken_options(right.document, mistake)) {
        for (HeadTrace& head : made->trace.heads)
            hold_all(head);
        return *std::move(made);
    }
    switch (mistake) {
    case Mistake::MaskAfterSoftmax:
        return reweighted(right, mask_after);
    case Mistake::MaskWithZero:
        return reweighted(
            right, [](HeadTrace& head, const Switches& switches) { mask_with(head, switches, 0); });
    case Mistake::MaskWithMinusBillion:
        return reweighted(right, [](HeadTrace& head, const Switches& switches) {
            mask_with(head, switches, -1e9);
        });
    case Mistake::MissingKeepdim:
        return reweighted(right, drop_keepdim);
    case Mistake::ComponentSums: {
        Calculation wrong = right;
        for (HeadTrace& head : wrong.trace.heads)
            sum_components(head);
        wrong.document.join = Join::None; // outputs of this width fit no W_O
        join_heads(wrong.document, wrong.trace);
        return wrong;
    }
    default:
        return calculated(changed(right.document, mistake));
    }
}

std::string number(Real value) {
    return spoken(value, {NumberFormat::Kind::Significant, 4});
}

/// Writes "0.3803, 4.683 … (3 numbers)" for one word's row.
std::string row_text(const Matrix& matrix, Index row) {
    std::string text;
    for (Index column = 0; column < std::min<Index>(4, matrix.cols()); ++column)
        text += (column == 0 ? "" : ", ") + number(matrix(row, column));
    return text + (matrix.cols() > 4 ? " …" : "") + " (" + std::to_string(matrix.cols()) +
           " numbers)";
}

/// Returns the cell that differs most; if shapes differ, the first cell of the query's row that
/// does.
std::optional<ChangedCell> most_changed(const Mistaken& made, Index query) {
    if (const auto comparison = compare(made.right, made.wrong, made.sheet, 1))
        return comparison->largest.empty() ? std::nullopt
                                           : std::optional(comparison->largest.front());
    const Matrix a = matrix_of(made.right.document, made.right.trace, made.sheet);
    const Matrix b = matrix_of(made.wrong.document, made.wrong.trace, made.sheet);
    for (Index column = 0; column < std::min(a.cols(), b.cols()); ++column)
        if (a(query, column) != b(query, column))
            return ChangedCell{{made.sheet, query, column}, a(query, column), b(query, column)};
    return ChangedCell{{made.sheet, query, 0}, a(query, 0), b(query, 0)};
}

/// Writes the cause for the document's convention and normaliser.
std::string cause(const Document& document, const MistakeInfo& about) {
    const NormaliserInfo& how = attn::info(document.switches.normaliser);
    std::string text(about.cause);
    const auto say = [&](std::string_view what, std::string_view instead) {
        if (const auto at = text.find(what); at != std::string::npos)
            text.replace(at, what.size(), instead);
    };
    switch (about.mistake) {
    case Mistake::OtherAxis:
    case Mistake::MaskAfterSoftmax:
        say("softmax", how.process);
        break;
    case Mistake::MaskWithZero:
        if (!is_of_powers(how.normaliser))
            say("and e^0 is 1, ", "");
        break;
    case Mistake::MissingKeepdim:
        if (document.convention == Convention::TokensAsColumns)
            text = "The sums lost their shape, so that each row was divided by a column's sum";
        break;
    default:
        break;
    }
    return text;
}

std::string live_part(const Mistaken& made, const ChangedCell& change) {
    const auto in = [&](const Calculation& calculation) {
        return matrix_of(calculation.document, calculation.trace, made.sheet);
    };
    const Matrix a = in(made.right), b = in(made.wrong);
    const Index row = change.place.row;
    const bool by_rows = made.right.document.convention == Convention::TokensAsRows;
    const std::string line = by_rows ? "row" : "column";
    if (a.cols() != b.cols() || made.sheet.stage == Stage::Output)
        return line + " " + std::to_string(row) + " of the output is " + row_text(b, row) +
               " instead of " + row_text(a, row);
    std::string text = "the " + title(made.right.document, change.place) + " is " +
                       number(change.b) + " instead of " + number(change.a);
    const Real sum = b.row(row).sum();
    if (made.sheet.stage == Stage::Weights && std::abs(sum - 1) > 1e-9)
        text += ", and that " + line + " sums to " + number(sum);
    return text;
}

} // namespace

const std::array<MistakeInfo, 19>& mistakes() {
    return mistake_table;
}

const MistakeInfo& info(Mistake mistake) {
    const MistakeInfo& found = mistake_table[static_cast<std::size_t>(mistake)];
    assert(found.mistake == mistake && "the table is in the order of the mistakes");
    return found;
}

Result<Mistaken> make_mistake(const Document& whole, Mistake mistake, Index head, Index query) {
    const Document document = without_remarks(whole);
    if (!has_stage(document, Stage::Weights))
        return Error{
            "the usual mistakes are mistakes of attention, but this is a concepts document; open "
            "an attention document"};
    const MistakeInfo& about = info(mistake);
    if (!is_plain(document) && is_of_plain_heads(mistake))
        return Error{std::string(about.title) +
                     " is a mistake of scaled dot products between the words of one list, but this "
                     "document has other options; switch these off first"};
    if (const std::string lack = lack_for(document, mistake); !lack.empty())
        return Error{lack};
    if (const auto fault = validate(changed(document, mistake)); !fault)
        return Error{std::string(about.title) +
                     " cannot be made in this document: " + fault.error().text()};
    Mistaken made;
    made.right = calculated(prepared(document, mistake, query));
    made.is_prepared = !(made.right.document == document);
    made.wrong = mistaken(made.right, mistake);
    made.sheet = {about.stage, attn::info(about.stage).is_per_head ? head : 0, 0};
    const auto change = most_changed(made, query);
    if (!change)
        return Error{std::string(about.title) + " changes nothing here: every number of " +
                     to_text(made.sheet) + " stays the same"};
    made.place = change->place;
    made.sentence = cause(made.right.document, about) + ": " + live_part(made, *change) + ".";
    return made;
}

namespace {

/// Computes the document stage by stage; `edit` changes the numbers of a stage before later ones
/// read them.
Calculation edited(Document document,
                   const std::function<void(const SheetId&, Matrix& numbers)>& edit) {
    const Graph stages = graph(document);
    Calculation made{std::move(document), {}};
    for (const Node& node : stages.nodes()) {
        if (node.inputs.empty() || info(node.sheet.stage).is_by_query)
            continue;
        std::vector<const Matrix*> read;
        for (const std::size_t at : node.inputs) {
            const SheetId& from = stages[at].sheet;
            const SharedMatrix* const given = input(made.document, from);
            read.push_back(given ? &**given : &made.trace.stages.at(key_of(from)));
        }
        Matrix& numbers = made.trace.stages[key_of(node.sheet)];
        node.operation->run(node.options, read, numbers);
        edit(node.sheet, numbers);
    }
    models::close_lines(made.document, made.trace);
    return made;
}

Calculation with_trace(Document document) {
    Trace trace = evaluate(document);
    return {std::move(document), std::move(trace)};
}

/// Sets W_O so that it leaves the heads side by side, as far as there are columns.
Document without_w_o(Document document) {
    document.w_o = Matrix(Matrix::Identity(document.w_o.rows(), document.w_o.cols()));
    return document;
}

/// Sets W_O so that it adds the heads: part of an identity for each, below each other.
Document with_heads_added(Document document) {
    Matrix w_o(document.w_o.rows(), document.w_o.cols());
    Index row = 0;
    for (Index head = 0; head < head_count(document); ++head) {
        const Index width = d_v(document, head);
        w_o.middleRows(row, width) = Matrix::Identity(width, w_o.cols());
        row += width;
    }
    document.w_o = std::move(w_o);
    return document;
}

/// Removes the positions from X and adds them to queries and keys, column by column.
Calculation with_late_positions(const Document& document) {
    const Trace right = evaluate(document);
    const Matrix x = embeddings_of(document), p = matrix_of(document, right, {Stage::P});
    return edited(document, [&](const SheetId& sheet, Matrix& numbers) {
        const bool is_first = sheet.layer == 0 && !sheet.is_cross;
        if (sheet.stage == Stage::Embedded)
            numbers = x;
        const bool is_of_words =
            sheet.stage == Stage::Q || (sheet.stage == Stage::K && !document.options.has_memory);
        if (is_first && is_of_words) {
            const Index width = std::min(numbers.cols(), p.cols());
            numbers.leftCols(width) += p.leftCols(width);
        }
    });
}

Document with_norm_on_other_side(Document document) {
    Block& block = *document.options.block;
    block.place = block.place == Block::Place::Before ? Block::Place::After : Block::Place::Before;
    return document;
}

/// Opens the key after the last open one as well; the first key is open to all.
Document with_mask_off_by_one(Document document) {
    const Index queries = token_count(document), keys = key_count(document);
    Flags cells(queries, keys);
    for (Index row = 0; row < queries; ++row)
        for (Index column = 0; column < keys; ++column)
            cells(row, column) = column > 0 && is_blocked(document.switches.mask, row, column - 1);
    document.switches.mask = {Mask::Kind::Painted, std::move(cells)};
    return document;
}

} // namespace

void cover_like(Mistaken& made, const Document& document) {
    if (made.is_prepared) // other numbers
        return;
    for (Document* const one : {&made.right.document, &made.wrong.document}) {
        one->covers = document.covers;
        fit_covers(*one);
    }
}

std::string lack_for(const Document& document, Mistake mistake) {
    if (!has_x(document))
        return "The document begins with given stages, and mistakes are made on the way from X to "
               "them. Open a document with X first";
    const auto& block = document.options.block;
    switch (mistake) {
    case Mistake::ForgottenWO:
        return document.join == Join::WO
                   ? ""
                   : "The heads are not joined by W_O. Join them by W_O first";
    case Mistake::HeadsAdded:
        return document.join == Join::WO && head_count(document) > 1
                   ? ""
                   : "There are not two heads joined by W_O. Add a head and join them first";
    case Mistake::MissingKeepdim:
        return info(document.switches.normaliser).shares != NormaliserInfo::Shares::OfNothing
                   ? ""
                   : "No score is divided by the sum of a line. Choose softmax first";
    case Mistake::LatePositions:
        return has_stage(document, Stage::P)
                   ? ""
                   : "No positions are added to X. Choose learned or sinusoidal ones first";
    case Mistake::NormOnOtherSide:
        return block && block->has_norm()
                   ? ""
                   : "There is no norm. Choose a block with LayerNorm or RMSNorm first";
    default:
        return "";
    }
}

std::optional<Calculation> mistaken_options(const Document& document, Mistake mistake) {
    switch (mistake) {
    case Mistake::ForgottenWO:
        return with_trace(without_w_o(document));
    case Mistake::HeadsAdded:
        return with_trace(with_heads_added(document));
    case Mistake::LatePositions:
        return with_late_positions(document);
    case Mistake::NormOnOtherSide:
        return with_trace(with_norm_on_other_side(document));
    case Mistake::MaskOffByOne:
        return with_trace(with_mask_off_by_one(document));
    default:
        return std::nullopt;
    }
}

namespace {

/// Computes the number by hand from the numbers that its equation reads, as cells show them.
std::optional<Real> from_shown_numbers(const Document& document, const Trace& trace,
                                       const Place& place, const NumberFormat& numbers) {
    Document open = document;
    open.covers.clear();
    if (!exists(open, place))
        return std::nullopt;
    const Derivation derivation = derive(open, trace, place);
    return as_written(derivation, cell_digits(derivation, numbers), derivation.terms.size());
}

/// Each what-if is an evaluation; for a larger document they would take too long.
constexpr Real most_cost = 2e7;

/// Adds the what-ifs of this very document at the place. Returns false if none was tried.
bool add_mistakes(std::vector<Slip>& list, const Document& document, const Place& place,
                  const std::string& said, const NumberFormat& numbers) {
    if (!has_stage(document, Stage::Weights) || evaluation_cost(document) > most_cost)
        return false;
    for (const MistakeInfo& mistake : mistakes()) {
        const auto made = make_mistake(document, mistake.mistake, place.sheet.head,
                                       std::min(place.row, token_count(document) - 1));
        if (!made || made->is_prepared || !exists(made->wrong.document, place))
            continue;
        const Cells cells = cells_of(made->wrong.document, made->wrong.trace, place.sheet);
        if (place.row < cells.rows() && place.column < cells.cols() &&
            spoken(cells(place.row, place.column), numbers) == said)
            list.push_back({std::string(mistake.title), said + " comes out of a usual mistake: " +
                                                            std::string(mistake.title) + "."});
    }
    if (document.switches.mask.kind != Mask::Kind::None) {
        Document unmasked = document;
        unmasked.switches.mask = {};
        if (spoken(value_at(unmasked, evaluate(unmasked), place), numbers) == said)
            list.push_back({"Mask left out", said + " is the number without the mask."});
    }
    return true;
}

} // namespace

std::vector<Slip> named_slips(const Document& document, const Trace& trace, const Place& place,
                              Real expected, const NumberFormat& asked) {
    const NumberFormat numbers = compared_format(asked);
    const std::string said = spoken(expected, numbers);
    const auto reads_so = [&](const Place& at) {
        return exists(document, at) && spoken(value_at(document, trace, at), numbers) == said;
    };
    std::vector<Slip> list;
    if (reads_so(place) || is_by_query(place.sheet.stage))
        return list;
    if (const auto rounded = from_shown_numbers(document, trace, place, asked);
        rounded && spoken(*rounded, numbers) == said)
        return {{"Rounding",
                 "By the numbers as they are shown, " + said +
                     " is right; only their rounding makes the difference.",
                 true}};
    const bool has_tried = add_mistakes(list, document, place, said, numbers);
    if (expected != 0 && spoken(-value_at(document, trace, place), numbers) == said)
        list.push_back({"Other sign", "Only the sign is different."});
    const Place exchanged{place.sheet, place.column, place.row};
    if (!(exchanged == place) && reads_so(exchanged))
        list.push_back(
            {"Row and column exchanged", said + " is the number with row and column exchanged."});
    for (const auto& [rows, columns] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
        const Place beside{place.sheet, place.row + rows, place.column + columns};
        if (!(beside == exchanged) && reads_so(beside))
            list.push_back({"Number of a neighbouring cell",
                            said + " stands beside it: " + title(document, beside) + "."});
    }
    if (list.empty() && has_tried)
        list.push_back({"", "No usual mistake gives " + said + "."});
    return list;
}

std::vector<std::string> slips(const Document& document, const Trace& trace, const Place& place,
                               Real expected, const NumberFormat& numbers) {
    std::vector<std::string> sentences;
    for (Slip& slip : named_slips(document, trace, place, expected, numbers))
        sentences.push_back(std::move(slip.sentence));
    return sentences;
}

namespace {

/// Whether the number is the right one with fewer decimals than asked for.
bool is_rounded_further(Real right, Real number, const NumberFormat& asked) {
    const bool has_decimals =
        asked.kind == NumberFormat::Kind::Decimals || asked.kind == NumberFormat::Kind::Automatic;
    for (int digits = 0; has_decimals && digits < std::max(asked.digits, 2); ++digits)
        if (const auto rounded = parse_number(decimals(right, digits));
            rounded && *rounded == number)
            return true;
    return false;
}

} // namespace

Judged judged(const Document& document, const Trace& trace, const Place& place, Real number,
              const NumberFormat& numbers) {
    const NumberFormat compared = compared_format(numbers);
    Judged made;
    made.right = spoken(value_at(document, trace, place), compared);
    if (spoken(number, compared) == made.right) {
        made.is_right = true;
        return made;
    }
    for (const Slip& slip : named_slips(document, trace, place, number, numbers)) {
        made.is_right = made.is_right || slip.is_right;
        const bool is_new = std::find(made.mistakes.begin(), made.mistakes.end(), slip.name) ==
                            made.mistakes.end(); // two neighbours may have the same number
        if (!slip.is_right && !slip.name.empty() && is_new)
            made.mistakes.push_back(slip.name);
    }
    if (!made.is_right && is_rounded_further(value_at(document, trace, place), number, compared))
        made.mistakes.emplace_back("Rounded too far");
    return made;
}

} // namespace attn
