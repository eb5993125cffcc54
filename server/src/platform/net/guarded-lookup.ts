import { isIPv6, type LookupFunction } from 'node:net'
import { type AddressRules, type CheckedAddress, checkHost } from './address-guard.ts'

/** A host and a port as an address of no special scheme. */
export function addressOf(host: string, port: number): URL {
  return new URL(`tcp://${isIPv6(host) ? `[${host}]` : host}:${port}`)
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
