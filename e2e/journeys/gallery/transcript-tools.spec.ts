import { expectAccessible } from '../support/accessibility.ts'
import { choose, toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('words are replaced in a whole transcript, and speakers are named', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  const use = page.getByRole('button', { name: 'Use the transcript' })
  const speakers = page.getByRole('dialog', { name: 'Speakers' })
  // A button that saves is announced by its label, which is gone when its dialog is closed, so this dialog is checked first.
  await choose(use, 'Speakers')
  await expectAccessible(page)
  await speakers.getByRole('button', { name: 'Cancel' }).click()
  await choose(use, 'Find and replace')
  const tool = page.getByRole('dialog', { name: 'Find and replace' })
  await tool.getByLabel('Find').fill('fin')
  await expect(tool.getByText('Matches: 0. Sentences: 0.')).toBeVisible()
  await toggle(tool.getByRole('checkbox', { name: 'Whole words only' }))
  await tool.getByLabel('Replace with').fill('x'.repeat(2000))
  await tool.getByRole('button', { name: 'Replace all' }).click()
  await expect(tool.getByRole('alert')).toContainText(/0:01 .*the final begins at eight/)
  await tool.getByLabel('Replace with').fill('Fin')
  await expect(tool.getByRole('insertion')).toHaveText('the Final begins at eight')
  await expectAccessible(page)
  await tool.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('Replaced: 1. Sentences: 1.')).toBeVisible()
  await choose(use, 'Speakers')
  await speakers.getByLabel('Anna (1)').fill('Ravi')
  await speakers.getByRole('button', { name: 'Save' }).click()
  await expect(speakers).toBeHidden()
  expect(screens.sent('updateTranscript')).toMatchObject([
    { sentences: [{ text: 'the Final begins at eight' }] },
    { sentences: [{ speaker: 'Ravi' }] },
  ])
})

test('a sentence is split and merged', async ({ page, screens }) => {
  await screens.show('intelligence/an analyzed video')
  const transcript = page.getByRole('list', { name: 'Transcript' })
  const correct = transcript.getByRole('button', { name: 'Correct' })
  await correct.first().click()
  const dialog = page.getByRole('dialog', { name: 'Correct' })
  await expectAccessible(page)
  await dialog
    .getByRole('group', { name: 'Split before a word' })
    .getByRole('button', { name: 'begins' })
    .click()
  await expect(dialog).toBeHidden()
  await expect(correct).toHaveCount(3)
  await correct.first().click()
  await dialog.getByRole('button', { name: 'Merge with the next sentence' }).click()
  await expect(correct).toHaveCount(2)
  await correct.last().click()
  await expect(dialog.getByRole('button', { name: 'Merge with the next sentence' })).toBeHidden()
  expect(screens.sent('splitSentence')).toMatchObject([{ word: 2 }])
})
