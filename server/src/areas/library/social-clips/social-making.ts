import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  glyphCheckArgs,
  glyphCheckText,
  hasMissingGlyphs,
  SOCIAL_LOGO,
  SOCIAL_TEXT,
  type Span,
  socialClipArgs,
  socialSize,
  socialText,
} from '@kinora/media'
import { eq } from 'drizzle-orm'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { makeOutOf, type Origin } from '../clips/clips.ts'
import { encodeLimits, pictureLimits } from '../files/limits.ts'
import { logoKey } from '../files/storage-keys.ts'
import type { Work } from '../files/work.ts'
import { MediaRefused } from '../ingest/analyze.ts'
import type { Library } from '../library.ts'
import { type SocialRecipe, socialClips } from './tables.ts'

const RESULT = 'social.mp4'

/**
 * Draws the social clip, stores it as the source of its own content and hands on to ingest.
 * @throws MediaRefused where what it is made of is gone or its letters cannot be drawn, ContentGone
 */
export async function makeSocialClip(library: Library, contentId: string, work: Work): Promise<void> {
  const [row] = await library.db.select().from(socialClips).where(eq(socialClips.contentId, contentId))
  if (!row) throw new MediaRefused('source-missing')
  await makeOutOf(library, contentId, work, async (origin, span, tell) => {
    if (row.recipe.logo !== null) await lendLogo(library, contentId, work)
    return draw(library, work, origin, span, row.recipe, tell)
  })
}

async function draw(
  { ffmpeg }: Library,
  work: Work,
  { path, analysis: { demuxer, source } }: Origin,
  span: Span,
  recipe: SocialRecipe,
  tell: (progress: number) => void,
): Promise<string> {
  const { folder, signal } = work
  const { video } = source
  if (!video) throw new MediaRefused('source-missing')
  const durationS = span.endS - span.startS
  const { headline, captions, aspectRatio, fit } = recipe
  const hasText = headline !== null || captions.length > 0
  if (hasText) {
    const display = { width: video.displayWidth, height: video.displayHeight }
    await assertLetters(ffmpeg, work, recipe)
    const text = socialText(recipe, socialSize(display, aspectRatio, fit), durationS)
    await writeFile(join(folder, SOCIAL_TEXT), text, { mode: 0o644 })
  }
  const args = socialClipArgs(
    { path, demuxer },
    { ...source, video },
    span,
    { ...recipe, hasText },
    ffmpeg.capabilities.filters,
    RESULT,
  )
  await ffmpeg.run('ffmpeg', args, {
    limits: encodeLimits(durationS),
    cwd: folder,
    signal,
    onProgress: ({ outTimeS }) => tell(Math.min(1, outTimeS / durationS)),
  })
  return RESULT
}

/** Boxes instead of letters are no text. */
async function assertLetters(
  ffmpeg: Ffmpeg,
  { folder, signal }: Work,
  { headline, captions }: SocialRecipe,
): Promise<void> {
  await writeFile(join(folder, SOCIAL_TEXT), glyphCheckText({ headline, captions }), { mode: 0o644 })
  const { stderrTail } = await ffmpeg.run('ffmpeg', glyphCheckArgs(), {
    limits: pictureLimits,
    cwd: folder,
    signal,
  })
  if (hasMissingGlyphs(stderrTail)) throw new MediaRefused('text-without-font')
}

async function lendLogo({ storage }: Library, contentId: string, { folder }: Work): Promise<void> {
  const logo = await storage.read(logoKey(contentId))
  if (logo === null) throw new MediaRefused('source-missing')
  await writeFile(join(folder, SOCIAL_LOGO), logo, { mode: 0o644, flag: 'wx' })
}
