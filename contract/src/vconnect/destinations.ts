import * as z from 'zod/mini'
import { call } from '../call.ts'
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
  isAddressOf,
  isDatagram,
  linkedStream,
  localPort,
} from './base.ts'
import { destinationKinds, fecModes, linkModes, vconnectLimits } from './values.ts'

export { hasRightFec, isAddressOf, isDatagram }

/** A place that streams go to. */
export const vconnectDestination = z.object({
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  kind: z.enum(destinationKinds),
  mode: z.enum(linkModes),
  /** The address of the other side, or where it gets the stream from a listener. Empty for a live stream. */
  address: z.string(),
  localPort,
  livestream: linkedStream,
  latencyMs: z.number(),
  fec: z.enum(fecModes),
  /** The matrix of forward error correction. */
  fecColumns: z.number(),
  fecRows: z.number(),
  /** Callers of a listener at once. */
  maxCallers: z.number(),
  hasPassphrase: z.boolean(),
  hasStreamId: z.boolean(),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
})
export type VconnectDestination = z.infer<typeof vconnectDestination>

const fields = {
  ...endFields,
  /** Packets of a row and of a column of forward error correction, together at most 100 of a matrix. */
  fecColumns: z._default(
    z
      .int({ error: messages.vconnectFecLines })
      .check(
        z.minimum(1, messages.vconnectFecLines),
        z.maximum(vconnectLimits.mostFecLine, messages.vconnectFecLines),
      ),
    vconnectLimits.fecColumns,
  ),
  fecRows: z._default(
    z
      .int({ error: messages.vconnectFecLines })
      .check(
        z.minimum(vconnectLimits.leastFecRows, messages.vconnectFecLines),
        z.maximum(vconnectLimits.mostFecLine, messages.vconnectFecLines),
      ),
    vconnectLimits.fecRows,
  ),
  maxCallers: z._default(
    z.int().check(z.minimum(1), z.maximum(vconnectLimits.mostCallers)),
    vconnectLimits.callers,
  ),
}

export const createVconnectDestinationBody = z
  .object({ ...fields, kind: z.enum(destinationKinds), mode: z._default(z.enum(linkModes), 'caller') })
  .check(
    z.refine(hasStream, { path: ['livestreamId'], error: messages.required }),
    z.refine((body) => hasRightAddress(body) && (body.kind === 'srt' || body.mode === 'caller'), {
      path: ['address'],
      error: messages.vconnectAddress,
    }),
    z.refine(hasRightFec, { path: ['fec'], error: messages.vconnectFec }),
    z.refine(isRightMatrix, { path: ['fecRows'], error: messages.vconnectFecLines }),
  )

/** Whether a matrix is not too large (SMPTE 2022-1, 8.1). */
export function isRightMatrix({
  fecColumns,
  fecRows,
}: {
  readonly fecColumns: number
  readonly fecRows: number
}): boolean {
  return fecColumns * fecRows <= vconnectLimits.mostFecPackets
}

export const updateVconnectDestinationBody = z.object({
  name: z.optional(fields.name),
  address: changed(endFields.address),
  latencyMs: changed(fields.latencyMs),
  fec: changed(fields.fec),
  fecColumns: changed(fields.fecColumns),
  fecRows: changed(fields.fecRows),
  maxCallers: changed(fields.maxCallers),
  passphrase: fields.passphrase,
  streamId: fields.streamId,
})

const path = `${base}/destinations`
const refusals = ['url-not-allowed', 'host-not-allowed', 'vconnect-loop'] as const

const destinationCalls = {
  createVconnectDestination: call({
    method: 'POST',
    path,
    summary: `Create a destination by SRT, UDP, RTP with forward error correction (SMPTE 2022-1), RTMP or RTMPS, HLS that is sent to a web server by PUT or to a bucket (\`https://endpoint/bucket/prefix/\`), or a live stream whose encoder the input becomes. An SRT listener gets a port of its own. RTMP gets the first H.264 or HEVC video and the first AAC audio of an input, and nothing while its video or its audio has other codecs only; its stream key is the stream ID, or the end of the address. HLS has the bytes of the input in segments of about 4 s; the stream ID is a token for the web server, a user and a password, or the ID and the secret of a key of the bucket, with a colon between them. An environment has at most ${vconnectLimits.destinations}.`,
    caller: 'environment',
    right: connectors('create'),
    body: createVconnectDestinationBody,
    answer: vconnectDestination,
    kind: 'json',
    status: 201,
    problems: [...refusals, 'not-found', 'name-taken', 'limit-reached', 'vconnect-ports'],
  }),
  listVconnectDestinations: call({
    method: 'GET',
    path,
    summary: 'List the destinations by name.',
    caller: 'environment',
    right: connectors('read'),
    query: z.object({ ...pageQuery, phrase: z.optional(z.string().check(z.maxLength(200))) }),
    answer: page(vconnectDestination),
    kind: 'json',
    status: 200,
  }),
  getVconnectDestination: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a destination.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    answer: vconnectDestination,
    kind: 'json',
    status: 200,
  }),
  updateVconnectDestination: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Update a destination. Omitted fields stay unchanged, but a stream key does not go to another server. Its connects connect again.',
    caller: 'environment',
    right: connectors('update'),
    params: idParams,
    body: updateVconnectDestinationBody,
    answer: vconnectDestination,
    kind: 'json',
    status: 200,
    problems: [...refusals, 'name-taken', 'vconnect-stream-key'],
  }),
  deleteVconnectDestination: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a destination with its connects.',
    caller: 'environment',
    right: connectors('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
}

export const vconnectDestinationFeature = defineFeature({
  calls: destinationCalls,
  objects: { vconnect_destination: connectors('read') },
  events: {
    'video.vconnect_destination.created': 'vconnect_destination',
    'video.vconnect_destination.deleted': 'vconnect_destination',
  },
  auditActions: [
    'vconnect_destination.created',
    'vconnect_destination.updated',
    'vconnect_destination.deleted',
  ],
})
