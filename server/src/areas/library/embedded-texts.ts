import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalLanguage } from '@kinora/contract'
import {
  cueLimits,
  type ParsedSubtitles,
  parseSubtitles,
  pictureTextArgs,
  type SourceText,
  textArgs,
  textName,
} from '@kinora/media'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { ContentRow } from './content-view.ts'
import { sourceKey } from './keys.ts'
import type { Library } from './library.ts'
import { stillLimits } from './limits.ts'
import { openFile } from './source.ts'
import { subtitles } from './subtitle-tables.ts'
import { insertSubtitle } from './subtitles.ts'
import { contents } from './tables.ts'
import { trackName } from './track-name.ts'
import { ContentGone, type Work } from './work.ts'

/** Makes a draft of each text track of the source, once. Somebody looks at them before viewers do. */
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
    await write(pictureTextArgs({ path, demuxer }, { ...source, video }))
    await keepDrafts(library, content, pictures, work)
  }
}

/** @throws ContentGone also where another file took the place of the one that they are of */
async function keepDrafts(
  library: Library,
  { id: contentId, sourceId }: ContentRow,
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
    const there = await tx
      .select({ sourceIndex: subtitles.sourceIndex })
      .from(subtitles)
      .where(and(eq(subtitles.contentId, contentId), isNotNull(subtitles.sourceIndex)))
    const taken = new Set(there.map(({ sourceIndex }) => sourceIndex))
    for (const { track, parsed } of found.filter(({ track }) => !taken.has(track.index))) {
      taken.add(track.index)
      await insertSubtitle(library, tx, held, factsOf(track, taken.size), parsed, null, track.index)
    }
  })
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
