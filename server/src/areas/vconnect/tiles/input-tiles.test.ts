// Slow: ffmpeg sends in real time.
import { execFileSync } from 'node:child_process'
import { type PreviewConfig, previewKinds, readLevels } from '@kinora/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newInput, testPorts } from '../../../testing/live/connectors.ts'
import { aacArgs, type Encoder, h264Args, startEncoder } from '../../../testing/live/encoder.ts'
import { type WallViewer, watchWall } from '../../../testing/live/wall-viewer.ts'
import { newStream } from '../../../testing/livestreams.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { newMember } from '../../../testing/members.ts'
import { openTestPool, type TestPool } from '../../../testing/pool.ts'

let kinora: TestKinora
let owner: Client
let pool: TestPool
const encoders: Encoder[] = []
const viewers: WallViewer[] = []

beforeAll(async () => {
  kinora = await startTestKinora({
    env: { ROLES: 'web,ingest', LOG_LEVEL: 'warn', VCONNECT_PORTS: testPorts() },
  })
  owner = await newOwner(kinora.url)
  pool = openTestPool(kinora)
})
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close()
  for (const { process, exited } of encoders.splice(0)) {
    process.kill('SIGKILL')
    await exited
  }
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

async function watch(tiles: readonly string[], who: Client = owner, motion = 'full'): Promise<WallViewer> {
  const viewer = await watchWall(who, tiles, motion)
  viewers.push(viewer)
  return viewer
}

/** Length of the audio that ffmpeg decodes. */
function decodedSeconds(file: Buffer): number {
  const args = [
    '-v',
    'error',
    '-xerror',
    '-f',
    'mp4',
    '-i',
    'pipe:0',
    '-f',
    's16le',
    '-ac',
    '1',
    '-ar',
    '48000',
    'pipe:1',
  ]
  return execFileSync('ffmpeg', args, { input: file }).length / 2 / 48_000
}

/** An SRT listener to which ffmpeg sends. */
async function sendingInput(
  name: string,
  args: readonly string[],
): Promise<{ id: string; encoder: Encoder }> {
  const { id, address } = await newInput(owner, { name })
  await eventually(async () =>
    expect(await owner.call('getVconnectInput', { params: { id } })).toMatchObject({ state: 'listening' }),
  )
  const encoder = startEncoder([
    ...args,
    '-f',
    'mpegts',
    `srt://127.0.0.1:${new URL(address).port}?mode=caller&pkt_size=1316`,
  ])
  encoders.push(encoder)
  return { id, encoder }
}

