import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalLanguage, subtitleLimits } from '@kinora/contract'
import {
  closedCaptionArgs,
  cueLimits,
  type ParsedSubtitles,
  parseSubtitles,
  type SourceText,
  textArgs,
  textName,
} from '@kinora/media'
import { eq } from 'drizzle-orm'
import { trackName } from '../audio/track-name.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { stillLimits } from '../files/limits.ts'
import { sourceKey } from '../files/storage-keys.ts'
import { ContentGone, type Work } from '../files/work.ts'
import { openFile } from '../ingest/source.ts'
import type { Library } from '../library.ts'
import { type SubtitleFacts, subtitlesOf } from './subtitle-view.ts'
import { insertSubtitle, removeSubtitles } from './subtitles.ts'

/**
 * Makes a draft of each text track of the source, once. Somebody looks at them before viewers do. Where another file
 * took the place of the video's, drafts of the earlier one that nobody has touched make room for them: they say what a
 * file said that is no longer there. Where it brings none, they are better than nothing and stay.
 */
export async function extractTexts(library: Library, contentId: string, work: Work): Promise<void> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (!content) throw new ContentGone()
  const { texts = [], source, demuxer } = content.analysis ?? {}
  if (texts.length === 0 || source === undefined || demuxer === undefined) return
  const path = await openFile(library.storage, sourceKey(contentId, content.sourceId), work, 'input')
  const write = (args: string[]) =>
    library.ffmpeg.run('ffmpeg', args, {
      // A file is read to its end, and says nothing where nobody speaks.
      limits: stillLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
      cwd: work.folder,
      signal: work.signal,
    })
  const { video } = source
  const streams = texts.filter(({ isInPicture }) => !isInPicture)
  const pictures = texts.filter(({ isInPicture }) => isInPicture)
  if (streams.length > 0) {
    await write(textArgs({ path, demuxer }, streams))
    await keepDrafts(library, content, streams, work)
  }
  // Last, since what is wrong with the pictures must not take the other tracks with it.
  if (video && pictures.length > 0) {
    await write(closedCaptionArgs({ path, demuxer }, { ...source, video }))
    await keepDrafts(library, content, pictures, work)
  }
}

/** @throws ContentGone also where another file took the place of the one that they are of */
async function keepDrafts(
  library: Library,
  { id: contentId, environmentId, sourceId }: ContentRow,
  texts: readonly SourceText[],
  work: Work,
): Promise<void> {
  const found: { track: SourceText; parsed: ParsedSubtitles }[] = []
  for (const track of texts) {
    const parsed = await readTrack(join(work.folder, textName(track.index)))
    if (parsed !== null) found.push({ track, parsed })
  }
  await library.db.transaction(async (tx) => {
    const [held] = await tx.select().from(contents).where(eq(contents.id, contentId)).for('update')
    if (!held || held.sourceId !== sourceId) throw new ContentGone()
    const there = await subtitlesOf(tx, environmentId, contentId)
    const own = there.filter((each) => each.sourceId === sourceId)
    const taken = new Set(own.flatMap(({ sourceIndex }) => sourceIndex ?? []))
    const fresh = found.filter(({ track }) => !taken.has(track.index))
    if (fresh.length === 0) return
    const outdated = there.filter((each) => each.sourceId !== sourceId && isUntouched(each))
    await removeSubtitles(library, tx, null, held, outdated)
    const room = subtitleLimits.most - (there.length - outdated.length)
    for (const { track, parsed } of fresh.slice(0, Math.max(0, room))) {
      taken.add(track.index)
      await insertSubtitle(library, tx, held, factsOf(track, taken.size), parsed, null, track.index)
    }
  })
}

/** As it came out of a file. */
function isUntouched({ sourceIndex, createdAt, draft, published }: SubtitleFacts): boolean {
  return sourceIndex !== null && published === null && draft?.updatedAt.getTime() === createdAt.getTime()
}

/** Null where nothing is said in it, or more than a file may say. */
async function readTrack(path: string): Promise<ParsedSubtitles | null> {
  if ((await stat(path)).size > cueLimits.fileBytes) return null
  const parsed = parseSubtitles(await readFile(path, 'utf8'), 'vtt')
  return parsed.track.cues.length === 0 ? null : parsed
}

/** The language that nobody named. */
const unknown = 'und'

function factsOf({ title, language, isCaptions }: SourceText, number: number) {
  const languageCode = canonicalLanguage(language ?? unknown) ?? unknown
  const name = trackName(title, languageCode, `Subtitles ${number}`)
  return { name, languageCode, closedCaptions: isCaptions }
}
