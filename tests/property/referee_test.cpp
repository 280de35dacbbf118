// SPDX-License-Identifier: MIT
// Compares every number of seeded documents with the referee's, which computes in extended
// precision and independently of the engine. The program runs once for each instruction set.
#include "core/document/commands/command.h"
#include "core/document/model/given.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/pass/plan.h"
#include "tests/support/any_mask.h"
#include "tests/support/hand.h"
#include "tests/support/referee.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using attn::test::fault;
using attn::test::Hand;
using attn::test::hostile_document;
using attn::test::hostile_document_with_options;
using attn::test::mask_kinds;
using attn::test::Random;
using attn::test::random_joined_document;

namespace {

/// The number of documents of each kind.
std::uint32_t document_count() {
    return static_cast<std::uint32_t>(attn::test::times(200));
}

/// Runs with the instruction set that the environment asks for, or skips.
class Referee : public ::testing::Test {
protected:
    void SetUp() override {
        RecordProperty("kernels", std::string(kernels().name));
        const char* const wanted = std::getenv("ATTENTION_LAB_KERNELS");
        if (wanted && kernels().name != wanted)
            GTEST_SKIP() << "this processor cannot run " << wanted << ", only " << kernels().name;
    }
};

using Way = Plan::Way;

/// Counts the ways in which the heads of a trace followed changes.
class Ways {
public:
    /// Applies the command and updates the trace from the one before.
    void follow(Document& document, Trace& trace, const Command& command) {
        const std::string said = describe(document, command);
        const auto after = attn::apply(document, command);
        ASSERT_TRUE(after.has_value()) << said;
        std::vector<Plan> plans;
        const Change x = change_of_rows(document.embeddings, after->embeddings);
        for (std::size_t head = 0; head < trace.heads.size(); ++head) {
            const HeadInputs from = inputs(document, head), to = inputs(*after, head);
            plans.push_back(plan_of(from, to, changes_between(from, to, x), trace.heads[head]));
        }
        trace = evaluate(*after, document, std::move(trace));
        document = *after;
        for (std::size_t head = 0; head < plans.size(); ++head)
            count(plans[head], trace.heads[head]);
        ASSERT_EQ(fault(document, trace, 1e-12), "") << said;
    }

    /// How often heads went each way, how often a way was not enough, and how often the products of
    /// queries and keys were kept.
    const std::map<Way, int>& planned() const { return planned_; }
    const std::map<Way, int>& given_up() const { return given_up_; }
    int kept_products() const { return kept_products_; }

private:
    static HeadInputs inputs(const Document& document, std::size_t head) {
        return {*document.embeddings, document.projections, document.heads[head],
                document.switches};
    }
    void count(const Plan& plan, const HeadTrace& head) {
        ++planned_[plan.way];
        kept_products_ += plan.keeps_products;
        const HeadChanges planned = changes_by(plan);
        for (const Stage stage : {Stage::Q, Stage::V, Stage::Masked})
            if (!(change_of(head, stage) == planned.at(stage))) {
                ++given_up_[plan.way];
                return;
            }
    }

    std::map<Way, int> planned_, given_up_;
    int kept_products_ = 0;
};

/// Commands that together use every way to follow changes, some of which are not enough.
constexpr int script_length = 19;
Command scripted(int step, const Document& document, Random& random) {
    const Index words = token_count(document), width = d_model(document);
    const auto number = [&] { return random.real(-1, 1); };
    const auto cell = [&](Stage stage, Real value) {
        return SetCell{{{stage, 1, 0}, random.whole(0, width - 1), 4}, value};
    };
    switch (step) {
    case 0: // One head keeps everything, the other only its products.
        return cell(Stage::W_Q, number());
    case 1:
        return cell(Stage::W_K, number());
    case 2:
        return SetCell{{{Stage::X}, words / 2, 1}, number()};
    case 3:
        return cell(Stage::W_V, number());
    case 4: { // More cells of a column than are corrected individually.
        Matrix w_v = *document.heads[1].w_v;
        w_v.col(2) = random.matrix(width, 1, 0.3);
        return SetMatrix{{Stage::W_V, 1}, std::move(w_v), "Draw a column"};
    }
    case 5:
        return InsertToken{words / 3, "new", random.matrix(1, width)};
    case 6:
        return RemoveToken{words / 4};
    case 7:
        return SetCell{{{Stage::X}, words - 1, 0}, 1e5};
    case 8: // The word's old numbers are so large that no digit of the new ones would remain.
        return SetCell{{{Stage::X}, words - 1, 0}, number()};
    case 9:
        return SetMask{attn::test::any_mask(Mask::Kind::Painted, words, words, random)};
    case 10:
        return SetMaskCell{words - 2, 3, !(*document.switches.mask.painted)(words - 2, 3)};
    case 11:
        return MoveToken{2, words - 3};
    case 12:
    case 13:
    case 14:
    case 15: // Painted for the kernels, but still a mask of its kind when words change.
        return SetMask{attn::test::any_mask(mask_kinds[step - 9], words, words, random)};
    case 16:
        return SetCell{{{Stage::X}, words / 2, 1}, number()};
    case 17:
        return RemoveToken{0};
    default:
        return SetTemperature{random.real(0.5, 2)};
    }
}

} // namespace

