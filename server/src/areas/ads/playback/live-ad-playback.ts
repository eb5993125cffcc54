import {
  type LiveItem,
  type LiveWindow,
  lastLiveItem,
  listReaches,
  liveItems,
  stitchedLivePlaylist,
} from '@kinora/media'
import { cacheRules, type FileAnswer, type Playback, playlistFile } from '../../delivery/index.ts'
import { type LivePlayback, mustWait, readBlocking } from '../../live/index.ts'
import type { Ads } from '../ads.ts'
import type { LiveBreaks } from '../breaks/live-breaks.ts'
import type { ChannelRow, WatchedContent } from '../channels/channel-row.ts'
import { readyOutputs } from '../creatives/ready-outputs.ts'
import { liveInterstitialsOf } from '../guided/guided-playlists.ts'
import { askedMode, pathId, readPathId } from '../guided/session-mode.ts'
import { type OutputRole, SHARED } from '../playlists/session-playlist.ts'
import type { PlannedBreak } from '../sessions/ask-break.ts'
import type { LiveSession, LiveSessions } from '../sessions/live-sessions.ts'
import type { SessionLimit } from '../sessions/session-limit.ts'
import { openSession, type SessionPlan } from '../sessions/sessions.ts'
import { streamsWithAds } from './ad-bandwidth.ts'
import { type AdPlayback, channelFiles, channelPlayback, insertable, type Session } from './ad-playback.ts'
import { livePlace, liveSignOfLife } from './live-places.ts'
import {
  decideLiveBreaks,
  insertionsOf,
  type LiveVideo,
  listedUntil,
  liveVideo,
  spliceBreaks,
  splicePreroll,
} from './live-stitching.ts'

/** Sessions and breaks of live streams that this process has in memory. */
export interface KnownLive {
  readonly sessions: LiveSessions
  readonly limit: SessionLimit
  readonly breaks: LiveBreaks
}

/** A channel with its live stream on air. */
export interface OnAir {
  readonly channel: ChannelRow
  readonly content: WatchedContent
  readonly stream: LivePlayback
  readonly window: LiveWindow
}

type FileRequest = Parameters<Playback['file']>[0]

/** Maximum wait of a blocking reload: longer than a segment. Players then request again. */
const WAIT_MS = 6000

/** Playback of a live stream on air with ads. */
export function liveAdPlayback(
  ads: Ads,
  { sessions, limit, breaks }: KnownLive,
  { channel, content, stream, window }: OnAir,
): AdPlayback {
  const streams = insertable(stream.streams)
  const video = liveVideo(channel, content, window, streams)

  async function playlistAnswer(
    { outputId, query }: FileRequest,
    { id, mode }: Session,
  ): Promise<FileAnswer | null> {
    const role = roleOf(window, outputId)
    const session = await sessions.get(channel, id)
    if (session === null || role === null) return null
    const { msn, part } = readBlocking(query)
    if (part !== null) session.isLowLatency = true
    await decideLiveBreaks(ads, breaks, video, session)
    await spliceBreaks(ads, { sessions, breaks }, video, session)
    if (channel.tracking === 'server') await liveSignOfLife(ads, channel, session)
    const list =
      mode === 'guided' ? unstitchedOf(video, session, outputId) : listOf(video, session, outputId, role)
    const { items } = list
    const listedMs = listedUntil(window, session.isLowLatency)
    const reach = msn === null || window.isEnded() ? 'yes' : listReaches(items, msn, part)
    if (mustWait(reach) || items.length === 0) return { kind: 'pending', waitMs: WAIT_MS }
    session.listedMs = Math.max(session.listedMs, listedMs)
    const text = stitchedLivePlaylist(items, {
      ...list,
      targetS: window.options.targetS,
      partS: window.partS(outputId),
      isEnded: window.isEnded(),
      segments: window.segments(outputId),
      asked: { msn, part },
      reports: reportsOf(video, mode === 'guided' ? null : session, outputId),
    })
    return { kind: 'playlist', playlist: playlistFile(text, cacheRules.never) }
  }

  const decisionsOf = (sessionId: string, position?: number) =>
    sessions.decisionsOf(channel, sessionId, position)
  const files = channelFiles(ads, channel, {
    playlist: playlistAnswer,
    decisionsOf,
    video: stream,
    streams,
    has: (outputId) => roleOf(window, outputId) !== null,
    tracking: channel.tracking,
    async placeOf(id, _decisions, ad) {
      const session = await sessions.get(channel, id)
      return session && livePlace(window, session, ad)
    },
  })
  // WebRTC has no ads.
  const offered = streams.latency === 'realtime' ? { ...streams, latency: 'low' as const } : streams
  return {
    ...channelPlayback(channel, stream, files),
    streams: offered,
    roles: new Map(),
    channel,
    decisionsOf,
    decisionsAt: decisionsOf,
    boundariesS: () => null,
    async sessionStreams(sessionId) {
      if (readPathId(sessionId).mode === 'guided' || video.shape === null) return offered
      const ready = await readyOutputs(ads, channel.environmentId, video.shape)
      return streamsWithAds(offered, ready.length === 0 ? [{ outputs: [] }] : ready, null)
    },
    async openSession(request) {
      const mode = askedMode(request.query)
      limit.assertBelow(channel.id, request.viewer, ads.clock.now().getTime())
      const startedMs = ads.clock.now().getTime()
      // In guided mode, hls.js 1.7 repeats the pre-roll of a live stream endlessly.
      const breaks = async () => (mode === 'guided' ? [] : prerollOf(ads, channel))
      const plan = { shape: video.shape, content, breaks }
      const { viewing, decisions } = await openSession(ads, channel, plan, request, (decision) =>
        splicePreroll(window, streams.latency !== 'standard', decision),
      )
      sessions.add(channel, { startedMs, viewing, decisions })
      return pathId(viewing.sessionId, mode)
    },
  }
}

