import { join } from 'node:path'
import { canonicalLanguage, subtitleLimits } from '@kinora/contract'
import { closedCaptionArgs, type SourceText, textArgs, textName } from '@kinora/media'
import { rowOf } from '../../../platform/database/row-of.ts'
import { limitsWithoutProgress } from '../../../platform/ffmpeg/limits.ts'
import { trackName } from '../audio/track-name.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { openFile } from '../sources/source.ts'
import { subtitleTask } from './subtitle-task.ts'
import type { ReadSubtitle } from './subtitle-tasks.ts'
import { listSubtitles, type SubtitleFacts } from './subtitle-view.ts'
import { insertSubtitle, removeSubtitles } from './subtitles.ts'

/**
 * Makes a draft of each text track of the source, once; a user reviews drafts before viewers see them. If the source
 * was replaced, unedited drafts of the previous file are deleted, unless the new file has no text tracks.
 */
export async function extractTexts(library: Library, ref: ContentRef, workspace: Workspace): Promise<void> {
  const [content] = await library.db.select().from(contents).where(rowOf(contents, ref))
  if (!content) throw new ContentGone()
  const { texts = [], source, demuxer } = content.analysis ?? {}
  if (texts.length === 0 || source === undefined || demuxer === undefined) return
  const path = await openFile(library.storage, sourceKey(content.id, content.sourceId), workspace, 'input')
  const write = (args: string[]) =>
    library.ffmpeg.run('ffmpeg', args, {
      // The whole file is read, and there is no progress in parts without text.
      limits: limitsWithoutProgress(source.durationS, library.config.ENCODE_MEMORY_BYTES),
      cwd: workspace.folder,
      signal: workspace.signal,
    })
  const { video } = source
  const streams = texts.filter(({ isInPicture }) => !isInPicture)
  const captions = texts.filter(({ isInPicture }) => isInPicture)
  if (streams.length > 0) {
    await write(textArgs({ path, demuxer }, streams))
    await storeDrafts(library, content, streams, workspace)
  }
  // Captions last, because a damaged video stream must not prevent the other tracks.
  if (video && captions.length > 0) {
    await write(closedCaptionArgs({ path, demuxer }, { ...source, video }))
    await storeDrafts(library, content, captions, workspace)
  }
}

/** @throws ContentGone also if the source was replaced meanwhile */
async function storeDrafts(
  library: Library,
  content: ContentRow,
  texts: readonly SourceText[],
  workspace: Workspace,
): Promise<void> {
  const { id: contentId, environmentId, sourceId } = content
  const found: { track: SourceText; read: ReadSubtitle }[] = []
  for (const track of texts) {
    const path = join(workspace.folder, textName(track))
    const read = await library.workers.run(subtitleTask('readExtracted'), path)
    if (read !== null) found.push({ track, read })
  }
  await library.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(contents).where(rowOf(contents, content)).for('update')
    if (!locked || locked.sourceId !== sourceId) throw new ContentGone()
    const existing = await listSubtitles(tx, environmentId, contentId)
    const own = existing.filter((each) => each.sourceId === sourceId)
    const taken = new Set(own.flatMap(({ sourceIndex }) => sourceIndex ?? []))
    const newTracks = found.filter(({ track }) => !taken.has(track.index))
    if (newTracks.length === 0) return
    const outdated = existing.filter((each) => each.sourceId !== sourceId && isUnedited(each))
    await removeSubtitles(library, tx, null, locked, outdated)
    const remaining = subtitleLimits.most - (existing.length - outdated.length)
    for (const { track, read } of newTracks.slice(0, Math.max(0, remaining))) {
      taken.add(track.index)
      await insertSubtitle(library, tx, locked, factsOf(track, taken.size), read, null, track.index)
    }
  })
}

/** Whether a draft is unchanged since it was extracted. */
function isUnedited({ sourceIndex, createdAt, draft, published }: SubtitleFacts): boolean {
  return sourceIndex !== null && published === null && draft?.updatedAt.getTime() === createdAt.getTime()
}

/** Language code for an unknown language. */
const undetermined = 'und'

function factsOf({ title, language, isCaptions }: SourceText, number: number) {
  const languageCode = canonicalLanguage(language ?? undetermined) ?? undetermined
  const name = trackName(title, languageCode, `Subtitles ${number}`)
  return { name, languageCode, closedCaptions: isCaptions }
}
