import type { ConnectFigures, ConnectState, InputFigures, InputState } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { type LinkRow, vconnectLinks } from './tables.ts'

/** After this time without a report, no node runs an input. */
export const STALE_MS = 15_000

/** The reports on some inputs or connects, by ID. */
export async function linksOf(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LinkRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(vconnectLinks)
    .where(and(eq(vconnectLinks.environmentId, environmentId), inArray(vconnectLinks.id, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}

const idle = {
  state: 'idle',
  reason: null,
  detail: null,
  peer: null,
  nextTryAt: null,
  stateAt: null,
  figures: null,
} as const

/** State of an input or a connect. It is idle while it is paused, and while no node reports on it. */
function stateOf(link: LinkRow | undefined, isEnabled: boolean, now: Date) {
  if (!isEnabled || link === undefined || now.getTime() - link.seenAt.getTime() > STALE_MS) return idle
  const { state, reason, detail, peer, nextTryAt, stateAt, figures } = link
  return {
    state,
    reason,
    detail,
    peer,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    stateAt: stateAt.toISOString(),
    figures,
  }
}

export function inputState(link: LinkRow | undefined, isEnabled: boolean, now: Date) {
  const { state, figures, ...rest } = stateOf(link, isEnabled, now)
  const isReported = state !== 'idle' && link !== undefined && link.source !== null
  const standby = isReported
    ? {
        source: link.source ?? 'own',
        reason: link.sourceReason,
        since: link.sourceAt?.toISOString() ?? null,
        delayMs: link.delayMs ?? 0,
      }
    : null
  return { ...rest, state: state as InputState, figures: figures as InputFigures | null, standby }
}

export function connectState(link: LinkRow | undefined, isEnabled: boolean, now: Date) {
  const { state, figures, ...rest } = stateOf(link, isEnabled, now)
  return { ...rest, state: state as ConnectState, figures: figures as ConnectFigures | null }
}
