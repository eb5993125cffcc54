import { randomUUID } from 'node:crypto'
import type { Report } from '@kinora/contract'
import type { Tenant } from '../../contract/test-case.ts'
import type { Client } from '../client.ts'

/** A correct body of a daily report. */
export const reportBody = {
  name: 'Gulf live',
  recipients: ['leela@example.com'],
  frequency: 'daily' as const,
  sendOn: null,
  weekday: null,
  monthDay: null,
  sendTime: '08:00',
  from: '2026-01-01',
  to: null,
  timezone: 'Asia/Kolkata',
  metrics: ['viewers' as const],
  filters: {},
  splitBy: null,
  formats: ['pdf' as const],
  language: 'en' as const,
}

/** The organization in the paths of reports. */
export const organizationOf = ({ organizationId }: Pick<Client, 'organizationId'>) => ({
  organizationId: organizationId ?? '',
})

export function newReport(
  owner: Client,
  change: Partial<Omit<typeof reportBody, 'metrics' | 'formats'>> & Record<string, unknown> = {},
): Promise<Report> {
  return owner.call('createReport', { params: organizationOf(owner), body: { ...reportBody, ...change } })
}

/** Parameters of a run that has failed, and has a file. */
export async function newRun({ owner, sql }: Pick<Tenant, 'owner' | 'sql'>) {
  const { id } = await newReport(owner)
  const runId = randomUUID()
  const asked = { name: 'Gulf live', recipients: ['leela@example.com'], formats: ['pdf'] }
  await sql(
    `INSERT INTO report_runs (id, environment_id, report_id, local_date, trigger, state, reason, covers_from, covers_to,
       asked, files, due_at, changed_at)
     VALUES ($1, $2, $3, '2026-11-20', 'schedule', 'failed', 'mail-failed', now(), now(), $4::jsonb, $5::jsonb, now(), now())`,
    [runId, owner.environmentId, id, JSON.stringify(asked), JSON.stringify([{ format: 'pdf', bytes: 1000 }])],
  )
  return { ...organizationOf(owner), id, runId }
}
