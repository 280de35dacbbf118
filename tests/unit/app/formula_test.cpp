// SPDX-License-Identifier: MIT
// The formula above the canvas: its text for each document, and the preview of its choices.
#include "app/actions/formula.h"
#include "app/actions/menus.h"
#include "core/base/number_text.h"
#include "core/figure/base/text.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

using namespace attn;

namespace {

std::string written_formula(const Document& document) {
    std::string text;
    for (const app::FormulaPiece& piece : app::formula(document))
        text += (text.empty() || piece.text.starts_with("^") ? "" : " ") +
                figure::plain_text(piece.text);
    return text;
}

const app::FormulaPiece& piece(const std::vector<app::FormulaPiece>& pieces,
                               const std::string& name) {
    return *std::find_if(pieces.begin(), pieces.end(),
                         [&](const auto& one) { return one.name == name; });
}

Document preset(const std::string& name) {
    return *io::open_document(name);
}

} // namespace

TEST(Formula, EqualsThePapersWithWordsAsRows) {
    EXPECT_EQ(written_formula(preset("the-cat-chased-the-mouse")),
              "output = softmax ( ( X WQ ) · ( X WK )T / √dk / τ + mask ) ( X WV ) WO → block");
}

TEST(Formula, IsTransposedWithWordsAsColumns) {
    Document document = preset("the-cat-chased-the-mouse");
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(written_formula(document),
              "output = WO ( WV X ) softmax ( ( WK X )T · ( WQ X ) / √dk / τ + mask ) → block");
}

TEST(Formula, ReadsTheNormThatStandsBefore) {
    Document document = preset("causal-decoder-block");
    ASSERT_FALSE(document.options.block->is_normed_after());
    EXPECT_NE(written_formula(document).find("( norm1 WQ ) · ( norm1 WK )T"), std::string::npos)
        << written_formula(document);
    document.options.block->place = Block::Place::After;
    EXPECT_EQ(written_formula(document).find("norm1"), std::string::npos);
}

TEST(Formula, SaysWhatEachOptionIs) {
    Document document = preset("the-cat-chased-the-mouse");
    document.switches.mask.kind = Mask::Kind::Causal;
    document.switches.scale = {Scale::Kind::Number, 2.5};
    document.switches.temperature = 0.5;
    document.options.score.kind = Score::Kind::Cosine;
    const auto pieces = app::formula(document);
    EXPECT_EQ(piece(pieces, "Mask").caption, "causal");
    EXPECT_TRUE(piece(pieces, "Mask").is_unusual);
    EXPECT_EQ(piece(pieces, "Scale").text, "2.5");
    EXPECT_EQ(piece(pieces, "Temperature").caption, "0.5");
    EXPECT_FALSE(piece(pieces, "Temperature").is_off);
    EXPECT_EQ(piece(pieces, "Score").text, "cos");
    EXPECT_EQ(piece(pieces, "Score").caption, "cosine");
    document.options.has_qk_norm = true;
    EXPECT_EQ(piece(app::formula(document), "Score").caption, "cosine · normed");
    EXPECT_TRUE(piece(pieces, "Heads").is_off) << "one head, not joined";
    EXPECT_TRUE(piece(pieces, "Block").is_off);
}

TEST(Formula, HasTheSamePartsInEveryDocument) {
    const auto names = [](const Document& document) {
        std::multiset<std::string> list;
        for (const app::FormulaPiece& one : app::formula(document))
            if (!one.name.empty())
                list.insert(one.name);
        return list;
    };
    const auto first = names(preset("the-cat-chased-the-mouse"));
    EXPECT_EQ(first.size(), 13U);
    for (std::uint32_t seed = 1; seed <= 40; ++seed)
        EXPECT_EQ(names(attn::test::random_document_with_options(seed)), first) << seed;
}

TEST(Formula, EveryMenuOfAPartHasActions) {
    std::set<std::string> menus;
    for (const app::Action& action : app::all_actions({}))
        menus.insert(action.menu);
    for (const app::FormulaPiece& one : app::formula(preset("the-cat-chased-the-mouse")))
        for (const std::string_view menu : one.menus)
            EXPECT_TRUE(menus.count(std::string(menu))) << one.name << " opens " << menu;
}

TEST(Formula, ShowsTheWeightsThatAChoiceWouldMake) {
    const Document base = preset("the-cat-chased-the-mouse");
    View view;
    view.query = 1;
    int shown = 0;
    for (const app::Action& choice : app::all_actions({})) {
        const auto weights = app::weights_after(base, choice, view);
        if (!weights)
            continue;
        ++shown;
        ASSERT_EQ(weights->size(), 5U) << choice.id;
        const Document after = *attn::apply(base, choice.command(base));
        const Trace trace = evaluate(after);
        for (Index key = 0; key < 5; ++key)
            EXPECT_EQ((*weights)[static_cast<std::size_t>(key)],
                      value_at(after, trace, {{Stage::Weights, 0}, 1, key}))
                << choice.id;
    }
    EXPECT_GT(shown, 30);
}
