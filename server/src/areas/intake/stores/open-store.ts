import type { AccountPlace, AccountSecretName } from '@kinora/contract'
import { accountPlace } from '@kinora/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Intake } from '../intake.ts'
import { type CloudAccountRow, cloudAccounts, type WatchFolderRow } from '../tables.ts'
import { type FileStore, type RemoteStore, StoreFault } from './file-store.ts'
import { localStore } from './local-store.ts'
import type { Access } from './remote/access.ts'
import { openAzureStore } from './remote/azure/azure-store.ts'
import { openFtpStore } from './remote/ftp-store.ts'
import { openGcsStore } from './remote/gcs/gcs-store.ts'
import { openS3Store } from './remote/s3-store.ts'
import { openSftpStore } from './remote/sftp-store.ts'
import { openWebdavStore } from './remote/webdav-store.ts'

type Context = Pick<Intake, 'db' | 'config' | 'secrets'>

/** Opens a watched folder: of the server itself, or of its account. @param signal ends everything. @throws StoreFault */
export async function openFolder(
  intake: Context,
  folder: WatchFolderRow,
  account: CloudAccountRow | null,
  signal: AbortSignal,
): Promise<FileStore> {
  return account === null ? localStore(folder) : openAccount(intake, account, folder.path, signal)
}

/** Opens a folder of an account. @param path below the folder of the account. @throws StoreFault */
export async function openAccount(
  intake: Context,
  account: CloudAccountRow,
  path: string,
  signal: AbortSignal,
): Promise<RemoteStore> {
  return openStoreOf(placeOfAccount(account), {
    secrets: openSecrets(intake, account),
    rules: intake.config,
    path,
    signal,
    acceptsHostKey: (fingerprint) => pinHostKey(intake, account, fingerprint),
  })
}

/** Opens a folder of a place by its kind. @throws StoreFault */
export async function openStoreOf(
  place: AccountPlace,
  given: Omit<Access<'s3'>, 'settings'>,
): Promise<RemoteStore> {
  switch (place.kind) {
    case 's3':
      return openS3Store({ ...given, settings: place.settings })
    case 'gcs':
      return openGcsStore({ ...given, settings: place.settings })
    case 'azure':
      return openAzureStore({ ...given, settings: place.settings })
    case 'sftp':
      return openSftpStore({ ...given, settings: place.settings })
    case 'ftp':
    case 'ftps':
      return openFtpStore({ ...given, settings: place.settings })
    case 'webdav':
      return openWebdavStore({ ...given, settings: place.settings })
  }
}

/** The server and folder of an account. */
export function placeOfAccount({ kind, settings }: Pick<CloudAccountRow, 'kind' | 'settings'>): AccountPlace {
  return accountPlace.parse({ kind, settings })
}

function openSecrets(
  { secrets }: Pick<Intake, 'secrets'>,
  { secretsEncrypted }: CloudAccountRow,
): Partial<Record<AccountSecretName, string>> {
  return JSON.parse(secrets.decrypt(secretsEncrypted))
}

/** Pins the key of the first connection. Whether the server has the pinned key. */
async function pinHostKey(
  { db }: Pick<Intake, 'db'>,
  account: CloudAccountRow,
  hostKey: string,
): Promise<boolean> {
  const isFirst = and(
    rowOf(cloudAccounts, account),
    isNull(cloudAccounts.hostKey),
    eq(cloudAccounts.updatedAt, account.updatedAt),
  )
  await db.update(cloudAccounts).set({ hostKey }).where(isFirst)
  const [row] = await db.select().from(cloudAccounts).where(rowOf(cloudAccounts, account))
  // Another server, since a person has changed the account meanwhile.
  if (row?.updatedAt.getTime() !== account.updatedAt.getTime())
    throw new StoreFault('no-answer', 'the account was changed meanwhile')
  return row.hostKey === hostKey
}
