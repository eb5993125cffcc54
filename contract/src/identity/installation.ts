import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, page, pageQuery, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { profileBase as base, session } from './people.ts'

const phrase = z.optional(z.string().check(z.maxLength(200)))

export const installationUser = z.object({
  id: uuid,
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  hasSecondFactor: z.boolean(),
  organizations: z.array(z.object({ id: uuid, name: z.string() })),
  createdAt: time,
})
export type InstallationUser = z.infer<typeof installationUser>

export const installationOrganization = z.object({
  id: uuid,
  name: z.string(),
  logoUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  isSubscribed: z.boolean(),
  alertMessage: z.nullable(z.string()),
  modules: z.array(z.string()),
  members: z.number(),
  environments: z.number(),
  createdAt: time,
})
export type InstallationOrganization = z.infer<typeof installationOrganization>

export const standingBody = z.object({
  isActive: z.boolean(),
  isSubscribed: z.boolean(),
  alertMessage: z.nullable(z.string().check(z.minLength(1), z.maxLength(500))),
  /** Enabled modules, by their names in roles. */
  modules: z
    .array(z.string().check(z.regex(/^[A-Za-z][A-Za-z -]{0,39}$/, messages.required)))
    .check(z.maxLength(40)),
})

export const impersonateBody = z.object({
  userId: uuid,
  reason: z.string().check(z.minLength(3, messages.required), z.maxLength(500)),
})

/** Calls for the administrators of the installation. */
const installationCalls = {
  listUsers: call({
    method: 'GET',
    path: `${base}/users`,
    summary: 'List all users of the installation.',
    caller: 'admin',
    query: z.object({ ...pageQuery, phrase }),
    answer: page(installationUser),
    kind: 'json',
    status: 200,
  }),
  impersonate: call({
    method: 'POST',
    path: `${base}/users/impersonate`,
    summary:
      'Act as another user for an hour. The audit trail records it; calls that return or change secrets are not allowed.',
    caller: 'admin',
    isSensitive: true,
    body: impersonateBody,
    answer: session,
    kind: 'json',
    status: 201,
  }),
  endUserSessions: call({
    method: 'POST',
    path: `${base}/users/:id/sign-out-everywhere`,
    summary: 'End all sessions of a user.',
    caller: 'admin',
    isPersonal: true,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  resetSecondFactor: call({
    method: 'POST',
    path: `${base}/users/:id/totp/reset`,
    summary:
      'Turn off two-factor authentication of a user who has lost the authenticator and the recovery codes, and end all their sessions. Check who asks first.',
    caller: 'admin',
    isSensitive: true,
    params: idParams,
    kind: 'empty',
    status: 204,
  }),
  listOrganizations: call({
    method: 'GET',
    path: `${base}/organizations`,
    summary: 'List all organizations of the installation.',
    caller: 'admin',
    query: z.object({ ...pageQuery, phrase }),
    answer: page(installationOrganization),
    kind: 'json',
    status: 200,
  }),
  setStanding: call({
    method: 'PUT',
    path: `${base}/organizations/:id/standing`,
    summary: 'Activate or deactivate an organization, and set its alert message and modules.',
    caller: 'admin',
    params: idParams,
    body: standingBody,
    answer: installationOrganization,
    kind: 'json',
    status: 200,
  }),
}

export const installationFeature = defineFeature({
  calls: installationCalls,
  auditActions: ['impersonation.started'],
})
