import * as xlsx from '@e965/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendViewEvents, viewEventOf } from '../../../testing/analytics/view-event.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { copyReadyVideo } from '../../../testing/ready-video.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const range = { from: '2026-11-18T00:00:00Z', to: '2026-11-20T00:00:00Z' }
const FORMULA = '=HYPERLINK("https://example.com")'
let world: World

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(NOW) } })
  const partners = [FORMULA, FORMULA, 'Tara, "the 2nd"']
  const events = partners.map((partner, n) =>
    viewEventOf(world.content.playbackId ?? '', { partner, at: Date.UTC(2026, 10, 18 + (n % 2), 10) }),
  )
  await sendViewEvents(world.kinora.url, events, { nowMs: NOW })
  const count = async () => (await world.owner.call('getViews', { query: range })).total
  await eventually(async () => expect(await count()).toBe(3))
})
afterAll(() => world.end())

async function file(query: Record<string, string>): Promise<Buffer> {
  const given = new URLSearchParams({ ...range, interval: 'day', ...query })
  const { url, token, environmentId } = world.owner
  const response = await fetch(new URL(`/data/api/v1/export?${given}`, url), {
    headers: { authorization: `Bearer ${token}`, 'environment-id': environmentId ?? '' },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('an export', () => {
  it('contains the steps of the chart, as CSV', async () => {
    expect((await file({ compareWithPeriod: 'true' })).toString()).toBe(
      [
        '\ufeffTime,Views,Views before',
        '2026-11-18T00:00:00.000Z,2,0',
        '2026-11-19T00:00:00.000Z,1,0',
        '',
      ].join('\r\n'),
    )
  })

  it('has a row per half hour, or per day if there would be too many', async () => {
    const lines = async (query: Record<string, string>) => {
      const { url, token, environmentId } = world.owner
      const given = new URLSearchParams({ ...range, timezone: 'Asia/Kathmandu', ...query })
      const response = await fetch(new URL(`/data/api/v1/export?${given}`, url), {
        headers: { authorization: `Bearer ${token}`, 'environment-id': environmentId ?? '' },
      })
      return (await response.text()).trim().split('\r\n').slice(1)
    }
    const halfHours = await lines({})
    expect(halfHours).toHaveLength(96)
    expect(halfHours.filter((line) => !line.endsWith(',0'))).toEqual([
      '2026-11-18T10:00:00.000Z,2',
      '2026-11-19T10:00:00.000Z,1',
    ])
    expect((await lines({ from: '2026-09-01T00:00:00Z', timezone: 'UTC' })).length).toBe(80)
  })

  it('contains all values of a dimension, also those that a screen leaves out', async () => {
    const at = Date.UTC(2026, 10, 5, 10)
    const earlier = { from: '2026-11-05T00:00:00Z', to: '2026-11-06T00:00:00Z' }
    const events = Array.from({ length: 101 }, (_, n) =>
      viewEventOf(world.content.playbackId ?? '', { partner: `Partner ${n}`, at }),
    )
    await sendViewEvents(world.kinora.url, events, { nowMs: NOW })
    await expect
      .poll(async () => (await world.owner.call('getViews', { query: earlier })).total)
      .toBe(events.length)
    const csv = await file({ ...earlier, table: 'rows', groupBy: 'partner', compareWithPeriod: 'true' })
    expect(csv.toString().trim().split('\r\n')).toHaveLength(1 + events.length)
  })

  it('contains the values of a dimension, with formulas neutralized', async () => {
    const csv = (await file({ table: 'rows', groupBy: 'partner' })).toString()
    expect(csv).toContain(`"'=HYPERLINK(""https://example.com"")",,2,0.6666666666666666\r\n`)
    expect(csv).toMatch(/^\ufeffValue,/)
    expect(csv).toContain('"Tara, ""the 2nd""",,1,')
    const book = xlsx.read(await file({ table: 'rows', groupBy: 'partner', format: 'xlsx' }))
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    expect(xlsx.utils.sheet_to_json(sheet ?? {}, { header: 1, defval: null })).toEqual([
      ['Value', 'Name', 'Views', 'Share of views'],
      [`'${FORMULA}`, null, 2, 2 / 3],
      ['Tara, "the 2nd"', null, 1, 1 / 3],
    ])
    expect(
      (await world.owner.try('exportFigures', { query: { ...range, table: 'rows' } })).body,
    ).toMatchObject({
      type: '/problems/group-missing',
    })
  })

  it('contains single views, as Parquet', async () => {
    const data = await file({ table: 'views', format: 'parquet' })
    const rows = await parquetReadObjects({
      file: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer,
    })
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      startedAt: new Date('2026-11-19T10:00:00Z'),
      name: world.content.title,
      partner: FORMULA,
      hasStarted: 0,
      startupMs: null,
      watchTime: 0,
      deviceType: 'phone',
    })
  })

  it('has a column per dimension value, even for values without a name or with the same name', async () => {
    const { kinora, content, owner } = world
    const stored = { ...kinora, contentId: content.id }
    const twin = await copyReadyVideo(stored, owner.environmentId ?? '', { title: content.title })
    const { playbackId } = await owner.call('getContent', { params: { id: twin } })
    const at = Date.UTC(2026, 10, 18, 11)
    await sendViewEvents(kinora.url, [viewEventOf(playbackId ?? '', { at })], { nowMs: NOW })
    const header = async (splitBy: string) => (await file({ splitBy })).toString().split('\r\n')[0]
    await expect
      .poll(() => header('contentId'))
      .toBe(`\ufeffTime,${content.title} (${content.id}),${content.title} (${twin})`)
    expect(await header('country')).toBe('\ufeffTime,Not given')
    const inTable = { splitBy: 'contentId', format: 'parquet' }
    expect((await file(inTable)).subarray(0, 4).toString()).toBe('PAR1')
  })
})
