import { existsSync } from 'node:fs'
import * as z from 'zod'
import { count, defineSettings } from '../../../platform/settings.ts'

export const accountSettings = defineSettings({
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
  PASSWORD_MEMORY_KIB: count
    .min(8)
    .max(4 * 1024 ** 2)
    .default(19_456)
    .describe('Memory for hashing a password (argon2id), in KiB'),
  PASSWORD_PASSES: count
    .max(100)
    .default(2)
    .describe('Iterations for hashing a password; the defaults are the minimum that OWASP recommends'),
  BREACHED_PASSWORDS: z
    .string()
    .min(1)
    .refine((path) => existsSync(path), 'There is no such file')
    .optional()
    .describe(
      'File of the SHA-1 hashes of breached passwords, one a line and sorted, as the downloader of Have I Been Pwned writes it; these passwords are refused',
    ),
  SESSION_DAYS: count.max(365).default(30).describe('Days until a session expires'),
  SESSION_IDLE_MINUTES: count
    .min(5)
    .max(525_600)
    .default(10_080)
    .describe('Minutes without use until a session expires; organizations can set less'),
  SUPPORT_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https?$/ })])
    .optional()
    .describe('Contact for subscriptions and help: an email address or a URL'),
})
