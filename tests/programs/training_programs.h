// SPDX-License-Identifier: MIT
// Runs programs that train in Python and compares them with the lab's training.
#pragma once

#include "core/document/learning/training.h"
#include "core/document/model/model.h"
#include "core/io/document/library.h"
#include "core/publish/code/code.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

/// A document with a loss, and its training settings.
struct Trained {
    std::string name;
    Document document;
    TrainingSettings run;
};

/// The tasks with every optimiser; documents with options and a loss only with optimisers whose
/// steps are as large as the gradient. Adam divides by its size, so where a gradient cancels,
/// rounding would become a step.
inline std::vector<Trained> trained_documents(std::uint32_t seeds) {
    std::vector<Trained> list;
    TrainingSettings run;
    run.steps = 100;
    run.seed = 5;
    run.momentum = 0.8;
    run.beta_1 = 0.85;
    run.beta_2 = 0.99;
    run.epsilon = 1e-6;
    for (const char* name : {"copy-the-word-before", "find-the-same-word", "induction",
                             "match-pairs", "majority", "sort-by-position", "learn-four-words"})
        for (const OptimiserInfo& one : all_optimisers) {
            run.optimiser = one.optimiser;
            run.rate = one.optimiser == Optimiser::Adam ? 0.1 : 0.05;
            run.weight_decay = one.optimiser == Optimiser::Momentum ? 0.001 : 0;
            list.push_back(
                {std::string(name) + "-" + std::string(one.name), *io::open_document(name), run});
        }
    run.seed.reset();
    run.rate = 0.001;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
        Document document = attn::test::random_document_of_any_kind(seed);
        run.optimiser =
            run.optimiser == Optimiser::Gradient ? Optimiser::Momentum : Optimiser::Gradient;
        if (document.options.loss)
            list.push_back({"options-" + std::to_string(seed), std::move(document), run});
    }
    return list;
}

/// The losses of the training from its start on; nothing if a step fails.
inline std::optional<std::vector<Real>> losses_of(const Document& document,
                                                  const TrainingSettings& run) {
    auto training = begin_training(document, run);
    for (int step = 0; training && step < run.steps; ++step)
        if (!training->step())
            return std::nullopt;
    if (!training)
        return std::nullopt;
    const auto losses = training->losses();
    return std::vector<Real>(losses.begin(), losses.end());
}

/// Whether rounding decides the losses: nine digits of them change if the last digit of X, or of
/// the table that X is looked up in, changes.
inline bool is_decided_by_rounding(const Document& document, const TrainingSettings& run,
                                   const std::vector<Real>& losses) {
    Document nudged = document;
    SharedMatrix& words = document.options.has_table ? nudged.of_options.at(key_of({Stage("E"), 0}))
                                                     : nudged.embeddings;
    words = Matrix(*words * (1 + 0x1p-50));
    const auto other = losses_of(nudged, run);
    if (!other)
        return true;
    for (std::size_t step = 0; step < losses.size(); ++step)
        if (!(std::abs((*other)[step] - losses[step]) <= 1e-10 * std::max<Real>(1, losses[step])))
            return true;
    return false;
}

/// Runs the documents' programs in one Python and compares every loss. Returns the operations of
/// the compared trainings.
inline std::set<const Operation*> expect_trained(const std::vector<Trained>& documents,
                                                 publish::Language language) {
    const TempDir folder;
    std::set<const Operation*> used;
    std::vector<std::pair<std::string, std::vector<Real>>> expected;
    for (const auto& [name, document, run] : documents) {
        const auto losses = losses_of(document, run);
        const auto program = publish::training_program(document, language, run);
        if (!losses || !program)
            continue; // as the reasons say, which other tests are about
        if (is_decided_by_rounding(document, run, *losses))
            continue; // A bend, or a sum near 0, on the way.
        (void)folder.file(name + ".py", *program);
        expected.push_back({name, *losses});
        const auto made = gradient_graph(document, {Stage::Loss});
        for (const Node& node : made->graph.nodes())
            used.insert(node.operation);
    }
    const std::string runner =
        folder.file("run_all", "import pathlib, sys\n"
                               "for path in sorted(pathlib.Path(sys.argv[1]).glob('*.py')):\n"
                               "    print('#', path.stem)\n"
                               "    exec(compile(path.read_text(), path.name, 'exec'), {})\n");
    const Ended ended =
        run_shell("/usr/bin/python3 -B '" + runner + "' '" + folder.path().string() + "'");
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::sort(expected.begin(), expected.end());
    std::istringstream lines(ended.out);
    std::string line;
    for (const auto& [name, losses] : expected) {
        std::getline(lines, line);
        EXPECT_EQ(line, "# " + name);
        std::getline(lines, line);
        EXPECT_EQ(line, "step,loss") << name;
        Real worst = 0;
        for (std::size_t step = 0; step < losses.size(); ++step) {
            std::getline(lines, line);
            EXPECT_TRUE(line.starts_with(std::to_string(step) + ",")) << name << ": " << line;
            const Real found = std::strtod(line.substr(line.find(',') + 1).c_str(), nullptr);
            const Real off = std::abs(found - losses[step]) / std::max<Real>(1, losses[step]);
            worst = std::isfinite(off) ? std::max(worst, off) : off;
        }
        EXPECT_LE(worst, 1e-9) << name;
    }
    EXPECT_FALSE(std::getline(lines, line)) << line;
    EXPECT_GT(expected.size(), documents.size() / 2);
    return used;
}

} // namespace attn::test
