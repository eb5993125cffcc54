import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Caption,
  type Cue,
  glyphCheckArgs,
  glyphCheckText,
  hasMissingGlyphs,
  type PathPiece,
  SOCIAL_TEXT,
  type SourceVideo,
  socialSize,
  socialText,
  stripRoom,
} from '@kinora/media'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import { transcriptCues } from '../../intelligence/index.ts'
import { MediaRefused } from '../../library/index.ts'
import type { PortraitArea } from '../portrait.ts'
import { PortraitRefused, type Step } from './step.ts'

/** Characters of a line, which upright pictures have room for. */
const LINE_CHARS = 28
/** Room between captions and a strip of text below them, as a share of the height. */
const GAP = 0.02

/** The captions of a portrait: none unless it wants them.
 * @throws PortraitRefused without a transcript, MediaRefused if no font has the letters */
export async function loadCaptions(area: PortraitArea, { row, workspace }: Step): Promise<readonly Cue[]> {
  if (!row.captions) return []
  const { sourceId: id, environmentId } = row
  const cues = await transcriptCues(area.db, { id, environmentId }, LINE_CHARS)
  if (cues === null) throw new PortraitRefused('no-transcript')
  const all = cues.map(({ start, end, text }) => ({ startS: start, endS: end, text }))
  const { folder, signal } = workspace
  await writeFile(join(folder, SOCIAL_TEXT), glyphCheckText({ headline: null, captions: all }), {
    mode: 0o644,
  })
  const { stderrTail } = await area.ffmpeg.run('ffmpeg', glyphCheckArgs(), {
    limits: imageLimits,
    cwd: folder,
    signal,
  })
  if (hasMissingGlyphs(stderrTail)) throw new MediaRefused('text-without-font')
  return cues
}

/** Writes the captions of a piece to the folder, above its strip of text. */
export async function writeCaptions(
  { row, workspace }: Step,
  video: SourceVideo,
  { shot, startS, endS }: PathPiece,
  captions: readonly Caption[],
): Promise<void> {
  const size = socialSize({ width: video.displayWidth, height: video.displayHeight }, row.shape, 'crop')
  const room = stripRoom(video, shot, row.shape)
  const below = room === null ? undefined : room + GAP
  const text = socialText({ headline: null, captions, logo: null, below }, size, endS - startS)
  await writeFile(join(workspace.folder, SOCIAL_TEXT), text, { mode: 0o644 })
}
