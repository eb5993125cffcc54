import type { Cases, Tenant } from '../../../contract/test-case.ts'
import { range } from '../test-requests.ts'

export const cases: Cases = {
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
}

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
