// SPDX-License-Identifier: MIT
// Captures modules from course books and teaching programs with assets/capture.py.
#include "tests/programs/captured.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace attn;
using attn::test::Captured;
using attn::test::captured;
using attn::test::expect_near;
using attn::test::run_capture;

namespace {

/// Modules of course books and teaching programs, each with its own weights and outputs to compare
/// with.
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
    const auto ended = run_capture(folder, course_books);
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

TEST(LargeCapture, OneHeadIsComparedLikeAllHeads) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, std::string(course_books) + R"(
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

// Softmax as exponentials divided by their sum, and products by torch.einsum: each way to write the
// weights, in a module with known projections and in one without.
TEST(LargeCapture, WeightsByHandAndProductsByEinsumAreCaptured) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
import json, numpy
from torch import nn
def fill(x, mask, value):
    return x.masked_fill(mask, value)
def in_place(s):
    e = s.exp()
    e /= e.sum(-1, keepdim=True)
    return e
def by_parts(s):
    e = torch.exp(s - s.max(-1, keepdim=True).values)
    return torch.div(e, torch.sum(e, dim=-1).unsqueeze(-1))
def all_in_place(s):
    s = s.clone()
    s -= s.max()
    return s.exp_().div_(s.sum(-1, keepdim=True))
def named(s):
    e = torch.exp(input=s.sub(other=s.max(-1, keepdim=True).values))
    return torch.div(other=e.sum(-1, keepdim=True), input=e)
ways = {
    'twice': lambda s: torch.exp(s) / torch.exp(s).sum(-1, keepdim=True),
    'shifted': by_parts,
    'in_place': in_place,
    'all_in_place': all_in_place,
    'inverse': lambda s: s.exp() * (1 / s.exp().sum(-1, keepdim=True)),
    'normalize': lambda s: nn.functional.normalize(torch.exp(s), p=1, dim=-1),
    'logsumexp': lambda s: torch.exp(s - torch.logsumexp(s, -1, keepdim=True)),
    'logarithm': lambda s: torch.log_softmax(s, -1).exp(),
    'softmax': lambda s: torch.softmax(s, -1),
    'named': named,
    'named_logarithm': lambda s: torch.exp(input=nn.functional.log_softmax(input=s, dim=-1)),
    'named_softmax': lambda s: torch.softmax(dim=-1, input=s)}
later = torch.ones(5, 5, dtype=torch.bool).triu(1)
masked = {
    'infinite': lambda way, s: way(s.masked_fill(later, -torch.inf)),
    'multiplied': lambda way, s: (lambda e: e / e.sum(-1, keepdim=True))(s.exp() * (~later).double()),
    'filled': lambda way, s: (lambda e: e / e.sum(-1, keepdim=True))(
        torch.exp(s - s.max(-1, keepdim=True).values).masked_fill(later, 0.0)),
    'named_multiplied': lambda way, s: (lambda e: e.div(other=e.sum(-1, keepdim=True)))(
        torch.mul(input=s.exp(), other=(~later).double())),
    'named_filled': lambda way, s: (lambda e: e / e.sum(-1, keepdim=True))(
        torch.masked_fill(input=torch.exp(s), mask=later, value=0.0))}
products = {
    'matmul': (lambda q, k: q @ k.transpose(-2, -1), lambda w, v: (w @ v).transpose(1, 2)),
    'by_name': (lambda q, k: torch.matmul(other=k.transpose(-2, -1), input=q),
              lambda w, v: w.matmul(other=v).transpose(1, 2)),
    'einsum': (lambda q, k: torch.einsum('bhqd,bhkd->bhqk', q, k),
               lambda w, v: torch.einsum('bhqk,bhkd->bqhd', w, v)),
    'dots': (lambda q, k: torch.einsum('...id,...jd->...ij', q, k),
             lambda w, v: torch.einsum('...ij,...jd->...id', w, v).transpose(1, 2)),
    'turned': (lambda q, k: torch.einsum('bhjd,bhid->bhij', k, q),
               lambda w, v: torch.einsum('bhjd, bhij -> bihd', v, w)),
    'long': (lambda q, k: torch.einsum('blhe,bshe->bhls', q.transpose(1, 2), k.transpose(1, 2)),
             lambda w, v: torch.einsum('bhls,bshd->blhd', w, v.transpose(1, 2)))}
class Known(nn.Module):
    def __init__(self, way, mask, product):
        super().__init__()
        self.num_heads, self.way, self.mask, self.product = 2, way, mask, product
        self.W_q, self.W_k, self.W_v, self.W_o = (nn.Linear(6, 6) for _ in range(4))
    def project(self, x):
        return (p(x).view(*x.shape[:2], 2, 3).transpose(1, 2)
                for p in (self.W_q, self.W_k, self.W_v))
    def forward(self, x):
        q, k, v = self.project(x)
        s = self.product[0](q, k) / 3 ** 0.5
        self.w = self.way(s) if self.mask is None else self.mask(self.way, s)
        return self.W_o(self.product[1](self.w, v).reshape(x.shape))
class Unknown(Known):  # projections in one tensor of three axes
    def __init__(self, *given):
        super().__init__(*given)
        del self.W_q, self.W_k, self.W_v
        self.both = nn.Parameter(torch.randn(3, 6, 6))
    def project(self, x):
        return (torch.einsum('bnd,de->bne', x, one).view(*x.shape[:2], 2, 3).transpose(1, 2)
                for one in self.both)
tried = []
def take(name, kind, *given):
    m, x = kind(*given), torch.randn(2, 5, 6)
    y = m(x)
    capture(m, inputs=x, batch=1, path=name + 'capture.npz')
    numpy.savez(name + 'expected.npz', y=y[1].detach().numpy(),
                **{f'w{h}': m.w[1, h].detach().numpy() for h in range(2)})
    tried.append(name)
for name, way in ways.items():
    take(f'known-{name}-', Known, way, None, products['matmul'])
    take(f'unknown-{name}-', Unknown, way, None, products['einsum'])
for name, mask in masked.items():
    take(f'known-{name}-', Known, ways['twice'], mask, products['einsum'])
    take(f'unknown-{name}-', Unknown, ways['twice'], mask, products['matmul'])
for name, product in products.items():
    take(f'known-{name}-', Known, ways['shifted'], masked['infinite'], product)
    take(f'unknown-{name}-', Unknown, ways['shifted'], masked['infinite'], product)
print('\n'.join(tried))
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    std::istringstream names(ended.out);
    int count = 0;
    for (std::string name; std::getline(names, name); ++count) {
        SCOPED_TRACE(name);
        const Captured got = captured(folder, name);
        ASSERT_EQ(head_count(got.document), 2);
        for (Index head = 0; head < 2; ++head)
            expect_near(matrix_of(got.document, got.trace, {Stage::Weights, head}),
                        got.figure("w" + std::to_string(head)));
        if (name.starts_with("known"))
            expect_near(matrix_of(got.document, got.trace, {Stage::Attention}), got.figure("y"));
    }
    EXPECT_EQ(count, 2 * (12 + 5 + 6));
}

