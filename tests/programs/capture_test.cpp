// SPDX-License-Identifier: MIT
// Runs assets/capture.py in PyTorch (python3-torch): its file opens as a document with the module's
// weights and outputs.
#include "tests/programs/captured.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace attn;
using attn::test::Captured;
using attn::test::captured;
using attn::test::expect_near;
using attn::test::run_capture;

TEST(LargeCapture, MultiheadAttentionGivesAllItsHeadsMaskAndOutput) {
    for (const char* form : {"batch_first=True", "batch_first=False, bias=False",
                             "batch_first=True, kdim=8, vdim=8"}) {
        const test::TempDir folder;
        const auto ended = run_capture(
            folder, std::string("import numpy\n") + "m = torch.nn.MultiheadAttention(8, 2, " +
                        form +
                        ")\n"
                        "if m.in_proj_bias is not None: torch.nn.init.normal_(m.in_proj_bias)\n"
                        "if m.out_proj.bias is not None: torch.nn.init.normal_(m.out_proj.bias)\n"
                        "x = torch.randn(1, 5, 8) if m.batch_first else torch.randn(5, 1, 8)\n"
                        "mask = torch.ones(5, 5, dtype=torch.bool).triu(1)\n"
                        "class Model(torch.nn.Module):\n"
                        "    def __init__(self):\n"
                        "        super().__init__()\n"
                        "        self.attention = m\n"
                        "    def forward(self, x):\n"
                        "        return self.attention(x, x, x, attn_mask=mask)[0]\n"
                        "capture(Model(), layer=0, inputs=x, words='The cat sat on it'.split())\n"
                        "y, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)\n"
                        "numpy.savez('expected.npz', y=y.reshape(5, 8).detach().numpy(),\n"
                        "            **{f'w{h}': w[0, h].detach().numpy() for h in range(2)})\n");
        ASSERT_EQ(ended.code, 0) << ended.err;
        const Captured got = captured(folder);
        EXPECT_EQ(got.document.tokens[1], "cat");
        EXPECT_NE(io::report_lines(got.report).find("are those of the document"), std::string::npos)
            << io::report_lines(got.report);
        EXPECT_EQ(got.document.switches.mask.kind, Mask::Kind::Causal);
        EXPECT_EQ(got.document.switches.scale.kind, Scale::Kind::SqrtDk);
        expect_near(matrix_of(got.document, got.trace, {Stage::Attention}), got.figure("y"));
        for (Index head = 0; head < 2; ++head)
            expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}),
                        got.figure("w" + std::to_string(head)));
    }
}

TEST(LargeCapture, ALayerOfAnEncoderIsFoundByItsNumber) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
import numpy
layer = torch.nn.TransformerEncoderLayer(8, 4, 16, batch_first=True)
m = torch.nn.TransformerEncoder(layer, 2)
x = torch.randn(1, 6, 8)
capture(m, layer=1, head=3, inputs=x)
m.eval()
inner = m.layers[0](x)
y, w = m.layers[1].self_attn(inner, inner, inner, average_attn_weights=False)
numpy.savez('expected.npz', w=w[0, 3].detach().numpy(), x=inner[0].detach().numpy())
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Captured got = captured(folder);
    EXPECT_EQ(head_count(got.document), 1);
    expect_near(*got.document.embeddings, got.figure("x"));
    expect_near(matrix_of(got.document, got.trace, {Stage::Weights}), got.figure("w"));
}

// A module as the transformers library writes it: q_proj and so on, keys shared within groups,
// rotary positions, an added mask, and a softmax.
TEST(LargeCapture, TransformersModulesGiveGroupsRotationAndMask) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
import numpy
def half(x): return torch.cat((-x[..., x.shape[-1] // 2:], x[..., :x.shape[-1] // 2]), -1)
class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.num_heads, self.num_key_value_heads, self.head_dim = 4, 2, 6
        self.scaling = 0.3
        self.q_proj, self.k_proj = torch.nn.Linear(8, 24), torch.nn.Linear(8, 12)
        self.v_proj, self.o_proj = torch.nn.Linear(8, 12), torch.nn.Linear(24, 8, bias=False)
    def forward(self, hidden_states, position_embeddings=None, attention_mask=None):
        n, t, _ = hidden_states.shape
        q, k, v = (p(hidden_states).view(n, t, -1, 6).transpose(1, 2)
                   for p in (self.q_proj, self.k_proj, self.v_proj))
        cos, sin = position_embeddings
        q, k = (x * cos + half(x) * sin for x in (q, k))
        k, v = (x.repeat_interleave(2, 1) for x in (k, v))
        s = q @ k.transpose(2, 3) * self.scaling + attention_mask
        w = torch.nn.functional.softmax(s, dim=-1)
        self.kept = w
        return self.o_proj((w @ v).transpose(1, 2).reshape(n, t, -1)), w
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(20, 8)
        self.layers = torch.nn.ModuleList([Attention(), Attention()])
    def forward(self, input_ids):
        x = self.embed(input_ids)
        t = x.shape[1]
        angles = torch.outer(torch.arange(t) * 1.0, 5000.0 ** (-torch.arange(0, 6, 2) / 6))
        angles = torch.cat((angles, angles), -1)[None]
        mask = torch.full((t, t), torch.finfo(x.dtype).min).triu(1)[None, None]
        for layer in self.layers:
            x = x + layer(hidden_states=x, position_embeddings=(angles.cos(), angles.sin()),
                          attention_mask=mask)[0]
            self.last = x
        return x
m = Model()
capture(m, layer=1, tokens=torch.tensor([[3, 7, 7, 19]]))
a = m.layers[0]
x = m.embed(torch.tensor([[3, 7, 7, 19]]))
m(torch.tensor([[3, 7, 7, 19]]))
numpy.savez('expected.npz', **{f'w{h}': m.layers[1].kept[0, h].detach().numpy() for h in range(4)})
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Captured got = captured(folder);
    EXPECT_EQ(group_count(got.document), 2);
    EXPECT_EQ(got.document.tokens[3], "19");
    EXPECT_EQ(got.document.options.positions.kind, Positions::Kind::Rotary);
    EXPECT_NEAR(got.document.options.positions.base, 5000, 1e-6);
    EXPECT_EQ(got.document.switches.mask.kind, Mask::Kind::Causal);
    for (Index head = 0; head < 4; ++head)
        expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}),
                    got.figure("w" + std::to_string(head)));
    EXPECT_NE(io::report_lines(got.report).find("are those of the document"), std::string::npos)
        << io::report_lines(got.report);
}

