// Slow: publishes in real time.
import { expectStatus, publish, stop } from '../support/encoder.ts'
import { address, expect, test } from '../support/fixtures.ts'

const base = '/video/api/v1/livestreams'

test('the health of a live stream is measured, breaks are started, and clips are cut', async ({
  page,
  person,
}) => {
  const { id } = await person.call('POST', base, { name: 'Coastal final', reconnectWindowS: 0 })
  const streams = `${address}/${person.environmentId}/live-stream`
  await page.goto(`${streams}/${id}`)
  await page.getByRole('link', { name: 'Advanced monitoring' }).click()
  await expect(page.getByRole('heading', { name: 'No signal in the last hour' })).toBeVisible()

  const encoder = await publish(person, String(id), 100)
  await expectStatus(person, String(id), 'active')
  await expect(page.getByText('The keyframe interval is 4 s')).toBeVisible()
  await expect(page.getByText('320×180')).toBeVisible()
  await expect(page.getByText('Encoder connected').first()).toBeVisible()
  await expect(page.getByText(/^RTMP/)).toBeVisible()

  await test.step('one cursor reads all metrics', async () => {
    const cursor = page.getByRole('slider', { name: 'Time of the metrics' })
    await expect(cursor).toHaveAttribute('aria-valuetext', /Bitrate: .*Frame rate: [\d.]+ fps.*Viewers: \d/)
    await expect.poll(async () => Number(await cursor.getAttribute('max'))).toBeGreaterThan(0)
    await cursor.focus()
    await page.keyboard.press('Home')
    await expect(page.getByText(/^Metrics at /)).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect(page.getByRole('table', { name: 'Over time' }).getByRole('row')).not.toHaveCount(1)
    await page.getByRole('button', { name: 'Show as chart' }).click()
    await page.getByRole('radio', { name: '4 hours' }).click()
    await expect(page).toHaveURL(/window=4h/)
  })

  await test.step('a break is started and ended', async () => {
    await page.getByRole('link', { name: 'SCTE insertions' }).click()
    await page.getByRole('button', { name: /Starts after/ }).click()
    await page.getByRole('option', { name: '0:06' }).click()
    const sent = page.waitForRequest(
      (request) => /\/scte$/.test(request.url()) && request.method() === 'POST',
    )
    await page.getByRole('button', { name: 'Start break' }).dblclick()
    expect((await sent).postDataJSON()).toEqual({ durationS: 30, leadS: 6 })
    await expect(page.getByText('About to start')).toBeVisible()
    await expect(page.getByText('Running', { exact: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'End break', exact: true }).click()
    await expect(page.getByText('Ended', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Start break' })).toBeVisible()
  })

  await test.step('a clip is cut while the stream is live', async () => {
    await page.getByRole('link', { name: 'Video clips' }).click()
    await expect(page.getByText('No clips yet')).toBeVisible()
    await page.getByRole('textbox', { name: 'Start' }).fill('12:00')
    await page.getByRole('button', { name: 'Create clip' }).click()
    await expect(page.getByText('Please enter in epoch format')).toHaveCount(1)
    const select = page.getByRole('button', { name: 'Select the last 10 seconds of the recording' })
    await page.getByRole('textbox', { name: 'Start' }).fill('')
    await select.press('Enter')
    const start = page.getByRole('textbox', { name: 'Start' })
    const chosenS = Number(await start.inputValue())
    await page.getByRole('slider', { name: 'Start of the clip' }).press('Shift+ArrowRight')
    await expect(start).toHaveValue(String((chosenS * 1000 + 1000) / 1000))
    await page.getByRole('textbox', { name: 'Name' }).fill('Goal')
    const end = page.getByRole('group', { name: 'End' })
    await end.getByRole('button', { name: 'Now' }).click()
    const endS = Number(await end.getByRole('textbox').inputValue())
    await page.getByRole('textbox', { name: 'Start' }).fill(String(endS - 4))
    await page.getByRole('button', { name: 'Create clip' }).click()
    await expect(page.getByText('The clip is being created')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Goal' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Start' }).fill('1700000000')
    await page.getByRole('textbox', { name: 'End' }).fill('1700000030')
    await page.getByRole('button', { name: 'Create clip' }).click()
    await expect(page.getByText('The stream was not recorded at this time')).toBeVisible()
  })

  await test.step('the list shows the picture of the moment', async () => {
    await page.goto(streams)
    const image = page.getByRole('row', { name: 'Coastal final' }).locator('img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(128)
  })

  await stop(encoder)
  await expectStatus(person, String(id), 'idle')
  await page.goto(`${streams}/${id}/monitoring`)
  await expect(page.getByText('No signal', { exact: true })).toBeVisible()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Frame rate' })).toBeVisible()
})
