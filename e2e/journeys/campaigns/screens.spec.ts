// Slow: axe examines each screen, and each is measured in three languages.
import type { Page } from '@playwright/test'
import { address, builtInRole, joinAs, newPerson, type Person, readyClip } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

const base = '/video/api/v1'

testScreens('advertisers and their campaigns', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const viewer = await joinAs(person, await builtInRole(person, 'viewer'))
  const { campaignId, roleId, emptyId } = await seed(person)
  const advertiser = await joinAs(person, roleId)
  const of = (path: string, who = person): Screen => ({
    person: who,
    address: `${address}/${who.environmentId}/${path}`,
  })
  const page = `campaigns/${campaignId}`
  return [
    of('settings/advertisers', newcomer),
    of('settings/advertisers'),
    of('settings/advertisers?q=nothing'),
    { ...of('settings/advertisers?new=true'), shown: dialogOf },
    of('settings/advertisers?tab=reviews'),
    { ...of('settings/advertisers?tab=reviews'), act: openReview, shown: dialogOf },
    of('settings/advertisers?tab=reviews&state=rejected'),
    of('campaigns', newcomer),
    of('campaigns'),
    of('campaigns?q=nothing'),
    { ...of('campaigns?new=true'), shown: dialogOf },
    of('campaigns', viewer),
    of('campaigns', advertiser),
    { ...of('campaigns?new=true', advertiser), shown: dialogOf },
    of(page),
    of(page, viewer),
    of(page, advertiser),
    of(`campaigns/${emptyId}`),
    of(`${page}?tab=report`, advertiser),
    of(`campaigns/${crypto.randomUUID()}`),
    of('videos', advertiser),
  ]
})

const openReview = (page: Page) => page.getByRole('gridcell').getByRole('button').first().click()

async function seed(person: Person) {
  const { id: streamId } = await readyClip(person, { title: 'Harvest festival' })
  const channel = await person.call('POST', `${base}/ssai`, { name: 'Evening', streamId, preroll: true })
  const body = { name: 'Soap & Co', contactEmail: 'ads@soap.example', note: 'Since 1998' }
  const advertiser = await person.call('POST', `${base}/advertisers`, body)
  await person.call('POST', `${base}/advertisers`, { name: 'Tea House', contactEmail: 'ads@tea.example' })
  const flight = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' }
  const empty = await person.call('POST', `${base}/campaigns`, {
    ...flight,
    name: 'Winter',
    advertiserId: advertiser.id,
  })
  const campaign = await person.call('POST', `${base}/campaigns`, {
    ...flight,
    name: 'Monsoon of soap',
    advertiserId: advertiser.id,
    cpm: 2_500_000,
    currency: 'INR',
    viewerViews: 3,
    totalImpressions: 100_000,
    countries: ['IN', 'AE'],
    deviceTypes: ['phone', 'tv'],
    tags: ['cricket'],
    channelIds: [channel.id],
  })
  const path = `${base}/campaigns/${campaign.id}/creatives`
  const file = { mediaUrl: `${address}/soap.mp4`, clickThroughUrl: 'https://soap.example/', skipAfterS: 5 }
  await person.call('POST', path, { ...file, name: 'Bubbles' })
  const rejected = await person.call('POST', path, { ...file, name: 'Foam' })
  await person.call('POST', `${path}/${rejected.id}/review`, {
    approved: false,
    reason: 'The audio is too quiet',
    submittedAt: rejected.submittedAt,
  })
  return { campaignId: campaign.id, roleId: String(advertiser.roleId), emptyId: empty.id }
}
