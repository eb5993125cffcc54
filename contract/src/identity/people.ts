import * as z from 'zod/mini'
import { requiredOr, time, uuid } from '../common.ts'
import { messages } from '../messages.gen.ts'
import { builtInRoles, grants } from '../permissions.ts'

export const profileBase = '/services/api/v1'

export const languages = ['en', 'hi', 'ar', 'te'] as const
export type Language = (typeof languages)[number]
export const language = z.enum(languages)

export const environmentTypes = ['development', 'qa', 'staging', 'production'] as const
export type EnvironmentType = (typeof environmentTypes)[number]

/** At least three letters of any script, with single separators between them. */
export const accountName = z
  .string()
  .check(
    z.minLength(3, messages.accountNameLength),
    z.maxLength(100),
    z.regex(/^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+)*$/u, messages.accountNameLetters),
  )

export const password = z
  .string()
  .check(
    z.minLength(8, messages.password),
    z.maxLength(200),
    z.regex(/\p{Lu}/u, messages.password),
    z.regex(/\p{Ll}/u, messages.password),
    z.regex(/\p{N}/u, messages.password),
    z.regex(/[^\p{L}\p{N}\s]/u, messages.password),
  )

export const email = z.email(requiredOr(messages.email)).check(z.maxLength(254))

/** Text that is only compared: the password or the email address of an existing account. */
export const typed = z.string().check(z.minLength(1, messages.required), z.maxLength(254))

/** Six digits from an email. */
export const otp = z.string().check(z.regex(/^\d{6}$/, messages.otp))

/** Names the request for a code. The code works only together with it, in the browser that asked. */
export const challenge = z.string().check(z.regex(/^[\w-]{32}$/, messages.required))

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactor = z
  .string()
  .check(z.regex(/^(\d{6}|[a-z0-9]{5}(-[a-z0-9]{5}){1,4})$/, messages.otp))

/** The secret part of a link in an email. */
export const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

/** `builtIn` is the name of a built-in role, or null for an organization's own role. */
export const roleName = z.object({ id: uuid, name: z.string(), builtIn: z.nullable(z.enum(builtInRoles)) })

/** `grants` are the rights of the caller in the environment. `envKey` names it in public, such as in players: it
 * grants nothing. */
export const environment = z.object({
  id: uuid,
  uuid,
  envKey: z.string(),
  organizationId: uuid,
  name: z.string(),
  type: z.enum(environmentTypes),
  /** Views are kept without a city and without an ID of the viewer. */
  viewerPrivacy: z.boolean(),
  role: roleName,
  grants,
  createdAt: time,
})
export type Environment = z.infer<typeof environment>

/** `grants` are the rights of the caller in the organization, outside of environments. */
export const organization = z.object({
  id: uuid,
  uuid,
  name: z.string(),
  title: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  isSubscribed: z.boolean(),
  alertMessage: z.nullable(z.string()),
  role: roleName,
  grants,
  settings: z.record(z.string(), z.string()),
  environments: z.array(environment),
})
export type Organization = z.infer<typeof organization>

/** `unverified` people must confirm their email address first. */
export const userStatuses = ['active', 'unverified'] as const

export const user = z.object({
  id: uuid,
  status: z.enum(userStatuses),
  /** The role in the environment of the `environment-id` header; without one in the organization that the user joined
   * first. Null without an organization. */
  role: z.nullable(roleName),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language,
  /** The email address is confirmed. If confirmation is required, most calls are refused until then. */
  isVerified: z.boolean(),
  mustVerify: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** An organization or a role requires two-factor authentication. */
  needsSecondFactor: z.boolean(),
  /** Most calls are refused until the user has set it up. */
  mustSetUpFactor: z.boolean(),
  /** Administrator of the installation. */
  isAdmin: z.boolean(),
  /** Set while another person acts as this user. */
  impersonation: z.nullable(z.object({ by: z.string(), expiresAt: time })),
  organizations: z.array(organization),
})
export type User = z.infer<typeof user>

export const session = z.object({ token: z.string(), user })

/** Null if the email address has to be confirmed first, also if it has an account already. */
export const firstSession = z.object({
  token: z.nullable(z.string()),
  user: z.nullable(user),
  /** Confirms the address, with the code from the email. Null without an email. */
  challenge: z.nullable(z.string()),
})
