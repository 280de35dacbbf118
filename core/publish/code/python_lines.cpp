// SPDX-License-Identifier: MIT
// How NumPy, PyTorch and JAX write each operation: one table, and the words that differ.
#include "core/engine/graph/operation.h"
#include "core/publish/code/code_walk.h"
#include "core/publish/code/code_words.h"
#include "core/publish/code/python_gradient_lines.h"

#include <cassert>
#include <variant>

namespace attn::publish {
namespace {

constexpr NonFiniteNames names{"nan", "inf"};

std::string copied_text(const Line& line) {
    return listed(line.results, " = ") + " = {0}\n";
}

/// Replaces blocked cells of `of` by `by`.
std::string hidden(const Line& line, const std::string& of, const std::string& by) {
    return said(line.in, "{hidden}", {{"of", of}, {"by", by}});
}

std::string masked_text(const Line& line) {
    const bool has_mask = std::get<Mask>(line.node.options).kind != Mask::Kind::None;
    return "{result} = " + (has_mask ? hidden(line, "{0}", "-{np}.inf") : "{0}") + "\n";
}

std::string normalised_text(const Line& line) {
    const auto& how = std::get<Normalising>(line.node.options);
    const bool has_mask = how.mask.kind != Mask::Kind::None;
    const std::string along = sums_rows(line.document, how.axis) ? "1" : "0";
    const std::string over = "({axis}=" + along + ", {keep}=True)";
    const bool has_sink = line.node.inputs.size() > 1;
    std::string code, part = "powers", also;
    if (has_sink)
        code = words_are_rows(line.document)
                   ? "sink_score = {1}[0, " + sink_code(line, "head", 0) + "]\n"
                   : "sink_score = {1}[" + sink_code(line, "head", 0) + ", 0]\n";
    switch (how.normaliser) {
    case Normaliser::Softmax:
        code += (has_sink ? "largest = {np}.maximum({0}.{largest}" + over + ", sink_score)\n"
                          : "largest = {0}.{largest}" + over + "\n") +
                "powers = {np}.exp({0} - largest)\n";
        also = "{np}.exp(sink_score - largest)";
        break;
    case Normaliser::NaiveSoftmax:
        code += "powers = {np}.exp({0})\n";
        also = "{np}.exp(sink_score)";
        break;
    case Normaliser::Sum:
        code = has_mask ? "seen = " + hidden(line, unmasked(line), "0.0") + "\n" : "";
        part = has_mask ? "seen" : unmasked(line);
        break;
    case Normaliser::Sparsemax:
        code = "shifted = {0} - {0}.{largest}" + over +
               "\nthreshold = -1.0\nfor _ in range({0}.shape[" + along +
               "]):\n    kept = ~(shifted <= threshold)\n" +
               "    scores_kept = {np}.where(kept, shifted, {np}.zeros_like(shifted))\n" +
               "    threshold = (scores_kept.sum" + over + " - 1) / kept.sum" + over +
               "\n    if not (kept & (shifted <= threshold)).any():\n        break\n" +
               "{result} = (shifted - threshold).clip(0)\n";
        return has_mask ? code + "{result} = " + hidden(line, "{result}", "0.0") + "\n" : code;
    }
    const std::string sums = part + ".sum" + over;
    code +=
        "{result} = " + part + " / " + (has_sink ? "(" + sums + " + " + also + ")" : sums) + "\n";
    return has_mask ? code + "{result} = " + hidden(line, "{result}", "0.0") + "\n" : code;
}

std::string joined_text(const Line& line) {
    const std::string along = words_are_rows(line.document) ? "1" : "0";
    return line.node.inputs.size() > 1 ? "{result} = {join}({0}, {axis}=" + along + ")\n"
                                       : "{result} = {0}\n";
}

/// The mean of the weights of all heads.
std::string mean_text(const Line& line) {
    return line.node.inputs.size() > 1 ? "{result} = sum({0}) / len({0})\n" : "{result} = {0}\n";
}

/// The mean of each line; whether lines are rows or columns follows the words.
std::string line_mean_text(const Line& line) {
    const bool are_rows = std::get<Axis>(line.node.options) == Axis::Rows;
    const std::string along = are_rows == words_are_rows(line.document) ? "1" : "0";
    return "{result} = {0}.mean({axis}=" + along + ", {keep}=True)\n";
}

std::string root_mean_square_text(const Line& line) {
    const std::string along = words_are_rows(line.document) ? "1" : "0";
    return "{result} = {np}.sqrt(({0}**2).mean({axis}=" + along + ", {keep}=True) + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) + ")\n";
}

std::string sample_deviation_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    return "{result} = {np}.sqrt(({0}**2).sum({axis}=" + std::string(by_rows ? "1" : "0") +
           ", {keep}=True) / ({0}.shape[" + (by_rows ? "1" : "0") + "] - 1)) + " +
           code_number(std::get<Epsilon>(line.node.options).epsilon, names) + "\n";
}

