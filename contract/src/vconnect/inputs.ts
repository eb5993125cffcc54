import * as z from 'zod/mini'
import { call, startRefusals } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import {
  path as base,
  changed,
  connectors,
  endFields,
  hasRightAddress,
  hasRightFec,
  hasStream,
  isDatagram,
  linkedStream,
  linkState,
  localPort,
  networks,
} from './base.ts'
import {
  fecModes,
  inputKinds,
  inputSources,
  inputStates,
  linkModes,
  returnRules,
  switchReasons,
  tsFaultIds,
  vconnectLimits,
} from './values.ts'

/** Figures of the last seconds. Counts are of the current connection. */
export const inputFigures = z.object({
  at: time,
  kbps: z.number(),
  /** Null for UDP and RTP. */
  rttMs: z.nullable(z.number()),
  /** Packets that were missing at first, and those of them that came late and never. */
  lost: z.number(),
  recovered: z.number(),
  unrecovered: z.number(),
  /** Payloads that are no MPEG-TS, which are not passed on. */
  invalid: z.number(),
  /** The matrix of forward error correction that the sender uses, and the latency that it needs at the current bitrate. Null
   * without it. 0 rows: only rows came so far. */
  fec: z.optional(
    z.nullable(z.object({ columns: z.number(), rows: z.number(), neededMs: z.nullable(z.number()) })),
  ),
  /** Faults of the transport stream (ETSI TR 101 290), only those that were seen. */
  faults: z.array(z.object({ id: z.enum(tsFaultIds), count: z.number(), lastAt: time })),
  streams: z.array(
    z.object({ pid: z.number(), codec: z.string(), language: z.nullable(z.string()), kbps: z.number() }),
  ),
})
export type InputFigures = z.infer<typeof inputFigures>

/** A stream that comes in, and is passed on as it is. */
export const vconnectInput = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  kind: z.enum(inputKinds),
  mode: z.enum(linkModes),
  /** The address to which the stream is sent, for a listener; or that of the other side. Empty for a live stream. */
  address: z.string(),
  localPort,
  livestream: linkedStream,
  latencyMs: z.number(),
  fec: z.enum(fecModes),
  maxKbps: z.number(),
  allowedNetworks: z.array(z.string()),
  /** Connections of one encoder that a listener merges: what one has lost comes from the other. */
  paths: z.literal([1, 2]),
  /** The input that stands in for this one when it is silent. Its name is null if it is gone. */
  backup: z.nullable(z.object({ id: uuid, name: z.nullable(z.string()) })),
  /** Silence after which it stands in. */
  holdMs: z.number(),
  returns: z.enum(returnRules),
  /** Time without silence before a return after a hold. */
  returnAfterS: z.number(),
  /** The source of the connects. Null without a backup, or if no node runs the input. */
  standby: z.nullable(
    z.object({
      source: z.enum(inputSources),
      /** Null before the first switch. */
      reason: z.nullable(z.enum(switchReasons)),
      since: z.nullable(time),
      /** The time by which the stream is later, because the backup went on from its last keyframe. */
      delayMs: z.number(),
    }),
  ),
  hasPassphrase: z.boolean(),
  hasStreamId: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(inputStates),
  ...linkState,
  /** Null without a signal. */
  figures: z.nullable(inputFigures),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type VconnectInput = z.infer<typeof vconnectInput>

const fields = {
  ...endFields,
  /** Above this bitrate over 5 seconds, the input is disconnected. */
  maxKbps: z._default(
    z
      .int({ error: messages.vconnectKbps })
      .check(
        z.minimum(100, messages.vconnectKbps),
        z.maximum(vconnectLimits.mostKbps, messages.vconnectKbps),
      ),
    vconnectLimits.maxKbps,
  ),
  /** Networks (CIDRs) from which a listener accepts callers. Empty for all. */
  allowedNetworks: networks,
  paths: z._default(z.literal([1, 2]), 1),
  /** An input of the environment of any kind, without a backup of its own. */
  backupInputId: z._default(z.nullable(uuid), null),
  holdMs: z._default(
    z
      .int({ error: messages.vconnectHold })
      .check(
        z.minimum(vconnectLimits.leastHoldMs, messages.vconnectHold),
        z.maximum(vconnectLimits.mostHoldMs, messages.vconnectHold),
      ),
    vconnectLimits.holdMs,
  ),
  returns: z._default(z.enum(returnRules), 'after-hold'),
  returnAfterS: z._default(
    z
      .int({ error: messages.vconnectReturn })
      .check(
        z.minimum(1, messages.vconnectReturn),
        z.maximum(vconnectLimits.mostReturnAfterS, messages.vconnectReturn),
      ),
    vconnectLimits.returnAfterS,
  ),
  enabled: z._default(z.boolean(), true),
}

