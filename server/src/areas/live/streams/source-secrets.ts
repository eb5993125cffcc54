import type { LivestreamSource } from '@kinora/contract'
import { hideSecrets, keepSecrets } from '../../../platform/net/address-secrets.ts'
import type { Secrets } from '../../../platform/secrets.ts'

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
  const url = known === null ? source.url : keepSecrets(source.url, known)
  const hidden = hideSecrets(url)
  if (hidden === url) return { source: { ...source, url }, sourceUrlEncrypted: null }
  const sourceUrlEncrypted = known === url && before ? before.sourceUrlEncrypted : secrets.encrypt(url)
  return { source: { ...source, url: hidden }, sourceUrlEncrypted }
}

/** URL of a pulled source including its secrets. Null for other sources. */
export function urlOf(secrets: Secrets, { source, sourceUrlEncrypted }: StoredSource): string | null {
  if (source.type !== 'pull') return null
  return sourceUrlEncrypted === null ? source.url : secrets.decrypt(sourceUrlEncrypted)
}

/** A source as people see it. Rows can be older than the rules for secrets. */
export function shownSource(source: LivestreamSource): LivestreamSource {
  return source.type === 'pull' ? { ...source, url: hideSecrets(source.url) } : source
}
