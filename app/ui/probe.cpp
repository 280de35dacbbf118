// SPDX-License-Identifier: MIT
#include "app/ui/probe.h"

#include "app/explaining/covering.h"
#include "app/files/reading.h"
#include "app/learning/seeking.h"
#include "app/session/pages.h"
#include "app/starting/model_field.h"
#include "app/ui/compat.h"
#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/io/document/document_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace app {
namespace {

using namespace attn;
using Json = nlohmann::json;

/// Larger matrices, and labels beyond this number, are left out: a probe is written after every
/// frame.
constexpr Index most_cells = 4096;
constexpr Index most_labels = 2048;

Json rect(const figure::Rect& rect, figure::Point origin = {}) {
    return {rect.x + origin.x, rect.y + origin.y, rect.width, rect.height};
}

Json number(Real value) {
    return std::isfinite(value) ? Json(value) : Json(shortest(value));
}

/// The number of numbers written in the cells of each matrix.
Json numbers_of(const figure::Figure& canvas) {
    Json numbers = Json::object();
    for (const figure::GridRegion& grid : canvas.grids)
        numbers.emplace(to_text(grid.sheet),
                        std::count_if(canvas.shapes.begin(), canvas.shapes.end(),
                                      [&](const figure::Shape& shape) {
                                          const auto* const text =
                                              std::get_if<figure::Text>(&shape);
                                          return text && text->font == figure::Font::Mono &&
                                                 grid.cells.contains(text->at);
                                      }));
    return numbers;
}

Json view_of(const View& view) {
    Json json{{"query", view.query},
              {"head", view.head},
              {"layer", view.layer},
              {"is_cross", view.is_cross},
              {"digits", view.numbers.digits},
              {"number_kind", static_cast<int>(view.numbers.kind)},
              {"theme", static_cast<int>(view.theme)},
              {"sequential", static_cast<int>(view.sequential)},
              {"diverging", static_cast<int>(view.diverging)},
              {"row_sums", view.show_row_sums}};
    json["selected"] = view.selected ? Json(to_text(*view.selected)) : Json();
    json["anchor"] = view.anchor ? Json(to_text(*view.anchor)) : Json();
    json["pointed"] = view.pointed ? Json(to_text(*view.pointed)) : Json();
    json["key"] = view.key ? Json(*view.key) : Json();
    return json;
}

Json sensitivity_of(const Sensing& sensing) {
    Json json{{"of", to_text(sensing.of)}, {"value", Json()}, {"strongest", Json::array()}};
    if (!sensing.found)
        return json;
    json["value"] = number(sensing.found->value);
    for (const InputSlope& one : sensing.found->strongest)
        json["strongest"].push_back({{"place", to_text(one.place)}, {"slope", one.slope}});
    return json;
}

/// Writes the lesson that is being edited, and the field that has the keyboard.
Json written_lesson_of(const Writing& writing, const LessonState& lesson) {
    Json titles = Json::array(), faults = Json::array();
    for (const LessonStep& step : writing.lesson.steps)
        titles.push_back(step.title);
    for (const auto* const list : {&writing.of_documents, &writing.of_steps})
        for (const io::LessonFault& fault : *list)
            faults.push_back(std::to_string(fault.step + 1) + " " + fault.key + ": " + fault.why);
    return {{"title", writing.lesson.title},
            {"titles", std::move(titles)},
            {"step", lesson.step},
            {"text", writing.lesson.steps[lesson.step].text.source},
            {"field", static_cast<int>(writing.field.kind)},
            {"field_text", writing.edit.text()},
            {"has_keys", writing.has_keys},
            {"link", writing.link ? writing.link->says : ""},
            {"faults", std::move(faults)},
            {"path", writing.path},
            {"is_unsaved", writing.is_unsaved}};
}

/// Writes the lesson, the answer to its question, and the room's guesses for each choice.
Json lesson_of(const LessonState& lesson, const Session& session) {
    Json json{{"name", lesson.opened->lesson.name},
              {"step", lesson.step},
              {"said", ""},
              {"lit", lesson.lit_phrase()}};
    if (!lesson.current().question || !session.results.is_shown(session.document()))
        return json;
    const Calculation& shown = session.results.shown();
    const auto found =
        asked(*lesson.opened, lesson.step, shown.document, shown.trace, session.view);
    if (!found)
        return json;
    json["said"] = to_text(said(lesson.asking.so_far, *lesson.current().question, *found,
                                session.view.selected, shown.document, shown.trace));
    json["guesses"] = Json::array();
    for (std::size_t at = 0; at < found->choices.size(); ++at)
        json["guesses"].push_back(
            std::count(lesson.asking.guesses.begin(), lesson.asking.guesses.end(), at));
    return json;
}

} // namespace

