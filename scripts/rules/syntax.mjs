import { parseSync, visitorKeys } from 'oxc-parser'

/** @typedef {import('oxc-parser').Node} Node */
/** @typedef {{ name: string, line: number }} Name */
/** @typedef {Extract<Node, { arguments: unknown }>} Call */

const nameTypes = ['Identifier', 'JSXIdentifier', 'PrivateIdentifier']
const textTypes = ['TemplateElement', 'JSXText']

/** Parses TypeScript or JavaScript. `code` is the text with comments, strings, templates, regular expressions and
 * JSX text blanked, `comments` the text with everything except the comments blanked; both keep every character in
 * its line. `imports` are the imported modules in order, including type imports, dynamic imports and the arguments
 * of `require` and `vi.mock`. `names` are the identifiers, `anyLines` the lines with the type `any`, `spreadLines` those
 * with a spread of a literal. `titles` is the text with everything except the titles of tests blanked.
 * @param {import('./sources.mjs').Source} source
 * @returns {{ code: string, comments: string, imports: string[], names: Name[], anyLines: number[],
 *   spreadLines: number[], titles: string }} */
export function parseSource({ path: file, text }) {
  const parsed = parse(file, text)
  const lineOf = lineReader(text)
  /** @type {{ start: number, end: number }[]} */
  const texts = []
  /** @type {string[]} */
  const imports = []
  /** @type {Name[]} */
  const names = []
  /** @type {number[]} */
  const anyLines = []
  /** @type {number[]} */
  const spreadLines = []
  /** @type {{ start: number, end: number }[]} */
  const titles = []
  walk(parsed.program, (node) => {
    if (isText(node)) texts.push(node)
    if (node.type === 'TSAnyKeyword') anyLines.push(lineOf(node.start))
    if (node.type === 'SpreadElement' && isListLiteral(node.argument)) spreadLines.push(lineOf(node.start))
    if ('name' in node && typeof node.name === 'string' && nameTypes.includes(node.type))
      names.push({ name: node.name, line: lineOf(node.start) })
    const title = titleOf(node)
    if (title !== null) titles.push(title)
    const specifier = specifierOf(node)
    if (specifier !== null) imports.push(specifier)
  })
  const blank = text.replace(/[^\n]/g, ' ')
  return {
    code: splice(text, blank, [...texts, ...parsed.comments]),
    comments: splice(blank, text, parsed.comments),
    imports,
    names,
    anyLines,
    spreadLines,
    titles: splice(blank, text, titles),
  }
}

/** The calls of these functions, with their first line and text; not those inside another one.
 * @param {import('./sources.mjs').Source} source
 * @param {string[]} functions
 * @returns {{ line: number, text: string }[]} */
export function findCalls({ path: file, text }, functions) {
  const lineOf = lineReader(text)
  /** @type {{ line: number, text: string }[]} */
  const calls = []
  let end = 0
  walk(parse(file, text).program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.start < end) return
    if (!functions.includes(node.callee.name)) return
    end = node.end
    calls.push({ line: lineOf(node.start), text: text.slice(node.start, end) })
  })
  return calls
}

/** The functions with their first line and number of lines, also those inside another one.
 * @param {import('./sources.mjs').Source} source
 * @returns {{ name: string, line: number, lines: number }[]} */
export function findFunctions({ path: file, text }) {
  const lineOf = lineReader(text)
  /** @type {Map<Node | null, string>} */
  const names = new Map()
  /** @type {{ name: string, line: number, lines: number }[]} */
  const functions = []
  walk(parse(file, text).program, (node) => {
    if (node.type === 'VariableDeclarator') names.set(node.init, nameOf(node.id))
    if ('key' in node && 'value' in node) names.set(node.value, nameOf(node.key))
    if (!isFunction(node)) return
    const line = lineOf(node.start)
    const name = nameOf(node.id) || names.get(node) || 'a function'
    functions.push({ name, line, lines: lineOf(node.end) - line + 1 })
  })
  return functions
}

/** @param {Node} node */
function isFunction(node) {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

/** The name of an identifier, or an empty string.
 * @param {Node | null} node */
function nameOf(node) {
  return node !== null && 'name' in node && typeof node.name === 'string' ? node.name : ''
}

/** @param {string} file @param {string} text */
function parse(file, text) {
  const parsed = parseSync(file, text)
  const fatal = parsed.errors.find(({ severity }) => severity === 'Error')
  if (fatal !== undefined) throw new Error(`${file} cannot be parsed: ${fatal.message}`)
  return parsed
}

/** @param {Node} node */
function isText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' || 'regex' in node
  return textTypes.includes(node.type)
}

/** Whether a value is the literal of an object or array, possibly with a type.
 * @param {Node} node @returns {boolean} */
function isListLiteral(node) {
  if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression')
    return isListLiteral(node.expression)
  return node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
}

/** The title of a test or a group of tests, or null.
 * @param {Node} node
 * @returns {Node | null} */
function titleOf(node) {
  if (node.type !== 'CallExpression' || !namesTests(node.callee)) return null
  const [title] = node.arguments
  return title?.type === 'Literal' || title?.type === 'TemplateLiteral' ? title : null
}

/** Whether a callee is such as `it`, `test.describe` or `it.each([…])`.
 * @param {Node} callee @returns {boolean} */
function namesTests(callee) {
  if (callee.type === 'Identifier') return ['it', 'test', 'describe'].includes(callee.name)
  if (callee.type === 'MemberExpression') return namesTests(callee.object)
  return callee.type === 'CallExpression' && namesTests(callee.callee)
}

/** The module that a node imports or exports, or null.
 * @param {Node} node
 * @returns {string | null} */
function specifierOf(node) {
  if (node.type === 'CallExpression') return loadsModule(node.callee) ? stringOf(node.arguments[0]) : null
  if (node.type === 'TSExternalModuleReference') return stringOf(node.expression)
  return 'source' in node ? stringOf(node.source) : null
}

/** @param {Node} callee */
function loadsModule(callee) {
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  return (
    callee.object.name === 'vi' && callee.property.type === 'Identifier' && callee.property.name === 'mock'
  )
}

/** @param {Node | null | undefined} node @returns {string | null} */
function stringOf(node) {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** Visits a node and its descendants, in text order.
 * @param {Node} node
 * @param {(node: Node) => void} visit */
function walk(node, visit) {
  visit(node)
  for (const key of visitorKeys[node.type] ?? []) {
    const below = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node))[key]
    for (const child of Array.isArray(below) ? below : [below])
      if (typeof child === 'object' && child !== null) walk(/** @type {Node} */ (child), visit)
  }
}

/** The text with these spans replaced by the same spans of another text of the same length.
 * @param {string} text
 * @param {string} other
 * @param {{ start: number, end: number }[]} spans */
function splice(text, other, spans) {
  let at = 0
  let spliced = ''
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    spliced += text.slice(at, start) + other.slice(start, end)
    at = end
  }
  return spliced + text.slice(at)
}

/** @param {string} text @returns {(offset: number) => number} the line of an offset, from 1 */
function lineReader(text) {
  const starts = Array.from(text.matchAll(/\n/g), (match) => match.index + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
