import { type CompanionFault, type CompanionKind, type WatchFileReason, watchLimits } from '@kinora/contract'
import { cueLimits } from '@kinora/media'
import { Problem } from '../../../platform/problem.ts'
import { TaskFailed } from '../../../platform/workers/workers.ts'
import type { DeliveredSubtitle } from '../../library/index.ts'
import type { Intake } from '../intake.ts'
import type { FileStore } from '../stores/file-store.ts'
import { nameOf } from '../stores/names.ts'
import type { Companion, WatchFolderRow } from '../tables.ts'
import { type CompanionFile, companionOf, readCompanion } from './companion-files.ts'
import { subtitleLabel } from './companion-names.ts'
import { companionTask } from './companion-task.ts'
import type { SidecarValues } from './sidecar-values.ts'

/** The content of the files beside a video. */
export interface Beside {
  /** Values of the first sidecar that can be read. */
  readonly values: SidecarValues | null
  readonly subtitles: readonly DeliveredSubtitle[]
  readonly companions: readonly Companion[]
  /** Whether one of them is not as it was listed. */
  readonly hasChanged: boolean
}

/** Files of a kind beside one video. Others are left where they are. */
const MOST_OF_KIND: Readonly<Partial<Record<CompanionKind, number>>> = { sidecar: 5, subtitle: 100 }
/** Bytes of all files beside one video. Those that follow are too large. */
const MOST_BYTES = 64 * 1024 ** 2

/** The files beside a video that are read. Sidecars first, since they may name the language of the subtitles. */
export function readFiles<T extends { readonly kind: CompanionKind; readonly path: string }>(
  files: readonly T[],
): readonly T[] {
  const kinds = Map.groupBy(files, ({ kind }) => kind)
  return (['marker', 'sidecar', 'subtitle'] as const).flatMap((kind) =>
    (kinds.get(kind) ?? []).slice(0, MOST_OF_KIND[kind]),
  )
}

type Context = Pick<Intake, 'library' | 'workers'>

/** Reads the sidecars and subtitles of a video. @throws StoreFault if the account fails */
export async function readBeside(
  intake: Context,
  store: FileStore,
  video: string,
  files: readonly CompanionFile[],
): Promise<Beside> {
  let values: SidecarValues | null = null
  const subtitles: DeliveredSubtitle[] = []
  const companions: Companion[] = []
  let [hasChanged, bytesLeft] = [false, MOST_BYTES]
  for (const file of readFiles(files)) {
    const read = await readOne(intake, store, file, { video, language: values?.language ?? null, bytesLeft })
    if (read !== 'too-large') bytesLeft -= file.size
    hasChanged ||= read === null
    if (read === null) continue
    companions.push(companionOf(file, typeof read === 'string' ? read : null))
    if (typeof read === 'string') continue
    if ('values' in read) values ??= read.values
    if ('subtitle' in read) subtitles.push(read.subtitle)
  }
  return { values, subtitles, companions, hasChanged }
}

interface Named {
  readonly video: string
  readonly language: string | null
  readonly bytesLeft: number
}

type Read =
  | { readonly values: SidecarValues }
  | { readonly subtitle: DeliveredSubtitle }
  | { readonly marker: true }

/** @returns a fault, and null for a file that has changed or is gone */
async function readOne(
  { library, workers }: Context,
  store: FileStore,
  file: CompanionFile,
  { video, language, bytesLeft }: Named,
): Promise<Read | CompanionFault | null> {
  const { path, kind } = file
  if (kind === 'marker') return { marker: true }
  if (file.size > bytesLeft) return 'too-large'
  const bytes = await readCompanion(
    store,
    file,
    kind === 'subtitle' ? cueLimits.fileBytes : watchLimits.sidecarBytes,
  )
  if (bytes === null || typeof bytes === 'string') return bytes
  try {
    if (kind === 'subtitle') {
      const label = subtitleLabel(path, video)
      const given = { ...label, language: label.language ?? language, fileName: nameOf(path), bytes }
      return { subtitle: await library.readSubtitle(given) }
    }
    const values = await workers.run(companionTask('readSidecar'), { path, bytes })
    return typeof values === 'string' ? values : { values }
  } catch (error) {
    if (error instanceof Problem || error instanceof TaskFailed) return 'broken'
    throw error
  }
}

/** Why a video waits for the files beside it, by the rule of its folder. Null if it does not. */
export function besideReason(
  { sidecars }: Pick<WatchFolderRow, 'sidecars'>,
  { values, companions, hasChanged }: Beside,
): Extract<WatchFileReason, 'changing' | 'no-sidecar' | 'sidecar-broken'> | null {
  if (hasChanged) return 'changing'
  if (sidecars !== 'require') return null
  if (companions.some(({ fault }) => fault !== null)) return 'sidecar-broken'
  return values === null ? 'no-sidecar' : null
}
