// SPDX-License-Identifier: MIT
#include "tests/support/tidy.h"

#include "core/figure/base/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::test {

using namespace figure;

std::vector<TextBox> text_boxes(const figure::Figure& figure) {
    std::vector<TextBox> boxes;
    for (const figure::Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape)) {
            const float width = rich_width(text->text, text->font, text->size, approximate_width);
            const float left = text->at.x - (text->anchor == Anchor::Left     ? 0
                                             : text->anchor == Anchor::Centre ? width / 2
                                                                              : width);
            // From the top of the capitals to the baseline; neighbours may share the descent.
            const float height = 0.74F * text->size;
            if (text->turn == 90) // upwards from `at`
                boxes.push_back(
                    {{text->at.x - height / 2, text->at.y - width, height, width}, text});
            else
                boxes.push_back({{left, text->at.y - height / 2, width, height}, text});
        }
    return boxes;
}

std::vector<figure::Line> lines_of(const figure::Figure& figure) {
    std::vector<figure::Line> list;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* line = std::get_if<figure::Line>(&shape))
            list.push_back(*line);
    return list;
}

bool has_text(const figure::Figure& figure, const std::string& whole) {
    return std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const figure::Shape& shape) {
        const auto* text = std::get_if<Text>(&shape);
        return text && text->text == whole;
    });
}

bool says(const figure::Figure& figure, const std::string& part) {
    return std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const figure::Shape& shape) {
        const auto* text = std::get_if<Text>(&shape);
        return text && text->text.find(part) != std::string::npos;
    });
}

void expect_tidy(const figure::Figure& figure, const std::string& what) {
    std::vector<TextBox> boxes = text_boxes(figure);
    EXPECT_FALSE(boxes.empty()) << what;
    constexpr float hair = 0.6F;
    for (const TextBox& box : boxes) {
        EXPECT_GE(box.rect.x, -hair) << what << ": " << box.text->text;
        EXPECT_GE(box.rect.y, -hair) << what << ": " << box.text->text;
        EXPECT_LE(box.rect.right(), figure.size.width + hair) << what << ": " << box.text->text;
        EXPECT_LE(box.rect.bottom(), figure.size.height + hair) << what << ": " << box.text->text;
        EXPECT_GE(box.text->size, 6) << what << ": " << box.text->text;
    }
    std::sort(boxes.begin(), boxes.end(),
              [](const TextBox& a, const TextBox& b) { return a.rect.y < b.rect.y; });
    for (std::size_t i = 0; i < boxes.size(); ++i)
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            const Rect &a = boxes[i].rect, &b = boxes[j].rect;
            if (b.y >= a.bottom() - hair)
                break;
            const bool overlaps = a.x < b.right() - hair && b.x < a.right() - hair;
            EXPECT_FALSE(overlaps) << what << ": “" << boxes[i].text->text << "” and “"
                                   << boxes[j].text->text << "” at " << a.x << ", " << a.y;
        }
}

void expect_matrices_apart(const figure::Figure& figure, const std::string& what) {
    constexpr float hair = 0.6F;
    for (std::size_t i = 0; i < figure.grids.size(); ++i) {
        const Rect& a = figure.grids[i].cells;
        const std::string name = what + ": " + to_text(figure.grids[i].sheet);
        EXPECT_GE(a.x, -hair) << name;
        EXPECT_GE(a.y, -hair) << name;
        EXPECT_LE(a.right(), figure.size.width + hair) << name;
        EXPECT_LE(a.bottom(), figure.size.height + hair) << name;
        for (std::size_t j = i + 1; j < figure.grids.size(); ++j) {
            const Rect& b = figure.grids[j].cells;
            EXPECT_FALSE(a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom())
                << name << " and " << to_text(figure.grids[j].sheet);
        }
    }
}

} // namespace attn::test
