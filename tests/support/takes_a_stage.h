// SPDX-License-Identifier: MIT
// Says which file kinds hold a single stage. Programs and copies of the document hold every stage.
#pragma once

#include "core/publish/exporters.h"

namespace attn::test {

inline bool takes_a_stage(publish::FileKind kind) {
    using enum publish::FileKind;
    return kind != Python && kind != Cpp && kind != Matlab && kind != Notebook && kind != Html &&
           kind != Attn;
}

} // namespace attn::test
