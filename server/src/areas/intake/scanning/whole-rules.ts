import type { WatchFileReason } from '@kinora/contract'
import { and, eq, ne, sql } from 'drizzle-orm'
import { besideReason, readBeside } from '../companions/beside.ts'
import { type CompanionFile, companionOf, isThere, loadCompanions } from '../companions/companion-files.ts'
import type { ListedFile } from '../companions/manifest.ts'
import type { Intake } from '../intake.ts'
import type { FileStore } from '../stores/file-store.ts'
import {
  type Checksums,
  type Companion,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
} from '../tables.ts'
import { manifestReader, type Scanning } from './manifests.ts'

/** The verdict of the rules of a folder on a file that waits. */
export interface RuleAnswer {
  /** Why it waits. Null if nothing keeps it. */
  readonly reason: WatchFileReason | null
  /** Whether it is known to be whole, also if its container has no end. */
  readonly isVouched: boolean
  readonly companions: readonly Companion[]
  readonly checksums: Checksums | null
}

export type FileRules = (file: WatchFileRow) => Promise<RuleAnswer>

/** Loads what the rules of a folder need for one scan. */
export async function openRules(
  intake: Scanning,
  folder: WatchFolderRow,
  store: FileStore,
): Promise<FileRules> {
  const companionsOf = await loadCompanions(intake.db, folder, null)
  const listedFiles = manifestReader(intake, folder, store)
  return async (file) => {
    const found = companionsOf(file.path)
    const kept = file.companions.filter(({ kind }) => kind === 'marker')
    const wait = (reason: WatchFileReason, companions: readonly Companion[] = []) => ({
      ...free,
      reason,
      companions: [...kept, ...companions],
    })
    const quietAt = intake.clock.now().getTime() - folder.quietSeconds * 1000
    const isQuiet = ({ quietSince }: CompanionFile) => quietSince.getTime() <= quietAt
    const ofKind = (kind: CompanionFile['kind']) => found.filter((each) => each.kind === kind)
    const answer = { ...free, isVouched: folder.settle !== 'quiet', companions: kept }
    if (folder.settle === 'marker') {
      const marker = await findMarker(intake, store, file, ofKind('marker'))
      if (marker === null) return wait('no-marker')
      answer.companions = [...kept.filter(({ isSpent }) => isSpent === true), marker]
    }
    let checksums: Checksums | null = null
    if (folder.settle === 'manifest') {
      const listed = await listedFiles(file.path, ofKind('manifest').filter(isQuiet))
      if (listed === null) return wait('not-listed')
      if (listed.size !== null && listed.size !== file.size) return wait('not-as-listed')
      checksums = checksumsIn(listed)
    }
    if (folder.sidecars === 'ignore') return { ...answer, checksums }
    const beside = found.filter(({ kind }) => kind === 'sidecar' || kind === 'subtitle')
    if (!beside.every(isQuiet)) return wait('changing')
    if (folder.sidecars === 'use') return { ...answer, checksums }
    const read = await readBeside(intake, store, file.path, beside)
    const reason = besideReason(folder, read)
    return reason === null ? { ...answer, checksums } : wait(reason, read.companions)
  }
}

const free: RuleAnswer = { reason: null, isVouched: false, companions: [], checksums: null }

/** Finds a marker that was the one of no earlier version of the file. */
async function findMarker(
  { db }: Pick<Intake, 'db'>,
  store: FileStore,
  { id, path, folderId, environmentId, companions }: WatchFileRow,
  markers: readonly CompanionFile[],
): Promise<Companion | null> {
  const spent = companions.filter(({ isSpent }) => isSpent === true)
  for (const file of markers) {
    const marker = companionOf(file, null)
    if (spent.some((each) => isSameMarker(each, marker))) continue
    const used = and(
      eq(watchFiles.folderId, folderId),
      eq(watchFiles.environmentId, environmentId),
      eq(watchFiles.path, path),
      ne(watchFiles.id, id),
      sql`${watchFiles.companions} @> ${JSON.stringify([marker])}::jsonb`,
    )
    if ((await isThere(store, file)) && (await db.$count(watchFiles, used)) === 0) return marker
  }
  return null
}

function isSameMarker(one: Companion, other: Companion): boolean {
  return (
    one.path === other.path &&
    one.size === other.size &&
    one.modifiedAt === other.modifiedAt &&
    one.etag === other.etag
  )
}

function checksumsIn({ md5, sha1, sha256 }: ListedFile): Checksums | null {
  return md5 || sha1 || sha256 ? { md5, sha1, sha256 } : null
}
