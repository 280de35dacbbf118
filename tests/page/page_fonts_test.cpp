// SPDX-License-Identifier: MIT
// A page contains its typefaces: it looks the same whatever is installed, and works without them.
#include "core/io/document/library.h"
#include "tests/page/page_documents.h"
#include "tests/page/page_fixture.h"

using namespace attn;
using test::Json;
using test::run;

namespace {

class PageFonts : public test::PageFixture {
protected:
    PageFonts() : PageFixture(test::Browser::Chromium) {}
};

/// `width(text, font)`: how wide the text is in a font of 100 pixels, as a canvas measures it.
constexpr const char* width = R"(
const width = (text, font) => {
  const to = document.createElement("canvas").getContext("2d");
  to.font = "100px " + font;
  return to.measureText(text).width;
};)";

/// The texts on the canvases and beside them, and the widths of some.
constexpr const char* look = R"(
attentionLab.refresh();
const find = (name) => document.getElementById(name);
const wide = [...document.querySelectorAll("h1, button, select, code, p, li")]
  .map((one) => one.getBoundingClientRect().width);
return [find("canvas").toDataURL(), find("query").toDataURL(), wide];)";

/// Counts all texts, of the canvases, each in its font, and of the controls; and lists those that
/// the page's typefaces lack.
constexpr const char* foreign_texts = R"(
const texts = [], drawn = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  texts.push([text, this.font]);
  drawn.call(this, text, ...place);
};
attentionLab.refresh();
CanvasRenderingContext2D.prototype.fillText = drawn;
for (const one of document.querySelectorAll("#lab *"))
  for (const node of one.childNodes)
    if (node.nodeType === Node.TEXT_NODE) texts.push([node.data, getComputedStyle(one).fontFamily]);
const carried = /"Attention Lab \w+", "Attention Lab Signs"/;
const found = texts.filter(([text, font]) => {
  const family = carried.exec(font)?.[0];
  return !family || width(text, family + ", serif") !== width(text, family + ", monospace");
});
return [texts.length, found];)";

} // namespace

TEST_F(PageFonts, AreCarriedByThePage) {
    const std::string widths = std::string(width) + "return [" +
                               R"('"Attention Lab Sans"', '"Attention Lab Mono"', '"No Such Face"']
        .map((one) => [width("Query 0.1", one + ", serif"), width("Query 0.1", one + ", monospace")]);)";
    const Json results = done({{{"open", file("four.html", *io::open_document("four-words"))}},
                               run("return [...document.fonts].map((one) => one.family + ' ' + "
                                   "one.weight + ' ' + one.status);"),
                               run(widths)});
    EXPECT_EQ(results[1],
              Json({"Attention Lab Sans 400 loaded", "Attention Lab Sans 700 loaded",
                    "Attention Lab Mono 400 loaded", "Attention Lab Signs 400 loaded"}));
    const Json &sans = results[2][0], &mono = results[2][1], &none = results[2][2];
    EXPECT_EQ(sans[0], sans[1]) << "nothing stands in for it";
    EXPECT_EQ(mono[0], mono[1]);
    EXPECT_NE(none[0], none[1]);
    EXPECT_NE(sans[0], none[0]);
    EXPECT_NEAR(mono[0].get<double>(), 540, 0.01) << "nine letters of six tenths each";
}

TEST_F(PageFonts, HaveEveryTextOfEveryPreset) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    Json orders = {{{"open", file("fonts.html", new_document())}}};
    for (const auto& preset : *presets)
        orders.push_back(run(width + test::replaced_by(*io::open_document(preset.name)) +
                             "attentionLab.refresh();" + foreign_texts));
    const Json results = done(orders);
    for (std::size_t at = 0; at < presets->size(); ++at) {
        EXPECT_GT(results[at + 1][0], 50) << (*presets)[at].name;
        EXPECT_EQ(results[at + 1][1], Json::array()) << (*presets)[at].name;
    }
}

TEST_F(PageFonts, LookTheSameWhateverIsInstalled) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const Json orders = {{{"open", page}}, run(look), {{"click", "weights[1,4]"}}, run(look)};
    // A machine without Inter and JetBrains Mono.
    const std::string other =
        folder_.file("fonts.conf", "<?xml version=\"1.0\"?>"
                                   "<!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\">"
                                   "<fontconfig><include>/etc/fonts/conf.d</include>"
                                   "<dir>/usr/share/fonts/truetype/dejavu</dir>"
                                   "<cachedir>" +
                                       folder_ / "cache" + "</cachedir></fontconfig>");
    const Json results = done(orders);
    const Json others = done(orders, {{"environment", {{"FONTCONFIG_FILE", other}}}});
    EXPECT_NE(results[1], results[3]);
    EXPECT_TRUE(others[1] == results[1]) << "at rest";
    EXPECT_TRUE(others[3] == results[3]) << "with an explanation";
}

TEST_F(PageFonts, AreReplacedIfTheBrowserRefusesThem) {
    const std::string page = file("four.html", *io::open_document("four-words"));
    for (const char* browser :
         {"delete window.FontFace;",
          "Object.defineProperty(document, 'fonts', {value: undefined});",
          "FontFace.prototype.load = () => Promise.reject(new Error('no fonts here'));"}) {
        const Json results = done({{{"before", browser}},
                                   {{"open", page}},
                                   run("return document.fonts ? document.fonts.size : 0;"),
                                   run("return document.getElementById('lab').hidden;"),
                                   run(look),
                                   {{"log", nullptr}}});
        EXPECT_TRUE(results[1].is_null()) << results[1];
        EXPECT_EQ(results[2], 0);
        EXPECT_EQ(results[3], false);
        EXPECT_GT(results[4][0].get<std::string>().size(), 10'000U) << "a picture";
        EXPECT_EQ(results[5], Json::array());
    }
}
