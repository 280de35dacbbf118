// SPDX-License-Identifier: MIT
#include "app/cli/values.h"

#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/publish/style.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace app::cli {
namespace {

using namespace attn;

std::string fault(const std::string& found, const std::string& kind, double low, double high) {
    const std::string range =
        low == -any_number ? "" : " from " + shortest(low) + " to " + shortest(high);
    return "found " + cite(found) + ", expected " + kind + range;
}

/// Reads a number in the range. Rejects a comma, which separates other things.
std::optional<double> within(const std::string& found, double low, double high) {
    const auto read = io::read_number(found, {io::Marks::Point, false, false});
    if (!read || found.find(',') != std::string::npos || read->value < low || read->value > high)
        return std::nullopt;
    return read->value;
}

} // namespace

std::string alternatives(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t at = 0; at < words.size(); ++at)
        text += (at == 0 ? "" : at + 1 == words.size() ? " or " : ", ") + words[at];
    return text;
}

std::string fault_of_word(const std::string& found, const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), found) != words.end())
        return "";
    return "found " + cite(found) + ", expected " + alternatives(words) +
           did_you_mean(found, words);
}

std::string fault_of_number(std::string& found, double low, double high) {
    const auto value = within(found, low, high);
    if (!value)
        return fault(found, "a number", low, high);
    found = shortest(*value);
    return "";
}

std::string fault_of_whole(const std::string& found, double low, double high) {
    // The parser reads only digits.
    const bool is_whole = found.find_first_not_of("0123456789") == std::string::npos;
    return is_whole && within(found, low, high) ? "" : fault(found, "a whole number", low, high);
}

std::string fault_of_size(const std::string& found) {
    const auto size = publish::parse_size(found);
    return size ? "" : size.error().message;
}

} // namespace app::cli
