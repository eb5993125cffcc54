import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, idParams, time, uuid } from '../common.ts'
import {
  dataBase,
  everywhere,
  exportFormats,
  exportLimit,
  keptDays,
  recordFilters,
  shortPages,
} from './events.ts'

export const logMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Classes of answers: `2xx` and so on. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

/** Longest request or answer body that a log keeps, in characters. */
export const logBodyLimit = 8192

const actor = z.object({
  kind: z.enum(['person', 'token']),
  id: uuid,
  name: z.string(),
  /** Who acted as them. */
  impersonator: z.nullable(z.string()),
})

/** One request as a list shows it. */
export const logLine = z.object({
  id: uuid,
  /** Null where the request was about the organisation as a whole: such are listed with `everywhere`. */
  environmentId: z.nullable(uuid),
  createdAt: time,
  method: z.enum(logMethods),
  /** Path and query, secrets taken out. */
  url: z.string(),
  status: z.number(),
  /** Milliseconds. */
  took: z.number(),
  by: z.nullable(actor),
})
export type LogLine = z.infer<typeof logLine>

export const log = z.object({
  ...logLine.shape,
  /** What the answer means: the problem's title and detail, or the call's summary. */
  description: z.string(),
  requestId: z.string(),
  address: z.nullable(z.string()),
  /** A content or another thing that the request was about. */
  objectId: z.nullable(uuid),
  /** JSON without secrets; cut where it is very long. */
  requestBody: z.nullable(z.string()),
  responseBody: z.nullable(z.string()),
})
export type Log = z.infer<typeof log>

const logFilters = {
  ...recordFilters,
  ...everywhere,
  method: z.optional(z.array(z.enum(logMethods)).check(z.maxLength(logMethods.length))),
  status: z.optional(z.array(z.enum(statusClasses)).check(z.maxLength(statusClasses.length))),
}

export const logCalls = {
  listLogs: call({
    method: 'GET',
    path: `${dataBase}/logs`,
    summary: `Requests of the last ${keptDays} days, the latest first. ${shortPages}`,
    caller: 'environment',
    right: ['Events and Logs', 'Log', 'read'],
    query: z.object({ ...cursorQuery, ...logFilters }),
    answer: cursorPage(logLine),
    kind: 'json',
    status: 200,
  }),
  exportLogs: call({
    method: 'GET',
    path: `${dataBase}/logs/export`,
    summary: `Requests as a file without their bodies, at most ${exportLimit}.`,
    caller: 'environment',
    right: ['Events and Logs', 'Log', 'read'],
    query: z.object({ ...logFilters, format: z._default(z.enum(exportFormats), 'csv') }),
    kind: 'file',
    status: 200,
    perMinute: 20,
  }),
  getLog: call({
    method: 'GET',
    path: `${dataBase}/logs/:id`,
    summary: 'One request with its bodies.',
    caller: 'environment',
    right: ['Events and Logs', 'Log', 'read'],
    params: idParams,
    answer: log,
    kind: 'json',
    status: 200,
  }),
}
