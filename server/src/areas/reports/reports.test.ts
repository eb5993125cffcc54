import * as xlsx from '@e965/xlsx'
import type { Report, ReportRun } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver } from '../../platform/net/test-receiver.ts'
import { sendViewEvents, viewEventOf } from '../../testing/analytics/view-event.ts'
import type { Client } from '../../testing/client.ts'
import { movableClock } from '../../testing/clock.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { emailsOf, emailTo } from '../../testing/mailbox.ts'
import { newReport, organizationOf, reportBody } from '../../testing/reports/reports.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { signedHeaders } from '../activity/index.ts'

const DAY_S = 86_400
const clock = movableClock()
let world: World
let owner: Client
let dayStart: number

beforeAll(async () => {
  // So that no report becomes due at its daily time while a test moves the clock by hours.
  clock.freeze(12)
  world = await openWorld({ clock })
  owner = world.owner
  // Three views of yesterday.
  dayStart = Math.floor(clock.now().getTime() / (DAY_S * 1000)) * DAY_S * 1000
  const events = ['Dune Play', 'Dune Play', 'Muscat Mobile'].map((partner, n) =>
    viewEventOf(world.content.playbackId ?? '', { partner, at: dayStart - (n + 1) * 3_600_000 }),
  )
  await sendViewEvents(world.kinora.url, events, { nowMs: clock.now().getTime() })
  const range = {
    from: new Date(dayStart - DAY_S * 1000).toISOString(),
    to: new Date(dayStart).toISOString(),
  }
  await eventually(async () => expect((await owner.call('getViews', { query: range })).total).toBe(3))
})
afterAll(() => world.end())

const paramsOf = ({ id }: Pick<Report, 'id'>) => ({ ...organizationOf(owner), id })
const runsOf = async (report: Pick<Report, 'id'>) =>
  (await owner.call('listReportRuns', { params: paramsOf(report) })).items

function endedRun(report: Pick<Report, 'id'>, count = 1): Promise<ReportRun> {
  return eventually(async () => {
    const runs = await runsOf(report)
    expect(runs.filter(({ endedAt }) => endedAt !== null)).toHaveLength(count)
    const [run] = runs
    if (run === undefined) throw new Error('there is no run')
    return run
  })
}

/** The body of a daily report that is due in an hour. */
function soon(change: Parameters<typeof newReport>[1] = {}) {
  const at = new Date(clock.now().getTime() + 3_600_000)
  const from = new Date(clock.now().getTime() - 5 * DAY_S * 1000).toISOString().slice(0, 10)
  return { ...reportBody, timezone: 'UTC', sendTime: at.toISOString().slice(11, 16), from, ...change }
}

const unfolded = (email: string) => email.replaceAll('=\n', '').replaceAll('=3D', '=')
async function download(report: Report, run: ReportRun, format: 'pdf' | 'csv' | 'xlsx'): Promise<Buffer> {
  const params = { ...paramsOf(report), runId: run.id }
  const { url, size } = await owner.call('linkReportFile', { params, body: { format } })
  const bytes = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
  expect(bytes.byteLength).toBe(size)
  return bytes
}

