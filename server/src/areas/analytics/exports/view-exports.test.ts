// Slow: starts a warehouse, and writes exports of all formats.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as xlsx from '@e965/xlsx'
import { exportLimits, type ViewExport } from '@kinora/contract'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertManyViews, inWarehouse } from '../../../testing/analytics/many-views.ts'
import { type Client, client } from '../../../testing/client.ts'
import { patient } from '../../../testing/machine/patience.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const VIEWS = 14_000
const FROM = Date.UTC(2026, 9, 1)
const range = { from: new Date(FROM).toISOString(), to: '2026-10-02T00:00:00Z' }
/** A range with more views than an XLSX sheet has rows. */
const longRange = { from: '2026-08-01T00:00:00Z', to: '2026-08-02T00:00:00Z' }
let nowMs = Date.UTC(2026, 10, 20, 12)
let world: World

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(nowMs) } })
  // Starts the warehouse.
  await world.owner.call('getViews', { query: range })
  await insert(VIEWS, range)
})
afterAll(() => world.end())

function insert(count: number, { from, to }: typeof range): Promise<void> {
  const ids = { environmentId: world.owner.environmentId ?? '', contentId: world.content.id }
  return insertManyViews(world.sql, { ...ids, count, from: new Date(from), to: new Date(to) })
}

const order = (format: ViewExport['format'], more: Partial<typeof range> = {}) =>
  world.owner.call('createViewExport', { body: { ...range, ...more, format } })

async function whenEnded({ id }: ViewExport): Promise<ViewExport> {
  const get = () => world.owner.call('getViewExport', { params: { id } })
  await expect.poll(async () => (await get()).status).toMatch(/ready|failed/)
  return get()
}

