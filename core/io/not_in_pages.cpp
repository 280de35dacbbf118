// SPDX-License-Identifier: MIT
// What is left out of a page because no page has it: documents there are of the newest version.
#include "core/io/version_1.h"

namespace attn::io {

Result<Document> read_version_1(Json&) {
    return Error{"a page reads documents of version 2; open this one in Attention Lab", "version"};
}

WordParts word_parts_1(Json&) {
    return {};
}

} // namespace attn::io