describe('a daily report', () => {
  it('arrives at its time, once, with a PDF, a picture and the figures of the API', async () => {
    const recipients = ['leela@example.com', 'ops@example.com']
    const report = await newReport(
      owner,
      soon({
        recipients,
        metrics: ['viewers', 'sessions', 'contents', 'partners'],
        formats: ['pdf', 'csv', 'xlsx'],
        splitBy: 'partner',
      }),
    )
    await world.kinora.sweep()
    expect(await runsOf(report)).toEqual([])

    clock.advance(3600)
    await world.kinora.sweep()
    await world.kinora.sweep()
    const run = await endedRun(report)
    expect(run).toMatchObject({
      state: 'sent',
      isLate: false,
      trigger: 'schedule',
      recipients: { total: 2, sent: 2, failed: 0 },
    })
    const covered = { from: run.from, to: run.to }
    const { items } = await owner.call('getTotals', {
      query: { ...covered, metrics: ['viewers', 'sessions'], timezone: 'UTC' },
    })
    const [viewers, sessions] = items

    const email = unfolded(await emailTo(world.kinora, 'ops@example.com'))
    expect(email).toContain('Subject: Gulf live')
    expect(email).toMatch(/^Message-ID:\s*<[0-9a-f-]+\.[0-9a-f-]+@/im)
    expect(email).toMatch(/^List-Unsubscribe:\s/im)
    expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(email).toContain(`Viewers: ${viewers?.total}`)
    expect(email).toContain('Content-ID: <chart@report>')
    expect(email).toContain('cid:chart@report')
    expect(email).toContain('Dune Play')
    expect(
      (await emailsOf(world.kinora)).filter((each) => each.includes('To: ops@example.com')),
    ).toHaveLength(1)

    expect((await download(report, run, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    const csv = (await download(report, run, 'csv')).toString()
    expect(csv).toContain(`Viewers,count,,,,${viewers?.total},`)
    expect(csv).toContain(`Sessions,count,,,,${sessions?.total},`)
    const book = xlsx.read(await download(report, run, 'xlsx'))
    const rows = xlsx.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
    })
    expect(rows).toHaveLength(csv.trim().split('\r\n').length)
    expect(rows.find((row) => row[0] === 'Partners' && row[4] === 'Dune Play')).toMatchObject({ 5: 2 })
  })

  it('is posted to a signed webhook with figures and links, again until it is accepted', async () => {
    const receiver = await startReceiver((_received, count) => ({ status: count === 1 ? 503 : 204 }))
    const change = { name: 'Posted', recipients: [], webhookUrl: `${receiver.url}?key=hidden` }
    const report = await newReport(owner, { ...change, formats: ['csv'], timezone: 'UTC' })
    expect(report).toMatchObject({ webhookHost: new URL(receiver.url).host })
    const { webhookSecret } = report
    const [stored] = await world.sql('SELECT * FROM reports WHERE id = $1', [report.id])
    expect(JSON.stringify([await owner.call('getReport', { params: paramsOf(report) }), stored])).not.toMatch(
      /hidden|whsec_/,
    )
    await owner.call('sendReport', { params: paramsOf(report) })
    const run = await endedRun(report)
    expect(run).toMatchObject({
      state: 'sent',
      recipients: { total: 0 },
      webhook: { host: report.webhookHost, state: 'sent', attempts: 2, fault: null },
    })
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    const signed = { id: second?.event.id ?? '', body: second?.body ?? '' }
    const at = new Date(Number(second?.headers['webhook-timestamp']) * 1000)
    expect(second?.headers).toMatchObject(signedHeaders({ ...signed, at }, [webhookSecret ?? '']))
    expect(second?.event).toMatchObject({
      type: 'report.ready',
      data: { name: 'Posted', state: 'ready', localDate: run.localDate, figures: [{ metric: 'viewers' }] },
    })
    const [file] = (second?.event.data.files ?? []) as { url: string }[]
    const { pathname, search } = new URL(file?.url ?? '')
    const url = `${world.kinora.url}${pathname}${search}`
    expect(await (await fetch(url)).text()).toContain('Viewers,count')
    clock.advance(DAY_S + 60)
    expect((await fetch(url)).status).toBe(410)
    // Saved without an address it stays, with null it goes.
    const params = paramsOf(report)
    const kept = await owner.call('updateReport', { params, body: { ...reportBody, recipients: [] } })
    expect(kept).toMatchObject({ webhookHost: report.webhookHost, webhookSecret: null })
    const removed = await owner.call('updateReport', { params, body: { ...reportBody, webhookUrl: null } })
    expect(removed.webhookHost).toBeNull()
    const body = { ...reportBody, webhookUrl: 'http://10.0.0.7/hook' }
    const refused = await owner.try('createReport', { params: organizationOf(owner), body })
    expect(refused.body).toMatchObject({ type: '/problems/url-not-allowed' })
    await receiver.close()
  })

  it('makes up for dates that were missed, each once and marked as late', async () => {
    const report = await newReport(owner, soon({ name: 'Missed', formats: ['csv'] }))
    clock.advance(2 * DAY_S + 2 * 3600)
    await Promise.all([world.kinora.sweep(), world.kinora.sweep()])
    await endedRun(report, 3)
    const runs = await runsOf(report)
    expect(new Set(runs.map(({ localDate }) => localDate)).size).toBe(3)
    expect(runs.every(({ isLate, state }) => isLate && state === 'sent')).toBe(true)
    await world.kinora.sweep()
    expect(await runsOf(report)).toHaveLength(3)
  })

  it('sends nothing while it is paused, and goes on from the moment it is resumed', async () => {
    const report = await newReport(owner, soon({ name: 'Paused', formats: [] }))
    const paused = await owner.call('pauseReport', { params: paramsOf(report) })
    expect(paused).toMatchObject({ isPaused: true, nextAt: null })
    clock.advance(DAY_S)
    await world.kinora.sweep()
    const resumed = await owner.call('resumeReport', { params: paramsOf(report) })
    expect(Date.parse(resumed.nextAt ?? '')).toBeGreaterThan(clock.now().getTime())
    await world.kinora.sweep()
    expect(await runsOf(report)).toEqual([])
    const { items } = await owner.call('listEvents', {
      query: { type: ['video.report.paused', 'video.report.resumed'] },
    })
    expect(items.filter(({ object }) => object.id === report.id)).toHaveLength(2)
  })
})

describe('a recipient', () => {
  it('unsubscribes by the link of the email, and opening it alone changes nothing', async () => {
    const recipients = ['stays@example.com', 'leaves@example.com']
    const report = await newReport(owner, { recipients, name: 'With <b>', timezone: 'UTC', formats: [] })
    await owner.call('sendReport', { params: paramsOf(report) })
    await endedRun(report)
    const email = unfolded(await emailTo(world.kinora, 'leaves@example.com'))
    const ticket = /unsubscribe\?ticket=([\w-]+)/.exec(email)?.[1] ?? ''
    const url = `${world.kinora.url}/data/api/v1/unsubscribe?ticket=${ticket}`
    const page = await (await fetch(url)).text()
    expect(page).toContain('With &lt;b&gt;')
    expect(page).toContain('leaves@example.com')
    clock.advance(60)
    await owner.call('sendReport', { params: paramsOf(report) })
    expect(await endedRun(report, 2)).toMatchObject({ recipients: { total: 2 } })

    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
    clock.advance(60)
    await owner.call('sendReport', { params: paramsOf(report) })
    expect(await endedRun(report, 3)).toMatchObject({ state: 'sent', recipients: { total: 1, sent: 1 } })
    expect((await fetch(`${url.slice(0, -4)}aaaa`)).status).toBe(410)
  })
})

describe('a run', () => {
  it('fails if the person who saved the report has lost the rights, and can be tried again', async () => {
    const report = await newReport(owner, { name: 'Rights', timezone: 'UTC', formats: [] })
    const member = await world.member(
      '{"Analytics": {"Views": {"read": true}, "Report": {"update": true, "read": true}}}',
    )
    await member.call('updateReport', {
      params: paramsOf(report),
      body: { ...reportBody, metrics: ['ad-viewership'], formats: [] },
    })
    await owner.call('sendReport', { params: paramsOf(report) })
    const failed = await endedRun(report)
    expect(failed).toMatchObject({ state: 'failed', reason: 'no-rights', recipients: { sent: 0 } })
    const params = { ...paramsOf(report), runId: failed.id }
    expect((await owner.call('retryReportRun', { params })).state).toBe('due')
    expect(await endedRun(report)).toMatchObject({ state: 'failed', reason: 'no-rights' })
  })

  it('is sent by a worker after it was left in any state', async () => {
    const report = await newReport(owner, { name: 'Left', timezone: 'UTC', formats: [] })
    await owner.call('sendReport', { params: paramsOf(report) })
    const run = await endedRun(report)
    await world.sql("UPDATE report_runs SET state = 'sending', ended_at = NULL WHERE id = $1", [run.id])
    await world.sql("UPDATE report_mails SET state = 'sending' WHERE run_id = $1", [run.id])
    clock.advance(7 * 3600)
    await world.kinora.sweep()
    const [ended] = await runsOf(report)
    expect(ended).toMatchObject({ state: 'failed', reason: 'mail-failed' })
    const params = { ...paramsOf(report), runId: run.id }
    await owner.call('retryReportRun', { params })
    expect(await endedRun(report)).toMatchObject({ state: 'sent' })
    // Once by each attempt, with the same ID.
    const ids = (await emailsOf(world.kinora)).flatMap(
      (email) => /^Message-ID:\s*<(.*)>/im.exec(email)?.[1] ?? [],
    )
    const own = ids.filter((id) => id.startsWith(run.id))
    expect(own).toHaveLength(2)
    expect(new Set(own).size).toBe(1)
  })
})

describe('a report', () => {
  it('shows in its preview what it would send', async () => {
    const from = new Date(dayStart - DAY_S * 1000).toISOString().slice(0, 10)
    const once = { frequency: 'once', sendOn: '2030-01-01', from, to: from, timezone: 'UTC' } as const
    const document = await owner.call('previewReport', {
      params: organizationOf(owner),
      body: { ...reportBody, ...once, metrics: ['total-viewership', 'contents'], language: 'ar' },
    })
    expect(document.figures).toMatchObject([{ name: 'إجمالي المشاهدات', value: '3', change: null }])
    expect(document.tables[0]?.rows).toMatchObject([{ name: world.content.title, value: '3' }])
    expect(document.charts[0]?.steps).toHaveLength(24)
  })

  it('is refused with fields that its schedule needs, unknown zones and several addresses in one', async () => {
    const refused = async (change: Record<string, unknown>) =>
      (
        await owner.send('POST', `/data/api/v1/${owner.organizationId}/reports`, {
          body: { ...reportBody, ...change },
        })
      ).body
    expect(await refused({ name: ' x' })).toMatchObject({ errors: [{ path: 'body.name' }] })
    expect(await refused({ name: 'x'.repeat(65) })).toMatchObject({ errors: [{ path: 'body.name' }] })
    expect(await refused({ recipients: [] })).toMatchObject({ errors: [{ path: 'body.recipients' }] })
    expect(await refused({ recipients: ['a@example.com,b@example.com'] })).toMatchObject({
      errors: [{ path: 'body.recipients.0' }],
    })
    expect(await refused({ frequency: 'weekly' })).toMatchObject({ errors: [{ path: 'body.weekday' }] })
    expect(await refused({ to: '2025-01-01' })).toMatchObject({ errors: [{ path: 'body.to' }] })
    expect(await refused({ timezone: 'Mars/Olympus' })).toMatchObject({ type: '/problems/timezone-unknown' })
  })

  it('is copied as a paused one', async () => {
    const report = await newReport(owner, { name: 'Original' })
    const copy = await owner.call('duplicateReport', { params: paramsOf(report) })
    expect(copy).toMatchObject({
      name: 'Original',
      isPaused: true,
      nextAt: null,
      recipients: report.recipients,
    })
    expect(copy.id).not.toBe(report.id)
  })
})
