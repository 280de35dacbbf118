// SPDX-License-Identifier: MIT
#include "app/session/work.h"

#include <utility>

namespace app {

using namespace attn;

Result<> Work::record(const io::Entry& entry) {
    auto done = workspace_.apply(entry);
    if (done)
        keeping_.record(entry, workspace_);
    return done;
}

void Work::go_to(std::size_t step) {
    if (step != history().position() && step < history().size())
        (void)record(io::WentTo{step});
}

Result<io::Lost> Work::restore(const std::string& journal) {
    auto found = keeping_.restore(journal);
    if (!found)
        return found;
    workspace_ = *std::move(found->workspace);
    if (const auto step = unsaved_step())
        go_to(*step);
    if (!origin().path.empty())
        (void)keeping_.claim(origin().path);
    return found;
}

} // namespace app
