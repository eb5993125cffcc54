import type { Transaction } from '../../../platform/database/database.ts'
import { trackName } from '../audio/track-name.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { lockContent } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { subtitleTask } from './subtitle-task.ts'
import type { ReadSubtitle } from './subtitle-tasks.ts'
import { insertPublished, type SubtitleFields } from './subtitles.ts'

/** A `.srt` or `.vtt` file that arrived with its video. */
export interface SubtitleFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** Null if it is unknown. */
  readonly language: string | null
  /** Null to be named by the language. */
  readonly title: string | null
  readonly closedCaptions: boolean
}

/** A subtitle file that was read. */
export interface DeliveredSubtitle extends SubtitleFields, Pick<ReadSubtitle, 'format' | 'track'> {}

/** Reads a subtitle file. @throws problem subtitle-unreadable, TaskFailed */
export async function readSubtitle(
  { workers }: Pick<Library, 'workers'>,
  { fileName, bytes, language, title, closedCaptions }: SubtitleFile,
): Promise<DeliveredSubtitle> {
  const languageCode = language ?? 'und'
  const fields = { name: trackName(title, language, 'Subtitles'), languageCode, closedCaptions }
  const file = Buffer.from(bytes).toString('base64')
  const { read } = await workers.run(subtitleTask('prepareUpload'), { ...fields, fileName, file })
  return { ...fields, format: read.format, track: read.track }
}

/** Publishes subtitles of a video in the caller's transaction. @throws problem not-found, in-trash */
export async function addSubtitles(
  library: Library,
  tx: Transaction,
  { id, environmentId }: ContentRef,
  subtitles: readonly DeliveredSubtitle[],
): Promise<void> {
  if (subtitles.length === 0) return
  const content = await lockContent(tx, environmentId, id)
  const versions = subtitles.map(({ track, ...fields }) => ({ ...fields, ...track }))
  await insertPublished(library, tx, content, versions)
}
