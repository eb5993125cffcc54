import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { defineArea, openAreas } from '../../../platform/area.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createHttpServer } from '../../../platform/http/server.ts'
import { createLog } from '../../../platform/log.ts'
import { openPlatform, type Platform } from '../../../platform/platform.ts'
import { migratedDatabase } from '../../../platform/postgres/test-migrated.ts'
import { problem } from '../../../platform/problem.ts'
import { playbackOf, testSource } from '../../../testing/playback-source.ts'
import { identity } from '../../identity/index.ts'
import { delivery, type FileAnswer, type Playback, playlistFile } from '../index.ts'

const outputId = randomUUID()
const source = testSource()
const stack = new AsyncDisposableStack()
let platform: Platform
let url: string

const otherArea = defineArea({
  name: 'other',
  contract: {},
  open(_platform, offers) {
    offers.delivery.register(source)
    return {}
  },
})

beforeAll(async () => {
  const database = await migratedDatabase()
  stack.defer(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'kinora-sources-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const config = readConfig({ PORT: '0', DATA_DIR: folder, ...inject('bucket') })
  const log = createLog('fatal')
  const options = { config, databaseUrl: database.url, log, clock: systemClock, tools: undefined }
  platform = await openPlatform(options, stack)
  const { opened, offers } = await openAreas([identity, delivery, otherArea], platform)
  const server = createHttpServer({ ...platform, authenticator: offers.authenticator })
  for (const { routes } of opened) await routes?.delivery?.(server)
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  stack.defer(() => server.app.close())
})
afterAll(() => stack.disposeAsync())

const video = {
  outputId,
  codecs: 'avc1.64001f',
  width: 1280,
  height: 720,
  frameRate: 25,
  bandwidth: { peak: 2_000_000, average: 1_500_000 },
}
const streams = { video: [video], audio: [], subtitles: [], audioIsRung: false }

const SEGMENT_S = 2
const WINDOW = 3
const began = Date.parse('2026-11-22T18:00:00Z')

/** A live stream with two parts per segment, which lists only the latest. */
function liveStream(playbackId: string, waitMs: number) {
  /** Number of parts so far. */
  let parts = 10
  let version = 0
  const inSegment = (msn: number) => Math.min(2, parts - msn * 2)
  const dated = (msn: number) => new Date(began + msn * SEGMENT_S * 1000).toISOString()
  const partName = (msn: number, part: number) => `part-${msn}.${part}.m4s`
  const text = () => {
    const last = Math.floor((parts - 1) / 2)
    const first = Math.max(0, last - WINDOW + 1)
    const lines = Array.from({ length: last - first + 1 }, (_, n) => {
      const msn = first + n
      const listed = Array.from({ length: inSegment(msn) }, (_each, part) => partName(msn, part))
      return [
        `#EXT-X-PROGRAM-DATE-TIME:${dated(msn)}`,
        ...listed.map((uri) => `#EXT-X-PART:DURATION=${SEGMENT_S / 2},URI="${uri}"`),
        ...(inSegment(msn) === 2 ? [`#EXTINF:${SEGMENT_S},`, `seg-${msn}.m4s`] : []),
      ]
    })
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:9',
      `#EXT-X-TARGETDURATION:${SEGMENT_S}`,
      '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3',
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      ...lines.flat(),
      '',
    ].join('\n')
  }
  const playlist = () => playlistFile(text(), { maxAgeS: 1 })
  /** Number of parts including this one. */
  const partsWith = (msn: number, part: number | null) => msn * 2 + (part === null ? 2 : part + 1)
  const ifThere = (needed: number, answer: () => FileAnswer): FileAnswer =>
    parts >= needed ? answer() : { kind: 'pending', waitMs }
  const playback = (): Playback =>
    playbackOf(playbackId, {
      streams,
      policy: version === 0 ? 'public' : 'signed',
      sharedPlaylist: (id) => (id === outputId ? playlist() : null),
      async file({ name, query }) {
        const [, msn = '', part = ''] = /^part-(\d+)\.(\d+)\.m4s$/.exec(name) ?? []
        const sent = { type: 'video/mp4', cache: { maxAgeS: 60 } }
        if (msn !== '')
          return ifThere(partsWith(Number(msn), Number(part)), () => ({
            kind: 'bytes',
            body: Buffer.from(name),
            etag: name,
            ...sent,
          }))
        if (name !== 'index.m3u8') return null
        const wanted = query.get('_HLS_msn')
        const wantedPart = query.get('_HLS_part')
        if (wanted === null) return { kind: 'playlist', playlist: playlist() }
        if (Number(wanted) > parts / 2 + 2) throw problem('request-invalid', { detail: 'Too far ahead' })
        const needed = partsWith(Number(wanted), wantedPart === null ? null : Number(wantedPart))
        return ifThere(needed, () => ({ kind: 'playlist', playlist: playlist() }))
      },
    })
  source.playbacks.set(playbackId, playback())
  return {
    addPart() {
      parts += 1
      source.addFile(playbackId)
    },
    sign() {
      version += 1
      source.playbacks.set(playbackId, playback())
      source.change(playbackId)
    },
  }
}

