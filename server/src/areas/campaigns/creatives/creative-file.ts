import { Transform } from 'node:stream'
import { campaignLimits } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import type { Scope } from '../../../platform/auth.ts'
import { DownloadFailure, getGuarded } from '../../../platform/net/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { getCampaign } from '../campaigns/campaigns.ts'
import { type CreativeRef, getCreative } from './creatives.ts'

const TIMEOUT_MS = 60_000

/** Proxies the file of a creative for a preview, so that a reviewer's browser makes no request to the advertiser's server.
 * @throws problem not-found, creative-unreachable also for a file that is too large */
export async function sendCreativeFile(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  scope: Scope,
  { id, creativeId }: CreativeRef,
  reply: FastifyReply,
): Promise<void> {
  await getCampaign(platform, scope, id)
  const creative = await getCreative(platform.db, scope, creativeId)
  if (creative.campaignId !== id.toLowerCase()) throw problem('not-found')
  const options = { allowed: platform.config.URL_ALLOW_PRIVATE, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const found = await getGuarded(new URL(creative.mediaUrl), options).catch((error: unknown) => {
    if (error instanceof DownloadFailure) throw problem('creative-unreachable')
    throw error
  })
  if (Number(found.answer.headers['content-length'] ?? 0) > campaignLimits.previewBytes) {
    found.answer.destroy()
    throw problem('creative-unreachable')
  }
  const limited = atMost(campaignLimits.previewBytes)
  found.answer.on('error', (error) => limited.destroy(error))
  limited.on('close', () => found.answer.destroy())
  // The content type of the advertiser's server is not trusted.
  await reply.type('video/mp4').send(found.answer.pipe(limited))
}

function atMost(limit: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(new Error('the file is larger than a preview may be'))
      else done(null, chunk)
    },
  })
}
