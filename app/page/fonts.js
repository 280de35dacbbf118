// Loads the typefaces that the page carries (fonts.sh), so that it looks the same everywhere. Their
// names differ from those of installed typefaces; page.css says what replaces one that a browser refuses.

const carried = [["Attention Lab Sans", "400"], ["Attention Lab Sans", "700"],
                 ["Attention Lab Mono", "400"], ["Attention Lab Signs", "400"]];

async function loadFonts() {
  const held = document.getElementById("fonts");
  if (!held) return; // a large page carries none
  const lengths = held.dataset.lengths.split(" ").map(Number);
  const bytes = await new Response(fromLzma(held, lengths.reduce((sum, one) => sum + one))).arrayBuffer();
  let from = 0;
  await Promise.allSettled(carried.map(async ([family, weight], at) => {
    const font = bytes.slice(from, from += lengths[at]);
    document.fonts.add(await new FontFace(family, font, { weight }).load());
  }));
}
