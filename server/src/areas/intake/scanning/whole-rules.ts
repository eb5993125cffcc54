import { type WatchFileReason, watchLimits } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import { besideReason, readBeside } from '../companions/beside.ts'
import {
  type CompanionFile,
  companionOf,
  isThere,
  loadCompanions,
  readCompanion,
} from '../companions/companion-files.ts'
import { companionTask } from '../companions/companion-task.ts'
import type { ListedFile } from '../companions/manifest.ts'
import type { Intake } from '../intake.ts'
import type { FileStore } from '../stores/file-store.ts'
import { parentOf } from '../stores/names.ts'
import {
  type Checksums,
  type Companion,
  type WatchFileRow,
  type WatchFolderRow,
  watchFiles,
} from '../tables.ts'

/** Manifests that are read in one scan. */
const MOST_MANIFESTS = 50

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
  intake: Intake,
  folder: WatchFolderRow,
  store: FileStore,
): Promise<FileRules> {
  const companionsOf = await loadCompanions(intake.db, folder, null)
  const listedFiles = manifestReader(intake, store)
  return async (file) => {
    const found = companionsOf(file.path)
    const wait = (reason: WatchFileReason, companions: readonly Companion[] = []) => ({
      ...free,
      reason,
      companions,
    })
    const quietAt = intake.clock.now().getTime() - folder.quietSeconds * 1000
    const isQuiet = ({ quietSince }: CompanionFile) => quietSince.getTime() <= quietAt
    const ofKind = (kind: CompanionFile['kind']) => found.filter((each) => each.kind === kind)
    const answer = { ...free, isVouched: folder.settle !== 'quiet' }
    if (folder.settle === 'marker' && !(await hasMarker(intake, store, file, ofKind('marker'))))
      return wait('no-marker')
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

/** Whether there is a marker that no earlier version of the file was taken with. */
async function hasMarker(
  { db }: Pick<Intake, 'db'>,
  store: FileStore,
  { path, folderId, environmentId }: WatchFileRow,
  markers: readonly CompanionFile[],
): Promise<boolean> {
  for (const marker of markers) {
    const used = and(
      eq(watchFiles.folderId, folderId),
      eq(watchFiles.environmentId, environmentId),
      eq(watchFiles.path, path),
      sql`${watchFiles.companions} @> ${JSON.stringify([companionOf(marker, null)])}::jsonb`,
    )
    if ((await isThere(store, marker)) && (await db.$count(watchFiles, used)) === 0) return true
  }
  return false
}

/** Finds files in manifests, each of which is read once. */
function manifestReader({ workers }: Pick<Intake, 'workers'>, store: FileStore) {
  const known = new Map<string, Promise<readonly ListedFile[]>>()
  const read = async (manifest: CompanionFile): Promise<readonly ListedFile[]> => {
    const bytes = await readCompanion(store, manifest, watchLimits.sidecarBytes)
    if (!(bytes instanceof Buffer)) return []
    return (await workers.run(companionTask('readManifest'), { path: manifest.path, bytes })) ?? []
  }
  return async (path: string, manifests: readonly CompanionFile[]): Promise<ListedFile | null> => {
    for (const manifest of manifests) {
      if (!known.has(manifest.path) && known.size === MOST_MANIFESTS) continue
      const files = known.get(manifest.path) ?? read(manifest)
      known.set(manifest.path, files)
      const folder = parentOf(manifest.path)
      const own = folder === '' ? path : path.slice(folder.length + 1)
      const listed = (await files).find((each) => each.path === own)
      if (listed !== undefined) return listed
    }
    return null
  }
}

function checksumsIn({ md5, sha1, sha256 }: ListedFile): Checksums | null {
  return md5 || sha1 || sha256 ? { md5, sha1, sha256 } : null
}
