import { createFlvSource, type FlvSource, type LiveSink } from '@kinora/media'
import type { Logger } from '../../../../platform/log.ts'
import type { IngestProtocol, OnPublish, Publisher, PublishRefusal } from '../publisher.ts'
import { createChunkReader } from './chunk-reader.ts'
import {
  connectResult,
  isBackup,
  type RtmpCommand,
  readCommand,
  readConnect,
  readScript,
  streamKeyOf,
} from './commands.ts'
import { RtmpFault } from './fault.ts'
import { createHandshake } from './handshake.ts'
import type { RtmpLimits } from './limits.ts'
import {
  acknowledgement,
  command,
  EVENT,
  MESSAGE,
  pingResponse,
  type RtmpMessage,
  serverSettings,
  status,
  streamBegin,
} from './messages.ts'
import { RTMP_REFUSALS } from './refusals.ts'

/** The connection under a session. */
export interface RtmpConnection {
  write(bytes: Buffer): void
  /** Reads nothing more until `resume`. */
  pause(): void
  resume(): void
  /** Closes after pending output is sent, or after a short timeout if the peer does not read. */
  finish(): void
  destroy(): void
}

export interface RtmpSession {
  receive(bytes: Buffer): void
  /** The connection is gone. */
  disconnected(): void
  hasShakenHands(): boolean
  isPublishing(): boolean
}

export interface RtmpSessionOptions {
  readonly protocol: IngestProtocol
  readonly address: string
  readonly connection: RtmpConnection
  readonly onPublish: OnPublish
  readonly limits: RtmpLimits
  readonly log: Logger
}

type State =
  | { readonly stage: 'handshake' }
  | { readonly stage: 'connecting' }
  | { readonly stage: 'connected'; readonly app: string; readonly encoder: string }
  | { readonly stage: 'deciding' }
  | { readonly stage: 'publishing'; readonly sink: LiveSink; readonly flv: FlvSource }
  | { readonly stage: 'closed' }

/** Acknowledgement window of the server, and of the peer until it sets its own. */
const WINDOW_BYTES = 2_500_000
/** Smallest accepted window. A smaller one would make the server send more than it receives. */
const MIN_WINDOW_BYTES = 64 * 1024
/** ID of the only stream of a connection. */
const STREAM_ID = 1

