// Slow: files settle for seconds, and are encoded.
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { newAccount } from '../../../server/src/testing/intake/accounts.ts'
import { startServer, testPassword } from '../../../server/src/testing/intake/servers/servers.ts'
import { watchedRoot } from '../../../server/src/testing/intake/watched-root.ts'
import { select } from '../support/actions.ts'
import { address, clientOf, expect, expectPlaying, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

const root = watchedRoot(process.env.KINORA_DATA_DIR ?? '')

test('a file that arrives in a watched folder becomes a video that plays', async ({ page }, info) => {
  const person = await newPerson()
  const path = `day-${info.testId}`
  await mkdir(join(root, path), { recursive: true })
  const clip = await makeClip(info.outputPath('clip.mp4'), ...pattern(4, '320x180'), ...h264, '-c:a', 'aac')
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/settings/watch-folders`)
  await page.getByRole('button', { name: 'Watch a folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
  await dialog.getByLabel('Name', { exact: true }).fill('Newsroom')
  await dialog.getByLabel('Subfolder').fill(path)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Newsroom' }).click()
  await expect(page.getByText('No file has arrived yet.')).toBeVisible()
  await copyFile(clip, join(root, path, 'Morning_bulletin.mp4'))
  const row = page
    .getByRole('grid', { name: 'Files' })
    .getByRole('row')
    .filter({ hasText: 'Morning_bulletin' })
  await expect(row).toContainText('Video made')
  await row.getByRole('link', { name: 'Morning bulletin' }).click()
  await expect(page.getByRole('heading', { name: 'Morning bulletin' })).toBeVisible()
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
  await expectPlaying(page)
})

test('a file on a server of others becomes a video, which a rule exports to another folder', async ({
  page,
}, info) => {
  const person = await newPerson()
  const server = await startServer('sftp')
  const clip = await makeClip(info.outputPath('clip.mp4'), ...pattern(4, '320x180'), ...h264, '-c:a', 'aac')
  server.tree.put('outbox/Harbor_pictures.mp4', await readFile(clip))
  await signIn(page, person)
  await page.goto(`${address}/${person.environmentId}/settings/cloud-connect`)
  await page.getByRole('button', { name: 'Add account' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  await select(page, 'Kind', 'SFTP')
  await dialog.getByLabel('Name', { exact: true }).fill('Photo agency')
  await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await dialog.getByLabel('Port', { exact: true }).fill(String(server.port))
  await dialog.getByLabel('User', { exact: true }).fill('kinora')
  await dialog.getByLabel(/^Password/).fill(testPassword)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const tested = page.getByRole('dialog', { name: /^Test of/ })
  await expect(tested.getByText('Works')).toHaveCount(4)
  await tested.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`${address}/${person.environmentId}/settings/export-rules`)
  await page.getByRole('button', { name: 'Add a rule' }).first().click()
  const rule = page.getByRole('dialog', { name: 'Add a rule' })
  await rule.getByLabel('Name', { exact: true }).fill('Partners')
  await rule.getByLabel('Folder in the account').fill('partners')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('grid', { name: 'Export Rules' })).toContainText('Photo agency: partners')
  await page.goto(`${address}/${person.environmentId}/settings/watch-folders?new=true`)
  const folder = page.getByRole('dialog', { name: 'Watch a folder' })
  await folder.getByLabel('Name', { exact: true }).fill('Harbor')
  await select(page, 'Place', 'Photo agency (SFTP)')
  await folder.getByLabel('Subfolder').fill('outbox')
  await folder.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Harbor' }).click()
  const row = page
    .getByRole('grid', { name: 'Files' })
    .getByRole('row')
    .filter({ hasText: 'Harbor_pictures' })
  await expect(row).toContainText('Video made')
  await row.getByRole('link', { name: 'Harbor pictures' }).click()
  await page.getByRole('link', { name: 'Cloud Export' }).click()
  const exported = page
    .getByRole('grid', { name: 'Exports' })
    .getByRole('row')
    .filter({ hasText: 'Exported' })
  await expect(exported).toContainText('Harbor pictures.mp4')
  expect(server.tree.files.get('partners/Harbor pictures.mp4')?.bytes.equals(await readFile(clip))).toBe(true)
  await server.die()
})

testScreens('watch folders', async () => {
  const person = await newPerson()
  const client = clientOf(person)
  const path = `seen-${person.environmentId}`
  await mkdir(join(root, path), { recursive: true })
  const { id } = await client.call('createWatchFolder', { body: { name: 'Newsroom', root, path } })
  const of = (place: string) => ({ address: `${address}/${person.environmentId}/settings/${place}`, person })
  const { id: accountId } = await newAccount(client)
  await client.call('createExportRule', { body: { name: 'Partners', accountId, files: ['original'] } })
  return [of('watch-folders'), of(`watch-folders/${id}`), of('cloud-connect'), of('export-rules')]
})
