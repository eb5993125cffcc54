// Slow: encodes a video of nine seconds and the ads for it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  AdChannel,
  AdSessionDetails,
  AssetList,
  CallOf,
  Content,
  RequestOf,
  SessionAds,
} from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdServer, type TestAdServer } from '../../testing/ad-server.ts'
import { adTotals, untilCounted } from '../../testing/ads/counted.ts'
import { testAdFigures } from '../../testing/ads/figures.ts'
import { testAdFiles } from '../../testing/ads/files.ts'
import { statesOf, testAdReports } from '../../testing/ads/reports.ts'
import { testAdRetention } from '../../testing/ads/retention.ts'
import { testAdRules } from '../../testing/ads/rules.ts'
import { testAdWaiting } from '../../testing/ads/waiting.ts'
import { contentWhen, isSettled, uploadFile } from '../../testing/client.ts'
import { h264, makeClip, pattern } from '../../testing/clips.ts'
import { movableClock } from '../../testing/clock.ts'
import { patient } from '../../testing/machine/patience.ts'
import { copyReadyVideo } from '../../testing/ready-video.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { adsOf, fetchOf, load, openSession, play, probeAd, report, textOf, urisOf } from './test-viewer.ts'

const clock = movableClock()
const measured = `<AdVerifications><Verification vendor="example.com-omid"><JavaScriptResource apiFramework="omid">
  https://v.example/omid.js</JavaScriptResource></Verification></AdVerifications>`
let world: World
let adServer: TestAdServer
let clip: string
/** Another clip with the same properties. */
let otherClip: string
let video: Content
let channel: AdChannel

beforeAll(async () => {
  adServer = await openAdServer()
  world = await openWorld({ clock })
  const { owner, folder } = world
  const nine = await makeClip(
    join(folder, 'nine.mp4'),
    ...pattern(9, '640x360'),
    ...h264,
    '-c:a',
    'aac',
    '-ar',
    '44100',
  )
  clip = await makeClip(join(folder, 'ad.mp4'), ...pattern(5, '240x180', 30), ...h264, '-c:a', 'aac')
  const uploaded = await uploadFile(owner, nine)
  video = await contentWhen(owner, uploaded.id, isSettled)
  await owner.call('createAdBreak', { params: { id: video.id }, body: { at: 4.5, durationS: 10 } })
  otherClip = await makeClip(
    join(folder, 'tea.mp4'),
    ...pattern(5, '240x180', 30),
    ...h264,
    '-c:a',
    'aac',
    '-metadata',
    'title=Tea',
  )
  channel = await newChannel({
    name: 'Evening',
    streamId: video.id,
    prerollAdTagUrl: adServer.offer('/preroll', adServer.ad('soap', clip, { seconds: 5 })),
    midrollAdTagUrl: `${adServer.offer('/midroll', adServer.ad('tea', otherClip, { seconds: 5 }))}?b=[BREAKPOSITION]`,
  })
})
afterAll(async () => {
  await world?.end()
  await adServer?.close()
})

type NewChannel = NonNullable<RequestOf<CallOf<'createAdChannel'>>['body']>

function newChannel(given: Partial<NewChannel>): Promise<AdChannel> {
  const usual = {
    name: 'Test',
    streamId: world.content.id,
    preroll: true,
    adServerTimeoutMs: 3000,
    tracking: 'delivery' as const,
  }
  return world.owner.call('createAdChannel', { body: { ...usual, ...given } })
}

/** Skip reason of each break's first ad. Null if it is inserted, undefined if there is none. */
async function skippedIn({ id }: AdChannel) {
  const { decisions } = await world.owner.call('tryAdChannel', { params: { id }, body: {} })
  return decisions.map(({ offered, reason }) => offered[0]?.skipped ?? reason)
}

const untilDecided = (which: AdChannel, expected: unknown[]) =>
  expect.poll(() => skippedIn(which), { timeout: patient(60_000) }).toEqual(expected)