Json probe_of(const Session& session, const Probed& probed) {
    Json json{{"frame", probed.frame},
              {"lacks_letters", probed.lacks_letters},
              {"view", view_of(session.view)},
              {"can_undo", session.history().can_undo()},
              {"can_redo", session.history().can_redo()},
              {"steps", session.history().position()},
              {"evaluations", session.results.count()},
              {"palette", session.ui.cards.palette.has_value()},
              {"help", session.ui.cards.help_open},
              {"interface_scale", session.ui.window.interface_scale},
              {"canvas_zoom", session.ui.window.canvas_zoom}};
    const auto running = session.results.running();
    json["computing"] = running ? Json(running->fraction.value_or(0)) : Json();
    json["is_exact"] = session.results.is_of(session.document());
    const UiState& ui = session.ui;
    // The mouse as the frame knew it: a test can be faster than the frames.
    const ImGuiIO& io = ImGui::GetIO();
    json["pointer"] = {io.MousePos.x, io.MousePos.y};
    json["button"] = ImGui::IsMouseDown(0);
    json["message"] = ui.message ? Json(ui.message->text) : Json();
    const GuessVerdict* const verdict = seen_verdict(session.document(), session.view, ui);
    json["verdict"] = verdict ? Json(verdict->text) : Json();
    json["leaflet"] = ui.cards.leaflet ? Json(ui.cards.leaflet->title) : Json();
    json["not_kept"] = ui.recovery.not_kept;
    json["question"] = ui.question ? Json(ui.question->title) : Json();
    json["panel_tab"] = ui.window.panel_tab;
    json["page"] = shown_page(session.document(), ui);
    json["reading"] = ui.files.reader ? Json(printable(ui.files.reader->path())) : Json();
    json["file_dialog"] = Json();
    if (ui.files.dialog)
        json["file_dialog"] = {{"folder", printable(ui.files.dialog->folder)},
                               {"line", printable(ui.files.dialog->line.text)},
                               {"fault", printable(ui.files.dialog->fault)},
                               {"elsewhere", ui.files.dialog->is_elsewhere}};
    json["pasting"] = Json();
    if (ui.pasting)
        json["pasting"] = {{"grid", ui.pasting->grid}, {"way", ui.pasting->way}};
    json["filling"] = ui.filling.has_value();
    json["generating"] = Json();
    if (ui.generating.is_open)
        json["generating"] = {{"is_drawn", ui.generating.is_drawn},
                              {"temperature", printable(ui.generating.fields[0].text)},
                              {"seed", printable(ui.generating.fields[1].text)},
                              {"fault", printable(ui.generating.fault)},
                              {"said", printable(ui.generating.said)}};
    json["model"] = Json();
    if (ui.model)
        json["model"] = {{"fault", printable(ui.model->fault)},
                         {"layer", ui.model->choice.layer},
                         {"head", ui.model->head},
                         {"words", ui.model->choice.words},
                         {"heads", ui.model->heads.size()},
                         {"part", static_cast<int>(ui.model->part)},
                         {"why_not_whole", printable(ui.model->why_not_whole)},
                         {"made", ui.model->made.has_value()}};
    json["importing"] = Json();
    if (ui.importing) {
        json["importing"] = {{"fault", printable(ui.importing->fault)}, {"shape", Json()}};
        if (ui.importing->made) {
            const Document& made = ui.importing->made->document;
            json["importing"]["shape"] = {token_count(made), d_model(made), d_k(made), d_v(made)};
        }
    }
    json["recovery"] = ui.recovery.offer ? Json(ui.recovery.offer->works.size()) : Json();
    json["file"] = printable(ui.files.path);
    json["is_unsaved"] = ui.files.is_unsaved;
    json["editing"] = Json();
    if (ui.editing)
        json["editing"] = {{"text", ui.editing->line.text}, {"fault", ui.editing->fault}};
    json["left_sentence"] = ui.left_sentence ? Json(ui.left_sentence->text) : Json();
    json["next_why"] = printable(ui.next_words.why);
    json["next"] = Json::array();
    for (const NextWords::One& one : ui.next_words.words)
        json["next"].push_back({{"word", one.word},
                                {"now", one.now},
                                {"before", one.before ? Json(*one.before) : Json()}});
    json["folder_text"] = Json();
    if (const auto& typed = ui.folder_words.typed)
        json["folder_text"] = {{"text", typed->text}, {"fault", printable(typed->fault)}};
    json["folder_effects"] = Json();
    if (const auto& effects = ui.folder_words.effects) {
        json["folder_effects"] = {{"word", effects->word},
                                  {"likely", effects->likely},
                                  {"why", printable(effects->why)},
                                  {"heads", Json::array()}};
        for (const HeadChange& one : effects->heads)
            json["folder_effects"]["heads"].push_back(
                {{"head", one.head}, {"off", one.off}, {"mean", one.mean}});
    }
    const Learning& learning = ui.learning;
    json["training"] = {
        {"steps", learning.losses.empty() ? 0 : learning.losses.size() - 1},
        {"at", learning.at()},
        {"losses", learning.losses.size() > most_labels ? Json() : Json(learning.losses)},
        {"is_running", learning.is_running},
        {"is_seen", learning.seen.has_value()},
        {"rate", training_settings(session.document()).rate},
        {"fault", learning.fault ? learning.fault->text() : ""}};
    json["seeking"] = Json();
    if (ui.seeking)
        json["seeking"] = {{"place", to_text(ui.seeking->places.front())},
                           {"count", ui.seeking->places.size()},
                           {"target", ui.seeking->target.text},
                           {"fault", ui.seeking->fault},
                           {"is_running", ui.seeking->seeker != nullptr},
                           {"outcome", outcome(*ui.seeking)}};
    json["exporting"] = {{"is_open", ui.exporting.is_open},
                         {"figure", ui.exporting.choice.figure},
                         {"path", ui.exporting.choice.path},
                         {"fault", ui.exporting.fault},
                         {"working", ui.exporting.working},
                         {"at", ui.exporting.walk.at},
                         {"line", ui.exporting.walk.marked},
                         {"is_seen", ui.exporting.made && !ui.exporting.made->bytes.empty() &&
                                         !ui.exporting.is_outdated}};
    json["start"] = Json();
    if (const Starting& starting = ui.starting; starting.is_shown)
        json["start"] = {{"part", static_cast<int>(starting.part)},
                         {"sentence", printable(starting.form.sentence.text)},
                         {"fault", starting.form.fault ? starting.form.fault->text : ""},
                         {"section", starting.card.section},
                         {"card", starting.card.card},
                         {"previews", starting.form.preview != nullptr},
                         {"model", starting.model.line.text},
                         {"model_fault", shown_fault(starting.model)},
                         {"model_next", starting.model.next.words.empty()
                                            ? ""
                                            : starting.model.next.words[0].word}};
    json["part"] = ui.parts.at ? Json(static_cast<int>(*ui.parts.at)) : Json();
    json["stop"] = ui.parts.at ? printable(ui.parts.stop) : "";
    json["lesson"] = Json();
    if (ui.teaching.lesson)
        json["lesson"] = lesson_of(*ui.teaching.lesson, session);
    json["writing"] = Json();
    if (ui.teaching.writing && ui.teaching.lesson)
        json["writing"] = written_lesson_of(*ui.teaching.writing, *ui.teaching.lesson);
    json["presenting"] = Json();
    if (ui.teaching.presenting)
        json["presenting"] = {{"step", ui.teaching.presenting->step},
                              {"blank", static_cast<int>(ui.teaching.presenting->blank)},
                              {"digits", ui.teaching.presenting->digits},
                              {"speaker", ui.teaching.presenting->has_speaker_window},
                              {"keeps_changes", ui.teaching.presenting->keeps_changes}};
    json["sensitivity"] = ui.sensing ? sensitivity_of(*ui.sensing) : Json();
    Json controls = Json::object();
    for (const Control& control : probed.controls)
        controls[control.name] = rect(control.rect);
    json["controls"] = std::move(controls);
    Json cells = Json::object();
    for (const figure::GridRegion& grid : probed.canvas.grids)
        cells.emplace(to_text(grid.sheet), // An open line comes after its matrix.
                      Json{{"rect", rect(grid.cells, probed.canvas_origin)},
                           {"rows", grid.rows},
                           {"columns", grid.columns}});
    json["cells"] = std::move(cells);
    json["numbers"] = numbers_of(probed.canvas);
    Json labels = Json::array();
    Index count = 0;
    for (const figure::LabelRegion& region : probed.canvas.labels)
        count += region.count;
    for (const figure::LabelRegion& region : probed.canvas.labels)
        for (Index at = 0; at < region.count && count <= most_labels; ++at) {
            const figure::LabelRegion label = figure::one_of(region, at);
            labels.push_back({{"sheet", to_text(label.sheet)},
                              {"is_row", label.is_row},
                              {"at", label.at},
                              {"rect", rect(label.rect, probed.canvas_origin)}});
        }
    json["labels"] = std::move(labels);

    return json;
}

