import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { profileBase as base, roleName } from './people.ts'

/** Limits of the time after which an unused session ends, in minutes. */
export const idleMinutes = { least: 5, most: 43_200 } as const

const sessionIdleMinutes = z.nullable(
  z.int().check(z.minimum(idleMinutes.least), z.maximum(idleMinutes.most)),
)

export const signInRules = z.object({
  /** All members need two-factor authentication. */
  requiresSecondFactor: z.boolean(),
  /** Roles whose holders need it, in the organization or in an environment. */
  secondFactorRoles: z.array(roleName),
  /** Sessions of members end after this time without use. Null for the time of the installation. */
  sessionIdleMinutes,
  /** The time of the installation, which organizations can shorten. */
  installationIdleMinutes: z.int(),
  /** Members who have not set up two-factor authentication. */
  membersWithoutSecondFactor: z.int(),
})
export type SignInRules = z.infer<typeof signInRules>

export const signInRulesBody = z.object({
  requiresSecondFactor: z.optional(z.boolean()),
  secondFactorRoleIds: z.optional(z.array(uuid).check(z.maxLength(100))),
  sessionIdleMinutes: z.optional(sessionIdleMinutes),
})

const signInRuleCalls = {
  getSignInRules: call({
    method: 'GET',
    path: `${base}/organizations/:id/sign-in-rules`,
    summary:
      'Get what the organization requires at sign-in, and how many members have no two-factor authentication.',
    caller: 'organization',
    right: ['Settings', 'User', 'read'],
    params: idParams,
    answer: signInRules,
    kind: 'json',
    status: 200,
  }),
  setSignInRules: call({
    method: 'PUT',
    path: `${base}/organizations/:id/sign-in-rules`,
    summary:
      'Require two-factor authentication of all members or of the holders of some roles, and set the time after which unused sessions end. Omitted fields stay unchanged. Members without two-factor authentication can do nothing else until they have set it up; API tokens keep working. The caller needs it for their own account first.',
    caller: 'organization',
    right: ['Settings', 'User', 'update'],
    isPersonal: true,
    params: idParams,
    body: signInRulesBody,
    answer: signInRules,
    kind: 'json',
    status: 200,
    problems: ['second-factor-off'],
  }),
}

export const signInRulesFeature = defineFeature({
  calls: signInRuleCalls,
  problems: {
    'second-factor-off': {
      status: 409,
      title: 'Turn on two-factor authentication for your own account first',
    },
  },
  auditActions: ['organization.sign_in_rules.changed'],
})
