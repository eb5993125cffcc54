// Slow: publishes in real time.
import { readdir, readFile } from 'node:fs/promises'
import { type Livestream, type PreviewConfig, previewKinds, readLevels, wallLimits } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner, whenFound } from '../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../testing/live/encoder.ts'
import { type WallViewer, watchWall } from '../../testing/live/wall-viewer.ts'
import { newStream } from '../../testing/livestreams.ts'
import { eventually } from '../../testing/machine/eventually.ts'

let kinora: TestKinora
let owner: Client
let stream: Livestream
let encoder: Encoder
const viewers: WallViewer[] = []

beforeAll(async () => {
  kinora = await startTestKinora({ env: { ROLES: 'web,delivery,worker,ingest', LOG_LEVEL: 'warn' } })
  owner = await newOwner(kinora.url)
  await whenFound(`${kinora.url}/readyz`)
  stream = await newStream(owner, { name: 'Gulf Sport' })
  encoder = await publish(stream)
})
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close()
})
afterAll(async () => {
  encoder.process.kill('SIGKILL')
  await encoder.exited
  await kinora.stop()
})

async function publish({ id }: Livestream): Promise<Encoder> {
  const { streamKey } = await owner.call('getStreamKey', { params: { id } })
  const { ingest } = await owner.call('getLivestream', { params: { id } })
  return startEncoder([...h264Args, ...aacArgs, '-f', 'flv', `${ingest.rtmp}/${streamKey}`])
}

async function watch(ids: readonly string[], motion?: string, who: Client = owner): Promise<WallViewer> {
  const viewer = await watchWall(who, ids, motion)
  viewers.push(viewer)
  return viewer
}

/** Command lines of running programs of this test that have this word. */
async function programsWith(word: string): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.startsWith('ffmpeg') && line.includes(word)).length
}

