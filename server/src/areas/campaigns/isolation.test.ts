import { randomUUID } from 'node:crypto'
import { allCalls, type Call, campaignsCalls } from '@kinora/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitePerson, newCreative, someAdvertiser } from '../../testing/ads/campaigns.ts'
import type { Client } from '../../testing/client.ts'
import { fillPath } from '../../testing/client.ts'
import { listen, until } from '../../testing/event-stream.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
let advertiserId: string
let roleId: string
let person: Client
/** A campaign of another advertiser. */
let foreign: Awaited<ReturnType<typeof newCreative>>

const flight = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2100-01-01T00:00:00.000Z' }

beforeAll(async () => {
  world = await openWorld()
  const body = { name: 'Tea House', contactEmail: 'ads@tea.example' }
  const advertiser = await world.owner.call('createAdvertiser', { body })
  advertiserId = advertiser.id
  roleId = advertiser.roleId
  person = await invitePerson(world.owner, roleId)
  foreign = await newCreative(world)
})
afterAll(() => world?.end())

/** Sends a request with only the tenant's IDs, because rights are checked before other input. */
function send(name: string, call: Call) {
  const organizationId = person.organizationId ?? ''
  const isInPath = call.caller === 'organization' && (call.tenantIn ?? 'path') === 'path'
  const id = isInPath
    ? organizationId
    : call.tenantIn === 'path'
      ? (person.environmentId ?? '')
      : randomUUID()
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param)
  const params = Object.fromEntries(names.map((param) => [param, param === 'id' ? id : randomUUID()]))
  const query = call.tenantIn === 'query' ? `?organizationId=${organizationId}` : ''
  const body = call.tenantIn === 'body' ? { organizationId } : {}
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  return person
    .send(call.method, fillPath(call.path, params) + query, hasBody ? { body } : {})
    .catch((error) => {
      throw new Error(name, { cause: error })
    })
}

