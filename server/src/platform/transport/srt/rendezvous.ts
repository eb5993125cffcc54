import { randomInt } from 'node:crypto'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openUdpSocket } from '../udp-socket.ts'
import {
  AGREEMENT,
  acceptance,
  agreedLatency,
  CONCLUSION,
  conclusionRequest,
  readHandshake,
  rejection,
  type SrtHandshake,
  shortHandshake,
  WAVEAHAND,
} from './handshake.ts'
import { createSrtKeys, type SrtKeys } from './keys.ts'
import { SRT_LIMITS } from './limits.ts'
import {
  type LinkFields,
  type LinkOptions,
  makeFields,
  openLink,
  REPEAT_MS,
  SrtCallFailure,
  type SrtLink,
  type SrtTarget,
} from './link.ts'
import { CONTROL, readPacket, writeControl } from './packet.ts'
import { SRT_REJECTIONS } from './rejections.ts'

/** A peer that connects to us while we connect to it, each from the port that the other one calls. */
export interface SrtPeer extends Omit<SrtTarget, 'streamId'> {
  readonly host: string
  readonly localPort: number
}

/** Another program has the local port. */
export class SrtPortTaken extends Error {
  override readonly name = 'SrtPortTaken'
}

/** Longer than the pauses between attempts, so that two sides meet whenever they began. */
const MEET_MS = 60_000
const LOOK_MS = 10
/** The lowest type of a handshake that is the code of a rejection. */
const FIRST_REJECTION = 1000

/** How both sides have agreed. */
interface Agreed {
  readonly peer: SrtHandshake
  readonly keys: SrtKeys | null
  /** Response to a peer that repeats its handshake. Null for one that has the last word. */
  readonly last: Buffer | null
}

/** Connects to a peer that connects at the same time (draft-sharabayko-srt-01, 4.3.2). @throws SrtCallFailure, SrtPortTaken */
export async function meetSrt(peer: SrtPeer, options: LinkOptions): Promise<SrtLink> {
  const socket = await openUdpSocket(peer.localPort, peer.host).catch((cause: unknown) => {
    throw new SrtPortTaken(`port ${peer.localPort} cannot be opened`, { cause })
  })
  // A peer that is not there yet is waited for.
  socket.on('error', () => undefined)
  try {
    socket.connect(peer.port, peer.address)
    await once(socket, 'connect')
    const own = await makeFields({ ...peer, streamId: '' })
    const agreed = await meet(socket, own, peer, options.signal)
    return openLink(socket, { ...own, keys: agreed.keys }, agreed.peer, options, () => {
      if (agreed.last !== null) sendHandshake(socket, agreed.peer.socketId, agreed.last)
    })
  } catch (error) {
    socket.close()
    throw error
  }
}

/** Repeats each message until the peer has answered it. */
async function meet(socket: Socket, own: LinkFields, peer: SrtPeer, signal: AbortSignal): Promise<Agreed> {
  const received: Buffer[] = []
  const listen = (datagram: Buffer) => void received.push(datagram)
  const deadline = performance.now() + MEET_MS
  const meeting = openMeeting(own, peer)
  socket.on('message', listen)
  try {
    for (;;) {
      sendHandshake(socket, meeting.peerId(), meeting.message())
      for (let ms = 0; ms < REPEAT_MS && received.length === 0; ms += LOOK_MS)
        await pause(LOOK_MS, undefined, { signal })
      for (const datagram of received.splice(0)) {
        const agreed = await meeting.receive(datagram)
        if (agreed?.last) sendHandshake(socket, agreed.peer.socketId, agreed.last)
        if (agreed !== null) return agreed
      }
      if (performance.now() > deadline) throw new SrtCallFailure(null)
    }
  } catch (error) {
    if (error instanceof Refused) {
      sendHandshake(socket, error.peer.socketId, rejection(error.peer, error.code))
      throw new SrtCallFailure(error.code)
    }
    throw error
  } finally {
    socket.off('message', listen)
  }
}

/** A refusal of the peer, with its code. */
class Refused extends Error {
  override readonly name = 'Refused'
  readonly peer: SrtHandshake
  readonly code: number
  constructor(peer: SrtHandshake, code: number) {
    super(`the peer was refused with code ${code}`)
    this.peer = peer
    this.code = code
  }
}

/** The handshake of one side. The larger cookie makes it the initiator, which proposes latency and keys. */
function openMeeting(own: LinkFields, { passphrase, keyBytes }: SrtPeer) {
  const cookie = randomInt(1, 2 ** 31)
  const short = (type: number) =>
    shortHandshake(own, { type, cookie, keyBytes: passphrase === '' ? 0 : keyBytes })
  let message = short(WAVEAHAND)
  let peerId = 0
  /** The agreement of a responder, until the initiator confirms it. */
  let accepted: Agreed | null = null

  return {
    message: () => message,
    peerId: () => peerId,
    /** @returns null while the handshake goes on @throws Refused, SrtCallFailure */
    async receive(datagram: Buffer): Promise<Agreed | null> {
      const packet = readPacket(datagram)
      if (packet === null) return null
      // Data of the peer says that it is connected.
      if (packet.kind === 'data' || packet.type !== CONTROL.handshake) return accepted
      const handshake = readHandshake(packet.body)
      if (handshake === null) return null
      const { type } = handshake
      if (type >= FIRST_REJECTION && type < AGREEMENT) throw new SrtCallFailure(type)
      const lead = (cookie - handshake.cookie) | 0
      if (lead === 0) throw new Refused(handshake, SRT_REJECTIONS.sameCookie)
      peerId = handshake.socketId
      return lead > 0 ? initiate(handshake) : respond(handshake)
    },
  }

  function initiate(peer: SrtHandshake): Agreed | null {
    if (peer.extension === 'response') return { peer, keys: own.keys, last: short(AGREEMENT) }
    message = conclusionRequest(own, cookie)
    return null
  }

  async function respond(peer: SrtHandshake): Promise<Agreed | null> {
    if (accepted !== null) return peer.type === AGREEMENT ? accepted : null
    if (peer.type !== CONCLUSION || peer.extension !== 'request') {
      message = short(CONCLUSION)
      return null
    }
    const keys = await keysOf(peer)
    const ours = { ...peer, initialSequence: own.initialSequence, cookie }
    const latency = agreedLatency(own.latencyMs, peer, SRT_LIMITS)
    message = acceptance(ours, { socketId: own.socketId, ...latency })
    accepted = { peer, keys, last: null }
    return null
  }

  async function keysOf(peer: SrtHandshake): Promise<SrtKeys | null> {
    const { keyMessage } = peer
    if (passphrase === '' && keyMessage === null) return null
    if (keyMessage === null) throw new Refused(peer, SRT_REJECTIONS.noPassphrase)
    const keys = passphrase === '' ? null : createSrtKeys(passphrase)
    if (keys === null || !(await keys.load(keyMessage)))
      throw new Refused(peer, SRT_REJECTIONS.wrongPassphrase)
    return keys
  }
}

function sendHandshake(socket: Socket, socketId: number, body: Buffer): void {
  const packet = writeControl({ type: CONTROL.handshake, socketId, timestampMs: 0 }, body)
  socket.send(packet, () => undefined)
}
