// Slow: a stream passes through in real time.
import {
  aacArgs,
  type Encoder,
  h264Args,
  startEncoder,
  startFfmpeg,
} from '../../../server/src/testing/live/encoder.ts'
import { freeUdpPort } from '../../../server/src/testing/live/free-udp-port.ts'
import { address, clientOf, expect, newPerson, test } from '../support/fixtures.ts'
import { testScreens } from '../support/looks.ts'

const running: Encoder[] = []
const stop = () => {
  for (const { process: child } of running.splice(0)) child.kill('SIGKILL')
}
test.afterEach(stop)

test('a stream comes in by SRT, is connected, and goes out to a receiver', async ({ page, person }) => {
  const port = await freeUdpPort()
  const secret = 'correct-horse-battery'
  await page.goto(`${address}/${person.environmentId}/v-connect`)
  await page.getByRole('button', { name: 'New input' }).click()
  const input = page.getByRole('dialog', { name: 'New input' })
  await input.getByLabel('Name').fill('Gulf Sport')
  await input.getByLabel('Passphrase').fill(secret)
  await input.getByRole('button', { name: 'Create input' }).click()
  await expect(page.getByRole('heading', { name: 'Gulf Sport' })).toBeVisible()
  const target = await page.getByText(/^srt:\/\//).textContent()
  await expect(page.getByText('Listening')).toBeVisible()

  await page.getByRole('link', { name: 'V-Connect' }).first().click()
  await page.getByRole('button', { name: 'New destination' }).click()
  const destination = page.getByRole('dialog', { name: 'New destination' })
  await destination.getByLabel('Name').fill('Dubai backup')
  await destination.getByRole('textbox', { name: 'Address' }).fill(`srt://127.0.0.1:${port}`)
  await destination.getByRole('button', { name: 'Create destination' }).click()
  await expect(destination).toBeHidden()
  await page.getByRole('button', { name: 'Connect Gulf Sport' }).click()
  await page.getByRole('button', { name: 'Connect Gulf Sport to Dubai backup' }).click()
  await expect(page.getByText('Waiting for its input')).toBeVisible()

  const receiver = `srt://127.0.0.1:${port}?mode=listener`
  running.push(startFfmpeg(['-i', receiver, '-map', '0', '-c', 'copy', '-f', 'null', '-']))
  const sender = `${target}?passphrase=${secret}&pkt_size=1316`
  running.push(startEncoder([...h264Args, ...aacArgs, '-f', 'mpegts', sender]))
  await expect(page.getByText(/Receiving/)).toBeVisible()
  await expect(page.getByText(/Mb\/s out|kb\/s out/)).toBeVisible()

  await page.getByRole('link', { name: 'Gulf Sport' }).click()
  await expect(page.getByRole('row', { name: /H\.264/ })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Time in the charts' })).toBeVisible()
  const sending = page.getByRole('listitem').filter({ hasText: 'Dubai backup' })
  await expect(sending).toContainText('Sending')

  await page.goto(`${address}/${person.environmentId}/monitoring`)
  const tile = page.getByRole('list', { name: 'Tiles' }).getByRole('button')
  await expect(tile).toHaveAccessibleName('1 Gulf Sport Live')
  await expect(tile.locator('canvas').first()).toHaveAttribute('data-pictures', /^[1-9]/)
  await tile.click()
  const audio = page.locator('audio')
  await expect
    .poll(() => audio.evaluate((playing: HTMLAudioElement) => playing.currentTime))
    .toBeGreaterThan(1)

  await page.getByRole('link', { name: 'Open Gulf Sport' }).click()
  await expect(page.getByRole('slider', { name: 'Time in the charts' })).toBeVisible()
  stop()
  await expect(page.getByText('There is no signal', { exact: false })).toBeVisible()
})

testScreens('V-Connect', async () => {
  const newcomer = await newPerson()
  const person = await newPerson()
  const owner = clientOf(person)
  const input = await owner.call('createVconnectInput', {
    body: { name: 'Gulf Sport', kind: 'srt', passphrase: 'correct-horse-battery' },
  })
  const destination = await owner.call('createVconnectDestination', {
    body: { name: 'Dubai backup', kind: 'srt', address: 'srt://127.0.0.1:9000' },
  })
  await owner.call('createVconnectConnect', {
    body: { inputId: input.id, destinationId: destination.id },
  })
  const base = `${address}/${person.environmentId}/v-connect`
  return [
    { person: newcomer, address: `${address}/${newcomer.environmentId}/v-connect` },
    { person, address: base },
    { person, address: `${base}?view=list` },
    { person, address: `${base}/${input.id}` },
    { person, address: `${base}?new=input`, shown: (page) => page.getByRole('dialog') },
    { person, address: `${base}?new=destination`, shown: (page) => page.getByRole('dialog') },
  ]
})
