// SPDX-License-Identifier: MIT
// Proves the table of options that can change a file: an option is refused for a figure and a kind
// of file if and only if it changes no byte. An accepted option must change at least one of the
// documents; a refused one must change none.
#include "app/cli/export.h"
#include "app/cli/made.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "core/publish/page_file.h"
#include "tests/cli/idle_documents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace attn::idle_files_test {

using app::cli::ExportRequest;
using publish::FileKind;

namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// What is exported: a file with options, or a figure beside them.
struct Thing {
    Arguments arguments;
    std::string figure = {};
    std::set<std::string> only = {}; // the options to be tried; empty: all

    std::string name() const {
        std::string text;
        for (const std::string& word : arguments)
            text += (text.empty() ? "" : " ") + word;
        return figure.empty() ? text : text + " --figure " + figure;
    }
};

struct Scene {
    Document document, other; // the other is A of a comparison
    std::vector<Arguments> choices;
    std::vector<Thing> things;
};

/// Cells of every matrix, in the first row and in the last.
Arguments marks(const Document& document) {
    Arguments words;
    for (const SheetId& sheet : sheets(document))
        for (const Index row : {Index{0}, shape_of(document, sheet).rows - 1})
            words = words + Arguments{"--mark", place_text(document, {sheet, row, 0})};
    return words;
}

std::vector<Arguments> split(const std::vector<std::string>& lines) {
    std::vector<Arguments> list;
    for (const std::string& line : lines)
        list.push_back(words_of(line));
    return list;
}

std::vector<Arguments> choices_of_pictures(const Document& document, const std::string& head,
                                           const std::string& stage) {
    auto list = split({"--query 2",
                       "--head " + head,
                       "--heads " + head,
                       "--threshold 0.9",
                       "--sweep X[0,0]=-2:2.5",
                       "--frames 3",
                       "--numbers fraction",
                       "--digits 4",
                       "--colours grey",
                       "--signed purple-orange",
                       "--scale log",
                       "--range -9.13 97.3",
                       "--shared-range",
                       "--theme dark",
                       "--background transparent",
                       "--title Title",
                       "--caption Caption",
                       "--gap 3",
                       "--no-labels",
                       "--no-numbers",
                       "--no-colour-bar",
                       "--blank-blocked",
                       "--size 700x500",
                       "--font-size 9",
                       "--stage " + stage,
                       "--against other"});
    list.push_back(marks(document));
    return list;
}

std::vector<Arguments> choices_of_files() {
    return split({"--figure weights",
                  "--dpi 100",
                  "--outlines",
                  "--program pytorch",
                  "--training",
                  "--steps 7",
                  "--rate 0.3",
                  "--optimiser momentum",
                  "--momentum 0.5",
                  "--betas 0.8 0.99",
                  "--epsilon 0.001",
                  "--learn W_Q/1",
                  "--weight-decay 0.1",
                  "--latex table",
                  "--fragment",
                  "--worksheet",
                  "--key",
                  "--blank Q",
                  "--level from-x",
                  "--paper letter",
                  "--variants 5",
                  "--names " ATTENTION_SOURCE_DIR "/tests/data/class.csv",
                  "--share 0.8",
                  "--lesson causal-mask",
                  "--only-look",
                  "--name-a one",
                  "--name-b two",
                  "--no-changes",
                  "--reveal",
                  "--seed 9"});
}

/// The figures of a document and of some of its numbers, as SVG. Figures of head 1 are alike.
std::vector<Thing> figures_as_svg(const Document& document, std::vector<std::string> names) {
    for (const figure::NamedFigure& one : figure::figures(document))
        if (!one.name.ends_with("/1") || one.name == "weights/1" || one.name == "step/1")
            names.push_back(one.name);
    std::vector<Thing> things;
    std::set<std::string> of_pictures;
    for (const Arguments& choice : choices_of_pictures(document, "0", "X"))
        of_pictures.insert(choice.front());
    for (const std::string& name : names)
        things.push_back({{"a.svg"}, name, of_pictures});
    return things;
}