describe('an input of V-Connect on a wall', () => {
  it('has pictures, levels of each channel and its state beside live streams', async () => {
    const stream = await newStream(owner, { name: 'Not on air' })
    const { id, encoder } = await sendingInput('Stadium feed', [...h264Args, ...aacArgs])
    const wall = await watch([`livestream:${stream.id}`, `vconnect:${id}`])
    await eventually(() => expect(wall.count(previewKinds.delta, 1)).toBeGreaterThan(30))
    const [config] = wall.frames.filter(({ kind }) => kind === previewKinds.config)
    const { codec, width, height }: PreviewConfig = JSON.parse(new TextDecoder().decode(config?.data))
    expect(codec).toMatch(/^avc1\.[0-9a-f]{6}$/)
    expect([width, height]).toEqual([320, 180])
    const pictures = wall.frames.filter(
      ({ kind }) => kind === previewKinds.key || kind === previewKinds.delta,
    )
    expect(pictures[0]?.kind).toBe(previewKinds.key)
    const steps = pictures.slice(1).map(({ timeMs }, n) => (timeMs - (pictures[n]?.timeMs ?? 0)) / 40)
    // A busy machine loses some on the way, but none comes twice or between two others.
    const isWhole = (step: number) => step > 0.9 && Math.abs(step - Math.round(step)) < 0.1
    expect(steps.filter((step) => !isWhole(step))).toEqual([])
    expect(steps.filter((step) => Math.round(step) === 1).length).toBeGreaterThan(steps.length / 2)

    await eventually(() => expect(wall.count(previewKinds.levels, 1)).toBeGreaterThan(3))
    const levels = wall.frames.findLast(({ kind }) => kind === previewKinds.levels)
    const [measured] = readLevels(levels?.data ?? new Uint8Array(0)).steps
    expect(measured).toHaveLength(2)
    for (const { peak, rms } of measured ?? []) {
      expect(Math.abs(peak + 21)).toBeLessThan(1.5)
      expect(Math.abs(rms + 24)).toBeLessThan(1.5)
    }

    await eventually(() =>
      expect(wall.state(1)).toMatchObject({
        name: 'Stadium feed',
        status: 'live',
        source: 'publisher',
        signal: { codec: 'H.264', hidden: null, faults: [] },
      }),
    )
    await eventually(() => expect(wall.state(1)?.signal?.kbps).toBeGreaterThan(100))
    expect(wall.state(0)).toMatchObject({ status: 'waiting', signal: null })

    const heard = await watch([`vconnect:${id}`], owner, 'audio')
    await eventually(() => expect(heard.count(previewKinds.audio)).toBeGreaterThan(3))
    const parts = heard.frames.flatMap(({ kind, data }) => (kind >= previewKinds.audioStart ? [data] : []))
    expect(heard.count(previewKinds.audioStart)).toBe(1)
    expect(decodedSeconds(Buffer.concat(parts))).toBeGreaterThan(0.9)

    const later = await watch([`vconnect:${id}`])
    await eventually(() => expect(later.count(previewKinds.key)).toBeGreaterThan(0))
    const { items } = await owner.call('listWallSources', { query: { kind: 'vconnect', phrase: 'stadium' } })
    expect(items).toEqual([{ tile: `vconnect:${id}`, name: 'Stadium feed', status: 'live' }])

    encoder.process.kill('SIGKILL')
    await eventually(() => expect(wall.state(1)).toMatchObject({ status: 'silent', signal: null }))
    await owner.call('updateVconnectInput', { params: { id }, body: { enabled: false } })
    await eventually(() => expect(wall.state(1)?.status).toBe('off'))
    await owner.call('deleteVconnectInput', { params: { id } })
    await eventually(() => expect(wall.state(1)).toMatchObject({ status: 'gone', name: '' }))
  })

  it('says why it has no pictures', async () => {
    const { id } = await sendingInput('MPEG-2 feed', ['-c:v', 'mpeg2video', '-c:a', 'mp2'])
    const wall = await watch([`vconnect:${id}`])
    await eventually(() =>
      expect(wall.state(0)).toMatchObject({
        status: 'live',
        signal: { codec: 'MPEG-2 video', hidden: 'codec' },
      }),
    )
    await eventually(() => expect(wall.state(0)?.signal?.kbps).toBeGreaterThan(100))
    expect(wall.frames.every(({ kind }) => kind === previewKinds.state)).toBe(true)
  })

  it('is shown only to people with the right on V-Connect in its environment', async () => {
    const { id } = await newInput(owner)
    const tile = `vconnect:${id}`
    const gone = { name: '', status: 'gone', source: null, health: null, signal: null }
    const stranger = await watch([tile], await newOwner(kinora.url))
    await eventually(() => expect(stranger.state(0)).toEqual(gone))

    const stream = await newStream(owner, { name: 'Gulf Sport' })
    const rights = { Livestreams: { Livestream: { read: true } } }
    const guest = await newMember(owner, pool.sql, JSON.stringify(rights))
    const wall = await watch([tile, `livestream:${stream.id}`], guest)
    await eventually(() => expect(wall.state(0)).toEqual(gone))
    await eventually(() => expect(wall.state(1)).toMatchObject({ name: 'Gulf Sport', status: 'waiting' }))
    expect((await guest.try('listWallSources', { query: { kind: 'vconnect' } })).status).toBe(403)
  })
})
