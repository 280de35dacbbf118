// SPDX-License-Identifier: MIT
// Uses the whole window at random, with its own loop, events and panels. ATTENTION_WALK_INPUTS sets
// how many inputs.
#include "core/document/commands/command.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/journal/journal.h"
#include "tests/support/temp_dir.h"
#include "tests/support/times.h"
#include "tests/support/without_x.h"
#include "tests/walk/walk.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

using namespace attn;
using namespace attn::test;

namespace {

std::size_t inputs_wanted() {
    const char* const wanted = std::getenv("ATTENTION_WALK_INPUTS");
    return wanted ? std::strtoul(wanted, nullptr, 10)
                  : static_cast<std::size_t>(attn::test::times(200));
}

void undo_all(app::Session& session) {
    while (session.history().can_undo()) {
        session.outbox.post(app::Undo{});
        session.carry_out(io::open_document);
    }
}

/// Walks through a document.
void walk(const Document& document, std::uint32_t seed) {
    const Document* const first = &document;
    if (const char* other = std::getenv("ATTENTION_WALK_SEED"))
        seed = static_cast<std::uint32_t>(std::strtoul(other, nullptr, 10));
    SCOPED_TRACE("seed " + std::to_string(seed));
    Walk walk(seed, *first);
    const std::size_t inputs = inputs_wanted();
    walk.go(inputs);
    ASSERT_EQ(walk.fault, "");
    EXPECT_EQ(walk.inputs, inputs);
    EXPECT_GE(walk.screen().frames, inputs);

    app::Session& session = walk.session();
    // An unfinished training or goal search shows a document that is not kept.
    session.outbox.post(app::SeekGoal::Leave);
    session.outbox.post(app::Train::Discard);
    session.carry_out(io::open_document);
    const Document last = session.document();
    const auto again = io::read_document(io::write_document(last), "walk.attn");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(*again == last) << io::write_document(last);

    session.work.keeping().flush();
    int journals = 0;
    for (const auto& entry : std::filesystem::directory_iterator(walk.recovery())) {
        const auto journal = io::read_journal(bytes_of(entry.path()));
        if (!journal)
            continue; // a lock file
        ++journals;
        ASSERT_TRUE(journal->workspace) << entry.path();
        EXPECT_TRUE(journal->workspace->document() == last) << "after a kill it would come back";
    }

    EXPECT_TRUE(journals == 1 || !session.work.is_changed());

    const std::size_t steps = session.history().position();
    // Most walks make a document with each tenth input. One that spends its time in a narrow window
    // or a dialog makes fewer.
    EXPECT_GT(session.results.count(), inputs / 40) << "the walk changes documents";
    undo_all(session);
    EXPECT_TRUE(session.document() == *first) << "undo ends where the walk began";
    session.outbox.post(app::GoToStep{steps});
    session.carry_out(io::open_document);
    EXPECT_TRUE(session.document() == last);
    std::cout << walk.screen().frames << " frames, " << steps << " steps of undo, "
              << session.results.count() << " documents\n";
}

} // namespace

TEST(RandomWalk, ThroughAttentionEndsValidAndUndoesToTheFirstState) {
    walk(*io::open_document("the-cat-chased-the-mouse"), 20261);
}

TEST(RandomWalk, ThroughConceptsEndsValidAndUndoesToTheFirstState) {
    walk(*io::open_document("concepts"), 20262);
}

/// The weights and the values of a head are given; the rest is computed.
TEST(RandomWalk, ThroughGivenStagesEndsValidAndUndoesToTheFirstState) {
    const auto weights = apply(*io::open_document("two-heads"), Give{{Stage::Weights, 1}, {}});
    ASSERT_TRUE(weights) << weights.error().text();
    const auto values = apply(*weights, Give{{Stage::V}, {}});
    ASSERT_TRUE(values) << values.error().text();
    walk(*values, 20263);
}

TEST(RandomWalk, WithoutXEndsValidAndUndoesToTheFirstState) {
    for (const auto& [name, document] : attn::test::documents_without_x())
        if (name == "weights and V" || name == "Q, K and V of other words")
            walk(document, 20264);
}
