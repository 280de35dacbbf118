// SPDX-License-Identifier: MIT
#include "core/publish/marking.h"

#include "core/base/nearest.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/io/journal/file.h"
#include "core/io/text/number_word.h"
#include "core/publish/text/sheet_formats.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace attn::publish {
namespace {

/// Takes the next cell off a line. Quotes are as in RFC 4180; a separator inside brackets belongs
/// to a place.
std::string next_cell(std::string_view& line, char separator) {
    std::string cell;
    bool is_quoted = false;
    int open = 0;
    std::size_t at = 0;
    for (; at < line.size(); ++at) {
        const char letter = line[at];
        if (letter == '"') {
            const bool is_twice = is_quoted && at + 1 < line.size() && line[at + 1] == '"';
            if (is_twice)
                cell += line[at++];
            else
                is_quoted = !is_quoted;
            continue;
        }
        if (!is_quoted && letter == separator && open == 0)
            break;
        open += letter == '[' ? 1 : letter == ']' ? -1 : 0;
        cell += letter;
    }
    line.remove_prefix(std::min(at + 1, line.size()));
    return std::string(io::trimmed(cell));
}

/// The separator of a file: a semicolon or tab if its first line has one, else a comma.
char separator_of(std::string_view csv) {
    const std::string_view first = csv.substr(0, csv.find('\n'));
    for (const char separator : {';', '\t'})
        if (first.find(separator) != std::string_view::npos)
            return separator;
    return ',';
}

std::string at_line(std::size_t line) {
    return "line " + std::to_string(line) + ": ";
}

/// One worksheet: the numbers that its answers are compared with.
struct Sheet {
    Document document;
    Trace trace;
    std::vector<Place> boxes;
    /// What was marked before: many of a class give the same number for a box.
    std::map<std::pair<std::string, Real>, Judged> known = {};
};

/// Makes the worksheets that the answers are about.
class Sheets {
public:
    Sheets(const Document& document, const View& view, const figure::WorksheetOptions& options)
        : document_(document), view_(view), options_(options) {}

    /// Makes the first `count` variants.
    Result<> make_variants(std::size_t count) {
        if (count == 0)
            return Nothing{};
        auto made = variants(document_, count, options_.seed);
        if (!made)
            return made.error();
        variants_ = *std::move(made);
        return Nothing{};
    }

