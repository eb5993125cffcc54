import * as z from 'zod/mini'
import { call } from '../call.ts'
import { cursorPage, cursorQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { profileBase as base } from './people.ts'

/** Actions in the log of an account. */
export const accountActions = [
  'session.started',
  'session.ended',
  'session.revoked',
  'sign_in.failed',
  'sign_in.locked',
  'password.changed',
  'password.reset',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.reset',
  'recovery_code.used',
  'access.refused',
] as const
export type AccountAction = (typeof accountActions)[number]

/** Something that happened to an account. */
export const accountRecord = z.object({
  id: uuid,
  at: time,
  action: z.enum(accountActions),
  /** Whether it was refused. */
  failed: z.boolean(),
  address: z.nullable(z.string()),
  /** The User-Agent header. */
  userAgent: z.nullable(z.string()),
  /** Name of another person who did it, such as an administrator. */
  by: z.nullable(z.string()),
  /** How often the same happened from `at` to `lastAt`. */
  repeats: z.int(),
  lastAt: time,
})
export type AccountRecord = z.infer<typeof accountRecord>

/** Maximum number of records in a response of the export. */
export const securityLogLimit = 1000

const securityLogCalls = {
  listAccountRecords: call({
    method: 'GET',
    path: `${base}/users/:id/security-log`,
    summary:
      'List the sign-ins, failed attempts, sign-outs and changes of credentials of the account, newest first.',
    caller: 'user',
    allowsUnverified: true,
    allowsWithoutFactor: true,
    params: z.object({ id: z.union([z.literal('me'), uuid]) }),
    query: z.object(cursorQuery),
    answer: cursorPage(accountRecord),
    kind: 'json',
    status: 200,
  }),
  exportSecurityLog: call({
    method: 'GET',
    path: `${base}/security-log/export`,
    summary: `Export the security log of the organization for a SIEM as JSON lines, oldest first, at most ${securityLogLimit} at once: sign-ins of its members, failures, changes of credentials, rights and roles, and refused calls. Continue with the \`next-cursor\` header until it stays the same; a response can have fewer records, even none. The caller needs the right to read members in the whole organization.`,
    caller: 'environment',
    right: ['Events and Logs', 'Event', 'read'],
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(100))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(securityLogLimit)), securityLogLimit),
    }),
    kind: 'file',
    status: 200,
    perMinute: 120,
  }),
}

export const securityLogFeature = defineFeature({
  calls: securityLogCalls,
  auditActions: accountActions,
})
