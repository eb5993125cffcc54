import { randomUUID } from 'node:crypto'
import type { CallOf, RequestOf, SavedReport } from '@kinora/contract'
import type { Client } from '../client.ts'

type Body = RequestOf<CallOf<'createReport'>>['body']

/** A correct body of a daily report. */
export const reportBody: Body = {
  name: 'Gulf live',
  recipients: ['leela@example.com'],
  frequency: 'daily',
  sendOn: null,
  weekday: null,
  monthDay: null,
  sendTime: '08:00',
  from: '2026-01-01',
  to: null,
  timezone: 'Asia/Kolkata',
  metrics: ['viewers'],
  filters: {},
  splitBy: null,
  formats: ['pdf'],
  language: 'en',
}

/** The organization in the paths of reports. */
export const organizationOf = ({ organizationId }: Pick<Client, 'organizationId'>) => ({
  organizationId: organizationId ?? '',
})

export function newReport(owner: Client, change: Partial<Body> = {}): Promise<SavedReport> {
  return owner.call('createReport', { params: organizationOf(owner), body: { ...reportBody, ...change } })
}

interface Place {
  readonly owner: Client
  readonly sql: (text: string, values: unknown[]) => Promise<unknown>
}

/** Parameters of a run that has failed, and has a file. */
export async function newRun({ owner, sql }: Place) {
  const { id } = await newReport(owner)
  const runId = randomUUID()
  const asked = {
    name: 'Gulf live',
    recipients: ['leela@example.com'],
    metrics: ['viewers'],
    formats: ['pdf'],
  }
  await sql(
    `INSERT INTO report_runs (id, environment_id, report_id, local_date, trigger, state, reason, covers_from, covers_to,
       asked, files, due_at, changed_at)
     VALUES ($1, $2, $3, '2026-11-20', 'schedule', 'failed', 'mail-failed', now(), now(), $4::jsonb, $5::jsonb, now(), now())`,
    [runId, owner.environmentId, id, JSON.stringify(asked), JSON.stringify([{ format: 'pdf', bytes: 1000 }])],
  )
  return { ...organizationOf(owner), id, runId }
}
