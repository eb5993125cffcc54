import { readStitchSource } from '@kinora/media'
import {
  cacheRules,
  type FileAnswer,
  PLAYLIST_NAME,
  type Playback,
  playlistFile,
} from '../../delivery/index.ts'
import type { Ads } from '../ads.ts'
import { planBreaks } from '../breaks/break-plan.ts'
import type { ChannelRow, WatchedContent } from '../channels/channel-row.ts'
import { adFileKey, adFileName } from '../creatives/outputs.ts'
import { shapeOf } from '../creatives/shape.ts'
import { type Decision, insertedAds, lengthOf } from '../decisions/decision.ts'
import { adMultivariant, adPlaylist, guidedVideoPlaylist } from '../guided/guided-playlists.ts'
import { askedMode, pathId, readPathId } from '../guided/session-mode.ts'
import { adPlace } from '../playlists/ad-places.ts'
import { BEAT, eventsAt, NEAR } from '../playlists/marked-segments.ts'
import { adSegmentName, BLANK_TEXT, type OutputRole, sessionPlaylist } from '../playlists/session-playlist.ts'
import type { BreakRetries } from '../sessions/retry-breaks.ts'
import type { SessionLimit } from '../sessions/session-limit.ts'
import type { SessionMemory } from '../sessions/session-memory.ts'
import { openSession, type SessionPlan } from '../sessions/sessions.ts'
import { holdEvents, releaseEvents } from '../tracking/held-events.ts'
import { recordEvents } from '../tracking/record-events.ts'
import { streamsWithAds } from './ad-bandwidth.ts'

/** A playback with ads, as delivery keeps it in memory. */
export interface AdPlayback extends Playback {
  /** Roles of the video's media playlists by output ID, also those of the previous encoding. */
  readonly roles: ReadonlyMap<string, OutputRole>
  readonly channel: ChannelRow
  /** Current segment boundaries of the video in seconds. Null for a live stream. */
  boundariesS(): readonly number[] | null
  /** Decisions of a session. Null if it does not exist. @param position of a decision that has to be included */
  decisionsOf(sessionId: string, position?: number): Promise<readonly Decision[] | null>
  /** Decisions of a session whose player needs the ads of a break now. Null if it does not exist. */
  decisionsAt(sessionId: string, position: number): Promise<readonly Decision[] | null>
}

export function isAdPlayback(playback: Playback): playback is AdPlayback {
  return 'decisionsOf' in playback
}

/** Sessions that this process has in memory. */
export interface KnownSessions {
  readonly sessions: SessionMemory
  readonly limit: SessionLimit
  readonly retries: BreakRetries
}

interface ChannelVideo {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly video: Playback
  /** Target loudness of the video's audio in LUFS. */
  readonly loudness: number | null
}

type FileRequest = Parameters<Playback['file']>[0]
/** Session ID and mode, from the path of a request. */
export type Session = ReturnType<typeof readPathId>

const MP4 = 'video/mp4'
const blankAnswer: FileAnswer = {
  kind: 'bytes',
  body: Buffer.from('WEBVTT\n'),
  type: 'text/vtt; charset=utf-8',
  cache: cacheRules.forever,
  etag: BLANK_TEXT,
}

