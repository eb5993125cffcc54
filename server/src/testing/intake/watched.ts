import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOf, RequestOf, WatchFile, WatchFolder } from '@kinora/contract'
import { expect } from 'vitest'
import type { Client } from '../client.ts'
import { eventually } from '../machine/eventually.ts'
import type { TestServer } from './servers/servers.ts'
import { watchedRoot } from './watched-root.ts'

type Body = RequestOf<CallOf<'createWatchFolder'>>['body']

interface Place {
  readonly dataDir: string
}

/** A correct body with a folder of its own, which exists. */
export async function watchFolderBody({ dataDir }: Place): Promise<Body & { path: string }> {
  const path = `day-${randomUUID().slice(0, 8)}`
  await mkdir(join(watchedRoot(dataDir), path), { recursive: true })
  return { name: 'Newsroom', root: watchedRoot(dataDir), path }
}

/** A watched folder and its place on the disk. */
export async function newWatchFolder(owner: Client, place: Place, change: Partial<Body> = {}) {
  const body = await watchFolderBody(place)
  const folder = await owner.call('createWatchFolder', { body: { ...body, ...change } })
  return { ...folder, place: join(folder.root, folder.path) }
}

let accounts = 0

/** A watched folder of a server of the test, by an account of its own. */
export async function newAccountFolder(
  owner: Client,
  { account }: Pick<TestServer, 'account'>,
  change: Partial<Body>,
): Promise<WatchFolder> {
  accounts += 1
  const body = { ...account, name: `${account.name} ${accounts}` }
  const { id: accountId } = await owner.call('createCloudAccount', { body })
  return owner.call('createWatchFolder', { body: { name: 'Agency', accountId, ...change } })
}

/** Lists the files of a folder, and returns their rows by path. Waits for a list that begins after the call: the first that ends may
 * have begun before. */
export async function scanned(
  owner: Client,
  { id }: Pick<WatchFolder, 'id'>,
): Promise<ReadonlyMap<string, WatchFile>> {
  await listed(owner, { id })
  await listed(owner, { id })
  return filesOf(owner, { id })
}

async function listed(owner: Client, params: { readonly id: string }): Promise<void> {
  const { scannedAt } = await owner.call('scanWatchFolder', { params })
  await eventually(async () =>
    expect((await owner.call('getWatchFolder', { params })).scannedAt).not.toBe(scannedAt),
  )
}

/** The latest version of each file of a folder by path. */
export async function filesOf(
  owner: Client,
  { id }: Pick<WatchFolder, 'id'>,
): Promise<ReadonlyMap<string, WatchFile>> {
  const { items } = await owner.call('listWatchFiles', { params: { id }, query: { pageSize: 100 } })
  return new Map(items.toReversed().map((file) => [file.path, file]))
}
