// SPDX-License-Identifier: MIT
#include "core/checkpoint/run.h"

#include "core/document/model/document.h"
#include "core/engine/graph/operation.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace attn::checkpoint {
namespace {

/// The rows of a table of embeddings.
Result<Matrix> rows_of(const Model& model, std::string_view stem, Index table_rows,
                       const std::vector<Index>& rows) {
    const std::string name = whole_name(model, stem);
    if (const auto fits = has_shape(model.weights, name, {table_rows, model.config.d_model}); !fits)
        return fits.error();
    return read_part(model.weights, name, rows, {});
}

/// What a norm multiplies columns by, and what it adds to them: a row each.
struct NormRows {
    Matrix gain;
    std::optional<Matrix> shift; // LayerNorm has one; it subtracts the mean first
};
Result<NormRows> norm_rows(const Model& model, const NormNames& names, Index width) {
    const auto row_of = [&](const std::string& name) -> Result<Matrix> {
        if (const auto fits = has_shape(model.weights, name, {width}); !fits)
            return fits.error();
        return read_part(model.weights, name, {}, {});
    };
    auto gain = row_of(names.gain);
    if (!gain)
        return gain.error();
    if (model.config.type->adds_one_to_norm)
        gain->array() += 1;
    if (names.shift.empty())
        return NormRows{*std::move(gain), {}};
    auto shift = row_of(names.shift);
    if (!shift)
        return shift.error();
    return NormRows{*std::move(gain), *std::move(shift)};
}

/// LayerNorm (Ba et al. 2016) or RMSNorm (Zhang and Sennrich 2019) of each row.
Matrix normed_by(const NormRows& rows, Real epsilon, const Matrix& x) {
    Matrix made = x;
    if (rows.shift)
        made.colwise() -= x.rowwise().mean();
    const auto width = static_cast<Real>(x.cols());
    for (Index row = 0; row < made.rows(); ++row) {
        const Real size = std::sqrt(made.row(row).squaredNorm() / width + epsilon);
        made.row(row) = (made.row(row) / size).cwiseProduct(rows.gain.row(0));
    }
    if (rows.shift)
        made.rowwise() += rows.shift->row(0);
    return made;
}

Result<Matrix> normed(const Model& model, const Matrix& x, const NormNames& names) {
    const auto rows = norm_rows(model, names, x.cols());
    if (!rows)
        return rows.error();
    return normed_by(*rows, model.config.epsilon, x);
}

/// Applies an operation with one input.
Matrix made_by(const Operation& operation, const Options& options, const Matrix& from) {
    const std::array<const Matrix*, 1> inputs{&from};
    Matrix made;
    operation.run(options, inputs, made);
    return made;
}

/// The columns of each head normed by the gains that all share.
Result<Matrix> heads_normed(const Model& model, Matrix x, const NormNames& names) {
    const Index d_head = model.config.d_head;
    const auto rows = norm_rows(model, names, d_head);
    if (!rows)
        return rows.error();
    for (Index first = 0; first < x.cols(); first += d_head)
        x.middleCols(first, d_head) =
            normed_by(*rows, model.config.epsilon, x.middleCols(first, d_head));
    return x;
}

/// The columns of each head turned by the places of the words.
void rotate(Matrix& x, const Config& config, Index layer) {
    const Index d_head = config.d_head;
    const Rotation how{config.rotary_bases[static_cast<std::size_t>(layer)], false, config.turned};
    for (Index first = 0; first < x.cols(); first += d_head)
        x.middleCols(first, d_head) = made_by(operation::rotated, how, x.middleCols(first, d_head));
}

/// The weights of one head: softmax over the keys that each word may see.
Matrix weights_of(const Config& config, Index layer, Matrix scores) {
    const auto at = static_cast<std::size_t>(layer);
    scores /= config.divisors[at];
    if (config.soft_limit)
        scores = (scores / *config.soft_limit).array().tanh() * *config.soft_limit;
    const Index window = config.windows[at];
    for (Index query = 0; query < scores.rows(); ++query) {
        for (Index key = 0; key < scores.cols(); ++key) {
            const bool is_later = config.is_causal && key > query;
            const bool is_far = window > 0 && std::abs(query - key) >= window;
            if (is_later || is_far)
                scores(query, key) = -std::numeric_limits<Real>::infinity();
        }
        const Real most = scores.row(query).maxCoeff();
        scores.row(query) = (scores.row(query).array() - most).exp();
        scores.row(query) /= scores.row(query).sum();
    }
    return scores;
}

Result<Matrix> attention_of(const Model& model, const LayerTensors& tensors, Index layer,
                            const Matrix& x, const SeeWeights& see, const Instead& instead,
                            Progress* progress) {
    if (instead.attention)
        return *instead.attention;
    const Config& config = model.config;
    auto q = times(x, model.weights, tensors.q, progress);
    if (!q)
        return q;
    auto k = times(x, model.weights, tensors.k, progress);
    if (!k)
        return k;
    const auto v = times(x, model.weights, tensors.v, progress);
    if (!v)
        return v;
    if (tensors.q_norm) {
        q = heads_normed(model, *std::move(q), *tensors.q_norm);
        if (!q)
            return q;
        k = heads_normed(model, *std::move(k), *tensors.k_norm);
        if (!k)
            return k;
    }
    if (config.type->is_rotary) {
        rotate(*q, config, layer);
        rotate(*k, config, layer);
    }
    Matrix joined = Matrix::Zero(x.rows(), config.heads * config.d_head);
    for (Index head = 0; head < config.heads && !is_cancelled(progress); ++head) {
        const Index width = config.d_head, group = head * config.groups / config.heads;
        if (instead.output && instead.head == head) {
            joined.middleCols(head * width, width) = *instead.output;
            continue;
        }
        const Matrix weights = weights_of(config, layer,
                                          q->middleCols(head * width, width) *
                                              k->middleCols(group * width, width).transpose());
        if (see)
            see(layer, head, weights);
        joined.middleCols(head * width, width).noalias() =
            weights * v->middleCols(group * width, width);
    }
    return times(joined, model.weights, tensors.o, progress);
}

Result<Matrix> mlp_of(const Model& model, const LayerTensors& tensors, const Matrix& x,
                      Progress* progress) {
    auto hidden = times(x, model.weights, tensors.up, progress);
    if (!hidden)
        return hidden;
    const auto open = [&](const Matrix& from) {
        return made_by(operation::activated, Activation{model.config.activation}, from);
    };
    if (tensors.gate) {
        const auto gate = times(x, model.weights, *tensors.gate, progress);
        if (!gate)
            return gate;
        *hidden = hidden->cwiseProduct(open(*gate));
    } else {
        *hidden = open(*hidden);
    }
    return times(*hidden, model.weights, tensors.down, progress);
}

/// The embeddings of the words with their positions, as the first layer reads them.
Result<Matrix> embedded(const Model& model, std::span<const Index> ids) {
    const Config& config = model.config;
    const TensorNames& names = config.type->tensors;
    auto x = rows_of(model, names.words, config.vocabulary, {ids.begin(), ids.end()});
    if (!x)
        return x;
    if (config.type->scales_embeddings)
        *x *= std::sqrt(static_cast<Real>(config.d_model));
    if (!names.positions.empty()) {
        std::vector<Index> places;
        Index next = config.first_position;
        for (const Index id : ids) {
            const bool is_padding = config.padding && id == *config.padding;
            places.push_back(is_padding ? *config.padding : next++);
        }
        const auto p =
            rows_of(model, names.positions, config.positions + config.first_position, places);
        if (!p)
            return p;
        *x += *p;
    }
    if (!names.types.empty()) {
        // All words of one text have the first type.
        const auto of_type = read_part(model.weights, whole_name(model, names.types), {0}, {});
        if (!of_type)
            return of_type;
        if (of_type->cols() != x->cols())
            return Error{"the tensor " + whole_name(model, names.types) + " has " +
                         std::to_string(of_type->cols()) + " columns, expected " +
                         std::to_string(x->cols()) + " by the sizes in config.json"};
        x->rowwise() += of_type->row(0);
    }
    if (names.embedding_norm.empty())
        return x;
    return normed(model, *x, norm_names(model, whole_name(model, names.embedding_norm, "")));
}

/// Computes the whole layer.
Result<Matrix> layer_of(const Model& model, Index layer, const Matrix& x, const SeeWeights& see,
                        const Instead& instead, Progress* progress) {
    const LayerTensors tensors = tensors_of(model, layer);
    const bool is_after = model.config.type->has_norm_after;
    const auto norm = [&](const Matrix& from, const NormNames& names) {
        return normed(model, from, names);
    };
    const auto read = is_after ? Result<Matrix>(x) : norm(x, tensors.norm_1);
    if (!read)
        return read;
    auto attention = attention_of(model, tensors, layer, *read, see, instead, progress);
    if (attention && tensors.norm_after_attention)
        attention = norm(*attention, *tensors.norm_after_attention);
    if (!attention)
        return attention;
    Matrix now = x + *attention;
    if (is_after) {
        auto next = norm(now, tensors.norm_1);
        if (!next)
            return next;
        now = *std::move(next);
    }
    // In a parallel block both read x.
    const auto second = is_after ? Result<Matrix>(now)
                                 : norm(model.config.has_parallel_mlp ? x : now, tensors.norm_2);
    if (!second)
        return second;
    auto mlp = mlp_of(model, tensors, *second, progress);
    if (mlp && tensors.norm_after_mlp)
        mlp = norm(*mlp, *tensors.norm_after_mlp);
    if (!mlp)
        return mlp;
    now += *mlp;
    return is_after ? norm(now, tensors.norm_2) : Result<Matrix>(std::move(now));
}

} // namespace