export const createVconnectInputBody = z
  .object({ ...fields, kind: z.enum(inputKinds), mode: z._default(z.enum(linkModes), 'listener') })
  .check(
    z.refine(hasStream, { path: ['livestreamId'], error: messages.required }),
    z.refine(
      (body) => {
        // An encoder publishes with a key that Kinora makes.
        if (body.kind === 'rtmp') return body.address === null && body.livestreamId === null
        return hasRightAddress(isDatagram(body.kind) ? { ...body, mode: 'caller' } : body)
      },
      {
        path: ['address'],
        error: messages.vconnectAddress,
      },
    ),
    z.refine(hasRightFec, { path: ['fec'], error: messages.vconnectFec }),
  )

export const updateVconnectInputBody = z.object({
  name: z.optional(fields.name),
  address: changed(endFields.address),
  latencyMs: changed(fields.latencyMs),
  fec: changed(fields.fec),
  maxKbps: changed(fields.maxKbps),
  allowedNetworks: changed(fields.allowedNetworks),
  paths: changed(fields.paths),
  backupInputId: z.optional(z.nullable(uuid)),
  holdMs: changed(fields.holdMs),
  returns: changed(fields.returns),
  returnAfterS: changed(fields.returnAfterS),
  passphrase: fields.passphrase,
  streamId: fields.streamId,
  enabled: z.optional(z.boolean()),
})

const path = `${base}/inputs`
const refusals = [
  'url-not-allowed',
  'host-not-allowed',
  'vconnect-loop',
  'vconnect-address-taken',
  'vconnect-backup',
] as const

const inputCalls = {
  createVconnectInput: call({
    method: 'POST',
    path,
    summary: `Create an input, which receives MPEG-TS by SRT, UDP or RTP, or a stream of an encoder by RTMP or RTMPS, or gets what viewers see of a live stream. The bytes of SRT, UDP and RTP are passed on as they are. RTP is put in order, and recovered by forward error correction (SMPTE 2022-1). An SRT listener gets a port of its own. An environment has at most ${vconnectLimits.inputs}.`,
    caller: 'environment',
    right: connectors('create'),
    body: createVconnectInputBody,
    answer: vconnectInput,
    kind: 'json',
    status: 201,
    problems: [...startRefusals, ...refusals, 'not-found', 'name-taken', 'limit-reached', 'vconnect-ports'],
  }),
  listVconnectInputs: call({
    method: 'GET',
    path,
    summary: 'List the inputs by name, with their state and figures.',
    caller: 'environment',
    right: connectors('read'),
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(vconnectInput),
    kind: 'json',
    status: 200,
  }),
  getVconnectInput: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an input.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    answer: vconnectInput,
    kind: 'json',
    status: 200,
  }),
  updateVconnectInput: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Update an input, or pause it with `enabled`. Omitted fields stay unchanged. A change of how it receives connects it again.',
    caller: 'environment',
    right: connectors('update'),
    params: idParams,
    body: updateVconnectInputBody,
    answer: vconnectInput,
    kind: 'json',
    status: 200,
    problems: [...refusals, 'not-found', 'name-taken', 'vconnect-stream-key'],
  }),
  switchVconnectInput: call({
    method: 'POST',
    path: `${path}/:id/switch`,
    summary:
      'Let the connects of an input get the stream of its backup, or its own again, from the next keyframe on. The backup then stays until the input is chosen, or the backup ends.',
    caller: 'environment',
    right: connectors('update'),
    params: idParams,
    body: z.object({ source: z.enum(inputSources) }),
    answer: vconnectInput,
    kind: 'json',
    status: 200,
    problems: ['not-found', 'vconnect-no-source'],
  }),
  getVconnectInputKey: call({
    method: 'GET',
    path: `${path}/:id/stream_key`,
    summary:
      'Get the stream key of an input by RTMP. Only this call returns it. Each request is recorded in the audit trail.',
    caller: 'environment',
    right: connectors('update'),
    isPersonal: true,
    params: idParams,
    answer: z.object({ streamKey: z.string() }),
    kind: 'json',
    status: 200,
  }),
  deleteVconnectInput: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an input with its connects.',
    caller: 'environment',
    right: connectors('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const vconnectInputFeature = defineFeature({
  calls: inputCalls,
  problems: {
    'vconnect-backup': { status: 409, title: 'A backup cannot have a backup of its own' },
    'vconnect-no-source': { status: 409, title: 'This source has no signal now' },
  },
  objects: { vconnect_input: connectors('read') },
  events: {
    'video.vconnect_input.created': 'vconnect_input',
    'video.vconnect_input.receiving': 'vconnect_input',
    'video.vconnect_input.lost': 'vconnect_input',
    'video.vconnect_input.switched': 'vconnect_input',
    'video.vconnect_input.deleted': 'vconnect_input',
  },
  auditActions: [
    'vconnect_input.created',
    'vconnect_input.updated',
    'vconnect_input.switched',
    'vconnect_input.key.viewed',
    'vconnect_input.deleted',
  ],
})
