import { resolve } from 'node:path'
import { issueMessage } from '@kinora/contract/issue-message'
import * as z from 'zod'
import { readSecretFiles } from './keys/secret-files.ts'
import {
  bytes,
  count,
  defineSettings,
  flag,
  GIB,
  hostOf,
  hosts,
  httpLink,
  isLoopback,
  isSecret,
  type Link,
  MIB,
  names,
  networks,
  port,
  type SettingsDefinition,
  type SettingsOf,
  secret,
  secretKeys,
  timeZone,
} from './settings.ts'
import { StartupFailure } from './startup-failure.ts'

export const roles = ['web', 'delivery', 'worker', 'ingest'] as const
export type Role = (typeof roles)[number]

const rolesSchema = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles)).min(1))

export const platformSettings = defineSettings(
  {
    PORT: port.default(4000).describe('TCP port of the web server; 0 selects a free port'),
    HOST: z.string().min(1).default('127.0.0.1').describe('Address that the web server binds to'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'Public URL behind a proxy or CDN; taken from the request if unset. Only its host, the host name of the machine, loopback names and IP addresses are answered (421 otherwise)',
      ),
    EMBED_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .transform((address) => new URL(address).origin)
      .optional()
      .describe(
        'Origin of the embed and watch pages, such as `https://watch.example.com`, which leads to this server too: then no script of these pages can reach the console. They are on the origin of the console if unset',
      ),
    DATA_DIR: z
      .string()
      .min(1)
      .default('./data')
      .describe('Folder for the embedded database and files on local disk'),
    ROLES: rolesSchema
      .default([...roles])
      .describe('Roles of this process: web, delivery, worker, ingest, separated by commas; also `--roles`'),
    TRUST_PROXY: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('Number of trusted proxies in front of Kinora whose X-Forwarded-* headers are used'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('warn').describe('Log level'),
    DATABASE_URL: secret(
      z
        .url({ protocol: /^postgres(ql)?$/ })
        .optional()
        .describe('PostgreSQL 15 or newer; an embedded one is started if unset'),
    ),
    DATABASE_POOL_MAX: count.max(1000).default(12).describe('Maximum database connections of this process'),
    S3_BUCKET: z
      .string()
      .min(1)
      .optional()
      .describe('Bucket for files; files are stored on local disk if unset'),
    S3_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('URL of an S3 service other than AWS'),
    S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
    S3_ACCESS_KEY_ID: secret(z.string().min(1).optional().describe('Access key of the bucket')),
    S3_SECRET_ACCESS_KEY: secret(z.string().min(1).optional().describe('Secret key of the bucket')),
    S3_FORCE_PATH_STYLE: flag
      .default(false)
      .describe('Whether the bucket name is in the path instead of the host name'),
    STORAGE_MIN_FREE_BYTES: bytes
      .default(2 * GIB)
      .describe('Minimum free disk space for new uploads, in bytes'),
    URL_ALLOW_PRIVATE: networks
      .default([])
      .describe('Private networks (CIDRs, separated by commas) that URLs from users may access'),
    OUTGOING_HOSTS: hosts
      .default([])
      .describe(
        'The only hosts that URLs from users may lead to, separated by commas: `example.com`, `*.example.com` for its subdomains, `example.com:8443` for one port. Redirects count too. All public ones if unset',
      ),
    SMTP_URL: secret(
      z
        .url({ protocol: /^smtps?$/ })
        .optional()
        .describe(
          'Mail server, such as `smtp://user:password@host:587`; emails are written to files in DATA_DIR/mail if unset',
        ),
    ),
    ALLOW_PLAINTEXT: names
      .default([])
      .describe(
        'Settings whose connections to other machines may be unencrypted, separated by commas, such as `DATABASE_URL,SMTP_URL`: in a network that is encrypted itself',
      ),
    MAIL_FROM: z.string().min(3).default('Kinora <kinora@localhost>').describe('Sender of emails'),
    METRICS_TOKEN: secret(
      z
        .string()
        .min(16)
        .optional()
        .describe(
          'Token for `/metrics`, sent as `Authorization: Bearer`; only this machine gets metrics if unset',
        ),
    ),
    SECRETS_KEY: secret(
      secretKeys
        .optional()
        .describe(
          'Key that encrypts stored secrets: 32 bytes in base64, the same for all processes; a file in DATA_DIR if unset. Older keys that still decrypt follow it, separated by commas (`docs/keys.md`)',
        ),
    ),
    FFMPEG_PATH: z.string().min(1).default('ffmpeg').describe('The ffmpeg program'),
    FFPROBE_PATH: z.string().min(1).default('ffprobe').describe('The ffprobe program'),
    ENCODE_MEMORY_BYTES: bytes
      .min(256 * MIB)
      .default(6 * GIB)
      .describe('Maximum address space of an ffmpeg process, in bytes'),
    BILLING: z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'Whether usage is metered and charged to the wallets of organizations. Nothing is refused until an administrator makes a wallet prepaid. `off` leaves out metering, calls and screens',
      ),
    BILLING_TIMEZONE: timeZone
      .default('UTC')
      .describe('Time zone of the months and days in which new organizations are billed'),
    PAYMENTS: z
      .enum(['offline', 'test', 'stripe'])
      .default('offline')
      .describe(
        'How organizations add money: `offline` by bank transfer, which an administrator records; `test` with test cards, which move no money; `stripe` with cards',
      ),
    PAYMENT_INSTRUCTIONS: z
      .string()
      .max(2000)
      .optional()
      .describe('How to pay by bank transfer, shown to organizations: the account, and whom to ask'),
    STRIPE_SECRET_KEY: secret(z.string().min(1).optional().describe('Secret key of Stripe')),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .min(1)
      .optional()
      .describe('Publishable key of Stripe, which browsers get'),
    STRIPE_WEBHOOK_SECRET: secret(
      z
        .string()
        .min(1)
        .optional()
        .describe(
          'Signing secret of the webhook endpoint at Stripe, whose URL is `/billing/api/v1/stripe/webhook`',
        ),
    ),
    STRIPE_API_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('URL of another service that speaks like Stripe, for tests'),
    IMAGE_MEMORY_BYTES: bytes
      .min(256 * MIB)
      .default(512 * MIB)
      .describe('Maximum address space of an ffmpeg process that renders an image, in bytes'),
  },
  {
    S3_BUCKET: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    STRIPE_SECRET_KEY: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  },
  [
    {
      name: 'DATABASE_URL',
      isPlain: ({ DATABASE_URL: url }) =>
        url !== undefined &&
        !isLoopback(hostOf(url)) &&
        !/[?&]sslmode=(?:require|verify-ca|verify-full)\b/.test(String(url)),
      advice: 'add sslmode=verify-full',
    },
    httpLink('S3_ENDPOINT'),
    httpLink('STRIPE_API_URL'),
  ],
)

