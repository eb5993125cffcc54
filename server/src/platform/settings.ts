import * as z from 'zod'
import { parseHostRule } from './net/host-rules.ts'

export const MIB = 1024 ** 2
export const GIB = 1024 ** 3

export const count = z.coerce.number().int().min(1)
export const bytes = z.coerce.number().int().min(0)
export const port = z.coerce.number().int().min(0).max(65_535)
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')

export const addresses = listOf(z.union([z.ipv4(), z.ipv6()]))
export const networks = listOf(z.union([z.cidrv4(), z.cidrv6()]))

/** Hosts as `example.com` or `*.example.com`, with a port or without. */
export const hosts = listOf(
  z.string().transform((text, context) => {
    const rule = parseHostRule(text)
    if (rule === null) context.addIssue('Enter hosts such as example.com, *.example.com or example.com:8443')
    return rule ?? z.NEVER
  }),
)

export const timeZone = z.string().refine(isTimeZone, 'Enter a time zone such as Asia/Kolkata')
export const names = listOf(z.string().min(1))
export const secretKeys = listOf(z.base64().length(44))

/** Values separated by commas. */
function listOf<T extends z.ZodType<unknown, string>>(entry: T) {
  const split = (text: string) => text.split(',').map((each) => each.trim())
  return z
    .string()
    .transform((text) => split(text).filter(Boolean))
    .pipe(z.array(entry))
}

/** Marks a setting as secret: its value can also be in a file that `NAME_FILE` names. */
export function secret<T extends z.ZodType>(schema: T): T {
  return schema.meta({ isSecret: true })
}

export function isSecret(schema: z.ZodType): boolean {
  return schema.meta()?.isSecret === true
}

/** Settings of a part of Kinora by environment variable, with their defaults and units. */
export interface SettingsDefinition<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly shape: S
  /** Settings that need others, with their names. */
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** Connections to other machines that must be encrypted. */
  readonly links: readonly Link[]
}

/** A connection that a setting names. */
export interface Link {
  readonly name: string
  /** Whether the values leave it without encryption. */
  readonly isPlain: (values: Readonly<Record<string, unknown>>) => boolean
  /** How to encrypt it. */
  readonly advice: string
}

/** The values of settings. */
export type SettingsOf<D> = D extends SettingsDefinition<infer S> ? z.infer<z.ZodObject<S>> : never

/** Declares the settings of a feature in its `settings.ts`, which `npm run generate` finds. */
export function defineSettings<S extends z.ZodRawShape>(
  shape: S,
  needs: SettingsDefinition['needs'] = {},
  links: readonly Link[] = [],
): SettingsDefinition<S> {
  return { shape, needs, links }
}

/** A link to the URL of a service that speaks HTTP. */
export function httpLink(name: string): Link {
  return {
    name,
    isPlain: ({ [name]: url }) => url !== undefined && /^http:/.test(String(url)) && !isLoopback(hostOf(url)),
    advice: 'use https:',
  }
}

/** Whether a host is this machine. A folder is that of a socket. */
export function isLoopback(host: string): boolean {
  return /^(?:|(?:\/|%2F).*|localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}

export function hostOf(url: unknown): string {
  const parsed = URL.parse(String(url))
  // PostgreSQL prefers the parameter.
  return parsed?.searchParams.get('host') ?? parsed?.hostname ?? ''
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
