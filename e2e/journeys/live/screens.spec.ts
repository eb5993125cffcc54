// Slow: axe checks each screen, and each is measured in three languages.
import type { Page } from '@playwright/test'
import { recordedVideo } from '../../../server/src/testing/livestreams.ts'
import { openTestPool } from '../../../server/src/testing/pool.ts'
import { address, clientOf, newPerson, type Person, readyClip } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

const base = '/video/api/v1/livestreams'

testScreens('live streams and their custom URLs', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const { stream } = await seed(person)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await person.call('POST', `${base}/${stream}/scte`, { at, durationS: 30 })
  const unused = await person.call('POST', base, { name: 'Unused channel' })
  await record(person, 'Evening debate 2026-11-22 18:30')
  const { contentId: recording, streamId: recorded } = await record(
    person,
    'Coastal Premier League: final 2026-11-23 17:00',
  )
  await measure(person, stream)
  const planned = await plan(person, stream)
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
    { ...of(page), act: goLive, shown: dialogOf },
    of(`${page}/metadata`),
    of(`${page}/custom-urls`),
    { ...of(`${page}/scte`), shown: (shown) => shown.locator('ol time') },
    { ...of(`${page}/monitoring`), act: () => measure(person, stream), shown: pictureSize },
    { ...of(`${page}/monitoring?window=8h`), act: showTable, shown: (shown) => shown.getByRole('table') },
    of(`live-stream/${String(unused.id)}/monitoring`),
    { ...of(`${page}/clips`), shown: (shown) => shown.locator('form') },
    {
      ...of(`live-stream/${recorded}/clips`),
      act: selectRange,
      shown: (shown) => shown.getByRole('slider').first(),
    },
    { ...of(page), act: changeAccess, shown: dialogOf },
    { person: newcomer, address: `${address}/${newcomer.environmentId}/live-recording` },
    of('live-recording'),
    of('live-recording?q=nothing'),
    { person: newcomer, address: `${address}/${newcomer.environmentId}/live-recording/planned` },
    of('live-recording/planned'),
    of('live-recording/planned?q=nothing'),
    { ...of('live-recording/planned?new=true'), shown: dialogOf },
    of(`live-recording/planned/${planned}`),
    of(`live-recording/planned/${recording}`),
    of(`videos/${recording}`),
    of(`videos/${recording}/thumbnails`),
    of(`videos/${recording}/clips`),
    of(`live-recording/${recording}`),
    of(`live-recording/${recording}/clips`),
    of(`live-recording/${recording}/metadata`),
    of(`live-recording/${recording}/monitoring`),
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

const pictureSize = (page: Page) => page.getByText('1920×1080')

/** Stores figures and events of the last hour: keyframes were too far apart, and the encoder disconnected once. */
async function measure({ environmentId }: Person, streamId: string): Promise<void> {
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  await pool.sql(
    `INSERT INTO live_health (stream_id, minute, environment_id, points)
      SELECT $1, minute, $2, jsonb_agg(jsonb_build_object(
          's', s, 'kbps', 5800 + (s * 37 + n * 211) % 700, 'fps', CASE WHEN n = 21 THEN 38 ELSE 50 END,
          'key', 9, 'w', 1920, 'h', 1080, 'drop', CASE WHEN n = 21 THEN 2 ELSE 0 END,
          'delay', 30 + (s * 7 + n * 13) % 60, 'view', 100 + n * 5 + s % 5,
          'db', -24 + (s * 3 + n) % 6, 'av', -40 + (s * 11 + n * 7) % 70, 'speed', 1,
          'video', 'h264', 'audio', 'aac', 'heard', 47) ORDER BY s)
      FROM generate_series(0, 55, 5) AS s,
        (SELECT 59 - n AS n, date_trunc('minute', now()) - n * interval '1 minute' AS minute
          FROM generate_series(0, 59) AS n WHERE n NOT BETWEEN 24 AND 27) AS minutes
      GROUP BY minute
      ON CONFLICT (stream_id, minute) DO UPDATE SET points = excluded.points`,
    [streamId, environmentId],
  )
  await pool.sql(
    `INSERT INTO live_events (id, stream_id, environment_id, at, type, detail)
      SELECT gen_random_uuid(), $1, $2, now() - minutes * interval '1 minute', type, detail
      FROM (VALUES (60, 'connected', 'RTMP, OBS 31.0'), (27, 'slate', ''), (26, 'disconnected', ''),
        (24, 'connected', 'RTMP, OBS 31.0'), (23, 'recovered', '')) AS events (minutes, type, detail)
      WHERE NOT EXISTS (SELECT FROM live_events WHERE stream_id = $1 AND environment_id = $2)`,
    [streamId, environmentId],
  )
  await pool.end()
}

async function showTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: tableButton }).click()
}

/** The button that shows the figures as a table, in the language of the page. */
const tableButton = /^(Show as table|तालिका के रूप में दिखाएँ|عرض كجدول|పట్టికగా చూపించు)$/

/** Creates a recording that has ended. */
async function record(person: Person, title: string) {
  const { id } = await readyClip(person, { title })
  const pool = openTestPool({ databaseUrl: process.env.KINORA_DATABASE_URL ?? '' })
  const recorded = await recordedVideo({ owner: clientOf(person), sql: pool.sql }, id)
  await pool.end()
  return recorded
}

async function plan(person: Person, livestreamId: string): Promise<string> {
  const [from, to] = [1, 3].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const body = { name: 'Final and ceremony', livestreamId, from, to }
  return String((await person.call('POST', '/video/api/v1/planned_recordings', body)).id)
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

async function selectRange(page: Page): Promise<void> {
  await page.getByRole('button', { name: selectButton }).press('Enter')
}

/** Makes the first selection on the timeline, in the language of the page. */
const selectButton =
  /^(Select the last 10 seconds of the recording|रिकॉर्डिंग के आख़िरी 10 सेकंड चुनें|تحديد آخر 10 ثوانٍ من التسجيل|రికార్డింగ్‌లో చివరి 10 సెకన్లు ఎంచుకోండి)$/

async function changeAccess(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Change|नियम तय करें|تغيير|మార్పు)$/ }).click()
}
/** Opens the dialog to go live. The browser of this test has no camera. */
async function goLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: goLiveButton }).click()
}

/** The button to go live, in the language of the page. */
const goLiveButton =
  /^(Go live from this browser|इस ब्राउज़र से लाइव जाएँ|البث من هذا المتصفح|ఈ బ్రౌజర్ నుండి లైవ్‌కి వెళ్లండి)$/

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Edit|बदलें|تعديل|మార్చండి)$/ }).click()
}
