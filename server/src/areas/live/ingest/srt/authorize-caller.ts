import type { LiveSink } from '@kinora/media'
import type { Attempts } from '../attempts.ts'
import type { OnPublish, PublishRefusal } from '../publisher.ts'
import type { SrtHandshake } from './handshake.ts'
import { createSrtKeys, type SrtKeys } from './keys.ts'
import { REJECTION_OF, SRT_REJECTIONS } from './rejections.ts'
import { readStreamId } from './stream-id.ts'

export interface CallerChecks {
  /** Of wrong passphrases. Those of stream keys are counted by `onPublish`. */
  readonly attempts?: Attempts
  /** Null if no livestream has the stream key. `onPublish` is asked in any case, because it counts attempts. */
  readonly passphraseOf: (streamKey: string) => Promise<string | null>
  readonly onPublish: OnPublish
}

export interface Caller {
  readonly request: SrtHandshake
  readonly address: string
  /** The publisher is closed, before or after its connection opens. */
  readonly close: (reason: PublishRefusal) => void
}

export type CallerDecision =
  | { readonly isAccepted: true; readonly sink: LiveSink; readonly keys: SrtKeys | null }
  | { readonly isAccepted: false; readonly code: number }

/** Decides about a caller: first its passphrase, then its stream key. */
export async function authorizeCaller(
  { request, address, close }: Caller,
  { passphraseOf, onPublish, attempts }: CallerChecks,
): Promise<CallerDecision> {
  if (request.srtFlags === null) return rejected(SRT_REJECTIONS.version)
  const target = readStreamId(request.streamId)
  if (target === null) return rejected(SRT_REJECTIONS.badMode)
  const { streamKey, isBackup } = target
  if (streamKey === '') return rejected(SRT_REJECTIONS.badRequest)
  // Before a key is derived, which takes time.
  if (attempts?.isBlocked(address)) return rejected(SRT_REJECTIONS.overload)
  const passphrase = await passphraseOf(streamKey)
  const keys = passphrase === null ? null : createSrtKeys(passphrase)
  if (keys !== null) {
    if (request.keyMessage === null || !(await keys.load(request.keyMessage))) {
      attempts?.addWrong(address)
      const isMissing = request.keyMessage === null
      return rejected(isMissing ? SRT_REJECTIONS.noPassphrase : SRT_REJECTIONS.wrongPassphrase)
    }
  }
  const decision = await onPublish({
    request: { protocol: 'srt', streamKey, address, encoder: '', isBackup },
    close,
  })
  if (!decision.isAccepted) return rejected(REJECTION_OF[decision.reason])
  const { sink } = decision
  if (keys === null && request.keyMessage !== null) {
    // The livestream has no passphrase, so its packets could not be read.
    sink.end()
    return rejected(SRT_REJECTIONS.wrongPassphrase)
  }
  return { isAccepted: true, sink, keys }
}

function rejected(code: number): CallerDecision {
  return { isAccepted: false, code }
}
