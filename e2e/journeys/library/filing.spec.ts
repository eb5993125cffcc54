import { choose, toggle } from '../support/actions.ts'
import { expect, readyClip, readySample, test } from '../support/fixtures.ts'

const base = '/video/api/v1'

test('moves videos to folders from the list in two clicks, and finds them by folder', async ({
  page,
  person,
  context,
}) => {
  const folderIn = async (name: string, parentCollectionUUID: string | null) =>
    String((await person.call('POST', `${base}/asset_collections`, { name, parentCollectionUUID })).id)
  const news = await folderIn('News', null)
  await folderIn('Field', news)
  await readySample(person, { title: 'Harvest festival' })
  const match = await readyClip(person, { title: 'Final match' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(person.videos)
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })

  await row('Harvest festival').hover()
  await choose(row('Harvest festival').getByTitle('Move'), 'Field')
  await expect(row('Harvest festival').getByText('News / Field')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Harvest festival').getByText('News / Field')).toHaveCount(0)

  await row('Final match').hover()
  await row('Final match').getByTitle('Copy link').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`/watch/${match.playbackId}`)

  await row('Final match').hover()
  await row('Final match').getByTitle('Set poster').click()
  await page.getByRole('button', { name: /^Frame at 00:00:05/ }).click()
  await expect(page.getByText('Poster changed')).toBeVisible()
  const { items } = await person.call('GET', `${base}/contents/${match.id}/thumbnails`)
  expect(items).toMatchObject([{ isPoster: true }])

  await toggle(page.getByRole('checkbox', { name: 'Select all' }))
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Add' }).fill('sports')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save tags' }).click()
  await expect(page.getByText('Tags of 2 videos saved')).toBeVisible()
  await choose(bar.getByRole('button', { name: 'Move' }), 'News')
  await expect(row('Final match').getByText('News', { exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)
  const { tags } = await person.call('GET', `${base}/contents/${match.id}`)
  expect(tags).toEqual(['sports'])

  await person.call('POST', `${base}/contents/bulk_move`, { ids: [match.id], assetCollectionUUID: null })
  await page.getByRole('radio', { name: 'Grid' }).click()
  const tile = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(tile('Final match')).toBeVisible()
  await choose(page.getByRole('button', { name: 'Folder', exact: true }), 'News')
  await expect(tile('Final match')).toHaveCount(0)
  await expect(tile('Harvest festival')).toBeVisible()
  await page.reload()
  await expect(tile('Harvest festival')).toBeVisible()
  await expect(tile('Final match')).toHaveCount(0)

  await page.getByRole('link', { name: 'Harvest festival' }).click()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs.getByRole('link')).toHaveText(['Videos', 'News'])
  await expect(page.getByRole('heading', { name: 'Source file' })).toBeVisible()
  await choose(page.getByRole('button', { name: 'Move', exact: true }), 'Field')
  await expect(crumbs.getByRole('link')).toHaveText(['Videos', 'News', 'Field'])
  await page.getByRole('link', { name: 'Create a clip' }).click()
  await expect(page).toHaveURL(/clips$/)
})
