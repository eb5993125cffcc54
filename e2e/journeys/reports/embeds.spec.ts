import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newEmbed } from '../../../server/src/testing/reports/embeds.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { address, clientOf, expect, newPerson, signIn, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

/** A page of another site. @returns its port */
async function serveSite(html: () => string): Promise<{ port: number; close: () => void }> {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Site</title>${html()}`),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

test('an embedded report shows on its site only, apart from the console, until it is revoked', async ({
  browser,
}) => {
  // Without the headers of journeys, which would make each request of the frame one with a preflight.
  const newPage = async () => (await browser.newContext({ extraHTTPHeaders: {} })).newPage()
  const [page, reader] = [await newPage(), await newPage()]
  const person = await newPerson()
  const screen = `${address}/${person.environmentId}/embedded_reports`
  await signIn(page, person)
  await page.goto(screen)
  await page.getByRole('link', { name: 'New embed' }).first().click()
  await page.getByLabel('Name').fill('Gulf live')
  await page.getByLabel('Sites that may show it').fill('localhost,')
  await page.getByRole('button', { name: 'Create embed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Code and preview' })
  const code = await dialog.getByRole('textbox', { name: 'HTML for your page' }).inputValue()
  const preview = dialog.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Gulf live' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const site = await serveSite(() => code)
  const [, secret = ''] = /#([\w-]+)"/.exec(code) ?? []
  expect(secret).not.toBe('')
  const sent: string[] = []
  reader.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''))
  await reader.goto(`http://localhost:${site.port}/`)
  const frame = reader.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Gulf live' })).toBeVisible()
  await expect(frame.getByText('Total viewership').first()).toBeVisible()
  expect(sent.filter((url) => url.includes('/content'))).toHaveLength(1)
  // The address of the frame itself has the fragment, and no request sends it.
  const others = sent.filter((url) => !url.startsWith(`${address}/embed/report/`) || url.includes('/content'))
  expect(others.filter((url) => url.includes(secret))).toEqual([])
  const isApart = await reader.frames()[1]?.evaluate(() => {
    try {
      return localStorage.length < 0
    } catch {
      return origin === 'null'
    }
  })
  expect(isApart).toBe(true)

  await reader.goto(`http://127.0.0.1:${site.port}/`)
  await expect(frame.getByText('Gulf live')).toHaveCount(0)
  await reader.goto(/src="([^"]+)"/.exec(code)?.[1] ?? '')
  await expect(reader.getByRole('heading', { name: 'Gulf live' })).toBeVisible()
  await expectAccessible(reader)

  await page.goto(screen)
  await page.getByRole('button', { name: 'Actions on Gulf live' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke embed' }).click()
  await expect(page.getByText(/Gulf live.* is revoked/)).toBeVisible()
  await reader.goto(`http://localhost:${site.port}/`)
  await expect(frame.getByText('This report is no longer shared.')).toBeVisible()
  for (const each of [page, reader]) await each.context().close()
  site.close()
})

testScreens('embeds', async () => {
  const person = await newPerson()
  await newEmbed(clientOf(person))
  const base = `${address}/${person.environmentId}/embedded_reports`
  return [
    { person, address: base },
    { person, address: `${base}/new` },
  ]
})
