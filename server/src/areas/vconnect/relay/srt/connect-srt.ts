import { checkHost } from '../../../../platform/net/address-guard.ts'
import { callSrt } from '../../../../platform/transport/srt/caller.ts'
import type { LinkOptions, SrtLink } from '../../../../platform/transport/srt/link.ts'
import { meetSrt } from '../../../../platform/transport/srt/rendezvous.ts'
import type { RelayContext } from '../relay-context.ts'
import type { EndSpec } from '../specs.ts'

const KEY_BYTES = 16

/** Connects to the listener of the other side, or to a peer that connects too. @throws AddressRefused, SrtCallFailure, SrtPortTaken */
export async function connectSrt(
  spec: EndSpec,
  url: URL,
  { config, log }: Pick<RelayContext, 'config' | 'log'>,
  options: Omit<LinkOptions, 'log'>,
): Promise<SrtLink> {
  const { address, family } = await checkHost(url, config)
  const target = { ...spec, address, family, port: Number(url.port), keyBytes: KEY_BYTES }
  if (spec.mode !== 'rendezvous') return callSrt(target, { ...options, log })
  const anyHost = family === 4 ? '0.0.0.0' : '::'
  const host = config.HOST === '::' ? anyHost : config.HOST
  return meetSrt({ ...target, host, localPort: spec.port }, { ...options, log })
}
