import type { ServerResponse } from 'node:http'
import { type InputFigures, type InputState, isDatagram, type LinkReason } from '@kinora/contract'
import type { LinkPoint, LinkReport } from './connect-runner.ts'
import { examineStream } from './examined-stream.ts'
import { createInputGate } from './input-gate.ts'
import { type PreviewedKind, previewInput } from './input-preview.ts'
import { openOutput } from './output.ts'
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
  const output = openOutput(first, context)
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
      output.begin()
      preview.reset()
    },
    changed(from) {
      peer = from
    },
    arrived() {
      if (state !== 'receiving') return
      lastMs = performance.now()
      output.arrived()
    },
    payload(payload, atUs) {
      if (!isTransportStream(payload)) {
        refuse()
        return
      }
      const nowMs = performance.now()
      invalidInRow = 0
      const counted = gate.count(payload, nowMs, isDatagram(spec.receiver.kind))
      if (counted === 'loop') lose('loop')
      if (counted !== 'passed') return
      lastMs = nowMs
      state = 'receiving'
      reason = null
      output.push(payload, atUs)
      context.feeds.publish(spec.id, payload, atUs)
      stream.push(payload, atUs)
      preview.push(payload)
    },
    invalid: refuse,
    lost(why, nextMs) {
      peer = null
      // A caller that was disconnected for its bitrate has not left.
      lose(gate.isOver() ? 'bitrate-too-high' : why)
      nextTryAt = nextMs === null ? null : new Date(context.clock.now().getTime() + nextMs)
    },
  }

  let receiver = open()

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
    return [state, output.source()?.source, ...output.states()].join(' ')
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
    connectIds: output.connectIds,
    update(next) {
      const isChanged = !isSame(next.receiver, spec.receiver)
      spec = next
      if (isChanged) {
        receiver.close()
        receiver = open()
      }
      output.update(spec)
    },
    tick() {
      const nowMs = performance.now()
      if (state === 'receiving' && nowMs - lastMs > SILENT_MS) lose('silent')
      checkRate(nowMs)
      output.tick(nowMs)
      return statesNow() !== reported
    },
    report(seconds) {
      const current = receiver.figures()
      const figures = state === 'receiving' ? stream.figures(seconds, current, invalid) : null
      const point = figures && pointOf(figures, current, before)
      const rest = { detail: null, source: output.source(), usedMs: 0, usedBytes: 0 }
      const own = { id: spec.id, name: spec.name, state, reason, peer, nextTryAt, figures, point, ...rest }
      before = current
      reported = statesNow()
      return [own, ...output.report(context.clock.now(), seconds)]
    },
    openPreview: preview.open,
    tickPreview: preview.tick,
    close() {
      preview.close()
      receiver.close()
      output.close()
    },
  }
}

function openReceiver(spec: ReceiverSpec, sink: ReceiverSink, context: RelayContext): Receiver {
  if (isDatagram(spec.kind)) return receiveUdp(spec, sink, context)
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
