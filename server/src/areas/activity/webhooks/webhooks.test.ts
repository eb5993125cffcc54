import { randomUUID } from 'node:crypto'
import { webhookLimits } from '@kinora/contract'
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

const url = 'https://93.184.216.34/hook'
const create = (body: object = {}) => owner.call('createWebhook', { body: { url, ...body } })
const happened = async (objectId: string) => {
  const { items } = await owner.call('listEvents', { query: { objectId } })
  return items.map(({ type }) => type).reverse()
}
const audited = async (objectId: string) => {
  const { items } = await owner.call('listAudit', {
    query: { organizationId: owner.organizationId ?? '', objectId },
  })
  return items.reverse()
}

describe('the webhooks of an organization', () => {
  it('cover every environment in which the caller has the right', async () => {
    const host = await newOwner(kinora.url)
    const organizationId = host.organizationId ?? ''
    const environment = (name: string) =>
      host.call('createEnvironment', { body: { organizationId, name, type: 'qa' } })
    const within = ({ id }: { id: string }) => client(kinora.url, host.token, organizationId, id)
    const [far, hidden] = [await environment('Far'), await environment('Hidden')]
    const made = []
    for (const who of [host, within(far), within(hidden)])
      made.push((await who.call('createWebhook', { body: { url } })).environmentId)
    const list = async (who: Client) => {
      const { items, totalItems } = await who.call('listWebhooks', { query: { organizationId } })
      expect(totalItems).toBe(items.length)
      return items.map(({ environmentId }) => environmentId).reverse()
    }
    expect(await list(client(kinora.url, host.token, null, null))).toEqual(made)
    expect((await host.call('listWebhooks', { query: {} })).items).toHaveLength(1)
    const member = await newMember(host, sql, null)
    const { id: userId } = await member.call('getUser', { params: { id: 'me' } })
    const [role] = await sql(
      `INSERT INTO roles (id, organization_id, name, permissions, created_at)
       VALUES (gen_random_uuid(), $1, 'Blind', '{"Settings":{"User":{"read":true}}}', now()) RETURNING id`,
      [organizationId],
    )
    await sql(`INSERT INTO environment_roles (environment_id, user_id, role_id) VALUES ($1, $2, $3)`, [
      hidden.id,
      userId,
      role?.id,
    ])
    expect(await list(member)).toEqual(made.slice(0, 2))
    const blind = await newMember(host, sql, '{"Settings":{"User":{"read":true}}}')
    const path = `/services/api/v1/webhooks?organizationId=${organizationId}`
    expect((await blind.send('GET', path)).status).toBe(403)
    expect((await owner.send('GET', path)).status).toBe(404)
  })
})

