import * as z from 'zod/mini'
import { call } from '../call.ts'
import { acrossOrganization, cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { dataBase, everywhere, exportLimit, keptDays, recordFilters, shortPages } from './events.ts'
import { exportFormats, logMethods, statusClasses } from './values.ts'
import { recordVolume } from './volume.ts'

/** Maximum length of a logged request or response body, in characters. */
export const logBodyLimit = 8192

const actor = z.object({
  kind: z.enum(['person', 'token']),
  id: uuid,
  name: z.string(),
  /** Name of the impersonator, if there was one. */
  impersonator: z.nullable(z.string()),
})

/** A request as shown in lists. */
export const logLine = z.object({
  id: uuid,
  /** Null for requests about the whole organization, which are listed only with `everywhere`. */
  environmentId: z.nullable(uuid),
  createdAt: time,
  method: z.enum(logMethods),
  /** Path and query, without secrets. */
  url: z.string(),
  status: z.number(),
  /** Milliseconds. */
  took: z.number(),
  by: z.nullable(actor),
})
export type LogLine = z.infer<typeof logLine>

export const log = z.object({
  ...logLine.shape,
  /** The meaning of the response: title and detail of the problem, or the summary of the call. */
  description: z.string(),
  requestId: z.string(),
  address: z.nullable(z.string()),
  /** ID of the content or other object that the request was about. */
  objectId: z.nullable(uuid),
  /** JSON without secrets, truncated at `logBodyLimit`. */
  requestBody: z.nullable(z.string()),
  responseBody: z.nullable(z.string()),
})
export type Log = z.infer<typeof log>

const logFilters = {
  ...recordFilters,
  ...everywhere,
  ...acrossOrganization,
  /** About this video. */
  contentId: z.optional(uuid),
  method: z.optional(z.array(z.enum(logMethods)).check(z.maxLength(logMethods.length))),
  status: z.optional(z.array(z.enum(statusClasses)).check(z.maxLength(statusClasses.length))),
}

const logCalls = {
  listLogs: call({
    method: 'GET',
    path: `${dataBase}/logs`,
    summary: `List the requests of the last ${keptDays} days, newest first. \`organizationId\` lists all environments of the organization and requests about the organization itself; \`contentId\` requests about a video. ${shortPages}`,
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Log', 'read'],
    query: z.object({ ...cursorQuery, ...logFilters }),
    answer: cursorPage(logLine),
    kind: 'json',
    status: 200,
  }),
  getLogVolume: call({
    method: 'GET',
    path: `${dataBase}/logs/volume`,
    summary:
      'Count the requests that the list with the same filters shows, over time. Failed are those with status 400 and above.',
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Log', 'read'],
    query: z.object(logFilters),
    answer: recordVolume,
    kind: 'json',
    status: 200,
    perMinute: 60,
  }),
  exportLogs: call({
    method: 'GET',
    path: `${dataBase}/logs/export`,
    summary: `Export requests without their bodies as a file, at most ${exportLimit}.`,
    caller: 'environment',
    allowsOrganization: true,
    right: ['Events and Logs', 'Log', 'read'],
    query: z.object({ ...logFilters, format: z._default(z.enum(exportFormats), 'csv') }),
    kind: 'file',
    status: 200,
    perMinute: 20,
  }),
  getLog: call({
    method: 'GET',
    path: `${dataBase}/logs/:id`,
    summary: 'Get a request with its bodies.',
    caller: 'environment',
    right: ['Events and Logs', 'Log', 'read'],
    params: idParams,
    answer: log,
    kind: 'json',
    status: 200,
  }),
}

export const logFeature = defineFeature({
  calls: logCalls,
})