// Each function that capture watches, called in every form that PyTorch accepts and in some that it
// rejects, gives the same number or error as without capture, inside and outside the attention.
TEST(LargeCapture, WatchedFunctionsReturnTheirUsualResults) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
from torch import nn
F = nn.functional
def x(): return torch.arange(1.0, 5.0).reshape(2, 2)
def y(): return torch.tensor([[2.0, 3.0], [5.0, 7.0]])
later = torch.tensor([[False, True], [False, False]])
forms = {}
def add(name, form): forms[name] = form
def add_all(name, second, wide):
    make = lambda of: of()[None] if wide else of()
    def by(place, *positions, **named):
        add(f'{name} {place.__name__} {len(positions)} {sorted(named)}', lambda: getattr(
            place, name)(*(make(of) for of in positions),
                         **{key: make(of) if callable(of) else of for key, of in named.items()}))
    for place in (torch, torch.Tensor):
        if hasattr(place, name):
            by(place, x, y)
            by(place, x, **{second: y})
            by(place, x, x2=y)
            by(place, x)
            by(place, x, y, x)
            by(place, x, wrong=y)
            by(place, x, **{second: '3'})
    if hasattr(torch, name):
        by(torch, **{'input': x, second: y})
        by(torch, **{second: y, 'x': x})
        by(torch, x1=x, x2=y)
        by(torch, x, y, out=x)
        by(torch, **{'input': x, second: y, 'out': x})
for name in ('mul', 'mul_', 'multiply', '__mul__', '__rmul__', '__imul__', 'div', 'div_', 'divide',
             'true_divide', '__truediv__', '__itruediv__', 'sub', 'sub_', 'subtract', '__sub__',
             '__isub__', 'matmul', '__matmul__'):
    add_all(name, 'other', False)
