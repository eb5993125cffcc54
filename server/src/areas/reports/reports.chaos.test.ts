import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../testing/attacks/seeded-random.ts'
import { type Client, newOwner } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { eventually } from '../../testing/machine/eventually.ts'
import { emailsOf } from '../../testing/mailbox.ts'
import { openTestPool, type TestPool } from '../../testing/pool.ts'
import { newReport, organizationOf } from '../../testing/reports/reports.ts'
import { openProcesses } from '../../testing/test-processes.ts'

// Slow: a killed worker is replaced when the lease of its job ends.

const recipients = ['leela@example.com', 'ops@example.com', 'night@example.com']
const workers = ['first', 'second']
/** States in which the worker of a run is killed. */
const states = ['due', 'rendering', 'sending'] as const
const processes = openProcesses()
let web: TestKinora
let pool: TestPool
let owner: Client

beforeAll(async () => {
  web = await startTestKinora({ env: { ROLES: 'web,delivery' } })
  pool = openTestPool(web)
  owner = await newOwner(web.url)
  for (const name of workers) processes.keepRunning(name, web, { ROLES: 'worker' })
})
afterAll(async () => {
  processes.end()
  await pool.end()
  await web.stop()
})

async function stateOf(runId: string): Promise<unknown> {
  const [row] = await pool.sql('SELECT state FROM report_runs WHERE id = $1', [runId])
  return row?.state
}

it.each(states)(
  'sends each email of a run once under its ID if the workers are killed while it is %s',
  async (state) => {
    const random = seededRandom(states.indexOf(state) + 1)
    const { id } = await newReport(owner, {
      name: `Killed while ${state}`,
      recipients,
      formats: ['pdf', 'csv'],
    })
    const params = { ...organizationOf(owner), id }
    const run = await owner.call('sendReport', { params })
    while (state !== 'due' && (await stateOf(run.id)) === 'due') await pause(10)
    while (state === 'sending' && (await stateOf(run.id)) === 'rendering') await pause(10)
    for (const name of workers) processes.kill(name)
    await eventually(async () => expect(await stateOf(run.id)).toBe('sent'))
    processes.kill(workers[random(workers.length)] ?? '')

    const mails = await pool.sql('SELECT id, recipient, state FROM report_mails WHERE run_id = $1', [run.id])
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([...recipients].sort())
    expect(mails.every((mail) => mail.state === 'sent')).toBe(true)
    const messages = (await emailsOf(web)).filter((mail) => mail.includes(run.id))
    const ids = new Set(messages.map((mail) => /^message-id:\s*(\S+)/im.exec(mail)?.[1]))
    // An email that was accepted when its worker died is sent again, with the same ID.
    expect(ids.size).toBe(recipients.length)
    const { items } = await owner.call('listReportRuns', { params, query: {} })
    expect(items).toHaveLength(1)
    expect(processes.faults).toEqual([])
  },
)
