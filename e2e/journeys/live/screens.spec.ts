// Slow: axe examines each screen in two looks, and each is loaded in two more languages.
import type { Page } from '@playwright/test'
import { address, newPerson, type Person } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

const base = '/video/api/v1/livestreams'

testScreens('live streams and their custom URLs', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const { stream } = await seed(person)
  const of = (path: string): Screen => ({ person, address: `${address}/${person.environmentId}/${path}` })
  const page = `live-stream/${stream}`
  return [
    { person: newcomer, address: `${address}/${newcomer.environmentId}/live-stream` },
    of('live-stream'),
    of('live-stream?q=nothing'),
    { ...of('live-stream?new=true'), shown: dialogOf },
    of(page),
    { ...of(page), act: showKey, shown: (shown) => shown.getByText(/^live_/).first() },
    { ...of(page), act: edit, shown: (shown) => shown.locator('form') },
    of(`${page}/metadata`),
    of(`${page}/custom-urls`),
  ]
})

testScreens('streams that are not on air, for viewers', async () => {
  const { playbackId, pausedId } = await seed(await newPerson())
  return [watch(playbackId), watch(pausedId)]
})

/** The page for viewers of a stream that is not on air. */
function watch(playbackId: string): Screen {
  return {
    address: `${address}/watch/${playbackId}`,
    isDressedAlike: false,
    shown: (page) => page.getByRole('status'),
  }
}

async function seed(person: Person): Promise<Record<'stream' | 'playbackId' | 'pausedId', string>> {
  const metadata = [{ key: 'Venue', value: 'Kochi Harbour', type: 'text' }]
  const { id, playbackId } = await person.call('POST', base, {
    name: 'Coastal Premier League: final',
    group: 'Sport',
    metadata,
  })
  await person.call('POST', base, { name: 'Evening debate', group: 'News', record: false })
  const stopped = await person.call('POST', base, { name: 'Robotics league', tags: ['campus'] })
  await person.call('POST', `${base}/${stopped.id}/stop`)
  const disabled = await person.call('POST', base, { name: 'Old city heritage run' })
  await person.call('POST', `${base}/${disabled.id}/disable`)
  const tara = { name: 'Tara TV app', partner: 'Tara', genre: 'Sport', language: 'Hindi', category: 'TV app' }
  await person.call('POST', `${base}/${id}/custom_playbacks`, tara)
  const dune = await person.call('POST', `${base}/${id}/custom_playbacks`, {
    name: 'Dune Play',
    partner: 'Dune',
  })
  await person.call('POST', `${base}/${id}/custom_playbacks/${dune.id}/pause`)
  return { stream: String(id), playbackId: String(playbackId), pausedId: String(dune.playbackId) }
}

async function showKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: keyButton }).click()
}

/** The button that shows the stream key, in the language of the page. */
const keyButton = /^(Show stream key|स्ट्रीम कुंजी दिखाएँ|عرض مفتاح البث|స్ట్రీమ్ కీ చూపించండి)$/

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Edit|बदलें|تعديل|మార్చండి)$/ }).click()
}
