// SPDX-License-Identifier: MIT
#include "app/actions/formula.h"

#include "app/actions/formula_parts.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/normalisers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace app {

using namespace attn;
using Pieces = std::vector<FormulaPiece>;

std::string with_dots(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty())
            text += (text.empty() ? "" : " · ") + part;
    return text;
}

std::string shape_text(const Document& document, const SheetId& sheet) {
    if (!exists(document, sheet))
        return "none";
    Shape shape = shape_of(document, sheet);
    if (document.convention == Convention::TokensAsColumns)
        std::swap(shape.rows, shape.columns);
    return std::to_string(shape.rows) + " × " + std::to_string(shape.columns);
}

std::string position_word(Positions::Kind kind) {
    return std::string(info(kind).caption);
}

bool adds_positions(const Document& document) {
    return has_stage(document, Stage::Embedded);
}

std::string mlp_word(Block::Mlp mlp) {
    return mlp == Block::Mlp::None ? "no MLP" : std::string(info(mlp).name);
}

std::string heads_caption(const Document& document) {
    const Index count = head_count(document), groups = group_count(document);
    return with_dots({count == 1 ? "one head" : std::to_string(count) + " heads",
                      document.join == Join::None && count > 1 ? "apart" : "",
                      groups < count ? std::to_string(groups) + " of K, V" : ""});
}

void append(Pieces& to, Pieces more) {
    for (FormulaPiece& piece : more)
        to.push_back(std::move(piece));
}

FormulaPiece result_piece(const Document& document, Stage of, std::string text) {
    return {std::move(text),
            "Convention",
            shape_text(document, {of}),
            "How are the matrices written?",
            {"Convention"},
            false,
            document.convention == Convention::TokensAsColumns};
}

Stage joined_stage(const Document& document) {
    return document.join == Join::WO           ? Stage::Attention
           : document.join == Join::SideBySide ? Stage::Joined
                                               : Stage::Output;
}

