import type { ServerResponse } from 'node:http'
import type { InputFigures, InputState, LinkReason } from '@kinora/contract'
import { type ConnectRunner, type LinkPoint, type LinkReport, startConnect } from './connect-runner.ts'
import { examineStream } from './examined-stream.ts'
import { createInputGate } from './input-gate.ts'
import { type InputMedia, readInputMedia } from './input-media.ts'
import { type PreviewedKind, previewInput } from './input-preview.ts'
import { receiveFromNode } from './receivers/live-node.ts'
import { NO_FIGURES, type Receiver, type ReceiverFigures, type ReceiverSink } from './receivers/receiver.ts'
import { receiveAsCaller } from './receivers/srt-caller.ts'
import { receiveAsListener } from './receivers/srt-listener.ts'
import { receiveUdp } from './receivers/udp.ts'
import type { RelayContext } from './relay-context.ts'
import type { InputSpec, ReceiverSpec } from './specs.ts'

/** An input with its connects, as a node runs them. */
export interface Relay {
  readonly environmentId: string
  readonly fence: number
  connectIds(): string[]
  /** Applies a changed input. What has not changed goes on undisturbed. */
  update(spec: InputSpec): void
  /** Called every second. Returns whether a state has changed since the last report. */
  tick(): boolean
  /** Reports of the input, which is the first, and its connects. @param seconds since the last report */
  report(seconds: number): LinkReport<string, unknown>[]
  /** Sends pictures, levels and the state to a response until it closes, or only the audio. @param folder for ffmpeg */
  openPreview(kind: PreviewedKind, response: ServerResponse, folder: string): void
  /** Called every 100 ms. */
  tickPreview(): void
  close(): void
}

const TS_PACKET_BYTES = 188
const MAX_PAYLOAD_BYTES = 1456
/** The stream is lost after so long without a payload. */
const SILENT_MS = 3000
/** Connects end after so long without a payload. Their peers would end them themselves. */
const GONE_MS = 10_000
/** Walls show a fault for so long. */
const FAULT_US = 5_000_000
/** Payloads in a row that are no transport stream, after which the input says so. */
const MOST_INVALID = 20

