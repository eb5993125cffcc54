import type { PublishRefusal } from '../publisher.ts'

/** NetStream status codes and descriptions of refusals. Encoders show them. */
export const RTMP_REFUSALS: Record<PublishRefusal, { readonly code: string; readonly description: string }> =
  {
    'unknown-key': unauthorized('The stream key is not valid.'),
    'already-publishing': {
      code: 'NetStream.Publish.BadName',
      description: 'Another encoder is publishing with this stream key.',
    },
    'not-started': denied('The livestream has not been started.'),
    disabled: denied('The livestream is disabled.'),
    'too-many-attempts': denied('Too many attempts. Try again later.'),
    stopped: denied('The livestream was stopped.'),
    'key-revoked': unauthorized('The stream key was revoked.'),
    'codec-not-supported': denied(
      'The codec is not supported. Use H.264, HEVC or AV1 video and AAC or Opus audio.',
    ),
    'bitrate-too-high': denied('The bitrate is too high.'),
    'picture-too-large': denied('The picture is too large. Send at most 4096x2304 pixels.'),
  }

function unauthorized(description: string) {
  return { code: 'NetStream.Publish.Unauthorized', description }
}

function denied(description: string) {
  return { code: 'NetStream.Publish.Denied', description }
}
