import { join } from 'node:path'
import { cutText } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { DownloadFailure, download } from '../../../platform/net/download.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { openAddress, storeAddress } from '../../../platform/net/stored-address.ts'
import { assertFreeSpace, assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { insertContent, type NewContent } from '../contents/contents.ts'
import { changeContent } from '../contents/states.ts'
import type { Workspace } from '../contents/workspace.ts'
import { startContentProgress } from '../encoding/progress-reporter.ts'
import { type ChosenProfile, chooseProfile } from '../encoding-profiles/chosen-profile.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { hasFirstSource } from '../sources/source.ts'
import { downloadJob, firstJobFor } from './jobs.ts'

const CHECK_MS = 1000

type Common =
  | 'description'
  | 'tags'
  | 'externalId'
  | 'collectionId'
  | 'playbackPolicy'
  | 'addedBy'
  | 'addedById'
  | 'isTest'

/** The request for a video from a URL; the title defaults to the file name. */
export interface VideoAtUrl extends Pick<NewContent, Common> {
  readonly url: string
  readonly title?: string | undefined
}

/** Creates a video from a URL. @param extend changes other rows in the same transaction
 * @throws problem url-not-allowed, storage-full, not-found, codec-unavailable */
export async function createByUrl(
  library: Library,
  environmentId: string,
  { encodingProfileId, ...given }: VideoAtUrl & { encodingProfileId?: string | undefined },
  extend: (tx: Transaction, content: ContentRow) => Promise<void> = async () => undefined,
): Promise<ContentRow> {
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, 0)
  await assertFetchable(library, given.url)
  const id = uuidv7()
  const chosen = await chooseProfile(library, environmentId, id, encodingProfileId)
  return library.db.transaction(async (tx) => {
    const content = await insertByUrl(library, tx, environmentId, { ...given, id, chosen }, 'downloading')
    await extend(tx, content)
    return content
  })
}

/** Inserts the content and enqueues the download, in the caller's transaction. */
export async function insertByUrl(
  library: Library,
  tx: Transaction,
  environmentId: string,
  { url, title, chosen, ...fields }: VideoAtUrl & { readonly id: string; readonly chosen: ChosenProfile },
  stage: 'downloading' | 'queued',
): Promise<ContentRow> {
  const fileName = fileNameOf(new URL(url))
  const content = await insertContent(library, tx, {
    ...fields,
    environmentId,
    title: title ?? fileName,
    status: 'processing',
    stage,
    fileName,
    sourceUrl: storeAddress(library.secrets, url),
    profile: chosen.profile,
  })
  await chosen.keep(tx)
  await library.jobs.enqueue(tx, downloadJob, { contentId: content.id }, { environmentId, key: content.id })
  return content
}

/**
 * Fetches the file, stores it as the source and starts the ingest.
 * @throws MediaRefused if a retry cannot help, DownloadFailure, ContentGone
 */
export async function fetchSource(library: Library, ref: ContentRef, workspace: Workspace): Promise<void> {
  const downloading = { stage: 'downloading', progress: 0 } as const
  const content = await changeContent(library.db, ref, ['processing'], downloading, hasFirstSource)
  if (content.sourceUrl === null) throw new MediaRefused('source-missing')
  const { path, bytes } = await fetchFile(
    library,
    openAddress(library.secrets, content.sourceUrl),
    workspace,
    startContentProgress(library, content),
  )
  workspace.signal.throwIfAborted()
  await library.storage.putFile(sourceKey(content.id), path, 'application/octet-stream')
  await library.db.transaction(async (tx) => {
    const queued = { stage: 'queued', progress: 0, sourceBytes: bytes } as const
    const row = await changeContent(tx, content, ['processing'], queued, hasFirstSource)
    await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
    await library.jobs.enqueue(
      tx,
      firstJobFor(row),
      { contentId: row.id },
      { environmentId: row.environmentId, key: row.id },
    )
  })
}

/**
 * Fetches a file into the workspace.
 * @param report called with 0 to 1
 * @throws MediaRefused if a retry cannot help, DownloadFailure
 */
export async function fetchFile(
  library: Library,
  url: string,
  workspace: Workspace,
  report: (progress: number) => void,
): Promise<{ path: string; bytes: number }> {
  const { config } = library
  const path = join(workspace.folder, 'download')
  const spaceLimit = new AbortController()
  const timeLimit = AbortSignal.timeout(config.URL_TIMEOUT_SECONDS * 1000)
  const { bytes } = await download(url, path, {
    allowed: config,
    maxBytes: config.URL_MAX_BYTES,
    signal: AbortSignal.any([workspace.signal, timeLimit, spaceLimit.signal]),
    onStart: (bytes) => assertFreeSpaceForJob(library, bytes ?? 0),
    onProgress: progressReporter(library, report, (error) => spaceLimit.abort(error)),
  }).catch((error: unknown) => {
    throw error instanceof DownloadFailure && (error.fault === 'refused' || error.fault === 'too-large')
      ? new MediaRefused(`download-${error.fault}`)
      : error
  })
  return { path, bytes }
}

/** Reports the progress, and regularly checks the free space. */
function progressReporter(
  library: Library,
  report: (progress: number) => void,
  abort: (error: unknown) => void,
) {
  let checkedAt = 0
  return (received: number, total: number | null) => {
    const now = performance.now()
    if (now - checkedAt >= CHECK_MS) {
      checkedAt = now
      assertFreeSpaceForJob(library, 0).catch(abort)
    }
    if (total !== null) report(received / total)
  }
}

/** URLs may contain characters that PostgreSQL does not store, such as NUL. */
const controls = /\p{Cc}/gu

export function fileNameOf(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1)
  if (last === undefined) return url.hostname
  try {
    return (
      cutText(decodeURIComponent(last).normalize('NFC').replace(controls, '').trim(), 200) || url.hostname
    )
  } catch {
    return cutText(last, 200)
  }
}