describe('a wall', () => {
  it('carries pictures, levels and the state of its tiles in one response', async () => {
    const other = await newStream(owner, { name: 'Not on air' })
    const wall = await watch([other.id, stream.id])
    expect(wall.status).toBe(200)
    await eventually(() => expect(wall.count(previewKinds.delta, 1)).toBeGreaterThan(50))
    const [config] = wall.frames.filter(({ kind }) => kind === previewKinds.config)
    const { codec, width, height }: PreviewConfig = JSON.parse(new TextDecoder().decode(config?.data))
    expect(codec).toMatch(/^avc1\.[0-9a-f]{6}$/)
    expect([width, height]).toEqual([320, 180])
    const pictures = wall.frames.filter(
      ({ kind }) => kind === previewKinds.key || kind === previewKinds.delta,
    )
    expect(pictures[0]?.kind).toBe(previewKinds.key)
    const steps = pictures.slice(1).map(({ timeMs }, n) => timeMs - (pictures[n]?.timeMs ?? 0))
    expect(new Set(steps.map((step) => Math.round(step / 40)))).toEqual(new Set([1]))

    await eventually(() => expect(wall.count(previewKinds.levels, 1)).toBeGreaterThan(3))
    const levels = wall.frames.findLast(({ kind }) => kind === previewKinds.levels)
    const { stepMs, steps: measured } = readLevels(levels?.data ?? new Uint8Array(0))
    expect(stepMs).toBe(85)
    expect(measured[0]).toHaveLength(2)
    // The tone has an eighth of the full scale, 3 dB less in each of two channels.
    for (const { peak, rms } of measured[0] ?? []) {
      expect(Math.abs(peak + 21)).toBeLessThan(1.5)
      expect(Math.abs(rms + 24)).toBeLessThan(1.5)
    }

    await eventually(() => expect(wall.state(1)?.health?.bitrateKbps).toBeGreaterThan(0))
    await eventually(() =>
      expect(wall.state(1)).toMatchObject({ name: 'Gulf Sport', status: 'live', source: 'publisher' }),
    )
    expect(wall.state(0)).toMatchObject({ name: 'Not on air', status: 'waiting', source: null, health: null })
    await owner.call('stopLivestream', { params: { id: other.id } })
    await eventually(() => expect(wall.state(0)?.status).toBe('off'))
    await owner.call('deleteLivestream', { params: { id: other.id } })
    await eventually(() => expect(wall.state(0)).toMatchObject({ status: 'gone', name: '' }))
  })

  it('carries only keyframes or only the state, if asked', async () => {
    const [keyframes, none] = [await watch([stream.id], 'keyframes'), await watch([stream.id], 'none')]
    await eventually(() => expect(keyframes.count(previewKinds.key)).toBeGreaterThan(2))
    await eventually(() => expect(none.state(0)?.health).toBeTruthy())
    expect(keyframes.count(previewKinds.delta)).toBe(0)
    expect(none.count(previewKinds.key) + none.count(previewKinds.delta)).toBe(0)
  })

  it('begins at once for further viewers', async () => {
    const first = await watch([stream.id])
    await eventually(() => expect(first.count(previewKinds.delta)).toBeGreaterThan(10))
    const second = await watch([stream.id])
    await eventually(() => expect(second.count(previewKinds.key)).toBeGreaterThan(0))
    const [config, key] = second.frames.filter(
      ({ kind }) => kind === previewKinds.config || kind === previewKinds.key,
    )
    expect([config?.kind, key?.kind]).toEqual([previewKinds.config, previewKinds.key])
  })

  it('makes images only while somebody watches them, once for all viewers', async () => {
    const before = await programsWith('image2pipe')
    const walls = [await watch([stream.id], 'images'), await watch([stream.id], 'images')]
    for (const wall of walls)
      await eventually(() => expect(wall.count(previewKinds.image)).toBeGreaterThan(1))
    const image = walls[0]?.frames.findLast(({ kind }) => kind === previewKinds.image)?.data
    expect([image?.[0], image?.[1], image?.at(-2), image?.at(-1)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
    expect(walls[0]?.count(previewKinds.delta)).toBe(0)
    expect(await programsWith('image2pipe')).toBeGreaterThan(before)
    for (const wall of walls) wall.close()
    await eventually(async () => expect(await programsWith('image2pipe')).toBe(before))
  })

  it('shows nothing of streams of others', async () => {
    const stranger = await newOwner(kinora.url)
    const wall = await watch([stream.id, crypto.randomUUID()], 'full', stranger)
    await eventually(() => expect(wall.state(1)).toBeTruthy())
    const gone = { name: '', status: 'gone', source: null, health: null, signal: null }
    expect([wall.state(0), wall.state(1)]).toEqual([gone, gone])
    const own = await watch([stream.id])
    await eventually(() => expect(own.count(previewKinds.delta)).toBeGreaterThan(10))
    expect(wall.frames.every(({ kind }) => kind === previewKinds.state || kind === previewKinds.ping)).toBe(
      true,
    )
    const list = await stranger.call('listWallSources', { query: {} })
    expect(list.items).toEqual([])
    expect((await owner.call('listWallSources', { query: { phrase: 'gulf' } })).items).toMatchObject([
      { tile: `livestream:${stream.id}`, name: 'Gulf Sport', status: 'live' },
    ])
  })

  it('ends when the session of its viewer does', async () => {
    const guest = await newOwner(kinora.url)
    const own = await newStream(guest)
    const wall = await watch([own.id], 'full', guest)
    await eventually(() => expect(wall.state(0)).toBeTruthy())
    await guest.call('signOut', {})
    await eventually(() => expect(wall.isClosed()).toBe(true))
  })

  it('is refused when too many of an environment are open', async () => {
    const guest = await newOwner(kinora.url)
    const own = await newStream(guest)
    const open = await Promise.all(
      Array.from({ length: wallLimits.open }, () => watch([own.id], 'none', guest)),
    )
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    const query = { tiles: [`livestream:${own.id}`] }
    const refused = await guest.try('watchWall', { query })
    expect([refused.status, refused.body]).toMatchObject([429, { type: '/problems/too-many-walls' }])
    open[0]?.close()
    await eventually(async () => expect((await watch([own.id], 'none', guest)).status).toBe(200))
  })
})
