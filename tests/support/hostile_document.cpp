// SPDX-License-Identifier: MIT
#include "core/document/model/option_inputs.h"
#include "tests/support/any_mask.h"
#include "tests/support/random_document.h"
#include "tests/support/referee.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {
namespace {

/// Numbers of one magnitude or of many; sometimes zeros, denormals or worse.
Matrix hostile_matrix(Random& random, Index rows, Index columns, Real size, bool is_mixed,
                      Real not_finite) {
    Matrix numbers = random.matrix(rows, columns, 1);
    for (Index at = 0; at < numbers.size(); ++at) {
        Real& number = numbers.data()[at];
        number *= is_mixed ? std::pow(10.0, random.real(-300, 300)) : size;
        if (random.chance(0.03))
            number = random.chance(0.5) ? 0.0 : -0.0;
        else if (random.chance(0.01))
            number =
                std::numeric_limits<Real>::denorm_min() * static_cast<Real>(random.whole(-9, 9));
        else if (not_finite > 0 && random.chance(not_finite))
            number = random.chance(0.5)
                         ? std::numeric_limits<Real>::quiet_NaN()
                         : (random.chance(0.5) ? 1 : -1) * std::numeric_limits<Real>::infinity();
    }
    return numbers;
}

std::vector<std::string> numbered(char begin, Index count) {
    std::vector<std::string> words;
    for (Index word = 0; word < count; ++word)
        words.push_back(begin + std::to_string(word));
    return words;
}

/// Draws new numbers in the shape that the document now asks for.
void draw_again(Document& document, Stage stage, Random& random) {
    const auto found = document.of_options.find({stage, 0});
    if (found != document.of_options.end())
        found->second = random.matrix(found->second.rows(), found->second.cols());
}

/// Draws new words, about as many as where the way of computing changes, with a mask of the same
/// kind.
void lengthen(Document& document, Random& random) {
    const Index words = random.whole(63, 66);
    const Index keys = document.options.has_memory ? random.whole(63, 66) : words;
    document.tokens = numbered('t', words);
    if (document.options.has_table) {
        const auto last = static_cast<Index>(document.vocabulary.size()) - 1;
        for (std::string& word : document.tokens.own())
            word = document.vocabulary[static_cast<std::size_t>(random.whole(0, last))];
    } else {
        document.embeddings = random.matrix(words, d_model(document));
    }
    if (document.options.has_memory) {
        document.memory = numbered('m', keys);
        SharedMatrix& memory = document.of_options.at({Stage::Memory, 0});
        memory = random.matrix(keys, memory.cols());
    }
    Mask& mask = document.switches.mask;
    mask = any_mask(mask.kind, words, keys, random);
    fit_option_inputs(document);
    draw_again(document, Stage::P, random);
    draw_again(document, Stage::Target, random);
    if (document.options.loss) {
        SharedMatrix& target = document.of_options.at({Stage::Target, 0});
        target = target->cwiseAbs();
    }
}

/// Makes some of the inputs larger or smaller.
void stretch(Document& document, Random& random) {
    constexpr Real sizes[] = {1e-6, 1e-3, 1e3, 1e6};
    const auto some = [&](SharedMatrix& matrix) {
        if (random.chance(0.3))
            matrix = *matrix * sizes[random.whole(0, 3)];
    };
    some(document.embeddings);
    some(document.w_o);
    for (HeadWeights& head : document.heads)
        for (SharedMatrix* const matrix : {&head.w_q, &head.w_k, &head.w_v})
            some(*matrix);
    for (auto& [sheet, matrix] : document.of_options)
        some(matrix);
}

/// Puts the heads side by side, or joins them by W_O.
void join(Document& document, Random& random, Real size, bool is_mixed, Real not_finite) {
    document.join = random.chance(0.3) ? Join::SideBySide : Join::WO;
    if (document.join == Join::SideBySide)
        return;
    const Index out = random.chance(0.04) ? random.whole(255, 257) : random.whole(1, 9);
    document.w_o = hostile_matrix(random, joined_width(document), out, size, is_mixed, not_finite);
}

} // namespace

Document hostile_document(std::uint32_t seed) {
    Document document = random_document(seed); // only for its switches
    Random random(seed + 1'000'000);
    constexpr Index word_counts[] = {1, 2, 3, 5, 9, 17, 40, 63, 64, 65, 66, 70};
    constexpr Index block_counts[] = {127, 128, 129, 191, 193};
    const Index words =
        random.chance(0.03) ? block_counts[random.whole(0, 4)] : word_counts[random.whole(0, 11)];
    const auto width = [&]() -> Index {
        return random.chance(0.04) ? random.whole(255, 257) : random.whole(1, words > 20 ? 9 : 6);
    };
    const Index d_model = width(), d_k = width(), d_v = width();
    // Half of the documents are ordinary; the others have scores of any size, or anything.
    const Index kind = random.whole(0, 7);
    const bool is_mixed = kind == 7;
    const Real x_size = kind == 6 ? std::pow(10.0, random.real(-300, 300)) : 2;
    const Real qk_size = kind < 4   ? 2
                         : kind < 6 ? std::pow(10.0, random.real(-2, 9))
                                    : std::pow(10.0, random.real(-150, 150));
    const Real v_size = kind < 6 ? 2 : std::pow(10.0, random.real(-300, 300));
    const Real not_finite = random.chance(0.06) ? 0.02 : 0;
    document.tokens.own().clear();
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("t" + std::to_string(word));
    document.embeddings = hostile_matrix(random, words, d_model, x_size, is_mixed, not_finite);
    if (document.projections == Projections::Learned) {
        document.heads.clear();
        for (Index head = random.whole(1, 2); head > 0; --head)
            document.heads.push_back(
                {hostile_matrix(random, d_model, d_k, qk_size, is_mixed, not_finite),
                 hostile_matrix(random, d_model, d_k, qk_size, is_mixed, not_finite),
                 hostile_matrix(random, d_model, d_v, v_size, is_mixed, not_finite)});
    }
    Switches& switches = document.switches;
    if (kind >= 6 && random.chance(0.3))
        switches.temperature = std::pow(10.0, random.real(-200, 200));
    if (kind >= 6 && switches.scale.kind == Scale::Kind::Number)
        switches.scale.number = std::pow(10.0, random.real(-200, 200));
    if (random.chance(0.2))
        document.convention = Convention::TokensAsColumns;
    // Most large documents should be computed block by block.
    if (words > 60 && random.chance(0.6)) {
        switches.normaliser = Normaliser::Softmax;
        switches.axis = Axis::Rows;
    }
    // 7 is coprime to the number of combinations, so each meets every kind of mask.
    Random more(seed + 4'000'000);
    switches.mask = any_mask(mask_kinds[seed % std::size(mask_kinds)], words, words, more);
    if (seed % 3 == 0)
        join(document, more, kind == 6 ? std::pow(10.0, more.real(-300, 300)) : 2, is_mixed,
             not_finite);
    return document;
}

Document hostile_document_with_options(std::uint32_t seed) {
    Document document = random_document_with_options(seed);
    Random random(seed + 6'000'000);
    if (seed % 12 == 0)
        lengthen(document, random);
    if (random.chance(0.5))
        stretch(document, random);
    return document;
}

} // namespace attn::test
