import type { Attempts } from '../../../../platform/transport/attempts.ts'
import type { SrtHandshake } from '../../../../platform/transport/srt/handshake.ts'
import { createSrtKeys, type SrtKeys } from '../../../../platform/transport/srt/keys.ts'
import { SRT_REJECTIONS } from '../../../../platform/transport/srt/rejections.ts'
import type { OnPublish, Publisher, PublisherSink } from '../publisher.ts'
import { REJECTION_OF } from './rejections.ts'
import { readStreamId } from './stream-id.ts'

export interface CallerChecks {
  /** Counts wrong passphrases. `onPublish` counts wrong stream keys. */
  readonly attempts: Attempts
  /** Null if no live stream has the stream key. `onPublish` is called in any case, because it counts attempts. */
  readonly passphraseOf: (streamKey: string) => Promise<string | null>
  readonly onPublish: OnPublish
}

export interface Caller {
  readonly request: SrtHandshake
  readonly address: string
  /** The publisher, before or after its connection opens. */
  readonly publisher: Pick<Publisher, 'close' | 'silentForMs'>
}

export type CallerDecision =
  | { readonly isAccepted: true; readonly sink: PublisherSink; readonly keys: SrtKeys | null }
  | { readonly isAccepted: false; readonly code: number }

/** Accepts or rejects a caller: checks its passphrase, then its stream key. */
export async function authorizeCaller(
  { request, address, publisher }: Caller,
  { passphraseOf, onPublish, attempts }: CallerChecks,
): Promise<CallerDecision> {
  if (request.extension !== 'request') return rejected(SRT_REJECTIONS.version)
  const target = readStreamId(request.streamId)
  if (target === null) return rejected(SRT_REJECTIONS.badMode)
  const { streamKey, isBackup } = target
  if (streamKey === '') return rejected(SRT_REJECTIONS.badRequest)
  const passphrase = await attempts.inTurn(address, () => passphraseOf(streamKey))
  const keys = passphrase === null ? null : createSrtKeys(passphrase)
  if (keys !== null) {
    const { keyMessage } = request
    const secret = `${streamKey} ${keyMessage?.toString('base64') ?? ''}`
    const checked = await attempts.check(address, secret, async () =>
      keyMessage !== null && (await keys.load(keyMessage)) ? keys : null,
    )
    if (!checked.isRight) {
      if (checked.isBlocked) return rejected(SRT_REJECTIONS.overload)
      return rejected(keyMessage === null ? SRT_REJECTIONS.noPassphrase : SRT_REJECTIONS.wrongPassphrase)
    }
  }
  const decision = await onPublish({
    request: { protocol: 'srt', streamKey, address, encoder: '', isBackup },
    ...publisher,
  })
  if (!decision.isAccepted) return rejected(REJECTION_OF[decision.reason])
  const { sink } = decision
  if (keys === null && request.keyMessage !== null) {
    // Without a passphrase of the live stream, the packets cannot be decrypted.
    sink.end()
    return rejected(SRT_REJECTIONS.wrongPassphrase)
  }
  return { isAccepted: true, sink, keys }
}

function rejected(code: number): CallerDecision {
  return { isAccepted: false, code }
}
