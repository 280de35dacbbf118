// SPDX-License-Identifier: MIT
#include "app/starting/glimpse_maker.h"

#include "core/document/commands/texts.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/figure/pages/glance.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/typing/typing.h"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <tuple>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr Real long_evaluation = 1e9; // multiplications
constexpr std::size_t kept = 400;     // pictures kept; more would be of other colours or sizes

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Returns for example "5 words · 2 heads".
std::string sizes_of(const Document& document) {
    const auto rows = static_cast<std::size_t>(token_count(document));
    if (!has_stage(document, Stage::Weights))
        return counted(rows, "person", "people") + " · " +
               counted(static_cast<std::size_t>(d_model(document)), "film", "films");
    std::string text = counted(rows, "word", "words");
    if (head_count(document) > 1)
        text += " · " + std::to_string(head_count(document)) + " heads";
    return text;
}

/// When the file was written: "today", "yesterday", "2026-11-21"; empty if unknown.
std::string day_of(const std::string& path) {
    struct stat found = {};
    if (::stat(path.c_str(), &found) != 0)
        return "";
    const auto day = [](std::time_t time) {
        std::tm local = {};
        ::localtime_r(&time, &local);
        std::string text(16, '\0');
        text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%d", &local));
        return text;
    };
    constexpr std::time_t whole_day = 24 * 60 * 60;
    const std::time_t now = std::time(nullptr);
    const std::string then = day(found.st_mtim.tv_sec);
    return then == day(now) ? "today" : then == day(now - whole_day) ? "yesterday" : then;
}

View view_of(const GlimpseWish& wish) {
    View view;
    view.theme = wish.theme;
    view.sequential = wish.sequential;
    view.diverging = wish.diverging;
    return view;
}

figure::Figure picture_of(const Document& document, const GlimpseWish& wish) {
    if (evaluation_cost(document) > long_evaluation)
        return {};
    const Trace trace = evaluate(document);
    const Seen seen(document, trace);
    return figure::glance(seen.document(), seen.trace(), view_of(wish),
                          figure::glance_stage(document), wish.size);
}

/// The last matrix that the lesson's first step shows, with that step's document.
Glimpse of_lesson(const GlimpseWish& wish) {
    const auto opened = io::open_lesson(wish.name);
    if (!opened)
        return {opened.error().message, {}};
    const Document& document = opened->documents.front();
    const auto& shown = opened->lesson.steps.front().view.figure;
    const Stage stage = shown.empty() || !has_stage(document, shown.back().stage)
                            ? figure::glance_stage(document)
                            : shown.back().stage;
    const std::size_t steps = opened->lesson.steps.size();
    return {std::to_string(reading_minutes(opened->lesson)) + " min · " +
                counted(steps, "step", "steps"),
            figure::glance(document, opened->traces.front(), view_of(wish), stage, wish.size),
            steps};
}

/// Returns for example "70 words · 2 layers · 4 heads", with the evaluated model.
Glimpse of_model(const Document& document) {
    std::string detail = counted(document.vocabulary.size(), "word", "words");
    if (document.options.block)
        detail += " · " + counted(static_cast<std::size_t>(document.options.block->layers), "layer",
                                  "layers");
    detail += " · " + counted(static_cast<std::size_t>(head_count(document)), "head", "heads");
    if (!typing::why_no_text(document).empty() || evaluation_cost(document) > long_evaluation)
        return {detail, {}};
    return {detail,
            {},
            0,
            std::make_shared<const Calculation>(Calculation{document, evaluate(document)})};
}

} // namespace

bool GlimpseWish::operator<(const GlimpseWish& other) const {
    const auto all = [](const GlimpseWish& one) {
        return std::tie(one.kind, one.name, one.theme, one.sequential, one.diverging,
                        one.size.width, one.size.height);
    };
    return all(*this) < all(other);
}

Glimpse glimpse_of(const GlimpseWish& wish) {
    if (wish.kind == CardKind::Lesson)
        return of_lesson(wish);
    const bool is_file = wish.kind == CardKind::Recent;
    if (is_file && io::holds_lesson(wish.name))
        return of_lesson(wish);
    const auto document = is_file ? io::open_file(wish.name) : io::open_document(wish.name);
    const std::string day = is_file ? day_of(wish.name) : "";
    if (!document)
        return {is_file && day.empty() ? "no longer exists" : "cannot be opened", {}};
    if (wish.kind == CardKind::Model)
        return of_model(*document);
    return {sizes_of(*document) + (day.empty() ? "" : " · " + day), picture_of(*document, wish)};
}

GlimpseMaker::GlimpseMaker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

GlimpseMaker::~GlimpseMaker() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

std::shared_ptr<const Glimpse> GlimpseMaker::glimpse(const GlimpseWish& wish) {
    const std::lock_guard lock(mutex_);
    if (const auto at = made_.find(wish); at != made_.end())
        return at->second;
    const auto is_wish = [&](const GlimpseWish& one) { return !(one < wish) && !(wish < one); };
    if (std::none_of(wanted_.begin(), wanted_.end(), is_wish)) {
        wanted_.push_back(wish);
        changed_.notify_one();
    }
    return nullptr;
}

bool GlimpseMaker::has_news() {
    const std::lock_guard lock(mutex_);
    return std::exchange(has_news_, false);
}

bool GlimpseMaker::is_working() const {
    const std::lock_guard lock(mutex_);
    return !wanted_.empty() || has_news_;
}

void GlimpseMaker::forget_files() {
    const std::lock_guard lock(mutex_);
    std::erase_if(made_, [](const auto& one) { return one.first.kind == CardKind::Recent; });
}

void GlimpseMaker::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || !wanted_.empty(); });
        if (is_ending_)
            return;
        const GlimpseWish wish = wanted_.front();
        lock.unlock();
        auto made = std::make_shared<Glimpse>();
        try {
            *made = glimpse_of(wish);
        } catch (const std::bad_alloc&) {
            made->detail = "too large to show";
        }
        lock.lock();
        // The wish stays in the list while it is being made, so that it is not requested twice.
        wanted_.erase(wanted_.begin());
        if (made_.size() >= kept)
            made_.clear();
        made_[wish] = std::move(made);
        has_news_ = true;
        lock.unlock();
        if (wake_)
            wake_();
        lock.lock();
    }
}

} // namespace app
