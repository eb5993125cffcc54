import { randomUUID } from 'node:crypto'
import type { AlertChannel, AlertRule, CallOf, RequestOf } from '@kinora/contract'
import type { Client } from '../client.ts'
import { newStream } from '../livestreams.ts'
import type { Sql } from '../members.ts'

type RuleBody = RequestOf<CallOf<'createAlertRule'>>['body']

/** The organization of a client, as calls name it. */
export function orgOf({ organizationId }: Client): { readonly org: string } {
  return { org: organizationId ?? '' }
}

/** A rule that fires when a started stream has had no signal for 5 seconds. */
export const streamDown: RuleBody = {
  name: 'Stream down',
  metric: 'live.offline',
  groupBy: 'object',
  condition: 'above',
  threshold: 5,
  windowS: 10,
  severity: 'critical',
}

export function newRule(owner: Client, body: Partial<RuleBody> = {}): Promise<AlertRule> {
  return owner.call('createAlertRule', { params: orgOf(owner), body: { ...streamDown, ...body } })
}

export function newChannel(owner: Client, recipient = 'desk@example.com'): Promise<AlertChannel> {
  const name = `Desk ${randomUUID().slice(0, 8)}`
  const body = { name, kind: 'email' as const, recipients: [recipient] }
  return owner.call('createAlertChannel', { params: orgOf(owner), body })
}

interface Stand {
  readonly owner: Client
  readonly sql: Sql
}

/** A stream that has been on air until a time. */
export async function streamOnAir({ owner, sql }: Stand, until: Date): Promise<string> {
  const { id, environmentId } = await newStream(owner)
  await sql(
    `INSERT INTO live_sessions (id, stream_id, environment_id, node_id, lease_until, started_at)
     VALUES ($1, $2, $3, $1, $4, $5)`,
    [randomUUID(), id, environmentId, new Date(until.getTime() + 3.6e6), new Date(until.getTime() - 60_000)],
  )
  await sql(`UPDATE live_streams SET status = 'active', active_since = $2 WHERE id = $1`, [
    id,
    new Date(until.getTime() - 60_000),
  ])
  await sendFigures(sql, { id, environmentId }, until, 30)
  return id
}

/** Stores the figures of a stream for the seconds before a time. */
export async function sendFigures(
  sql: Sql,
  { id, environmentId }: { readonly id: string; readonly environmentId: string },
  until: Date,
  seconds: number,
  figures: Record<string, unknown> = {},
): Promise<void> {
  const end = Math.floor(until.getTime() / 1000)
  const times = Array.from({ length: seconds }, (_, n) => end - seconds + n)
  for (const [minute, own] of Map.groupBy(times, (time) => Math.floor(time / 60))) {
    const points = own.map((time) => ({
      s: time % 60,
      kbps: 4000,
      fps: 25,
      key: 2,
      w: 1280,
      h: 720,
      drop: 0,
      delay: 10,
      view: 3,
      video: 'avc1',
      audio: 'mp4a',
      heard: 43,
      db: -20,
      ...figures,
    }))
    await sql(
      `INSERT INTO live_health (stream_id, environment_id, minute, points) VALUES ($1, $2, to_timestamp($3), $4::jsonb)
       ON CONFLICT (stream_id, minute) DO UPDATE SET points = live_health.points || excluded.points`,
      [id, environmentId, minute * 60, JSON.stringify(points)],
    )
  }
}

/** An open incident of a rule, as if it had fired. */
export async function newIncident(
  { sql }: { readonly sql: Sql },
  { id: ruleId, environmentId, name, metric, condition, threshold, severity }: AlertRule,
  { openedAt = new Date(), label = 'Al Noor TV' } = {},
): Promise<string> {
  const id = randomUUID()
  const key = randomUUID()
  await sql(
    `INSERT INTO alert_incidents (id, environment_id, rule_id, rule_name, metric, condition, threshold, severity, key,
       label, number, value, opened_at, is_late, is_muted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, 14, $11, false, false)`,
    [id, environmentId, ruleId, name, metric, condition, threshold, severity, key, label, openedAt],
  )
  await sql(
    `INSERT INTO alert_instances (environment_id, rule_id, key, phase, since, number, value, incident_id, is_notified,
       notified_at, is_acknowledged)
     VALUES ($1, $2, $3, 'firing', $4, 1, 14, $5, true, $4, false)`,
    [environmentId, ruleId, key, openedAt, id],
  )
  await sql(
    `INSERT INTO alert_changes (id, environment_id, incident_id, kind, at, value) VALUES ($1, $2, $3, 'opened', $4, 14)`,
    [randomUUID(), environmentId, id, openedAt],
  )
  return id
}
