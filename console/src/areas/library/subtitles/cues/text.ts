/** A tag of WebVTT's own (section 6.4); whatever else is in angle brackets is words. */
const tag = /<\/?(?:b|i|u|c|v|lang|ruby|rt)(?:\.[^\s.<>&]{1,100})*(?:[ \t][^<>\n]*)?>|<\d[\d:.]{4,14}>/g
const reference = /&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#\d{1,7}|#x[0-9a-f]{1,6});/y
const named: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Cue text as WebVTT has it, of what a person typed: tags of WebVTT's stay, all else is words. */
export function cueText(typed: string): string {
  let text = ''
  let at = 0
  for (const { 0: found, index } of typed.matchAll(tag)) {
    text += escaped(typed.slice(at, index)) + found
    at = index + found.length
  }
  return text + escaped(typed.slice(at))
}

/** Cue text as a person reads and types it: `&` for `&amp;`, as long as that comes back as the same. */
export function typedText(text: string): string {
  const typed = text.replace(/&(?:amp|lt|gt);/g, (found) => named[found] ?? found)
  return cueText(typed) === text ? typed : text
}

/** What a viewer reads of it. */
export function plainText(text: string): string {
  return text.replace(tag, '').replace(/&(?:amp|lt|gt);/g, (found) => named[found] ?? found)
}

function escaped(words: string): string {
  return words.replace(/[&<>]/g, (sign, at: number) => {
    if (sign !== '&') return sign === '<' ? '&lt;' : '&gt;'
    reference.lastIndex = at
    return reference.test(words) ? '&' : '&amp;'
  })
}
