// SPDX-License-Identifier: MIT
// assets/capture.py run by PyTorch (python3-torch): what it writes is opened as a document whose
// weights and outputs are the module's.
#include "core/document/evaluate.h"
#include "core/document/sheet.h"
#include "core/io/import_archive.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace attn;

namespace {

/// Runs the lines after `from capture import capture` in a folder, which they may write to.
test::Ended run(const test::TempDir& folder, const std::string& lines) {
    return test::run_python("import os, sys\nimport torch\n"
                            "sys.path.insert(0, '" ATTENTION_SOURCE_DIR "/assets')\n"
                            "os.chdir('" +
                            folder.path().string() +
                            "')\n"
                            "from capture import capture, Refused\n"
                            "torch.manual_seed(3)\ntorch.set_default_dtype(torch.float64)\n" +
                            lines);
}

/// The document of what was captured, and the module's own results.
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

Captured captured(const test::TempDir& folder, const std::string& name = "") {
    auto file = io::open_arrays(folder / (name + "capture.npz"));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    auto made = io::import_archive(*file, "captured");
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    auto expected = io::open_arrays(folder / (name + "expected.npz"));
    EXPECT_TRUE(expected) << (expected ? "" : expected.error().text());
    Captured all{made->document, evaluate(made->document), *std::move(expected), made->report};
    return all;
}

constexpr Real near = 1e-6;

void expect_near(const Matrix& a, const Matrix& b) {
    ASSERT_EQ(a.rows(), b.rows());
    ASSERT_EQ(a.cols(), b.cols());
    EXPECT_LE((a - b).cwiseAbs().maxCoeff(), near);
}

} // namespace

