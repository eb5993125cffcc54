import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Bus } from '../../platform/events/bus.ts'
import { ownOrigins } from '../../platform/http/origin.ts'
import { rateLimits } from '../../platform/http/rate-limits.ts'
import type { PlaybackKey } from '../../platform/playback-key.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Publisher } from '../identity/index.ts'
import { assertFound } from './playback/absence.ts'
import { type Deliveries, openDeliveries } from './playback/deliveries.ts'
import { imageCache } from './playback/image-cache.ts'
import { playbackTokens } from './playback/playback-tokens.ts'
import { openPlaybacks, type Playbacks } from './playback/playbacks.ts'
import { referrerOf } from './playback/referrer.ts'
import { segmentCache } from './playback/segment-cache.ts'
import { answerSender, type SendAnswer } from './playback/send-answer.ts'
import { type SessionPaths, sessionPaths } from './playback/session-paths.ts'
import type { DownloadSource } from './sources/download-source.ts'
import type { Playback, PlaybackSource } from './sources/playback-source.ts'
import { openPublishers } from './sources/publishers.ts'
import { openWaits, type Waits } from './sources/waits.ts'

interface DeliveryPlatform {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly config: Config
  readonly storage: Storage
  readonly playbackKey: PlaybackKey
  /** Signs session paths. The same in all processes. */
  readonly sessionSecret: string
}

export interface Delivery extends Pick<DeliveryPlatform, 'clock' | 'config' | 'storage'> {
  /** Registers an area that has playbacks. Sources are asked in order of registration. */
  register(source: PlaybackSource): void
  /** Registers an area that has download links. */
  registerDownloads(source: DownloadSource): void
  /** For routes of other areas: decides, each time it is called, whether the sender of a request may play now what has
   * this ID. Rejects with the same problems as a request for the multivariant playlist. */
  authorize(request: FastifyRequest, playbackId: string, token: string | undefined): () => Promise<Playback>
  /** Finds the playback with this ID, without deciding who may play it. */
  find(playbackId: string): Promise<Playback | null>
  /** Adds an observer that counts delivered files. */
  readonly observe: Deliveries['observe']
  readonly deliveries: Deliveries
  readonly downloads: readonly DownloadSource[]
  readonly playbacks: Playbacks
  readonly waits: Waits
  readonly send: SendAnswer
  readonly sessions: SessionPaths
  /** The organization that publishes the videos of an environment. */
  publisherOf(environmentId: string): Promise<Publisher | null>
}

export function openDelivery(platform: DeliveryPlatform): Delivery {
  const { db, bus, clock, config, storage, playbackKey, sessionSecret } = platform
  const playbacks = openPlaybacks(clock, playbackTokens({ db, playbackKey, bus, clock, config }))
  const waits = openWaits()
  const downloads: DownloadSource[] = []
  const deliveries = openDeliveries(playbacks.find, config.TRUST_PROXY)
  const segments = segmentCache(storage)
  return {
    clock,
    config,
    storage,
    downloads,
    playbacks,
    waits,
    deliveries,
    send: answerSender({
      config,
      clock,
      storage,
      segments,
      images: imageCache(segments),
      limits: rateLimits(db, clock),
      deliveries,
    }),
    observe: deliveries.observe,
    sessions: sessionPaths(sessionSecret),
    publisherOf: openPublishers(db, clock),
    find: playbacks.find,
    register(source) {
      playbacks.add(source)
      source.subscribe({
        changed(playbackId) {
          playbacks.expire(playbackId, source)
          waits.wake(playbackId)
        },
        fileAdded: (playbackId) => waits.wake(playbackId),
      })
    },
    authorize(request, playbackId, token) {
      const referrer = referrerOf(request.headers, ownOrigins(request, config))
      return async () => {
        const { playback, multivariant } = await playbacks.get({ playbackId, audience: 'v', token, referrer })
        // If each viewer has playlists of their own, there is none for all.
        assertFound(playback, playback.openSession ? playback : multivariant)
        return playback
      }
    },
    registerDownloads: (source) => void downloads.push(source),
  }
}
