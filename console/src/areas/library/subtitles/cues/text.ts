/** WebVTT tags (section 6.4). Other text in angle brackets is literal. */
const tag = /<\/?(?:b|i|u|c|v|lang|ruby|rt)(?:\.[^\s.<>&]{1,100})*(?:[ \t][^<>\n]*)?>|<\d[\d:.]{4,14}>/g
const reference = /&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#\d{1,7}|#x[0-9a-f]{1,6});/y
const named: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Converts typed text to WebVTT cue text: keeps WebVTT tags and escapes the rest. */
export function cueText(typed: string): string {
  let text = ''
  let at = 0
  for (const { 0: found, index } of typed.matchAll(tag)) {
    text += escaped(typed.slice(at, index)) + found
    at = index + found.length
  }
  return text + escaped(typed.slice(at))
}

/** Converts cue text to what the user types: `&` for `&amp;`, if that converts back to the same text. */
export function typedText(text: string): string {
  const typed = text.replace(/&(?:amp|lt|gt);/g, (found) => named[found] ?? found)
  return cueText(typed) === text ? typed : text
}

/** The text without tags and escapes. */
export function plainText(text: string): string {
  return text.replace(tag, '').replace(/&(?:amp|lt|gt);/g, (found) => named[found] ?? found)
}

/** The positions of white space in typed text, outside of tags. */
export function spacesIn(typed: string): number[] {
  const visible = typed.replace(tag, (found) => '-'.repeat(found.length))
  return Array.from(visible.matchAll(/\s/g), ({ index }) => index)
}

function escaped(words: string): string {
  return words.replace(/[&<>]/g, (sign, at: number) => {
    if (sign !== '&') return sign === '<' ? '&lt;' : '&gt;'
    reference.lastIndex = at
    return reference.test(words) ? '&' : '&amp;'
  })
}
