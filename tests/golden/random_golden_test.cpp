// SPDX-License-Identifier: MIT
// The random streams against NumPy and PyTorch themselves, bit for bit.
#include "core/engine/numbers/random.h"
#include "tests/support/references.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace attn;
using namespace attn::test;
using nlohmann::json;

namespace {

template <class Generator>
Matrix call(Generator& generator, const json& step) {
    const std::string name = step["call"];
    const std::vector<std::int64_t> arguments = step["arguments"];
    if (name == "skip") {
        generator.skip(static_cast<std::uint64_t>(arguments[0]));
        return {};
    }
    if (name == "rand")
        return generator.rand(arguments[0], arguments[1]);
    if (name == "randn")
        return generator.randn(arguments[0], arguments[1]);
    if constexpr (!std::is_same_v<Generator, TorchCpu>) {
        return generator.randint(arguments[2], arguments[3], arguments[0], arguments[1]);
    } else {
        if (name == "linear")
            return generator.linear(arguments[0], arguments[1]);
        if (name == "linear_with_bias") { // The rows of the weights, then the bias.
            Matrix both(arguments[0] + 1, arguments[1]);
            both.topRows(arguments[0]) = generator.linear(arguments[0], arguments[1]);
            both.bottomRows(1) = generator.linear_bias(arguments[0], arguments[1]);
            return both;
        }
    }
    ADD_FAILURE() << "no such call: " << name;
    return {};
}

/// Makes one stream's calls. Returns how many numbers were compared.
template <class Generator>
std::size_t compare(Generator generator, const json& stream) {
    std::size_t compared = 0;
    for (const json& step : stream["calls"]) {
        const Matrix made = call(generator, step);
        const json& expected = step["values"];
        EXPECT_EQ(static_cast<std::size_t>(made.size()), expected.size());
        for (std::size_t at = 0; at < expected.size(); ++at, ++compared)
            EXPECT_EQ(made.data()[at], expected[at].get<Real>())
                << stream["library"] << " seed " << stream["seed"] << ", " << step["call"] << " "
                << step["arguments"] << ", value " << at;
    }
    return compared;
}

std::size_t compare_all(const std::string& library) {
    const json reference = golden_file("random_reference.json");
    std::size_t compared = 0;
    for (const json& stream : reference["streams"]) {
        if (stream["library"] != library)
            continue;
        const std::uint64_t seed = stream["seed"];
        if (library == "numpy")
            compared += compare(NumpyLegacy(static_cast<std::uint32_t>(seed)), stream);
        else if (library == "default_rng")
            compared += compare(NumpyGenerator(static_cast<std::uint32_t>(seed)), stream);
        else
            compared += compare(TorchCpu(seed), stream);
    }
    return compared;
}

} // namespace

TEST(NumpyLegacy, DrawsNumPysNumbersInEveryOrderOfCalls) {
    EXPECT_GT(compare_all("numpy"), 3000U);
}

TEST(NumpyGenerator, DrawsTheNumbersOfDefaultRngInEveryOrderOfCalls) {
    EXPECT_GT(compare_all("default_rng"), 12000U);
}

TEST(TorchCpu, DrawsPyTorchsNumbersInEveryOrderOfCalls) {
    EXPECT_GT(compare_all("torch"), 4500U);
}
