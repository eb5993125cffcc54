// Slow: encodes social clips.
import { join } from 'node:path'
import { contentWhen, isSettled } from '../../../server/src/testing/client.ts'
import { makeClip, testCard } from '../../../server/src/testing/clips.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { clientOf, expect, expectPlaying, readyClip, test } from '../support/fixtures.ts'

test('a social clip is cropped, captioned and given a logo, and found in its own list', async ({
  page,
  person,
  folder,
}) => {
  const client = clientOf(person)
  const { id } = await readyClip(person, { title: 'final' })
  await client.call('createSubtitle', {
    params: { id },
    body: { name: 'Telugu', languageCode: 'te', text: '1\n00:00:00,000 --> 00:00:03,000\nగోల్!' },
  })

  await page.goto(`${person.videos}?kind=social`)
  await expect(page.getByText('No social clips yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${person.videos}/${id}/clips`)
  await page.getByRole('textbox', { name: 'End' }).fill('0:2')
  await page.getByRole('button', { name: 'Social clip' }).click()
  await expect(page.getByText('Please enter hh:mm:ss format')).toBeVisible()
  await page.getByRole('textbox', { name: 'End' }).fill('00:00:02')
  await page.getByRole('button', { name: 'Social clip' }).click()

  const dialog = page.getByRole('dialog', { name: 'New social clip' })
  await expect(dialog.getByRole('img', { name: 'First frame as 9:16' })).toBeVisible()
  await dialog.getByRole('radio', { name: '4:5' }).click()
  await dialog.getByRole('radio', { name: 'Blur' }).click()
  await expect(dialog.getByRole('img', { name: 'First frame as 4:5' })).toBeVisible()
  await dialog.getByRole('button', { name: /Burned-in captions/ }).click()
  await page.getByRole('option', { name: 'Telugu (Telugu), draft' }).click()
  await expect(dialog.getByText('Caption preview')).toBeVisible()
  await dialog.getByLabel(/Headline/).fill("What a goal: {\\pos(1,1)} 'yes'")
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose an image' }).click(),
  ])
  await chooser.setFiles(await makeClip(join(folder, 'logo.png'), ...testCard('120x80')))
  await expect(dialog.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  await dialog.getByLabel(/Name/).fill('Goal for the feed')
  await expectAccessible(page)
  // Submitting twice creates one clip.
  await dialog.locator('form').evaluate((form) => {
    if (!(form instanceof HTMLFormElement)) throw new Error('that is no form')
    form.requestSubmit()
    setTimeout(() => form.requestSubmit(), 10)
  })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Goal for the feed' })).toContainText(
    'Social clip',
  )

  await page.goto(person.videos)
  await expect(page.getByRole('row', { name: /final/ })).toBeVisible()
  await expect(page.getByText('Goal for the feed')).toBeHidden()
  await page.getByRole('link', { name: 'Social clips' }).click()
  const row = page.getByRole('row', { name: /Goal for the feed/ })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row', { name: /final/ })).toBeHidden()
  const [made, ...twins] = (await client.call('listContents', { query: { category: 'SocialClip' } })).items
  expect(twins).toEqual([])
  const ready = await contentWhen(client, made?.id ?? '', isSettled)
  expect(ready).toMatchObject({ status: 'ready', aspectRatio: '4:5' })
  await expect(row.getByText('Ready')).toBeVisible()
  await expectAccessible(page)

  await row.getByRole('link', { name: 'Goal for the feed' }).first().click()
  const tabs = page.getByRole('navigation', { name: 'Video sections' })
  await expect(tabs.getByRole('link')).toHaveText([
    'Overview',
    'Thumbnails',
    'SCTE insertion',
    'Ad insertions',
    'Metadata',
    'AI clips',
    'AI analysis',
    'Social Publish',
    'Cloud Export',
    'Analytics',
    'Advanced monitoring',
    'Access',
  ])
  await page.locator('media-play-button').click()
  await expectPlaying(page)
  await page.getByRole('link', { name: 'Social clips' }).click()
  await expect(row).toBeVisible()

  // The link to social clips stays, even without any video.
  await client.call('deleteContent', { params: { id }, query: { permanently: true } })
  await page.goto(person.videos)
  await expect(page.getByRole('heading', { name: 'Upload a video, play it anywhere' })).toBeVisible()
  await page.getByRole('link', { name: 'Social clips' }).click()
  await expect(row).toBeVisible()
})
