// SPDX-License-Identifier: MIT
// A page shows the calculation step by step: the program's sentences with the current numbers.
#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/document/telling/step.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/page/page_fixture.h"

using namespace attn;
using test::back;
using test::Json;
using test::next;
using test::run;
using test::tell;
using test::told_after;

namespace {

class StepsPage : public test::PageFixture {
protected:
    StepsPage() : PageFixture(test::Browser::Chromium) {}
};

Json told(const Document& document, std::size_t at) {
    const Trace trace = evaluate(document);
    const auto list = steps(document);
    const View view;
    return {std::to_string(at + 1) + " of " + std::to_string(list.size()),
            to_text(title(document, trace, view, list[at])),
            to_text(sentence(document, trace, view, list[at])), io::write_document(document)};
}

Result<Document> two_layers() {
    const Document one = *io::open_document("causal-decoder-block");
    AttentionOptions options = one.options;
    options.block->layers = 2;
    return apply(one, SetOptions{options, "Layers"});
}

} // namespace

TEST_F(StepsPage, EveryStepSaysWhatTheProgramSays) {
    for (const char* preset : {"the-cat-chased-the-mouse", "two-heads", "causal-decoder-block",
                               "concepts", "two layers"}) {
        const auto document =
            preset == std::string("two layers") ? two_layers() : io::open_document(preset);
        ASSERT_TRUE(document) << preset;
        const std::size_t count = steps(*document).size();
        Json orders = {{{"open", file("steps.html", *document)}}, told_after(tell)};
        for (std::size_t at = 1; at < count; ++at)
            orders.push_back(told_after(next));
        orders.push_back(told_after(next)); // the end stays the end
        orders.push_back(told_after(back));
        const Json results = done(orders);
        for (std::size_t at = 0; at < count; ++at)
            EXPECT_EQ(results[at + 1], told(*document, at)) << preset;
        EXPECT_EQ(results[count + 1], told(*document, count - 1)) << preset;
        EXPECT_EQ(results[count + 2], told(*document, count - 2)) << preset;
    }
}

TEST_F(StepsPage, TheLayerOfAStepIsOpenAndAnotherCanBeChosen) {
    const auto document = two_layers();
    ASSERT_TRUE(document);
    const std::string seen =
        "const of = (id) => document.getElementById(id);"
        "return [of('layer').selectedOptions[0].textContent,"
        "[...of('matrices').children].some((one) => one.textContent === 'X')];";
    const std::string choose = "const layer = document.getElementById('layer'); layer.value = 1;"
                               "layer.dispatchEvent(new Event('change'));attentionLab.refresh();";
    std::string on = tell;
    for (std::size_t at = 0; at < steps(*document).size(); ++at)
        on += next;
    const Json results = done({{{"open", file("steps.html", *document)}},
                               run(seen),
                               run(choose + seen),
                               run(on + "attentionLab.refresh();" + seen)});
    EXPECT_EQ(results[1], Json({"layer 0 (1st of 2)", true}));
    EXPECT_EQ(results[2], Json({"layer 1 (2nd of 2)", false})) << "X is of the first layer";
    EXPECT_EQ(results[3], Json({"layer 1 (2nd of 2)", false}))
        << "the last step is of the last layer";
}

TEST_F(StepsPage, SentencesFollowChangesAndOtherMatricesStepBack) {
    const auto given = io::open_document("the-cat-chased-the-mouse");
    ASSERT_TRUE(given);
    const auto changed = apply(*given, SetCell{Place{}, 9});
    ASSERT_TRUE(changed);
    ASSERT_NE(told(*given, 0), told(*changed, 0));
    const std::string picture = "return document.getElementById('canvas').toDataURL();";
    const std::string toggled = tell + "attentionLab.refresh();";
    const Json orders = {{{"open", file("steps.html", *given)}},
                         run(picture),
                         run(toggled + picture),
                         run(toggled + picture),
                         told_after(tell +
                                    "attentionLab.apply({command: 'set_cell', place: 'X[0,0]',"
                                    "value: 9});")};
    const Json results = done(orders);
    EXPECT_NE(results[2], results[1]);
    EXPECT_EQ(results[3], results[1]) << "without steps the whole is as before";
    EXPECT_EQ(results[4], told(*changed, 0));
}

TEST_F(StepsPage, OnAPhoneTheMatricesOfAStepNeedNoScrolling) {
    const auto document = io::open_document("the-cat-chased-the-mouse");
    ASSERT_TRUE(document);
    const std::string wide = "const room = document.getElementById('room');"
                             "return room.scrollWidth - room.clientWidth;";
    const std::string to_scaling = next + next + next + "attentionLab.refresh();";
    const Json phone = {{"width", 390}, {"height", 844}, {"pixelRatio", 2}, {"touch", true}};
    const Json results = done({{{"open", file("steps.html", *document)}},
                               run(tell + "attentionLab.refresh();" + wide),
                               run(to_scaling + wide)},
                              {{"phone", phone}});
    EXPECT_LE(results[1].get<Real>(), 1);
    EXPECT_LE(results[2].get<Real>(), 1);
}
