// SPDX-License-Identifier: MIT
#include "app/importing/model_importing.h"

#include "app/session/frame.h"
#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/checkpoint/run.h"
#include "core/io/import/import.h"
#include "core/typing/whole_choice.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace app {

using namespace attn;

Matrix pooled_weights(const Matrix& weights, Index most) {
    const Index rows = std::min(weights.rows(), most), columns = std::min(weights.cols(), most);
    if (rows == weights.rows() && columns == weights.cols())
        return weights;
    Matrix made(rows, columns);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column) {
            const Index top = row * weights.rows() / rows;
            const Index bottom = (row + 1) * weights.rows() / rows;
            const Index left = column * weights.cols() / columns;
            const Index right = (column + 1) * weights.cols() / columns;
            made(row, column) = weights.block(top, left, bottom - top, right - left).maxCoeff();
        }
    return made;
}

ModelReader::ModelReader(checkpoint::Model model, std::function<void()> wake)
    : model_(std::move(model)), wake_(std::move(wake)), thread_([this] { work(); }) {}

ModelReader::~ModelReader() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
        if (progress_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
    thread_.join();
}

void ModelReader::read(std::vector<Index> ids) {
    {
        const std::lock_guard lock(mutex_);
        ids_ = std::move(ids);
        wanted_.reset();
        news_ = {};
        if (progress_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
}

void ModelReader::make(Wanted wanted) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = std::move(wanted);
        news_.made.reset();
        if (progress_ && is_making_)
            progress_->is_cancelled = true;
    }
    changed_.notify_one();
}

ModelReader::News ModelReader::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
}

bool ModelReader::has_news() const {
    const std::lock_guard lock(mutex_);
    return !news_.heads.empty() || news_.made || news_.fault;
}

std::optional<ModelReader::Running> ModelReader::running() const {
    const std::lock_guard lock(mutex_);
    if (!progress_)
        return std::nullopt;
    const auto done = static_cast<Index>(progress_->done);
    const auto total = static_cast<Index>(progress_->total);
    if (total == 0)
        return Running{};
    const Index of_layer = checkpoint::weights_in_layer(model_.config);
    const Index layers = total / of_layer;
    return Running{std::min(done / of_layer + 1, layers), layers,
                   static_cast<double>(done) / static_cast<double>(total)};
}

bool ModelReader::is_working() const {
    const std::lock_guard lock(mutex_);
    return progress_ || ids_ || wanted_;
}

void ModelReader::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || ids_ || wanted_; });
        if (is_ending_)
            return;
        const auto ids = std::exchange(ids_, std::nullopt);
        const auto wanted = ids ? std::nullopt : std::exchange(wanted_, std::nullopt);
        const auto progress = progress_ = std::make_shared<Progress>();
        is_making_ = wanted.has_value();
        lock.unlock();
        // Publishes nothing of cancelled work; the lock makes sure that it is not cancelled
        // meanwhile.
        const auto tell = [&](const std::function<void(News&)>& how) {
            const std::lock_guard telling(mutex_);
            if (progress->is_cancelled || is_ending_)
                return;
            how(news_);
            if (wake_)
                wake_();
        };
        if (ids && ids->empty()) {
            // The request only cancels earlier work.
        } else if (ids) {
            const auto read = checkpoint::run_all(
                model_, *ids,
                [&](Index layer, Index head, const Matrix& weights) {
                    HeadGlance glance{layer, head, pooled_weights(weights, most_glance)};
                    tell([&](News& news) { news.heads.push_back(std::move(glance)); });
                },
                progress.get());
            if (!read)
                tell([&](News& news) { news.fault = read.error(); });
        } else {
            auto made = match(
                *wanted,
                [&](const checkpoint::Choice& layer) {
                    return checkpoint::checkpoint_document(model_, layer, progress.get());
                },
                [&](const checkpoint::WholeChoice& whole) {
                    return checkpoint::whole_document(model_, whole, progress.get());
                });
            tell([&](News& news) { news.made = std::move(made); });
        }
        lock.lock();
        progress_.reset();
    }
}

namespace {

std::filesystem::path model_folder(const std::string& path) {
    const std::filesystem::path given(path);
    return given.filename() == "config.json" ? given.parent_path() : given;
}

/// Reads the token ids of the text, and a word for each.
Result<> read_words(ModelImporting& importing) {
    checkpoint::Choice& choice = importing.choice;
    choice.ids.clear();
    choice.words.clear();
    if (importing.tokenizer) {
        auto tokens = tokenizer::tokenize(*importing.tokenizer, importing.text.text);
        if (!tokens)
            return tokens.error();
        for (tokenizer::Token& token : *tokens) {
            choice.ids.push_back(token.id);
            choice.words.push_back(std::move(token.text));
        }
        choice.tokenizer = tokenizer::described(*importing.tokenizer);
    } else {
        auto ids = io::parse_indices(importing.text.text);
        if (!ids)
            return ids.error();
        choice.ids = *std::move(ids);
        for (const Index id : choice.ids)
            choice.words.push_back(std::to_string(id));
    }
    return checkpoint::check_words(importing.reader->model(), choice.ids);
}

/// Requests the document for the choice, if there are words.
void make(ModelImporting& importing) {
    importing.made.reset();
    if (!importing.fault.empty() || importing.choice.ids.empty())
        return;
    if (importing.part == ModelPart::Whole)
        return importing.reader->make(typing::whole_choice(
            importing.reader->model(), importing.tokenizer.get(), importing.choice.ids));
    importing.choice.head =
        importing.part == ModelPart::Head ? std::optional(importing.head) : std::nullopt;
    importing.choice.is_block = importing.part == ModelPart::Block;
    importing.reader->make(importing.choice);
}

} // namespace