export function adPlayback(
  ads: Ads,
  { sessions, limit, retries }: KnownSessions,
  { channel, content, video, loudness }: ChannelVideo,
  previous: AdPlayback | null,
): AdPlayback {
  const streams = insertable(video.streams)
  const roles = rolesOf(streams, video, previous)

  async function playlistAnswer({ outputId }: FileRequest, session: Session): Promise<FileAnswer | null> {
    const shared = video.sharedPlaylist(outputId)
    const role = roles.get(outputId)
    if (shared === null || role === undefined) return null
    const decisions =
      session.mode === 'guided'
        ? await sessions.get(channel, session.id)
        : await retries.beforeListing(retriedOf(session.id), ads.clock.now().getTime())
    if (decisions === null) return null
    if (channel.tracking === 'server') await signOfLife(ads, channel, session.id, decisions)
    const text =
      session.mode === 'guided'
        ? guidedVideoPlaylist(shared.text, outputId, role, channel, decisions)
        : sessionPlaylist(shared.text, outputId, role, decisions, channel.tracking)
    return playlistOf(text)
  }

  const plan = () => planChannel(ads, { content, video, loudness })
  const retriedOf = (id: string) => ({ id, channel, plan })
  const decisionsOf = (sessionId: string) => sessions.get(channel, sessionId)
  const boundariesS = () =>
    readStitchSource(video.sharedPlaylist(streams.video[0]?.outputId ?? '')?.text ?? '', '').boundariesS
  const files = channelFiles(ads, channel, {
    playlist: playlistAnswer,
    decisionsOf,
    video,
    streams,
    has: (outputId) => roles.has(outputId),
    tracking: channel.tracking,
    aheadOfBreak: (id, position) => retries.aheadOfBreak(retriedOf(id), position),
    placeOf: async (_, decisions, { position, index }) => adPlace(decisions, boundariesS(), position, index),
  })
  return {
    ...channelPlayback(channel, video, files),
    streams,
    roles,
    channel,
    decisionsOf,
    decisionsAt: (sessionId, position) => retries.beforeBreak(retriedOf(sessionId), position),
    boundariesS,
    async sessionStreams(sessionId) {
      const { id, mode } = readPathId(sessionId)
      if (mode === 'guided') return streams
      // The first playlist does not wait for decisions.
      if (ads.deciding.has(id)) return streamsWithAds(streams, [{ outputs: [] }], null)
      const decisions = await sessions.get(channel, id)
      if (decisions === null) return streams
      const inserted = decisions.flatMap((each) => insertedAds(each).map(({ ad }) => ad))
      return streamsWithAds(streams, inserted, boundariesS().at(-1) ?? 0)
    },
    async openSession(request) {
      const mode = askedMode(request.query)
      limit.assertBelow(channel.id, request.viewer, ads.clock.now().getTime())
      const { viewing, decisions } = await openSession(ads, channel, plan(), request)
      sessions.add(channel, viewing.sessionId, decisions)
      return pathId(viewing.sessionId, mode)
    },
  }
}

/** Playback of a channel: that of its video or live stream, with the files of the channel. */
export function channelPlayback(
  { playbackId }: ChannelRow,
  video: Playback,
  file: Playback['file'],
): Omit<Playback, 'openSession' | 'sessionStreams'> {
  // Scenes and storyboard have times of the video, which ads shift.
  const { scenes: _, ...shown } = video
  return {
    ...shown,
    playbackId,
    file,
    page: { ...video.page, storyboard: null, waveformVersion: null },
    sharedPlaylist: () => null,
    // A download would have no ads.
    download: async () => null,
  }
}

/** Indexes of a break in its session and of an ad in the break. */
interface AdIndex {
  readonly position: number
  readonly index: number
}

interface ChannelFiles {
  playlist(request: FileRequest, session: Session): Promise<FileAnswer | null>
  /** Decisions of a session. Null if it does not exist. @param position of a decision that has to be included */
  decisionsOf(sessionId: string, position?: number): Promise<readonly Decision[] | null>
  readonly video: Playback
  /** Renditions that ads have too. */
  readonly streams: Playback['streams']
  readonly tracking: ChannelRow['tracking']
  /** Start of an ad in the stream of a session, in seconds from the start of playback. */
  placeOf(sessionId: string, decisions: readonly Decision[], ad: AdIndex): Promise<number | null>
  /** Called when the player of a session requests a segment shortly before an open break. */
  aheadOfBreak?(sessionId: string, position: number): void
  /** Whether the video has this output. */
  has(outputId: string): boolean
}

