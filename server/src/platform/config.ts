import { resolve } from 'node:path'
import * as z from 'zod'
import { StartupFailure } from './startup-failure.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

const count = z.coerce.number().int().min(1)
const bytes = z.coerce.number().int().min(0)
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

export const roles = ['web', 'delivery', 'worker'] as const
export type Role = (typeof roles)[number]

const rolesSchema = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles)).min(1))

const networks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((network) => network.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()])))

/** Every setting, by the name of its environment variable, with its default and its unit. */
export const settings = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4000)
    .describe('TCP port of the web server; 0 takes a free one'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the web server binds to'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address viewers and browsers use, where a proxy or CDN stands in front; taken from the request if unset',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder for the embedded database and files on local disk'),
  ROLES: rolesSchema
    .default([...roles])
    .describe('What this process does: web, delivery, worker, separated by commas; also `--roles`'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Proxies in front of Kinora whose X-Forwarded-* headers are believed, counted from it'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'])
    .default('warn')
    .describe('How much is logged'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; an embedded one is started if unset'),
  DATABASE_POOL_MAX: count
    .max(1000)
    .default(12)
    .describe('Connections of this process to the database, at most'),
  S3_BUCKET: z.string().min(1).optional().describe('Bucket for files; they are kept on local disk if unset'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of an S3 service other than AWS'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the bucket'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret key of the bucket'),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe('Whether the bucket stands in the path, not in the host name'),
  STORAGE_MIN_FREE_BYTES: bytes
    .default(2 * GIB)
    .describe('Uploads are refused when the disk has less free space than this, in bytes'),
  URL_ALLOW_PRIVATE: networks
    .default([])
    .describe('Private networks (CIDRs, separated by commas) that addresses typed by users may reach'),
  URL_MAX_BYTES: bytes.default(50 * GIB).describe('Largest file fetched by its address, in bytes'),
  URL_TIMEOUT_SECONDS: count
    .default(6 * 3600)
    .describe('Longest time to fetch a file by its address, in seconds'),
  SUPPORT_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https?$/ })])
    .optional()
    .describe('Whom people are told to ask, for a subscription or help: an e-mail address or a web page'),
  SIGN_UP: z
    .enum(['open', 'invitation'])
    .default('open')
    .describe('Who may make an account: anybody, or whoever was invited; the first account is always open'),
  VERIFY_EMAIL: z
    .enum(['auto', 'true', 'false'])
    .default('auto')
    .describe('Whether an address has to be confirmed by a mailed code; `auto`: where SMTP_URL is set'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, such as `smtp://user:password@host:587`; mails become files in DATA_DIR/mail if unset',
    ),
  MAIL_FROM: z.string().min(3).default('Kinora <kinora@localhost>').describe('Sender of mails'),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'OAuth client id for sign-in with Google, which is not offered if unset; it needs `/signin/google` of this address among its redirect URIs',
    ),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('https://accounts.google.com')
    .describe('Issuer of the ID tokens'),
  GOOGLE_CERTS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/oauth2/v1/certs')
    .describe("Where the issuer's certificates are"),
  SECRETS_KEY: z
    .base64()
    .length(44)
    .optional()
    .describe(
      'Key that stored secrets are encrypted with: 32 bytes in base64, the same for all processes; a file in DATA_DIR if unset',
    ),
  PASSWORD_MEMORY_KIB: count
    .min(8)
    .max(4 * 1024 ** 2)
    .default(19_456)
    .describe('Memory that hashing a password takes (argon2id), in KiB'),
  PASSWORD_PASSES: count
    .max(100)
    .default(2)
    .describe('Passes over that memory; the defaults are what OWASP recommends at least'),
  SESSION_DAYS: count.max(365).default(30).describe('Days after which a sign-in ends'),
  FFMPEG_PATH: z.string().min(1).default('ffmpeg').describe('The ffmpeg program'),
  FFPROBE_PATH: z.string().min(1).default('ffprobe').describe('The ffprobe program'),
  ENCODE_CONCURRENCY: count
    .max(64)
    .default(1)
    .describe('Ladders this process encodes at once; ffmpeg itself uses all cores'),
  ENCODE_MEMORY_BYTES: bytes
    .min(256 * MIB)
    .default(6 * GIB)
    .describe('Address space one ffmpeg may take, in bytes'),
})

export type Settings = z.infer<typeof settings>
export type Config = Settings & { readonly DATA_DIR: string }

/**
 * Reads the configuration from environment variables and `--name value` arguments.
 * @throws StartupFailure naming every wrong setting at once.
 */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[] = []): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  )
  const roleArgument = args.indexOf('--roles')
  if (roleArgument >= 0) given.ROLES = args[roleArgument + 1] ?? ''

  const parsed = settings.safeParse(given)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (given.S3_BUCKET && !(given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY)) {
    faults.push('S3_BUCKET: needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  if (!parsed.success || faults.length > 0) {
    throw new StartupFailure(
      `The configuration is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}

/** The configuration of this process. @throws StartupFailure */
export function configFromProcess(): Config {
  return readConfig(process.env, process.argv.slice(2))
}

/** The settings as rows of README's table. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${schema.description ?? ''} |`
  })
  return ['| name | default | what it sets |', '| --- | --- | --- |', ...rows].join('\n')
}
