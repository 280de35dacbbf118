// SPDX-License-Identifier: MIT
// MATLAB, which GNU Octave runs as well.
#include "core/base/utf8.h"
#include "core/document/model.h"
#include "core/publish/code_parts.h"

namespace attn::publish {
namespace {

constexpr NonFiniteNames names{"NaN", "Inf"};

/// The word as MATLAB and Octave write it: 'it''s', controls by their numbers: ['a', char(10),
/// 'b'].
std::string matlab_text(std::string_view word) {
    std::string parts, code = "'";
    for (const char letter : valid_utf8(word)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x20 && byte != 0x7F) {
            code += letter == '\'' ? "''" : std::string(1, letter);
            continue;
        }
        parts += code + "', char(" + std::to_string(byte) + "), ";
        code = "'";
    }
    code += "'";
    return parts.empty() ? code : "[" + parts + code + "]";
}

std::string matrix(const std::string& name, const Matrix& values) {
    return name + " = [\n" + code_rows(values, {"    ", "", ""}, names) + "];\n";
}

std::string weights_code(const Document& document) {
    const bool has_several = head_count(document) > 1;
    std::string code = has_several ? "heads = struct([]);\n" : "";
    for (std::size_t head = 0; head < document.heads.size(); ++head) {
        const HeadWeights& weights = document.heads[head];
        const auto name = [&](const char* of) {
            return has_several ? "heads(" + std::to_string(head + 1) + ")." + of : std::string(of);
        };
        code += matrix(name("W_Q"), written(document, weights.w_q)) +
                matrix(name("W_K"), written(document, weights.w_k)) +
                matrix(name("W_V"), written(document, weights.w_v));
    }
    return code;
}

std::string mask_code(const Document& document) {
    if (document.switches.mask.kind == Mask::Kind::Causal)
        return words_are_rows(document) ? "blocked = (1:n) > (1:n)';  % key after query\n"
                                        : "blocked = (1:n)' > (1:n);  % key after query\n";
    return "blocked = logical([\n" + code_rows(written_mask(document), {"    ", "", ""}) +
           "]);  % " + mask_words(document) + "\n";
}

std::string scaled_code(const Document& document) {
    const Switches& switches = document.switches;
    const std::string width = words_are_rows(document) ? ", 2);\n" : ", 1);\n";
    std::string code, divided = "scores";
    switch (switches.scale.kind) {
    case Scale::Kind::SqrtDk:
        code = "d_k = size(Q" + width;
        divided += " / sqrt(d_k)";
        break;
    case Scale::Kind::None:
        break;
    case Scale::Kind::Dk:
        code = "d_k = size(Q" + width;
        divided += " / d_k";
        break;
    case Scale::Kind::SqrtDmodel:
        code = "d_model = size(X" + width;
        divided += " / sqrt(d_model)";
        break;
    case Scale::Kind::Number:
        code = "scale = " + code_number(switches.scale.number, names) + ";\n";
        divided += " / scale";
        break;
    }
    if (switches.temperature != 1) {
        code += "temperature = " + code_number(switches.temperature, names) + ";\n";
        divided += " / temperature";
    }
    return code + "scaled = " + divided + ";\n";
}

std::string normaliser_code(const Document& document) {
    const Switches& switches = document.switches;
    const bool has_mask = switches.mask.kind != Mask::Kind::None;
    const std::string along = sums_rows(document) ? "2" : "1";
    std::string code, part = "powers";
    switch (switches.normaliser) {
    case Normaliser::Softmax:
        code = "powers = exp(masked - max(masked, [], " + along + "));\n";
        break;
    case Normaliser::NaiveSoftmax:
        code = "powers = exp(masked);\n";
        break;
    case Normaliser::Sum:
        part = has_mask ? "seen" : "scaled";
        code = has_mask ? "seen = scaled;\nseen(blocked) = 0;\n" : "";
        break;
    }
    code += "weights = " + part + " ./ sum(" + part + ", " + along + ");\n";
    return has_mask ? code + "weights(blocked) = 0;\n" : code;
}

std::string block(const std::string& words, const std::string& code) {
    return comment_lines(words, "% ") + code + "\n";
}

std::string head_code(const Document& document) {
    const bool is_learned = document.projections == Projections::Learned;
    const bool has_mask = document.switches.mask.kind != Mask::Kind::None;
    const bool has_several = head_count(document) > 1;
    const auto about = [&](Stage stage) { return words_about(document, stage); };
    std::string code = has_several ? "W_Q = heads(head).W_Q;\nW_K = heads(head).W_K;\n"
                                     "W_V = heads(head).W_V;\n\n"
                                   : "";
    const bool by_rows = words_are_rows(document);
    code += block(about(Stage::Q), !is_learned ? "Q = X;\nK = X;\nV = X;\n"
                                   : by_rows   ? "Q = X * W_Q;\nK = X * W_K;\nV = X * W_V;\n"
                                               : "Q = W_Q * X;\nK = W_K * X;\nV = W_V * X;\n");
    code += block(about(Stage::Scores), by_rows ? "scores = Q * K';\n" : "scores = K' * Q;\n");
    code += block(about(Stage::Scaled), scaled_code(document));
    code += block(about(Stage::Masked),
                  has_mask ? "masked = scaled;\nmasked(blocked) = -Inf;\n" : "masked = scaled;\n");
    code += block(about(Stage::Weights), normaliser_code(document));
    code += block(about(Stage::WeightedValues),
                  by_rows ? "weighted_values = weights .* reshape(V, [1, size(V)]);\n"
                          : "weighted_values = permute(weights, [2, 3, 1]) .* reshape(V, [1, "
                            "size(V)]);\n");
    code += block(about(Stage::Output),
                  by_rows ? "output = weights * V;\n" : "output = V * weights;\n");
    std::string list = has_several ? "last = '';  % \"weights/1\" is the second head\n"
                                     "if head > 1, last = sprintf('/%d', head - 1); end\n"
                                     "stages = [stages; {\n"
                                   : "stages = {\n    'X', X\n";
    for (const StageInfo& stage : stages(document.model)) {
        if (stage.stage == Stage::X || !has_stage(document, stage.stage) || !stage.is_per_head)
            continue;
        const std::string name(stage.name());
        list += "    " + (has_several ? "['" + name + "', last]" : "'" + name + "'") + ", " + name +
                "\n";
    }
    const bool is_kept = has_several && document.join != Join::None;
    return code +
           block("Every stage by its name.", list + (has_several ? "}];\n" : "};\n") +
                                                 (is_kept ? "outputs{head} = output;\n" : ""));
}

std::string join_code(const Document& document) {
    const bool by_rows = words_are_rows(document);
    const bool has_several = head_count(document) > 1;
    std::string list = "    'joined', joined\n";
    std::string code =
        block(words_about(document, Stage::Joined), !has_several ? "joined = output;\n"
                                                    : by_rows    ? "joined = horzcat(outputs{:});\n"
                                                              : "joined = vertcat(outputs{:});\n");
    if (document.join == Join::WO) {
        code +=
            block(words_about(document, Stage::WO), matrix("W_O", written(document, document.w_o)));
        code += block(words_about(document, Stage::Attention),
                      by_rows ? "attention = joined * W_O;\n" : "attention = W_O * joined;\n");
        list = "    'W_O', W_O\n" + list + "    'attention', attention\n";
    }
    return code + "stages = [stages; {\n" + list + "}];\n\n";
}

} // namespace

