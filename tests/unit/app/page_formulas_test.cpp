// SPDX-License-Identifier: MIT
// The formula of each page: its text for each join, norm, MLP, second attention and loss; and its
// parts open choices that exist.
#include "app/actions/actions.h"
#include "app/actions/formula.h"
#include "app/session/pages.h"
#include "core/document/commands/command.h"
#include "core/figure/base/text.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace attn;
namespace page_id = app::page_id;

namespace {

Document page_preset(const std::string& name) {
    return *io::open_document(name);
}

/// Joins the pieces to one line, with a bar between two formulas.
std::string page_line(const std::vector<app::FormulaPiece>& pieces) {
    std::string text;
    for (const app::FormulaPiece& piece : pieces)
        text += (text.empty() || piece.text.starts_with("^") ? "" : " ") +
                (piece.text.empty() ? "|" : figure::plain_text(piece.text));
    return text;
}
std::string page_line(const Document& document, std::string_view page, Index layer = 0) {
    return page_line(app::page_formula(document, {page, layer}));
}

const app::FormulaPiece& part_named(const std::vector<app::FormulaPiece>& pieces,
                                    const std::string& name) {
    return *std::find_if(pieces.begin(), pieces.end(),
                         [&](const auto& one) { return one.name == name; });
}

Document after_command(Document document, const Command& command) {
    return *attn::apply(document, command);
}
/// The document with other options and the inputs that they need.
template <class Change>
Document page_options(const Document& document, Change change) {
    AttentionOptions options = document.options;
    change(options);
    return after_command(document, SetOptions{options, "options"});
}
template <class Change>
Document page_block(const Document& document, Change change) {
    return page_options(document, [&](AttentionOptions& options) { change(*options.block); });
}

} // namespace

TEST(PageFormulas, ForGradientsEqualTheCalculations) {
    const Document document = page_preset("two-heads");
    EXPECT_EQ(page_line(document, page_id::forward), page_line(app::formula(document)));
    EXPECT_EQ(page_line(document, page_id::backward), page_line(app::formula(document)));
    EXPECT_EQ(page_line(document, page_id::block), page_line(app::formula(document)))
        << "it has no block";
}

TEST(PageFormulas, ForHeadsShowTheJoin) {
    const std::string one =
        " | headi = softmax ( ( X WQ,i ) · ( X WK,i )T / √dk / τ + mask ) ( X WV,i )";
    Document document = page_preset("two-heads");
    EXPECT_EQ(page_line(document, page_id::heads), "attention = Concat ( head0, head1 ) WO" + one);
    EXPECT_EQ(page_line(after_command(document, SetJoin{Join::SideBySide}), page_id::heads),
              "joined = Concat ( head0, head1 )" + one);
    EXPECT_EQ(page_line(after_command(document, SetJoin{Join::None}), page_id::heads),
              "output = head0, head1" + one);
    document = after_command(after_command(document, AddHead{}), AddHead{});
    EXPECT_EQ(page_line(document, page_id::heads), "attention = Concat ( head0 … head3 ) WO" + one);
    EXPECT_EQ(page_line(after_command(document, SetJoin{Join::None}), page_id::heads),
              "output = head0, …, head3" + one);
    const auto pieces = app::page_formula(document, {page_id::heads});
    EXPECT_EQ(part_named(pieces, "Heads").caption, "4 heads");
    EXPECT_EQ(part_named(pieces, "Join").caption, "side by side");
    EXPECT_EQ(part_named(pieces, "W_O").caption, "12 × 3");
}

TEST(PageFormulas, ForHeadsAreTransposedWithWordsAsColumns) {
    const Document document =
        after_command(page_preset("two-heads"), SetConvention{Convention::TokensAsColumns});
    EXPECT_EQ(page_line(document, page_id::heads),
              "attention = WO Concat ( head0, head1 ) | headi = ( WV,i X ) softmax ( ( WK,i X )T "
              "· ( WQ,i X ) / √dk / τ + mask )");
    EXPECT_EQ(part_named(app::page_formula(document, {page_id::heads}), "W_O").caption, "3 × 6");
}

TEST(PageFormulas, ForHeadsShowWhichKeysAHeadReads) {
    Document document =
        after_command(after_command(page_preset("two-heads"), AddHead{}), AddHead{});
    const auto of_groups = [&](Index groups) {
        return page_line(page_options(document, [&](auto& now) { now.key_value_groups = groups; }),
                         page_id::heads);
    };
    EXPECT_NE(of_groups(1).find("( X WQ,i ) · ( X WK )T"), std::string::npos) << of_groups(1);
    EXPECT_NE(of_groups(2).find("( X WV,g(i) )"), std::string::npos) << of_groups(2);
}

