// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/npy_read.h"
#include "core/io/zip_read.h"

#include <algorithm>
#include <memory>

namespace attn::io {
namespace {

constexpr std::uint64_t max_unpacked = std::uint64_t{256} << 20;

Bytes bytes_of(const std::shared_ptr<ZipReader>& reader, std::uint64_t size) {
    return {size, [reader](std::uint64_t offset, std::span<char> into) {
                return reader->read(offset, into);
            }};
}

/// Reads a member's header; also its texts.
ArrayInfo describe(const Bytes& archive, const ZipMember& member) {
    const std::string name = member.name.substr(0, member.name.size() - 4);
    ArrayInfo info{printable(name, longest_array_name), {}, "", zip_fault(member), {}, {}, {}};
    if (info.fault)
        return info;
    const auto reader = std::make_shared<ZipReader>(archive, member);
    const Bytes inside = bytes_of(reader, member.size);
    const auto head = read_npy_head(inside);
    if (!head) {
        info.fault = head.error();
        return info;
    }
    info.shape = head->array.shape;
    info.type = head->type;
    info.fault = head->fault;
    if (info.fault || head->text_length == 0)
        return info;
    auto texts = read_npy_texts(inside, *head);
    if (!texts)
        info.fault = texts.error();
    else if (const auto whole = reader->finish(); !whole)
        info.fault = whole.error();
    else
        info.texts = *std::move(texts);
    return info;
}

} // namespace

Result<ArrayFile> open_npz(Bytes bytes, std::string name) {
    const auto listed = list_zip(bytes);
    if (!listed)
        return listed.error();
    ArrayFile file{std::move(name), "NumPy archive", {}, {}, {}, {}};
    std::vector<ZipMember> members;
    std::uint64_t unpacked = 0;
    for (const ZipMember& member : *listed) {
        unpacked += member.size;
        if (unpacked > max_unpacked)
            return Error{"the archive unpacks to more than " + std::to_string(max_unpacked >> 20) +
                         " MB; save the arrays you need by themselves"};
        if (!member.name.ends_with(".npy"))
            continue;
        file.arrays.push_back(describe(bytes, member));
        members.push_back(member);
    }
    if (file.arrays.empty())
        return Error{"the archive holds no array (a member whose name ends in .npy)"};
    if (const std::size_t others = listed->size() - members.size(); others > 0)
        file.notes = std::to_string(others) + " members are not arrays and are left out. ";
    file.read = [bytes = std::move(bytes), members](std::size_t array,
                                                    const Slice& slice) -> Result<ReadNumbers> {
        const ZipMember& member = members[array];
        if (const auto fault = zip_fault(member))
            return *fault;
        const auto reader = std::make_shared<ZipReader>(bytes, member);
        const Bytes inside = bytes_of(reader, member.size);
        const auto head = read_npy_head(inside);
        if (!head)
            return head.error();
        if (head->fault)
            return *head->fault;
        if (head->text_length > 0)
            return Error{"it holds texts, not numbers"};
        auto numbers = read_numbers(inside, head->array, slice);
        if (!numbers)
            return numbers.error();
        // Refuse a damaged member entirely, whatever part of it was chosen.
        if (const auto whole = reader->finish(); !whole)
            return whole.error();
        return numbers;
    };
    return file;
}

} // namespace attn::io
