// Slow: webhooks are retried in real time.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { choose, toggle } from '../support/actions.ts'
import { address, expect, test } from '../support/fixtures.ts'

interface Received {
  readonly id: string
  readonly signature: string
  readonly signed: string
  readonly type: string
}

/** A server that receives webhooks. It fails the first attempt of `failing`, and accepts everything else. */
async function receiver(failing: string) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = request.headers
    const { type } = JSON.parse(body)
    const isFirst = !received.some((earlier) => earlier.type === type)
    received.push({
      id: String(id),
      signature: String(signature),
      signed: `${id}.${timestamp}.${body}`,
      type,
    })
    response.writeHead(type === failing && isFirst ? 500 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/kinora`,
    received,
    close: () => server.close(),
  }
}

test('a webhook is created, receives signed events, fails, is retried, and is resent manually', async ({
  page,
  person,
}) => {
  const there = await receiver('video.upload.created')
  await page.goto(`${address}/${person.environmentId}/settings/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await page.getByRole('textbox', { name: 'URL to notify' }).fill('nonsense')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('Please enter a valid url')).toBeVisible()
  await page.getByRole('textbox', { name: 'URL to notify' }).fill('http://10.0.0.1/inside')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('This address is not allowed. Use a public URL')).toBeVisible()
  await page.getByRole('textbox', { name: 'URL to notify' }).fill(there.url)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Choose events' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await dialog.getByRole('button', { name: /^Videos/ }).click()
  await toggle(dialog.getByRole('checkbox', { name: /^Video ready/ }))
  await expect(dialog.getByRole('button', { name: /^Videos 1 of / })).toBeVisible()
  await dialog.getByRole('radio', { name: 'All events' }).click()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await page.locator('label', { hasText: 'I have stored it safely' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByRole('columnheader', { name: 'Environment' })).toBeVisible()
  await expect(page.getByRole('row', { name: there.url })).toContainText('Production')
  await page.getByRole('link', { name: there.url }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('The test was delivered')).toBeVisible()
  const [first] = there.received
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(first?.signed ?? '')
    .digest('base64')
  expect(first?.signature.split(' ')).toContain(`v1,${expected}`)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^100% of \d$/)).toBeVisible()
  const bars = page.getByRole('slider', { name: 'Deliveries of the last 24 hours' })
  await bars.press('End')
  await expect(bars).toHaveAttribute('aria-valuetext', /Deliveries: \d$/)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Deliveries of the last 24 hours' })).toBeVisible()

  await person.call('POST', '/video/api/v1/uploads', { fileName: 'match.mp4', fileSize: 1000 })
  const uploaded = () => there.received.filter(({ type }) => type === 'video.upload.created')
  const row = page.getByRole('row', { name: /video\.upload\.created/ })
  await expect.poll(() => uploaded().length).toBeGreaterThan(1)
  await expect(row).toContainText('200')
  await row.click()
  await expect(page.getByText('Attempt 2')).toBeVisible()
  await expect(page.getByText('Attempt 1')).toBeVisible()
  await expect(row).toHaveAttribute('aria-current', 'true')

  const before = uploaded().length
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect.poll(() => uploaded().length).toBeGreaterThan(before)
  expect(new Set(uploaded().map(({ id }) => id)).size).toBe(1)
  await page.keyboard.press('Escape')

  await choose(page.getByRole('button', { name: 'More' }), 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Webhook deleted')).toBeVisible()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  there.close()
})

test('events, requests and the audit trail update live', async ({ page, person }) => {
  const records = `${address}/${person.environmentId}/events-logs`
  await page.goto(records)
  await expect(page.getByRole('row', { name: /environment\.created/ })).toBeVisible()
  const title = 'The final of the league '.repeat(8).trim()
  await person.call('POST', '/video/api/v1/uploads', { fileName: 'match.mp4', fileSize: 1000, title })
  const created = page.getByRole('row', { name: /video\.upload\.created/ })
  await expect(created).toBeVisible()
  await expect(created).toContainText('Upload started')
  await expect(
    page.getByRole('row', { name: /Video added/ }).getByRole('link', { name: title }),
  ).toBeVisible()
  const overflows = () =>
    page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 16))
  expect(await overflows()).toEqual([])
  await created.click()
  await expect(page.getByRole('complementary', { name: 'Upload started' })).toContainText('match.mp4')
  const opened = page.getByRole('row', { name: /Upload started/ })
  await expect(opened).toHaveAttribute('aria-current', 'true')

  // The list makes room for the drawer, and both the drawer and the list open the next row by keys.
  const [list, drawer] = [page.getByRole('grid'), page.getByRole('complementary', { name: 'Upload started' })]
  const endOf = async () => ((await list.boundingBox())?.x ?? 0) + ((await list.boundingBox())?.width ?? 0)
  await expect.poll(async () => (await endOf()) <= ((await drawer.boundingBox())?.x ?? 0)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Video added' })).toContainText(title)
  await page.keyboard.press('ArrowUp')
  await expect(drawer).toBeVisible()
  await opened.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('row', { name: /Video added/ })).toBeFocused()
  await expect(page.getByRole('complementary', { name: 'Video added' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)

  // The bars narrow the list to a range, and clearing the filters shows all again.
  const bars = page.getByRole('slider', { name: 'Volume over time' })
  await bars.press('Home')
  await bars.press('Enter')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByText('Nothing matches your filters in this time range.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(created).toBeVisible()

  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  const wrong = person.call('POST', '/video/api/v1/uploads', { fileName: 'match.exe', fileSize: 1000 })
  await expect(wrong).rejects.toThrow('400')
  const refused = page.getByRole('row', { name: /POST \/video\/api\/v1\/uploads.*400/ })
  await refused.click()
  await expect(page.getByRole('textbox', { name: 'Sent' })).toHaveValue(/match\.exe/)
  await expect(page.getByRole('textbox', { name: 'Response' })).toHaveValue(
    /Select a video in a supported format/,
  )
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Sent' })).toHaveValue(/match\.exe/)
  await page.keyboard.press('Escape')
  const saving = page.waitForEvent('download')
  await choose(page.getByRole('button', { name: 'Export' }), 'XLSX')
  expect((await saving).suggestedFilename()).toMatch(/^kinora-logs-.*\.xlsx$/)

  await page.getByRole('link', { name: 'Audit trail' }).click()
  await expect(page.getByRole('row', { name: /Environment created/ })).toBeVisible()
  expect(await overflows()).toEqual([])
  await page.getByRole('row', { name: /Environment created/ }).click()
  await expect(page.getByRole('textbox', { name: 'After' })).toHaveValue(/Production/)
})
