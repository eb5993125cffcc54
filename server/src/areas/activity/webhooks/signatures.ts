import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const SECRET_BYTES = 32

/** A signing secret in the format of Standard Webhooks. */
export function newSigningSecret(): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64')
}

/** Headers that prove the sender and the time of a body.
 * @param secrets the current secret and, during a rotation, the previous one */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const standard = secrets.map((secret) => `v1,${standardSignature(secret, `${id}.${timestamp}.${body}`)}`)
  const own = secrets.map((secret) => `v1=${ownSignature(secret, `${timestamp}.${body}`)}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
    'kinora-signature': [`t=${timestamp}`, ...own].join(','),
  }
}

/** standardwebhooks.com: the key is the base64-decoded secret. */
function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}

/** Like Mux and Stripe: the key is the text of the secret. */
function ownSignature(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('hex')
}