function logOf({ id }: AdChannel, sessionId: string): Promise<AdSessionDetails> {
  return world.owner.call('getAdSession', { params: { id, sessionId } })
}

describe('a channel', () => {
  it('skips new ads with a reason, and prepares them for later viewers', async () => {
    expect(await skippedIn(channel)).toEqual(['preparing', 'preparing'])
    await untilDecided(channel, [null, null])
    const [soap, tea] = adServer.requests
    expect(soap?.path).toBe('/preroll')
    expect(tea?.path).toBe('/midroll?b=2')
    expect(soap?.headers['x-device-ip']).toMatch(/^10\.0\./)
  })

  it('plays ads between segments of the video, in video and audio', async () => {
    const opened = await openSession(channel)
    const parts = ['ad', 'video', 'ad', 'video']
    for (const playlist of [...opened.renditions, opened.audio]) {
      const text = await textOf(playlist)
      const found = text.split('#EXT-X-DISCONTINUITY\n').map((part) => {
        const isVideo = /seg-/.test(part) && !/-(?:v\d|a)\.seg-/.test(part)
        const lengthS = Array.from(part.matchAll(/EXTINF:([\d.]+)/g), ([, s]) => Number(s)).reduce(
          (a, b) => a + b,
        )
        return [isVideo ? 'video' : 'ad', Math.round(lengthS)]
      })
      expect(found).toEqual(parts.map((part, n) => [part, part === 'ad' ? 5 : n === 1 ? 4 : 5]))
      for (const answer of await play(playlist)) expect(answer.status, answer.url).toBe(200)
    }
    const { decisions } = await logOf(channel, opened.sessionId)
    expect(decisions.map(({ kind, at, filledS, reason }) => [kind, at, filledS, reason])).toEqual([
      ['preroll', 0, 5, null],
      ['midroll', 4, 5, null],
    ])
  })

  it('encodes ads like the video: letterboxed, with its frame rate, and with audio in whole frames without a gap after them', async () => {
    const opened = await openSession(channel)
    const sizes: unknown[] = []
    for (const rendition of opened.renditions) {
      const picture = await probeAd(rendition, world.folder)
      expect(picture).toMatchObject({ avg_frame_rate: '25/1', nb_read_packets: '125' })
      sizes.push([picture?.width, picture?.height])
    }
    expect(sizes).toEqual([
      [426, 240],
      [640, 360],
    ])
    const audio = await probeAd(opened.audio, world.folder)
    // Audio of this rate is copied. 5 s are 215.3 frames.
    const frames = 216 + 1
    expect(audio).toMatchObject({
      codec_name: 'aac',
      sample_rate: '44100',
      nb_read_packets: String(frames),
      duration_ts: frames * 1024,
    })
  })

  it('announces the bandwidth of its ads', async () => {
    const { video: url, bandwidth } = await openSession(channel)
    const text = await textOf(url)
    const lengths = Array.from(text.matchAll(/EXTINF:([\d.]+)/g), ([, s]) => Number(s))
    for (const [n, uri] of urisOf(text).entries()) {
      const { byteLength } = await (await fetch(new URL(uri, url))).arrayBuffer()
      expect((byteLength * 8) / (lengths[n] ?? 0)).toBeLessThan(bandwidth)
    }
  })

  it('lets caches store all segments except those whose delivery counts', async () => {
    const answers = await play((await openSession(channel)).video)
    for (const { url, headers } of answers)
      expect(headers.get('cache-control'), url).toBe(
        url.includes('?ad=') ? 'private, no-store' : 'public, max-age=31536000, immutable',
      )
    expect(answers.filter(({ url }) => url.includes('?ad='))).toHaveLength(4)
  })

  it('refuses sessions, ads and files of other channels', async () => {
    const other = await newChannel({ streamId: video.id })
    const [mine, theirs] = [await openSession(channel), await openSession(other)]
    const [marked = ''] = urisOf(await textOf(mine.video))
    const url = new URL(marked, mine.video).href
    for (const wrong of [
      mine.video.href.replace(channel.playbackId, other.playbackId),
      url.replace('ad=0.0', 'ad=1.0'),
      url.replace('ad=0.0', 'ad=0.9'),
      url.replace('seg-00000', 'seg-00009'),
      url.replace('?ad=0.0', ''),
      new URL(marked, theirs.video).href,
      `${channel.finalUrl.replace('.m3u8', '')}/${mine.video.pathname.split('/').at(-2)}/index.m3u8`,
      `${channel.finalUrl.replace('.m3u8', '')}/highest.mp4`,
    ])
      expect((await fetch(wrong)).status, wrong).toBe(404)
    expect((await fetch(url)).status).toBe(200)
  })

  it('does not play while it is disabled, or its video is in the trash', async () => {
    const own = await newChannel({
      streamId: await copyReadyVideo(
        { ...world.kinora, contentId: world.content.id },
        world.owner.environmentId ?? '',
      ),
    })
    const statusWhen = (expected: number) =>
      expect.poll(async () => (await fetch(own.finalUrl)).status).toBe(expected)
    await statusWhen(200)
    await world.owner.call('disableAdChannel', { params: { id: own.id } })
    await statusWhen(404)
    await world.owner.call('enableAdChannel', { params: { id: own.id } })
    await statusWhen(200)
    await world.owner.call('deleteContent', { params: { id: own.streamId } })
    await statusWhen(404)
    expect((await world.owner.try('getAdChannel', { params: { id: own.id } })).status).toBe(404)
  })

  it('needs a token if its video does', async () => {
    const from = { ...world.kinora, contentId: world.content.id }
    const change = { playbackPolicy: 'signed' } as const
    const own = await newChannel({
      streamId: await copyReadyVideo(from, world.owner.environmentId ?? '', change),
    })
    expect((await fetch(own.finalUrl)).status).toBe(403)
    const finalUrl = `${own.finalUrl}?token=${own.playbackToken?.value}`
    const opened = await openSession({ ...own, finalUrl })
    expect((await fetch(opened.video)).status).toBe(200)
    opened.video.search = ''
    expect((await fetch(opened.video)).status).toBe(403)
  })
})

