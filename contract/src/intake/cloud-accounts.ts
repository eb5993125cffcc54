import * as z from 'zod/mini'
import { call } from '../call.ts'
import { idParams, name, oneLine, page, pageQuery, requiredOr, time, uuid } from '../common.ts'
import { defineFeature } from '../feature.ts'
import { messages } from '../messages.gen.ts'
import { cloudAccounts, folderPath, accountsPath as path, serverFolder } from './base.ts'
import {
  accountLimits,
  accountReasons,
  accountSecretNames,
  accountStates,
  accountStepReasons,
  accountStepStates,
  accountSteps,
  ftpsModes,
} from './values.ts'

const hostForm = /^(?:[0-9a-f:.]*:[0-9a-f:.]*|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)$/i
/** Rules of S3 for the names of buckets, which older ones and those of other services exceed a little. */
const bucketForm = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/
const regionForm = /^[A-Za-z0-9-]{1,64}$/
/** Rules of Azure for names of storage accounts and containers. */
const azureAccountForm = /^[a-z0-9]{3,24}$/
const containerForm = /^(?:[a-z0-9](?:-?[a-z0-9]){2,62}|\$root|\$web)$/
/** A shared access signature, as the portal of Azure shows it. */
const sasForm = /^\??(?:[^&=\s]+=[^&\s]*&)*sig=[^&\s]+(?:&[^&=\s]+=[^&\s]*)*$/
const pemForm = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s-]+$/

/** Whether a host is a name, or an address that can be connected to. */
function isHost(value: string): boolean {
  return !value.includes(':') || URL.canParse(`http://[${value}]`)
}

function isWithoutPassword(value: string): boolean {
  return URL.canParse(value) && new URL(value).username === '' && new URL(value).password === ''
}

const text = z.string().check(z.minLength(1, messages.required), oneLine)
const url = z.url({ protocol: /^https?$/, ...requiredOr(messages.accountUrl) }).check(
  z.maxLength(accountLimits.urlLength),
  z.refine((value) => !/[?#]/.test(value) && isWithoutPassword(value), messages.accountUrl),
)
const port = (usual: number) => z._default(z.int().check(z.minimum(1), z.maximum(65_535)), usual)
/** Certificates in PEM that the server is checked with, in place of those of public authorities. */
const ca = z._default(
  z.nullable(z.string().check(z.maxLength(accountLimits.keyLength), z.regex(pemForm, messages.certificate))),
  null,
)
const folder = z._default(serverFolder, '')
const user = text.check(z.maxLength(accountLimits.userLength))
const server = {
  host: z
    .string()
    .check(
      z.minLength(1, messages.required),
      z.maxLength(253),
      z.regex(hostForm, messages.accountHost),
      z.refine(isHost, messages.accountHost),
    ),
  user,
  /** Folder of the server that paths begin in. */
  folder,
}

const s3 = z.object({
  /** Null for AWS. */
  endpoint: z._default(z.nullable(url), null),
  region: z._default(z.string().check(z.regex(regionForm, messages.accountRegion)), 'us-east-1'),
  bucket: z.string().check(z.minLength(1, messages.required), z.regex(bucketForm, messages.bucketName)),
  accessKeyId: text.check(z.maxLength(accountLimits.userLength)),
  /** Whether the bucket is in the path of addresses, and not in their host. */
  pathStyle: z._default(z.boolean(), false),
  ca,
  folder: z._default(folderPath, ''),
})
const gcs = z.object({
  /** Null for Google. */
  endpoint: z._default(z.nullable(url), null),
  bucket: z.string().check(z.minLength(1, messages.required), z.regex(bucketForm, messages.bucketName)),
  ca,
  folder: z._default(folderPath, ''),
})
const azure = z.object({
  /** Null for `https://ACCOUNT.blob.core.windows.net`. */
  endpoint: z._default(z.nullable(url), null),
  account: z
    .string()
    .check(z.minLength(1, messages.required), z.regex(azureAccountForm, messages.azureAccount)),
  container: z
    .string()
    .check(z.minLength(1, messages.required), z.regex(containerForm, messages.azureContainer)),
  ca,
  folder: z._default(folderPath, ''),
})
const sftp = z.object({ ...server, port: port(22) })
const ftp = z.object({ ...server, port: port(21) })
const ftps = z.object({
  ...server,
  port: port(21),
  mode: z._default(z.enum(ftpsModes), 'explicit'),
  ca,
})
const webdav = z.object({ url, user, ca })

/** The server and folder of an account, by its kind. */
export const accountPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('s3'), settings: s3 }),
  z.object({ kind: z.literal('gcs'), settings: gcs }),
  z.object({ kind: z.literal('azure'), settings: azure }),
  z.object({ kind: z.literal('sftp'), settings: sftp }),
  z.object({ kind: z.literal('ftp'), settings: ftp }),
  z.object({ kind: z.literal('ftps'), settings: ftps }),
  z.object({ kind: z.literal('webdav'), settings: webdav }),
])
export type AccountPlace = z.output<typeof accountPlace>

