import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '@kinora/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, client, newOwner } from '../../../testing/client.ts'
import { startTestKinora, type TestKinora } from '../../../testing/kinora.ts'
import { newMember, type Sql } from '../../../testing/members.ts'

let kinora: TestKinora
let pool: pg.Pool
let sql: Sql
let owner: Client
beforeAll(async () => {
  kinora = await startTestKinora()
  pool = new pg.Pool({ connectionString: kinora.databaseUrl, max: 2 })
  sql = async (text, values = []) => (await pool.query(text, values)).rows
  owner = await newOwner(kinora.url)
})
afterAll(async () => {
  await pool.end()
  await kinora.stop()
})

const path = (who: Client) => `/data/api/v1/audit?organizationId=${who.organizationId}`

async function trail(who: Client, query: object = {}): Promise<AuditEntry[]> {
  const organizationId = who.organizationId ?? ''
  const items: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await who.call('listAudit', {
      query: { organizationId, pageSize: 5, ...query, ...(cursor && { cursor }) },
    })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

async function anotherEnvironment(name: string): Promise<Client> {
  const { id } = await owner.call('createEnvironment', {
    body: { organizationId: owner.organizationId ?? '', name, type: 'qa' },
  })
  return client(kinora.url, owner.token, owner.organizationId, id)
}

describe('the audit trail', () => {
  it('records who changed a video, with old and new values, and who deleted it', async () => {
    const { contentId } = await owner.call('createUpload', {
      body: { fileName: 'a.mp4', fileSize: 10, title: 'Before' },
    })
    const params = { id: contentId }
    await owner.call('updateContent', { params, body: { title: 'After', tags: ['news'] } })
    await owner.call('updateContent', { params, body: { title: 'After' } })
    await owner.call('updateContent', { params, body: { playbackPolicy: 'signed' } })
    await owner.call('deleteContent', { params, query: { permanently: true } })
    const me = await owner.call('getUser', { params: { id: 'me' } })
    const by = { kind: 'person', id: me.id, name: 'Ananya Rao Iyer', impersonator: null }
    expect(await trail(owner, { objectId: contentId })).toMatchObject([
      {
        action: 'asset.deleted',
        environmentId: owner.environmentId,
        by,
        object: { type: 'asset', id: contentId, name: 'After' },
        before: { title: 'After', tags: ['news'], status: 'pending' },
        after: null,
      },
      {
        action: 'asset.updated',
        by,
        before: { playbackPolicy: 'public' },
        after: { playbackPolicy: 'signed' },
      },
      {
        action: 'asset.updated',
        by,
        before: { title: 'Before', tags: [] },
        after: { title: 'After', tags: ['news'] },
      },
    ])
  })

  it('is paged and filtered by action, phrase, time, object and environment', async () => {
    const other = await anotherEnvironment('Filtered')
    const from = new Date().toISOString()
    for (let n = 0; n < 12; n++) {
      await other.call('createWebhook', { body: { url: `https://93.184.216.34/${n}` } })
    }
    const made = await trail(owner, { action: ['webhook.created'], environmentId: other.environmentId })
    expect(made.map(({ object }) => object.name.split('/').at(-1))).toEqual(
      Array.from({ length: 12 }, (_, n) => String(11 - n)),
    )
    expect(await trail(owner, { phrase: '34/7', from })).toMatchObject([
      { object: { id: made[4]?.object.id } },
    ])
    expect(await trail(owner, { phrase: 'webhook.created', to: from })).toEqual([])
    expect(await trail(owner, { environmentId: randomUUID() })).toEqual([])
    expect(await trail(owner, { from: '0000-01-01T00:00:00Z', to: '0000-01-02T00:00:00Z' })).toEqual([])
  })

  it('shows permitted environments and entries of the organization itself', async () => {
    const hidden = await anotherEnvironment('Hidden')
    const objectId = randomUUID()
    for (const environmentId of [owner.environmentId, hidden.environmentId, null]) {
      await sql(
        `INSERT INTO audit_trail (id, organization_id, environment_id, action, actor_kind, actor_name, object_type,
           object_id, object_name, created_at)
         VALUES (gen_random_uuid(), $1, $2, 'role.created', 'kinora', 'Kinora', 'role', $3, 'x', now())`,
        [owner.organizationId, environmentId, objectId],
      )
    }
    const member = await newMember(owner, sql, null)
    const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
    const roleId = randomUUID()
    await sql(
      `INSERT INTO roles (id, organization_id, name, permissions, created_at) VALUES ($1, $2, 'Blind', $3, now())`,
      [roleId, owner.organizationId, JSON.stringify({ 'Events and Logs': { Log: { read: true } } })],
    )
    await sql(`INSERT INTO environment_roles (environment_id, user_id, role_id) VALUES ($1, $2, $3)`, [
      hidden.environmentId,
      userId,
      roleId,
    ])
    const places = async (who: Client) => {
      const entries = await trail(who, { objectId })
      return new Set(entries.map(({ environmentId }) => environmentId))
    }
    expect(await places(owner)).toEqual(new Set([owner.environmentId, hidden.environmentId, null]))
    expect(await places(member)).toEqual(new Set([owner.environmentId, null]))
    const stranger = await newOwner(kinora.url)
    expect((await stranger.send('GET', path(owner))).status).toBe(404)
    expect(await trail(stranger, { objectId })).toEqual([])
  })

  it('shows only entries about visible objects', async () => {
    await owner.call('createToken', { body: { name: 'Unseen', permission: ['read'] } })
    const { contentId } = await owner.call('createUpload', { body: { fileName: 'b.mp4', fileSize: 10 } })
    await owner.call('updateContent', { params: { id: contentId }, body: { title: 'Seen' } })
    await owner.call('createRole', {
      params: { id: owner.organizationId ?? '' },
      body: { name: 'Unseen', permissions: '{"Videos":{}}' },
    })
    const types = async (permissions: object) => {
      const member = await newMember(owner, sql, JSON.stringify(permissions))
      return new Set((await trail(member)).map(({ object }) => object.type))
    }
    const seen = await types({ Videos: { Video: { read: true } }, Settings: {} })
    expect(seen).toEqual(new Set(['asset', 'environment', 'organization']))
    const people = await types({ Settings: { Role: { read: true } } })
    expect(people).toEqual(new Set(['role', 'environment', 'organization']))
  })
})
