// SPDX-License-Identifier: MIT
#include "core/io/document_members.h"

#include "core/base/utf8.h"
#include "core/document/covers.h"

#include <algorithm>

namespace attn::io {

std::string key_path(const std::string& parent, const std::string& key) {
    return (parent.empty() ? "" : parent + ".") + printable(key, 40);
}

Result<std::vector<std::string>> read_texts(const Json& value, const std::string& path,
                                            const TextList& about) {
    if (!value.is_array())
        return Error{"found " + found(value) + ", expected a list of " + about.sort +
                         " such as [\"a\", \"b\"]",
                     path};
    if (value.size() > static_cast<std::size_t>(about.most))
        return Error{std::to_string(value.size()) + " " + about.many +
                         " are more than the limit of " + std::to_string(about.most) + about.remedy,
                     path};
    std::vector<std::string> list;
    for (std::size_t at = 0; at < value.size(); ++at) {
        auto text = read_text(value[at], path + "[" + std::to_string(at) + "]");
        if (!text)
            return text.error();
        list.push_back(*std::move(text));
    }
    return list;
}

Result<std::vector<Region>> read_covers(const Json& value, const std::string& path) {
    const auto texts = read_texts(value, path,
                                  {"places", "covers", static_cast<Index>(max_covers),
                                   "; write ranges such as weights[1,:]"});
    if (!texts)
        return texts.error();
    std::vector<Region> covers;
    for (std::size_t at = 0; at < texts->size(); ++at) {
        const auto region = parse_region((*texts)[at]);
        if (!region)
            return Error{region.error().text(), path + "[" + std::to_string(at) + "]"};
        covers.push_back(*region);
    }
    return covers;
}

Result<std::optional<SharedMatrix>> given_or_drawn(const Json* given, const std::string& path,
                                                   const std::string& name, Index max_rows,
                                                   Index max_columns, RandomMatrices& random) {
    auto made = random.extract(name);
    if (!given && made.empty())
        return std::optional<SharedMatrix>();
    if (!given)
        return std::optional(SharedMatrix(std::move(made.mapped())));
    if (!made.empty())
        return Error{"the matrix is given here and drawn under \"draw\" as well; remove one", path};
    auto matrix = read_matrix(*given, path, max_rows, max_columns);
    if (!matrix)
        return matrix.error();
    return std::optional(SharedMatrix(*std::move(matrix)));
}

Json unknown_members(Json& object, std::span<const std::string_view> known) {
    Json unknown = Json::object();
    for (auto& [key, value] : object.get_ref<Json::object_t&>())
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknown[key] = std::move(value);
    return unknown;
}

} // namespace attn::io
