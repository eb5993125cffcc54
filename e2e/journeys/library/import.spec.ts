// Slow: a sheet is imported three times, with its errors and its retry.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { h264, makeClip, pattern } from '../../../server/src/testing/clips.ts'
import { linesOf, workbook } from '../../../server/src/testing/sheets.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { address, builtInRole, expect, joinAs, signIn, test } from '../support/fixtures.ts'

test('a spreadsheet becomes videos: template, columns, errors, progress, report, second import', async ({
  page,
  person,
  folder,
  browser,
}) => {
  const clip = await readFile(await makeClip(join(folder, 'clip.mp4'), ...pattern(1, '160x90'), ...h264))
  const site = createServer((request, reply) => {
    reply.end(request.url?.startsWith('/clip') ? clip : 'no video')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

  await page.goto(person.videos)
  await expect(page.getByRole('link', { name: 'Bulk import' })).toBeVisible()
  const { id } = await person.call('POST', '/video/api/v1/asset_collections', { name: 'Round 11' })
  await page.goto(`${address}/${person.environmentId}/dam?folder=${id}`)
  await choose(page.getByRole('button', { name: 'Upload' }), 'Bulk import')
  await expect(page.getByRole('heading', { name: 'Bulk import', level: 1 })).toBeVisible()
  await expect(page.getByText(/Videos are added to the folder .Round 11.\.$/)).toBeVisible()
  await expect(page.getByText('No imports yet.')).toBeVisible()

  // The completed template, and invalid files.
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  const template = linesOf(await readFile(await (await saving).path()))
  expect(template[0]).toEqual(['URL', 'Title', 'Description', 'Tags', 'External ID', 'Playback policy'])
  const chooser = page.locator('input[type=file][accept=".xlsx,.xls"]')
  await writeFile(join(folder, 'videos.csv'), 'URL\n')
  await chooser.setInputFiles(join(folder, 'videos.csv'))
  const wrong = 'Invalid file format. Only Excel files (.xlsx, .xls) are allowed.'
  await expect(page.getByRole('alert')).toHaveText(wrong)
  await writeFile(join(folder, 'page.xls'), '<html><table><tr><td>URL</td></tr></table></html>')
  await chooser.setInputFiles(join(folder, 'page.xls'))
  await expect(page.getByRole('alert')).toHaveText(wrong)
  const sheet = join(folder, 'round 11.xlsx')
  await writeFile(
    sheet,
    workbook([
      ['Where', ...(template[0] ?? []).slice(1)],
      [`${at}/clip-1.mp4`, 'First goal', '', 'sport, goals', 'goal-1', 'public'],
      [`${at}/clip-2.mp4`, '', '', '', 'goal-2', ''],
      [`${at}/page.html`, 'No video', '', '', '', ''],
      ['goal', '=HYPERLINK("http://x")', '', '', 'goal-2', 'nobody'],
    ]),
  )
  await chooser.setInputFiles(sheet)

  // Columns, one with an unknown name.
  await expect(page.getByRole('heading', { name: 'round 11.xlsx' })).toBeVisible()
  await expect(page.getByText('Choose the column with the URLs.')).toBeVisible()
  const start = page.getByRole('button', { name: /^Import \d/ })
  await expect(start).toBeDisabled()
  await page.getByRole('button', { name: /URL$/ }).click()
  await page.getByRole('option', { name: 'Where' }).click()
  await expect(page.getByRole('button', { name: 'Import 3 videos' })).toBeEnabled()
  await page.getByRole('radio', { name: 'With errors 1' }).click()
  await expect(page.getByText('Please enter valid url')).toBeVisible()
  await expect(page.getByText('Another row has the same external ID')).toBeVisible()

  // A reload shows the same step, and the import continues on the server.
  await page.reload()
  await expect(page.getByRole('radio', { name: 'With errors 1' })).toBeChecked()
  await expectAccessible(page)

  // The last choice wins, even on a slow network.
  const started = Promise.withResolvers<void>()
  await page.route(/\/imports\/[\da-f-]+$/, async (route) => {
    if (route.request().method() === 'PUT')
      await started.promise.then(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await route.continue()
  })
  await page.getByRole('button', { name: /Default playback policy/ }).click()
  await page.getByRole('option', { name: 'Signed' }).click()
  await page.getByRole('button', { name: /Duplicate videos/ }).click()
  await page.getByRole('option', { name: 'Import anyway' }).click()
  await start.click()
  started.resolve()
  await expect(page.getByText('Finished')).toBeVisible()
  await page.getByRole('radio', { name: 'Ready 2' }).click()
  await expect(page.getByRole('link', { name: 'First goal' })).toBeVisible()
  const { items } = await person.call('GET', '/video/api/v1/contents/paginated?phrase=clip-2')
  expect(items).toMatchObject([{ externalId: 'goal-2', playbackPolicy: 'signed' }])
  await page.getByRole('radio', { name: 'Not imported 2' }).click()
  await page.reload()
  await expect(page.getByText('The file is not a valid video')).toBeVisible()
  await expectAccessible(page)

  // The report, with formulas escaped as text.
  const reporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  const report = linesOf(await readFile(await (await reporting).path()))
  expect(report.map((line) => [line[1], line[7]])).toEqual([
    ['Title', 'State'],
    ['First goal', 'Ready'],
    ['', 'Ready'],
    ['No video', 'Failed'],
    [`'=HYPERLINK("http://x")`, 'Has errors'],
  ])

  // Importing the same file again creates no duplicates.
  await page.getByRole('link', { name: 'Bulk import' }).click()
  await expect(page.getByRole('link', { name: 'round 11.xlsx' })).toBeVisible()
  await chooser.setInputFiles(sheet)
  await page.getByRole('button', { name: /URL$/ }).click()
  await page.getByRole('option', { name: 'Where' }).click()
  await page.getByRole('radio', { name: 'Skipped 2' }).click()
  await expect(page.getByText('A video with this external ID already exists')).toHaveCount(2)
  await choose(page.getByRole('button', { name: /Actions for/ }), 'Delete import')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete import' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'round 11.xlsx' })).toHaveCount(1)

  // Viewers are not offered an import.
  const viewer = await joinAs(person, await builtInRole(person, 'viewer'))
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await signIn(theirs, viewer)
  await theirs.goto(`${viewer.videos}/import`)
  await expect(theirs.getByText('You don’t have access to Bulk import')).toBeVisible()
  await context.close()
  site.closeAllConnections()
  site.close()
})
