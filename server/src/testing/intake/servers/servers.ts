import type { AccountKind, CallOf, RequestOf } from '@kinora/contract'
import { azureAccount, azureContainer, startAzure } from './azure.ts'
import { startFtp } from './ftp.ts'
import { gcsBucketName, serviceAccountKey, startGcs } from './gcs.ts'
import type { Listener } from './listener.ts'
import { startS3, testBucketName } from './s3.ts'
import { startSftp } from './sftp.ts'
import { newTree, type TestTree } from './tree.ts'
import { startWebdav } from './webdav.ts'

type Body = RequestOf<CallOf<'createCloudAccount'>>['body']

/** A server of one kind with files in memory. */
export interface TestServer extends Listener {
  readonly tree: TestTree
  /** A correct account. */
  readonly account: Body
  /** Secrets that it refuses. Missing: a wrong password. */
  readonly wrongSecrets?: Body['secrets']
  /** Only of SFTP. */
  readonly changeKey?: () => void
}

export const testPassword = 'correct-horse-battery'

export const wrongPassword = { password: 'wrong-password' }
/** A key of a storage account of Azure, which is Base64. */
export const azureKey = Buffer.from(testPassword).toString('base64')

export async function startServer(kind: Exclude<AccountKind, 'ftps'>): Promise<TestServer> {
  const tree = newTree()
  const common = { name: `Server of ${kind}`, secrets: { password: testPassword } }
  switch (kind) {
    case 's3': {
      const listener = await startS3(tree, testPassword)
      const endpoint = `http://127.0.0.1:${listener.port}`
      const settings = { endpoint, bucket: testBucketName, accessKeyId: 'kinora', pathStyle: true }
      return { ...listener, tree, account: { ...common, kind, settings } }
    }
    case 'gcs': {
      const listener = await startGcs(tree)
      const endpoint = `http://127.0.0.1:${listener.port}`
      const secrets = { serviceAccountKey: serviceAccountKey(listener) }
      const account = { ...common, kind, settings: { endpoint, bucket: gcsBucketName }, secrets }
      const wrongSecrets = { serviceAccountKey: serviceAccountKey(listener, 'wrong') }
      return { ...listener, tree, account, wrongSecrets }
    }
    case 'azure': {
      const listener = await startAzure(tree, azureKey)
      const endpoint = `http://127.0.0.1:${listener.port}`
      const settings = { endpoint, account: azureAccount, container: azureContainer }
      return { ...listener, tree, account: { ...common, kind, settings, secrets: { password: azureKey } } }
    }
    case 'sftp': {
      const listener = await startSftp(tree, testPassword)
      return { ...listener, tree, account: { ...common, kind, settings: serverAt(listener) } }
    }
    case 'ftp': {
      const listener = await startFtp(tree, testPassword)
      return { ...listener, tree, account: { ...common, kind, settings: serverAt(listener) } }
    }
    case 'webdav': {
      const listener = await startWebdav(tree, testPassword)
      const settings = { url: `http://127.0.0.1:${listener.port}/dav`, user: 'kinora' }
      return { ...listener, tree, account: { ...common, kind, settings } }
    }
  }
}

const serverAt = ({ port }: Listener) => ({ host: '127.0.0.1', port, user: 'kinora' })
