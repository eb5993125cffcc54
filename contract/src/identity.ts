import * as z from 'zod/mini'
import { call } from './call.ts'
import { messages, name, time, uuid } from './common.ts'
import { grants } from './permissions.ts'

const base = '/services/api/v1'

export const environmentTypes = ['development', 'qa', 'staging', 'production'] as const
export type EnvironmentType = (typeof environmentTypes)[number]

/** Letters of any script with single separators inside, at least three of them. */
const accountName = z
  .string()
  .check(
    z.minLength(3, messages.accountNameLength),
    z.maxLength(100),
    z.regex(/^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+)*$/u, messages.accountNameLetters),
  )

const password = z
  .string()
  .check(
    z.minLength(8, messages.password),
    z.maxLength(200),
    z.regex(/\p{Lu}/u, messages.password),
    z.regex(/\p{Ll}/u, messages.password),
    z.regex(/\p{N}/u, messages.password),
    z.regex(/[^\p{L}\p{N}\s]/u, messages.password),
  )

const email = z.email(messages.email).check(z.maxLength(254))

const environmentName = z.string().check(
  z.minLength(1, messages.environmentName),
  z.maxLength(100),
  z.refine((value) => value.trim() === value, messages.environmentName),
)

const role = z.object({ id: uuid, name: z.string() })

/** `grants` are the caller's own rights inside the environment. */
export const environment = z.object({
  id: uuid,
  organizationId: uuid,
  name: z.string(),
  type: z.enum(environmentTypes),
  role,
  grants,
  createdAt: time,
})
export type Environment = z.infer<typeof environment>

export const organization = z.object({
  id: uuid,
  uuid,
  name: z.string(),
  isActive: z.boolean(),
  isSubscribed: z.boolean(),
  alertMessage: z.nullable(z.string()),
  role,
  settings: z.record(z.string(), z.string()),
  environments: z.array(environment),
})
export type Organization = z.infer<typeof organization>

export const user = z.object({
  id: uuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Administers this installation. */
  isAdmin: z.boolean(),
  organizations: z.array(organization),
})
export type User = z.infer<typeof user>

export const signUpBody = z.object({ email, password, firstName: accountName, lastName: accountName })
export const signInBody = z.object({
  email: z.string().check(z.minLength(1, messages.required), z.maxLength(254)),
  password: z.string().check(z.minLength(1, messages.required), z.maxLength(200)),
})
export const createOrganizationBody = z.object({ name })
export const createEnvironmentBody = z.object({
  organizationId: uuid,
  name: environmentName,
  type: z.enum(environmentTypes),
})

const session = z.object({ token: z.string(), user })

export const identityCalls = {
  signUp: call({
    method: 'POST',
    path: `${base}/users/signup`,
    summary: 'Make an account and sign in. The first account administers the installation.',
    caller: 'none',
    body: signUpBody,
    answer: session,
    kind: 'json',
    status: 201,
    problems: ['email-taken'],
    perMinute: 20,
  }),
  signIn: call({
    method: 'POST',
    path: `${base}/users/authenticate`,
    summary: 'Sign in with e-mail and password.',
    caller: 'none',
    body: signInBody,
    answer: session,
    kind: 'json',
    status: 200,
    problems: ['credentials-wrong', 'account-locked'],
    perMinute: 30,
  }),
  signOut: call({
    method: 'POST',
    path: `${base}/users/sign-out`,
    summary: 'End this session.',
    caller: 'user',
    kind: 'empty',
    status: 204,
  }),
  getUser: call({
    method: 'GET',
    path: `${base}/users/:id`,
    summary:
      'A user with organisations, environments and rights. `me` is the caller, the only one to be seen.',
    caller: 'user',
    params: z.object({ id: z.union([z.literal('me'), uuid]) }),
    answer: user,
    kind: 'json',
    status: 200,
  }),
  createOrganization: call({
    method: 'POST',
    path: `${base}/organizations/create`,
    summary: 'Make an organisation, with a first environment of type production. The caller owns it.',
    caller: 'user',
    body: createOrganizationBody,
    answer: organization,
    kind: 'json',
    status: 201,
  }),
  listEnvironments: call({
    method: 'GET',
    path: `${base}/environments`,
    summary: "The organisation's environments that the caller may enter.",
    caller: 'user',
    query: z.object({ organizationId: uuid }),
    answer: z.object({ items: z.array(environment) }),
    kind: 'json',
    status: 200,
  }),
  createEnvironment: call({
    method: 'POST',
    path: `${base}/environments`,
    summary: 'Add an environment to an organisation.',
    caller: 'user',
    body: createEnvironmentBody,
    answer: environment,
    kind: 'json',
    status: 201,
    problems: ['name-taken'],
  }),
  listEnvironmentTypes: call({
    method: 'GET',
    path: `${base}/environment-types`,
    summary: 'The four kinds of environment.',
    caller: 'user',
    answer: z.object({ items: z.array(z.object({ id: z.enum(environmentTypes) })) }),
    kind: 'json',
    status: 200,
  }),
}
