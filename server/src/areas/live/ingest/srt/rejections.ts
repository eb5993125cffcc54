import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import type { PublishRefusal } from '../publisher.ts'

/** The code of each refusal. */
export const REJECTION_OF: Record<PublishRefusal, number> = {
  'unknown-key': SRT_REJECTIONS.notFound,
  'already-publishing': SRT_REJECTIONS.conflict,
  'not-started': SRT_REJECTIONS.forbidden,
  disabled: SRT_REJECTIONS.forbidden,
  'too-many-attempts': SRT_REJECTIONS.overload,
  'too-many-streams': SRT_REJECTIONS.overload,
  'wallet-empty': SRT_REJECTIONS.forbidden,
  stopped: SRT_REJECTIONS.forbidden,
  'key-revoked': SRT_REJECTIONS.unauthorized,
  'codec-not-supported': SRT_REJECTIONS.codec,
  'nal-lengths-not-supported': SRT_REJECTIONS.codec,
  'bitrate-too-high': SRT_REJECTIONS.forbidden,
  'picture-too-large': SRT_REJECTIONS.forbidden,
}
