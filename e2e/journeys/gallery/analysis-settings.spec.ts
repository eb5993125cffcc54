import { expectAccessible } from '../support/accessibility.ts'
import { toggle } from '../support/actions.ts'
import { expect, test } from '../support/screens.ts'

test('rules say which new videos are analyzed', async ({ page, screens }) => {
  await screens.show('intelligence/automatic analysis')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(page.getByRole('group', { name: 'All videos' })).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Analyze videos of an encoding profile differently' }).click()
  await page.getByRole('option', { name: 'News' }).click()
  const news = page.getByRole('group', { name: 'News' })
  await toggle(news.getByRole('checkbox', { name: 'Transcript' }))
  await expect(news.getByRole('combobox')).toBeHidden()
  const others = page.getByRole('group', { name: 'Videos of all other encoding profiles' })
  await others.getByRole('combobox', { name: 'Language of the speech' }).fill('Hindi')
  await page.getByRole('option', { name: 'Hindi' }).click()
  await save.click()
  await expect(page.getByText('Rules saved')).toBeVisible()
  expect(screens.sent('setAnalysisRules')).toMatchObject([
    {
      rules: [
        { encodingProfileId: null, parts: ['shots', 'speech'], language: 'hi' },
        { parts: ['shots', 'audio', 'text', 'pictures'], language: 'en' },
      ],
    },
  ])
  await news.getByRole('button', { name: 'Remove the rule for News' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(news).toBeVisible()
})

test('engines say where they work', async ({ page, screens }) => {
  await screens.show('intelligence/automatic analysis')
  await expect(page.getByText('What it reads is sent to speech.example.com.')).toBeVisible()
  await expect(page.getByText('What it reads is sent to models.example:8080.')).toBeVisible()
  await screens.show('intelligence/automatic analysis that does not load')
  await expect(page.getByText('The rules could not be loaded')).toBeVisible()
  await expect(page.getByText('The engines could not be loaded')).toBeVisible()
})

test('engines are tested with a sample', async ({ page, screens }) => {
  await screens.show('intelligence/automatic analysis')
  const test = page.getByRole('button', { name: 'Test: PocketSphinx' })
  await test.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for a worker.')).toBeVisible()
  await expect(page.getByText('PocketSphinx works. The sample took 0.8 s.')).toBeVisible()
  await expect(page.getByText('Tested by Ananya Rao,')).toBeVisible()
  await page.getByRole('button', { name: 'Test: whisper-1' }).click()
  await expect(page.getByText('whisper-1 answered, but did not find what the sample has.')).toBeVisible()
  await expect(page.getByText('thanks for watching')).toBeVisible()
  await expectAccessible(page)
})

test('metadata of a language model name the moments that support them', async ({ page, screens }) => {
  const dialog = page.getByRole('dialog', { name: 'Suggested metadata' })
  await screens.show('intelligence/metadata of a language model')
  await page.getByRole('button', { name: 'Suggest metadata' }).click()
  await expect(dialog.getByText('writer-1 at models.example:8080 wrote this')).toBeVisible()
  const support = dialog.getByRole('region', { name: 'Where it was said' })
  await expect(support.getByText('Anna thanks the viewers.')).toBeVisible()
  await expect(support.getByText('0:07')).toBeVisible()
  await expectAccessible(page)
  await screens.show('intelligence/a language model that is away')
  await page.getByRole('button', { name: 'Suggest metadata' }).click()
  await expect(dialog.getByText('The language model did not answer.')).toBeVisible()
})