namespace {

/// Formats with at most four digits and no trailing zeros: "2", "1.732", "0.5".
std::string brief(Real number) {
    std::string text = significant(number, 4);
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

FormulaPiece normaliser(const Document& document) {
    const Switches& switches = document.switches;
    const NormaliserInfo& how = info(switches.normaliser);
    const bool along_rows = written(switches.axis, document.convention) == Axis::Rows;
    return {std::string(how.head),
            "Normalise",
            with_dots({std::string(how.remark), along_rows ? "over rows" : "over columns",
                       document.options.has_sink ? "sink" : ""}),
            "How do scores become weights?",
            {"Normalise", "Over", "Temperature", "Sink"},
            false,
            switches.normaliser != Normaliser::Softmax || switches.axis != Axis::Rows ||
                document.options.has_sink};
}

/// The words that queries come from; those for keys and values say where they come from.
FormulaPiece words(const Document& document) {
    const Positions::Kind positions = document.options.positions.kind;
    return {adds_positions(document) ? "(X + P)" : "X",
            "X",
            with_dots({shape_text(document, {Stage::X}), position_word(positions)}),
            "Where does a word stand?",
            {"Positions"},
            false,
            positions != Positions::Kind::None};
}
FormulaPiece source(const Document& document) {
    const bool has_memory = document.options.has_memory;
    return {has_memory                 ? "M"
            : adds_positions(document) ? "(X + P)"
                                       : "X",
            "Memory",
            has_memory ? shape_text(document, {Stage::Memory}) : "self",
            "Where do keys and values come from?",
            {"Memory"},
            false,
            has_memory};
}
FormulaPiece source_again(const Document& document) {
    return {source(document).text};
}

/// A projection. `of` is its subscript: the head or group.
FormulaPiece projection(const Document& document, Stage stage, const std::string& letter,
                        const std::string& of) {
    const bool is_off = document.projections == Projections::None;
    const bool has_biases = document.options.has_biases;
    return {"W_{" + letter + (of.empty() ? "" : "," + of) + "}",
            "W_" + letter,
            with_dots({shape_text(document, {stage}), has_biases ? "+ b" : ""}),
            "Are queries, keys and values projected?",
            {"Projections", "Biases", "Shape"},
            is_off,
            is_off || has_biases};
}

FormulaPiece score(const Document& document) {
    FormulaPiece piece{"·",
                       "Score",
                       "dot",
                       "How do a query and a key become a score?",
                       {"Score", "Norm of Q and K"}};
    const Score& score = document.options.score;
    piece.is_unusual = score.kind != Score::Kind::Dot || document.options.has_qk_norm;
    switch (score.kind) {
    case Score::Kind::Dot:
        break;
    case Score::Kind::General:
        piece.text = "W_{S}";
        piece.caption = "general";
        break;
    case Score::Kind::Additive:
        piece.text = "u tanh";
        piece.caption = "additive";
        break;
    case Score::Kind::Cosine:
        piece.text = "cos";
        piece.caption = "cosine";
        break;
    case Score::Kind::Gaussian:
        piece.text = "gauss";
        piece.caption = "σ " + brief(score.sigma);
        break;
    case Score::Kind::Distance:
        piece.text = "−distance²";
        piece.caption = "distance";
        break;
    }
    piece.caption = with_dots({piece.caption, document.options.has_qk_norm ? "normed" : ""});
    return piece;
}

FormulaPiece scale(const Document& document) {
    const Scale& now = document.switches.scale;
    FormulaPiece piece{
        "√d_{k}", "Scale", "", "What are scores divided by?", {"Scale", "Soft limit"}};
    switch (now.kind) {
    case Scale::Kind::SqrtDk:
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        piece.text = "d_{k}";
        break;
    case Scale::Kind::SqrtDmodel:
        piece.text = "√d_{model}";
        break;
    case Scale::Kind::Number:
        piece.text = brief(now.number);
        break;
    }
    piece.is_off = now.kind == Scale::Kind::None;
    const std::string value = piece.is_off ? "none"
                              : now.kind == Scale::Kind::Number
                                  ? "a number"
                                  : "= " + brief(divisor(now, d_k(document), d_model(document)));
    const std::optional<Real>& limit = document.options.soft_limit;
    piece.caption = with_dots({value, limit ? "limit " + brief(*limit) : ""});
    piece.is_unusual = now.kind != Scale::Kind::SqrtDk || limit.has_value();
    return piece;
}

/// The temperature, which is dragged and typed instead of chosen.
FormulaPiece temperature(const Document& document) {
    const Real now = document.switches.temperature;
    return {"τ", "Temperature", brief(now), "", {}, now == 1, now != 1, {}, true, "00.00"};
}

FormulaPiece mask(const Document& document) {
    const bool is_off = document.switches.mask.kind == Mask::Kind::None;
    return {"mask", "Mask", to_text(document.switches.mask), "Which words may be seen?", {"Mask"},
            is_off, !is_off};
}

FormulaPiece heads(const Document& document) {
    const Index count = head_count(document);
    return {document.join == Join::SideBySide ? "joined" : "W_{O}",
            "Heads",
            heads_caption(document),
            "How many heads are there, and what joins them?",
            {"Heads", "Keys and values"},
            document.join == Join::None,
            count > 1 || document.join != Join::None};
}

FormulaPiece block(const Document& document) {
    FormulaPiece piece{"block",
                       "Block",
                       "off",
                       "What stands around the attention?",
                       {"Block", "Cross-attention", "Norm", "MLP", "Next word"},
                       true,
                       false};
    if (!document.options.block)
        return piece;
    const Block& now = *document.options.block;
    const std::string place = now.is_normed_before()  ? " before"
                              : now.is_normed_after() ? " after"
                                                      : "";
    piece.caption = with_dots({std::string(info(now.norm).title) + place, mlp_word(now.mlp),
                               now.has_words_out ? "next word" : ""});
    piece.is_off = false;
    piece.is_unusual = true;
    return piece;
}

/// Returns "( X W_Q )"; in reverse order if words are columns.
Pieces product(const Document& document, const FormulaPiece& words, const FormulaPiece& weights) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    Pieces made;
    made.push_back({"("});
    made.push_back(by_rows ? words : weights);
    made.push_back(by_rows ? weights : words);
    made.push_back({")"});
    return made;
}

Pieces scores(const Document& document, const HeadOf& of) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const FormulaPiece q = projection(document, Stage::W_Q, "Q", of.queries);
    const FormulaPiece k = projection(document, Stage::W_K, "K", of.keys);
    const Pieces query = product(document, words(document), q);
    const Pieces key = product(document, source(document), k);
    const Score::Kind kind = document.options.score.kind;
    const bool is_product = kind == Score::Kind::Dot || kind == Score::Kind::General;
    Pieces made;
    if (!is_product) {
        made = {score(document), {"("}};
        append(made, query);
        made.push_back({","});
        append(made, key);
        made.push_back({")"});
        return made;
    }
    append(made, by_rows ? query : key);
    if (!by_rows)
        made.push_back({"^{T}"});
    made.push_back(score(document));
    append(made, by_rows ? key : query);
    if (by_rows)
        made.push_back({"^{T}"});
    return made;
}

/// Returns weights times values, with `join` between or before them; in reverse order if words are
/// columns.
Pieces attention(const Document& document, const HeadOf& of, const Pieces& join) {
    const bool by_rows = document.convention == Convention::TokensAsRows;
    const FormulaPiece v = projection(document, Stage::W_V, "V", of.keys);
    const Pieces value = product(document, source_again(document), v);
    Pieces made;
    if (!by_rows) {
        append(made, join);
        append(made, value);
    }
    append(made, {normaliser(document), {"("}});
    append(made, scores(document, of));
    append(made,
           {{"/"}, scale(document), {"/"}, temperature(document), {"+"}, mask(document), {")"}});
    if (by_rows) {
        append(made, value);
        append(made, join);
    }
    return made;
}

} // namespace

Pieces one_head(const Document& document, const HeadOf& of) {
    return attention(document, of, {});
}

Pieces formula(const Document& document) {
    if (!has_stage(document, Stage::Weights))
        return {};
    const Stage last = document.options.block ? Stage("block") : joined_stage(document);
    Pieces made{result_piece(document, last, std::string(last.name())), {"="}};
    append(made, attention(document, {}, {heads(document)}));
    append(made, {{"→"}, block(document)});
    return made;
}

const FormulaPiece* piece_with(const Pieces& pieces, std::string_view menu) {
    const auto at = std::find_if(pieces.begin(), pieces.end(), [&](const FormulaPiece& piece) {
        return std::find(piece.menus.begin(), piece.menus.end(), menu) != piece.menus.end();
    });
    return at == pieces.end() ? nullptr : &*at;
}

} // namespace app
