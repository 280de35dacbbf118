// SPDX-License-Identifier: MIT
// Every figure of every preset as PNG and SVG, byte for byte, and as a page of a PDF.
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/pictures.h"
#include "tests/image/reference.h"
#include "tests/support/python.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>

namespace attn {
namespace {

using publish::PictureKind;

/// Compares one group of figures of one preset, a part small enough to be quick.
struct Part {
    std::string preset, group;

    friend void PrintTo(const Part& part, std::ostream* out) {
        *out << part.group << " as " << part.preset;
    }
};

const std::vector<std::string> presets = {"note", "slide", "paper-1", "paper-2"};

std::string simple(std::string name) {
    for (char& letter : name)
        if (letter == '/' || letter == '[' || letter == ']' || letter == ',')
            letter = '-';
    return name;
}

struct PictureImage : ::testing::TestWithParam<Part> {
    Document document = *io::open_document("three-inputs");
    publish::Type type = publish::typesetter();

    std::vector<std::string> figures(const std::string& group) const {
        std::vector<std::string> names;
        for (const figure::NamedFigure& one : figure::figures(document, {compared()}))
            if (one.group == group)
                names.push_back(one.name);
        EXPECT_FALSE(names.empty()) << group;
        return names;
    }

    /// The document with its first number changed.
    static figure::ComparedWith compared() {
        Document other = *io::open_document("three-inputs");
        Matrix x = *other.embeddings;
        x(0, 0) += 1;
        other.embeddings = x;
        Trace trace = evaluate(other);
        return {
            std::make_shared<const Calculation>(Calculation{std::move(other), std::move(trace)}),
            "another first number", Stage::Weights};
    }

    std::string made(const std::string& figure, PictureKind kind, const std::string& preset) {
        publish::PictureRequest request;
        request.figure = figure;
        request.compared = compared();
        request.view.query = 1;
        request.style.size = *publish::parse_size(preset);
        const auto bytes = publish::picture(document, kind, request, type);
        EXPECT_TRUE(bytes) << figure << bytes.error().text();
        return bytes ? *bytes : "";
    }
};

TEST_P(PictureImage, EqualsTheReference) {
    if (!test::are_references_comparable())
        GTEST_SKIP() << "The references were painted by other versions; here are\n"
                     << publish::versions();
    const auto& [preset, group] = GetParam();
    for (const std::string& figure : figures(group)) {
        const std::string name = simple(figure) + "." + preset;
        EXPECT_EQ(test::difference_from_checked(name, made(figure, PictureKind::Png, preset)), "");
        EXPECT_EQ(test::difference_from_text("pictures/" + name + ".svg",
                                             made(figure, PictureKind::Svg, preset)),
                  "");
    }
}

/// Pages as poppler paints them.
struct PdfImage : PictureImage {
    /// All figures of the group if laws are tried more often or references are made again; else
    /// every fourth, in each preset from another one on.
    std::vector<std::string> some_figures(const Part& part) const {
        std::vector<std::string> all = figures(part.group);
        if (test::times(1) > 1 || std::getenv("ATTENTION_ACCEPT"))
            return all;
        const auto first =
            static_cast<std::size_t>(std::ranges::find(presets, part.preset) - presets.begin());
        std::vector<std::string> some;
        for (std::size_t at = first % all.size(); at < all.size(); at += presets.size())
            some.push_back(all[at]);
        return some;
    }
};

TEST_P(PdfImage, EqualsThePageOfItsPdf) {
    const std::string& preset = GetParam().preset;
    const auto renderer = test::run_shell("pdftoppm -v");
    if (!test::are_references_comparable() ||
        test::difference_from_text("pdftoppm.txt", renderer.err.substr(0, 24)) != "")
        GTEST_SKIP() << "The references were painted by other versions; here are\n"
                     << publish::versions() << renderer.err;
    const test::TempDir folder;
    for (const std::string& figure : some_figures(GetParam())) {
        const std::string pdf = folder.file("a.pdf", made(figure, PictureKind::Pdf, preset));
        const auto ended = test::run_shell("pdftoppm -r 75 -png -singlefile '" + pdf + "' '" +
                                           (folder / "a") + "'");
        ASSERT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(test::difference_from_checked("pdf/" + simple(figure) + "." + preset,
                                                test::bytes_of(folder / "a.png")),
                  "");
    }
}

/// The pictures in assets/figures, which the README shows.
TEST(ReadmeFigures, AreUpToDate) {
    if (!test::are_references_comparable())
        GTEST_SKIP() << "The references were painted by other versions.";
    struct Shown {
        const char *preset, *figure, *size;
    };
    constexpr auto cat = "the-cat-chased-the-mouse";
    for (const auto& [preset, figure, size] :
         {Shown{cat, "weights", "760x520"}, Shown{cat, "output[1,2]", "760x150"},
          Shown{cat, "step/6", "760x430"}, Shown{cat, "mistake/no_scaling", "760x380"},
          Shown{cat, "sensitivity/weights[1,4]", "760x300"}, Shown{cat, "lines", "760x260"},
          Shown{"two-heads", "heads", "760x300"},
          Shown{"sinusoidal-positions", "positions", "760x360"}}) {
        const Document document = *io::open_document(preset);
        publish::PictureRequest request;
        request.figure = figure;
        request.view.query = 1;
        request.shows_query = true;
        request.style.size = *publish::parse_size(size);
        const auto bytes = publish::picture(document, PictureKind::Png, request);
        ASSERT_TRUE(bytes) << bytes.error().text();
        std::string name = simple(figure); // "output-1-2"
        while (name.ends_with('-'))
            name.pop_back();
        EXPECT_EQ(test::difference_from_text("../../../assets/figures/" + name + ".png", *bytes),
                  "");
    }
}

std::vector<Part> parts() {
    std::vector<Part> list;
    for (const std::string& preset : presets)
        for (const char* group : {"Whole", "Matrices", "Steps", "Mistakes"})
            list.push_back({preset, group});
    return list;
}

std::string name_of(const ::testing::TestParamInfo<Part>& part) {
    std::string name = part.param.preset + part.param.group;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Each, PictureImage, ::testing::ValuesIn(parts()), name_of);
INSTANTIATE_TEST_SUITE_P(Each, PdfImage, ::testing::ValuesIn(parts()), name_of);

} // namespace
} // namespace attn
