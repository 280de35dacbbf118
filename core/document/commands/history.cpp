// SPDX-License-Identifier: MIT
#include "core/document/commands/history.h"

#include <cassert>
#include <utility>

namespace attn {
namespace {

std::size_t bytes(const SharedMatrix& matrix) {
    return static_cast<std::size_t>(matrix->size()) * sizeof(Real);
}

/// Counts the bytes of `after` that `before` does not share: all texts except the tokens.
std::size_t own_bytes(const Document& before, const Document& after) {
    std::size_t sum = sizeof(Document) + after.title.size() + after.notes.size() +
                      after.unknown_keys.size() + after.lesson.size() + after.tokenizer.size() +
                      after.heads.size() * sizeof(HeadWeights);
    if (!after.tokens.is_same(before.tokens))
        for (const std::string& token : after.tokens)
            sum += sizeof(std::string) + token.size();
    if (!after.embeddings.is_same(before.embeddings))
        sum += bytes(after.embeddings);
    if (!after.concepts.vectors.is_same(before.concepts.vectors))
        sum += bytes(after.concepts.vectors);
    if (!after.further_positions.is_same(before.further_positions))
        sum += bytes(after.further_positions);
    if (!after.w_o.is_same(before.w_o))
        sum += bytes(after.w_o);
    sum += own_flags(after.switches.mask, before.switches.mask);
    if (!after.memory.is_same(before.memory))
        for (const std::string& word : after.memory)
            sum += sizeof(std::string) + word.size();
    for (const auto& [key, matrix] : after.of_options) {
        const auto found = before.of_options.find(key);
        if (found == before.of_options.end() || !matrix.is_same(found->second))
            sum += bytes(matrix);
    }
    for (std::size_t head = 0; head < after.heads.size(); ++head)
        for (auto member : {&HeadWeights::w_q, &HeadWeights::w_k, &HeadWeights::w_v})
            if (head >= before.heads.size() ||
                !(after.heads[head].*member).is_same(before.heads[head].*member))
                sum += bytes(after.heads[head].*member);
    return sum;
}

} // namespace

History::History(Document document) {
    steps_.push_back({std::move(document), "", 0, 0, 0});
}

const Document& History::before(Gesture gesture) const {
    const bool joins = gesture != 0 && at_ > 0 && steps_[at_].gesture == gesture;
    return steps_[joins ? at_ - 1 : at_].document;
}

void History::push(Document document, std::string description, Gesture gesture) {
    if (document == current())
        return;
    drop_after(at_);
    const std::size_t from =
        origin(); // a joined step may have opened a file, so its origin counts too
    const bool joins = gesture != 0 && at_ > 0 && steps_[at_].gesture == gesture;
    if (joins) {
        drop_after(at_ - 1);
        --at_;
        if (document == current())
            return; // the gesture came back to its start
    }
    const std::size_t size = own_bytes(current(), document);
    add({std::move(document), std::move(description), gesture, size, from});
}

void History::push_opened(Document document, std::string description, std::size_t origin,
                          Gesture gesture) {
    drop_after(at_);
    if (gesture != 0 && at_ > 0 && steps_[at_].gesture == gesture) {
        drop_after(at_ - 1);
        --at_;
    }
    const std::size_t size = own_bytes(current(), document);
    add({std::move(document), std::move(description), gesture, size, origin});
}

void History::add(Step step) {
    bytes_ += step.bytes;
    steps_.push_back(std::move(step));
    ++at_;
    forget_oldest();
}

void History::drop_after(std::size_t step) {
    while (steps_.size() > step + 1) {
        bytes_ -= steps_.back().bytes;
        steps_.pop_back();
    }
}

void History::cancel(Gesture gesture) {
    if (gesture == 0 || at_ == 0 || steps_[at_].gesture != gesture)
        return;
    drop_after(at_ - 1);
    --at_;
}

void History::undo() {
    assert(can_undo() && "undo needs a step before");
    steps_[at_].gesture = 0; // an undone step takes in no more edits
    --at_;
}

void History::redo() {
    assert(can_redo() && "redo needs a step after");
    ++at_;
}

void History::go_to(std::size_t step) {
    assert(step < steps_.size() && "the history has the step");
    while (at_ > step)
        undo();
    while (at_ < step)
        redo();
}

std::string History::undo_description() const {
    return can_undo() ? steps_[at_].description : "";
}

std::string History::redo_description() const {
    return can_redo() ? steps_[at_ + 1].description : "";
}

void History::forget_oldest() {
    if (bytes_ <= memory_limit)
        return;
    // Forgets a tenth at a time: one by one would move all the others each time.
    constexpr std::size_t wanted = memory_limit - memory_limit / 10;
    std::size_t drop = 0;
    while (bytes_ > wanted && steps_.size() - drop > least_steps + 1)
        bytes_ -= steps_[++drop].bytes;
    if (drop == 0)
        return;
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(drop));
    steps_.front().bytes = 0;
    at_ -= drop;
}

} // namespace attn