std::string activated_text(const Line& line) {
    switch (std::get<Activation>(line.node.options).kind) {
    case Activation::Kind::Relu:
        return "{result} = {0}.clip(0)\n";
    case Activation::Kind::Gelu:
        return "{result} = " + said(line.in, "{gelu}", {{"of", "{0}"}}) + "\n";
    case Activation::Kind::GeluTanh:
        return "inner = (2 / {pi}) ** 0.5 * ({0} + 0.044715 * {0}**3)\n"
               "{result} = {0} / 2 * (1 + {np}.tanh(inner))\n";
    case Activation::Kind::Silu:
        return "{result} = " + said(line.in, "{silu}", {{"of", "{0}"}}) + "\n";
    }
    assert(false && "every activation has a line");
    return "";
}

/// Cosines of all numbers of each row, or of the kept ones.
std::string cosines_text(const Line& line) {
    const bool by_rows = words_are_rows(line.document);
    if (!std::holds_alternative<Kept>(line.node.options))
        return by_rows ? "{result} = cosines({0})\n" : "{result} = cosines({0}.T)\n";
    return by_rows ? "{result} = cosines({0}[:, :kept])\n" : "{result} = cosines({0}[:kept].T)\n";
}

std::string rotated_text(const Line& line) {
    const auto& how = std::get<Rotation>(line.node.options);
    const std::string told =
        ", " + number_code(line, how.base) + (how.neighbours ? ", True)" : ", False)");
    if (how.columns > 0) { // The other columns stay.
        const std::string some = std::to_string(how.columns);
        return words_are_rows(line.document) ? "{result} = {join}((rotated({0}[:, :" + some + "]" +
                                                   told + ", {0}[:, " + some + ":]), {axis}=1)\n"
                                             : "{result} = {join}((rotated({0}[:" + some + "].T" +
                                                   told + ".T, {0}[" + some + ":]), {axis}=0)\n";
    }
    return words_are_rows(line.document) ? "{result} = rotated({0}" + told + "\n"
                                         : "{result} = rotated({0}.T" + told + ".T\n";
}

std::string sinusoidal_text(const Line& line) {
    const std::string told =
        number_code(line, std::get<Sinusoid>(line.node.options).base) + waves_code(line);
    return words_are_rows(line.document)
               ? "{result} = sinusoids({0}.shape[0], {0}.shape[1], " + told + ")\n"
               : "{result} = sinusoids({0}.shape[1], {0}.shape[0], " + told + ").T\n";
}

std::string alibi_text(const Line& line) {
    const std::vector<std::string> slopes = slopes_code(line);
    const std::string slope = slopes.size() == 1 ? slopes[0] : "[" + listed(slopes) + "][head]";
    return "{result} = {0} - " + slope + " * distances({0})" +
           over_temperature(line, std::get<Slope>(line.node.options).temperature) + "\n";
}

std::string bucketed_text(const Line& line) {
    return "buckets = {array}([" + listed(buckets_code(line)) + "])  # " +
           words_about_buckets(line) +
           (words_are_rows(line.document)
                ? "\n{result} = {0} + biases({1}[0], buckets, {0}.shape[0], {0}.shape[1])"
                : "\n{result} = {0} + biases({1}[:, 0], buckets, {0}.shape[1], {0}.shape[0]).T") +
           over_temperature(line, std::get<Buckets>(line.node.options).temperature) + "\n";
}

std::string looked_up_text(const Line& line) {
    const std::string rows = "{array}([" + listed(rows_code(line, 0)) + "])";
    return "{result} = {0}[" + std::string(words_are_rows(line.document) ? "" : ":, ") + rows +
           "]\n";
}

std::string with_bias_text(const Line& line) {
    return "{result} = {0} + {1}" +
           over_temperature(line, std::get<Tempered>(line.node.options).temperature) + "\n";
}

std::string distance_text(const Line& line) {
    const std::string over = kernel_code(line, "{of}**2");
    return words_are_rows(line.document)
               ? "{result} = -(({0}[:, None, :] - {1}[None, :, :]) ** 2).sum(2)" + over + "\n"
               : "{result} = -(({1}[:, :, None] - {0}[:, None, :]) ** 2).sum(0)" + over + "\n";
}

