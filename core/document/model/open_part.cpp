// SPDX-License-Identifier: MIT
#include "core/document/model/open_part.h"

#include "core/document/model/given.h"
#include "core/document/model/kept_figure.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/engine/graph/place.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// Turns "norm_1.mean" into "norm_2.mean": the norms of a second attention and of the MLP after it
/// have the numbers of the first attention's norms plus one.
Stage with_next_number(Stage stage) {
    std::string name(stage.name());
    for (const std::string_view begin : {"norm_", "gamma_", "beta_"})
        if (name.starts_with(begin))
            ++name[begin.size()];
    return Stage(name);
}

/// Returns the block as far as the part has it.
Block block_of_part(const Document& whole, Index layer, bool is_cross) {
    Block block = *whole.options.block;
    const bool is_last = layer + 1 == layer_count(whole) && is_cross == has_cross(whole);
    block.layers = 1;
    block.has_cross = false;
    block.has_words_out = block.has_words_out && is_last;
    block.has_own_words_out = block.has_own_words_out && is_last;
    block.has_final_norm = block.has_final_norm && is_last;
    if (has_cross(whole) && !is_cross)
        block.mlp = Block::Mlp::None;
    return block;
}

} // namespace

bool has_parts(const Document& document) {
    return layer_count(document) > 1 || has_cross(document);
}

void open_part_of(const Document& document, const SheetId& sheet, View& view) {
    if (!has_parts(document))
        return;
    // Stages of all layers after the last block: the final norm, the next word.
    const bool is_last = document.options.block && is_of_all_layers(sheet.stage) &&
                         position(sheet.stage) > position(Stage("block"));
    if (sheet.stage == Stage("E") && document.options.has_table) {
        // Looked up before the first layer, and read again after the last one.
        const bool is_shown = part_index(document, view) + 1 == part_count(document) &&
                              has_stage(document, Stage("logits")) &&
                              table_of_logits(document) == Stage("E");
        if (!is_shown)
            open_part(document, 0, view);
        return;
    }
    if (sheet.stage == Stage::Memory && (view.is_cross || document.options.has_memory))
        return;
    if (sheet.stage == Stage::Target || sheet.stage == Stage::Loss) {
        if (document.options.loss)
            open_part_of(document, document.options.loss->of, view);
        return;
    }
    view.layer = is_last ? layer_count(document) - 1 : sheet.layer;
    // Stages after the first attention and its norm are shown with the second.
    const bool follows = is_last || position(sheet.stage) > position(Stage("after_attention"));
    view.is_cross =
        has_cross(document) && (sheet.is_cross || follows || sheet.stage == Stage::Memory);
}

Index part_count(const Document& document) {
    return (has_cross(document) ? 2 : 1) * layer_count(document);
}

Index part_index(const Document& document, const View& view) {
    View inside = view;
    keep_part_inside(document, inside);
    return (has_cross(document) ? 2 : 1) * inside.layer + (inside.is_cross ? 1 : 0);
}

void open_part(const Document& document, Index part, View& view) {
    const Index at = std::clamp<Index>(part, 0, part_count(document) - 1);
    const Index of_layer = has_cross(document) ? 2 : 1;
    view.layer = at / of_layer;
    view.is_cross = at % of_layer == 1;
}

void open_next_part(const Document& document, int by, View& view) {
    open_part(document, part_index(document, view) + by, view);
}

void keep_part_inside(const Document& document, View& view) {
    view.layer = std::clamp<Index>(view.layer, 0, layer_count(document) - 1);
    view.is_cross = view.is_cross && has_cross(document);
}

std::string layer_list(const Document& document) {
    const Index count = layer_count(document);
    return count == 1 ? "there is one layer, 0"
                      : "the layers are 0 to " + std::to_string(count - 1);
}

std::string part_text(const Document& document, const View& view) {
    std::string text;
    if (layer_count(document) > 1)
        text = indexed("layer", view.layer, layer_count(document));
    if (has_cross(document))
        text += (text.empty() ? "" : ", ") +
                std::string(view.is_cross ? "cross-attention" : "self-attention");
    return text;
}

OpenPart::OpenPart(const Document& document, const Trace* trace, const View& view)
    : whole_(document), whole_trace_(trace), has_parts_(has_parts(document)) {
    if (!has_parts_)
        return;
    layer_ = std::clamp<Index>(view.layer, 0, layer_count(document) - 1);
    is_cross_ = view.is_cross && has_cross(document);
    part_.document = part_document();
    keep_loss();
}

OpenPart::OpenPart(const Document& document, const Trace& trace, const View& view)
    : OpenPart(document, &trace, view) {
    if (!has_parts_)
        return;
    assert(validate(part_.document).has_value() && "a part of a valid document is valid");
    part_.trace = part_trace();
    for (const SheetId& sheet : sheets(part_.document))
        names_.emplace(key_of(in_whole(sheet)), sheet);
}

Document OpenPart::shape(const Document& document, Index part) {
    if (!has_parts(document))
        return document;
    View view;
    open_part(document, part, view);
    return OpenPart(document, nullptr, view).part_.document;
}

SheetId OpenPart::in_whole(SheetId sheet) const {
    if (!has_parts_)
        return sheet;
    const Stage stage = sheet.stage;
    const bool is_after = whole_.options.block && whole_.options.block->is_normed_after();
    if (stage == Stage::X && is_cross_)
        return {is_after ? Stage("norm_1") : Stage("after_attention"), 0, 0, layer_};
    if (stage == Stage::X && layer_ > 0 && whole_.options.block)
        return {Stage("block"), 0, 0, layer_ - 1};
    if (is_of_all_layers(stage))
        return sheet;
    sheet.layer = layer_;
    if (is_cross_ && may_be_cross(stage))
        sheet.is_cross = true;
    else if (is_cross_)
        sheet.stage =
            stage == Stage("after_attention") ? Stage("after_cross") : with_next_number(stage);
    else if (has_cross(whole_) && stage == Stage("block")) // the first attention ends here
        sheet.stage = is_after ? Stage("norm_1") : Stage("after_attention");
    return sheet;
}

