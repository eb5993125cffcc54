import { createFlvSource, type FlvResult, type FlvSource } from '@kinora/media'
import type { Logger } from '../../../../platform/log.ts'
import { type RtmpCommand, readScript } from '../../../../platform/transport/rtmp/commands.ts'
import type { RtmpConnection } from '../../../../platform/transport/rtmp/connection.ts'
import { RtmpFault } from '../../../../platform/transport/rtmp/fault.ts'
import {
  command,
  MESSAGE,
  type RtmpMessage,
  status,
  streamBegin,
} from '../../../../platform/transport/rtmp/messages.ts'
import type { IngestProtocol, OnPublish, Publisher, PublisherSink, PublishRefusal } from '../publisher.ts'
import { type ConnectArguments, isBackup, streamKeyOf } from './commands.ts'
import { RTMP_REFUSALS } from './refusals.ts'

/** The publishing of an encoder on its connection: it connects, publishes one stream, and leaves. */
export interface Publication {
  /** @throws RtmpFault if the encoder has connected */
  connect(client: Client): void
  /** @throws RtmpFault if the encoder has not connected */
  assertConnected(): void
  /** Asks whether the encoder may publish. Ignored if it publishes, because IP cameras ask twice. */
  publish(called: RtmpCommand): void
  /** Takes audio, video and script data of an accepted publisher. */
  take(message: RtmpMessage): void
  unpublish(): void
  close(): void
  /** False while the decision is pending, and when the connection is closed. */
  isReading(): boolean
  isPublishing(): boolean
  isClosed(): boolean
}

export interface PublicationOptions {
  readonly protocol: IngestProtocol
  readonly address: string
  readonly connection: RtmpConnection
  readonly onPublish: OnPublish
  readonly log: Logger
}

type Client = Pick<ConnectArguments, 'app' | 'encoder'>

type State =
  | { readonly stage: 'connecting' }
  | { readonly stage: 'connected'; readonly client: Client }
  | { readonly stage: 'deciding' }
  | { readonly stage: 'publishing'; readonly sink: PublisherSink; readonly flv: FlvSource }
  | { readonly stage: 'closed' }

/** ID of the only stream of a connection. */
export const STREAM_ID = 1

/** @param onAccepted called when the publisher may send media */
export function createPublication(options: PublicationOptions, onAccepted: () => void): Publication {
  const { connection, log } = options
  let state: State = { stage: 'connecting' }
  /** The server closed the publisher, so its sink is not notified. */
  let isDismissed = false
  let lastMediaMs = performance.now()

  return {
    connect(client) {
      if (state.stage !== 'connecting') throw new RtmpFault('a second connect')
      state = { stage: 'connected', client }
    },
    assertConnected() {
      if (state.stage === 'connecting') throw new RtmpFault('a command before connect')
    },
    publish(called) {
      if (state.stage !== 'connected') return
      const { encoder, app } = state.client
      const streamKey = streamKeyOf(called, app)
      const { protocol, address } = options
      const own: Publisher = {
        request: { protocol, streamKey, address, encoder, isBackup: isBackup(called, app) },
        silentForMs: () => performance.now() - lastMediaMs,
        close: dismiss,
      }
      // Reading is paused until the decision, so the encoder cannot fill the memory.
      state = { stage: 'deciding' }
      connection.pause()
      void decide(own)
    },
    take(message) {
      if (state.stage !== 'publishing') return
      const { flv } = state
      const { type, timestampMs, body } = message
      if (type === MESSAGE.video) takeMedia(() => flv.video(timestampMs, body))
      else if (type === MESSAGE.audio) takeMedia(() => flv.audio(timestampMs, body))
      else if (isScript(type)) flv.script(timestampMs, readScript(message))
    },
    unpublish,
    close,
    isReading: () => state.stage !== 'closed' && state.stage !== 'deciding',
    isPublishing: () => state.stage === 'publishing',
    isClosed: () => state.stage === 'closed',
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

  function accept({ request }: Publisher, sink: PublisherSink): void {
    log.info({ encoder: request.encoder }, 'publisher connected')
    lastMediaMs = performance.now()
    state = { stage: 'publishing', sink, flv: createFlvSource(sink) }
    connection.write(streamBegin(STREAM_ID))
    connection.write(status(STREAM_ID, 'status', 'NetStream.Publish.Start', 'Publishing started.'))
    onAccepted()
  }

  function takeMedia(take: () => FlvResult): void {
    lastMediaMs = performance.now()
    const result = take()
    if (result !== 'taken' && state.stage === 'publishing') state.sink.refuse(result)
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

  function endSink(sink: PublisherSink): void {
    try {
      sink.end()
    } catch (error) {
      log.error({ err: error }, 'ending a live source failed')
    }
  }
}

function isScript(type: number): boolean {
  return type === MESSAGE.dataAmf0 || type === MESSAGE.dataAmf3
}

export function fcStatus(code: string) {
  return { level: 'status', code, description: '' }
}