std::string limited_text(const Line& line) {
    const std::string limit = number_code(line, std::get<SoftLimit>(line.node.options).limit);
    return "{result} = " + limit + " * {np}.tanh({0} / " + limit + ")\n";
}

constexpr OperationLine lines[] = {
    {&operation::copied, "", "", copied_text},
    {&operation::product, "{result} = {0} @ {1}{+2}\n", "{result} = {1} @ {0}{+2}\n"},
    {&operation::product_transposed, "{result} = {0} @ {1}.T\n", "{result} = {1}.T @ {0}\n"},
    {&operation::sum, "{result} = {0} + {1}\n"},
    {&operation::each, "{result} = {0} * {1}\n"},
    {&operation::line_mean, "", "", line_mean_text},
    {&operation::mean, "", "", mean_text},
    {&operation::root_mean_square, "", "", root_mean_square_text},
    {&operation::sample_deviation, "", "", sample_deviation_text},
    {&operation::less_line, "{result} = {0} - {1}\n"},
    {&operation::over_line, "{result} = {0} / {1}\n"},
    {&operation::stretched, "{result} = {0} * {1}{+2}\n"},
    {&operation::activated, "", "", activated_text},
    {&operation::squared_error, "{result} = (({0} - {1}) ** 2).mean().reshape(1, 1)\n"},
    {&operation::cross_entropy,
     "logs = {np}.log({np}.where({1} == 0, {np}.ones_like({0}), {0}))\n"
     "{result} = -({1} * logs).sum().reshape(1, 1) / {0}.shape[0]\n",
     "logs = {np}.log({np}.where({1} == 0, {np}.ones_like({0}), {0}))\n"
     "{result} = -({1} * logs).sum().reshape(1, 1) / {0}.shape[1]\n"},
    {&operation::scaled, "", "", scaled_text},
    {&operation::masked, "", "", masked_text},
    {&operation::normalised, "", "", normalised_text},
    {&operation::weighted, "{result} = {0}[:, :, None] * {1}[None, :, :]\n",
     "{result} = {0}.T[:, None, :] * {1}[None, :, :]\n"},
    {&operation::joined, "", "", joined_text},
    {&operation::right_vectors,
     "{seen 0}, {seen 1}, {result} = decompose({0})\n",
     "{seen 0}, {seen 1}, {result} = (part.T for part in decompose({0}.T))\n",
     nullptr,
     {python::decompose}},
    {&operation::left_vectors, ""},
    {&operation::singular_values, ""},
    {&operation::coordinates,
     "{result} = without_rounding({0} @ {1}.T, lengths({0}))\n",
     "{result} = without_rounding({1}.T @ {0}, lengths({0}.T).T)\n",
     nullptr,
     {python::lengths, python::without_rounding}},
    {&operation::shares, "squares = ({0} / ({0}[0, 0] or 1)) ** 2\n"
                         "{result} = squares / (squares.sum() or 1)\n"},
    {&operation::rebuilt,
     "{result} = without_rounding({0}[:, :kept] * {1}[:, :kept] @ {2}[:kept], {1}[0, 0])\n",
     "{result} = without_rounding({2}[:, :kept] @ ({1}[:kept] * {0}[:kept]), {1}[0, 0])\n",
     nullptr,
     {python::without_rounding}},
    {&operation::difference,
     "{result} = without_rounding({0} - {1}, {np}.linalg.norm({0}))\n",
     "",
     nullptr,
     {python::without_rounding}},
    {&operation::dropped,
     "{result} = lengths({0}[:, kept:])\n",
     "{result} = lengths({0}[kept:].T)\n",
     nullptr,
     {python::lengths}},
    {&operation::cosines, "", "", cosines_text, {python::lengths, python::cosines}},
    {&operation::rotated, "", "", rotated_text, {python::rotated}},
    {&operation::sinusoidal, "", "", sinusoidal_text, {python::sinusoids}},
    {&operation::alibi, "", "", alibi_text, {python::distances}},
    {&operation::bucketed, "", "", bucketed_text, {python::biases}},
    {&operation::looked_up, "", "", looked_up_text},
    {&operation::with_bias, "", "", with_bias_text},
    {&operation::general_scores, "{result} = {0} @ {1} @ {2}.T\n",
     "{result} = {2}.T @ {1} @ {0}\n"},
    {&operation::additive_scores,
     "{result} = {np}.tanh({0}[:, None, :] + {1}[None, :, :]) @ {2}[0]\n",
     "{result} = ({2}[:, :, None] * {np}.tanh({1}[:, :, None] + {0}[:, None, :])).sum(0)\n"},
    {&operation::cosine_scores,
     "{result} = over_lengths({0}) @ over_lengths({1}).T\n",
     "{result} = over_lengths({1}.T) @ over_lengths({0}.T).T\n",
     nullptr,
     {python::lengths, python::over_lengths}},
    {&operation::distance_scores, "", "", distance_text},
    {&operation::limited, "", "", limited_text},
};

