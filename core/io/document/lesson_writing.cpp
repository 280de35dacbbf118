// SPDX-License-Identifier: MIT
#include "core/io/document/command_json.h"
#include "core/io/document/document_json.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/lesson.h"

#include <string>
#include <utility>
#include <vector>

namespace attn::io {
namespace {

using Texts = std::vector<std::string>;

std::string on_one_line(const JsonMembers& members) {
    std::string text;
    for (const auto& [key, value] : members)
        text += (text.empty() ? "{ " : ", ") + json_string(key) + ": " + value;
    return text.empty() ? "{}" : text + " }";
}

/// A list with each item on a line of its own.
std::string on_lines(const Texts& items, const std::string& indent) {
    std::string text = "[";
    for (const std::string& item : items)
        text += (text.size() == 1 ? "\n" : ",\n") + indent + "  " + item;
    return text + (items.empty() ? "" : "\n" + indent) + "]";
}

Texts sources(const std::vector<LessonText>& texts) {
    Texts list;
    for (const LessonText& text : texts)
        list.push_back(json_string(text.source));
    return list;
}

std::string truth(bool is_set) {
    return is_set ? "true" : "false";
}

template <class Item>
std::string names_of(const std::vector<Item>& items) {
    Texts names;
    for (const Item& item : items)
        names.push_back(to_text(item));
    return json_texts(names);
}

JsonMembers members_of(const LessonView& view) {
    JsonMembers members;
    const auto whole = [&members](const char* key, const auto& number) {
        if (number)
            members.emplace_back(key, std::to_string(*number));
    };
    whole("query", view.query);
    whole("head", view.head);
    whole("layer", view.layer);
    if (view.is_cross)
        members.emplace_back("cross", truth(*view.is_cross));
    if (view.step)
        members.emplace_back("step", json_string(word(view.step->kind)));
    if (view.step && view.step->is_for_all)
        members.emplace_back("all", truth(true));
    if (!view.figure.empty())
        members.emplace_back("figure", names_of(view.figure));
    if (view.is_query_row)
        members.emplace_back("query_row", truth(true));
    if (!view.page.empty())
        members.emplace_back("page", json_string(view.page));
    whole("decimals", view.decimals);
    if (view.has_row_sums)
        members.emplace_back("row_sums", truth(*view.has_row_sums));
    if (!view.marked.empty())
        members.emplace_back("marked", names_of(view.marked));
    return members;
}

std::string question_json(const LessonQuestion& question, const std::string& indent) {
    using Kind = LessonQuestion::Kind;
    const std::string inner = indent + "  ";
    JsonMembers members{{"ask", json_string(question.ask.source)}};
    switch (question.kind) {
    case Kind::Choice:
        members.emplace_back("choices", on_lines(sources(question.choices), inner));
        members.emplace_back("answer", json_string(question.answer.source));
        break;
    case Kind::Word:
        members.emplace_back("word", json_string(question.written));
        break;
    case Kind::Number:
        members.emplace_back("number", json_string(question.written));
        break;
    case Kind::Cell:
        members.emplace_back("cell", json_string(question.written));
        break;
    }
    if (question.within)
        members.emplace_back("within", json_number(*question.within));
    if (!question.hints.empty())
        members.emplace_back("hints", on_lines(sources(question.hints), inner));
    return json_object(std::move(members), indent);
}

std::string step_json(const LessonStep& step, const std::string& indent) {
    const std::string inner = indent + "  ";
    JsonMembers members{{"title", json_string(step.title)}};
    members.emplace_back("text", json_string(step.text.source));
    if (!step.notes.source.empty())
        members.emplace_back("notes", json_string(step.notes.source));
    if (!step.preset.empty())
        members.emplace_back("preset", json_string(step.preset));
    if (!step.commands.empty()) {
        Texts commands;
        for (const Command& command : step.commands)
            commands.push_back(write_command(command));
        members.emplace_back("commands", on_lines(commands, inner));
    }
    if (step.training)
        members.emplace_back("train",
                             step.training->seed
                                 ? on_one_line({{"seed", std::to_string(*step.training->seed)}})
                                 : "{}");
    if (const JsonMembers view = members_of(step.view); !view.empty())
        members.emplace_back("view", on_one_line(view));
    if (step.question)
        members.emplace_back("question", question_json(*step.question, inner));
    return json_object(std::move(members), indent);
}

} // namespace

std::string write_lesson(const Lesson& lesson) {
    JsonMembers members{{"title", json_string(lesson.title)}};
    if (!lesson.group.empty())
        members.emplace_back("group", json_string(lesson.group));
    if (lesson.order != 0)
        members.emplace_back("order", std::to_string(lesson.order));
    if (!lesson.preset.empty())
        members.emplace_back("preset", json_string(lesson.preset));
    if (lesson.own)
        members.emplace_back("document", json_indented(write_document(*lesson.own), "  "));
    Texts steps;
    for (const LessonStep& step : lesson.steps)
        steps.push_back(step_json(step, "    "));
    members.emplace_back("steps", on_lines(steps, "  "));
    return json_object(std::move(members), "") + "\n";
}

} // namespace attn::io
