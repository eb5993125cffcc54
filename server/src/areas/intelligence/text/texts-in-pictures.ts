import { join } from 'node:path'
import {
  frameSize,
  type SeenText,
  type Shot,
  type SourceVideo,
  settledFramesArgs,
  type TextLine,
} from '@kinora/media'
import { and, eq, sql } from 'drizzle-orm'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { type ContentRef, partOf, type Workspace } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { STORED_FRAMES } from '../runs/stored-frames.ts'
import { analysisParts } from '../runs/tables.ts'
import { type SettledPicture, type ShotTimes, settledPictures } from '../scenes/shots.ts'
import { findReader, openTextReader, ReaderFailure } from './reader.ts'
import { loadTexts } from './texts.ts'

const PICTURES = 'pictures.gray'
/** Pictures that are decoded together: about 40 MB. */
const AT_ONCE = 40

type Context = Pick<Intelligence, 'ffmpeg' | 'config'>

/** Reads the text of pictures among the stored frames in a folder. @throws ReaderFailure */
export async function* textsIn<Shot extends ShotTimes>(
  { ffmpeg, config }: Context,
  pictures: readonly SettledPicture<Shot>[],
  size: ReturnType<typeof frameSize>,
  { folder, signal }: Workspace,
): AsyncGenerator<{ readonly picture: SettledPicture<Shot>; readonly lines: readonly TextLine[] }> {
  const durationS = (pictures.at(-1)?.shot.endMs ?? 0) / 1000
  const reader = await openTextReader(size, signal)
  try {
    for (let at = 0; at < pictures.length; at += AT_ONCE) {
      const some = pictures.slice(at, at + AT_ONCE)
      const numbers = some.map(({ frame }) => frame)
      await ffmpeg.run('ffmpeg', settledFramesArgs(STORED_FRAMES, numbers, PICTURES), {
        limits: encodeLimits(durationS, config.ENCODE_MEMORY_BYTES),
        cwd: folder,
        signal,
      })
      for (const [number, picture] of some.entries())
        yield { picture, lines: await reader.read({ file: join(folder, PICTURES), number }) }
    }
  } finally {
    reader.close()
  }
}

/** Finder of text in the pictures of a video. */
export interface TextFinder {
  /** The file of frames that `find` needs in the folder. Null if it needs none. */
  readonly frames: string | null
  find(
    video: SourceVideo,
    shots: readonly Omit<Shot, 'look' | 'sketch'>[],
    workspace: Workspace,
  ): Promise<SeenText[]>
}

/** Finds text by an earlier analysis, or by reading one picture of each shot. Finds none if nothing is installed that reads,
 * or the reader fails. @param sourceId the file of the video */
export async function textFinder(
  context: Context & Pick<Intelligence, 'db' | 'log'>,
  content: ContentRef,
  sourceId: string | null,
): Promise<TextFinder> {
  const isRead = and(
    partOf(analysisParts, content),
    eq(analysisParts.part, 'text'),
    eq(analysisParts.status, 'ready'),
    sql`${analysisParts.sourceId} IS NOT DISTINCT FROM ${sourceId}`,
  )
  if ((await context.db.$count(analysisParts, isRead)) > 0) {
    const texts = await loadTexts(context.db, content)
    return {
      frames: null,
      find: async () => texts.map(({ start, end, box }) => ({ startS: start, endS: end, box })),
    }
  }
  if (findReader() === null) return { frames: null, find: async () => [] }
  return {
    frames: STORED_FRAMES,
    async find(video, shots, workspace) {
      const found: SeenText[] = []
      const times = shots.map(({ startS, endS, restS }) => ({
        startMs: startS * 1000,
        endMs: endS * 1000,
        restMs: restS * 1000,
      }))
      try {
        for await (const { picture, lines } of textsIn(
          context,
          settledPictures(times),
          frameSize(video),
          workspace,
        )) {
          const { startMs, endMs } = picture.shot
          found.push(...lines.map(({ box }) => ({ startS: startMs / 1000, endS: endMs / 1000, box })))
        }
      } catch (error) {
        if (!(error instanceof ReaderFailure)) throw error
        context.log.warn({ err: error, contentId: content.id }, 'text in pictures was not found')
      }
      return found
    },
  }
}
