import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdChannel } from '../contract/src/index.ts'
import { liveItems, stitchedLivePlaylist, type WindowSegment } from '../media/src/index.ts'
import { openAdServer, type TestAdServer } from '../server/src/testing/ad-server.ts'
import { h264, makeClip, pattern } from '../server/src/testing/clips.ts'
import { byRtmp, goLive } from './live/broadcast.ts'
import type { Bench } from './tools/bench.ts'
import { percentile, secondsOf, until } from './tools/measure.ts'
import { residentBytes } from './tools/memory.ts'
import { megabytes, milliseconds, type Row } from './tools/table.ts'
import { sendParts } from './tools/upload.ts'
import { entriesOf, watchFirst, whenSettled } from './tools/viewer.ts'

const MEDIAN_EXTRA_S = 0.005
const P99_EXTRA_S = 0.025
const MOST_GROWTH_BYTES = 40e6
/** Requests at one time. */
const AT_ONCE = 8
/** Players ask for playlists of live streams about as often. */
const ROUND_S = 4
const AD_S = 6
const HOUR_SEGMENTS = 1800
const HOUR_TIMES = 500

const adClip = ['-c:a', 'aac', '-ar', '48000']
const cameraArgs = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'zerolatency',
  '-pix_fmt',
  'yuv420p',
  '-bf',
  '0',
  '-g',
  '60',
  '-sc_threshold',
  '0',
  '-b:v',
  '1M',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ar',
  '48000',
]

/** Playlists with ads of many viewers, compared with the plain playlist of the same video or stream. */
export async function stitchRows(bench: Bench): Promise<Row[]> {
  const adServer = await openAdServer()
  try {
    const clip = await makeClip(
      join(bench.folder, 'stitched-ad.mp4'),
      ...pattern(AD_S, '640x360'),
      ...h264,
      ...adClip,
    )
    const tag = adServer.offer('/vast', adServer.ad('soap', clip, { seconds: AD_S }))
    return [...(await videoRows(bench, tag)), ...(await liveRows(bench, adServer, tag)), hourRow()]
  } finally {
    await adServer.close()
  }
}

async function videoRows(bench: Bench, tag: string): Promise<Row[]> {
  const { clips, owner } = bench
  const { complete } = await sendParts(owner, clips.short)
  const { id, urls } = await complete()
  await watchFirst(urls.hls)
  await whenSettled(owner, id)
  await owner.call('createAdBreak', { params: { id }, body: { at: 4, durationS: 20 } })
  const channel = await openChannel(bench, id, tag)
  const plain = (await entriesOf(urls.hls)).at(-1) ?? ''
  const rows = await compare(bench, 'video', plain, await openSessions(bench, channel))
  await owner.call('deleteContent', { params: { id }, query: { permanently: true } })
  return rows
}

async function liveRows(bench: Bench, { offer }: TestAdServer, tag: string): Promise<Row[]> {
  const { folder, owner } = bench
  const clip = await makeClip(join(folder, 'stitched-live.mp4'), ...pattern(20, '426x240', 30), ...cameraArgs)
  const live = await goLive(owner, byRtmp(['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy']))
  try {
    const channel = await openChannel(bench, live.stream.id, tag)
    // All viewers join without a pre-roll, and have the same break.
    const params = { id: channel.id }
    await owner.call('updateAdChannel', { params, body: { prerollAdTagUrl: offer('/none') } })
    const sessions = await openSessions(bench, channel)
    const plain = (await entriesOf(live.url)).at(-1) ?? ''
    const body = { leadS: 3, durationS: 20 }
    await owner.call('startLiveCue', { params: { id: live.stream.id }, body })
    return await compare(bench, 'live stream', plain, sessions)
  } finally {
    await live.stop()
  }
}

/** A channel whose ads are ready. */
async function openChannel({ owner }: Bench, streamId: string, tag: string): Promise<AdChannel> {
  const tags = { prerollAdTagUrl: tag, midrollAdTagUrl: tag, preroll: true, adServerTimeoutMs: 3000 }
  const channel = await owner.call('createAdChannel', { body: { name: 'Bench', streamId, ...tags } })
  await until(500, async () => {
    const { decisions } = await owner.call('tryAdChannel', { params: { id: channel.id }, body: {} })
    return decisions.every(({ filledS }) => filledS > 0) ? true : null
  })
  return channel
}

