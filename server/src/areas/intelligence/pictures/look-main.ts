import { open } from 'node:fs/promises'
import { type Seen, tracksOf } from '@kinora/media'
import { runForked } from '../../../platform/forked.ts'
import { boxOf, everyFrame, faceConfig, openHuman } from '../vision/human.ts'
import type { LookMessage, LookStart, SeenTrack } from './look.ts'

const REPORT_FRAMES = 10
/** A face that lasts is described in every third frame: to describe it takes longer than to find it. */
const DESCRIBED_EVERY = 3
/** Frames in a row in which a face must be seen, because detectors see faces in patterns for a moment. */
const LEAST_HITS = 3
const DIGITS = 1e4

type Embeddings = Map<Seen, readonly number[]>

/** Finds faces and objects in a file of raw frames. The library takes a core for seconds, so it has its own process. */
await runForked<LookStart, LookMessage>(async (start, report) => {
  const { width, height, shots, leastFace, leastObject } = start
  const object = { modelPath: 'centernet.json', minConfidence: leastObject, maxDetected: 10, ...everyFrame }
  const human = await openHuman(start, {
    face: faceConfig(leastFace, true),
    object: { enabled: true, ...object },
  })
  const wanted = new Set(start.objectFrames)
  const input = await open(start.file)
  const frame = Buffer.alloc(width * height * 3)
  const tracks: SeenTrack[] = []
  const objects: { frame: number; label: string; box: Seen }[] = []
  let searched = 0
  for (const [from, to] of shots) {
    const seen: Seen[][] = []
    const embeddings: Embeddings = new Map()
    for (let number = from; number < to && process.connected; number += 1) {
      const { bytesRead } = await input.read(frame, 0, frame.length, number * frame.length)
      if (bytesRead < frame.length) break
      const found = await human.search(frame, start, {
        face: faceConfig(leastFace, seen.length % DESCRIBED_EVERY === 0),
        object: { enabled: wanted.has(number), ...object },
      })
      const boxes: Seen[] = []
      for (const face of found.face) {
        const box = boxOf(face, leastFace)
        if (box === null) continue
        boxes.push(box)
        if (face.embedding !== undefined && face.embedding.length > 0) embeddings.set(box, face.embedding)
      }
      seen.push(boxes)
      for (const each of wanted.has(number) ? found.object : []) {
        const box = boxOf(each, leastObject)
        if (box !== null) objects.push({ frame: number, label: each.label, box })
      }
      searched += 1
      if (searched % REPORT_FRAMES === 0) report({ searched })
    }
    if (seen.length >= LEAST_HITS) tracks.push(...tracksIn(seen, embeddings, from))
  }
  await input.close()
  report({ result: { tracks, objects } })
})

function tracksIn(seen: readonly Seen[][], embeddings: Embeddings, from: number): SeenTrack[] {
  return tracksOf(seen).flatMap(({ boxes }) => {
    const hits = boxes.flatMap((box, n) => (box === null ? [] : [{ box: box as Seen, frame: from + n }]))
    const described = hits.flatMap(({ box }) =>
      [embeddings.get(box) ?? []].filter(({ length }) => length > 0),
    )
    const [first] = hits
    const last = hits.at(-1)
    if (first === undefined || last === undefined || described.length === 0) return []
    const sharpness = ({ score, width, height }: Seen) => score * width * height
    const best = hits.reduce((one, other) => (sharpness(other.box) > sharpness(one.box) ? other : one))
    const sumOf = (value: (box: Seen) => number) => hits.reduce((sum, { box }) => sum + value(box), 0)
    return {
      from: first.frame,
      to: last.frame,
      best: best.frame,
      box: best.box,
      share: sumOf(({ height }) => height) / hits.length,
      weight: sumOf(({ width, height }) => width * height),
      embedding: meanOf(described),
    }
  })
}

function meanOf(embeddings: readonly (readonly number[])[]): number[] {
  return (embeddings[0] ?? []).map((_, n) => {
    const sum = embeddings.reduce((total, each) => total + (each[n] ?? 0), 0)
    return Math.round((sum / embeddings.length) * DIGITS) / DIGITS
  })
}
