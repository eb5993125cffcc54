import * as z from 'zod'
import { type Input, pinnedInput, runArgs } from '../probe/input-args.ts'

/** A place in a video where a break disturbs viewers least. */
export interface AdPlace {
  /** Seconds from the start of the video. */
  readonly atS: number
  readonly kind: 'chapter' | 'scene'
  /** Title of the chapter. Null for scenes and for chapters without a title. */
  readonly title: string | null
}

/** Name of the file that ffmpeg writes scenes to. */
export const SCENES_FILE = 'scenes.txt'

/** Score of ffmpeg's scene detection, from 0 to 1, above which a new scene begins. */
const SCENE_SCORE = 0.3
/** Width of the frames for scene detection. Small frames are fast. */
const WIDTH = 192
const MAX_SCENES = 100
const MAX_CHAPTERS = 100
const MAX_TITLE = 200
/** Minimum distance of scenes in seconds. Of closer ones, the one with the higher score is kept. */
const APART_S = 10
/** Minimum distance to the start and the end of the video, in seconds. */
const EDGE_S = 5

/** ffmpeg arguments that write the scene changes of a video stream to `SCENES_FILE`. */
export function sceneArgs(input: Input, videoIndex: number): string[] {
  const filters = [
    `scale=${WIDTH}:-2`,
    `select='gt(scene,${SCENE_SCORE})'`,
    `metadata=mode=print:key=lavfi.scene_score:file=${SCENES_FILE}`,
  ]
  return [
    ...runArgs,
    ...pinnedInput(input),
    '-map',
    `0:${videoIndex}`,
    '-vf',
    filters.join(),
    '-f',
    'null',
    '-',
  ]
}

/** Parses the output of `sceneArgs`. Keeps scenes with the highest scores that are not too close to each other, sorted by time. */
export function parseScenes(text: string, videoS: number): AdPlace[] {
  const found = Array.from(
    text.matchAll(/pts_time:(\d+(?:\.\d+)?)\s+lavfi\.scene_score=(\d+(?:\.\d+)?)/g),
    ([, at, score]) => ({ atS: Number(at), score: Number(score) }),
  ).filter(({ atS }) => isInside(atS, videoS))
  const kept: { atS: number }[] = []
  for (const scene of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === MAX_SCENES) break
    if (kept.every(({ atS }) => Math.abs(atS - scene.atS) >= APART_S)) kept.push(scene)
  }
  return kept.map(({ atS }) => ({ atS, kind: 'scene' as const, title: null })).sort((a, b) => a.atS - b.atS)
}

/** ffprobe arguments for `parseChapters`. */
export function chapterArgs(input: Input): string[] {
  return ['-v', 'error', '-print_format', 'json', '-show_chapters', ...pinnedInput(input)]
}

const Chapters = z.object({
  chapters: z
    .array(
      z.object({
        start_time: z.coerce.number().catch(-1),
        tags: z.object({ title: z.string().catch('') }).catch({ title: '' }),
      }),
    )
    .catch([]),
})

/** Converts ffprobe's JSON to the starts of chapters. Throws a ZodError for other input. */
export function parseChapters(json: unknown, videoS: number): AdPlace[] {
  return Chapters.parse(json)
    .chapters.filter(({ start_time }) => isInside(start_time, videoS))
    .slice(0, MAX_CHAPTERS)
    .map(({ start_time, tags }) => {
      const title = tags.title.trim().slice(0, MAX_TITLE)
      return { atS: start_time, kind: 'chapter', title: title === '' ? null : title }
    })
}

function isInside(atS: number, videoS: number): boolean {
  return atS >= EDGE_S && atS <= videoS - EDGE_S
}
