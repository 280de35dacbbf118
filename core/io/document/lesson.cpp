// SPDX-License-Identifier: MIT
#include "core/io/document/lesson.h"

#include "core/document/learning/training_run.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/io/document/command_values.h"
#include "core/io/document/document_json.h"
#include "core/io/document/json_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn::io {
namespace {

Result<bool> read_lesson_flag(const Json& value, const std::string& path) {
    if (value.is_boolean())
        return value.get<bool>();
    return Error{"found " + found(value) + ", expected true or false", path};
}

Result<LessonText> read_lesson_text(const Json& value, const std::string& path) {
    const auto text = read_text(value, path);
    if (!text)
        return text.error();
    auto parsed = parse_lesson_text(*text);
    if (!parsed)
        return Error{parsed.error().text(), path};
    return parsed;
}

/// Reads a title, which must have no placeholders and no digits.
Result<std::string> read_title(const Json& value, const std::string& path) {
    auto text = read_text(value, path);
    if (!text)
        return text.error();
    const auto parsed = parse_lesson_text(*text);
    if (!parsed)
        return Error{parsed.error().text(), path};
    if (parsed->parts.size() != 1 || parsed->parts[0].quantity)
        return Error{"found braces in the title; expected plain text", path};
    return text;
}

template <class Value, class Read>
auto list_of(Read read) {
    return [read](const Json& value, const std::string& path) -> Result<std::vector<Value>> {
        if (!value.is_array())
            return Error{"found " + found(value) + ", expected a list", path};
        std::vector<Value> list;
        for (std::size_t at = 0; at < value.size(); ++at) {
            auto one = read(value[at], path + "[" + std::to_string(at) + "]");
            if (!one)
                return one.error();
            list.push_back(*std::move(one));
        }
        return list;
    };
}

/// Reads the members of an object by a table of keys and functions.
struct Member {
    std::string_view key;
    std::function<Result<>(const Json&, const std::string&)> read;
    bool is_required = false;
};

template <class Field, class Read>
Member into(std::string_view key, Field& field, Read read, bool is_required = false) {
    return {key,
            [&field, read](const Json& value, const std::string& path) -> Result<> {
                auto result = read(value, path);
                if (!result)
                    return result.error();
                field = *std::move(result);
                return Nothing{};
            },
            is_required};
}

Result<> read_members(const Json& object, const std::string& path,
                      const std::vector<Member>& members) {
    if (!object.is_object())
        return Error{"found " + found(object) + ", expected an object", path};
    for (const auto& [key, value] : object.items())
        if (std::none_of(members.begin(), members.end(),
                         [&name = key](const Member& member) { return member.key == name; }))
            return Error{"this key is not known here", path + (path.empty() ? "" : ".") + key};
    for (const Member& member : members) {
        const auto at = object.find(std::string(member.key));
        const std::string where = path + (path.empty() ? "" : ".") + std::string(member.key);
        if (at == object.end() && member.is_required)
            return Error{"the key is missing", where};
        if (at == object.end())
            continue;
        if (auto fault = member.read(*at, where); !fault)
            return fault;
    }
    return Nothing{};
}

Result<Index> read_index(const Json& value, const std::string& path) {
    return read_whole(value, path, 0, max_tokens - 1);
}

Result<Index> read_order(const Json& value, const std::string& path) {
    return read_whole(value, path, 1, 9999);
}

Result<Place> read_place(const Json& value, const std::string& path) {
    const auto text = read_text(value, path);
    if (!text)
        return text.error();
    auto place = parse_place(*text);
    if (!place)
        return Error{place.error().text(), path};
    return place;
}

Result<SheetId> read_sheet(const Json& value, const std::string& path) {
    const auto text = read_text(value, path);
    if (!text)
        return text.error();
    const auto sheet = parse_sheet(*text);
    if (!sheet)
        return Error{sheet.error().message, path};
    return *sheet;
}

Result<StepKind> read_step_kind(const Json& value, const std::string& path) {
    if (value.is_string())
        if (const auto kind = step_named(value.get_ref<const std::string&>()))
            return *kind;
    return Error{"found " + found(value) + ", expected one of " + step_words(), path};
}

Result<LessonView> read_view(const Json& value, const std::string& path) {
    LessonView view;
    std::optional<StepKind> kind;
    bool is_for_all = false;
    const auto decimals = [](const Json& given, const std::string& at) -> Result<int> {
        const auto whole = read_whole(given, at, 0, 8);
        if (!whole)
            return whole.error();
        return static_cast<int>(*whole);
    };
    const auto fault = read_members(
        value, path,
        {into("query", view.query, read_index), into("head", view.head, read_index),
         into("layer", view.layer, read_index), into("cross", view.is_cross, read_lesson_flag),
         into("row_sums", view.has_row_sums, read_lesson_flag),
         into("decimals", view.decimals, decimals),
         into("marked", view.marked, list_of<Place>(read_place)),
         into("step", kind, read_step_kind), into("all", is_for_all, read_lesson_flag),
         into("figure", view.figure, list_of<SheetId>(read_sheet)),
         into("query_row", view.is_query_row, read_lesson_flag)});
    if (!fault)
        return fault.error();
    if (kind)
        view.step = Step{*kind, is_for_all};
    if (kind && !view.figure.empty())
        return Error{"a view shows a step or a figure, not both", path};
    return view;
}

Result<LessonTraining> read_lesson_training(const Json& value, const std::string& path) {
    std::uint32_t seed = 0;
    const auto fault = read_members(value, path, {into("seed", seed, read_seed)});
    if (!fault)
        return fault.error();
    LessonTraining training;
    if (value.contains("seed"))
        training.seed = seed;
    return training;
}

Result<Real> read_tolerance(const Json& value, const std::string& path) {
    if (value.is_number() && value.get<Real>() > 0)
        return value.get<Real>();
    return Error{"found " + found(value) + ", expected a number above 0", path};
}

Result<LessonQuestion> read_question(const Json& value, const std::string& path) {
    LessonQuestion question;
    std::string word;
    const auto fault = read_members(
        value, path,
        {into("ask", question.ask, read_lesson_text, true),
         into("choices", question.choices, list_of<LessonText>(read_lesson_text)),
         into("answer", question.answer, read_lesson_text), into("word", word, read_text),
         into("number", question.place, read_place),
         into("within", question.within, read_tolerance), into("cell", question.place, read_place),
         into("hints", question.hints, list_of<LessonText>(read_lesson_text))});
    if (!fault)
        return fault.error();
    constexpr std::array<std::pair<const char*, LessonQuestion::Kind>, 4> kinds = {
        {{"choices", LessonQuestion::Kind::Choice},
         {"word", LessonQuestion::Kind::Word},
         {"number", LessonQuestion::Kind::Number},
         {"cell", LessonQuestion::Kind::Cell}}};
    const auto is_given = [&](const auto& kind) { return value.contains(kind.first); };
    if (std::count_if(kinds.begin(), kinds.end(), is_given) != 1)
        return Error{"a question has choices, a word, a number or a cell: one of the four", path};
    question.kind = std::find_if(kinds.begin(), kinds.end(), is_given)->second;
    if (value.contains("answer") != (question.kind == LessonQuestion::Kind::Choice))
        return Error{"a question with choices has an answer, and no other has", path};
    if (value.contains("within") && question.kind != LessonQuestion::Kind::Number)
        return Error{"only a question for a number has a key \"within\"", path};
    if (value.contains("choices") &&
        (question.choices.size() < 2 || question.choices.size() > max_choices))
        return Error{"found " + std::to_string(question.choices.size()) +
                         " choices, expected 2 to " + std::to_string(max_choices),
                     path + ".choices"};
    if (question.kind == LessonQuestion::Kind::Word)
        if (const auto line = parse_word_question(word, question); !line)
            return Error{line.error().text(), path + ".word"};
    return question;
}

/// Trains a lesson's document when the lesson is opened.
Result<Document> trained_in_lesson(const Document& document, const LessonTraining& training) {
    constexpr int most_steps = 10'000;
    const TrainingSettings settings = settings_of(training, document);
    if (settings.steps > most_steps)
        return Error{"the document trains for " + std::to_string(settings.steps) +
                     " steps; a lesson has time for " + std::to_string(most_steps)};
    return trained(document, settings);
}

Result<LessonStep> read_step(const Json& value, const std::string& path) {
    LessonStep step;
    const auto fault = read_members(
        value, path,
        {into("title", step.title, read_title, true),
         into("text", step.text, read_lesson_text, true),
         into("notes", step.notes, read_lesson_text), into("preset", step.preset, read_text),
         into("commands", step.commands, list_of<Command>(command_of)),
         into("train", step.training, read_lesson_training), into("view", step.view, read_view),
         into("question", step.question, read_question)});
    if (!fault)
        return fault.error();
    return step;
}

/// Reads the document that a lesson carries, which is written as in a file of its own.
Result<Document> read_own(const Json& value, const std::string& path) {
    auto document = read_document(value.dump(), path);
    if (!document)
        return Error{document.error().text(), path};
    return document;
}

} // namespace

