import type { Sql } from '../members.ts'

interface ManyViews {
  readonly environmentId: string
  readonly contentId: string
  readonly count: number
  /** Half of the views start in the first millisecond, the others are spread up to `to`. */
  readonly from: Date
  readonly to: Date
  readonly countries?: readonly string[]
}

/** Inserts views into the running embedded warehouse, for tests that need too many to report. Every third view has two
 * rows. */
export async function insertManyViews(
  sql: Sql,
  { environmentId, contentId, count, from, to, countries = ['IN'] }: ManyViews,
): Promise<void> {
  const stepMs = (to.getTime() - from.getTime()) / count
  const startedAt = `fromUnixTimestamp64Milli(toInt64(${from.getTime()} + if(number % 2 = 0, 0, floor(number * ${stepMs}))), 'UTC')`
  const country = `[${countries.map((code) => `'${code}'`).join(', ')}][1 + number % ${countries.length}]`
  const rows = (first: boolean, where: string) => `
    INSERT INTO views (environment_id, started_at, object_id, view_id, kind, country, partner, views, watch_ms)
    SELECT toUUID('${environmentId}'), ${startedAt}, toUUID('${contentId}'),
      reinterpretAsUUID(MD5(concat('${from.getTime()}-', toString(number)))), 'video', ${country},
      concat('=', toString(number)), ${first ? 1 : 0}, 1000
    FROM numbers(${count}) ${where}`
  await inWarehouse(sql, rows(true, ''))
  await inWarehouse(sql, rows(false, 'WHERE number % 3 = 0'))
}

/** Runs a statement in the embedded warehouse. Returns rows as JSON lines. */
export async function inWarehouse(sql: Sql, statement: string): Promise<string> {
  const stored = await sql(`SELECT name, value FROM installation WHERE name LIKE 'warehouse-%'`)
  const storedValue = (wanted: string) => String(stored.find(({ name }) => name === wanted)?.value)
  const secret = Buffer.from(`kinora:${storedValue('warehouse-secret')}`).toString('base64')
  const headers = { authorization: `Basic ${secret}` }
  const response = await fetch(storedValue('warehouse-url'), { method: 'POST', headers, body: statement })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
