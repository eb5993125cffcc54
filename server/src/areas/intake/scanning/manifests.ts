import { watchLimits } from '@kinora/contract'
import { TaskFailed } from '../../../platform/workers/workers.ts'
import { type CompanionFile, readCompanion } from '../companions/companion-files.ts'
import { sharedStart } from '../companions/companion-names.ts'
import { companionTask } from '../companions/companion-task.ts'
import type { ListedFile } from '../companions/manifest.ts'
import type { Intake } from '../intake.ts'
import type { FileStore } from '../stores/file-store.ts'
import { parentOf } from '../stores/names.ts'
import type { WatchFolderRow } from '../tables.ts'

/** Manifests that are read in one scan. Those that are known are not read again. */
const MOST_READ = 50
/** Manifests and files in them that a process remembers. */
const MOST_KNOWN = 100_000

type Files = readonly ListedFile[]

/** Lists of manifests by version. One that cannot be read lists nothing. */
export interface KnownManifests {
  get(version: string): Files | undefined
  add(version: string, files: Files): void
}

/** Remembers manifests from scan to scan. Those that were asked for least lately are forgotten first. */
export function knownManifests(): KnownManifests {
  const known = new Map<string, Files>()
  let size = 0
  const remove = (version: string) => {
    const files = known.get(version)
    if (files !== undefined) size -= 1 + files.length
    known.delete(version)
  }
  const add = (version: string, files: Files) => {
    remove(version)
    known.set(version, files)
    size += 1 + files.length
    for (const oldest of known.keys()) {
      if (size <= MOST_KNOWN) return
      remove(oldest)
    }
  }
  return {
    add,
    get(version) {
      const files = known.get(version)
      if (files !== undefined) add(version, files)
      return files
    },
  }
}

/** Context of the functions that list folders. */
export type Scanning = Intake & { readonly manifests: KnownManifests }

/** Manifests in the order in which they count for a file: those with its name first, then the newest. */
export function manifestsFor(path: string, manifests: readonly CompanionFile[]): readonly CompanionFile[] {
  const start = sharedStart(path)
  const isOwn = (manifest: CompanionFile) => Number(sharedStart(manifest.path) === start)
  return manifests.toSorted(
    (one, other) => isOwn(other) - isOwn(one) || other.modifiedAt.getTime() - one.modifiedAt.getTime(),
  )
}

/** Finds files in manifests, each version of which is read once. */
export function manifestReader(
  { workers, manifests: known }: Pick<Scanning, 'workers' | 'manifests'>,
  folder: Pick<WatchFolderRow, 'id'>,
  store: FileStore,
) {
  const inScan = new Map<string, Promise<Files>>()
  const read = async (manifest: CompanionFile, key: string): Promise<Files> => {
    const bytes = await readCompanion(store, manifest, watchLimits.sidecarBytes)
    // Another scan may be able to read it.
    if (!(bytes instanceof Buffer)) return []
    const files = await parse({ path: manifest.path, bytes })
    known.add(key, files)
    return files
  }
  const parse = async (file: { readonly path: string; readonly bytes: Buffer }): Promise<Files> => {
    try {
      return (await workers.run(companionTask('readManifest'), file)) ?? []
    } catch (error) {
      if (error instanceof TaskFailed) return []
      throw error
    }
  }
  const filesOf = (manifest: CompanionFile): Promise<Files> | Files | null => {
    const { path, size, modifiedAt, etag } = manifest
    const key = JSON.stringify([folder.id, path, size, modifiedAt.getTime(), etag])
    const reading = known.get(key) ?? inScan.get(path)
    if (reading !== undefined) return reading
    if (inScan.size === MOST_READ) return null
    const begun = read(manifest, key)
    inScan.set(path, begun)
    return begun
  }
  return async (path: string, manifests: readonly CompanionFile[]): Promise<ListedFile | null> => {
    for (const manifest of manifestsFor(path, manifests)) {
      const files = await filesOf(manifest)
      // The next scan reads it. An older one may say something else.
      if (files === null) return null
      const own = path.slice(parentOf(manifest.path) === '' ? 0 : parentOf(manifest.path).length + 1)
      const listed = files.find((each) => each.path === own)
      if (listed !== undefined) return listed
    }
    return null
  }
}