export function startRelay(first: InputSpec, fence: number, context: RelayContext): Relay {
  let spec = first
  let state: InputState = 'idle'
  let reason: LinkReason | null = null
  let peer: string | null = null
  let nextTryAt: Date | null = null
  let stream = examineStream(context.clock)
  let lastMs = Number.NEGATIVE_INFINITY
  let gate = createInputGate()
  let invalid = 0
  let invalidInRow = 0
  let before: ReceiverFigures = NO_FIGURES
  let reported = ''
  const connects = new Map<string, ConnectRunner>()
  const media = readInputMedia(context.log)
  const preview = previewInput(context, () => ({
    state,
    reason,
    streams: stream.streams(),
    faults: stream.firstFaults(performance.now() * 1000 - FAULT_US),
  }))

  const sink: ReceiverSink = {
    ready() {
      if (state !== 'receiving' && !gate.isOver()) wait()
    },
    connected(from) {
      peer = from
      nextTryAt = null
      invalid = 0
      before = NO_FIGURES
      stream = examineStream(context.clock)
      gate.begin(performance.now())
      media.reset()
      preview.reset()
    },
    changed(from) {
      peer = from
    },
    payload(payload, atUs) {
      if (!isTransportStream(payload)) {
        refuse()
        return
      }
      const nowMs = performance.now()
      invalidInRow = 0
      const counted = gate.count(payload, nowMs, spec.receiver.kind === 'udp')
      if (counted === 'loop') lose('loop')
      if (counted !== 'passed') return
      lastMs = nowMs
      if (state !== 'receiving') {
        state = 'receiving'
        reason = null
      }
      for (const connect of connects.values()) connect.push(payload, atUs)
      media.push(payload)
      stream.push(payload, atUs)
      preview.push(payload)
    },
    lost(why, nextMs) {
      peer = null
      // A caller that was disconnected for its bitrate has not left.
      lose(gate.isOver() ? 'bitrate-too-high' : why)
      nextTryAt = nextMs === null ? null : new Date(context.clock.now().getTime() + nextMs)
    },
  }

  let receiver = open()
  updateConnects(connects, spec.connects, context, media)

  function wait(): void {
    state = spec.receiver.mode === 'listener' ? 'listening' : 'connecting'
    reason = null
    nextTryAt = null
  }

  function open(): Receiver {
    wait()
    gate = createInputGate()
    peer = null
    lastMs = Number.NEGATIVE_INFINITY
    return openReceiver(spec.receiver, sink, context)
  }

  /** All states as one text. */
  function statesNow(): string {
    return [state, ...Array.from(connects.values(), (connect) => connect.state())].join(' ')
  }

  function lose(why: LinkReason): void {
    state = 'lost'
    reason = why
  }

  function refuse(): void {
    invalid += 1
    invalidInRow += 1
    if (invalidInRow >= MOST_INVALID && state !== 'receiving') lose('not-ts')
  }

  /** Disconnects a stream whose bitrate is too high. */
  function checkRate(nowMs: number): void {
    const { isOver, wasOver } = gate.check(nowMs, spec.maxKbps)
    if (wasOver && !isOver && peer === null) wait()
    if (!isOver) return
    if (!wasOver) receiver.disconnect()
    lose('bitrate-too-high')
  }

  return {
    environmentId: first.environmentId,
    fence,
    connectIds: () => [...connects.keys()],
    update(next) {
      const isChanged = !isSame(next.receiver, spec.receiver)
      spec = next
      if (isChanged) {
        receiver.close()
        receiver = open()
      }
      updateConnects(connects, spec.connects, context, media)
    },
    tick() {
      const nowMs = performance.now()
      if (state === 'receiving' && nowMs - lastMs > SILENT_MS) lose('silent')
      checkRate(nowMs)
      for (const connect of connects.values()) connect.tick(nowMs - lastMs < GONE_MS)
      return statesNow() !== reported
    },
    report(seconds) {
      const at = context.clock.now()
      const current = receiver.figures()
      const figures = state === 'receiving' ? stream.figures(seconds, current, invalid) : null
      const point = figures && pointOf(figures, current, before)
      const { id, name } = spec
      const used = { usedMs: 0, usedBytes: 0 }
      const own = { id, name, state, reason, detail: null, peer, nextTryAt, figures, point, ...used }
      before = current
      reported = statesNow()
      return [own, ...Array.from(connects.values(), (connect) => connect.report(at, seconds))]
    },
    openPreview: preview.open,
    tickPreview: preview.tick,
    close() {
      preview.close()
      receiver.close()
      for (const connect of connects.values()) connect.close()
    },
  }
}

/** Starts and ends connects. Those that have not changed go on undisturbed. */
function updateConnects(
  connects: Map<string, ConnectRunner>,
  specs: InputSpec['connects'],
  context: RelayContext,
  media: InputMedia,
): void {
  const wanted = new Map(specs.map((connect) => [connect.id, connect]))
  for (const [id, connect] of connects) {
    const next = wanted.get(id)
    if (next !== undefined && isSame(next.sender, connect.spec.sender)) continue
    connect.close()
    connects.delete(id)
  }
  for (const [id, connect] of wanted)
    if (!connects.has(id)) connects.set(id, startConnect(connect, context, media))
}

function openReceiver(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  if (spec.kind === 'udp') return receiveUdp(spec, sink, context)
  if (spec.stream !== null) return receiveFromNode(spec.stream, spec.kind, sink, context)
  return spec.mode === 'listener'
    ? receiveAsListener(spec, sink, context)
    : receiveAsCaller(spec, sink, context)
}

/** The figures since the last report. */
function pointOf({ kbps, rttMs }: InputFigures, now: ReceiverFigures, before: ReceiverFigures): LinkPoint {
  const unrecovered = Math.max(0, now.unrecovered - before.unrecovered)
  const lost = Math.max(0, now.lost - before.lost)
  return { kbps, unrecovered, recovered: Math.max(0, lost - unrecovered), rttMs }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a payload is a few whole packets of a transport stream. */
function isTransportStream({ length }: Buffer): boolean {
  return length > 0 && length % TS_PACKET_BYTES === 0 && length <= MAX_PAYLOAD_BYTES
}
