import { createSrtKeys, type SrtKeys } from '../../../platform/transport/srt/keys.ts'
import type { SrtCall } from '../../../platform/transport/srt/listener.ts'
import { SRT_REJECTIONS } from '../../../platform/transport/srt/rejections.ts'
import type { RelayContext } from './relay-context.ts'
import type { EndSpec } from './specs.ts'

/** The keys of a caller's connection, or the code that rejects it. */
export type CheckedKeys = { readonly keys: SrtKeys | null } | { readonly code: number }

/** Checks the passphrase of a caller. */
export async function checkKeys(
  { request, address }: SrtCall,
  { passphrase, port }: EndSpec,
  { attempts }: RelayContext,
): Promise<CheckedKeys> {
  const { keyMessage } = request
  if (request.extension !== 'request') return { code: SRT_REJECTIONS.version }
  if (passphrase === '')
    return keyMessage === null ? { keys: null } : { code: SRT_REJECTIONS.wrongPassphrase }
  const keys = createSrtKeys(passphrase)
  const secret = `vconnect ${port} ${keyMessage?.toString('base64') ?? ''}`
  const checked = await attempts.check(address, secret, async () =>
    keyMessage !== null && (await keys.load(keyMessage)) ? keys : null,
  )
  if (checked.isRight) return { keys: checked.found }
  if (checked.isBlocked) return { code: SRT_REJECTIONS.overload }
  return { code: keyMessage === null ? SRT_REJECTIONS.noPassphrase : SRT_REJECTIONS.wrongPassphrase }
}

/** Whether a caller names the stream ID of the listener, as it is or as the resource of a structured one. */
export function hasStreamId(given: string, { streamId }: EndSpec): boolean {
  if (streamId === '' || given === streamId) return true
  const resource = /^#!::(?:.*,)?r=([^,]*)/.exec(given)?.[1]
  return resource === streamId
}
