import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { contentWhen, isSettled, uploadFile } from '../../../testing/client.ts'
import { h264, makeClip, pattern } from '../../../testing/clips.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const run = promisify(execFile)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

/** Overwrites some audio packets of an MP4 file. */
async function damageAudio(path: string): Promise<void> {
  const asked = ['-v', 'error', '-select_streams', 'a', '-show_packets', '-of', 'json', path]
  const { stdout } = await run('ffprobe', asked, { maxBuffer: 2 ** 24 })
  const { packets } = JSON.parse(stdout) as { packets: { pos: string; size: string }[] }
  const bytes = await readFile(path)
  const random = seededRandom(3)
  for (const { pos, size } of packets.slice(60, 90))
    for (let at = Number(pos); at < Number(pos) + Number(size); at += 1) bytes[at] = random(256)
  await writeFile(path, bytes)
}

/** Returns the messages of ffmpeg while it decodes the audio. */
async function faultsOf(input: string): Promise<string> {
  return (await run('ffmpeg', ['-v', 'error', '-i', input, '-map', '0:a', '-f', 'null', '-'])).stderr
}

it('a video whose AAC is damaged in the middle gets audio that can be decoded', async () => {
  const path = join(world.folder, 'damaged.mp4')
  await makeClip(path, ...pattern(6, '320x180'), ...h264, '-c:a', 'aac')
  await damageAudio(path)
  expect(await faultsOf(path)).not.toBe('')
  expect(await faultsOf(world.content.urls.hls)).toBe('')
  const { id } = await uploadFile(world.owner, path)
  const { status, urls } = await contentWhen(
    world.owner,
    id,
    (each) => isSettled(each) && each.stage === null,
  )
  expect(status).toBe('ready')
  expect(await faultsOf(urls.hls)).toBe('')
})