const std::string comparison = "a.svg --figure comparison --against other";

Scene scene_of_every_file() {
    Scene scene;
    scene.document = test::with_loss(test::joined_heads());
    scene.other = test::larger(scene.document);
    scene.choices = choices_of_pictures(scene.document, "1", "Q");
    for (Arguments& choice : choices_of_files())
        scene.choices.push_back(std::move(choice));
    scene.things = figures_as_svg(
        scene.document,
        {"weights[1,0]", "X[1,0]", "W_Q[1,0]", "W_O[1,0]", "attention[1,0]", "output/1[1,0]",
         "loss[0,0]", "sensitivity/weights[1,0]", "sensitivity/Q[1,0]", "sensitivity/scores[2,0]",
         "sensitivity/attention[1,0]", "sensitivity/X[1,0]", "sensitivity/W_Q[1,0]"});
    for (Arguments& file : split({"a.svg",
                                  "a.pdf",
                                  "a.pdf --worksheet",
                                  comparison,
                                  comparison + " --stage X",
                                  comparison + " --stage Q",
                                  comparison + " --stage scores",
                                  comparison + " --stage weights/1",
                                  comparison + " --stage weighted_values",
                                  "a.svg --sweep X[0,0]=-2:2.5",
                                  "a.csv --stage Q",
                                  "a.tsv --stage Q",
                                  "a.npy --stage Q",
                                  "a.npz",
                                  "a.safetensors",
                                  "a.md",
                                  "a.json",
                                  "a.py",
                                  "a.py --training",
                                  "a.py --training --optimiser momentum",
                                  "a.cpp",
                                  "a.m",
                                  "a.ipynb",
                                  "a.attn",
                                  "a.tex",
                                  "a.tex --stage Q",
                                  "a.tex --stage weighted_values",
                                  "a.tex --latex matrix",
                                  "a.tex --latex table",
                                  "a.tex --latex table --stage Q",
                                  "a.tex --latex heatmap",
                                  "a.tex --latex heatmap --stage W_Q",
                                  "a.tex --latex heatmap --stage masked"}))
        scene.things.push_back({std::move(file)});
    if (!publish::page_bytes().empty()) // or it was built without the tools for pages
        scene.things.push_back({{"a.html"}});
    // Painting is slow, and whether the number of pixels matters does not depend on the figure.
    for (Arguments& file :
         split({"a.png --size paper-1", "a.png --size 100x80", "a.svg --size paper-1",
                "a.svg --size 100x80", "a.pdf --size slide", "a.pdf --size 100x80"}))
        scene.things.push_back({std::move(file), "map/x", {"--dpi", "--outlines"}});
    return scene;
}

/// Only plain attention has mistakes.
Scene scene_of_mistakes() {
    Scene scene;
    scene.document = test::with_positive_scores(test::joined_heads());
    scene.other = test::larger(scene.document);
    scene.choices = choices_of_pictures(scene.document, "1", "Q");
    for (const Thing& thing : figures_as_svg(scene.document, {"sensitivity/scores[2,0]"}))
        if (thing.figure.starts_with("mistake/") || thing.figure.find("scores") == 0 ||
            thing.figure.starts_with("sensitivity/") || thing.figure == "step/6")
            scene.things.push_back(thing);
    scene.things.push_back({words_of(comparison + " --stage scores")});
    return scene;
}

Scene scene_of_concepts() {
    Scene scene;
    scene.document = *io::open_document("concepts");
    Matrix ratings = *scene.document.embeddings;
    Matrix vectors = *scene.document.concepts.vectors;
    ratings(0, 0) = vectors(0, 0) = vectors(1, 0) =
        4.25; // Whole numbers read alike with any digits.
    scene.document.embeddings = ratings;
    scene.document.concepts.vectors = vectors;
    scene.other = test::larger(scene.document);
    scene.choices = choices_of_pictures(scene.document, "0", "U");
    scene.things =
        figures_as_svg(scene.document, {"reconstruction[1,0]", "X[1,0]", "cosine[0,1]",
                                        "sensitivity/reconstruction[1,0]", "sensitivity/share[0,0]",
                                        "sensitivity/concept_cosine[0,1]"});
    for (Arguments& file :
         split({comparison + " --stage reconstruction", comparison + " --stage cosine", "a.tex",
                "a.tex --stage X", "a.tex --latex table", "a.tex --latex heatmap"}))
        scene.things.push_back({std::move(file)});
    return scene;
}

