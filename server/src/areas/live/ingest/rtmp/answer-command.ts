import { WINDOW_BYTES } from '../../../../platform/transport/rtmp/acknowledger.ts'
import type { RtmpCommand } from '../../../../platform/transport/rtmp/commands.ts'
import type { RtmpConnection } from '../../../../platform/transport/rtmp/connection.ts'
import { command, serverSettings, status } from '../../../../platform/transport/rtmp/messages.ts'
import { connectResult, readConnect } from './commands.ts'
import { fcStatus, type Publication, STREAM_ID } from './publication.ts'

/** Answers a command of an encoder. @throws RtmpFault */
export function answerCommand(
  connection: RtmpConnection,
  publication: Publication,
  called: RtmpCommand,
  streamId: number,
): void {
  const { name, transactionId } = called
  if (name === 'connect') {
    const { isEnhanced, ...client } = readConnect(called)
    publication.connect(client)
    connection.write(serverSettings(WINDOW_BYTES))
    connection.write(connectResult(transactionId, isEnhanced))
    return
  }
  publication.assertConnected()
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
      publication.publish(called)
      return
    case 'FCUnpublish':
    case 'deleteStream':
    case 'closeStream':
      publication.unpublish()
      return
    case 'play':
      connection.write(status(streamId, 'error', 'NetStream.Play.Failed', 'This server does not play.'))
      publication.close()
      connection.finish()
      return
    default:
      // Encoders send commands like `_checkbw` and wait for an answer. Commands without a transaction need none.
      if (transactionId > 0) connection.write(command(0, '_error', transactionId, null, unknownCall(name)))
  }
}

function unknownCall(name: string) {
  return {
    level: 'error',
    code: 'NetConnection.Call.Failed',
    description: `${name.slice(0, 64)} is not known.`,
  }
}