describe('subtitles and roles', () => {
  it('keep subtitles at their time in the video, without subtitles during ads', async () => {
    const { owner } = world
    const text = 'WEBVTT\n\n00:00:05.000 --> 00:00:06.000\nAfter the break'
    const body = { name: 'English', languageCode: 'en', text }
    const { id } = await owner.call('createSubtitle', { params: { id: video.id }, body })
    await owner.call('publishSubtitles', { params: { id: video.id }, body: { draftsToPublish: [id] } })
    const listed = async () => /TYPE=SUBTITLES.*URI="([^"]+)"/.exec(await textOf(channel.finalUrl))?.[1]
    await expect.poll(listed).toBeDefined()
    const url = new URL((await listed()) ?? '', channel.finalUrl)
    const playlist = await textOf(url)
    expect(playlist.match(/DISCONTINUITY|blank|seg-/g)?.join(' ')).toBe(
      'blank blank DISCONTINUITY seg- DISCONTINUITY blank blank DISCONTINUITY seg- seg-',
    )
    const texts = await Promise.all(urisOf(playlist).map((uri) => textOf(new URL(uri, url))))
    expect(texts.map((each) => each.includes('After the break')).indexOf(true)).toBe(5)
  })

  it('hide a channel from roles that cannot see its video', async () => {
    const all = { create: true, read: true, update: true, delete: true }
    const rights = { Videos: { Video: all }, 'Ad Insertion': { Channel: all } }
    const limited = await world.member(JSON.stringify({ ...rights, filter: { tags: ['none has it'] } }))
    expect((await limited.call('listAdChannels', { query: {} })).totalItems).toBe(0)
    const typesFor = async (who: typeof limited) => {
      const { items } = await who.call('listEvents', { query: { pageSize: 100 } })
      return items.filter(({ type }) => type.startsWith('video.ad_channel'))
    }
    expect((await typesFor(world.owner)).length).toBeGreaterThan(0)
    expect(await typesFor(limited)).toEqual([])
  })
})

