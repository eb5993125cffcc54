import type { Secrets } from '../../../platform/secrets.ts'

/** Secrets as people send them: null removes one, and an omitted one stays. */
interface GivenSecrets {
  readonly passphrase?: string | null | undefined
  readonly streamId?: string | null | undefined
}

interface StoredSecrets {
  readonly passphrase: string | null
  readonly streamId: string | null
}

export function storeSecrets(
  secrets: Secrets,
  given: GivenSecrets,
  before: StoredSecrets = { passphrase: null, streamId: null },
): StoredSecrets {
  const store = (value: string | null | undefined, known: string | null) => {
    if (value === undefined) return known
    return value === null ? null : secrets.encrypt(value)
  }
  return {
    passphrase: store(given.passphrase, before.passphrase),
    streamId: store(given.streamId, before.streamId),
  }
}

/** The secrets in plain text, empty without one. */
export function openSecretFields(secrets: Secrets, { passphrase, streamId }: StoredSecrets) {
  const open = (value: string | null) => (value === null ? '' : secrets.decrypt(value))
  return { passphrase: open(passphrase), streamId: open(streamId) }
}
