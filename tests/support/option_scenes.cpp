// SPDX-License-Identifier: MIT
#include "tests/support/option_scenes.h"

#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>

namespace attn::test {
namespace {

/// Fills every input that the options need with numbers by a seed.
Scene filled(std::string name, Document document, std::uint32_t seed) {
    fit_option_inputs(document);
    Random random(seed);
    for (auto& [key, matrix] : document.of_options)
        matrix = random.matrix(matrix.rows(), matrix.cols(), 1);
    View view;
    view.query = 1;
    view.key = key_count(document) - 1;
    Trace trace = evaluate(document);
    return {std::move(name), std::move(document), std::move(view), std::move(trace)};
}

Document with_heads(Document document, Index heads) {
    Random random(11);
    for (Index head = 1; head < heads; ++head)
        document.heads.push_back(
            {random.matrix(4, 4, 1), random.matrix(4, 4, 1), random.matrix(4, 4, 1)});
    return document;
}

Document with_w_o(Document document) {
    Random random(13);
    document.join = Join::WO;
    document.w_o = random.matrix(joined_width(document), d_model(document), 1);
    return document;
}

Document with_memory(Document document, Index words, Index keys) {
    Random random(17);
    const std::vector<std::string> pool{"Die", "Katze", "jagte", "die", "Maus"};
    document.tokens.own().resize(static_cast<std::size_t>(words));
    document.embeddings = random.matrix(words, 4, 1);
    document.options.has_memory = true;
    document.of_options[{Stage::Memory, 0}] = random.matrix(keys, 4, 1);
    for (Index key = 0; key < keys; ++key)
        document.memory.own().push_back(pool[static_cast<std::size_t>(key)]);
    return document;
}

/// Gives the stage; its numbers are drawn with those of the options.
Document given(const Document& document, const SheetId& sheet, std::uint32_t seed) {
    Random random(seed);
    const Shape shape = shape_of(document, sheet);
    auto made = apply(document, Give{sheet, random.matrix(shape.rows, shape.columns, 1)});
    assert(made && "the document computes the stage");
    return *std::move(made);
}

} // namespace

std::vector<Scene> option_scenes() {
    std::vector<Scene> all;
    const Document plain = scene_document(5, 4, 4, 4);
    const auto add = [&](std::string name, Document document, const auto& change) {
        change(document);
        all.push_back(filled(std::move(name), std::move(document),
                             static_cast<std::uint32_t>(100 + all.size())));
    };
    using Kind = Score::Kind;
    using Where = Positions::Kind;
    const auto nothing = [](Document&) {};
    add("biases", with_w_o(plain), [](Document& of) { of.options.has_biases = true; });
    add("groups", with_heads(plain, 4), [](Document& of) {
        of.options.key_value_groups = 2;
        of.heads[2].w_k = of.heads[2].w_v = of.heads[3].w_k = of.heads[3].w_v = {};
        of.join = Join::SideBySide;
    });
    add("memory-2-5", with_memory(plain, 2, 5), nothing);
    add("memory-5-2", with_memory(plain, 5, 2), nothing);
    add("memory-bare", with_memory(plain, 3, 4),
        [](Document& of) { of.projections = Projections::None; });
    for (const auto& [name, kind] :
         {std::pair("general", Kind::General), std::pair("additive", Kind::Additive),
          std::pair("cosine", Kind::Cosine), std::pair("gaussian", Kind::Gaussian),
          std::pair("distance", Kind::Distance)})
        add(name, plain, [kind = kind](Document& of) { of.options.score.kind = kind; });
    for (const auto& [name, kind] :
         {std::pair("learned", Where::Learned), std::pair("sinusoidal", Where::Sinusoidal),
          std::pair("rotary", Where::Rotary), std::pair("alibi", Where::Alibi),
          std::pair("buckets", Where::Buckets)})
        add(name, plain, [kind = kind](Document& of) { of.options.positions.kind = kind; });
    add("rotary-additive", plain, [](Document& of) {
        of.options.positions.kind = Where::Rotary;
        of.options.score.kind = Kind::Additive;
        of.options.has_biases = true;
    });
    add("limit-mask-sink", with_heads(plain, 2), [](Document& of) {
        of.options.soft_limit = 1.5;
        of.options.has_sink = true;
        of.switches.mask.kind = Mask::Kind::Causal;
        of.options.positions.kind = Where::Alibi;
    });
    for (const auto& [name, convention] :
         {std::pair("qk-norm", Convention::TokensAsRows),
          std::pair("qk-norm-as-columns", Convention::TokensAsColumns)})
        add(name, with_heads(plain, 2), [convention = convention](Document& of) {
            of.options.has_qk_norm = true;
            of.options.key_value_groups = 1;
            of.heads[1].w_k = of.heads[1].w_v = {};
            of.options.positions.kind = Where::Rotary;
            of.switches.mask.kind = Mask::Kind::Causal;
            of.convention = convention;
        });
    const auto block = [](Block::Norm norm, Block::Place place, Block::Mlp mlp, bool has_words) {
        return [=](Document& of) {
            of.options.block = Block{norm, place, 1e-5, mlp, has_words};
            if (has_words)
                of.words_out = of.tokens;
        };
    };
    using enum Block::Mlp;
    add("block-before", with_w_o(plain),
        block(Block::Norm::Layer, Block::Place::Before, Gelu, true));
    add("block-after", with_w_o(plain), block(Block::Norm::Rms, Block::Place::After, SwiGlu, true));
    add("block-rms-before", with_w_o(plain),
        block(Block::Norm::Rms, Block::Place::Before, Relu, false));
    add("block-layer-after", with_w_o(plain),
        block(Block::Norm::Layer, Block::Place::After, Silu, true));
    add("block-bare", with_w_o(plain),
        block(Block::Norm::None, Block::Place::Before, Block::Mlp::None, false));
    add("block-of-gpt", with_w_o(with_heads(plain, 2)), [&](Document& of) {
        block(Block::Norm::Layer, Block::Place::Before, GeluTanh, true)(of);
        of.options.has_biases = true;
        of.options.positions.kind = Where::Learned;
        of.switches.mask.kind = Mask::Kind::Causal;
    });
    add("block-of-decoder", with_w_o(with_memory(plain, 3, 5)), [&](Document& of) {
        block(Block::Norm::Rms, Block::Place::Before, Relu, false)(of);
        of.options.positions.kind = Where::Sinusoidal;
    });
    add("words-as-columns", with_w_o(plain), [&](Document& of) {
        block(Block::Norm::Layer, Block::Place::Before, Relu, true)(of);
        of.options.has_biases = of.options.has_sink = true;
        of.options.score.kind = Kind::Additive;
        of.convention = Convention::TokensAsColumns;
    });
    add("given-weights", with_w_o(with_heads(plain, 2)), [](Document& of) {
        of = given(of, {Stage::Weights, 1}, 31);
    });
    add("given-queries", plain, [](Document& of) {
        of.options.has_biases = true;
        fit_option_inputs(of);
        of = given(given(of, {Stage::Q}, 33), {Stage::K}, 35);
    });
    add("given-attention", with_w_o(plain), [&](Document& of) {
        block(Block::Norm::Layer, Block::Place::Before, Relu, true)(of);
        of.options.block->layers = 2;
        fit_option_inputs(of);
        of = given(given(of, {Stage::Attention}, 37), {Stage("norm_2"), 0, 0, 1}, 39);
    });
    for (const auto& [name, convention] : {std::pair("table-tied", Convention::TokensAsRows),
                                           std::pair("table-own", Convention::TokensAsColumns)})
        add(name, with_w_o(plain), [&, convention = convention](Document& of) {
            block(Block::Norm::Layer, Block::Place::Before, Relu, true)(of);
            of.options.block->has_final_norm = true;
            of.options.block->has_own_words_out = convention == Convention::TokensAsColumns;
            of.convention = convention;
            of.options.has_table = true;
            of.words_out = {};
            of.vocabulary = {"slow", "the", "cat", "mouse", "chased"};
            of.tokens = {"the", "cat", "chased", "the", "mouse"};
            of.embeddings = Matrix(0, 4);
        });
    return all;
}

} // namespace attn::test
