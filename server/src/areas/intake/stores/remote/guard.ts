import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type AddressRules, type CheckedAddress, checkHost } from '../../../../platform/net/address-guard.ts'
import { addressOf } from '../../../../platform/net/guarded-lookup.ts'
import { CONNECT_MS, within } from './limits.ts'

/** Resolves a host to an allowed address, which callers connect to. @throws AddressRefused */
export function resolveHost(
  rules: AddressRules,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<CheckedAddress> {
  return within(checkHost(addressOf(host, port), rules), signal, CONNECT_MS)
}

/** Connects to a host at its checked address. @throws AddressRefused, or the error of the connection */
export async function connectTo(
  rules: AddressRules,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const { address, family } = await resolveHost(rules, host, port, signal)
  const socket = connect({ host: address, port, family, noDelay: true })
  try {
    await within(once(socket, 'connect', { signal }), signal, CONNECT_MS)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
