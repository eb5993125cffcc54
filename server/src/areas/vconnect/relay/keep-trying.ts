import { setTimeout as pause } from 'node:timers/promises'
import type { LinkReason } from '@kinora/contract'
import { AddressRefused } from '../../../platform/net/address-guard.ts'
import { RtmpFailure } from '../../../platform/transport/rtmp/failure.ts'
import type { SrtEnd } from '../../../platform/transport/srt/connection.ts'
import { SrtCallFailure } from '../../../platform/transport/srt/link.ts'
import { SRT_REJECTIONS } from '../../../platform/transport/srt/rejections.ts'
import { SrtPortTaken } from '../../../platform/transport/srt/rendezvous.ts'

/** Pauses between attempts in seconds. The last one repeats without end. */
const RETRY_S = [1, 2, 5, 10, 30]
/** Running time after which the next pause is the shortest again. */
const STEADY_MS = 30_000

/** Why a connection has ended or could not be had. */
export interface LinkFault {
  readonly reason: LinkReason
  /** The words of the other side, or a codec. Null without any. */
  readonly detail: string | null
}

/** Connects until the signal aborts. @param attempt ends when the connection does, with the reason
 * @param onLost gets the reason, the milliseconds until the next attempt and the detail */
export async function keepTrying(
  signal: AbortSignal,
  attempt: () => Promise<LinkReason | LinkFault>,
  onLost: (reason: LinkReason, nextMs: number, detail: string | null) => void,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const startedMs = performance.now()
    const fault = await attempt().catch(faultOf)
    if (signal.aborted) return
    if (performance.now() - startedMs > STEADY_MS) failures = 0
    const nextMs = (RETRY_S[Math.min(failures, RETRY_S.length - 1)] ?? 1) * 1000
    failures += 1
    if (typeof fault === 'string') onLost(fault, nextMs, null)
    else onLost(fault.reason, nextMs, fault.detail)
    await pause(nextMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Why a connection of SRT ended. */
export function reasonOfEnd(end: SrtEnd): LinkReason {
  return end === 'idle' ? 'silent' : end
}

function faultOf(error: unknown): LinkReason | LinkFault {
  if (error instanceof RtmpFailure) return error
  if (error instanceof AddressRefused) return 'address-not-allowed'
  if (error instanceof SrtPortTaken) return 'port-taken'
  if (!(error instanceof SrtCallFailure)) return 'failed'
  if (error.code === null) return 'no-answer'
  const { wrongPassphrase, noPassphrase } = SRT_REJECTIONS
  return error.code === wrongPassphrase || error.code === noPassphrase ? 'wrong-passphrase' : 'refused'
}
