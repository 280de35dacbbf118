// SPDX-License-Identifier: MIT
#include "app/exporting/marking.h"

#include "app/exporting/exporting.h"
#include "app/files/file_dialog.h"
#include "core/base/utf8.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/publish/marking.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace app {
namespace {

using namespace attn;

Result<publish::MarkedClass> marked(Session& session, const std::string& path) {
    const auto answers = publish::read_answers(path);
    if (!answers)
        return answers.error();
    // The worksheets were exported as the export panel says, with the seed of their codes.
    publish::ExportOptions options;
    WorksheetChoice choice = session.ui.exporting.choice.worksheet;
    choice.seed = publish::seed_of(*answers).value_or(choice.seed);
    choose_worksheet(choice, options);
    auto all = publish::mark(session.document(), session.view, *options.worksheet, *answers);
    return all ? std::move(all) : Error{all.error().message, printable(path)};
}

std::string first_remarks(const std::vector<std::string>& remarks) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t at = 0; at < std::min(most, remarks.size()); ++at)
        text += "\nNot marked: " + remarks[at];
    if (remarks.size() > most)
        text += "\nAnd " + std::to_string(remarks.size() - most) + " more lines.";
    return text;
}

} // namespace

void mark_answers(Session& session, const MarkAnswers& wanted) {
    session.ui.files.dialog.reset();
    const auto all = marked(session, wanted.path);
    if (!all) {
        session.ui.message = Message{all.error().text(), true};
        return;
    }
    const std::filesystem::path answers(wanted.path);
    const std::string path =
        free_path((answers.parent_path() / (answers.stem().string() + "-marks.csv")).string());
    std::string text = publish::class_summary(*all) + first_remarks(all->remarks);
    const std::size_t end = text.find('\n');
    session.ui.question = Question{text.substr(0, end),
                                   text.substr(end + 1),
                                   {{"write",
                                     "Write " + in_quotes(io::name_of(path)),
                                     {WriteMarks{path, publish::marks_csv(*all)}}},
                                    {"close", "Close", {}}}};
}

void write_marks(Session& session, const WriteMarks& wanted) {
    const auto written = io::write_file(wanted.path, wanted.csv);
    session.ui.message = written ? Message{"Wrote " + printable(wanted.path), false}
                                 : Message{written.error().text(), true};
}

} // namespace app