    /// Returns the worksheet of a variant, or of the document itself.
    Result<Sheet*> sheet(std::optional<std::size_t> variant) {
        if (const auto found = made_.find(variant); found != made_.end())
            return &found->second;
        Sheet sheet{variant ? variants_[*variant] : document_, {}, {}, {}};
        sheet.trace = evaluate(sheet.document);
        auto boxes = figure::worksheet_blanks(sheet.document, sheet.trace, view_, options_);
        if (!boxes)
            return boxes.error();
        sheet.boxes = *std::move(boxes);
        // A class has solved what the document covers.
        sheet.document.covers.clear();
        return &made_.emplace(variant, std::move(sheet)).first->second;
    }

private:
    const Document& document_;
    const View& view_;
    const figure::WorksheetOptions& options_;
    std::vector<Document> variants_;
    std::map<std::optional<std::size_t>, Sheet> made_;
};

MarkedAnswer marked(Sheet& sheet, const Place& place, const Answer& answer, Real number,
                    const NumberFormat& numbers) {
    const std::pair key(place_text(sheet.document, place), number);
    auto known = sheet.known.find(key);
    if (known == sheet.known.end())
        known =
            sheet.known.emplace(key, judged(sheet.document, sheet.trace, place, number, numbers))
                .first;
    const Judged& made = known->second;
    return {answer, made.is_right, made.right, made.mistakes};
}

/// The place an answer is about; the error says what is wrong with it.
Result<Place> place_of(const Document& document, const Answer& answer) {
    const std::string named = cite(answer.place);
    const auto place = parse_written_place(document, answer.place);
    if (!place) {
        std::vector<std::string> names;
        for (const SheetId& sheet : sheets(document))
            if (!is_given(document, sheet.stage))
                names.push_back(to_text(sheet));
        return Error{"there is no " + named +
                     did_you_mean(answer.place.substr(0, answer.place.find('[')), names)};
    }
    if (!exists(document, *place))
        return Error{"the document has no " + named};
    if (is_given(document, place->sheet.stage))
        return Error{named + " stands on the worksheet, so that it is no answer"};
    return *place;
}

/// Sorts mistakes by how often they were made.
void sort_by_count(std::vector<std::pair<std::string, std::size_t>>& mistakes) {
    std::stable_sort(mistakes.begin(), mistakes.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
}

void count_mistakes(MarkedClass& all) {
    std::map<std::string, std::size_t> counts;
    for (const MarkedSheet& sheet : all.sheets)
        for (const MarkedAnswer& one : sheet.answers) {
            for (const std::string& mistake : one.mistakes)
                ++counts[mistake];
            all.unexplained += !one.is_right && one.mistakes.empty() ? 1 : 0;
        }
    all.mistakes.assign(counts.begin(), counts.end());
    sort_by_count(all.mistakes);
}

std::string counted_noun(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

} // namespace

std::string worksheet_code(std::uint32_t seed, std::size_t at, std::size_t count) {
    const std::string number = std::to_string(at + 1);
    const std::size_t width = std::to_string(count).size();
    return std::to_string(seed) + "-" + std::string(width - number.size(), '0') + number;
}

std::optional<std::size_t> worksheet_of_code(std::string_view code, std::uint32_t seed) {
    const std::string begin = std::to_string(seed) + "-";
    if (!code.starts_with(begin))
        return std::nullopt;
    code.remove_prefix(begin.size());
    const auto number = whole_number(code);
    return number && *number > 0 ? std::optional(static_cast<std::size_t>(*number - 1))
                                 : std::nullopt;
}

std::optional<std::uint32_t> seed_of(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers) {
        const std::size_t digits = answer.code.find_first_not_of("0123456789");
        std::uint32_t seed = 0;
        const char* const begin = answer.code.data();
        if (digits == std::string::npos || digits == 0 ||
            std::from_chars(begin, begin + digits, seed).ec != std::errc())
            continue;
        if (worksheet_of_code(answer.code, seed))
            return seed;
    }
    return std::nullopt;
}

Result<std::vector<Answer>> answers_of(std::string_view csv) {
    std::string text = valid_utf8(std::string(csv));
    if (text.starts_with("\uFEFF"))
        text.erase(0, 3);
    const char separator = separator_of(text);
    std::vector<Answer> answers;
    std::size_t line = 0;
    for (const std::string_view whole : text_lines(text)) {
        std::string_view rest = io::trimmed(whole);
        ++line;
        if (rest.empty())
            continue;
        Answer answer{line, next_cell(rest, separator), next_cell(rest, separator), {}};
        // An unquoted decimal comma looks like the end of the number.
        std::string_view number = io::trimmed(rest);
        answer.number =
            number.starts_with('"') ? next_cell(number, separator) : std::string(number);
        const bool is_heading = answers.empty() && !parse_number(answer.number) &&
                                answer.place.find('[') == std::string::npos;
        if (is_heading)
            continue;
        if (answers.size() == max_answers)
            return Error{"there are more than " + std::to_string(max_answers) +
                         " answers; mark one class at a time"};
        answers.push_back(std::move(answer));
    }
    if (answers.empty())
        return Error{"found no answer; expected lines of code, place and answer, as in "
                     "7-03,weights[1,2],0.28"};
    return answers;
}

Result<std::vector<Answer>> read_answers(const std::string& path) {
    constexpr std::size_t most_bytes = std::size_t{1} << 24U;
    const auto text = io::read_file(path, most_bytes);
    if (!text)
        return text.error();
    auto answers = answers_of(*text);
    return answers ? std::move(answers) : Error{answers.error().message, printable(path)};
}

std::optional<Error> why_not_marked(const Document& document,
                                    const figure::WorksheetOptions& options) {
    if (has_parts(document))
        return Error{"worksheets of a block are made for one of its attentions, and their answers "
                     "cannot be marked; compare them with the answer key"};
    if (options.level == figure::WorksheetLevel::Mistake)
        return Error{"worksheets with a mistake to find have no boxes to mark; choose another "
                     "level"};
    return std::nullopt;
}

Result<MarkedClass> mark(const Document& document, const View& view,
                         const figure::WorksheetOptions& options,
                         const std::vector<Answer>& answers) {
    if (auto fault = why_not_marked(document, options))
        return *std::move(fault);
    MarkedClass all;
    const auto remark = [&](const Answer& answer, const std::string& text) {
        all.remarks.push_back(at_line(answer.line) + text);
    };
    std::size_t count = 0;
    for (const Answer& answer : answers)
        if (const auto at = worksheet_of_code(answer.code, options.seed); at && *at < max_variants)
            count = std::max(count, *at + 1);
    Sheets sheets(document, view, options);
    if (const auto made = sheets.make_variants(count); !made)
        return made.error();

    struct Line {
        const Answer* answer = nullptr;
        Real number = 0;
    };
    struct Answered {
        std::string code; // as it was typed first
        std::map<Place, Line, decltype(&figure::stands_before)> numbers{&figure::stands_before};
    };
    // Named sheets come first, in the order of their names; then variants by number.
    using Who = std::pair<std::optional<std::size_t>, std::string>;
    std::map<Who, Answered> lines;
    for (const Answer& answer : answers) {
        if (answer.code.empty()) {
            remark(answer, "there is no code, so that its sheet is not known");
            continue;
        }
        const auto variant = worksheet_of_code(answer.code, options.seed);
        if (variant && *variant >= max_variants) {
            remark(answer, answer.code + " is no worksheet: there are at most " +
                               std::to_string(max_variants));
            continue;
        }
        // A sheet counts also without any number that can be marked.
        auto& [code, numbers] =
            lines.try_emplace(Who{variant, variant ? "" : answer.code}, Answered{answer.code})
                .first->second;
        const auto place = place_of(document, answer);
        if (!place) {
            remark(answer, place.error().message);
            continue;
        }
        if (answer.number.empty())
            continue; // an empty box, which is missing
        const auto number = parse_number(answer.number);
        if (!number) {
            remark(answer, printable(answer.number, 40) + " is no number");
            continue;
        }
        const auto [found, is_new] = numbers.try_emplace(*place, Line{&answer, *number});
        if (is_new)
            continue;
        if (found->second.number != *number)
            remark(answer, answer.code + " has answered " + answer.place + " before, in line " +
                               std::to_string(found->second.answer->line) + "; this answer counts");
        found->second = {&answer, *number};
    }
    for (const auto& [who, answered] : lines) {
        const auto sheet = sheets.sheet(who.first);
        if (!sheet)
            return sheet.error();
        MarkedSheet made;
        made.code = answered.code;
        for (const auto& [place, line] : answered.numbers) {
            made.answers.push_back(marked(**sheet, place, *line.answer, line.number, view.numbers));
            made.right += made.answers.back().is_right ? 1 : 0;
        }
        made.missing = static_cast<std::size_t>(
            std::count_if((*sheet)->boxes.begin(), (*sheet)->boxes.end(),
                          [&](const Place& box) { return !answered.numbers.contains(box); }));
        all.sheets.push_back(std::move(made));
    }
    if (std::all_of(all.sheets.begin(), all.sheets.end(),
                    [](const MarkedSheet& sheet) { return sheet.answers.empty(); }))
        return Error{"no line could be marked" +
                     (all.remarks.empty() ? std::string() : "; " + all.remarks.front())};
    count_mistakes(all);
    return all;
}

std::string marks_csv(const MarkedClass& all) {
    std::string text = "code,right,wrong,missing,mistakes,wrong answers\n";
    for (const MarkedSheet& sheet : all.sheets) {
        std::vector<std::string> names;
        std::string wrong;
        for (const MarkedAnswer& one : sheet.answers) {
            if (one.is_right)
                continue;
            wrong += (wrong.empty() ? "" : "; ") + one.answer.place + ": " + one.answer.number +
                     ", right is " + one.right;
            for (const std::string& mistake : one.mistakes)
                if (std::find(names.begin(), names.end(), mistake) == names.end())
                    names.push_back(mistake);
        }
        std::string mistakes;
        for (const std::string& name : names)
            mistakes += (mistakes.empty() ? "" : "; ") + name;
        text += csv_text(sheet.code) + ',' + std::to_string(sheet.right) + ',' +
                std::to_string(sheet.answers.size() - sheet.right) + ',' +
                std::to_string(sheet.missing) + ',' + csv_text(mistakes) + ',' + csv_text(wrong) +
                '\n';
    }
    return text;
}

std::string class_summary(const MarkedClass& all) {
    std::size_t right = 0, answers = 0, missing = 0;
    for (const MarkedSheet& sheet : all.sheets) {
        right += sheet.right;
        answers += sheet.answers.size();
        missing += sheet.missing;
    }
    std::string text =
        counted_noun(all.sheets.size(), "sheet", "sheets") + ": " + std::to_string(right) + " of " +
        counted_noun(answers, "answer is", "answers are") + " right" +
        (missing > 0 ? ", and " + counted_noun(missing, "box has", "boxes have") + " no answer"
                     : "") +
        ".\n";
    for (const auto& [mistake, times] : all.mistakes)
        text += std::to_string(times) + " × " + mistake + "\n";
    if (all.unexplained > 0)
        text += std::to_string(all.unexplained) + " × no usual mistake gives the number\n";
    return text;
}

} // namespace attn::publish