TEST_F(Referee, AgreesWithEveryNumberOfDocumentsOfAnyMagnitude) {
    int by_blocks = 0;
    std::set<Mask::Kind> masks;
    std::set<Join> joins;
    for (std::uint32_t seed = 1; seed <= document_count(); ++seed) {
        const Document document = hostile_document(seed);
        const Trace trace = evaluate(document);
        ASSERT_EQ(fault(document, trace), "") << "seed " << seed << ", " << kernels().name;
        if (!trace.heads[0].large.is_used())
            continue;
        ++by_blocks;
        masks.insert(document.switches.mask.kind);
        joins.insert(document.join);
    }
    EXPECT_GT(by_blocks, static_cast<int>(document_count() / 20))
        << "hardly a document went the blocked way";
    EXPECT_EQ(masks.size(), std::size(mask_kinds)) << "a kind of mask did not go the blocked way";
    EXPECT_EQ(joins.size(), 3U) << "heads that went the blocked way were not joined in each way";
}

TEST_F(Referee, AgreesWithEveryStageOfJoinedDocuments) {
    for (std::uint32_t seed = 1; seed <= document_count(); ++seed) {
        const Document document = random_joined_document(seed);
        ASSERT_EQ(fault(document, evaluate(document)), "") << "seed " << seed;
    }
}

/// The first number of the first word: in X, or in the table of words.
Place first_number(const Document& document) {
    if (!document.options.has_table || is_given_stage(document, {Stage::X}))
        return {{Stage::X}, 0, 0};
    const auto& words = document.vocabulary;
    const auto found = std::find(words.begin(), words.end(), document.tokens.front());
    return {{Stage("E")}, found - words.begin(), 0};
}

TEST_F(Referee, AgreesWithEveryStageOfDocumentsWithOptions) {
    for (std::uint32_t seed = 1; seed <= document_count(); ++seed) {
        const Document document = hostile_document_with_options(seed);
        ASSERT_TRUE(validate(document).has_value()) << validate(document).error().text();
        Trace trace = evaluate(document);
        ASSERT_EQ(fault(document, trace), "") << "seed " << seed;
        // Only the stages that depend on the changed number of X, or of the table, are recomputed.
        const auto after = attn::apply(document, SetCell{first_number(document), 0.25});
        ASSERT_TRUE(after.has_value());
        trace = evaluate(*after, document, std::move(trace));
        ASSERT_EQ(fault(*after, trace), "") << "seed " << seed << " after a change";
    }
}

TEST_F(Referee, AgreesAfterChangesFollowedInEveryWay) {
    Ways ways;
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 generator(seed);
        Document document = attn::test::wide_document(72, 10, generator);
        if (seed % 2 == 0) // Scores in the hundreds, so that the rounding of an exponent shows in
                           // its power.
            for (HeadWeights& head : document.heads)
                head.w_q = Matrix(*head.w_q * 100);
        document.join = seed == 3 ? Join::SideBySide : Join::WO;
        document.w_o = attn::test::random(joined_width(document), 4, generator);
        Trace trace = evaluate(document);
        Hand hand(seed + 50, 0);
        Random random(seed + 70);
        for (int step = 0; step < script_length && !HasFatalFailure(); ++step)
            ways.follow(document, trace, scripted(step, document, random));
        for (int change = 0; change < attn::test::times(10) && !HasFatalFailure(); ++change)
            ways.follow(document, trace, hand.command(document));
    }
    for (const Way way : {Way::Keep, Way::Whole, Way::Words, Way::InsertWord, Way::RemoveWord,
                          Way::MaskRows, Way::ValueColumn, Way::Rows})
        EXPECT_GT(ways.planned().count(way), 0U) << "no change went way " << static_cast<int>(way);
    EXPECT_GT(ways.kept_products(), 0);
    for (const Way way : {Way::Words, Way::ValueColumn})
        EXPECT_GT(ways.given_up().count(way), 0U)
            << "way " << static_cast<int>(way) << " was always enough";
}

