import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('the patch bay connects by jacks, and pauses and disconnects cables', async ({ page, screens }) => {
  await screens.show('vconnect/patch bay')
  const bay = page.getByRole('region', { name: 'Patch bay' })
  await expect(bay.getByRole('img', { name: /Gulf Sport 1 to Dubai backup: Sending/ })).toBeVisible()
  await expect(bay.getByText('No answer', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await bay.getByRole('button', { name: 'Connect Studio B' }).click()
  await expect(bay.getByRole('status')).toContainText('Choose a destination for')
  await page.keyboard.press('Escape')
  await expect(bay.getByRole('button', { name: 'Connect Studio B to Dubai backup' })).toBeHidden()
  await bay.getByRole('button', { name: 'Connect Studio B' }).press('Enter')
  await bay.getByRole('button', { name: 'Connect Studio B to Dubai backup' }).press('Enter')
  await expect(page.getByText('is connected to')).toBeVisible()
  await expect(bay.getByRole('button', { name: 'Pause Studio B → Dubai backup' })).toBeVisible()
  expect(screens.sent('createVconnectConnect')).toEqual([
    { inputId: expect.stringContaining('063'), destinationId: expect.stringContaining('070') },
  ])
  await bay.getByRole('button', { name: 'Pause Gulf Sport 1 → Dubai backup' }).click()
  await expect(bay.getByRole('button', { name: 'Resume Gulf Sport 1 → Dubai backup' })).toBeVisible()
  await bay.getByRole('button', { name: 'Disconnect Studio B → Dubai backup' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bay.getByRole('button', { name: 'Pause Studio B → Dubai backup' })).toBeVisible()
})

test('a cable is dragged from an input to a destination', async ({ page, screens }) => {
  await screens.show('vconnect/patch bay')
  await page.getByRole('button', { name: 'Connect Studio B' }).hover()
  await page.mouse.down()
  const target = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Muscat Mobile' }) })
  const box = await target.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20, { steps: 8 })
  await expect(page.getByText('Drop to connect Studio B')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Pause Studio B → Muscat Mobile' })).toBeVisible()
})

test('the list is the twin of the patch bay', async ({ page, screens }) => {
  await screens.show('vconnect/list')
  await expect(
    page.getByRole('grid', { name: 'Inputs' }).getByRole('row', { name: /Gulf Sport 1/ }),
  ).toContainText('Receiving')
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions for Studio B' }), 'University portal')
  await expect(
    page.getByRole('grid', { name: 'Connects' }).getByRole('row', { name: /Studio B/ }),
  ).toContainText('Connecting')
  await choose(page.getByRole('button', { name: 'Actions for Temple town cam', exact: true }), 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('grid', { name: 'Inputs' })).not.toContainText('Temple town cam')
})

test('inputs and destinations are created, and a loop is refused', async ({ page, screens }) => {
  await screens.show('vconnect/nothing yet')
  await expect(page.getByText('Bring a stream in and pass it on')).toBeVisible()
  await page.getByRole('button', { name: 'New input' }).click()
  const dialog = page.getByRole('dialog', { name: 'New input' })
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Gulf Sport 1')
  await dialog.getByLabel('Passphrase').fill('short')
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(dialog.getByText('Enter 10 to 79 letters, digits and signs')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Passphrase').fill('correct-horse-battery')
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(page.getByRole('heading', { name: 'Gulf Sport 1' })).toBeVisible()
  expect(screens.sent('createVconnectInput')).toMatchObject([
    {
      name: 'Gulf Sport 1',
      kind: 'srt',
      mode: 'listener',
      address: null,
      passphrase: 'correct-horse-battery',
    },
  ])
  await screens.show('vconnect/list')
  await page.getByRole('button', { name: 'New input' }).click()
  await dialog.getByLabel('Name').fill('Campus')
  await dialog.getByRole('button', { name: /Connection/ }).click()
  await page.getByRole('option', { name: 'SRT: Kinora and the source call each other' }).click()
  await expect(dialog.getByLabel('Stream ID')).toBeHidden()
  await dialog.getByLabel('Address', { exact: true }).fill('srt://campus.example:9000')
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(page.getByRole('heading', { name: 'Gulf Sport 1' })).toBeVisible()
  expect(screens.sent('createVconnectInput').at(-1)).toMatchObject({
    mode: 'rendezvous',
    address: 'srt://campus.example:9000',
  })
  await screens.show('vconnect/list')
  await choose(page.getByRole('button', { name: 'Actions for Dubai backup', exact: true }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit destination' })
  await edit.getByLabel('Address').fill('srt://kinora.example:9710')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText('The stream would come back to Kinora')).toBeVisible()
})

test('an input shows its figures, streams and faults', async ({ page, screens }) => {
  await screens.show('vconnect/an input')
  await expect(page.getByText('Raise the latency to 180 ms or more')).toBeVisible()
  await expect(page.getByRole('row', { name: /SCTE-35/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Continuity count' })).toContainText('2')
  await expect(page.getByRole('slider', { name: 'Time in the charts' })).toHaveAttribute(
    'aria-valuetext',
    /Bitrate: .*Round trip: 43 ms/,
  )
  await expectAccessible(page)
  await screens.show('vconnect/an input without a signal', 'ar')
  await expect(page.getByText('الطرف الآخر صامت')).toBeVisible()
  await expectAccessible(page)
})

test('an input over its limit says so, and its stream ID is removed', async ({ page, screens }) => {
  await screens.show('vconnect/an input over its limit')
  await expect(page.getByText('Over the bitrate limit of the input')).toBeVisible()
  await choose(page.getByRole('button', { name: 'Actions for Gulf Sport 1' }), 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit input' })
  const remove = dialog.getByRole('checkbox', { name: 'Remove the stream ID' })
  await remove.press('Space')
  await expect(dialog.getByRole('textbox', { name: 'Stream ID' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('updateVconnectInput')).toMatchObject([{ streamId: null }])
})

test('an input on its backup says why, and is chosen again', async ({ page, screens }) => {
  await screens.show('vconnect/an input on its backup')
  await expect(page.getByText(/The connects get the stream of .*Godavari News/)).toBeVisible()
  await expect(page.getByText('This input was silent', { exact: false })).toBeVisible()
  await expect(page.getByText('Later by 1,240 ms')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Return to this input' }).press('Enter')
  await expect(page.getByText('The connects get the stream of this input.')).toBeVisible()
  expect(screens.sent('switchVconnectInput')).toEqual([{ source: 'own' }])
  await choose(page.getByRole('button', { name: 'Actions for Gulf Sport 1' }), 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit input' })
  await expect(dialog.getByLabel('Silence before the switch, in milliseconds')).toHaveValue('1000')
  await dialog.getByRole('button', { name: /Return to this input/ }).press('Enter')
  await page.getByRole('option', { name: 'After some time without silence' }).press('Enter')
  await expect(dialog.getByLabel('Time without silence, in seconds')).toHaveValue('10')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('updateVconnectInput')).toMatchObject([
    { backupInputId: expect.stringContaining('061'), returns: 'after-hold' },
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await screens.show('vconnect/an input on its backup', 'ar')
  await expect(page.getByRole('button', { name: 'العودة إلى هذا المدخل' })).toBeVisible()
  await expectAccessible(page)
})

test('RTP is chosen with its forward error correction, and the page says what it needs', async ({
  page,
  screens,
}) => {
  await screens.show('vconnect/an input by RTP')
  await expect(page.getByText('10 × 5 packets')).toBeVisible()
  await expect(page.getByText('needs a latency of 340 ms or more')).toBeVisible()
  await expectAccessible(page)
  await screens.show('vconnect/nothing yet')
  await page.getByRole('button', { name: 'New destination' }).click()
  const dialog = page.getByRole('dialog', { name: 'New destination' })
  await dialog.getByRole('button', { name: /Connection/ }).press('Enter')
  await page.getByRole('option', { name: /^RTP/ }).press('Enter')
  await dialog.getByLabel('Name').fill('Tower')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('rtp://239.1.1.1:5000')
  await dialog.getByLabel('Columns of the matrix').fill('20')
  await dialog.getByLabel('Rows of the matrix').fill('6')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog.getByText('together at most 100 packets')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Rows of the matrix').fill('5')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('createVconnectDestination')).toMatchObject([
    { kind: 'rtp', address: 'rtp://239.1.1.1:5000', fec: 'columns', fecColumns: 20, fecRows: 5 },
  ])
})

test('HLS goes to a web server or a bucket with its credentials', async ({ page, screens }) => {
  await screens.show('vconnect/nothing yet')
  await page.getByRole('button', { name: 'New destination' }).click()
  const dialog = page.getByRole('dialog', { name: 'New destination' })
  await dialog.getByRole('button', { name: /Connection/ }).press('Enter')
  await page.getByRole('option', { name: /^S3/ }).press('Enter')
  await expect(dialog.getByText('ID and secret of an access key')).toBeVisible()
  await dialog.getByRole('button', { name: /Connection/ }).press('Enter')
  await page.getByRole('option', { name: /^HLS/ }).press('Enter')
  await dialog.getByLabel('Name').fill('Origin')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('rtmp://origin.example/live/')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog.getByText('Enter an address such as')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://origin.example/live/')
  await dialog.getByRole('textbox', { name: 'Credentials' }).fill('partner:secret')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('createVconnectDestination')).toMatchObject([
    { kind: 'hls', address: 'https://origin.example/live/', streamId: 'partner:secret' },
  ])
})

test('a destination shows what each input sends', async ({ page, screens }) => {
  await screens.show('vconnect/a destination')
  const from = page
    .locator('section', { has: page.getByRole('heading', { name: 'from Gulf Sport 1' }) })
    .last()
  await expect(from).toContainText('Sending')
  await expect(from.getByText('Sent again')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Time in the charts' })).toHaveCount(2)
  await expectAccessible(page)
})

test('a video platform is a destination with its key, its queue and its own words', async ({
  page,
  screens,
}) => {
  await screens.show('vconnect/a video platform')
  const from = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: `from ${name}` }) }).last()
  await expect(from('Evening show')).toContainText('Waiting180 kB')
  await expect(from('Evening show')).toContainText('Frames left out14')
  await expect(from('Godavari News')).toContainText('NetStream.Publish.BadName: The stream key is in use.')
  await expect(page.getByText('TLS')).toBeVisible()
  await expectAccessible(page)
  await choose(page.getByRole('button', { name: 'Actions for Video platform' }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit destination' })
  await expect(edit.getByLabel('Address')).toHaveValue('rtmps://live.platform.example/app')
  await expect(edit.getByLabel('Latency in milliseconds')).toBeHidden()
  await edit.getByRole('checkbox', { name: 'Remove the stream key' }).press('Space')
  await expectAccessible(page)
  await screens.show('vconnect/nothing yet')
  await page.getByRole('button', { name: 'New destination' }).click()
  const dialog = page.getByRole('dialog', { name: 'New destination' })
  await dialog.getByRole('button', { name: /Connection/ }).click()
  await page.getByRole('option', { name: /^RTMP/ }).click()
  await dialog.getByLabel('Name').fill('Platform')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('rtmp://platform.example')
  await dialog.getByRole('textbox', { name: 'Stream key' }).fill('key')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog.getByText('Enter an address such as')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('rtmp://platform.example/app')
  await dialog.getByRole('button', { name: 'Create destination' }).click()
  await expect(dialog).toBeHidden()
  expect(screens.sent('createVconnectDestination')).toMatchObject([
    {
      kind: 'rtmp',
      mode: 'caller',
      address: 'rtmp://platform.example/app',
      streamId: 'key',
      livestreamId: null,
    },
  ])
})

test('a live stream is chosen as an input, and the key of an encoder is shown when asked', async ({
  page,
  screens,
}) => {
  await screens.show('vconnect/patch bay')
  await expect(page.getByRole('listitem').filter({ hasText: 'Evening show, live' })).toContainText(
    'Live stream',
  )
  await screens.show('vconnect/nothing yet')
  await page.getByRole('button', { name: 'New input' }).click()
  const dialog = page.getByRole('dialog', { name: 'New input' })
  await dialog.getByRole('button', { name: /Connection/ }).click()
  await page.getByRole('option', { name: /^Live stream/ }).click()
  // The field loads when it is shown, and moves the button.
  await expect(dialog.getByRole('combobox', { name: 'Live stream' })).toBeVisible()
  await dialog.getByLabel('Name').fill('Evening show')
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Live stream' }).fill('Fin')
  await page.getByRole('option', { name: 'Final' }).click()
  await dialog.getByRole('button', { name: 'Create input' }).click()
  await expect(page.getByRole('heading', { name: 'Gulf Sport 1' })).toBeVisible()
  expect(screens.sent('createVconnectInput')).toMatchObject([
    { kind: 'livestream', mode: 'listener', address: null, livestreamId: expect.any(String) },
  ])
  await screens.show('vconnect/an input by RTMP')
  await expect(page.getByText('rtmp://kinora.example/live')).toBeVisible()
  await page.getByRole('button', { name: 'Show the stream key' }).click()
  await expect(page.getByText('relay_example-of-a-key')).toBeVisible()
  await expectAccessible(page)
})

test('what is missing is said', async ({ page, screens }) => {
  await screens.show('vconnect/does not load')
  await expect(page.getByText('The patch bay could not be loaded')).toBeVisible()
  await screens.show('vconnect/without rights')
  await expect(page.getByRole('button', { name: 'New input' })).toBeHidden()
  await screens.show('vconnect/for a viewer')
  await expect(page.getByRole('heading', { name: 'Dubai backup' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Studio B' })).toBeHidden()
  await screens.show('vconnect/an input that is gone')
  await expect(page.getByText('This input does not exist')).toBeVisible()
})