TEST(PageFormulas, ForATrainingShowLossAndUpdate) {
    const Document document = page_preset("learn-four-words");
    const auto pieces = app::page_formula(document, {page_id::training, 0, "0.0915"});
    EXPECT_EQ(page_line(pieces),
              "L = squared error ( target , weights ) | WQ, WK ← Adam ( WQ, WK , "
              "rate , ∂L/∂W )");
    EXPECT_EQ(pieces.front().caption, "0.0915");
    EXPECT_FALSE(pieces.front().room.empty()) << "it moves";
    EXPECT_EQ(part_named(pieces, "Optimiser").caption, "β 0.9, 0.999");
    EXPECT_EQ(part_named(pieces, "Rate").caption, "0.1");
    EXPECT_EQ(part_named(pieces, "Compared").caption, "4 × 4");
    EXPECT_EQ(pieces[pieces.size() - 2].caption, "18 numbers");

    TrainingSettings settings;
    settings.optimiser = Optimiser::Gradient;
    settings.learned = {{Stage::W_V}};
    const Document other =
        after_command(page_options(document,
                                   [](auto& now) {
                                       now.loss = Loss{{Stage::Weights}, Loss::Kind::CrossEntropy};
                                   }),
                      SetTraining{settings});
    EXPECT_EQ(page_line(other, page_id::training), "L = cross-entropy ( target , weights ) | WV ← "
                                                   "Gradient descent ( WV , rate , ∂L/∂WV )");
}

TEST(PageFormulas, ForATrainingWithoutALossAskForOne) {
    const auto pieces = app::page_formula(page_preset("two-heads"), {page_id::training});
    EXPECT_EQ(page_line(pieces), "L = …");
    EXPECT_EQ(part_named(pieces, "Loss").caption, "no target is chosen");
    EXPECT_EQ(part_named(pieces, "Loss").menus, std::vector<std::string_view>{"Loss"});
}

TEST(PageFormulas, ForABlockFollowItsOptions) {
    const Document document = page_preset("causal-decoder-block");
    const auto of = [](const Document& now) { return page_line(now, page_id::block); };
    EXPECT_EQ(of(document), "x0 = X | x1 = x0 + Attention ( Norm ( x0 ) ) | x2 = x1 + MLP ( Norm "
                            "( x1 ) ) → next word");
    const auto norm = [&](auto change) { return page_block(document, change); };
    const Document after = norm([](Block& now) { now.place = Block::Place::After; });
    EXPECT_EQ(of(after), "x0 = X | x1 = Norm ( x0 + Attention ( x0 ) ) | x2 = Norm ( x1 + MLP ( "
                         "x1 ) ) → next word");
    EXPECT_EQ(part_named(app::page_formula(after, {page_id::block}), "Norm").caption,
              "Layer · after");

    const auto none =
        app::page_formula(norm([](Block& now) { now.norm = Block::Norm::None; }), {page_id::block});
    EXPECT_EQ(page_line(none), of(document)) << "it keeps its place";
    EXPECT_TRUE(part_named(none, "Norm").is_off);
    EXPECT_EQ(part_named(none, "Norm").caption, "none");
    const auto rms =
        app::page_formula(norm([](Block& now) { now.norm = Block::Norm::Rms; }), {page_id::block});
    EXPECT_EQ(part_named(rms, "Norm 2").caption, "RMS · before");

    const Document alone = norm([](Block& now) { now.mlp = Block::Mlp::None; });
    EXPECT_EQ(of(alone), "x0 = X | x1 = x0 + Attention ( Norm ( x0 ) ) | MLP → next word");
    EXPECT_TRUE(part_named(app::page_formula(alone, {page_id::block}), "MLP").is_off);

    const Document placed =
        page_options(document, [](auto& now) { now.positions.kind = Positions::Kind::Sinusoidal; });
    EXPECT_TRUE(of(placed).starts_with("x0 = X + P |")) << of(placed);
}

TEST(PageFormulas, ForABlockHaveAStepForCrossAttention) {
    const Document document =
        page_block(page_preset("causal-decoder-block"), [](Block& now) { now.has_cross = true; });
    EXPECT_EQ(page_line(document, page_id::block),
              "x0 = X | x1 = x0 + Attention ( Norm ( x0 ) ) | x2 = x1 + Attention ( Norm ( x1 ) , "
              "M ) | x3 = x2 + MLP ( Norm ( x2 ) ) → next word");
}

TEST(PageFormulas, ForALaterLayerStartWithTheBlockBefore) {
    const Document document = page_preset("induction");
    EXPECT_EQ(page_line(document, page_id::block, 0),
              "x0 = X | x1 = x0 + Attention ( Norm ( x0 ) ) | MLP → layer 1");
    EXPECT_TRUE(page_line(document, page_id::block, 1).starts_with("x0 = block | x1"));
}

TEST(PageFormulas, HavePartsThatOpenExistingMenus) {
    std::set<std::string> menus, ids;
    for (const app::Action& action : app::all_actions({})) {
        menus.insert(action.menu);
        ids.insert(action.id);
    }
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        for (const std::string_view page : {page_id::heads, page_id::training, page_id::block}) {
            std::set<std::string> names;
            for (const app::FormulaPiece& one : app::page_formula(document, {page})) {
                for (const std::string_view menu : one.menus)
                    EXPECT_TRUE(menus.count(std::string(menu))) << one.name << " opens " << menu;
                for (const std::string_view id : one.actions)
                    EXPECT_TRUE(ids.count(std::string(id))) << one.name << " has " << id;
                EXPECT_TRUE(one.name.empty() || names.insert(one.name).second)
                    << one.name << " twice, " << seed;
            }
        }
    }
}