/** Server side of one RTMP connection. Never throws on input. */
export function createRtmpSession(options: RtmpSessionOptions): RtmpSession {
  const { connection, limits } = options
  const log = options.log.child({ protocol: options.protocol, address: options.address })
  const handshake = createHandshake(connection.write)
  const reader = createChunkReader(limits)
  let state: State = { stage: 'handshake' }
  /** The server closed the publisher, so its sink is not notified. */
  let isDismissed = false
  let receivedBytes = 0
  let acknowledgedBytes = 0
  let windowBytes = WINDOW_BYTES

  return {
    receive(bytes) {
      if (state.stage === 'closed') return
      receivedBytes += bytes.length
      guarded(() => {
        const chunks = state.stage === 'handshake' ? handshake.take(bytes) : bytes
        if (chunks === null) return
        if (state.stage === 'handshake') state = { stage: 'connecting' }
        reader.push(chunks)
        handleMessages()
        acknowledge()
      })
    },
    disconnected: close,
    hasShakenHands: () => state.stage !== 'handshake',
    isPublishing: () => state.stage === 'publishing',
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof RtmpFault) log.info({ reason: error.message }, 'RTMP connection ended by a fault')
      else log.error({ err: error }, 'RTMP session failed')
      close()
      connection.destroy()
    }
  }

  function handleMessages(): void {
    while (state.stage !== 'closed' && state.stage !== 'deciding') {
      const message = reader.next()
      if (message === null) return
      handleMessage(message)
    }
  }

  function handleMessage(message: RtmpMessage): void {
    const { type, timestampMs, body } = message
    switch (type) {
      case MESSAGE.windowAckSize:
        if (body.length >= 4) windowBytes = Math.max(body.readUInt32BE(), MIN_WINDOW_BYTES)
        return
      case MESSAGE.userControl:
        if (body.length >= 6 && body.readUInt16BE() === EVENT.pingRequest)
          connection.write(pingResponse(body.readUInt32BE(2)))
        return
      case MESSAGE.video:
        if (state.stage === 'publishing') checkCodec(state.flv.video(timestampMs, body))
        return
      case MESSAGE.audio:
        if (state.stage === 'publishing') checkCodec(state.flv.audio(timestampMs, body))
        return
      case MESSAGE.dataAmf0:
      case MESSAGE.dataAmf3:
        if (state.stage === 'publishing') state.flv.script(timestampMs, readScript(message))
        return
      case MESSAGE.commandAmf0:
      case MESSAGE.commandAmf3:
        if (body.length > limits.maxCommandBytes) throw new RtmpFault('the command is too long')
        handleCommand(readCommand(message), message.streamId)
        return
      default:
        return
    }
  }

  function checkCodec(result: ReturnType<FlvSource['video']>): void {
    if (result === 'taken' || state.stage !== 'publishing') return
    const { sink } = state
    dismiss(result)
    endSink(sink)
  }

  function handleCommand(called: RtmpCommand, streamId: number): void {
    const { name, transactionId } = called
    if (name === 'connect') {
      connect(called)
      return
    }
    if (state.stage === 'connecting') throw new RtmpFault('a command before connect')
    switch (name) {
      case 'createStream':
        connection.write(command(0, '_result', transactionId, null, STREAM_ID))
        return
      case 'releaseStream':
        connection.write(command(0, '_result', transactionId, null, null))
        return
      case 'FCPublish':
        connection.write(command(0, 'onFCPublish', 0, null, fcStatus('NetStream.Publish.Start')))
        return
      case 'publish':
        publish(called)
        return
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        unpublish()
        return
      case 'play':
        connection.write(status(streamId, 'error', 'NetStream.Play.Failed', 'This server does not play.'))
        close()
        connection.finish()
        return
      default:
        // Encoders send commands like `_checkbw` and wait for an answer. Commands without a transaction need none.
        if (transactionId > 0) connection.write(command(0, '_error', transactionId, null, unknownCall(name)))
    }
  }

  function connect(called: RtmpCommand): void {
    if (state.stage !== 'connecting') throw new RtmpFault('a second connect')
    const { app, encoder, isEnhanced } = readConnect(called)
    state = { stage: 'connected', app, encoder }
    connection.write(serverSettings(WINDOW_BYTES))
    connection.write(connectResult(called.transactionId, isEnhanced))
  }

  function publish(called: RtmpCommand): void {
    if (state.stage !== 'connected') throw new RtmpFault('a second publish')
    const { encoder, app } = state
    const streamKey = streamKeyOf(called, app)
    const { protocol, address } = options
    const own: Publisher = {
      request: { protocol, streamKey, address, encoder, isBackup: isBackup(called, app) },
      close: dismiss,
    }
    // Reading is paused until the decision, so the encoder cannot fill the memory.
    state = { stage: 'deciding' }
    connection.pause()
    void decide(own)
  }

  async function decide(own: Publisher): Promise<void> {
    try {
      const decision =
        own.request.streamKey === ''
          ? ({ isAccepted: false, reason: 'unknown-key' } as const)
          : await options.onPublish(own)
      if (!decision.isAccepted) dismiss(decision.reason)
      else if (state.stage === 'deciding') accept(own, decision.sink)
      else if (!isDismissed) decision.sink.end()
    } catch (error) {
      log.error({ err: error }, 'authorizing a publisher failed')
      close()
      connection.destroy()
    }
  }

  function accept({ request }: Publisher, sink: LiveSink): void {
    log.info({ encoder: request.encoder }, 'publisher connected')
    state = { stage: 'publishing', sink, flv: createFlvSource(sink) }
    reader.allowMedia()
    connection.write(streamBegin(STREAM_ID))
    connection.write(status(STREAM_ID, 'status', 'NetStream.Publish.Start', 'Publishing started.'))
    connection.resume()
    guarded(handleMessages)
  }

  /** Refuses or disconnects the publisher. */
  function dismiss(reason: PublishRefusal): void {
    if (state.stage === 'closed') return
    log.info({ reason }, 'publisher refused or disconnected')
    isDismissed = true
    state = { stage: 'closed' }
    const { code, description } = RTMP_REFUSALS[reason]
    connection.write(status(STREAM_ID, 'error', code, description))
    connection.finish()
  }

  function unpublish(): void {
    if (state.stage !== 'publishing') return
    connection.write(command(0, 'onFCUnpublish', 0, null, fcStatus('NetStream.Unpublish.Success')))
    connection.write(status(STREAM_ID, 'status', 'NetStream.Unpublish.Success', 'Publishing ended.'))
    close()
    connection.finish()
  }

  function close(): void {
    const { sink } = state.stage === 'publishing' ? state : { sink: null }
    state = { stage: 'closed' }
    if (sink === null) return
    log.info('publisher left')
    endSink(sink)
  }

  function endSink(sink: LiveSink): void {
    try {
      sink.end()
    } catch (error) {
      log.error({ err: error }, 'ending a live source failed')
    }
  }

  function acknowledge(): void {
    if (state.stage === 'closed' || receivedBytes - acknowledgedBytes < windowBytes) return
    acknowledgedBytes = receivedBytes
    connection.write(acknowledgement(receivedBytes))
  }
}

function fcStatus(code: string) {
  return { level: 'status', code, description: '' }
}

function unknownCall(name: string) {
  return {
    level: 'error',
    code: 'NetConnection.Call.Failed',
    description: `${name.slice(0, 64)} is not known.`,
  }
}
