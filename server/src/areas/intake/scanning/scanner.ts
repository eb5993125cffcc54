import type { AccountReason } from '@kinora/contract'
import { and, asc, eq, gt, isNotNull, isNull, lte, not, notInArray } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Intake } from '../intake.ts'
import { type WatchFolderRow, watchFolders } from '../tables.ts'
import { knownManifests, type Scanning } from './manifests.ts'
import { SCAN_LEASE_S, scanFolder } from './scan-folder.ts'

/** How often due folders are looked for. */
const TICK_MS = 1000
/** Folders that a process lists at once: a server that answers slowly must not hold up all others. */
const AT_ONCE = { local: 4, remote: 6 } as const
/** Lists of clouds are paid for, and those of other servers take longer. */
const EVERY_S = { local: 5, remote: 15 } as const
/** Large folders are listed less often: a tenth of the time is spent on listing. */
const REST_RATIO = 9
/** Servers lock out those who try a wrong password again and again. */
const REFUSED_S = 300

type Kind = keyof typeof AT_ONCE

/** Folders and accounts that a process is busy with. */
interface Busy {
  readonly folders: Set<string>
  /** One connection at a time for each account, so that one that does not answer holds up its own folders only. */
  readonly accounts: Set<string>
}

/** Lists watched folders again and again. Several processes can do so: a folder is listed by one at a time. */
export function startScanning(opened: Intake): Stop {
  const intake = { ...opened, manifests: knownManifests() }
  // A disk that does not answer must not take all places, one after the other.
  const busy: Busy = { folders: new Set(), accounts: new Set() }
  const stopping = new AbortController()
  const kinds = (['local', 'remote'] as const).map((kind) => startKind(intake, busy, kind, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(kinds.map((stop) => stop()))
  }
}

/** Lists due folders of a kind, several at once. */
function startKind(intake: Scanning, busy: Busy, kind: Kind, stopping: AbortSignal): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const begin = (folder: WatchFolderRow) => {
    const scan = scanLeased(intake, busy, folder, { kind, stopping })
      .catch((err: unknown) => intake.log.warn({ err }, 'listing a watched folder had an error'))
      .finally(() => {
        running.delete(scan)
        task.wake()
      })
    running.add(scan)
  }
  const task = repeat(
    async () => {
      while (running.size < AT_ONCE[kind]) {
        const folder = await leaseFolder(intake, busy, kind)
        if (folder === null) break
        begin(folder)
      }
      return TICK_MS
    },
    'looking for watched folders that are due',
    intake.log,
  )
  return async () => {
    await task.stop()
    await Promise.all(running)
  }
}

async function scanLeased(
  intake: Scanning,
  busy: Busy,
  folder: WatchFolderRow,
  { kind, stopping }: { readonly kind: Kind; readonly stopping: AbortSignal },
): Promise<void> {
  const { db, clock } = intake
  try {
    const startedAt = performance.now()
    const reason = await scanFolder(intake, folder, stopping)
    const everyS = isRefused(reason) ? REFUSED_S : EVERY_S[kind]
    const restS = Math.max(everyS, ((performance.now() - startedAt) / 1000) * REST_RATIO)
    const now = clock.now()
    await db
      .update(watchFolders)
      .set({ scanAt: addSeconds(now, restS) })
      // Due again if a person has asked for it meanwhile.
      .where(
        and(rowOf(watchFolders, folder), eq(watchFolders.fence, folder.fence), gt(watchFolders.scanAt, now)),
      )
  } finally {
    release(busy, folder)
  }
}

const isRefused = (reason: AccountReason | null) => reason === 'sign-in' || reason === 'host-key'

/** Takes the folder that has been due for longest, or null if none is due. */
async function leaseFolder({ db, clock }: Intake, busy: Busy, kind: Kind): Promise<WatchFolderRow | null> {
  const now = clock.now()
  const isFree =
    kind === 'local'
      ? isNull(watchFolders.accountId)
      : and(isNotNull(watchFolders.accountId), notInArray(watchFolders.accountId, [...busy.accounts]))
  let leased: WatchFolderRow | null = null
  try {
    return await db.transaction(async (tx) => {
      const [due] = await tx
        .select()
        .from(watchFolders)
        .where(
          and(
            lte(watchFolders.scanAt, now),
            not(watchFolders.isImport),
            notInArray(watchFolders.id, [...busy.folders]),
            isFree,
          ),
        )
        .orderBy(asc(watchFolders.scanAt))
        .limit(1)
        .for('update', { skipLocked: true })
      // Another task of this process may have taken the account meanwhile.
      if (due === undefined || (due.accountId !== null && busy.accounts.has(due.accountId))) return null
      leased = due
      busy.folders.add(due.id)
      if (due.accountId !== null) busy.accounts.add(due.accountId)
      const change = { scanAt: addSeconds(now, SCAN_LEASE_S), fence: due.fence + 1 }
      await tx.update(watchFolders).set(change).where(rowOf(watchFolders, due))
      return { ...due, ...change }
    })
  } catch (error) {
    if (leased !== null) release(busy, leased)
    throw error
  }
}

function release(busy: Busy, { id, accountId }: WatchFolderRow): void {
  busy.folders.delete(id)
  if (accountId !== null) busy.accounts.delete(accountId)
}
