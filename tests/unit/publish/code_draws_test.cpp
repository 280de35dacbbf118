// SPDX-License-Identifier: MIT
// Programs draw numbers from a seed if they are a seed's numbers, and never otherwise.
#include "core/document/commands/new_documents.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "core/publish/code/code.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn;
using publish::Language;

namespace {

std::string numpy_program(const Document& document) {
    return *publish::program(document, Language::NumPy);
}

} // namespace

TEST(CodeDraws, NameTheSeedOfANotebook) {
    const std::string four = numpy_program(io::open_document("four-words").value());
    EXPECT_NE(four.find("np.random.seed(42)\n"
                        "W_Q = np.random.randint(0, 3, (3, 3)).astype(float)\n"
                        "W_K = np.random.randint(0, 3, (3, 3)).astype(float)\n"
                        "W_V = np.random.randint(0, 3, (3, 3)).astype(float)\n"),
              std::string::npos)
        << four;
    const std::string cat = numpy_program(io::open_document("the-cat-chased-the-mouse").value());
    EXPECT_NE(cat.find("np.random.seed(0)\nX = np.random.rand(5, 4)\n"), std::string::npos) << cat;
}

TEST(CodeDraws, NameTheSeedOfDefaultRngAndLinearLayers) {
    NewFromWords asked;
    asked.words = {"a", "b", "c"};
    asked.generator = Generator::NumPyGenerator;
    asked.seed = 7;
    const Document newer = document_of(asked).value();
    EXPECT_NE(numpy_program(newer).find("rng = np.random.default_rng(7)\n"
                                        "X = rng.standard_normal((3, 4))\n"),
              std::string::npos)
        << numpy_program(newer);
    EXPECT_NE(numpy_program(newer).find("W_V = rng.standard_normal((4, 4))\n"), std::string::npos);
    asked.generator = Generator::PyTorch;
    asked.has_linear_weights = true;
    Document layers = document_of(asked).value();
    const auto of_torch = [](const Document& document) {
        return *publish::program(document, Language::PyTorch);
    };
    const std::string rows = of_torch(layers);
    EXPECT_NE(rows.find("torch.manual_seed(7)\nX = torch.randn(3, 4).double()\n"),
              std::string::npos)
        << rows;
    EXPECT_NE(rows.find("W_K = torch.nn.Linear(4, 4, bias=False).weight.T.detach().double()\n"),
              std::string::npos)
        << rows;
    EXPECT_EQ(numpy_program(layers).find("random"), std::string::npos);
    layers.heads[0].w_k = Matrix(*layers.heads[0].w_k + Matrix::Constant(4, 4, 1e-9));
    EXPECT_NE(of_torch(layers).find("W_K = torch.tensor("), std::string::npos);
}

TEST(CodeDraws, BecomeDigitsOnceANumberDiffers) {
    Document document = io::open_document("the-cat-chased-the-mouse").value();
    Matrix x = *document.embeddings;
    x(4, 3) += 1e-15;
    document.embeddings = x;
    EXPECT_EQ(numpy_program(document).find("np.random"), std::string::npos);
    // Nine small numbers match some seed by chance.
    Document few = io::open_document("four-words").value();
    few.heads[0].w_k = Matrix{{7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
    EXPECT_EQ(numpy_program(few).find("np.random"), std::string::npos);
    EXPECT_EQ(publish::program(document, Language::PyTorch)->find("np.random"), std::string::npos);
}

TEST(CodeDraws, ProgramsPrintTheWordsOfRows) {
    const std::string code = numpy_program(io::open_document("four-words").value());
    EXPECT_NE(code.find("labels.update(dict.fromkeys([\"X\", \"Q\", \"K\", \"V\", \"scores\""),
              std::string::npos)
        << code;
    EXPECT_EQ(code.find("\"W_Q\", "), std::string::npos) << "its rows are dimensions";
}
