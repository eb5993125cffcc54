type Random = (below: number) => number

/** Fragments that can confuse parsers of markup. */
const strays = [
  '<',
  '>',
  '&',
  '"',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?',
  '?>',
  '<!DOCTYPE x>',
  '&lol;',
  '&#0;',
  '&#xD800;',
  '\0',
  '\uFFFE',
  '\uD83D',
  '😀',
  '</Ad>',
  '</VAST>',
  '<Ad><InLine>',
  '<Wrapper>',
  '-1',
  '1e999',
  'NaN',
  '%',
  ' ',
]

const mutations: readonly ((text: string, random: Random) => string)[] = [
  // Cut off, a piece removed, a piece repeated, two pieces exchanged.
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => splice(text, random(text.length), 1 + random(200), ''),
  (text, random) => {
    const from = random(text.length)
    return splice(text, from, 0, text.slice(from, from + random(500)).repeat(1 + random(20)))
  },
  (text, random) => {
    const [a = 0, b = 0] = [random(text.length), random(text.length)].sort((x, y) => x - y)
    return text.slice(b) + text.slice(a, b) + text.slice(0, a)
  },
  // Something strange in between, or in place of a character.
  (text, random) => splice(text, random(text.length), random(2), strays[random(strays.length)] ?? ''),
  (text, random) => splice(text, random(text.length), 1, String.fromCharCode(random(0x10000))),
  // A number is another one, a name has another case.
  (text, random) =>
    text.replace(/\d+/g, (digits) => (random(8) === 0 ? `${random(2) ? '-' : ''}${random(1e9)}` : digits)),
  (text, random) => text.replace(/<\/?\w+/g, (tag) => (random(20) === 0 ? tag.toLowerCase() : tag)),
]

/** A text with one or two changes that the random numbers choose. */
export function mutateText(text: string, random: Random): string {
  let changed = text
  for (let left = 1 + random(2); left > 0 && changed.length > 0; left--)
    changed = mutations[random(mutations.length)]?.(changed, random) ?? changed
  return changed
}

function splice(text: string, from: number, count: number, added: string): string {
  return text.slice(0, from) + added + text.slice(from + count)
}
