import { createAcknowledger } from '../../../../platform/transport/rtmp/acknowledger.ts'
import { splitAggregate } from '../../../../platform/transport/rtmp/aggregate.ts'
import { createChunkReader } from '../../../../platform/transport/rtmp/chunk-reader.ts'
import { readCommand } from '../../../../platform/transport/rtmp/commands.ts'
import { RtmpFault } from '../../../../platform/transport/rtmp/fault.ts'
import { createHandshake } from '../../../../platform/transport/rtmp/handshake.ts'
import type { RtmpLimits } from '../../../../platform/transport/rtmp/limits.ts'
import {
  EVENT,
  MESSAGE,
  pingResponse,
  type RtmpMessage,
} from '../../../../platform/transport/rtmp/messages.ts'
import { answerCommand } from './answer-command.ts'
import { createPublication, type PublicationOptions } from './publication.ts'

export interface RtmpSession {
  receive(bytes: Buffer): void
  /** The connection is gone. */
  disconnected(): void
  hasShakenHands(): boolean
  isPublishing(): boolean
}

export interface RtmpSessionOptions extends PublicationOptions {
  readonly limits: RtmpLimits
}

/** Server side of one RTMP connection. Never throws on input. */
export function createRtmpSession(options: RtmpSessionOptions): RtmpSession {
  const { connection, limits } = options
  const log = options.log.child({ protocol: options.protocol, address: options.address })
  const handshake = createHandshake(connection.write)
  const reader = createChunkReader(limits)
  const acknowledger = createAcknowledger(connection)
  const publication = createPublication({ ...options, log }, () => {
    reader.allowMedia()
    connection.resume()
    guarded(handleMessages)
  })
  let hasShakenHands = false

  return {
    receive(bytes) {
      if (publication.isClosed()) return
      acknowledger.received(bytes.length)
      guarded(() => {
        const chunks = hasShakenHands ? bytes : handshake.take(bytes)
        if (chunks === null) return
        hasShakenHands = true
        reader.push(chunks)
        handleMessages()
        if (!publication.isClosed()) acknowledger.acknowledge()
      })
    },
    disconnected: publication.close,
    hasShakenHands: () => hasShakenHands || publication.isClosed(),
    isPublishing: publication.isPublishing,
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof RtmpFault) log.info({ reason: error.message }, 'RTMP connection ended by a fault')
      else log.error({ err: error }, 'RTMP session failed')
      publication.close()
      connection.destroy()
    }
  }

  function handleMessages(): void {
    while (publication.isReading()) {
      const message = reader.next()
      if (message === null) return
      handleMessage(message)
    }
  }

  function handleMessage(message: RtmpMessage): void {
    const { type, body } = message
    switch (type) {
      case MESSAGE.windowAckSize:
        acknowledger.setWindow(body)
        return
      case MESSAGE.userControl:
        if (body.length >= 6 && body.readUInt16BE() === EVENT.pingRequest)
          connection.write(pingResponse(body.readUInt32BE(2)))
        return
      case MESSAGE.video:
      case MESSAGE.audio:
      case MESSAGE.dataAmf0:
      case MESSAGE.dataAmf3:
        publication.take(message)
        return
      case MESSAGE.aggregate:
        for (const part of splitAggregate(message)) publication.take(part)
        return
      case MESSAGE.commandAmf0:
      case MESSAGE.commandAmf3:
        if (body.length > limits.maxCommandBytes) throw new RtmpFault('the command is too long')
        answerCommand(connection, publication, readCommand(message), message.streamId)
        return
      default:
        return
    }
  }
}
