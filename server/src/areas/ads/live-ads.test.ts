// Slow: publishes in real time.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdChannel, AdDecision, Livestream } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { type Client, newOwner, whenFound } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { followLlPlaylist, type LlPlaylist, parseLlPlaylist } from '../../testing/hls/ll-hls-check.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { newStream } from '../../testing/livestreams.ts'
import { patient } from '../../testing/machine/patience.ts'
import { probeAd } from './test-viewer.ts'

/** Number of reloads after which ads of the break have to be listed. */
const STRICT_RELOADS = 24

let folder: string
let kinora: TestKinora
/** Another delivery process. */
let other: TestKinora
let owner: Client
let adServer: TestAdServer
let encoder: Encoder
let stream: Livestream
let clip: string
let channel: AdChannel

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-live-ads-'))
  adServer = await openAdServer()
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '320x180'), ...h264, '-c:a', 'aac')
  await whenFound(`${kinora.url}/readyz`)
  stream = await newStream(owner, { reconnectWindowS: 0, record: false })
  const { streamKey } = await owner.call('getStreamKey', { params: { id: stream.id } })
  encoder = startEncoder([
    ...h264Args,
    ...aacArgs,
    '-ar',
    '44100',
    '-f',
    'flv',
    `${stream.ingest.rtmp}/${streamKey}`,
  ])
  channel = await owner.call('createAdChannel', {
    body: {
      name: 'Evening',
      streamId: stream.id,
      preroll: true,
      adServerTimeoutMs: 3000,
      prerollAdTagUrl: adServer.offer('/preroll', adServer.ad('soap', clip, { seconds: 5 })),
      midrollAdTagUrl: adServer.offer('/midroll', adServer.ad('tea', clip, { seconds: 5 })),
    },
  })
  await whenFound(channel.finalUrl)
})
afterAll(async () => {
  encoder?.process.kill('SIGKILL')
  await encoder?.exited
  await other?.stop()
  await kinora?.stop()
  await adServer?.close()
  await rm(folder, { recursive: true, force: true })
})

async function tried(): Promise<AdDecision[]> {
  return (await owner.call('tryAdChannel', { params: { id: channel.id }, body: {} })).decisions
}

const logOf = (sessionId: string) => owner.call('getAdSession', { params: { id: channel.id, sessionId } })

/** Opens a session, and returns its media playlists. */
async function open({ finalUrl } = channel): Promise<{ sessionId: string; video: string; audio: string }> {
  const text = await (await fetch(finalUrl)).text()
  const url = (uri = '') => new URL(uri, finalUrl).href
  const video = url(text.split('\n').find((line) => line !== '' && !line.startsWith('#')))
  const audio = url(/TYPE=AUDIO.*URI="([^"]+)"/.exec(text)?.[1])
  return { video, audio, sessionId: /\/s\/([^.]+)\./.exec(video)?.[1] ?? '' }
}

interface Seen {
  readonly uri: string
  readonly discontinuities: number
  readonly dateMs: number
  readonly durationS: number
}

/** The same URL at another process. */
const at = ({ url }: TestKinora, given: string) => given.replace(/^https?:\/\/[^/]+/, url)

/** Reloads a playlist like a player until `isEnough`. Fails if a listed segment changes.
 * @param from processes that are asked in turn @param known segments that were seen before */
async function follow(
  url: string,
  isEnough: (seen: readonly Seen[]) => boolean,
  from = [kinora],
  known = new Map<number, Seen>(),
): Promise<Seen[]> {
  const fetched = new Set<string>()
  for (let n = 0; ; n++) {
    const text = await (await fetch(at(from[n % from.length] ?? kinora, url))).text()
    note(parseLlPlaylist(text), known)
    // Each process delivers the segments that another one lists.
    for (const uri of text.split('\n').filter((line) => line.includes('?ad=') && !fetched.has(line))) {
      expect((await fetch(new URL(uri, at(other, url)))).status).toBe(200)
      fetched.add(uri)
    }
    const numbers = [...known.keys()].sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
    const seen = numbers.flatMap((msn) => known.get(msn) ?? [])
    if (isEnough(seen)) return seen
    await pause(300)
  }
}

