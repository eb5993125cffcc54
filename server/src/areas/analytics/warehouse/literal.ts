/** ClickHouse types of literals. */
type LiteralType =
  | 'String'
  | 'UInt32'
  | 'UUID'
  | 'Array(UUID)'
  | 'Array(UInt32)'
  | 'Array(String)'
  | `DateTime64(3, 'UTC')`

/** A value as an SQL literal. The embedded engine serializes statements with parameters, so values are written into the
 * text. The cast to a type makes sure that the result is always a value.
 * @param value a Date for a DateTime64 */
export function literal(value: string | number | Date, type: LiteralType): string {
  if (value instanceof Date) return `fromUnixTimestamp64Milli(${integer(within(value.getTime()))}, 'UTC')`
  return `CAST(${quoted(typeof value === 'number' ? String(value) : value)}, ${quoted(type)})`
}

/** A list of values for `IN`. */
export function literals(values: readonly (string | number)[], type: LiteralType): string {
  return `(${values.map((value) => literal(value, type)).join(', ')})`
}

/** Many IDs for `IN`. ClickHouse parses one text several times faster than a list of literals. */
export function uuids(ids: readonly string[]): string {
  return `(SELECT arrayJoin(${literal(JSON.stringify(ids).replaceAll('"', "'"), 'Array(UUID)')}))`
}

/** Times in statements stay within a range that ClickHouse supports. Views are never outside. */
const FIRST_MS = Date.UTC(1971, 0, 1)
const LAST_MS = Date.UTC(2199, 0, 1)

function within(ms: number): number {
  return Math.min(LAST_MS, Math.max(FIRST_MS, ms))
}

function integer(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`)
  return String(value)
}

function quoted(text: string): string {
  // A NUL would end the statement for the parser of the engine.
  return `'${text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
