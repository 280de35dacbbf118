// What the page holds packed: bytes as letters in base 85, the core by LZMA, which is a fifth smaller
// than gzip and needs nothing of the browser, and documents by gzip.

// The bytes of a text in base 85 (ZeroMQ's Z85, with ~ for <): five letters are four bytes.
const letters85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&~>()[]{}@%$#";

function bytesOf(text, size) {
  const values = new Uint8Array(128);
  for (let at = 0; at < 85; ++at) values[letters85.charCodeAt(at)] = at;
  const view = new DataView(new ArrayBuffer(text.length / 5 * 4));
  for (let from = 0, to = 0; from < text.length; to += 4) {
    let number = 0;
    for (let digit = 0; digit < 5; ++digit) number = number * 85 + values[text.charCodeAt(from++)];
    view.setUint32(to, number);
  }
  return new Uint8Array(view.buffer, 0, size);
}

function packedBytes(element) {
  return bytesOf(element.textContent.trim(), Number(element.dataset.size));
}

function fromGzip(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// LZMA without a header and with lc = 3, lp = 0 and pb = 0, as Igor Pavlov's specification of LZMA
// has it. A range coder gives bits, each by the probability of its place in `odds`, which it learns;
// the bits are letters, or how far back and how long to copy.
function fromLzma(packed, length) {
  const letters = 0, matches = 8 * 0x300, repeats = matches + 12, first = repeats + 12;
  const short = first + 12, second = short + 12, third = second + 12, slots = third + 12;
  const special = slots + 4 * 64, align = special + 115, lengths = align + 16;
  const sizes = 2 + 8 + 8 + 256, repeatedLengths = lengths + sizes;
  const odds = new Uint16Array(repeatedLengths + sizes).fill(1024);
  const out = new Uint8Array(length);
  let next = 5;
  // In arrays, where numbers of 32 bits stay numbers of 32 bits: range and code.
  const range = new Uint32Array([0xffffffff]), code = new Uint32Array(1);
  code[0] = new DataView(packed.buffer, packed.byteOffset).getUint32(1);

  function refill() {
    range[0] <<= 8;
    code[0] = code[0] << 8 | packed[next++];
  }
  function bit(place) {
    const odd = odds[place], bound = (range[0] >>> 11) * odd, isOne = code[0] >= bound;
    if (isOne) {
      range[0] -= bound;
      code[0] -= bound;
      odds[place] = odd - (odd >> 5);
    } else {
      range[0] = bound;
      odds[place] = odd + (2048 - odd >> 5);
    }
    if (range[0] < 0x1000000) refill();
    return isOne ? 1 : 0;
  }
  function number(place, bits) {
    let found = 1;
    for (let at = 0; at < bits; ++at) found = found << 1 | bit(place + found);
    return found - (1 << bits);
  }
  function turned(place, bits) {
    let found = 0, branch = 1;
    for (let at = 0; at < bits; ++at) {
      const one = bit(place + branch);
      branch = branch << 1 | one;
      found |= one << at;
    }
    return found;
  }
  function evenly(bits) {
    let found = 0;
    for (let at = 0; at < bits; ++at) {
      range[0] >>>= 1;
      const isOne = code[0] >= range[0];
      if (isOne) code[0] -= range[0];
      found = found << 1 | isOne;
      if (range[0] < 0x1000000) refill();
    }
    return found;
  }
  function copied(place) {
    if (!bit(place)) return number(place + 2, 3);
    return bit(place + 1) ? 16 + number(place + 18, 8) : 8 + number(place + 10, 3);
  }
  function distance(size) {
    const slot = number(slots + 64 * Math.min(size, 3), 6), bits = (slot >> 1) - 1;
    if (slot < 4) return slot;
    const from = (2 | slot & 1) << bits;
    return slot < 14 ? from + turned(special + from - slot, bits)
                     : from + (evenly(bits - 4) << 4) + turned(align, 4);
  }

  let state = 0, at = 0, back = [0, 0, 0, 0];
  while (at < length) {
    if (!bit(matches + state)) {
      const place = letters + 0x300 * ((at ? out[at - 1] : 0) >> 5);
      let letter = 1;
      if (state > 6)
        for (let like = out[at - back[0] - 1], isLike = true; isLike && letter < 256; like <<= 1) {
          const hint = like >> 7 & 1, one = bit(place + (1 + hint << 8) + letter);
          letter = letter << 1 | one;
          isLike = hint === one;
        }
      while (letter < 256) letter = letter << 1 | bit(place + letter);
      out[at++] = letter;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let size;
    if (bit(repeats + state)) {
      if (!bit(first + state)) {
        if (!bit(short + state)) {
          out[at] = out[at - back[0] - 1];
          ++at;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else {
        const which = !bit(second + state) ? 1 : 2 + bit(third + state);
        back.unshift(...back.splice(which, 1));
      }
      size = copied(repeatedLengths);
      state = state < 7 ? 8 : 11;
    } else {
      size = copied(lengths);
      back = [distance(size), ...back.slice(0, 3)];
      state = state < 7 ? 7 : 10;
    }
    for (const end = Math.min(length, at + size + 2); at < end; ++at) out[at] = out[at - back[0] - 1];
  }
  return out;
}

