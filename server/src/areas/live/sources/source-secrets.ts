import type { LivestreamSource } from '@kinora/contract'
import type { Secrets } from '../../../platform/secrets.ts'

/** Shown in place of a secret. In a change it means that the secret stays. */
const HIDDEN = '***'
const SECRET_NAME = /pass|key|secret|token|sig|auth/i

/** A source as a row keeps it. */
export interface StoredSource {
  /** Without the secrets of its URL. */
  readonly source: LivestreamSource
  /** The whole URL. Null if it has no secrets. */
  readonly sourceUrlEncrypted: string | null
}

/** @param before the stored source that this one replaces */
export function storedSource(
  secrets: Secrets,
  source: LivestreamSource,
  before?: StoredSource,
): StoredSource {
  if (source.type !== 'pull') return { source, sourceUrlEncrypted: null }
  const known = before === undefined ? null : urlOf(secrets, before)
  const knownSecrets = new Map<string, string>()
  // Who may change the address of a stream must not get its secret sent to another host.
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

/** The URL of a pulled source with its secrets. Null for other sources. */
export function urlOf(secrets: Secrets, { source, sourceUrlEncrypted }: StoredSource): string | null {
  if (source.type !== 'pull') return null
  return sourceUrlEncrypted === null ? source.url : secrets.decrypt(sourceUrlEncrypted)
}

/** Replaces the values of secrets in the query. The rest of the URL stays as it is. */
function withSecrets(url: string, replace: (name: string, value: string) => string): string {
  return url.replace(/([?&])([^=&#]+)=([^&#]*)/g, (pair, mark: string, name: string, value: string) =>
    SECRET_NAME.test(name) ? `${mark}${name}=${replace(name, value)}` : pair,
  )
}
