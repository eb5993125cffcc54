// Slow: axe examines each screen, and each is measured in three languages.
import type { Page } from '@playwright/test'
import { sendViewEvents, viewEventOf } from '../../../server/src/testing/analytics/view-event.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { address, newPerson, type Person, readySample } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'
import { haveManyViews, haveRunningExport } from './many-views.ts'

testScreens('analytics', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const { id, playbackId } = await readySample(person)
  const other = await readySample(person, { title: 'Coastal final' })
  await watch(playbackId)
  await mark(person, id)
  await watch(other.playbackId)
  const stream = await person.call('POST', '/video/api/v1/livestreams', { name: 'Coastal final' })
  await watch(String(stream.playbackId))
  const busy = await newPerson()
  await haveManyViews(busy, 12_000)
  await haveRunningExport(busy)
  await busy.call('POST', '/data/api/v1/exports', {
    from: '2026-11-01T00:00:00Z',
    to: '2026-11-02T00:00:00Z',
  })
  const of = (who: Person, path: string): Screen => ({
    person: who,
    address: `${address}/${who.environmentId}/${path}`,
  })
  return [
    of(newcomer, 'cdn_analytics'),
    of(person, 'cdn_analytics'),
    of(person, 'cdn_analytics?range=last-hour&metric=watch-time&split=partner'),
    of(person, 'cdn_analytics?tab=realtime'),
    of(person, `videos/${id}/analytics?range=last-hour&split=partner`),
    of(person, `videos/${id}/monitoring?range=last-hour`),
    of(person, `live-stream/${stream.id}/monitoring?part=viewers&range=last-hour`),
    of(person, 'Adv_analytics?tab=videos&range=last-hour'),
    of(person, `Adv_analytics?tab=videos&range=last-hour&open=compare&videos=${id},${other.id}`),
    of(person, 'cdn_analytics?tab=viewership&range=last-hour&filters=partner%3DTara%3Bcategory%3Dvideo'),
    of(person, 'Adv_analytics?tab=performance&range=last-hour&open=views'),
    of(person, 'cdn_analytics?tab=usage'),
    of(person, 'cdn_analytics?tab=cdn&range=last-hour&split=file'),
    { ...of(busy, 'cdn_analytics?map=true'), shown: (page) => page.getByRole('listbox') },
    of(busy, 'cdn_analytics?open=exports'),
    { ...of(person, 'cdn_analytics'), act: showTable, shown: (page) => page.getByRole('table') },
    { ...of(person, 'cdn_analytics?range=last-hour'), act: openMark, shown: dialogOf },
    {
      ...of(person, 'cdn_analytics?filters=partner%3DTara'),
      act: openFavourites,
      shown: (page) => page.getByRole('textbox'),
    },
  ]
})

async function showTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: tableButton }).click()
}

/** The last mark of the chart, with many incidents. */
async function openMark(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /12|१२|١٢|౧౨/ })
    .last()
    .click()
}

async function openFavourites(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Favorites|पसंदीदा|المفضلة|ఇష్టమైనవి)$/ }).click()
}

/** The button that shows the chart as a table, in the language of the page. */
const tableButton = /^(Show as table|तालिका के रूप में दिखाएँ|عرض كجدول|పట్టికగా చూపించు)$/

/** Stores what happened to a video in the last hour, and favorite filters. */
async function mark(person: Person, contentId: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql(
    `INSERT INTO chart_annotations (environment_id, object_id, category, reason, at)
      SELECT $1::uuid, $2::uuid, 'video', reason, now() - minutes * interval '1 minute'
      FROM (VALUES ('published', 50), ('went-live', 40)) AS marks (reason, minutes)
      UNION ALL SELECT $1::uuid, $2::uuid, 'video', 'rendition-failed', now() - interval '25 minutes' + n * interval '1 second'
      FROM generate_series(1, 12) AS n`,
    [person.environmentId, contentId],
  )
  await pool.end()
  const filters = { partner: ['Tara'], country: ['IN'] }
  await person.call('POST', '/data/api/v1/favourite_filters', { name: 'Tara in India', filters })
  await person.call('POST', '/data/api/v1/favourite_filters', {
    name: 'تارا',
    filters: { partner: ['Tara'] },
  })
}

/** Views of the last hour, from several partners. */
async function watch(playbackId: string): Promise<void> {
  const now = Date.now()
  const events = Array.from({ length: 48 }, (_, n) =>
    viewEventOf(playbackId, {
      at: now - ((n * 7) % 55) * 60_000,
      elapsedMs: 200_000,
      startupMs: 300 + n * 20,
      watchMs: 20_000 + n * 3000,
      partner: ['Tara', 'Dune Play', 'Bharat Stream', ''][n % 4] ?? '',
      played: [
        [0, 1 + (n % 5)],
        [1, 2 + (n % 2)],
      ],
      ...(n % 12 === 0 && ({ type: 'error', errorCode: 'network' } as const)),
      programme: ['Evening debate', 'Coastal final'][n % 2] ?? '',
    }),
  )
  await sendViewEvents(address, events)
}
