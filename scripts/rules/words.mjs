import { parseSource } from './syntax.mjs'

/** @typedef {import('./glossary.mjs').Entry} Entry */
/** @typedef {import('./sources.mjs').Source} Source */
/** @typedef {{ line: number, entry: Entry }} Found */

const textFile = /\/texts\.json$/

/** The glossary terms that the code and the English texts still use, one line each: file, line, term and
 * replacement.
 * @param {Source[]} code
 * @param {Source[]} texts
 * @param {readonly Entry[]} glossary
 * @returns {string[]} */
export function replacedWords(code, texts, glossary) {
  const english = texts.filter(({ path: file }) => textFile.test(file))
  const entriesOf = nameReader(glossary)
  return [
    ...code.flatMap((source) => linesOf(source, codeWords(source, glossary, entriesOf))),
    ...english.flatMap((source) => linesOf(source, textWords(englishOf(source.text), glossary))),
  ]
}

/** The errors of the subject of a commit: glossary terms and several thoughts.
 * @param {string} subject
 * @param {readonly Entry[]} glossary
 * @returns {string[]} */
export function badSubject(subject, glossary) {
  const words = textWords(subject, glossary).map(
    ({ entry }) => `says "${entry.term}", the word is: ${entry.use}`,
  )
  return words.concat(subject.includes(';') ? ['joins several thoughts'] : [])
}

/** Caches the entries of each name, because names repeat.
 * @param {readonly Entry[]} glossary
 * @returns {(name: string) => Entry[]} the entries that a name uses */
function nameReader(glossary) {
  /** @type {Map<string, Entry[]>} */
  const known = new Map()
  const entriesIn = (/** @type {string[]} */ words) => glossary.filter((entry) => uses(words, entry))
  return (name) => {
    const entries = known.get(name) ?? entriesIn(splitWords(name))
    known.set(name, entries)
    return entries
  }
}

/** @param {Source} source @param {readonly Entry[]} glossary @param {(name: string) => Entry[]} entriesOf */
function codeWords(source, glossary, entriesOf) {
  const { names, comments, titles } = parseSource(source)
  const places = [...source.path.split('/').map((name) => ({ name, line: 1 })), ...names]
  const inNames = places.flatMap(({ name, line }) => entriesOf(name).map((entry) => ({ line, entry })))
  return inNames.concat(textWords(comments, glossary), textWords(titles, glossary))
}

/** @param {string} text @param {readonly Entry[]} glossary @returns {Found[]} */
function textWords(text, glossary) {
  return glossary.flatMap((entry) => {
    if (!entry.inText) return []
    // A phrase can continue in the next line of a comment.
    const pattern = new RegExp(`\\b${entry.term.replaceAll(' ', '[\\s*/]+')}s?\\b`, 'gi')
    return Array.from(text.matchAll(pattern), ({ index }) => ({ line: lineAt(text, index), entry }))
  })
}

/** @param {string} text @param {number} index */
function lineAt(text, index) {
  return text.slice(0, index).split('\n').length
}

/** A file of texts without its keys and other languages, each text in its line.
 * @param {string} text */
function englishOf(text) {
  return text.replace(/"(?:hi|ar|te)"\s*:\s*"(?:[^"\\]|\\.)*"/g, '').replace(/"(?:[^"\\]|\\.)*"\s*:/g, '')
}

/** The words of a name: `useHTTPCall-2` is use, http, call and 2. @param {string} name */
function splitWords(name) {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  return words.map((word) => word.toLowerCase())
}

/** @param {string[]} words @param {Entry} entry */
function uses(words, { term, where }) {
  const wanted = term.split(' ')
  const isAt = (/** @type {number} */ start) =>
    wanted.every((word, index) => words[start + index] === word || words[start + index] === `${word}s`)
  if (where === 'whole') return words.length === wanted.length && isAt(0)
  // The name of a hook starts after `use`.
  if (where === 'start') return isAt(words[0] === 'use' ? 1 : 0)
  return words.some((_, start) => isAt(start))
}

/** @param {Source} source @param {Found[]} found */
function linesOf({ path: file }, found) {
  const lines = found.map(
    ({ line, entry }) => `${file}:${line} says "${entry.term}", the word is: ${entry.use}`,
  )
  return Array.from(new Set(lines))
}
