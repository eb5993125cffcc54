import { open } from 'node:fs/promises'
import type { Seen, SeenFrame } from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import { boxOf, everyFrame, type Found, faceConfig, openHuman } from './human.ts'
import type { VisionMessage, VisionStart } from './vision.ts'

const REPORT_FRAMES = 10
/** A body counts if it is seen in three frames in a row, so it is searched in so many on both sides of one without a face. */
const BESIDE = 2

/** Finds faces in a file of raw frames, and bodies where there is no face: both take as long. The library takes a core for
 * seconds, so it has its own process. */
await runForked<VisionStart, VisionMessage>(async (start, report) => {
  const { width, height, rate, leastFace, leastBody } = start
  const face = faceConfig(leastFace, false)
  const body = { enabled: true, maxDetected: 1, minConfidence: leastBody, ...everyFrame }
  const human = await openHuman(start, { face, body })
  const input = await open(start.file)
  const frame = Buffer.alloc(width * height * 3)
  const read = async (n: number) => {
    const { bytesRead } = await input.read(frame, 0, frame.length, n * frame.length)
    return bytesRead === frame.length && process.connected
  }
  const frames: SeenFrame[] = []
  while (await read(frames.length)) {
    const found = await human.search(frame, { width, height }, { face, body: { enabled: false } })
    frames.push({ timeS: frames.length / rate, faces: seenIn(found.face, leastFace), bodies: [] })
    if (frames.length % REPORT_FRAMES === 0) report({ searched: frames.length })
  }
  for (const [n, seen] of frames.entries()) {
    const around = frames.slice(Math.max(0, n - BESIDE), n + BESIDE + 1)
    if (around.every(({ faces }) => faces.length > 0) || !(await read(n))) continue
    const found = await human.search(frame, { width, height }, { face: { enabled: false }, body })
    frames[n] = { ...seen, bodies: seenIn(found.body, leastBody) }
    if (n % REPORT_FRAMES === 0) report({ searched: frames.length })
  }
  await input.close()
  report({ result: frames })
})

function seenIn(found: readonly Found[], least: number): Seen[] {
  return found.flatMap((each) => boxOf(each, least) ?? [])
}