/// The pages of blocks, heads and layers.
Scene scene_of_layers() {
    Scene scene;
    scene.document = test::two_layers();
    scene.other = test::larger(scene.document);
    scene.choices = choices_of_pictures(scene.document, "1", "Q");
    const std::set<std::string> pages{"stream",   "stream/query",  "layers",
                                      "lens",     "effects",       "lines/heads",
                                      "enlarged", "heads/outputs", "spotlight"};
    for (const Thing& thing : figures_as_svg(scene.document, {}))
        if (pages.contains(thing.figure))
            scene.things.push_back(thing);
    return scene;
}

struct Count {
    int refused = 0, accepted = 0;
};

class Proof {
public:
    void prove(const Scene& scene) {
        ASSERT_TRUE(validate(scene.document)) << validate(scene.document).error().text();
        for (const Thing& thing : scene.things)
            prove(scene, thing);
    }

    /// Options that were accepted but changed no document.
    std::vector<std::string> without_effect() const {
        std::vector<std::string> list;
        for (const auto& [which, has_effect] : accepted_)
            if (!has_effect)
                list.push_back(std::get<1>(which) + " " + std::get<2>(which));
        return list;
    }
    const std::map<std::string, Count>& counts() const { return counts_; }

private:
    void prove(const Scene& scene, const Thing& thing) {
        const FileKind kind = *publish::file_kind(thing.arguments.front());
        const auto usual = bytes(scene, asked(thing, {}), kind);
        ASSERT_TRUE(usual) << thing.name() << ": " << usual.error().text();
        Arguments refused;
        for (const Arguments& choice : scene.choices) {
            const std::string& option = choice.front();
            if (std::find(thing.arguments.begin(), thing.arguments.end(), option) !=
                    thing.arguments.end() ||
                (!thing.only.empty() && !thing.only.contains(option)))
                continue;
            const ExportRequest request = asked(thing, choice);
            if (const auto fault = app::cli::idle_option(scene.document, request, kind)) {
                EXPECT_TRUE(fault->message.starts_with(option + " changes nothing"))
                    << thing.name() << " " << option << ": " << fault->message;
                ++counts_[option].refused;
                if (option != "--worksheet") // which is an error of another kind of file
                    refused = refused + choice;
                continue;
            }
            ++counts_[option].accepted;
            bool& has_effect = accepted_[{scene.document.model, thing.name(), option}];
            if (has_effect)
                continue;
            const auto made = bytes(scene, request, kind);
            has_effect = made && *made != *usual;
        }
        // All at once, because they change nothing; one by one only to find the one that does.
        const auto same = bytes(scene, asked(thing, refused), kind);
        ASSERT_TRUE(same) << thing.name() << ": " << same.error().text();
        if (*same != *usual)
            ADD_FAILURE() << thing.name() << " is changed by " << changing(scene, thing, *usual);
    }

    /// The refused options that change the file after all.
    std::string changing(const Scene& scene, const Thing& thing, const std::string& usual) {
        const FileKind kind = *publish::file_kind(thing.arguments.front());
        std::string list;
        for (const Arguments& choice : scene.choices) {
            const ExportRequest request = asked(thing, choice);
            if (!app::cli::idle_option(scene.document, request, kind))
                continue;
            const auto made = bytes(scene, request, kind);
            if (made && *made != usual)
                list += " " + choice.front();
        }
        return list.empty() ? "several options together" : list;
    }