async function prerollOf({ offers }: Pick<Ads, 'offers'>, channel: ChannelRow): Promise<PlannedBreak[]> {
  const { preroll, prerollAdTagUrl: url, maxPrerollDurationS: availableS } = channel
  if (!preroll || (url === null && !(await offers.hasAds(channel)))) return []
  return [{ position: 0, kind: 'preroll', atS: 0, availableS, origin: url === null ? null : { url } }]
}

/** Length of the mid-roll in a trial, in seconds. */
const TRIED_BREAK_S = 60

/** Plan for a trial: the pre-roll of a viewer who joins now, and a mid-roll. */
export function planLive(
  { clock, offers }: Pick<Ads, 'clock' | 'offers'>,
  { channel, content, stream, window }: OnAir,
): SessionPlan {
  const { shape } = liveVideo(channel, content, window, insertable(stream.streams))
  const { midrollAdTagUrl: url } = channel
  const now = { atS: clock.now().getTime() / 1000, cueId: channel.id, availableS: TRIED_BREAK_S }
  const breaks = async (): Promise<PlannedBreak[]> => {
    const before = await prerollOf({ offers }, channel)
    if (url === null && !(await offers.hasAds(channel))) return before
    const origin = url === null ? null : { url }
    return [...before, { ...now, position: before.length, kind: 'midroll', origin }]
  }
  return { shape, content, breaks }
}

interface Listed {
  readonly items: LiveItem[]
  readonly startsAtFirst: boolean
  readonly interstitials?: readonly string[]
}

/** Playlist of the stream in guided mode: unchanged segments, with interstitials for the breaks. */
function unstitchedOf({ window, channel }: LiveVideo, { decisions }: LiveSession, outputId: string): Listed {
  const items = liveItems(window.segments(outputId), [], `${SHARED}${outputId}/`, 0)
  const interstitials = liveInterstitialsOf(channel, decisions, items[0]?.dateMs ?? 0)
  return { items, startsAtFirst: false, interstitials }
}

function listOf(
  { window, channel }: LiveVideo,
  session: LiveSession,
  outputId: string,
  role: OutputRole,
): Listed {
  const base = `${SHARED}${outputId}/`
  const firstMsn = firstMsnOf(session)
  const items = liveItems(
    window.segments(outputId),
    insertionsOf(session, role, channel.tracking),
    base,
    firstMsn ?? 0,
    session.past,
  )
  return { items, startsAtFirst: firstMsn !== null && (items[0]?.isAd ?? false) }
}

/** @param session null in guided mode, where segments are not changed */
function lastOf(
  { window, channel }: LiveVideo,
  session: LiveSession | null,
  outputId: string,
  role: OutputRole,
) {
  const base = `${SHARED}${outputId}/`
  if (session === null) return lastLiveItem(window.segments(outputId), [], base, 0)
  const insertions = insertionsOf(session, role, channel.tracking)
  return lastLiveItem(window.segments(outputId), insertions, base, firstMsnOf(session) ?? 0, session.past)
}

/** Media sequence number of the pre-roll. Segments before it are not listed. Null without a pre-roll. */
function firstMsnOf({ decisions }: LiveSession): number | null {
  return decisions.find(({ cueId }) => cueId === null)?.splice?.startMsn ?? null
}

/** Rendition reports: the last segment and part of each other rendition. */
function reportsOf(video: LiveVideo, session: LiveSession | null, outputId: string) {
  return video.window.renditions().flatMap(({ id }) => {
    const role = roleOf(video.window, id)
    const last = role && id !== outputId ? lastOf(video, session, id, role) : undefined
    return last ? [{ id, msn: last.msn, part: Math.max(0, last.parts.length - 1) }] : []
  })
}

function roleOf(window: LiveWindow, outputId: string): OutputRole | null {
  const facts = window.renditions().find(({ id }) => id === outputId)?.facts
  if (facts === undefined) return null
  if (facts.kind !== 'video') return { type: 'audio' }
  return { type: 'video', width: facts.width, height: facts.height }
}
