import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { path as base, connectors, linkState } from './base.ts'
import { vconnectDestination } from './destinations.ts'
import { vconnectInput } from './inputs.ts'
import { connectStates, vconnectLimits, vconnectWindows } from './values.ts'

/** Figures of the last seconds. Counts are of the current connection. */
export const connectFigures = z.object({
  at: time,
  kbps: z.number(),
  /** Null for UDP and RTP. */
  rttMs: z.nullable(z.number()),
  /** Packets that were sent again, and those that were given up: with RTMP, frames that a slow server did not get. */
  resent: z.number(),
  dropped: z.number(),
  /** Bytes that wait for a server of RTMP. Null for SRT, UDP and RTP. */
  queueBytes: z.nullable(z.number()),
  /** Connected receivers. */
  peers: z.number(),
})
export type ConnectFigures = z.infer<typeof connectFigures>

/** A stream of an input that is passed on to a destination. */
export const vconnectConnect = z.object({
  id: uuid,
  environmentId: uuid,
  inputId: uuid,
  destinationId: uuid,
  enabled: z.boolean(),
  state: z.enum(connectStates),
  ...linkState,
  figures: z.nullable(connectFigures),
  createdBy: z.string(),
  createdAt: time,
})
export type VconnectConnect = z.infer<typeof vconnectConnect>

/** Figures of a time step. */
const linkPoint = z.object({
  at: time,
  kbps: z.number(),
  /** Packets in the step that were lost for ever: by an input, or on the way to a destination. */
  unrecovered: z.number(),
  /** Packets that were missing at first, or sent again. */
  recovered: z.number(),
  rttMs: z.nullable(z.number()),
})
export const linkMonitors = z.object({ stepS: z.number(), points: z.array(linkPoint) })
export type LinkMonitors = z.infer<typeof linkMonitors>

const windowQuery = z.object({ window: z._default(z.enum(vconnectWindows), '1h') })

const path = `${base}/connects`

const connectCalls = {
  getVconnectBay: call({
    method: 'GET',
    path: `${base}/bay`,
    summary: 'Get all inputs, destinations and connects of the environment with their states: the patch bay.',
    caller: 'environment',
    right: connectors('read'),
    answer: z.object({
      inputs: z.array(vconnectInput),
      destinations: z.array(vconnectDestination),
      connects: z.array(vconnectConnect),
    }),
    kind: 'json',
    status: 200,
  }),
  createVconnectConnect: call({
    method: 'POST',
    path,
    summary: `Connect an input to a destination. Other connects stay as they are. A listener and a destination by UDP or RTP take one input. An environment has at most ${vconnectLimits.connects} connects.`,
    caller: 'environment',
    right: connectors('create'),
    body: z.object({ inputId: uuid, destinationId: uuid, enabled: z._default(z.boolean(), true) }),
    answer: vconnectConnect,
    kind: 'json',
    status: 201,
    problems: [
      'not-found',
      'vconnect-connected',
      'vconnect-destination-taken',
      'vconnect-loop',
      'limit-reached',
    ],
  }),
  listVconnectConnects: call({
    method: 'GET',
    path,
    summary: 'List the connects, newest first.',
    caller: 'environment',
    right: connectors('read'),
    query: z.object(pageQuery),
    answer: page(vconnectConnect),
    kind: 'json',
    status: 200,
  }),
  listVconnectConnectsByInput: call({
    method: 'GET',
    path: `${path}/by_input/:id`,
    summary: 'List the connects of an input, newest first.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    query: z.object(pageQuery),
    answer: page(vconnectConnect),
    kind: 'json',
    status: 200,
  }),
  getVconnectConnect: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a connect.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    answer: vconnectConnect,
    kind: 'json',
    status: 200,
  }),
  updateVconnectConnect: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Pause or resume a connect.',
    caller: 'environment',
    right: connectors('update'),
    params: idParams,
    body: z.object({ enabled: z.boolean() }),
    answer: vconnectConnect,
    kind: 'json',
    status: 200,
  }),
  deleteVconnectConnect: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a connect.',
    caller: 'environment',
    right: connectors('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  getVconnectInputMonitors: call({
    method: 'GET',
    path: `${base}/inputs/:id/monitors`,
    summary: 'Get bitrate, losses and round trip of an input over the last 1, 4 or 8 hours.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    query: windowQuery,
    answer: linkMonitors,
    kind: 'json',
    status: 200,
  }),
  getVconnectConnectMonitors: call({
    method: 'GET',
    path: `${path}/:id/monitors`,
    summary: 'Get bitrate, losses and round trip of a connect over the last 1, 4 or 8 hours.',
    caller: 'environment',
    right: connectors('read'),
    params: idParams,
    query: windowQuery,
    answer: linkMonitors,
    kind: 'json',
    status: 200,
  }),
}

export const vconnectConnectFeature = defineFeature({
  calls: connectCalls,
  problems: {
    'vconnect-connected': { status: 409, title: 'Both are already connected' },
    'vconnect-destination-taken': { status: 409, title: 'This destination takes one input' },
  },
  objects: { vconnect_connect: connectors('read') },
  events: {
    'video.vconnect_connect.created': 'vconnect_connect',
    'video.vconnect_connect.sending': 'vconnect_connect',
    'video.vconnect_connect.failing': 'vconnect_connect',
    'video.vconnect_connect.deleted': 'vconnect_connect',
  },
  auditActions: ['vconnect_connect.created', 'vconnect_connect.updated', 'vconnect_connect.deleted'],
})
