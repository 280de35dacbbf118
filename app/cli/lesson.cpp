// SPDX-License-Identifier: MIT
#include "core/io/lesson.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/utf8.h"

namespace app::cli {

using namespace attn;

ExitCode lesson(const LessonRequest& request) {
    if (!request.is_list) {
        const auto opened = io::open_lesson(request.name);
        if (!opened) {
            say(opened.error());
            return ExitCode::Rejected;
        }
        const auto notes = speaker_notes(*opened);
        if (!notes) {
            say(notes.error());
            return ExitCode::Rejected;
        }
        return write_result(*notes);
    }
    const auto list = io::lessons();
    if (!list) {
        say(list.error());
        return ExitCode::Rejected;
    }
    std::string text;
    bool all_good = true;
    for (const io::LessonName& lesson : *list) {
        if (lesson.fault)
            say(*lesson.fault);
        else
            text += lesson.name + "\t" + printable(to_text(Prose{{lesson.title}})) + "\n";
        all_good = all_good && !lesson.fault;
    }
    const ExitCode written = write_result(text);
    return written != ExitCode::Done || all_good ? written : ExitCode::Rejected;
}

} // namespace app::cli