describe('a webhook', () => {
  it('is created with a secret that is returned once and stored encrypted', async () => {
    const made = await create({ eventTypes: ['video.asset.ready', 'video.asset.ready'] })
    expect(made).toMatchObject({
      url,
      eventTypes: ['video.asset.ready'],
      status: 'active',
      disabledBecause: null,
      failingSince: null,
      rotatingUntil: null,
      secretHint: made.secret.slice(-4),
      createdBy: 'Ananya Rao Iyer',
    })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret: _secret, ...rest } = made
    expect(await owner.call('getWebhook', { params: { id: made.id } })).toEqual(rest)
    const { items } = await owner.call('listWebhooks', { query: {} })
    expect(items.find(({ id }) => id === made.id)).toEqual(rest)
    expect(JSON.stringify(await sql('SELECT * FROM webhooks'))).not.toContain(made.secret)
  })

  it('is changed, disabled, enabled, rotated and deleted, with an event and an audit entry each', async () => {
    const { id } = await create()
    const params = { id }
    const update = (body: object) => owner.call('updateWebhook', { params, body })
    await update({})
    expect(await update({ eventTypes: ['webhook.created'] })).toMatchObject({
      eventTypes: ['webhook.created'],
    })
    expect(await update({ status: 'disabled' })).toMatchObject({
      status: 'disabled',
      disabledBecause: 'person',
    })
    expect(
      await owner.send('POST', `/services/api/v1/webhooks/${id}/resend`, { body: { deliveryId: id } }),
    ).toMatchObject({ status: 409, body: { type: '/problems/webhook-disabled' } })
    expect(await update({ status: 'active' })).toMatchObject({ status: 'active', disabledBecause: null })
    const rotated = await owner.call('rotateWebhookSecret', { params })
    expect(Date.parse(rotated.rotatingUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3600_000)
    await owner.call('deleteWebhook', { params })
    expect((await owner.send('GET', `/services/api/v1/webhooks/${id}`)).status).toBe(404)
    expect((await owner.send('DELETE', `/services/api/v1/webhooks/${id}`)).status).toBe(404)
    expect(await sql('SELECT id FROM webhooks WHERE id = $1', [id])).toEqual([])

    expect(await happened(id)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.updated',
      'webhook.deleted',
    ])
    const trail = await audited(id)
    expect(trail.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.disabled',
      'webhook.updated',
      'webhook.secret.rotated',
      'webhook.deleted',
    ])
    expect(trail[1]).toMatchObject({
      by: { kind: 'person', name: 'Ananya Rao Iyer', impersonator: null },
      environmentId: owner.environmentId,
      object: { type: 'webhook', id, name: url },
      before: { eventTypes: [] },
      after: { eventTypes: ['webhook.created'] },
    })
  })

  it.each([
    'http://10.0.0.1/hook',
    'http://192.168.1.1:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
    'http://0/',
    'http://3232235777/',
    'http://does-not-exist.invalid/',
    'http://user:password@93.184.216.34/',
  ])('may not be at %s, neither from the start nor later', async (address) => {
    const made = await owner.send('POST', '/services/api/v1/webhooks', { body: { url: address } })
    expect(made).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
    const { items } = await owner.call('listWebhooks', { query: {} })
    const id = items[0]?.id ?? (await create()).id
    const changed = await owner.send('PUT', `/services/api/v1/webhooks/${id}`, { body: { url: address } })
    expect(changed).toMatchObject({ status: 422, body: { type: '/problems/url-not-allowed' } })
  })

  it.each([
    'ftp://example.com/',
    'javascript:alert(1)',
    'nonsense',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('has an http address: not %s', async (address) => {
    const answer = await owner.send('POST', '/services/api/v1/webhooks', { body: { url: address } })
    expect(answer.status).toBe(400)
  })

  it('is one of at most fifty, even if many are created at once', async () => {
    const who = await newOwner(kinora.url)
    const answers = await Promise.all(
      Array.from({ length: webhookLimits.perEnvironment + 5 }, () =>
        who.send('POST', '/services/api/v1/webhooks', { body: { url } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(webhookLimits.perEnvironment)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { type: '/problems/webhook-limit' },
    })
    const { items, totalItems } = await who.call('listWebhooks', { query: { pageSize: 12, pageNum: 5 } })
    expect([items.length, totalItems]).toEqual([2, 50])
  })
})

describe('an idempotency key of a sensitive call', () => {
  const send = (who: Client, key: string, path = `${url}/${key}`) =>
    who.send('POST', '/services/api/v1/webhooks', {
      body: { url: path },
      headers: { 'idempotency-key': key },
    })

  it('gives fifty concurrent requests one webhook and one secret, which is unreadable in the database', async () => {
    const key = `sensitive-${randomUUID()}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(owner, key, `${url}/once`)))
    const [first] = answers
    const { id, secret } = (first?.body ?? {}) as { id: string; secret: string }
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 201, body: first?.body })
    const { items } = await owner.call('listWebhooks', { query: { pageSize: 100 } })
    expect(items.filter((each) => each.url === `${url}/once`).map((each) => each.id)).toEqual([id])
    const kept = JSON.stringify(await sql('SELECT * FROM idempotency'))
    for (const word of [key, secret, id, url]) expect(kept).not.toContain(word)
  })

  it('is valid only for the same request and session', async () => {
    const key = `mismatch-${randomUUID()}`
    expect((await send(owner, key)).status).toBe(201)
    expect(await send(owner, key, `${url}/other`)).toMatchObject({
      status: 422,
      body: { type: '/problems/idempotency-mismatch' },
    })
  })
})

it('the audit trail is append-only', async () => {
  await create()
  for (const statement of [
    `UPDATE audit_trail SET actor_name = 'nobody'`,
    'DELETE FROM audit_trail',
    'TRUNCATE audit_trail',
  ]) {
    await expect(sql(statement)).rejects.toThrow('append-only')
  }
})