const media = (playbackId: string, rest = '') => `${url}/play/${playbackId}/${outputId}/index.m3u8${rest}`
const textOf = async (address: string) => (await fetch(address)).text()

/** Whether a response arrives before another request is answered. */
async function isAnswered(answer: Promise<Response>, meanwhile: string): Promise<boolean> {
  let answered = false
  void answer.then(() => {
    answered = true
  })
  await textOf(meanwhile)
  await textOf(meanwhile)
  return answered
}

describe('a live source', () => {
  let id: string
  let live: ReturnType<typeof liveStream>
  beforeEach(() => {
    id = randomUUID().replaceAll('-', '')
    live = liveStream(id, 20_000)
  })

  it('has a window that moves, by dates and media sequence', async () => {
    expect(await textOf(media(id))).toContain(
      '#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-PROGRAM-DATE-TIME:2026-11-22T18:00:04.000Z\n',
    )
    live.addPart()
    const next = await fetch(media(id))
    expect(next.headers.get('cache-control')).toBe('public, max-age=1')
    expect(await next.text()).toContain(
      '#EXT-X-MEDIA-SEQUENCE:3\n#EXT-X-PROGRAM-DATE-TIME:2026-11-22T18:00:06.000Z\n',
    )
  })

  it('answers a blocking reload once it announces the part, and only then', async () => {
    const waiting = fetch(media(id, '?_HLS_msn=5&_HLS_part=1'))
    expect(await isAnswered(waiting, media(id))).toBe(false)
    live.addPart()
    expect(await isAnswered(waiting, media(id))).toBe(false)
    live.addPart()
    const answer = await waiting
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('seg-5.m4s')
    expect((await fetch(media(id, '?_HLS_msn=5'))).status).toBe(200)
  })

  it('answers a request for the part that its playlist announces', async () => {
    const waiting = fetch(`${url}/play/${id}/${outputId}/part-5.0.m4s`)
    expect(await isAnswered(waiting, media(id))).toBe(false)
    live.addPart()
    expect(await (await waiting).text()).toBe('part-5.0.m4s')
  })

  it('ends a blocking request at the announced time limit', async () => {
    liveStream(id, 100)
    const answer = await fetch(media(id, '?_HLS_msn=6'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  })

  it('refuses requests too far ahead and invalid numbers', async () => {
    for (const query of ['?_HLS_msn=9', '?_HLS_msn=soon'])
      expect((await fetch(media(id, query))).status).toBe(400)
  })

  it('refuses a viewer whose permission ended during the wait', async () => {
    const waiting = fetch(media(id, '?_HLS_msn=5'))
    expect(await isAnswered(waiting, media(id))).toBe(false)
    live.sign()
    expect((await waiting).status).toBe(403)
  })
})

describe('a source with separate playlists for each viewer', () => {
  const id = randomUUID().replaceAll('-', '')
  const sessions: { readonly ad: string | null; readonly userAgent: string }[] = []

  function channel(playbackId: string, change: Partial<Playback> = {}): Playback {
    return playbackOf(playbackId, {
      streams,
      async openSession({ query, viewer }) {
        sessions.push({ ad: query.get('ad'), userAgent: viewer.userAgent })
        return `session-${sessions.length - 1}`
      },
      async file({ sessionId, name }) {
        const session = sessions[Number(sessionId?.split('-')[1] ?? -1)]
        if (session === undefined || name !== 'index.m3u8') return null
        const lines = [
          '#EXTM3U',
          `#EXTINF:4,`,
          `ad-${session.ad}.m4s`,
          '#EXTINF:4,',
          `../../../${outputId}/seg-0.m4s`,
          '',
        ]
        return { kind: 'playlist', playlist: playlistFile(lines.join('\n'), 'never') }
      },
      ...change,
    })
  }
  source.playbacks.set(id, channel(id))

  async function entryOf(address: string): Promise<string> {
    const line = (await textOf(address)).split('\n').find((each) => each !== '' && !each.startsWith('#'))
    return new URL(line ?? '', address).href
  }

  it('gives each viewer a signed path below the playback ID, and receives the query of the request', async () => {
    const first = await entryOf(`${url}/play/${id}.m3u8?ad=sports`)
    const second = await entryOf(`${url}/play/${id}.m3u8?ad=news`)
    expect(first).toMatch(
      new RegExp(`/play/${id}/s/session-\\d+\\.[A-Za-z0-9_-]{43}/${outputId}/index\\.m3u8$`),
    )
    expect(first).not.toBe(second)
    expect(await textOf(first)).toContain('ad-sports.m4s')
    const answer = await fetch(second)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).toContain('ad-news.m4s')
    expect(sessions.at(-1)?.userAgent).not.toBe('')
    expect((await fetch(`${url}/play/${id}.m3u8`)).headers.get('cache-control')).toBe('private, no-store')
  })

  it('opens no session for state requests, or if nothing plays', async () => {
    const before = sessions.length
    const asked = await fetch(`${url}/play/${id}.m3u8?state=1`)
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('#EXTM3U')])
    expect((await fetch(`${url}/play/${id}.m3u8`, { method: 'HEAD' })).status).toBe(200)
    const silent = randomUUID().replaceAll('-', '')
    source.playbacks.set(silent, channel(silent, { streams: { ...streams, video: [], audio: [] } }))
    expect((await fetch(`${url}/play/${silent}.m3u8`)).status).not.toBe(200)
    expect(sessions).toHaveLength(before)
  })

  it('is not queried for sessions that were never opened', async () => {
    const own = await entryOf(`${url}/play/${id}.m3u8`)
    const other = randomUUID().replaceAll('-', '')
    source.playbacks.set(other, channel(other))
    for (const forged of [
      own.replace(/session-\d+/, 'session-0x'),
      own.replace(/\.[\w-]{43}/, '.'),
      own.replace(/\.[\w-]{43}/, ''),
      own.replace(id, other),
    ])
      expect((await fetch(forged)).status).toBe(404)
    expect((await fetch(own)).status).toBe(200)
  })

  it('adds the token of a signed playback to its URLs, but not to those of other sites', async () => {
    const signed = randomUUID().replaceAll('-', '')
    const lines = [
      '#EXTM3U',
      '#EXT-X-DATERANGE:ID="a",X-ASSET-LIST="../a.json"',
      '#EXT-X-MAP:URI="init.mp4?v=1"',
      '#EXTINF:4,',
      'https://ads.example/a.m4s',
      '',
    ]
    const file = async () =>
      ({ kind: 'playlist', playlist: playlistFile(lines.join('\n'), 'never') }) as const
    source.playbacks.set(signed, channel(signed, { policy: 'signed', file }))
    const { value: token } = await platform.playbackKey.sign(signed)
    const entry = await entryOf(`${url}/play/${signed}.m3u8?token=${token}`)
    expect(new URL(entry).searchParams.get('token')).toBe(token)
    expect((await fetch(entry.split('?')[0] ?? '')).status).toBe(403)
    const text = await textOf(entry)
    expect(text).toContain(`URI="init.mp4?v=1&token=${token}"`)
    expect(text).toContain(`X-ASSET-LIST="../a.json?token=${token}"`)
    expect(text).toContain('\nhttps://ads.example/a.m4s\n')
  })
})
