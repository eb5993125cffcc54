import { expectAccessible } from '../support/accessibility.ts'
import { choose } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('an analysis is requested for chosen parts and a language', async ({ page, screens }) => {
  await screens.show('intelligence/a video that was never analyzed')
  await page.getByRole('button', { name: 'Analyze' }).click()
  const dialog = page.getByRole('dialog', { name: 'Analysis' })
  await dialog.getByRole('checkbox', { name: 'Cuts and scenes' }).uncheck({ force: true })
  await dialog.getByRole('checkbox', { name: 'Speech and silence' }).uncheck({ force: true })
  await dialog.getByRole('checkbox', { name: 'Transcript' }).uncheck({ force: true })
  await expect(dialog.getByText(/reads text in: English, Hindi, Arabic,? and Telugu\./)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Text in pictures' }).uncheck({ force: true })
  await dialog.getByRole('checkbox', { name: 'People and objects' }).uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Analyze' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Transcript' }).check({ force: true })
  await expect(dialog.getByRole('combobox', { name: 'Language of the speech' })).toHaveValue('English')
  await dialog.getByRole('button', { name: 'Analyze' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('progressbar', { name: 'Transcript' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Analyze again' })).toBeDisabled()
  expect(screens.sent('analyzeContent')).toEqual([{ parts: ['speech'], language: 'en' }])
})

test('the dialog says what the engine of a language can do, and where audio goes', async ({
  page,
  screens,
}) => {
  await screens.show('intelligence/a video that was never analyzed')
  await page.getByRole('button', { name: 'Analyze' }).click()
  const dialog = page.getByRole('dialog', { name: 'Analysis' })
  await expect(dialog.getByText('about one word in three may be wrong')).toBeVisible()
  const language = dialog.getByRole('combobox', { name: 'Language of the speech' })
  await language.fill('Hindi')
  await page.getByRole('option', { name: 'Hindi' }).click()
  await expect(dialog.getByText('No speech engine for this language is set up: Hindi.')).toBeVisible()
  await screens.show('intelligence/a video whose audio is sent to a speech server')
  await page.getByRole('button', { name: 'Analyze' }).click()
  await expect(dialog.getByText('The audio is sent to speech.example.com.')).toBeVisible()
  await expectAccessible(page)
})

test('every part says why it has no result', async ({ page, screens }) => {
  await screens.show('intelligence/an analysis with problems')
  await expect(page.getByText('This video has only audio.')).toBeVisible()
  await expect(page.getByText('The storage did not respond')).toBeVisible()
  await expect(page.getByText('No speech engine for this language is set up: Hindi.')).toBeVisible()
  await expectAccessible(page)
  // The video will never have a picture.
  await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Try again: Transcript' }).click()
  await expect.poll(() => screens.sent('analyzeContent')).toEqual([{ parts: ['speech'], language: 'hi' }])
})

test('a transcript is searched, and a sentence is corrected', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  await expect(
    page.getByText('Draft transcript (English): about one word in three may be wrong.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scene 2, from 0:04' })).toBeVisible()
  await expectAccessible(page)
  const transcript = page.getByRole('list', { name: 'Transcript' })
  await page.getByRole('searchbox', { name: 'Find in the transcript' }).fill('anna')
  await expect(transcript.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Find in the transcript' }).fill('')
  await transcript.getByRole('button', { name: 'Correct' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Correct' })
  await dialog.getByLabel('Text').fill('The final begins at nine')
  await dialog.getByLabel('Speaker').fill('Ravi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(transcript.getByText('Ravi')).toBeVisible()
  await expect(transcript.getByRole('button', { name: 'nine' })).toBeVisible()
})

test('a transcript is downloaded, and becomes a draft subtitle', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  const use = page.getByRole('button', { name: 'Use the transcript' })
  const download = page.waitForEvent('download')
  await choose(use, 'Download as .srt')
  expect((await download).suggestedFilename()).toMatch(/\.srt$/)
  await choose(use, 'Make a draft subtitle')
  await expect(page.getByText('A draft is in Subtitles')).toBeVisible()
  expect(screens.sent('createSubtitleFromTranscript')).toEqual([{ name: 'English' }])
})

test('suggested metadata is used field by field', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  await page.getByRole('button', { name: 'Suggest metadata' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suggested metadata' })
  await expect(dialog.getByText('Taken from a draft transcript')).toBeVisible()
  await expect(dialog.getByText('0:00 Final, stadium')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use: Title' }).click()
  await expect(dialog.getByRole('region', { name: 'Title' }).getByText('Used')).toBeVisible()
  expect(screens.sent('updateContent')).toEqual([{ title: 'The final begins at eight' }])
})

test('moments are found by what is said, and filters narrow them', async ({ page, screens }) => {
  await screens.show('intelligence/a search for moments')
  const moments = page.getByRole('list', { name: 'Moments' })
  await expect(moments.getByRole('listitem')).toHaveCount(1)
  await expect(moments.getByText('final', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Found in' }).click()
  await page.getByRole('checkbox', { name: 'Metadata (0)' }).check({ force: true })
  await page.keyboard.press('Escape')
  await expect(page.getByText('No moment found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByText('Find the moment')).toBeVisible()
  await expectAccessible(page)
})

test('a search that fails can be repeated', async ({ page, screens }) => {
  await screens.show('intelligence/a search that fails')
  await expect(page.getByText('The search failed')).toBeVisible()
})

test('an analysis that does not load can be loaded again', async ({ page, screens }) => {
  await screens.show('intelligence/an analysis that does not load')
  await expect(page.getByText('The analysis could not be loaded')).toBeVisible()
})

test('text in pictures is shown by scene and in a lane, which keys walk through', async ({
  page,
  screens,
}) => {
  await screens.show('intelligence/an analyzed video')
  const scenes = page.getByRole('list', { name: 'Seen in the scenes' })
  await expect(scenes.getByRole('button', { name: 'Minister of Education' })).toBeVisible()
  await expect(scenes.getByRole('button', { name: 'محمد عبد الرحمن' })).toHaveAttribute('lang', 'ar')
  const lane = page.getByRole('slider', { name: 'Text in pictures' })
  await expect(lane).toHaveAttribute('aria-valuetext', '0:00 Maria Thompson, Minister of Education')
  await lane.focus()
  await page.keyboard.press('ArrowRight')
  await expect(lane).toHaveAttribute('aria-valuetext', '0:04 محمد عبد الرحمن')
})

test('people are named, merged and deleted', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Objects: bicycle')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Anna Lee' })).toBeVisible()
  const open = (action: string) => choose(page.getByRole('button', { name: 'Actions: Person 2' }), action)
  // A button that saves is announced by its label, which is gone when its dialog is closed, so all dialogs are checked first.
  await open('Delete the person')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep the person' }).click()
  await open('Merge with another person')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await open('Name the person')
  const naming = page.getByRole('dialog', { name: 'Name the person' })
  await naming.getByLabel('Name').fill('Ravi Kumar')
  await expectAccessible(page)
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(naming).toBeHidden()
  expect(screens.sent('updatePerson')).toEqual([{ name: 'Ravi Kumar' }])
  await open('Merge with another person')
  const merging = page.getByRole('dialog', { name: 'Merge with another person' })
  await merging.getByRole('combobox', { name: 'The same person' }).fill('Anna')
  await page.getByRole('option', { name: 'Anna Lee' }).click()
  await merging.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(merging).toBeHidden()
  expect(screens.sent('mergePeople')).toHaveLength(1)
  await open('Delete the person')
  const deleting = page.getByRole('alertdialog', { name: 'Delete “Person 2”?' })
  await deleting.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(deleting).toBeHidden()
})
