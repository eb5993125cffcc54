import { USE_ACCEPTED_CODECS } from '../accepted-codecs.ts'
import { type PublishRefusal, sourceFaults, TOO_MANY_STREAMS, WALLET_EMPTY } from '../publisher.ts'

const SOURCE_FAULTS = sourceFaults(USE_ACCEPTED_CODECS)

/** NetStream status codes and descriptions of refusals. Encoders show them. */
export const RTMP_REFUSALS: Record<PublishRefusal, { readonly code: string; readonly description: string }> =
  {
    'unknown-key': unauthorized('The stream key is not valid.'),
    'already-publishing': {
      code: 'NetStream.Publish.BadName',
      description: 'Another encoder is publishing with this stream key.',
    },
    'not-started': denied('The live stream has not been started.'),
    disabled: denied('The live stream is disabled.'),
    'too-many-attempts': denied('Too many attempts. Try again later.'),
    'too-many-streams': denied(TOO_MANY_STREAMS),
    'wallet-empty': denied(WALLET_EMPTY),
    stopped: denied('The live stream was stopped.'),
    'key-revoked': unauthorized('The stream key was revoked.'),
    'codec-not-supported': denied(SOURCE_FAULTS['codec-not-supported']),
    'nal-lengths-not-supported': denied(SOURCE_FAULTS['nal-lengths-not-supported']),
    'bitrate-too-high': denied('The bitrate is too high.'),
    'picture-too-large': denied('The resolution is too high. The maximum is 4096x2304.'),
  }

function unauthorized(description: string) {
  return { code: 'NetStream.Publish.Unauthorized', description }
}

function denied(description: string) {
  return { code: 'NetStream.Publish.Denied', description }
}
