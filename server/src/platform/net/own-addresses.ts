import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Addresses of this machine. */
export function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return new Set(all.map(({ address }) => ipaddr.process(address).toString()))
}