function note(playlist: LlPlaylist, seen: Map<number, Seen>): void {
  let discontinuities = playlist.discontinuitySequence
  for (const [n, segment] of playlist.segments.entries()) {
    if (segment.isDiscontinuous && n > 0) discontinuities += 1
    if (segment.uri === null || segment.durationS === null) continue
    expect(Math.round(segment.durationS)).toBeLessThanOrEqual(playlist.targetS)
    const { uri, durationS, programDateMs } = segment
    const facts = { uri, discontinuities, durationS, dateMs: programDateMs ?? 0 }
    expect(seen.get(segment.msn) ?? facts).toEqual(facts)
    seen.set(segment.msn, facts)
  }
}

const isAd = ({ uri }: Seen) => !/\/seg-\d+\.m4s/.test(uri)

/** Groups segments into runs of the stream and of ads, with their lengths in seconds. */
function runs(seen: readonly Seen[]): { ad: boolean; lengthS: number; discontinuities: number }[] {
  const found: { ad: boolean; lengthS: number; discontinuities: number }[] = []
  for (const each of seen) {
    const last = found.at(-1)
    if (last?.discontinuities === each.discontinuities) last.lengthS += each.durationS
    else found.push({ ad: isAd(each), lengthS: each.durationS, discontinuities: each.discontinuities })
  }
  return found
}

/** Fetches all files of a playlist, and returns their statuses. */
async function statusesOf(url: string): Promise<Set<number>> {
  const text = await (await fetch(url)).text()
  const uris = [
    ...Array.from(text.matchAll(/MAP:URI="([^"]+)"/g), ([, uri = '']) => uri),
    ...text.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
  ]
  return new Set(await Promise.all(uris.map(async (uri) => (await fetch(new URL(uri, url))).status)))
}

/** Ends breaks of other tests. */
async function endBreaks(): Promise<void> {
  const { items } = await owner.call('listLiveCues', { params: { id: stream.id }, query: {} })
  for (const { id: cueId } of items)
    for (const remove of ['endLiveCue', 'deleteLiveCue'] as const)
      await owner.try(remove, { params: { id: stream.id, cueId } })
}

