import { randomUUID } from 'node:crypto'
import type { Client } from '../../testing/client.ts'

export async function newFolder(owner: Client): Promise<string> {
  const { id } = await owner.call('createCollection', { body: { name: `Folder ${randomUUID()}` } })
  return id
}
