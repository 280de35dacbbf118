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
#include <cassert>
#include <utility>

namespace attn::io {
namespace {

Result<bool> read_lesson_flag(const Json& value, const std::string& path) {
    if (value.is_boolean())
        return value.get<bool>();
    return Error{"found " + found(value) + ", expected true or false", path};
}

Result<LessonText> read_lesson_text(const Json& value, const std::string& path) {
    auto text = read_text(value, path);
    if (!text)
        return text.error();
    return written_text(*std::move(text));
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
         into("query_row", view.is_query_row, read_lesson_flag),
         into("page", view.page, read_text)});
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

/// What is wrong with the keys of a question.
std::optional<Error> question_fault(const Json& value, const LessonQuestion& question,
                                    bool is_of_one_kind) {
    using Kind = LessonQuestion::Kind;
    if (!is_of_one_kind)
        return Error{"a question has choices, a word, a number or a cell: one of the four",
                     "question"};
    if (value.contains("answer") != (question.kind == Kind::Choice))
        return Error{"a question with choices has an answer, and no other has", "question"};
    if (value.contains("within") && question.kind != Kind::Number)
        return Error{"only a question for a number has a key \"within\"", "question"};
    return std::nullopt;
}

Result<LessonQuestion> read_question(const Json& value, const std::string& path) {
    LessonQuestion question;
    std::string word, number, cell;
    const auto fault = read_members(
        value, path,
        {into("ask", question.ask, read_lesson_text, true),
         into("choices", question.choices, list_of<LessonText>(read_lesson_text)),
         into("answer", question.answer, read_lesson_text), into("word", word, read_text),
         into("number", number, read_text), into("within", question.within, read_tolerance),
         into("cell", cell, read_text),
         into("hints", question.hints, list_of<LessonText>(read_lesson_text))});
    if (!fault)
        return fault.error();
    struct KindKey {
        const char* key;
        LessonQuestion::Kind kind;
        const std::string* written;
    };
    using Kind = LessonQuestion::Kind;
    const std::string nothing;
    const std::array<KindKey, 4> kinds = {{{"choices", Kind::Choice, &nothing},
                                           {"word", Kind::Word, &word},
                                           {"number", Kind::Number, &number},
                                           {"cell", Kind::Cell, &cell}}};
    const auto is_given = [&](const KindKey& kind) { return value.contains(kind.key); };
    const auto given = std::find_if(kinds.begin(), kinds.end(), is_given);
    if (given != kinds.end()) {
        question.kind = given->kind;
        take_written(question, *given->written);
    }
    if (auto wrong = question_fault(value, question,
                                    std::count_if(kinds.begin(), kinds.end(), is_given) == 1))
        question.fault = std::move(wrong);
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
        {into("title", step.title, read_text, true),
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

/// Reads a lesson, whatever it begins with. The `where` of its errors is a key path.
Result<Lesson> lesson_of(const Json& root, const std::string& path) {
    Lesson lesson;
    const auto fault = read_members(
        root, path,
        {into("title", lesson.title, read_text, true), into("group", lesson.group, read_text),
         into("order", lesson.order, read_order), into("preset", lesson.preset, read_text),
         into("document", lesson.own, read_own),
         into("steps", lesson.steps, list_of<LessonStep>(read_step), true)});
    if (!fault)
        return fault.error();
    if (lesson.steps.empty())
        return Error{"the lesson has no steps; expected at least one", path};
    return lesson;
}

} // namespace

Result<std::string> read_lesson_of_document(const Json& value, const std::string& path) {
    const auto lesson = lesson_of(value, path);
    if (!lesson)
        return lesson.error();
    if (!lesson->preset.empty() || lesson->own)
        return Error{"a lesson in a document begins with that document; remove this key",
                     path + (lesson->own ? ".document" : ".preset")};
    return write_lesson(*lesson);
}

Lesson carried_lesson(const Document& document) {
    assert(!document.lesson.empty() && "the document carries a lesson");
    auto root = parse_json(document.lesson, "");
    auto lesson = root ? lesson_of(*root, "") : Result<Lesson>(root.error());
    assert(lesson && "the document's lesson is as write_lesson() writes it");
    lesson->own = document;
    lesson->own->lesson.clear();
    return *std::move(lesson);
}

Document carrying(Document first, Lesson lesson) {
    lesson.preset.clear();
    lesson.own.reset();
    first.lesson = write_lesson(lesson);
    return first;
}

Result<Lesson> read_written_lesson(std::string_view bytes, std::string_view file_name) {
    const auto root = parse_json(bytes, file_name);
    if (!root)
        return root.error();
    auto read = lesson_of(*root, "");
    if (!read)
        return Error{read.error().message, where_is(bytes, file_name, read.error().where)};
    Lesson& lesson = *read;
    if (lesson.preset.empty() == !lesson.own)
        return Error{lesson.own ? "the lesson begins with a preset or with a document of its own; "
                                  "remove one of the keys \"preset\" and \"document\""
                                : "the lesson names no document to begin with; add the key "
                                  "\"preset\" or \"document\"",
                     std::string(file_name)};
    return read;
}

std::vector<LessonFault> faults_as_written(const Lesson& lesson) {
    std::vector<LessonFault> faults;
    for (std::size_t at = 0; at < lesson.steps.size(); ++at) {
        const LessonStep& step = lesson.steps[at];
        if (std::string fault = title_fault(step.title); !fault.empty())
            faults.push_back({at, "title", std::move(fault)});
        for (const KeyedText& one : texts_of(step))
            if (!one.text->fault.empty())
                faults.push_back({at, one.key, one.text->fault});
        if (step.question && step.question->fault)
            faults.push_back({at, step.question->fault->where, step.question->fault->message});
    }
    return faults;
}

std::optional<Error> why_not_told(const Lesson& lesson) {
    if (std::string fault = title_fault(lesson.title); !fault.empty())
        return Error{std::move(fault), "title"};
    if (std::string fault = title_fault(lesson.group); !lesson.group.empty() && !fault.empty())
        return Error{std::move(fault), "group"};
    for (const LessonFault& fault : faults_as_written(lesson))
        return Error{fault.why, "steps[" + std::to_string(fault.step) + "]." + fault.key};
    return std::nullopt;
}

Result<Lesson> read_lesson(std::string_view bytes, std::string_view file_name) {
    auto lesson = read_written_lesson(bytes, file_name);
    if (!lesson)
        return lesson;
    if (const auto why = why_not_told(*lesson))
        return Error{why->message, where_is(bytes, file_name, why->where)};
    return lesson;
}

Document after_commands(const LessonStep& step, Document before,
                        const std::function<void(std::size_t, const Error&)>& fault) {
    for (std::size_t at = 0; at < step.commands.size(); ++at)
        if (auto changed = attn::apply(before, step.commands[at]))
            before = *std::move(changed);
        else
            fault(at, changed.error());
    return before;
}

Result<LessonDocuments>
documents_of(Lesson lesson, const std::function<Result<Document>(const std::string&)>& open) {
    LessonDocuments result;
    result.opened.lesson = std::move(lesson);
    const Lesson& told = result.opened.lesson;
    auto document = told.own ? *told.own : open(told.preset);
    if (!document)
        return document.error();
    result.first = *document;
    for (std::size_t at = 0; at < told.steps.size(); ++at) {
        const LessonStep& step = told.steps[at];
        const auto take = [&](Result<Document> next, const std::string& key) {
            if (next)
                document = *std::move(next);
            else
                result.faults.push_back({at, key, next.error().text()});
        };
        if (!step.preset.empty())
            take(open(step.preset), "preset");
        document =
            after_commands(step, *std::move(document), [&](std::size_t one, const Error& why) {
                result.faults.push_back({at, "commands[" + std::to_string(one) + "]", why.text()});
            });
        if (step.training)
            take(trained_in_lesson(*document, *step.training), "train");
        result.opened.documents.push_back(*document);
        result.opened.traces.push_back(evaluate(*document));
    }
    return result;
}

namespace {

/// Whether the layer that is open in a step of a lesson has a step of the calculation.
bool has_step(const Document& document, const View& open, StepKind kind) {
    if (!has_parts(document))
        return attn::has_step(document, kind);
    return attn::has_step(OpenPart::shape(document, part_index(document, open)), kind);
}

/// Collects what the view of a step asks of its document and does not find.
/// `open`: what is shown, with what lasts from the steps before.
void find_in_view(const LessonView& view, const Document& document, const View& open,
                  const std::function<void(const std::string&, const std::string&)>& add) {
    if (view.query.value_or(0) >= token_count(document) ||
        view.head.value_or(0) >= head_count(document))
        add("view", "the document has no such query word or head");
    if (view.layer && *view.layer >= layer_count(document))
        add("view.layer",
            "there is no layer " + std::to_string(*view.layer) + "; " + layer_list(document));
    if (view.is_cross.value_or(false) && !has_cross(document))
        add("view.cross", "the document has no cross-attention");
    if (view.step && !has_step(document, open, view.step->kind))
        add("view.step", "the document has no step " + in_quotes(word(view.step->kind)));
    for (std::size_t one = 0; one < view.figure.size(); ++one)
        if (!exists(document, view.figure[one]))
            add("view.figure[" + std::to_string(one) + "]",
                "the document has no " + to_text(view.figure[one]));
    for (std::size_t one = 0; one < view.marked.size(); ++one)
        if (!exists(document, view.marked[one]))
            add("view.marked[" + std::to_string(one) + "]",
                "the document has no " + to_text(view.marked[one]));
}

} // namespace

std::vector<LessonFault> faults_of(const OpenedLesson& opened, std::optional<std::size_t> only) {
    std::vector<LessonFault> faults;
    View view;
    for (std::size_t at = 0; at < opened.lesson.steps.size(); ++at) {
        const LessonStep& step = opened.lesson.steps[at];
        const Document& document = opened.documents[at];
        const Trace& trace = opened.traces[at];
        view = own_view_of(step, view);
        if (at != only.value_or(at))
            continue;
        View wanted = view; // what lasts from the steps before, too
        LessonView lasting = step.view;
        lasting.query = wanted.query;
        lasting.head = wanted.head;
        find_in_view(lasting, document, wanted,
                     [&](const std::string& key, const std::string& why) {
                         faults.push_back({at, key, why});
                     });
        wanted.query = std::min(wanted.query, token_count(document) - 1);
        wanted.head = std::min(wanted.head, head_count(document) - 1);
        for (const Region& region : step.text.pinned)
            if (!cells_of(document, region))
                faults.push_back({at, "text",
                                  "the pin points at " + to_text(region) +
                                      ", but the document has no such place"});
        bool is_question_reported = false;
        for (const KeyedText& one : texts_of(step)) {
            const bool is_of_question = one.key.starts_with("question");
            if (is_of_question && one.text->fault.empty())
                continue; // the question is asked as a whole
            if (const auto prose = filled(opened, at, *one.text, document, trace, wanted); !prose) {
                faults.push_back({at, one.key, prose.error().text()});
                is_question_reported |= is_of_question;
            }
        }
        if (step.question && !is_question_reported)
            if (const auto question = asked(opened, at, document, trace, wanted); !question)
                faults.push_back({at,
                                  step.question->fault ? step.question->fault->where : "question",
                                  step.question->fault ? step.question->fault->message
                                                       : question.error().text()});
    }
    return faults;
}

Result<OpenedLesson> opened(Lesson lesson,
                            const std::function<Result<Document>(const std::string&)>& open) {
    auto found = documents_of(std::move(lesson), open);
    if (!found)
        return found.error();
    std::vector<LessonFault> faults = faults_of(found->opened);
    faults.insert(faults.begin(), found->faults.begin(), found->faults.end());
    const auto first = std::min_element(
        faults.begin(), faults.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    if (first == faults.end())
        return std::move(found->opened);
    const bool is_of_view = first->key.starts_with("view.");
    return Error{first->why, found->opened.lesson.name + ", step " +
                                 std::to_string(first->step + 1) +
                                 (is_of_view ? ", " + first->key : "")};
}

} // namespace attn::io
