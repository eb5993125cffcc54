import * as z from 'zod/mini'
import { name as anyName, time } from '../common.ts'
import { messages } from '../messages.gen.ts'
import { linkReasons, vconnectLimits } from './values.ts'

export const path = '/api/vconnect'

export const connectors = (action: 'create' | 'read' | 'update' | 'delete') =>
  ['V-Connect', 'Connector', action] as const

/** SRT at any host, or MPEG-TS over UDP. Ports below 1024 belong to the system. */
const addressForm = /^(?:srt|udp):\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):(\d{4,5})$/i

const address = z.string().check(
  z.maxLength(300),
  z.refine((value) => {
    const port = Number(addressForm.exec(value)?.[1] ?? 0)
    return port >= vconnectLimits.firstPort && port <= 65_535
  }, messages.vconnectAddress),
)

const network = z.union([z.cidrv4(), z.cidrv6()], { error: messages.network })

/** Fields that inputs and destinations share. */
export const endFields = {
  name: anyName.check(z.maxLength(vconnectLimits.nameLength)),
  /** The other side, such as `srt://host:9000`. Null for a listener. */
  address: z._default(z.nullable(address), null),
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
  /** Never returned, because platforms use it as a key. Null for any. */
  streamId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(vconnectLimits.streamId)))),
}

export const networks = z._default(z.array(network).check(z.maxLength(vconnectLimits.networks)), [])

/** State of an input or a connect, as the node that runs it has reported. */
export const linkState = {
  reason: z.nullable(z.enum(linkReasons)),
  /** Address of the other side, or how many there are. */
  peer: z.nullable(z.string()),
  /** Time of the next attempt. */
  nextTryAt: z.nullable(time),
  /** Time since which it is in this state. */
  stateAt: z.nullable(time),
}

/** A caller needs the address of the other side, and a listener has none. */
export function hasRightAddress({
  kind,
  mode,
  address: given,
}: {
  readonly kind: 'srt' | 'udp'
  readonly mode: 'listener' | 'caller'
  readonly address: string | null
}): boolean {
  if (kind === 'srt' && mode === 'listener') return given === null
  return given?.toLowerCase().startsWith(`${kind}:`) === true
}
