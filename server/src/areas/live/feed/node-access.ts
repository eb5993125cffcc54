import { readFile } from 'node:fs/promises'
import { type ClientRequest, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import type { Platform } from '../../../platform/platform.ts'
import { StartupFailure } from '../../../platform/startup-failure.ts'
import type { FeedListening } from './feed-server.ts'

/** Access of other processes to live nodes. */
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

/** Address and certificate of the feed of a live node. @throws StartupFailure if a file of its certificate cannot be read */
export async function feedListening(config: Platform['config'], secret: string): Promise<FeedListening> {
  return { secret, host: config.LIVE_NODE_HOST, tls: await readFeedCertificate(config) }
}

/** Files of `FEED_TLS_CERT` and `FEED_TLS_KEY`. Null without them. @throws StartupFailure if they cannot be read */
async function readFeedCertificate({
  FEED_TLS_CERT,
  FEED_TLS_KEY,
}: Platform['config']): Promise<FeedListening['tls']> {
  if (FEED_TLS_CERT === undefined || FEED_TLS_KEY === undefined) return null
  return {
    cert: await readPem('FEED_TLS_CERT', FEED_TLS_CERT),
    key: await readPem('FEED_TLS_KEY', FEED_TLS_KEY),
  }
}

/** The certificates of `FEED_TLS_CA`, or the node's own one. */
export async function readFeedAuthority(config: Platform['config']): Promise<string | undefined> {
  if (config.FEED_TLS_CA !== undefined) return readPem('FEED_TLS_CA', config.FEED_TLS_CA)
  return (await readFeedCertificate(config))?.cert
}

/** Begins a request to a live node, by TLS if its URL says so. */
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
