// SPDX-License-Identifier: MIT
// A document that fits on a slide has the same digits on every instruction set, whether computed
// anew or updated.
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/engine/kernels/kernels.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace attn;

namespace {

/// A document small enough to show every number: 2 to 20 words, widths of 2 to 24.
Document slide(std::uint32_t seed) {
    attn::test::Random random(seed);
    Document document = attn::test::random_document(seed);
    const Index words = random.whole(2, 20), width = random.whole(2, 24), d_k = random.whole(2, 24);
    document.tokens.own().assign(static_cast<std::size_t>(words), "word");
    document.embeddings = random.matrix(words, width);
    document.projections = Projections::Learned;
    document.heads.assign(
        1, {random.matrix(width, d_k), random.matrix(width, d_k), random.matrix(width, width)});
    document.switches.mask = {};
    if (seed % 2 == 0)
        document.switches.mask.kind = Mask::Kind::Causal;
    return document;
}

std::vector<Document> slides() {
    std::vector<Document> documents;
    const auto listed = io::presets();
    if (!listed)
        return {};
    for (const io::Preset& preset : *listed) {
        const auto document = io::open_document(preset.name);
        if (document)
            documents.push_back(*document);
    }
    if (documents.size() < 6)
        return {};
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        documents.push_back(attn::test::random_document(seed));
        documents.push_back(slide(seed));
    }
    return documents;
}

/// Appends the bits of every number of the calculation.
void add_numbers(const Document& document, const Trace& trace, std::vector<std::uint64_t>& bits) {
    for (const SheetId& sheet : sheets(document)) {
        const Matrix matrix = matrix_of(document, trace, sheet);
        for (Index at = 0; at < matrix.size(); ++at) {
            const Real number = matrix.data()[at];
            std::uint64_t one = 1; // All NaNs are shown alike.
            if (!std::isnan(number))
                std::memcpy(&one, &number, sizeof one);
            bits.push_back(one);
        }
    }
}

/// The bits of every document; empty if an updated one differs from a new one.
std::vector<std::uint64_t> all_digits() {
    std::vector<std::uint64_t> bits;
    for (const Document& document : slides()) {
        Document before = document;
        for (const SheetId& sheet : sheets(document)) {
            if (!info(sheet.stage).is_input)
                continue;
            if (auto changed = attn::apply(before, SetCell{{sheet, 0, 0}, 0.625}))
                before = *std::move(changed);
        }
        Trace trace = evaluate(before, document, evaluate(document));
        trace = evaluate(document, before, std::move(trace));
        std::vector<std::uint64_t> followed, fresh;
        add_numbers(document, trace, followed);
        add_numbers(document, evaluate(document), fresh);
        if (followed != fresh)
            return {};
        bits.insert(bits.end(), fresh.begin(), fresh.end());
    }
    return bits;
}

/// As all_digits(), from another process, since a process chooses its instruction set once.
std::vector<std::uint64_t> digits_of(const Kernels& set) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        setenv("ATTENTION_LAB_KERNELS", std::string(set.name).c_str(), 1);
        std::vector<std::uint64_t> bits;
        if (kernels().name == set.name)
            bits = all_digits();
        const char* at = reinterpret_cast<const char*>(bits.data());
        std::size_t left = bits.size() * sizeof bits[0];
        while (left > 0) {
            const ssize_t written = write(ends[1], at, left);
            if (written <= 0)
                _exit(1);
            at += written;
            left -= static_cast<std::size_t>(written);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string bytes;
    std::array<char, 65536> part{};
    for (ssize_t count; (count = read(ends[0], part.data(), part.size())) > 0;)
        bytes.append(part.data(), static_cast<std::size_t>(count));
    close(ends[0]);
    int status = 1;
    waitpid(child, &status, 0);
    std::vector<std::uint64_t> bits(bytes.size() / sizeof(std::uint64_t));
    if (status != 0 || bits.empty())
        return {};
    std::memcpy(bits.data(), bytes.data(), bits.size() * sizeof bits[0]);
    return bits;
}

} // namespace

TEST(Slides, ShowTheSameDigitsOnEveryInstructionSet) {
    const std::vector<const Kernels*> sets = available_kernels();
    const std::vector<std::uint64_t> plain = digits_of(*sets.front());
    ASSERT_GT(plain.size(), 10'000U) << "six presets and a hundred documents have more numbers";
    for (const Kernels* set : sets)
        EXPECT_TRUE(digits_of(*set) == plain) << set->name;
}
