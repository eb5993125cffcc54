import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ffmpeg, makeClip } from '../testing/test-transcode.ts'
import { LOOK } from '../understanding/frame-look.ts'
import { middleAt, type ShotPath } from './path.ts'
import { planPath } from './plan-path.ts'
import { salienceMeter } from './salience.ts'
import { SEEN_RATE } from './seen.ts'
import { windowOf } from './window.ts'

const SECONDS = 6
const upright = windowOf({ width: 1280, height: 720 }, '9:16')

/** How a shot without people is shown. @param graph a filter of ffmpeg that makes 640 × 360 pixels */
async function planned(name: string, graph: string): Promise<ShotPath | undefined> {
  const input = await makeClip(
    `${name}.mp4`,
    `-f lavfi -i ${graph} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -t ${SECONDS}`,
  )
  const dir = join(input.path, '..')
  const look = `fps=${LOOK.rate}:start_time=0,scale=${LOOK.width}:${LOOK.height}:flags=area,format=yuv420p`
  await ffmpeg(['-v', 'error', '-i', input.path, '-vf', look, '-f', 'rawvideo', '-y', `${name}.raw`], dir)
  const frames = await readFile(join(dir, `${name}.raw`))
  const meter = salienceMeter()
  // Chunks of a pipe do not end with a frame.
  for (let at = 0; at < frames.length; at += 5000) meter.push(frames.subarray(at, at + 5000))
  const moving = meter.end()
  const nobody = moving.map((_, n) => ({ timeS: n / SEEN_RATE, faces: [], bodies: [] }))
  return planPath(nobody, [{ startS: 0, endS: SECONDS }], upright, true, [], moving)[0]
}

const street = 'gradients=s=640x360:r=25:c0=0x405060:c1=0xa0a890:x0=0:y0=0:x1=640:y1=360:speed=0.00001:seed=3'

describe('a shot of nobody', () => {
  it.each([
    ['goes across', '20+90*t', (t: number) => 20 + 90 * t],
    ['goes and comes back', '280+150*sin(t)', (t: number) => 280 + 150 * Math.sin(t)],
  ])('keeps a thing that %s in the window', async (what, x, xAt) => {
    const graph = `${street}[bg];color=0xe04020:s=60x60:r=25[b];[bg][b]overlay=x='${x}':y=180:shortest=1`
    const shot = await planned(what.replaceAll(' ', '-'), graph.replaceAll(' ', ''))
    expect(shot?.mode).toBe('follow')
    const times = Array.from({ length: SECONDS * 25 }, (_, n) => n / 25)
    const inside = times.filter((timeS) => {
      const middle = middleAt(shot?.keyframes ?? [], timeS)
      const [from, to] = [xAt(timeS) / 640, (xAt(timeS) + 60) / 640]
      return from >= middle - upright.share / 2 && to <= middle + upright.share / 2
    })
    expect(inside.length / times.length).toBeGreaterThanOrEqual(0.99)
  })

  it('is shown whole if nothing moves, or everything', async () => {
    expect((await planned('still', street))?.mode).toBe('fit')
    const camera = `testsrc=s=1280x360:r=25,crop=640:360:x='100*t':y=0`
    expect((await planned('camera', camera))?.mode).toBe('fit')
    expect((await planned('noise', 'cellauto=s=640x360:r=25:rule=110'))?.mode).toBe('fit')
  })
})
