import { campaignLimits } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Scope } from '../../../platform/auth.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { getCampaign } from '../campaigns/campaigns.ts'
import { copyKey } from './copy-keys.ts'
import type { CreativeRef, CreativeRow } from './creatives.ts'
import { copyOf } from './file-copies.ts'
import { campaignCreatives } from './tables.ts'

const TIMEOUT_MS = 60_000

/** Sends Kinora's copy of the file of a creative for a preview. So a reviewer's browser makes no request to the advertiser's server,
 * and sees the file that a review approves. @throws problem not-found, creative-unreachable also for a file that is too large */
export async function sendCreativeFile(
  platform: Platform,
  scope: Scope,
  ref: CreativeRef,
  reply: FastifyReply,
): Promise<void> {
  const row = await readCreative(platform, scope, ref)
  const copied = await copyOf(platform, row, AbortSignal.timeout(TIMEOUT_MS))
  const key = copyKey(copied, copied.fileName)
  const stored = await platform.storage.head(key)
  const body =
    stored && stored.size <= campaignLimits.previewBytes ? await platform.storage.stream(key) : null
  if (stored === null || body === null) throw problem('creative-unreachable')
  // The content type of the advertiser's server is not trusted.
  await reply.type('video/mp4').header('content-length', stored.size).send(body)
}

/** Reads a creative of a campaign that the caller may see. @throws problem not-found */
export async function readCreative(
  platform: Pick<Platform, 'db' | 'clock'>,
  scope: Scope,
  { id, creativeId }: CreativeRef,
): Promise<CreativeRow> {
  await getCampaign(platform, scope, id)
  const { environmentId } = scope
  const isIt = and(
    rowOf(campaignCreatives, { id: creativeId, environmentId }),
    eq(campaignCreatives.campaignId, id),
  )
  const [row] = await platform.db.select().from(campaignCreatives).where(isIt)
  if (row === undefined) throw problem('not-found')
  return row
}