describe('a channel of a live stream', () => {
  it('shows ads at the start and in breaks, in video and audio, and returns to the stream', async () => {
    const skipped = async () => (await tried()).map(({ offered, reason }) => offered[0]?.skipped ?? reason)
    await expect.poll(skipped, { timeout: patient(60_000) }).toEqual([null, null])
    // The start of a process removes files of its jobs, so this one has no worker role.
    other = await startTestKinora({ beside: kinora, env: { ROLES: 'delivery', LOG_LEVEL: 'warn' } })
    await whenFound(at(other, channel.finalUrl))
    const { video, audio, sessionId } = await open()
    expect(await (await fetch(video)).text()).toContain('#EXT-X-START:TIME-OFFSET=0.001,PRECISE=YES\n')
    expect(await statusesOf(video)).toEqual(new Set([200]))
    expect(await probeAd(new URL(audio), folder)).toMatchObject({ sample_rate: '44100' })
    const isBack = (seen: readonly Seen[]) => {
      const found = runs(seen)
      return found.length === 4 && (found[3]?.lengthS ?? 0) > 5
    }
    // The other process has the session in memory, without its next break.
    expect(await statusesOf(at(other, video))).toEqual(new Set([200]))
    const known = new Map<number, Seen>()
    const reading = [follow(video, isBack, [kinora], known), follow(audio, isBack, [kinora, other])]
    await follow(video, (seen) => (runs(seen)[1]?.lengthS ?? 0) > 3)
    const params = { id: stream.id }
    const cue = await owner.call('startLiveCue', { params, body: { durationS: 20, leadS: 3 } })
    // Low-latency players request each part, before and during the break, in both modes.
    const players = [await open(), await open({ ...channel, finalUrl: `${channel.finalUrl}?ads=guided` })]
    const strict = Promise.all(players.map(({ video: url }) => followLlPlaylist(url, STRICT_RELOADS)))
    const [pictures = [], heard = []] = await Promise.all(reading)
    // The stream goes on at the segment that is nearest to the end of the ads, which can be before it.
    const isAllowed = (fault: string) => fault === 'dates go back'
    expect((await strict).flat().filter((fault) => !isAllowed(fault))).toEqual([])
    for (const seen of [pictures, heard]) {
      const found = runs(seen)
      expect(found.map(({ ad, discontinuities }) => [ad, discontinuities])).toEqual([
        [true, found[0]?.discontinuities ?? 0],
        [false, (found[0]?.discontinuities ?? 0) + 1],
        [true, (found[0]?.discontinuities ?? 0) + 2],
        [false, (found[0]?.discontinuities ?? 0) + 3],
      ])
      for (const { ad, lengthS } of found) if (ad) expect(lengthS).toBeCloseTo(5, 1)
      // The break begins at the segment that is nearest to its time, and hides as much as the ads last.
      const [began, ended] = [
        seen.findLastIndex((each, n) => isAd(each) && !isAd(seen[n - 1] ?? each)),
        seen.findLastIndex(isAd) + 1,
      ]
      const startMs = seen[began]?.dateMs ?? 0
      expect(Math.abs(startMs - Date.parse(cue.at))).toBeLessThan(1100)
      expect(Math.abs((seen[ended]?.dateMs ?? 0) - startMs - 5000)).toBeLessThan(1100)
    }
    expect(heard.filter(isAd).length).toBe(pictures.filter(isAd).length)
    // A process that has not seen the break continues with the same numbers.
    const late = await startTestKinora({ beside: kinora, env: { ROLES: 'delivery', LOG_LEVEL: 'warn' } })
    await whenFound(at(late, channel.finalUrl))
    await follow(video, () => true, [late, kinora], known)
    await late.stop()
    const { decisions } = await logOf(sessionId)
    expect(decisions.map(({ kind, filledS, reason }) => [kind, Math.round(filledS), reason])).toEqual([
      ['preroll', 5, null],
      ['midroll', 5, null],
    ])
  })

  it('has figures of all sessions, including breaks that were decided during playback', async () => {
    const { items: sessions } = await owner.call('listAdSessions', {
      params: { id: channel.id },
      query: { pageSize: 100 },
    })
    const sum = (field: 'breaks' | 'ads' | 'impressions') =>
      sessions.reduce((total, session) => total + session[field], 0)
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    const query = {
      from: from ?? '',
      to: to ?? '',
      category: ['live'],
      metrics: ['ad-sessions', 'ad-breaks', 'ads-inserted', 'ad-impressions'] as const,
    }
    const figures = async () => {
      const { items } = await owner.call('getTotals', { query: { ...query, metrics: [...query.metrics] } })
      return items.map(({ total }) => total)
    }
    const logged = [sessions.length, sum('breaks'), sum('ads'), sum('impressions')]
    expect(sessions.find(({ ads }) => ads === 2)).toMatchObject({ breaks: 2 })
    await expect.poll(figures, { timeout: patient(50_000) }).toEqual(logged)
  })

  it('shows house ads if the ad server has none, and the slate until the end of a break', async () => {
    const { ad, url } = adServer
    for (const name of ['house', 'slate']) ad(name, clip)
    const own = await owner.call('createAdChannel', {
      body: {
        name: 'House',
        streamId: stream.id,
        midrollAdTagUrl: adServer.offer('/none'),
        houseAdUrls: [`${url}/house.mp4`],
        slateUrl: `${url}/slate.mp4`,
        adServerTimeoutMs: 3000,
      },
    })
    const shown = async () => {
      const { decisions } = await owner.call('tryAdChannel', { params: { id: own.id }, body: {} })
      return decisions.map(({ offered, reason, filledS }) => [
        reason,
        filledS,
        offered.map(({ filler }) => filler),
      ])
    }
    const slates = Array.from({ length: 11 }, () => 'slate')
    await expect.poll(shown, { timeout: patient(60_000) }).toEqual([['no-ads', 0, ['house', ...slates]]])
  })

  it('inserts no ads into underfilled and suppressed breaks', async () => {
    const given = { name: 'Ruled', streamId: stream.id, adServerTimeoutMs: 3000 }
    const tag = adServer.offer('/ruled', adServer.ad('tea', clip, { seconds: 5 }))
    const own = await owner.call('createAdChannel', { body: { ...given, midrollAdTagUrl: tag } })
    const params = { id: own.id }
    const { decisions } = await owner.call('tryAdChannel', { params, body: {} })
    expect(decisions[0]?.offered[0]?.skipped).toBeNull()
    await owner.call('updateAdChannel', { params, body: { personalizationThresholdS: 30 } })
    const [tried] = (await owner.call('tryAdChannel', { params, body: {} })).decisions
    expect([tried?.reason, tried?.offered[0]?.skipped, tried?.filledS]).toEqual([
      'underfilled',
      'underfilled',
      0,
    ])

    /** Skip reasons of a new viewer's breaks, in order of their start. */
    const decidedFor = async (body: {
      availSuppression: 'none' | 'ahead' | 'behind'
      availSuppressionS: number
    }) => {
      const rules = { ...body, personalizationThresholdS: null, houseAdUrls: [`${adServer.url}/house.mp4`] }
      const changed = await owner.call('updateAdChannel', { params, body: rules })
      const { video, sessionId } = await open(changed)
      await (await fetch(video)).text()
      const log = await owner.call('getAdSession', { params: { ...params, sessionId } })
      for (const { reason, offered } of log.decisions)
        if (reason === 'suppressed') expect(offered).toEqual([])
      return log.decisions.map(({ reason }) => reason)
    }
    await endBreaks()
    await owner.call('startLiveCue', { params: { id: stream.id }, body: { durationS: 5, leadS: 0 } })
    const begun = { availSuppression: 'none', availSuppressionS: 0 } as const
    const within = { timeout: patient(20_000), interval: 1000 }
    await expect.poll(() => decidedFor(begun), within).toContain(null)
    expect(await decidedFor({ availSuppression: 'behind', availSuppressionS: 3600 })).toContain(null)
    const joined = { availSuppression: 'behind', availSuppressionS: 0 } as const
    await expect.poll(() => decidedFor(joined), within).toEqual([])
    await owner.call('startLiveCue', { params: { id: stream.id }, body: { durationS: 5, leadS: 22 } })
    await expect
      .poll(() => decidedFor({ availSuppression: 'ahead', availSuppressionS: 600 }), within)
      .toEqual(['suppressed'])
  })

  it('shows no ads in a break that is canceled after its decision', async () => {
    await endBreaks()
    const { video, sessionId } = await open()
    const { id: cueId, at } = await owner.call('startLiveCue', {
      params: { id: stream.id },
      body: { durationS: 20, leadS: 8 },
    })
    const decided = async () => {
      await fetch(video)
      return (await logOf(sessionId)).decisions.map(({ filledS }) => Math.round(filledS))
    }
    await expect.poll(decided).toEqual([5, 5])
    await owner.call('deleteLiveCue', { params: { id: stream.id, cueId } })
    const seen = await follow(video, (all) => (all.at(-1)?.dateMs ?? 0) > Date.parse(at) + 4000)
    expect(runs(seen).map(({ ad }) => ad)).toEqual([true, false])
  })
})