bool is_model(const std::string& path) {
    std::error_code code;
    return std::filesystem::is_regular_file(model_folder(path) / "config.json", code);
}

Result<ModelImporting> begin_model(const std::string& path, std::function<void()> wake) {
    const std::string folder = model_folder(path).string();
    auto model = checkpoint::open_model(folder);
    if (!model)
        return model.error();
    ModelImporting importing;
    importing.name = printable(model_folder(path).lexically_normal().filename().string(), 60);
    importing.reader = std::make_shared<ModelReader>(*std::move(model), std::move(wake));
    auto by = tokenizer::open_tokenizer(folder);
    if (by)
        importing.tokenizer = std::make_shared<const tokenizer::Tokenizer>(*std::move(by));
    else
        importing.no_tokenizer = by.error().text();
    if (const auto fits = checkpoint::check_whole(importing.reader->model()); !fits)
        importing.why_not_whole = fits.error().message;
    importing.text = line_edit(importing.tokenizer ? "The cat sat on the mat" : "0:6", true);
    follow_text(importing);
    return importing;
}

void follow_text(ModelImporting& importing) {
    importing.fault.clear();
    importing.heads.clear();
    importing.picture = glance_picture(importing);
    importing.made.reset();
    if (const auto read = read_words(importing); !read) {
        importing.fault = read.error().text();
        importing.reader->read({}); // Drops the running request.
        return;
    }
    importing.reader->read(importing.choice.ids);
    make(importing);
}

void choose_head(ModelImporting& importing, Index layer, Index head) {
    const checkpoint::Config& config = importing.reader->model().config;
    if (importing.part == ModelPart::Whole)
        importing.part = ModelPart::Block; // a layer was chosen, so that is taken
    importing.choice.layer = std::clamp<Index>(layer, 0, config.layers - 1);
    importing.head = std::clamp<Index>(head, 0, config.heads - 1);
    make(importing);
}

void choose_part(ModelImporting& importing, ModelPart part) {
    importing.part = part;
    make(importing);
}

ModelPart next_part(const ModelImporting& importing) {
    const int parts = importing.why_not_whole.empty() ? 4 : 3;
    return static_cast<ModelPart>((static_cast<int>(importing.part) + 1) % parts);
}

bool follow_reader(ModelImporting& importing, const View& view) {
    ModelReader::News news = importing.reader->take();
    const bool is_new = !news.heads.empty() || news.made || news.fault;
    for (HeadGlance& glance : news.heads)
        importing.heads[{glance.layer, glance.head}] = std::move(glance.weights);
    const figure::ColourTable* const colours = &figure::sequential_table(view);
    if (std::exchange(importing.colours, colours) != colours || !news.heads.empty())
        importing.picture = glance_picture(importing);
    if (news.fault && importing.fault.empty() && !importing.choice.ids.empty())
        importing.fault = news.fault->text();
    if (news.made && *news.made) {
        importing.made = std::move(**news.made);
        importing.fault.clear();
    } else if (news.made) {
        importing.made.reset();
        importing.fault = news.made->error().text();
    }
    return is_new;
}

Index glance_step(const ModelImporting& importing) {
    const auto words = static_cast<Index>(importing.choice.ids.size());
    return std::clamp<Index>(words, 1, most_glance) + 2;
}

std::shared_ptr<const figure::Pixels> glance_picture(const ModelImporting& importing) {
    const checkpoint::Config& config = importing.reader->model().config;
    const Index step = glance_step(importing);
    figure::Pixels pixels;
    pixels.width = static_cast<int>(config.heads * step);
    pixels.height = static_cast<int>(config.layers * step);
    constexpr figure::Colour none = figure::transparent;
    pixels.colours.assign(
        static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height), none);
    const figure::ColourScale scale{importing.colours, 0, 1};
    for (const auto& [place, weights] : importing.heads)
        for (Index row = 0; row < weights.rows(); ++row) {
            figure::Colour* const line =
                pixels.line(static_cast<int>(place.first * step + 1 + row));
            for (Index column = 0; column < weights.cols(); ++column)
                line[place.second * step + 1 + column] =
                    figure::colour(scale, weights(row, column));
        }
    return std::make_shared<const figure::Pixels>(std::move(pixels));
}

void press_in_model(const Frame& frame, const KeyPress& key) {
    ModelImporting& importing = *frame.ui.model;
    switch (key.key) {
    case Key::Escape:
        frame.ui.model.reset();
        return;
    case Key::Enter:
        if (!key.is_repeat && importing.made)
            frame.outbox.post(ImportModel{});
        return;
    case Key::Tab:
        importing.is_in_grid = !importing.is_in_grid;
        return;
    default:
        break;
    }
    if (importing.is_in_grid) {
        const Index layer = importing.choice.layer, head = importing.head;
        switch (key.key) {
        case Key::Up:
            return choose_head(importing, layer - 1, head);
        case Key::Down:
            return choose_head(importing, layer + 1, head);
        case Key::Left:
            return choose_head(importing, layer, head - 1);
        case Key::Right:
            return choose_head(importing, layer, head + 1);
        default:
            return;
        }
    }
    const std::string before = importing.text.text;
    if (importing.text.press(key, frame.clipboard) && importing.text.text != before)
        follow_text(importing);
}

void type_in_model(const Frame& frame, const std::string& text) {
    ModelImporting& importing = *frame.ui.model;
    if (importing.is_in_grid && text == " ") {
        return choose_part(importing, next_part(importing));
    }
    importing.is_in_grid = false;
    importing.text.insert(text);
    follow_text(importing);
}

} // namespace app