/** The values of all settings. `settings.gen.ts` adds those of areas. */
export interface Config extends SettingsOf<typeof platformSettings> {
  readonly DATA_DIR: string
}

/**
 * Reads settings from environment variables, `--name value` arguments, and files that hold secrets.
 * @throws StartupFailure with all invalid settings
 */
export function parseConfig(
  definitions: readonly SettingsDefinition[],
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Config {
  const shape = shapeOf(definitions)
  const inFiles = readSecretFiles(secretNames(shape), env)
  const given = Object.fromEntries(
    Object.keys(shape).map((name) => [
      name,
      inFiles.values[name] ?? (env[name] === '' ? undefined : env[name]),
    ]),
  )
  const roleArgument = args.indexOf('--roles')
  if (roleArgument >= 0) given.ROLES = args[roleArgument + 1] ?? ''

  const parsed = z.object(shape).safeParse(given, { error: issueMessage })
  const faults = (parsed.error?.issues ?? [])
    .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    .concat(inFiles.faults)
    .concat(definitions.flatMap(({ needs }) => missing(needs, given)))
    // Without all values, a connection is unknown.
    .concat(parsed.success ? definitions.flatMap(({ links }) => plainLinks(links, parsed.data)) : [])
  if (!parsed.success || faults.length > 0) {
    throw new StartupFailure(
      `The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
  // The definitions are all that `Config` has.
  const config = parsed.data as unknown as Config
  return { ...config, DATA_DIR: resolve(config.DATA_DIR) }
}

function missing(needs: SettingsDefinition['needs'], given: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(needs)
    .filter(([name, others]) => given[name] && !others.every((other) => given[other]))
    .map(([name, others]) => `${name}: needs ${others.join(' and ')}`)
}

/** Connections to other machines that nothing encrypts. */
function plainLinks(links: readonly Link[], values: Readonly<Record<string, unknown>>): string[] {
  const allowed = Array.isArray(values.ALLOW_PLAINTEXT) ? values.ALLOW_PLAINTEXT : []
  return links
    .filter(({ name, isPlain }) => isPlain(values) && !allowed.includes(name))
    .map(({ name, advice }) => `${name}: is not encrypted: ${advice}, or set ALLOW_PLAINTEXT=${name}`)
}

function secretNames(shape: z.ZodRawShape): string[] {
  return Object.entries(shape as Record<string, z.ZodType>)
    .filter(([, schema]) => isSecret(schema))
    .map(([name]) => name)
}

function shapeOf(definitions: readonly SettingsDefinition[]): z.ZodRawShape {
  return Object.assign({}, ...definitions.map(({ shape }) => shape))
}