/** Media playlists of viewers from different addresses. */
async function openSessions({ plan }: Bench, { finalUrl }: AdChannel): Promise<string[]> {
  const urls: string[] = []
  for (let n = 0; n < plan.adSessions; n++) {
    const headers = { 'x-forwarded-for': `203.0.${113 + Math.floor(n / 250)}.${1 + (n % 250)}` }
    const text = await (await fetch(finalUrl, { headers })).text()
    const uri = text.split('\n').findLast((line) => line !== '' && !line.startsWith('#')) ?? ''
    urls.push(new URL(uri, finalUrl).href)
  }
  return urls
}

/** Viewers read their playlists, and as many read the plain one, for as long as the plan says. */
async function compare(
  { kinora, plan }: Bench,
  what: string,
  plain: string,
  sessions: readonly string[],
): Promise<Row[]> {
  const readPlain = sessions.map(() => plain)
  await Promise.all([timesOf(sessions), timesOf(readPlain)])
  const before = await residentBytes(kinora.pid)
  const startedAt = performance.now()
  const times: { ours: number[]; against: number[] } = { ours: [], against: [] }
  for (let round = 0; performance.now() - startedAt < plan.adS * 1000; round++) {
    const roundAt = performance.now()
    const sides = [async () => times.ours.push(...(await timesOf(sessions)))]
    sides.push(async () => times.against.push(...(await timesOf(readPlain))))
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
    await pause(Math.max(0, ROUND_S * 1000 - (performance.now() - roundAt)))
  }
  const grown = (await residentBytes(kinora.pid)) - before
  const name = `${sessions.length} viewers of a ${what} with ads`
  return [
    extraRow(`${name}: playlist, p50`, times, 0.5, MEDIAN_EXTRA_S),
    extraRow(`${name}: playlist, p99`, times, 0.99, P99_EXTRA_S),
    {
      what: `${name}: memory after ${plan.adS} s`,
      ours: megabytes(before + grown),
      ratio: null,
      against: megabytes(before),
      aim: `≤ +${megabytes(MOST_GROWTH_BYTES)}`,
      isMet: grown <= MOST_GROWTH_BYTES,
    },
  ]
}

function extraRow(
  what: string,
  { ours, against }: { readonly ours: readonly number[]; readonly against: readonly number[] },
  share: number,
  mostS: number,
): Row {
  const [own, plain] = [percentile(ours, share), percentile(against, share)]
  return {
    what,
    ours: milliseconds(own),
    against: milliseconds(plain),
    ratio: own / plain,
    aim: `≤ +${milliseconds(mostS)}`,
    isMet: own - plain <= mostS,
  }
}

/** Seconds for each playlist. @throws if one is not answered */
async function timesOf(urls: readonly string[]): Promise<number[]> {
  const times: number[] = []
  const waiting = [...urls]
  const reader = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const address = url
      times.push(
        await secondsOf(async () => {
          const answer = await fetch(address)
          const text = await answer.text()
          if (!answer.ok || !text.includes('#EXTINF')) throw new Error(`${address} answered ${answer.status}`)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, reader))
  return times
}

/** Viewers of a live stream can go back an hour. */
function hourRow(): Row {
  const segments = Array.from({ length: HOUR_SEGMENTS }, (_, msn): WindowSegment => {
    const times = { startS: msn * 2, programDateMs: msn * 2000, durationS: 2 }
    const parts = [{ durationS: 2, frames: 50, isIndependent: true }]
    return { msn, ...times, isDiscontinuous: false, discontinuities: 0, init: 0, slateFromMs: null, parts }
  })
  const ads = [
    Array.from({ length: 3 }, (_, n) => ({
      durationS: 2,
      uri: `ad-${n}`,
      initUri: 'ad',
      isDiscontinuous: false,
    })),
  ]
  const insertions = [300, 600, 900, 1200, 1500].map((startMsn) => ({
    splice: { startMsn, startMs: startMsn * 2000, discontinuities: 0, shown: 3, returnMsn: startMsn + 3 },
    ads,
  }))
  const options = { targetS: 2, partS: 0.334, isEnded: false, reports: [], segments, startsAtFirst: false }
  const times = Array.from({ length: HOUR_TIMES }, () => {
    const startedAt = performance.now()
    stitchedLivePlaylist(liveItems(segments, insertions, '../c/', 0), options)
    return (performance.now() - startedAt) / 1000
  })
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  return {
    what: 'stitching an hour of a live stream with five breaks: p50 and p99',
    ours: `${milliseconds(p50)}, ${milliseconds(p99)}`,
    against: '',
    ratio: null,
    aim: `≤ ${milliseconds(MEDIAN_EXTRA_S)}, ${milliseconds(P99_EXTRA_S)}`,
    isMet: p50 <= MEDIAN_EXTRA_S && p99 <= P99_EXTRA_S,
  }
}
