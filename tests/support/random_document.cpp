// SPDX-License-Identifier: MIT
#include "tests/support/random_document.h"

#include "core/document/commands/command_options.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/normalisers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {
namespace {

Document made(std::uint32_t seed, bool even) {
    Random random(seed);
    // 7 is coprime to the number of combinations, so neighbouring seeds differ in all switches.
    std::uint32_t combination = seed * 7 % combinations;
    const auto digit = [&combination](std::uint32_t base) {
        const std::uint32_t value = combination % base;
        combination /= base;
        return value;
    };
    Document document;
    document.title = "Seed " + std::to_string(seed);
    document.projections = digit(2) == 0 ? Projections::Learned : Projections::None;
    Switches& switches = document.switches;
    switches.scale.kind = static_cast<Scale::Kind>(digit(5));
    if (switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = random.real(0.2, 6);
    switches.mask.kind = static_cast<Mask::Kind>(digit(3));
    switches.normaliser = normalisers[digit(normalisers.size())].normaliser;
    switches.axis = static_cast<Axis>(digit(2));
    switches.temperature = digit(2) == 0 ? 1 : random.real(0.2, 4);

    const Index words = random.whole(1, 5), width = random.whole(1, 5);
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("t" + std::to_string(word));
    document.embeddings = random.matrix(words, width);
    if (switches.mask.kind == Mask::Kind::Painted)
        switches.mask.painted = random.mask(words);
    if (document.projections == Projections::None)
        return document;
    Index d_k = random.whole(1, 5), d_v = random.whole(1, 5);
    for (Index heads = random.whole(1, 3); heads > 0; --heads) {
        document.heads.push_back(
            {random.matrix(width, d_k), random.matrix(width, d_k), random.matrix(width, d_v)});
        if (even)
            continue;
        d_k = random.whole(1, 5);
        d_v = random.whole(1, 5);
    }
    return document;
}

/// Picks one value from each of several lists. A block of as many consecutive seeds as the list is
/// long, starting at a multiple of that length, yields all its values in random order.
class Turns {
public:
    explicit Turns(std::uint32_t seed) : seed_(seed) {}

    /// The index of a value in the next list, which has `count`.
    std::uint32_t next(std::uint32_t count) {
        std::vector<std::uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0U);
        Random random(++lists_ * 1'000'000 + seed_ / count);
        for (std::uint32_t at = count - 1; at > 0; --at)
            std::swap(order[at], order[static_cast<std::size_t>(random.whole(0, at))]);
        return order[seed_ % count];
    }
    bool is_next() { return next(2) == 1; }

private:
    std::uint32_t seed_;
    std::uint32_t lists_ = 0;
};

std::vector<std::string> words_of(char begin, Index count) {
    std::vector<std::string> words;
    for (Index word = 0; word < count; ++word)
        words.push_back(begin + std::to_string(word));
    return words;
}

Mask random_mask(Mask::Kind kind, Index queries, Index keys, Random& random) {
    Mask mask;
    mask.kind = kind;
    if (kind == Mask::Kind::Painted)
        mask.painted = random.mask(queries, keys);
    if (kind == Mask::Kind::Window)
        mask.number = random.whole(1, 3);
    if (kind == Mask::Kind::Prefix || kind == Mask::Kind::Padding)
        mask.number = random.whole(0, 2);
    if (kind == Mask::Kind::All)
        for (Index count = random.whole(1, 3); count > 0; --count)
            mask.all.push_back(
                random_mask(static_cast<Mask::Kind>(random.whole(1, 5)), queries, keys, random));
    return resolved(std::move(mask), keys);
}

/// Draws only what the kind reads, because a file stores only that.
Positions random_positions(Positions::Kind kind, Random& random) {
    Positions positions;
    positions.kind = kind;
    if (kind == Positions::Kind::Sinusoidal || kind == Positions::Kind::Rotary)
        positions.base = random.real(2, 200);
    if (kind == Positions::Kind::Rotary)
        positions.are_neighbours = random.chance(0.5);
    if (kind == Positions::Kind::Sinusoidal)
        positions.waves = static_cast<Waves>(random.whole(0, 2));
    if (kind == Positions::Kind::Buckets) {
        positions.buckets = random.whole(4, 8);
        positions.furthest = random.whole(9, 20);
    }
    return positions;
}

/// Fills the inputs that the options need with any numbers. The memory already has its width.
void fill_option_inputs(Document& document, Random& random) {
    fit_option_inputs(document);
    for (const SheetId& sheet : option_sheets(document))
        if (has_free_columns(sheet) && sheet.stage != Stage::Memory) {
            SharedMatrix& matrix = document.of_options.at(key_of(sheet));
            matrix = random.matrix(matrix.rows(), random.whole(1, 4));
        }
    fit_option_inputs(document);
    for (const SheetId& sheet : option_sheets(document)) {
        SharedMatrix& matrix = document.of_options.at(key_of(sheet));
        matrix = random.matrix(matrix.rows(), matrix.cols());
    }
}

/// Looks the words up in a table, in two of five documents: some words stand there twice, others of
/// the vocabulary not at all. The next word is made in the ways that there are.
void add_next_word(Document& document, std::uint32_t seed) {
    Random random(seed + 5'000'000);
    AttentionOptions& options = document.options;
    if (seed % 5 > 2) {
        options.has_table = true;
        document.vocabulary = words_of('v', random.whole(1, 6));
        document.words_out = {};
        const auto last = static_cast<Index>(document.vocabulary.size()) - 1;
        for (std::string& word : document.tokens.own())
            word = document.vocabulary[static_cast<std::size_t>(random.whole(0, last))];
        document.embeddings = Matrix(0, d_model(document));
    }
    if (!options.block || !options.block->has_words_out)
        return;
    options.block->has_own_words_out = random.chance(0.3);
    options.block->has_final_norm = options.block->has_norm() && random.chance(0.5);
}

/// Gives one or two of the stages that the document computes: of one head, or of any.
void give_some(Document& document, std::uint32_t seed) {
    Random random(seed + 5'000'000);
    std::vector<SheetId> computed;
    for (const SheetId& sheet : sheets(document))
        if (may_be_given(document, sheet))
            computed.push_back(sheet);
    for (Index count = random.whole(1, 2); count > 0; --count) {
        const SheetId& sheet = computed[static_cast<std::size_t>(
            random.whole(0, static_cast<Index>(computed.size()) - 1))];
        const Shape shape = shape_of(document, sheet);
        Matrix numbers = random.matrix(shape.rows, shape.columns);
        if (info(sheet.stage).family == Family::Weights)
            numbers = numbers.cwiseAbs() / static_cast<Real>(shape.columns);
        document.of_options[key_of(sheet)] = std::move(numbers);
    }
}

} // namespace

