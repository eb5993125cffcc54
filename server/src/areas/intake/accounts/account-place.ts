import type { AccountPlace } from '@kinora/contract'
import { assertFetchable, assertReachable } from '../../../platform/net/fetchable.ts'
import { addressOf } from '../../../platform/net/guarded-lookup.ts'
import type { Intake } from '../intake.ts'
import { azureEndpoint } from '../stores/remote/azure/azure-session.ts'
import { gcsEndpoint } from '../stores/remote/gcs/gcs-session.ts'
import { endpointOf } from '../stores/remote/s3-store.ts'

/** @throws problem url-not-allowed, host-not-allowed */
export async function assertPlace(intake: Pick<Intake, 'config'>, place: AccountPlace): Promise<void> {
  switch (place.kind) {
    case 's3':
      return assertFetchable(intake, endpointOf(place.settings))
    case 'gcs':
      return assertFetchable(intake, gcsEndpoint(place.settings))
    case 'azure':
      return assertFetchable(intake, azureEndpoint(place.settings))
    case 'webdav':
      return assertFetchable(intake, place.settings.url)
    default:
      return assertReachable(intake, addressOf(place.settings.host, place.settings.port))
  }
}

/** The server that gets the secrets of an account. */
export function serverOf(place: AccountPlace): string {
  switch (place.kind) {
    case 's3':
      return `s3 ${new URL(endpointOf(place.settings)).origin}`
    case 'gcs':
      return `gcs ${new URL(gcsEndpoint(place.settings)).origin}`
    case 'azure':
      return `azure ${new URL(azureEndpoint(place.settings)).origin} ${place.settings.account}`
    case 'webdav':
      return `webdav ${new URL(place.settings.url).origin}`
    default:
      return `${place.kind} ${place.settings.host.toLowerCase()}:${place.settings.port}`
  }
}

/** A name for the files of an account, by which two accounts of the same files are found. */
export function filesOf(place: AccountPlace): string {
  switch (place.kind) {
    case 's3':
    case 'gcs':
      return withFolder(`${serverOf(place)}/${place.settings.bucket}`, place.settings.folder)
    case 'azure':
      return withFolder(`${serverOf(place)}/${place.settings.container}`, place.settings.folder)
    case 'webdav':
      return `webdav ${place.settings.url.replace(/\/+$/, '')}`
    default: {
      const { host, port, user, folder } = place.settings
      // FTP with and without TLS has the same files.
      const protocol = place.kind === 'sftp' ? 'sftp' : 'ftp'
      return withFolder(`${protocol} ${host.toLowerCase()}:${port} ${user}`, folder)
    }
  }
}

function withFolder(place: string, folder: string): string {
  return folder === '' ? place : `${place}/${folder.replace(/^\//, '')}`
}
