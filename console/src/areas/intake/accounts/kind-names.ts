import type { AccountKind } from '@kinora/contract/intake/values'

/** Names of protocols and services, which are the same in all languages. */
export const kindNames: Readonly<Record<AccountKind, string>> = {
  s3: 'S3',
  gcs: 'Google Cloud Storage',
  azure: 'Azure Blob Storage',
  sftp: 'SFTP',
  ftp: 'FTP',
  ftps: 'FTPS',
  webdav: 'WebDAV',
}