add_all('mm', 'mat2', False)
add_all('bmm', 'mat2', True)
add('sub alpha', lambda: torch.sub(x(), other=y(), alpha=2))
add('sub of three', lambda: torch.sub(x(), 2, y()))
add('div rounding', lambda: torch.div(input=x(), other=y(), rounding_mode='floor'))
add('mul number', lambda: x().mul(other=3))
add('exp', lambda: torch.exp(input=x()))
add('exp none', lambda: torch.exp())
add('exp out', lambda: torch.exp(x(), out=y()))
add('exp_', lambda: x().exp_())
add('exp_ by name', lambda: torch.exp_(input=x()))
add('exp whole', lambda: torch.mul(torch.exp(x().long()), other=~later))
add('exp filled', lambda: torch.masked_fill(torch.exp(input=x().long()), later, 0))
for place in (torch, F):
    for name in ('softmax', 'log_softmax'):
        of = lambda place=place, name=name: getattr(place, name)
        add(f'{name} {place.__name__} named', lambda of=of: of()(input=x(), dim=-1))
        add(f'{name} {place.__name__} axis', lambda of=of: of()(x(), axis=-1))
        add(f'{name} {place.__name__} places', lambda of=of: of()(x(), -1))
        add(f'{name} {place.__name__} none', lambda of=of: of()(dim=-1))
        add(f'{name} method {place.__name__}', lambda name=name: getattr(x(), name)(dim=-1))
for name in ('masked_fill', 'masked_fill_'):
    add(f'{name} named', lambda name=name: getattr(x(), name)(mask=later, value=0.0))
    add(f'{name} places', lambda name=name: getattr(x(), name)(later, 0.0))
    add(f'{name} none', lambda name=name: getattr(x(), name)(later))
add('masked_fill all', lambda: torch.masked_fill(value=-1.0, mask=later, input=x()))
add('einsum', lambda: torch.einsum('ij,jk->ik', x(), y()))
add('einsum list', lambda: torch.einsum('ij,jk->ik', [x(), y()]))
add('einsum numbers', lambda: torch.einsum(x(), [0, 1], y(), [1, 2], [0, 2]))
add('einsum none', lambda: torch.einsum('ij,jk->ik'))
if hasattr(F, 'scaled_dot_product_attention'):
    add('fused', lambda: F.scaled_dot_product_attention(query=x(), value=y(), key=x()))
    add('fused none', lambda: F.scaled_dot_product_attention(x(), y()))
def outcomes():
    found = {}
    for name, form in forms.items():
        try:
            found[name] = str(form())
        except Exception as fault:
            found[name] = type(fault).__name__ + ': ' + str(fault)
    return found
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_q, self.W_k, self.W_v = (nn.Linear(2, 2) for _ in range(3))
    def forward(self, x):
        self.inside = outcomes()
        q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
        return torch.matmul(input=torch.softmax(input=q @ k.transpose(-2, -1), dim=-1), other=v)
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
    def forward(self, x):
        self.before = outcomes()
        y = self.attention(x)
        self.after = outcomes()
        return y
m, wanted = Model(), outcomes()
capture(m, inputs=torch.randn(1, 3, 2))
for where, found in (('before', m.before), ('inside', m.attention.inside), ('after', m.after)):
    for name, text in wanted.items():
        if found[name] != text:
            print(f'{where}: {name}: {found[name]} instead of {text}')
assert sum('Error' in text for text in wanted.values()) > 20, wanted
assert sum('tensor' in text for text in wanted.values()) > 80, wanted
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.out, "");
}

TEST(LargeCapture, WeightsThatAreNoSoftmaxAreRefusedWithARemedy) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
from torch import nn
class Linear(nn.Module):  # no exponentials, and exponentials over other sums
    def __init__(self, weigh):
        super().__init__()
        self.weigh, self.num_heads = weigh, 1
        self.W_q, self.W_k, self.W_v = (nn.Linear(6, 6) for _ in range(3))
    def forward(self, x):
        return self.weigh(self.W_q(x) @ self.W_k(x).transpose(1, 2)) @ self.W_v(x)
for weigh in (lambda s: s / s.sum(-1, keepdim=True), lambda s: s.relu(),
              lambda s: torch.exp(s) / torch.exp(s).sum(-2, keepdim=True)):
    try:
        capture(Linear(weigh), inputs=torch.randn(1, 4, 6))
        print('captured')
    except Refused as reason:
        print(reason)
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    std::istringstream lines(ended.out);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count)
        EXPECT_NE(
            line.find("divides no exponentials of its scores by the sums of their rows; write "
                      "its weights as torch.softmax(scores, dim=-1)"),
            std::string::npos)
            << line;
    EXPECT_EQ(count, 3);
}

// A capture that differs is no document: the error says that the archive is from a model.
TEST(LargeCapture, DifferencesMakeTheImportFail) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
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

// Norms of queries and keys stand between projections and scores, so the products are captured.
TEST(LargeCapture, UnknownStepsBeforeTheScoresLeaveTheProducts) {
    const test::TempDir folder;
    const auto ended = run_capture(folder, R"(
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
