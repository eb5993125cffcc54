import type { LivestreamSource } from '@kinora/contract'
import type { Secrets } from '../../../platform/secrets.ts'

/** Placeholder for a secret. In an update it keeps the stored secret. */
const HIDDEN = '***'
const SECRET_NAME = /pass|key|secret|token|sig|auth/i

/** A source in the columns of a row. */
export interface StoredSource {
  /** The source with placeholders for the secrets of its URL. */
  readonly source: LivestreamSource
  /** The complete URL. Null if the URL has no secrets. */
  readonly sourceUrlEncrypted: string | null
}

/** Encrypts the secrets of a source. @param before the source that this one replaces */
export function storedSource(
  secrets: Secrets,
  source: LivestreamSource,
  before?: StoredSource,
): StoredSource {
  if (source.type !== 'pull') return { source, sourceUrlEncrypted: null }
  const known = before === undefined ? null : urlOf(secrets, before)
  const knownSecrets = new Map<string, string>()
  // A changed host must not receive the stored secrets: users may edit a stream without knowing them.
  if (known !== null && new URL(known).host === new URL(source.url).host)
    withSecrets(known, (name, value) => {
      knownSecrets.set(name, value)
      return value
    })
  const url = withSecrets(source.url, (name, value) =>
    value === HIDDEN ? (knownSecrets.get(name) ?? value) : value,
  )
  const hidden = withSecrets(url, () => HIDDEN)
  if (hidden === url) return { source: { ...source, url }, sourceUrlEncrypted: null }
  const sourceUrlEncrypted = known === url && before ? before.sourceUrlEncrypted : secrets.encrypt(url)
  return { source: { ...source, url: hidden }, sourceUrlEncrypted }
}

/** URL of a pulled source including its secrets. Null for other sources. */
export function urlOf(secrets: Secrets, { source, sourceUrlEncrypted }: StoredSource): string | null {
  if (source.type !== 'pull') return null
  return sourceUrlEncrypted === null ? source.url : secrets.decrypt(sourceUrlEncrypted)
}

/** Replaces the values of secrets in the query, and nothing else. */
function withSecrets(url: string, replace: (name: string, value: string) => string): string {
  return url.replace(/([?&])([^=&#]+)=([^&#]*)/g, (pair, mark: string, name: string, value: string) =>
    SECRET_NAME.test(name) ? `${mark}${name}=${replace(name, value)}` : pair,
  )
}