Json probed_document(const Session& session) {
    return Json::parse(io::write_document(session.document()));
}

Json probed_stages(const Session& session) {
    Json stages = Json::object();
    if (!session.results.is_shown(session.document()))
        return stages;
    const Calculation& shown = session.results.shown();
    for (SheetId sheet : sheets(session.document())) {
        const Shape shape = shape_of(session.document(), sheet);
        if (shape.rows * shape.columns > most_cells)
            continue;
        if (sheet.stage == Stage::WeightedValues)
            sheet.query = session.view.query;
        const Matrix matrix = matrix_of(shown.document, shown.trace, sheet);
        Json rows = Json::array();
        for (Index row = 0; row < matrix.rows(); ++row) {
            Json cells = Json::array();
            for (Index column = 0; column < matrix.cols(); ++column)
                cells.push_back(number(matrix(row, column)));
            rows.push_back(std::move(cells));
        }
        stages[to_text(sheet)] = std::move(rows);
    }
    return stages;
}

ProbeKept::Changed ProbeKept::follow(const Session& session) {
    Changed changed;
    changed.document = !document_ || !(*document_ == session.document());
    changed.stages =
        changed.document || evaluations_ != session.results.count() || query_ != session.view.query;
    if (changed.document)
        document_ = session.document();
    evaluations_ = session.results.count();
    query_ = session.view.query;
    return changed;
}

void write_probe(ProbeFile& file, const Session& session, const Probed& probed) {
    const ProbeKept::Changed changed = file.kept.follow(session);
    if (changed.document)
        file.document = probed_document(session).dump();
    if (changed.stages)
        file.stages = probed_stages(session).dump();
    const std::string beside = file.path + ".new";
    std::ofstream(beside) << probe_of(session, probed).dump() << '\n'
                          << file.document << '\n'
                          << file.stages << '\n';
    std::rename(beside.c_str(), file.path.c_str());
}

} // namespace app
