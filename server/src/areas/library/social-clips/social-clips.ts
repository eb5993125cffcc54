import { type createSocialClipBody, messages, socialLimits } from '@kinora/contract'
import type { Caption, Span } from '@kinora/media'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { assertFreeSpace } from '../../../platform/storage/free-space.ts'
import { clipTitle, resolveSpan, timeProblem } from '../clips/clips.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { adderOf, getContent, insertContent } from '../contents/contents.ts'
import { copyProfile } from '../encoding-profiles/chosen-profile.ts'
import { cancelRemoval, type RemovalRef, scheduleRemoval } from '../files/removals.ts'
import { logoKey } from '../files/storage-keys.ts'
import { renderLogo } from '../frames/thumbnail-capture.ts'
import type { Library } from '../library.ts'
import { assertHasSource } from '../recordings/source-less.ts'
import { subtitleTask } from '../subtitles/subtitle-task.ts'
import { getSubtitle, getVersion } from '../subtitles/subtitle-view.ts'
import { testFields } from '../uploads/test-videos.ts'
import { socialClipJob } from './jobs.ts'
import { type SocialRecipe, socialClips } from './tables.ts'

/** Longer than it takes to insert the content after its logo was stored. */
const UNUSED_AFTER_S = 3600

type SocialClipRequest = z.output<typeof createSocialClipBody>

/** Rendering capabilities of the installed ffmpeg. */
export function socialClipCapabilities({ ffmpeg }: Library): { text: boolean } {
  return { text: ffmpeg.capabilities.filters.has('ass') }
}

/**
 * Creates a social clip of a content.
 * @throws problem not-found, recording-has-no-source, in-trash, content-not-ready, no-picture, text-not-drawable, image-unreadable,
 * image-too-small, storage-full, time-beyond-end, and request-invalid if it is too short or too long
 */
export async function createSocialClip(
  library: Library,
  { actor, scope }: Caller,
  request: SocialClipRequest,
): Promise<ContentRow> {
  const { environmentId } = scope
  const origin = await getContent(library.db, environmentId, request.contentId)
  assertHasSource(origin)
  const span = resolveSpan(origin, request.startTime, request.endTime)
  if (span.endS - span.startS > socialLimits.seconds) throw timeProblem('endTime', messages.socialLength)
  if (!origin.analysis?.source.video) throw problem('no-picture')
  const recipe = await buildRecipe(library, origin, span, request)
  const logo = request.logo && (await renderLogo(library, request.logo.file))
  await library.usage.assertMayStart(library.db, environmentId)
  await assertFreeSpace(library, logo?.length ?? 0)
  const id = uuidv7(library.clock.now().getTime())
  const logoRemoval = logo && (await storeLogo(library, environmentId, id, logo))
  const chosen = await copyProfile(library, origin, id)
  return library.db.transaction(async (tx) => {
    const clip = await insertContent(library, tx, {
      id,
      environmentId,
      profile: chosen.profile,
      ...testFields(origin),
      title: request.name ?? clipTitle(origin.title, span, request.aspectRatio),
      ...adderOf(actor),
      playbackPolicy: origin.playbackPolicy,
      playbackRestrictions: origin.playbackRestrictions,
      collectionId: origin.collectionId,
      category: 'SocialClip',
      status: 'processing',
      stage: 'queued',
      clipOf: origin.id,
      clipSourceId: origin.sourceId,
      clipStartS: span.startS,
      clipEndS: span.endS,
    })
    await chosen.keep(tx)
    await tx.insert(socialClips).values({ contentId: id, recipe })
    if (logoRemoval !== undefined) await cancelRemoval(tx, logoRemoval)
    await library.jobs.enqueue(tx, socialClipJob, { contentId: id }, { environmentId, key: id })
    return clip
  })
}

async function buildRecipe(
  library: Library,
  origin: ContentRow,
  span: Span,
  request: SocialClipRequest,
): Promise<SocialRecipe> {
  const { aspectRatio, fit, color, headline = null, captions: subtitleId, logo } = request
  const hasText = headline !== null || subtitleId !== null
  if (hasText && !socialClipCapabilities(library).text) throw problem('text-not-drawable')
  return {
    aspectRatio,
    fit,
    color,
    headline,
    captions: subtitleId === null ? [] : await loadCaptions(library, origin, subtitleId, span),
    logo: logo ? { corner: logo.corner, size: logo.size } : null,
  }
}

async function loadCaptions(
  { db, workers }: Library,
  origin: ContentRow,
  subtitleId: string,
  span: Span,
): Promise<Caption[]> {
  const facts = await getSubtitle(db, origin.environmentId, origin.id, subtitleId)
  const { cues } = await getVersion(db, facts)
  return workers.run(subtitleTask('listCaptions'), { cues, span })
}

/**
 * Stores the logo with a scheduled removal, so that a crash before the content is inserted leaves no file behind.
 * Returns the removal.
 */
async function storeLogo(
  library: Library,
  environmentId: string,
  contentId: string,
  logo: Buffer,
): Promise<RemovalRef> {
  const key = logoKey(contentId)
  const removal = await library.db.transaction((tx) =>
    scheduleRemoval(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, logo, 'image/png')
  return removal
}
