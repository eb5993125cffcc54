import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { guardedLookup } from '../../../../platform/net/guarded-lookup.ts'
import { openBucket, type S3Bucket, unquote } from '../../../../platform/storage/s3/bucket.ts'
import { type FileFacts, type FoundFile, type OpenFile, type RemoteStore, StoreFault } from '../file-store.ts'
import { joinPath } from '../names.ts'
import type { Access } from './access.ts'
import { firstBytes, transferredBytes } from './bytes.ts'
import { networkFault } from './faults.ts'
import { resolveHost } from './guard.ts'
import { type LoadPage, listEntries, listObjects } from './objects.ts'
import { limitAnswers } from './s3-answers.ts'
import { copyObject, isCopyOf } from './s3-copy.ts'
import { withS3Faults } from './s3-faults.ts'
import { putObject } from './s3-put.ts'

/** Connections of one account: an account that is read must not starve those that are written. */
const MOST_SOCKETS = 16

/** A folder of a bucket of any service that speaks S3. */
export async function openS3Store(access: Access<'s3'>): Promise<RemoteStore> {
  const { settings, secrets, rules, signal } = access
  const { hostname, port, protocol } = new URL(endpointOf(settings))
  const host = hostname.replace(/^\[|\]$/g, '')
  const number = Number(port) || (protocol === 'http:' ? 80 : 443)
  try {
    // Agents look up names only. An address is checked here.
    await resolveHost(rules, host, number, signal)
  } catch (error) {
    throw networkFault(error) ?? error
  }
  const connections = {
    keepAlive: true,
    maxSockets: MOST_SOCKETS,
    lookup: guardedLookup(rules, number),
    ...(settings.ca !== null && { ca: settings.ca }),
  }
  const agents = { httpAgent: new HttpAgent(connections), httpsAgent: new HttpsAgent(connections) }
  const bucket = openBucket({
    bucket: settings.bucket,
    endpoint: settings.endpoint ?? undefined,
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: secrets.password ?? '',
    forcePathStyle: settings.pathStyle,
    agents,
  })
  limitAnswers(bucket.client)
  const prefix = joinPath(settings.folder, access.path)
  return s3Store(bucket, prefix === '' ? '' : `${prefix}/`, signal, () => {
    bucket.client.destroy()
    agents.httpAgent.destroy()
    agents.httpsAgent.destroy()
  })
}

/** The address that requests go to. */
export function endpointOf({ endpoint, region }: Access<'s3'>['settings']): string {
  return endpoint ?? `https://s3.${region}.amazonaws.com`
}

function s3Store(bucket: S3Bucket, prefix: string, signal: AbortSignal, close: () => void): RemoteStore {
  const { client, name: Bucket } = bucket
  const at = (path: string) => ({ Bucket, Key: prefix + path })
  const options = { abortSignal: signal }
  const headOf = async (path: string): Promise<HeadObjectCommandOutput | null> => {
    try {
      return await withS3Faults(client.send(new HeadObjectCommand(at(path)), options))
    } catch (error) {
      if (error instanceof StoreFault && error.fault === 'missing') return null
      throw error
    }
  }
  const factsOf = async (path: string) => {
    const head = await headOf(path)
    return head === null ? null : headFacts(head)
  }
  const remove = async (file: FoundFile) => {
    // Few services know a condition for deleting.
    const found = await factsOf(file.path)
    if (found !== null && found.etag === file.etag)
      await withS3Faults(client.send(new DeleteObjectCommand(at(file.path)), options))
  }
  return {
    entries: () => listEntries(prefix, pageOf(bucket, prefix, false, signal)),
    list: (isRecursive) => listObjects(prefix, pageOf(bucket, prefix, isRecursive, signal)),
    open: async (file) => openObject(bucket, at(file.path), file, signal),
    factsOf,
    async move(file, to) {
      const found = await headOf(to)
      // A copy of a run that died before it deleted the object.
      const isOwn = found !== null && isCopyOf(found, file)
      if (found !== null && !isOwn) return false
      if (!isOwn) await withS3Faults(copyObject(bucket, prefix + file.path, prefix + to, file, signal))
      await remove(file)
      return true
    },
    remove,
    async put(path, file) {
      // Few services know a condition for writing.
      if ((await headOf(path)) !== null) return false
      await withS3Faults(putObject(bucket, prefix + path, file, signal))
      return true
    },
    async write(path, bytes) {
      await withS3Faults(client.send(new PutObjectCommand({ ...at(path), Body: bytes }), options))
    },
    async [Symbol.asyncDispose]() {
      close()
    },
  }
}

interface Head {
  readonly ContentLength?: number | undefined
  readonly LastModified?: Date | undefined
  readonly ETag?: string | undefined
}

/** Times have whole seconds here, and more in lists: the version of an object is its ETag. */
function headFacts({ ContentLength = 0, LastModified, ETag }: Head): FileFacts {
  return { size: ContentLength, modifiedAt: wholeSecond(LastModified), etag: unquote(ETag) }
}

function wholeSecond(time: Date | undefined): Date {
  return new Date(Math.floor((time?.getTime() ?? 0) / 1000) * 1000)
}

function pageOf(
  { client, name: Bucket }: S3Bucket,
  Prefix: string,
  isRecursive: boolean,
  abortSignal: AbortSignal,
): LoadPage {
  return async ({ token, after }) => {
    const from = token === undefined ? { StartAfter: after } : { ContinuationToken: token }
    const command = new ListObjectsV2Command({
      Bucket,
      Prefix,
      ...(!isRecursive && { Delimiter: '/' }),
      ...from,
    })
    const page = await withS3Faults(client.send(command, { abortSignal }))
    return {
      objects: (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified, ETag }) => ({
        name: Key,
        facts: { size: Size, modifiedAt: wholeSecond(LastModified), etag: unquote(ETag) },
      })),
      folders: (page.CommonPrefixes ?? []).map((each) => each.Prefix ?? ''),
      next: (page.IsTruncated ? page.NextContinuationToken : undefined) ?? null,
    }
  }
}

function openObject(
  { client }: S3Bucket,
  object: { readonly Bucket: string; readonly Key: string },
  { size, etag }: FoundFile,
  abortSignal: AbortSignal,
): OpenFile {
  const get = async (Range?: string): Promise<Readable> => {
    const same = etag === null ? {} : { IfMatch: `"${etag}"` }
    const command = new GetObjectCommand({ ...object, ...same, ...(Range !== undefined && { Range }) })
    const { Body } = await withS3Faults(client.send(command, { abortSignal }))
    return Body instanceof Readable ? Body : Readable.from([])
  }
  return {
    async facts() {
      return headFacts(await withS3Faults(client.send(new HeadObjectCommand(object), { abortSignal })))
    },
    async readAt(offset, length) {
      const end = Math.min(offset + length, size) - 1
      if (end < offset) return Buffer.alloc(0)
      return firstBytes(await get(`bytes=${offset}-${end}`), length, abortSignal)
    },
    async *stream() {
      if (size > 0) yield* transferredBytes(await get(), size, abortSignal)
    },
    async [Symbol.asyncDispose]() {},
  }
}
