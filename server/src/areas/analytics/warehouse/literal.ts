/** Types of values in statements. */
type LiteralType = 'String' | 'UInt32' | 'UUID' | 'Array(UUID)' | `DateTime64(3, 'UTC')`

/** A value in a statement. The embedded engine runs statements with parameters one after the other, so values are written
 * into the text: always with a type, so that nothing but a value of it can result.
 * @param value a Date for a DateTime64 */
export function literal(value: string | number | Date, type: LiteralType): string {
  if (value instanceof Date) return `fromUnixTimestamp64Milli(${integer(within(value.getTime()))}, 'UTC')`
  return `CAST(${quoted(typeof value === 'number' ? String(value) : value)}, ${quoted(type)})`
}

/** A list of values for `IN`. */
export function literals(values: readonly (string | number)[], type: LiteralType): string {
  return `(${values.map((value) => literal(value, type)).join(', ')})`
}

/** Many IDs for `IN`: one text is read several times as fast as a list of values. */
export function uuids(ids: readonly string[]): string {
  return `(SELECT arrayJoin(${literal(JSON.stringify(ids).replaceAll('"', "'"), 'Array(UUID)')}))`
}

/** The warehouse knows no other times. Nothing was watched at these. */
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
  // A NUL would end the text for the engine's parser.
  return `'${text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
