// SPDX-License-Identifier: MIT
#include "core/io/arrays/tensor_sources.h"

#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"
#include "core/io/import/import.h"
#include "core/io/text/number_word.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace attn::io {
namespace {

constexpr std::string_view header = "| part | tensor | rows | columns | stored |";
constexpr std::string_view rule = "|---|---|---|---|---|";
constexpr std::string_view as_here = "as here", transposed = "transposed", one_more = "1 + here";

/// Returns the text of the table's last column.
std::string_view stored_text(const TensorSource& source) {
    return source.is_transposed ? transposed : source.is_one_more ? one_more : as_here;
}

/// Escapes a name within a cell; an escaped name no longer names a tensor.
std::string cell(const std::string& name) {
    std::string text;
    for (const char letter : printable(name, longest_array_name))
        text += letter == '|' || letter == '`' ? std::string("\\x7c") : std::string(1, letter);
    return text;
}

/// Removes the next line from the text and returns it.
std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trimmed(line);
}

Result<TensorSource> read_line(std::string_view line) {
    const Error fault{"found " + cite(line) +
                          ", expected a part, a tensor, rows, columns and how it is stored, as in "
                          "| W_Q/0 | `c_attn.weight` | 0:8 | 0:4 | as here |",
                      "notes"};
    std::array<std::string_view, 5> cells;
    std::string_view rest = line.substr(1);
    for (std::string_view& one : cells) {
        const auto bar = rest.find('|');
        if (bar == std::string_view::npos)
            return fault;
        one = trimmed(rest.substr(0, bar));
        rest.remove_prefix(bar + 1);
    }
    const auto& [part, tensor, rows, columns, stored] = cells;
    const bool is_named = tensor.size() > 2 && tensor.front() == '`' && tensor.back() == '`';
    auto row_list = parse_indices(rows);
    auto column_list = parse_indices(columns);
    if (!trimmed(rest).empty() || part.empty() || !is_named || !row_list || !column_list ||
        (stored != as_here && stored != transposed && stored != one_more))
        return fault;
    return TensorSource{std::string(part),    std::string(tensor.substr(1, tensor.size() - 2)),
                        *std::move(row_list), *std::move(column_list),
                        stored == transposed, stored == one_more};
}

} // namespace

std::vector<Index> run_of(Index first, Index count) {
    std::vector<Index> list(static_cast<std::size_t>(std::max<Index>(count, 0)));
    std::iota(list.begin(), list.end(), first);
    return list;
}

std::string indices_text(const std::vector<Index>& list) {
    std::string text;
    for (std::size_t at = 0; at < list.size();) {
        std::size_t end = at + 1;
        while (end < list.size() && list[end] == list[end - 1] + 1)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(list[at]);
        if (end - at > 1)
            text += ":" + std::to_string(list[end - 1] + 1);
        at = end;
    }
    return text;
}

std::string report_notes(const TensorReport& report) {
    std::string text = "Imported from " + printable(report.from) + ".\n";
    for (const std::string& sentence : report.sentences)
        text += "\n" + sentence + "\n";
    if (!report.used.empty()) {
        text += "\n" + std::string(header) + "\n" + std::string(rule) + "\n";
        for (const TensorSource& source : report.used)
            text += "| " + source.part + " | `" + cell(source.tensor) + "` | " +
                    indices_text(source.rows) + " | " + indices_text(source.columns) + " | " +
                    std::string(stored_text(source)) + " |\n";
    }
    if (!report.left_out.empty()) {
        text += "\nLeft out:\n\n";
        for (const LeftOut& tensor : report.left_out)
            text += "- `" + cell(tensor.tensor) + "`: " + tensor.why + "\n";
    }
    return text;
}

namespace {

/// "weights" for "weights/3@1".
std::string_view stage_of_part(const TensorSource& source) {
    return std::string_view(source.part).substr(0, source.part.find_first_of("/@"));
}

/// The parts of the same stage that are stored alike, with how many tensors they come from.
struct AlikeParts {
    std::vector<const TensorSource*> sources;
    std::set<std::string_view> tensors;
};

AlikeParts alike(const TensorReport& report, const TensorSource& first) {
    AlikeParts found;
    for (const TensorSource& other : report.used)
        if (stage_of_part(other) == stage_of_part(first) &&
            stored_text(other) == stored_text(first)) {
            found.sources.push_back(&other);
            found.tensors.insert(other.tensor);
        }
    return found;
}

} // namespace

std::vector<std::string> taken_lines(const TensorReport& report) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < report.used.size(); ++at) {
        const TensorSource& first = report.used[at];
        // Many heads and layers are told in one line.
        constexpr std::size_t most_lines = 6;
        if (const AlikeParts all = alike(report, first); all.tensors.size() > most_lines) {
            if (all.sources.front() != &first)
                continue;
            const TensorSource& end = *all.sources.back();
            lines.push_back(first.part + " to " + end.part + ", " +
                            std::to_string(all.sources.size()) + " matrices, from " +
                            printable(first.tensor, longest_array_name) + " to " +
                            printable(end.tensor, longest_array_name) +
                            (first.is_transposed ? ", transposed"
                             : first.is_one_more ? ", as 1 + what is stored"
                                                 : ", as they are stored"));
            continue;
        }
        const auto is_same = [&](const TensorSource& other) {
            return other.tensor == first.tensor && stored_text(other) == stored_text(first);
        };
        const auto from = report.used.begin() + static_cast<std::ptrdiff_t>(at);
        if (std::any_of(report.used.begin(), from, is_same))
            continue;
        std::string parts, last;
        constexpr std::size_t few = 6;
        std::size_t count = 0;
        for (auto source = from; source != report.used.end(); ++source)
            if (is_same(*source)) {
                if (++count <= few)
                    parts += (parts.empty() ? "" : ", ") + source->part;
                last = source->part;
            }
        if (count > few)
            parts += ", … " + last;
        lines.push_back(parts + " from " + printable(first.tensor, longest_array_name) +
                        (first.is_transposed ? ", transposed"
                         : first.is_one_more ? ", as 1 + what is stored"
                                             : ", as it is stored"));
    }
    return lines;
}

std::string report_lines(const TensorReport& report) {
    std::string text;
    for (const std::string& sentence : report.sentences)
        text += sentence + "\n";
    for (const std::string& line : taken_lines(report))
        text += "took " + line + "\n";
    for (const LeftOut& tensor : report.left_out)
        text +=
            "left out " + printable(tensor.tensor, longest_array_name) + ": " + tensor.why + "\n";
    return text;
}

Result<std::vector<TensorSource>> read_sources(std::string_view notes) {
    std::vector<TensorSource> sources;
    while (!notes.empty()) {
        if (take_line(notes) != header)
            continue;
        if (take_line(notes) != rule)
            break;
        for (std::string_view line = take_line(notes); line.starts_with('|');
             line = take_line(notes)) {
            auto source = read_line(line);
            if (!source)
                return source.error();
            sources.push_back(*std::move(source));
        }
        return sources;
    }
    return Error{"the notes of the document do not say from which tensors it came; import the head "
                 "with \"attention-lab import\" first",
                 "notes"};
}

} // namespace attn::io
