/** The text of a generated file. */
export function generated(...lines) {
  return ['// Written by `npm run generate`.', ...lines, ''].join('\n')
}

/** A value as source code. Lists of a few words take one line. */
export function literal(value, indent = '') {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((entry) => literal(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${keyOf(key)}: ${literal(entry, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0 || (Array.isArray(value) && entries.length <= 3))
    return `${open}${entries.join(', ')}${close}`
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

function keyOf(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)
}

function quoted(text) {
  return text.includes("'")
    ? JSON.stringify(text)
    : `'${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}'`
}