/** The key of a service account, as Google gives it for download. */
export const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().check(z.minLength(1), z.maxLength(accountLimits.userLength)),
  private_key_id: z.optional(z.string().check(z.maxLength(accountLimits.userLength))),
  private_key: z.string().check(z.includes('-----BEGIN PRIVATE KEY-----')),
  token_uri: z._default(
    z.url({ protocol: /^https?$/ }).check(z.maxLength(accountLimits.urlLength)),
    'https://oauth2.googleapis.com/token',
  ),
})

function isServiceAccount(text: string): boolean {
  try {
    return serviceAccount.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

const secret = z.optional(
  z.nullable(
    z.string().check(z.minLength(1, messages.required), z.maxLength(accountLimits.secretLength), oneLine),
  ),
)
const secrets = z._default(
  z.strictObject({
    /** With S3, the secret access key. With Azure, a key of the storage account. */
    password: secret,
    /** Private key for SFTP, in the format of OpenSSH or PEM. */
    privateKey: z.optional(
      z.nullable(
        z.string().check(
          z.maxLength(accountLimits.keyLength),
          z.refine((value) => value.includes('PRIVATE KEY'), messages.privateKey),
        ),
      ),
    ),
    /** Passphrase of the private key. */
    passphrase: secret,
    /** The JSON file of the key of a service account, for Google Cloud Storage. */
    serviceAccountKey: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.maxLength(accountLimits.keyLength),
            z.refine(isServiceAccount, messages.serviceAccountKey),
          ),
      ),
    ),
    /** A shared access signature (SAS) for Azure, in place of a key. With both, the signature is used. */
    sasToken: z.optional(
      z.nullable(
        z.string().check(z.maxLength(accountLimits.secretLength), z.regex(sasForm, messages.sasToken)),
      ),
    ),
  }),
  {},
)

const fields = {
  name: name.check(z.maxLength(accountLimits.nameLength)),
  /** Never returned. Null removes one; an omitted one stays. */
  secrets,
}

export const cloudAccountBody = z.discriminatedUnion('kind', [
  z.object({ ...fields, kind: z.literal('s3'), settings: s3 }),
  z.object({ ...fields, kind: z.literal('gcs'), settings: gcs }),
  z.object({ ...fields, kind: z.literal('azure'), settings: azure }),
  z.object({
    ...fields,
    kind: z.literal('sftp'),
    settings: sftp,
    /** Fingerprint that the key of the server must have. Null accepts the one that it has at the next connection, and pins it. */
    hostKey: z.optional(
      z.nullable(z.string().check(z.regex(/^SHA256:[A-Za-z0-9+/]{43}$/, messages.hostKey))),
    ),
  }),
  z.object({ ...fields, kind: z.literal('ftp'), settings: ftp }),
  z.object({ ...fields, kind: z.literal('ftps'), settings: ftps }),
  z.object({ ...fields, kind: z.literal('webdav'), settings: webdav }),
])
export type CloudAccountBody = z.output<typeof cloudAccountBody>

const shown = {
  id: uuid,
  environmentId: uuid,
  name: z.string(),
  /** Names of the secrets that it has. */
  secrets: z.array(z.enum(accountSecretNames)),
  /** Fingerprint of the key that the server has to have. Null before the first connection, and for other kinds than SFTP. */
  hostKey: z.nullable(z.string()),
  state: z.enum(accountStates),
  reason: z.nullable(z.enum(accountReasons)),
  /** When it was last used or tested. */
  checkedAt: z.nullable(time),
  /** Number of watched folders in it. */
  folders: z.int(),
  createdBy: z.string(),
  createdAt: time,
  updatedAt: time,
}

export const cloudAccount = z.discriminatedUnion('kind', [
  z.object({ ...shown, kind: z.literal('s3'), settings: s3 }),
  z.object({ ...shown, kind: z.literal('gcs'), settings: gcs }),
  z.object({ ...shown, kind: z.literal('azure'), settings: azure }),
  z.object({ ...shown, kind: z.literal('sftp'), settings: sftp }),
  z.object({ ...shown, kind: z.literal('ftp'), settings: ftp }),
  z.object({ ...shown, kind: z.literal('ftps'), settings: ftps }),
  z.object({ ...shown, kind: z.literal('webdav'), settings: webdav }),
])
export type CloudAccount = z.output<typeof cloudAccount>

