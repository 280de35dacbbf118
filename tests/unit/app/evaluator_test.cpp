// SPDX-License-Identifier: MIT
#include "app/session/results.h"
#include "core/engine/pass/plan.h"
#include "tests/support/gate.h"
#include "tests/support/large_document.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace app;
using namespace attn;

namespace {

Document named(const std::string& title, Index words = 2) {
    Document document = large_document(words, 2, 1);
    document.title = title;
    return document;
}

using Titles = std::vector<std::string>;

} // namespace

TEST(Evaluator, GivesTheBitsOfEvaluateAndWakes) {
    const Document document = large_document(300, 16, 2);
    std::atomic<int> woken = 0;
    Evaluator evaluator(evaluate_beside);
    evaluator.wake_by([&] { ++woken; });
    ASSERT_TRUE(evaluator.ask(document, nullptr));
    evaluator.wait();
    const auto done = evaluator.take();
    ASSERT_TRUE(done && done->calculation);
    EXPECT_TRUE(done->calculation->document == document);
    const Trace fresh = evaluate(document);
    for (std::size_t head = 0; head < 2; ++head)
        EXPECT_TRUE(SharedMatrix(done->calculation->trace.heads[head][Stage::Output]) ==
                    SharedMatrix(fresh.heads[head][Stage::Output]));
    EXPECT_TRUE(evaluator.is_idle());
    EXPECT_FALSE(evaluator.take()) << "it is taken once";
}

TEST(Evaluator, ContinuesFromTheTraceBeforeAndLeavesItUnchanged) {
    Document document = large_document(300, 16, 1);
    const auto before = std::make_shared<Calculation>(Calculation{document, evaluate(document)});
    const Matrix output = before->trace.heads[0][Stage::Output];
    Matrix w_q = *document.heads[0].w_q;
    w_q(3, 5) += 0.25;
    document.heads[0].w_q = w_q;
    Evaluator evaluator(evaluate_beside);
    ASSERT_TRUE(evaluator.ask(document, before));
    evaluator.wait();
    const auto done = evaluator.take();
    ASSERT_TRUE(done && done->calculation);
    EXPECT_EQ(done->before.lock(), before);
    EXPECT_TRUE(SharedMatrix(before->trace.heads[0][Stage::Output]) == SharedMatrix(output));
    const Trace same = evaluate(document, before->document, before->trace);
    EXPECT_TRUE(SharedMatrix(done->calculation->trace.heads[0][Stage::Output]) ==
                SharedMatrix(same.heads[0][Stage::Output]));
}

TEST(Evaluator, OnlyTheNewestWaitingDocumentIsEvaluated) {
    Gate gate;
    Evaluator evaluator(gate.work());
    ASSERT_TRUE(evaluator.ask(named("a"), nullptr));
    gate.wait_for_begun(1);
    for (const char* title : {"b", "c", "d"})
        ASSERT_TRUE(evaluator.ask(named(title), nullptr));
    gate.open(2);
    gate.wait_for_begun(2);
    while (!evaluator.is_idle()) {
        evaluator.wait();
        evaluator.take();
    }
    EXPECT_EQ(gate.begun(), (Titles{"a", "d"}));
    EXPECT_EQ(gate.ended(), (Titles{"a", "d"})) << "what runs goes on: it has the same places";
}

TEST(Evaluator, AResultIsTakenWhileTheNextRuns) {
    Gate gate;
    Evaluator evaluator(gate.work());
    ASSERT_TRUE(evaluator.ask(named("a"), nullptr));
    gate.wait_for_begun(1);
    ASSERT_TRUE(evaluator.ask(named("b"), nullptr));
    gate.open();
    evaluator.wait();
    const auto first = evaluator.take();
    ASSERT_TRUE(first && first->calculation);
    EXPECT_EQ(first->calculation->document.title, "a");
    gate.open();
    evaluator.wait();
    const auto second = evaluator.take();
    ASSERT_TRUE(second && second->calculation);
    EXPECT_EQ(second->calculation->document.title, "b");
    EXPECT_EQ(second->before.lock(), first->calculation) << "the nearest there was";
}

TEST(Evaluator, AnotherShapeCancelsTheRun) {
    Gate gate;
    Evaluator evaluator(gate.work());
    ASSERT_TRUE(evaluator.ask(named("two"), nullptr));
    gate.wait_for_begun(1);
    ASSERT_TRUE(evaluator.ask(named("three", 3), nullptr));
    gate.wait_for_begun(2);
    gate.open();
    evaluator.wait();
    const auto done = evaluator.take();
    ASSERT_TRUE(done && done->calculation);
    EXPECT_EQ(done->calculation->document.title, "three");
    EXPECT_EQ(gate.ended(), (Titles{"cancelled", "three"}));
}

TEST(Evaluator, ACancelledRunGivesNoResult) {
    Gate gate;
    Evaluator evaluator(gate.work());
    ASSERT_TRUE(evaluator.ask(named("a"), nullptr));
    gate.wait_for_begun(1);
    ASSERT_TRUE(evaluator.ask(named("b"), nullptr));
    evaluator.cancel();
    evaluator.wait();
    EXPECT_TRUE(evaluator.is_idle());
    EXPECT_FALSE(evaluator.take());
    EXPECT_EQ(gate.begun(), Titles{"a"});
}

TEST(Evaluator, ReportsThatMemoryRanOut) {
    Gate gate;
    gate.fail();
    gate.open();
    Evaluator evaluator(gate.work());
    ASSERT_TRUE(evaluator.ask(named("a"), nullptr));
    evaluator.wait();
    const auto done = evaluator.take();
    ASSERT_TRUE(done);
    EXPECT_FALSE(done->calculation);
}

TEST(Evaluator, CanEndDuringARun) {
    Gate gate;
    {
        Evaluator evaluator(gate.work());
        ASSERT_TRUE(evaluator.ask(named("a"), nullptr));
        gate.wait_for_begun(1);
        ASSERT_TRUE(evaluator.running());
        ASSERT_TRUE(evaluator.ask(named("b"), nullptr));
    }
    EXPECT_EQ(gate.begun(), Titles{"a"});
    EXPECT_EQ(gate.ended(), Titles{"cancelled"});
}

TEST(Evaluator, ProgressGrowsRowByRow) {
    const Document document = large_document(1024, 32, 2);
    Progress progress;
    std::atomic<bool> is_over = false;
    std::int64_t last = 0;
    bool falls = false;
    std::thread watch([&] {
        while (!is_over) {
            const std::int64_t now = progress.done;
            falls = falls || now < last;
            last = now;
        }
    });
    const Trace trace = evaluate(document, &progress);
    is_over = true;
    watch.join();
    EXPECT_FALSE(falls);
    ASSERT_GT(progress.total, 0);
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    EXPECT_GT(share, 0.9);
    EXPECT_LT(share, 1.1);
}

TEST(Evaluator, ACancelledPassLeavesItsRowsUndone) {
    for (const Axis axis : {Axis::Rows, Axis::Columns}) { // columns: all matrices are stored
        Document document = large_document(200, 8, 2);
        document.switches.axis = axis;
        Progress progress;
        progress.is_cancelled = true;
        const Trace trace = evaluate(document, &progress);
        EXPECT_EQ(progress.done, 0);
        Progress again;
        again.is_cancelled = true;
        Document other = document;
        other.switches.temperature = 2;
        evaluate(other, document, evaluate(document), &again);
        EXPECT_EQ(again.done, 0);
    }
}
