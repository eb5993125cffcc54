import type { LivePacket, LiveTrack } from '../source.ts'
import { createChunker } from './chunker.ts'
import { type CutOptions, createCuts } from './cuts.ts'
import type { Packaged } from './packaged.ts'
import { type PartLength, partLength, showFrameRate } from './part-length.ts'
import { createRenditionWriter, type RenditionWriter } from './rendition-writer.ts'

export interface PackagerOptions extends CutOptions {
  /** The rendition whose keyframes decide where segments begin, until `lead` is called. Other renditions follow by
   * time. */
  readonly reference: string
  /** Length of parts in seconds, unless the frame rate is low. */
  readonly partS: number
  /** Start of the session, epoch ms. */
  readonly epochMs: number
  readonly emit: (packaged: Packaged) => void
}

/** Writes the renditions of one stream as parts and segments for LL-HLS. Times of packets are ticks since the start of
 * the session, and stay continuous when the source changes. */
export interface Packager {
  /** Sets the configuration of a rendition, before its first packet. A changed configuration starts a discontinuity. */
  track(rendition: string, track: LiveTrack): void
  packet(rendition: string, packet: LivePacket): void
  /** Makes a new rendition the reference, from its first keyframe on: video that begins after the audio. */
  lead(rendition: string): void
  /** Ends a rendition before the others. */
  remove(rendition: string): void
  /** Ends all segments. Call nothing after it. */
  end(): void
}

interface Rendition {
  readonly writer: RenditionWriter
  /** Items that wait until the reference has passed their time. */
  readonly waiting: (LivePacket | LiveTrack)[]
}

const MAX_WAITING = 1200

export function createPackager(options: PackagerOptions): Packager {
  const { epochMs, emit } = options
  let { reference } = options
  let length: PartLength = partLength(options.partS, [])
  const renditions = new Map<string, Rendition>()
  const cuts = createCuts(options)
  /** Time that the reference has passed: other renditions may write frames before it. */
  let passed = Number.NEGATIVE_INFINITY
  /** First frames of the reference, which show its frame rate. Null when the first one has been written. */
  let first: LivePacket[] | null = []

  function renditionOf(id: string): Rendition {
    const known = renditions.get(id)
    if (known !== undefined) return known
    const chunker = createChunker({ rendition: id, partLength: () => length, epochMs, emit })
    const made: Rendition = {
      writer: createRenditionWriter(chunker, cuts, () => id === reference),
      waiting: [],
    }
    renditions.set(id, made)
    return made
  }

  function releaseFollowers(): void {
    for (const [id, { writer, waiting }] of renditions) {
      if (id === reference) continue
      const isHeld = (item: LivePacket | LiveTrack) => 'dts' in item && item.dts >= passed
      const held = waiting.findIndex(isHeld)
      for (const item of waiting.splice(0, held === -1 ? waiting.length : held)) writer.add(item)
      writer.fillUntil(passed)
    }
  }

  function addToReference(packet: LivePacket): void {
    const { writer } = renditionOf(reference)
    const isNewTrack = writer.hasNewTrack()
    if (isNewTrack && (!packet.isKey || packet.dts < passed)) return
    cuts.cutAt(packet, isNewTrack)
    passed = packet.dts
    writer.add(packet)
    releaseFollowers()
  }

  /** Writes the first frames of the reference, after the length of parts is known. */
  function begin(frames: readonly LivePacket[]): void {
    first = null
    length = partLength(options.partS, frames)
    for (const frame of frames) addToReference(frame)
  }

  return {
    track(id, track) {
      const { writer, waiting } = renditionOf(id)
      if (id === reference) writer.add(track)
      else waiting.push(track)
    },
    packet(id, packet) {
      const { waiting } = renditionOf(id)
      if (id !== reference) {
        waiting.push(packet)
        if (waiting.length > MAX_WAITING) waiting.shift()
        if (packet.dts < passed) releaseFollowers()
      } else if (first === null) addToReference(packet)
      else {
        first.push(packet)
        if (showFrameRate(first)) begin(first)
      }
    },
    lead(id) {
      if (id === reference) return
      if (first !== null) renditionOf(reference).waiting.push(...first.splice(0))
      reference = id
    },
    remove(id) {
      renditions.get(id)?.writer.breakOff()
      renditions.delete(id)
    },
    end() {
      if (first !== null) begin(first)
      for (const { writer, waiting } of renditions.values()) {
        for (const item of waiting.splice(0)) writer.add(item)
        writer.end()
      }
    },
  }
}
