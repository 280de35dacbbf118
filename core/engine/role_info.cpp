// SPDX-License-Identifier: MIT
#include "core/engine/role_info.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace attn {
namespace {

constexpr RoleInfo role_table[] = {
    {Role::Query, "query", "query words", "word"},
    {Role::Key, "key", "key words", "key word"},
    {Role::Token, "word", "words", "word"},
    {Role::Model, "d_{model}", "dimensions of d_model", "column of X"},
    {Role::QueryKey, "d_{k}", "dimensions of d_k", "column of W_Q"},
    {Role::Value, "d_{v}", "dimensions of d_v", "column of W_V"},
    {Role::Heads, "heads · d_{v}", "dimensions of the joined heads", "column of the joined heads"},
    {Role::Out, "d_{out}", "dimensions of d_out", "column of W_O"},
    {Role::Memory, "memory", "words of the memory", "word of the memory"},
    {Role::Source, "d_{memory}", "dimensions of M", "column of M"},
    {Role::Mapped, "d_{a}", "dimensions of d_a", "column of U_Q"},
    {Role::Bucket, "bucket", "buckets", "bucket"},
    {Role::Head, "head", "heads", "head"},
    {Role::Hidden, "d_{ff}", "dimensions of d_ff", "column of W_1"},
    {Role::OutWord, "word out", "words out", "word out"},
    {Role::Concept, "concept", "concepts", "concept"},
    {Role::NewVector, "new", "new vectors", "new vector"},
    {Role::One, "", "one line", ""},
};

} // namespace

const RoleInfo& info(Role role) {
    const auto* const found = std::find_if(std::begin(role_table), std::end(role_table),
                                           [&](const RoleInfo& one) { return one.role == role; });
    assert(found != std::end(role_table) && "every role has its row");
    return *found;
}

} // namespace attn
