import { open } from 'node:fs/promises'
import type { Seen, SeenFrame } from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import { boxOf, everyFrame, type Found, faceConfig, openHuman } from './human.ts'
import type { VisionMessage, VisionStart } from './vision.ts'

const REPORT_FRAMES = 10

/** Finds faces and bodies in a file of raw frames. The library takes a core for seconds, so it has its own process. */
await runForked<VisionStart, VisionMessage>(async (start, report) => {
  const { width, height, rate, leastFace, leastBody } = start
  const human = await openHuman(start, {
    face: faceConfig(leastFace, false),
    body: { enabled: true, maxDetected: 1, minConfidence: leastBody, ...everyFrame },
  })
  const input = await open(start.file)
  const frame = Buffer.alloc(width * height * 3)
  const frames: SeenFrame[] = []
  for (;;) {
    const { bytesRead } = await input.read(frame, 0, frame.length, frames.length * frame.length)
    if (bytesRead < frame.length || !process.connected) break
    const { face, body } = await human.search(frame, { width, height })
    const faces = seenIn(face, leastFace)
    frames.push({ timeS: frames.length / rate, faces, bodies: seenIn(body, leastBody) })
    if (frames.length % REPORT_FRAMES === 0) report({ searched: frames.length })
  }
  await input.close()
  report({ result: frames })
})

function seenIn(found: readonly Found[], least: number): Seen[] {
  return found.flatMap((each) => boxOf(each, least) ?? [])
}