void add_loss(Document& document, std::uint32_t seed) {
    Random random(seed + 3'000'000);
    std::vector<SheetId> computed;
    for (const SheetId& sheet : sheets(document))
        if (!info(sheet.stage).is_input && sheet.stage != Stage::WeightedValues &&
            sheet.stage != Stage::Masked)
            computed.push_back(sheet);
    const auto last = static_cast<Index>(computed.size()) - 1;
    Loss loss{computed[static_cast<std::size_t>(random.whole(0, last))]};
    const bool are_shares =
        info(loss.of.stage).family == Family::Weights && is_of_powers(document.switches.normaliser);
    if (are_shares && random.chance(0.5))
        loss.kind = Loss::Kind::CrossEntropy;
    document.options.loss = loss;
    const Shape shape = shape_of(document, {Stage::Target});
    document.of_options[{Stage::Target, 0}] = random.matrix(shape.rows, shape.columns).cwiseAbs();
}

Index Random::whole(Index low, Index high) {
    return low + static_cast<Index>(words_() % static_cast<std::uint64_t>(high - low + 1));
}

Real Random::real(Real low, Real high) {
    const auto high_bits = static_cast<Real>(words_() >> 5);
    const auto low_bits = static_cast<Real>(words_() >> 6);
    return low + (high - low) * ((high_bits * 0x1p26 + low_bits) * 0x1p-53);
}

Matrix Random::matrix(Index rows, Index columns, Real size) {
    Matrix result(rows, columns);
    for (Index at = 0; at < result.size(); ++at)
        result.data()[at] = real(-size, size);
    return result;
}

Flags Random::mask(Index queries, Index keys) {
    Flags result(queries, keys);
    for (Index at = 0; at < result.size(); ++at)
        result.data()[at] = chance(0.4);
    if (chance(0.5)) {
        result.row(whole(0, queries - 1)).setConstant(true);
        result.col(whole(0, keys - 1)).setConstant(true);
    }
    return result;
}

