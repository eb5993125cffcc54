/** Secrets and addresses are not names: other bytes would be another secret, or the address of another file. */
const unchanged = /password|passphrase|secret|token|credential|url/i
const MAX_DEPTH = 100

/** An input with all of its text in one Unicode form (NFC), so that names that look the same are the same. macOS
 * decomposes file names. Deeper values than any schema accepts stay as they are. */
export function composeText(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => composeText(item, depth + 1))
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    unchanged.test(name) ? field : composeText(field, depth + 1),
  ])
  return Object.fromEntries(fields)
}