    /// The request as the program reads it; the figure is set later, so that the options are read
    /// once for all figures.
    ExportRequest asked(const Thing& thing, const Arguments& more) {
        const Arguments words =
            Arguments{"attention-lab", "export", "document"} + thing.arguments + more;
        auto found = requests_.find(words);
        if (found == requests_.end()) {
            std::vector<const char*> pointers;
            for (const std::string& word : words)
                pointers.push_back(word.c_str());
            const auto request =
                app::cli::parse(static_cast<int>(pointers.size()), pointers.data());
            const auto* const read = std::get_if<ExportRequest>(&request);
            EXPECT_NE(read, nullptr) << thing.name() << " " << (more.empty() ? "" : more.front());
            found = requests_.emplace(words, read ? *read : ExportRequest{}).first;
        }
        ExportRequest request = found->second;
        if (!thing.figure.empty()) {
            request.figure = thing.figure;
            request.given.emplace_back("--figure");
        }
        return request;
    }

    Result<std::string> bytes(const Scene& scene, const ExportRequest& request, FileKind kind) {
        auto options = app::cli::export_options(scene.document, request, kind);
        if (!options)
            return options.error();
        if (!request.against.empty())
            app::cli::compare_with(*options, scene.other, request);
        const auto picture = publish::picture_kind(kind);
        return picture && !options->worksheet
                   ? publish::picture(scene.document, *picture, options->picture, type_)
                   : publish::exported(scene.document, kind, *options);
    }

    publish::Type type_ = publish::typesetter(); // finding the typefaces takes longest
    std::map<Arguments, ExportRequest> requests_;
    std::map<std::tuple<Model, std::string, std::string>, bool> accepted_;
    std::map<std::string, Count> counts_;
};

} // namespace

TEST(IdleOptions, AreExactlyTheOptionsThatChangeNoFile) {
    Proof proof;
    for (const Scene& scene :
         {scene_of_every_file(), scene_of_mistakes(), scene_of_concepts(), scene_of_layers()})
        proof.prove(scene);
    Scene covers{test::joined_heads(),
                 {},
                 split({"--reveal", "--seed 9", "--share 0.8"}),
                 {{{"a.csv", "--stage", "Q"}},
                  {{"a.py"}},
                  {{"a.pdf", "--worksheet"}},
                  {{"a.pdf", "--worksheet", "--blank", "scores"}}}};
    if (!publish::page_bytes().empty()) // or it was built without the tools for pages
        covers.things.push_back({{"a.html", "--worksheet"}});
    covers.document.covers = {{{Stage::Q}, {}, {}}};
    proof.prove(covers);
    proof.prove(
        {test::two_layers(),
         {},
         split({"--layer 1", "--cross"}),
         {{{"a.pdf", "--worksheet"}}, {{"a.pdf"}}, {{"a.svg"}}, {{"a.csv", "--stage", "Q"}}}});
    for (const std::string& one : proof.without_effect())
        ADD_FAILURE() << one << " is accepted and changes nothing";

    // Every option of export is covered, refused for at least one file and accepted for another.
    std::set<std::string> known;
    for (const app::cli::CommandInfo& command : app::cli::commands())
        if (command.name == "export")
            for (const app::cli::ArgumentInfo& option : command.options)
                known.insert(option.names.back());
    // styles_test.cpp says what the user's styles change, kept_test.cpp what is kept.
    for (const char* other : {"--help", "--version", "--output", "--into", "--format", "--style",
                              "--save-style", "--all", "--keep", "--forget"})
        known.erase(other);
    for (const std::string& option : known) {
        const auto count = proof.counts().find(option);
        ASSERT_NE(count, proof.counts().end()) << option;
        EXPECT_GT(count->second.refused, 0) << option;
        const bool is_of_pages = option == "--lesson" || option == "--only-look";
        if (is_of_pages && publish::page_bytes().empty())
            continue;
        EXPECT_GT(count->second.accepted, 0) << option;
    }
    EXPECT_EQ(proof.counts().size(), known.size());
}

} // namespace attn::idle_files_test
