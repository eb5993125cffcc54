import { randomUUID } from 'node:crypto'
import { type Client, client, newOwner } from '../client.ts'

interface Owner {
  readonly owner: Client
}

export async function newAdvertiser({ owner }: Owner): Promise<string> {
  const body = { name: `Soap ${randomUUID()}`, contactEmail: 'ads@soap.example' }
  return (await owner.call('createAdvertiser', { body })).id
}

const known = new WeakMap<Client, Promise<string>>()

/** Advertiser of the tenant, created on the first call: each has a role, and an organization has at most 100. */
export function someAdvertiser(tenant: Owner): Promise<string> {
  const advertiser = known.get(tenant.owner) ?? newAdvertiser(tenant)
  known.set(tenant.owner, advertiser)
  return advertiser
}

/** A campaign that runs from 2020 to 2100. */
export async function newCampaign(tenant: Owner): Promise<string> {
  const advertiserId = await someAdvertiser(tenant)
  const flight = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2100-01-01T00:00:00.000Z' }
  return (await tenant.owner.call('createCampaign', { body: { name: 'Spring', advertiserId, ...flight } })).id
}

/** A campaign with a creative that waits for a review. */
export async function newCreative(tenant: Owner) {
  const id = await newCampaign(tenant)
  const body = { name: 'Bubbles', mediaUrl: `${tenant.owner.url}/play/nothing.mp4` }
  const creative = await tenant.owner.call('createCampaignCreative', { params: { id }, body })
  return { params: { id, creativeId: creative.id }, submittedAt: creative.submittedAt }
}

/** A new person who joins the owner's organization by an invitation to this role. */
export async function invitePerson(owner: Client, roleId: string): Promise<Client> {
  const email = `${randomUUID()}@soap.example`
  const { url, organizationId, environmentId } = owner
  const person = await newOwner(url, { email, organization: `Side business ${randomUUID()}` })
  const params = { id: organizationId ?? '' }
  const { link } = await owner.call('inviteMember', { params, body: { email, roleId } })
  await person.call('acceptInvitation', { body: { token: link?.split('#token=')[1] ?? '' } })
  return client(url, person.token, organizationId, environmentId)
}
