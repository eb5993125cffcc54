import * as z from 'zod/mini'
import { name as anyName, time, uuid } from '../common.ts'
import { messages } from '../messages.gen.ts'
import {
  type DestinationKind,
  type FecMode,
  fecModes,
  type LinkMode,
  linkReasons,
  vconnectLimits,
} from './values.ts'

export const path = '/api/vconnect'

export const connectors = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['V-Connect', 'Connector', action] as const

/** SRT at any host, or MPEG-TS over UDP or RTP. Ports below 1024 belong to the system. */
const addressForm = /^(?:srt|udp|rtp):\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):(\d{4,5})$/i
/** An application of an RTMP server, which can end with the stream key, or a place of a web server. */
const webForm =
  /^(?:rtmp|http)s?:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{2,5}))?\/[\x21-\x7e]*$/i

const address = z
  .string()
  .check(z.maxLength(vconnectLimits.addressLength), z.refine(isAddress, messages.vconnectAddress))

function isAddress(value: string): boolean {
  const web = webForm.exec(value)
  const port = Number((web ?? addressForm.exec(value))?.[1] ?? 0)
  if (web !== null && (web[1] === undefined || port === vconnectLimits.tlsPort)) return !value.includes('#')
  return port >= vconnectLimits.firstPort && port <= 65_535 && !value.includes('#')
}

const network = z.union([z.cidrv4(), z.cidrv6()], { error: messages.network })

/** Fields that inputs and destinations share. */
export const endFields = {
  name: anyName.check(z.maxLength(vconnectLimits.nameLength)),
  /** The other side, such as `srt://host:9000`, `rtmp://host/app` or `https://host/live/`. Null for a listener. */
  address: z._default(z.nullable(address), null),
  /** The live stream, for that kind. */
  livestreamId: z._default(z.nullable(uuid), null),
  /** Time to wait for lost packets. The other side can ask for more. */
  latencyMs: z._default(
    z
      .int({ error: messages.vconnectLatency })
      .check(
        z.minimum(vconnectLimits.leastLatencyMs, messages.vconnectLatency),
        z.maximum(vconnectLimits.mostLatencyMs, messages.vconnectLatency),
      ),
    vconnectLimits.latencyMs,
  ),
  /** Forward error correction of RTP. Other kinds have none. */
  fec: z._default(z.enum(fecModes), 'none'),
  /** Never returned. Null for none; omitted in an update, it stays. */
  passphrase: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.minLength(10, messages.vconnectPassphrase),
          z.maxLength(79, messages.vconnectPassphrase),
          z.regex(/^[\x20-\x7e]*$/, messages.vconnectPassphrase),
        ),
    ),
  ),
  /** Never returned, because platforms use it as a key: the stream ID of SRT, the stream key of RTMP, or the token or `user:password` of a web server, or the `ID:secret` of a
   * key of a bucket. Null for any. */
  streamId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(vconnectLimits.streamId)))),
}

/** A field of an update: an omitted one stays, and does not become its default. */
export function changed<T extends z.core.SomeType>(field: z.ZodMiniDefault<T>): z.ZodMiniOptional<T> {
  return z.optional(field.def.innerType)
}

export const networks = z._default(z.array(network).check(z.maxLength(vconnectLimits.networks)), [])

/** The live stream of an input or a destination. Its name is null if it is gone. */
export const linkedStream = z.nullable(z.object({ id: uuid, name: z.nullable(z.string()) }))

/** The port from which our side of a rendezvous connects, to which the other side has to. Null in other modes. */
export const localPort = z.nullable(z.number())

/** State of an input or a connect, as the node that runs it has reported. */
export const linkState = {
  reason: z.nullable(z.enum(linkReasons)),
  /** The words with which the other side refused, or the codec that it does not take. */
  detail: z.nullable(z.string()),
  /** Address of the other side, or how many there are. */
  peer: z.nullable(z.string()),
  /** Time of the next attempt. */
  nextTryAt: z.nullable(time),
  /** Time since which it is in this state. */
  stateAt: z.nullable(time),
}

const schemes: Readonly<Record<DestinationKind, readonly string[]>> = {
  srt: ['srt'],
  udp: ['udp'],
  rtp: ['rtp'],
  rtmp: ['rtmp', 'rtmps'],
  hls: ['http', 'https'],
  s3: ['http', 'https'],
  livestream: [],
}

/** Whether an end has a live stream, if it is one. */
export function hasStream({
  kind,
  livestreamId,
}: {
  readonly kind: string
  readonly livestreamId: string | null
}): boolean {
  return kind !== 'livestream' || livestreamId !== null
}

/** A caller needs the address of the other side, as a rendezvous does, and a listener has none. */
export function hasRightAddress({
  kind,
  mode,
  address: given,
  livestreamId,
}: {
  readonly kind: DestinationKind
  readonly mode: LinkMode
  readonly address: string | null
  readonly livestreamId: string | null
}): boolean {
  if (kind === 'livestream') return given === null
  if (livestreamId !== null) return false
  if (kind === 'srt' && mode === 'listener') return given === null
  return given !== null && isAddressOf(kind, given)
}

/** Whether an address is one of a kind of end. */
export function isAddressOf(kind: DestinationKind, address: string): boolean {
  return schemes[kind].includes(address.slice(0, address.indexOf(':')).toLowerCase())
}

/** Whether packets come without a connection. */
export function isDatagram(kind: DestinationKind): boolean {
  return kind === 'udp' || kind === 'rtp'
}

/** Whether only RTP has forward error correction, and its ports exist. */
export function hasRightFec({
  kind,
  fec,
  address: given,
}: {
  readonly kind: DestinationKind
  readonly fec: FecMode
  readonly address: string | null
}): boolean {
  if (fec === 'none') return true
  return kind === 'rtp' && (given === null || isFecPort(given))
}

/** Whether the ports of forward error correction behind that of an address exist. */
function isFecPort(address: string): boolean {
  return Number(addressForm.exec(address)?.[1] ?? 0) + vconnectLimits.fecPorts <= 65_535
}
