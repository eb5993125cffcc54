// Slow: axe examines each screen in two looks, and each is loaded in two more languages.
import type { Page } from '@playwright/test'
import { sendViewEvents, viewEventOf } from '../../../server/src/testing/analytics/view-event.ts'
import { address, newPerson, type Person, readySample } from '../support/fixtures.ts'
import { type Screen, testScreens } from '../support/looks.ts'

testScreens('analytics', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const { id, playbackId } = await readySample(person)
  await watch(playbackId)
  const of = (who: Person, path: string): Screen => ({
    person: who,
    address: `${address}/${who.environmentId}/${path}`,
  })
  return [
    of(newcomer, 'analytics'),
    of(person, 'analytics'),
    of(person, 'analytics?range=last-hour&metric=watch-time&split=partner'),
    of(person, 'analytics?tab=realtime'),
    of(person, `videos/${id}/analytics`),
    of(person, 'analytics?tab=viewership&range=last-hour&filters=partner%3DTara%3Bcategory%3Dvideo'),
    of(person, 'analytics?tab=performance&range=last-hour&open=views'),
    { ...of(person, 'analytics'), act: showTable, shown: (page) => page.getByRole('table') },
  ]
})

async function showTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: tableButton }).click()
}

/** The button that shows the chart as a table, in the language of the page. */
const tableButton = /^(Show as table|तालिका के रूप में दिखाएँ|عرض كجدول|పట్టికగా చూపించు)$/

/** Views of the last hour, from several partners. */
async function watch(playbackId: string): Promise<void> {
  const now = Date.now()
  const events = Array.from({ length: 48 }, (_, n) =>
    viewEventOf(playbackId, {
      ...{ at: now - ((n * 7) % 55) * 60_000, elapsedMs: 200_000, startupMs: 300 + n * 20 },
      ...{ watchMs: 20_000 + n * 3000, partner: ['Tara', 'Dune Play', 'Bharat Stream', ''][n % 4] ?? '' },
      played: [[0, 1 + (n % 2)]],
      programme: ['Evening debate', 'Coastal final'][n % 2] ?? '',
    }),
  )
  await sendViewEvents(address, events)
}
