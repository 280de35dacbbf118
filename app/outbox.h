// SPDX-License-Identifier: MIT
// What panels and keys ask for while a frame is drawn; carried out after it, so that no frame shows
// two states of the document.
#pragma once

#include "core/document/history.h"
#include "core/document/lesson.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace app {

struct Edit {
    attn::Command command;
    attn::Gesture gesture = 0; // edits of one gesture are one step of undo
};
struct CancelGesture {
    attn::Gesture gesture = 0;
};
struct Undo {};
struct Redo {};
struct Open {
    std::string name; // a preset or a file
};
struct Quit {};
/// Presenting begins, with the first step or the last one shown; ends; or takes back what was
/// changed since it began.
enum class Present { Start, Resume, Leave, Reset };
struct OpenLesson {
    std::shared_ptr<const attn::OpenedLesson> lesson;
};
struct ShowLessonStep {
    std::size_t step = 0;
};
struct CloseLesson {};

using Request = std::variant<Edit, CancelGesture, Undo, Redo, Open, Quit, Present, OpenLesson,
                             ShowLessonStep, CloseLesson>;

class Outbox {
public:
    void post(Request request) { requests_.push_back(std::move(request)); }
    void edit(attn::Command command, attn::Gesture gesture = 0) {
        post(Edit{std::move(command), gesture});
    }
    std::vector<Request> take() { return std::exchange(requests_, {}); }
    bool is_empty() const { return requests_.empty(); }

private:
    std::vector<Request> requests_;
};

} // namespace app
