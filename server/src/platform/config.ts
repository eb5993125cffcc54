import { resolve } from 'node:path'
import * as z from 'zod'
import { StartupFailure } from './startup-failure.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

const count = z.coerce.number().int().min(1)
const bytes = z.coerce.number().int().min(0)
const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

export const roles = ['web', 'delivery', 'worker', 'ingest'] as const
export type Role = (typeof roles)[number]

const rolesSchema = z
  .string()
  .transform((value) => value.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles)).min(1))

const addresses = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.ipv4(), z.ipv6()])))

const networks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((network) => network.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()])))

/** All settings by environment variable, with their defaults and units. */
export const settings = z.object({
  PORT: port.default(4000).describe('TCP port of the web server; 0 selects a free port'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address that the web server binds to'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public URL behind a proxy or CDN; taken from the request if unset. Only its host, the host name of the machine, loopback names and IP addresses are answered (421 otherwise)',
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
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; an embedded one is started if unset'),
  DATABASE_POOL_MAX: count.max(1000).default(12).describe('Maximum database connections of this process'),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'ClickHouse for analytics, such as `http://user:password@host:8123/database`; an embedded one is started if unset, on Linux with glibc',
    ),
  WAREHOUSE_MEMORY_BYTES: bytes
    .min(512 * MIB)
    .default(2 * GIB)
    .describe('Maximum memory of the embedded ClickHouse, in bytes'),
  VIEWS_DAYS: count
    .max(3650)
    .default(90)
    .describe('Days for which single views and their timelines are kept; sums of views are kept for ever'),
  GEO_CITY_DB: z
    .string()
    .min(1)
    .optional()
    .describe('MMDB file with countries, regions and cities of addresses; countries only if unset'),
  GEO_ISP_DB: z.string().min(1).optional().describe('MMDB file with internet providers of addresses'),
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
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of the bucket'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret key of the bucket'),
  S3_FORCE_PATH_STYLE: flag
    .default(false)
    .describe('Whether the bucket name is in the path instead of the host name'),
  STORAGE_MIN_FREE_BYTES: bytes
    .default(2 * GIB)
    .describe('Minimum free disk space for new uploads, in bytes'),
  RTMP_PORT: port.default(1935).describe('TCP port for live streams by RTMP; 0 selects a free port'),
  RTMPS_PORT: port
    .optional()
    .describe('TCP port for live streams by RTMPS, which needs TLS_CERT and TLS_KEY; off if unset'),
  TLS_CERT: z.string().min(1).optional().describe('File with the certificate chain for RTMPS, as PEM'),
  TLS_KEY: z.string().min(1).optional().describe('File with the private key of the certificate, as PEM'),
  SRT_PORT: port.default(8890).describe('UDP port for live streams by SRT; 0 selects a free port'),
  WEBRTC_PORT: port
    .default(8189)
    .describe('UDP port for live streams by WebRTC (WHIP and WHEP); 0 selects a free port'),
  WEBRTC_HOST: addresses
    .default([])
    .describe(
      'Public IP addresses of this machine that browsers send WebRTC to, separated by commas; those of its network interfaces if unset',
    ),
  WEBRTC_VIEWERS: count
    .max(10_000)
    .default(200)
    .describe('Maximum viewers by WebRTC of a live node; further viewers get HLS'),
  LIVE_MAX_KBPS: count
    .max(1_000_000)
    .default(60_000)
    .describe(
      'Maximum bit rate of an encoder over 5 seconds, in kbit/s; beyond it, the encoder is disconnected',
    ),
  LIVE_NODE_HOST: z
    .string()
    .min(1)
    .refine((host) => host !== '0.0.0.0' && host !== '::', 'needs an address that others can connect to')
    .default('127.0.0.1')
    .describe(
      'Address of this machine at which delivery processes get live streams from its live node; set it if delivery runs on other machines, in a private network only',
    ),
  URL_ALLOW_PRIVATE: networks
    .default([])
    .describe('Private networks (CIDRs, separated by commas) that URLs from users may access'),
  URL_MAX_BYTES: bytes.default(50 * GIB).describe('Maximum size of a file downloaded from a URL, in bytes'),
  URL_TIMEOUT_SECONDS: count
    .default(6 * 3600)
    .describe('Maximum time to download a file from a URL, in seconds'),
  SUPPORT_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https?$/ })])
    .optional()
    .describe('Contact for subscriptions and help: an email address or a URL'),
  SIGN_UP: z
    .enum(['open', 'invitation'])
    .default('open')
    .describe('Who can sign up: everybody, or only invited people; the first account can always be created'),
  VERIFY_EMAIL: z
    .enum(['auto', 'true', 'false'])
    .default('auto')
    .describe(
      'Whether email addresses must be confirmed with a code, which also hides from sign-up whether an address has an account; `auto`: if SMTP_URL is set',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, such as `smtp://user:password@host:587`; emails are written to files in DATA_DIR/mail if unset',
    ),
  MAIL_FROM: z.string().min(3).default('Kinora <kinora@localhost>').describe('Sender of emails'),
  GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'OAuth client ID for sign-in with Google, which is disabled if unset; add `/signin/google` of this server to its redirect URIs',
    ),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('https://accounts.google.com')
    .describe('Issuer of the ID tokens'),
  GOOGLE_CERTS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.googleapis.com/oauth2/v1/certs')
    .describe("URL of the issuer's certificates"),
  SECRETS_KEY: z
    .base64()
    .length(44)
    .optional()
    .describe(
      'Key that encrypts stored secrets: 32 bytes in base64, the same for all processes; a file in DATA_DIR if unset',
    ),
  PASSWORD_MEMORY_KIB: count
    .min(8)
    .max(4 * 1024 ** 2)
    .default(19_456)
    .describe('Memory for hashing a password (argon2id), in KiB'),
  PASSWORD_PASSES: count
    .max(100)
    .default(2)
    .describe('Iterations for hashing a password; the defaults are the minimum that OWASP recommends'),
  SESSION_DAYS: count.max(365).default(30).describe('Days until a session expires'),
  FFMPEG_PATH: z.string().min(1).default('ffmpeg').describe('The ffmpeg program'),
  FFPROBE_PATH: z.string().min(1).default('ffprobe').describe('The ffprobe program'),
  ENCODE_CONCURRENCY: count
    .max(64)
    .default(1)
    .describe('Maximum concurrent encodings of this process; each ffmpeg uses all cores'),
  ENCODE_MEMORY_BYTES: bytes
    .min(256 * MIB)
    .default(6 * GIB)
    .describe('Maximum address space of an ffmpeg process, in bytes'),
  IMAGE_MEMORY_BYTES: bytes
    .min(256 * MIB)
    .default(512 * MIB)
    .describe('Maximum address space of an ffmpeg process that renders an image, in bytes'),
})

export type Settings = z.infer<typeof settings>
export type Config = Settings & { readonly DATA_DIR: string }

/** Reads the configuration from environment variables and `--name value` arguments.
 * @throws StartupFailure with all invalid settings */
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
  if (given.RTMPS_PORT && !(given.TLS_CERT && given.TLS_KEY)) {
    faults.push('RTMPS_PORT: needs TLS_CERT and TLS_KEY')
  }
  if (!parsed.success || faults.length > 0) {
    throw new StartupFailure(
      `The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
  }
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}

/** The configuration of this process.
 * @throws StartupFailure */
export function configFromProcess(): Config {
  return readConfig(process.env, process.argv.slice(2))
}

/** The settings as rows of the table in the README. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : ''
    const shown = fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${shown} | ${allowedValues(schema)} | ${schema.description ?? ''} |`
  })
  return ['| name | default | allowed values | description |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** The words or the range of a setting; empty for free text. */
function allowedValues(schema: z.ZodType): string {
  const { enum: words, minimum, maximum } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ')
  if (minimum === undefined || maximum === undefined) return ''
  return maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `at least ${minimum}`
}