describe('people of an advertiser', () => {
  const calls = Object.entries<Call>(allCalls)
  const withRight = calls.filter(([, { right }]) => right !== undefined && right[1] !== 'Campaign')

  it('cannot make calls that need other rights than those on campaigns', async () => {
    const answers = await Promise.all(
      withRight.map(async ([name, call]) => [name, (await send(name, call)).status] as const),
    )
    expect(answers.length).toBeGreaterThan(200)
    expect(answers.filter(([, status]) => status !== 403)).toEqual([])
  })

  it('can make calls that need no right, about their account, their organizations, public plans and files', () => {
    const open = calls.filter(
      ([, { right, caller }]) => right === undefined && caller !== 'none' && caller !== 'admin',
    )
    expect(open.map(([name]) => name).sort()).toEqual([
      'acceptInvitation',
      'authenticateAgain',
      'beginSecondFactor',
      'changePassword',
      'confirmSecondFactor',
      'createOrganization',
      'endSecondFactor',
      'endSession',
      'endSessions',
      // Requires the right to read the billing of the organization that it finds.
      'getBillingDocument',
      'getBillingPackagesOfUser',
      'getUser',
      'listAccountRecords',
      'listAdministrators',
      'listBillingPackages',
      'listBillingPlans',
      'listEnvironmentTypes',
      'listProductTypes',
      'listSessions',
      'removeMember',
      'signOut',
      'streamEvents',
      'updateUser',
    ])
  })

  it('keep these limits even if their role has other rights', async () => {
    const all = { create: true, read: true, update: true, delete: true }
    const filter = { advertiser: { id: advertiserId, environmentId: person.environmentId } }
    const strong = { Videos: { Video: all }, 'Ad Insertion': { Channel: all, Campaign: all }, filter }
    const member = await world.member(JSON.stringify(strong))
    expect((await member.try('listContents', {})).status).toBe(403)
    expect((await member.try('listAdChannels', {})).status).toBe(403)
    expect((await member.try('listMembers', { params: { id: person.organizationId ?? '' } })).status).toBe(
      403,
    )
    expect(await member.call('listCampaigns', {})).toMatchObject({ totalItems: 0 })
  })

  it('see no other environment', async () => {
    const { id: staging } = await world.owner.call('createEnvironment', {
      body: { organizationId: world.owner.organizationId ?? '', name: 'Staging', type: 'staging' },
    })
    const { organizations } = await person.call('getUser', { params: { id: 'me' } })
    const own = organizations.find(({ id }) => id === person.organizationId)
    expect(own?.environments.map(({ id }) => id)).toEqual([person.environmentId])
    expect(own?.environments[0]?.grants.toSorted()).toEqual(
      ['create', 'delete', 'read', 'update'].map((action) => `Ad Insertion.Campaign.${action}`),
    )
    const headers = { 'environment-id': staging }
    expect((await person.send('GET', campaignsCalls.listCampaigns.path, { headers })).status).toBe(404)
  })

  it('manage their own campaigns, except for fields of the publisher', async () => {
    const campaign = await person.call('createCampaign', { body: { name: 'Monsoon', ...flight } })
    expect(campaign).toMatchObject({ advertiserId, advertiserName: 'Tea House', state: 'draft', cpm: null })
    const params = { id: campaign.id }
    for (const body of [
      { cpm: 1 },
      { currency: 'EUR' },
      { priority: 9 },
      { channelIds: [] },
      { streamIds: [] },
    ]) {
      expect(await person.try('updateCampaign', { params, body })).toMatchObject({
        status: 403,
        body: { type: '/problems/publisher-only' },
      })
    }
    const price = { cpm: 4_000_000, currency: 'INR', streamIds: [world.content.id] }
    await world.owner.call('updateCampaign', { params, body: price })
    expect(await person.call('updateCampaign', { params, body: { name: 'Rain' } })).toMatchObject({
      name: 'Rain',
      cpm: 4_000_000,
      currency: 'INR',
      streamIds: [],
    })
    expect(await world.owner.call('getCampaign', { params })).toMatchObject({ streamIds: [world.content.id] })
    const body = { name: 'Leaves', mediaUrl: 'http://93.184.216.34/leaves.mp4' }
    const { id: creativeId, submittedAt } = await person.call('createCampaignCreative', { params, body })
    const review = { params: { ...params, creativeId }, body: { approved: true, submittedAt } }
    expect((await person.try('reviewCampaignCreative', review)).status).toBe(403)
  })

  it('cannot see people and settings of the publisher', async () => {
    const organization = { params: { id: person.organizationId ?? '' } }
    await world.sql(`UPDATE organizations SET alert_message = 'Pay your bill' WHERE id = $1`, [
      organization.params.id,
    ])
    expect(await person.call('listAdministrators', organization)).toEqual({ items: [] })
    expect((await world.owner.call('listAdministrators', organization)).items).not.toEqual([])
    const user = await world.owner.call('getUser', { params: { id: 'me' } })
    const { id } = await world.owner.call('createCampaign', {
      body: { name: 'Of the publisher', ...flight, advertiserId },
    })
    const media = { name: 'Cup', mediaUrl: `${world.owner.url}/favicon.svg` }
    const added = await world.owner.call('createCampaignCreative', { params: { id }, body: media })
    const review = { approved: true, submittedAt: added.submittedAt }
    const params = { id, creativeId: added.id }
    const { reviewedBy } = await world.owner.call('reviewCampaignCreative', { params, body: review })
    expect(reviewedBy).toContain(user.lastName)
    const seen = await Promise.all([
      person.call('getUser', { params: { id: 'me' } }),
      person.call('getCampaign', { params: { id } }),
      person.call('listCampaigns', {}),
      person.call('listCampaignCreatives', { params: { id } }),
      person.call('updateCampaignCreative', { params, body: { name: 'Mug' } }),
    ])
    for (const answer of seen) {
      expect(JSON.stringify(answer)).not.toContain(reviewedBy)
      expect(JSON.stringify(answer)).not.toContain('Pay your bill')
    }
    expect(seen[0].organizations.find((own) => own.id === person.organizationId)?.settings).toEqual({})
    await world.owner.call('deleteCampaign', { params: { id } })
  })

  it('cannot find campaigns of other advertisers', async () => {
    const { items } = await person.call('listCampaigns', {})
    expect(items.map((each) => each.advertiserId)).toEqual([advertiserId])
    const other = await someAdvertiser(world)
    const { id, creativeId } = foreign.params
    const params = { id }
    const body = { name: 'Mine' }
    const media = { name: 'x', mediaUrl: 'http://93.184.216.34/x.mp4' }
    const answers = await Promise.all([
      person.try('getCampaign', { params }),
      person.try('updateCampaign', { params, body }),
      person.try('pauseCampaign', { params }),
      person.try('resumeCampaign', { params }),
      person.try('deleteCampaign', { params }),
      person.try('listCampaignCreatives', { params }),
      person.try('createCampaignCreative', { params, body: media }),
      person.try('updateCampaignCreative', { params: foreign.params, body }),
      person.try('deleteCampaignCreative', { params: foreign.params }),
      person.try('getCreativeFile', { params: foreign.params }),
      person.try('getCampaignReport', { params, query: { from: '2026-11-01', to: '2026-11-02' } }),
      person.try('createCampaign', { body: { name: 'Theirs', ...flight, advertiserId: other } }),
      person.try('listCampaigns', { query: { advertiserId: other } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    const mine = await person.call('createCampaign', { body: { name: 'Second', ...flight } })
    const crossed = { params: { id: mine.id, creativeId }, body }
    expect((await person.try('updateCampaignCreative', crossed)).status).toBe(404)
  })

  it('get events of their own creatives only', async () => {
    const stream = await listen(person)
    await newCreative(world)
    await world.owner.call('createUpload', { body: { fileName: 'secret.mp4', fileSize: 10 } })
    const { id } = await person.call('createCampaign', { body: { name: 'Third', ...flight } })
    const media = { name: 'Own', mediaUrl: 'http://93.184.216.34/own.mp4' }
    const own = await person.call('createCampaignCreative', { params: { id }, body: media })
    await until(() => stream.events().length > 0)
    expect(stream.events().map(({ data }) => [data.type, data.object?.id])).toEqual([
      ['video.campaign_creative.submitted', own.id],
    ])
    await stream.close()
  })

  it('cannot invite people or create tokens, and only people with their rights can invite for them', async () => {
    const params = { id: person.organizationId ?? '' }
    const body = { email: 'friend@tea.example', roleId }
    expect((await person.try('inviteMember', { params, body })).status).toBe(403)
    const token = { body: { name: 'Mine', permission: ['read' as const] } }
    expect((await person.try('createToken', token)).status).toBe(403)
    const manager = await world.member(JSON.stringify({ 'Ad Insertion': { Campaign: { read: true } } }))
    expect((await manager.try('inviteMember', { params, body })).body).toMatchObject({
      type: '/problems/role-too-strong',
    })
  })

  it('prevent the deletion of their advertiser', async () => {
    const params = { id: advertiserId }
    expect(await world.owner.try('deleteAdvertiser', { params })).toMatchObject({
      status: 409,
      body: { type: '/problems/role-in-use' },
    })
    const { id: userId } = await person.call('getUser', { params: { id: 'me' } })
    await world.owner.call('removeMember', {
      params: { id: person.organizationId ?? '' },
      query: { userId },
    })
    expect((await person.try('listCampaigns', {})).status).toBe(404)
    await world.owner.call('deleteAdvertiser', { params })
    const { items } = await world.owner.call('listRoles', { params: { id: person.organizationId ?? '' } })
    expect(items.some(({ id }) => id === roleId)).toBe(false)
  })
})
