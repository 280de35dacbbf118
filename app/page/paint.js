// Paints a figure of the core on a 2D canvas: the words that figure_words.h describes.
"use strict";

// The families of page.css, in the order of core/figure/base/figure.h.
const [sans, mono] = ["--sans", "--mono"].map((name) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim());
const faces = [["", sans], ["bold ", sans], ["", mono], ["", '"DejaVu Sans", "Cambria Math", ' + sans]];
const fontOf = (face, size) => `${faces[face][0]}${size}px ${faces[face][1]}`;

const colours = new Map();
function colourOf(word) {
  let text = colours.get(word);
  if (!text) {
    text = "#" + word.toString(16).padStart(8, "0");
    colours.set(word, text);
  }
  return text;
}

function rounded(to, x, y, width, height, radius) {
  const r = Math.min(radius, width / 2, height / 2);
  to.beginPath();
  to.moveTo(x + r, y);
  to.arcTo(x + width, y, x + width, y + height, r);
  to.arcTo(x + width, y + height, x, y + height, r);
  to.arcTo(x, y + height, x, y, r);
  to.arcTo(x, y, x + width, y, r);
  to.closePath();
}

function paintImage(to, memory, x, y, width, height, columns, rows, at) {
  if (columns < 1 || rows < 1) return;
  const small = document.createElement("canvas");
  small.width = columns;
  small.height = rows;
  const pixels = new Uint8ClampedArray(memory, at, 4 * columns * rows);
  small.getContext("2d").putImageData(new ImageData(pixels.slice(), columns, rows), 0, 0);
  to.imageSmoothingEnabled = false;
  to.drawImage(small, x, y, width, height);
}

// `figure`: {words, lengths, texts, memory}; words and lengths are one list, read as whole numbers and as
// floats.
function paint(canvas, figure) {
  const { words, lengths, texts, memory } = figure;
  const width = lengths[0], height = lengths[1], sharp = window.devicePixelRatio || 1;
  const across = Math.round(width * sharp), down = Math.round(height * sharp);
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const to = canvas.getContext("2d");
  to.setTransform(sharp, 0, 0, sharp, 0, 0);
  to.clearRect(0, 0, width, height);
  to.fillStyle = colourOf(words[2]);
  to.fillRect(0, 0, width, height);
  to.textBaseline = "alphabetic";
  let text = 0, font = "";
  for (let at = 3; at < words.length;) {
    const kind = words[at++];
    if (kind === 1) {
      const x = lengths[at], y = lengths[at + 1], w = lengths[at + 2], h = lengths[at + 3];
      const fill = words[at + 4], stroke = words[at + 5], line = lengths[at + 6];
      const radius = lengths[at + 7];
      at += 8;
      if (fill & 255) {
        to.fillStyle = colourOf(fill);
        if (radius > 0) { rounded(to, x, y, w, h, radius); to.fill(); } else to.fillRect(x, y, w, h);
      }
      if (stroke & 255 && line > 0) {
        to.strokeStyle = colourOf(stroke);
        to.lineWidth = line;
        rounded(to, x + line / 2, y + line / 2, Math.max(0, w - line), Math.max(0, h - line),
                Math.max(0, radius - line / 2));
        to.stroke();
      }
    } else if (kind === 2) {
      to.strokeStyle = colourOf(words[at + 4]);
      to.lineWidth = lengths[at + 5];
      to.beginPath();
      to.moveTo(lengths[at], lengths[at + 1]);
      to.lineTo(lengths[at + 2], lengths[at + 3]);
      to.stroke();
      at += 6;
    } else if (kind === 3) {
      to.fillStyle = colourOf(words[at]);
      const count = words[at + 1];
      at += 2;
      to.beginPath();
      for (let corner = 0; corner < count; ++corner, at += 2) to.lineTo(lengths[at], lengths[at + 1]);
      to.closePath();
      to.fill();
    } else if (kind === 4) {
      const wanted = fontOf(words[at + 3], lengths[at + 2]);
      if (wanted !== font) to.font = font = wanted;
      to.fillStyle = colourOf(words[at + 4]);
      const turn = lengths[at + 5];
      if (turn) {
        to.save();
        to.translate(lengths[at + 6], lengths[at + 7]);
        to.rotate(-turn * Math.PI / 180);
        to.fillText(texts[text++], lengths[at] - lengths[at + 6], lengths[at + 1] - lengths[at + 7]);
        to.restore();
      } else {
        to.fillText(texts[text++], lengths[at], lengths[at + 1]);
      }
      at += 8;
    } else {
      paintImage(to, memory, lengths[at], lengths[at + 1], lengths[at + 2], lengths[at + 3],
                 words[at + 4], words[at + 5], words[at + 6]);
      at += 7;
    }
  }
}
