const regexMayFollow = new Set('(,=:[!&|?{;+-*%~^>')
const wordsBeforeRegex = /\b(?:return|typeof|case|in|of|do|else|void|yield|await)$/
const importBefore = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\(|\bvi\.mock\s*\()\s*$/

/** Reads TypeScript or JavaScript without understanding it: `code` is the text with the insides of comments,
 * strings and regular expressions blanked, `comments` the text with all but the comments blanked, and `imports`
 * each module that is named, dynamic imports too.
 * @param {string} text
 * @returns {{ code: string, comments: string, imports: string[] }} */
export function scan(text) {
  const blank = text.replace(/[^\n]/g, ' ')
  const kept = { code: '', comments: '' }
  /** @type {string[]} */
  const imports = []
  // Where each open `${` of a template began, as the depth of braces there.
  /** @type {number[]} */
  const templates = []
  let depth = 0
  let at = 0

  /** @param {number} end @param {'code' | 'comments' | null} as */
  const take = (end, as) => {
    kept.code += (as === 'code' ? text : blank).slice(at, end)
    kept.comments += (as === 'comments' ? text : blank).slice(at, end)
    at = end
  }
  const takeTemplate = () => {
    const end = endOfTemplate(text, at)
    if (text[end - 1] === '{') templates.push(depth)
    take(end, null)
  }

  while (at < text.length) {
    const char = text[at]
    const next = text[at + 1]
    if (char === '/' && next === '/') take(indexOrEnd(text, '\n', at), 'comments')
    else if (char === '/' && next === '*') take(indexOrEnd(text, '*/', at + 2, 2), 'comments')
    else if (char === "'" || char === '"') {
      const end = endOfLiteral(text, at, char)
      if (importBefore.test(kept.code.slice(-80))) imports.push(text.slice(at + 1, end - 1))
      take(at + 1, 'code')
      take(end, null)
    } else if (char === '`') {
      at += 1
      kept.code += '`'
      kept.comments += ' '
      takeTemplate()
    } else if (char === '/' && startsRegex(kept.code.slice(-80))) take(endOfLiteral(text, at, '/'), null)
    else if (char === '}' && templates.at(-1) === depth) {
      templates.pop()
      take(at + 1, null)
      takeTemplate()
    } else {
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      take(at + 1, 'code')
    }
  }
  return { code: kept.code, comments: kept.comments, imports }
}

/** @param {string} before the last code before the slash */
function startsRegex(before) {
  const trimmed = before.trimEnd()
  return trimmed === '' || regexMayFollow.has(trimmed.slice(-1)) || wordsBeforeRegex.test(trimmed)
}

/** The place after a string or regular expression; neither crosses a line, so a lone quote costs one line.
 * @param {string} text @param {number} start @param {string} close */
function endOfLiteral(text, start, close) {
  let inClass = false
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '\n') return at
    else if (close === '/' && char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === close && !inClass) return at + 1
  }
  return text.length
}

/** The place after the part of a template that starts here: after its closing quote, or after `${`.
 * @param {string} text @param {number} start */
function endOfTemplate(text, start) {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return at + 1
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2
  }
  return text.length
}

/** @param {string} text @param {string} what @param {number} from */
function indexOrEnd(text, what, from, length = 0) {
  const found = text.indexOf(what, from)
  return found === -1 ? text.length : found + length
}