TEST_F(Referee, KeepsRowsAtOneForTheLargestScores) {
    for (const Index words : {64, 65, 130})
        for (const Real size : {1e2, 1e5, 1e8, 1e30, 1e70}) {
            Document document;
            document.embeddings = Matrix::NullaryExpr(words, 2, [](Index row, Index column) {
                const auto at = static_cast<Real>(row);
                return column == 0 ? 1 + at / 7 : 1 - at / 9;
            });
            document.tokens.own().assign(static_cast<std::size_t>(words), "word");
            document.heads.push_back({Matrix(size * Matrix::Identity(2, 2)),
                                      Matrix(size * Matrix::Identity(2, 2)),
                                      Matrix(Matrix::Ones(2, 1))});
            const Trace trace = evaluate(document);
            ASSERT_EQ(fault(document, trace), "") << words << " words, W_Q = W_K = " << size;
            const Matrix weights = matrix_of(document, trace, {Stage::Weights, 0, 0});
            for (Index row = 0; row < words; ++row)
                EXPECT_NEAR(weights.row(row).sum(), 1,
                            4 * static_cast<Real>(words) * std::numeric_limits<Real>::epsilon())
                    << words << " words, W_Q = W_K = " << size << ", row " << row;
        }
}

TEST_F(Referee, DetectsOneWrongDigit) {
    std::mt19937 generator(3);
    for (const Index words : {5, 70}) {
        const Document document = attn::test::wide_document(words, 6, generator);
        const Trace right = evaluate(document);
        ASSERT_EQ(fault(document, right), "");
        for (std::size_t stage = 0; stage < made_stages; ++stage) {
            Trace wrong = right;
            Matrix& matrix = wrong.heads[1].matrices.at(head_stages[stage]);
            if (matrix.size() == 0)
                continue; // Large heads store no scores.
            Real& number = matrix(words / 2, 3);
            number *= 1 + 1e-11;
            EXPECT_NE(fault(document, wrong), "");
        }
    }
    // The two numbers from which a large head derives its weights.
    const Document document = attn::test::wide_document(70, 6, generator);
    for (const auto numbers : {&LargeHead::largest, &LargeHead::sum}) {
        Trace wrong = evaluate(document);
        (wrong.heads[0].large.*numbers)[9] *= 1 + 1e-11;
        EXPECT_NE(fault(document, wrong), "");
    }
}

/// As above, for every stage of its own, each in the first document that has it.
TEST_F(Referee, DetectsOneWrongDigitInStagesOfOptions) {
    std::set<std::string> seen;
    const auto is_met = [&seen](const StageInfo& one) {
        return one.is_input || one.is_by_query || seen.contains(std::string(one.name()));
    };
    const auto all = stages(Model::Attention);
    for (std::uint32_t seed = 1;
         seed <= 60 || (seed <= 400 && !std::all_of(all.begin(), all.end(), is_met)); ++seed) {
        const Document document = attn::test::random_document_of_any_kind(seed);
        Trace trace = evaluate(document);
        for (auto& [sheet, matrix] : trace.stages) {
            const Real number = matrix(0, 0);
            const std::string name(sheet.first.name());
            if (!std::isfinite(number) || std::abs(number) < 1e-3 || seen.contains(name))
                continue;
            matrix(0, 0) *= 1 + 1e-11;
            EXPECT_NE(fault(document, trace), "") << "seed " << seed << ", " << name;
            matrix(0, 0) = number;
            seen.insert(name);
        }
    }
    for (const StageInfo& one : all)
        EXPECT_TRUE(is_met(one)) << one.name() << " is in no document";
    const Document document = random_joined_document(4);
    for (const Stage stage : {Stage::Joined, Stage::Attention}) {
        Trace wrong = evaluate(document);
        wrong.stages.at(key_of({stage}))(0, 0) *= 1 + 1e-11;
        EXPECT_NE(fault(document, wrong), "");
    }
}
