// SPDX-License-Identifier: MIT
// Lists the steps of a document in order, with their numbers. If it has several parts (layers,
// cross-attention), each part follows the one before it, and the numbers continue.
#include "core/document/open_part.h"
#include "core/document/step.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>

namespace attn {
namespace {

/// The steps of one part; `before`: how many steps come before it.
struct StepsOfPart {
    Document document;
    std::vector<StepKind> kinds;
    Index part = 0;
    int before = 0;

    bool has_query() const { return attn::has_query(kinds.front()); }
    int count() const { return static_cast<int>(std::ssize(kinds)) * (has_query() ? 2 : 1); }
    int number(const Step& step) const {
        const auto at = std::find(kinds.begin(), kinds.end(), step.kind);
        assert(at != kinds.end() && "the document has the step");
        const auto of_word =
            step.is_for_all && attn::has_query(step.kind) ? std::ssize(kinds) : std::ptrdiff_t{0};
        return before + static_cast<int>(of_word + (at - kinds.begin())) + 1;
    }
    std::string skip_reason(StepKind kind) const {
        if (part > 0 && kind == StepKind::Embed)
            return "what comes in was computed before";
        return attn::skip_reason(document, kind);
    }
    std::string skipped_before(const Step& step) const {
        std::string text;
        for (auto at = std::find(kinds.begin(), kinds.end(), step.kind); at != kinds.begin();) {
            const StepKind kind = *--at;
            const std::string reason = skip_reason(kind);
            if (reason.empty())
                break;
            text = std::to_string(number({kind, step.is_for_all})) + " " + std::string(name(kind)) +
                   " (" + reason + ")" + (text.empty() ? "" : ", ") + text;
        }
        return text.empty() ? text : "Skipped: " + text;
    }
};

/// Returns the parts up to `last`, or all.
std::vector<StepsOfPart> parts_of(const Document& document,
                                  Index last = std::numeric_limits<Index>::max()) {
    std::vector<StepsOfPart> list;
    int before = 0;
    for (Index part = 0; part < part_count(document) && part <= last; ++part) {
        StepsOfPart one{OpenPart::shape(document, part), {}, part, before};
        one.kinds = kinds_of(one.document);
        before += one.count();
        list.push_back(std::move(one));
    }
    return list;
}

StepsOfPart part_of(const Document& document, const Step& step) {
    return parts_of(document, step.part).back();
}

} // namespace

View opened(const Document& document, View view, const Step& step) {
    open_part(document, step.part, view);
    return view;
}

Step in_its_part(const Step& step) {
    return {step.kind, step.is_for_all, 0};
}

int number(const Document& document, const Step& step) {
    return part_of(document, step).number(step);
}

Step step_of(const Document& document, int number) {
    assert(number > 0 && "steps are numbered from 1");
    const auto parts = parts_of(document);
    auto found = parts.begin();
    while (std::next(found) != parts.end() && number > std::next(found)->before)
        ++found;
    const auto count = static_cast<int>(std::ssize(found->kinds));
    const int of_part = number - found->before;
    const bool is_for_all = of_part > count || !found->has_query();
    const int at = is_for_all && found->has_query() ? of_part - count : of_part;
    return {found->kinds[static_cast<std::size_t>(std::min(at, count) - 1)], is_for_all,
            found->part};
}

std::vector<NumberedStep> numbered_steps(const Document& document) {
    std::vector<NumberedStep> list;
    for (const StepsOfPart& one : parts_of(document))
        for (const bool is_for_all : {false, true})
            for (const StepKind kind : one.kinds) {
                const Step step{kind, is_for_all, one.part};
                if ((is_for_all || has_query(kind)) && one.skip_reason(kind).empty())
                    list.push_back({one.number(step), step, one.skipped_before(step)});
            }
    return list;
}

std::vector<Step> steps(const Document& document) {
    std::vector<Step> list;
    for (const NumberedStep& one : numbered_steps(document))
        list.push_back(one.step);
    return list;
}

std::string skipped_before(const Document& document, const Step& step) {
    return part_of(document, step).skipped_before(step);
}

} // namespace attn
