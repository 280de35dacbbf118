// SPDX-License-Identifier: MIT
// A document too large for the memory is given up; the one before stays.
#include "app/session/session.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <string>

using namespace app;
using namespace attn;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool can_limit = false;
#elif defined(__has_feature)
constexpr bool can_limit = !__has_feature(address_sanitizer);
#else
constexpr bool can_limit = true;
#endif

/// The address space that this program already uses, in bytes.
rlim_t used() {
    std::ifstream file("/proc/self/statm");
    rlim_t pages = 0;
    file >> pages;
    return pages * 4096;
}

/// Allows only `more` further bytes during its life.
class Limit {
public:
    explicit Limit(rlim_t more) {
        ::getrlimit(RLIMIT_AS, &before_);
        const rlimit now{used() + more, before_.rlim_max};
        ::setrlimit(RLIMIT_AS, &now);
    }
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;
    ~Limit() { ::setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

void carry_out(Session& session) {
    session.carry_out(
        [](const std::string&) -> Result<Document> { return Error{"there is no file"}; });
}

} // namespace

TEST(MemoryEnds, F57TheLastDocumentStaysUsable) {
    if (!can_limit)
        GTEST_SKIP() << "sanitizers use more addresses than can be limited";
    Session session(new_document());
    Document large = new_document();
    // Small itself, but Q, K, V and the output have 2000 × 4096 numbers each: 65 MB.
    const Matrix wide = Matrix::Ones(1, 4096);
    large.tokens.own().assign(2000, "word");
    large.embeddings = Matrix(Matrix::Ones(2000, 1));
    large.heads = {{wide, wide, wide}};
    const Document before = session.document();
    {
        const Limit limit(rlim_t{96} << 20);
        session.outbox.edit(Replace{large, "Too many words"});
        carry_out(session);
        (void)session.results.settle(session.document()); // fails in its own thread
        carry_out(session);
    }
    EXPECT_EQ(session.document(), before);
    EXPECT_EQ(session.trace().heads[0][Stage::Weights].rows(), 2);
    ASSERT_TRUE(session.ui.message);
    EXPECT_NE(session.ui.message->text.find("not enough memory"), std::string::npos);
    session.outbox.edit(SetCell{Place{}, 0.375});
    carry_out(session);
    EXPECT_EQ((*session.document().embeddings)(0, 0), 0.375);
    EXPECT_EQ(session.history().size(), 2U);
}
