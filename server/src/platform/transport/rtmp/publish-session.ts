import { createAcknowledger } from './acknowledger.ts'
import type { AmfObject, AmfValue } from './amf0.ts'
import { createChunkReader } from './chunk-reader.ts'
import { createGreeting } from './client-greeting.ts'
import { type RtmpCommand, readCommand } from './commands.ts'
import { RtmpFault } from './fault.ts'
import { RTMP_LIMITS } from './limits.ts'
import {
  clientSettings,
  command,
  EVENT,
  MESSAGE,
  pingRequest,
  pingResponse,
  type RtmpMessage,
} from './messages.ts'

/** Application and stream key on a server. */
export interface PublishTarget {
  /** Address of the application, without the stream key. */
  readonly tcUrl: string
  readonly app: string
  /** The stream key. Secret. */
  readonly name: string
}

/** Client side of a connection that publishes. */
export interface PublishSession {
  /** @throws RtmpFault */
  receive(bytes: Buffer): void
  /** Asks the server to answer, which it does when it has read everything before. */
  ping(): void
  /** Says that the stream ends. */
  leave(): void
  streamId(): number
  /** Whether the server reads video with this FourCC in the form of Enhanced RTMP. */
  reads(fourCc: string): boolean
}

export interface PublishEvents {
  readonly write: (bytes: Buffer) => void
  /** The server takes the stream. */
  readonly accepted: () => void
  /** The server has read what was sent. @param rttMs round trip, if it answered a ping */
  readonly acknowledged: (rttMs: number | null) => void
  /** The server refuses, or ends the stream. @param words its own */
  readonly refused: (words: string) => void
}

/** Numbers of commands, in the order in which they are sent. */
const CALLS = { connect: 1, release: 2, announce: 3, createStream: 4, publish: 5 } as const
/** The server acknowledges after so many bytes, which is about a second of a small stream. */
const WINDOW_BYTES = 128 * 1024
const MOST_STREAM_ID = 0xffffffff

export function createPublishSession(
  { tcUrl, app, name }: PublishTarget,
  { write, accepted, acknowledged, refused }: PublishEvents,
): PublishSession {
  const reader = createChunkReader(RTMP_LIMITS)
  const acknowledger = createAcknowledger({ write })
  const greeting = createGreeting(write)
  const startedMs = performance.now()
  let hasGreeted = false
  /** The command whose answer comes next. Each is answered once. */
  let awaited: number = CALLS.connect
  let streamId = 0
  let fourCcs: readonly string[] = []
  write(greeting.hello)

  function begin(): void {
    write(clientSettings(WINDOW_BYTES))
    write(
      command(0, 'connect', CALLS.connect, {
        app,
        type: 'nonprivate',
        flashVer: 'FMLE/3.0 (compatible; Kinora)',
        tcUrl,
        fourCcList: ['hvc1'],
      }),
    )
  }

  function handle(message: RtmpMessage): void {
    const { type, body } = message
    switch (type) {
      case MESSAGE.windowAckSize:
        acknowledger.setWindow(body)
        return
      case MESSAGE.acknowledgement:
        acknowledged(null)
        return
      case MESSAGE.userControl:
        handleEvent(body)
        return
      case MESSAGE.commandAmf0:
      case MESSAGE.commandAmf3:
        handleCommand(readCommand(message))
        return
      default:
        return
    }
  }

  function handleEvent(body: Buffer): void {
    if (body.length < 6) return
    const event = body.readUInt16BE()
    const value = body.readUInt32BE(2)
    if (event === EVENT.pingRequest) write(pingResponse(value))
    if (event === EVENT.pingResponse) acknowledged(Math.max(0, performance.now() - startedMs - value))
  }

  function handleCommand({ name: called, transactionId, args }: RtmpCommand): void {
    const [, information] = args
    const isAnswer = called === '_result' && transactionId === awaited
    if (isAnswer && awaited === CALLS.connect) {
      awaited = CALLS.createStream
      fourCcs = fourCcsOf(information)
      write(command(0, 'releaseStream', CALLS.release, null, name))
      write(command(0, 'FCPublish', CALLS.announce, null, name))
      write(command(0, 'createStream', CALLS.createStream, null))
    } else if (isAnswer && awaited === CALLS.createStream) {
      awaited = CALLS.publish
      streamId = readStreamId(information)
      write(command(streamId, 'publish', CALLS.publish, null, name, 'live'))
    } else if (called === '_error' && isNeeded(transactionId)) refused(wordsOf(args))
    else if (called === 'close') refused('')
    else if (called === 'onStatus') handleStatus(args)
  }

  function handleStatus(args: readonly AmfValue[]): void {
    const status = args.find((value): value is AmfObject => value instanceof Map)
    if (status?.get('code') === 'NetStream.Publish.Start') accepted()
    else if (status?.get('level') === 'error') refused(wordsOf(args))
  }

  return {
    receive(bytes) {
      acknowledger.received(bytes.length)
      const chunks = greeting.take(bytes)
      if (chunks === null) return
      if (!hasGreeted) begin()
      hasGreeted = true
      reader.push(chunks)
      for (let message = reader.next(); message !== null; message = reader.next()) handle(message)
      acknowledger.acknowledge()
    },
    ping: () => write(pingRequest(Math.round(performance.now() - startedMs) % 2 ** 32)),
    leave() {
      if (streamId === 0) return
      write(command(0, 'FCUnpublish', 0, null, name))
      write(command(0, 'deleteStream', 0, null, streamId))
    },
    streamId: () => streamId,
    reads: (fourCc) => fourCcs.includes(fourCc) || fourCcs.includes('*'),
  }
}

/** @throws RtmpFault */
function readStreamId(value: AmfValue): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_STREAM_ID)
    return value
  throw new RtmpFault('a stream ID that is none')
}

/** Servers need not know the commands that only announce the stream. */
function isNeeded(transactionId: number): boolean {
  return transactionId !== CALLS.release && transactionId !== CALLS.announce
}

function fourCcsOf(information: AmfValue): string[] {
  if (!(information instanceof Map)) return []
  const list = information.get('fourCcList')
  const map = information.get('videoFourCcInfoMap')
  const named = Array.isArray(list) ? list : []
  return [...named, ...(map instanceof Map ? map.keys() : [])].filter((each) => typeof each === 'string')
}

/** Code and description of a status, as the server wrote them. */
function wordsOf(args: readonly AmfValue[]): string {
  const status = args.find((value): value is AmfObject => value instanceof Map && value.has('code'))
  const words = ['code', 'description']
    .map((key) => status?.get(key))
    .filter((each) => typeof each === 'string')
  return words.join(': ')
}