Document random_document(std::uint32_t seed) {
    return made(seed, false);
}

Document random_even_document(std::uint32_t seed) {
    return made(seed, true);
}

Document random_joined_document(std::uint32_t seed) {
    Document document = random_document(seed);
    Random random(seed + 1'000'000);
    document.join = seed % 3 == 0 ? Join::SideBySide : Join::WO;
    if (document.join == Join::WO) {
        const Index out = random.whole(1, 5);
        document.w_o = random.matrix(joined_width(document), out);
    }
    return document;
}

namespace {

/// `is_any`: with tables of words and given stages among the others.
Document random_with_options(std::uint32_t seed, bool is_any) {
    Random random(seed + 2'000'000);
    Turns turns(seed);
    Document document;
    document.title = "Options " + std::to_string(seed);
    AttentionOptions& options = document.options;
    options.positions = random_positions(
        static_cast<Positions::Kind>(turns.next(count_of<Positions::Kind>())), random);
    options.score.kind = static_cast<Score::Kind>(turns.next(count_of<Score::Kind>()));
    if (options.score.kind == Score::Kind::Gaussian)
        options.score.sigma = random.real(0.5, 3);
    options.has_biases = turns.is_next();
    options.has_memory = turns.next(3) == 1;
    options.has_sink = turns.next(4) == 1;
    options.has_score_bias = is_any && turns.next(4) == 1;
    if (turns.next(3) == 1)
        options.soft_limit = random.real(0.5, 5);
    if (const std::uint32_t mlp = turns.next(count_of<Block::Mlp>() + 4);
        mlp < count_of<Block::Mlp>()) {
        options.block = Block{static_cast<Block::Norm>(turns.next(count_of<Block::Norm>())),
                              static_cast<Block::Place>(turns.next(2)), random.real(1e-6, 0.1),
                              static_cast<Block::Mlp>(mlp), random.chance(0.5)};
        options.block->has_cross = mlp % 3 == 2;
        options.block->layers = 1 + static_cast<Index>(seed / 12 % 3);
    }
    document.projections = turns.next(8) == 1 ? Projections::None : Projections::Learned;
    const bool is_learned = document.projections == Projections::Learned;
    const bool is_rotary = options.positions.kind == Positions::Kind::Rotary;
    const bool turns_some = turns.is_next(); // turns only part of a head, whose width may then be
                                             // odd
    const auto width_of_pairs = [&] {
        return turns_some ? random.whole(2, 5) : 2 * random.whole(1, 2);
    };

    const Index words = random.whole(1, 5);
    const bool is_rotary_width = is_rotary && !is_learned;
    const bool is_even = options.positions.waves != Waves::Alternating;
    const bool needs_two = options.block && options.block->norm == Block::Norm::Sample;
    const Index width = is_rotary_width ? width_of_pairs()
                        : is_even       ? 2 * random.whole(1, 2)
                                        : random.whole(needs_two ? 2 : 1, 5);
    if (is_rotary && turns_some)
        options.positions.turned = 2;
    document.tokens = words_of('t', words);
    document.embeddings = random.matrix(words, width);
    Index keys = words, source = width;
    if (options.has_memory) {
        keys = random.whole(1, 5);
        source = is_learned ? random.whole(1, 5) : width;
    }
    if (has_memory_list(document)) {
        const Index count = options.has_memory ? keys : random.whole(1, 5);
        const Index of_memory = options.has_memory ? source
                                : is_learned       ? random.whole(1, 5)
                                                   : width;
        document.memory = words_of('m', count);
        document.of_options[{Stage::Memory, 0}] = random.matrix(count, of_memory);
    }
    if (options.block && options.block->has_words_out)
        document.words_out = words_of('o', random.whole(1, 5));

    Switches& switches = document.switches;
    switches.scale.kind = static_cast<Scale::Kind>(turns.next(5));
    if (switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = random.real(0.2, 6);
    switches.mask = random_mask(static_cast<Mask::Kind>(turns.next(7)), words, keys, random);
    switches.temperature = random.chance(0.5) ? 1 : random.real(0.3, 4);
    if (options.has_sink)
        switches.normaliser = random.chance(0.5) ? Normaliser::Softmax : Normaliser::NaiveSoftmax;
    else {
        switches.normaliser = normalisers[turns.next(normalisers.size())].normaliser;
        switches.axis = static_cast<Axis>(turns.next(2));
    }
    if (is_learned) {
        constexpr std::array<std::pair<Index, Index>, 8> heads_and_groups = {
            {{1, 0}, {2, 1}, {3, 0}, {4, 2}, {4, 1}, {4, 0}, {3, 1}, {2, 0}}};
        const auto [heads, groups] = heads_and_groups[turns.next(8)];
        options.key_value_groups = groups;
        const Index d_k = is_rotary ? width_of_pairs() : random.whole(1, 4);
        for (Index head = 0; head < heads; ++head) {
            HeadWeights weights;
            weights.w_q = random.matrix(width, d_k);
            if (groups == 0 || head < groups) {
                weights.w_k = random.matrix(source, d_k);
                weights.w_v = random.matrix(source, random.whole(1, 4));
            }
            document.heads.push_back(weights);
        }
    }
    document.join = options.block ? Join::WO : static_cast<Join>(turns.next(3));
    options.has_mean_weights = turns.next(3) == 1 && document.join != Join::None;
    options.has_qk_norm = turns.next(3) == 1;
    if (document.join == Join::WO)
        document.w_o =
            random.matrix(joined_width(document), options.block ? width : random.whole(1, 4));
    if (is_any)
        add_next_word(document, seed);
    fill_option_inputs(document, random);
    if (is_any && seed % 4 == 3)
        give_some(document, seed);
    if (seed % 3 == 0)
        add_loss(document, seed);
    if (seed % 2 == 0) {
        Random of_training(seed + 4'000'000);
        document.training = random_training(document, of_training);
    }
    return document;
}

} // namespace

Document random_document_with_options(std::uint32_t seed) {
    return random_with_options(seed, false);
}
Document random_document_of_any_kind(std::uint32_t seed) {
    return random_with_options(seed, true);
}

std::string some_word(const Document& document) {
    return document.options.has_table ? document.vocabulary.back() : "new";
}

TrainingSettings random_training(const Document& document, Random& random) {
    TrainingSettings settings;
    settings.optimiser = all_optimisers[static_cast<std::size_t>(random.whole(0, 2))].optimiser;
    settings.rate = random.real(0, 1);
    settings.momentum = random.real(0, 1);
    settings.beta_1 = random.real(0, 1);
    settings.beta_2 = random.real(0, 1);
    settings.epsilon = random.real(1e-9, 1e-3);
    settings.weight_decay = random.chance(0.5) ? 0 : random.real(0, 0.1);
    settings.steps = static_cast<int>(random.whole(1, 1000));
    if (random.chance(0.5))
        settings.seed = static_cast<std::uint32_t>(random.whole(0, 4'294'967'295));
    for (const SheetId& sheet : sheets(document))
        if (input(document, sheet) && sheet.stage != Stage::Target && random.chance(0.3))
            settings.learned.push_back(sheet);
    return settings;
}

Document random_ratings(std::uint32_t seed) {
    Random random(seed);
    const Index people = random.whole(1, 7), films = random.whole(1, 7);
    Matrix x = random.matrix(people, films, 5);
    switch (seed % 8) {
    case 0:
        x.setZero();
        break;
    case 1:
        x = random.matrix(people, 1) * random.matrix(1, films);
        break;
    case 2:
        for (Index row = 1; row < people; row += 2)
            x.row(row) = x.row(row - 1);
        break;
    case 3:
        x = 3 * Matrix::Identity(people, films);
        break;
    case 4:
        x.setConstant(4);
        break;
    case 5:
        x = x.unaryExpr([](Real rating) { return std::round(rating / 2); });
        break;
    case 6:
        x *= 1e-90;
        break;
    default:
        break;
    }
    Document document;
    document.model = Model::Concepts;
    document.title = "Ratings " + std::to_string(seed);
    for (Index person = 0; person < people; ++person)
        document.tokens.own().push_back("P" + std::to_string(person));
    for (Index film = 0; film < films; ++film)
        document.concepts.columns.push_back("F" + std::to_string(film));
    const Index vectors = random.whole(0, 3);
    for (Index vector = 0; vector < vectors; ++vector)
        document.concepts.names.push_back("N" + std::to_string(vector));
    Matrix given = random.matrix(vectors, films, 5);
    if (vectors > 1)
        given.row(0).setZero(); // a vector without direction
    document.concepts.vectors = given;
    document.concepts.kept = random.whole(1, std::min(people, films));
    document.embeddings = x;
    return document;
}

} // namespace attn::test
