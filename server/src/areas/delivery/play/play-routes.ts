import { deliveryCalls } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownOrigins } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Delivery } from '../delivery.ts'
import { assertFound } from '../playback/absence.ts'
import { multivariantFile } from '../playback/multivariant.ts'
import type { PlaybackAccess, PlaybackRequest } from '../playback/playbacks.ts'
import { playlistShortcut } from '../playback/playlist-shortcut.ts'
import { referrerOf } from '../playback/referrer.ts'
import type { FileAnswer } from '../sources/file-answer.ts'
import type { FileRequest, SessionRequest } from '../sources/playback-source.ts'

/** Many viewers share one address, for example that of a CDN. */
const unlimited = { isLimited: false }
/** Maximum wait for a pending file, regardless of its source. */
const MAX_WAIT_MS = 9000
const DOWNLOAD_WAIT_MS = 20_000

export function playRoutes(server: HttpServer, delivery: Delivery): void {
  const { playbacks, sessions, config, deliveries, send } = delivery
  const requestFor = (
    request: FastifyRequest,
    playbackId: string,
    token: string | undefined,
  ): PlaybackRequest => ({
    playbackId,
    audience: 'v',
    token,
    referrer: referrerOf(request.headers, ownOrigins(request, config)),
  })
  server.setShortcut(playlistShortcut(playbacks, deliveries))

  route(
    server,
    deliveryCalls.getMultivariantPlaylist,
    async ({ params, query, request, reply }) => {
      const { playbackId } = params
      const access = await playbacks.get(requestFor(request, playbackId, query.token))
      const { playback } = access
      let playlist = access.multivariant
      if (playback.openSession) {
        playlist = multivariantFile(playback)
        const asked = sessionRequest(request)
        // Who only asks for the state, or for something that does not play, is no viewer.
        if (playlist !== null && request.method !== 'HEAD' && !asked.query.has('state')) {
          const sessionId = await playback.openSession(asked)
          const streams = (await playback.sessionStreams?.(sessionId)) ?? playback.streams
          playlist = multivariantFile({ playbackId, streams }, sessions.sign(playbackId, sessionId))
        }
      }
      assertFound(playback, playlist)
      await send(request, reply, access, { kind: 'playlist', playlist }, query.token)
      return undefined
    },
    unlimited,
  )

  async function sendFile(
    request: FastifyRequest,
    reply: FastifyReply,
    ask: PlaybackRequest,
    file: Pick<FileRequest, 'outputId' | 'name' | 'sessionId'>,
  ): Promise<void> {
    const wanted = { ...sessionRequest(request), ...file }
    const { access, answer } = await awaitFile(delivery, ask, wanted, reply)
    if (answer?.kind === 'pending' && reply.raw.destroyed) return
    assertFound(access.playback, answer)
    await send(request, reply, access, answer, ask.token)
  }

  route(
    server,
    deliveryCalls.getPlayFile,
    async ({ params, query, request, reply }) => {
      const { playbackId, rendition: outputId, file: name } = params
      await sendFile(request, reply, requestFor(request, playbackId, query.token), {
        outputId,
        name,
        sessionId: null,
      })
      return undefined
    },
    unlimited,
  )

  route(
    server,
    deliveryCalls.getSessionFile,
    async ({ params, query, request, reply }) => {
      const { playbackId, rendition: outputId, file: name } = params
      const sessionId = sessions.verify(playbackId, params.session)
      if (sessionId === null) throw problem('not-found')
      await sendFile(request, reply, requestFor(request, playbackId, query.token), {
        outputId,
        name,
        sessionId,
      })
      return undefined
    },
    unlimited,
  )

  route(server, deliveryCalls.getDownload, async ({ params, query, request, reply }) => {
    const disconnected = new AbortController()
    const onClose = () => disconnected.abort()
    reply.raw.once('close', onClose)
    const access = await playbacks.get(requestFor(request, params.playbackId, query.token))
    const signal = AbortSignal.any([disconnected.signal, AbortSignal.timeout(DOWNLOAD_WAIT_MS)])
    const answer = await access.playback.download(params.name, signal)
    reply.raw.off('close', onClose)
    await send(request, reply, access, answer, query.token)
    return undefined
  })
}

interface Answered {
  readonly access: PlaybackAccess
  readonly answer: FileAnswer | null
}

/** The file from its source. For a pending file, waits until the source has it or the maximum wait ends. */
async function awaitFile(
  { playbacks, waits }: Delivery,
  ask: PlaybackRequest,
  file: FileRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const answerNow = async (): Promise<Answered> => {
    // Checked each time, because access can change during a wait.
    const access = await playbacks.get(ask)
    return { access, answer: await access.playback.file(file) }
  }
  const first = await answerNow()
  if (first.answer?.kind !== 'pending') return first
  using wait = waits.open(ask.playbackId)
  if (wait === null) return first
  const until = performance.now() + Math.min(MAX_WAIT_MS, first.answer.waitMs)
  for (;;) {
    const again = await answerNow()
    const isLast = again.answer?.kind !== 'pending'
    if (isLast || !(await wait.next(until - performance.now(), reply.raw))) return again
  }
}

function sessionRequest(request: FastifyRequest): SessionRequest {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  query.delete('token')
  const { 'user-agent': userAgent = '', 'accept-language': acceptLanguage, referer } = request.headers
  return { query, viewer: { address: request.ip, userAgent, acceptLanguage, referer } }
}