std::optional<SheetId> OpenPart::in_part(const SheetId& sheet) const {
    if (!has_parts_)
        return sheet;
    const auto found = names_.find(key_of(sheet));
    if (found == names_.end())
        return std::nullopt;
    SheetId one = found->second;
    one.query = sheet.query;
    return one;
}

Sensitivity OpenPart::in_part(const Sensitivity& of_whole) const {
    Sensitivity made;
    made.of = of_whole.of;
    if (const auto sheet = in_part(of_whole.of.sheet))
        made.of.sheet = *sheet;
    made.value = of_whole.value;
    made.why = of_whole.why;
    made.most = of_whole.most;
    for (const SheetGradient& one : of_whole.gradients)
        if (const auto sheet = in_part(one.sheet))
            made.gradients.push_back({*sheet, one.values, one.formula});
    return made;
}

View OpenPart::view(View view) const {
    if (!has_parts_)
        return view;
    const auto follow = [&](std::optional<Place>& place) {
        if (const auto sheet = place ? in_part(place->sheet) : std::nullopt)
            place->sheet = *sheet;
        else
            place.reset();
    };
    if (view.key && *view.key >= key_count(document()))
        view.key.reset(); // another attention has other words
    follow(view.pointed);
    follow(view.selected);
    follow(view.anchor);
    std::vector<Place> marked;
    for (Place place : view.marked)
        if (const auto sheet = in_part(place.sheet)) {
            place.sheet = *sheet;
            marked.push_back(place);
        }
    view.marked = std::move(marked);
    return view;
}

/// Keeps the loss if the part computes the stage it compares.
void OpenPart::keep_loss() {
    if (!whole_.options.loss)
        return;
    Document& part = part_.document;
    for (const SheetId& sheet : sheets(part)) {
        if (in_whole(sheet) != whole_.options.loss->of || input(part, sheet))
            continue;
        part.options.loss = Loss{sheet, whole_.options.loss->kind};
        part.of_options[key_of({Stage::Target})] = *input(whole_, {Stage::Target});
        return;
    }
}

Document OpenPart::part_document() const {
    Document part = whole_;
    part.covers.clear();
    part.figures.clear();
    part.training.reset();
    AttentionOptions& options = part.options;
    if (options.block)
        options.block = block_of_part(whole_, layer_, is_cross_);
    if (is_cross_) { // it sees the whole memory, by plain scaled dot products
        options.has_memory = true;
        options.score = {};
        options.positions = {};
        options.soft_limit.reset();
        options.has_score_bias = false;
        options.has_sink = false;
        part.switches.mask = {};
    }
    if (layer_ > 0 && info(options.positions.kind).effect == PositionsInfo::Effect::AddsToWords)
        options.positions = {};
    options.loss.reset();
    if (!options.has_memory)
        part.memory = {};
    if (options.has_table && (layer_ > 0 || is_cross_)) { // its X was computed
        options.has_table = false;
        part.words_out = std::exchange(part.vocabulary, {});
    }
    if (!options.block || !options.block->has_words_out)
        part.words_out = {};
    const auto given = [&](const SheetId& sheet) -> SharedMatrix {
        const SheetId of_whole = in_whole(sheet);
        if (const SharedMatrix* const matrix = input(whole_, of_whole))
            return *matrix;
        if (whole_trace_)
            return SharedMatrix(matrix_of(whole_, *whole_trace_, of_whole));
        const Shape shape = shape_of(whole_, of_whole);
        return SharedMatrix(Matrix(Matrix::Zero(shape.rows, shape.columns)));
    };
    if (!options.has_table && has_x(whole_))
        part.embeddings = given({Stage::X});
    if (has_stage(whole_, Stage::WO))
        part.w_o = given({Stage::WO});
    for (std::size_t at = 0; at < part.heads.size(); ++at) {
        const auto head = static_cast<Index>(at);
        if (part.projections == Projections::None || !has_x(whole_))
            continue;
        part.heads[at].w_q = given({Stage::W_Q, head});
        if (head >= group_count(whole_))
            continue;
        part.heads[at].w_k = given({Stage::W_K, head});
        part.heads[at].w_v = given({Stage::W_V, head});
    }
    part.of_options.clear();
    if (!has_x(whole_)) // the layer begins with these
        for (const auto& [key, numbers] : whole_.of_options)
            if (SheetId sheet = sheet_of(key);
                sheet.layer == layer_ && may_begin_without_x(sheet.stage)) {
                sheet.layer = 0;
                part.of_options[key_of(sheet)] = numbers;
            }
    // The widths of the memory and of the MLP are read while the other inputs are collected.
    for (const Stage stage : {Stage::Memory, Stage("W_1")})
        if (find_option_input(stage)->is_asked(part))
            part.of_options[key_of({stage})] = given({stage});
    for (const SheetId& sheet : option_sheets(part))
        part.of_options[key_of(sheet)] = given(sheet);
    return part;
}

Trace OpenPart::part_trace() const {
    Trace made;
    const Document& part = part_.document;
    const Graph stages = graph(part);
    for (const Node& node : stages.nodes())
        if (!node.inputs.empty() && !info(node.sheet.stage).is_by_query)
            made.stages[key_of(node.sheet)] =
                matrix_of(whole_, *whole_trace_, in_whole(node.sheet));
    models::close_lines(part, made);
    return made;
}

} // namespace attn
