import { type createSocialClipBody, messages, socialLimits } from '@kinora/contract'
import { captionsIn, type Span } from '@kinora/media'
import type * as z from 'zod/mini'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import { clipTitle, spanWithin, wrongTime } from '../clips/clips.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentOf, type Doer, insertContent } from '../contents/contents.ts'
import { sameProfile } from '../encoding-profiles/chosen-profile.ts'
import { assertRoomFor } from '../files/free-space.ts'
import { keepFile, removeFile } from '../files/removals.ts'
import { logoKey } from '../files/storage-keys.ts'
import { drawLogo } from '../images/thumbnail-drawing.ts'
import { socialClipJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { subtitleOf, versionOf } from '../subtitles/subtitle-view.ts'
import { testOf } from '../uploads/test-videos.ts'
import { type SocialRecipe, socialClips } from './tables.ts'

/** Until then the logo's file has a content, or there will be none. */
const UNUSED_AFTER_S = 3600

type Asked = z.output<typeof createSocialClipBody>

/** What this machine's ffmpeg can draw into a picture. */
export function socialClipMeans({ ffmpeg }: Library): { text: boolean } {
  return { text: ffmpeg.capabilities.filters.has('ass') }
}

/**
 * Has a social clip made out of a content.
 * @throws problem not-found, in-trash, content-not-ready, no-picture, text-not-drawable, image-unreadable,
 * image-too-small, storage-full, time-beyond-end, and request-invalid where it is too short or too long
 */
export async function createSocialClip(
  library: Library,
  { actor, scope }: Doer,
  asked: Asked,
): Promise<ContentRow> {
  const { environmentId } = scope
  const origin = await contentOf(library.db, environmentId, asked.contentId)
  const span = spanWithin(origin, asked.startTime, asked.endTime)
  if (span.endS - span.startS > socialLimits.seconds) throw wrongTime('endTime', messages.socialLength)
  if (!origin.analysis?.source.video) throw problem('no-picture')
  const recipe = await recipeOf(library, origin, span, asked)
  const logo = asked.logo && (await drawLogo(library, asked.logo.file))
  await assertRoomFor(library, logo?.length ?? 0)
  const id = uuidv7(library.clock.now().getTime())
  const logoRemoval = logo && (await keepLogo(library, environmentId, id, logo))
  const chosen = await sameProfile(library, origin, id)
  return library.db.transaction(async (tx) => {
    const clip = await insertContent(library, tx, {
      id,
      environmentId,
      profile: chosen.profile,
      ...testOf(origin),
      title: asked.name ?? clipTitle(origin.title, span, asked.aspectRatio),
      addedBy: actor.name,
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
    if (logoRemoval !== undefined) await keepFile(tx, logoRemoval)
    await library.jobs.enqueue(tx, socialClipJob, { contentId: id }, { environmentId, key: id })
    return clip
  })
}

async function recipeOf(
  library: Library,
  origin: ContentRow,
  span: Span,
  asked: Asked,
): Promise<SocialRecipe> {
  const { aspectRatio, fit, color, headline = null, captions: subtitleId, logo } = asked
  const hasText = headline !== null || subtitleId !== null
  if (hasText && !socialClipMeans(library).text) throw problem('text-not-drawable')
  const { db } = library
  const captions =
    subtitleId === null
      ? []
      : (await versionOf(db, await subtitleOf(db, origin.environmentId, origin.id, subtitleId))).cues
  return {
    aspectRatio,
    fit,
    color,
    headline,
    captions: captionsIn(captions, span),
    logo: logo ? { corner: logo.corner, size: logo.size } : null,
  }
}

/** Stores the logo before there is a content, so that none is left over whatever happens next. Answers the removal's id. */
async function keepLogo(
  library: Library,
  environmentId: string,
  contentId: string,
  logo: Buffer,
): Promise<string> {
  const key = logoKey(contentId)
  const removalId = await library.db.transaction((tx) =>
    removeFile(library, tx, environmentId, key, UNUSED_AFTER_S),
  )
  await library.storage.put(key, logo, 'image/png')
  return removalId
}
