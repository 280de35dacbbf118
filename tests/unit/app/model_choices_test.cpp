// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/actions/formula.h"
#include "app/actions/model_choices.h"
#include "app/editing/generating.h"
#include "app/editing/heads.h"
#include "app/editing/model_numbers.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/document/commands/placing.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/normalisers.h"
#include "core/io/document/command_json.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace app;
using namespace attn;

namespace {

struct ModelChoicesDesk {
    Session session;
    std::vector<Action> actions = all_actions({});

    explicit ModelChoicesDesk(Document document = new_document()) : session(std::move(document)) {}
    const Document& document() const { return session.document(); }
    Matrix numbers(Stage stage) { return matrix_of(document(), session.trace(), {stage}); }
    const Action& named(const std::string& id) const { return action(actions, id); }
    bool is_enabled(const std::string& id) { return named(id).is_enabled(session.frame()); }
    bool is_checked(const std::string& id) { return named(id).is_checked(session.frame()); }
    void carry_out() {
        session.carry_out([](const std::string&) -> Result<Document> { return Error{"no file"}; });
    }
    void run(const std::string& id) {
        ASSERT_TRUE(is_enabled(id)) << id << ": " << named(id).why_not(document());
        named(id).run(session.frame());
        carry_out();
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void type(const std::string& text) {
        take_key(session.frame(), Typed{text}, actions);
        carry_out();
    }
    void enter(const std::string& id, const std::string& text) {
        run(id);
        press({Key::Character, 'a', true});
        type(text);
        press({Key::Enter});
    }
};

Document changed(Document document, const std::vector<Command>& commands) {
    auto after = apply_all(std::move(document), commands);
    EXPECT_TRUE(after) << after.error().text();
    return *after;
}

Document two_heads() {
    return changed(new_document(), {AddHead{}, SetCell{{{Stage::W_V, 1}, 0, 1}, 3},
                                    SetCell{{{Stage::W_Q, 1}, 1, 0}, 2}});
}

/// As a file may have them.
Document two_widths() {
    Document document = two_heads();
    document.heads[1].w_q = document.heads[1].w_k = Matrix(Matrix::Ones(2, 3));
    EXPECT_TRUE(validate(document));
    return document;
}

/// Documents that differ in what prevents a choice.
std::vector<Document> documents() {
    AttentionOptions block;
    block.block = Block{};
    return {new_document(),
            two_heads(),
            changed(two_heads(), {SetJoin{Join::WO}}),
            changed(two_heads(), {AddHead{}, AddHead{}}),
            changed(new_document(), {SetWidth{Width::QueryKey, 3}}),
            changed(new_document(), {SetNormaliser{Normaliser::Sum}}),
            changed(new_document(), {SetAxis{Axis::Columns}}),
            changed(new_document(), {SetProjections{Projections::None}}),
            changed(new_document(), {SetMask{Mask{Mask::Kind::Causal, {}}}}),
            changed(new_document(), {SetOptions{block, "Block on"}})};
}

} // namespace

TEST(ModelChoices, EachCanBeMadeOrSaysWhyNot) {
    for (const Document& document : documents())
        for (const ModelChoice& choice : model_choices()) {
            SCOPED_TRACE(choice.id);
            if (!choice.is_offered(document))
                continue;
            ModelChoicesDesk desk(document);
            EXPECT_EQ(desk.is_enabled(choice.id), choice.why_not(document).empty());
            if (!choice.why_not(document).empty())
                continue;
            desk.run(choice.id);
            EXPECT_TRUE(validate(desk.document()));
            EXPECT_TRUE(choice.is_chosen(desk.document()))
                << (desk.session.ui.message ? desk.session.ui.message->text : "");
            EXPECT_TRUE(desk.is_checked(choice.id));
            if (!desk.session.history().can_undo()) {
                EXPECT_TRUE(choice.is_chosen(document));
                continue;
            }
            EXPECT_EQ(desk.session.history().undo_description(), choice.what);
            desk.press({Key::Character, 'z', true});
            EXPECT_EQ(desk.document(), document);
        }
}

/// A kind without a choice could only be read from a file.
TEST(ModelChoices, ReachEveryKindOfEveryOption) {
    std::set<Positions::Kind> positions;
    std::set<attn::Score::Kind> scores;
    std::set<Block::Norm> norms;
    std::set<Block::Mlp> mlps;
    AttentionOptions begin;
    begin.block = Block{};
    for (const ModelChoice& choice : model_choices()) {
        AttentionOptions options = begin;
        choice.choose(options);
        positions.insert(options.positions.kind);
        scores.insert(options.score.kind);
        if (options.block) {
            norms.insert(options.block->norm);
            mlps.insert(options.block->mlp);
        }
    }
    EXPECT_EQ(positions.size(), count_of<Positions::Kind>());
    EXPECT_EQ(scores.size(), count_of<attn::Score::Kind>());
    EXPECT_EQ(norms.size(), count_of<Block::Norm>());
    EXPECT_EQ(mlps.size(), count_of<Block::Mlp>());
}

/// An option without a choice could only be read from a file; an option that the formula does not
/// open is found only in the menu.
TEST(ModelChoices, ReachEveryOptionThatAFileHas) {
    std::set<std::string> keys, wanted;
    const auto add = [](std::set<std::string>& list, const AttentionOptions& options) {
        const auto command =
            nlohmann::json::parse(io::write_command(SetOptions{options, "Options"}));
        for (const auto& [key, value] : command["to"].items())
            list.insert(key);
    };
    for (std::uint32_t seed = 1; seed <= 60; ++seed)
        add(wanted, attn::test::random_document_of_any_kind(seed).options);
    AttentionOptions block;
    block.block = Block{};
    for (const ModelChoice& choice : model_choices()) {
        AttentionOptions options = block;
        choice.choose(options);
        add(keys, options);
    }
    EXPECT_EQ(keys, wanted);
    const auto pieces = formula(changed(new_document(), {SetOptions{block, "Block on"}}));
    for (const std::string_view part : model_parts())
        EXPECT_TRUE(part.empty() || part == "Loss" || piece_with(pieces, part)) << part;
}

TEST(ModelChoices, ConflictsAreExplained) {
    ModelChoicesDesk odd(changed(new_document(), {SetWidth{Width::QueryKey, 3}}));
    EXPECT_FALSE(odd.is_enabled("model.positions.rotary"));
    EXPECT_EQ(odd.named("model.positions.rotary").why_not(odd.document()),
              "Rotary positions turn pairs of columns, but d_k is 3. Set an even d_k");
    ModelChoicesDesk uneven(two_widths());
    EXPECT_EQ(uneven.named("model.qk_norm.on").why_not(uneven.document()),
              "Heads share γ, but d_k is 2 in head 0 and 3 in head 1. Give all heads one d_k");
    ModelChoicesDesk three(changed(new_document(), {SetWidth{Width::Model, 3}}));
    EXPECT_TRUE(three.is_enabled("model.positions.sinusoidal"));
    EXPECT_EQ(three.named("model.positions.sinusoidal_halves").why_not(three.document()),
              "Sines and cosines have half of the columns each, but d_model is 3. Set an even "
              "d_model");
    EXPECT_FALSE(three.is_enabled("model.positions.sinusoidal_t2t"));
    ModelChoicesDesk thin(changed(new_document(), {SetWidth{Width::Model, 1}}));
    thin.run("model.block.on");
    EXPECT_EQ(thin.named("model.norm.layer_sample").why_not(thin.document()),
              "This norm divides by d_model − 1, but d_model is 1. Set a larger d_model");
    ModelChoicesDesk part(changed(new_document(), {SetWidth{Width::QueryKey, 5}}));
    EXPECT_FALSE(part.is_enabled("model.turned"));
    ModelChoicesDesk four(changed(new_document(), {SetWidth{Width::QueryKey, 4}}));
    four.run("model.positions.rotary");
    four.enter("model.turned", "2");
    EXPECT_EQ(four.document().options.positions.turned, 2);
    four.enter("model.turned", "3");
    EXPECT_EQ(four.document().options.positions.turned, 2) << "an odd number is refused";
    for (const NormaliserInfo& how : normalisers) {
        ModelChoicesDesk desk(changed(new_document(), {SetNormaliser{how.normaliser}}));
        EXPECT_EQ(desk.is_enabled("model.sink.on"), how.takes_sink) << how.word;
    }
    ModelChoicesDesk sink;
    sink.run("model.sink.on");
    for (const NormaliserInfo& how : normalisers)
        EXPECT_EQ(sink.is_enabled("normalise." + std::string(how.word)), how.takes_sink);
    EXPECT_FALSE(sink.is_enabled("axis.columns"));
    ModelChoicesDesk none;
    EXPECT_FALSE(none.is_enabled("model.norm.layer"));
    EXPECT_FALSE(none.is_enabled("model.memory.add"));
    none.run("model.block.on");
    EXPECT_FALSE(none.is_enabled("heads.apart"));
}

TEST(ModelChoices, EveryPartHasALineAndOneChosenValue) {
    const auto parts = model_parts();
    for (const ModelChoice& choice : model_choices())
        EXPECT_NE(std::find(parts.begin(), parts.end(), choice.part), parts.end()) << choice.id;
    for (const std::string_view part : parts) {
        const auto stands = [&](const ModelChoice& choice) {
            return choice.part == part && choice.is_chosen(new_document());
        };
        const auto choices = model_choices();
        const bool has_none = part.empty() || part == "Norm" || part == "MLP";
        EXPECT_EQ(std::count_if(choices.begin(), choices.end(), stands), has_none ? 0 : 1) << part;
    }
}

TEST(ModelChoices, NewOptionsChangeNoOutput) {
    for (const char* id :
         {"model.biases.on", "model.memory.on", "model.score.general", "model.positions.learned",
          "model.positions.buckets", "model.block.on"}) {
        ModelChoicesDesk desk(two_heads());
        const Matrix output = desk.numbers(Stage::Output);
        desk.run(id);
        EXPECT_EQ(desk.numbers(Stage::Output), output) << id;
    }
}

TEST(ModelChoices, ABlockJoinsHeadsInOneUndoStep) {
    // Two heads of width 2 side by side have width 4, but X has width 2: both are added.
    ModelChoicesDesk desk(two_heads());
    desk.run("model.block.on");
    EXPECT_EQ(desk.document().join, Join::WO);
    EXPECT_EQ(*desk.document().w_o, Matrix(Matrix::Identity(2, 2).replicate(2, 1)));
    EXPECT_EQ(desk.session.history().position(), 1U);
    // It still fits after this.
    desk.session.outbox.edit(SetWidth{Width::Model, 3});
    desk.carry_out();
    EXPECT_EQ(desk.document().w_o.cols(), 3);
    EXPECT_EQ(d_model(desk.document()), 3);
}

TEST(ModelNumbers, EveryNormHasAnEpsilon) {
    ModelChoicesDesk desk;
    EXPECT_FALSE(desk.is_enabled("model.epsilon"));
    desk.run("model.block.on");
    EXPECT_FALSE(desk.is_enabled("model.epsilon")) << "its block has no norm";
    desk.run("model.qk_norm.on");
    EXPECT_TRUE(desk.is_enabled("model.epsilon"));
    desk.enter("model.epsilon", "0.5");
    const Matrix q = desk.numbers(Stage::Q), deviation = desk.numbers(Stage("Q_normed.deviation"));
    EXPECT_NEAR(deviation(1, 0), std::sqrt(q.row(1).squaredNorm() / 2 + 0.5), 1e-15);
}

// The norm of Q and K has ε = 1e-6 without a block, and a block that is switched on keeps it.
TEST(ModelNumbers, ABlockKeepsTheEpsilonOfTheNormOfQueriesAndKeys) {
    ModelChoicesDesk desk;
    EXPECT_EQ(desk.named("model.epsilon").why_not(desk.document()),
              "There is no norm. Choose a block with LayerNorm or RMSNorm first");
    desk.run("model.qk_norm.on");
    EXPECT_FALSE(desk.is_enabled("model.epsilon"));
    EXPECT_EQ(desk.named("model.epsilon").why_not(desk.document()),
              "Without a block, ε of the norm of Q and K is 1e-6. Choose Block: on to change it");
    const Matrix before = desk.numbers(Stage("Q_normed.deviation"));
    desk.run("model.block.on");
    EXPECT_EQ(desk.document().options.block->epsilon, 1e-6);
    EXPECT_EQ(desk.numbers(Stage("Q_normed.deviation")), before);
    EXPECT_TRUE(desk.is_enabled("model.epsilon"));
    ModelChoicesDesk plain;
    plain.run("model.block.on");
    EXPECT_EQ(plain.document().options.block->epsilon, 1e-5) << "PyTorch's, of LayerNorm";
}

TEST(ModelNumbers, AreTypedAndRefused) {
    ModelChoicesDesk desk;
    desk.run("model.score.gaussian");
    desk.enter("model.sigma", "1/4");
    EXPECT_EQ(desk.document().options.score.sigma, 0.25);
    EXPECT_EQ(desk.session.history().undo_description(), "σ: 0.25");
    desk.enter("model.sigma", "0");
    ASSERT_TRUE(desk.session.ui.editing);
    EXPECT_FALSE(desk.session.ui.editing->fault.empty());
    desk.press({Key::Escape});
    EXPECT_EQ(desk.document().options.score.sigma, 0.25);
    // Entering the suggested value turns the limit on.
    desk.run("model.soft_limit");
    desk.press({Key::Enter});
    EXPECT_EQ(desk.document().options.soft_limit, 50);
    EXPECT_FALSE(desk.is_enabled("model.base"));
    desk.enter("mask.window.number", "1");
    EXPECT_EQ(to_text(desk.document().switches.mask), "window of 1");
    desk.enter("mask.window.number", "1.5");
    ASSERT_TRUE(desk.session.ui.editing);
}

TEST(MaskParts, WindowAndPaddingCombineWithOtherMasks) {
    ModelChoicesDesk desk;
    desk.run("mask.causal");
    desk.run("mask.padding");
    desk.run("mask.window");
    EXPECT_EQ(to_text(desk.document().switches.mask), "causal and padding of 1 and window of 2");
    EXPECT_TRUE(desk.is_checked("mask.causal"));
    EXPECT_TRUE(desk.is_checked("mask.window"));
    desk.run("mask.prefix");
    EXPECT_EQ(to_text(desk.document().switches.mask),
              "prefix of 2 and padding of 1 and window of 2");
    desk.run("mask.padding");
    desk.run("mask.window");
    EXPECT_EQ(to_text(desk.document().switches.mask), "prefix of 2");
    desk.run("mask.painted");
    EXPECT_EQ(desk.document().switches.mask.kind, Mask::Kind::Painted);
    desk.run("mask.causal");
    EXPECT_EQ(desk.document().switches.mask.kind, Mask::Kind::Causal);
}

TEST(Heads, MoveCopyAndSwitchOff) {
    ModelChoicesDesk desk(
        changed(two_heads(), {SetJoin{Join::WO}, SetCell{{{Stage::WO}, 2, 1}, 5}}));
    const Document first = desk.document();
    const Matrix attention = desk.numbers(Stage::Attention);
    desk.run("head.right");
    EXPECT_EQ(desk.session.view.head, 1);
    EXPECT_EQ(*desk.document().heads[0].w_q, *first.heads[1].w_q);
    EXPECT_TRUE(desk.numbers(Stage::Attention).isApprox(attention, 1e-14));
    EXPECT_EQ(desk.session.history().position(), 1U) << "one step";
    desk.press({Key::Character, 'z', true});
    EXPECT_EQ(desk.document(), first);

    desk.session.view.head = 1;
    desk.run("head.off");
    EXPECT_EQ(desk.session.history().undo_description(), "Switch head 1 off");
    EXPECT_TRUE(desk.document().w_o->bottomRows(2).isZero());
    EXPECT_EQ(desk.document().w_o->topRows(2), first.w_o->topRows(2));
    desk.press({Key::Character, 'z', true});

    desk.run("head.copy");
    EXPECT_EQ(head_count(desk.document()), 3);
    EXPECT_EQ(*desk.document().heads[2].w_v, *first.heads[1].w_v);
    EXPECT_EQ(desk.numbers(Stage::Attention), attention) << "W_O does not read it yet";
    desk.press({Key::Character, 'z', true});
    desk.session.view.head = 0;
    desk.run("head.copy_right");
    EXPECT_EQ(*desk.document().heads[1].w_q, *first.heads[0].w_q);
    EXPECT_EQ(*desk.document().w_o, *first.w_o);
    desk.press({Key::Character, 'z', true});
    EXPECT_EQ(desk.document(), first);
    ModelChoicesDesk apart(two_heads());
    EXPECT_FALSE(apart.is_enabled("head.off"));
}

TEST(MemoryWords, AreAddedRenamedAndRemovedIfMIsSelected) {
    ModelChoicesDesk desk;
    desk.run("model.memory.on");
    const Document first = desk.document();
    desk.session.view.selected = Place{{Stage::Memory}, 0, 1};
    desk.press({Key::Enter, 0, true});
    EXPECT_EQ(desk.document().memory.size(), 3U);
    EXPECT_EQ(desk.document().tokens.size(), 2U);
    EXPECT_EQ(desk.session.view.selected->row, 1);
    desk.press({Key::Backspace, 0, true});
    EXPECT_EQ(desk.document(), first);
    desk.enter("model.memory.rename", "house");
    EXPECT_EQ(std::count(desk.document().memory.begin(), desk.document().memory.end(), "house"), 1);
    EXPECT_EQ(desk.document().tokens, first.tokens);
}

TEST(Palette, ListsTheStagesOfTheDocument) {
    ModelChoicesDesk desk;
    const auto offers = [&](const char* id) {
        const auto list = found(desk.actions, "compare", desk.document());
        return std::any_of(list.begin(), list.end(),
                           [&](const Action* one) { return one->id == id; });
    };
    EXPECT_TRUE(offers("compare.stage.W_Q"));
    EXPECT_FALSE(offers("compare.stage.M"));
    desk.run("model.memory.on");
    EXPECT_TRUE(offers("compare.stage.M"));
}

TEST(Generating, SeedAndTemperatureAreTypedAndTheSeedAdvances) {
    ModelChoicesDesk desk;
    EXPECT_FALSE(desk.is_enabled("generate.open")) << "no next word is said";
    for (const char* id : {"model.block.on", "mask.causal", "model.words_out.on"})
        desk.run(id);
    EXPECT_FALSE(desk.is_enabled("generate.open")) << "E is all zeros, so that no word is likelier";
    EXPECT_NE(desk.named("generate.likeliest").why_not(desk.document()).find("is all zeros"),
              std::string::npos);
    desk.session.frame().outbox.edit(SetCell{{{Stage("E")}, 0, 0}, 1});
    desk.carry_out();
    const Document before = desk.document();
    const std::size_t steps = desk.session.history().size();
    desk.run("generate.open");
    Generating& card = desk.session.ui.generating;
    ASSERT_TRUE(card.is_open);
    EXPECT_FALSE(choosing(card)->seed) << "the likeliest until something is typed";
    desk.type("0");
    EXPECT_TRUE(card.is_drawn);
    desk.press(KeyPress{Key::Enter});
    EXPECT_NE(card.fault.find("temperature must be a number above 0"), std::string::npos);
    desk.type(".5");
    EXPECT_EQ(card.fault, "");
    desk.press(KeyPress{Key::Tab});
    desk.type("7x");
    EXPECT_NE(choosing(card).error().text().find("The seed must be a whole number"),
              std::string::npos);
    EXPECT_EQ(fault_of(card, 0), "");
    EXPECT_EQ(fault_of(card, 1), choosing(card).error().text());
    EXPECT_EQ(shown_choosing(card).temperature, 1) << "what could be read last stays in view";
    desk.press(KeyPress{Key::Backspace});
    EXPECT_EQ(shown_choosing(card).seed, 7U);
    desk.type("x");
    EXPECT_EQ(shown_choosing(card).seed, 7U);
    EXPECT_EQ(shown_choosing(card).temperature, 0.5);
    desk.press(KeyPress{Key::Backspace});
    EXPECT_EQ(choosing(card)->seed, 7U);
    EXPECT_EQ(choosing(card)->temperature, 0.5);
    EXPECT_EQ(desk.session.history().size(), steps) << "what is typed here changes no document";
    Document expected = before;
    for (const std::uint32_t seed : {7U, 8U}) {
        const auto next = next_word(expected, evaluate(expected), {seed, 0.5});
        expected = *attn::apply(expected, next->command);
        desk.press(KeyPress{Key::Enter});
        EXPECT_EQ(desk.document().tokens, expected.tokens);
        EXPECT_TRUE(card.is_open) << "one more, and one more";
        EXPECT_EQ(choosing(card)->seed, seed + 1);
        EXPECT_NE(card.said.find("drawn by the seed " + std::to_string(seed)), std::string::npos);
        EXPECT_NE(card.said.find("Kept: keys and values of the"), std::string::npos) << card.said;
    }
    desk.press(KeyPress{Key::Up});
    const auto next = next_word(expected, evaluate(expected), {});
    desk.press(KeyPress{Key::Enter});
    EXPECT_EQ(desk.document().tokens.list().back(), next->name);
    desk.press(KeyPress{Key::Escape});
    EXPECT_FALSE(card.is_open);
    desk.run("generate.drawn");
    EXPECT_EQ(choosing({false, true, card.fields, 0, "", ""})->seed, 10U) << "the card's settings";
}