Result<> check_words(const Model& model, std::span<const Index> ids) {
    const Config& config = model.config;
    const auto count = static_cast<Index>(ids.size());
    if (count == 0)
        return Error{"the text has no tokens; give at least one word"};
    if (count > config.positions)
        return Error{"the text has " + std::to_string(count) +
                     " tokens; the model has positions "
                     "for " +
                     std::to_string(config.positions) + ". Shorten the text"};
    if (count > max_tokens)
        return Error{"the text has " + std::to_string(count) + " tokens; a document has at most " +
                     std::to_string(max_tokens) + " words. Shorten the text"};
    for (const Index id : ids)
        if (id < 0 || id >= config.vocabulary)
            return Error{"there is no token " + std::to_string(id) + "; the vocabulary has " +
                         std::to_string(config.vocabulary) + " tokens, counted from 0"};
    return Nothing{};
}

Index weights_in_layer(const Config& config) {
    const Index queries = config.heads * config.d_head, keys = config.groups * config.d_head;
    return config.d_model * (2 * queries + 2 * keys + config.d_mlp * (config.is_gated() ? 3 : 2));
}

Result<> run_all(const Model& model, std::span<const Index> ids, const SeeWeights& see,
                 Progress* progress) {
    if (progress)
        progress->total = model.config.layers * weights_in_layer(model.config);
    auto x = embedded(model, ids);
    for (Index at = 0; x && at < model.config.layers && !is_cancelled(progress); ++at)
        x = layer_of(model, at, *x, see, {}, progress);
    if (!x)
        return x.error();
    return Nothing{};
}

