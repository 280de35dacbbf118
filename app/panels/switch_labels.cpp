// SPDX-License-Identifier: MIT
#include "app/panels/switch_labels.h"

#include "core/base/number_text.h"

namespace app {

using namespace attn;

std::string scale_label(const Scale& scale) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return "÷ √d_k";
    case Scale::Kind::None:
        return "no scale";
    case Scale::Kind::Dk:
        return "÷ d_k";
    case Scale::Kind::SqrtDmodel:
        return "÷ √d_model";
    case Scale::Kind::Number:
        return "÷ " + significant(scale.number, 4);
    }
    return "";
}

std::string mask_label(const Mask& mask) {
    return to_text(mask);
}

std::string normaliser_label(Normaliser normaliser) {
    return normaliser == Normaliser::Softmax        ? "softmax"
           : normaliser == Normaliser::NaiveSoftmax ? "naive softmax"
                                                    : "sum";
}

std::string number_label(const NumberFormat& numbers) {
    switch (numbers.kind) {
    case NumberFormat::Kind::Decimals:
        return decimals(0, numbers.digits);
    case NumberFormat::Kind::Significant:
        return std::to_string(numbers.digits) + " digits";
    case NumberFormat::Kind::Fraction:
        return "1/3";
    }
    return "";
}

} // namespace app