/** Serves the files of a channel: playlists of sessions, segments of the video, and files of ads. */
export function channelFiles(
  ads: Ads,
  channel: ChannelRow,
  { playlist, decisionsOf, video, streams, has, tracking, placeOf, aheadOfBreak }: ChannelFiles,
): Playback['file'] {
  const { environmentId } = channel

  /** Serves a file of an ad in a session: a segment whose delivery counts, or in guided mode a playlist. Null if the ad is not in
   * the session. */
  async function adFileAnswer(request: FileRequest, session: Session): Promise<FileAnswer | null> {
    const { outputId, name, query } = request
    const [adParam, position = '', index = ''] = /^(\d{1,4})\.(\d{1,4})$/.exec(query.get('ad') ?? '') ?? []
    const decisions = await decisionsOf(session.id, Number(position))
    if (decisions === null) return null
    const decision = decisions.find((each) => each.position === Number(position))
    const found = decision && insertedAds(decision).find((each) => each.index === Number(index))
    if (decision === undefined || adParam === undefined || found?.ad.creativeId !== outputId) return null
    if (name === PLAYLIST_NAME) return playlistOf(adMultivariant(streams, found.ad, adParam))
    const output = found.ad.outputs.find((each) => name.startsWith(`${each.name}.`))
    if (output === undefined) return null
    if (name === `${output.name}.m3u8`) return playlistOf(adPlaylist(found.ad, output, tracking, adParam))
    const { segments } = output
    const number = segments.findIndex((_, n) => name === adFileName(output.name, adSegmentName(n)))
    if (number === -1) return null
    const viewed = { id: session.id, environmentId }
    const isCounted = found.filler === null && tracking !== 'player'
    const events = isCounted ? eventsAt(number, segments) : []
    const where = { position: decision.position, index: found.index }
    const onDelivered = async () => {
      if (tracking === 'delivery')
        return recordEvents(ads, viewed, where.position, where.index, found.ad, events)
      const placeS = session.mode === 'guided' ? null : await placeOf(session.id, decisions, where)
      const fromS = lengthOf({ segments: segments.slice(0, number) })
      return holdEvents(ads, viewed, { ...where, events, fromS, placeS })
    }
    return adAnswer(environmentId, outputId, name, { durationS: segments[number] ?? 0, onDelivered })
  }

  /** Serves a segment of the video whose delivery is a sign of life of the session, or that is shortly before a break. */
  async function markedAnswer(request: FileRequest, { id }: Session): Promise<FileAnswer | null> {
    if ((await decisionsOf(id)) === null) return null
    const near = request.query.get(NEAR)
    if (near !== null) aheadOfBreak?.(id, Number(near))
    const answer = await video.file({ ...request, sessionId: null, query: new URLSearchParams() })
    if (answer?.kind !== 'segment') return answer
    const onDelivered = () => releaseEvents(ads, { id, environmentId })
    return { ...answer, cache: cacheRules.never, onDelivered }
  }

  return async (request) => {
    const { sessionId, outputId, name, query } = request
    const session = sessionId === null ? null : readPathId(sessionId)
    if (session !== null && query.has('ad')) return adFileAnswer(request, session)
    if (name === PLAYLIST_NAME) return session && playlist(request, session)
    if (name === BLANK_TEXT) return blankAnswer
    const isMarked = query.has(BEAT) || query.has(NEAR)
    if (session !== null) return isMarked && has(outputId) ? markedAnswer(request, session) : null
    if (has(outputId)) return video.file(request)
    return adAnswer(environmentId, outputId, name, null)
  }
}

/** Plan of a new session: its breaks, and the shape of their ads. */
export function planChannel(
  ads: Ads,
  { content, video, loudness }: Omit<ChannelVideo, 'channel'>,
): SessionPlan {
  const streams = insertable(video.streams)
  const { sharedPlaylist } = video
  return {
    content,
    shape: shapeOf(streams, loudness),
    breaks: (asking) => planBreaks(ads, asking, { streams, sharedPlaylist }),
  }
}

/** Renditions into which ads can be inserted: H.264 only, because players do not change codecs within a rendition. */
export function insertable({ video, ...streams }: Playback['streams']): Playback['streams'] {
  return { ...streams, video: video.filter(({ codecs }) => codecs.startsWith('avc1')) }
}

/** Counts what the viewer of a session can have reached. A failure is only logged, because the events stay held. */
export async function signOfLife(
  ads: Ads,
  { environmentId }: Pick<ChannelRow, 'environmentId'>,
  id: string,
  decisions: readonly Decision[],
): Promise<void> {
  if (!decisions.some((decision) => insertedAds(decision).length > 0)) return
  await releaseEvents(ads, { id, environmentId }).catch((err: unknown) =>
    ads.log.warn({ err, sessionId: id }, 'held events of ads cannot be counted'),
  )
}

function playlistOf(text: string): FileAnswer {
  return { kind: 'playlist', playlist: playlistFile(text, cacheRules.never) }
}

/** @param own length and callback of a segment whose delivery counts. Null for a file that all viewers share */
function adAnswer(
  environmentId: string,
  creativeId: string,
  name: string,
  own: { readonly durationS: number; readonly onDelivered: () => Promise<void> } | null,
): FileAnswer | null {
  const key = adFileKey(environmentId, creativeId, name)
  if (key === null) return null
  const cache = own === null ? cacheRules.forever : cacheRules.never
  return { kind: 'segment', key, type: MP4, cache, etag: `${creativeId}-${name}`, ...own }
}

/** Roles by output ID. Those of the previous encoding stay while the video still delivers its playlists. */
function rolesOf(
  { video, audio, subtitles }: Playback['streams'],
  { sharedPlaylist }: Playback,
  previous: AdPlayback | null,
): Map<string, OutputRole> {
  const retired = [...(previous?.roles ?? [])].filter(([outputId]) => sharedPlaylist(outputId) !== null)
  return new Map<string, OutputRole>([
    ...retired,
    ...video.map(({ outputId, width, height }) => [outputId, { type: 'video', width, height }] as const),
    ...audio.map(({ outputId }) => [outputId, { type: 'audio' }] as const),
    ...subtitles.map(({ outputId }) => [outputId, { type: 'subtitles' }] as const),
  ])
}
