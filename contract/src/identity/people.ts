import * as z from 'zod/mini'
import { time, uuid } from '../common.ts'
import { messages } from '../messages.ts'
import { builtInRoles, grants } from '../permissions.ts'

export const profileBase = '/services/api/v1'

export const languages = ['en', 'hi', 'ar', 'te'] as const
export type Language = (typeof languages)[number]
export const language = z.enum(languages)

export const environmentTypes = ['development', 'qa', 'staging', 'production'] as const
export type EnvironmentType = (typeof environmentTypes)[number]

/** Letters of any script with single separators inside, at least three of them. */
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

export const email = z.email(messages.email).check(z.maxLength(254))

/** Something that was typed and is only compared: a password that is there, an address of an account. */
export const typed = z.string().check(z.minLength(1, messages.required), z.maxLength(254))

/** Six digits from a mail. */
export const otp = z.string().check(z.regex(/^\d{6}$/, messages.otp))

/** Six digits from an authenticator, or a recovery code. */
export const secondFactor = z.string().check(z.regex(/^(\d{6}|[a-z0-9]{5}-[a-z0-9]{5})$/, messages.otp))

/** The secret part of a link in a mail. */
export const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

/** `builtIn` says which of the roles that every organisation has it is; null for an organisation's own. */
export const roleName = z.object({ id: uuid, name: z.string(), builtIn: z.nullable(z.enum(builtInRoles)) })

/** `grants` are the caller's own rights inside the environment. */
export const environment = z.object({
  id: uuid,
  organizationId: uuid,
  name: z.string(),
  type: z.enum(environmentTypes),
  role: roleName,
  grants,
  createdAt: time,
})
export type Environment = z.infer<typeof environment>

/** `grants` are the caller's own rights in the organisation, outside of any environment. */
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

export const user = z.object({
  id: uuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language,
  /** The address is known to be theirs. Where that is asked for, nothing else can be done before. */
  isVerified: z.boolean(),
  mustVerify: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Administers this installation. */
  isAdmin: z.boolean(),
  /** Set while somebody else acts as this user. */
  impersonation: z.nullable(z.object({ by: z.string(), expiresAt: time })),
  organizations: z.array(organization),
})
export type User = z.infer<typeof user>

export const session = z.object({ token: z.string(), user })
