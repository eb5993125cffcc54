import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleArgs } from '../../../testing/portraits/people.ts'
import { findPeople } from './vision.ts'
import { VisionFailure } from './vision-process.ts'

const run = promisify(execFile)
const size = { width: 384, height: 216 }
const { signal } = new AbortController()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-vision-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function framesOf(facesX: readonly string[]) {
  const file = join(folder, `${facesX.length}.rgb`)
  const graph = peopleArgs(2, facesX)[3] ?? ''
  const raw = ['-vf', `fps=3,scale=${size.width}:${size.height}`, '-pix_fmt', 'rgb24', '-f', 'rawvideo']
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, ...raw, file])
  return { file, ...size }
}

it('finds a face in every frame, where it is', async () => {
  const searched: number[] = []
  const frames = await findPeople(await framesOf(['160+160*t']), {
    signal,
    onSearched: (count) => searched.push(count),
  })
  expect(frames).toHaveLength(6)
  for (const { timeS, faces, bodies } of frames) {
    expect(faces).toHaveLength(1)
    const [{ x = 0, width = 0 } = {}] = faces
    expect(x + width / 2).toBeCloseTo((160 + 160 * timeS) / 640, 1)
    expect(bodies.length).toBeLessThanOrEqual(1)
  }
})

it('searches frames while they are written', async () => {
  const { file } = await framesOf(['320'])
  const frames = await readFile(file)
  const growing = join(folder, 'growing.rgb')
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const finding = findPeople({ file: growing, ...size }, { signal, written })
  const output = await open(growing, 'w')
  // The second part begins inside a frame.
  await output.write(frames.subarray(0, 300_000))
  await output.write(frames.subarray(300_000))
  await output.close()
  resolve()
  const found = await finding
  expect(found.map(({ faces }) => faces.length)).toEqual([1, 1, 1, 1, 1, 1])
})

it('finds nobody in an empty scene', async () => {
  const frames = await findPeople(await framesOf([]), { signal })
  expect(frames.map(({ faces, bodies }) => faces.length + bodies.length)).toEqual([0, 0, 0, 0, 0, 0])
})

it('says how a search failed', async () => {
  const missing = { file: join(folder, 'none.rgb'), ...size }
  const crashed = findPeople(missing, { signal })
  await expect(crashed).rejects.toMatchObject({ name: 'VisionFailure', reason: 'crashed' })
  const file = join(folder, 'long.rgb')
  await writeFile(file, Buffer.alloc(size.width * size.height * 3 * 50))
  const stalled = findPeople({ file, ...size }, { signal, stalledMs: 1 })
  await expect(stalled).rejects.toBeInstanceOf(VisionFailure)
  await expect(stalled).rejects.toMatchObject({ reason: 'stalled' })
})

it('stops with the job', async () => {
  const stop = new AbortController()
  const stopped = findPeople(await framesOf(['320']), { signal: stop.signal })
  stop.abort(new Error('the job was stopped'))
  await expect(stopped).rejects.toThrow('the job was stopped')
})