export const accountTest = z.object({
  steps: z.array(
    z.object({
      step: z.enum(accountSteps),
      state: z.enum(accountStepStates),
      reason: z.nullable(z.enum(accountStepReasons)),
    }),
  ),
  account: cloudAccount,
})
export type AccountTest = z.output<typeof accountTest>

const refusals = ['url-not-allowed', 'host-not-allowed', 'name-taken', 'cloud-account-secret'] as const

const cloudAccountCalls = {
  createCloudAccount: call({
    method: 'POST',
    path,
    summary: `Add an account of a cloud or server whose folders can be watched: S3, Google Cloud Storage, Azure Blob Storage, SFTP, FTP, FTPS or WebDAV. An environment has at most ${accountLimits.accountsPerEnvironment}.`,
    caller: 'environment',
    right: cloudAccounts('create'),
    body: cloudAccountBody,
    answer: cloudAccount,
    kind: 'json',
    status: 201,
    problems: [...refusals, 'limit-reached'],
  }),
  listCloudAccounts: call({
    method: 'GET',
    path,
    summary: 'List the accounts of clouds and servers by name.',
    caller: 'environment',
    right: cloudAccounts('read'),
    query: z.object(pageQuery),
    answer: page(cloudAccount),
    kind: 'json',
    status: 200,
  }),
  getCloudAccount: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get an account.',
    caller: 'environment',
    right: cloudAccounts('read'),
    params: idParams,
    answer: cloudAccount,
    kind: 'json',
    status: 200,
  }),
  updateCloudAccount: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary:
      'Replace an account. It keeps its kind. Omitted secrets stay, unless the account leads to another server: then they must be sent again.',
    caller: 'environment',
    right: cloudAccounts('update'),
    params: idParams,
    body: cloudAccountBody,
    answer: cloudAccount,
    kind: 'json',
    status: 200,
    problems: [...refusals, 'cloud-account-kind', 'watch-folder-nested'],
  }),
  deleteCloudAccount: call({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an account with its secrets. No watched folder and no export rule may use it.',
    caller: 'environment',
    right: cloudAccounts('delete'),
    params: idParams,
    kind: 'empty',
    status: 204,
    problems: ['cloud-account-used'],
  }),
  testCloudAccount: call({
    method: 'POST',
    path: `${path}/:id/test`,
    summary:
      'Try an account: connect, sign in, list a folder, read a file, and write, move and delete a small hidden file. It takes up to a minute.',
    caller: 'environment',
    right: cloudAccounts('update'),
    perMinute: 20,
    params: idParams,
    body: z.object({
      /** The folder to try, below that of the account. */
      path: z._default(folderPath, ''),
    }),
    answer: accountTest,
    kind: 'json',
    status: 200,
  }),
}

export const cloudAccountFeature = defineFeature({
  calls: cloudAccountCalls,
  problems: {
    'cloud-account-secret': { status: 409, title: 'Enter the password or the key of this account' },
    'cloud-account-kind': { status: 409, title: 'An account keeps its kind' },
    'cloud-account-used': { status: 409, title: 'Watch folders or export rules use this account' },
  },
  messages: {
    accountHost: 'Enter a host such as files.example.com',
    accountUrl: 'Enter an address such as https://files.example.com/folder, without a password',
    accountRegion: 'Enter a region such as eu-central-1',
    bucketName: 'Enter the name of a bucket',
    certificate: 'Enter certificates that begin with -----BEGIN CERTIFICATE-----',
    privateKey: 'Enter a private key that begins with -----BEGIN',
    azureAccount: 'Enter the name of a storage account: 3 to 24 small letters and digits',
    azureContainer: 'Enter the name of a container: small letters, digits and single hyphens',
    serviceAccountKey: 'Enter the JSON key of a service account, as Google gives it for download',
    sasToken: 'Enter a shared access signature such as sv=…&sig=…',
    hostKey: 'Enter a fingerprint that begins with SHA256:',
  },
  objects: { cloud_account: cloudAccounts('read') },
  eventGroups: { files: ['cloud_account'] },
  events: {
    'video.cloud_account.failing': 'cloud_account',
    'video.cloud_account.recovered': 'cloud_account',
  },
  auditActions: ['cloud_account.created', 'cloud_account.updated', 'cloud_account.deleted'],
})
