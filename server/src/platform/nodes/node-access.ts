import { readFile } from 'node:fs/promises'
import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { installationSecret } from '../database/installation.ts'
import type { Platform } from '../platform.ts'
import { StartupFailure } from '../startup-failure.ts'
import type { NodeListening } from './node-server.ts'

/** Access of other processes to the nodes that run streams. */
export interface NodeAccess {
  readonly secret: string
  /** Certificates that those of nodes are checked against. Undefined for those of the system. */
  readonly ca: string | undefined
}

interface NodeRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly timeout?: number
}

/** Secret that all nodes of an installation share. */
const SECRET = 'live-feed-secret'

type Store = Pick<Platform, 'config' | 'db'>

/** Secret and certificates for requests to nodes. @throws StartupFailure if a certificate cannot be read */
export async function nodeAccess({ config, db }: Store): Promise<NodeAccess> {
  return { secret: await installationSecret(db, SECRET), ca: await readAuthority(config) }
}

/** Address, certificate and secret of a node's server. @throws StartupFailure if a file of its certificate cannot be read */
export async function nodeListening({ config, db }: Store): Promise<NodeListening> {
  const secret = await installationSecret(db, SECRET)
  return { secret, host: config.LIVE_NODE_HOST, tls: await readCertificate(config) }
}

/** Files of `FEED_TLS_CERT` and `FEED_TLS_KEY`. Null without them. @throws StartupFailure if they cannot be read */
async function readCertificate({
  FEED_TLS_CERT,
  FEED_TLS_KEY,
}: Platform['config']): Promise<NodeListening['tls']> {
  if (FEED_TLS_CERT === undefined || FEED_TLS_KEY === undefined) return null
  return {
    cert: await readPem('FEED_TLS_CERT', FEED_TLS_CERT),
    key: await readPem('FEED_TLS_KEY', FEED_TLS_KEY),
  }
}

/** The certificates of `FEED_TLS_CA`, or the node's own one. */
async function readAuthority(config: Platform['config']): Promise<string | undefined> {
  if (config.FEED_TLS_CA !== undefined) return readPem('FEED_TLS_CA', config.FEED_TLS_CA)
  return (await readCertificate(config))?.cert
}

/** Begins a request to a node, by TLS if its URL says so. */
export function requestNode(
  url: URL,
  { secret, ca }: NodeAccess,
  { headers = {}, ...options }: NodeRequest,
): ClientRequest {
  const asked = { ...options, headers: { ...headers, authorization: `Bearer ${secret}` } }
  if (url.protocol === 'http:') return requestPlain(url, asked)
  return requestTls(url, { ...asked, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) })
}

async function readPem(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new StartupFailure(`${setting} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
