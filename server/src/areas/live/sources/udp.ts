import { createSocket } from 'node:dgram'
import { createTsSource, type LiveSink } from '@kinora/media'
import ipaddr from 'ipaddr.js'
import { assertListed, isReachable } from '../../../platform/net/address-guard.ts'
import type { HttpOptions } from './guarded-http.ts'
import { assertTaken, SourceFailure } from './source-failure.ts'

const FIRST_FREE_PORT = 1024
const SILENCE_MS = 10_000
const CHECK_MS = 1000

/** Receives MPEG-TS over UDP at an address of this machine or a multicast group. The operator must allow the address.
 * @throws SourceFailure */
export async function playUdp(
  url: URL,
  { allowed, signal, sink }: HttpOptions & { readonly sink: LiveSink },
): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port)
  if (!ipaddr.isValid(host)) throw new SourceFailure('UDP needs an IP address.')
  assertListed(url, allowed)
  const address = ipaddr.process(host)
  // On a public address, users would open a port of this machine to the internet.
  if (address.range() === 'unicast' || !isReachable(host, allowed))
    throw new SourceFailure('This installation does not allow UDP at this address.')
  if (port < FIRST_FREE_PORT) throw new SourceFailure('UDP needs a port of 1024 or higher.')
  const isMulticast = address.range() === 'multicast'
  const socket = createSocket({ type: address.kind() === 'ipv4' ? 'udp4' : 'udp6', reuseAddr: isMulticast })
  const { promise: ended, resolve: end, reject } = Promise.withResolvers<void>()
  const ts = createTsSource(sink)
  let lastMs = performance.now()
  socket.on('error', () => reject(new SourceFailure('This machine cannot receive at this address.')))
  socket.on('message', (datagram) => {
    lastMs = performance.now()
    try {
      assertTaken(ts.push(datagram))
    } catch (error) {
      reject(error)
    }
  })
  const timer = setInterval(() => {
    if (performance.now() - lastMs > SILENCE_MS) reject(new SourceFailure('The source sends nothing.'))
  }, CHECK_MS)
  signal.addEventListener('abort', () => end(), { once: true })
  socket.bind(port, host, () => {
    if (isMulticast) socket.addMembership(host)
  })
  try {
    await ended
  } finally {
    clearInterval(timer)
    socket.close()
  }
}
