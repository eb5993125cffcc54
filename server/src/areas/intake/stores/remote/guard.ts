import { once } from 'node:events'
import { connect, isIPv6, type LookupFunction, type Socket } from 'node:net'
import { type AddressRules, type CheckedAddress, checkHost } from '../../../../platform/net/address-guard.ts'
import { CONNECT_MS, within } from './limits.ts'

/** A host and a port as an address of no special scheme. */
export function addressOf(host: string, port: number): URL {
  return new URL(`tcp://${isIPv6(host) ? `[${host}]` : host}:${port}`)
}

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

/** Looks up names for clients that connect by themselves, and lets them connect to allowed addresses only. */
export function guardedLookup(rules: AddressRules, port: number): LookupFunction {
  return (host, options, done) => {
    checkHost(addressOf(host, port), rules).then(
      (checked) => fixedLookup(checked)(host, options, done),
      (error: Error) => done(error, ''),
    )
  }
}

/** Resolves every name to an address that was checked before: another lookup could lead elsewhere. */
export function fixedLookup({ address, family }: CheckedAddress): LookupFunction {
  return (_host, options, done) => {
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
}