constexpr Word python_words[] = {
    {"let", ""},
    {"end", "\n"},
    {"number", "{name} = {value}\n"},
    {"count", "{name} = {value}\n"},
    {"columns", "{of}.shape[1]"},
    {"rows", "{of}.shape[0]"},
    {"one", "{of}[{at}]"},
    {"given or made", "{result} = {made} if {given} is None else {given}\n"},
};

// The words in which the three libraries differ.
constexpr Word numpy_words[] = {
    {"np", "np"},
    {"needs", "NumPy"},
    {"imports", "import numpy as np\n"},
    {"quiet", "\nnp.seterr(all=\"ignore\")  # NaN and infinities are shown, not warned about\n"},
    {"options", "np.set_printoptions(precision=4, suppress=True, linewidth=120)\n"},
    {"array", "np.array"},
    {"float", "float"},
    {"bool", "bool"},
    {"root", "np.sqrt({of})"},
    {"axis", "axis"},
    {"keep", "keepdims"},
    {"largest", "max"},
    {"join", "np.concatenate"},
    {"hidden", "np.where(blocked, {by}, {of})"},
    {"pi", "np.pi"},
    {"gelu", "{of} / 2 * (1 + np.vectorize(math.erf)({of} / 2**0.5))"},
    {"silu", "{of} / (1 + np.exp(-{of}))"},
};
constexpr Word torch_words[] = {
    {"np", "torch"},
    {"needs", "PyTorch"},
    {"imports", "import torch\n"},
    {"quiet", ""},
    {"options", "torch.set_printoptions(precision=4, sci_mode=False, linewidth=120)\n"},
    {"array", "torch.tensor"},
    {"float", "torch.float64"},
    {"bool", "torch.bool"},
    {"root", "math.sqrt({of})"},
    {"axis", "dim"},
    {"keep", "keepdim"},
    {"largest", "amax"},
    {"join", "torch.cat"},
    {"hidden", "{of}.masked_fill(blocked, {by})"},
    {"pi", "torch.pi"},
    {"gelu", "torch.nn.functional.gelu({of})"},
    {"silu", "torch.nn.functional.silu({of})"}, // autograd knows its slope for numbers of any size
};
constexpr Word jax_words[] = {
    {"np", "jnp"},
    {"needs", "JAX"},
    {"imports", "import jax\nimport jax.numpy as jnp\n\n"
                "jax.config.update(\"jax_enable_x64\", True)  # 64-bit floats\n"},
    {"quiet", ""},
    {"options", "import numpy as np\n\n"
                "np.set_printoptions(precision=4, suppress=True, linewidth=120)\n"},
    {"array", "jnp.array"},
    {"float", "float"},
    {"bool", "bool"},
    {"root", "math.sqrt({of})"},
    {"axis", "axis"},
    {"keep", "keepdims"},
    {"largest", "max"},
    {"join", "jnp.concatenate"},
    {"hidden", "jnp.where(blocked, {by}, {of})"},
    {"pi", "jnp.pi"},
    {"gelu", "jax.nn.gelu({of}, approximate=False)"},
    {"silu", "{of} / (1 + jnp.exp(-{of}))"},
};

std::string matrix(const Dialect& in, const std::string& name, const Matrix& values) {
    return name + said(in, " = {array}([\n") + code_rows(values, {"    [", "],", "],"}, names) +
           said(in, "], dtype={float})\n");
}

std::string painted_mask(const Dialect& in, const Matrix& flags, const std::string& comment) {
    return said(in, "blocked = {array}([\n") + code_rows(flags, {"    [", "],", "],"}, names) +
           said(in, "], dtype={bool})  # ") + comment + "\n";
}

constexpr Dialect made(std::span<const Word> words) {
    return {{lines, python::gradient_lines},
            {words, python_words},
            names,
            matrix,
            painted_mask,
            "n = len(tokens)\n"
            "blocked = {np}.arange(n)[None, :] > {np}.arange(n)[:, None]  # key after query\n",
            "n = len(tokens)\n"
            "blocked = {np}.arange(n)[:, None] > {np}.arange(n)[None, :]  # key after query\n"};
}
constexpr Dialect numpy = made(numpy_words), torch = made(torch_words), jax = made(jax_words);

} // namespace

const Dialect& python_dialect(Language language) {
    return language == Language::PyTorch ? torch : language == Language::Jax ? jax : numpy;
}

} // namespace attn::publish