async function fileOf({ id }: ViewExport, who = world.owner): Promise<Buffer> {
  const { url, token, environmentId } = who
  const response = await fetch(new URL(`/data/api/v1/exports/${id}/file`, url), {
    headers: { authorization: `Bearer ${token}`, 'environment-id': environmentId ?? '' },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The expected rows of the file, read from the warehouse. */
async function expectedRows(): Promise<{ id: string; at: string; partner: string; watch: number }[]> {
  const text = await inWarehouse(
    world.sql,
    `SELECT toString(view_id) AS id, toString(toUnixTimestamp64Milli(started_at)) AS ms, any(partner) AS who,
        toString(sum(watch_ms)) AS watch
      FROM views WHERE environment_id = toUUID('${world.owner.environmentId}')
        AND started_at >= fromUnixTimestamp64Milli(${FROM}, 'UTC')
        AND started_at < fromUnixTimestamp64Milli(${Date.parse(range.to)}, 'UTC')
      GROUP BY started_at, object_id, view_id ORDER BY started_at DESC, view_id`,
  )
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<'id' | 'ms' | 'who' | 'watch', string>)
    .map(({ id, ms, who, watch }) => {
      return { id, at: new Date(Number(ms)).toISOString(), partner: who, watch: Number(watch) / 1000 }
    })
}

const storedPath = ({ id }: ViewExport) =>
  join(world.kinora.dataDir, 'storage/objects/exports', world.owner.environmentId ?? '', id)
const link = (who: Client, { id }: ViewExport) => who.try('linkViewExport', { params: { id } })

describe('an export of all views', () => {
  it('contains each view once, newest first, as CSV', async () => {
    const ordered = await order('csv')
    expect(ordered).toMatchObject({ rowsTotal: VIEWS, problem: null, bytes: null })
    const ready = await whenEnded(ordered)
    expect(ready).toMatchObject({ status: 'ready', rowsDone: VIEWS })
    const file = await fileOf(ready)
    expect(file.length).toBe(ready.bytes)
    expect(file.toString()).toMatch(/^\ufeff/)
    const [header = '', ...lines] = file.toString().trim().split('\r\n')
    const columns = header.split(',')
    const cellOf = (line: string, column: string) => line.split(',')[columns.indexOf(column)]
    const rows = lines.map((line) => ({
      id: cellOf(line, 'id'),
      at: cellOf(line, 'startedAt'),
      partner: cellOf(line, 'partner')?.slice(1),
      watch: Number(cellOf(line, 'watchTime')),
    }))
    expect(rows).toEqual(await expectedRows())
    expect(cellOf(lines[0] ?? '', 'name')).toBe(world.content.title)
    expect(cellOf(lines[0] ?? '', 'partner')).toMatch(/^'=\d+$/)
    const { items } = await world.owner.call('listViewExports', {})
    expect(items[0]).toEqual(ready)
  })

  it('contains each view once as Parquet and XLSX', async () => {
    const [parquet, sheet] = [await whenEnded(await order('parquet')), await whenEnded(await order('xlsx'))]
    const expected = (await expectedRows()).map(({ id, watch }) => [id, watch])
    const data = await fileOf(parquet)
    const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer
    const stored = await parquetReadObjects({ file })
    expect(stored.map(({ id, watchTime }) => [id, watchTime])).toEqual(expected)
    expect(stored.at(-1)).toMatchObject({ startedAt: new Date(FROM), hasStarted: 0, errorCode: null })

    const book = xlsx.read(await fileOf(sheet), { cellDates: true, UTC: true })
    expect(book.SheetNames).toEqual(['Analytics'])
    const read = xlsx.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Analytics ?? {}, { UTC: true })
    expect(read.map(({ id, watchTime }) => [id, watchTime])).toEqual(expected)
    expect(read.at(-1)).toMatchObject({ startedAt: new Date(FROM), country: 'IN' })
  })

  it('is a valid file if the range has no views', async () => {
    const nothing = { from: '2026-09-01T00:00:00Z', to: '2026-09-02T00:00:00Z' }
    const parquet = await whenEnded(await order('parquet', nothing))
    expect(parquet).toMatchObject({ status: 'ready', rowsTotal: 0, rowsDone: 0 })
    const data = await fileOf(parquet)
    const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer
    expect(await parquetReadObjects({ file })).toEqual([])
    const sheet = await fileOf(await whenEnded(await order('xlsx', nothing)))
    expect(xlsx.utils.sheet_to_json(xlsx.read(sheet).Sheets.Analytics ?? {})).toEqual([])
  })

  it('is downloaded by a link', async () => {
    const ready = await whenEnded(await order('csv'))
    const { url, fileName, size } = await world.owner.call('linkViewExport', { params: { id: ready.id } })
    expect(fileName).toBe('views 2026-10-01 2026-10-02.csv')
    const response = await fetch(url ?? '')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await fileOf(ready))
    expect(response.headers.get('content-disposition')).toContain(fileName)
    expect(size).toBe(ready.bytes)
    const [entry] = await world.sql(
      `SELECT action FROM audit_trail WHERE object_id = $1 AND action = 'view_export.downloaded' LIMIT 1`,
      [ready.id],
    )
    expect(entry).toBeDefined()
    nowMs += 3_600_001
    expect((await fetch(url ?? '')).status).toBe(410)
  })

  it('can be canceled, which deletes its file', async () => {
    await insert(60_000, { from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z' })
    const ordered = await order('csv', { from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z' })
    const params = { id: ordered.id }
    const done = async () => (await world.owner.call('getViewExport', { params })).rowsDone
    await expect.poll(done, { timeout: patient(20_000), interval: 10 }).toBeGreaterThan(0)
    await world.owner.call('deleteViewExport', { params })
    expect((await world.owner.try('getViewExport', { params })).status).toBe(404)
    const jobs = () =>
      world.sql(
        `SELECT 1 FROM pgboss.job WHERE name IN ('analytics.export', 'library.remove') AND state < 'completed'`,
      )
    await expect.poll(jobs).toEqual([])
    expect(existsSync(storedPath(ordered))).toBe(false)
  })

  it('is deleted with its file after 7 days', async () => {
    const ready = await whenEnded(await order('csv'))
    expect(existsSync(storedPath(ready))).toBe(true)
    nowMs += 7 * 86_400_000 - 1000
    await world.kinora.sweep()
    expect((await world.owner.call('listViewExports', {})).items).not.toEqual([])
    nowMs += 2000
    await world.kinora.sweep()
    expect((await world.owner.call('listViewExports', {})).items).toEqual([])
    await expect.poll(() => existsSync(storedPath(ready))).toBe(false)
  })

  it('is visible in its environment, and only to its creator if the role has a filter', async () => {
    const ready = await whenEnded(await order('csv'))
    const params = { id: ready.id }
    for (const name of ['getViewExport', 'deleteViewExport', 'linkViewExport'] as const)
      expect((await world.stranger.try(name, { params })).status).toBe(404)
    expect((await world.stranger.call('listViewExports', {})).items).toEqual([])

    const permissions = { Analytics: { Views: { read: true } } }
    const limited = await world.member(JSON.stringify({ ...permissions, filter: { tags: ['none has it'] } }))
    expect((await link(limited, ready)).status).toBe(404)
    const own = await limited.call('createViewExport', { body: range })
    expect(own.rowsTotal).toBe(0)
    await whenEnded(own)
    expect((await limited.call('listViewExports', {})).items).toMatchObject([{ id: own.id, rowsDone: 0 }])
    // The role now shows other videos.
    const { id: userId } = await limited.call('getUser', { params: { id: 'me' } })
    await world.sql(
      `UPDATE roles SET permissions = $2 WHERE id IN (SELECT role_id FROM members WHERE user_id = $1)`,
      [userId, JSON.stringify({ ...permissions, filter: { tags: ['other'] } })],
    )
    expect((await limited.call('listViewExports', {})).items).toEqual([])
    const colleague = await world.member(JSON.stringify(permissions))
    expect((await link(colleague, ready)).status).toBe(201)
  })

  it('is deleted by its creator, or with the right to delete', async () => {
    const role = (flags: object) => world.member(JSON.stringify({ Analytics: { Views: flags } }))
    const [reader, remover] = [await role({ read: true }), await role({ read: true, delete: true })]
    const token = async (permission: ('read' | 'write')[]) => {
      const { secret } = await world.owner.call('createToken', { body: { name: 'Program', permission } })
      return client(world.owner.url, secret, world.owner.organizationId, world.owner.environmentId)
    }
    const remove = async (who: Client, { id }: ViewExport) =>
      (await who.try('deleteViewExport', { params: { id } })).status
    const first = await whenEnded(await order('csv'))
    for (const who of [reader, await token(['read'])]) expect(await remove(who, first)).toBe(403)
    expect(await remove(remover, first)).toBe(204)
    expect(await remove(await token(['read', 'write']), await whenEnded(await order('csv')))).toBe(204)
    const own = await reader.call('createViewExport', { body: range })
    expect(await remove(reader, own)).toBe(204)
  })

  it('returns the reason of a failure', async () => {
    // An invalid range lets the export fail.
    await world.sql(`CREATE FUNCTION break_export() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.asked := jsonb_set(NEW.asked, '{timezone}', '"Nowhere/None"'); RETURN NEW; END $$`)
    await world.sql(
      `CREATE TRIGGER break_export BEFORE INSERT ON view_exports FOR EACH ROW EXECUTE FUNCTION break_export()`,
    )
    const ordered = await order('csv')
    await world.sql('DROP TRIGGER break_export ON view_exports')
    expect((await link(world.owner, ordered)).body).toMatchObject({ type: '/problems/export-not-ready' })
    expect(await whenEnded(ordered)).toMatchObject({ status: 'failed', problem: 'export-interrupted' })
    expect(existsSync(storedPath(ordered))).toBe(false)
  })

  it('keeps its file if another attempt ends later', async () => {
    const ordered = await order('csv')
    await whenEnded(ordered)
    const { length } = await fileOf(ordered)
    // Like an attempt that lost its lease: the job and the unfinished export are there again.
    await world.sql(`UPDATE view_exports SET status = 'waiting', rows_done = 0 WHERE id = $1`, [ordered.id])
    await world.sql(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE data ->> 'exportId' = $1`,
      [ordered.id],
    )
    const done = async () =>
      (await world.owner.call('getViewExport', { params: { id: ordered.id } })).rowsDone
    await expect.poll(done, { timeout: patient(20_000), interval: 5 }).toBeGreaterThan(0)
    await world.sql(`UPDATE view_exports SET status = 'ready' WHERE id = $1`, [ordered.id])
    const jobs = () =>
      world.sql(`SELECT 1 FROM pgboss.job WHERE data ->> 'exportId' = $1 AND state < 'completed'`, [
        ordered.id,
      ])
    await expect.poll(jobs).toEqual([])
    expect((await fileOf(ordered)).length).toBe(length)
  })

  it('is refused if it has too many rows or too many others are in progress', async () => {
    // A single row with a large count is enough.
    await inWarehouse(
      world.sql,
      `INSERT INTO views (environment_id, started_at, object_id, view_id, kind, views) VALUES
        ('${world.owner.environmentId}', '2026-08-01 12:00:00', '${world.content.id}', generateUUIDv4(), 'video',
          ${exportLimits.sheetRows + 1})`,
    )
    const body = { ...longRange, format: 'xlsx' } as const
    expect((await world.owner.try('createViewExport', { body })).body).toMatchObject({
      type: '/problems/export-too-long',
    })
    const { environmentId } = world.owner
    await world.sql(
      `INSERT INTO view_exports (id, environment_id, format, asked, status, rows_total, created_by, created_by_id, created_at)
        SELECT gen_random_uuid(), $1, 'csv', '{}', 'running', 1, 'Tara', $1, now() FROM generate_series(1, 3)`,
      [environmentId],
    )
    expect((await world.owner.try('createViewExport', { body: range })).body).toMatchObject({
      type: '/problems/exports-under-way',
    })
  })
})
