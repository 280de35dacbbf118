// SPDX-License-Identifier: MIT
// One step of the lab after another: handles events, takes results of threads, draws what is due.
#include "app/explaining/gradient_maker.h"
#include "app/explaining/sensing.h"
#include "app/learning/learning.h"
#include "app/learning/seeking.h"
#include "app/presenting/presenting.h"
#include "app/presenting/speaking.h"
#include "app/starting/glimpse_maker.h"
#include "app/system/crash_writer.h"
#include "app/ui/compat.h"
#include "app/window/lab.h"
#include "app/window/lab_start.h"

#include <algorithm>
#include <ctime>

namespace app {

using attn::figure::Size;

void Lab::run(const std::function<bool()>& must_end) {
    begin();
    while (!session_.ui.window.quit_asked && !must_end())
        step();
    end();
}

void Lab::begin() {
    session_.results.wake_by(screen_.wake);
    session_.wake = screen_.wake;
    session_.work.keeping().wake_by(screen_.wake);
}

void Lab::step() {
    const bool must_draw = is_due();
    const double now = screen_.time();
    auto due = session_.tick(now);
    if (speaker_) { // its clock shows minutes
        const double minute = seconds_to_next_minute(std::time(nullptr));
        due = std::min(due.value_or(minute), minute);
    }
    note_for_crashes(CrashNote::Doing, "it waited for input");
    const WindowEvents events = screen_.wait(must_draw ? 0 : due ? std::max(*due, 0.001) : -1);
    note_for_crashes(CrashNote::Doing, "it took input and carried out what was asked");
    if (events.anything)
        settling_ = 3;
    else if (due && screen_.time() >= now + *due)
        settling_ = std::max(settling_, session_.ui.history.replay ? 3 : 1);
    const bool was_kept = session_.ui.recovery.not_kept.empty();
    handle(events);
    if (session_.ui.recovery.not_kept.empty() != was_kept)
        settling_ = std::max(settling_, 2);
    follow_results();
    serve_exports();
    serve_system_dialog();
    if (is_due()) {
        note_for_crashes(CrashNote::Doing, "it drew a frame");
        draw();
        if (compat::has_input_waiting())
            settling_ = 3;
        else if (--settling_ == 0) { // the page has come to rest
            follow_speaker();
            keep_settings(session_);
        }
    }
    if (auto painted = speaker_ ? speaker_->newest.take() : std::nullopt)
        screen_.speaker.show(*std::move(painted));
}

void Lab::end() {
    speaker_.reset();                      // its thread calls wake
    session_.ui.model.reset();             // its thread calls wake
    session_.ui.starting.glimpses.reset(); // their threads call wake
    forget_training(session_.ui.learning);
    session_.ui.learning.ending.clear();
    leave_seeking(session_.ui);
    session_.ui.learning.left.clear();
    session_.ui.gradients.reset();
    session_.wake = nullptr;
    session_.results.wake_by(nullptr);
    session_.work.keeping().wake_by(nullptr);
}

bool Lab::is_working() const {
    return session_.is_working() || files_.is_working() ||
           (speaker_ && speaker_->newest.is_working());
}

bool Lab::is_at_rest() const {
    return !is_due() && session_.outbox.is_empty() && !is_working();
}

void Lab::follow_speaker() {
    std::optional<Presenting>& presenting = session_.ui.teaching.presenting;
    const bool is_wanted = presenting && presenting->has_speaker_window;
    if (is_wanted && !speaker_) {
        const auto opened = screen_.speaker.open
                                ? screen_.speaker.open()
                                : attn::Error{"there is no display for the speaker's window"};
        if (!opened) {
            presenting->has_speaker_window = false;
            session_.ui.message = Message{opened.error().text(), true};
            return;
        }
        speaker_ = std::make_unique<SpeakerMaker>(screen_.wake);
    }
    if (!is_wanted && speaker_) {
        speaker_.reset();
        screen_.speaker.close();
    }
    if (!speaker_)
        return;
    const Size size = screen_.speaker.size();
    if (size.width > 0 && size.height > 0 && has_page(session_.frame()))
        speaker_->newest.ask(speaker_figure(session_.frame(), page_.size, size, speaker_->measure(),
                                            std::time(nullptr)));
}

/// Makes a frame due if a thread brought a result, or if there will be none.
void Lab::follow_results() {
    const Results& results = session_.results;
    if (results.count() != evaluation_ || (is_evaluating_ && !results.running()))
        settling_ = 3;
    if (session_.ui.model && session_.ui.model->reader->has_news())
        settling_ = 3;
    if (session_.ui.starting.glimpses && session_.ui.starting.glimpses->has_news())
        settling_ = 3;
    if (has_sensed(session_.frame()))
        settling_ = 3;
    if (session_.ui.learning.news != training_)
        settling_ = 3;
    training_ = session_.ui.learning.news;
    evaluation_ = results.count();
    is_evaluating_ = results.running().has_value();
}

} // namespace app