Result<LayerInput> run_to(const Model& model, std::span<const Index> ids, Index layer,
                          Progress* progress) {
    if (progress && progress->total == 0)
        progress->total = layer * weights_in_layer(model.config);
    auto x = embedded(model, ids);
    for (Index at = 0; x && at < layer && !is_cancelled(progress); ++at)
        x = layer_of(model, at, *x, nullptr, {}, progress);
    if (!x)
        return x.error();
    LayerInput made{*x, *x};
    if (!model.config.type->has_norm_after) {
        auto read = normed(model, *x, tensors_of(model, layer).norm_1);
        if (!read)
            return read.error();
        made.read = *std::move(read);
    }
    return made;
}

Result<Matrix> run_layer(const Model& model, Index layer, const Matrix& x, const Instead& instead,
                         Progress* progress) {
    assert(x.cols() == model.config.d_model && "the words are as wide as the model");
    return layer_of(model, layer, x, nullptr, instead, progress);
}

Result<Matrix> run_from(const Model& model, Index layer, Matrix x, Progress* progress) {
    for (Index at = layer; at < model.config.layers && !is_cancelled(progress); ++at) {
        auto next = layer_of(model, at, x, nullptr, {}, progress);
        if (!next)
            return next;
        x = *std::move(next);
    }
    return x;
}

Result<Projection> table_of_logits(const Model& model) {
    const Config& config = model.config;
    const TensorNames& names = config.type->tensors;
    if (names.final_norm.empty())
        return Error{"models of type " + std::string(config.type->name) +
                     " say no next word; they are made to read all words at once"};
    const std::string stem(names.unembedding);
    const bool has_bias = model.weights.tensors.contains(stem + ".bias");
    Projection by{config.has_tied_words ? whole_name(model, names.words) : stem + ".weight",
                  has_bias && !config.has_tied_words ? stem + ".bias" : std::string(),
                  false,
                  config.d_model,
                  config.vocabulary,
                  0,
                  config.vocabulary};
    if (!config.has_tied_words && !model.weights.tensors.contains(by.weight))
        return Error{"the tensor \"" + by.weight +
                     "\" is missing, so the model says no next word; take the folder of the model "
                     "with its language head"};
    return by;
}

Result<Matrix> logits_of(const Model& model, const Matrix& x, Progress* progress) {
    const auto by = table_of_logits(model);
    if (!by)
        return by.error();
    const auto last = normed(
        model, x, norm_names(model, whole_name(model, model.config.type->tensors.final_norm, "")));
    if (!last)
        return last;
    auto logits = times(*last, model.weights, *by, progress);
    if (const auto limit = model.config.logit_limit; logits && limit)
        *logits = (*logits / *limit).array().tanh() * *limit;
    return logits;
}

} // namespace attn::checkpoint
