// SPDX-License-Identifier: MIT
#include "app/importing/dropping.h"

#include "core/io/arrays.h"
#include "core/io/foreign_file.h"

#include <algorithm>

namespace app {

using namespace attn;

void drop_files(const Frame& frame, const std::vector<std::string>& paths) {
    const auto foreign = std::find_if(paths.begin(), paths.end(), io::foreign_file);
    if (paths.size() == 1)
        frame.outbox.post(Open{paths.front()});
    else if (foreign != paths.end())
        frame.ui.message = Message{io::foreign_file(*foreign)->text(), true};
    else if (!paths.empty() && std::all_of(paths.begin(), paths.end(), io::holds_arrays))
        frame.outbox.post(OpenArrays{paths});
    else if (!paths.empty())
        frame.ui.message = Message{
            "Only arrays can be dropped together. Drop documents and pictures one at a time.",
            true};
}

} // namespace app