// GPT-2's module: c_attn is a Conv1D, which is stored as it is used.
TEST(LargeCapture, AFusedProjectionOfConv1DIsSplitNotTransposed) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
import numpy
class Conv1D(torch.nn.Module):
    def __init__(self, out, inputs):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(inputs, out))
        self.bias = torch.nn.Parameter(torch.randn(out))
    def forward(self, x): return x @ self.weight + self.bias
class GPT2Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.num_heads = 2
        self.c_attn, self.c_proj = Conv1D(24, 8), Conv1D(8, 8)
    def forward(self, hidden_states):
        n, t, d = hidden_states.shape
        q, k, v = (x.view(n, t, 2, 4).transpose(1, 2) for x in self.c_attn(hidden_states).split(d, 2))
        s = q @ k.transpose(2, 3) / 2
        s = torch.where(torch.ones(t, t, dtype=torch.bool).tril(), s, torch.finfo(s.dtype).min)
        w = torch.nn.functional.softmax(s, dim=-1)
        return self.c_proj((w @ v).transpose(1, 2).reshape(n, t, d))
m = GPT2Attention()
x = torch.randn(1, 4, 8)
capture(m, inputs=x)
numpy.savez('expected.npz', y=m(x)[0].detach().numpy())
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Captured got = captured(folder);
    expect_near(matrix_of(got.document, got.trace, {Stage::Attention}), got.figure("y"));
}

TEST(LargeCapture, AMaskOfNumbersBecomesABiasOfScores) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
import numpy
m = torch.nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(1, 4, 8)
mask = torch.randn(2, 4, 4)
mask[:, 0, 3] = -torch.inf
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.m = m
    def forward(self, x): return self.m(x, x, x, attn_mask=mask)[0]
capture(Model(), inputs=x)
y, w = m(x, x, x, attn_mask=mask, average_attn_weights=False)
numpy.savez('expected.npz', y=y.reshape(4, 8).detach().numpy(),
            **{f'w{h}': w[0, h].detach().numpy() for h in range(2)})
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Captured got = captured(folder);
    EXPECT_TRUE(got.document.options.has_score_bias);
    EXPECT_EQ(got.document.switches.mask.kind, Mask::Kind::Painted);
    expect_near(matrix_of(got.document, got.trace, {Stage::Attention}), got.figure("y"));
    for (Index head = 0; head < 2; ++head)
        expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}),
                    got.figure("w" + std::to_string(head)));
}

TEST(LargeCapture, UnsupportedModulesAreRefusedWithAReason) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
def refusal(work):
    try:
        work()
    except Refused as error:
        return print(error)
    print('no refusal')
m = torch.nn.MultiheadAttention(8, 2, batch_first=True)
class With(torch.nn.Module):
    def __init__(self, values=0, mask=None, m=m):
        super().__init__()
        self.m, self.values, self.mask = m, values, mask
    def forward(self, x): return self.m(x, x + 1, x + 1 + self.values, attn_mask=self.mask)
x = torch.randn(1, 3, 8)
refusal(lambda: capture(With(values=1), inputs=x))
refusal(lambda: capture(With(), layer=1, inputs=x))
masks = torch.zeros(2, 3, 3, dtype=torch.bool)
masks[1, :, 2] = True
refusal(lambda: capture(With(mask=masks), inputs=x))
refusal(lambda: capture(With(m=torch.nn.MultiheadAttention(8, 2, add_bias_kv=True)), inputs=x))
class Doubled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (torch.nn.Linear(8, 4) for _ in range(3))
    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        return 2 * torch.softmax(q @ k.transpose(-1, -2), -1) @ v
refusal(lambda: capture(Doubled(), inputs=x, head=0))
class Further(Doubled):
    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        at = torch.arange(x.shape[1])
        s = q @ k.transpose(-1, -2) - 0.5 * (at[:, None] - at).abs()
        return torch.softmax(s, -1) @ v
refusal(lambda: capture(Further(), inputs=x))
refusal(lambda: capture(torch.nn.Linear(8, 8), inputs=x))
refusal(lambda: capture(m))
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    for (const char* message :
         {"keys and values come from different texts",
          "there is no attention layer 1; the layers are 0 to 0",
          "its heads have masks of their own", "add_bias_kv",
          "the output of the module differs by up to",
          "the module adds numbers to them, as ALiBi and other biases do",
          "the module has no projections that capture knows", "say what the model reads"})
        EXPECT_NE(ended.out.find(message), std::string::npos) << message << "\n" << ended.out;
    EXPECT_EQ(ended.out.find("no refusal"), std::string::npos) << ended.out;
}
