import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Seen, SeenFrame } from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import { boxOf, everyFrame, type Found, faceConfig, openHuman } from './human.ts'
import type { VisionMessage, VisionStart } from './vision.ts'
import { allWritten } from './vision-process.ts'

const REPORT_FRAMES = 10
/** How often a file is read again that is still written. */
const WAIT_MS = 50
const WAITS_A_REPORT = 100
/** A body counts if it is seen in three frames in a row, so it is searched in so many on both sides of one without a face. */
const BESIDE = 2

/** Finds faces in a file of raw frames, and bodies where there is no face: both take as long. The library takes a core for
 * seconds, so it has its own process. */
await runForked<VisionStart, VisionMessage>(async (start, report) => {
  const { width, height, rate, leastFace, leastBody } = start
  const face = faceConfig(leastFace, false)
  const body = { enabled: true, maxDetected: 1, minConfidence: leastBody, ...everyFrame }
  let { isWritten } = start
  process.on('message', (message) => {
    if (message === allWritten) isWritten = true
  })
  const human = await openHuman(start, { face, body })
  const input = await openWritten(start.file, () => isWritten)
  const frame = Buffer.alloc(width * height * 3)
  const read = async (n: number) => {
    for (let waits = 1; process.connected; waits += 1) {
      const isLast = isWritten
      const { bytesRead } = await input.read(frame, 0, frame.length, n * frame.length)
      if (bytesRead === frame.length) return true
      if (isLast) return false
      await pause(WAIT_MS)
      // Waiting is not standing still.
      if (waits % WAITS_A_REPORT === 0) report({ searched: n })
    }
    return false
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

/** Opens a file, as soon as it is there if it is still written. */
async function openWritten(path: string, isWritten: () => boolean): Promise<FileHandle> {
  for (;;) {
    const isLast = isWritten() || !process.connected
    try {
      return await open(path)
    } catch (error) {
      if (isLast) throw error
      await pause(WAIT_MS)
    }
  }
}

function seenIn(found: readonly Found[], least: number): Seen[] {
  return found.flatMap((each) => boxOf(each, least) ?? [])
}
