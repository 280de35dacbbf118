// SPDX-License-Identifier: MIT
// NumPy, PyTorch and JAX: one program in three dialects.
#include "core/document/model.h"
#include "core/io/json_literal.h"
#include "core/io/markdown_text.h"
#include "core/publish/code_parts.h"

namespace attn::publish {
namespace {

constexpr NonFiniteNames names{"nan", "inf"};

/// Where the three libraries differ.
struct Dialect {
    std::string library, package, needs;
    std::string imports;
    std::string array, number_type, flag_type; // "np.array", "float", "bool"
    std::string exp, root, axis, keep, largest;
    bool is_torch = false;
};

Dialect dialect(const Document& document, Language language) {
    const Scale::Kind scale = document.switches.scale.kind;
    const bool has_root = scale == Scale::Kind::SqrtDk || scale == Scale::Kind::SqrtDmodel;
    const std::string mathematics = has_root ? "import math\n\n" : "";
    if (language == Language::PyTorch)
        return {"torch",
                "torch",
                "PyTorch",
                mathematics + "import torch\n",
                "torch.tensor",
                "torch.float64",
                "torch.bool",
                "torch.exp",
                "math.sqrt",
                "dim",
                "keepdim",
                "amax",
                true};
    if (language == Language::Jax)
        return {"jnp",
                "jax",
                "JAX",
                mathematics + "import jax\nimport jax.numpy as jnp\n\n"
                              "jax.config.update(\"jax_enable_x64\", True)  # 64-bit floats\n",
                "jnp.array",
                "float",
                "bool",
                "jnp.exp",
                "math.sqrt",
                "axis",
                "keepdims",
                "max"};
    return {"np",
            "numpy",
            "NumPy",
            "import numpy as np\n\n"
            "np.seterr(all=\"ignore\")  # NaN and infinities are shown, not warned about\n",
            "np.array",
            "float",
            "bool",
            "np.exp",
            "np.sqrt",
            "axis",
            "keepdims",
            "max"};
}

std::string array(const Dialect& in, const std::string& name, const Matrix& matrix) {
    return name + " = " + in.array + "([\n" + code_rows(matrix, {"    [", "],", "],"}, names) +
           "], dtype=" + in.number_type + ")\n";
}

std::string words_code(const Dialect& in, const Document& document) {
    std::string code = "tokens = [";
    for (std::size_t at = 0; at < document.tokens.size(); ++at)
        code += (at == 0 ? "" : ", ") + io::json_string(document.tokens[at]);
    return code + "]\n" + array(in, "X", written(document, document.embeddings));
}

std::string weights_code(const Dialect& in, const Document& document) {
    std::string code, list;
    for (std::size_t head = 0; head < document.heads.size(); ++head) {
        const HeadWeights& weights = document.heads[head];
        const auto name = [&](const char* of) { return weight_name(document, of, head); };
        code += array(in, name("W_Q"), written(document, weights.w_q)) +
                array(in, name("W_K"), written(document, weights.w_k)) +
                array(in, name("W_V"), written(document, weights.w_v));
        list += "    (" + name("W_Q") + ", " + name("W_K") + ", " + name("W_V") + "),\n";
    }
    return document.heads.size() == 1 ? code : code + "heads = [\n" + list + "]\n";
}

std::string mask_code(const Dialect& in, const Document& document) {
    const bool by_rows = words_are_rows(document);
    if (document.switches.mask.kind == Mask::Kind::Causal)
        return "n = len(tokens)\n"
               "blocked = " +
               in.library + (by_rows ? ".arange(n)[None, :] > " : ".arange(n)[:, None] > ") +
               in.library + (by_rows ? ".arange(n)[:, None]" : ".arange(n)[None, :]") +
               "  # key after query\n";
    return "blocked = " + in.array + "([\n" +
           code_rows(written_mask(document), {"    [", "],", "],"}) + "], dtype=" + in.flag_type +
           ")  # " + mask_words(document) + "\n";
}

std::string scaled_code(const Dialect& in, const Document& document) {
    const Switches& switches = document.switches;
    const std::string width = words_are_rows(document) ? ".shape[1]\n" : ".shape[0]\n";
    std::string code, divided = "scores";
    switch (switches.scale.kind) {
    case Scale::Kind::SqrtDk:
        code += "d_k = Q" + width;
        divided += " / " + in.root + "(d_k)";
        break;
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        code += "d_k = Q" + width;
        divided += " / d_k";
        break;
    case Scale::Kind::SqrtDmodel:
        code += "d_model = X" + width;
        divided += " / " + in.root + "(d_model)";
        break;
    case Scale::Kind::Number:
        code += "scale = " + code_number(switches.scale.number, names) + "\n";
        divided += " / scale";
        break;
    }
    if (switches.temperature != 1) {
        code += "temperature = " + code_number(switches.temperature, names) + "\n";
        divided += " / temperature";
    }
    return code + "scaled = " + divided + "\n";
}

/// Blocked cells of `of` replaced by `by`.
std::string blocked(const Dialect& in, const std::string& of, const std::string& by) {
    if (in.is_torch)
        return of + ".masked_fill(blocked, " + by + ")";
    return in.library + ".where(blocked, " + by + ", " + of + ")";
}

std::string normaliser_code(const Dialect& in, const Document& document) {
    const Switches& switches = document.switches;
    const bool has_mask = switches.mask.kind != Mask::Kind::None;
    const std::string along = std::string(sums_rows(document) ? "1" : "0");
    const std::string over = "(" + in.axis + "=" + along + ", " + in.keep + "=True)";
    std::string code, part;
    switch (switches.normaliser) {
    case Normaliser::Softmax:
        code = "largest = masked." + in.largest + over + "\npowers = " + in.exp +
               "(masked - largest)\n";
        part = "powers";
        break;
    case Normaliser::NaiveSoftmax:
        code = "powers = " + in.exp + "(masked)\n";
        part = "powers";
        break;
    case Normaliser::Sum:
        code = has_mask ? "seen = " + blocked(in, "scaled", "0.0") + "\n" : "";
        part = has_mask ? "seen" : "scaled";
        break;
    }
    code += "weights = " + part + " / " + part + ".sum" + over + "\n";
    return has_mask ? code + "weights = " + blocked(in, "weights", "0.0") + "\n" : code;
}

std::string print_code(const Dialect& in) {
    const std::string options =
        in.is_torch ? "torch.set_printoptions(precision=4, sci_mode=False, linewidth=120)\n"
                    : "np.set_printoptions(precision=4, suppress=True, linewidth=120)\n";
    return (in.library == "jnp" ? "import numpy as np\n\n" : "") + options +
           "for name, values in stages.items():\n"
           "    print(f\"\\n{name}  {' × '.join(map(str, values.shape))}\")\n"
           "    print(values)\n";
}

/// What follows from the outputs of all heads.
std::vector<CodePart> join_parts(const Dialect& in, const Document& document) {
    const bool by_rows = words_are_rows(document);
    const std::string axis = in.axis + "=" + (by_rows ? "1" : "0");
    const std::string join = in.is_torch ? "torch.cat" : in.library + ".concatenate";
    const bool has_several = head_count(document) > 1;
    const auto keep = [&](const std::string& name) {
        return has_several ? "stages[\"" + name + "\"] = " + name + "\n" : std::string();
    };
    std::vector<CodePart> parts{{words_about(document, Stage::Joined),
                                 (has_several ? "joined = " + join + "(outputs, " + axis + ")\n"
                                              : std::string("joined = output\n")) +
                                     keep("joined")}};
    if (document.join == Join::WO)
        parts.push_back({words_about(document, Stage::Attention),
                         std::string("attention = ") +
                             (by_rows ? "joined @ W_O\n" : "W_O @ joined\n") + keep("W_O") +
                             keep("attention")});
    return parts;
}

std::string stages_code(const Document& document) {
    const bool has_several = head_count(document) > 1;
    std::string code = has_several
                           ? "end = f\"/{head}\" if head > 0 else \"\"  # \"weights/1\" is head 1\n"
                             "stages.update({\n"
                           : "stages = {\n    \"X\": X,\n";
    for (const StageInfo& stage : stages(document.model)) {
        if (stage.stage == Stage::X || !has_stage(document, stage.stage) ||
            (has_several && !stage.is_per_head))
            continue;
        const std::string name(stage.name());
        code += "    \"" + name + "\"" + (has_several ? " + end" : "") + ": " + name + ",\n";
    }
    return code + (has_several ? "})\n" : "}\n");
}

} // namespace

std::vector<CodePart> python_parts(const Document& document, Language language) {
    const Dialect in = dialect(document, language);
    const bool is_learned = document.projections == Projections::Learned;
    const bool has_mask = document.switches.mask.kind != Mask::Kind::None;
    const bool has_several = head_count(document) > 1;
    std::vector<CodePart> parts;
    parts.push_back({"", in.imports + (has_non_finite_inputs(document)
                                           ? "\nnan, inf = float(\"nan\"), float(\"inf\")\n"
                                           : "")});
    parts.push_back({words_about(document, Stage::X), words_code(in, document)});
    if (is_learned)
        parts.push_back({words_about(document, Stage::W_Q), weights_code(in, document)});
    if (document.join == Join::WO)
        parts.push_back(
            {words_about(document, Stage::WO), array(in, "W_O", written(document, document.w_o))});
    if (has_mask)
        parts.push_back({words_about_mask(document), mask_code(in, document)});

    std::vector<CodePart> steps;
    const auto step = [&](Stage stage, const std::string& code) {
        steps.push_back({words_about(document, stage), code});
    };
    const bool by_rows = words_are_rows(document);
    step(Stage::Q, !is_learned ? "Q = K = V = X\n"
                   : by_rows   ? "Q = X @ W_Q\nK = X @ W_K\nV = X @ W_V\n"
                               : "Q = W_Q @ X\nK = W_K @ X\nV = W_V @ X\n");
    step(Stage::Scores, by_rows ? "scores = Q @ K.T\n" : "scores = K.T @ Q\n");
    step(Stage::Scaled, scaled_code(in, document));
    step(Stage::Masked,
         "masked = " +
             (has_mask
                  ? blocked(in, "scaled", in.is_torch ? "-torch.inf" : "-" + in.library + ".inf")
                  : std::string("scaled")) +
             "\n");
    step(Stage::Weights, normaliser_code(in, document));
    step(Stage::WeightedValues, by_rows
                                    ? "weighted_values = weights[:, :, None] * V[None, :, :]\n"
                                    : "weighted_values = weights.T[:, None, :] * V[None, :, :]\n");
    step(Stage::Output, by_rows ? "output = weights @ V\n" : "output = V @ weights\n");
    const bool is_joined = document.join != Join::None;
    const std::vector<CodePart> after =
        is_joined ? join_parts(in, document) : std::vector<CodePart>();
    if (is_joined && !has_several)
        steps.insert(steps.end(), after.begin(), after.end());
    steps.push_back(
        {"Every stage by its name.",
         stages_code(document) + (is_joined && has_several ? "outputs.append(output)\n" : "")});
    if (has_several) {
        std::string loop = std::string("stages = {\"X\": X}\n") +
                           (is_joined ? "outputs = []\n" : "") +
                           "for head, (W_Q, W_K, W_V) in enumerate(heads):\n";
        for (const CodePart& part : steps)
            loop += (part.words == steps.front().words ? "" : "\n") +
                    indented(comment_lines(part.words, "# ") + part.code, 4);
        steps = {{"Each head by itself, with the same steps.", loop}};
        steps.insert(steps.end(), after.begin(), after.end());
    }
    parts.insert(parts.end(), steps.begin(), steps.end());
    parts.push_back({"All results.", print_code(in)});
    return parts;
}

std::string python_program(const Document& document, Language language) {
    const Dialect in = dialect(document, language);
    std::string text =
        "\"\"\"" + title_of(document) +
        "\n\nScaled dot-product attention (Vaswani et al. 2017, eq. 1), step by step "
        "with 64-bit floats.\nNeeds " +
        in.needs + ". Written by Attention Lab.\n\"\"\"\n";
    for (const CodePart& part : python_parts(document, language))
        text += (part.words.empty() ? "" : "\n" + comment_lines(part.words, "# ")) + part.code;
    return text;
}

std::string notebook(const Document& document) {
    std::string cells;
    const auto add = [&cells](const std::string& kind, const std::string& source) {
        const std::string code = kind == "code" ? "   \"execution_count\": null,\n" : "";
        const std::string outputs = kind == "code" ? "   \"outputs\": [],\n" : "";
        cells += std::string(cells.empty() ? "" : ",\n") + "  {\n   \"cell_type\": \"" + kind +
                 "\",\n" + code + "   \"metadata\": {},\n" + outputs + "   \"source\": " +
                 io::json_string(source.substr(0, source.find_last_not_of('\n') + 1)) + "\n  }";
    };
    const std::string title =
        document.title.empty() ? title_of(document) : io::markdown_literal(document.title);
    add("markdown", "# " + title +
                        "\n\nScaled dot-product attention (Vaswani et al. 2017, eq. 1), step by "
                        "step. Written by Attention Lab.");
    for (const CodePart& part : python_parts(document, Language::NumPy)) {
        if (!part.words.empty())
            add("markdown", part.words);
        add("code", part.code);
    }
    return "{\n \"cells\": [\n" + cells +
           "\n ],\n \"metadata\": {\n  \"kernelspec\": {\n   \"display_name\": \"Python 3\",\n"
           "   \"language\": \"python\",\n   \"name\": \"python3\"\n  },\n"
           "  \"language_info\": {\n   \"name\": \"python\"\n  }\n },\n"
           " \"nbformat\": 4,\n \"nbformat_minor\": 4\n}\n";
}

} // namespace attn::publish