testAdReports(() => ({ world, clock, adServer, clip, video, channel }), { newChannel, untilDecided, logOf })

describe('a player', () => {
  let own: AdChannel

  it('gets the times of the ads in its session, and when they can be skipped', async () => {
    const { ad } = adServer
    own = await newChannel({
      streamId: video.id,
      prerollAdTagUrl: adServer.offer('/cake', ad('cake', clip, { seconds: 5, skipOffset: '40%' })),
      midrollAdTagUrl: adServer.offer('/bun', ad('bun', otherClip, { seconds: 5, extra: measured })),
    })
    await untilDecided(own, [null, null])
    const opened = await openSession(own)
    const answer = await fetchOf(opened, 'ads.json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { breaks, ...settings } = (await answer.json()) as SessionAds
    expect(settings).toEqual({ allowSeekOverAds: false, tracking: 'delivery', isLive: false })
    expect(breaks).toMatchObject([
      {
        break: 0,
        kind: 'preroll',
        at: 0,
        durationS: 5,
        ads: [{ ad: 0, at: 0, durationS: 5, title: 'Advertisement cake', skipAfterS: 2 }],
      },
      { break: 1, kind: 'midroll', at: 9, durationS: 5, ads: [{ at: 9, durationS: 5, skipAfterS: null }] },
    ])
    const [cake] = breaks[0]?.ads ?? []
    expect(cake?.clickThroughUrl).toContain(`${adServer.url}/cake.html?at=20`)
    expect(cake?.events).toContain('click')
    expect(cake?.events).not.toContain('error')
  })

  it('gets the part of the video that ads replace', async () => {
    const { owner } = world
    const { items } = await owner.call('listAdBreaks', { params: { id: video.id } })
    const params = { id: video.id, breakId: items[0]?.id ?? '' }
    await owner.call('updateAdBreak', { params, body: { returnAt: 8 } })
    const opened = await openSession(own)
    const { breaks } = await adsOf(opened)
    expect(breaks.map(({ at, durationS, replacesS }) => [at, durationS, replacesS])).toEqual([
      [0, 5, 0],
      [9, 5, 4],
    ])
    const lengths = (await textOf(opened.video)).matchAll(/#EXTINF:([\d.]+)/g)
    expect([...lengths].reduce((sum, [, length]) => sum + Number(length), 0)).toBeCloseTo(5 + 9 + 5 - 4, 1)
    await owner.call('updateAdBreak', { params, body: { returnAt: null } })
  })

  it('reports clicks, skips and pauses once each, and only for ads of its session', async () => {
    const opened = await openSession(own)
    const click = { break: 0, ad: 0, event: 'click' }
    const before = adServer.reports.length
    for (const wrong of [
      { ...click, ad: 1 },
      { ...click, break: 7 },
    ])
      expect(await report(opened, click, wrong)).toBe(422)
    expect(await report(opened, { ...click, event: 'error' })).toBe(400)
    expect(await report(opened, ...Array.from({ length: 21 }, () => click))).toBe(400)
    expect(statesOf(await logOf(own, opened.sessionId))).toEqual([])
    expect(await report(opened, click, { ...click, event: 'mute' })).toBe(204)
    expect(await report(opened, click)).toBe(204)
    const reports = () =>
      adServer.reports
        .slice(before)
        .filter((path) => path.includes('cake'))
        .toSorted()
    await expect.poll(reports).toEqual(['/report/cake/click', '/report/cake/mute'])
    await expect
      .poll(async () => statesOf(await logOf(own, opened.sessionId)))
      .toEqual(['click sent', 'mute sent'])
    const forged = {
      ...opened,
      video: new URL(opened.video.href.replace(/\.[\w-]{43}/, `.${'a'.repeat(43)}`)),
    }
    expect(await report(forged, click)).toBe(404)
    expect((await fetchOf(forged, 'ads.json')).status).toBe(404)
  })

  it('that skips an ad cancels its later events', async () => {
    const opened = await openSession(own)
    const text = await textOf(opened.video)
    for (const uri of urisOf(text).slice(0, 2)) await fetch(new URL(uri, opened.video), { method: 'HEAD' })
    expect((await logOf(own, opened.sessionId)).decisions[0]?.beacons).toEqual([])
    for (const uri of urisOf(text).slice(0, 2)) await load(new URL(uri, opened.video))
    const cake = async () =>
      (await logOf(own, opened.sessionId)).decisions[0]?.beacons.map(({ event }) => event) ?? []
    expect(await cake()).toContain('complete')
    expect(await report(opened, { break: 0, ad: 0, event: 'skip' })).toBe(204)
    expect(await cake()).toEqual(['impression', 'start', 'skip'])
    const counted = async () =>
      (
        await world.sql('SELECT event FROM ad_events WHERE session_id = $1 ORDER BY event', [
          opened.sessionId,
        ])
      ).map(({ event }) => event)
    expect(await counted()).toEqual(['impression', 'skip', 'start'])
    // Later segments that the player fetches do not count either.
    for (const uri of urisOf(text).slice(0, 2)) await load(new URL(uri, opened.video))
    expect(await counted()).toEqual(['impression', 'skip', 'start'])
    await untilCounted(world, clock)
    const metrics = ['ad-impressions', 'ad-completes'] as const
    expect(await adTotals(world, clock, metrics, { adChannel: [own.id] })).toEqual([1, 0])
  })

  it('gets counted interstitials in guided mode', async () => {
    const opened = await openSession({ ...own, finalUrl: `${own.finalUrl}?ads=guided` })
    const sessionId = opened.sessionId.replace(/_g$/, '')
    const text = await textOf(opened.video)
    expect(text).not.toContain('DISCONTINUITY')
    expect(
      text
        .match(/#EXT-X-DATERANGE:.*/g)
        ?.map((line) => line.replace(/.*(?:CUE="|RESTRICT=")([^"]+).*/, '$1')),
    ).toEqual(['JUMP', 'JUMP,SKIP'])
    const { breaks } = await adsOf(opened)
    expect(breaks.map(({ at, ads }) => [at, ads[0]?.at])).toEqual([
      [0, 0],
      [4, 0],
    ])
    const listOf = async (position: number) => {
      const answer = await fetchOf(opened, `breaks/${position}.json`)
      // Also for players on other sites.
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      return ((await answer.json()) as AssetList).ASSETS
    }
    expect(await listOf(7)).toEqual([])
    const [asset] = await listOf(1)
    expect(asset?.DURATION).toBeCloseTo(5)
    expect(asset?.['X-AD-CREATIVE-SIGNALING'].payload[0]?.verifications).toEqual([
      { vendor: 'example.com-omid', resource: 'https://v.example/omid.js', parameters: '' },
    ])
    const ad = await openSession({ ...own, finalUrl: asset?.URI ?? '' })
    for (const playlist of [...ad.renditions, ad.audio])
      for (const answer of await play(playlist)) expect(answer.status, answer.url).toBe(200)
    expect(ad.renditions).toHaveLength(2)
    const events = (await logOf(own, sessionId)).decisions.map(({ beacons }) =>
      beacons.map(({ event }) => event),
    )
    expect(events).toEqual([
      [],
      ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'],
    ])
    const wrong = (asset?.URI ?? '').replace('ad=1.0', 'ad=0.0')
    expect((await fetch(wrong)).status).toBe(404)
  })

  it('reports all events with client-side tracking, and then delivery does not count', async () => {
    await world.owner.call('updateAdChannel', {
      params: { id: own.id },
      body: { tracking: 'player', allowSeekOverAds: true },
    })
    const settings = async () => {
      const { tracking, allowSeekOverAds } = await adsOf(await openSession(own))
      return [tracking, allowSeekOverAds]
    }
    await expect.poll(settings).toEqual(['player', true])
    const opened = await openSession(own)
    for (const { url } of await play(opened.video)) expect(url).not.toContain('?ad=')
    expect(statesOf(await logOf(own, opened.sessionId))).toEqual([])
    const shown = ['impression', 'start'].map((event) => ({ break: 1, ad: 0, event }))
    expect(await report(opened, ...shown)).toBe(204)
    await expect
      .poll(async () => statesOf(await logOf(own, opened.sessionId)))
      .toEqual(['impression sent', 'start sent'])
  })
})

describe('a break', () => {
  it('stays empty if the ad server is slow or has no ads, and the video plays', async () => {
    adServer.answer('/slow', () => undefined)
    const own = await newChannel({
      prerollAdTagUrl: `${adServer.url}/slow`,
      adServerTimeoutMs: 50,
    })
    const opened = await openSession(own)
    expect(await textOf(opened.video)).not.toContain('DISCONTINUITY')
    expect((await logOf(own, opened.sessionId)).decisions[0]?.reason).toBe('server-timeout')
    for (let n = 0; n < 4; n++) await openSession(own)
    const paused = await logOf(own, (await openSession(own)).sessionId)
    expect(paused.decisions[0]?.reason).toBe('server-paused')
    expect(await skippedIn(own)).toEqual(['server-timeout'])
    const params = { id: own.id }
    expect((await world.owner.call('getAdChannel', { params })).adServerState).toBe('failing')
    const body = { prerollAdTagUrl: adServer.offer('/none'), adServerTimeoutMs: 3000 }
    await world.owner.call('updateAdChannel', { params, body })
    expect(await skippedIn(own)).toEqual(['no-ads'])
  })

  it('inserts the ads of a pod that fit and can be encoded, and reports errors of the others', async () => {
    const text = join(world.folder, 'text.mp4')
    await writeFile(text, 'not a video')
    const { ad } = adServer
    const own = await newChannel({
      streamId: video.id,
      prerollAdTagUrl: adServer.offer(
        '/pod',
        ad('tea', clip, { seconds: 5, sequence: 3 }),
        ad('broken', text, { sequence: 1 }),
        ad('soap', clip, { seconds: 5, sequence: 2 }),
      ),
    })
    await world.owner.call('updateAdChannel', { params: { id: own.id }, body: { maxPrerollDurationS: 8 } })
    await untilDecided(own, ['creative-failed'])
    const { decisions } = await logOf(own, (await openSession(own)).sessionId)
    expect(decisions[0]?.offered.map(({ adId, skipped }) => [adId, skipped])).toEqual([
      ['broken', 'creative-failed'],
      ['soap', null],
      ['tea', 'too-long'],
    ])
    await expect.poll(() => adServer.reports).toContain('/report/broken/error-405')
    await expect.poll(() => adServer.reports).toContain('/report/tea/error-202')
  })
})

testAdWaiting(() => ({ world, clock, adServer, clip, video }), { newChannel, untilDecided, logOf })

testAdRules(() => ({ world, adServer, clip, video, channel }), { newChannel, untilDecided, skippedIn, logOf })

testAdFigures(() => ({ world, clock, adServer, clip, video, channel }), {
  newChannel,
  untilDecided,
  logOf,
  /** Fetches all files for a new viewer of a channel. */
  watch: async (which) => void (await play((await openSession(which)).video)),
})

testAdFiles(() => ({ world, adServer, clip, video, channel }), { newChannel, skippedIn })

testAdRetention(() => ({ world, clock, adServer, clip, video }), { newChannel, logOf })
