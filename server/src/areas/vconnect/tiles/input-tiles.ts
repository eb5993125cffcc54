import type { InputState, LinkReason, TileState, TileStatus } from '@kinora/contract'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { containsText } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage } from '../../../platform/database/page.ts'
import type { NodeAccess } from '../../../platform/nodes/node-access.ts'
import { openPreviews } from '../../../platform/nodes/previews.ts'
import type { TileSource } from '../../monitoring/index.ts'
import { vconnectChannel } from '../ends/changes.ts'
import { vconnectInputs } from '../ends/tables.ts'
import { inputState, linksOf } from '../monitors/link-view.ts'
import { vconnectLeases, vconnectLinks } from '../monitors/tables.ts'
import type { SentInput } from '../relay/input-preview.ts'
import type { Vconnect } from '../vconnect.ts'

/** An input with the node that runs it. */
interface WatchedInput {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  readonly enabled: boolean
  /** Null if no node runs it. */
  readonly nodeUrl: string | null
  /** State that the node reported to the database, for times when its preview cannot be reached. */
  readonly reported: Pick<SentInput, 'state' | 'reason'>
}

/** Inputs as tiles of walls. */
export function inputTiles(vconnect: Vconnect, access: NodeAccess): TileSource & { close(): void } {
  const { db, clock } = vconnect
  const open = (kind: 'preview' | 'audio') =>
    openPreviews(vconnect, access, {
      load: (inputs) => loadWatchedInputs(vconnect, inputs),
      channel: vconnectChannel,
      kind,
      stateOf,
    })
  const [previews, listening] = [open('preview'), open('audio')]
  return {
    kind: 'vconnect',
    right: ['V-Connect', 'Connector', 'read'],
    async list({ environmentId }, { phrase, ...page }) {
      const where = and(
        eq(vconnectInputs.environmentId, environmentId),
        phrase === undefined ? undefined : containsText(vconnectInputs.name, phrase),
      )
      const { id, name, enabled } = vconnectInputs
      return loadPage(page, {
        select: db
          .select({ id, name, enabled })
          .from(vconnectInputs)
          .leftJoin(vconnectLinks, linkOfInput())
          .where(where)
          .orderBy(desc(isReceiving), sortName(name), id),
        total: db.$count(vconnectInputs, where),
        async view(rows) {
          const ids = rows.map((row) => row.id)
          const links = await linksOf(db, environmentId, ids)
          return rows.map((row) => {
            const { state, reason } = inputState(links.get(row.id), row.enabled, clock.now())
            return {
              tile: `vconnect:${row.id}`,
              name: row.name,
              status: statusOf(row.enabled, state, reason),
            }
          })
        },
      })
    },
    watch: previews.watch,
    listen: listening.watch,
    close() {
      previews.close()
      listening.close()
    },
  }
}

const isReceiving = sql`COALESCE(${vconnectLinks.state} = 'receiving' AND ${vconnectInputs.enabled}, false)`

function linkOfInput() {
  return and(
    eq(vconnectLinks.id, vconnectInputs.id),
    eq(vconnectLinks.environmentId, vconnectInputs.environmentId),
  )
}

/** The inputs that exist, of one or more environments. */
async function loadWatchedInputs(
  { db, clock }: { readonly db: Queryable; readonly clock: Vconnect['clock'] },
  inputs: readonly { readonly id: string; readonly environmentId: string }[],
): Promise<WatchedInput[]> {
  const { id, environmentId, name, enabled } = vconnectInputs
  const isLeased = and(
    eq(vconnectLeases.inputId, id),
    eq(vconnectLeases.environmentId, environmentId),
    gt(vconnectLeases.leaseUntil, clock.now()),
  )
  const ids = inputs.map((input) => input.id)
  const environments = [...new Set(inputs.map((input) => input.environmentId))]
  const rows = await db
    .select({ id, environmentId, name, enabled, nodeUrl: vconnectLeases.nodeUrl, link: vconnectLinks })
    .from(vconnectInputs)
    .leftJoin(vconnectLeases, isLeased)
    .leftJoin(vconnectLinks, linkOfInput())
    .where(and(inArray(environmentId, environments), inArray(id, ids)))
  return rows.map(({ link, ...row }) => {
    const { state, reason } = inputState(link ?? undefined, row.enabled, clock.now())
    return { ...row, reported: { state, reason } }
  })
}

function stateOf(row: WatchedInput | null, sent: SentInput | null): TileState {
  const { state, reason } = sent ?? row?.reported ?? { state: 'idle', reason: null }
  const signal = sent?.signal ?? null
  return {
    name: row?.name ?? '',
    status: row === null ? 'gone' : statusOf(row.enabled, state, reason),
    source: signal === null ? null : 'publisher',
    health: null,
    signal,
  }
}

function statusOf(isEnabled: boolean, state: InputState, reason: LinkReason | null): TileStatus {
  if (!isEnabled) return 'off'
  switch (state) {
    case 'receiving':
      return 'live'
    case 'connecting':
      return 'connecting'
    case 'lost':
      return reason === 'silent' ? 'silent' : 'lost'
    // Nobody sends, or no node runs it yet.
    case 'idle':
    case 'listening':
      return 'waiting'
  }
}
