import type { activityCalls } from '@kinora/contract'
import { type CasesOf, firstId, type Tenant } from '../../contract/test-case.ts'
import type { Client } from '../../testing/client.ts'
import { addDeadLetter } from '../../testing/dead-letters.ts'

const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }
const filters = { phrase: 'x', ...range, everywhere: 'false' }

const aboutContent = ({ id }: { id: string }, { organizationId }: Client) => ({
  objectId: id,
  contentId: id,
  organizationId: organizationId ?? '',
})

/** Reuses a webhook, because the number per environment is limited. */
async function webhookOf({ owner, kinora }: Tenant): Promise<{ id: string }> {
  const { items } = await owner.call('listWebhooks', { query: {} })
  const active = items.find(({ status }) => status === 'active')
  const { id } = active ?? (await owner.call('createWebhook', { body: { url: `${kinora.url}/hook` } }))
  return { id }
}

async function deliveryOf(world: Tenant): Promise<{ id: string; deliveryId: string }> {
  const { id } = await webhookOf(world)
  const { items } = await world.owner.call('listDeliveries', { params: { id }, query: {} })
  const tried = items[0] ?? (await world.owner.call('testWebhook', { params: { id }, body: {} }))
  return { id, deliveryId: tried.id }
}

async function deadLetterOf({ owner, sql }: Tenant): Promise<{ id: string }> {
  return { id: await addDeadLetter(sql, owner.environmentId ?? '', 'no connection') }
}

export const cases: CasesOf<keyof typeof activityCalls> = {
  streamEvents: () => ({}),
  listEvents: ({ content, owner }) => ({
    query: { pageSize: '10', type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getEventVolume: ({ content, owner }) => ({
    query: { type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  exportEvents: ({ content, owner }) => ({
    query: { format: 'csv', type: 'video.asset.ready', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getEvent: async ({ owner }) => {
    const { items } = await owner.call('listEvents', { query: {} })
    return { params: { id: firstId(items) } }
  },
  listLogs: ({ content, owner }) => ({
    query: { pageSize: '10', method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getLogVolume: ({ content, owner }) => ({
    query: { method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  exportLogs: ({ content, owner }) => ({
    query: { format: 'json', method: 'GET', status: '2xx', ...filters, ...aboutContent(content, owner) },
    passesOver: ['query.objectId', 'query.contentId'],
  }),
  getLog: async ({ owner }) => {
    const { items } = await owner.call('listLogs', { query: {} })
    return { params: { id: firstId(items) } }
  },
  listAudit: ({ owner, content }) => ({
    query: {
      organizationId: owner.organizationId ?? '',
      environmentId: owner.environmentId ?? '',
      objectId: content.id,
      pageSize: '10',
      phrase: 'x',
      ...range,
      action: 'role.created',
    },
    passesOver: ['query.environmentId', 'query.objectId'],
  }),
  listWebhooks: ({ owner }) => ({
    query: { pageNum: '1', pageSize: '12', organizationId: owner.organizationId ?? '' },
  }),
  createWebhook: ({ kinora }) => ({ body: { url: `${kinora.url}/hook`, eventTypes: ['video.asset.ready'] } }),
  getWebhook: async (world) => ({ params: await webhookOf(world) }),
  updateWebhook: async (world) => ({
    params: await webhookOf(world),
    body: { url: `${world.kinora.url}/other`, eventTypes: [], status: 'disabled' },
  }),
  deleteWebhook: async (world) => ({ params: await webhookOf(world) }),
  rotateWebhookSecret: async (world) => ({ params: await webhookOf(world) }),
  testWebhook: async (world) => ({
    params: await webhookOf(world),
    body: { eventType: 'video.asset.ready' },
  }),
  listDeliveries: async (world) => ({
    params: await webhookOf(world),
    query: { pageSize: '10', status: 'failed' },
  }),
  getDeliveryVolume: async (world) => ({ params: await webhookOf(world) }),
  getDelivery: async (world) => ({ params: await deliveryOf(world) }),
  resendDeliveries: async (world) => {
    const { id, deliveryId } = await deliveryOf(world)
    const params = { id }
    return { params, body: range, alternative: { params, body: { deliveryId } } }
  },
  listDeadLetters: () => ({ query: { pageNum: '1', pageSize: '12' } }),
  retryDeadLetters: () => ({}),
  getDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
  retryDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
  deleteDeadLetter: async (tenant) => ({ params: await deadLetterOf(tenant) }),
}
