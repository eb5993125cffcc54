import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seededRandom } from '../../testing/attacks/seeded-random.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { patient } from '../../testing/machine/patience.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { newReport } from '../../testing/reports/reports.ts'

// Slow: a thousand reports are computed one after the other, and failed emails wait for a quarter of a minute.

const REPORTS = 1000
/** Faults of an email. It has five attempts. */
const MOST_FAULTS = 3
const random = seededRandom(11)
const accepted = new Map<string, number>()
/** Emails after whose acceptance the server broke. */
const broken = new Map<string, number>()
const faults = new Map<string, number>()
let smtp: SMTPServer
let kinora: TestKinora
let pool: TestPool
let owner: Client

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const id = /^message-id:\s*(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        const count = faults.get(id) ?? 0
        const isFault = count < MOST_FAULTS && random(100) < 15
        if (isFault) faults.set(id, count + 1)
        const kind = isFault ? random(3) : null
        if (kind === 0) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        if (kind === 1) return drop(session.id)
        accepted.set(id, (accepted.get(id) ?? 0) + 1)
        if (kind === null) return done()
        broken.set(id, (broken.get(id) ?? 0) + 1)
        return drop(session.id)
      })
    },
  })
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, REPORTS_MAX: '2000', VERIFY_EMAIL: 'false' }
  kinora = await startTestKinora({ env })
  pool = openTestPool(kinora)
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

/** Ends a connection without an answer. */
function drop(id: string): void {
  for (const connection of smtp.connections) if (connection.id === id) connection._socket.destroy()
}

it(
  'sends a thousand reports of one minute, doubled only where the server broke after accepting',
  async () => {
    const from = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
    const schedule = { from, sendTime: '00:00', timezone: 'UTC' }
    const { id } = await newReport(owner, { ...schedule, metrics: ['contents'], formats: [] })
    const columns = await pool.sql(
      `SELECT string_agg(format('%I', column_name), ', ') AS names FROM information_schema.columns
     WHERE table_name = 'reports' AND column_name NOT IN ('id', 'name')`,
    )
    await pool.sql(
      `INSERT INTO reports (id, name, ${String(columns[0]?.names)})
     SELECT gen_random_uuid(), 'Report ' || n, ${String(columns[0]?.names)} FROM reports, generate_series(2, $1) AS n
     WHERE id = $2`,
      [REPORTS, id],
    )
    await pool.sql(`UPDATE reports SET next_at = date_trunc('day', now(), 'UTC')`)
    await Promise.all([kinora.sweep(), kinora.sweep()])
    const [made] = await pool.sql('SELECT count(*)::int AS runs FROM report_runs')
    expect(made?.runs).toBe(REPORTS)
    await vi.waitFor(
      async () => {
        const [open] = await pool.sql('SELECT count(*)::int AS runs FROM report_runs WHERE ended_at IS NULL')
        expect(open?.runs).toBe(0)
      },
      { timeout: patient(600_000), interval: 500 },
    )
    const [sent] = await pool.sql(`SELECT count(*)::int AS runs FROM report_runs WHERE state = 'sent'`)
    expect(sent?.runs).toBe(REPORTS)
    expect(accepted.size).toBe(REPORTS)
    expect(broken.size).toBeGreaterThan(0)
    for (const [message, count] of accepted) expect(count).toBe(1 + (broken.get(message) ?? 0))
  },
  patient(900_000),
)
