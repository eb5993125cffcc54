import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import type { TestDatabase } from '../../../platform/postgres/test-database.ts'
import { migratedDatabase } from '../../../platform/postgres/test-migrated.ts'
import { openSecrets, type Secrets } from '../../../platform/secrets.ts'
import { countAttempts } from '../../../platform/transport/attempts.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { addRelayKey, clearRelayNode, findRelayNodes, openRelayKey } from '../relay-keys/relay-keys.ts'
import { relayEncoders } from './relayed-encoders.ts'

const log = createLog('silent')
let folder: string
let database: TestDatabase
let connection: DatabaseConnection
let secrets: Secrets

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-relayed-'))
  database = await migratedDatabase()
  connection = openDatabase(database.url, 4, log)
  secrets = await openSecrets(readConfig({ DATA_DIR: folder }), connection.db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const nodeAt = (url: string) =>
  relayEncoders(
    { db: connection.db, log, config: readConfig({ DATA_DIR: folder }) },
    countAttempts(systemClock),
    () => url,
  )

async function newKey() {
  const { db } = connection
  const relay = { id: randomUUID(), environmentId: randomUUID() }
  await db.transaction((tx) => addRelayKey(tx, secrets, relay, true, new Date()))
  const streamKey = await openRelayKey(db, secrets, relay)
  return {
    relay,
    storedNode: async () => (await findRelayNodes(db, [relay])).get(relay.id) ?? null,
    publisher: {
      request: { protocol: 'rtmp', streamKey, address: '127.0.0.1', encoder: '' },
      silentForMs: () => 5000,
      close: () => undefined,
    },
  } as const
}

it('an encoder that moved to another node is found there when the first node notices that it left', async () => {
  const { publisher, storedNode } = await newKey()
  const [first, second] = [nodeAt('http://first'), nodeAt('http://second')]
  await first.publish(publisher)
  await second.publish(publisher)
  await first.close()
  expect(await storedNode()).toBe('http://second')
  await second.close()
  expect(await storedNode()).toBeNull()
})

it('an encoder that replaces a silent one is found, also if the end of that was stored last', async () => {
  const { publisher, storedNode, relay } = await newKey()
  const node = nodeAt('http://node')
  await node.publish(publisher)
  await node.publish(publisher)
  await node.check()
  expect(await storedNode()).toBe('http://node')
  await clearRelayNode(connection.db, relay, 'http://node')
  await node.check()
  await eventually(async () => expect(await storedNode()).toBe('http://node'))
  await node.close()
})
