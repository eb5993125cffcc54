import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { DeleteObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { AddressRefused, checkHost } from '../../../../../platform/net/address-guard.ts'
import { guardedLookup } from '../../../../../platform/net/guarded-lookup.ts'
import { openBucket } from '../../../../../platform/storage/s3/bucket.ts'
import { networkFault, type WebServer, type WebServerOptions } from './web-server.ts'

const amazon = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/
const REGION = 'us-east-1'

/** A bucket of a service that speaks S3, in place of a web server. @param address `https://endpoint/bucket/prefix/`, whose region is in
 * its host or in `?region=` */
export function bucketServer(
  address: string,
  { config, authorities, credentials, stop }: Omit<WebServerOptions, 'connections'>,
): WebServer {
  const { origin, hostname, port, protocol, pathname, searchParams } = new URL(address)
  const lookup = guardedLookup(config, Number(port || (protocol === 'https:' ? 443 : 80)))
  const [accessKeyId = '', ...secret] = credentials.split(':')
  const { client, at } = openBucket({
    bucket: pathname.split('/')[1] ?? '',
    endpoint: origin,
    region: searchParams.get('region') ?? amazon.exec(hostname)?.[1] ?? REGION,
    accessKeyId,
    secretAccessKey: secret.join(':'),
    forcePathStyle: true,
    agents: {
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({
        keepAlive: true,
        lookup,
        ...(authorities !== undefined && { ca: [...authorities] }),
      }),
    },
  })
  const keyOf = (url: URL) => decodeURIComponent(url.pathname).split('/').slice(2).join('/')
  return {
    async put(url, body, type) {
      // Addresses without a name are not looked up.
      await checkHost(url, config)
      try {
        await client.send(new PutObjectCommand({ ...at(keyOf(url)), Body: body, ContentType: type }), {
          abortSignal: stop,
        })
        return null
      } catch (error) {
        if (error instanceof AddressRefused) throw error
        if (!(error instanceof S3ServiceException)) return networkFault(error)
        return { reason: 'refused', detail: `HTTP ${error.$metadata.httpStatusCode ?? 0} ${error.name}` }
      }
    },
    async remove(url) {
      // Old files cost space, and nothing else.
      await client.send(new DeleteObjectCommand(at(keyOf(url))), { abortSignal: stop }).catch(() => undefined)
    },
  }
}
