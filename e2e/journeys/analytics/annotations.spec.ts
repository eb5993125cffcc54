import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendViewEvents, viewEventOf } from '../../../server/src/testing/analytics/view-event.ts'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { toggle } from '../support/actions.ts'
import { expectStatus, publish, stop } from '../support/encoder.ts'
import { address, clientOf, expect, type Person, test } from '../support/fixtures.ts'

/** A video that is ready, one that fails, and a live stream that loses its signal. */
async function letThingsHappen(person: Person, folder: string): Promise<string> {
  const who = clientOf(person)
  const broken = join(folder, 'broken.mp4')
  await writeFile(broken, 'not really a video')
  const clip = await makeClip(join(folder, 'goal.mp4'), ...pattern(2, '320x180'), ...h264)
  const uploads = [await uploadFile(who, broken), await uploadFile(who, clip)]
  const [, goal] = await Promise.all(uploads.map(({ id }) => contentWhen(who, id, isSettled)))
  const { id } = await who.call('createLivestream', {
    body: { name: 'Morning show', record: false, reconnectWindowS: 300 },
  })
  const encoder = await publish(person, id)
  await expectStatus(person, id, 'active')
  await stop(encoder)
  await expectStatus(person, id, 'reconnecting')
  await sendViewEvents(address, [viewEventOf(goal?.playbackId ?? '')])
  return goal?.id ?? ''
}

test('a chart marks events of videos and live streams and links to them', async ({
  page,
  person,
  folder,
}) => {
  const goal = await letThingsHappen(person, folder)
  const screen = `${address}/${person.environmentId}/cdn_analytics?range=last-hour`
  await page.goto(screen)
  const mark = page.getByRole('button', { name: /^4 events, / })
  await mark.press('Enter')
  const events = page.getByRole('dialog').getByRole('listitem')
  await expect(events).toContainText([/Signal lost/, /Went live/, /Published/, /Encoding failed/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(mark).toBeFocused()
  await mark.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'Morning show' }).first().click()
  await expect(page).toHaveURL(/live-stream\//)

  await page.goto(screen)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const list = page.getByRole('region', { name: 'Events' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(list.getByRole('link', { name: 'broken' })).toBeVisible()
  await toggle(page.getByRole('switch', { name: 'Show events' }))
  await expect(page).toHaveURL(/marks=false/)
  await expect(list).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Views' })).toBeVisible()
  await expect(mark).toHaveCount(0)

  await page.goto(`${screen}&filters=${encodeURIComponent(`contentId=${goal}`)}`)
  const published = page.getByRole('button', { name: /^Published: goal, / })
  await published.click()
  await page.getByRole('dialog').getByRole('link', { name: 'goal' }).click()
  await expect(page).toHaveURL(`${person.videos}/${goal}`)
})
