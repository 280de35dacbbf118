// SPDX-License-Identifier: MIT
#include "app/actions/action_lists.h"
#include "app/editing/editing.h"
#include "app/editing/navigation.h"
#include "app/explaining/covering.h"
#include "app/presenting/asking.h"
#include "app/presenting/presenting.h"
#include "app/presenting/speaking.h"
#include "core/figure/rich_text.h"
#include "core/io/lesson.h"

namespace app {
namespace {

using Blank = Presenting::Blank;

KeyPress key(char character) {
    return {Key::Character, character};
}
KeyPress with_shift(Key which) {
    return {which, 0, false, true};
}

bool is_presenting(const Frame& frame) {
    return frame.ui.teaching.presenting.has_value();
}

/// An action that is enabled only while presenting.
Action presented(const char* id, const char* name, const char* sentence, std::vector<KeyPress> keys,
                 std::function<void(const Frame&)> run) {
    return {id, name, "Presenting", sentence, std::move(keys), std::move(run), is_presenting};
}

Action blanked(const char* id, const char* name, std::vector<KeyPress> keys, Blank blank) {
    return presented(id, name, "Any key shows the step again.", std::move(keys),
                     [blank](const Frame& frame) { frame.ui.teaching.presenting->blank = blank; });
}

/// Before the next step: reveals the covered numbers of the page one by one, then answers the
/// question.
void reveal_or_go_on(const Frame& frame) {
    if (guessed(frame))
        reveal_next(frame);
    else if (const auto place = has_covers(frame) ? first_covered_on_page(frame) : std::nullopt)
        reveal_at(frame, place);
    else if (has_open_question(frame))
        show_answer(frame);
    else
        go_to_next_step(frame);
}

void turn_query(const Frame& frame, attn::Index by) {
    const attn::Index count = attn::token_count(frame.document);
    choose_query(frame, (frame.view.query + by + count) % count);
}

bool has_lesson(const Frame& frame) {
    return frame.ui.teaching.lesson && !frame.ui.teaching.presenting;
}

/// Rings the next place; after the last one removes the ring.
void ring_next_place(const Frame& frame) {
    LessonState& lesson = *frame.ui.teaching.lesson;
    lesson.chosen_pin = (lesson.chosen_pin + 1) % (lesson.current().text.pinned.size() + 1);
}

bool is_at_last_step(const Frame& frame) {
    return current_step(frame) == step_numbers(frame).back();
}

/// The lesson that is taught after this one; empty if it is the last.
std::string lesson_after(const std::vector<PresetName>& lessons, const std::string& name) {
    for (std::size_t at = 0; at + 1 < lessons.size(); ++at)
        if (lessons[at].name == name)
            return lessons[at + 1].name;
    return "";
}

/// Says that the lesson is finished, and offers the next one.
void finish_lesson(const Frame& frame, const std::vector<PresetName>& lessons) {
    const attn::Lesson& lesson = frame.ui.teaching.lesson->opened->lesson;
    Question question{"“" + attn::figure::plain_text(lesson.title) + "” is finished",
                      "It stays open until you close it.",
                      {{"close", "Close the lesson", {CloseLesson{}}}, {"stay", "Stay here", {}}}};
    const std::string after = lesson_after(lessons, lesson.name);
    auto next = attn::io::open_lesson(after);
    if (!after.empty() && next) {
        question.text =
            "The next lesson is “" + attn::figure::plain_text(next->lesson.title) + "”.";
        OpenLesson opens{std::make_shared<const attn::OpenedLesson>(*std::move(next))};
        question.choices.insert(question.choices.begin(),
                                Question::Choice{"next", "Next lesson", {std::move(opens)}});
    }
    frame.ui.question = std::move(question);
}

} // namespace

std::vector<Action> present_actions() {
    const auto start = [](Present wanted) {
        return [wanted](const Frame& frame) { frame.outbox.post(wanted); };
    };
    const auto is_not_presenting = [](const Frame& frame) { return !is_presenting(frame); };
    return {
        {"present.start",
         "Present",
         "Present",
         "Shows one step at a time on the whole screen: from the first, or from the open step of a "
         "lesson. While the canvas shows what moves a number, the steps go through the backward "
         "pass. The file stays as it is.",
         {plain(Key::F5)},
         start(Present::Start),
         is_not_presenting},
        {"present.resume",
         "Resume presenting",
         "Present",
         "Presents again from the step that was shown last.",
         {with_shift(Key::F5)},
         start(Present::Resume),
         is_not_presenting},
        presented("present.speaker", "Speaker's window",
                  "A second window has the notes, the next step and the time: on another screen "
                  "if there is one.",
                  {key('s')}, toggle_speaker_window),
        presented("present.cover", "Cover, or reveal",
                  "Covers the selected number, or else the one under the pointer, with a plate.",
                  {key('c')}, toggle_cover),
        presented(
            "present.next", "Next step",
            "First reveals what is covered on the page, one number at a time, and answers the "
            "question.",
            {plain(Key::PageDown), key(' ')}, reveal_or_go_on),
        presented("present.skip", "Next step at once", "What is covered stays covered.",
                  {plain(Key::Right), plain(Key::Down)}, go_to_next_step),
        presented("present.hint", "A hint", "Shows the next hint to the question of the step.",
                  {key('i')}, show_hint),
        presented("present.previous", "Previous step",
                  "Shows the step before, with all of its results.",
                  {plain(Key::PageUp), plain(Key::Left), plain(Key::Up), plain(Key::Backspace)},
                  go_to_previous_step),
        presented("present.first", "First step",
                  "Type a number and press Enter to go to that step.", {plain(Key::Home)},
                  [](const Frame& frame) { go_to_step(frame, 1); }),
        presented("present.last", "Last step", "", {plain(Key::End)},
                  [](const Frame& frame) { go_to_step(frame, step_numbers(frame).back()); }),
        presented("present.query_next", "Next query word", "Click a word to do the same.",
                  {plain(Key::Tab)}, [](const Frame& frame) { turn_query(frame, 1); }),
        presented("present.query_previous", "Previous query word", "", {with_shift(Key::Tab)},
                  [](const Frame& frame) { turn_query(frame, -1); }),
        blanked("present.black", "Black screen", {key('b'), key('.')}, Blank::Black),
        blanked("present.white", "White screen", {key('w')}, Blank::White),
        presented("present.pointer", "Hide the pointer", "Hides the pointer, or shows it again.",
                  {key('h')},
                  [](const Frame& frame) {
                      bool& hidden = frame.ui.teaching.presenting->is_pointer_hidden;
                      hidden = !hidden;
                  }),
        presented("present.ring", "A ring around the pointer",
                  "Shows the pointer in a ring, or without it.", {key('o')},
                  [](const Frame& frame) {
                      bool& has_ring = frame.ui.teaching.presenting->has_ring;
                      has_ring = !has_ring;
                  }),
        presented("present.reset", "Reset what was changed",
                  "Takes back what you changed while presenting. Undo brings the changes back.",
                  {key('r')}, start(Present::Reset)),
        presented("present.keep", "Keep what was changed",
                  "Keeps your changes when you leave the presentation.", {key('k')},
                  [](const Frame& frame) {
                      bool& keeps = frame.ui.teaching.presenting->keeps_changes;
                      keeps = !keeps;
                  }),
        presented("present.leave", "Leave the presentation",
                  "Takes back your changes unless you chose to keep them. Undo brings them back.",
                  {plain(Key::Escape), plain(Key::F5)}, start(Present::Leave)),
    };
}

std::vector<Action> lesson_actions(const std::vector<PresetName>& lessons) {
    std::vector<Action> list;
    for (const PresetName& lesson : lessons) {
        list.push_back(
            {"lesson." + lesson.name,
             lesson.title,
             "Lessons",
             lesson.sentence,
             {},
             [name = lesson.name](const Frame& frame) {
                 auto opened = attn::io::open_lesson(name);
                 if (opened)
                     frame.outbox.post(OpenLesson{
                         std::make_shared<const attn::OpenedLesson>(*std::move(opened))});
                 else
                     frame.ui.message = Message{opened.error().text(), true};
             },
             [](const Frame& frame) { return !is_presenting(frame); },
             [name = lesson.name](const Frame& frame) {
                 return frame.ui.teaching.lesson &&
                        frame.ui.teaching.lesson->opened->lesson.name == name;
             }});
        list.back().group = lesson.group;
        list.back().has_rich_name = true;
    }
    list.push_back({"lesson.next",
                    "Next step of the lesson",
                    "Lesson",
                    "After the last step, offers the next lesson.",
                    {plain(Key::PageDown)},
                    [lessons](const Frame& frame) {
                        if (is_at_last_step(frame))
                            finish_lesson(frame, lessons);
                        else
                            go_to_next_step(frame);
                    },
                    has_lesson});
    list.push_back({"lesson.previous",
                    "Previous step of the lesson",
                    "Lesson",
                    "",
                    {plain(Key::PageUp)},
                    go_to_previous_step,
                    has_lesson});
    list.push_back({"lesson.next_place",
                    "Next place of the step",
                    "Lesson",
                    "Puts a ring around each place that the text speaks of, one after the other.",
                    {with_shift(Key::PageDown)},
                    ring_next_place,
                    [](const Frame& frame) {
                        return has_lesson(frame) &&
                               !frame.ui.teaching.lesson->current().text.pinned.empty();
                    }});
    list.push_back({"lesson.hint",
                    "A hint",
                    "Lesson",
                    "Shows the next hint to the question of the step.",
                    {key('i'), {Key::Character, 'i', false, true}},
                    show_hint,
                    [](const Frame& frame) { return has_lesson(frame) && has_hint(frame); }});
    list.push_back(
        {"lesson.answer",
         "Answer the question",
         "Lesson",
         "Shows the answer to the question of the step.",
         {key('a'), {Key::Character, 'a', false, true}},
         show_answer,
         [](const Frame& frame) { return has_lesson(frame) && has_open_question(frame); }});
    list.push_back(
        {"lesson.type_answer",
         "Type an answer",
         "Lesson",
         "Begins to type the number that the step asks for.",
         {with_shift(Key::Enter)},
         [](const Frame& frame) { begin_editing(frame, AnswerTarget{}); },
         [](const Frame& frame) { return has_lesson(frame) && asks_for_number(frame); }});
    for (std::size_t choice = 0; choice < attn::max_choices; ++choice) {
        const std::string digit = std::to_string(choice + 1);
        list.push_back(
            {"lesson.choice." + digit,
             "Answer " + digit,
             "Lesson",
             "Chooses this answer to the question of the step.",
             {{Key::Character, digit[0], false, false, true}},
             [choice](const Frame& frame) { answer_by_choice(frame, choice); },
             [](const Frame& frame) { return has_lesson(frame) && asks_for_choice(frame); }});
    }
    list.push_back(
        {"lesson.close",
         "Close the lesson",
         "Lesson",
         "Keeps the document of this step. Undo brings back the document from before the lesson.",
         {},
         [](const Frame& frame) { frame.outbox.post(CloseLesson{}); },
         has_lesson});
    return list;
}

} // namespace app
