import type { AccountPlace, AccountSecretName } from '@kinora/contract'
import type { AddressRules } from '../../../../platform/net/address-guard.ts'

type SettingsOf<K extends AccountPlace['kind']> = Extract<AccountPlace, { readonly kind: K }>['settings']

/** An account, as its driver opens it. */
export interface Access<K extends AccountPlace['kind']> {
  readonly settings: SettingsOf<K>
  readonly secrets: Readonly<Partial<Record<AccountSecretName, string>>>
  readonly rules: AddressRules
  /** The folder below that of the account. */
  readonly path: string
  /** Ends everything. */
  readonly signal: AbortSignal
  /** Whether the server is the one of the first connection. Only SFTP asks. */
  acceptsHostKey(fingerprint: string): Promise<boolean>
}
