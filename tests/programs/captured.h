// SPDX-License-Identifier: MIT
// Runs assets/capture.py in PyTorch and opens its file as a document.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/io/import/import_archive.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::test {

/// Runs the lines after `from capture import capture` in a folder, which they may write to.
inline test::Ended run_capture(const test::TempDir& folder, const std::string& lines) {
    return test::run_python("import os, sys\nimport torch\n"
                            "sys.path.insert(0, '" ATTENTION_SOURCE_DIR "/assets')\n"
                            "os.chdir('" +
                            folder.path().string() +
                            "')\n"
                            "from capture import capture, Refused\n"
                            "torch.manual_seed(3)\ntorch.set_default_dtype(torch.float64)\n" +
                            lines);
}

/// The captured document, and the module's own results.
struct Captured {
    Document document;
    Trace trace;
    io::ArrayFile expected;
    io::TensorReport report;

    Matrix figure(const std::string& name) const {
        for (std::size_t at = 0; at < expected.arrays.size(); ++at)
            if (expected.arrays[at].name == name)
                return expected.read(at, {})->matrix;
        ADD_FAILURE() << name;
        return {};
    }
};

inline Captured captured(const test::TempDir& folder, const std::string& name = "") {
    auto file = io::open_arrays(folder / (name + "capture.npz"));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    auto made = io::import_archive(*file, "captured");
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    auto expected = io::open_arrays(folder / (name + "expected.npz"));
    EXPECT_TRUE(expected) << (expected ? "" : expected.error().text());
    Captured all{made->document, evaluate(made->document), *std::move(expected), made->report};
    return all;
}

inline constexpr Real near_captured = 1e-6;

inline void expect_near(const Matrix& a, const Matrix& b) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    EXPECT_LE((a - b).cwiseAbs().maxCoeff(), near_captured);
}

} // namespace attn::test