std::string matlab_program(const Document& document) {
    const bool has_several = head_count(document) > 1;
    std::string text =
        comment_lines(title_of(document), "% ") +
        "%\n% Scaled dot-product attention (Vaswani et al. 2017, eq. 1), step by step.\n"
        "% For MATLAB since R2016b and GNU Octave. Written by Attention Lab.\n\n";
    std::string tokens = "tokens = {";
    for (std::size_t at = 0; at < document.tokens.size(); ++at)
        tokens += (at == 0 ? "" : ", ") + matlab_text(document.tokens[at]);
    text += block(words_about(document, Stage::X),
                  tokens + "};\n" + matrix("X", written(document, document.embeddings)) +
                      (words_are_rows(document) ? "n = size(X, 1);\n" : "n = size(X, 2);\n"));
    if (document.projections == Projections::Learned)
        text += block(words_about(document, Stage::W_Q), weights_code(document));
    if (document.switches.mask.kind != Mask::Kind::None)
        text += block(words_about_mask(document), mask_code(document));
    const std::string head = head_code(document);
    text += has_several ? "stages = {'X', X};\n" +
                              std::string(document.join == Join::None ? "" : "outputs = {};\n") +
                              "for head = 1:numel(heads)\n" + indented(head, 4) + "end\n\n"
                        : head;
    if (document.join != Join::None)
        text += join_code(document);
    return text + "% All results.\n"
                  "for at = 1:size(stages, 1)\n"
                  "    fprintf('\\n%s\\n', stages{at, 1});\n"
                  "    disp(stages{at, 2});\n"
                  "end\n";
}

} // namespace attn::publish
