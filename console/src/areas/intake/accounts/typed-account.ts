import type { CloudAccount } from '@kinora/contract'
import type { AccountKind, ftpsModes } from '@kinora/contract/intake/values'
import type { AccountBody } from '../queries'

/** The fields of the form, for all kinds. */
export interface TypedAccount {
  readonly kind: AccountKind
  readonly name: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly pathStyle: boolean
  /** Name of the storage account of Azure. */
  readonly account: string
  readonly container: string
  readonly host: string
  /** Empty for the usual one of the kind. */
  readonly port: string
  readonly user: string
  readonly url: string
  readonly folder: string
  readonly mode: (typeof ftpsModes)[number]
  readonly ca: string
  readonly hostKey: string
  readonly password: string
  readonly privateKey: string
  readonly passphrase: string
  readonly serviceAccountKey: string
  readonly sasToken: string
}

export const usualPorts = { sftp: '22', ftp: '21', ftps: '21' } as const

const empty: TypedAccount = {
  kind: 's3',
  name: '',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  accessKeyId: '',
  pathStyle: false,
  account: '',
  container: '',
  host: '',
  port: '',
  user: '',
  url: '',
  folder: '',
  mode: 'explicit',
  ca: '',
  hostKey: '',
  password: '',
  privateKey: '',
  passphrase: '',
  serviceAccountKey: '',
  sasToken: '',
}

/** The fields of an account. Secrets are never known. @param account null for a new one */
export function typedAccount(account: CloudAccount | null): TypedAccount {
  if (account === null) return empty
  const { kind, name } = account
  const common = { ...empty, kind, name, hostKey: account.hostKey ?? '' }
  switch (account.kind) {
    case 's3':
    case 'gcs':
    case 'azure': {
      const { endpoint, ca, ...settings } = account.settings
      return { ...common, ...settings, endpoint: endpoint ?? '', ca: ca ?? '' }
    }
    case 'webdav':
      return { ...common, ...account.settings, ca: account.settings.ca ?? '' }
    case 'ftps':
      return {
        ...common,
        ...account.settings,
        port: String(account.settings.port),
        ca: account.settings.ca ?? '',
      }
    default:
      return { ...common, ...account.settings, port: String(account.settings.port) }
  }
}

/** Changes fields. The key of a server is not that of another host or port, unless a person has entered it.
 * @param start the fields before they were edited */
export function withChange(
  typed: TypedAccount,
  change: Partial<TypedAccount>,
  start: TypedAccount,
): TypedAccount {
  const next = { ...typed, ...change }
  const isMoved = next.host !== typed.host || next.port !== typed.port
  const isEntered = typed.hostKey !== '' && typed.hostKey !== start.hostKey
  if (!isMoved || isEntered) return next
  const isStart = next.host === start.host && next.port === start.port
  return { ...next, hostKey: isStart ? start.hostKey : '' }
}

/** The body that the fields make. Empty secrets and an unchanged fingerprint are left out, so that what is stored stays.
 * @param start the fields before they were edited */
export function bodyOf(typed: TypedAccount, start: TypedAccount): AccountBody {
  const { kind, bucket, region, accessKeyId, pathStyle, folder, url, mode, container } = typed
  const name = typed.name.trim()
  const user = typed.user.trim()
  const ca = typed.ca.trim() === '' ? null : typed.ca.trim()
  const secrets = secretsOf(typed)
  const endpoint = typed.endpoint.trim() === '' ? null : typed.endpoint.trim()
  const server = () => ({
    host: typed.host.trim(),
    user,
    folder,
    // What is no number is refused by the schema.
    port: Number(typed.port === '' && kind in usualPorts ? usualPorts[kind as 'sftp'] : typed.port),
  })
  switch (kind) {
    case 's3':
      return {
        kind,
        name,
        secrets,
        settings: { endpoint, region, bucket, accessKeyId, pathStyle, ca, folder },
      }
    case 'gcs':
      return { kind, name, secrets, settings: { endpoint, bucket, ca, folder } }
    case 'azure': {
      const account = typed.account.trim()
      return { kind, name, secrets, settings: { endpoint, account, container, ca, folder } }
    }
    case 'sftp': {
      const hostKey = typed.hostKey.trim() === '' ? null : typed.hostKey.trim()
      const isChanged = typed.hostKey !== start.hostKey
      return { kind, name, secrets, settings: server(), ...(isChanged && { hostKey }) }
    }
    case 'ftp':
      return { kind, name, secrets, settings: server() }
    case 'ftps':
      return { kind, name, secrets, settings: { ...server(), mode, ca } }
    case 'webdav':
      return { kind, name, secrets, settings: { url: url.trim(), user, ca } }
  }
}

/** The secrets that were entered. A signature takes the place of a key of Azure, and the other way round. */
function secretsOf({ kind, sasToken, ...typed }: TypedAccount): NonNullable<AccountBody['secrets']> {
  const { password, privateKey, passphrase, serviceAccountKey } = typed
  switch (kind) {
    case 'gcs':
      return { ...(serviceAccountKey.trim() !== '' && { serviceAccountKey: serviceAccountKey.trim() }) }
    case 'azure':
      if (sasToken.trim() !== '') return { sasToken: sasToken.trim(), password: null }
      return password === '' ? {} : { password, sasToken: null }
    default:
      return {
        ...(password !== '' && { password }),
        ...(kind === 'sftp' && privateKey.trim() !== '' && { privateKey }),
        ...(kind === 'sftp' && passphrase !== '' && { passphrase }),
      }
  }
}
