// SPDX-License-Identifier: MIT
#include "tests/support/scenes.h"

#include "tests/support/random_document.h"

#include <cmath>
#include <limits>

namespace attn::test {
namespace {

const std::vector<std::string> pool{"The",   "cat",   "chased", "the",     "mouse",  "because",
                                    "it",    "was",   "hungry", "and",     "wanted", "a",
                                    "small", "snack", "before", "sleeping"};

Scene scene(std::string name, Document document, View view = {}) {
    Trace trace = evaluate(document);
    return {std::move(name), std::move(document), std::move(view), std::move(trace)};
}

View looking(Index query, std::optional<Index> key = std::nullopt) {
    View view;
    view.query = query;
    view.key = key;
    return view;
}

Matrix whole(Matrix matrix) {
    return matrix.unaryExpr([](Real value) { return std::round(value); });
}

} // namespace

Document scene_document(Index words, Index d_model, Index d_k, Index d_v, Real size) {
    Random random(7);
    Document document;
    document.title = "Scene";
    for (Index i = 0; i < words; ++i)
        document.tokens.own().push_back(pool[static_cast<std::size_t>(i) % pool.size()]);
    document.embeddings = random.matrix(words, d_model, size);
    document.heads = {{random.matrix(d_model, d_k, size), random.matrix(d_model, d_k, size),
                       random.matrix(d_model, d_v, size)}};
    return document;
}

std::vector<Scene> scenes() {
    std::vector<Scene> all;

    Document three = scene_document(3, 3, 3, 3, 3);
    three.embeddings = whole(*three.embeddings);
    for (HeadWeights& head : three.heads)
        head = {whole(*head.w_q), whole(*head.w_k), whole(*head.w_v)};
    three.switches.scale.kind = Scale::Kind::None;
    all.push_back(scene("three", three, looking(0)));

    Document cat = scene_document(5, 4, 4, 4);
    cat.embeddings = Matrix(cat.embeddings->cwiseAbs());
    for (HeadWeights& head : cat.heads)
        head = {Matrix(head.w_q->cwiseAbs()), Matrix(head.w_k->cwiseAbs()),
                Matrix(head.w_v->cwiseAbs())};
    View marked = looking(1, 4);
    marked.selected = Place{{Stage::Weights, 0, 0}, 1, 4};
    marked.marked = {{{Stage::Scaled, 0, 0}, 1, 4}};
    all.push_back(scene("cat", cat, marked));

    Document causal = scene_document(5, 4, 3, 2, 2);
    causal.switches.mask.kind = Mask::Kind::Causal;
    View sums = looking(3, 1);
    sums.show_row_sums = true;
    all.push_back(scene("causal", causal, sums));

    Document closed = scene_document(5, 4, 4, 4, 2);
    Flags flags = Flags::Constant(5, 5, false);
    flags.row(2).setConstant(true);
    flags(0, 3) = flags(4, 1) = true;
    closed.switches.mask = {Mask::Kind::Painted, flags};
    all.push_back(scene("closed-row", closed, looking(2, 1)));

    all.push_back(scene("ten-by-64", scene_document(10, 64, 64, 64), looking(2, 7)));
    all.push_back(scene("forty-by-8", scene_document(40, 8, 8, 8), looking(11, 30)));

    Document words = scene_document(5, 4, 4, 4);
    words.tokens = {"internationalisation", "Donaudampfschifffahrtsgesellschaft", "a_{b}^{c}", "",
                    "tab\there"};
    all.push_back(scene("long-words", words, looking(1, 0)));

    Document heads = scene_document(6, 8, 4, 3, 3);
    for (int i = 1; i < 4; ++i)
        heads.heads.push_back(heads.heads.front());
    View second = looking(4, 2);
    second.head = 1;
    all.push_back(scene("four-heads", heads, second));

    Document plain = scene_document(6, 3, 3, 3);
    plain.projections = Projections::None;
    plain.heads.clear();
    plain.switches.scale.kind = Scale::Kind::None;
    all.push_back(scene("no-projections", plain, looking(1)));

    Document broken = scene_document(4, 3, 3, 3);
    Matrix x = *broken.embeddings;
    x(2, 1) = std::numeric_limits<Real>::quiet_NaN();
    broken.embeddings = x;
    Matrix w = *broken.heads[0].w_v;
    w(0, 0) = std::numeric_limits<Real>::infinity();
    broken.heads[0].w_v = w;
    all.push_back(scene("broken", broken, looking(1, 2)));

    all.push_back(scene("one", scene_document(1, 1, 1, 1), looking(0)));
    all.push_back(scene("large-numbers", scene_document(4, 4, 4, 4, 2000), looking(3)));
    all.push_back(scene("sixteen", scene_document(16, 16, 4, 6), looking(5, 9)));

    const std::size_t by_rows = all.size();
    for (std::size_t at = 0; at < by_rows; ++at) {
        Scene turned = all[at];
        turned.name += "-as-columns";
        turned.document.convention = Convention::TokensAsColumns;
        all.push_back(std::move(turned));
    }
    return all;
}

Scene large_scene() {
    return scene("three-hundred", scene_document(300, 64, 64, 64, 0.5), looking(120, 40));
}

} // namespace attn::test