TEST(LargeCapture, MultiheadAttentionGivesAllItsHeadsMaskAndOutput) {
    for (const char* form : {"batch_first=True", "batch_first=False, bias=False",
                             "batch_first=True, kdim=8, vdim=8"}) {
        const test::TempDir folder;
        const auto ended =
            run(folder,
                std::string("import numpy\n") + "m = torch.nn.MultiheadAttention(8, 2, " + form +
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
    const auto ended = run(folder, R"(
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

// The module of a model as the transformers library writes it: q_proj and the others, keys shared
// by groups, rotary positions, a mask that is added, and a softmax.
TEST(LargeCapture, ProjectionsByTheNamesOfTransformersGiveGroupsRotaryPositionsAndTheMask) {
    const test::TempDir folder;
    const auto ended = run(folder, R"(
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

// GPT-2's module: c_attn of Conv1D, which is stored as it is used.
TEST(LargeCapture, AFusedProjectionOfConv1DIsPartedAndNotTransposed) {
    const test::TempDir folder;
    const auto ended = run(folder, R"(
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

TEST(LargeCapture, WhatTheLabCannotShowIsRefusedWithTheReason) {
    const test::TempDir folder;
    const auto ended = run(folder, R"(
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
refusal(lambda: capture(With(mask=torch.randn(3, 3)), inputs=x))
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
          "the mask adds numbers to scores: a bias, for which Attention Lab has no place yet",
          "its heads have masks of their own", "add_bias_kv",
          "the output of the module differs by up to",
          "the module adds numbers to them, as ALiBi and other biases do",
          "the module has no projections that capture knows", "say what the model reads"})
        EXPECT_NE(ended.out.find(message), std::string::npos) << message << "\n" << ended.out;
    EXPECT_EQ(ended.out.find("no refusal"), std::string::npos) << ended.out;
}

namespace {

/// Modules of course books and of teaching programs, each with its own weights and outputs beside
/// what was captured of it.
constexpr const char* course_books = R"(
import math, numpy
from torch import nn
def keep(name, module, inputs, weights, result, batch=0, **more):
    capture(module, inputs=inputs, batch=batch, path=name + 'capture.npz', **more)
    numpy.savez(name + 'expected.npz', y=result[batch].detach().numpy(),
                **{f'w{h}': w.detach().numpy() for h, w in enumerate(weights[batch])})

class Parameters(nn.Module):  # x @ W, one text without an axis of texts
    def __init__(self):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (nn.Parameter(torch.randn(6, 3)) for _ in range(3))
    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        self.w = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
        return self.w @ v
m, x = Parameters(), torch.randn(4, 6)
y = m(x)
keep('parameters-', m, x, m.w[None, None], y[None])

class Causal(nn.Module):
    def __init__(self, heads, causal=True, scale=None):
        super().__init__()
        self.num_heads, self.causal, self.scale = heads, causal, scale
        self.W_query, self.W_key, self.W_value = (nn.Linear(6, 8, bias=b) for b in (0, 1, 0))
        self.out_proj, self.dropout = nn.Linear(8, 8), nn.Dropout(0.5)
        self.register_buffer('mask', torch.triu(torch.ones(9, 9), diagonal=1))
    def forward(self, x):
        b, n, _ = x.shape
        q, k, v = (p(x).view(b, n, self.num_heads, -1).transpose(1, 2)
                   for p in (self.W_query, self.W_key, self.W_value))
        s = q @ k.transpose(2, 3)
        s.masked_fill_(self.mask.bool()[:n, :n], -torch.inf)
        self.w = torch.softmax(s / (self.scale or k.shape[-1] ** 0.5), dim=-1)
        return self.out_proj((self.dropout(self.w) @ v).transpose(1, 2).reshape(b, n, 8))
m, x = Causal(2).eval(), torch.randn(3, 5, 6)
y = m(x)
keep('causal-', m.train(), x, m.w, y, batch=1)
m = Causal(4, scale=3.7).eval()
y = m(x)
keep('odd-scale-', m, x, m.w, y, batch=2)

class Dived(nn.Module):  # W_q …, heads beside the texts, a mask by the length, another text
    def __init__(self):
        super().__init__()
        self.num_heads = 2
        self.W_q, self.W_k, self.W_v = nn.Linear(6, 8), nn.Linear(5, 8), nn.Linear(5, 8)
        self.W_o = nn.Linear(8, 7, bias=False)
    def parted(self, x):
        return x.reshape(*x.shape[:2], 2, -1).permute(0, 2, 1, 3).reshape(-1, x.shape[1], 4)
    def forward(self, queries, keys, values, lengths):
        q, k, v = self.parted(self.W_q(queries)), self.parted(self.W_k(keys)), self.parted(
            self.W_v(values))
        s = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.shape[-1])
        ends = torch.repeat_interleave(lengths, 2)[:, None, None]
        s = s.masked_fill(torch.arange(k.shape[1])[None, None] >= ends, -1e6)
        self.w = nn.functional.softmax(s, dim=-1).reshape(-1, 2, *s.shape[1:])
        o = torch.bmm(self.w.reshape(s.shape), v).reshape(-1, 2, q.shape[1], 4).permute(0, 2, 1, 3)
        return self.W_o(o.reshape(*o.shape[:2], -1))
m, x, z = Dived(), torch.randn(2, 3, 6), torch.randn(2, 5, 5)
inputs = (x, z, z, torch.tensor([4, 2]))
y = m(*inputs)
keep('dived-', m, inputs, m.w, y, batch=1, memory_words=list('abcde'))

class Annotated(nn.Module):  # a list of linears
    def __init__(self):
        super().__init__()
        self.h, self.linears = 2, nn.ModuleList(nn.Linear(8, 8) for _ in range(4))
    def forward(self, query, key, value, mask=None):
        q, k, v = (l(x).view(x.size(0), -1, 2, 4).transpose(1, 2)
                   for l, x in zip(self.linears, (query, key, value)))
        s = torch.matmul(q, k.transpose(-2, -1)) / 2
        self.w = s.masked_fill(mask == 0, -1e9).softmax(dim=-1)
        x = torch.matmul(self.w, v).transpose(1, 2).contiguous().view(query.size(0), -1, 8)
        return self.linears[-1](x)
m, x = Annotated(), torch.randn(2, 5, 8)
inputs = (x, x, x, torch.ones(5, 5).tril())
y = m(*inputs)
keep('annotated-', m, inputs, m.w, y, batch=1)

class Small(nn.Module):  # scores over the root of d_model, not of d_k
    def __init__(self):
        super().__init__()
        self.key, self.query, self.value = (nn.Linear(8, 4, bias=False) for _ in range(3))
    def forward(self, x):
        q, k = self.query(x), self.key(x)
        s = q @ k.transpose(-2, -1) * x.shape[-1] ** -0.5
        self.w = nn.functional.softmax(
            s.masked_fill(torch.ones(x.shape[1], x.shape[1]).tril() == 0, float('-inf')), dim=-1)
        return self.w @ self.value(x)
m, x = Small(), torch.randn(1, 5, 8)
y = m(x)
keep('small-', m, x, m.w[:, None], y)

class HeadByHead(nn.Module):  # one linear, Q, K and V of each head together
    def __init__(self):
        super().__init__()
        self.num_heads, self.query_key_value, self.dense = 2, nn.Linear(8, 24), nn.Linear(8, 8)
    def forward(self, x):
        q, k, v = self.query_key_value(x).view(*x.shape[:2], 2, 12).transpose(1, 2).chunk(3, -1)
        self.w = torch.softmax(q @ k.transpose(2, 3) / 2, -1)
        return self.dense((self.w @ v).transpose(1, 2).reshape(x.shape))
m, x = HeadByHead(), torch.randn(1, 4, 8)
y = m(x)
keep('head-by-head-', m, x, m.w, y)

m = nn.MultiheadAttention(8, 2, batch_first=True, add_zero_attn=True)
nn.init.normal_(m.in_proj_bias)
class Sunk(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = m
    def forward(self, x, z): return self.m(x, z, z)[0]
x, z = torch.randn(1, 3, 8), torch.randn(1, 5, 8)
y, w = m(x, z, z, average_attn_weights=False)
keep('sunk-', Sunk(), (x, z), w[..., :5], y)

m = nn.MultiheadAttention(8, 2, batch_first=True)
class Float(nn.Module):
    def __init__(self):
        super().__init__()
        self.m, self.mask = m, torch.full((4, 4), -math.inf).triu(1)
    def forward(self, x): return self.m(x, x, x, attn_mask=self.mask)[0]
x = torch.randn(1, 4, 8)
y, w = m(x, x, x, attn_mask=torch.full((4, 4), -math.inf).triu(1), average_attn_weights=False)
keep('float-mask-', Float(), x, w, y)
)";

} // namespace

TEST(LargeCapture, ModulesOfCourseBooksGiveTheirOwnWeightsAndOutputs) {
    const test::TempDir folder;
    const auto ended = run(folder, course_books);
    ASSERT_EQ(ended.code, 0) << ended.err;
    struct Book {
        const char* name;
        Index heads;
        bool has_output; // a projection joins the heads
    };
    for (const Book& book : {Book{"parameters-", 1, false},
                             {"causal-", 2, true},
                             {"odd-scale-", 4, true},
                             {"dived-", 2, true},
                             {"annotated-", 2, true},
                             {"small-", 1, false},
                             {"head-by-head-", 2, true},
                             {"sunk-", 2, true},
                             {"float-mask-", 2, true}}) {
        SCOPED_TRACE(book.name);
        const Captured got = captured(folder, book.name);
        ASSERT_EQ(head_count(got.document), book.heads);
        for (Index head = 0; head < book.heads; ++head) {
            const Matrix expected = got.figure("w" + std::to_string(head));
            expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}), expected);
        }
        const Stage last = book.has_output ? Stage::Attention : Stage::Output;
        expect_near(matrix_of(got.document, got.trace, {last}), got.figure("y"));
        EXPECT_NE(io::report_lines(got.report).find("are those of the document"), std::string::npos)
            << io::report_lines(got.report);
    }
    const Captured dived = captured(folder, "dived-");
    EXPECT_EQ(dived.document.memory.list(), (std::vector<std::string>{"a", "b", "c", "d", "e"}));
    EXPECT_TRUE(captured(folder, "sunk-").document.options.has_sink);
    EXPECT_NEAR(captured(folder, "odd-scale-").document.switches.scale.number, 3.7, 1e-6);
    EXPECT_NEAR(captured(folder, "small-").document.switches.scale.number, std::sqrt(8.0), 1e-6);
}

TEST(LargeCapture, OneHeadIsComparedAsAllAre) {
    const test::TempDir folder;
    const auto ended = run(folder, std::string(course_books) + R"(
m, x = Causal(2).eval(), torch.randn(1, 5, 6)
m(x)
capture(m, inputs=x, head=1)
numpy.savez('expected.npz', w=m.w[0, 1].detach().numpy())
masks = torch.zeros(2, 4, 4, dtype=torch.bool)
masks[1, :, 3] = True
m = nn.MultiheadAttention(8, 2, batch_first=True)
class Apart(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = m
    def forward(self, x): return self.m(x, x, x, attn_mask=masks)[0]
x = torch.randn(1, 4, 8)
capture(Apart(), inputs=x, head=1, path='apart-capture.npz')
y, w = m(x, x, x, attn_mask=masks, average_attn_weights=False)
numpy.savez('apart-expected.npz', w=w[0, 1].detach().numpy())
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    for (const char* name : {"", "apart-"}) {
        const Captured got = captured(folder, name);
        EXPECT_EQ(head_count(got.document), 1);
        expect_near(matrix_of(got.document, got.trace, {Stage::Weights}), got.figure("w"));
        EXPECT_NE(io::report_lines(got.report).find("are those of the document"), std::string::npos)
            << io::report_lines(got.report);
    }
}

// What was captured and differs is no document: the archive says that it is of a model.
TEST(LargeCapture, ADifferenceIsAnErrorOfTheImport) {
    const test::TempDir folder;
    const auto ended = run(folder, R"(
import numpy
m = torch.nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(1, 4, 8)
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.m = m
    def forward(self, x): return self.m(x, x, x)[0]
capture(Model(), inputs=x)
arrays = dict(numpy.load('capture.npz'))
arrays['weights/1'] = arrays['weights/1'] + 0.01
numpy.savez('changed.npz', **arrays)
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    auto file = io::open_arrays(folder / "changed.npz");
    ASSERT_TRUE(file) << file.error().text();
    const auto made = io::import_archive(*file, "changed");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().text().find("differs from the document's by up to 0.01"),
              std::string::npos)
        << made.error().text();
}

// Norms of queries and keys come between projections and scores: then the products are taken.
TEST(LargeCapture, WhatIsNotKnownBetweenProjectionsAndScoresLeavesTheProducts) {
    const test::TempDir folder;
    const auto ended = run(folder, R"(
import numpy
class Normed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.num_heads = 2
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (torch.nn.Linear(8, 8) for _ in range(4))
        self.q_norm, self.k_norm = torch.nn.LayerNorm(4), torch.nn.LayerNorm(4)
    def forward(self, x):
        q, k, v = (p(x).view(*x.shape[:2], 2, 4).transpose(1, 2)
                   for p in (self.q_proj, self.k_proj, self.v_proj))
        self.w = torch.softmax(self.q_norm(q) @ self.k_norm(k).transpose(2, 3) / 2, -1)
        return self.o_proj((self.w @ v).transpose(1, 2).reshape(x.shape))
m, x = Normed(), torch.randn(1, 5, 8)
m(x)
capture(m, inputs=x)
numpy.savez('expected.npz', **{f'w{h}': m.w[0, h].detach().numpy() for h in range(2)})
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Captured got = captured(folder);
    for (Index head = 0; head < 2; ++head)
        expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}),
                    got.figure("w" + std::to_string(head)));
    EXPECT_NE(io::report_lines(got.report).find("X holds Q, K and V of the module side by side"),
              std::string::npos)
        << io::report_lines(got.report);
}
