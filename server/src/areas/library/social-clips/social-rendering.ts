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
import { encodeLimits, imageLimits } from '../../../platform/ffmpeg/limits.ts'
import { makeFromSource } from '../clips/clips.ts'
import type { Origin } from '../clips/origin.ts'
import type { ContentRef } from '../contents/content-view.ts'
import type { Workspace } from '../contents/workspace.ts'
import { logoKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { type SocialRecipe, socialClips } from './tables.ts'

const RESULT = 'social.mp4'

/**
 * Renders the social clip, stores it as the source of its content and starts the ingest.
 * @throws MediaRefused if the origin is missing or no font has its letters, ContentGone
 */
export async function makeSocialClip(
  library: Library,
  content: ContentRef,
  workspace: Workspace,
): Promise<void> {
  const [row] = await library.db.select().from(socialClips).where(eq(socialClips.contentId, content.id))
  if (!row) throw new MediaRefused('source-missing')
  await makeFromSource(library, content, workspace, async (origin, span, report) => {
    if (row.recipe.logo !== null) await copyLogo(library, content.id, workspace)
    return renderClip(library, workspace, origin, span, row.recipe, report)
  })
}

async function renderClip(
  { ffmpeg }: Library,
  workspace: Workspace,
  { path, analysis: { demuxer, source, keyframeGapS } }: Origin,
  span: Span,
  recipe: SocialRecipe,
  report: (progress: number) => void,
): Promise<string> {
  const { folder, signal } = workspace
  const { video } = source
  if (!video) throw new MediaRefused('source-missing')
  const durationS = span.endS - span.startS
  const { headline, captions, aspectRatio, fit } = recipe
  const hasText = headline !== null || captions.length > 0
  if (hasText) {
    const display = { width: video.displayWidth, height: video.displayHeight }
    await assertGlyphs(ffmpeg, workspace, recipe)
    const text = socialText(recipe, socialSize(display, aspectRatio, fit), durationS)
    await writeFile(join(folder, SOCIAL_TEXT), text, { mode: 0o644 })
  }
  const args = socialClipArgs(
    { path, demuxer, keyframeGapS },
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
    onProgress: ({ outTimeS }) => report(Math.min(1, outTimeS / durationS)),
  })
  return RESULT
}

/** Fails if a font lacks a glyph, instead of drawing boxes. */
async function assertGlyphs(
  ffmpeg: Ffmpeg,
  { folder, signal }: Workspace,
  { headline, captions }: SocialRecipe,
): Promise<void> {
  await writeFile(join(folder, SOCIAL_TEXT), glyphCheckText({ headline, captions }), { mode: 0o644 })
  const { stderrTail } = await ffmpeg.run('ffmpeg', glyphCheckArgs(), {
    limits: imageLimits,
    cwd: folder,
    signal,
  })
  if (hasMissingGlyphs(stderrTail)) throw new MediaRefused('text-without-font')
}

async function copyLogo({ storage }: Library, contentId: string, { folder }: Workspace): Promise<void> {
  const logo = await storage.read(logoKey(contentId))
  if (logo === null) throw new MediaRefused('source-missing')
  await writeFile(join(folder, SOCIAL_LOGO), logo, { mode: 0o644, flag: 'wx' })
}