Result<Lesson> read_lesson(std::string_view bytes, std::string_view file_name) {
    const auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    Lesson lesson;
    const auto fault = read_members(
        *root, "",
        {into("title", lesson.title, read_title, true), into("group", lesson.group, read_title),
         into("order", lesson.order, read_order), into("preset", lesson.preset, read_text),
         into("document", lesson.own, read_own),
         into("steps", lesson.steps, list_of<LessonStep>(read_step), true)});
    if (!fault)
        return Error{fault.error().message, where_is(bytes, file_name, fault.error().where)};
    if (lesson.preset.empty() == !lesson.own)
        return Error{lesson.own ? "the lesson begins with a preset or with a document of its own; "
                                  "remove one of the keys \"preset\" and \"document\""
                                : "the lesson names no document to begin with; add the key "
                                  "\"preset\" or \"document\"",
                     std::string(file_name)};
    if (lesson.steps.empty())
        return Error{"the lesson has no steps; expected at least one", std::string(file_name)};
    return lesson;
}

Result<OpenedLesson> opened(Lesson lesson,
                            const std::function<Result<Document>(const std::string&)>& open) {
    OpenedLesson result{std::move(lesson), {}, {}};
    auto document = result.lesson.own ? *result.lesson.own : open(result.lesson.preset);
    if (!document)
        return document.error();
    View view;
    for (std::size_t at = 0; at < result.lesson.steps.size(); ++at) {
        const LessonStep& step = result.lesson.steps[at];
        const std::string where = result.lesson.name + ", step " + std::to_string(at + 1);
        if (!step.preset.empty())
            document = open(step.preset);
        for (const Command& command : step.commands)
            if (document)
                document = attn::apply(*document, command);
        if (document && step.training)
            document = trained_in_lesson(*document, *step.training);
        if (!document)
            return Error{document.error().text(), where};
        result.documents.push_back(*document);
        result.traces.push_back(evaluate(*document));
        view = own_view_of(step, view);
        if (view.query >= token_count(*document) || view.head >= head_count(*document))
            return Error{"the document has no such query word or head", where};
        if (step.view.layer && *step.view.layer >= layer_count(*document))
            return Error{"there is no layer " + std::to_string(*step.view.layer) + "; " +
                             layer_list(*document),
                         where + ", view.layer"};
        if (step.view.is_cross.value_or(false) && !has_cross(*document))
            return Error{"the document has no cross-attention", where + ", view.cross"};
        for (std::size_t one = 0; one < step.view.figure.size(); ++one)
            if (!exists(*document, step.view.figure[one]))
                return Error{"the document has no " + to_text(step.view.figure[one]),
                             where + ", view.figure[" + std::to_string(one) + "]"};
        for (const Place& place : step.view.marked)
            if (!exists(*document, place))
                return Error{"the document has no " + to_text(place), where};
        for (const Region& region : step.text.pinned)
            if (!cells_of(*document, region))
                return Error{"the pin points at " + to_text(region) +
                                 ", but the document has no such place",
                             where};
        for (const LessonText* text : {&step.text, &step.notes})
            if (const auto prose = filled(result, at, *text, *document, result.traces.back(), view);
                !prose)
                return Error{prose.error().text(), where};
        if (step.question)
            if (const auto question = asked(result, at, *document, result.traces.back(), view);
                !question)
                return Error{question.error().text(), where};
    }
    return result;
}

} // namespace attn::io
